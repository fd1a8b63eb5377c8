#include "support/diagnostic.h"

#include <doctest/doctest.h>

#include "support/visible_text.h"

using namespace qc;

TEST_CASE("a diagnostic shows its line, the span, notes and help") {
  SourceMap sources;
  const FileId f = sources.add("a.q", "x = foo + 1\n\ty = \xC3\xA9 bar\n");
  Diagnostic d{"Q0201",
               Severity::Error,
               {f, 4, 7},
               "undefined name 'foo'",
               "did you mean 'for'?",
               {{{f, 13, 14}, "declared here"}}};
  CHECK(render(d, sources) ==
        "a.q:1:5: error[Q0201]: undefined name 'foo'\n"
        "  x = foo + 1\n"
        "      ^~~\n"
        "a.q:2:2: note: declared here\n"
        "  \ty = \xC3\xA9 bar\n"
        "  \t^\n"
        "help: did you mean 'for'?\n");
}

TEST_CASE("carets count code points, keep tabs and stay on their line") {
  SourceMap sources;
  const FileId f = sources.add("a.q", "\t\xC3\xA9 bar\nnext");
  CHECK(render({"Q0101", Severity::Warning, {f, 4, 7}, "m", "", {}}, sources) ==
        "a.q:1:4: warning[Q0101]: m\n  \t\xC3\xA9 bar\n  \t  ^~~\n");
  CHECK(render({"Q0101", Severity::Error, {f, 4, 12}, "m", "", {}}, sources) ==
        "a.q:1:4: error[Q0101]: m\n  \t\xC3\xA9 bar\n  \t  ^~~\n");
  CHECK(render({"Q0101", Severity::Error, {f, 12, 12}, "m", "", {}}, sources) ==
        "a.q:2:5: error[Q0101]: m\n  next\n      ^\n");
}

TEST_CASE("of a very long line the part is shown where the span begins") {
  SourceMap sources;
  std::string line;
  for (int k = 0; k < 1000; ++k) line += "\xC3\xA9";
  const FileId f = sources.add("a.q", line + "bad" + line);
  const auto e = [](std::size_t n) {
    std::string out;
    for (std::size_t k = 0; k < n; ++k) out += "\xC3\xA9";
    return out;
  };
  const auto shown = [&](std::uint32_t begin, std::uint32_t end) {
    const std::string text = render({"Q0101", Severity::Error, {f, begin, end}, "m", "", {}}, sources);
    return text.substr(text.find('\n') + 1);
  };
  CHECK(shown(2000, 2003) == "  .." + e(30) + "bad" + e(119) + "..\n  " + std::string(32, ' ') + "^~~\n");
  CHECK(shown(0, 2) == "  " + e(150) + "..\n  ^\n");
  CHECK(shown(2000, 4003) ==
        "  .." + e(30) + "bad" + e(119) + "..\n  " + std::string(32, ' ') + "^" + std::string(121, '~') + "\n");
  CHECK(shown(4001, 4003) == "  .." + e(150) + "\n  " + std::string(151, ' ') + "^\n");
  const FileId whole = sources.add("b.q", std::string(300, 'a'));
  CHECK(render({"Q0101", Severity::Error, {whole, 299, 300}, "m", "", {}}, sources).find("..") == std::string::npos);
}

TEST_CASE("control characters do not reach the terminal") {
  CHECK(visible("plain \t\n caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80") ==
        "plain \t\n caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80");
  CHECK(visible(std::string_view("\x1b]0;t\a\0\r\x7f", 9)) == "\\x1b]0;t\\x07\\x00\\x0d\\x7f");
  CHECK(visible("\xC2\x9B"
                "31m \x9b \xC3") == "\\u009b31m \\x9b \\xc3");
  CHECK(visible("a\xE2\x80\xAE"
                "b\xE2\x81\xA6") == "a\\u202eb\\u2066");
  SourceMap sources;
  const FileId f = sources.add("a\x1b.q", "\x1b x\n");
  CHECK(render({"Q0101", Severity::Error, {f, 2, 3}, "m\x1b", "h\b", {{{f, 0, 1}, "n\x1b"}}}, sources) ==
        "a\\x1b.q:1:3: error[Q0101]: m\\x1b\n  \\x1b x\n       ^\na\\x1b.q:1:1: note: n\\x1b\n  \\x1b x\n  ^~~~\nhelp: "
        "h\\x08\n");
}

TEST_CASE("without a place there is no line") {
  SourceMap sources;
  CHECK(render({"Q0701", Severity::Error, {}, "no device", "use --device=cpu", {}}, sources) ==
        "error[Q0701]: no device\nhelp: use --device=cpu\n");
  CHECK(render(std::vector<Diagnostic>{}, sources) == "");
}

TEST_CASE("codes know how the process ends") {
  CHECK(Code("Q0101").exit() == Exit::Compile);
  CHECK(Code("Q0401").exit() == Exit::Program);
  CHECK(Code("Q0701").exit() == Exit::Device);
}

TEST_CASE("the nearest name is at most a third away") {
  const std::vector<std::string> names = {"total", "zeros", "ones", "transpose", "x"};
  CHECK(nearest_name("totla", names) == "total");  // neighbours that changed places are one mistake
  CHECK(nearest_name("zeors", names) == "zeros");
  CHECK(nearest_name("atolt", names) == "");
  CHECK(nearest_name("totl", names) == "total");
  CHECK(nearest_name("zeroes", names) == "zeros");
  CHECK(nearest_name("tranpsose", names) == "transpose");
  CHECK(nearest_name("y", names) == "");
  CHECK(nearest_name("total", names) == "");  // the name itself is no suggestion
  CHECK(nearest_name("", names) == "");
}
