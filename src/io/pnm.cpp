// PGM and PPM, as text (P2 P3) and binary (P5 P6), 8 and 16 bit, and PFM (Pf PF).
#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "io/bytes.h"
#include "support/stop.h"

namespace qc::io {
namespace {

bool is_space(unsigned char c) { return std::isspace(c) != 0; }

// Reads the header's words, and the numbers of text files. Comments run from # to the end of the line.
class Words {
 public:
  Words(const std::string& path, const std::vector<unsigned char>& bytes) : path_(path), bytes_(bytes) {}

  std::string word(const char* what) {
    skip();
    std::string text;
    while (at_ < bytes_.size() && !is_space(bytes_[at_]) && bytes_[at_] != '#' && text.size() < 64)
      text += char(bytes_[at_++]);
    if (text.empty()) broken_file(path_, std::string("the file ends before ") + what);
    return text;
  }
  std::int64_t number(const char* what, std::int64_t least, std::int64_t most) {
    const std::string text = word(what);
    if (text.size() > 18 || text.find_first_not_of("0123456789") != std::string::npos)
      broken_file(path_, std::string(what) + " is not a number: '" + printable(text) + "'");
    const std::int64_t value = std::atoll(text.c_str());
    if (value < least || value > most)
      broken_file(path_, std::string(what) + " is " + text + ", it must be " + std::to_string(least) + " to " +
                             std::to_string(most));
    return value;
  }
  double real(const char* what) {
    const std::string text = word(what);
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (*end || !std::isfinite(value))
      broken_file(path_, std::string(what) + " is not a number: '" + printable(text) + "'");
    return value;
  }
  // Where the pixels begin: one white space after the header.
  std::size_t pixels() {
    if (at_ >= bytes_.size() || !is_space(bytes_[at_])) broken_file(path_, "the file ends before the pixels");
    return at_ + 1;
  }
  std::size_t at() const { return at_; }

 private:
  static std::string printable(std::string text) {
    for (char& c : text)
      if (c < ' ' || c > '~') c = '?';
    return text;
  }
  void skip() {
    while (at_ < bytes_.size() && (is_space(bytes_[at_]) || bytes_[at_] == '#')) {
      if (bytes_[at_] == '#')
        while (at_ < bytes_.size() && bytes_[at_] != '\n') ++at_;
      else
        ++at_;
    }
  }
  const std::string& path_;
  const std::vector<unsigned char>& bytes_;
  std::size_t at_ = 0;
};

constexpr std::int64_t kMostPixels = std::int64_t{1} << 31;  // a side

void need(const std::string& path, std::size_t wanted, std::size_t present) {
  if (present < wanted)
    broken_file(path, "the file ends too early: " + std::to_string(wanted) + " bytes of pixels expected, " +
                          std::to_string(present) + " there");
}

std::vector<float> text_samples(const std::string& path, Words& words, std::size_t count, std::size_t present,
                                std::int64_t top) {
  need(path, 2 * count - 1, present);  // a digit and a space each, at the least
  std::vector<float> values(count);
  SeldomStopped stopped;
  for (float& value : values) {
    stopped.check();
    value = float(words.number("a sample", 0, top));
  }
  return values;
}

std::vector<float> binary_samples(const std::string& path, const unsigned char* data, std::size_t count,
                                  std::int64_t top) {
  std::vector<float> values(count);
  std::int64_t highest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int sample = top > 255 ? data[2 * i] << 8 | data[2 * i + 1] : data[i];
    highest = std::max<std::int64_t>(highest, sample);
    values[i] = float(sample);
  }
  if (highest > top)
    broken_file(path, "a sample of " + std::to_string(highest) + " exceeds the file's maximum " + std::to_string(top));
  return values;
}

// Samples are told on the scale 0..255, or 0..65535 for two-byte files, also when the file's maximum is another.
void rescale(std::vector<float>& values, std::int64_t top) {
  const int full = top > 255 ? 65535 : 255;
  if (top == full) return;
  for (float& value : values) value = value * float(full) / float(top);
}

bool starts_with(const std::vector<unsigned char>& bytes, char second) {
  return bytes.size() >= 2 && bytes[0] == 'P' && bytes[1] == static_cast<unsigned char>(second) &&
         (bytes.size() == 2 || is_space(bytes[2]) || bytes[2] == '#');
}

void append(std::vector<unsigned char>& out, const std::string& text) {
  out.insert(out.end(), text.begin(), text.end());
}

std::string header(const char* magic, const ImageShape& shape, const std::string& last) {
  return std::string(magic) + "\n" + std::to_string(shape.width) + " " + std::to_string(shape.height) + "\n" + last +
         "\n";
}

void require_grey_or_rgb(const std::string& path, const ImageShape& shape) {
  if (shape.channels != 1 && shape.channels != 3)
    broken_file(path, "this format holds 1 or 3 channels, the array has " + std::to_string(shape.channels),
                "write a .png file, or drop the alpha channel");
}

}  // namespace

