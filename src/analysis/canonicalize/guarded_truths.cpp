// Truth values that are only computed while they decide something:
//
//   condition = c                                becomes  t = abs(x[i])
//   if !condition then                                    while t > 1: t = t/2 end
//     t = abs(x[i])                                       c = c || t > 0.7
//     while t > 1: t = t/2 end
//     condition = t > 0.7
//   end
//   c = condition
//
// which is how `c = c || f(x[i])` is lowered; `if !c then .. c = b end` becomes the same, and with && and `if c`. The
// statements are then run in iterations in which the loop in order would not run them: they give values to variables
// that are used nowhere else, each before it reads it. What may fail or not end in them is told.
#include <algorithm>
#include <map>
#include <set>

#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/own_statements.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

// `if !v then before; v = value end`
struct Guarded {
  BinaryOp op;
  Block before;
  ExprP value;
  Span span;
};

class GuardedTruths {
 public:
  explicit GuardedTruths(Function& f) : f_(f), all_(occurrences(f.body)), changing_(assigned_variables(f.body)) {}
  Speculation run() {
    for (;;) {
      found_ = {};
      updated_.clear();
      Block body = block(f_.body);
      const auto other =
          std::find_if(updated_.begin(), updated_.end(), [&](VarId v) { return !only_updated(body, v); });
      if (other == updated_.end()) {
        if (found_.changed) f_.body = std::move(body);
        return found_;
      }
      left_alone_.insert(*other);
    }
  }

