// OpenEXR: one part of scan lines, half, float and uint channels, not compressed or by run lengths or zlib (kinds RLE, ZIPS, ZIP).
// Written as floats, ZIPS. Layout after the OpenEXR file format description (openexr.com).
#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "io/bytes.h"

namespace qc::io {
namespace {

using Bytes = std::vector<unsigned char>;
constexpr unsigned char kMagic[] = {0x76, 0x2f, 0x31, 0x01};
enum Compression { kNone = 0, kRunLengths = 1, kZips = 2, kZip = 3 };
enum Sample { kUint = 0, kHalf = 1, kFloat = 2 };

struct Channel {
  std::string name;
  int sample = kFloat;
  std::size_t place = 0;  // in the result
  std::size_t bytes() const { return sample == kHalf ? 2 : 4; }
};

// Differences of neighbours and halves of even and odd bytes, as they are stored before compression, back to the bytes.
Bytes restored(Bytes t) {
  for (std::size_t i = 1; i < t.size(); ++i) t[i] = static_cast<unsigned char>(t[i - 1] + t[i] - 128);
  Bytes out(t.size());
  const std::size_t half = (t.size() + 1) / 2;
  for (std::size_t i = 0; i < t.size(); ++i) out[i] = i % 2 ? t[half + i / 2] : t[i / 2];
  return out;
}
Bytes prepared(const Bytes& b) {
  Bytes t(b.size());
  const std::size_t half = (b.size() + 1) / 2;
  for (std::size_t i = 0; i < b.size(); ++i) t[i % 2 ? half + i / 2 : i / 2] = b[i];
  for (std::size_t i = t.size(); i-- > 1;) t[i] = static_cast<unsigned char>(t[i] - t[i - 1] + 128);
  return t;
}

class Reader {
 public:
  Reader(const std::string& path, const Bytes& bytes) : path_(path), b_(bytes) {}

  ArrayData read() {
    const auto version = number<std::uint32_t>(4);
    if ((version & 0xff) != 2 || (version & 0x1a00)) broken("only files of one part of scan lines are read");
    at_ = 8;
    while (attribute()) {
    }
    if (channels_.empty() || width_ <= 0 || height_ <= 0) broken("no channels or no extents");
    order_channels();
    const std::size_t n = checked_size(path_, {height_, width_, std::int64_t(channels_.size())}, sizeof(float));
    if (n / 4096 > b_.size()) broken("it claims " + std::to_string(n) + " bytes of pixels in a file of " + std::to_string(b_.size()));
    values_.assign(n / sizeof(float), 0);
    const std::int64_t lines = compression_ == kZip ? 16 : 1;
    const std::int64_t blocks = (height_ + lines - 1) / lines;
    for (std::int64_t k = 0; k < blocks; ++k) block(std::size_t(number<std::uint64_t>(at_ + std::size_t(k) * 8)), lines);
    return image_of_floats(height_, width_, std::int64_t(channels_.size()), values_);
  }

 private:
  [[noreturn]] void broken(const std::string& what) const { broken_file(path_, "OpenEXR: " + what); }
  void need(std::size_t at, std::size_t n) const {
    if (at > b_.size() || n > b_.size() - at) broken("the file ends too early");
  }
  template <class T> T number(std::size_t at) const {
    need(at, sizeof(T));
    T v;
    std::memcpy(&v, b_.data() + at, sizeof v);
    return v;
  }
  std::string name(std::size_t& at) const {
    std::string s;
    for (;; ++at) {
      need(at, 1);
      if (b_[at] == 0) break;
      s += char(b_[at]);
      if (s.size() > 255) broken("a name without an end");
    }
    ++at;
    return s;
  }

