#include "io/plot.h"

#include <doctest/doctest.h>

#include <cmath>
#include <regex>
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

// Rectangles of bars: with this colour.
struct Rect {
  double x, y, width, height;
};
std::vector<Rect> rects(const std::string& svg, const std::string& more) {
  std::vector<Rect> out;
  const std::regex rect("<rect x=\"([^\"]*)\" y=\"([^\"]*)\" width=\"([^\"]*)\" height=\"([^\"]*)\"([^>]*)/>");
  for (std::sregex_iterator it(svg.begin(), svg.end(), rect), end; it != end; ++it)
    if ((*it)[5].str().find(more) != std::string::npos)
      out.push_back({std::stod((*it)[1]), std::stod((*it)[2]), std::stod((*it)[3]), std::stod((*it)[4])});
  return out;
}

Plot bars_of(const std::vector<std::vector<double>>& heights, Bars kind = Bars::Beside) {
  Plot p;
  const char* const colours[] = {"red", "green", "blue"};
  for (const auto& h : heights) {
    Series& s = p.series.emplace_back();
    s.y = h;
    for (std::size_t i = 0; i < h.size(); ++i) s.x.push_back(double(i));
    s.bars = kind;
    s.colour = colours[p.series.size() - 1];
  }
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
  p.tight = true;
  p.title = "a < b & c";
  const std::string svg = svg_of(p);
  // x: 40 .. 620; y: 450 at 0 .. 42 at 1
  CHECK(svg.find("points=\"40.00,450.00 330.00,42.00 620.00,246.00\"") != std::string::npos);
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
  CHECK(svg.find(",42.00 ") != std::string::npos);  // the peak
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
  bars.bars = Bars::Beside;
  p.series.push_back(bars);
  const std::string svg = svg_of(p);
  CHECK(count(svg, "<circle") == 6);  // in the legend as well
  CHECK(count(svg, "<path") == 21);
  CHECK(count(svg, "with ") == 9);
  CHECK(count(svg, "<rect") == 7);  // paper, clip, frame, legend, three bars
}

TEST_CASE("bars of several series stand beside each other, whole at the ends, on zero") {
  const std::string svg = svg_of(bars_of({{1, 2, 3}, {3, 2, 1}, {2, 2, 2}}));
  const Rect frame = rects(svg, "fill=\"none\"").at(0);
  const auto red = rects(svg, "red"), green = rects(svg, "green"), blue = rects(svg, "blue");
  REQUIRE((red.size() == 3 && green.size() == 3 && blue.size() == 3));
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(red[i].x + red[i].width <= green[i].x + 0.02);
    CHECK(green[i].x + green[i].width <= blue[i].x + 0.02);
    if (i) CHECK(blue[i - 1].x + blue[i - 1].width < red[i].x - 5);
    CHECK(red[i].y + red[i].height == doctest::Approx(frame.y + frame.height).epsilon(1e-4));  // no air below zero
  }
  CHECK(red[0].x > frame.x);
  CHECK(blue[2].x + blue[2].width < frame.x + frame.width);
  CHECK(red[0].width == doctest::Approx(red[2].width).epsilon(1e-3));
}

TEST_CASE("one bar, bars below zero, on a logarithmic axis, and of histograms") {
  const auto one = rects(svg_of(bars_of({{5}})), "red");
  REQUIRE(one.size() == 1);
  CHECK(one[0].width > 100);
  const auto mixed = rects(svg_of(bars_of({{2, -2}})), "red");
  CHECK(mixed.at(0).y + mixed[0].height == doctest::Approx(mixed.at(1).y).epsilon(1e-4));
  Plot log = bars_of({{1, 10, 100}});
  log.ylog = true;
  const auto tall = rects(svg_of(log), "red");
  CHECK(tall.at(2).height - tall.at(1).height == doctest::Approx(tall[1].height - tall.at(0).height).epsilon(1e-3));
  const auto touching = rects(svg_of(bars_of({{1, 2, 3}}, Bars::Touching)), "red");
  CHECK(touching.at(0).x + touching[0].width == doctest::Approx(touching.at(1).x).epsilon(1e-4));
  CHECK(count(svg_of(bars_of({{1, 2}, {2, 1}}, Bars::Touching)), "fill-opacity=\"0.6\"") == 4);
}

