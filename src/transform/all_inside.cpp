#include "transform/kernel_builder.h"

namespace qc {

using namespace ir;

// The least and the greatest place of each affine subscript over the run loops, against the array's extent.
std::optional<ExprP> KernelBuilder::all_inside(const Block& statements) {
  if (!facts_.unit_steps) return {};
  ExprP all;
  bool known = true;
  auto require = [&](ExprP c) { all = all ? binary(BinaryOp::BitAnd, all, std::move(c)) : std::move(c); };
  auto note = [&](const Access& a) {
    if (boundary(a) == Boundary::Unchecked || !known) return;
    for (std::size_t d = 0; d < a.index.size(); ++d) {
      const auto f = forms_.of(*a.index[d]);
      if (!f) { known = false; return; }
      ExprP least = copy(f->rest);
      for (int k : kept_) least = add(least, mul(int_const(f->coefficients[std::size_t(k)]), ref(loop_vars_[std::size_t(k)])));
      ExprP greatest = least;
      for (int k : run_) {
        const std::int64_t c = f->coefficients[std::size_t(k)];
        if (c == 0) continue;
        const ExprP first = mul(int_const(c), low(k)), last = mul(int_const(c), sub(add(low(k), count(k)), int_const(1)));
        least = add(least, c > 0 ? first : last);
        greatest = add(greatest, c > 0 ? last : first);
      }
      require(le(int_const(0), least));
      require(lt(greatest, extent(a.array, a.linear ? -1 : int(d))));
    }
  };
  for_each_expr(statements, [&](const Expr& e) { if (auto* l = std::get_if<Load>(&e.node)) note(l->access); });
  for_each_stmt(statements, [&](const Stmt& s) { if (auto* w = std::get_if<Store>(&s.node)) note(w->access); });
  if (!known || !all) return {};
  return all;
}

}  // namespace qc
