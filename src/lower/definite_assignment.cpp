// A forward data-flow analysis over the structured IR: the variables that are set on every path to a place. A loop is
// looked at twice, since its first iteration, in which its counter is where it begins, sets what the later ones read:
// `if i == 0 then t = e end` sets t for all. Where a loop may have no iteration, what it sets is set inside other loops
// over the same range, if that range stays the same in the nest; what a branch sets is set in later branches under the
// same condition.
#include "lower/definite_assignment.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "ir/build.h"
#include "ir/effects.h"
#include "ir/forward_flow.h"
#include "ir/linear_sum.h"
#include "lower/state/value.h"

namespace qc::lowering {

using namespace ir;

namespace {

using Own = std::size_t;  // of OwnVariable
using Set = std::set<Own>;

void keep_common(Set& a, const Set& b) {
  Set both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
  a = std::move(both);
}

// What is set where a condition is what it was.
struct Branch {
  ExprP condition;
  Set then, otherwise;
};

// What is set at a place.
struct State {
  Set surely;
  std::vector<Branch> branches;
  std::map<std::size_t, Set> where_runs;  // if the loops over this range have an iteration
};

// A read of a variable that may not be set.
struct Unset {
  Own own;
  Span span;
  ExprP where;  // the read is evaluated where this is true; null: always
};

class DefiniteAssignment : ForwardFlow<State> {
 public:
  DefiniteAssignment(const Function& f, const std::vector<OwnVariable>& own) : own_(own) {
    for (Own k = 0; k < own.size(); ++k) {
      for (VarId v : own[k].vars) of_var_.emplace(v, k);
      if (own[k].memory) of_array_.emplace(*own[k].memory, k);
      if (own[k].mark != kNoVar) of_mark_.emplace(own[k].mark, k);
    }
    changed_ = assigned_variables(f.body);
    for (const Stmt& s : f.body)
      if (auto* l = std::get_if<For>(&s.node)) outermost_.insert(l);
    Reached at{std::in_place};
    block(f.body, at);
    if (at) set_behind_ = std::move(at->surely);
  }

  // By the statement in which they stand.
  std::map<const Stmt*, std::vector<Unset>> unset;
  Set checked;  // those whose own check, `if mark == 0`, may fail
  bool is_set_behind(VarId v) const {
    const auto own = of_var_.find(v);
    return own == of_var_.end() || set_behind_.count(own->second) > 0;
  }
  std::optional<Own> own_of(VarId v) const { return found(of_var_, v); }
  std::optional<Own> own_of_array(ArrayId a) const { return found(of_array_, a); }
  std::optional<Own> own_of_mark(VarId v) const { return found(of_mark_, v); }
  // The variable whose check the statement is.
  std::optional<Own> check_of(const Stmt& s) const {
    auto* i = std::get_if<If>(&s.node);
    auto* c = i ? std::get_if<Binary>(&i->condition->node) : nullptr;
    auto* v = c && c->op == BinaryOp::Eq ? std::get_if<VarRef>(&c->a->node) : nullptr;
    return v ? own_of_mark(v->var) : std::nullopt;
  }

 private:
  template <class Id>
  static std::optional<Own> found(const std::map<Id, Own>& in, Id id) {
    const auto at = in.find(id);
    return at == in.end() ? std::nullopt : std::optional(at->second);
  }

  // ---- what conditions are in the first iteration of loops ----

  // What compares a counter that is where its loop begins; the builder folds what is known.
  std::optional<bool> compared_at_first(const Binary& b) const {
    bool counts = false;
    const auto value = [&](const ExprP& e) {
      auto* v = std::get_if<VarRef>(&e->node);
      const auto lo = v ? first_.find(v->var) : first_.end();
      counts = counts || lo != first_.end();
      return lo == first_.end() ? e : lo->second;
    };
    ExprP x = value(b.a), y = value(b.b);
    if (!counts) return {};
    if (equal(x, y)) x = y = int_const(0);
    const auto known = as_int(*x) && as_int(*y) ? as_int(*binary(b.op, x, y)) : std::nullopt;
    return known ? std::optional(*known != 0) : std::nullopt;
  }

  std::optional<bool> at_first(const Expr& e) const {
    if (const auto known = as_int(e)) return *known != 0;
    if (auto* u = std::get_if<Unary>(&e.node); u && u->op == UnaryOp::Not) {
      const auto a = at_first(*u->a);
      return a ? std::optional(!*a) : std::nullopt;
    }
    auto* b = std::get_if<Binary>(&e.node);
    if (!b) return {};
    if (b->op == BinaryOp::And || b->op == BinaryOp::Or) {
      const bool decides = b->op == BinaryOp::Or;
      const auto left = at_first(*b->a), right = at_first(*b->b);
      if (left == decides || right == decides) return decides;
      return left && right ? std::optional(!decides) : std::nullopt;
    }
    return is_comparison(b->op) ? compared_at_first(*b) : std::nullopt;
  }

