// OpenEXR through its library, in memory: scan lines and tiles of every compression; of several parts the first.
// Channels as floats; those of luminance and chroma through the library's conversion to red, green and blue. Written as
// floats, ZIPS.
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputFile.h>
#include <ImfOutputFile.h>
#include <ImfRgbaFile.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

#include "io/bytes.h"
#include "support/diagnostic.h"
#include "support/stop.h"

namespace qc::io {
namespace {

using Bytes = std::vector<unsigned char>;
constexpr unsigned char kMagic[] = {0x76, 0x2f, 0x31, 0x01};
constexpr std::int64_t kRowsAtOnce = 256;      // a multiple of what the format packs together
constexpr std::int64_t kMostPixels = 1 << 20;  // a side

// A file in memory, as the library's streams see it. It throws what its reader wants to hear.
class Source : public Imf::IStream {
 public:
  Source(const std::string& path, const Bytes& bytes) : IStream(path.c_str()), b_(bytes) {}
  bool isMemoryMapped() const override { return false; }
  bool read(char to[], int n) override {
    if (n < 0 || at_ > b_.size() || std::size_t(n) > b_.size() - at_)
      throw std::runtime_error("the file ends too early");
    std::memcpy(to, b_.data() + at_, std::size_t(n));
    at_ += std::size_t(n);
    return at_ < b_.size();
  }
  std::uint64_t tellg() override { return at_; }
  void seekg(std::uint64_t to) override { at_ = std::size_t(to); }
  void clear() override {}

 private:
  const Bytes& b_;
  std::size_t at_ = 0;
};

class Sink : public Imf::OStream {
 public:
  explicit Sink(const std::string& path) : OStream(path.c_str()) {}
  void write(const char from[], int n) override {
    if (at_ + std::size_t(n) > bytes.size()) bytes.resize(at_ + std::size_t(n));
    std::memcpy(bytes.data() + at_, from, std::size_t(n));
    at_ += std::size_t(n);
  }
  std::uint64_t tellp() override { return at_; }
  void seekp(std::uint64_t to) override { at_ = std::size_t(to); }

  Bytes bytes;