  bool attribute() {
    const std::string what = name(at_);
    if (what.empty()) return false;
    name(at_);  // its type
    const auto size = number<std::uint32_t>(at_);
    at_ += 4;
    need(at_, size);
    if (what == "channels") read_channels(at_, at_ + size);
    if (what == "compression") {
      compression_ = b_.at(at_);
      if (compression_ > kZip) broken("compression of kind " + std::to_string(compression_) + " is not read; 0 to 3 (none, RLE, ZIPS, ZIP) are");
    }
    if (what == "dataWindow") {
      const auto x0 = number<std::int32_t>(at_), x1 = number<std::int32_t>(at_ + 8), y1 = number<std::int32_t>(at_ + 12);
      top_ = number<std::int32_t>(at_ + 4);
      width_ = std::int64_t(x1) - x0 + 1;
      height_ = std::int64_t(y1) - top_ + 1;
      if (width_ > 1 << 20 || height_ > 1 << 20) broken("extents beyond 1048576");
    }
    at_ += size;
    return true;
  }
  void read_channels(std::size_t at, std::size_t end) {
    while (at + 1 < end) {
      Channel c;
      c.name = name(at);
      if (c.name.empty()) return;
      c.sample = number<std::int32_t>(at);
      if (c.sample < kUint || c.sample > kFloat) broken("a channel of an unknown type");
      if (number<std::int32_t>(at + 8) != 1 || number<std::int32_t>(at + 12) != 1) broken("channels of lower resolution are not read");
      at += 16;
      channels_.push_back(c);
    }
  }
  // Y, R, G, B, A wherever they stand in the file; others as they come.
  void order_channels() {
    std::vector<std::size_t> order(channels_.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    const auto rank = [&](std::size_t k) {
      const std::size_t at = std::string("YRGBA").find(channels_[k].name);
      return channels_[k].name.size() == 1 && at != std::string::npos ? at : 5;
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    for (std::size_t k = 0; k < order.size(); ++k) channels_[order[k]].place = k;
  }

  Bytes unpacked(std::size_t at, std::size_t size, std::size_t want) const {
    need(at, size);
    const unsigned char* from = b_.data() + at;
    if (compression_ == kNone || size == want) {
      if (size != want) broken("a block of the wrong size");
      return {from, from + size};
    }
    Bytes out(want);
    if (compression_ == kRunLengths) {
      std::size_t to = 0, i = 0;
      while (i < size) {
        const int n = static_cast<signed char>(from[i++]);
        const std::size_t count = std::size_t(n < 0 ? -n : n + 1), used = n < 0 ? count : 1;
        if (to + count > want || i + used > size) broken("a damaged block");
        if (n < 0) std::memcpy(out.data() + to, from + i, count);
        else std::memset(out.data() + to, from[i], count);
        to += count, i += used;
      }
      if (to != want) broken("a damaged block");
    } else {
      uLongf n = uLongf(want);
      if (uncompress(out.data(), &n, from, uLong(size)) != Z_OK || n != want) broken("a damaged block");
    }
    return restored(std::move(out));
  }

  void block(std::size_t at, std::int64_t lines) {
    const std::int64_t y = std::int64_t(number<std::int32_t>(at)) - top_;
    const auto size = number<std::uint32_t>(at + 4);
    if (y < 0 || y >= height_) broken("a block outside the picture");
    std::size_t row = 0;
    for (const Channel& c : channels_) row += c.bytes() * std::size_t(width_);
    const std::int64_t rows = std::min(lines, height_ - y);
    const Bytes data = unpacked(at + 8, size, row * std::size_t(rows));
    const unsigned char* p = data.data();
    for (std::int64_t r = y; r < y + rows; ++r)
      for (const Channel& c : channels_) {
        ArrayData line{{width_}, c.sample == kHalf ? Elem::F16 : c.sample == kFloat ? Elem::F32 : Elem::U32, std::vector<std::byte>(c.bytes() * std::size_t(width_))};
        std::memcpy(line.bytes.data(), p, line.bytes.size());
        p += line.bytes.size();
        const std::vector<float> v = to_floats(line);
        for (std::size_t x = 0; x < v.size(); ++x) values_[(std::size_t(r * width_) + x) * channels_.size() + c.place] = v[x];
      }
  }

  const std::string& path_;
  const Bytes& b_;
  std::size_t at_ = 0;
  std::vector<Channel> channels_;
  int compression_ = kNone;
  std::int64_t width_ = 0, height_ = 0, top_ = 0;
  std::vector<float> values_;
};

template <class T> void put(Bytes& out, T v) {
  unsigned char raw[sizeof v];
  std::memcpy(raw, &v, sizeof v);
  out.insert(out.end(), raw, raw + sizeof v);
}
void put_text(Bytes& out, const std::string& s) {
  out.insert(out.end(), s.begin(), s.end());
  out.push_back(0);
}
void put_attribute(Bytes& out, const char* name, const char* type, const Bytes& value) {
  put_text(out, name);
  put_text(out, type);
  put(out, std::uint32_t(value.size()));
  out.insert(out.end(), value.begin(), value.end());
}

}  // namespace

bool is_exr(const Bytes& b) { return b.size() >= 8 && std::equal(std::begin(kMagic), std::end(kMagic), b.begin()); }

ArrayData decode_exr(const std::string& path, const Bytes& bytes) { return Reader(path, bytes).read(); }

Bytes encode_exr(const std::string& path, const ArrayData& image) {
  const ImageShape shape = image_shape(path, image);
  if (shape.width > 1 << 20 || shape.height > 1 << 20) broken_file(path, "an image of more than 1048576 pixels a side");
  static const char* const kNames[4][4] = {{"Y"}, {"A", "Y"}, {"B", "G", "R"}, {"A", "B", "G", "R"}};  // sorted, as the format wants them
  const std::size_t channels = std::size_t(shape.channels), width = std::size_t(shape.width);
  const std::vector<float> values = to_floats(image);
  Bytes list, window, zero, one, out(std::begin(kMagic), std::end(kMagic));
  for (std::size_t k = 0; k < channels; ++k) {
    put_text(list, kNames[channels - 1][k]);
    for (const std::int32_t v : {std::int32_t(kFloat), 0, 1, 1}) put(list, v);
  }
  list.push_back(0);
  for (const std::int64_t v : {std::int64_t(0), std::int64_t(0), shape.width - 1, shape.height - 1}) put(window, std::int32_t(v));
  put(zero, 0.0f);
  put(zero, 0.0f);
  put(one, 1.0f);
  put(out, std::uint32_t(2));
  put_attribute(out, "channels", "chlist", list);
  put_attribute(out, "compression", "compression", {kZips});
  put_attribute(out, "dataWindow", "box2i", window);
  put_attribute(out, "displayWindow", "box2i", window);
  put_attribute(out, "lineOrder", "lineOrder", {0});
  put_attribute(out, "pixelAspectRatio", "float", one);
  put_attribute(out, "screenWindowCenter", "v2f", zero);
  put_attribute(out, "screenWindowWidth", "float", one);
  out.push_back(0);
  const std::size_t table = out.size();
  out.resize(table + 8 * std::size_t(shape.height));
  for (std::int64_t y = 0; y < shape.height; ++y) {
    const std::uint64_t here = out.size();
    std::memcpy(out.data() + table + 8 * std::size_t(y), &here, 8);
    Bytes row;
    for (std::size_t k = channels; k-- > 0;)  // the names of 1 to 4 channels sorted are the channels from the last to the first
      for (std::size_t x = 0; x < width; ++x) put(row, values[(std::size_t(y) * width + x) * channels + k]);
    const Bytes ready = prepared(row);
    uLongf n = compressBound(uLong(ready.size()));
    Bytes packed(n);
    if (compress2(packed.data(), &n, ready.data(), uLong(ready.size()), 6) != Z_OK || n >= row.size()) packed = row, n = uLongf(row.size());
    put(out, std::int32_t(y));
    put(out, std::uint32_t(n));
    out.insert(out.end(), packed.begin(), packed.begin() + std::ptrdiff_t(n));
  }
  return out;
}

}  // namespace qc::io
