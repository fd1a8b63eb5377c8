// What a function of bits says of a number that is not whole, in compiled code and outside of it.
#pragma once
#include <fmt/format.h>

#include <string_view>

#include "support/diagnostic.h"
#include "value/value.h"

namespace qc::host {

// Q0301: "'xor' works on integers, not on 2.5".
inline Diagnostic bits_of_fraction(std::string_view function, const Number& n, Span span) {
  return {"Q0301",
          Severity::Error,
          span,
          fmt::format("'{}' works on integers, not on {}", function, format_value(Value(n))),
          "int(x) cuts the fraction off, round(x) takes the nearest whole number",
          {}};
}

}  // namespace qc::host
