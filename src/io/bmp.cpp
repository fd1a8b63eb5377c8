// Windows bitmaps: 1, 4, 8 bits with a palette (plain or run-length coded), 16, 24 and 32 bits with or without masks.
// Written with 8 bits a channel: grey as a palette, colours as 24 bits, with alpha as 32.
#include <algorithm>
#include <array>
#include <cstring>

#include "io/bytes.h"

namespace qc::io {
namespace {

class Reader {
 public:
  Reader(const std::string& path, const std::vector<unsigned char>& bytes) : path_(path), b_(bytes) {}

  ArrayData read() {
    header();
    if (bits_ <= 8) palette();
    const std::size_t size = checked_size(path_, {height_, width_}, 1);
    if (size / 4096 > b_.size())
      broken("it claims " + std::to_string(size) + " pixels in a file of " + std::to_string(b_.size()) + " bytes");
    if (compression_ == 1 || compression_ == 2) runs();
    const bool grey = bits_ <= 8 && is_grey();
    const std::int64_t channels = grey ? 1 : has_alpha() ? 4 : 3;
    std::vector<float> out(size * std::size_t(channels));
    for (std::int64_t y = 0; y < height_; ++y)
      for (std::int64_t x = 0; x < width_; ++x)
        pixel(x, y, channels,
              out.data() + std::size_t((bottom_up_ ? height_ - 1 - y : y) * width_ + x) * std::size_t(channels));
    return image_of_floats(height_, width_, channels, out);
  }

 private:
  [[noreturn]] void broken(const std::string& what) const { broken_file(path_, "broken BMP: " + what); }
  std::uint32_t number(std::size_t at, std::size_t bytes) const {
    if (at + bytes > b_.size()) broken("the file ends too early");
    std::uint32_t v = 0;
    for (std::size_t k = bytes; k-- > 0;) v = v << 8 | b_[at + k];
    return v;
  }

  void header() {
    data_ = number(10, 4);
    const std::uint32_t size = number(14, 4);
    if (size != 12 && size < 40) broken("a header of an unknown kind");
    head_ = 14 + size;
    const auto signed_at = [&](std::size_t at, std::size_t n) {
      return n == 2 ? std::int64_t(number(at, 2)) : std::int64_t(std::int32_t(number(at, 4)));
    };
    width_ = size == 12 ? signed_at(18, 2) : signed_at(18, 4);
    height_ = size == 12 ? signed_at(20, 2) : signed_at(22, 4);
    bits_ = number(size == 12 ? 24 : 28, 2);
    bottom_up_ = height_ > 0;
    height_ = std::abs(height_);
    if (width_ <= 0 || height_ == 0 || width_ > 1 << 20 || height_ > 1 << 20) broken("no usable extents");
    entry_ = size == 12 ? 3 : 4;
    if (size >= 40) {
      compression_ = number(30, 4);
      colours_ = number(46, 4);
    }
    if (bits_ != 1 && bits_ != 4 && bits_ != 8 && bits_ != 16 && bits_ != 24 && bits_ != 32)
      broken(std::to_string(bits_) + " bits a pixel");
    const bool run_coded = (compression_ == 1 && bits_ == 8) || (compression_ == 2 && bits_ == 4);
    const bool masked = (compression_ == 3 || compression_ == 6) && (bits_ == 16 || bits_ == 32);
    if (compression_ != 0 && !run_coded && !masked) broken("a compression of kind " + std::to_string(compression_));
    if (bits_ == 16) mask_[0] = 0x7c00, mask_[1] = 0x3e0, mask_[2] = 0x1f;
    if (masked) {
      for (std::size_t k = 0; k < 3; ++k) mask_[k] = number(54 + 4 * k, 4);
      if (compression_ == 6 || size >= 56) mask_[3] = number(66, 4);
      if (size == 40) head_ += compression_ == 6 ? 16 : 12;
    }
    stride_ = (std::size_t(width_) * bits_ + 31) / 32 * 4;
  }

  void palette() {
    std::size_t n = colours_ ? colours_ : std::size_t(1) << bits_;
    n = std::min<std::size_t>(n, 256);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t at = head_ + k * entry_;
      palette_.push_back(
          {std::uint8_t(number(at + 2, 1)), std::uint8_t(number(at + 1, 1)), std::uint8_t(number(at, 1))});
    }
  }
  bool is_grey() const {
    return std::all_of(palette_.begin(), palette_.end(), [](const auto& c) { return c[0] == c[1] && c[1] == c[2]; });
  }
  bool has_alpha() const { return bits_ > 8 && mask_[3] != 0; }

  // Run-length codes into plain indices, one a byte.
  void runs() {
    indices_.assign(std::size_t(width_ * height_), 0);
    std::int64_t x = 0, y = 0;
    std::size_t at = data_;
    const auto put = [&](std::uint32_t v) {
      if (x < width_ && y < height_) indices_[std::size_t(y * width_ + x)] = std::uint8_t(v);
      ++x;
    };
    while (y < height_) {
      const std::uint32_t n = number(at, 1), v = number(at + 1, 1);
      at += 2;
      if (n > 0) {
        for (std::uint32_t k = 0; k < n; ++k) put(bits_ == 8 ? v : k % 2 ? v & 15 : v >> 4);
      } else if (v == 0) {
        x = 0, ++y;
      } else if (v == 1) {
        break;
      } else if (v == 2) {
        x += number(at, 1), y += number(at + 1, 1);
        at += 2;
      } else {
        for (std::uint32_t k = 0; k < v; ++k) {
          const std::uint32_t byte = number(at + (bits_ == 8 ? k : k / 2), 1);
          put(bits_ == 8 ? byte : k % 2 ? byte & 15 : byte >> 4);
        }
        const std::size_t used = bits_ == 8 ? v : (v + 1) / 2;
        at += used + used % 2;
      }
    }
  }

