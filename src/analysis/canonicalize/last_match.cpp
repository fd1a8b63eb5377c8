// `if c then k = i; v = x[i] end`, where k and v are used after the loop only: what counts is the last iteration in
// which c holds. It becomes a maximum over iteration numbers, $last, with k and v beside it (recognition rule 6):
//   if c then if $last < number then $last = number; k = i; v = x[i] end end
// Numbers count from 1, so that the start value 0 means "in no iteration".
#include <algorithm>
#include <iterator>
#include <limits>

#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/nest_model.h"
#include "analysis/loops/own_statements.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

std::vector<For*> perfect_loops(Function& f) {
  std::vector<For*> loops;
  Stmt* s = &f.body[0];
  while (auto* l = std::get_if<For>(&s->node)) {
    loops.push_back(l);
    if (l->body.size() != 1) break;
    s = &l->body[0];
  }
  return loops;
}

// The number of an iteration of the perfect nest, from 1; null where bounds change in the nest.
ExprP iteration_number(Function& f) {
  const std::vector<For*> loops = perfect_loops(f);
  const std::set<VarId> assigned = assigned_variables(f.body);
  auto fixed = [&](const Expr& e) {
    bool ok = true;
    for_each_expr(e, [&](const Expr& x) {
      if (auto* r = std::get_if<VarRef>(&x.node)) ok &= !assigned.count(r->var);
      ok &= !std::holds_alternative<Load>(x.node);
    });
    return ok;
  };
  ExprP n = int_const(0);
  for (const For* l : loops) {
    const auto step = as_int(*l->step);
    if (!fixed(*l->lo) || !fixed(*l->hi) || !step || *step == 0) return nullptr;
    auto count = [&](ExprP from, ExprP to) {
      ExprP d = *step > 0 ? sub(std::move(to), std::move(from)) : sub(std::move(from), std::move(to));
      const std::int64_t size = *step > 0 ? *step : -*step;
      return size == 1 ? d : binary(BinaryOp::DivTrunc, d, int_const(size));
    };
    if (l != loops.front()) n = mul(n, add(count(l->lo, l->hi), int_const(1)));
    n = add(n, count(l->lo, var(f, l->var)));
  }
  return add(n, int_const(1));
}

class LastMatches {
 public:
  explicit LastMatches(Function& f) : f_(f), loops_(perfect_loops(f)) {}

  bool run() {
    find_candidates();
    if (candidates_.empty() || !(number_ = iteration_number(f_))) return false;
    block(loops_.back()->body, false);
    return changed_;
  }

 private:
  // Assigned once, in a branch, never read, and used after the loop.
  void find_candidates() {
    std::map<VarId, int> assigned = assignment_counts(f_.body), read;
    for_each_expr(f_.body, [&](const Expr& e) {
      if (auto* r = std::get_if<VarRef>(&e.node)) ++read[r->var];
    });
    if (leaves_early(f_.body)) return;
    for (VarId v : f_.outputs)
      if (assigned[v] == 1 && read[v] == 0) candidates_.insert(v);
  }

  bool is_candidate(const Stmt& s) const {
    auto* a = std::get_if<Assign>(&s.node);
    return a && candidates_.count(a->var);
  }

  bool is_guard(const If& i) const {
    auto* a = i.then.empty() ? nullptr : std::get_if<Assign>(&i.then[0].node);
    return a && a->value == number_;
  }

  // The branch belongs to a minimum or maximum: its condition reads what it sets.
  static bool compares(const If& i, const Block& b) {
    bool found = false;
    for (const Stmt& s : b)
      if (auto* a = std::get_if<Assign>(&s.node))
        for_each_expr(*i.condition, [&](const Expr& e) {
          auto* r = std::get_if<VarRef>(&e.node);
          found |= r && r->var == a->var;
        });
    return found;
  }

  void block(Block& b, bool in_branch) {
    if (in_branch) guard(b);
    for (Stmt& s : b)
      if (auto* i = std::get_if<If>(&s.node); i && !is_guard(*i)) {
        block(i->then, !compares(*i, i->then));
        block(i->otherwise, !compares(*i, i->otherwise));
      }
  }

  // Assignments to candidates, with what computes them, get a comparison of their own.
  void guard(Block& b) {
    const auto is_one = [&](const Stmt& s) { return is_candidate(s); };
    auto first = std::find_if(b.begin(), b.end(), is_one);
    const auto last = std::find_if(b.rbegin(), b.rend(), is_one).base();
    if (first == b.end()) return;
    if (!only_sets_candidates(first, last)) first = b.begin();
    if (!only_sets_candidates(first, last)) return;
    const VarId hit = f_.add_var("$last" + std::to_string(count_++), Elem::I64);
    f_.vars[hit].match = Match::Last;
    f_.params.push_back({Param::Kind::Scalar, hit});
    const Span span = std::find_if(first, last, is_one)->span;
    Block then = {{Assign{hit, number_}, span}};
    then.insert(then.end(), first, last);
    Stmt comparison{If{lt(var(f_, hit), number_), std::move(then), {}}, span};
    b.insert(b.erase(first, last), std::move(comparison));
    changed_ = true;
  }

  bool only_sets_candidates(Block::iterator first, Block::iterator last) const {
    Block others;
    std::copy_if(first, last, std::back_inserter(others), [&](const Stmt& s) { return !is_candidate(s); });
    return are_own(f_, others, Block(first, last));
  }

