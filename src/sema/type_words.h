// The type names that the language knows, and how number types combine.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/type.h"

namespace qc {

// Elements of a type of declared extents up to which it is a fixed-size value, kept in the registers or the memory of
// an iteration; a larger mat(512,512) is an array that has these extents.
inline constexpr std::int64_t kMostOfFixed = 1024;

struct TypeWord {
  int rank = 0;              // 0: a number, 1 vec, 2 mat, 3 cube
  std::optional<Elem> elem;  // empty: scalar
  bool complex = false;
  std::int64_t fixed = 0;  // vec3: 3
};
// "int", "mat", "ivec2" ..; nothing for a name that is not a type.
std::optional<TypeWord> type_word(std::string_view name, Elem scalar);
// The words that there are, for suggestions.
const std::vector<std::string>& type_words();

// A type's name with its article, for messages: "an int", "a mat".
inline std::string with_article(const std::string& name) {
  const bool vowel = !name.empty() && std::string_view("aeio").find(name[0]) != std::string_view::npos;
  return (vowel ? "an " : "a ") + name;
}

// Numbers are computed in Bool < I64 < F32 < F64; the wider one wins.
constexpr Elem join_elem(Elem a, Elem b) {
  const Elem x = value_elem(a), y = value_elem(b);
  return x < y ? y : x;
}
// Arithmetic is never done in Bool.
constexpr Elem arithmetic_elem(Elem a, Elem b) {
  const Elem t = join_elem(a, b);
  return t == Elem::Bool ? Elem::I64 : t;
}
constexpr Elem float_elem(Elem a, Elem scalar) { return is_float(value_elem(a)) ? value_elem(a) : scalar; }

}  // namespace qc
