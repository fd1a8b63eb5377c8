// What programs hold of figures and forms: records whose type name says which methods they have.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>

#include "host/builtins/support.h"
#include "host/builtins/texts_and_files/display.h"

namespace qc::host {

// The session's display, made at the first call.
Display& display_of(CallContext& c);

// The figure was drawn into: it is written, and its record is the result of the call; none where it is a statement.
Results figure_changed(CallContext& c, Figure& figure);

// A warning (Q0603), given once in a session for each key: what a call asks is not to be seen.
void warn_of_figure(CallContext& c, const std::string& key, const std::string& message, const std::string& help = {});

// A built-in, or a method, that does nothing to figures that are files, and says so once.
template <std::size_t n>
struct BuiltinName {
  char text[n] = {};
  constexpr BuiltinName(const char (&name)[n]) { std::copy_n(name, n, text); }
};
template <BuiltinName name>
Results without_effect(CallContext& c, Args&) {
  warn_of_figure(c, name.text, std::string("'") + name.text + "' has no effect: figures are files");
  return {};
}

// The method of a figure, form, widget or event; its first argument is the record. Null for other records and for
// methods that there are none of.
Builtin find_method(std::string_view type_name, std::string_view method);

}  // namespace qc::host
