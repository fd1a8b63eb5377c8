// Makes norms, variances and standard deviations of sums of squares (ir/sums_of_squares.h) in the IR, for every kind of
// value that loops have: short arrays, lines of them, slices whose length is computed.
#pragma once
#include <functional>

#include "ir/sums_of_squares.h"
#include "lower/state/value.h"

namespace qc::lowering {

// What the lowering does with numbers.
struct SquareSteps {
  std::function<Value(const Value&)> kept;  // in a variable
  std::function<Value(const Value&, const Value&)> quotient;
  std::function<Value(const Value&)> root;
  std::function<Value(const Value&, Elem)> cast;
};

// The power of two by which what leads to this sum of squares is scaled.
inline Value scale_of_squares(const Value& sum, Elem type) {
  const SquareBounds b = square_bounds(type);
  const auto number = [&](double x) { return ir::float_const(x, type); };
  const ir::ExprP small = ir::lt(sum.parts()[0], number(b.least)), fits = ir::le(sum.parts()[0], number(b.most));
  return one_number(ir::select(small, number(b.grow), ir::select(fits, number(1), number(b.shrink), true), true));
}

// The root of a sum of squares of this type; total: that sum of the elements multiplied by a number.
inline Value norm_of_totals(const SquareSteps& s, Elem type, const std::function<Value(const Value&)>& total) {
  const Value plain = s.kept(total(one_number(ir::float_const(1, type))));
  const Value scale = s.kept(scale_of_squares(plain, type));
  return s.quotient(s.root(total(scale)), scale);
}

// A sum of squared distances from the mean over a number, and perhaps the root. total: that sum of the elements in
// doubles, multiplied by the first number before and by the second after the mean is taken off.
inline Value spread_of_totals(const SquareSteps& s, bool root, Elem type, const Value& over,
                              const std::function<Value(const Value&, const Value&)>& total) {
  const Value one = one_number(ir::float_const(1, Elem::F64));
  const Value plain = s.kept(total(one, one));
  if (type != Elem::F64) {
    const Value v = s.quotient(plain, over);
    return s.cast(root ? s.root(v) : v, type);
  }
  const Value scale = s.kept(scale_of_squares(plain, type));
  const ir::ExprP shrinks = ir::lt(scale.parts()[0], one.parts()[0]);
  const auto chosen = [&](const Value& yes, const Value& no) {
    return s.kept(one_number(ir::select(shrinks, yes.parts()[0], no.parts()[0], true)));
  };
  const Value before = chosen(scale, one), after = chosen(one, scale);
  const Value v = s.quotient(s.kept(total(before, after)), over);
  return root ? s.quotient(s.root(v), scale) : s.quotient(s.quotient(v, scale), scale);
}

}  // namespace qc::lowering
