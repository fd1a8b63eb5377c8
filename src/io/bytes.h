// What the readers and writers share: whole files, errors that name the file, sizes that cannot overflow.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/array_file.h"

namespace qc::io {

// Q0601: "cannot read 'x': No such file or directory", where act is "cannot read".
[[noreturn]] void file_error(const std::string& path, const std::string& act, const std::string& reason);
[[noreturn]] void broken_file(const std::string& path, const std::string& what, const std::string& help = {});  // Q0602

// Bytes that are read or written in one go: between them it is asked whether the program is to stop.
inline constexpr std::size_t kMostAtOnce = std::size_t{1} << 24;

// Everything up to the end, of pipes too. Q0601 of folders and of files that cannot be read.
std::vector<unsigned char> read_whole_file(const std::string& path);
// Makes or replaces a file. Q0601 where that fails; a file that was there then stays, except where it has to be written
// in place (replace_file.h).
void write_whole_file(const std::string& path, const std::vector<unsigned char>& bytes);

// Product of extents and `size`; broken_file when it exceeds what this machine can hold. Extents are not negative.
std::size_t checked_size(const std::string& path, const std::vector<std::int64_t>& dims, std::size_t size);

// Height, width, channels of an array that is to be written as an image; broken_file when it is none.
struct ImageShape {
  std::int64_t height, width, channels;
};
ImageShape image_shape(const std::string& path, const ArrayData& image);

// Elements as floats, whatever their type.
std::vector<float> to_floats(const ArrayData& array);
// Rounded to nearest, clamped to 0..maximum, NaN 0; one or two bytes each, most significant first.
std::vector<unsigned char> quantised(const ArrayData& image, int maximum);
ArrayData image_of_floats(std::int64_t height, std::int64_t width, std::int64_t channels,
                          const std::vector<float>& values);

// As pages and SVG documents hold files.
std::string base64(const std::vector<unsigned char>& bytes);

// The formats. `bytes` is the whole file.
bool is_png(const std::vector<unsigned char>& bytes);
ArrayData decode_png(const std::string& path, const std::vector<unsigned char>& bytes);
std::vector<unsigned char> encode_png(const std::string& path, const ArrayData& image, int maximum);
bool is_pnm(const std::vector<unsigned char>& bytes);
ArrayData decode_pnm(const std::string& path, const std::vector<unsigned char>& bytes);
std::vector<unsigned char> encode_pnm(const std::string& path, const ArrayData& image, int maximum);
bool is_pfm(const std::vector<unsigned char>& bytes);
ArrayData decode_pfm(const std::string& path, const std::vector<unsigned char>& bytes);
std::vector<unsigned char> encode_pfm(const std::string& path, const ArrayData& image);
bool is_jpeg(const std::vector<unsigned char>& bytes);
ArrayData decode_jpeg(const std::string& path, const std::vector<unsigned char>& bytes);
std::vector<unsigned char> encode_jpeg(const std::string& path, const ArrayData& image, int quality);
bool is_bmp(const std::vector<unsigned char>& bytes);
ArrayData decode_bmp(const std::string& path, const std::vector<unsigned char>& bytes);
std::vector<unsigned char> encode_bmp(const std::string& path, const ArrayData& image);
bool is_exr(const std::vector<unsigned char>& bytes);
ArrayData decode_exr(const std::string& path, const std::vector<unsigned char>& bytes);
std::vector<unsigned char> encode_exr(const std::string& path, const ArrayData& image);
bool is_radiance(const std::vector<unsigned char>& bytes);
ArrayData decode_radiance(const std::string& path, const std::vector<unsigned char>& bytes);
std::vector<unsigned char> encode_radiance(const std::string& path, const ArrayData& image);
bool is_tiff(const std::vector<unsigned char>& bytes);
ArrayData decode_tiff(const std::string& path, const std::vector<unsigned char>& bytes);
std::vector<unsigned char> encode_tiff(const std::string& path, const ArrayData& image,
                                       int maximum);  // 0: floats as they are
bool is_npy(const std::vector<unsigned char>& bytes);
ArrayData decode_npy(const std::string& path, const std::vector<unsigned char>& bytes);
std::vector<unsigned char> encode_npy(const std::string& path, const ArrayData& array);

}  // namespace qc::io
