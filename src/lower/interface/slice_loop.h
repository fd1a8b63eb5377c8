// Slices that are walked: a slice assignment as a loop over its elements (src/lower/arrays/slice_assignment.cpp,
// ordered_slice_store.cpp), and slices as values (lazy_slice.cpp).
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// A slice assignment as a loop over its elements (slice_assignment.cpp), and slices as values (lazy_slice.cpp).
class SliceLoop {
 public:
  explicit SliceLoop(LowerContext& cx);
  ~SliceLoop();
  // False, and nothing emitted: the slice is of few elements that are part of the code, or the value is none of
  // elements.
  bool assign(const ast::Index& where, const Value& array, const ast::Assign& a, Span span);
  // min, max, any, all and sums of whole numbers of a slice; nothing, and nothing emitted, for other ones and where the
  // slice's elements are few and part of the code.
  std::optional<Value> fold(const std::string& name, const ast::Index& where, const Value& array, Span span);
  // A slice of the lengths that are wanted; nothing, and nothing emitted, for others. Computed: each iteration finds
  // the length out; Long: or it has more elements than are made part of the code, x[i,:]; Any.
  enum class Length { Computed, Long, Any };
  std::optional<Value> lazy(const ast::Index& where, const Value& array, Span span, Length wanted);

 private:
  struct Dim;
  struct Place;
  bool dim(const ast::Expr& e, const Value& array, std::size_t k, Dim& out);
  bool range(const ast::Expr& e, Dim& out);
  std::optional<Place> place(const Value& array, const std::vector<ast::ExprP>& indices, Span span);
  bool unrolls(const Place& p);
  std::optional<std::int64_t> launch_count(const Dim& d, std::int64_t most);
  bool same_length(const Dim& a, const Dim& b);
  std::optional<std::int64_t> launch_count(const Place& p);
  std::optional<Value> in_order(const ast::Expr& e);
  bool reads_written(const LazyArray& c, const Place& target);
  bool assign_in_order(const ast::Index& where, const Value& array, const ast::Assign& a, Span span);
  bool assign_components(const Place& target, const ast::Assign& a, const Value& v, Span span);
  Value view_of(const Place& p);
  bool is_checked(const Value& array) const;
  bool is_inside(const Value& array, const std::vector<Dim>& dims, std::size_t d) const;
  bool hides_ends(const Value& array, const std::vector<Dim>& dims);
  void check_ends(const Value& array, const std::vector<Dim>& dims, const LazyArray& c,
                  const std::vector<ir::ExprP>& first, Span span);
  void fail_outside(const Place& p);
  void check_ends_of_store(const Place& target);
  bool store_in_order(const Place& target, const Value& v, const ast::Assign& a, Span span);
  bool may_read(const Place& p, const Place& target);
  ast::ExprP named(const Value& v, Span span);
  bool add_part(std::optional<Place> p, const Place& target, Span span, ast::ExprP& out);
  bool add_lazy(const Value& v, const Place& target, Span span, ast::ExprP& out);
  std::size_t arrays() const;  // among the parts
  bool rewrite(const ast::Expr& e, const Place& target, ast::ExprP& out);
  bool rewrite_binary(const ast::Binary& n, Span span, const Place& target, ast::ExprP& out);
  bool rewrite_call(const ast::Call& n, const ast::Expr& e, const Place& target, ast::ExprP& out);
  bool rewrite_choice(const ast::Conditional& n, Span span, const Place& target, ast::ExprP& out);
  bool scalar(const ast::Expr& e, ast::ExprP& out);
  void keep_indices(Place& p);
  bool is_selection(const Place& p);
  void refuse_empty(const Place& p, const std::string& name, Span span);
  bool has_computed_length(const Place& p);
  bool is_computed(const Place& p);
  bool is_long(const Place& p);
  LazyArray::Axis axis(const Dim& d, ir::ExprP& whole_lo, ir::ExprP& whole, Span span);
  LazyArray::Axis axis_of_all(const Dim& d);
  std::vector<Value> indices(const Place& p, const Place& target, const std::vector<ir::ExprP>& counters) const;
  void element(const Place& target, const std::vector<ir::ExprP>& counters, const ast::Assign& a,
               const ast::Expr& value, Span span);

  LowerContext& cx_;
  std::vector<std::pair<std::string, Place>> parts_;  // of the value, by the names that stand for their elements
  std::vector<std::pair<std::string, Value>> lazy_;   // parts of it that are named slices whose length is computed
  std::optional<std::vector<std::size_t>> shape_;     // of all parts
  int names_ = 0;
};

// Whether `by` has the array's extents, or is a number.
bool keeps_shape(LowerContext& cx, const Value& array, const Value& by);
// C += e writes into the array, C[:,:] += e, where the type of its elements and its extents stay.
void update_whole(LowerContext& cx, const ast::Name& name, const Value& array, const ast::Assign& a, Span span);

// A call such as min(x[i,a..b]).
std::optional<Value> fold_slice(LowerContext& cx, const std::string& name, const ast::Call& c, Span span);

}  // namespace qc::lowering
