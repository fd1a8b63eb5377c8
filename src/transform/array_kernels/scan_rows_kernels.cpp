#include "transform/array_kernels/scan_rows_kernels.h"

#include <vector>

#include "transform/array_kernels/kernel_units.h"

namespace qc {

using namespace ir;
using namespace units;

// A line's next elements are on their way together, and while the chain goes through them those behind them are.
Function running_kernel(Elem elem, Elem result, BinaryOp op) {
  constexpr std::int64_t kTogether = 32;
  Units u("running", int(byte_size(elem)), int(op));
  u.f.threads = int(kRunningThreads);
  const ArrayId from = u.array("from", elem), to = u.array("to", result);
  const ExprP lines = u.number("lines"), length = u.number("length"), inner = u.number("inner");
  Block& body = u.f.body;
  const ExprP line =
      u.let(body, "line",
            add(mul(builtin(BuiltinKind::BlockIdx), int_const(kRunningThreads)), builtin(BuiltinKind::ThreadIdx)));
  const ExprP outer = u.let(body, "outer", binary(BinaryOp::DivTrunc, line, inner)), last = sub(length, int_const(1));
  const ExprP base = u.let(body, "base", add(mul(mul(outer, length), inner), sub(line, mul(outer, inner))));
  const auto at = [&](ArrayId array, const ExprP& k) { return u.word(array, add(base, mul(k, inner)), 0); };
  const VarId value = u.f.add_var("value", value_elem(result)), start = u.f.add_var("start", Elem::I64);
  Block all, step;
  all.push_back({Assign{value, load(u.f, at(from, int_const(0)))}, {}});
  all.push_back({Store{at(to, int_const(0)), var(u.f, value)}, {}});
  all.push_back({Assign{start, int_const(1)}, {}});
  std::vector<VarId> next, behind;
  const auto read = [&](Block& block, std::vector<VarId>& to, const ExprP& first) {
    for (std::int64_t q = 0; q < kTogether; ++q) {
      if (to.size() <= std::size_t(q)) to.push_back(u.f.add_var("next", value_elem(elem)));
      const ExprP k = binary(BinaryOp::Min, add(first, int_const(q)), last);
      block.push_back({Assign{to[std::size_t(q)], load(u.f, at(from, k))}, {}});
    }
  };
  read(all, next, int_const(1));
  read(step, behind, add(var(u.f, start), int_const(kTogether)));
  for (std::int64_t q = 0; q < kTogether; ++q) {
    const ExprP k = add(var(u.f, start), int_const(q));
    Block one;
    one.push_back({Assign{value, binary(op, var(u.f, value), var(u.f, next[std::size_t(q)]))}, {}});
    one.push_back({Store{at(to, k), var(u.f, value)}, {}});
    step.push_back({If{le(k, last), std::move(one), {}}, {}});
  }
  for (std::int64_t q = 0; q < kTogether; ++q)
    step.push_back({Assign{next[std::size_t(q)], var(u.f, behind[std::size_t(q)])}, {}});
  step.push_back({Assign{start, add(var(u.f, start), int_const(kTogether))}, {}});
  all.push_back({While{le(var(u.f, start), last), std::move(step)}, {}});
  body.push_back({If{lt(line, lines), std::move(all), {}}, {}});
  return std::move(u.f);
}

}  // namespace qc
