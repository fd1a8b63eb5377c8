// Functions that speak of the current figure, and the methods of figures.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "host/arrays/arith.h"
#include "host/builtins/families.h"
#include "host/builtins/texts_and_files/display_objects.h"
#include "host/context/builtin_state.h"
#include "io/array_file.h"
#include "io/bytes.h"
#include "io/colormap.h"

namespace qc::host {

Display& display_of(CallContext& c) {
  BuiltinState& state = c.session.builtin_state();
  if (!state.display) state.display = std::make_shared<Display>(c.session.sinks().log, state.wrote);
  return *state.display;
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

// The current figure after a change of its texts or axes.
Results dressed(CallContext& c) {
  Display& display = display_of(c);
  at_call(c, [&] { display.changed(display.current()); });
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
  for (std::size_t k = 0; k < series.size() && k < names.size(); ++k) series[k].name = names[k];
  return dressed(c);
}

std::pair<double, double> limits(const CallContext& c, const Args& a) {
  std::vector<double> v;
  for (const Value& x : a)
    for (const double d : doubles_of(c, x)) v.push_back(d);
  if (v.size() != 2) fail("Q0404", c.span, "limits are [lowest, highest]");
  return {v[0], v[1]};
}
Results xlim(CallContext& c, Args& a) { return plot_of(c).xlim = limits(c, a), dressed(c); }
Results ylim(CallContext& c, Args& a) { return plot_of(c).ylim = limits(c, a), dressed(c); }

// axis([x0, x1, y0, y1]), axis("equal"), axis("off"), axis("on"), axis("tight")
Results axis(CallContext& c, Args& a) {
  want_arguments(c, a, "axis", 1, 2);
  io::Plot& p = plot_of(c);
  if (auto* word = if_text(a[0])) {
    if (*word == "equal" || *word == "image" || *word == "square") p.equal = true;
    if (*word == "off" || *word == "on") p.axes = *word == "on";
    return dressed(c);
  }
  const std::vector<double> v = doubles_of(c, a[0]);
  if (v.size() != 4) fail("Q0404", c.span, "axis limits are [x lowest, x highest, y lowest, y highest]");
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
  return {Value(Number::boolean(false))};
}

Results colormap(CallContext& c, Args& a) {
  want_arguments(c, a, "colormap", 1, 2);
  const std::string& name = text_of(c, a[0], "the name of a colour map");
  if (!io::is_colormap(name))
    fail("Q0404", c.span, fmt::format("there is no colour map '{}'", name),
         "gray, jet, hot, cool, bone, copper, hsv, parula, viridis, spring, summer, autumn, winter");
  display_of(c).current().colormap = name == "gray" || name == "grey" ? "" : name;
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
  return {figure_record(*f)};
}

// subplot(rows, columns, k): the part of the figure that the next plot goes to, row by row from 0 or from 1. An image
// has a figure of its own.
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
  return {figure_record(*f)};
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

// f.title("x") is title("x") of that figure.
template <Builtin function>
Results of_figure(CallContext& c, Args& a) {
  at_call(c, [&] { choose(c, a[0]); });
  Args rest(a.begin() + 1, a.end());
  return function(c, rest);
}

// The picture as it lies in its file: height x width x channels of uint8.
Results rasterize(CallContext& c, Args& a) {
  Display& display = display_of(c);
  Results out;
  at_call(c, [&] {
    Figure& figure = choose(c, a[0]);
    if (!figure.is_image || figure.path.empty())
      fail("Q0404", c.span, "only a figure that shows an image, in a file, gives its pixels");
    if (figure.dirty) display.write(figure);
    const io::ArrayData image = io::read_image(figure.path);
    ArrayP x = make_array(Elem::F32, image.dims, false);
    std::memcpy(x->buffer->host_overwrite(), image.bytes.data(), image.bytes.size());
    out.push_back(Value(as_elem(x, Elem::U8)));
  });
  return out;
}

// fig.save("name.svg"): a copy of its file.
Results save_figure(CallContext& c, Args& a) {
  want_arguments(c, a, "save", 2, 2);
  at_call(c, [&] {
    Figure& figure = choose(c, a[0]);
    if (figure.dirty) display_of(c).write(figure);
    if (figure.path.empty()) fail("Q0404", c.span, "the figure is empty");
    const std::string& path = text_of(c, a[1], "a file name");
    io::write_whole_file(path, io::read_whole_file(figure.path));
    if (const auto& wrote = c.session.builtin_state().wrote) wrote(path);
  });
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
  return {figure_record(figure)};
}

const BuiltinTable& figure_builtins() {
  static const BuiltinTable table = {{"title", title},      {"xlabel", xlabel}, {"ylabel", ylabel},
                                     {"zlabel", nothing},   {"legend", legend}, {"xlim", xlim},
                                     {"ylim", ylim},        {"zlim", nothing},  {"axis", axis},
                                     {"grid", grid},        {"hold", hold},     {"colormap", colormap},
                                     {"colorbar", nothing}, {"figure", figure}, {"subplot", subplot},
                                     {"clf", clf},          {"close", flush},   {"drawnow", flush},
                                     {"pause", flush},      {"sleep", flush},   {"sync_framerate", nothing}};
  return table;
}

const BuiltinTable& figure_methods() {
  static const BuiltinTable table = [] {
    BuiltinTable t = {{"title", of_figure<title>},
                      {"xlabel", of_figure<xlabel>},
                      {"ylabel", of_figure<ylabel>},
                      {"zlabel", nothing},
                      {"legend", of_figure<legend>},
                      {"xlim", of_figure<xlim>},
                      {"ylim", of_figure<ylim>},
                      {"axis", of_figure<axis>},
                      {"grid", of_figure<grid>},
                      {"hold", of_figure<hold>},
                      {"colormap", of_figure<colormap>},
                      {"clf", of_figure<clf>},
                      {"clear", of_figure<clf>},
                      {"drawnow", flush},
                      {"update", flush},
                      {"rasterize", rasterize},
                      {"save", save_figure},
                      {"closed", closed},
                      {"close", close_it}};
    for (const char* name :
         {"connect", "show", "hide", "wait", "center", "move", "resize", "focus", "zlim", "set_size"})
      t.emplace(name, nothing);
    return t;
  }();
  return table;
}

}  // namespace qc::host
