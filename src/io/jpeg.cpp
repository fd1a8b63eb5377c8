// JPEG through libjpeg. Its errors come back by longjmp, so the functions that call it hold nothing with a destructor:
// everything lives in a struct of the caller, which cleans up.
#include <cstdio>
#include <cstdlib>
// jpeglib.h wants stdio.h before it
#include <jerror.h>
#include <jpeglib.h>

#include <algorithm>
#include <csetjmp>

#include "io/bytes.h"
#include "support/stop.h"

namespace qc::io {
namespace {

struct Errors {
  jpeg_error_mgr manager;
  std::jmp_buf back;
  char message[JMSG_LENGTH_MAX] = "";
};

[[noreturn]] void on_error(j_common_ptr c) {
  auto* e = reinterpret_cast<Errors*>(c->err);
  c->err->format_message(c, e->message);
  std::longjmp(e->back, 1);
}
// Stray bytes between markers are harmless; where data ends too early pixels would be made up.
void on_message(j_common_ptr c, int level) {
  const int code = c->err->msg_code;
  if (level < 0 && (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE)) on_error(c);
}

void set_up(Errors& e, jpeg_error_mgr*& slot) {
  slot = jpeg_std_error(&e.manager);
  e.manager.error_exit = on_error;
  e.manager.emit_message = on_message;
  e.manager.output_message = [](j_common_ptr) {};
}

struct JpegReader {
  jpeg_decompress_struct c = {};
  Errors errors;
  std::vector<unsigned char> pixels;
  JpegReader() {
    set_up(errors, c.err);
    if (!setjmp(errors.back)) jpeg_create_decompress(&c);
  }
  ~JpegReader() { jpeg_destroy_decompress(&c); }
};

struct Writer {
  jpeg_compress_struct c = {};
  Errors errors;
  std::vector<unsigned char> pixels;
  unsigned char* out = nullptr;
  unsigned long size = 0;
  Writer() {
    set_up(errors, c.err);
    if (!setjmp(errors.back)) jpeg_create_compress(&c);
  }
  ~Writer() {
    jpeg_destroy_compress(&c);
    std::free(out);
  }
};

bool read_header(JpegReader& r, const std::vector<unsigned char>& bytes) {
  if (setjmp(r.errors.back)) return false;
  jpeg_mem_src(&r.c, bytes.data(), bytes.size());
  jpeg_read_header(&r.c, TRUE);
  if (r.c.jpeg_color_space != JCS_GRAYSCALE)
    r.c.out_color_space = JCS_RGB;  // libjpeg refuses what it cannot turn into it
  r.c.dct_method = JDCT_ISLOW;
  jpeg_start_decompress(&r.c);
  return true;
}

bool read_pixels(JpegReader& r, std::size_t row_bytes) {
  if (setjmp(r.errors.back)) return false;
  while (r.c.output_scanline < r.c.output_height) {
    check_stopped();
    JSAMPROW row = r.pixels.data() + r.c.output_scanline * row_bytes;
    jpeg_read_scanlines(&r.c, &row, 1);
  }
  jpeg_finish_decompress(&r.c);
  return true;
}

bool write_all(Writer& w, const ImageShape& shape, int quality) {
  if (setjmp(w.errors.back)) return false;
  jpeg_mem_dest(&w.c, &w.out, &w.size);
  w.c.image_width = JDIMENSION(shape.width);
  w.c.image_height = JDIMENSION(shape.height);
  w.c.input_components = int(shape.channels);
  w.c.in_color_space = shape.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&w.c);
  jpeg_set_quality(&w.c, quality, TRUE);
  w.c.dct_method = JDCT_ISLOW;
  jpeg_start_compress(&w.c, TRUE);
  const std::size_t row_bytes = std::size_t(shape.width * shape.channels);
  while (w.c.next_scanline < w.c.image_height) {
    check_stopped();
    JSAMPROW row = w.pixels.data() + w.c.next_scanline * row_bytes;
    jpeg_write_scanlines(&w.c, &row, 1);
  }
  jpeg_finish_compress(&w.c);
  return true;
}

}  // namespace

bool is_jpeg(const std::vector<unsigned char>& bytes) {
  return bytes.size() >= 3 && bytes[0] == 0xff && bytes[1] == 0xd8 && bytes[2] == 0xff;
}

ArrayData decode_jpeg(const std::string& path, const std::vector<unsigned char>& bytes) {
  JpegReader r;
  if (!read_header(r, bytes)) broken_file(path, std::string("broken JPEG: ") + r.errors.message);
  const std::size_t row = std::size_t(r.c.output_width) * std::size_t(r.c.output_components);
  r.pixels.resize(checked_size(path, {std::int64_t(r.c.output_height)}, row));
  if (!read_pixels(r, row)) broken_file(path, std::string("broken JPEG: ") + r.errors.message);
  return image_of_floats(r.c.output_height, r.c.output_width, r.c.output_components,
                         {r.pixels.begin(), r.pixels.end()});
}

std::vector<unsigned char> encode_jpeg(const std::string& path, const ArrayData& image, int quality) {
  const ImageShape shape = image_shape(path, image);
  if (shape.channels != 1 && shape.channels != 3)
    broken_file(path, "a JPEG has 1 or 3 channels, the image " + std::to_string(shape.channels));
  if (std::max(shape.width, shape.height) > JPEG_MAX_DIMENSION)
    broken_file(path, "an image of more than 65500 pixels a side");
  Writer w;
  w.pixels = quantised(image, 255);
  if (!write_all(w, shape, std::clamp(quality, 1, 100)))
    broken_file(path, std::string("the JPEG could not be written: ") + w.errors.message);
  return {w.out, w.out + w.size};
}

}  // namespace qc::io
