// Opens shared libraries that a machine may lack (the driver of a GPU, the rasteriser of figures) when they are first
// needed, and finds their functions. The only place that knows dlopen.
#pragma once
#include <optional>
#include <string>

namespace qc {

// The path of a file or folder that is installed with us: beside the library that this code is in or one above
// (Debian's libraries have a folder for each architecture), or in `lib` beside the folder of the program that it is in.
// Nothing: it lies in none of them.
std::optional<std::string> installed_file(const std::string& name);

class SharedLibrary {
 public:
  // By its name with a version, "libcuda.so.1", or a path. It stays open: such libraries have threads and destructors
  // that do not survive being closed.
  explicit SharedLibrary(const char* name);
  // A module of ours, by installed_file, or where the system looks.
  static SharedLibrary module(const std::string& name);

  bool open() const { return handle_ != nullptr; }
  // Sets the pointer to the function of that name; null where there is none, or no library.
  template <class Function>
  void find(const char* symbol, Function*& function) {
    function = reinterpret_cast<Function*>(address(symbol));
  }
  // Empty when it was opened and had all that was looked for; otherwise what is wrong, with the library's name.
  const std::string& problem() const { return problem_; }

 private:
  void* address(const char* symbol);

  std::string name_;
  void* handle_ = nullptr;
  std::string problem_;
};

}  // namespace qc
