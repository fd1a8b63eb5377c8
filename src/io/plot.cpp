#include "io/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace qc::io {
namespace {

constexpr const char* kCycle[] = {"#0072bd", "#d95319", "#edb120", "#7e2f8e", "#77ac30", "#4dbeee", "#a2142f"};
constexpr std::size_t kMostPoints = 20000;  // of one line that is drawn as it is; longer ones are thinned out

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) < ' ')
      out += ' ';
    else
      out += c;
  }
  return out;
}

// One axis: data to pixels.
struct Scale {
  double low = 0, high = 1, from = 0, to = 1;
  bool log = false;
  double place(double v) const { return log ? std::log10(v) : v; }
  bool shows(double v) const { return std::isfinite(v) && (!log || v > 0); }
  double operator()(double v) const { return from + (place(v) - low) / (high - low) * (to - from); }
};

Scale scale_of(const Plot& p, bool along_x) {
  Scale s;
  s.log = along_x ? p.xlog : p.ylog;
  double low = INFINITY, high = -INFINITY;
  const auto add = [&](double v) {
    if (s.shows(v)) low = std::min(low, s.place(v)), high = std::max(high, s.place(v));
  };
  for (const Series& series : p.series) {
    for (const double v : along_x ? series.x : series.y) add(v);
    if (series.bars && !along_x) add(0);
  }
  if (!(low <= high)) low = 0, high = 1;
  const auto& limits = along_x ? p.xlim : p.ylim;
  if (limits && limits->first < limits->second && s.shows(limits->first) && s.shows(limits->second))
    low = s.place(limits->first), high = s.place(limits->second);
  else {
    if (low == high) {
      const double around = low == 0 ? 1 : std::fabs(low) / 2;
      low -= around, high += around;
    }
    if (!along_x) {  // a little air above and below
      const double air = (high - low) / 20;
      low -= air, high += air;
    }
  }
  s.low = low, s.high = high;
  return s;
}

std::string begin_document(int width, int height) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      width, height);
}

class Writer {
 public:
  // `area` names the plot's clipping path, one in a document.
  Writer(const Plot& plot, int width, int height, std::string area)
      : plot_(plot), area_(std::move(area)), x_(scale_of(plot, true)), y_(scale_of(plot, false)) {
    left_ = 70, right_ = width - 20, top_ = plot.title.empty() ? 20 : 45, bottom_ = height - 55;
    if (plot.equal) square();
    x_.from = left_, x_.to = right_, y_.from = bottom_, y_.to = top_;
  }

  std::string text() {
    out_ = fmt::format(
        "<clipPath id=\"{}\"><rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"/></clipPath>\n", area_,
        left_, top_, right_ - left_, bottom_ - top_);
    if (plot_.axes) frame();
    out_ += fmt::format("<g clip-path=\"url(#{})\">\n", area_);
    for (std::size_t k = 0; k < plot_.series.size(); ++k) draw(plot_.series[k], colour(k));
    out_ += "</g>\n";
    labels();
    legend();
    return std::move(out_);
  }

 private:
  // The longer unit shrinks to the shorter one.
  void square() {
    const double ux = (right_ - left_) / (x_.high - x_.low), uy = (bottom_ - top_) / (y_.high - y_.low),
                 u = std::min(ux, uy);
    right_ = left_ + u * (x_.high - x_.low);
    bottom_ = top_ + u * (y_.high - y_.low);
  }

  std::string colour(std::size_t k) const {
    return plot_.series[k].colour.empty() ? kCycle[k % std::size(kCycle)] : escaped(plot_.series[k].colour);
  }

