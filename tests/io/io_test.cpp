#include <doctest/doctest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "io/array_file.h"
#include "io/bytes.h"
#include "io/drive_paths.h"
#include "io/open_files.h"
#include "support/diagnostic.h"
#include "support/stop.h"
#include "tests/io/files.h"

using namespace qc;
using namespace qc::io;
using namespace qc::test;

std::string png_of_kind(const std::string& kind);  // png_kinds.cpp

namespace {

std::string get(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

ArrayData ramp(std::int64_t height, std::int64_t width, std::int64_t channels, int maximum) {
  std::vector<float> v;
  for (std::int64_t i = 0; i < height * width * channels; ++i) v.push_back(float((i * 7919) % (maximum + 1)));
  return floats({height, width, channels}, v);
}

// Every prefix and many damaged copies of a good file either read or fail cleanly. Prefixes have to fail when `strict`.
void damage(const Folder& folder, const std::string& name, const std::string& good, bool strict) {
  const std::string path = folder / ("damaged_" + name);
  for (std::size_t n = 0; n < good.size(); ++n) {
    put(path, good.substr(0, n));
    const std::string error = error_of([&] { read_array_file(path); });
    CAPTURE(n);
    if (strict) REQUIRE(error.substr(0, 5) == "Q0602");
    if (strict) REQUIRE(error.find(path) != std::string::npos);
  }
  std::mt19937 random(12345);
  for (int round = 0; round < 1500; ++round) {
    std::string bad = good;
    for (unsigned flips = 1 + random() % 3; flips-- > 0;) bad[random() % bad.size()] ^= char(1 << random() % 8);
    put(path, bad);
    const std::string error = error_of([&] {
      const ArrayData a = read_array_file(path);
      REQUIRE(a.bytes.size() == std::size_t(a.count()) * std::size_t(byte_size(a.elem)));
    });
    REQUIRE((error.empty() || error.substr(0, 5) == "Q0602"));
  }
}

std::string npy(const std::string& header, const std::string& data, char version = 1) {
  std::string out("\x93NUMPY", 6);
  out += version;
  out += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) out += char(header.size() >> 8 * i & 255);
  return out + header + data;
}

}  // namespace

TEST_CASE("images of every channel count and depth come back as they were") {
  Folder folder;
  for (const char* ending : {".png", ".pgm"})
    for (int channels = 1; channels <= 4; ++channels)
      for (int maximum : {255, 65535})
        for (auto [h, w] : {std::pair<int, int>{1, 1}, {7, 13}, {33, 2}}) {
          if (ending == std::string(".pgm") && channels % 2 == 0) continue;
          const ArrayData image = ramp(h, w, channels, maximum);
          const std::string path = folder / ("image" + std::string(ending));
          write_image(path, image, maximum);
          const ArrayData back = read_image(path);
          CHECK(back.dims == image.dims);
          CHECK(back.elem == Elem::F32);
          CHECK(back.bytes == image.bytes);
        }
}

TEST_CASE("values are rounded and clamped; a matrix is a grey image; any element type") {
  Folder folder;
  const float nan = std::nanf("");
  for (const char* name : {"a.png", "a.pgm"}) {
    write_image(folder / name, floats({2, 4}, {-3, 0.4f, 0.6f, 254.6f, 300, nan, INFINITY, -INFINITY}));
    const ArrayData back = read_image(folder / name);
    CHECK(back.dims == std::vector<std::int64_t>{2, 4, 1});
    CHECK(values<float>(back) == std::vector<float>{0, 0, 1, 255, 255, 0, 255, 0});
  }
  write_image(folder / "b.png", array<std::uint8_t>({1, 3}, Elem::U8, {0, 128, 255}));
  CHECK(values<float>(read_image(folder / "b.png")) == std::vector<float>{0, 128, 255});
  write_image(folder / "b.PNG", array<std::int64_t>({1, 3}, Elem::I64, {-5, 128, 1000}));
  CHECK(values<float>(read_image(folder / "b.PNG")) == std::vector<float>{0, 128, 255});
  write_image(folder / "h.png", array<std::uint16_t>({1, 3}, Elem::F16, {0x3c00, 0x5640, 0xc000}));  // 1, 100, -2
  CHECK(values<float>(read_image(folder / "h.png")) == std::vector<float>{1, 100, 0});
  write_image(folder / "d.png", array<double>({1, 2}, Elem::F64, {65534.6, 70000}), 65535);
  CHECK(values<float>(read_image(folder / "d.png")) == std::vector<float>{65535, 65535});
}