  Function& f_;
  std::vector<For*> loops_;
  std::set<VarId> candidates_;
  ExprP number_;
  int count_ = 1;
  bool changed_ = false;
};

// `if c then if k < 0 then k = i end end`, where nothing else assigns k or reads it: the first iteration in which c
// holds, unless k was set before. It becomes a minimum over iteration numbers:
//   if c then if number < $first then $first = number; k = i end end
// with $first = k < 0 ? a large number : 0 before the loop, which the launch sets.
class FirstMatches {
 public:
  FirstMatches(Function& f, std::map<VarId, KeptValue>& kept) : f_(f), kept_(kept), loops_(perfect_loops(f)) {
    for_each_stmt(f.body, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) ++assigned_[a->var];
      if (auto* l = std::get_if<For>(&s.node)) assigned_[l->var] += 2;
    });
    for_each_expr(f.body, [&](const Expr& e) {
      if (auto* r = std::get_if<VarRef>(&e.node)) ++read_[r->var];
    });
  }
  bool run() {
    block(loops_.back()->body);
    return changed_;
  }

 private:
  void block(Block& b) {
    for (Stmt& s : b)
      if (auto* i = std::get_if<If>(&s.node); i && !rewrite(s)) {
        block(i->then);
        block(i->otherwise);
      }
  }

  // The variable whose being unset is asked.
  static VarId asked(const Expr& c) {
    if (auto* u = std::get_if<Unary>(&c.node); u && u->op == UnaryOp::Not) return asked(*u->a);
    if (auto* r = std::get_if<VarRef>(&c.node)) return r->var;
    auto* n = std::get_if<Binary>(&c.node);
    auto* r = n && as_int(*n->b) ? std::get_if<VarRef>(&n->a->node) : nullptr;
    return r ? r->var : kNoVar;
  }

  // Whether the condition cannot hold once `value` was assigned.
  bool settles(const Expr& c, const Expr& value) const {
    if (const auto constant = as_int(value)) {
      if (auto* u = std::get_if<Unary>(&c.node))
        return u->op == UnaryOp::Not && std::holds_alternative<VarRef>(u->a->node) && *constant != 0;
      if (std::holds_alternative<VarRef>(c.node)) return *constant == 0;
    }
    auto* n = std::get_if<Binary>(&c.node);
    if (!n) return false;
    const auto least = least_of(value), bound = as_int(*n->b);
    if (!least || !bound) return false;
    switch (n->op) {
      case BinaryOp::Lt:
        return *least >= *bound;
      case BinaryOp::Le:
      case BinaryOp::Eq:
        return *least > *bound;
      default:
        return false;
    }
  }
  std::optional<std::int64_t> least_of(const Expr& value) const {
    if (const auto c = as_int(value)) return c;
    auto* r = std::get_if<VarRef>(&value.node);
    for (const For* l : loops_)
      if (r && l->var == r->var)
        if (const auto step = as_int(*l->step)) return as_int(*step > 0 ? *l->lo : *l->hi);
    return {};
  }

  bool rewrite(Stmt& s) {
    If& i = std::get<If>(s.node);
    const VarId k = asked(*i.condition);
    if (!i.otherwise.empty()) return false;
    bool ok = true, settled = false;
    for (const Stmt& t : update_arm(f_, i.then).sets) {
      auto* a = std::get_if<Assign>(&t.node);
      ok &= a && assigned_[a->var] == 1 && read_[a->var] == (a->var == k) && is_param(a->var);
      settled |= a && a->var == k && settles(*i.condition, *a->value);
    }
    const ExprP number = ok && settled ? iteration_number(f_) : nullptr;
    if (!number) return false;
    const VarId first = f_.add_var("$first" + std::to_string(++count_), Elem::I64);
    f_.vars[first].match = Match::First;
    f_.params.push_back({Param::Kind::Scalar, first});
    constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
    kept_[first] = {select(i.condition, int_const(kNone), int_const(0)), true, false};
    i.condition = lt(number, var(f_, first));
    // The variable that was asked comes first: the report names the match by it.
    std::stable_partition(i.then.begin(), i.then.end(), [&](const Stmt& t) {
      auto* a = std::get_if<Assign>(&t.node);
      return a && a->var == k;
    });
    i.then.insert(i.then.begin(), Stmt{Assign{first, number}, s.span});
    changed_ = true;
    return true;
  }
  bool is_param(VarId v) const {
    return std::any_of(f_.params.begin(), f_.params.end(),
                       [&](const Param& p) { return p.kind == Param::Kind::Scalar && p.id == v; });
  }

  Function& f_;
  std::map<VarId, KeptValue>& kept_;
  std::vector<For*> loops_;
  std::map<VarId, int> assigned_, read_;
  int count_ = 0;
  bool changed_ = false;
};

}  // namespace

bool mark_first_matches(Function& nest, std::map<VarId, KeptValue>& kept) {
  if (nest.body.size() != 1 || !std::holds_alternative<For>(nest.body[0].node)) return false;
  return FirstMatches(nest, kept).run();
}

bool mark_last_matches(Function& nest) {
  if (nest.body.size() != 1 || !std::holds_alternative<For>(nest.body[0].node)) return false;
  return LastMatches(nest).run();
}

}  // namespace qc
