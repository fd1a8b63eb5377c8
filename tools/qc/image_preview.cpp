#include "image_preview.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "io/bytes.h"

namespace qc::tool {
namespace {

constexpr std::int64_t kMostColumns = 64, kMostLines = 20;   // of half blocks
constexpr std::int64_t kMostAcross = 480, kMostDown = 320;   // pixels
constexpr std::int64_t kLeastAcross = 128, kLeastDown = 96;  // which small images are enlarged to

using Colour = std::array<std::uint8_t, 3>;

// The image in other extents: each pixel is the mean of what it stands for, of at most 4 x 4 places.
class Raster {
 public:
  Raster(const Preview& image, std::int64_t height, std::int64_t width)
      : height(height), width(width), pixels_(std::size_t(height * width)) {
    for (std::int64_t i = 0; i < height; ++i)
      for (std::int64_t j = 0; j < width; ++j)
        for (int c = 0; c < 3; ++c)
          pixels_[std::size_t(i * width + j)][std::size_t(c)] = mean(image, i, j, image.grey ? 0 : c);
  }
  const Colour& at(std::int64_t i, std::int64_t j) const { return pixels_[std::size_t(i * width + j)]; }
  const std::int64_t height, width;

 private:
  std::uint8_t mean(const Preview& image, std::int64_t i, std::int64_t j, int channel) const {
    const std::int64_t top = i * image.height / height, bottom = std::max(top + 1, (i + 1) * image.height / height);
    const std::int64_t left = j * image.width / width, right = std::max(left + 1, (j + 1) * image.width / width);
    const std::int64_t down = std::max<std::int64_t>(1, (bottom - top) / 4),
                       along = std::max<std::int64_t>(1, (right - left) / 4);
    double sum = 0;
    int n = 0;
    for (std::int64_t y = top; y < bottom; y += down)
      for (std::int64_t x = left; x < right; x += along, ++n) sum += image.level(y, x, channel);
    const double v = sum / n;
    return std::uint8_t(std::clamp(std::isnan(v) ? 0.0 : v, 0.0, 255.0) + 0.5);
  }

  std::vector<Colour> pixels_;
};

// Each character is two pixels, the upper half a block's colour, the lower one its background.
std::string in_half_blocks(const Preview& image, const Screen& screen) {
  const std::int64_t columns = std::min<std::int64_t>({image.width, screen.width - 2, kMostColumns});
  const std::int64_t lines = std::clamp<std::int64_t>((image.height * columns / image.width + 1) / 2, 1, kMostLines);
  const std::int64_t across = std::min(columns, std::max<std::int64_t>(1, 2 * lines * image.width / image.height));
  const Raster raster(image, 2 * lines, across);
  const auto colour = [&](std::int64_t i, std::int64_t j) {
    const auto [r, g, b] = raster.at(i, j);
    if (screen.colours == Screen::Colours::True) return fmt::format("2;{};{};{}", r, g, b);
    const auto level = [](int v) { return (v * 5 + 127) / 255; };
    return fmt::format("5;{}", 16 + 36 * level(r) + 6 * level(g) + level(b));
  };
  std::string text;
  for (std::int64_t line = 0; line < lines; ++line) {
    text += " ";
    for (std::int64_t j = 0; j < across; ++j)
      text += fmt::format("\x1b[38;{}m\x1b[48;{}m\u2580", colour(2 * line, j), colour(2 * line + 1, j));
    text += "\x1b[0m\n";
  }
  return text;
}

// As large as the place for it, and by a whole factor where it is small.
Raster in_pixels(const Preview& image) {
  const double fit = std::min(double(kMostAcross) / double(image.width), double(kMostDown) / double(image.height));
  const std::int64_t wanted = std::min(kLeastAcross / image.width, kLeastDown / image.height);
  const double scale = fit >= 1 ? double(std::max<std::int64_t>(1, wanted)) : fit;
  const auto extent = [&](std::int64_t n) { return std::max<std::int64_t>(1, std::int64_t(double(n) * scale)); };
  return {image, extent(image.height), extent(image.width)};
}

// A PNG in the terminal graphics protocol, 4096 characters of base64 at a time. q=2: the terminal says nothing to it,
// which would be read as typed.
std::string in_protocol_of_kitty(const Raster& raster) {
  std::vector<float> values;
  for (std::int64_t i = 0; i < raster.height; ++i)
    for (std::int64_t j = 0; j < raster.width; ++j)
      for (const std::uint8_t v : raster.at(i, j)) values.push_back(v);
  const auto image = io::image_of_floats(raster.height, raster.width, 3, values);
  const std::string data = io::base64(io::encode_png("preview", image, 255));
  constexpr std::size_t kChunk = 4096;
  std::string text;
  for (std::size_t at = 0; at < data.size(); at += kChunk)
    text += fmt::format("\x1b_G{}m={};{}\x1b\\", at == 0 ? "a=T,f=100,q=2," : "", at + kChunk < data.size() ? 1 : 0,
                        data.substr(at, kChunk));
  return text + "\n";
}

// Bands of six rows: of each colour in a band the columns of pixels that have it, equal ones counted.
class Sixels {
 public:
  explicit Sixels(const Raster& raster) : raster_(raster) {
    text_ = fmt::format("\x1bP0;1;0q\"1;1;{};{}", raster.width, raster.height);
    for (std::int64_t i = 0; i < raster.height && grey_; ++i)
      for (std::int64_t j = 0; j < raster.width && grey_; ++j) {
        const auto [r, g, b] = raster.at(i, j);
        grey_ = r == g && g == b;
      }
    for (int k = 0; k < kColours; ++k) define(k);
    for (std::int64_t top = 0; top < raster.height; top += 6) band(top);
    text_ += "\x1b\\\n";
  }
  std::string take() { return std::move(text_); }

