// RangeLowering says which iterations a loop over a range has, and which places a range of indices names, as IR
// (ir/range_count.h has the rule; src/lower/ranges.cpp).
#pragma once
#include <optional>
#include <utility>

#include "ast/ast.h"
#include "ir/range_count.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

inline constexpr std::int64_t kFarPlace = std::int64_t{1} << 61;  // no array has so many elements

// Whether a place may be so far away that no loop comes to it, and a length up to it wraps.
bool may_be_far(const LowerContext& cx, const ir::ExprP& place);
// What takes lo..step..hi to have `count` values, as the text shows: a loop in which they are not, because an end has
// wrapped, is stepped. Not in kernels.
void require_count(LowerContext& cx, const ir::ExprP& lo, std::int64_t step, const ir::ExprP& hi, std::int64_t count,
                   Span span);

// The questions of one range.
class RangeLowering {
 public:
  explicit RangeLowering(LowerContext& cx) : cx_(cx) {}

  // A loop over ints, or over the numbers 0..last of the values first + number*by.
  struct Loop {
    ir::ExprP lo, step, hi;
    ir::ExprP first, by;  // null: of ints
  };
  Loop loop(const ast::For& n, Span span);
  ir::ExprP count(const ast::Range& r, Span span);  // numel(a..b)

  // The ends of a range of indices as ints. Loops accept whole numbers only; an end that is none ends at the one before
  // it.
  std::pair<ir::ExprP, ir::ExprP> whole_ends(const Value& first, const Value& last, const ir::ExprP& step, Span span);
  // The same in kernels, which cut off the fraction of an index; nothing where the text shows how many elements there
  // are.
  std::optional<std::pair<ir::ExprP, ir::ExprP>> cut_ends(const Value& first, const Value& last, Span span);

  // Whether ends that whole_ends has given are within what floats count to, or the loop is stepped.
  bool ends_near() const { return ends_near_; }

  enum class Whole { No, Yes, Unknown };
  Whole whole(const Value& v);
  ir::ExprP part(const Value& v, Span span);  // one of the numbers of a range, as what it is

 private:
  ir::FloatGrid grid(ir::VarId v);
  ir::FloatGrid grid(const ir::Expr& e);
  std::optional<bool> whole_for_numbers(const ir::Expr& e);
  bool before_the_program_runs(const ir::Expr& e);
  ir::ExprP end(const ir::ExprP& lo, const ir::ExprP& step, const Value& hi, Span span);

  LowerContext& cx_;
  bool ends_near_ = false;
};

// lo..hi and lo..step..hi with a constant number of elements, as a fixed-size row; those of floats as a list of indices
// only.
Value range_value(LowerContext& cx, const ast::Range& r, Span span, bool list = false);

}  // namespace qc::lowering