  void line(double x0, double y0, double x1, double y1, const char* stroke) {
    out_ += fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"{}\"/>\n", x0, y0, x1,
                        y1, stroke);
  }
  void words(double x, double y, const char* anchor, const std::string& text, const std::string& more = "") {
    out_ += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                        escaped(text));
  }

  static std::string tick_text(double v, bool log) {
    return log ? fmt::format("{:g}", std::pow(10.0, v)) : fmt::format("{:g}", v);
  }

  void frame() {
    for (const double v : ticks(x_.low, x_.high, 10)) {
      const double at = x_.from + (v - x_.low) / (x_.high - x_.low) * (x_.to - x_.from);
      if (plot_.grid) line(at, top_, at, bottom_, "#dddddd");
      line(at, bottom_, at, bottom_ + 5, "black");
      words(at, bottom_ + 20, "middle", tick_text(v, x_.log));
    }
    for (const double v : ticks(y_.low, y_.high, 8)) {
      const double at = y_.from + (v - y_.low) / (y_.high - y_.low) * (y_.to - y_.from);
      if (plot_.grid) line(left_, at, right_, at, "#dddddd");
      line(left_ - 5, at, left_, at, "black");
      words(left_ - 9, at + 4, "end", tick_text(v, y_.log));
    }
    out_ += fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"none\" stroke=\"black\"/>\n", left_,
        top_, right_ - left_, bottom_ - top_);
  }

  void labels() {
    const double mx = (left_ + right_) / 2, my = (top_ + bottom_) / 2;
    if (!plot_.title.empty()) words(mx, 28, "middle", plot_.title, " font-size=\"17\"");
    if (!plot_.xlabel.empty()) words(mx, bottom_ + 42, "middle", plot_.xlabel);
    if (!plot_.ylabel.empty())
      words(18, my, "middle", plot_.ylabel, fmt::format(" transform=\"rotate(-90 18 {:.2f})\"", my));
  }

  void legend() {
    double y = top_ + 20;
    for (std::size_t k = 0; k < plot_.series.size(); ++k) {
      const Series& s = plot_.series[k];
      if (s.name.empty()) continue;
      out_ += fmt::format(
          "<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"{}\" stroke-width=\"2\"/>\n",
          right_ - 150, y - 4, right_ - 125, y - 4, colour(k));
      words(right_ - 118, y, "start", s.name);
      y += 18;
    }
  }

  void draw(const Series& s, const std::string& colour) {
    if (s.bars) return draw_bars(s, colour);
    if (s.line) draw_line(s, colour);
    if (s.marker) draw_markers(s, colour);
  }

  void draw_bars(const Series& s, const std::string& colour) {
    double gap = INFINITY;  // between neighbours
    for (std::size_t i = 1; i < s.x.size(); ++i) gap = std::min(gap, std::fabs(x_(s.x[i]) - x_(s.x[i - 1])));
    const double width = std::isfinite(gap) ? std::max(gap * 0.9, 0.5) : 40;
    const double zero = y_.log ? bottom_ : std::clamp(y_(0), top_, bottom_);
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      if (!x_.shows(s.x[i]) || !y_.shows(s.y[i])) continue;
      const double y = y_(s.y[i]);
      out_ += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>\n",
                          x_(s.x[i]) - width / 2, std::min(y, zero), width, std::fabs(y - zero), colour);
    }
  }

  // Of each column of pixels the first, lowest, highest and last point; only where x ascends.
  std::vector<std::size_t> thinned(const Series& s) const {
    std::vector<std::size_t> keep;
    const std::size_t n = s.x.size();
    if (n <= kMostPoints || !std::is_sorted(s.x.begin(), s.x.end())) {
      const std::size_t step = std::max<std::size_t>(1, n / (10 * kMostPoints));
      for (std::size_t i = 0; i < n; i += step) keep.push_back(i);
      return keep;
    }
    const auto column = [&](std::size_t i) {
      return x_.shows(s.x[i]) ? std::int64_t(std::clamp(x_(s.x[i]), -1e9, 1e9)) : -1;
    };
    for (std::size_t i = 0; i < n;) {
      std::size_t end = i, low = i, high = i;
      for (; end < n && column(end) == column(i); ++end) {
        if (s.y[end] < s.y[low]) low = end;
        if (s.y[end] > s.y[high]) high = end;
      }
      std::size_t four[] = {i, std::min(low, high), std::max(low, high), end - 1};
      for (const std::size_t k : four)
        if (keep.empty() || keep.back() < k) keep.push_back(k);
      i = end;
    }
    return keep;
  }

  void draw_line(const Series& s, const std::string& colour) {
    std::string points;
    const auto flush = [&] {
      if (!points.empty())
        out_ +=
            fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{:g}\"{} points=\"{}\"/>\n", colour,
                        s.thickness, s.dashes.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", s.dashes), points);
      points.clear();
    };
    for (const std::size_t i : thinned(s)) {
      if (!x_.shows(s.x[i]) || !y_.shows(s.y[i]))
        flush();
      else
        points += fmt::format("{}{:.2f},{:.2f}", points.empty() ? "" : " ", x_(s.x[i]), y_(s.y[i]));
    }
    flush();
  }

  void draw_markers(const Series& s, const std::string& colour) {
    const std::size_t step = std::max<std::size_t>(1, s.x.size() / (5 * kMostPoints));
    for (std::size_t i = 0; i < s.x.size(); i += step) {
      if (!x_.shows(s.x[i]) || !y_.shows(s.y[i])) continue;
      const double x = x_(s.x[i]), y = y_(s.y[i]);
      const auto path = [&](const char* form, bool filled) {
        out_ += fmt::format("<path transform=\"translate({:.2f} {:.2f})\" d=\"{}\" stroke=\"{}\" fill=\"{}\"/>\n", x, y,
                            form, colour, filled ? colour : "none");
      };
      switch (s.marker) {
        case '.':
          out_ += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"2\" fill=\"{}\"/>\n", x, y, colour);
          break;
        case 'o':
          out_ +=
              fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"4\" fill=\"none\" stroke=\"{}\"/>\n", x, y, colour);
          break;
        case 'x':
          path("M-4-4L4 4M-4 4L4-4", false);
          break;
        case '+':
          path("M-5 0H5M0-5V5", false);
          break;
        case '*':
          path("M-5 0H5M0-5V5M-3.5-3.5L3.5 3.5M-3.5 3.5L3.5-3.5", false);
          break;
        case 's':
          path("M-4-4H4V4H-4Z", false);
          break;
        case 'd':
          path("M0-5L5 0L0 5L-5 0Z", false);
          break;
        case '^':
          path("M-4 4H4L0-4Z", false);
          break;
        default:
          path("M-4-4H4L0 4Z", false);
          break;
      }
    }
  }

  const Plot& plot_;
  std::string area_;
  Scale x_, y_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
  std::string out_;
};

}  // namespace