  // ---- reads ----

  // Whether `where`, a condition under others, is only looked at where `condition` is true, or is that.
  static bool follows(const ExprP& where, const ExprP& condition) {
    for (const ExprP* w = &where; *w;) {
      if (equal(*w, condition)) return true;
      auto* both = std::get_if<Binary>(&(*w)->node);
      if (!both || both->op != BinaryOp::And) return false;
      w = &both->a;
    }
    return false;
  }

  void found_unset(Own own, const State& at, const Expr& e, const ExprP& where, const Stmt& s) {
    if (at.surely.count(own) || own_[own].has_value) return;
    auto& all = unset[&s];
    const bool known = std::any_of(
        all.begin(), all.end(), [&](const Unset& u) { return u.own == own && (!u.where || follows(where, u.where)); });
    if (!known) all.push_back({own, e.span.valid() ? e.span : s.span, where});
  }

  void read_under(const ExprP& e, const State& at, const ExprP& where, const ExprP& condition, const Stmt& s) {
    if (at_first(*condition) == false) return;
    read(e, at, where ? logical_and(where, condition) : condition, s);
  }

  // What is evaluated under a condition is read under it.
  void read(const ExprP& e, const State& at, const ExprP& where, const Stmt& s) {
    auto* b = std::get_if<Binary>(&e->node);
    if (b && (b->op == BinaryOp::And || b->op == BinaryOp::Or)) {
      read(b->a, at, where, s);
      return read_under(b->b, at, where, b->op == BinaryOp::And ? b->a : unary(UnaryOp::Not, b->a), s);
    }
    if (auto* c = std::get_if<Select>(&e->node)) {
      read(c->condition, at, where, s);
      read_under(c->yes, at, where, c->condition, s);
      return read_under(c->no, at, where, unary(UnaryOp::Not, c->condition), s);
    }
    if (auto* v = std::get_if<VarRef>(&e->node)) {
      if (const auto own = own_of(v->var)) found_unset(*own, at, *e, where, s);
    } else if (auto* l = std::get_if<Load>(&e->node)) {
      if (const auto own = own_of_array(l->access.array)) found_unset(*own, at, *e, where, s);
    }
    for_each_operand(*e, [&](const ExprP& a) { read(a, at, where, s); });
  }

  void read_all(const Stmt& s, State& at) {
    for_each_root(s, [&](const ExprP& e) { read(e, at, nullptr, s); });
    const auto here = unset.find(&s);
    if (here == unset.end()) return;
    for (const Unset& u : here->second)
      if (!u.where) at.surely.insert(u.own);  // behind the check
  }

  // ---- statements ----

  void join(State& a, const State& b) const override {
    keep_common(a.surely, b.surely);
    std::erase_if(a.branches, [&](Branch& branch) {
      const auto same = std::find_if(b.branches.begin(), b.branches.end(),
                                     [&](const Branch& other) { return equal(branch.condition, other.condition); });
      if (same == b.branches.end()) return true;
      keep_common(branch.then, same->then);
      keep_common(branch.otherwise, same->otherwise);
      return false;
    });
    for (auto& [range, set] : a.where_runs) {
      const auto other = b.where_runs.find(range);
      keep_common(set, other == b.where_runs.end() ? Set() : other->second);
    }
  }

  bool step(const Stmt& s, State& at) override {
    if (const auto own = check_of(s)) {
      if (at.surely.insert(*own).second) checked.insert(*own);
      return false;
    }
    read_all(s, at);
    std::erase_if(at.branches, [&](const Branch& b) { return changes(s, *b.condition); });
    if (auto* a = std::get_if<Assign>(&s.node))
      assigned(a->var, at);
    else if (auto* w = std::get_if<Store>(&s.node))
      if (const auto own = own_of_array(w->access.array)) at.surely.insert(*own);
    return true;
  }

  void branch(const If& i, Reached& at) override {
    const auto known = at_first(*i.condition);
    Reached no = at;
    for (const Branch& b : State(*at).branches) {
      if (!equal(b.condition, i.condition)) continue;
      at->surely.merge(Set(b.then));
      no->surely.merge(Set(b.otherwise));
    }
    if (known != false) block(i.then, at);
    if (known != true) block(i.otherwise, no);
    if (known == false)
      at = std::move(no);
    else if (!known)
      meet_branches(i, at, no);
  }

