// Functions of two arguments whose results cannot leave the sized kind of ints of what they are made from: arrays keep
// it.
#pragma once
#include <optional>
#include <string_view>

#include "ir/type.h"

namespace qc {

// The elements of max(a, b), min, and, or, xor of arrays of one sized kind, and of and(a, n) where a is unsigned and n
// any int; nothing where they are those of arithmetic (arithmetic_elem).
inline std::optional<Elem> kept_elem(std::string_view function, const Type& a, const Type& b) {
  const auto has_elements = [](const Type& t) { return t.is_array() || t.kind == Type::Kind::Fixed; };
  const auto is_sized = [&](const Type& t) { return has_elements(t) && is_int(t.elem) && byte_size(t.elem) < 8; };
  const bool bits = function == "and" || function == "or" || function == "xor";
  if (!bits && function != "max" && function != "min") return {};
  if (is_sized(a) && is_sized(b)) return a.elem == b.elem ? std::optional(a.elem) : std::nullopt;
  const Type &array = is_sized(a) ? a : b, &number = is_sized(a) ? b : a;
  const bool masks = function == "and" && is_sized(array) && is_unsigned(array.elem) && number.is_number() &&
                     is_int(number.elem) && !number.complex;
  return masks ? std::optional(array.elem) : std::nullopt;
}

}  // namespace qc
