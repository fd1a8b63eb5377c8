#include "io/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "io/colormap.h"
#include "io/plot_series.h"
#include "io/svg.h"
#include "io/text_width.h"

namespace qc::io {
namespace {

constexpr double kAir = 0.05;  // of the data's range, at each end
constexpr double kTitleSize = 16;
constexpr double kTick = 5;                           // its length
constexpr double kBarGap = 14, kColourBarWidth = 18;  // right of an image
constexpr const char* kGridColour = "#dddddd";

// The range of the data along one axis, in placed units.
struct Range {
  double low = INFINITY, high = -INFINITY;
  void add(double v) {
    if (std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
  }
};

// What is drawn along x or y. pinned: no air is left beyond 0, where bars stand.
Range range_of(const Plot& p, const Axis& axis, bool along_x, bool& pinned) {
  Range r;
  const auto add = [&](double v) {
    if (axis.shows(v)) r.add(axis.place(v));
  };
  const std::vector<BarPlace> places = along_x ? bar_places(p) : std::vector<BarPlace>(p.series.size());
  for (std::size_t k = 0; k < p.series.size(); ++k) {
    const Series& s = p.series[k];
    const std::vector<double>& values = along_x ? s.x : s.y;
    for (const double v : values) {
      if (!axis.shows(v)) continue;
      for (const double side : {-0.5, 0.5}) r.add(axis.place(v) + places[k].shift + side * places[k].width);
    }
    if (along_x) continue;
    for (std::size_t i = 0; i < s.above.size(); ++i) add(s.y[i] + s.above[i]), add(s.y[i] - s.below[i]);
    if (s.bars != Bars::None) add(0), pinned = true;
  }
  return r;
}

Axis axis_of(const Plot& p, bool along_x) {
  Axis axis;
  axis.log = !p.image && (along_x ? p.xlog : p.ylog);
  const auto& limits = along_x ? p.xlim : p.ylim;
  if (limits && limits->first < limits->second && axis.shows(limits->first) && axis.shows(limits->second)) {
    axis.low = axis.place(limits->first), axis.high = axis.place(limits->second);
    return axis;
  }
  if (p.image) {
    axis.low = -0.5, axis.high = double(along_x ? p.image->width : p.image->height) - 0.5;
    return axis;
  }
  bool pinned = false;
  Range r = range_of(p, axis, along_x, pinned);
  if (!(r.low <= r.high)) r.low = 0, r.high = 1;
  const double largest = std::max(std::fabs(r.low), std::fabs(r.high));
  if (r.high - r.low <= 1e-13 * largest) {  // one number, but for rounding
    const double around = r.low == 0 ? 1 : largest / 2;
    r.low -= around, r.high += around;
  }
  const double air = p.tight ? 0 : (r.high - r.low) * kAir;
  axis.low = pinned && r.low == 0 ? 0 : r.low - air;
  axis.high = pinned && r.high == 0 ? 0 : r.high + air;
  return axis;
}

double width_of(const TickText& t) { return text_width(t.text, kFontSize) + text_width(t.power, kFontSize * 0.7); }

double widest(const Ticks& t) {
  double width = 0;
  for (const TickText& text : t.texts) width = std::max(width, width_of(text));
  return width;
}

// As many ticks as have room for their texts.
Ticks ticks_along(const Axis& axis, double length) {
  constexpr double kBetween = 14;
  for (int most = 10; most > 2; --most) {
    Ticks t = ticks_of(axis, most);
    if (t.at.empty() || (widest(t) + kBetween) * double(t.at.size()) <= length) return t;
  }
  return ticks_of(axis, 2);
}
Ticks ticks_up(const Axis& axis, double length) { return ticks_of(axis, int(std::clamp(length / 42, 2.0, 9.0))); }

// The font's size at which a text is no wider than there is room.
double size_within(const std::string& text, double size, double room) {
  return std::max(6.0, size * std::min(1.0, room / std::max(text_width(text, size), 1.0)));
}

// Draws one plot into a panel of width x height.
class PanelWriter {
 public:
  // `name` is that of the plot's clipping path, one in a document.
  PanelWriter(Svg& svg, const Plot& plot, int width, int height, std::string name)
      : svg_(svg), plot_(plot), name_(std::move(name)), width_(width), height_(height) {
    area_.x = axis_of(plot, true), area_.y = axis_of(plot, false);
    lay_out();
    if (plot.equal || plot.image) make_equal();
    place_axes();
  }

