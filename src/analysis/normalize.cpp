#include "analysis/normalize.h"

#include <iterator>

#include "analysis/accumulators.h"
#include "analysis/nest_model.h"
#include "ir/build.h"

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
    if (std::holds_alternative<Continue>(s.node)) { changed = true; return out; }
    auto* i = std::get_if<If>(&s.node);
    if (!i || (!continues(i->then) && !continues(i->otherwise))) { out.push_back(s); continue; }
    const Block rest(b.begin() + std::ptrdiff_t(k) + 1, b.end());
    auto ends = [](const Block& x) { return !x.empty() && std::holds_alternative<Continue>(x.back().node); };
    if (!ends(i->then) && !ends(i->otherwise) && count_statements(rest) > kMaxCopied) { out.push_back(s); continue; }
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

Stmt make_if(ExprP c, Block then, Block otherwise, Span span) { return {If{std::move(c), std::move(then), std::move(otherwise)}, span}; }

bool is_comparison(const Expr& e) {
  auto* b = std::get_if<Binary>(&e.node);
  return b && b->op >= BinaryOp::Lt && b->op <= BinaryOp::Ge;
}

class Normalizer {
 public:
  explicit Normalizer(const Function& f) : f_(f) {}
  bool changed = false;

  Block block(const Block& b) {
    Block out;
    for (const Stmt& s : b) out.push_back(statement(s));
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

  // v = c ? f(v) : v, where c does not read v
  Stmt conditional_value(const Stmt& s, const ExprP& value, const Place& place) {
    auto* n = std::get_if<Select>(&value->node);
    if (!n || mentions(*n->condition, place)) return s;
    const bool yes = is_place(*n->yes, place), no = is_place(*n->no, place);
    if (yes == no || !mentions(yes ? *n->no : *n->yes, place)) return s;
    Stmt update = s;
    const ExprP kept = yes ? n->no : n->yes, condition = n->condition;
    if (auto* a = std::get_if<Assign>(&update.node)) a->value = kept;
    else std::get<Store>(update.node).value = kept;
    changed = true;
    Stmt inner = statement(update);
    return yes ? make_if(condition, {}, {std::move(inner)}, s.span) : make_if(condition, {std::move(inner)}, {}, s.span);
  }

  // if a && b, where b compares a variable that the branch sets
  void split_guard(Stmt& s) {
    If& i = std::get<If>(s.node);
    auto* c = std::get_if<Binary>(&i.condition->node);
    if (!c || c->op != BinaryOp::And || !i.otherwise.empty() || !is_comparison(*c->b)) return;
    const ExprP guard = c->a, comparison = c->b;
    for (const Stmt& t : i.then) {
      auto* a = std::get_if<Assign>(&t.node);
      if (!a || !mentions(*comparison, Place::variable(f_, a->var)) || mentions(*guard, Place::variable(f_, a->var))) continue;
      Stmt inner = make_if(comparison, i.then, {}, s.span);
      i.condition = guard;
      i.then = {std::move(inner)};
      changed = true;
      return;
    }
  }

  const Function& f_;
};

// A Bool that is only ever set to one constant, and read nowhere, says whether that ever happened.
bool flags_to_updates(Function& f) {
  bool changed = false;
  for (VarId v : assigned_variables(f.body)) {
    if (f.vars[v].type != Elem::Bool) continue;
    std::optional<std::int64_t> constant;
    bool fits = true;
    for_each_stmt(f.body, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      if (!a || a->var != v) return;
      auto c = as_int(*a->value);
      fits &= c && (!constant || *constant == *c);
      constant = c;
    });
    for_each_expr(f.body, [&](const Expr& e) { auto* r = std::get_if<VarRef>(&e.node); fits &= !(r && r->var == v); });
    if (!fits || !constant) continue;
    const auto op = *constant ? BinaryOp::Or : BinaryOp::And;
    const ExprP value = std::make_shared<const Expr>(Expr{Binary{op, var(f, v), bool_const(*constant != 0)}, Elem::Bool, {}});
    struct Replace {
      VarId v;
      const ExprP& value;
      void block(Block& b) const {
        for (Stmt& s : b) {
          if (auto* a = std::get_if<Assign>(&s.node); a && a->var == v) a->value = value;
          if (auto* i = std::get_if<If>(&s.node)) { block(i->then); block(i->otherwise); }
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

bool normalize(Function& nest) {
  Normalizer n(nest);
  Block body = n.block(nest.body);
  if (n.changed) nest.body = std::move(body);
  const bool flags = flags_to_updates(nest);
  const bool coupled = unfold_coupled_counters(nest);
  const bool counters = replace_counters(nest);
  const bool last = mark_last_matches(nest);
  return n.changed || flags || coupled || counters || last;
}

}  // namespace qc