TEST_CASE("what cannot be an image is said so") {
  Folder folder;
  CHECK(error_of([&] {
          write_image(folder / "a.png", floats({2}, {1, 2}));
        }).find("an image has 2 or 3 dimensions, the array has 1") != std::string::npos);
  CHECK(error_of([&] {
          write_image(folder / "a.png", ramp(1, 1, 5, 9));
        }).find("1 to 4 channels, the array's last extent is 5") != std::string::npos);
  CHECK(error_of([&] {
          write_image(folder / "a.png", floats({0, 3}, {}));
        }).find("without pixels") != std::string::npos);
  CHECK(error_of([&] {
          write_image(folder / "a.pgm", ramp(1, 1, 4, 9));
        }).find("holds 1 or 3 channels, the array has 4") != std::string::npos);
  CHECK(error_of([&] { write_image(folder / "a.gif", ramp(1, 1, 1, 9)); }).substr(0, 5) == "Q0602");
  CHECK(error_of([&] { write_image(folder / "a", ramp(1, 1, 1, 9)); }).find("names no image format") !=
        std::string::npos);
}

TEST_CASE("files that are not there, or cannot be written") {
  Folder folder;
  const std::string gone = folder / "gone.png";
  CHECK(error_of([&] { read_image(gone); }) == "Q0601 cannot read '" + gone + "': No such file or directory");
  CHECK(error_of([&] { read_npy(folder.path.string()); }) ==
        "Q0601 cannot read '" + folder.path.string() + "': Is a directory");
  CHECK(error_of([&] { write_npy(folder / "no/such/a.npy", floats({1}, {1})); }).substr(0, 18) == "Q0601 cannot write");
  put(folder / "empty", "");
  CHECK(error_of([&] { read_array_file(folder / "empty"); }).find("the file is empty") != std::string::npos);
  put(folder / "text.png", "hello");
  CHECK(error_of([&] { read_image(folder / "text.png"); }).find("not an image of a known kind") != std::string::npos);
  CHECK(error_of([&] { read_npy(folder / "text.png"); }).find("not a .npy file") != std::string::npos);
}

// While it lives no file may grow beyond so many bytes, as if the disk were full.
struct FullDisk {
  explicit FullDisk(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit full{bytes, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &full);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, signalled);
  }
  rlimit before{};
  void (*signalled)(int) = std::signal(SIGXFSZ, SIG_IGN);
};

TEST_CASE("a file that is written over stays where the new one does not fit") {
  Folder folder;
  const ArrayData small = ramp(2, 2, 1, 255), large = ramp(100, 100, 1, 255);
  const auto count = [&] {
    return std::distance(std::filesystem::directory_iterator(folder.path), std::filesystem::directory_iterator());
  };
  for (const char* name : {"a.pgm", "a.bmp", "a.npy", "a.csv"}) {
    CAPTURE(name);
    const std::string file = folder / name;
    const auto write = [&](const ArrayData& image) {
      if (file.ends_with("csv"))
        write_csv(file, floats({image.count()}, to_floats(image)));
      else
        write_array_file(file, image);
    };
    write(small);
    const auto before = read_whole_file(file);
    {
      const FullDisk full(1000);
      CHECK(error_of([&] { write(large); }) == "Q0601 cannot write '" + file + "': File too large");
      CHECK(error_of([&] { write_array_file(folder / "new.npy", large); }) ==
            "Q0601 cannot write '" + folder / "new.npy" + "': File too large");
    }
    CHECK(read_whole_file(file) == before);
    CHECK(count() == 1);  // nothing half written
    write(large);
    CHECK(read_whole_file(file) != before);
    std::filesystem::remove(file);
  }
  CHECK(error_of([&] {
          write_whole_file("/dev/full", {1, 2});
        }) == "Q0601 cannot write '/dev/full': No space left on device");
}