  void draw() {
    svg_.raw(fmt::format("<clipPath id=\"{}\">", name_));
    svg_.rect(area_.left, area_.top, area_.right - area_.left, area_.bottom - area_.top, "");
    svg_.raw("</clipPath>\n");
    svg_.raw(fmt::format("<g clip-path=\"url(#{})\">\n", name_));
    if (plot_.image) draw_image(*plot_.image);
    if (plot_.axes && plot_.grid) grid();
    draw_series(svg_, plot_, area_);
    svg_.raw("</g>\n");
    if (plot_.axes) frame();
    if (has_colorbar()) colorbar();
    labels();
    draw_legend(svg_, plot_, area_);
  }

 private:
  bool has_colorbar() const { return plot_.colorbar && plot_.image && plot_.image->channels == 1; }
  Axis colour_axis() const {
    Axis axis;
    axis.low = plot_.image->low, axis.high = plot_.image->high;
    axis.from = area_.bottom, axis.to = area_.top;
    return axis;
  }

  // Margins as wide as what stands in them.
  void lay_out() {
    const bool axes = plot_.axes;
    area_.left = 20, area_.right = width_ - 20;
    const bool x_offset = axes && !ticks_along(area_.x, width_ - 90).offset.empty();
    area_.bottom = height_ - (axes ? 30 : 12) - (!plot_.xlabel.empty() || x_offset ? 22 : 0);
    area_.top = plot_.title.empty() ? 16 : 42;
    if (axes) {
      y_ticks_ = ticks_up(area_.y, area_.bottom - area_.top);
      if (!y_ticks_.offset.empty()) area_.top += 12;
      area_.left = std::max(40.0, widest(y_ticks_) + kTick + 12);
    }
    if (!plot_.ylabel.empty()) area_.left += 24;
    if (has_colorbar()) area_.right -= kBarGap + kColourBarWidth + 10 + widest(colour_ticks());
    area_.right = std::max(area_.right, area_.left + 20);
    area_.bottom = std::max(area_.bottom, area_.top + 20);
  }

  // The longer unit shrinks to the shorter one, around the middle.
  void make_equal() {
    const double width = area_.right - area_.left, height = area_.bottom - area_.top;
    const double across = area_.x.high - area_.x.low, up = area_.y.high - area_.y.low;
    const double unit = std::min(width / across, height / up);
    const double dx = (width - unit * across) / 2, dy = (height - unit * up) / 2;
    area_.left += dx, area_.right -= dx;
    area_.top += dy, area_.bottom -= dy;
  }

  void place_axes() {
    area_.x.from = area_.left, area_.x.to = area_.right;
    area_.y.from = plot_.image ? area_.top : area_.bottom;  // rows of an image go down
    area_.y.to = plot_.image ? area_.bottom : area_.top;
    x_ticks_ = ticks_along(area_.x, area_.right - area_.left);
    y_ticks_ = ticks_up(area_.y, area_.bottom - area_.top);
    // Between two pixels, or two bars that are counted, there is nothing to be named.
    if (plot_.image || counts_bars()) keep_whole(x_ticks_);
    if (plot_.image) keep_whole(y_ticks_);
  }
  bool counts_bars() const {
    bool any = false;
    for (const Series& s : plot_.series)
      if (s.bars == Bars::Beside)
        for (const double x : s.x) {
          if (x != std::round(x)) return false;
          any = true;
        }
    return any && !area_.x.log;
  }
  static void keep_whole(Ticks& t) {
    Ticks whole;
    whole.offset = t.offset;
    for (std::size_t k = 0; k < t.at.size(); ++k)
      if (t.at[k] == std::round(t.at[k])) whole.at.push_back(t.at[k]), whole.texts.push_back(t.texts[k]);
    for (TickText& text : whole.texts)
      if (const auto point = text.text.find('.'); point != std::string::npos && whole.offset.empty())
        text.text.resize(point);
    t = std::move(whole);
  }

