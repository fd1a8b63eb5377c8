// Values and bounds of IR expressions that do not depend on array contents: loop bounds and index ranges before a
// launch.
#pragma once
#include <functional>
#include <optional>

#include "ir/ir.h"

namespace qc {

struct Interval {  // lo..hi, both included; empty when lo > hi
  std::int64_t lo, hi;
  friend bool operator==(const Interval&, const Interval&) = default;
};

struct FloatInterval {  // lo..hi, both included, and perhaps NaN
  double lo, hi;
  bool nan;
  friend bool operator==(const FloatInterval&, const FloatInterval&) = default;
};

struct EvaluationContext {
  std::function<std::optional<double>(ir::VarId)> float_of;       // a float variable's value, if known
  std::function<std::optional<Interval>(ir::VarId)> interval_of;  // an integer variable's range, if known
  std::function<std::int64_t(ir::ArrayId, int dim)> extent_of;    // dim -1: the number of elements
  std::function<Elem(ir::ArrayId)> elem_of;                   // if given, sized integer elements bound what is loaded
  std::function<FloatInterval(ir::VarId)> float_interval_of;  // if given, of variables whose value is not known
};

// A range that holds every value the integer expression can take, or nothing when that is not known (loads, overflow).
std::optional<Interval> interval_of(const ir::Expr& e, const EvaluationContext& context);

// A range that holds every value the float expression can take, each operation rounded as compiled code rounds it.
FloatInterval float_interval_of(const ir::Expr& e, const EvaluationContext& context);

// Whether a condition holds, where that is known.
std::optional<bool> truth_of(const ir::Expr& e, const EvaluationContext& context);

// Every value that a loop's variable can have in its body; an empty loop has none.
std::optional<Interval> interval_of(const ir::For& loop, const EvaluationContext& context);

// The value when it is one value.
std::optional<std::int64_t> value_of(const ir::Expr& e, const EvaluationContext& context);

}  // namespace qc
