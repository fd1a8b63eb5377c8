// TIFF through libtiff, in memory. The library is opened for the first such file: with those that it needs itself it
// would be a fifth of what a process costs before it begins. Samples of 8, 16 and 32 bits are read as they stand;
// palettes, CMYK, bits and other layouts through libtiff's conversion to 8 bit colours.
#include <tiffio.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "io/bytes.h"
#include "support/shared_library.h"
#include "support/stop.h"

namespace qc::io {
namespace {

#define QC_TIFF_FUNCTIONS(X)   \
  X(TIFFClientOpen)            \
  X(TIFFClose)                 \
  X(TIFFDefaultStripSize)      \
  X(TIFFGetField)              \
  X(TIFFGetFieldDefaulted)     \
  X(TIFFIsTiled)               \
  X(TIFFReadRGBAImageOriented) \
  X(TIFFReadScanline)          \
  X(TIFFScanlineSize)          \
  X(TIFFSetErrorHandler)       \
  X(TIFFSetField)              \
  X(TIFFSetWarningHandler)     \
  X(TIFFWriteScanline)

struct Libtiff {
#define QC_DECLARE(name) decltype(::name)* name = nullptr;
  QC_TIFF_FUNCTIONS(QC_DECLARE)
#undef QC_DECLARE
  std::string problem;
};

const Libtiff& libtiff() {
  static const Libtiff found = [] {
    Libtiff f;
    SharedLibrary library("libtiff.so.6");
#define QC_FIND(name) library.find(#name, f.name);
    QC_TIFF_FUNCTIONS(QC_FIND)
#undef QC_FIND
    f.problem = library.problem();
    return f;
  }();
  return found;
}

// A file in memory, as libtiff's client functions see it.
struct Memory {
  std::vector<unsigned char> bytes;
  std::size_t at = 0;
  std::string error;
};

tmsize_t read_some(thandle_t handle, void* to, tmsize_t size) {
  auto& m = *static_cast<Memory*>(handle);
  const std::size_t n = m.at < m.bytes.size() ? std::min(std::size_t(size), m.bytes.size() - m.at) : 0;
  if (n) std::memcpy(to, m.bytes.data() + m.at, n);
  m.at += n;
  return tmsize_t(n);
}
tmsize_t write_some(thandle_t handle, void* from, tmsize_t size) {
  auto& m = *static_cast<Memory*>(handle);
  if (m.at + std::size_t(size) > m.bytes.size()) m.bytes.resize(m.at + std::size_t(size));
  std::memcpy(m.bytes.data() + m.at, from, std::size_t(size));
  m.at += std::size_t(size);
  return size;
}
toff_t seek(thandle_t handle, toff_t offset, int whence) {
  auto& m = *static_cast<Memory*>(handle);
  m.at = std::size_t(whence == SEEK_SET ? offset : whence == SEEK_CUR ? m.at + offset : m.bytes.size() + offset);
  return m.at;
}
int close_nothing(thandle_t) { return 0; }
toff_t size_of(thandle_t handle) { return static_cast<Memory*>(handle)->bytes.size(); }

thread_local std::string* last_error = nullptr;  // of the file that this thread reads or writes
void on_error(const char*, const char* format, va_list arguments) {
  char text[512];
  std::vsnprintf(text, sizeof text, format, arguments);
  if (last_error && last_error->empty()) *last_error = text;
}

struct CloseTiff {
  void operator()(TIFF* t) const { libtiff().TIFFClose(t); }
};
using Handle = std::unique_ptr<TIFF, CloseTiff>;

// Messages go to `memory` while this lives.
struct Listening {
  explicit Listening(Memory& memory) {
    static const bool once = [] {
      if (!libtiff().problem.empty()) return false;
      libtiff().TIFFSetErrorHandler(on_error);
      libtiff().TIFFSetWarningHandler(nullptr);
      return true;
    }();
    (void)once;
    last_error = &memory.error;
  }
  ~Listening() { last_error = nullptr; }
};

Handle open(const std::string& path, Memory& m, const char* mode) {
  if (const std::string& problem = libtiff().problem; !problem.empty())
    throw ProgramError(Diagnostic{"Q0601",
                                  Severity::Error,
                                  {},
                                  "'" + path + "': no TIFF is read or written on this machine: " + problem,
                                  "install libtiff6 (Debian's name of it)",
                                  {}});
  return Handle(libtiff().TIFFClientOpen("image", mode, &m, read_some, write_some, seek, close_nothing, size_of,
                                         nullptr, nullptr));
}

struct Layout {
  std::uint32_t width = 0, height = 0;
  std::uint16_t bits = 1, samples = 1, format = SAMPLEFORMAT_UINT, planar = PLANARCONFIG_CONTIG,
                photometric = PHOTOMETRIC_MINISBLACK, orientation = ORIENTATION_TOPLEFT;
};

Layout layout_of(TIFF* t) {
  Layout l;
  libtiff().TIFFGetField(t, TIFFTAG_IMAGEWIDTH, &l.width);
  libtiff().TIFFGetField(t, TIFFTAG_IMAGELENGTH, &l.height);
  libtiff().TIFFGetFieldDefaulted(t, TIFFTAG_BITSPERSAMPLE, &l.bits);
  libtiff().TIFFGetFieldDefaulted(t, TIFFTAG_SAMPLESPERPIXEL, &l.samples);
  libtiff().TIFFGetFieldDefaulted(t, TIFFTAG_SAMPLEFORMAT, &l.format);
  libtiff().TIFFGetFieldDefaulted(t, TIFFTAG_PLANARCONFIG, &l.planar);
  libtiff().TIFFGetFieldDefaulted(t, TIFFTAG_ORIENTATION, &l.orientation);
  libtiff().TIFFGetField(t, TIFFTAG_PHOTOMETRIC, &l.photometric);
  return l;
}

bool is_plain(const Layout& l, TIFF* t) {
  const bool depth =
      l.format == SAMPLEFORMAT_IEEEFP ? l.bits == 32 || l.bits == 64 : l.bits == 8 || l.bits == 16 || l.bits == 32;
  return depth && (l.photometric == PHOTOMETRIC_MINISBLACK || l.photometric == PHOTOMETRIC_RGB) && l.samples >= 1 &&
         l.samples <= 4 && !libtiff().TIFFIsTiled(t) && l.orientation == ORIENTATION_TOPLEFT;
}

float sample(const unsigned char* at, const Layout& l) {
  const auto value = [&](auto v) {
    std::memcpy(&v, at, sizeof v);
    return float(v);
  };
  if (l.format == SAMPLEFORMAT_IEEEFP) return l.bits == 32 ? value(float{}) : value(double{});
  if (l.format == SAMPLEFORMAT_INT)
    return l.bits == 8 ? value(std::int8_t{}) : l.bits == 16 ? value(std::int16_t{}) : value(std::int32_t{});
  return l.bits == 8 ? value(std::uint8_t{}) : l.bits == 16 ? value(std::uint16_t{}) : value(std::uint32_t{});
}

// Row by row, channels together or plane after plane.
bool read_rows(TIFF* t, const Layout& l, std::vector<float>& values) {
  const std::size_t step = l.bits / 8u, planes = l.planar == PLANARCONFIG_SEPARATE ? l.samples : 1,
                    together = l.samples / planes;
  std::vector<unsigned char> row(std::size_t(libtiff().TIFFScanlineSize(t)));
  if (row.size() < l.width * together * step) return false;
  for (std::size_t plane = 0; plane < planes; ++plane)
    for (std::uint32_t y = 0; y < l.height; ++y) {
      check_stopped();
      if (libtiff().TIFFReadScanline(t, row.data(), y, std::uint16_t(plane)) != 1) return false;
      for (std::size_t x = 0; x < l.width; ++x)
        for (std::size_t k = 0; k < together; ++k)
          values[(std::size_t(y) * l.width + x) * l.samples + plane + k] =
              sample(row.data() + (x * together + k) * step, l);
    }
  return true;
}

ArrayData read_colours(const std::string& path, TIFF* t, const Layout& l, const Memory& m) {
  std::vector<std::uint32_t> pixels(std::size_t(l.width) * l.height);
  if (!libtiff().TIFFReadRGBAImageOriented(t, l.width, l.height, pixels.data(), ORIENTATION_TOPLEFT, 1))
    broken_file(path, "broken TIFF: " + m.error);
  const bool grey = l.photometric == PHOTOMETRIC_MINISBLACK || l.photometric == PHOTOMETRIC_MINISWHITE;
  const int channels = grey ? 1 : 3;
  std::vector<float> values;
  values.reserve(pixels.size() * std::size_t(channels));
  for (const std::uint32_t p : pixels) {
    values.push_back(float(TIFFGetR(p)));
    if (!grey) values.push_back(float(TIFFGetG(p))), values.push_back(float(TIFFGetB(p)));
  }
  return image_of_floats(l.height, l.width, channels, values);
}

bool write_rows(TIFF* t, const ImageShape& shape, const std::vector<unsigned char>& samples, int bits, bool floats) {
  libtiff().TIFFSetField(t, TIFFTAG_IMAGEWIDTH, std::uint32_t(shape.width));
  libtiff().TIFFSetField(t, TIFFTAG_IMAGELENGTH, std::uint32_t(shape.height));
  libtiff().TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, bits);
  libtiff().TIFFSetField(t, TIFFTAG_SAMPLESPERPIXEL, int(shape.channels));
  libtiff().TIFFSetField(t, TIFFTAG_SAMPLEFORMAT, floats ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
  libtiff().TIFFSetField(t, TIFFTAG_PHOTOMETRIC, shape.channels >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
  libtiff().TIFFSetField(t, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  libtiff().TIFFSetField(t, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  libtiff().TIFFSetField(t, TIFFTAG_COMPRESSION, COMPRESSION_LZW);
  if (shape.channels == 2 || shape.channels == 4) {
    const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
    libtiff().TIFFSetField(t, TIFFTAG_EXTRASAMPLES, 1, &alpha);
  }
  libtiff().TIFFSetField(t, TIFFTAG_ROWSPERSTRIP, libtiff().TIFFDefaultStripSize(t, 0));
  const std::size_t row_bytes = std::size_t(shape.width * shape.channels) * std::size_t(bits / 8);
  std::vector<unsigned char> row(row_bytes);
  for (std::int64_t y = 0; y < shape.height; ++y) {
    check_stopped();
    std::memcpy(row.data(), samples.data() + std::size_t(y) * row_bytes, row_bytes);  // libtiff may change the row
    if (libtiff().TIFFWriteScanline(t, row.data(), std::uint32_t(y), 0) != 1) return false;
  }
  return true;
}

// The machine's byte order, which libtiff writes by itself.
std::vector<unsigned char> in_host_order(std::vector<unsigned char> big_endian) {
  for (std::size_t i = 0; i + 1 < big_endian.size(); i += 2) {
    const auto v = std::uint16_t(big_endian[i] << 8 | big_endian[i + 1]);
    std::memcpy(big_endian.data() + i, &v, 2);
  }
  return big_endian;
}

}  // namespace

bool is_tiff(const std::vector<unsigned char>& b) {
  return b.size() >= 4 && ((b[0] == 'I' && b[1] == 'I' && (b[2] == 42 || b[2] == 43) && b[3] == 0) ||
                           (b[0] == 'M' && b[1] == 'M' && b[2] == 0 && (b[3] == 42 || b[3] == 43)));
}

ArrayData decode_tiff(const std::string& path, const std::vector<unsigned char>& bytes) {
  Memory m{bytes, 0, {}};
  const Listening listening(m);
  const Handle t = open(path, m, "rm");
  if (!t) broken_file(path, "broken TIFF: " + m.error);
  const Layout l = layout_of(t.get());
  if (l.width == 0 || l.height == 0) broken_file(path, "broken TIFF: no extents");
  const std::size_t size = checked_size(path, {l.height, l.width, l.samples}, sizeof(float));
  // Its densest compressions pack some thousand to 1: a file that claims more is broken, and is refused before memory
  // is taken.
  if (size / 20000 > bytes.size())
    broken_file(path, "the TIFF claims " + std::to_string(size) + " bytes of pixels in a file of " +
                          std::to_string(bytes.size()));
  if (!is_plain(l, t.get())) return read_colours(path, t.get(), l, m);
  std::vector<float> values(size / sizeof(float));
  if (!read_rows(t.get(), l, values))
    broken_file(path, "broken TIFF: " + (m.error.empty() ? "rows are missing" : m.error));
  return image_of_floats(l.height, l.width, l.samples, values);
}

std::vector<unsigned char> encode_tiff(const std::string& path, const ArrayData& image, int maximum) {
  const ImageShape shape = image_shape(path, image);
  const bool floats = maximum == 0;
  std::vector<unsigned char> samples;
  if (floats) {
    const std::vector<float> values = to_floats(image);
    samples.resize(values.size() * sizeof(float));
    std::memcpy(samples.data(), values.data(), samples.size());
  } else
    samples = maximum > 255 ? in_host_order(quantised(image, maximum)) : quantised(image, maximum);
  Memory m;
  const Listening listening(m);
  Handle t = open(path, m, "wm");
  if (!t || !write_rows(t.get(), shape, samples, floats ? 32 : maximum > 255 ? 16 : 8, floats))
    broken_file(path, "the TIFF could not be written: " + m.error);
  t.reset();  // writes the directory
  return std::move(m.bytes);
}

}  // namespace qc::io
