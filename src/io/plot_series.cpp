#include "io/plot_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "io/text_width.h"

namespace qc::io {
namespace {

constexpr const char* kCycle[] = {"#0072bd", "#d95319", "#edb120", "#7e2f8e", "#77ac30", "#4dbeee", "#a2142f"};
constexpr std::size_t kMostPoints = 20000;  // of one line that is drawn as it is; longer ones are thinned out
constexpr double kShareOfBars = 0.8;        // of the room between two places

// The least distance between two different places, 1 where there is none.
double least_gap(std::vector<double> places) {
  std::sort(places.begin(), places.end());
  if (places.empty() || !(places.back() > places.front())) return 1;
  const double same = 1e-9 * (places.back() - places.front());  // 0.1 + 0.2 is where 0.3 is
  double gap = INFINITY;
  for (std::size_t i = 1; i < places.size(); ++i)
    if (const double d = places[i] - places[i - 1]; d > same) gap = std::min(gap, d);
  return std::isfinite(gap) ? gap : 1;
}

// Draws one series.
class SeriesWriter {
 public:
  SeriesWriter(Svg& svg, const PlotArea& area, const Series& series, std::string colour)
      : svg_(svg), area_(area), x_(area.x), y_(area.y), s_(series), colour_(std::move(colour)) {}

  void bars(const BarPlace& place, bool through) {
    const double zero = y_.log ? area_.bottom : std::clamp(y_(0), area_.top, area_.bottom);
    const char* seam = s_.bars == Bars::Touching ? " shape-rendering=\"crispEdges\"" : "";  // none between neighbours
    const std::string more = fmt::format(" fill=\"{}\"{}{}", colour_, through ? " fill-opacity=\"0.6\"" : "", seam);
    for (std::size_t i = 0; i < s_.x.size(); ++i) {
      if (!shown(i)) continue;
      const double middle = x_.place(s_.x[i]) + place.shift, y = y_(s_.y[i]);
      const double left = x_.pixel(middle - place.width / 2), right = x_.pixel(middle + place.width / 2);
      svg_.rect(left, std::min(y, zero), std::max(right - left, 0.5), std::fabs(y - zero), more);
    }
  }

  void line() {
    std::string points;
    const auto flush = [&] {
      if (!points.empty())
        svg_.raw(fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{:g}\"{} points=\"{}\"/>\n", colour_,
                             s_.thickness, s_.dashes.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", s_.dashes),
                             points));
      points.clear();
    };
    for (const std::size_t i : thinned()) {
      if (!shown(i))
        flush();
      else
        points += fmt::format("{}{:.2f},{:.2f}", points.empty() ? "" : " ", x_(s_.x[i]), y_(s_.y[i]));
    }
    flush();
  }

  void error_bars(double shift) {
    constexpr double kCap = 3;  // half of it
    const std::string more = fmt::format(" stroke-width=\"{:g}\"", s_.thickness);
    for (std::size_t i = 0; i < s_.above.size(); ++i) {
      if (!shown(i)) continue;
      const double x = x_.pixel(x_.place(s_.x[i]) + shift), low = s_.y[i] - s_.below[i], high = s_.y[i] + s_.above[i];
      if (!y_.shows(high) || !std::isfinite(low)) continue;
      const bool ends = y_.shows(low);  // below 0 on a logarithmic axis: down to its end, without a cap
      const double top = y_(high), bottom = ends ? y_(low) : area_.bottom;
      const std::string& stroke = s_.bars == Bars::None ? colour_ : kDark;
      svg_.line(x, bottom, x, top, stroke, more);
      svg_.line(x - kCap, top, x + kCap, top, stroke, more);
      if (ends) svg_.line(x - kCap, bottom, x + kCap, bottom, stroke, more);
    }
  }

  void markers() {
    const std::size_t step = std::max<std::size_t>(1, s_.x.size() / (5 * kMostPoints));
    for (std::size_t i = 0; i < s_.x.size(); i += step)
      if (shown(i)) marker(x_(s_.x[i]), y_(s_.y[i]));
  }

  void marker(double x, double y) {
    const auto path = [&](const char* form) {
      svg_.raw(fmt::format("<path transform=\"translate({:.2f} {:.2f})\" d=\"{}\" stroke=\"{}\" fill=\"none\"/>\n", x,
                           y, form, colour_));
    };
    switch (s_.marker) {
      case '.':
        return svg_.circle(x, y, 2, fmt::format(" fill=\"{}\"", colour_));
      case 'o':
        return svg_.circle(x, y, 4, fmt::format(" fill=\"none\" stroke=\"{}\"", colour_));
      case 'x':
        return path("M-4-4L4 4M-4 4L4-4");
      case '+':
        return path("M-5 0H5M0-5V5");
      case '*':
        return path("M-5 0H5M0-5V5M-3.5-3.5L3.5 3.5M-3.5 3.5L3.5-3.5");
      case 's':
        return path("M-4-4H4V4H-4Z");
      case 'd':
        return path("M0-5L5 0L0 5L-5 0Z");
      case '^':
        return path("M-4 4H4L0-4Z");
      default:
        return path("M-4-4H4L0 4Z");
    }
  }

