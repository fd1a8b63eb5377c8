// Completion in bash, zsh and fish, as the shells themselves carry it out.
#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/cli/run_tool.h"
#include "tests/cli/terminal.h"

using namespace qc::test;

namespace {

namespace fs = std::filesystem;

const std::string kShare = QC_SOURCE_DIR "/tools/qc/share";

bool is_there(const std::string& shell) {
  if (std::system(("command -v " + shell + " >/dev/null 2>&1").c_str()) == 0) return true;
  std::printf("[skipped] completion: %s is not installed\n", shell.c_str());
  return false;
}

// A folder with two programs, in which things are completed.
std::string programs_folder() {
  fs::create_directories(fs::path(write_file("here", "")).parent_path() / "completed");
  const fs::path at = fs::path(write_file("completed/one.q", "print 1\n")).parent_path();
  write_file("completed/two.q", "print 2\n");
  write_file("completed/notes.txt", "");
  return at.string();
}

std::string said(const std::string& command) {
  FILE* pipe = popen(("cd " + programs_folder() + " && PATH=" + fs::path(QC_BINARY).parent_path().string() + ":$PATH " +
                      command + " 2>&1")
                         .c_str(),
                     "r");
  if (!pipe) return {};
  std::string text;
  char room[4096];
  while (std::size_t n = std::fread(room, 1, sizeof room, pipe)) text.append(room, n);
  pclose(pipe);
  return text;
}

// What bash offers for these words, the last of which is begun; it takes `--device=` apart at the sign.
std::string bash(const std::string& words) {
  const std::string script = write_file("ask.bash", "compopt() { :; }\n. " + kShare +
                                                        "/qc.bash\nCOMP_WORDS=(\"$@\")\nCOMP_CWORD=$(($#-1))\n_qc\n"
                                                        "echo \"${COMPREPLY[*]}\"\n");
  return said("bash --norc " + script + " " + words);
}

std::string fish(const std::string& line) {
  return said("fish --no-config -c 'source " + kShare + "/qc.fish; complete -C \"" + line +
              "\" | cut -f1 | string join \" \"'");
}

}  // namespace

TEST_CASE("completion: bash knows verbs, options of each, values, codes and programs") {
  if (!is_there("bash")) return;
  CHECK(bash("qc ch") == "check\n");
  CHECK(bash("qc o") == "one.q\n");
  CHECK(in_order(bash("qc ''"), {"two.q", "check test bench fmt report explain doctor cache lsp jupyter"}));
  CHECK_FALSE(contains(bash("qc ''"), "notes.txt"));
  CHECK(bash("qc --device = c") == "cpu cuda\n");
  CHECK(bash("qc --profile = ''") == "json\n");
  CHECK(bash("qc cache ''") == "stat clear verify\n");
  CHECK(bash("qc explain Q010") == "Q0101 Q0102 Q0103 Q0104 Q0105 Q0106 Q0107 Q0108\n");
  CHECK(bash("qc bench --re") == "--reduce= --repeats=\n");
  CHECK(bash("qc report --no") == "--no-run\n");
  CHECK(bash("qc bench --em") == "\n");
  CHECK(bash("qc --em") == "--emit=\n");
}

TEST_CASE("completions and the manual page know every option that the help lists") {
  const std::string help = run_tool("--help").out + run_tool("--help-dev").out;
  const auto text_of = [](const std::string& name) {
    std::ifstream file(kShare + name);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string bash = text_of("/qc.bash"), zsh = text_of("/_qc"), fish = text_of("/qc.fish");
  std::string page = text_of("/qc.1");
  std::erase(page, '\\');
  int options = 0;
  for (std::size_t at = 0; (at = help.find("--", at)) != std::string::npos; ++options) {
    const std::size_t end = help.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at);
    const std::string name = help.substr(at, end - at);
    at = end;
    if (name == "--") continue;
    INFO(name);
    CHECK(contains(bash, name));
    CHECK(contains(zsh, name));
    CHECK(contains(fish, "-l " + name.substr(2) + " "));
    CHECK(contains(page, name));
  }
  CHECK(options > 20);
}

TEST_CASE("completion: fish knows the same") {
  if (!is_there("fish")) return;
  CHECK(fish("qc ch") == "check\n");
  CHECK(fish("qc --device=c") == "--device=cpu --device=cuda\n");
  CHECK(fish("qc cache ") == "clear stat verify\n");
  CHECK(fish("qc explain Q010") == "Q0101 Q0102 Q0103 Q0104 Q0105 Q0106 Q0107 Q0108\n");
  CHECK(fish("qc bench --re") == "--reduce --repeats\n");
  CHECK(fish("qc bench --em") == "");
  CHECK(fish("qc --em") == "--emit\n");
}

TEST_CASE("completion: zsh knows the same, on a terminal") {
  if (!is_there("zsh")) return;
  fs::create_directories(fs::path(write_file("here", "")).parent_path() / "zsh");
  const std::string rc = write_file(
      "zsh/.zshrc", "PS1='READY '\nunset zle_bracketed_paste\nPATH=" + fs::path(QC_BINARY).parent_path().string() +
                        ":$PATH\nfpath=(" + kShare + " $fpath)\nautoload -Uz compinit\ncompinit -u -D\ncd " +
                        programs_folder() + "\n");
  const std::string home = fs::path(rc).parent_path().string();
  setenv("ZDOTDIR", home.c_str(), 1);
  Terminal t(home, {"zsh", "zsh", "-i", nullptr});
  unsetenv("ZDOTDIR");
  REQUIRE(t.shows("READY "));
  t.type("qc ch\t");
  CHECK(t.shows("eck"));
  t.type("\x15qc ca\t\t");  // Ctrl-U drops the line
  CHECK(t.shows("clear"));
  CHECK(t.shows("verify"));
  t.type("\x15qc bench --re\t\t");
  CHECK(t.shows("--reduce"));
  CHECK(t.shows("runs that count"));
  t.type("\x15qc explain Q040\t\t");
  CHECK(t.shows("index out of range"));
  t.type("\x15qc on\t");
  CHECK(t.shows("e.q"));
  t.type(
      "\x15"
      "exit\r");
  CHECK(t.exit_code() == 0);
}
