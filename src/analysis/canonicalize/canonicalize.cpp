#include "analysis/canonicalize/canonicalize.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "analysis/loops/nest_model.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

bool continues(const Block& b) {  // of this loop, not of loops inside
  for (const Stmt& s : b) {
    if (std::holds_alternative<Continue>(s.node)) return true;
    if (auto* i = std::get_if<If>(&s.node); i && (continues(i->then) || continues(i->otherwise))) return true;
  }
  return false;
}

std::size_t count_statements(const Block& b) {
  std::size_t n = 0;
  for_each_stmt(b, [&](const Stmt&) { ++n; });
  return n;
}

void append(Block& to, const Block& from) { to.insert(to.end(), from.begin(), from.end()); }

// The statements after a branch that may `continue` move into its paths that do not. What follows is copied once a
// path; beyond a small size the `continue` stays and the loop is refused.
Block without_continue(const Block& b, bool& changed) {
  constexpr std::size_t kMaxCopied = 24;
  Block out;
  for (std::size_t k = 0; k < b.size(); ++k) {
    const Stmt& s = b[k];
    if (std::holds_alternative<Continue>(s.node)) {
      changed = true;
      return out;
    }
    auto* i = std::get_if<If>(&s.node);
    if (!i || (!continues(i->then) && !continues(i->otherwise))) {
      out.push_back(s);
      continue;
    }
    const Block rest(b.begin() + std::ptrdiff_t(k) + 1, b.end());
    auto ends = [](const Block& x) { return !x.empty() && std::holds_alternative<Continue>(x.back().node); };
    if (!ends(i->then) && !ends(i->otherwise) && count_statements(rest) > kMaxCopied) {
      out.push_back(s);
      continue;
    }
    Stmt branch = s;
    If& n = std::get<If>(branch.node);
    append(n.then, rest);
    append(n.otherwise, rest);
    n.then = without_continue(n.then, changed);
    n.otherwise = without_continue(n.otherwise, changed);
    out.push_back(std::move(branch));
    return out;
  }
  return out;
}

Stmt make_if(ExprP c, Block then, Block otherwise, Span span) {
  return {If{std::move(c), std::move(then), std::move(otherwise)}, span};
}

bool is_ordering(const Expr& e) {
  auto* b = std::get_if<Binary>(&e.node);
  return b && b->op >= BinaryOp::Lt && b->op <= BinaryOp::Ge;
}

class Canonicalizer {
 public:
  explicit Canonicalizer(const Function& f) : f_(f) {}
  bool changed = false, speculates = false;

  Block block(const Block& b) {
    Block out;
    for (const Stmt& s : b) {
      auto* a = std::get_if<Assign>(&s.node);
      if (a && is_place(*a->value, Place::variable(f_, a->var)))
        changed = true;  // v = v
      else
        out.push_back(statement(s));
      join_with_comparison(out);
    }
    return out;
  }

 private:
  Stmt statement(const Stmt& s) {
    Stmt out = s;
    if (auto* a = std::get_if<Assign>(&out.node)) return conditional_value(s, a->value, Place::variable(f_, a->var));
    if (auto* w = std::get_if<Store>(&out.node)) return conditional_value(s, w->value, Place::of(f_, w->access));
    if (auto* l = std::get_if<For>(&out.node)) l->body = block(without_continue(l->body, changed));
    if (auto* w = std::get_if<While>(&out.node)) w->body = block(w->body);
    if (auto* i = std::get_if<If>(&out.node)) {
      i->then = block(i->then);
      i->otherwise = block(i->otherwise);
      split_guard(out);
    }
    return out;
  }

