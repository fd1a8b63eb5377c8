// Radiance pictures (.hdr, .pic): 8 bits of mantissa a channel and a shared exponent, v = m * 2^(e-136), flat or with
// the run lengths of either age. The picture as it stands: EXPOSURE is not divided out. Layout after the file format's
// description (Ward, "Real Pixels", Graphics Gems II).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "io/bytes.h"
#include "support/stop.h"

namespace qc::io {
namespace {

using Bytes = std::vector<unsigned char>;
using Pixel = std::array<unsigned char, 4>;
constexpr std::int64_t kMostRadiancePixels = 1 << 20;              // a side
constexpr std::int64_t kLeastRunWidth = 8, kMostRunWidth = 32767;  // of lines that are coded a channel after the other

bool begins_with(const Bytes& b, const char* text) {
  return b.size() >= std::strlen(text) && std::memcmp(b.data(), text, std::strlen(text)) == 0;
}

class RadianceReader {
 public:
  RadianceReader(const std::string& path, const Bytes& bytes) : path_(path), b_(bytes) {}

  ArrayData read() {
    header();
    const std::size_t n = checked_size(path_, {height_, width_, 3}, sizeof(float));
    if (n / 4096 > b_.size())
      broken("it claims " + std::to_string(n) + " bytes of pixels in a file of " + std::to_string(b_.size()));
    std::vector<float> values(n / sizeof(float));
    std::vector<Pixel> line(static_cast<std::size_t>(width_));
    for (std::int64_t y = 0; y < height_; ++y) {
      check_stopped();
      scan_line(line);
      float* to = values.data() + std::size_t((bottom_up_ ? height_ - 1 - y : y) * width_) * 3;
      for (const Pixel& p : line)
        for (std::size_t k = 0; k < 3; ++k) *to++ = p[3] ? std::ldexp(float(p[k]), int(p[3]) - 136) : 0.0f;
    }
    return image_of_floats(height_, width_, 3, values);
  }

 private:
  [[noreturn]] void broken(const std::string& what) const { broken_file(path_, "Radiance: " + what); }
  unsigned char next() {
    if (at_ == b_.size()) broken("the file ends too early");
    return b_[at_++];
  }
  std::string text_line() {
    std::string s;
    for (unsigned char c = next(); c != '\n'; c = next()) {
      if (s.size() > 4096) broken("a header without an end");
      s += char(c);
    }
    return s;
  }
  void header() {
    for (std::string line = text_line(); !line.empty(); line = text_line())
      if (line.rfind("FORMAT=", 0) == 0 && line != "FORMAT=32-bit_rle_rgbe")
        broken("'" + line.substr(7) + "' is not read; 32-bit_rle_rgbe is");
    const std::string extents = text_line();
    char sign = 0;
    long long h = 0, w = 0;
    if (std::sscanf(extents.c_str(), "%cY %lld +X %lld", &sign, &h, &w) != 3 || (sign != '-' && sign != '+'))
      broken("extents '" + extents + "': only rows from left to right are read");
    if (h <= 0 || w <= 0 || h > kMostRadiancePixels || w > kMostRadiancePixels) broken("no usable extents");
    height_ = h, width_ = w, bottom_up_ = sign == '+';
  }

  void scan_line(std::vector<Pixel>& line) {
    if (width_ >= kLeastRunWidth && width_ <= kMostRunWidth && at_ + 4 <= b_.size() && b_[at_] == 2 &&
        b_[at_ + 1] == 2 && b_[at_ + 2] < 128)
      return channel_runs(line);
    std::size_t x = 0;
    for (int shift = 0;
         x < line.size();) {  // flat; {1, 1, 1, n} repeats the pixel before it, several in a row count in base 256
      Pixel p;
      for (unsigned char& c : p) c = next();
      if (p[0] != 1 || p[1] != 1 || p[2] != 1) {
        line[x++] = p;
        shift = 0;
        continue;
      }
      const std::size_t count = shift < 24 ? std::size_t(p[3]) << shift : line.size() + 1;
      if (x == 0 || count > line.size() - x) broken("a damaged line");
      std::fill_n(line.begin() + std::ptrdiff_t(x), count, line[x - 1]);
      x += count;
      shift += 8;
    }
  }
  void channel_runs(std::vector<Pixel>& line) {
    if (std::int64_t(b_[at_ + 2]) * 256 + b_[at_ + 3] != width_) broken("a line of another length");
    at_ += 4;
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t x = 0; x < line.size();) {
        const unsigned char head = next();
        const std::size_t count = head > 128 ? head - 128u : head;
        if (count == 0 || count > line.size() - x) broken("a damaged line");
        const unsigned char run = head > 128 ? next() : 0;
        for (std::size_t i = 0; i < count; ++i) line[x++][k] = head > 128 ? run : next();
      }
  }

