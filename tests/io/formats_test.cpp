// JPEG, TIFF and tables.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "io/array_file.h"
#include "io/bytes.h"
#include "support/diagnostic.h"
#include "tests/io/files.h"

std::string exr_of_kind(const std::string& kind);  // exr_kinds.cpp

using namespace qc;
using namespace qc::io;
using namespace qc::test;

namespace {

ArrayData ramp(std::int64_t h, std::int64_t w, std::int64_t c, float step) {
  std::vector<float> v;
  for (std::int64_t i = 0; i < h * w * c; ++i) v.push_back(std::fmod(float(i) * step, 256.0f));
  return floats({h, w, c}, v);
}

}  // namespace

TEST_CASE("TIFF of 8 and 16 bits and of floats comes back as it was") {
  for (const std::int64_t channels : {1, 2, 3, 4}) {
    const ArrayData image = ramp(9, 14, channels, 3);
    const auto eight = encode_tiff("a.tif", image, 255);
    CHECK(is_tiff(eight));
    CHECK(values<float>(decode_tiff("a.tif", eight)) == values<float>(image));
    CHECK(decode_tiff("a.tif", eight).dims == image.dims);
    ArrayData wide = image;
    auto v = values<float>(wide);
    for (float& x : v) x *= 257;
    wide = floats(image.dims, v);
    CHECK(values<float>(decode_tiff("a.tif", encode_tiff("a.tif", wide, 65535))) == v);
    for (float& x : v) x = x / 3 - 1000;
    CHECK(values<float>(decode_tiff("a.tif", encode_tiff("a.tif", floats(image.dims, v), 0))) == v);
  }
}

TEST_CASE("a TIFF that is cut off or damaged is an error, never a crash") {
  const auto whole = encode_tiff("a.tif", ramp(20, 30, 3, 1), 255);
  for (std::size_t n = 4; n < whole.size(); n += 13) {
    const std::vector<unsigned char> part(whole.begin(), whole.begin() + std::ptrdiff_t(n));
    CHECK(error_of([&] { decode_tiff("a.tif", part); }).substr(0, 14) == "Q0602 'a.tif':");
  }
  for (std::size_t at = 0; at < whole.size(); at += 3) {
    auto changed = whole;
    changed[at] ^= 0x5a;
    const std::string e = error_of([&] { decode_tiff("a.tif", changed); });
    CHECK((e.empty() || e.substr(0, 5) == "Q0602"));
  }
}

TEST_CASE("BMP comes back as it was; palettes and runs are read; damage is an error") {
  for (const std::int64_t channels : {1, 3, 4}) {
    const ArrayData image = ramp(7, 13, channels, 5);
    const auto bytes = encode_bmp("a.bmp", image);
    CHECK(is_bmp(bytes));
    CHECK(decode_bmp("a.bmp", bytes).dims == image.dims);
    CHECK(values<float>(decode_bmp("a.bmp", bytes)) == values<float>(image));
    for (std::size_t n = 18; n + 4 < bytes.size(); n += 7) {
      const std::vector<unsigned char> part(bytes.begin(), bytes.begin() + std::ptrdiff_t(n));
      CHECK(error_of([&] { decode_bmp("a.bmp", part); }).substr(0, 25) == "Q0602 'a.bmp': broken BMP");
    }
  }
  // 4 x 2, 8 bits, run-length coded, two colours; the lower row comes first
  std::vector<unsigned char> b{'B', 'M', 0, 0, 0, 0, 0, 0, 0, 0, 62, 0, 0, 0, 40, 0, 0,
                               0,   4,   0, 0, 0, 2, 0, 0, 0, 1, 0,  8, 0, 1, 0,  0, 0};
  b.resize(46, 0);
  b.insert(b.end(), {2, 0, 0, 0, 0, 0, 0, 0, /* blue green red */ 30, 20, 10, 0, 50, 50, 50, 0});
  b.insert(b.end(), {4, 1, 0, 0, 1, 0, 0, 3, 1, 0, 1, 0, 0, 1});
  const ArrayData image = decode_bmp("a.bmp", b);
  CHECK(image.dims == std::vector<std::int64_t>{2, 4, 3});
  CHECK(values<float>(image) == std::vector<float>{10, 20, 30, 50, 50, 50, 10, 20, 30, 50, 50, 50,
                                                   50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50});
}