  // Behind a branch: what its arms set holds for its condition, while what that reads stays as it is.
  void meet_branches(const If& i, Reached& then, const Reached& otherwise) {
    if (!then || !otherwise) return meet(then, otherwise);
    Branch b{i.condition, then->surely, otherwise->surely};
    meet(then, otherwise);
    bool kept = true;
    for (const Block* arm : {&i.then, &i.otherwise})
      for_each_stmt(*arm, [&](const Stmt& s) { kept = kept && !changes(s, *b.condition); });
    std::erase_if(then->branches, [&](const Branch& x) { return equal(x.condition, b.condition); });
    if (kept) then->branches.push_back(std::move(b));
  }

  static bool changes(const Stmt& s, const Expr& e) {
    auto* a = std::get_if<Assign>(&s.node);
    auto* l = std::get_if<For>(&s.node);
    const bool stores = std::holds_alternative<Store>(s.node);
    const VarId v = a ? a->var : l ? l->var : kNoVar;
    bool found = false;
    for_each_expr(e, [&](const Expr& x) {
      auto* r = std::get_if<VarRef>(&x.node);
      found = found || (r && r->var == v) || (stores && std::holds_alternative<Load>(x.node));
    });
    return found;
  }

  void assigned(VarId v, State& at) {
    if (const auto own = own_of(v)) {
      if (v == own_[*own].vars.back()) at.surely.insert(*own);
    } else if (const auto begun = own_of_mark(v)) {
      at.surely.erase(*begun);
      at.branches.clear();
      for (auto& [range, set] : at.where_runs) set.erase(*begun);
    }
  }

  // Which range it is that the loop runs over, if that is the same wherever the nest comes to it.
  std::optional<std::size_t> range_of(const For& l) {
    bool steady = true;
    for (const ExprP* e : {&l.lo, &l.step, &l.hi})
      for_each_expr(**e, [&](const Expr& x) {
        auto* v = std::get_if<VarRef>(&x.node);
        steady = steady && !(v && changed_.count(v->var)) && !std::holds_alternative<Load>(x.node);
      });
    if (!steady) return {};
    for (std::size_t k = 0; k < ranges_.size(); ++k)
      if (equal(ranges_[k]->lo, l.lo) && equal(ranges_[k]->step, l.step) && equal(ranges_[k]->hi, l.hi)) return k;
    ranges_.push_back(&l);
    return ranges_.size() - 1;
  }

  void loop(const While& w, Reached& at) override {
    Reached inside = at;
    inside->branches.clear();
    const Jumps jumps = iteration(w.body, inside);
    at->branches.clear();
    if (as_int(*w.condition) == 1) at = jumps.breaks;
  }

  void loop(const For& l, Reached& at) override {
    const auto range = range_of(l);
    Reached inside = at;
    inside->branches.clear();  // of another iteration
    if (range) inside->surely.merge(Set(inside->where_runs[*range]));
    if (const auto own = own_of(l.var)) inside->surely.insert(*own);
    constexpr std::size_t kMostFirst = 5;  // the work doubles with each loop inside
    const bool apart = loops_around() < kMostFirst;
    if (apart) first_[l.var] = l.lo;
    Jumps jumps = iteration(l.body, inside);
    first_.erase(l.var);
    if (apart && inside) {
      Reached later = inside;
      later->branches.clear();
      const Jumps others = iteration(l.body, later);
      meet(inside, later);
      meet(jumps.breaks, others.breaks);
    }
    meet(inside, jumps.breaks);
    at->branches.clear();
    if (!inside) return at.reset();
    const bool outermost = outermost_.count(&l) > 0;  // a nest that is launched has iterations
    if (outermost || runs_surely(l)) {
      at = std::move(inside);
      if (outermost) assume_nest_runs(l, *at);
    } else if (range)
      at->where_runs[*range].merge(Set(inside->surely));
  }

  // The loops that stand alone in each other, over steady ranges, have iterations together: where one has none, nothing
  // is launched (host/loops/run_loop.cpp).
  void assume_nest_runs(const For& outer, State& at) {
    const For* l = &outer;
    while (l->body.size() == 1 && (l = std::get_if<For>(&l->body[0].node)))
      if (const auto range = range_of(*l)) at.surely.merge(Set(at.where_runs[*range]));
  }

  const std::vector<OwnVariable>& own_;
  std::map<VarId, Own> of_var_, of_mark_;
  std::map<ArrayId, Own> of_array_;
  std::set<VarId> changed_;
  std::vector<const For*> ranges_;
  std::map<VarId, ExprP> first_;  // counters that are where their loops begin
  std::set<const For*> outermost_;
  Set set_behind_;
};

// Writes the checks and marks of the variables that need them.
class Guard {
 public:
  Guard(Function& f, const std::vector<OwnVariable>& own, const DefiniteAssignment& found)
      : f_(f), own_(own), found_(found), marks_(own.size(), kNoVar) {}

