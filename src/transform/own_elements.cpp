#include "transform/own_elements.h"

#include <map>
#include <optional>
#include <vector>

#include "ir/build.h"
#include "ir/rewrite_stmts.h"

namespace qc {

using namespace ir;

namespace {

// blockIdx * blockDim + threadIdx along one axis.
std::optional<int> position_axis(const Expr& e) {
  auto is = [](const Expr& x, BuiltinKind kind, int axis) {
    auto* b = std::get_if<Builtin>(&x.node);
    return b && b->kind == kind && (axis < 0 || b->axis == axis);
  };
  auto* sum = std::get_if<Binary>(&e.node);
  auto* product = sum && sum->op == BinaryOp::Add ? std::get_if<Binary>(&sum->a->node) : nullptr;
  if (!product || product->op != BinaryOp::Mul || !is(*product->a, BuiltinKind::BlockIdx, -1)) return {};
  const int axis = std::get<Builtin>(product->a->node).axis;
  if (!is(*product->b, BuiltinKind::BlockDim, axis) || !is(*sum->b, BuiltinKind::ThreadIdx, axis)) return {};
  return axis;
}

struct OwnElements {
  Function& f;
  std::map<VarId, int> axis_of;  // variables that hold the position along an axis, and are never changed
  std::optional<std::vector<int>> shape;  // by dimension of what is written: the axis, or -1
  bool holds = true;

  void find_positions() {
    std::map<VarId, int> changes;
    for_each_stmt(f.body, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) {
        ++changes[a->var];
        if (const auto axis = position_axis(*a->value)) axis_of[a->var] = *axis;
      } else if (auto* l = std::get_if<For>(&s.node)) {
        ++changes[l->var];
      } else if (auto* t = std::get_if<Atomic>(&s.node); t && t->old) {
        ++changes[*t->old];
      }
    });
    for (const auto& [v, n] : changes)
      if (n > 1) axis_of.erase(v);
  }

  // Elements of different threads differ: each axis of the position is a subscript.
  void note(const Access& a) {
    if (f.arrays[a.array].space != Space::Global) return;
    std::vector<int> axes;
    std::vector<bool> met(std::size_t(f.rank), false);
    for (const ExprP& i : a.index) {
      auto* v = std::get_if<VarRef>(&i->node);
      const auto known = v ? axis_of.find(v->var) : axis_of.end();
      axes.push_back(known == axis_of.end() ? -1 : known->second);
      if (axes.back() >= 0 && axes.back() < f.rank) met[std::size_t(axes.back())] = true;
    }
    const bool inside = a.boundary == Boundary::Checked || a.boundary == Boundary::Unchecked || a.boundary == Boundary::Safe;
    holds = holds && inside && !(a.linear && axes.size() > 1);
    for (const bool m : met) holds = holds && m;
    if (!shape) shape = axes;
    holds = holds && *shape == axes;
  }

  bool ordinary(const Atomic& a) const {
    const Elem elem = f.arrays[a.access.array].elem;
    return !a.old && !a.compare && f.arrays[a.access.array].space == Space::Global && (elem == Elem::F32 || elem == Elem::F64) &&
           (a.op == AtomicOp::Add || a.op == AtomicOp::Sub || a.op == AtomicOp::Mul);
  }

  Stmt ordinary_step(const Atomic& a, Span span) const {
    if (auto* p = std::get_if<Binary>(&a.value->node); a.product && p && p->op == BinaryOp::Mul) {
      const ExprP factor = a.op == AtomicOp::Sub ? unary(UnaryOp::Neg, p->a) : p->a;
      return {Store{a.access, fma(factor, p->b, load(f, a.access))}, span};
    }
    const BinaryOp op = a.op == AtomicOp::Add ? BinaryOp::Add : a.op == AtomicOp::Sub ? BinaryOp::Sub : BinaryOp::Mul;
    return {Store{a.access, binary(op, load(f, a.access), a.value)}, span};
  }
};

}  // namespace

Function with_own_elements(Function f) {
  OwnElements own{f, {}, {}, true};
  bool updates = false;
  own.find_positions();
  for_each_stmt(f.body, [&](const Stmt& s) {
    if (auto* w = std::get_if<Store>(&s.node)) own.note(w->access);
    if (auto* a = std::get_if<Atomic>(&s.node)) {
      own.note(a->access);
      updates = true;
    }
  });
  if (!updates || !own.holds) return f;
  f.body = rewrite_stmts(f.body, [&](Stmt s, const Stmt&, Block& out) {
    auto* a = std::get_if<Atomic>(&s.node);
    out.push_back(a && own.ordinary(*a) ? own.ordinary_step(*a, s.span) : std::move(s));
  });
  return f;
}

}  // namespace qc