  const std::string& path_;
  const Bytes& b_;
  std::size_t at_ = 0;
  std::int64_t width_ = 0, height_ = 0;
  bool bottom_up_ = false;
};

// Mantissas rounded to nearest; what is negative or not a number is 0, what is too large the largest.
Pixel shared_exponent(const float* rgb) {
  const float largest = std::ldexp(255.0f, 255 - 136);
  std::array<float, 3> v{};
  for (std::size_t k = 0; k < 3; ++k) v[k] = rgb[k] > 0 ? std::min(rgb[k], largest) : 0;
  const float most = std::max({v[0], v[1], v[2]});
  int e = 0;
  std::frexp(most, &e);
  if (std::nearbyint(std::ldexp(most, 8 - e)) > 255) ++e;
  if (most == 0 || e + 128 < 1) return {};
  Pixel p{0, 0, 0, static_cast<unsigned char>(e + 128)};
  for (std::size_t k = 0; k < 3; ++k) p[k] = static_cast<unsigned char>(std::nearbyint(std::ldexp(v[k], 8 - e)));
  return p;
}

// Runs of three or more as a run, what lies between them as it stands.
void put_runs(Bytes& out, const std::vector<Pixel>& line, std::size_t k) {
  const auto run_at = [&](std::size_t x) {
    std::size_t n = 1;
    while (n < 127 && x + n < line.size() && line[x + n][k] == line[x][k]) ++n;
    return n;
  };
  for (std::size_t x = 0; x < line.size();) {
    if (const std::size_t run = run_at(x); run > 2) {
      out.push_back(static_cast<unsigned char>(128 + run));
      out.push_back(line[x][k]);
      x += run;
      continue;
    }
    std::size_t end = x + 1;
    while (end < line.size() && end - x < 128 && run_at(end) <= 2) ++end;
    out.push_back(static_cast<unsigned char>(end - x));
    for (; x < end; ++x) out.push_back(line[x][k]);
  }
}

}  // namespace

bool is_radiance(const Bytes& b) { return begins_with(b, "#?RADIANCE\n") || begins_with(b, "#?RGBE\n"); }

ArrayData decode_radiance(const std::string& path, const Bytes& bytes) { return RadianceReader(path, bytes).read(); }

Bytes encode_radiance(const std::string& path, const ArrayData& image) {
  const ImageShape shape = image_shape(path, image);
  if (shape.channels != 1 && shape.channels != 3)
    broken_file(path, "a Radiance picture has 1 or 3 channels, the image " + std::to_string(shape.channels));
  const std::string head = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y " + std::to_string(shape.height) + " +X " +
                           std::to_string(shape.width) + "\n";
  Bytes out(head.begin(), head.end());
  const std::vector<float> values = to_floats(image);
  const bool runs = shape.width >= kLeastRunWidth && shape.width <= kMostRunWidth;
  std::vector<Pixel> line(static_cast<std::size_t>(shape.width));
  for (std::int64_t y = 0; y < shape.height; ++y) {
    check_stopped();
    for (std::size_t x = 0; x < line.size(); ++x) {
      const float* v = values.data() + (std::size_t(y) * line.size() + x) * std::size_t(shape.channels);
      const float grey[3] = {v[0], v[0], v[0]};
      line[x] = shared_exponent(shape.channels == 1 ? grey : v);
    }
    if (runs) {
      for (const std::int64_t c : {std::int64_t(2), std::int64_t(2), shape.width / 256, shape.width % 256})
        out.push_back(static_cast<unsigned char>(c));
      for (std::size_t k = 0; k < 4; ++k) put_runs(out, line, k);
    } else {
      for (const Pixel& p : line) out.insert(out.end(), p.begin(), p.end());
    }
  }
  return out;
}

}  // namespace qc::io
