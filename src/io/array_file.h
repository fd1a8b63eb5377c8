// Image and array files: PNG, JPEG, TIFF, BMP, OpenEXR, PGM/PPM (P2 P3 P5 P6), PFM, CSV and NumPy's .npy. Knows no
// values of the language.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ir/type.h"

namespace qc::io {

// Row-major, last index fastest, in the machine's byte order. Images are height x width x channels; channels 1 grey,
// 2 grey and alpha, 3 red green blue, 4 with alpha. A complex element is two of `elem`, the real part first; only .npy
// files have them. bytes.size() == product of dims * element_size().
struct ArrayData {
  std::vector<std::int64_t> dims;
  Elem elem = Elem::F32;
  std::vector<std::byte> bytes;
  bool complex = false;
  std::int64_t count() const;
  std::size_t element_size() const { return std::size_t(byte_size(elem)) * (complex ? 2 : 1); }
};

// What stands behind the last dot of a file's name, in small letters; empty without one.
std::string ending_of(const std::string& path);
// Whether write_image knows it.
bool is_image_ending(const std::string& ending);

// All functions below throw ProgramError without a span: Q0601 when a file cannot be opened, read or written, Q0602
// when its contents are broken, of an unknown kind, or cannot be represented. The message names the file.

// An image by its contents, as F32: 0..255 for 8 bit files (and those of fewer bits), 0..65535 for 16 bit ones; PFM
// Radiance and floats in TIFF and OpenEXR as they stand. Palettes and transparent colours are expanded.
ArrayData read_image(const std::string& path);

// An image by the file's ending: .png .jpg .jpeg .tif .tiff .bmp .exr .hdr .pic .pgm .ppm .pfm. dims: height x width or
// height x width x channels; any numeric element type. Values are rounded to nearest and clamped to 0..maximum (NaN
// becomes 0). maximum: 255 or 65535 (JPEG: 255), or 0 for floats as they are in a TIFF; PFM and OpenEXR always store
// them so, Radiance with 8 bits and an exponent for the three. quality: of a JPEG, 1 to 100.
void write_image(const std::string& path, const ArrayData& image, int maximum = 255, int quality = 92);

// An array of any rank from 1 to 16 in its own element type, complex ones included (versions 1 to 3 of the format, C or
// Fortran order, either byte order). A rank 0 array is read as one element.
ArrayData read_npy(const std::string& path);
// Version 1, C order, little-endian.
void write_npy(const std::string& path, const ArrayData& array);

// A matrix of F64 from text: a line a row, fields apart by commas, semicolons, tabs or blanks. An empty field is 0;
// lines without anything are passed over. Rows of different lengths, and fields that are not numbers, are Q0602 with
// line and field. The first rows and columns may be left out.
ArrayData read_csv(const std::string& path, std::int64_t skip_rows = 0, std::int64_t skip_columns = 0);
// One line a row, commas between, in the shortest decimals that read back (digits = 0) or `digits` significant ones.
void write_csv(const std::string& path, const ArrayData& matrix, int digits = 0);

// By contents and by ending: any of the above.
ArrayData read_array_file(const std::string& path);
void write_array_file(const std::string& path, const ArrayData& array);

}  // namespace qc::io
