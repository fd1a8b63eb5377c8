#include <doctest/doctest.h>

#include "host/session/session.h"

using namespace qc;
using namespace qc::host;

namespace {

// What --explain=run says of a program beside the emulator of a GPU, where loops that do little run on the host.
std::string said(const std::string& text, bool few_on_host = true) {
  Options options;
  options.device = DeviceChoice::Simt;
  options.few_on_host = few_on_host;
  options.explain = true;
  std::string log, out;
  Session session(options, {[&](std::string_view s) { out += s; }, {}, [&](std::string_view s) { log += s; }});
  session.run(session.sources().add("f.q", text), true);
  return out + log;
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

constexpr const char* kOnHost = "on the host here: it does little, and its arrays are there";

}  // namespace

TEST_CASE("beside a GPU a loop that does little runs on the host, with the same bits") {
  const std::string program =
      "x = [0.1, 0.2, 0.7, 1e8, -1e8]\ns = 0.0\nfor i = 0..4\n  s += x[i]\nend\nprintf(\"%.9g\", s)\n";
  const std::string on_host = said(program), on_device = said(program, false);
  CHECK(contains(on_host, kOnHost));
  CHECK_FALSE(contains(on_device, kOnHost));
  CHECK(on_host.substr(0, on_host.find("f.q")) == on_device.substr(0, on_device.find("f.q")));
}

TEST_CASE("a loop that does much, or works on what the device holds, runs on the device") {
  CHECK_FALSE(contains(said("x = zeros(100000)\ns = 0.0\nfor i = 0..99999\n  s += x[i]\nend\n"), kOnHost));
  CHECK_FALSE(contains(said("x = zeros(100000)\n"
                            "for i = 0..99999\n  x[i] = i\nend\n"
                            "s = 0.0\nfor i = 0..9\n  s += x[i]\nend\nprint(s)\n"),
                       kOnHost));
}

TEST_CASE("where a loop runs is decided anew when its arrays are elsewhere") {
  const std::string text = said(
      "function s = total(x)\n  s = 0.0\n  for i = 0..9\n    s += x[i]\n  end\nend\n"
      "x = zeros(100000)\ny = ones(100000)\nfor i = 0..99999\n  x[i] = i\nend\n"
      "print(total(x))\nprint(total(y))\nprint(total(x))\n");
  CHECK(contains(text, "45\n10\n45\n"));
  CHECK(contains(text, kOnHost));
}