  // `if e < m then k = i end; m = e < m ? e : m` is one comparison; so is m = min(m, e) of whole numbers.
  void join_with_comparison(Block& b) {
    if (b.size() < 2) return;
    auto* i = std::get_if<If>(&b[b.size() - 2].node);
    auto* a = std::get_if<Assign>(&b.back().node);
    if (!i || !a || !i->otherwise.empty() || !is_ordering(*i->condition)) return;
    const Place place = Place::variable(f_, a->var);
    const auto& c = std::get<Binary>(i->condition->node);
    const ExprP value = is_place(*c.a, place) ? c.b : is_place(*c.b, place) ? c.a : nullptr;
    if (!value || mentions(*value, place)) return;
    for (const Stmt& s : i->then) {
      auto* t = std::get_if<Assign>(&s.node);
      if (!t || t->var == a->var || mentions(*t->value, place) || mentions(*value, Place::variable(f_, t->var))) return;
    }
    auto* n = std::get_if<Select>(&a->value->node);
    const bool selected = n && equal(n->condition, i->condition) && equal(n->yes, value) && is_place(*n->no, place);
    auto* extreme = std::get_if<Binary>(&a->value->node);
    const bool less = (c.op == BinaryOp::Lt || c.op == BinaryOp::Le) == is_place(*c.b, place);
    const bool whole = !is_float(place.elem) && extreme && extreme->op == (less ? BinaryOp::Min : BinaryOp::Max) &&
                       ((is_place(*extreme->a, place) && equal(extreme->b, value)) ||
                        (is_place(*extreme->b, place) && equal(extreme->a, value)));
    if (!selected && !whole) return;
    i->then.push_back({Assign{a->var, value}, b.back().span});
    b.pop_back();
    changed = true;
  }

  // v = c ? f(v) : v, where c does not read v
  Stmt conditional_value(const Stmt& s, const ExprP& value, const Place& place) {
    auto* n = std::get_if<Select>(&value->node);
    if (!n || mentions(*n->condition, place)) return s;
    if (place.element && (!mentions(*n->yes, place) || !mentions(*n->no, place))) return s;
    if (!mentions(*n->yes, place) && !mentions(*n->no, place)) return s;
    if (place.element && is_place(*n->yes, place) == is_place(*n->no, place))
      return s;  // a map's elements are stored at once
    const ExprP condition = n->condition;
    auto arm = [&](const ExprP& value) -> Block {
      if (is_place(*value, place)) return {};
      Stmt update = s;
      if (auto* a = std::get_if<Assign>(&update.node))
        a->value = value;
      else
        std::get<Store>(update.node).value = value;
      return {statement(update)};
    };
    changed = true;
    return make_if(condition, arm(n->yes), arm(n->no), s.span);
  }

  // if a && b, where one of them compares a variable that the branch sets
  void split_guard(Stmt& s) {
    If& i = std::get<If>(s.node);
    if (i.then.empty() && !i.otherwise.empty()) {
      ExprP flipped = negated(i.condition);
      if (!flipped && std::holds_alternative<Break>(i.otherwise.back().node)) flipped = opposite(i.condition);
      if (flipped) {
        i.condition = flipped;
        std::swap(i.then, i.otherwise);
        changed = true;
      }
    } else if (auto* n = std::get_if<Unary>(&i.condition->node); n && n->op == UnaryOp::Not) {
      if (const ExprP flipped = negated(n->a)) {
        i.condition = flipped;
        changed = true;
      }
    }
    auto* c = std::get_if<Binary>(&i.condition->node);
    if (!c || c->op != BinaryOp::And || !i.otherwise.empty()) return;
    const ExprP a = c->a, b = c->b;
    if (split(i, a, b, s.span)) return;
    if (!cannot_fail(*b)) return;  // `&&` evaluates it under the comparison only
    if (split(i, b, a, s.span)) speculates |= has_loads(*b);
  }

  bool split(If& i, const ExprP& guard, const ExprP& comparison, Span span) {
    if (!is_ordering(*comparison) && !is_test(*comparison)) return false;
    for (const Stmt& t : i.then) {
      std::optional<Place> place;
      if (auto* a = std::get_if<Assign>(&t.node)) place = Place::variable(f_, a->var);
      if (auto* w = std::get_if<Store>(&t.node)) place = Place::of(f_, w->access);
      if (!place || !mentions(*comparison, *place) || mentions(*guard, *place)) continue;
      Stmt inner = make_if(comparison, i.then, {}, span);
      i.condition = guard;
      i.then = {std::move(inner)};
      changed = true;
      return true;
    }
    return false;
  }

  // Of a whole number against a constant, or of a truth value.
  static bool is_test(const Expr& e) {
    if (auto* u = std::get_if<Unary>(&e.node); u && u->op == UnaryOp::Not)
      return std::holds_alternative<VarRef>(u->a->node);
    auto* b = std::get_if<Binary>(&e.node);
    return b && b->op == BinaryOp::Eq && std::holds_alternative<VarRef>(b->a->node) && as_int(*b->b);
  }

