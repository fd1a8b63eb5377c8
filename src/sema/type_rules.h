// Type rules compute the types of what a built-in gives from those of its arguments; the table of built-ins
// (sema/builtins.h) names one in each row.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "ir/type.h"
#include "sema/type_words.h"

namespace qc {

struct TypeArguments {
  const std::vector<Type>& types;
  const std::vector<std::optional<double>>& constants;  // of arguments that are known
  Elem scalar;                                          // the precision's float
  std::size_t count() const { return types.size(); }
  Type operator[](std::size_t k) const { return k < types.size() ? types[k] : Type::unknown(); }
};
using TypeRule = std::vector<Type> (*)(const TypeArguments&);

namespace type_rules {

using Results = std::vector<Type>;

// Arrays from extents.
Results filled(const TypeArguments& a);
Results complex_filled(const TypeArguments& a);
Results random(const TypeArguments& a);
Results square(const TypeArguments& a);
Results row(const TypeArguments& a);
Results image(const TypeArguments& a);
Results random_ints(const TypeArguments& a);
Results whole_row(const TypeArguments& a);

// Of each element, of one argument and of two or three.
Results same(const TypeArguments& a);
Results computed(const TypeArguments& a);
Results to_real(const TypeArguments& a);
Results to_float(const TypeArguments& a);
Results to_bool(const TypeArguments& a);
Results to_complex(const TypeArguments& a);
Results shifted(const TypeArguments& a);
Results pair(const TypeArguments& a);
Results masked(const TypeArguments& a);
Results bits_pair(const TypeArguments& a);
Results float_pair(const TypeArguments& a);
Results interpolation(const TypeArguments& a);
Results converted(const TypeArguments& a);

// Of all elements, or of lines of them.
Results total(const TypeArguments& a);
Results average(const TypeArguments& a);
Results some(const TypeArguments& a);
Results place(const TypeArguments& a);
Results extreme(const TypeArguments& a);
Results norm_rule(const TypeArguments& a);
Results dot(const TypeArguments& a);
Results ordered(const TypeArguments& a);
Results flat(const TypeArguments& a);
Results counts(const TypeArguments& a);
Results bins(const TypeArguments& a);
Results rows_of_indices(const TypeArguments& a);
Results spectrum(const TypeArguments& a);

// Of elements at other places.
Results permuted(const TypeArguments& a);
Results joined_along(const TypeArguments& a);
Results rows_joined(const TypeArguments& a);
Results columns_joined(const TypeArguments& a);
Results transposed(const TypeArguments& a);
Results repeated(const TypeArguments& a);
Results reshaped(const TypeArguments& a);
Results squeezed(const TypeArguments& a);

// The same for all arguments, or nearly.
Results real_value(const TypeArguments& a);
Results integer(const TypeArguments& a);
Results boolean(const TypeArguments& a);
Results text(const TypeArguments& a);
Results nothing(const TypeArguments& a);
Results anything(const TypeArguments& a);
Results sizes(const TypeArguments& a);
Results limit(const TypeArguments& a);
Results timing(const TypeArguments& a);
Results vote(const TypeArguments& a);
Results block_sizes(const TypeArguments& a);

// int(x), vec(4), ivec(n): of a type used as a function.
Results type_as_function(const TypeWord& word, const TypeArguments& a);

}  // namespace type_rules

}  // namespace qc