TEST_CASE("a file that is written over stays what it was: a link, a pipe, with its permissions") {
  namespace fs = std::filesystem;
  Folder folder;
  const std::string file = folder / "a", link = folder / "link", nowhere = folder / "nowhere";
  write_whole_file(file, {1});
  fs::permissions(file, fs::perms(0640));
  fs::create_symlink("a", link);
  write_whole_file(link, {2, 3});
  CHECK(fs::is_symlink(link));
  CHECK(read_whole_file(file) == std::vector<unsigned char>{2, 3});
  CHECK(fs::status(file).permissions() == fs::perms(0640));
  fs::create_symlink("b", nowhere);
  write_whole_file(nowhere, {4});
  CHECK(fs::is_symlink(nowhere));
  CHECK(read_whole_file(folder / "b") == std::vector<unsigned char>{4});
  write_whole_file("/dev/null", {5});
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(error_of([&] { write_whole_file(folder.path.string(), {5}); }) ==
        "Q0601 cannot write '" + folder.path.string() + "': Is a directory");
  fs::permissions(file, fs::perms(0440));
  CHECK(error_of([&] { write_whole_file(file, {6}); }) == "Q0601 cannot write '" + file + "': Permission denied");
  CHECK(read_whole_file(file) == std::vector<unsigned char>{2, 3});
}

TEST_CASE("reading and writing end when the program is to stop, and what is written over stays") {
  const Folder folder;
  const ArrayData image = ramp(40, 30, 3, 255), table = floats({300, 300}, std::vector<float>(90000, 1));
  std::vector<std::string> images;
  for (const char* name : {"i.png", "i.jpg", "i.tif", "i.exr", "i.hdr", "i.pgm"}) images.push_back(folder / name);
  for (const auto& path : images) write_image(path, path.ends_with("pgm") ? ramp(40, 30, 1, 255) : image);
  write_csv(folder / "t.csv", table);
  put(folder / "lines", std::string(100000, 'x'));
  const std::string before = get(images[0]);
  OpenFiles files;
  bool known = false;
  OpenFile& read = *files.find(files.open(folder / "lines", "r", false, known));
  OpenFile& written = *files.find(files.open(folder / "w", "w", false, known));

  const std::atomic<bool> stop{true};
  const StopScope scope(stop);
  const auto stops = [](const auto& act) { CHECK(error_of(act) == "Q0406 interrupted"); };
  for (const auto& path : images) {
    CAPTURE(path);
    stops([&] { read_image(path); });
    stops([&] { write_image(path, path.ends_with("pgm") ? ramp(40, 30, 1, 255) : image); });
  }
  stops([&] { read_csv(folder / "t.csv"); });
  stops([&] { write_csv(folder / "t.csv", table); });
  stops([&] { read_whole_file(folder / "lines"); });
  stops([&] { write_whole_file(images[0], {1, 2, 3}); });
  stops([&] { read.read(10); });
  stops([&] { read.read_line(); });
  stops([&] { written.write("abc", 3); });
  CHECK(get(images[0]) == before);
  for (const auto& file : std::filesystem::directory_iterator(folder.path))
    CHECK(file.path().filename().string()[0] != '.');  // none of those that were begun
}

TEST_CASE("bytes that are no text end no field of a table, and do not hold up its reading") {
  Folder folder;
  for (const std::string& text : {std::string(1, '\0'), std::string("1,2\n3,\0\n", 8), std::string("\0,1\n", 4),
                                  std::string("1\0"
                                              "2\n",
                                              4)}) {
    put(folder / "a.csv", text);
    CHECK(error_of([&] { read_csv(folder / "a.csv", 0, 0); }).find("is not a number: '") != std::string::npos);
  }
}

