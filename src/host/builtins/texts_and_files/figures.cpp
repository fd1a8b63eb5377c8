// Functions that speak of the current figure, and the methods of figures.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "host/arrays/arith.h"
#include "host/builtins/families.h"
#include "host/builtins/texts_and_files/display_objects.h"
#include "host/context/builtin_state.h"
#include "io/colormap.h"

namespace qc::host {

Display& display_of(CallContext& c) {
  BuiltinState& state = c.session.builtin_state();
  if (!state.display)
    state.display = std::make_shared<Display>(c.session.sinks().log, c.session.sinks().diagnostic, state.wrote);
  return *state.display;
}

void warn_of_figure(CallContext& c, const std::string& key, const std::string& message, const std::string& help) {
  const auto& tell = c.session.sinks().diagnostic;
  if (tell && display_of(c).first(key)) tell({"Q0603", Severity::Warning, c.span, message, help, {}});
}

namespace {

Value event() {
  auto r = std::make_shared<Record>();
  r->type_name = "event";
  return Value(r);
}

Value figure_record(const Figure& figure) {
  auto r = std::make_shared<Record>();
  r->type_name = "figure";
  r->fields.emplace_back("number", Value(Number::integer(figure.number)));
  r->fields.emplace_back("file", Value(figure.path));
  for (const char* name : {"onSelectPoint", "onclick", "onclose"}) r->fields.emplace_back(name, event());
  return Value(r);
}

Results record_if_wanted(const CallContext& c, const Figure& figure) {
  if (c.outputs == 0) return {};
  return {figure_record(figure)};
}

// The current figure after a change of its texts or axes.
Results dressed(CallContext& c) {
  Display& display = display_of(c);
  at_call(c, [&] { display.changed(display.current()); });
  if (display.current().released)
    warn_of_figure(c, "released", "the figure stays as it is: its image is not kept any more, many came after it");
  return {};
}

io::Plot& plot_of(CallContext& c) { return display_of(c).current().plot; }
std::string text_in(const CallContext& c, const Args& a, const char* name) {
  if (a.empty()) want_arguments(c, a, name, 1, 16);
  return format_value(a[0]);
}

Results title(CallContext& c, Args& a) { return plot_of(c).title = text_in(c, a, "title"), dressed(c); }
Results xlabel(CallContext& c, Args& a) { return plot_of(c).xlabel = text_in(c, a, "xlabel"), dressed(c); }
Results ylabel(CallContext& c, Args& a) { return plot_of(c).ylabel = text_in(c, a, "ylabel"), dressed(c); }

// legend("a", "b"), legend(cell of names)
Results legend(CallContext& c, Args& a) {
  std::vector<std::string> names;
  for (const Value& v : a) {
    if (auto* cell = std::get_if<std::shared_ptr<Cell>>(&v.v))
      for (const Value& item : (*cell)->items) names.push_back(format_value(item));
    else
      names.push_back(format_value(v));
  }
  auto& series = plot_of(c).series;
  if (names.size() > series.size())
    warn_of_figure(c, "legend",
                   fmt::format("the legend has {} names, the figure {} curves", names.size(), series.size()));
  for (std::size_t k = 0; k < series.size() && k < names.size(); ++k) series[k].name = names[k];
  return dressed(c);
}

std::pair<double, double> limits(const CallContext& c, const Args& a) {
  std::vector<double> v;
  for (const Value& x : a)
    for (const double d : doubles_of(c, x)) v.push_back(d);
  if (v.size() != 2 || !(v[0] < v[1])) fail("Q0404", c.span, "limits are [lowest, highest]");
  return {v[0], v[1]};
}
Results xlim(CallContext& c, Args& a) { return plot_of(c).xlim = limits(c, a), dressed(c); }
Results ylim(CallContext& c, Args& a) { return plot_of(c).ylim = limits(c, a), dressed(c); }

// axis([x0, x1, y0, y1]), axis("equal"), axis("off"), axis("on"), axis("tight")
Results axis(CallContext& c, Args& a) {
  want_arguments(c, a, "axis", 1, 2);
  io::Plot& p = plot_of(c);
  if (auto* word = if_text(a[0])) {
    if (*word == "equal" || *word == "image" || *word == "square")
      p.equal = true;
    else if (*word == "off" || *word == "on")
      p.axes = *word == "on";
    else if (*word == "tight")
      p.tight = true;
    else if (*word == "auto" || *word == "normal")
      p.equal = p.tight = false, p.xlim.reset(), p.ylim.reset();
    else
      warn_of_figure(c, "axis", fmt::format("axis(\"{}\") has no effect", *word),
                     "equal, tight, auto, on, off, or [x lowest, x highest, y lowest, y highest]");
    return dressed(c);
  }
  const std::vector<double> v = doubles_of(c, a[0]);
  if (v.size() != 4 || !(v[0] < v[1]) || !(v[2] < v[3]))
    fail("Q0404", c.span, "axis limits are [x lowest, x highest, y lowest, y highest]");
  p.xlim = {v[0], v[1]};
  p.ylim = {v[2], v[3]};
  return dressed(c);
}

bool on_or_off(const Args& a, bool otherwise) {
  if (a.empty()) return otherwise;
  if (auto* word = if_text(a[0])) return *word != "off";
  if (auto* n = std::get_if<Number>(&a[0].v)) return n->as_double() != 0;
  return otherwise;
}
Results grid(CallContext& c, Args& a) { return plot_of(c).grid = on_or_off(a, !plot_of(c).grid), dressed(c); }

// hold("on"), hold("off"); false: the window that a loop `until !hold("on")` waits for is not there any more.
Results hold(CallContext& c, Args& a) {
  Display& display = display_of(c);
  display.hold(on_or_off(a, !display.held()));
  if (c.outputs == 0) return {};
  return {Value(Number::boolean(false))};
}

// Colours are those of an image of one channel; before anything is drawn nobody knows whether one comes.
void want_levels(CallContext& c, const char* name) {
  const Figure& f = display_of(c).current();
  if (f.used && !(f.plot.image && f.plot.image->channels == 1))
    warn_of_figure(c, name, fmt::format("'{}' has no effect: the figure shows no image of one channel", name));
}

Results colormap(CallContext& c, Args& a) {
  want_arguments(c, a, "colormap", 1, 2);
  const std::string& name = text_of(c, a[0], "the name of a colour map");
  if (!io::is_colormap(name))
    fail("Q0404", c.span, fmt::format("there is no colour map '{}'", name),
         "gray, jet, hot, cool, bone, copper, hsv, parula, viridis, spring, summer, autumn, winter");
  want_levels(c, "colormap");
  plot_of(c).colormap = name == "gray" || name == "grey" ? "" : name;
  return dressed(c);
}

Results colorbar(CallContext& c, Args& a) {
  want_levels(c, "colorbar");
  plot_of(c).colorbar = on_or_off(a, true);
  return dressed(c);
}

Results figure(CallContext& c, Args& a) {
  Display& display = display_of(c);
  Figure* f = nullptr;
  at_call(c, [&] {
    const bool number = !a.empty() && std::holds_alternative<Number>(a[0].v);
    f = number ? &display.select(int(std::clamp<std::int64_t>(to_index(a[0], c.span), 1, 1000000)))
               : &display.open_new();
  });
  if (a.size() == 1 && if_text(a[0])) f->plot.title = *if_text(a[0]);
  return record_if_wanted(c, *f);
}

// subplot(rows, columns, k): the part of the figure that the next plot or image goes to, row by row from 0 or from 1.
Results subplot(CallContext& c, Args& a) {
  want_arguments(c, a, "subplot", 3, 3);
  constexpr std::int64_t kMost = 16;  // along each side
  const std::int64_t rows = to_index(a[0], c.span), columns = to_index(a[1], c.span), k = to_index(a[2], c.span);
  if (rows < 1 || columns < 1 || rows > kMost || columns > kMost)
    fail("Q0404", c.span, fmt::format("a figure has 1 to {} rows and columns of plots", kMost));
  if (k < 0 || k > rows * columns)
    fail("Q0404", c.span, fmt::format("{} x {} plots have no number {}", rows, columns, k),
         "they are numbered row by row");
  Figure* f = nullptr;
  at_call(c, [&] { f = &display_of(c).subplot(int(rows), int(columns), int(k)); });
  return record_if_wanted(c, *f);
}

Results clf(CallContext& c, Args&) {
  display_of(c).clear();
  return {};
}
Results flush(CallContext& c, Args&) {
  if (c.session.builtin_state().display) at_call(c, [&] { display_of(c).flush(); });
  return {};
}

// ---- methods of a figure: the record comes first --------------------------------------------------------------------

int number_of(const CallContext& c, const Value& figure) {
  auto* r = std::get_if<std::shared_ptr<Record>>(&figure.v);
  const Value* n = r ? (*r)->find("number") : nullptr;
  if (!n) fail("Q0301", c.span, "expected a figure");
  return int(to_index(*n, c.span));
}

// Makes it the current figure; a display that showed nothing yet gets one.
Figure& choose(CallContext& c, const Value& figure) {
  Display& display = display_of(c);
  const int number = number_of(c, figure);
  if (number > 0) return display.select(number);
  Figure& made = display.open_new();
  *std::get<std::shared_ptr<Record>>(figure.v)->find("number") = Value(Number::integer(made.number));
  return made;
}

// The same, for what asks what it shows.
Figure& with_contents(CallContext& c, const Value& figure) {
  Figure& f = choose(c, figure);
  if (f.released)
    fail("Q0404", c.span, fmt::format("the pixels of figure {} are not kept any more: many came after it", f.number),
         "save a figure before the next ones are drawn");
  if (!f.used) fail("Q0404", c.span, "the figure is empty");
  return f;
}

// f.title("x") is title("x") of that figure.
template <Builtin function>
Results of_figure(CallContext& c, Args& a) {
  at_call(c, [&] { choose(c, a[0]); });
  Args rest(a.begin() + 1, a.end());
  return function(c, rest);
}

// height x width x channels of uint8: the pixels of its image, or of its plots as they are drawn.
Results rasterize(CallContext& c, Args& a) {
  Results out;
  at_call(c, [&] {
    const io::ArrayData image = display_of(c).pixels(with_contents(c, a[0]));
    ArrayP x = make_array(Elem::U8, image.dims, false);
    std::memcpy(x->buffer->host_overwrite(), image.bytes.data(), image.bytes.size());
    out.push_back(Value(x));
  });
  return out;
}

// fig.save("name.svg"), fig.save("name.png", 2): as the file's ending says.
Results save_figure(CallContext& c, Args& a) {
  want_arguments(c, a, "save", 2, 3);
  const std::string& path = text_of(c, a[1], "a file name");
  const double scale = a.size() == 3 ? to_number(a[2], c.span).as_double() : 1;
  if (!(scale > 0)) fail("Q0404", c.span, "a figure is saved at a scale above 0");
  at_call(c, [&] { display_of(c).save(with_contents(c, a[0]), path, scale); });
  return {};
}

// The first time it is asked a window is open, then it is closed: `while !f.closed()` runs once.
Results closed(CallContext&, Args& a) {
  auto& r = std::get<std::shared_ptr<Record>>(a[0].v);
  const bool asked = r->find("closed_") != nullptr;
  if (!asked) r->fields.emplace_back("closed_", Value(Number::boolean(true)));
  return {Value(Number::boolean(asked))};
}
Results close_it(CallContext& c, Args& a) {
  closed(c, a);
  return {};
}

}  // namespace

Results figure_changed(CallContext& c, Figure& figure) {
  at_call(c, [&] { display_of(c).changed(figure); });
  return record_if_wanted(c, figure);
}

const BuiltinTable& figure_builtins() {
  static const BuiltinTable table = {{"title", title},
                                     {"xlabel", xlabel},
                                     {"ylabel", ylabel},
                                     {"zlabel", without_effect<"zlabel">},
                                     {"legend", legend},
                                     {"xlim", xlim},
                                     {"ylim", ylim},
                                     {"zlim", without_effect<"zlim">},
                                     {"axis", axis},
                                     {"grid", grid},
                                     {"hold", hold},
                                     {"colormap", colormap},
                                     {"colorbar", colorbar},
                                     {"figure", figure},
                                     {"subplot", subplot},
                                     {"clf", clf},
                                     {"close", flush},
                                     {"drawnow", flush},
                                     {"pause", flush},
                                     {"sleep", flush},
                                     {"sync_framerate", without_effect<"sync_framerate">}};
  return table;
}

const BuiltinTable& figure_methods() {
  static const BuiltinTable table = [] {
    BuiltinTable t = {{"title", of_figure<title>},
                      {"xlabel", of_figure<xlabel>},
                      {"ylabel", of_figure<ylabel>},
                      {"zlabel", without_effect<"zlabel">},
                      {"legend", of_figure<legend>},
                      {"xlim", of_figure<xlim>},
                      {"ylim", of_figure<ylim>},
                      {"axis", of_figure<axis>},
                      {"grid", of_figure<grid>},
                      {"hold", of_figure<hold>},
                      {"colormap", of_figure<colormap>},
                      {"colorbar", of_figure<colorbar>},
                      {"clf", of_figure<clf>},
                      {"clear", of_figure<clf>},
                      {"drawnow", flush},
                      {"update", flush},
                      {"rasterize", rasterize},
                      {"save", save_figure},
                      {"closed", closed},
                      {"close", close_it},
                      {"connect", without_effect<"connect">},
                      {"show", without_effect<"show">},
                      {"hide", without_effect<"hide">},
                      {"wait", without_effect<"wait">},
                      {"center", without_effect<"center">},
                      {"move", without_effect<"move">},
                      {"resize", without_effect<"resize">},
                      {"focus", without_effect<"focus">},
                      {"zlim", without_effect<"zlim">},
                      {"set_size", without_effect<"set_size">}};
    return t;
  }();
  return table;
}

}  // namespace qc::host
