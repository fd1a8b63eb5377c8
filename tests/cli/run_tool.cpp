#include "tests/cli/run_tool.h"

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace qc::test {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "qc-cli-XXXXXX").string();
    if (!mkdtemp(name.data())) std::abort();
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path path_;
};

const fs::path& folder() {
  static const Folder one;
  return one.path_;
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

std::string write_file(const std::string& name, const std::string& text) {
  const fs::path path = folder() / name;
  std::ofstream(path, std::ios::binary) << text;
  return path.string();
}

Finished run_tool(const std::string& arguments, const std::string& input, const std::string& environment) {
  const std::string in = write_file("stdin", input), out = (folder() / "stdout").string(),
                    err = (folder() / "stderr").string();
  const std::string command = "cd " QC_SOURCE_DIR
                              " && (env -u QC_DEVICE -u QC_THREADS -u QC_PATH -u QC_CACHE XDG_CACHE_HOME=" +
                              (folder() / "cache").string() + " " + environment + " " QC_BINARY " " + arguments +
                              "\n) <" + in + " >" + out + " 2>" + err;
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(out), read(err)};
}

bool in_order(const std::string& text, const std::vector<std::string>& parts) {
  std::size_t at = 0;
  for (const auto& p : parts) {
    at = text.find(p, at);
    if (at == std::string::npos) {
      MESSAGE("not found, or not there: " << p << " in\n" << text);
      return false;
    }
    at += p.size();
  }
  return true;
}

}  // namespace qc::test
