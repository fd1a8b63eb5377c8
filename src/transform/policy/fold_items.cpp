#include "transform/policy/fold_items.h"

#include "transform/policy/compared.h"

namespace qc {

std::vector<FoldItem> fold_items(const Accumulator& a) {
  using Part = FoldItem::Part;
  const Elem type = value_elem(a.type);
  if (keeps_place(a))
    return {{keeps_least(a) ? ReduceOp::ArgMin : ReduceOp::ArgMax, type},
            {a.strict ? ReduceOp::First : ReduceOp::Last, Elem::I64, Part::Position}};
  if (a.op == ReduceOp::ComplexMul) return {{a.op, type}, {a.op, type, Part::Imaginary}};
  if (a.resets) return {{a.op, type}, {ReduceOp::Or, Elem::Bool, Part::Begins}};
  return {{a.op, type}};
}

}  // namespace qc
