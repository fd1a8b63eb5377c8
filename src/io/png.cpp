// PNG through libpng. Its errors come back by longjmp, so the functions that call it hold nothing with a destructor:
// everything lives in a struct of the caller, which cleans up.
#include <png.h>

#include <algorithm>
#include <cstring>

#include "io/bytes.h"
#include "support/stop.h"

namespace qc::io {
namespace {

struct Reader {
  png_structp png = nullptr;
  png_infop info = nullptr;
  const unsigned char* data = nullptr;
  std::size_t size = 0, at = 0;
  std::string error;
  png_uint_32 width = 0, height = 0;
  int depth = 0, channels = 0;
  std::vector<unsigned char> pixels;
  std::vector<png_bytep> rows;
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
};

struct PngWriter {
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::string error;
  std::vector<unsigned char> pixels, out;
  ~PngWriter() { png_destroy_write_struct(&png, &info); }
};

template <class State>
void on_error(png_structp png, png_const_charp message) {
  static_cast<State*>(png_get_error_ptr(png))->error = message;
  png_longjmp(png, 1);
}
void on_warning(png_structp, png_const_charp) {}

void read_bytes(png_structp png, png_bytep to, png_size_t count) {
  auto& reader = *static_cast<Reader*>(png_get_io_ptr(png));
  if (reader.size - reader.at < count) png_error(png, "the file ends too early");
  std::memcpy(to, reader.data + reader.at, count);
  reader.at += count;
}

void write_bytes(png_structp png, png_bytep from, png_size_t count) {
  auto& out = static_cast<PngWriter*>(png_get_io_ptr(png))->out;
  bool full = false;
  try {
    out.insert(out.end(), from, from + count);
  } catch (const std::bad_alloc&) {  // must not cross libpng's frames
    full = true;
  }
  if (full) png_error(png, "not enough memory");
}
void flush_nothing(png_structp) {}

// Grey, grey and alpha, RGB or RGBA of 8 or 16 bits, whatever the file holds.
bool read_header(Reader& r) {
  if (setjmp(png_jmpbuf(r.png))) return false;
  png_set_read_fn(r.png, &r, read_bytes);
  png_set_user_limits(r.png, 1 << 20, 1 << 20);
  png_read_info(r.png, r.info);
  const int colour = png_get_color_type(r.png, r.info), depth = png_get_bit_depth(r.png, r.info);
  if (colour == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(r.png);
  if (colour == PNG_COLOR_TYPE_GRAY && depth < 8) png_set_expand_gray_1_2_4_to_8(r.png);
  if (png_get_valid(r.png, r.info, PNG_INFO_tRNS)) png_set_tRNS_to_alpha(r.png);
  png_set_interlace_handling(r.png);
  png_read_update_info(r.png, r.info);
  r.width = png_get_image_width(r.png, r.info);
  r.height = png_get_image_height(r.png, r.info);
  r.depth = png_get_bit_depth(r.png, r.info);
  r.channels = png_get_channels(r.png, r.info);
  return true;
}

bool read_pixels(Reader& r) {
  if (setjmp(png_jmpbuf(r.png))) return false;
  for (int passes = png_set_interlace_handling(r.png); passes > 0; --passes)
    for (const png_bytep row : r.rows) {
      check_stopped();
      png_read_row(r.png, row, nullptr);
    }
  png_read_end(r.png, nullptr);
  return true;
}

// Deflate packs at most about 1032 to 1: a file that claims more is broken, and is refused before memory is taken.
void refuse_bombs(const std::string& path, std::size_t claimed, std::size_t present) {
  if (claimed / 1100 > present)
    broken_file(
        path, "the PNG claims " + std::to_string(claimed) + " bytes of pixels in a file of " + std::to_string(present));
}

std::vector<float> pixels_to_floats(const Reader& r) {
  const std::size_t n = std::size_t(r.width) * r.height * std::size_t(r.channels);
  std::vector<float> values(n);
  if (r.depth == 16)
    for (std::size_t i = 0; i < n; ++i) values[i] = float(r.pixels[2 * i] << 8 | r.pixels[2 * i + 1]);
  else
    for (std::size_t i = 0; i < n; ++i) values[i] = float(r.pixels[i]);
  return values;
}

bool write_all(PngWriter& w, const ImageShape& shape, int maximum, std::size_t row_bytes) {
  if (setjmp(png_jmpbuf(w.png))) return false;
  static constexpr int kColours[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                     PNG_COLOR_TYPE_RGBA};
  png_set_write_fn(w.png, &w, write_bytes, flush_nothing);
  png_set_user_limits(w.png, 1 << 20, 1 << 20);
  png_set_IHDR(w.png, w.info, png_uint_32(shape.width), png_uint_32(shape.height), maximum > 255 ? 16 : 8,
               kColours[shape.channels - 1], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(w.png, w.info);
  for (std::int64_t y = 0; y < shape.height; ++y) {
    check_stopped();
    png_write_row(w.png, w.pixels.data() + std::size_t(y) * row_bytes);
  }
  png_write_end(w.png, w.info);
  return true;
}

}  // namespace

bool is_png(const std::vector<unsigned char>& bytes) {
  return bytes.size() >= 4 && png_sig_cmp(bytes.data(), 0, std::min<std::size_t>(8, bytes.size())) == 0;
}

ArrayData decode_png(const std::string& path, const std::vector<unsigned char>& bytes) {
  Reader r;
  r.data = bytes.data();
  r.size = bytes.size();
  r.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &r, on_error<Reader>, on_warning);
  r.info = r.png ? png_create_info_struct(r.png) : nullptr;
  if (!r.info) broken_file(path, "libpng could not be set up");
  if (!read_header(r)) broken_file(path, "broken PNG: " + r.error);
  const std::size_t row = std::size_t(r.width) * std::size_t(r.channels) * std::size_t(r.depth / 8);
  const std::size_t size = checked_size(path, {std::int64_t(r.height)}, row);
  refuse_bombs(path, size, bytes.size());
  r.pixels.resize(size);
  for (std::size_t y = 0; y < r.height; ++y) r.rows.push_back(r.pixels.data() + y * row);
  if (!read_pixels(r)) broken_file(path, "broken PNG: " + r.error);
  return image_of_floats(r.height, r.width, r.channels, pixels_to_floats(r));
}

std::vector<unsigned char> encode_png(const std::string& path, const ArrayData& image, int maximum) {
  const ImageShape shape = image_shape(path, image);
  PngWriter w;
  w.pixels = quantised(image, maximum);
  w.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &w, on_error<PngWriter>, on_warning);
  w.info = w.png ? png_create_info_struct(w.png) : nullptr;
  if (!w.info) broken_file(path, "libpng could not be set up");
  if (shape.width > 1 << 20 || shape.height > 1 << 20) broken_file(path, "an image of more than 1048576 pixels a side");
  if (!write_all(w, shape, maximum, w.pixels.size() / std::size_t(shape.height)))
    broken_file(path, "the PNG could not be written: " + w.error);
  return std::move(w.out);
}

}  // namespace qc::io