TEST_CASE("a legend lies inside of the frame, where the fewest points are") {
  const auto legend_of = [](double y0, double y1, std::string name) {
    Plot p;
    Series& s = p.series.emplace_back();
    for (int i = 0; i <= 20; ++i) s.x.push_back(i), s.y.push_back(y0 + (y1 - y0) * i / 20);
    s.name = std::move(name);
    return svg_of(p);
  };
  for (const std::string name : {"a", "a name of some length",
                                 "so long a name that it would be wider than all of the plot is, if nobody cut it to "
                                 "the room that there is, which is not much"}) {
    const std::string rising = legend_of(0, 1, name), falling = legend_of(1, 0, name);
    const Rect frame = rects(rising, "fill=\"none\"").at(0), up = rects(rising, "legend").at(0),
               down = rects(falling, "legend").at(0);
    for (const Rect& r : {up, down}) {
      CHECK(r.x > frame.x);
      CHECK(r.y > frame.y);
      CHECK(r.x + r.width < frame.x + frame.width);
      CHECK(r.y + r.height < frame.y + frame.height);
    }
    if (name.size() > 30) continue;
    CHECK(up.x < 100);    // top left
    CHECK(down.x > 320);  // top right
    CHECK(up.y < 100);
    CHECK(down.y < 100);
  }
  // Bars are as wide as they are: those on the right end below a legend that their middles do not meet.
  Plot bars = bars_of({{1, 5, 1}, {1, 4, 5}, {1, 1, 1}});
  for (Series& s : bars.series) s.name = "series";
  CHECK(rects(svg_of(bars), "legend").at(0).x < 100);
  Plot many;
  for (int k = 0; k < 60; ++k) {
    Series& s = many.series.emplace_back();
    s.x = s.y = {0, 1};
    s.name = "curve " + std::to_string(k);
  }
  const std::string svg = svg_of(many);
  CHECK(rects(svg, "legend").at(0).height < 480);
  CHECK(svg.find(" more</text>") != std::string::npos);
}

TEST_CASE("texts at the margins have room") {
  Plot p = diagonal();
  p.series[0].y = {123456.5, 123457.25};
  p.ylabel = "height";
  p.title = std::string(300, 'w');
  const std::string svg = svg_of(p);
  CHECK(svg.find(">+1.2345e5<") != std::string::npos);
  std::smatch size;
  REQUIRE(std::regex_search(svg, size, std::regex("font-size=\"([0-9.]+)\">w")));
  CHECK(std::stod(size[1]) < 16);
  p.series[0].y = {7, 7};  // one number
  CHECK(count(svg_of(p), "<polyline") == 1);
}

TEST_CASE("error bars reach from y, and are part of the range") {
  Plot p = diagonal();
  p.series[0].below = {1, 1};
  p.series[0].above = {2, NAN};
  const std::string svg = svg_of(p);
  CHECK(count(svg, "stroke=\"#0072bd\" stroke-width=\"1.5\"/>\n") >= 3);
  CHECK(svg.find(">2.0<") != std::string::npos);
}

TEST_CASE("an image with a title has axes that count its pixels, and a colour bar") {
  Plot p;
  p.image.emplace(PlotImage{2, 3, 1, {0, 50, 100, 150, 200, 255}, 0, 1});
  p.colormap = "jet";
  CHECK(is_bare_image(p));
  CHECK(pixels_of(p).dims == std::vector<std::int64_t>{2, 3, 3});
  p.title = "six pixels";
  CHECK_FALSE(is_bare_image(p));
  std::string svg = svg_of(p);
  CHECK(count(svg, "xlink:href=\"data:image/png;base64,iVBORw0KGgo") == 1);
  CHECK(count(svg, "class=\"colorbar\"") == 0);
  const Rect frame = rects(svg, "fill=\"none\"").at(0);
  CHECK(frame.width / frame.height == doctest::Approx(1.5).epsilon(1e-3));
  CHECK(svg.find(">0.4<") == std::string::npos);
  for (const char* const text : {">0<", ">1<", ">2<"}) CHECK(svg.find(text) != std::string::npos);
  p.colorbar = true;
  svg = svg_of(p);
  CHECK(count(svg, "class=\"colorbar\"") == 1);
  CHECK(svg.find(">0.4<") != std::string::npos);
  p.series.emplace_back();  // a curve over it, in pixels
  p.series[0].x = {0, 2};
  p.series[0].y = {0, 1};
  CHECK(count(svg_of(p), "<polyline") == 1);
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
  CHECK(svg.find("<g transform=\"translate(320 240)\">") < svg.find("last"));
  CHECK(count(svg, "id=\"area0\"") == 1);
  CHECK(count(svg, "url(#area3)") == 1);
  PlotGrid from_one{1, 2, {}};
  from_one.panels[1] = from_one.panels[2] = diagonal();
  CHECK(svg_of(from_one).find("translate(320 0)") != std::string::npos);
  CHECK(svg_of(PlotGrid{1, 3, {}}).find("width=\"960\"") != std::string::npos);
}
