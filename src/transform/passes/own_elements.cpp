#include "transform/passes/own_elements.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
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

// Variables that hold the position along an axis, and are never changed.
class Positions {
 public:
  explicit Positions(const Function& f) : rank_(f.rank) {
    std::map<VarId, int> changes;
    for_each_stmt(f.body, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) {
        ++changes[a->var];
        if (const auto axis = position_axis(*a->value)) axis_of_[a->var] = *axis;
      } else if (auto* l = std::get_if<For>(&s.node)) {
        ++changes[l->var];
      } else if (auto* t = std::get_if<Atomic>(&s.node); t && t->old) {
        ++changes[*t->old];
      }
    });
    for (const auto& [v, n] : changes)
      if (n > 1) axis_of_.erase(v);
  }

  // By dimension of what is accessed: the axis that is its subscript, or -1. Nothing: an element may be reached by
  // other subscripts too.
  std::optional<std::vector<int>> axes(const Access& a) const {
    std::vector<int> axes;
    for (const ExprP& i : a.index) {
      auto* v = std::get_if<VarRef>(&i->node);
      const auto known = v ? axis_of_.find(v->var) : axis_of_.end();
      axes.push_back(known == axis_of_.end() || known->second >= rank_ ? -1 : known->second);
    }
    const bool inside =
        a.boundary == Boundary::Checked || a.boundary == Boundary::Unchecked || a.boundary == Boundary::Safe;
    if (!inside || (a.linear && axes.size() > 1)) return {};
    return axes;
  }

 private:
  int rank_;
  std::map<VarId, int> axis_of_;
};

// Whether each axis of the position that is not in `whole` is one of these subscripts.
bool meets_all(const std::vector<int>& axes, int rank, const std::vector<bool>& whole) {
  for (int axis = 0; axis < rank; ++axis)
    if (!(std::size_t(axis) < whole.size() && whole[std::size_t(axis)]) &&
        std::find(axes.begin(), axes.end(), axis) == axes.end())
      return false;
  return true;
}

struct OwnElements {
  Function& f;
  Positions positions;
  std::optional<std::vector<int>> shape;  // of all that is written
  bool holds = true;

  // Elements of different threads differ: each axis of the position is a subscript.
  void note(const Access& a) {
    if (f.arrays[a.array].space != Space::Global) return;
    const auto axes = positions.axes(a);
    if (axes && !shape) shape = axes;
    holds = holds && axes && meets_all(*axes, f.rank, {}) && *shape == *axes;
  }

  bool ordinary(const Atomic& a) const {
    const Elem elem = f.arrays[a.access.array].elem;
    return !a.old && !a.compare && f.arrays[a.access.array].space == Space::Global &&
           (elem == Elem::F32 || elem == Elem::F64) &&
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
  OwnElements own{f, Positions(f), {}, true};
  bool updates = false;
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

namespace {

// Arrays all of whose updates have the same subscripts, and these all axes that a block does not have whole. An
// exchange may be a lock.
std::set<ArrayId> arrays_by_block(const Function& f, const std::vector<bool>& whole) {
  const Positions positions(f);
  std::map<ArrayId, std::optional<std::vector<int>>> shapes;
  for_each_stmt(f.body, [&](const Stmt& s) {
    auto* a = std::get_if<Atomic>(&s.node);
    if (!a || f.arrays[a->access.array].space != Space::Global) return;
    const bool update = a->op != AtomicOp::Exch && a->op != AtomicOp::Cas;
    const auto axes = update ? positions.axes(a->access) : std::nullopt;
    const auto [known, fresh] = shapes.emplace(a->access.array, axes);
    if (!fresh && known->second != axes) known->second.reset();
  });
  std::set<ArrayId> out;
  for (const auto& [array, axes] : shapes)
    if (axes && meets_all(*axes, f.rank, whole)) out.insert(array);
  return out;
}

}  // namespace

bool has_block_elements(const Function& f, const std::vector<bool>& whole) {
  return !arrays_by_block(f, whole).empty();
}

Function with_block_elements(Function f, const std::vector<bool>& whole) {
  const std::set<ArrayId> arrays = arrays_by_block(f, whole);
  if (arrays.empty()) return f;
  f.body = rewrite_stmts(f.body, [&](Stmt s, const Stmt&, Block& out) {
    if (auto* a = std::get_if<Atomic>(&s.node); a && arrays.count(a->access.array)) a->in_block = true;
    out.push_back(std::move(s));
  });
  return f;
}

}  // namespace qc
