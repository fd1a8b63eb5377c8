#include "codegen/ir_passes/affine_thread.h"

namespace qc::codegen {

using namespace ir;

namespace {

constexpr std::int64_t kLargest = std::int64_t(1) << 40;  // of coefficients and constants: sums stay far from the ends

ThreadAffine leaf(ExprP rest) {
  ThreadAffine a;
  a.rest = std::move(rest);
  return a;
}

ThreadAffine loop_variable(VarId v) {
  ThreadAffine a;
  a.loops.emplace_back(v, 1);
  return a;
}

// What the compiler itself counts, $lane, lanes a known distance behind it, and what is divided out of them: never
// negative.
bool counted(const Function& f, const Expr& e) {
  if (auto* v = std::get_if<VarRef>(&e.node)) return f.vars[v->var].name == "$lane";
  auto* n = std::get_if<Binary>(&e.node);
  if (!n || !counted(f, *n->a)) return false;
  return n->op == BinaryOp::DivTrunc || (n->op == BinaryOp::Add && as_int(*n->b).value_or(-1) >= 0);
}

bool small(const ThreadAffine& a) {
  auto ok = [](std::int64_t v) { return v > -kLargest && v < kLargest; };
  bool all = ok(a.thread) && ok(a.constant);
  for (const auto& [v, c] : a.loops) all = all && ok(c);
  return all;
}

// Operators that neither fail nor trap; divisions by what the compiler itself counts (extents, tiles) are never by 0.
bool harmless(const Function& f, const Binary& n) {
  switch (n.op) {
    case BinaryOp::Mul:
    case BinaryOp::Min:
    case BinaryOp::Max:
    case BinaryOp::BitAnd:
      return n.site == kNoSite;
    case BinaryOp::DivTrunc:
    case BinaryOp::DivFloor:
    case BinaryOp::Mod: {
      if (const auto c = as_int(*n.b)) return *c > 0;
      if (n.site != kNoSite) return false;
      auto* v = std::get_if<VarRef>(&n.b->node);
      if (!v) return false;
      const std::string& name = f.vars[v->var].name;
      return name.starts_with("$n_") || name == "$rowtiles" || name == "$tiles";
    }
    default:
      return false;
  }
}

}  // namespace

ThreadValues::ThreadValues(const Function& f) : f_(f) {
  for (const Param& p : f.params)
    if (p.kind == Param::Kind::Scalar) params_.insert(p.id);
  for_each_stmt(f.body, [&](const Stmt& s) {
    if (auto* a = std::get_if<Assign>(&s.node)) assigned_.insert(a->var);
    if (auto* l = std::get_if<For>(&s.node)) assigned_.insert(l->var);
    if (auto* t = std::get_if<Atomic>(&s.node)) {
      if (t->old) assigned_.insert(*t->old);
    }
  });
}

ExprP ThreadValues::expression(const ThreadAffine& a) {
  if (!a.rest) return int_const(a.constant);
  return add(a.rest, int_const(a.constant));
}

std::optional<ThreadAffine> ThreadValues::sum(const ThreadAffine& a, const ThreadAffine& b, std::int64_t sign) const {
  ThreadAffine r = a;
  r.thread += sign * b.thread;
  r.constant += sign * b.constant;
  if (b.rest)
    r.rest = !r.rest    ? (sign > 0 ? b.rest : unary(UnaryOp::Neg, b.rest))
             : sign > 0 ? add(r.rest, b.rest)
                        : sub(r.rest, b.rest);
  for (const auto& [v, c] : b.loops) {
    bool found = false;
    for (auto& own : r.loops)
      if (own.first == v) {
        own.second += sign * c;
        found = true;
      }
    if (!found) r.loops.emplace_back(v, sign * c);
  }
  if (!small(r)) return {};
  return r;
}

std::optional<ThreadAffine> ThreadValues::combined(const Binary& n) const {
  const auto a = of(*n.a), b = of(*n.b);
  if (!a || !b) return {};
  if (n.op == BinaryOp::Add) return sum(*a, *b, 1);
  if (n.op == BinaryOp::Sub) return sum(*a, *b, -1);
  auto scaled = [](ThreadAffine x, std::int64_t c) -> std::optional<ThreadAffine> {
    if (!small(x) || c <= -kLargest || c >= kLargest || std::abs(c) > 1024) return {};
    x.thread *= c;
    x.constant *= c;
    if (x.rest) x.rest = mul(x.rest, int_const(c));
    for (auto& l : x.loops) l.second *= c;
    if (!small(x)) return {};
    return x;
  };
  auto constant = [](const ThreadAffine& x) { return x.uniform() && !x.rest; };
  if (n.op == BinaryOp::Mul && constant(*b)) return scaled(*a, b->constant);
  if (n.op == BinaryOp::Mul && constant(*a)) return scaled(*b, a->constant);
  if (a->thread == 0 && !a->loops.empty() && constant(*b)) return part_of_loop(n, *a);
  if (!a->uniform() || !b->uniform()) return {};
  const ExprP x = expression(*a), y = expression(*b);
  if (!harmless(f_, Binary{n.op, x, y, n.site})) return {};
  return leaf(binary(n.op, x, y));
}

// The least and the greatest value of what is the same for all threads but for loops.
ThreadValues::Bounds ThreadValues::ends(const ThreadAffine& a) const {
  ExprP lo = expression(a), hi = lo;
  for (const auto& [v, c] : a.loops) {
    const Bounds& b = bounds(v);
    lo = add(lo, mul(c > 0 ? b.lo : b.hi, int_const(c)));
    hi = add(hi, mul(c > 0 ? b.hi : b.lo, int_const(c)));
  }
  return {lo, hi};
}

// A window that is counted by one loop, x[m + int(j/3) - 1, n + mod(j,3) - 1].
std::optional<ThreadAffine> ThreadValues::part_of_loop(const Binary& n, const ThreadAffine& a) const {
  const auto c = as_int(*n.b);
  if (!c || *c < 1 || *c > kLargest) return {};
  Bounds b = ends(a);
  if (n.op == BinaryOp::DivTrunc || n.op == BinaryOp::DivFloor) {
    b = {binary(n.op, b.lo, n.b), binary(n.op, b.hi, n.b)};
  } else if (n.op == BinaryOp::Mod) {
    const bool below = as_int(*b.lo).value_or(-1) < 0;  // the remainder has the dividend's sign
    b = {int_const(below ? 1 - *c : 0), int_const(*c - 1)};
  } else {
    return {};
  }
  const ExprP value = binary(n.op, n.a, n.b);
  std::size_t at = 0;
  auto known = [&](const PartOfLoop& p) {
    return equal(p.value, value) && equal(p.ends.lo, b.lo) && equal(p.ends.hi, b.hi);
  };
  while (at < parts_->size() && !known((*parts_)[at])) ++at;
  if (at == parts_->size()) parts_->push_back({value, b});
  return loop_variable(VarId(f_.vars.size() + at));
}

std::optional<ThreadAffine> ThreadValues::of(const Expr& e) const {
  if (e.type != Elem::I64) return {};
  if (auto* c = std::get_if<ConstInt>(&e.node)) {
    ThreadAffine a;
    a.constant = c->value;
    if (!small(a)) return {};
    return a;
  }
  if (auto* v = std::get_if<VarRef>(&e.node)) {
    if (auto it = known_.find(v->var); it != known_.end()) return *it->second;
    if (params_.count(v->var) && !assigned_.count(v->var)) return leaf(var(f_, v->var));
    return {};
  }
  if (auto* b = std::get_if<Builtin>(&e.node)) {
    if (b->kind == BuiltinKind::ThreadIdx) {
      if (b->axis != 0) return {};
      ThreadAffine a;
      a.thread = 1;
      return a;
    }
    if (b->kind == BuiltinKind::BlockIdx || b->kind == BuiltinKind::BlockDim || b->kind == BuiltinKind::GridDim)
      return leaf(std::make_shared<const Expr>(e));
    return {};
  }
  if (auto* x = std::get_if<Extent>(&e.node)) {
    if (f_.arrays[x->array].space != Space::Global) return {};
    return leaf(std::make_shared<const Expr>(e));
  }
  if (auto* u = std::get_if<Unary>(&e.node); u && u->op == UnaryOp::Neg) {
    const auto a = of(*u->a);
    return a ? sum(ThreadAffine{}, *a, -1) : std::nullopt;
  }
  if (auto* n = std::get_if<Binary>(&e.node)) return combined(*n);
  return {};
}

void ThreadValues::assign(VarId v, const Expr& value) {
  if (auto a = of(value)) {
    known_[v] = std::make_shared<const ThreadAffine>(std::move(*a));
    return;
  }
  forget(v);
  const auto ends = range(value);
  if (!ends) return;
  const auto [at, first] = bounds_.emplace(v, *ends);
  if (!first && !(equal(at->second.lo, ends->lo) && equal(at->second.hi, ends->hi))) return;
  known_[v] = std::make_shared<const ThreadAffine>(loop_variable(v));
}

// Uniform ends of what no thread's value lies beyond.
std::optional<ThreadValues::Bounds> ThreadValues::range(const Expr& e) const {
  if (e.type != Elem::I64) return {};
  if (const auto a = of(e); a && a->uniform()) return Bounds{expression(*a), expression(*a)};
  auto* n = std::get_if<Binary>(&e.node);
  if (!n) return {};
  if (n->op == BinaryOp::Add) {
    const auto a = range(*n->a), b = range(*n->b);
    return a && b ? std::optional(Bounds{add(a->lo, b->lo), add(a->hi, b->hi)}) : std::nullopt;
  }
  const auto b = of(*n->b);
  if (!b || !b->uniform() || !counted(f_, *n->a)) return {};
  const ExprP end = expression(*b);
  if (n->op == BinaryOp::Mod && harmless(f_, *n)) return Bounds{int_const(0), sub(end, int_const(1))};
  if (n->op == BinaryOp::Min) return Bounds{int_const(0), end};
  return {};
}

// The same for all threads of a row, whatever it computes.
bool ThreadValues::plainly_uniform(const Expr& e) const {
  bool ok = true;
  for_each_expr(e, [&](const Expr& x) {
    if (auto* b = std::get_if<Builtin>(&x.node))
      ok = ok && b->kind != BuiltinKind::ThreadIdx;
    else if (auto* v = std::get_if<VarRef>(&x.node)) {
      auto it = known_.find(v->var);
      ok = ok && ((params_.count(v->var) && !assigned_.count(v->var)) || (it != known_.end() && it->second->uniform()));
    } else
      ok = ok && !std::holds_alternative<Load>(x.node) && !std::holds_alternative<Shuffle>(x.node) &&
           !std::holds_alternative<Ballot>(x.node);
  });
  return ok;
}

void ThreadValues::settle(VarId v, const Expr& value) {
  auto a = of(value);
  if (a && a->uniform() && !a->rest)
    known_[v] = std::make_shared<const ThreadAffine>(std::move(*a));
  else if (plainly_uniform(value))
    known_[v] = std::make_shared<const ThreadAffine>(leaf(var(f_, v)));
  else if (a)
    known_[v] = std::make_shared<const ThreadAffine>(std::move(*a));
  else
    forget(v);
}

void ThreadValues::forget_assigned(const Block& block) {
  for_each_stmt(block, [&](const Stmt& s) {
    if (auto* a = std::get_if<Assign>(&s.node)) forget(a->var);
    if (auto* l = std::get_if<For>(&s.node)) forget(l->var);
    if (auto* t = std::get_if<Atomic>(&s.node)) {
      if (t->old) forget(*t->old);
    }
  });
}

void ThreadValues::enter(const For& loop) {
  const auto lo = of(*loop.lo), hi = of(*loop.hi);
  forget(loop.var);
  if (!lo || !hi || !lo->uniform() || !hi->uniform()) return;
  const ExprP a = expression(*lo), b = expression(*hi);
  bounds_[loop.var] = {binary(BinaryOp::Min, a, b), binary(BinaryOp::Max, a, b)};
  known_[loop.var] = std::make_shared<const ThreadAffine>(loop_variable(loop.var));
}

void ThreadValues::join(const ThreadValues& other) {
  for (auto it = known_.begin(); it != known_.end();) {
    auto theirs = other.known_.find(it->first);
    if (theirs == other.known_.end() || theirs->second != it->second)
      it = known_.erase(it);
    else
      ++it;
  }
}

}  // namespace qc::codegen