TEST_CASE("OpenEXR comes back as it was; a file that is cut off or damaged is an error") {
  for (const std::int64_t channels : {1, 2, 3, 4}) {
    ArrayData image = ramp(6, 11, channels, 5);
    auto v = values<float>(image);
    for (float& x : v) x = x / 7 - 3;
    image = floats(image.dims, v);
    const auto bytes = encode_exr("a.exr", image);
    CHECK(is_exr(bytes));
    CHECK(decode_exr("a.exr", bytes).dims == image.dims);
    CHECK(values<float>(decode_exr("a.exr", bytes)) == v);
    for (std::size_t n = 8; n < bytes.size(); n += 5) {
      const std::vector<unsigned char> part(bytes.begin(), bytes.begin() + std::ptrdiff_t(n));
      CHECK(error_of([&] { decode_exr("a.exr", part); }).substr(0, 23) == "Q0602 'a.exr': OpenEXR:");
    }
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
      auto changed = bytes;
      changed[at] ^= 0x91;
      const std::string e = error_of([&] { decode_exr("a.exr", changed); });
      CHECK((e.empty() || e.substr(0, 5) == "Q0602"));
    }
  }
  // 2 x 1, one half channel, not compressed: 1.0 and -2.0
  std::vector<unsigned char> b{0x76, 0x2f, 0x31, 1, 2, 0, 0, 0};
  const auto text = [&](const std::string& s) { b.insert(b.end(), s.begin(), s.end()), b.push_back(0); };
  text("channels"), text("chlist");
  b.insert(b.end(), {19, 0, 0, 0, 'Y', 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0});
  text("compression"), text("compression");
  b.insert(b.end(), {1, 0, 0, 0, 0});
  text("dataWindow"), text("box2i");
  b.insert(b.end(), {16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0});
  const auto here = static_cast<unsigned char>(b.size() + 8);
  b.insert(b.end(), {here, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0x00, 0x3c, 0x00, 0xc0});
  CHECK(values<float>(decode_exr("b.exr", b)) == std::vector<float>{1, -2});
}

TEST_CASE("OpenEXR of kinds that are never written") {
  std::vector<float> expected;
  for (int i = 0; i < 70 * 50; ++i) expected.push_back(float(i % 70 + i / 70 * 3) / 16);
  for (const char* kind : {"piz", "pxr24", "zip", "tiles", "offset"}) {
    const std::string text = exr_of_kind(kind);
    const ArrayData image = decode_exr("k.exr", {text.begin(), text.end()});
    INFO(std::string(kind));
    CHECK(image.dims == std::vector<std::int64_t>{50, 70, 1});
    CHECK(values<float>(image) == expected);
  }
  const std::string text = exr_of_kind("chroma");  // a grey picture: red, green and blue are its luminance
  const ArrayData image = decode_exr("c.exr", {text.begin(), text.end()});
  CHECK(image.dims == std::vector<std::int64_t>{50, 70, 3});
  const auto v = values<float>(image);
  for (std::size_t k = 0; k < v.size(); ++k)
    CHECK(std::fabs(v[k] - expected[k / 3]) <= 0.01f * expected[k / 3] + 0.01f);
}

TEST_CASE(
    "Radiance pictures: flat, both kinds of runs, from below; what is written reads back within half a step; damage is "
    "an error") {
  const auto file = [](const std::string& head, const std::vector<unsigned char>& data) {
    std::vector<unsigned char> b(head.begin(), head.end());
    b.insert(b.end(), data.begin(), data.end());
    return b;
  };
  const std::string head = "#?RADIANCE\n# made by hand\nFORMAT=32-bit_rle_rgbe\nEXPOSURE=2\n\n";
  const auto flat = file(head + "-Y 2 +X 2\n", {128, 64, 32, 129, 0, 0, 0, 0, 255, 1, 2, 136, 1, 1, 1, 1});
  CHECK(is_radiance(flat));
  CHECK(decode_radiance("a.hdr", flat).dims == std::vector<std::int64_t>{2, 2, 3});
  CHECK(values<float>(decode_radiance("a.hdr", flat)) ==
        std::vector<float>{1, 0.5, 0.25, 0, 0, 0, 255, 1, 2, 255, 1, 2});
  const auto upward = file(head + "+Y 2 +X 1\n", {128, 64, 32, 129, 0, 0, 0, 0});
  CHECK(values<float>(decode_radiance("a.hdr", upward)) == std::vector<float>{0, 0, 0, 1, 0.5, 0.25});
  const auto runs =
      file(head + "-Y 1 +X 8\n", {2, 2, 0, 8, 136, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 136, 9, 135, 136, 1, 137});
  CHECK(values<float>(decode_radiance("a.hdr", runs)) ==
        std::vector<float>{7, 0, 9, 7, 1, 9, 7, 2, 9, 7, 3, 9, 7, 4, 9, 7, 5, 9, 7, 6, 9, 14, 14, 18});
  for (const std::int64_t width : {3, 8, 300}) {
    ArrayData image = ramp(5, width, 3, 11);
    auto v = values<float>(image);
    for (std::size_t k = 0; k < v.size(); ++k) v[k] = k % 50 < 20 ? 0.75f : v[k] / 300 + 0.001f;
    image = floats(image.dims, v);
    const auto bytes = encode_radiance("a.hdr", image);
    const ArrayData back = decode_radiance("a.hdr", bytes);
    CHECK(back.dims == image.dims);
    const auto w = values<float>(back);
    for (std::size_t k = 0; k < v.size(); ++k) {
      const float most = std::max({v[k - k % 3], v[k - k % 3 + 1], v[k - k % 3 + 2]});
      CHECK(std::fabs(w[k] - v[k]) <= most / 256 + 1e-9f);
    }
    CHECK(encode_radiance("a.hdr", back) == bytes);
    for (std::size_t n = 40; n < bytes.size(); n += 7)
      CHECK(error_of([&] {
              decode_radiance("a.hdr", {bytes.begin(), bytes.begin() + std::ptrdiff_t(n)});
            }).substr(0, 24) == "Q0602 'a.hdr': Radiance:");
    for (std::size_t at = 11; at < bytes.size(); at += 3) {
      auto changed = bytes;
      changed[at] ^= 0x91;
      const std::string e = error_of([&] { decode_radiance("a.hdr", changed); });
      CHECK((e.empty() || e.substr(0, 5) == "Q0602"));
    }
  }
  const auto extremes =
      decode_radiance("a.hdr", encode_radiance("a.hdr", floats({1, 2, 3}, {-1, NAN, INFINITY, 1e-45f, 0, 0})));
  CHECK(values<float>(extremes) == std::vector<float>{0, 0, std::ldexp(255.0f, 119), 0, 0, 0});
  CHECK(values<float>(decode_radiance("a.hdr", encode_radiance("a.hdr", floats({1, 1}, {255.9f})))) ==
        std::vector<float>{256, 256, 256});
  CHECK(error_of([] { encode_radiance("a.hdr", ramp(4, 4, 2, 1)); }) ==
        "Q0602 'a.hdr': a Radiance picture has 1 or 3 channels, the image 2");
}

