// What the families of built-ins share: reading arguments, whole arrays as typed elements, walks along one dimension.
#pragma once
#include <complex>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "host/arrays/typed_elements.h"
#include "host/builtins/builtins.h"
#include "value/fail.h"

namespace qc::host {

using Args = std::vector<Value>;
using Results = std::vector<Value>;

// Throws Q0204 unless there are `least` to `most` arguments.
void want_arguments(const CallContext& c, const Args& a, const char* name, std::size_t least, std::size_t most);

// f(), with the place of the call in what it throws without one.
template <class F>
auto at_call(const CallContext& c, const F& f) {
  try {
    return f();
  } catch (ProgramError& e) {
    for (Diagnostic& d : e.diagnostics)
      if (!d.span.valid()) d.span = c.span;
    throw;
  }
}

// Extents from the arguments [from, ..): numbers, or vectors of them. 1 to 16 of them, none negative, their product
// within what a machine can hold; otherwise Q0404, Q0702, Q0204.
std::vector<std::int64_t> extents_of(const CallContext& c, const Args& a, std::size_t from = 0);

// The text in an argument; Q0301 that names `what` otherwise.
const std::string& text_of(const CallContext& c, const Value& v, const char* what);
// The text if the argument is one.
const std::string* if_text(const Value& v);
// Arguments as printf has them: a format and its values; `name` for messages.
std::string formatted_text(const CallContext& c, const Args& a, const char* name);
// Whether the argument is `[]` or nothing: left out in the middle of an argument list.
bool left_out(const Value& v);
// The array, or one number as an array of one element.
ArrayP array_of(const CallContext& c, const Value& v);
// All elements of an argument as doubles, in order.
std::vector<double> doubles_of(const CallContext& c, const Value& v);
std::vector<std::int64_t> ints_of(const CallContext& c, const Value& v);

Value float_value(const CallContext& c, double v);  // in the precision's float

}  // namespace qc::host
