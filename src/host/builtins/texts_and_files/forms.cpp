// Forms with sliders, buttons and displays. Nobody moves a slider here: values stay as the program sets them, handlers
// are never called, and what is shown on a display goes into a figure's file.
#include <fmt/format.h>

#include "host/arrays/arith.h"
#include "host/builtins/families.h"
#include "host/builtins/texts_and_files/display_objects.h"
#include "host/context/builtin_state.h"

namespace qc::host {

namespace {

std::shared_ptr<Record> record(const char* type_name) {
  auto r = std::make_shared<Record>();
  r->type_name = type_name;
  return r;
}
void set(Record& r, const char* field, Value v) { r.fields.emplace_back(field, std::move(v)); }
void add_events(Record& r) {
  for (const char* name : {"onchange", "onclick"}) set(r, name, Value(record("event")));
}
Value argument(const Args& a, std::size_t k, Value otherwise) { return k < a.size() ? a[k] : std::move(otherwise); }

Results form(CallContext&, Args& a) {
  auto f = record("form");
  set(*f, "title", argument(a, 0, Value(std::string("form"))));
  set(*f, "width", Value(Number::integer(640)));
  set(*f, "height", Value(Number::integer(480)));
  set(*f, "onclose", Value(record("event")));
  return {Value(f)};
}

// form.add_slider(text, value, lowest, highest)
Results add_slider(CallContext& c, Args& a) {
  want_arguments(c, a, "add_slider", 2, 8);
  auto s = record("slider");
  set(*s, "text", a[1]);
  set(*s, "value", argument(a, 2, Value(Number::integer(0))));
  set(*s, "min", argument(a, 3, Value(Number::integer(0))));
  set(*s, "max", argument(a, 4, Value(Number::integer(1))));
  add_events(*s);
  return {Value(s)};
}

// Buttons, boxes, headings and the like: a text, and a value when one is given.
template <int kind>
Results add_widget(CallContext&, Args& a) {
  static constexpr const char* kNames[] = {"button", "checkbox", "label", "textbox", "listbox", "widget"};
  auto w = record(kNames[kind]);
  set(*w, "text", argument(a, 1, Value(std::string())));
  Value value = kind == 1   ? Value(Number::boolean(false))
                : kind == 3 ? Value(std::string())
                            : Value(Number::integer(0));
  if (kind == 4) {  // add_listbox(text, items[, index])
    set(*w, "items", argument(a, 2, Value{}));
    set(*w, "value", argument(a, 3, value));
  } else
    set(*w, "value", argument(a, 2, value));
  add_events(*w);
  return {Value(w)};
}

Results add_display(CallContext&, Args&) {
  auto d = record("display");
  set(*d, "number", Value(Number::integer(0)));  // of its figure, once something was shown
  for (const char* name : {"onSelectPoint", "onclick", "onchange"}) set(*d, name, Value(record("event")));
  return {Value(d)};
}

// display.imshow(x): into the display's own figure, which is made at the first call and drawn over later.
Results draw_on(CallContext& c, Args& a, const char* function) {
  Record& d = *std::get<std::shared_ptr<Record>>(a[0].v);
  Display& display = display_of(c);
  const std::int64_t number = to_index(*d.find("number"), c.span);
  Figure& figure = number ? display.select(int(number)) : display.open_new();
  if (!display.held()) display.clear();
  *d.find("number") = Value(Number::integer(figure.number));
  Args rest(a.begin() + 1, a.end());
  return display_builtins().at(function)(c, rest);
}
Results display_imshow(CallContext& c, Args& a) { return draw_on(c, a, "imshow"); }
Results display_plot(CallContext& c, Args& a) { return draw_on(c, a, "plot"); }
Results display_scatter(CallContext& c, Args& a) { return draw_on(c, a, "scatter"); }
Results display_bar(CallContext& c, Args& a) { return draw_on(c, a, "bar"); }
Results display_hist(CallContext& c, Args& a) { return draw_on(c, a, "hist"); }
Results display_mesh(CallContext& c, Args& a) { return draw_on(c, a, "mesh"); }

// display.subplot(rows, columns, k): what is shown next gets a figure of its own.
Results display_subplot(CallContext&, Args& a) {
  *std::get<std::shared_ptr<Record>>(a[0].v)->find("number") = Value(Number::integer(0));
  return {};
}

const BuiltinTable& form_methods() {
  static const BuiltinTable table = {{"add_slider", add_slider},
                                     {"add_button", add_widget<0>},
                                     {"add_checkbox", add_widget<1>},
                                     {"add_label", add_widget<2>},
                                     {"add_heading", add_widget<2>},
                                     {"add_text", add_widget<2>},
                                     {"add_textbox", add_widget<3>},
                                     {"add_textfield", add_widget<3>},
                                     {"add_listbox", add_widget<4>},
                                     {"add_combobox", add_widget<4>},
                                     {"add_dropdown", add_widget<4>},
                                     {"add_display", add_display},
                                     {"add_plot", add_display},
                                     {"add_image", add_display},
                                     {"add_progressbar", add_widget<5>},
                                     {"add_separator", add_widget<5>},
                                     {"closed", figure_methods().at("closed")},
                                     {"close", figure_methods().at("close")},
                                     {"show", without_effect<"show">},
                                     {"center", without_effect<"center">},
                                     {"wait", without_effect<"wait">},
                                     {"hide", without_effect<"hide">},
                                     {"update", without_effect<"update">},
                                     {"move", without_effect<"move">},
                                     {"resize", without_effect<"resize">},
                                     {"focus", without_effect<"focus">},
                                     {"maximize", without_effect<"maximize">},
                                     {"show_modal", without_effect<"show_modal">}};
  return table;
}

const BuiltinTable& display_methods() {
  static const BuiltinTable table = [] {
    BuiltinTable t = figure_methods();
    for (const auto& [name, f] : BuiltinTable{{"imshow", display_imshow},
                                              {"plot", display_plot},
                                              {"scatter", display_scatter},
                                              {"bar", display_bar},
                                              {"hist", display_hist},
                                              {"mesh", display_mesh},
                                              {"surf", display_mesh},
                                              {"hdr_imshow", display_imshow},
                                              {"subplot", display_subplot}})
      t[name] = f;
    return t;
  }();
  return table;
}

const BuiltinTable& widget_methods() {
  static const BuiltinTable table = {{"show", without_effect<"show">},
                                     {"hide", without_effect<"hide">},
                                     {"enable", without_effect<"enable">},
                                     {"disable", without_effect<"disable">},
                                     {"focus", without_effect<"focus">}};
  return table;
}
Results never_called(CallContext& c, Args&) {
  warn_of_figure(c, "add", "the handler is never called: nothing happens to figures that are files");
  return {};
}
const BuiltinTable& event_methods() {
  static const BuiltinTable table = {{"add", never_called}, {"remove", nothing}, {"clear", nothing}};
  return table;
}

}  // namespace

const BuiltinTable& form_builtins() {
  static const BuiltinTable table = {{"form", form}};
  return table;
}

Builtin find_method(std::string_view type_name, std::string_view method) {
  static const std::unordered_map<std::string_view, const BuiltinTable*> types = {
      {"figure", &figure_methods()},   {"form", &form_methods()},     {"display", &display_methods()},
      {"event", &event_methods()},     {"slider", &widget_methods()}, {"button", &widget_methods()},
      {"checkbox", &widget_methods()}, {"label", &widget_methods()},  {"textbox", &widget_methods()},
      {"listbox", &widget_methods()},  {"widget", &widget_methods()}};
  const auto type = types.find(type_name);
  if (type == types.end()) return nullptr;
  const auto it = type->second->find(method);
  if (it != type->second->end()) return it->second;
  return type_name == "form" && method.starts_with("add_") ? add_widget<5>
                                                           : nullptr;  // a widget that is nothing but its value
}

}  // namespace qc::host
