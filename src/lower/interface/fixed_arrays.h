// Built-ins of short arrays: rearranged (src/lower/arrays/rearrange_fixed.cpp), along a dimension
// (reduce_fixed_axis.cpp) and sorted (sort_fixed.cpp, sort_in_memory.cpp). Where the elements are too many or unknown,
// they give nothing.
#pragma once
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "lower/interface/squares.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// Elements that were put in order in memory of the iteration, and the places that they had.
struct InMemory {
  ir::ArrayId values;
  std::optional<ir::ArrayId> places;
  ir::ExprP count;
};

// A call without the word behind its arguments, sort(x, "descend").
struct Worded {
  ast::Call call;
  bool descending;
};

// An array of these extents, of which `source` says for each place the element that stands there; a single row is a
// vec.
Value arranged(LowerContext& cx, std::vector<std::int64_t> dims, Span span,
               const std::function<Value(const std::vector<std::int64_t>&)>& source);
// The whole numbers of arguments from `first` on, or of one row among them; nothing where they are not known.
std::optional<std::vector<std::int64_t>> known_numbers(LowerContext& cx, const std::vector<Value>& args,
                                                       std::size_t first, Span span);
// Matrices one below the other (dim 0) or beside each other (dim 1).
std::optional<Value> joined(LowerContext& cx, const std::vector<Value>& args, std::size_t dim, Span span);
// The elements moved along the dimensions, around the ends; backwards where `flip` says so.
Value moved(LowerContext& cx, const Value& x, const std::vector<std::int64_t>& by, const std::vector<bool>& flip,
            Span span);
// sum(x, d) and its like: the extent of dimension d becomes 1, which that of dimensions past those of x is. In kernels
// what is left alone is a number.
std::optional<Value> total_along(LowerContext& cx, const std::string& name, const Value& x, const Value& dim,
                                 Span span);
// repmat, cat, circshift and others that rearrange elements.
std::optional<Value> arrange_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span);

// How numbers of the IR are divided, rooted and kept, for norms and variances.
SquareSteps square_steps(LowerContext& cx, Span span);
// var and std of a line: the sum of the squared distances from the mean over n - 1 (weight 0) or n; of one element 0.
Value spread_line(LowerContext& cx, const std::string& name, const Value& given, bool all, Span span);
// Built-ins along a dimension: sort, cumsum, var, diff and others.
std::optional<Value> line_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                               bool descending, Span span);
// [sorted, places] = sort(x, dim) or descending, [m, place] = max(x, [], dim) of short arrays; nothing for other calls.
std::vector<Value> order_lines(LowerContext& cx, const std::string& name, const ast::Call& c, bool descending,
                               Span span);
// sort(x, "descend"), sum(x, "all"): the call without its text, and what that says. Nothing: the text says something
// else.
std::optional<Worded> without_text(const std::string& name, const ast::Call& c);

// The median of a fixed-size value.
Value median_of(LowerContext& cx, const Value& x, Span span);
// The place of the first extreme, of argmin and argmax or beside the extreme itself; NaN is passed over. Where there is
// nothing else there is no place, but 0 beside the extreme.
Value place_of_extreme(LowerContext& cx, const std::string& name, const Value& x, Span span);
// The sorted components of a row and where they come from.
std::array<Value, 2> sort_with_places(LowerContext& cx, const Value& x, Span span);
// [sorted, places] = sort(x), [m, place] = max(x) of fixed-size values; nothing for other calls.
std::vector<Value> order_values(LowerContext& cx, const std::string& name, const ast::Call* c, Span span);
// sort, median and their kin of rows that are fixed-size values; nothing for other calls.
std::optional<Value> order_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span);

// Its elements in order, in memory.
InMemory sorted_in_memory(LowerContext& cx, const Value& x, bool with_places, Span span);
// The middle one, or the mean of the middle two; NaN when one of them is NaN, or there is none.
Value median_in_memory(LowerContext& cx, const Value& x, Span span);
// Its elements in order, as a value whose length is computed.
Value sorted_lazy(LowerContext& cx, const Value& x, Span span);
// A row of as many elements, which are those of the memory.
Value row_in_memory(LowerContext& cx, const Value& x, ir::ArrayId memory);

}  // namespace qc::lowering
