#include "codegen/ptx_assembler.h"

#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

extern char** environ;

namespace qc::codegen {

namespace fs = std::filesystem;

namespace {

// A folder that is gone when it is left.
class WorkFolder {
 public:
  WorkFolder() {
    std::string name = (fs::temp_directory_path() / "qc-ptx-XXXXXX").string();
    if (::mkdtemp(name.data())) path_ = name;
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

bool runs(const std::string& program, std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& a : arguments) pointers.push_back(a.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  if (::posix_spawn(&child, program.c_str(), nullptr, nullptr, pointers.data(), environ) != 0) return false;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

std::optional<std::string> assemble_ptx(const std::string& program, const std::string& ptx, const std::string& sm) {
  const WorkFolder work;
  if (work.path().empty()) return {};
  const fs::path text = work.path() / "kernel.ptx", code = work.path() / "kernel.cubin";
  std::ofstream(text, std::ios::binary) << ptx.c_str();  // as the driver reads it, to the NUL byte at its end
  if (!runs(program, {program, "-arch=" + sm, text.string(), "-o", code.string()})) return {};
  std::ifstream in(code, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace qc::codegen