TEST_CASE("a path of another system is looked for at its ends") {
  Folder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path);
  std::filesystem::create_directory("sub");
  put("tea.pgm", "P2 1 1 9\n3\n");
  put("sub/tea.pgm", "P2 1 1 9\n4\n");
  put("C:\\own.pgm", "P2 1 1 9\n5\n");
  put("own.pgm", "P2 1 1 9\n6\n");
  CHECK(path_to_read("C:\\users\\me\\tea.pgm") == "tea.pgm");
  CHECK(path_to_read("c:/users/sub/tea.pgm") == "sub/tea.pgm");
  CHECK(path_to_read("D:\tea.pgm") == "tea.pgm");  // "D:\tea.pgm" with a tab
  CHECK(path_to_read(std::string("D:\\a\0002.pgm", 10)) == std::string("D:\\a\0002.pgm", 10));
  put("0002.pgm", "P2 1 1 9\n7\n");
  CHECK(path_to_read(std::string("D:\\a\0002.pgm", 10)) == "0002.pgm");
  put("0012.pgm", "P2 1 1 9\n7\n");
  CHECK(path_to_read("D:\\a\0012.pgm") == "0012.pgm");
  CHECK(path_to_read("C:\\own.pgm") == "C:\\own.pgm");
  CHECK(path_to_read("C:\\no\\such.pgm") == "C:\\no\\such.pgm");
  CHECK(path_to_read("/else/tea.pgm") == "/else/tea.pgm");
  CHECK(path_to_read("else/tea.pgm") == "else/tea.pgm");
  CHECK(read_image("E:\\tea.pgm").dims == std::vector<std::int64_t>{1, 1, 1});
  CHECK(error_of([&] { read_image("E:\\no.pgm"); }) == "Q0601 cannot read 'E:\\no.pgm': No such file or directory");
  write_image("E:/no/milk.pgm", ramp(1, 1, 1, 9));
  CHECK(path_to_read("E:\\no\\milk.pgm") == "E:/no/milk.pgm");
  CHECK(error_of([&] { write_image("no/milk.pgm", ramp(1, 1, 1, 9)); }).substr(0, 18) == "Q0601 cannot write");
  std::filesystem::current_path(before);
}

TEST_CASE("text images, comments and other maxima") {
  Folder folder;
  put(folder / "a.pgm", "P2 # grey\n# a comment\n3 2\n255\n0 1 2\n 3 4 # inside\n255\n");
  CHECK(values<float>(read_image(folder / "a.pgm")) == std::vector<float>{0, 1, 2, 3, 4, 255});
  put(folder / "a.ppm", "P3\n1 2\n65535\n0 1 65535  7 8 9");
  CHECK(read_image(folder / "a.ppm").dims == std::vector<std::int64_t>{2, 1, 3});
  CHECK(values<float>(read_image(folder / "a.ppm")) == std::vector<float>{0, 1, 65535, 7, 8, 9});
  put(folder / "b.pgm", "P5 2 1 15\n" + std::string("\x0f\x03", 2));  // 0..15 on the scale of 8 bits
  CHECK(values<float>(read_image(folder / "b.pgm")) == std::vector<float>{255, 51});
}

