#include "exr/exr_module.h"

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
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace qc::exr {
namespace {

constexpr std::int64_t kRowsAtOnce = 256;  // a multiple of what the format packs together

struct Ended {};  // the client wants no more

void ask(const Client& client) {
  if (!client.goes_on(client.self)) throw Ended{};
}

// A file in memory, as the library's streams see it. It throws what its reader wants to hear.
class Source : public Imf::IStream {
 public:
  Source(const unsigned char* bytes, std::size_t count) : IStream("image"), b_(bytes), count_(count) {}
  bool isMemoryMapped() const override { return false; }
  bool read(char to[], int n) override {
    if (n < 0 || at_ > count_ || std::size_t(n) > count_ - at_) throw std::runtime_error("the file ends too early");
    std::memcpy(to, b_ + at_, std::size_t(n));
    at_ += std::size_t(n);
    return at_ < count_;
  }
  std::uint64_t tellg() override { return at_; }
  void seekg(std::uint64_t to) override { at_ = std::size_t(to); }
  void clear() override {}

 private:
  const unsigned char* b_;
  std::size_t count_, at_ = 0;
};

class Sink : public Imf::OStream {
 public:
  explicit Sink(const Client& client) : OStream("image"), client_(client) {}
  void write(const char from[], int n) override {
    if (!client_.write(client_.self, at_, from, std::size_t(n))) throw Ended{};
    at_ += std::size_t(n);
  }
  std::uint64_t tellp() override { return at_; }
  void seekp(std::uint64_t to) override { at_ = std::size_t(to); }

 private:
  const Client& client_;
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

class Reader {
 public:
  Reader(const unsigned char* bytes, std::size_t count, const Client& client)
      : bytes_(bytes), count_(count), client_(client) {}

  void read() const {
    Source source(bytes_, count_);
    Imf::InputFile file(source);
    const Imf::ChannelList& channels = file.header().channels();
    if (has_coarse(channels)) return read_chroma();
    const Window window(file.header().dataWindow());
    const std::vector<std::string> names = ordered_names(channels);
    float* values = place(window, names.size());
    Imf::FrameBuffer frame;
    for (std::size_t k = 0; k < names.size(); ++k) frame.insert(names[k], slice(values, window, k, names.size()));
    file.setFrameBuffer(frame);
    const auto [first, last] = std::pair(file.header().dataWindow().min.y, file.header().dataWindow().max.y);
    for (std::int64_t y = first; y <= last; y += kRowsAtOnce) {
      ask(client_);
      file.readPixels(int(y), int(std::min<std::int64_t>(last, y + kRowsAtOnce - 1)));
    }
  }

 private:
  static bool has_coarse(const Imf::ChannelList& channels) {
    for (auto c = channels.begin(); c != channels.end(); ++c)
      if (c.channel().xSampling != 1 || c.channel().ySampling != 1) return true;
    return false;
  }
  float* place(const Window& w, std::size_t channels) const {
    if (channels == 0) throw std::runtime_error("no channels");
    float* values = client_.place(client_.self, {w.height, w.width, std::int64_t(channels)});
    if (!values) throw Ended{};
    return values;
  }
  static Imf::Slice slice(float* values, const Window& w, std::size_t channel, std::size_t channels) {
    const std::size_t step = channels * sizeof(float), row = step * std::size_t(w.width);
    const auto first = std::int64_t(channel * sizeof(float)) - w.x * std::int64_t(step) - w.y * std::int64_t(row);
    return Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(values) + first, step, row);
  }
  void read_chroma() const {
    Source source(bytes_, count_);
    Imf::RgbaInputFile file(source);
    const Window w(file.dataWindow());
    const bool colours = (file.channels() & (Imf::WRITE_C | Imf::WRITE_RGB)) != 0,
               alpha = (file.channels() & Imf::WRITE_A) != 0;
    const std::size_t channels = (colours ? 3 : 1) + (alpha ? 1 : 0);
    float* values = place(w, channels);
    std::vector<Imf::Rgba> row(static_cast<std::size_t>(w.width));
    for (std::int64_t y = 0; y < w.height; ++y) {
      ask(client_);
      file.setFrameBuffer(row.data() - w.x - (w.y + y) * w.width, 1, std::size_t(w.width));
      file.readPixels(int(w.y + y));
      float* to = values + std::size_t(y * w.width) * channels;
      for (const Imf::Rgba& p : row) {
        *to++ = p.r;
        if (colours) *to++ = p.g, *to++ = p.b;
        if (alpha) *to++ = p.a;
      }
    }
  }

  const unsigned char* bytes_;
  std::size_t count_;
  const Client& client_;
};

void write_image(const float* values, const Shape& shape, const Client& client) {
  static const char* const kNames[4][4] = {{"Y"}, {"Y", "A"}, {"R", "G", "B"}, {"R", "G", "B", "A"}};
  const std::size_t channels = std::size_t(shape.channels), step = channels * sizeof(float);
  Imf::Header header(int(shape.width), int(shape.height), 1, Imath::V2f(0, 0), 1, Imf::INCREASING_Y,
                     Imf::ZIPS_COMPRESSION);
  Imf::FrameBuffer frame;
  for (std::size_t k = 0; k < channels; ++k) {
    const char* name = kNames[channels - 1][k];
    header.channels().insert(name, Imf::Channel(Imf::FLOAT));
    // A frame that is written is only read from.
    frame.insert(name, Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(const_cast<float*>(values + k)), step,
                                  step * std::size_t(shape.width)));
  }
  Sink sink(client);
  Imf::OutputFile file(sink, header);
  file.setFrameBuffer(frame);
  for (std::int64_t y = 0; y < shape.height; y += kRowsAtOnce) {
    ask(client);
    file.writePixels(int(std::min(shape.height - y, kRowsAtOnce)));
  }
}

template <class Work>
bool done(const Client& client, const Work& work) {
  try {
    work();
    return true;
  } catch (const Ended&) {
  } catch (const std::bad_alloc&) {
    client.failed(client.self, "not enough memory");
  } catch (const std::exception& e) {
    client.failed(client.self, e.what());
  } catch (...) {
    client.failed(client.self, "it failed");
  }
  return false;
}

}  // namespace
}  // namespace qc::exr

extern "C" {

__attribute__((visibility("default"))) bool qc_exr_read(const unsigned char* bytes, std::size_t count,
                                                        const qc::exr::Client& client) {
  Imf::Header::setMaxImageSize(int(qc::exr::kMostPixels), int(qc::exr::kMostPixels));
  Imf::Header::setMaxTileSize(int(qc::exr::kMostPixels), int(qc::exr::kMostPixels));
  return qc::exr::done(client, [&] { qc::exr::Reader(bytes, count, client).read(); });
}

__attribute__((visibility("default"))) bool qc_exr_write(const float* values, const qc::exr::Shape& shape,
                                                         const qc::exr::Client& client) {
  return qc::exr::done(client, [&] { qc::exr::write_image(values, shape, client); });
}
}
