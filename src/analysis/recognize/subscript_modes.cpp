#include "analysis/recognize/subscript_modes.h"

#include <algorithm>

#include "analysis/loops/nest_model.h"
#include "analysis/recognize/loop_interchange.h"
#include "ir/build.h"
#include "ir/moved_index.h"

namespace qc {

using namespace ir;

namespace {

// A sum without one n in it, which its remainder by n does not need: i+n-1 as i-1. Itself where there is none.
ExprP without_turn(const ExprP& e, const ExprP& n) {
  auto* b = std::get_if<Binary>(&e->node);
  if (!b || (b->op != BinaryOp::Add && b->op != BinaryOp::Sub)) return e;
  if (equal(b->b, n)) return b->a;
  if (b->op == BinaryOp::Add && equal(b->a, n)) return b->b;
  if (const ExprP a = without_turn(b->a, n); a != b->a) return binary(b->op, a, b->b);
  const ExprP c = without_turn(b->b, n);
  return c != b->b ? binary(b->op, b->a, c) : e;
}

// What the text moves, and the mode that moves it alike where `ends` hold.
struct Moved {
  ExprP from;
  std::optional<Boundary> mode;  // none: it is not moved
  std::vector<ExprP> ends;
};

class Modes {
 public:
  explicit Modes(const Function& nest) : nest_(nest), assigned_(nest.vars.size()), counter_(nest.vars.size()) {
    for_each_stmt(nest.body, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) assigned_[a->var] = true;
      if (auto* l = std::get_if<For>(&s.node)) assigned_[l->var] = counter_[l->var] = true;
    });
  }

  Access with_mode(const Access& a) {
    const bool is_plain = a.boundary == Boundary::Checked && !a.linear && nest_.arrays[a.array].space == Space::Global;
    if (!is_plain) return a;
    Access out = a;
    std::vector<ExprP> ends;
    std::vector<NestWithModes::Place> places;
    for (std::size_t d = 0; d < a.index.size(); ++d) {
      Moved m = moved(a.index[d], extent(a.array, int(d)));
      if (!m.mode) continue;
      if (moves(out.boundary) && out.boundary != *m.mode) return a;  // an access has one mode
      out.boundary = *m.mode;
      out.index[d] = m.from;
      places.push_back({m.from, a.array, int(d)});
      ends.insert(ends.end(), m.ends.begin(), m.ends.end());
    }
    if (!moves(out.boundary)) return a;
    places_.insert(places_.end(), places.begin(), places.end());
    for (ExprP& e : ends)
      if (std::none_of(conditions_.begin(), conditions_.end(), [&](const ExprP& c) { return equal(c, e); }))
        conditions_.push_back(std::move(e));
    out.site = kNoSite;
    return out;
  }
  NestWithModes with(LoopNest nest) && { return {std::move(nest), std::move(conditions_), std::move(places_)}; }

 private:
  // Sums and products of counters and of what the nest does not change.
  bool is_place(const Expr& e, bool moving) const {
    bool simple = true, moved = false;
    for_each_expr(e, [&](const Expr& x) {
      auto* v = std::get_if<VarRef>(&x.node);
      auto* n = std::get_if<Binary>(&x.node);
      auto* u = std::get_if<Unary>(&x.node);
      const bool is_sum = n && (n->op == BinaryOp::Add || n->op == BinaryOp::Sub || n->op == BinaryOp::Mul);
      const bool is_known = std::holds_alternative<ConstInt>(x.node) || std::holds_alternative<Extent>(x.node) ||
                            (v && (!assigned_[v->var] || counter_[v->var]));
      simple = simple && x.type == Elem::I64 && (is_sum || is_known || (u && u->op == UnaryOp::Neg));
      moved = moved || (v && counter_[v->var]);
    });
    return simple && moved == moving;
  }

  // e behind its ends: min(max(from, 0), n-1), either of them, in any order; mod(from, n).
  Moved moved(const ExprP& e, const ExprP& n) const {
    Moved m{e, {}, {}};
    bool low = false, high = false;
    while (auto* b = std::get_if<Binary>(&m.from->node)) {
      const bool is_remainder = b->op == BinaryOp::Mod || b->op == BinaryOp::Periodize;
      if (is_remainder && !m.mode && is_place(*b->a, true) && is_place(*b->b, false))
        return {without_turn(b->a, b->b), Boundary::Circular, {binary(BinaryOp::Eq, b->b, n)}};
      bool& side = b->op == BinaryOp::Max ? low : high;
      if ((b->op != BinaryOp::Max && b->op != BinaryOp::Min) || side) break;
      const bool is_first = is_place(*b->a, false);
      const ExprP &end = is_first ? b->a : b->b, from = is_first ? b->b : b->a;
      if (!is_place(*end, false)) break;
      if (b->op == BinaryOp::Min)
        m.ends.push_back(binary(BinaryOp::Eq, end, sub(n, int_const(1))));
      else if (as_int(*end) != 0)
        break;
      side = true;
      m.mode = Boundary::Clamped;
      m.from = from;
    }
    if (!is_place(*m.from, true)) m.mode.reset();
    return m;
  }

  const Function& nest_;
  std::vector<bool> assigned_, counter_;  // by variable: set by the nest, as a loop's counter
  std::vector<ExprP> conditions_;
  std::vector<NestWithModes::Place> places_;
};

}  // namespace

std::optional<NestWithModes> with_boundary_modes(const LoopNest& nest, const PlanResult& planned) {
  if (!is_plain_plan(nest, planned)) return {};
  Modes modes(nest.function);
  LoopNest moded = nest;
  moded.function.body = rewrite_exprs(nest.function.body, [&](const ExprP& e) {
    auto* l = std::get_if<Load>(&e->node);
    if (!l) return e;
    return std::make_shared<const Expr>(Expr{Load{modes.with_mode(l->access)}, e->type, e->span});
  });
  NestWithModes out = std::move(modes).with(std::move(moded));
  return out.places.empty() ? std::nullopt : std::optional(std::move(out));
}

}  // namespace qc