  static ExprP opposite(const ExprP& c) {
    auto* n = std::get_if<Unary>(&c->node);
    return n && n->op == UnaryOp::Not ? n->a : unary(UnaryOp::Not, c);
  }

  // !c of comparisons of whole numbers; with NaN the other comparison would say something else.
  static ExprP negated(const ExprP& c) {
    auto* n = std::get_if<Binary>(&c->node);
    if (!n || !is_ordering(*c) || is_float(n->a->type)) return nullptr;
    const BinaryOp op = n->op == BinaryOp::Lt   ? BinaryOp::Ge
                        : n->op == BinaryOp::Le ? BinaryOp::Gt
                        : n->op == BinaryOp::Gt ? BinaryOp::Le
                                                : BinaryOp::Lt;
    return binary(op, n->a, n->b);
  }

  // But for accesses out of range, which are known before the loop runs.
  static bool cannot_fail(const Expr& e) { return !may_divide_by_zero(e); }
  static bool has_loads(const Expr& e) {
    bool found = false;
    for_each_expr(e, [&](const Expr& x) { found |= std::holds_alternative<Load>(x.node); });
    return found;
  }

  const Function& f_;
};

// A Bool that is only ever set to one constant, and read after the nest only, says whether that ever happened.
bool flags_to_updates(Function& f) {
  bool changed = false;
  for (VarId v : assigned_variables(f.body)) {
    if (f.vars[v].type != Elem::Bool || std::count(f.outputs.begin(), f.outputs.end(), v) == 0) continue;
    std::optional<std::int64_t> constant;
    bool fits = true;
    for_each_stmt(f.body, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      if (!a || a->var != v) return;
      auto c = as_int(*a->value);
      fits &= c && (!constant || *constant == *c);
      constant = c;
    });
    for_each_expr(f.body, [&](const Expr& e) {
      auto* r = std::get_if<VarRef>(&e.node);
      fits &= !(r && r->var == v);
    });
    if (!fits || !constant) continue;
    const auto op = *constant ? BinaryOp::Or : BinaryOp::And;
    const ExprP value =
        std::make_shared<const Expr>(Expr{Binary{op, var(f, v), bool_const(*constant != 0)}, Elem::Bool, {}});
    struct Replace {
      VarId v;
      const ExprP& value;
      void block(Block& b) const {
        for (Stmt& s : b) {
          if (auto* a = std::get_if<Assign>(&s.node); a && a->var == v) a->value = value;
          if (auto* i = std::get_if<If>(&s.node)) {
            block(i->then);
            block(i->otherwise);
          }
          if (auto* l = std::get_if<For>(&s.node)) block(l->body);
          if (auto* w = std::get_if<While>(&s.node)) block(w->body);
        }
      }
    };
    Replace{v, value}.block(f.body);
    changed = true;
  }
  return changed;
}

}  // namespace

Canonicalized canonicalize(Function& nest) {
  Canonicalized out;
  const bool nested = nest_short_circuits(nest);
  const bool shared = share_equal_values(nest);
  const bool failing = hoist_failures(nest);
  const bool elements = scalarize_complex_elements(nest, out.kept_values);
  const bool products = group_complex_products(nest);
  const Speculation truths = run_guarded_truths(nest);
  const bool straight = forward_substitute(nest);
  Canonicalizer n(nest);
  Block body = n.block(nest.body);
  if (n.changed) nest.body = std::move(body);
  const bool flags = flags_to_updates(nest);
  const bool coupled = unfold_coupled_counters(nest);
  const bool counters = put_counters_in_closed_form(nest);
  const bool wraps = replace_wraparound_variables(nest);
  const bool best = keep_argmin_values(nest, out.kept_values);
  const bool totals = scalarize_accumulators(nest, out.kept_values);
  const bool first = mark_first_matches(nest, out.kept_values);
  const bool last = mark_last_matches(nest);
  out.changed = nested || shared || failing || elements || products || truths.changed || straight || n.changed ||
                flags || coupled || counters || wraps || best || totals || first || last;
  // The element is read where the inner loop is empty, too.
  out.speculates = n.speculates || elements || truths.reads || truths.may_fail || truths.may_not_end;
  out.may_fail = truths.may_fail;
  out.may_not_end = truths.may_not_end;
  return out;
}

}  // namespace qc