 private:
  static inline const std::string kDark = "#333333";

  bool shown(std::size_t i) const { return x_.shows(s_.x[i]) && y_.shows(s_.y[i]); }

  // Of each column of pixels the first, lowest, highest and last point; only where x ascends.
  std::vector<std::size_t> thinned() const {
    std::vector<std::size_t> keep;
    const std::size_t n = s_.x.size();
    if (n <= kMostPoints || !std::is_sorted(s_.x.begin(), s_.x.end())) {
      const std::size_t step = std::max<std::size_t>(1, n / (10 * kMostPoints));
      for (std::size_t i = 0; i < n; i += step) keep.push_back(i);
      return keep;
    }
    const auto column = [&](std::size_t i) {
      return x_.shows(s_.x[i]) ? std::int64_t(std::clamp(x_(s_.x[i]), -1e9, 1e9)) : -1;
    };
    for (std::size_t i = 0; i < n;) {
      std::size_t end = i, low = i, high = i;
      for (; end < n && column(end) == column(i); ++end) {
        if (s_.y[end] < s_.y[low]) low = end;
        if (s_.y[end] > s_.y[high]) high = end;
      }
      const std::size_t four[] = {i, std::min(low, high), std::max(low, high), end - 1};
      for (const std::size_t k : four)
        if (keep.empty() || keep.back() < k) keep.push_back(k);
      i = end;
    }
    return keep;
  }

  Svg& svg_;
  const PlotArea& area_;
  const Axis &x_, &y_;
  const Series& s_;
  std::string colour_;
};

// ---- the legend ---------------------------------------------------------------------------------------------------

constexpr double kRow = 18, kSwatch = 25, kInset = 8, kPadding = 6;

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
  bool holds(double px, double py) const { return px >= x && px <= x + width && py >= y && py <= y + height; }
};

// Points of what is drawn, in pixels: those of the data, and along lines and bars others close by each other.
template <class Visit>
void visit_points(const Plot& plot, const PlotArea& area, Visit visit) {
  constexpr double kApart = 6;         // pixels
  constexpr std::size_t kMost = 2000;  // of a series
  const auto places = bar_places(plot);
  for (std::size_t k = 0; k < plot.series.size(); ++k) {
    const Series& s = plot.series[k];
    const std::size_t step = std::max<std::size_t>(1, s.x.size() / kMost);
    double px = NAN, py = NAN;
    for (std::size_t i = 0; i < s.x.size(); i += step) {
      if (!area.x.shows(s.x[i]) || !area.y.shows(s.y[i])) {
        px = NAN;
        continue;
      }
      const double x = area.x.pixel(area.x.place(s.x[i]) + places[k].shift), y = area.y(s.y[i]);
      const auto between = [&](double x0, double y0, double x1, double y1) {
        const double pieces = std::min(std::hypot(x1 - x0, y1 - y0) / kApart, 200.0);
        for (int p = 1; p < pieces; ++p) visit(x0 + (x1 - x0) * p / pieces, y0 + (y1 - y0) * p / pieces);
      };
      visit(x, y);
      if (s.bars != Bars::None) {
        const double half = (area.x.pixel(places[k].width) - area.x.pixel(0)) / 2;
        for (const double side : {x - half, x, x + half}) between(side, y, side, area.bottom);
        between(x - half, y, x + half, y);
      } else if (s.line && std::isfinite(px))
        between(px, py, x, y);
      px = x, py = y;
    }
  }
}

Box emptiest_corner(const Plot& plot, const PlotArea& area, double width, double height) {
  const double right = area.right - kInset - width, left = area.left + kInset, top = area.top + kInset,
               bottom = area.bottom - kInset - height;
  const Box corners[] = {{right, top, width, height},
                         {left, top, width, height},
                         {left, bottom, width, height},
                         {right, bottom, width, height}};
  std::size_t covered[4] = {};
  visit_points(plot, area, [&](double x, double y) {
    for (int k = 0; k < 4; ++k) covered[k] += corners[k].holds(x, y);
  });
  return corners[std::min_element(std::begin(covered), std::end(covered)) - std::begin(covered)];
}