std::vector<double> ticks(double low, double high, int most) {
  std::vector<double> out;
  if (!(high > low) || !std::isfinite(high - low)) return out;
  const double raw = (high - low) / most, power = std::pow(10.0, std::floor(std::log10(raw)));
  const double step = power * (raw <= power ? 1 : raw <= 2 * power ? 2 : raw <= 5 * power ? 5 : 10);
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step && out.size() < 100; ++k)
    out.push_back(k == 0 ? 0 : k * step);
  return out;
}

std::string svg_of(const Plot& plot) {
  return begin_document(plot.width, plot.height) + Writer(plot, plot.width, plot.height, "area").text() + "</svg>\n";
}

std::string svg_of(const PlotGrid& grid) {
  const Plot whole;
  constexpr int kLeastWidth = 320, kLeastHeight = 240;  // of a panel
  const int width = std::max(whole.width / grid.columns, kLeastWidth),
            height = std::max(whole.height / grid.rows, kLeastHeight);
  std::string out = begin_document(width * grid.columns, height * grid.rows);
  const int first = grid.panels.count(0) ? 0 : 1;
  for (const auto& [number, plot] : grid.panels) {
    const int k = number - first;
    out += fmt::format("<g transform=\"translate({} {})\">\n", k % grid.columns * width, k / grid.columns * height);
    out += Writer(plot, width, height, fmt::format("area{}", k)).text() + "</g>\n";
  }
  return out + "</svg>\n";
}

}  // namespace qc::io