  void draw_image(const PlotImage& image) {
    const double left = area_.x.pixel(-0.5), right = area_.x.pixel(double(image.width) - 0.5),
                 top = area_.y.pixel(-0.5), bottom = area_.y.pixel(double(image.height) - 0.5);
    svg_.image(left, top, right - left, bottom - top, pixels_of(plot_));
  }

  void grid() {
    for (const double v : x_ticks_.at)
      svg_.line(area_.x.pixel(v), area_.top, area_.x.pixel(v), area_.bottom, kGridColour);
    for (const double v : y_ticks_.at)
      svg_.line(area_.left, area_.y.pixel(v), area_.right, area_.y.pixel(v), kGridColour);
  }

  void tick_text(double x, double y, const char* anchor, const TickText& t) {
    if (t.power.empty())
      svg_.text(x, y, anchor, t.text);
    else
      svg_.power(x, y, anchor, t.text, t.power);
  }

  void frame() {
    const double bottom = area_.bottom, left = area_.left;
    for (std::size_t k = 0; k < x_ticks_.at.size(); ++k) {
      const double at = area_.x.pixel(x_ticks_.at[k]);
      svg_.line(at, bottom, at, bottom + kTick, "black");
      tick_text(at, bottom + 19, "middle", x_ticks_.texts[k]);
    }
    for (const double v : x_ticks_.minor)
      svg_.line(area_.x.pixel(v), bottom, area_.x.pixel(v), bottom + kTick / 2, "black");
    for (std::size_t k = 0; k < y_ticks_.at.size(); ++k) {
      const double at = area_.y.pixel(y_ticks_.at[k]);
      svg_.line(left - kTick, at, left, at, "black");
      tick_text(left - kTick - 4, at + 4.5, "end", y_ticks_.texts[k]);
    }
    for (const double v : y_ticks_.minor)
      svg_.line(left - kTick / 2, area_.y.pixel(v), left, area_.y.pixel(v), "black");
    if (!x_ticks_.offset.empty()) svg_.text(area_.right, bottom + 38, "end", x_ticks_.offset);
    if (!y_ticks_.offset.empty()) svg_.text(left, area_.top - 6, "start", y_ticks_.offset);
    svg_.rect(left, area_.top, area_.right - left, bottom - area_.top, " fill=\"none\" stroke=\"black\"");
  }

  Ticks colour_ticks() const {
    const Axis axis = colour_axis();
    return ticks_up(axis, axis.from - axis.to);
  }

  void colorbar() {
    const double x = area_.right + kBarGap, height = area_.bottom - area_.top;
    constexpr int kStops = 32;
    std::string stops;
    for (int k = 0; k <= kStops; ++k) {
      const auto [r, g, b] = colour_at(plot_.colormap, double(k) / kStops);
      stops += fmt::format("<stop offset=\"{:.4g}\" stop-color=\"#{:02x}{:02x}{:02x}\"/>", double(k) / kStops, r, g, b);
    }
    svg_.raw(fmt::format("<linearGradient id=\"{}_colours\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">{}</linearGradient>\n",
                         name_, stops));
    svg_.rect(x, area_.top, kColourBarWidth, height,
              fmt::format(" fill=\"url(#{}_colours)\" stroke=\"black\" class=\"colorbar\"", name_));
    const Axis axis = colour_axis();
    const Ticks t = colour_ticks();
    for (std::size_t k = 0; k < t.at.size(); ++k) {
      const double at = axis.pixel(t.at[k]), right = x + kColourBarWidth;
      svg_.line(right, at, right + kTick, at, "black");
      tick_text(right + kTick + 4, at + 4.5, "start", t.texts[k]);
    }
    if (!t.offset.empty()) svg_.text(x, area_.top - 6, "start", t.offset);
  }