 private:
  static constexpr int kSteps = 6, kColours = kSteps * kSteps * kSteps;

  void define(int k) {
    const auto percent = [](int step, int steps) { return step * 100 / (steps - 1); };
    const int grey = percent(k, kColours);
    text_ += grey_ ? fmt::format("#{};2;{};{};{}", k, grey, grey, grey)
                   : fmt::format("#{};2;{};{};{}", k, percent(k / (kSteps * kSteps), kSteps),
                                 percent(k / kSteps % kSteps, kSteps), percent(k % kSteps, kSteps));
  }
  int number_of(const Colour& c) const {
    const auto step = [](int level, int steps) { return (level * (steps - 1) + 127) / 255; };
    if (grey_) return step(c[0], kColours);
    return (step(c[0], kSteps) * kSteps + step(c[1], kSteps)) * kSteps + step(c[2], kSteps);
  }

  void band(std::int64_t top) {
    const std::int64_t rows = std::min<std::int64_t>(6, raster_.height - top), width = raster_.width;
    std::array<std::vector<std::uint8_t>, kColours> bits;  // of a column which rows have the colour
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < width; ++j) {
        auto& columns = bits[std::size_t(number_of(raster_.at(top + i, j)))];
        columns.resize(std::size_t(width));
        columns[std::size_t(j)] = std::uint8_t(columns[std::size_t(j)] | 1 << i);
      }
    for (int k = 0; k < kColours; ++k) {
      const auto& columns = bits[std::size_t(k)];
      if (columns.empty()) continue;
      text_ += fmt::format("#{}", k);
      for (std::size_t begin = 0; begin < columns.size();) {
        std::size_t end = begin;
        while (end < columns.size() && columns[end] == columns[begin]) ++end;
        const char sixel = char('?' + columns[begin]);
        text_ += end - begin > 3 ? fmt::format("!{}{}", end - begin, sixel) : std::string(end - begin, sixel);
        begin = end;
      }
      text_ += '$';
    }
    text_ += '-';
  }

  const Raster& raster_;
  bool grey_ = true;
  std::string text_;
};

}  // namespace

std::string drawn(const Preview& image, const Screen& screen) {
  switch (screen.images) {
    case Screen::Images::None:
      return {};
    case Screen::Images::HalfBlocks:
      return in_half_blocks(image, screen);
    case Screen::Images::Sixel:
      return Sixels(in_pixels(image)).take();
    case Screen::Images::Kitty:
      return in_protocol_of_kitty(in_pixels(image));
  }
  return {};
}

}  // namespace qc::tool