  static float masked(std::uint32_t v, std::uint32_t mask) {
    if (!mask) return 0;
    const int shift = __builtin_ctz(mask);
    return float(v >> shift & mask >> shift) * 255 / float(mask >> shift);
  }

  void pixel(std::int64_t x, std::int64_t y, std::int64_t channels, float* out) const {
    const std::size_t row = data_ + std::size_t(y) * stride_;
    if (bits_ <= 8) {
      std::size_t index;
      if (!indices_.empty())
        index = indices_[std::size_t(y * width_ + x)];
      else {
        const std::size_t bit = std::size_t(x) * bits_;
        index = number(row + bit / 8, 1) >> (8 - bits_ - bit % 8) & ((1u << bits_) - 1);
      }
      if (index >= palette_.size()) broken("a colour beyond the palette");
      for (std::int64_t k = 0; k < channels; ++k) out[k] = palette_[index][std::size_t(k)];
      return;
    }
    const std::size_t at = row + std::size_t(x) * (bits_ / 8);
    if (mask_[0]) {
      const std::uint32_t v = number(at, bits_ / 8);
      for (std::int64_t k = 0; k < channels; ++k) out[k] = masked(v, mask_[k]);
      return;
    }
    const std::uint32_t v = number(at, 3);
    out[0] = float(v >> 16 & 255), out[1] = float(v >> 8 & 255), out[2] = float(v & 255);
  }

  const std::string& path_;
  const std::vector<unsigned char>& b_;
  std::size_t data_ = 0, head_ = 0, stride_ = 0, entry_ = 4;
  std::int64_t width_ = 0, height_ = 0;
  std::uint32_t bits_ = 0, compression_ = 0, colours_ = 0;
  std::uint32_t mask_[4] = {};
  bool bottom_up_ = true;
  std::vector<std::array<std::uint8_t, 3>> palette_;
  std::vector<std::uint8_t> indices_;
};

void append(std::vector<unsigned char>& out, std::uint32_t v, int bytes) {
  for (int k = 0; k < bytes; ++k) out.push_back(static_cast<unsigned char>(v >> 8 * k));
}

}  // namespace

bool is_bmp(const std::vector<unsigned char>& b) { return b.size() >= 18 && b[0] == 'B' && b[1] == 'M'; }

ArrayData decode_bmp(const std::string& path, const std::vector<unsigned char>& bytes) {
  return Reader(path, bytes).read();
}

std::vector<unsigned char> encode_bmp(const std::string& path, const ArrayData& image) {
  const ImageShape shape = image_shape(path, image);
  if (shape.channels == 2) broken_file(path, "a BMP has 1, 3 or 4 channels, the image 2");
  if (shape.width > 1 << 20 || shape.height > 1 << 20) broken_file(path, "an image of more than 1048576 pixels a side");
  const std::vector<unsigned char> pixels = quantised(image, 255);
  const std::size_t channels = std::size_t(shape.channels), width = std::size_t(shape.width),
                    stride = (width * channels + 3) / 4 * 4;
  const std::uint32_t head = channels == 4 ? 14 + 108 : 14 + 40, data = head + (channels == 1 ? 1024 : 0);
  std::vector<unsigned char> out{'B', 'M'};
  append(out, std::uint32_t(data + stride * std::size_t(shape.height)), 4);
  append(out, 0, 4);
  append(out, data, 4);
  append(out, head - 14, 4);
  append(out, std::uint32_t(shape.width), 4);
  append(out, std::uint32_t(shape.height), 4);
  append(out, 1, 2);
  append(out, std::uint32_t(8 * channels), 2);
  append(out, channels == 4 ? 3 : 0, 4);
  append(out, std::uint32_t(stride * std::size_t(shape.height)), 4);
  append(out, 2835, 4);
  append(out, 2835, 4);
  append(out, channels == 1 ? 256 : 0, 4);
  append(out, 0, 4);
  if (channels == 4)
    for (const std::uint32_t mask : {0xff0000u, 0xff00u, 0xffu, 0xff000000u}) append(out, mask, 4);
  out.resize(head, 0);
  if (channels == 1)
    for (std::uint32_t k = 0; k < 256; ++k) append(out, k << 16 | k << 8 | k, 4);
  for (std::int64_t y = shape.height; y-- > 0;) {
    const unsigned char* row = pixels.data() + std::size_t(y) * width * channels;
    for (std::size_t x = 0; x < width; ++x)
      for (std::size_t k = 0; k < channels; ++k)
        out.push_back(row[x * channels + (k < 3 && channels >= 3 ? 2 - k : k)]);
    out.resize(out.size() + stride - width * channels, 0);
  }
  return out;
}

}  // namespace qc::io
