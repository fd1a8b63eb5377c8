#include "codegen/shifted_loops.h"

#include <map>
#include <set>

#include "ir/build.h"
#include "ir/rewrite_stmts.h"

namespace qc::codegen {

using namespace ir;

namespace {

// A sum of variables, everything else counts as unknown.
struct Sum {
  std::map<VarId, std::int64_t> terms;
  std::int64_t constant = 0;
  bool known = true;
};

Sum sum_of(const Expr& e) {
  if (auto* n = std::get_if<ConstInt>(&e.node); n && e.type == Elem::I64) return {{}, n->value, true};
  if (auto* v = std::get_if<VarRef>(&e.node); v && e.type == Elem::I64) return {{{v->var, 1}}, 0, true};
  auto* b = std::get_if<Binary>(&e.node);
  if (!b || (b->op != BinaryOp::Add && b->op != BinaryOp::Sub)) return {{}, 0, false};
  Sum left = sum_of(*b->a);
  const Sum right = sum_of(*b->b);
  const std::int64_t sign = b->op == BinaryOp::Add ? 1 : -1;
  for (const auto& [v, n] : right.terms) left.terms[v] += sign * n;
  left.constant = std::int64_t(std::uint64_t(left.constant) + std::uint64_t(sign) * std::uint64_t(right.constant));
  left.known = left.known && right.known;
  return left;
}

// How far a loop runs, where what its ends have in common falls out; nothing where they have nothing in common.
ExprP length_of(const Function& f, const For& loop) {
  const Sum lo = sum_of(*loop.lo), hi = sum_of(*loop.hi);
  if (!lo.known || !hi.known || !as_int(*loop.step)) return nullptr;
  bool shared = false;
  ExprP length = int_const(std::int64_t(std::uint64_t(hi.constant) - std::uint64_t(lo.constant)));
  std::map<VarId, std::int64_t> rest = hi.terms;
  for (const auto& [v, n] : lo.terms) rest[v] -= n;
  for (const auto& [v, n] : rest) {
    const auto at_lo = lo.terms.find(v), at_hi = hi.terms.find(v);
    shared = shared || (n == 0 && at_lo != lo.terms.end() && at_hi != hi.terms.end() && at_lo->second != 0);
    if (n != 0) length = add(length, mul(int_const(n), var(f, v)));
  }
  return shared ? length : nullptr;
}

// Whether the loop changes what its first value is made of.
bool changes(const For& loop, const Expr& value) {
  std::set<VarId> assigned{loop.var};
  for_each_stmt(loop.body, [&](const Stmt& s) {
    if (auto* a = std::get_if<Assign>(&s.node)) assigned.insert(a->var);
    if (auto* l = std::get_if<For>(&s.node)) assigned.insert(l->var);
    if (auto* a = std::get_if<Atomic>(&s.node); a && a->old) assigned.insert(*a->old);
  });
  bool changed = false;
  for_each_expr(value, [&](const Expr& e) {
    auto* v = std::get_if<VarRef>(&e.node);
    changed = changed || (v && assigned.count(v->var));
  });
  return changed;
}

// The first value is written out in the body: a variable of its own would be kept for each lane, and what is read at `start + k`
// gathered, not loaded side by side.
void shift(Function& f, Block& before, For& loop, const ExprP& length, Span span) {
  const VarId count = f.add_var("$count", Elem::I64);
  ExprP start = loop.lo;
  if (changes(loop, *start)) {
    const VarId kept = f.add_var("$start", Elem::I64);
    before.push_back({Assign{kept, start}, span});
    start = var(f, kept);
  }
  Block body;
  body.push_back({Assign{loop.var, add(start, var(f, count))}, span});
  for (Stmt& s : loop.body) body.push_back(std::move(s));
  loop = For{count, int_const(0), loop.step, length, std::move(body), loop.unroll};
}

}  // namespace

Function shifted_loops(const Function& kernel) {
  Function f = kernel;
  f.body = rewrite_stmts(kernel.body, [&](Stmt s, const Stmt&, Block& out) {
    if (auto* loop = std::get_if<For>(&s.node))
      if (const ExprP length = length_of(f, *loop)) shift(f, out, *loop, length, s.span);
    out.push_back(std::move(s));
  });
  return f;
}

}  // namespace qc::codegen
