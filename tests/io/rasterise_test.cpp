#include "io/rasterise.h"

#include <doctest/doctest.h>

#include <cstdio>

#include "io/plot.h"
#include "support/diagnostic.h"

using namespace qc;
using namespace qc::io;

namespace {

const std::string kSquare =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"4\"><rect width=\"4\" height=\"4\" "
    "fill=\"#102030\"/>"
    "</svg>";

// What is thrown; empty where the library is there and all is well.
Diagnostic refused(const std::string& svg, double scale = 1, const char* library = "librsvg-2.so.2") {
  try {
    rasterised("x.png", svg, scale, library);
  } catch (const ProgramError& e) {
    return e.diagnostics.at(0);
  }
  return {"Q0602", Severity::Error, {}, "", "", {}};
}

bool there() {
  const bool here = refused(kSquare).message.empty();
  if (!here) std::puts("[skipped] 1 test cases: librsvg is missing");
  return here;
}

}  // namespace

TEST_CASE("without its library a plot has no pixels, and the error names the package") {
  const Diagnostic d = refused(kSquare, 1, "libdoes-not-exist.so.1");
  CHECK(d.code == Code("Q0601"));
  CHECK(d.message.starts_with("'x.png': a plot has no pixels on this machine: libdoes-not-exist.so.1 could not be"));
  CHECK(d.help.find("librsvg2-2") != std::string::npos);
  CHECK(refused(kSquare, 1, "libm.so.6").message.find("libm.so.6 has no function") != std::string::npos);
}

TEST_CASE("an SVG document becomes pixels on white, larger ones at a scale") {
  if (!there()) return;
  const auto byte = [](const ArrayData& a, std::size_t k) { return int(a.bytes.at(k)); };
  const ArrayData one = rasterised("x.png", kSquare);
  CHECK(one.dims == std::vector<std::int64_t>{4, 8, 3});
  CHECK((byte(one, 0) == 0x10 && byte(one, 1) == 0x20 && byte(one, 2) == 0x30));
  CHECK((byte(one, 12) == 255 && byte(one, 13) == 255 && byte(one, 14) == 255));
  CHECK(rasterised("x.png", kSquare, 2.5).dims == std::vector<std::int64_t>{10, 20, 3});
  CHECK(refused("<svg").code == Code("Q0602"));
  CHECK(refused("<svg").message.starts_with("'x.png': the figure could not be drawn: "));
  CHECK(refused(kSquare, 0.01).code == Code("Q0602"));
  CHECK(refused(kSquare, 1e6).code == Code("Q0602"));
}

TEST_CASE("the image inside of a plot is drawn with its own pixels") {
  if (!there()) return;
  Plot p;
  p.image.emplace(PlotImage{1, 2, 3, {255, 0, 0, 0, 0, 255}});
  p.title = "red, blue";
  const ArrayData drawn = rasterised("x.png", svg_of(p));
  std::size_t red = 0, blue = 0;
  for (std::size_t k = 0; k < drawn.bytes.size(); k += 3) {
    const int r = int(drawn.bytes[k]), g = int(drawn.bytes[k + 1]), b = int(drawn.bytes[k + 2]);
    red += r == 255 && g == 0 && b == 0;
    blue += r == 0 && g == 0 && b == 255;
  }
  CHECK(drawn.dims == std::vector<std::int64_t>{480, 640, 3});
  CHECK(red > 280 * 280);  // and next to no mixture between the two
  CHECK(blue > 280 * 280);
}