// A name that is not wider than it may be.
std::string cut_to(const std::string& name, double width) {
  if (text_width(name, kFontSize) <= width) return name;
  std::string cut = name;
  while (!cut.empty() && text_width(cut, kFontSize) + kFontSize > width) {
    while (cut.size() > 1 && (static_cast<unsigned char>(cut.back()) & 0xc0) == 0x80) cut.pop_back();
    cut.pop_back();
  }
  return cut + "\u2026";
}

}  // namespace

std::vector<BarPlace> bar_places(const Plot& plot) {
  std::vector<BarPlace> places(plot.series.size());
  Axis x;
  x.log = plot.xlog && !plot.image;
  const auto add = [&](const Series& s, std::vector<double>& to) {
    for (const double v : s.x)
      if (x.shows(v)) to.push_back(x.place(v));
  };
  std::vector<double> shared;
  int beside = 0;
  for (const Series& s : plot.series)
    if (s.bars == Bars::Beside) add(s, shared), ++beside;
  const double width = beside ? least_gap(shared) * kShareOfBars / beside : 0;
  int k = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Series& s = plot.series[i];
    if (s.bars == Bars::Beside) places[i] = {width, width * (k++ - (beside - 1) / 2.0)};
    if (s.bars == Bars::Touching) {
      std::vector<double> own;
      add(s, own);
      places[i] = {least_gap(std::move(own)), 0};
    }
  }
  return places;
}

std::string colour_of(const Plot& plot, std::size_t k) {
  return plot.series[k].colour.empty() ? kCycle[k % std::size(kCycle)] : svg_escaped(plot.series[k].colour);
}

void draw_series(Svg& svg, const Plot& plot, const PlotArea& area) {
  const std::vector<BarPlace> places = bar_places(plot);
  const auto histograms =
      std::count_if(plot.series.begin(), plot.series.end(), [](const Series& s) { return s.bars == Bars::Touching; });
  for (std::size_t k = 0; k < plot.series.size(); ++k) {
    const Series& s = plot.series[k];
    SeriesWriter writer(svg, area, s, colour_of(plot, k));
    if (s.bars != Bars::None) writer.bars(places[k], s.bars == Bars::Touching && histograms > 1);
    if (s.bars == Bars::None && s.line) writer.line();
    if (!s.above.empty()) writer.error_bars(places[k].shift);
    if (s.bars == Bars::None && s.marker) writer.markers();
  }
}

void draw_legend(Svg& svg, const Plot& plot, const PlotArea& area) {
  std::vector<std::size_t> named;
  for (std::size_t k = 0; k < plot.series.size(); ++k)
    if (!plot.series[k].name.empty()) named.push_back(k);
  if (named.empty()) return;
  const double room = std::max(area.right - area.left - 2 * kInset - kSwatch - 3 * kPadding, 3 * kFontSize);
  const std::size_t fit = std::size_t(std::max(1.0, (area.bottom - area.top - 2 * kInset - 2 * kPadding) / kRow));
  const std::size_t left_out = named.size() > fit ? named.size() - fit + 1 : 0;
  named.resize(named.size() - left_out);
  const std::string rest = left_out ? fmt::format("and {} more", left_out) : "";
  double widest = text_width(rest, kFontSize);
  for (const std::size_t k : named) widest = std::max(widest, text_width(plot.series[k].name, kFontSize));
  const double width = std::min(widest, room) + kSwatch + 3 * kPadding,
               height = kRow * double(named.size() + (left_out ? 1 : 0)) + 2 * kPadding;
  const Box box = emptiest_corner(plot, area, width, height);
  svg.rect(box.x, box.y, box.width, box.height,
           " rx=\"3\" fill=\"white\" fill-opacity=\"0.8\" stroke=\"#cccccc\" class=\"legend\"");
  const double x = box.x + kPadding, text = x + kSwatch + kPadding;
  double y = box.y + kPadding + kRow / 2;
  for (const std::size_t k : named) {
    const Series& s = plot.series[k];
    const std::string colour = colour_of(plot, k);
    SeriesWriter writer(svg, area, s, colour);
    if (s.bars != Bars::None)
      svg.rect(x, y - 5, kSwatch, 10, fmt::format(" fill=\"{}\"", colour));
    else {
      if (s.line)
        svg.line(x, y, x + kSwatch, y, colour,
                 fmt::format(" stroke-width=\"{:g}\"{}", s.thickness,
                             s.dashes.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", s.dashes)));
      if (s.marker) writer.marker(x + kSwatch / 2, y);
    }
    svg.text(text, y + 4.5, "start", cut_to(s.name, room));
    y += kRow;
  }
  if (left_out) svg.text(text, y + 4.5, "start", rest);
}

}  // namespace qc::io