 private:
  std::size_t at_ = 0;
};

// Y, R, G, B, A wherever they stand in the file; others as they come.
std::vector<std::string> ordered_names(const Imf::ChannelList& channels) {
  std::vector<std::string> names;
  for (auto c = channels.begin(); c != channels.end(); ++c) names.emplace_back(c.name());
  const auto rank = [](const std::string& name) {
    return name.size() == 1 ? std::min(std::string("YRGBA").find(name), std::size_t(5)) : 5;
  };
  std::stable_sort(names.begin(), names.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return names;
}

struct Window {
  std::int64_t x, y, width, height;
  explicit Window(const Imath::Box2i& w)
      : x(w.min.x),
        y(w.min.y),
        width(std::int64_t(w.max.x) - w.min.x + 1),
        height(std::int64_t(w.max.y) - w.min.y + 1) {}
};

class ExrReader {
 public:
  ExrReader(const std::string& path, const Bytes& bytes) : path_(path), bytes_(bytes) {}

  ArrayData read() const {
    Source source(path_, bytes_);
    Imf::InputFile file(source);
    const Imf::ChannelList& channels = file.header().channels();
    if (has_coarse(channels)) return read_chroma();
    const Window window(file.header().dataWindow());
    const std::vector<std::string> names = ordered_names(channels);
    std::vector<float> values = pixels(window, names.size());
    Imf::FrameBuffer frame;
    for (std::size_t k = 0; k < names.size(); ++k) frame.insert(names[k], slice(values, window, k, names.size()));
    file.setFrameBuffer(frame);
    const auto [first, last] = std::pair(file.header().dataWindow().min.y, file.header().dataWindow().max.y);
    for (std::int64_t y = first; y <= last; y += kRowsAtOnce) {
      check_stopped();
      file.readPixels(int(y), int(std::min<std::int64_t>(last, y + kRowsAtOnce - 1)));
    }
    return image_of_floats(window.height, window.width, std::int64_t(names.size()), values);
  }

 private:
  static bool has_coarse(const Imf::ChannelList& channels) {
    for (auto c = channels.begin(); c != channels.end(); ++c)
      if (c.channel().xSampling != 1 || c.channel().ySampling != 1) return true;
    return false;
  }
  std::vector<float> pixels(const Window& w, std::size_t channels) const {
    if (channels == 0) broken_file(path_, "OpenEXR: no channels");
    const std::size_t n = checked_size(path_, {w.height, w.width, std::int64_t(channels)}, sizeof(float));
    if (n / 4096 > bytes_.size())
      broken_file(path_, "OpenEXR: it claims " + std::to_string(n) + " bytes of pixels in a file of " +
                             std::to_string(bytes_.size()));
    return std::vector<float>(n / sizeof(float));
  }
  static Imf::Slice slice(std::vector<float>& values, const Window& w, std::size_t channel, std::size_t channels) {
    const std::size_t step = channels * sizeof(float), row = step * std::size_t(w.width);
    const auto first = std::int64_t(channel * sizeof(float)) - w.x * std::int64_t(step) - w.y * std::int64_t(row);
    return Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(values.data()) + first, step, row);
  }
  ArrayData read_chroma() const {
    Source source(path_, bytes_);
    Imf::RgbaInputFile file(source);
    const Window w(file.dataWindow());
    const bool colours = (file.channels() & (Imf::WRITE_C | Imf::WRITE_RGB)) != 0,
               alpha = (file.channels() & Imf::WRITE_A) != 0;
    const std::size_t channels = (colours ? 3 : 1) + (alpha ? 1 : 0);
    std::vector<float> values = pixels(w, channels);
    std::vector<Imf::Rgba> row(static_cast<std::size_t>(w.width));
    for (std::int64_t y = 0; y < w.height; ++y) {
      check_stopped();
      file.setFrameBuffer(row.data() - w.x - (w.y + y) * w.width, 1, std::size_t(w.width));
      file.readPixels(int(w.y + y));
      float* to = values.data() + std::size_t(y * w.width) * channels;
      for (const Imf::Rgba& p : row) {
        *to++ = p.r;
        if (colours) *to++ = p.g, *to++ = p.b;
        if (alpha) *to++ = p.a;
      }
    }
    return image_of_floats(w.height, w.width, std::int64_t(channels), values);
  }

  const std::string& path_;
  const Bytes& bytes_;
};

}  // namespace

bool is_exr(const Bytes& b) { return b.size() >= 8 && std::equal(std::begin(kMagic), std::end(kMagic), b.begin()); }

ArrayData decode_exr(const std::string& path, const Bytes& bytes) {
  Imf::Header::setMaxImageSize(int(kMostPixels), int(kMostPixels));
  Imf::Header::setMaxTileSize(int(kMostPixels), int(kMostPixels));
  try {
    return ExrReader(path, bytes).read();
  } catch (const std::bad_alloc&) {
    broken_file(path, "OpenEXR: not enough memory");
  } catch (const ProgramError&) {
    throw;
  } catch (const std::exception& e) {
    broken_file(path, std::string("OpenEXR: ") + e.what());
  }
}

Bytes encode_exr(const std::string& path, const ArrayData& image) {
  static const char* const kNames[4][4] = {{"Y"}, {"Y", "A"}, {"R", "G", "B"}, {"R", "G", "B", "A"}};
  const ImageShape shape = image_shape(path, image);
  if (shape.width > kMostPixels || shape.height > kMostPixels)
    broken_file(path, "an image of more than 1048576 pixels a side");
  const std::size_t channels = std::size_t(shape.channels), step = channels * sizeof(float);
  std::vector<float> values = to_floats(image);
  Imf::Header header(int(shape.width), int(shape.height), 1, Imath::V2f(0, 0), 1, Imf::INCREASING_Y,
                     Imf::ZIPS_COMPRESSION);
  Imf::FrameBuffer frame;
  for (std::size_t k = 0; k < channels; ++k) {
    const char* name = kNames[channels - 1][k];
    header.channels().insert(name, Imf::Channel(Imf::FLOAT));
    frame.insert(name, Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(values.data() + k), step,
                                  step * std::size_t(shape.width)));
  }
  Sink sink(path);
  try {
    Imf::OutputFile file(sink, header);
    file.setFrameBuffer(frame);
    for (std::int64_t y = 0; y < shape.height; y += kRowsAtOnce) {
      check_stopped();
      file.writePixels(int(std::min(shape.height - y, kRowsAtOnce)));
    }
  } catch (const ProgramError&) {
    throw;
  } catch (const std::exception& e) {
    broken_file(path, std::string("OpenEXR: ") + e.what());
  }
  return std::move(sink.bytes);
}

}  // namespace qc::io
