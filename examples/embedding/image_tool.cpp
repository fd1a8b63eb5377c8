// A tool for grey images whose filters are programs of the language: the tool reads and writes files (PGM), a program
// works on the tool's own memory.
//
//   image_tool in.pgm out.pgm              smooths and stretches the contrast
//   image_tool in.pgm out.pgm filter.q     does what function [] = filter(im : mat[uint8], result : mat) says
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "qc/qc.h"

namespace {

constexpr const char* kFilter = R"(
function [] = filter(im : mat[uint8]'mirror, result : mat)
  low = 255.0
  high = 0.0
  for m = 0..size(im,0)-1
    for n = 0..size(im,1)-1
      s = 0.0
      for i = -1..1
        for j = -1..1
          s += im[m+i,n+j]
        end
      end
      result[m,n] = s/9
      low = min(low, s/9)
      high = max(high, s/9)
    end
  end
  for m = 0..size(im,0)-1
    for n = 0..size(im,1)-1
      result[m,n] = 255*(result[m,n] - low)/max(high - low, 1)
    end
  end
end
)";

struct Image {
  std::int64_t height = 0, width = 0;
  std::vector<std::uint8_t> grey;
};

bool read(const std::string& path, Image& image) {
  std::ifstream in(path, std::ios::binary);
  std::string magic;
  int most = 0;
  if (!(in >> magic >> image.width >> image.height >> most) || magic != "P5" || most > 255) return false;
  in.get();
  image.grey.resize(std::size_t(image.height * image.width));
  return bool(in.read(reinterpret_cast<char*>(image.grey.data()), std::streamsize(image.grey.size())));
}

bool write(const std::string& path, const Image& image) {
  std::ofstream out(path, std::ios::binary);
  out << "P5\n" << image.width << " " << image.height << "\n255\n";
  out.write(reinterpret_cast<const char*>(image.grey.data()), std::streamsize(image.grey.size()));
  return bool(out);
}

int fail(const qc::Error& error) {
  std::cerr << error.to_string();
  return error.exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::cerr << "image_tool in.pgm out.pgm [filter.q]\n", 2;
  Image image;
  if (!read(argv[1], image)) return std::cerr << argv[1] << ": no grey image\n", 1;

  qc::Engine engine;
  engine.on_output([](std::string_view text) { std::cout << text; });
  engine.on_warning([](const qc::Message& message) { std::cerr << message.rendered; });
  const auto loaded = argc > 3 ? engine.load_file(argv[3]) : engine.load(kFilter, "filter.q");
  if (!loaded) return fail(loaded.error());

  // Looked up once, and checked: a filter of other parameters is an error here.
  const auto filter = engine.function<void(qc::View<const std::uint8_t, 2>, qc::View<float, 2>)>("filter");
  if (!filter) return fail(filter.error());
  std::vector<float> result(image.grey.size());
  const auto done =
      filter.value()({image.grey.data(), {image.height, image.width}}, {result.data(), {image.height, image.width}});
  if (!done) return fail(done.error());

  for (std::size_t k = 0; k < result.size(); ++k)
    image.grey[k] = std::uint8_t(std::clamp(result[k] + 0.5f, 0.0f, 255.0f));
  if (!write(argv[2], image)) return std::cerr << argv[2] << ": cannot be written\n", 1;
  const auto [low, high] = std::minmax_element(image.grey.begin(), image.grey.end());
  std::cout << image.height << " x " << image.width << ", " << int(*low) << " to " << int(*high) << "\n";
}