TEST_CASE("JPEG is close to what was written") {
  for (const std::int64_t channels : {1, 3}) {
    std::vector<float> v;
    for (std::int64_t i = 0; i < 32 * 48; ++i)
      for (std::int64_t k = 0; k < channels; ++k) v.push_back(float(i / 48 * 4 + i % 48 + 20 * k));
    const ArrayData image = floats({32, 48, channels}, v);
    const auto bytes = encode_jpeg("a.jpg", image, 95);
    CHECK(is_jpeg(bytes));
    const ArrayData back = decode_jpeg("a.jpg", bytes);
    CHECK(back.dims == image.dims);
    const auto w = values<float>(back);
    double sum = 0;
    for (std::size_t i = 0; i < v.size(); ++i) sum += std::fabs(w[i] - v[i]);
    CHECK(sum / double(v.size()) < 2);
    CHECK(encode_jpeg("a.jpg", image, 20).size() < bytes.size());
  }
  CHECK(error_of([] { encode_jpeg("a.jpg", ramp(4, 4, 4, 1), 90); }) ==
        "Q0602 'a.jpg': a JPEG has 1 or 3 channels, the image 4");
}

TEST_CASE("a JPEG that is cut off is an error") {
  const auto whole = encode_jpeg("a.jpg", ramp(40, 40, 3, 7), 90);
  for (std::size_t n = 4; n + 2 < whole.size(); n += 11) {
    const std::vector<unsigned char> part(whole.begin(), whole.begin() + std::ptrdiff_t(n));
    CHECK(error_of([&] { decode_jpeg("a.jpg", part); }).substr(0, 26) == "Q0602 'a.jpg': broken JPEG");
  }
}

TEST_CASE("tables: numbers between commas, semicolons, tabs and blanks") {
  const Folder folder;
  const std::string path = folder / "t.csv";
  put(path,
      "\xef\xbb\xbf"
      "1, 2.5,-3e2\r\n4;5;+6\n\n7\t\t8 \t\n 1  2  3 \n");
  const ArrayData t = read_csv(path);
  CHECK(t.dims == std::vector<std::int64_t>{4, 3});
  CHECK(values<double>(t) == std::vector<double>{1, 2.5, -300, 4, 5, 6, 7, 0, 8, 1, 2, 3});
  CHECK(read_csv(path, 1, 1).dims == std::vector<std::int64_t>{3, 2});
  put(path, "name,x\na,1\nb,2");
  CHECK(values<double>(read_csv(path, 1, 1)) == std::vector<double>{1, 2});
  CHECK(error_of([&] { read_csv(path); }) == "Q0602 '" + path + "': line 1, field 1 is not a number: 'name'");
  put(path, "1,2\n3\n");
  CHECK(error_of([&] { read_csv(path); }) == "Q0602 '" + path + "': line 2 has 1 numbers, the ones before it 2");
  put(path, "");
  CHECK(read_csv(path).count() == 0);
}

TEST_CASE("a written table reads back to the same floats") {
  const Folder folder;
  const std::string path = folder / "t.csv";
  const std::vector<float> v{0.1f, 1e-30f, -7, 16777217.0f, INFINITY, 3.4e38f};
  write_csv(path, floats({2, 3}, v));
  const auto back = values<double>(read_csv(path));
  for (std::size_t i = 0; i < v.size(); ++i) CHECK(float(back[i]) == v[i]);
  write_csv(path, floats({1, 2}, {3.14159f, 2}), 3);
  CHECK(values<double>(read_csv(path)) == std::vector<double>{3.14, 2});
  CHECK(error_of([&] {
          write_csv(path, floats({1, 1, 2}, {1, 2}));
        }) == "Q0602 '" + path + "': a table has 2 dimensions, the array has 3");
}
