#include "io/bytes.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

#include "io/drive_paths.h"
#include "io/replace_file.h"
#include "support/diagnostic.h"
#include "support/progress.h"
#include "support/stop.h"

namespace qc::io {
namespace {

// 2^40 bytes: far beyond any machine this runs on, far below where sizes wrap around.
constexpr std::size_t kMostBytes = std::size_t{1} << 40;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

float half_to_float(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  float value;
  if (exponent == 31)
    value = fraction ? NAN : INFINITY;
  else if (exponent == 0)
    value = std::ldexp(float(fraction), -24);
  else
    value = std::ldexp(float(fraction + 1024), exponent - 25);
  return bits & 0x8000 ? -value : value;
}

template <class T>
void append_floats(const ArrayData& array, std::vector<float>& out) {
  const std::size_t n = array.bytes.size() / sizeof(T);
  out.reserve(n);
  in_stoppable_parts(std::int64_t(n), [&](std::int64_t begin, std::int64_t end) {
    out.resize(std::size_t(end));
    for (auto i = std::size_t(begin); i < std::size_t(end); ++i) {
      T value;
      std::memcpy(&value, array.bytes.data() + i * sizeof(T), sizeof(T));
      out[i] = float(value);
    }
  });
}

}  // namespace

// A path in which \t of "C:\temp" became a tab.
static std::string help_for_path(const std::string& path) {
  const bool has_escape = std::any_of(path.begin(), path.end(), [](unsigned char c) { return c < ' '; });
  return has_escape ? "\\t, \\n and the like are one character in a string: write / or \\\\ between folders" : "";
}

void file_error(const std::string& path, const std::string& act, const std::string& reason) {
  throw ProgramError(
      Diagnostic{"Q0601", Severity::Error, {}, act + " '" + path + "': " + reason, help_for_path(path), {}});
}

void broken_file(const std::string& path, const std::string& what, const std::string& help) {
  throw ProgramError(Diagnostic{"Q0602", Severity::Error, {}, "'" + path + "': " + what, help, {}});
}

std::vector<unsigned char> read_whole_file(const std::string& path) {
  const auto fail = [&](int error) {
    if (error == EINTR) check_stopped();  // what does not come: from a pipe, say
    file_error(path, "cannot read", std::strerror(error));
  };
  File file(std::fopen(path_to_read(path).c_str(), "rb"));
  if (!file) fail(errno);
  struct stat status {};
  if (fstat(fileno(file.get()), &status) == 0 && S_ISDIR(status.st_mode)) fail(EISDIR);
  std::vector<unsigned char> bytes;
  const bool sized = S_ISREG(status.st_mode);
  if (sized) bytes.reserve(std::size_t(status.st_size) + 1);
  const progress::Parts parts(progress::Work::Read, sized ? std::int64_t(status.st_size) : progress::kUnknown);
  for (;;) {  // pipes and special files have no size: read until the end
    check_stopped();
    const std::size_t have = bytes.size(), room = std::max<std::size_t>(bytes.capacity() - have, 1 << 16),
                      want = std::min(room, kMostAtOnce);
    bytes.resize(have + want);
    const std::size_t got = std::fread(bytes.data() + have, 1, want, file.get());
    bytes.resize(have + got);
    parts.done(std::int64_t(bytes.size()));
    if (std::ferror(file.get())) fail(errno);
    if (got == 0) return bytes;
  }
}

void write_whole_file(const std::string& path, const std::vector<unsigned char>& bytes) {
  make_folders_of_drive(path);
  const int error = replace_file(path, bytes);
  if (error == ECANCELED) throw_stopped();
  if (error) file_error(path, "cannot write", std::strerror(error));
}

std::size_t checked_size(const std::string& path, const std::vector<std::int64_t>& dims, std::size_t size) {
  std::size_t total = size;
  for (std::int64_t extent : dims)
    if (__builtin_mul_overflow(total, std::size_t(extent), &total)) total = kMostBytes + 1;
  // An extent of 0 later must not excuse absurd ones before it.
  if (total > kMostBytes) broken_file(path, "claims more elements than any machine can hold");
  return total;
}

ImageShape image_shape(const std::string& path, const ArrayData& image) {
  const auto& d = image.dims;
  if (d.size() != 2 && d.size() != 3)
    broken_file(path, "an image has 2 or 3 dimensions, the array has " + std::to_string(d.size()),
                "give height x width or height x width x channels");
  const ImageShape shape{d[0], d[1], d.size() == 3 ? d[2] : 1};
  if (shape.height <= 0 || shape.width <= 0) broken_file(path, "an image without pixels cannot be written");
  if (shape.channels < 1 || shape.channels > 4)
    broken_file(path, "an image has 1 to 4 channels, the array's last extent is " + std::to_string(shape.channels),
                "give height x width or height x width x channels");
  return shape;
}

std::vector<float> to_floats(const ArrayData& array) {
  std::vector<float> out;
  switch (array.elem) {
    case Elem::Bool:
    case Elem::U8:
      append_floats<std::uint8_t>(array, out);
      break;
    case Elem::I8:
      append_floats<std::int8_t>(array, out);
      break;
    case Elem::I16:
      append_floats<std::int16_t>(array, out);
      break;
    case Elem::I32:
      append_floats<std::int32_t>(array, out);
      break;
    case Elem::I64:
      append_floats<std::int64_t>(array, out);
      break;
    case Elem::U16:
      append_floats<std::uint16_t>(array, out);
      break;
    case Elem::U32:
      append_floats<std::uint32_t>(array, out);
      break;
    case Elem::U64:
      append_floats<std::uint64_t>(array, out);
      break;
    case Elem::F32:
      append_floats<float>(array, out);
      break;
    case Elem::F64:
      append_floats<double>(array, out);
      break;
    case Elem::F16: {
      out.resize(array.bytes.size() / 2);
      for (std::size_t i = 0; i < out.size(); ++i) {
        std::uint16_t bits;
        std::memcpy(&bits, array.bytes.data() + 2 * i, 2);
        out[i] = half_to_float(bits);
      }
    }
  }
  return out;
}

std::vector<unsigned char> quantised(const ArrayData& image, int maximum) {
  const std::vector<float> values = to_floats(image);
  const float top = float(maximum);
  std::vector<unsigned char> out(values.size() * (maximum > 255 ? 2 : 1));
  std::size_t at = 0;
  SeldomStopped stopped;
  for (float value : values) {
    stopped.check();
    const float clamped = value > 0 ? (value < top ? value : top) : 0;  // NaN fails the first comparison
    const unsigned level = unsigned(std::nearbyint(clamped));
    if (maximum > 255) out[at++] = static_cast<unsigned char>(level >> 8);
    out[at++] = static_cast<unsigned char>(level);
  }
  return out;
}

ArrayData image_of_floats(std::int64_t height, std::int64_t width, std::int64_t channels,
                          const std::vector<float>& values) {
  ArrayData image{{height, width, channels}, Elem::F32, {}};
  image.bytes.resize(values.size() * sizeof(float));
  if (!values.empty()) std::memcpy(image.bytes.data(), values.data(), image.bytes.size());
  return image;
}

std::string base64(const std::vector<unsigned char>& bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - k);
    std::uint32_t three = std::uint32_t(bytes[k]) << 16;
    if (n > 1) three |= std::uint32_t(bytes[k + 1]) << 8;
    if (n > 2) three |= bytes[k + 2];
    for (std::size_t d = 0; d < 4; ++d) out += d <= n ? kDigits[three >> (18 - 6 * d) & 63] : '=';
  }
  return out;
}

}  // namespace qc::io