  // It stands at the right end of the label's line.
  double x_offset_width() const {
    return x_ticks_.offset.empty() || !plot_.axes ? 0 : text_width(x_ticks_.offset, kFontSize) + 8;
  }

  void labels() {
    const double mx = (area_.left + area_.right) / 2, my = (area_.top + area_.bottom) / 2;
    if (!plot_.title.empty()) {
      const double size = size_within(plot_.title, kTitleSize, width_ - 20);
      const double half = text_width(plot_.title, size) / 2 + 10;
      const double above = y_ticks_.offset.empty() || !plot_.axes ? 12 : 25;
      svg_.text(std::clamp(mx, half, std::max(half, width_ - half)), area_.top - above, "middle", plot_.title, size);
    }
    if (!plot_.xlabel.empty())
      svg_.text(mx, area_.bottom + (plot_.axes ? 39 : 20), "middle", plot_.xlabel,
                size_within(plot_.xlabel, kFontSize, area_.right - area_.left - 2 * x_offset_width()));
    if (!plot_.ylabel.empty()) {
      const double x = plot_.axes ? area_.left - widest(y_ticks_) - kTick - 16 : area_.left - 8;
      svg_.text(x, my, "middle", plot_.ylabel, size_within(plot_.ylabel, kFontSize, area_.bottom - area_.top),
                fmt::format(" transform=\"rotate(-90 {:.2f} {:.2f})\"", x, my));
    }
  }

  Svg& svg_;
  const Plot& plot_;
  std::string name_;
  double width_, height_;
  PlotArea area_;
  Ticks x_ticks_, y_ticks_;
};

}  // namespace

bool is_bare_image(const Plot& p) {
  return p.image && p.series.empty() && p.title.empty() && p.xlabel.empty() && p.ylabel.empty() && !p.colorbar &&
         !p.grid && !p.xlim && !p.ylim;
}

ArrayData pixels_of(const Plot& plot) {
  const PlotImage& image = *plot.image;
  ArrayData out{{image.height, image.width, image.channels}, Elem::U8, {}};
  const auto* bytes = reinterpret_cast<const std::byte*>(image.levels.data());
  if (image.channels != 1 || plot.colormap.empty()) {
    out.bytes.assign(bytes, bytes + image.levels.size());
    return out;
  }
  out.dims[2] = 3;
  for (const std::uint8_t level : image.levels)
    for (const std::uint8_t c : colour_at(plot.colormap, level / 255.0)) out.bytes.push_back(std::byte(c));
  return out;
}

std::string svg_of(const Plot& plot) {
  Svg svg(plot.width, plot.height);
  PanelWriter(svg, plot, plot.width, plot.height, "area").draw();
  return std::move(svg).finish();
}

std::string svg_of(const PlotGrid& grid) {
  const Plot whole;
  constexpr int kLeastWidth = 320, kLeastHeight = 240;  // of a panel
  const int width = std::max(whole.width / grid.columns, kLeastWidth),
            height = std::max(whole.height / grid.rows, kLeastHeight);
  Svg svg(width * grid.columns, height * grid.rows);
  const int first = grid.panels.count(0) ? 0 : 1;
  for (const auto& [number, plot] : grid.panels) {
    const int k = number - first;
    svg.raw(fmt::format("<g transform=\"translate({} {})\">\n", k % grid.columns * width, k / grid.columns * height));
    PanelWriter(svg, plot, width, height, fmt::format("area{}", k)).draw();
    svg.raw("</g>\n");
  }
  return std::move(svg).finish();
}

}  // namespace qc::io
