#include "io/plot.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "io/colormap.h"

using namespace qc::io;

namespace {
std::size_t count(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

Plot diagonal() {
  Plot p;
  p.series.emplace_back();
  p.series[0].x = p.series[0].y = {0, 1};
  return p;
}
}  // namespace

TEST_CASE("ticks are round and lie in the range") {
  CHECK(ticks(0, 10, 5) == std::vector<double>{0, 2, 4, 6, 8, 10});
  CHECK(ticks(-1, 1, 4) == std::vector<double>{-1, -0.5, 0, 0.5, 1});
  CHECK(ticks(3, 3, 5).empty());
  CHECK(ticks(0, INFINITY, 5).empty());
  for (const double t : ticks(0.013, 0.0172, 8)) CHECK((t >= 0.013 && t <= 0.0172));
}

TEST_CASE("a plot maps its points onto the area of its axes") {
  Plot p;
  p.series.emplace_back();
  p.series[0].x = {0, 1, 2};
  p.series[0].y = {0, 1, 0.5};
  p.ylim = {0, 1};
  p.title = "a < b & c";
  const std::string svg = svg_of(p);
  // x: 70 .. 780; y: 545 at 0 .. 45 at 1
  CHECK(svg.find("points=\"70.00,545.00 425.00,45.00 780.00,295.00\"") != std::string::npos);
  CHECK(svg.find("a &lt; b &amp; c") != std::string::npos);
  CHECK(svg.rfind("</svg>\n") == svg.size() - 7);
}

TEST_CASE("a point that is no number interrupts the line; logarithms leave out what is not positive") {
  Plot p;
  p.series.emplace_back();
  p.series[0].x = {0, 1, 2, 3, 4};
  p.series[0].y = {1, 2, NAN, 3, 4};
  CHECK(count(svg_of(p), "<polyline") == 2);
  p.series[0].y = {1, 10, -1, 100, 1000};
  p.ylog = true;
  CHECK(count(svg_of(p), "<polyline") == 2);
}

TEST_CASE("long lines are thinned out and keep their extremes") {
  Plot p;
  p.series.emplace_back();
  Series& s = p.series[0];
  for (int i = 0; i < 1000000; ++i) s.x.push_back(i), s.y.push_back(i == 777777 ? 5 : 0);
  p.ylim = {0, 5};
  p.title = "peak";
  const std::string svg = svg_of(p);
  CHECK(svg.size() < 200000);
  CHECK(svg.find(",45.00 ") != std::string::npos);  // the peak
}

TEST_CASE("an empty plot, markers, bars and a legend") {
  CHECK(svg_of(Plot{}).find("<svg") == 0);
  Plot p;
  for (const char marker : {'.', 'o', 'x', '+', '*', 's', 'd', '^', 'v'}) {
    Series s;
    s.x = {0, 1};
    s.y = {0, 1};
    s.line = false;
    s.marker = marker;
    s.name = std::string("with ") + marker;
    p.series.push_back(s);
  }
  Series bars;
  bars.x = {0, 1, 2};
  bars.y = {1, -1, 2};
  bars.bars = true;
  p.series.push_back(bars);
  const std::string svg = svg_of(p);
  CHECK(count(svg, "<circle") == 4);
  CHECK(count(svg, "<path") == 14);
  CHECK(count(svg, "with ") == 9);
  CHECK(count(svg, "<rect") == 6);  // paper, clip, frame, three bars
}

TEST_CASE("colour maps have their ends") {
  using Rgb = std::array<std::uint8_t, 3>;
  CHECK(colour_at("gray", 0) == Rgb{0, 0, 0});
  CHECK(colour_at("gray", 0.5) == Rgb{128, 128, 128});
  CHECK(colour_at("gray", 7) == Rgb{255, 255, 255});
  CHECK(colour_at("gray", NAN) == Rgb{0, 0, 0});
  CHECK(colour_at("jet", 0) == Rgb{0, 0, 128});
  CHECK(colour_at("jet", 0.5) == Rgb{128, 255, 128});
  CHECK(colour_at("hot", 0.375) == Rgb{255, 0, 0});
  CHECK(is_colormap("parula"));
  CHECK_FALSE(is_colormap("rainbow"));
}

TEST_CASE("plots of a grid stand beside and below each other, numbered from 0 or from 1") {
  PlotGrid g{2, 2, {}};
  for (const int k : {0, 3}) {
    g.panels[k] = diagonal();
    g.panels[k].title = k ? "last" : "first";
  }
  const std::string svg = svg_of(g);
  CHECK(count(svg, "<svg") == 1);
  CHECK(count(svg, "<polyline") == 2);
  CHECK(svg.find("<g transform=\"translate(0 0)\">") < svg.find("first"));
  CHECK(svg.find("<g transform=\"translate(400 300)\">") < svg.find("last"));
  CHECK(count(svg, "id=\"area0\"") == 1);
  CHECK(count(svg, "url(#area3)") == 1);
  PlotGrid from_one{1, 2, {}};
  from_one.panels[1] = from_one.panels[2] = diagonal();
  CHECK(svg_of(from_one).find("translate(400 0)") != std::string::npos);
  CHECK(svg_of(PlotGrid{1, 3, {}}).find("width=\"960\"") != std::string::npos);
}