bool is_pnm(const std::vector<unsigned char>& bytes) {
  return starts_with(bytes, '2') || starts_with(bytes, '3') || starts_with(bytes, '5') || starts_with(bytes, '6');
}

ArrayData decode_pnm(const std::string& path, const std::vector<unsigned char>& bytes) {
  Words words(path, bytes);
  const char magic = words.word("the header")[1];
  const bool text = magic == '2' || magic == '3';
  const std::int64_t channels = magic == '3' || magic == '6' ? 3 : 1;
  const std::int64_t width = words.number("the width", 1, kMostPixels);
  const std::int64_t height = words.number("the height", 1, kMostPixels);
  const std::int64_t top = words.number("the maximum", 1, 65535);
  const std::size_t count = checked_size(path, {height, width, channels}, 1);
  std::vector<float> values;
  if (text) {
    values = text_samples(path, words, count, bytes.size() - words.at(), top);
  } else {
    const std::size_t at = words.pixels();
    need(path, count * (top > 255 ? 2 : 1), bytes.size() - at);
    values = binary_samples(path, bytes.data() + at, count, top);
  }
  rescale(values, top);
  return image_of_floats(height, width, channels, values);
}

std::vector<unsigned char> encode_pnm(const std::string& path, const ArrayData& image, int maximum) {
  const ImageShape shape = image_shape(path, image);
  require_grey_or_rgb(path, shape);
  std::vector<unsigned char> out;
  append(out, header(shape.channels == 3 ? "P6" : "P5", shape, std::to_string(maximum)));
  const auto samples = quantised(image, maximum);
  out.insert(out.end(), samples.begin(), samples.end());
  return out;
}

bool is_pfm(const std::vector<unsigned char>& bytes) { return starts_with(bytes, 'f') || starts_with(bytes, 'F'); }

// Rows run from the bottom up; a negative scale says little-endian.
ArrayData decode_pfm(const std::string& path, const std::vector<unsigned char>& bytes) {
  Words words(path, bytes);
  const std::int64_t channels = words.word("the header")[1] == 'F' ? 3 : 1;
  const std::int64_t width = words.number("the width", 1, kMostPixels);
  const std::int64_t height = words.number("the height", 1, kMostPixels);
  const bool swap = words.real("the scale") > 0;
  const std::size_t at = words.pixels(), row = std::size_t(width) * std::size_t(channels);
  const std::size_t count = checked_size(path, {height, width, channels}, 4) / 4;
  need(path, 4 * count, bytes.size() - at);
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t from = (std::size_t(height) - 1 - i / row) * row + i % row;
    std::uint32_t bits;
    std::memcpy(&bits, bytes.data() + at + 4 * from, 4);
    values[i] = std::bit_cast<float>(swap ? __builtin_bswap32(bits) : bits);
  }
  return image_of_floats(height, width, channels, values);
}

std::vector<unsigned char> encode_pfm(const std::string& path, const ArrayData& image) {
  const ImageShape shape = image_shape(path, image);
  require_grey_or_rgb(path, shape);
  const std::vector<float> values = to_floats(image);
  std::vector<unsigned char> out;
  append(out, header(shape.channels == 3 ? "PF" : "Pf", shape, "-1.0"));
  const std::size_t begin = out.size(), row = values.size() / std::size_t(shape.height) * 4;
  out.resize(begin + values.size() * 4);
  for (std::size_t y = 0; y < std::size_t(shape.height); ++y)
    std::memcpy(out.data() + begin + (std::size_t(shape.height) - 1 - y) * row,
                reinterpret_cast<const unsigned char*>(values.data()) + y * row, row);
  return out;
}

}  // namespace qc::io