  void write() {
    for (const auto& [s, reads] : found_.unset)
      for (const Unset& u : reads) need(u.own);
    for (Own k : found_.checked) need(k);
    std::vector<VarId> outputs;
    for (VarId v : f_.outputs)
      if (!found_.is_set_behind(v)) {
        const Own k = *found_.own_of(v);
        if (std::find(outputs.begin(), outputs.end(), marks_[k]) == outputs.end()) outputs.push_back(need(k));
      }
    f_.body = block(f_.body);
    f_.outputs.insert(f_.outputs.end(), outputs.begin(), outputs.end());
  }

 private:
  VarId need(Own k) {
    if (marks_[k] != kNoVar) return marks_[k];
    marks_[k] = own_[k].mark != kNoVar ? own_[k].mark : f_.add_var("$set_" + own_[k].name, Elem::I64);
    f_.vars[marks_[k]].set_of = own_[k].name;
    return marks_[k];
  }

  ExprP is_unset(Own k, Span span) const {
    return with_span(binary(BinaryOp::Eq, with_span(var(f_, marks_[k]), span), int_const(0)), span);
  }
  Stmt set(Own k, Span span) const { return {Assign{marks_[k], int_const(1)}, span}; }

  Stmt check(const Unset& u) {
    Site at{Site::Kind::Error, u.span, fmt::format("'{}' is not defined", own_[u.own].name)};
    at.call = own_[u.own].call;
    at.code = "Q0201";
    Block fail;
    fail.push_back({Fail{f_.add_site(std::move(at)), {}}, u.span});
    const ExprP unset = is_unset(u.own, u.span);
    const ExprP there = u.where ? with_span(logical_and(u.where, unset), u.span) : unset;
    return {If{there, std::move(fail), {}}, u.span};
  }

  // The variable that the statement sets, if that is to be marked.
  std::optional<Own> marked_by(const Stmt& s) const {
    std::optional<Own> k;
    if (auto* a = std::get_if<Assign>(&s.node)) {
      k = found_.own_of(a->var);
      if (k && a->var != own_[*k].vars.back()) k.reset();
    } else if (auto* w = std::get_if<Store>(&s.node))
      k = found_.own_of_array(w->access.array);
    return k && marks_[*k] != kNoVar ? k : std::nullopt;
  }

  // The variable at whose beginning the statement stands.
  std::optional<Own> begins(const Stmt& s) const {
    auto* a = std::get_if<Assign>(&s.node);
    return a ? found_.own_of_mark(a->var) : std::nullopt;
  }

  Block block(const Block& b) {
    Block out;
    for (const Stmt& s : b) {
      if (const auto k = found_.check_of(s)) {
        if (found_.checked.count(*k)) out.push_back(s);
        continue;
      }
      if (const auto k = begins(s)) {
        if (marks_[*k] != kNoVar) out.push_back(s);
        if (marks_[*k] == kNoVar && !own_[*k].starts) continue;
        out.insert(out.end(), own_[*k].start.begin(), own_[*k].start.end());
        continue;
      }
      statement(s, out);
    }
    return out;
  }

  void statement(const Stmt& s, Block& out) {
    Block checks;
    if (const auto here = found_.unset.find(&s); here != found_.unset.end())
      for (const Unset& u : here->second) checks.push_back(check(u));
    Stmt copy = s;
    if (auto* i = std::get_if<If>(&copy.node)) {
      i->then = block(std::get<If>(s.node).then);
      i->otherwise = block(std::get<If>(s.node).otherwise);
    } else if (auto* l = std::get_if<For>(&copy.node)) {
      l->body = block(std::get<For>(s.node).body);
      const auto k = found_.own_of(l->var);
      if (k && marks_[*k] != kNoVar) l->body.insert(l->body.begin(), set(*k, s.span));
    } else if (auto* w = std::get_if<While>(&copy.node)) {
      w->body = block(std::get<While>(s.node).body);
      if (!checks.empty()) {  // in every round
        Block leave;
        leave.push_back({Break{}, s.span});
        checks.push_back({If{unary(UnaryOp::Not, w->condition), std::move(leave), {}}, s.span});
        w->body.insert(w->body.begin(), checks.begin(), checks.end());
        w->condition = bool_const(true);
        checks.clear();
      }
    }
    out.insert(out.end(), checks.begin(), checks.end());
    out.push_back(std::move(copy));
    if (const auto k = marked_by(s)) out.push_back(set(*k, s.span));
  }

  Function& f_;
  const std::vector<OwnVariable>& own_;
  const DefiniteAssignment& found_;
  std::vector<VarId> marks_;  // kNoVar: it needs none
};

}  // namespace

void guard_unset(Function& nest, const std::vector<OwnVariable>& own) {
  if (own.empty()) return;
  const DefiniteAssignment found(nest, own);
  Guard(nest, own, found).write();
}

}  // namespace qc::lowering
