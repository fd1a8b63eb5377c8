// What programs hold of figures and forms: records whose type name says which methods they have.
#pragma once
#include <string_view>

#include "host/builtins/support.h"
#include "host/builtins/texts_and_files/display.h"

namespace qc::host {

// The session's display, made at the first call.
Display& display_of(CallContext& c);

// The figure was drawn into: it is written, and its record is the result of the call.
Results figure_changed(CallContext& c, Figure& figure);

// The method of a figure, form, widget or event; its first argument is the record. Null for other records and for
// methods that there are none of.
Builtin find_method(std::string_view type_name, std::string_view method);

}  // namespace qc::host
