// Values whose extents are computed (LazyArray): what is computed from them element by element, their folds, and where
// they are kept in memory (src/lower/arrays/lazy_array.cpp); moved, joined and chosen from (permute_lazy.cpp,
// concat_lazy.cpp, compress.cpp). Calls of which nothing is known give nothing.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// One element of each of several values makes one.
using Elementwise = std::function<Value(const std::vector<Value>&)>;

// How many elements it has at most, where an iteration may keep them; 0: not known, or too many.
std::int64_t most_of_lazy(const LazyArray& c);
// The row-major place of an element, and the axes of the one at a place.
ir::ExprP place_of_lazy(const LazyArray& c, const std::vector<ir::ExprP>& at);
std::vector<ir::ExprP> axes_at(const LazyArray& c, ir::ExprP place);

// How many elements it has.
ir::ExprP count_of_lazy(const LazyArray& c);
// An array that meets such a value, as one.
Value whole_as_lazy(LowerContext& cx, const Value& array, Span span);
// Whether two axes are of one length, which the launch may say.
bool alike_axes(LowerContext& cx, const LazyArray::Axis& a, const LazyArray::Axis& b);
// Whether they are, where an iteration may look: it bails out where they are not.
bool made_alike(LowerContext& cx, const LazyArray::Axis& a, const LazyArray::Axis& b, Span span);
// What `each` makes of the elements at the same place of slices of the same lengths, and of numbers as they are now.
Value each_lazy(LowerContext& cx, const std::vector<Value>& values, Span span, const Elementwise& each);
// An operator that works element by element: not the products and quotients of matrices.
Value binary_lazy(LowerContext& cx, ast::BinaryOp op, const Value& a, const Value& b, Span span);
// As `sum`, for each element.
Value sum_lazy(LowerContext& cx, bool subtract, const Operand& l, const Operand& r, Span span);
// The type of its elements.
Type type_of_lazy(LowerContext& cx, const Value& x);
// The kind of its elements, which are real.
Elem elem_of_lazy(LowerContext& cx, const Value& x);
// A loop over the elements, in row-major order.
void loop_over(LowerContext& cx, const LazyArray& c, Span span,
               const std::function<void(const std::vector<ir::ExprP>&)>& body);
// for counter = lo..step..hi
void counted(LowerContext& cx, const ir::ExprP& lo, std::int64_t step, const ir::ExprP& hi, Span span,
             const std::function<void(const ir::ExprP&)>& body);
// The elements where the window is whole (LazyArray::whole).
std::vector<Value> elements_of_whole(const LazyArray& c);
// reshape(x, ..), where all extents are known when the loop is reached.
std::optional<Value> reshaped_lazy(LowerContext& cx, const std::vector<Value>& args, Span span);
// The elements as one row.
Value row_of_lazy(LowerContext& cx, const Value& x, Span span);
// x[i,..] of it.
Value element_of_lazy(LowerContext& cx, const Value& x, const std::vector<Value>& indices, Span span);
// A call that is given such a value; nothing for those that are not known.
std::optional<Value> lazy_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span);
// What is computed, in memory of the iteration, so that it is computed once.
Value kept_lazy(LowerContext& cx, const Value& x, std::int64_t most, Span span);
// As the value of a variable or parameter, it may be read after other statements: what it reads must not be written in
// the nest.
Value named_lazy(LowerContext& cx, const Value& v, const std::string& name, Span span);
// A name becomes such a value, or a fixed-size one that was made of it.
void assign_lazy(LowerContext& cx, const std::string& name, const Value& given,
                 const std::optional<ast::TypeExpr>& declared, Span span);
// After a pass: the arrays of which named slices are read are written nowhere; that they are apart from those that are,
// the launch sees.
void require_views_unwritten(LowerContext& cx, Span span);

// The value that has these axes and elements.
Value with_elements(std::shared_ptr<LazyArray> c, std::function<Value(const std::vector<ir::ExprP>& at)> element);
// The product of matrices, one of them perhaps a row or a column; of a row and a column a number.
Value product_of_lazy(LowerContext& cx, const Value& a, const Value& b, Span span);
// The least or greatest number, and the row-major place where it is first; NaN is passed over (place_of_extreme).
std::vector<Value> extreme_of_lazy(LowerContext& cx, const std::string& name, const Value& x, Span span);
// Calls that move the elements of such a value; nothing for others.
std::optional<Value> moved_lazy(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span);

// sum(x, d) and its kin of a matrix: each element is the total of a line, in the tree of as many elements.
std::optional<Value> along_lazy(LowerContext& cx, const std::string& name, const Value& x, const Value& dim, Span span);
// repmat(x, m, n)
std::optional<Value> repeated_lazy(LowerContext& cx, const std::vector<Value>& args, Span span);
// horzcat (along 1), vertcat (0) of two matrices of as many rows or columns.
std::optional<Value> joined_lazy(LowerContext& cx, const Value& x, const Value& y, std::size_t along, Span span);

// x[m] for a mask, the elements where it holds.
std::optional<Value> masked_read(LowerContext& cx, const ast::Index& n, Span span);

}  // namespace qc::lowering
