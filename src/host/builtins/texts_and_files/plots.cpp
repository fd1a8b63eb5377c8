// imshow, plot and the functions that dress a figure. What they draw goes into files (display.h).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "host/arrays/arith.h"
#include "host/builtins/families.h"
#include "host/builtins/texts_and_files/display_objects.h"
#include "host/context/builtin_state.h"
#include "io/colormap.h"

namespace qc::host {

namespace {

// ---- images -------------------------------------------------------------------------------------------------------

// Whether there are numbers above 0, and none above 1.
bool within_one(std::span<const float> values) {
  bool any = false;
  for (const float v : values) {
    if (v < 0 || v > 1) return false;
    any |= v > 0;
  }
  return any;
}

// The range that becomes black to white: [lo, hi], [] for the image's own, 0..255 when left out (0..1 for masks).
std::pair<double, double> shown_range(CallContext& c, const Args& a, const Array& x, std::span<const float> values) {
  if (a.size() < 2 || if_text(a[1])) {
    if (is_float(x.elem) && within_one(values))
      warn_of_figure(c, "range",
                     "all values lie in 0..1, and 0..255 is shown as black to white: the image is nearly black",
                     "imshow(x, [0, 1]), or imagesc(x) for the image's own range");
    return {0, x.elem == Elem::Bool ? 1 : 255};
  }
  if (!left_out(a[1])) {
    const std::vector<double> r = doubles_of(c, a[1]);
    if (r.size() == 1) return {0, r[0]};
    if (r.size() != 2)
      fail("Q0404", c.span, fmt::format("the range of an image is [lowest, highest], not {} numbers", r.size()));
    return {r[0], r[1]};
  }
  double lo = INFINITY, hi = -INFINITY;
  for (const float v : values)
    if (std::isfinite(v)) lo = std::min<double>(lo, v), hi = std::max<double>(hi, v);
  return lo <= hi ? std::pair(lo, hi) : std::pair(0.0, 1.0);
}

// Levels of the image; of a cube with 2 or more than 4 channels the first.
io::PlotImage image_of(CallContext& c, const Args& a) {
  ArrayP x = array_of(c, a[0]);
  if (x->complex)
    fail("Q0301", c.span, "an image of complex numbers cannot be shown", "show abs(x), real(x) or imag(x)");
  if (x->dims.size() > 3)
    fail("Q0302", c.span, fmt::format("an image has 2 or 3 dimensions, the array has {}", x->dims.size()));
  io::PlotImage p;
  p.width = x->dims.size() == 1 ? x->dims[0] : x->dims[1];
  p.height = x->dims.size() == 1 ? 1 : x->dims[0];
  const std::int64_t channels = x->dims.size() == 3 ? x->dims[2] : 1;
  p.channels = channels == 3 || channels == 4 ? channels : 1;
  if (x->count() == 0) fail("Q0404", c.span, "an image without pixels cannot be shown");
  const ArrayP floats = as_elem(x, Elem::F32);
  const auto in = elements<float>(*floats);
  const auto [lo, hi] = shown_range(c, a, *x, in);
  const double scale = hi > lo ? 255 / (hi - lo) : 0;
  p.low = lo, p.high = hi > lo ? hi : lo + 1;
  p.levels.resize(std::size_t(p.height * p.width * p.channels));
  for (std::size_t i = 0; i < p.levels.size(); ++i) {
    const std::size_t at = channels == p.channels ? i : i * std::size_t(channels);
    const double level = (in[at] - lo) * scale;  // NaN is black
    p.levels[i] = std::uint8_t(level > 0 ? std::nearbyint(std::min(level, 255.0)) : 0);
  }
  return p;
}

Results imshow(CallContext& c, Args& a) {
  want_arguments(c, a, "imshow", 1, 3);
  io::PlotImage image = image_of(c, a);
  Figure& figure = display_of(c).begin();
  figure.plot.image = std::move(image);
  return figure_changed(c, figure);
}

// ---- curves -------------------------------------------------------------------------------------------------------

// "r--o": a colour, a kind of line, a marker; false when the text is none of these.
bool read_style(const std::string& text, io::Series& s) {
  static constexpr std::pair<char, const char*> kColours[] = {{'r', "red"},     {'g', "green"},   {'b', "blue"},
                                                              {'k', "black"},   {'m', "magenta"}, {'c', "cyan"},
                                                              {'y', "#d0b000"}, {'w', "white"}};
  bool line = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char ch = text[i];
    const auto* colour = std::find_if(std::begin(kColours), std::end(kColours), [&](auto& e) { return e.first == ch; });
    if (colour != std::end(kColours))
      s.colour = colour->second;
    else if (text.compare(i, 2, "--") == 0)
      line = true, s.dashes = "8 5", ++i;
    else if (text.compare(i, 2, "-.") == 0)
      line = true, s.dashes = "8 4 2 4", ++i;
    else if (ch == '-')
      line = true;
    else if (ch == ':')
      line = true, s.dashes = "2 4";
    else if (std::string_view(".ox+*sd^v").find(ch) != std::string_view::npos)
      s.marker = ch;
    else
      return false;
  }
  s.line = line || !s.marker;
  return true;
}

// Rows and columns of what is plotted; a vec is one column.
struct Columns {
  std::vector<double> values;
  std::size_t rows = 0, count = 0;
  bool by_rows = false;  // a curve is a row
  std::vector<double> curve(std::size_t k) const {
    std::vector<double> out(by_rows ? values.size() / count : rows);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = by_rows ? values[k * out.size() + i] : values[i * count + k];
    return out;
  }
};

Columns columns_of(const CallContext& c, const Value& v) {
  const ArrayP x = array_of(c, v);
  Columns out;
  out.values = doubles_of(c, v);
  const bool flat =
      x->dims.size() == 1 || std::count_if(x->dims.begin(), x->dims.end(), [](auto d) { return d != 1; }) <= 1;
  if (!flat && x->dims.size() > 2)
    fail("Q0302", c.span, fmt::format("a vec or mat can be plotted, not an array of {} dimensions", x->dims.size()));
  out.rows = flat ? out.values.size() : std::size_t(x->dims[0]);
  out.count = flat ? 1 : std::size_t(x->dims[1]);
  return out;
}

// The curves of plot(y), plot(x, y): of a matrix its columns, or its rows where those are as long as x.
void add_curves(const CallContext& c, const Value* vx, const Value& vy, const io::Series& style,
                std::vector<io::Series>& into) {
  Columns y = columns_of(c, vy);
  std::vector<double> x;
  Columns xs;
  if (vx) {
    xs = columns_of(c, *vx);
    if (xs.count == 1 && y.count > 1 && xs.rows != y.rows && xs.rows == y.count) {
      y.by_rows = true;
      y.count = y.rows;
      y.rows = xs.rows;
    }
    if (xs.rows != y.rows || (xs.count != 1 && xs.count != y.count))
      fail("Q0302", c.span, fmt::format("the curve has {} values of x and {} of y", xs.rows, y.rows));
  }
  for (std::size_t k = 0; k < y.count; ++k) {
    io::Series s = style;
    s.y = y.curve(k);
    if (vx)
      s.x = xs.curve(xs.count == 1 ? 0 : k);
    else
      for (std::size_t i = 0; i < s.y.size(); ++i) s.x.push_back(double(i));
    into.push_back(std::move(s));
  }
}

std::string lower(std::string s) {
  for (char& ch : s)
    if (ch >= 'A' && ch <= 'Z') ch = char(ch - 'A' + 'a');
  return s;
}

// plot(x1, y1, "style", x2, y2, ..., "LineWidth", 2): what follows the curves are properties.
std::vector<io::Series> curves_of(CallContext& c, const Args& a, const io::Series& plain) {
  std::vector<io::Series> out;
  std::size_t i = 0;
  std::size_t group = 0;
  while (i < a.size() && !if_text(a[i])) {
    const bool pair = i + 1 < a.size() && !if_text(a[i + 1]);
    const std::size_t y = i + (pair ? 1 : 0);
    io::Series style = plain;
    std::size_t next = y + 1;
    if (next < a.size() && if_text(a[next]) && read_style(*if_text(a[next]), style)) ++next;
    group = out.size();
    add_curves(c, pair ? &a[i] : nullptr, a[y], style, out);
    i = next;
  }
  for (; i < a.size(); i += 2) {
    const std::string name = lower(text_of(c, a[i], "the name of a property"));
    if (i + 1 == a.size()) {
      if (out.empty()) fail("Q0204", c.span, "a plot without data");
      for (std::size_t k = group; k < out.size(); ++k) out[k].name = *if_text(a[i]);
      break;
    }
    for (io::Series& s : out) {
      if (name == "linewidth")
        s.thickness = to_number(a[i + 1], c.span).as_double();
      else if (name == "color" && if_text(a[i + 1]))
        read_style(*if_text(a[i + 1]), s) ? void() : void(s.colour = *if_text(a[i + 1]));
      else if (name == "displayname")
        s.name = text_of(c, a[i + 1], "a name");
      else
        warn_of_figure(c, "property " + name, fmt::format("the property '{}' has no effect", name),
                       "Color, DisplayName, LineWidth");
    }
  }
  if (out.empty()) fail("Q0204", c.span, "a plot without data");
  return out;
}

Results draw(CallContext& c, std::vector<io::Series> curves, const std::function<void(io::Plot&)>& dress = {}) {
  Figure& figure = display_of(c).begin();
  for (io::Series& s : curves) figure.plot.series.push_back(std::move(s));
  if (dress) dress(figure.plot);
  return figure_changed(c, figure);
}

Results plot(CallContext& c, Args& a) {
  want_arguments(c, a, "plot", 1, 64);
  return draw(c, curves_of(c, a, {}));
}
Results semilogx(CallContext& c, Args& a) {
  return draw(c, curves_of(c, a, {}), [](io::Plot& p) { p.xlog = true; });
}
Results semilogy(CallContext& c, Args& a) {
  return draw(c, curves_of(c, a, {}), [](io::Plot& p) { p.ylog = true; });
}
Results loglog(CallContext& c, Args& a) {
  return draw(c, curves_of(c, a, {}), [](io::Plot& p) { p.xlog = p.ylog = true; });
}

// scatter(x, y[, size[, colour or style]])
Results scatter(CallContext& c, Args& a) {
  want_arguments(c, a, "scatter", 1, 6);
  io::Series plain;
  plain.line = false;
  plain.marker = 'o';
  Args data;
  for (std::size_t k = 0; k < a.size() && k < 2 && !if_text(a[k]); ++k) data.push_back(a[k]);
  for (const Value& v : a)
    if (auto* s = if_text(v)) read_style(*s, plain);
  plain.line = false;
  return draw(c, curves_of(c, data, plain));
}

Results bar(CallContext& c, Args& a) {
  want_arguments(c, a, "bar", 1, 8);
  io::Series plain;
  plain.bars = io::Bars::Beside;
  return draw(c, curves_of(c, a, plain));
}

// hist(x), hist(x, n): bars over n equal bins from the least to the greatest element; stem(y) lines with dots.
Results hist(CallContext& c, Args& a) {
  want_arguments(c, a, "hist", 1, 2);
  const std::vector<double> values = doubles_of(c, a[0]);
  const std::int64_t n = a.size() == 2 ? to_index(a[1], c.span) : 10;
  if (n < 1 || n > (1 << 20)) fail("Q0404", c.span, fmt::format("a histogram has 1 or more bins, not {}", n));
  double lo = INFINITY, hi = -INFINITY;
  for (const double v : values)
    if (std::isfinite(v)) lo = std::min(lo, v), hi = std::max(hi, v);
  if (!(lo < hi)) lo = std::isfinite(lo) ? lo - 0.5 : 0, hi = lo + 1;
  io::Series s;
  s.bars = io::Bars::Touching;
  s.y.assign(std::size_t(n), 0);
  for (std::int64_t k = 0; k < n; ++k) s.x.push_back(lo + (hi - lo) * (double(k) + 0.5) / double(n));
  for (const double v : values)
    if (std::isfinite(v)) s.y[std::size_t(std::min(n - 1, std::int64_t((v - lo) / (hi - lo) * double(n))))]++;
  return draw(c, {std::move(s)});
}

Results stem(CallContext& c, Args& a) {
  want_arguments(c, a, "stem", 1, 3);
  std::vector<io::Series> out;
  for (const io::Series& curve : curves_of(c, a, {})) {
    io::Series lines = curve, dots = curve;
    dots.line = false;
    dots.marker = 'o';
    if (dots.colour.empty()) dots.colour = lines.colour = "#0072bd";
    lines.x.clear(), lines.y.clear();
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      for (const double y : {0.0, curve.y[i], std::nan("")}) lines.x.push_back(curve.x[i]), lines.y.push_back(y);
    out.push_back(std::move(lines));
    out.push_back(std::move(dots));
  }
  return draw(c, std::move(out));
}

// stairs(y), stairs(x, y): each value holds up to the next x.
Results stairs(CallContext& c, Args& a) {
  want_arguments(c, a, "stairs", 1, 8);
  std::vector<io::Series> curves = curves_of(c, a, {});
  for (io::Series& s : curves) {
    const io::Series at = s;
    s.x.clear(), s.y.clear();
    for (std::size_t i = 0; i < at.x.size(); ++i) {
      if (i) s.x.push_back(at.x[i]), s.y.push_back(at.y[i - 1]);
      s.x.push_back(at.x[i]), s.y.push_back(at.y[i]);
    }
  }
  return draw(c, std::move(curves));
}

// errorbar(y, e), errorbar(x, y, e), errorbar(x, y, below, above), and a style and properties as plot has them: bars
// from y - e to y + e.
Results errorbar(CallContext& c, Args& a) {
  want_arguments(c, a, "errorbar", 2, 12);
  std::size_t arrays = 0;
  while (arrays < a.size() && !if_text(a[arrays])) ++arrays;
  if (arrays < 2 || arrays > 4)
    fail("Q0204", c.span,
         fmt::format("errorbar takes y and e, x, y and e, or x, y, below and above, not {} arrays", arrays));
  const std::size_t curve = arrays == 2 ? 1 : 2;  // arrays of it; the others are lengths
  Args data(a.begin(), a.begin() + std::ptrdiff_t(curve));
  data.insert(data.end(), a.begin() + std::ptrdiff_t(arrays), a.end());
  std::vector<io::Series> curves = curves_of(c, data, {});
  for (std::size_t k = 0; k < curves.size(); ++k) {
    io::Series& s = curves[k];
    const auto lengths_of = [&](const Value& v) {
      const Columns lengths = columns_of(c, v);
      const bool fits = lengths.count == 1 || lengths.count == curves.size();
      std::vector<double> out = fits ? lengths.curve(lengths.count == 1 ? 0 : k) : lengths.values;
      if (out.size() == 1) out.assign(s.y.size(), out[0]);
      if (out.size() != s.y.size())
        fail("Q0302", c.span, fmt::format("the curve has {} values, and {} lengths of bars", s.y.size(), out.size()));
      if (std::any_of(out.begin(), out.end(), [](double length) { return length < 0; }))
        fail("Q0404", c.span, "the length of an error bar is not negative");
      return out;
    };
    s.below = lengths_of(a[curve]);
    s.above = lengths_of(a[arrays - 1]);
  }
  return draw(c, std::move(curves));
}

// Rows of a matrix with the places of its columns and rows: what contour draws.
struct Heights {
  std::vector<double> x, y, z;
  double at(std::size_t m, std::size_t n) const { return z[m * x.size() + n]; }
};

// The line along which the heights are `level`: through each square of four neighbours, from edge to edge.
void add_contour(const Heights& h, double level, io::Series& into) {
  const auto add = [&](double x, double y) { into.x.push_back(x), into.y.push_back(y); };
  for (std::size_t m = 0; m + 1 < h.y.size(); ++m)
    for (std::size_t n = 0; n + 1 < h.x.size(); ++n) {
      const std::pair<std::size_t, std::size_t> corners[] = {{m, n}, {m, n + 1}, {m + 1, n + 1}, {m + 1, n}};
      std::vector<std::pair<double, double>> crossings;  // 0, 2 or 4 of the edges
      double middle = 0;
      for (int k = 0; k < 4; ++k) {
        const auto [m0, n0] = corners[k];
        const auto [m1, n1] = corners[(k + 1) % 4];
        const double z0 = h.at(m0, n0), z1 = h.at(m1, n1);
        middle += z0 / 4;
        if ((z0 < level) == (z1 < level) || !std::isfinite(z0 + z1)) continue;
        const double t = (level - z0) / (z1 - z0);
        crossings.emplace_back(h.x[n0] + t * (h.x[n1] - h.x[n0]), h.y[m0] + t * (h.y[m1] - h.y[m0]));
      }
      if (crossings.size() % 2 == 1) continue;  // a corner is no number
      // Of a saddle the middle decides which crossings belong together.
      const bool shifted = crossings.size() == 4 && (middle < level) != (h.at(m, n) < level);
      for (std::size_t k = 0; k < crossings.size(); k += 2) {
        const auto& from = crossings[(k + shifted) % crossings.size()];
        const auto& to = crossings[(k + shifted + 1) % crossings.size()];
        add(from.first, from.second), add(to.first, to.second), add(std::nan(""), std::nan(""));
      }
    }
}

// contour(z), contour(z, levels), contour(x, y, z), contour(x, y, z, levels): lines of equal height, in the colours of
// the colour map; levels: their number, or the heights.
Results contour(CallContext& c, Args& a) {
  want_arguments(c, a, "contour", 1, 4);
  const std::size_t which = a.size() < 3 ? 0 : 2;
  const ArrayP z = array_of(c, a[which]);
  if (z->dims.size() != 2 || z->dims[0] < 2 || z->dims[1] < 2)
    fail("Q0302", c.span, "lines of equal height are drawn over a matrix of 2 x 2 elements or more");
  Heights h;
  h.z = doubles_of(c, a[which]);
  for (std::int64_t n = 0; n < z->dims[1]; ++n) h.x.push_back(double(n));
  for (std::int64_t m = 0; m < z->dims[0]; ++m) h.y.push_back(double(m));
  if (which == 2) {
    std::vector<double> x = doubles_of(c, a[0]), y = doubles_of(c, a[1]);
    if (x.size() != h.x.size() || y.size() != h.y.size())
      fail("Q0302", c.span,
           fmt::format("the matrix is {} x {}, and there are {} values of x and {} of y", h.y.size(), h.x.size(),
                       x.size(), y.size()));
    h.x = std::move(x), h.y = std::move(y);
  }
  double lo = INFINITY, hi = -INFINITY;
  for (const double v : h.z)
    if (std::isfinite(v)) lo = std::min(lo, v), hi = std::max(hi, v);
  std::vector<double> levels;
  if (which + 1 < a.size()) levels = doubles_of(c, a[which + 1]);
  if (levels.size() < 2 && !(levels.size() == 1 && !std::holds_alternative<Number>(a[which + 1].v)))
    levels = io::ticks(lo, hi, levels.empty() ? 8 : int(std::clamp(levels[0], 1.0, 200.0)));
  const std::string chosen = display_of(c).current().plot.colormap;
  std::vector<io::Series> lines(1);  // the first draws nothing: all of the matrix is in the range
  lines[0].line = false;
  lines[0].x = {h.x.front(), h.x.back()};
  lines[0].y = {h.y.front(), h.y.back()};
  for (const double level : levels) {
    io::Series& s = lines.emplace_back();
    const auto [r, g, b] = io::colour_at(chosen.empty() ? "viridis" : chosen, hi > lo ? (level - lo) / (hi - lo) : 0);
    s.colour = fmt::format("#{:02x}{:02x}{:02x}", r, g, b);
    add_contour(h, level, s);
  }
  return draw(c, std::move(lines), [](io::Plot& p) { p.tight = true; });
}

// surf(z), mesh(z), mesh(x, y, z): a net of lines over the matrix, seen from above at an angle.
Results mesh(CallContext& c, Args& a) {
  want_arguments(c, a, "mesh", 1, 4);
  const Value& last = a.size() >= 3 ? a[2] : a[0];
  const ArrayP z = array_of(c, last);
  if (z->dims.size() != 2) fail("Q0302", c.span, "a surface is drawn over a matrix");
  const std::vector<double> v = doubles_of(c, last);
  const std::size_t rows = std::size_t(z->dims[0]), columns = std::size_t(z->dims[1]);
  double lo = INFINITY, hi = -INFINITY;
  for (const double e : v)
    if (std::isfinite(e)) lo = std::min(lo, e), hi = std::max(hi, e);
  const double scale = hi > lo ? 0.6 / (hi - lo) : 0;
  const auto project = [&](io::Series& s, std::size_t i, std::size_t j) {
    const double u = rows > 1 ? double(i) / double(rows - 1) : 0, w = columns > 1 ? double(j) / double(columns - 1) : 0;
    s.x.push_back((w - u) * 0.866);
    s.y.push_back(-(u + w) * 0.5 + (v[i * columns + j] - lo) * scale);
  };
  const std::size_t step_r = std::max<std::size_t>(1, rows / 64), step_c = std::max<std::size_t>(1, columns / 64);
  std::vector<io::Series> net;
  for (std::size_t i = 0; i < rows; i += step_r) {
    io::Series& s = net.emplace_back();
    for (std::size_t j = 0; j < columns; j += step_c) project(s, i, j);
  }
  for (std::size_t j = 0; j < columns; j += step_c) {
    io::Series& s = net.emplace_back();
    for (std::size_t i = 0; i < rows; i += step_r) project(s, i, j);
  }
  for (io::Series& s : net) s.colour = "#0072bd", s.thickness = 0.8;
  return draw(c, std::move(net), [](io::Plot& p) { p.axes = false; });
}

}  // namespace

const BuiltinTable& display_builtins() {
  static const BuiltinTable table = {{"imshow", imshow},
                                     {"hdr_imshow", imshow},
                                     {"imagesc",
                                      [](CallContext& c, Args& a) -> Results {
                                        want_arguments(c, a, "imagesc", 1, 2);
                                        if (a.size() == 1) a.push_back(Value{});
                                        return imshow(c, a);
                                      }},
                                     {"plot", plot},
                                     {"semilogx", semilogx},
                                     {"semilogy", semilogy},
                                     {"loglog", loglog},
                                     {"scatter", scatter},
                                     {"bar", bar},
                                     {"hist", hist},
                                     {"stem", stem},
                                     {"stairs", stairs},
                                     {"errorbar", errorbar},
                                     {"contour", contour},
                                     {"surf", mesh},
                                     {"mesh", mesh}};
  return table;
}

}  // namespace qc::host
