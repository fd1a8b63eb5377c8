// OpenEXR in memory, through the module libqc_exr (exr/exr_module.h).
#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

#include "exr/exr_module.h"
#include "io/bytes.h"
#include "support/diagnostic.h"
#include "support/shared_library.h"
#include "support/stop.h"

namespace qc::io {
namespace {

using Bytes = std::vector<unsigned char>;
constexpr unsigned char kMagic[] = {0x76, 0x2f, 0x31, 0x01};

struct Module {
  exr::Read* read = nullptr;
  exr::Write* write = nullptr;
  std::string problem;
};

const Module& opened(const std::string& path) {
  static const Module found = [] {
    Module m;
    SharedLibrary library = SharedLibrary::module(QC_EXR_MODULE);
    library.find(exr::kReadName, m.read);
    library.find(exr::kWriteName, m.write);
    m.problem = library.problem();
    return m;
  }();
  if (!found.problem.empty())
    throw ProgramError(Diagnostic{"Q0601",
                                  Severity::Error,
                                  {},
                                  "'" + path + "': no OpenEXR is read or written on this machine: " + found.problem,
                                  "it is installed beside libqc.so and needs libopenexr-3-1-30 (Debian's name of it)",
                                  {}});
  return found;
}

// Work of the module for one file. What its questions throw is thrown once the module has ended.
class Work {
 public:
  Work(const std::string& path, std::size_t file_size) : path_(path), file_size_(file_size) {}

  template <class F>
  void run(const F& f) {
    const exr::Client client{this, [](void* self) { return of(self).guarded([] { check_stopped(); }); },
                             [](void* self, const char* why) { of(self).fail(why); },
                             [](void* self, const exr::Shape& s) { return of(self).place(s); },
                             [](void* self, std::size_t at, const char* from, std::size_t n) {
                               return of(self).guarded([&] { of(self).write(at, from, n); });
                             }};
    if (f(client)) return;
    if (thrown_) std::rethrow_exception(thrown_);
    internal_error("exr", "a module that fails without a reason");
  }

  exr::Shape shape{};
  std::vector<float> values;  // that were read
  Bytes written;

 private:
  static Work& of(void* self) { return *static_cast<Work*>(self); }
  template <class F>
  bool guarded(const F& f) {
    try {
      f();
      return true;
    } catch (...) {
      thrown_ = std::current_exception();
      return false;
    }
  }
  void fail(const char* why) {
    if (!thrown_) guarded([&] { broken_file(path_, std::string("OpenEXR: ") + why); });
  }
  float* place(const exr::Shape& s) {
    const bool made = guarded([&] {
      const std::size_t n = checked_size(path_, {s.height, s.width, s.channels}, sizeof(float));
      if (n / 4096 > file_size_)
        broken_file(path_, "OpenEXR: it claims " + std::to_string(n) + " bytes of pixels in a file of " +
                               std::to_string(file_size_));
      shape = s;
      values.resize(n / sizeof(float));
    });
    return made ? values.data() : nullptr;
  }
  void write(std::size_t at, const char* from, std::size_t n) {
    if (at + n > written.size()) written.resize(at + n);
    std::memcpy(written.data() + at, from, n);
  }

  const std::string& path_;
  std::size_t file_size_;
  std::exception_ptr thrown_;
};

}  // namespace

bool is_exr(const Bytes& b) { return b.size() >= 8 && std::equal(std::begin(kMagic), std::end(kMagic), b.begin()); }

ArrayData decode_exr(const std::string& path, const Bytes& bytes) {
  const Module& module = opened(path);
  try {
    Work work(path, bytes.size());
    work.run([&](const exr::Client& client) { return module.read(bytes.data(), bytes.size(), client); });
    return image_of_floats(work.shape.height, work.shape.width, work.shape.channels, work.values);
  } catch (const std::bad_alloc&) {
    broken_file(path, "OpenEXR: not enough memory");
  }
}

Bytes encode_exr(const std::string& path, const ArrayData& image) {
  const ImageShape shape = image_shape(path, image);
  if (shape.width > exr::kMostPixels || shape.height > exr::kMostPixels)
    broken_file(path, "an image of more than 1048576 pixels a side");
  const Module& module = opened(path);
  const std::vector<float> values = to_floats(image);
  Work work(path, 0);
  work.run([&](const exr::Client& client) {
    return module.write(values.data(), {shape.height, shape.width, shape.channels}, client);
  });
  return std::move(work.written);
}

}  // namespace qc::io
