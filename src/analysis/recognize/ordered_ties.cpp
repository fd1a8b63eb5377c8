#include "analysis/recognize/ordered_ties.h"

#include <algorithm>
#include <optional>
#include <set>

#include "analysis/loops/nest_model.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

// less < more, or less <= more.
struct TieOrder {
  ExprP less, more;
  bool strict;
};

std::optional<TieOrder> order_of(const Expr& e) {
  auto* n = std::get_if<Binary>(&e.node);
  if (!n) return {};
  switch (n->op) {
    case BinaryOp::Lt:
      return TieOrder{n->a, n->b, true};
    case BinaryOp::Le:
      return TieOrder{n->a, n->b, false};
    case BinaryOp::Gt:
      return TieOrder{n->b, n->a, true};
    case BinaryOp::Ge:
      return TieOrder{n->b, n->a, false};
    default:
      return {};
  }
}

bool same_pair(const ExprP& a, const ExprP& b, const ExprP& x, const ExprP& y) {
  return (equal(a, x) && equal(b, y)) || (equal(a, y) && equal(b, x));
}

// What is compared first, and the comparison that decides where that is equal.
struct Lexicographic {
  TieOrder value, tie;
};

// `a < b || (a == b && tie)` and `a <= b && (a < b || tie)`.
std::optional<Lexicographic> lexicographic(const Expr& condition) {
  auto* outer = std::get_if<Binary>(&condition.node);
  if (!outer || (outer->op != BinaryOp::Or && outer->op != BinaryOp::And)) return {};
  const bool either = outer->op == BinaryOp::Or;
  for (const bool swapped : {false, true}) {
    const auto value = order_of(swapped ? *outer->b : *outer->a);
    auto* rest = std::get_if<Binary>(&(swapped ? outer->a : outer->b)->node);
    if (!value || value->strict != either || !rest || rest->op != (either ? BinaryOp::And : BinaryOp::Or)) continue;
    for (const bool other : {false, true}) {
      const ExprP &repeated = other ? rest->b : rest->a, &decides = other ? rest->a : rest->b;
      const auto tie = order_of(*decides), again = order_of(*repeated);
      auto* same = std::get_if<Binary>(&repeated->node);
      const bool fits =
          either ? same && same->op == BinaryOp::Eq && same_pair(same->a, same->b, value->less, value->more)
                 : again && again->strict && equal(again->less, value->less) && equal(again->more, value->more);
      if (tie && fits) return Lexicographic{*value, *tie};
    }
  }
  return {};
}

// A loop, and where it stands in the block around it; no block: the outermost one.
struct LoopPlace {
  const For* loop;
  const Block* around;
  std::size_t at;
};

class Ties {
 public:
  Ties(Function& f, std::vector<ExprP>& conditions)
      : f_(f), conditions_(conditions), assigned_(assigned_variables(f.body)) {}
  bool changed = false;

