// Short arrays that a loop only treats as values, at = [m,n] and s = s + x[m,n,0..2], are fixed-size variables of it,
// as those declared so are: the nest is judged and compiled for their length.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "lower/lower.h"

namespace qc {

inline constexpr std::int64_t kLongestShort = 16;  // elements; what registers hold
inline constexpr std::size_t kMostShort = 8;       // of one loop: each takes a judgement of its own

struct ShortArray {
  std::string name;
  Type type;                         // Fixed
  std::vector<std::string> written;  // arrays that the loop writes to: it is a value where it is none of them
};

// The type that an array of these extents has as a value: nothing where it is long, has a boundary mode or elements of
// another kind.
std::optional<Type> short_value_type(const std::string& name, const std::vector<std::int64_t>& extents,
                                     const Scope& scope, Elem scalar);

// The same for a loop: nothing either where it writes to the elements or might give the array an alias.
std::optional<Type> short_array_type(const ast::Stmt& loop, const std::string& name,
                                     const std::vector<std::int64_t>& extents, const Scope& scope, Elem scalar);

// Gives those of `arrays` whose components the nest holds in a wider type that type: zeros to which floats are added.
enum class Widening { None, Done, Impossible };
Widening widen(const ir::Function& nest, std::vector<ShortArray>& arrays, Elem scalar);

// Lowers the loop with short arrays as values, as far as they are why it is not lowered; nothing where that does not
// help. Extents are those of Scope::extents_of.
struct WithShortValues {
  LoopNest nest;
  std::vector<ShortArray> arrays;
};
std::optional<WithShortValues> lower_short(const ast::Stmt& loop, const Scope& scope, const LowerOptions& options,
                                           std::string name);

}  // namespace qc
