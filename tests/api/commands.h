// Runs commands of a shell for tests of what is installed.
#pragma once
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

namespace qc::test {

// How a command ends, and what it prints, errors among it.
inline std::pair<int, std::string> run_command(const std::string& command) {
  FILE* pipe = popen(("{ " + command + "\n} 2>&1").c_str(), "r");
  REQUIRE(pipe);
  std::string text;
  for (int c; (c = std::fgetc(pipe)) != EOF;) text += char(c);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text};
}

// What a command prints that has to succeed.
inline std::string output_of(const std::string& command) {
  const auto [status, text] = run_command(command);
  CHECK_MESSAGE(status == 0, command << "\n" << text);
  return text;
}

// A folder of its own that goes with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "qc-installed-XXXXXX").string();
    if (!mkdtemp(name.data())) std::abort();
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace qc::test
