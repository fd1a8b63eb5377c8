#include "io/array_file.h"

#include <algorithm>
#include <cctype>

#include "io/bytes.h"

namespace qc::io {

std::string ending_of(const std::string& path) {
  const std::size_t dot = path.find_last_of("./");
  if (dot == std::string::npos || path[dot] != '.') return "";
  std::string text = path.substr(dot + 1);
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return text;
}

bool is_image_ending(const std::string& ending) {
  static constexpr const char* kEndings[] = {"png", "pgm", "ppm", "pfm", "jpg", "jpeg",
                                             "bmp", "exr", "hdr", "pic", "tif", "tiff"};
  return std::find(std::begin(kEndings), std::end(kEndings), ending) != std::end(kEndings);
}

namespace {

ArrayData decode_image(const std::string& path, const std::vector<unsigned char>& bytes) {
  if (bytes.empty()) broken_file(path, "the file is empty");
  if (is_png(bytes)) return decode_png(path, bytes);
  if (is_pnm(bytes)) return decode_pnm(path, bytes);
  if (is_pfm(bytes)) return decode_pfm(path, bytes);
  if (is_jpeg(bytes)) return decode_jpeg(path, bytes);
  if (is_tiff(bytes)) return decode_tiff(path, bytes);
  if (is_bmp(bytes)) return decode_bmp(path, bytes);
  if (is_exr(bytes)) return decode_exr(path, bytes);
  if (is_radiance(bytes)) return decode_radiance(path, bytes);
  broken_file(path, "not an image of a known kind",
              "PNG, JPEG, TIFF, BMP, OpenEXR, Radiance, PGM, PPM and PFM files can be read");
}

}  // namespace

std::int64_t ArrayData::count() const {
  std::int64_t n = 1;
  for (std::int64_t extent : dims) n *= extent;
  return n;
}

ArrayData read_image(const std::string& path) { return decode_image(path, read_whole_file(path)); }

void write_image(const std::string& path, const ArrayData& image, int maximum, int quality) {
  const std::string kind = ending_of(path);
  if (kind == "png") return write_whole_file(path, encode_png(path, image, maximum));
  if (kind == "pgm" || kind == "ppm") return write_whole_file(path, encode_pnm(path, image, maximum));
  if (kind == "pfm") return write_whole_file(path, encode_pfm(path, image));
  if (kind == "jpg" || kind == "jpeg") return write_whole_file(path, encode_jpeg(path, image, quality));
  if (kind == "bmp") return write_whole_file(path, encode_bmp(path, image));
  if (kind == "exr") return write_whole_file(path, encode_exr(path, image));
  if (kind == "hdr" || kind == "pic") return write_whole_file(path, encode_radiance(path, image));
  if (kind == "tif" || kind == "tiff") return write_whole_file(path, encode_tiff(path, image, maximum));
  broken_file(path, "the file's ending names no image format",
              "use .png, .jpg, .tif, .bmp, .exr, .hdr, .pgm, .ppm or .pfm");
}

ArrayData read_npy(const std::string& path) {
  const auto bytes = read_whole_file(path);
  if (!is_npy(bytes)) broken_file(path, "not a .npy file");
  return decode_npy(path, bytes);
}

void write_npy(const std::string& path, const ArrayData& array) { write_whole_file(path, encode_npy(path, array)); }

ArrayData read_array_file(const std::string& path) {
  const auto bytes = read_whole_file(path);
  if (is_npy(bytes)) return decode_npy(path, bytes);
  return decode_image(path, bytes);
}

void write_array_file(const std::string& path, const ArrayData& array) {
  if (ending_of(path) == "npy") return write_npy(path, array);
  write_image(path, array);
}

}  // namespace qc::io
