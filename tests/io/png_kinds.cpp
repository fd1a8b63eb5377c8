// PNG files of the kinds that the compiler reads but never writes.
#include <png.h>

#include <string>
#include <vector>

namespace {

void append(png_structp png, png_bytep from, png_size_t count) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<char*>(from), count);
}

struct Picture {
  unsigned width, height;
  int depth, colour, interlace;
  std::vector<std::vector<unsigned char>> rows;
};

Picture picture(const std::string& kind) {
  if (kind == "grey of 1 bit") return {4, 1, 1, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, {{0xa0}}};
  if (kind == "grey of 2 bits") return {4, 1, 2, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, {{0x1b}}};
  if (kind != "interlaced") return {4, 1, 8, PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, {{0, 1, 0, 2}}};
  Picture p{11, 9, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_ADAM7, {}};
  for (unsigned char y = 0; y < 9; ++y) {
    p.rows.emplace_back();
    for (unsigned char x = 0; x < 11; ++x) p.rows.back().push_back(static_cast<unsigned char>(y * 11 + x));
  }
  return p;
}

}  // namespace

std::string png_of_kind(const std::string& kind) {
  std::string out;
  Picture p = picture(kind);
  std::vector<png_bytep> rows;
  for (auto& row : p.rows) rows.push_back(row.data());
  png_color colours[] = {{10, 20, 30}, {40, 50, 60}, {255, 0, 1}};
  png_byte alpha[] = {0};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &out, append, nullptr);
  png_set_IHDR(png, info, p.width, p.height, p.depth, p.colour, p.interlace, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (p.colour == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, colours, 3);
  if (kind == "palette with transparency") png_set_tRNS(png, info, alpha, 1, nullptr);
  png_write_info(png, info);
  png_write_image(png, rows.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return out;
}