  void block(Block& b, const LoopPlace* inside) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (auto* l = std::get_if<For>(&b[k].node)) {
        const LoopPlace here{l, inside ? &b : nullptr, k};
        block(l->body, &here);
      } else if (auto* i = std::get_if<If>(&b[k].node)) {
        if (rewrite(*i, *inside)) continue;
        block(i->then, inside);
        block(i->otherwise, inside);
      }
    }
  }

 private:
  int assignments(VarId v) const {
    int n = 0;
    for_each_stmt(f_.body, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      auto* l = std::get_if<For>(&s.node);
      n += (a && a->var == v) || (l && l->var == v);
    });
    return n;
  }

  // By how much e grows with the variable; nothing: not linear in it. A conversion is none of the operations: all
  // of them are of ints.
  std::optional<std::int64_t> slope(const Expr& e, VarId v) const {
    if (auto* r = std::get_if<VarRef>(&e.node); r && r->var == v) return 1;
    if (is_invariant_scalar(e, assigned_)) return 0;
    auto* n = std::get_if<Binary>(&e.node);
    if (!n) return {};
    if (n->op == BinaryOp::Mul) return slope_of_product(*n->a, *n->b, v);
    const auto a = slope(*n->a, v), b = slope(*n->b, v);
    if (!a || !b || (n->op != BinaryOp::Add && n->op != BinaryOp::Sub)) return {};
    return n->op == BinaryOp::Add ? *a + *b : *a - *b;
  }
  std::optional<std::int64_t> slope_of_product(const Expr& a, const Expr& b, VarId v) const {
    const auto left = as_int(a), right = as_int(b);
    const auto grows = slope(left ? b : a, v);
    const auto factor = left ? left : right;
    return grows && factor && std::abs(*factor) < 1024 ? std::optional(*grows * *factor) : std::nullopt;
  }

  // What a variable holds where the loop begins: it is set in the statement's branch and nowhere else in the loop.
  std::optional<ExprP> start(VarId v, const LoopPlace& loop) const {
    if (!loop.around) return assignments(v) == 1 ? std::optional(var(f_, v)) : std::nullopt;
    if (assignments(v) != 2) return {};
    for (std::size_t k = loop.at; k-- > 0;)
      if (auto* a = std::get_if<Assign>(&(*loop.around)[k].node); a && a->var == v) return a->value;
    return {};
  }

  // Of values before the nest: decided, or a condition.
  bool require(const ExprP& condition) {
    if (const auto known = as_int(*condition)) return *known != 0;
    conditions_.push_back(condition);
    return true;
  }

  bool rewrite(If& i, const LoopPlace& place) {
    const auto order = i.otherwise.empty() ? lexicographic(*i.condition) : std::nullopt;
    const auto step = as_int(*place.loop->step);
    if (!order || !step) return false;
    // The branch keeps the two values that are compared.
    std::optional<VarId> best, at;
    for (const Stmt& s : i.then) {
      auto* a = std::get_if<Assign>(&s.node);
      if (!a) return false;
      const auto compares = [&](const TieOrder& o) {
        const Place p = Place::variable(f_, a->var);
        return (is_place(*o.less, p) && equal(o.more, a->value)) || (is_place(*o.more, p) && equal(o.less, a->value));
      };
      if (compares(order->value))
        best = a->var;
      else if (compares(order->tie))
        at = a->var;
    }
    if (!best || !at) return false;
    const Place kept = Place::variable(f_, *at);
    const bool lower = is_place(*order->tie.more, kept);  // the lower place wins
    const ExprP& here = lower ? order->tie.less : order->tie.more;
    const auto grows = slope(*here, place.loop->var);
    if (!grows || *grows == 0) return false;
    const auto from = start(*at, place), value = start(*best, place);
    if (!from || !value || !is_invariant_scalar(*place.loop->lo, assigned_)) return false;
    if (place.around && !is_invariant_scalar(**from, assigned_)) return false;

    // Places that were kept before are on one side of those to come. So is the first one, or it is where the loop
    // begins.
    const bool rises = (*grows > 0) == (*step > 0);
    const ExprP first = rewrite_expr(here, [&](ExprP e) {
      auto* r = std::get_if<VarRef>(&e->node);
      return r && r->var == place.loop->var ? place.loop->lo : e;
    });
    const ExprP &low = rises ? *from : first, &high = rises ? first : *from;
    const bool wins = lower != rises;  // the later of equals
    // At the first place itself a tie leaves the same, but for the sign of a zero.
    const bool same = wins != order->tie.strict;
    const Elem type = f_.vars[*best].type;
    auto* known = std::get_if<ConstFloat>(&(*value)->node);
    ExprP needed = le(low, high);
    if (!same && is_float(type) && !(known && known->value != 0)) {
      needed = lt(low, high);
      const ExprP not_zero = binary(BinaryOp::Ne, *value, float_const(0, type));
      if (!place.around) needed = binary(BinaryOp::Or, needed, logical_and(binary(BinaryOp::Eq, low, high), not_zero));
    }
    if (!require(needed)) return false;
    const TieOrder& v = order->value;
    i.condition = binary(wins ? BinaryOp::Le : BinaryOp::Lt, v.less, v.more);
    changed = true;
    return true;
  }

  Function& f_;
  std::vector<ExprP>& conditions_;
  const std::set<VarId> assigned_;
};

}  // namespace

bool order_ties(Function& nest, std::vector<ExprP>& conditions) {
  Ties t(nest, conditions);
  t.block(nest.body, nullptr);
  return t.changed;
}

}  // namespace qc