TEST_CASE("broken text images") {
  Folder folder;
  const auto said = [&](const std::string& text, const std::string& part) {
    put(folder / "x.pgm", text);
    const std::string error = error_of([&] { read_image(folder / "x.pgm"); });
    CAPTURE(text);
    CAPTURE(error);
    CHECK(error.substr(0, 5) == "Q0602");
    CHECK(error.find(part) != std::string::npos);
  };
  said("P5", "ends before the width");
  said("P5 x 1 255 ", "the width is not a number: 'x'");
  said("P5 -1 1 255 ", "the width is not a number: '-1'");
  said("P5 0 1 255 ", "the width is 0");
  said("P5 1 1 0 a", "the maximum is 0");
  said("P5 1 1 65536 a", "the maximum is 65536");
  said("P5 2 2 255 abc", "4 bytes of pixels expected, 3 there");
  said("P5 2147483648 2147483648 255 abc", "more elements than any machine can hold");
  said("P6 100000 100000 255 abc", "the file ends too early");
  said("P2 100000 100000 255 1 2 3", "the file ends too early");
  said("P5 99999999999999999999999 1 255 ", "not a number");
  said("P2 1 1 9 10", "a sample is 10");
  said("P5 1 1 9 \x0a", "a sample of 10 exceeds the file's maximum 9");
  said("P2 2 1 255 1 q", "a sample is not a number");
  said("P7 1 1", "not an image of a known kind");
}

TEST_CASE("PFM keeps floats and turns rows around") {
  Folder folder;
  const ArrayData image = floats({2, 2, 3}, {1, -2, 3.5f, 4, 1e30f, 6, 7, 8, 9, 10, 11, 12});
  write_image(folder / "a.pfm", image);
  CHECK(read_image(folder / "a.pfm").bytes == image.bytes);
  CHECK(get(folder / "a.pfm").substr(0, 11) == "PF\n2 2\n-1.0");
  put(folder / "b.pfm", std::string("Pf\n1 2\n1.0\n\x3f\x80\0\0\x40\0\0\0", 19));  // big-endian, bottom row first
  CHECK(values<float>(read_image(folder / "b.pfm")) == std::vector<float>{2, 1});
}

TEST_CASE("arrays of every type and rank come back as they were") {
  Folder folder;
  const std::string path = folder / "a.npy";
  for (int e = 0; e <= int(Elem::F64); ++e)
    for (std::size_t rank : {1u, 2u, 3u, 16u}) {
      ArrayData a;
      a.elem = Elem(e);
      a.dims.assign(rank, 1);
      a.dims.back() = 5;
      if (rank > 1) a.dims[0] = 3;
      a.bytes.resize(std::size_t(a.count() * byte_size(a.elem)));
      for (std::size_t i = 0; i < a.bytes.size(); ++i) a.bytes[i] = std::byte(a.elem == Elem::Bool ? i % 2 : i * 37);
      write_npy(path, a);
      const ArrayData back = read_npy(path);
      CHECK(back.elem == a.elem);
      CHECK(back.dims == a.dims);
      CHECK(back.bytes == a.bytes);
      const std::string bytes = get(path);
      CHECK((bytes.size() - a.bytes.size()) % 64 == 0);
    }
  write_npy(path, floats({0}, {}));
  CHECK(read_npy(path).dims == std::vector<std::int64_t>{0});
  CHECK(get(path).find("'shape': (0,), }") != std::string::npos);
  write_npy(path, floats({1, 2}, {1, 2}));
  CHECK(get(path).find("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }") != std::string::npos);
}