 private:
  // How often each variable occurs, in statements of any kind.
  using Occurrences = std::map<VarId, int>;
  static Occurrences occurrences(const Block& b) {
    Occurrences out;
    for_each_expr(b, [&](const Expr& e) {
      if (auto* r = std::get_if<VarRef>(&e.node)) ++out[r->var];
    });
    for_each_stmt(b, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) ++out[a->var];
      if (auto* l = std::get_if<For>(&s.node)) ++out[l->var];
    });
    return out;
  }
  bool is_output(VarId v) const { return std::find(f_.outputs.begin(), f_.outputs.end(), v) != f_.outputs.end(); }

  // Whether each iteration may update it: a variable, or an element at a place that stays.
  bool may_be_carried(const Place& place) const {
    if (!place.element) return !left_alone_.count(place.var);
    bool stays = true;
    for (const ExprP& i : place.element->index)
      for_each_expr(*i, [&](const Expr& e) {
        auto* r = std::get_if<VarRef>(&e.node);
        stays &= !(r && changing_.count(r->var)) && !std::holds_alternative<Load>(e.node);
      });
    return stays;
  }
  // Whether all that gives the variable a value updates it; otherwise it may be private, and is best left alone.
  bool only_updated(const Block& body, VarId v) const {
    bool only = true;
    const Place place = Place::variable(f_, v);
    for_each_stmt(body, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      auto* update = a && a->var == v ? std::get_if<Binary>(&a->value->node) : nullptr;
      if (a && a->var == v) only &= update && is_place(*update->a, place) && !mentions(*update->b, place);
    });
    return only;
  }

  // The place that a statement gives a value to, a truth value that iterations may update.
  std::optional<Place> target(const Stmt& s) const {
    std::optional<Place> place;
    if (auto* a = std::get_if<Assign>(&s.node)) place = Place::variable(f_, a->var);
    if (auto* w = std::get_if<Store>(&s.node)) place = Place::of(f_, w->access);
    return place && place->elem == Elem::Bool && may_be_carried(*place) ? place : std::nullopt;
  }
  static const ExprP& value_of(const Stmt& s) {
    auto* a = std::get_if<Assign>(&s.node);
    return a ? a->value : std::get<Store>(s.node).value;
  }
  static bool is_same(const Place& a, const Place& b) {
    return a.element ? b.element && same_access(*a.element, *b.element) : !b.element && a.var == b.var;
  }

  // The statement, when it gives `place` a value under the condition that this still decides something.
  std::optional<Guarded> guarded(const Stmt& s, const Place& place) const {
    auto* i = std::get_if<If>(&s.node);
    if (!i || !i->otherwise.empty() || i->then.empty()) return {};
    auto* negation = std::get_if<Unary>(&i->condition->node);  // of a truth value there is no other operation
    const bool is_or = negation != nullptr;
    const auto set = target(i->then.back());
    if (!is_place(is_or ? *negation->a : *i->condition, place) || !set || !is_same(*set, place)) return {};
    return Guarded{is_or ? BinaryOp::Or : BinaryOp::And, Block(i->then.begin(), i->then.end() - 1),
                   value_of(i->then.back()), i->then.back().span};
  }

  // Whether nothing but its value is seen of what stands before it, and none of it is `place`.
  bool is_own(const Guarded& g, const Place& place) const {
    bool own = !mentions(*g.value, place);
    const auto look = [&](const Expr& e) {
      auto* l = std::get_if<Load>(&e.node);
      const bool promised = l && l->access.boundary == Boundary::Unchecked && !is_of_iteration(l->access);
      own &= !is_place(e, place) && !promised && !(l && place.element && l->access.array == place.element->array);
    };
    for_each_expr(g.before, look);
    for_each_expr(*g.value, look);
    Block all = g.before;
    all.push_back({If{g.value, {}, {}}, g.span});
    return own && are_own(f_, g.before, all);
  }
  bool is_of_iteration(const Access& a) const { return f_.arrays[a.array].space == Space::Local; }

  Block block(const Block& b) {
    Block out;
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (const std::size_t end = copied(b, k, out); end > k) {
        k = end - 1;
        continue;
      }
      if (direct(b[k], out)) continue;
      Stmt s = b[k];
      if (auto* i = std::get_if<If>(&s.node)) {
        i->then = block(i->then);
        i->otherwise = block(i->otherwise);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        l->body = block(l->body);
      } else if (auto* w = std::get_if<While>(&s.node)) {
        w->body = block(w->body);
      }
      out.push_back(std::move(s));
    }
    return out;
  }

  // `t = v; if !t then .. t = a end; u = t; if !u then .. u = b end; v = u` at k, where t and u occur nowhere else.
  // Where it ends; k: there is none.
  std::size_t copied(const Block& b, std::size_t k, Block& out) {
    std::vector<Guarded> guards;
    std::size_t end = k;
    auto* first = std::get_if<Assign>(&b[k].node);
    for (const Assign* copy = first; copy && !is_output(copy->var);) {
      const Place t = Place::variable(f_, copy->var);
      const std::size_t before = guards.size();
      for (++end; end < b.size(); ++end) {
        auto g = guarded(b[end], t);
        if (!g) break;
        guards.push_back(std::move(*g));
      }
      if (end == b.size() || all_.at(copy->var) != 2 * int(guards.size() - before) + 2) return k;
      copy = std::get_if<Assign>(&b[end].node);
      const auto place = target(b[end]);
      if (!place || !is_place(*value_of(b[end]), t)) return k;
      if (!is_place(*first->value, *place)) continue;
      for (const Guarded& g : guards)
        if (g.op != guards[0].op || !is_own(g, *place)) return k;
      for (const Guarded& g : guards) put(g, b[end], out);
      return end + 1;
    }
    return k;
  }

  // `if !v then .. v = b end`
  bool direct(const Stmt& s, Block& out) {
    auto* i = std::get_if<If>(&s.node);
    const auto place = i && !i->then.empty() ? target(i->then.back()) : std::nullopt;
    const auto g = place ? guarded(s, *place) : std::nullopt;
    if (!g || !is_own(*g, *place)) return false;
    put(*g, i->then.back(), out);
    return true;
  }

  // sets: the statement that gives the place its value.
  void put(const Guarded& g, const Stmt& sets, Block& out) {
    const Place place = *target(sets);
    const ExprP old = place.element ? load(f_, *place.element) : var(f_, place.var);
    Stmt update = sets;
    const ExprP value = binary(g.op, old, g.value);
    if (auto* a = std::get_if<Assign>(&update.node))
      a->value = value;
    else
      std::get<Store>(update.node).value = value;
    out.insert(out.end(), g.before.begin(), g.before.end());
    out.push_back(std::move(update));
    found_.changed = true;
    if (!place.element) updated_.insert(place.var);
    for_each_expr(g.before, [&](const Expr& e) { found_.reads |= std::holds_alternative<Load>(e.node); });
    found_.may_fail |= ir::may_fail(g.before);
    for_each_stmt(g.before, [&](const Stmt& s) { found_.may_not_end |= std::holds_alternative<While>(s.node); });
  }

  Function& f_;
  const Occurrences all_;
  const std::set<VarId> changing_;
  std::set<VarId> updated_, left_alone_;
  Speculation found_;
};

}  // namespace

Speculation run_guarded_truths(Function& nest) { return GuardedTruths(nest).run(); }

}  // namespace qc
