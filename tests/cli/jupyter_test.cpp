// qc jupyter: the process that runs cells, as its messages show it; and notebooks, where Jupyter is there.
#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "run_tool.h"
#include "tests/python/interpreter.h"

using qc::test::in_order;
using qc::test::run_tool;
using qc::test::write_file;

namespace {

std::string framed(const std::string& body) {
  return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}
std::string asked(const std::string& what, const std::string& text) {
  return framed("{\"do\":\"" + what + "\",\"text\":\"" + text + "\"}");  // text: as JSON has it
}

// What comes back, without the headers.
std::string served(const std::string& input) {
  const auto ran = run_tool("jupyter serve", input, "QC_OUTPUT=none");
  CHECK(ran.exit_code == 0);
  CHECK(ran.err == "");
  return ran.out;
}

}  // namespace

TEST_CASE("jupyter: cells run as at the prompt, up to the first failure") {
  CHECK(in_order(served(asked("run", "x = 3\\ny = x + 1;\\nprint y\\nfor k=0..1\\n print k\\nend") +
                        asked("run", "x = zeros(3);\\nx[3]\\nprint \\\"not reached\\\"") + asked("run", "print x") +
                        asked("run", ":vars") + asked("run", "quit")),
                 {R"({"out":"x = 3\n"})", R"({"out":"4\n"})", R"({"out":"0\n"})", R"({"out":"1\n"})",
                  R"("worked":true)", R"("code":"Q0401")", R"("text":"<input)", R"("worked":false)",
                  R"({"out":"[0,0,0]\n"})", R"("worked":true)", "x : vec 3", R"("ended":true)"}));
  CHECK(served(asked("run", "x = zeros(3);\\nx[3]\\nprint \\\"not reached\\\"")).find("not reached") ==
        std::string::npos);
  CHECK(in_order(served(asked("run", "x = (1 +")), {R"("code":"Q0101")", R"("worked":false)"}));
  CHECK(in_order(served(asked("run", ":unheard")), {R"("code":"Q0001")", R"("worked":false)"}));
  CHECK(in_order(served(asked("run", "")), {R"("worked":true)"}));
}

TEST_CASE("jupyter: names are completed and looked up") {
  CHECK(
      in_order(served(asked("run", "brightness = 3;") + asked("complete", "x = bright") +
                      asked("inspect", "brightness") + asked("inspect", "histogram") + asked("inspect", "unheard_of") +
                      asked("is_complete", "for k=0..9") + asked("is_complete", "x = 1") + asked("is_complete", "")),
               {R"({"names":["brightness"]})", R"({"text":"brightness : int)", "histogram(", R"({"text":""})",
                R"({"incomplete":true})", R"({"incomplete":false})", R"({"incomplete":false})"}));
}

TEST_CASE("jupyter: figures are told by their files, not by a text") {
  const std::string folder = std::filesystem::path(write_file("figures_are_here", "")).parent_path().string();
  const auto ran = run_tool("jupyter serve", asked("run", "imshow(ones(3,3)*9)\\nplot(0..3)"), "QC_OUTPUT=" + folder);
  CHECK(
      in_order(ran.out, {"{\"file\":\"" + folder + "/figure_001.png\"}", "{\"file\":\"" + folder + "/figure_002.svg"}));
  CHECK(ran.out.find("\"err\"") == std::string::npos);
}

TEST_CASE("jupyter: what is no message is answered and ends nothing") {
  CHECK(in_order(served(framed("[]") + framed("{") + asked("dance", "") + asked("run", "print 7")),
                 {R"({"error":"no message of JSON"})", R"({"error":"no message of JSON"})",
                  R"({"error":"no request is called 'dance'"})", R"({"out":"7\n"})"}));
}

TEST_CASE("jupyter: an interrupt ends the cell alone") {
  const std::string input =
      write_file("cells", asked("run", "a = 7;\\nrepeat\\nuntil false") + asked("run", "print a"));
  // It comes after 4 seconds, when the cell runs, and again at the end of a test that hangs.
  const auto ran = run_tool("--version >/dev/null; timeout -s INT -k 120 4 " QC_BINARY " jupyter serve <" + input);
  CHECK(in_order(ran.out, {R"("code":"Q0406")", R"("worked":false)", R"({"out":"7\n"})", R"("worked":true)"}));
}

TEST_CASE("jupyter: install says what is wrong") {
  const auto no_python = run_tool("jupyter install --prefix=/tmp --python=/no/such/python");
  CHECK(no_python.exit_code == 2);
  CHECK(in_order(no_python.err, {"'/no/such/python' has no module ipykernel", "python3-ipykernel"}));
  CHECK(run_tool("jupyter").exit_code == 2);
  CHECK(run_tool("jupyter dance").exit_code == 2);
  // true is a Python that has everything.
  const auto no_folder = run_tool("jupyter install --prefix=/proc/nowhere --python=true");
  CHECK(no_folder.exit_code != 0);
  CHECK(in_order(no_folder.err, {"cannot make the folder '/proc/nowhere/share/jupyter/kernels/qc'"}));
  const std::string prefix = std::filesystem::path(write_file("prefix_is_here", "")).parent_path().string();
  const auto worked = run_tool("jupyter install --python=true --prefix=" + prefix);
  CHECK(worked.exit_code == 0);
  CHECK(worked.out == "the kernel qc is in " + prefix + "/share/jupyter/kernels/qc\n");
  CHECK(std::filesystem::exists(prefix + "/share/jupyter/kernels/qc/kernel.json"));
  CHECK(std::filesystem::exists(prefix + "/share/jupyter/kernels/qc/qc_kernel.py"));
}

TEST_CASE("jupyter: notebooks run") {
  const std::string python = python_with("ipykernel");
  FILE* pipe = popen((python + " " QC_SOURCE_DIR "/tests/python/jupyter_test.py " QC_BINARY " 2>&1").c_str(), "r");
  REQUIRE(pipe);
  std::string said;
  for (int c; (c = std::fgetc(pipe)) != EOF;) said += char(c);
  CHECK_MESSAGE(pclose(pipe) == 0, said);
  if (const auto skipped = said.find("[skipped]"); skipped != std::string::npos)
    std::puts(said.substr(skipped, said.find('\n', skipped) - skipped).c_str());
}