TEST_CASE("complex elements are pairs, in Fortran order and big-endian too") {
  Folder folder;
  const std::string path = folder / "c.npy";
  ArrayData z = floats({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  z.dims = {2, 2};
  z.complex = true;
  write_npy(path, z);
  CHECK(get(path).find("'descr': '<c8', ") != std::string::npos);
  ArrayData back = read_npy(path);
  CHECK(back.complex);
  CHECK(back.dims == z.dims);
  CHECK(back.bytes == z.bytes);
  const std::string pairs = get(path).substr(get(path).size() - z.bytes.size());
  put(path, npy("{'descr': '<c8', 'fortran_order': True, 'shape': (2, 2)}", pairs));
  CHECK(values<float>(read_npy(path)) == std::vector<float>{1, 2, 5, 6, 3, 4, 7, 8});
  std::string swapped = pairs;
  for (std::size_t i = 0; i + 4 <= swapped.size(); i += 4)
    std::reverse(swapped.begin() + std::ptrdiff_t(i), swapped.begin() + std::ptrdiff_t(i + 4));
  put(path, npy("{'descr': '>c8', 'fortran_order': False, 'shape': (2, 2)}", swapped));
  CHECK(values<float>(read_npy(path)) == std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("versions, Fortran order, big-endian and scalars") {
  Folder folder;
  const std::string path = folder / "a.npy";
  const std::string data("\1\2\3\4\5\6", 6);
  for (char version : {1, 2, 3}) {
    put(path, npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }\n", data, version));
    const ArrayData a = read_npy(path);
    CHECK(a.dims == std::vector<std::int64_t>{2, 3});
    CHECK(values<std::uint8_t>(a) == std::vector<std::uint8_t>{1, 3, 5, 2, 4, 6});
  }
  put(path, npy("{\"shape\":(3,),'fortran_order':False,'descr':'>i2'}", data));
  CHECK(values<std::int16_t>(read_npy(path)) == std::vector<std::int16_t>{0x102, 0x304, 0x506});
  put(path, npy("{'descr': '<i4', 'fortran_order': False, 'shape': (), }", data));
  CHECK(read_npy(path).dims == std::vector<std::int64_t>{1});
  put(path, npy("{'descr': '|b1', 'fortran_order': False, 'shape': (6L,), }", data));
  CHECK(values<std::uint8_t>(read_npy(path)) == std::vector<std::uint8_t>(6, 1));
}

TEST_CASE("broken array files") {
  Folder folder;
  const auto said = [&](const std::string& bytes, const std::string& part) {
    put(folder / "x.npy", bytes);
    const std::string error = error_of([&] { read_npy(folder / "x.npy"); });
    CAPTURE(bytes);
    CAPTURE(error);
    CHECK(error.substr(0, 5) == "Q0602");
    CHECK(error.find(part) != std::string::npos);
  };
  const std::string order = "'fortran_order': False, ";
  said(npy("{'descr': '<f4', " + order + "'shape': (4,)}", "abc"), "16 bytes of elements expected, 3 there");
  said(npy("{'descr': '<f4', " + order + "'shape': (99999999999, 99999999999)}", "abc"),
       "more elements than any machine");
  said(npy("{'descr': '<f4', " + order + "'shape': (999999999999999999999999,)}", "abc"), "beyond 64 bits");
  said(npy("{'descr': '<f4', " + order + "'shape': (-1,)}", "abc"), "not a list of extents");
  said(npy("{'descr': '<f4', " + order + "'shape': (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)}", "abcd"),
       "more than 16 dimensions");
  said(npy("{'descr': '<c32', " + order + "'shape': (1,)}", "abcdefgh"), "elements of type '<c32' cannot be read");
  said(npy("{'descr': '<c8', " + order + "'shape': (2,)}", "abcdefgh"), "16 bytes of elements expected, 8 there");
  said(npy("{'descr': '|O', " + order + "'shape': (1,)}", "abcdefgh"), "elements of type '|O'");
  said(npy("{'descr': [('a', '<f4')], " + order + "'shape': (1,)}", "abcd"), "arrays of records");
  said(npy("{'descr': '<f4', 'shape': (1,)}", "abcd"), "lacks descr, fortran_order or shape");
  said(npy("{'descr': '<f4', 'fortran_order': 1, 'shape': (1,)}", "abcd"), "neither True nor False");
  said(npy("{'dtype': '<f4'}", "abcd"), "unknown key 'dtype'");
  said(npy("nonsense", "abcd"), "no '{'");
  said(npy("{}", "abcd", 9), "version 9");
  said(std::string("\x93NUMPY\1\0\xff\xff{", 11), "ends inside the .npy header");
  CHECK(error_of([&] { write_npy(folder / "r.npy", floats({}, {})); }).find("1 to 16 dimensions") != std::string::npos);
}

TEST_CASE("damaged files never crash") {
  Folder folder;
  write_image(folder / "a.png", ramp(5, 6, 3, 255));
  damage(folder, "a.png", get(folder / "a.png"), true);
  write_image(folder / "b.png", ramp(4, 3, 2, 65535), 65535);
  damage(folder, "b.png", get(folder / "b.png"), true);
  write_image(folder / "c.ppm", ramp(4, 3, 3, 255));
  damage(folder, "c.ppm", get(folder / "c.ppm"), true);
  write_image(folder / "d.pfm", ramp(4, 3, 1, 255));
  damage(folder, "d.pfm", get(folder / "d.pfm"), true);
  damage(folder, "e.pgm", "P2 3 2 255 0 1 2 3 4 255\n", false);  // a shorter last number is a number
  write_npy(folder / "f.npy", ramp(4, 3, 2, 255));
  damage(folder, "f.npy", get(folder / "f.npy"), true);
}

TEST_CASE("a PNG that claims far more pixels than its bytes can hold takes no memory") {
  Folder folder;
  write_image(folder / "a.png", floats({1, 1}, {7}));
  std::string bytes = get(folder / "a.png");
  // Width and height of a million, with the header's checksum made to fit.
  for (int i : {16, 20}) bytes.replace(std::size_t(i), 4, std::string("\x00\x0f\x42\x40", 4));
  std::uint32_t crc = ~0u;
  for (int i = 12; i < 29; ++i) {
    crc ^= static_cast<unsigned char>(bytes[std::size_t(i)]);
    for (int k = 0; k < 8; ++k) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  for (int i = 0; i < 4; ++i) bytes[std::size_t(29 + i)] = char(~crc >> (24 - 8 * i) & 255);
  put(folder / "bomb.png", bytes);
  CHECK(error_of([&] { read_image(folder / "bomb.png"); }).find("the PNG claims 1000000000000 bytes of pixels") !=
        std::string::npos);
}

TEST_CASE("palettes, few bits, transparent colours and interlacing") {
  Folder folder;
  const auto read = [&](const std::string& kind) {
    put(folder / "k.png", png_of_kind(kind));
    return read_image(folder / "k.png");
  };
  const ArrayData palette = read("palette");
  CHECK(palette.dims == std::vector<std::int64_t>{1, 4, 3});
  CHECK(values<float>(palette) == std::vector<float>{10, 20, 30, 40, 50, 60, 10, 20, 30, 255, 0, 1});
  const ArrayData clear = read("palette with transparency");
  CHECK(clear.dims == std::vector<std::int64_t>{1, 4, 4});
  CHECK(values<float>(clear)[3] == 0);
  CHECK(values<float>(clear)[7] == 255);
  CHECK(values<float>(read("grey of 1 bit")) == std::vector<float>{255, 0, 255, 0});
  CHECK(values<float>(read("grey of 2 bits")) == std::vector<float>{0, 85, 170, 255});
  const ArrayData interlaced = read("interlaced");
  CHECK(interlaced.dims == std::vector<std::int64_t>{9, 11, 1});
  bool right = true;
  for (std::size_t i = 0; i < 99; ++i) right &= values<float>(interlaced)[i] == float(i);
  CHECK(right);
}

TEST_CASE("the example images are what they say") {
  const std::string folder = std::string(QC_SOURCE_DIR) + "/examples/images/";
  CHECK(read_image(folder + "landscape.png").dims == std::vector<std::int64_t>{512, 512, 3});
  CHECK(read_image(folder + "grey.png").dims == std::vector<std::int64_t>{512, 512, 1});
  CHECK(read_image(folder + "rgba.png").dims == std::vector<std::int64_t>{64, 64, 4});
  CHECK(read_image(folder + "small.pgm").dims == std::vector<std::int64_t>{32, 32, 1});
  CHECK(read_image(folder + "small.ppm").dims == std::vector<std::int64_t>{32, 32, 3});
  CHECK(read_array_file(folder + "small.npy").dims == std::vector<std::int64_t>{32, 32});
  const auto deep = values<float>(read_image(folder + "deep.png"));
  CHECK(deep.size() == 128 * 128);
  CHECK(*std::max_element(deep.begin(), deep.end()) > 30000);
}
