// `if c then k = i; v = x[i] end`, where k and v are used after the loop only: what counts is the last iteration in which
// c holds. It becomes a maximum over iteration numbers, $last, with k and v beside it (recognition rule 6):
//   if c then if $last < number then $last = number; k = i; v = x[i] end end
// Numbers count from 1, so that the start value 0 means "in no iteration".
#include <algorithm>

#include "analysis/nest_model.h"
#include "analysis/normalize.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

class LastMatches {
 public:
  explicit LastMatches(Function& f) : f_(f) {
    Stmt* s = &f.body[0];
    while (auto* l = std::get_if<For>(&s->node)) {
      loops_.push_back(l);
      if (l->body.size() != 1 || !std::holds_alternative<For>(l->body[0].node)) break;
      s = &l->body[0];
    }
  }

  bool run() {
    find_candidates();
    if (candidates_.empty() || !number()) return false;
    block(loops_.back()->body, false);
    return changed_;
  }

 private:
  // Assigned once, in a branch, never read, and used after the loop.
  void find_candidates() {
    std::map<VarId, int> assigned, read;
    for_each_stmt(f_.body, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) ++assigned[a->var];
      if (auto* l = std::get_if<For>(&s.node)) assigned[l->var] += 2;
      leaves_ |= std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node) || std::holds_alternative<Return>(s.node);
    });
    for_each_expr(f_.body, [&](const Expr& e) { if (auto* r = std::get_if<VarRef>(&e.node)) ++read[r->var]; });
    if (leaves_) return;
    for (VarId v : f_.outputs)
      if (assigned[v] == 1 && read[v] == 0) candidates_.insert(v);
  }

  bool fixed(const Expr& e) const {
    bool ok = true;
    for_each_expr(e, [&](const Expr& x) {
      if (auto* r = std::get_if<VarRef>(&x.node)) ok &= !assigned_.count(r->var);
      ok &= !std::holds_alternative<Load>(x.node);
    });
    return ok;
  }

  // The number of an iteration of the perfect nest, from 1.
  bool number() {
    assigned_ = assigned_variables(f_.body);
    ExprP n = int_const(0);
    for (const For* l : loops_) {
      const auto step = as_int(*l->step);
      if (!fixed(*l->lo) || !fixed(*l->hi) || !step || *step == 0) return false;
      auto count = [&](ExprP from, ExprP to) {
        ExprP d = *step > 0 ? sub(std::move(to), std::move(from)) : sub(std::move(from), std::move(to));
        const std::int64_t size = *step > 0 ? *step : -*step;
        return size == 1 ? d : binary(BinaryOp::DivTrunc, d, int_const(size));
      };
      if (l != loops_.front()) n = mul(n, add(count(l->lo, l->hi), int_const(1)));
      n = add(n, count(l->lo, var(f_, l->var)));
    }
    number_ = add(n, int_const(1));
    return true;
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
        for_each_expr(*i.condition, [&](const Expr& e) { auto* r = std::get_if<VarRef>(&e.node); found |= r && r->var == a->var; });
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

  // A run of assignments to candidates gets its own comparison.
  void guard(Block& b) {
    const auto first = std::find_if(b.begin(), b.end(), [&](const Stmt& s) { return is_candidate(s); });
    const auto last = std::find_if(first, b.end(), [&](const Stmt& s) { return !is_candidate(s); });
    if (first == b.end() || std::any_of(last, b.end(), [&](const Stmt& s) { return is_candidate(s); })) return;
    const VarId hit = f_.add_var("$last" + std::to_string(count_++), Elem::I64);
    f_.params.push_back({Param::Kind::Scalar, hit});
    const Span span = first->span;
    Block then = {{Assign{hit, number_}, span}};
    then.insert(then.end(), first, last);
    Stmt comparison{If{lt(var(f_, hit), number_), std::move(then), {}}, span};
    b.insert(b.erase(first, last), std::move(comparison));
    changed_ = true;
  }

  Function& f_;
  std::vector<For*> loops_;
  std::set<VarId> candidates_, assigned_;
  ExprP number_;
  int count_ = 1;
  bool changed_ = false, leaves_ = false;
};

}  // namespace

bool mark_last_matches(Function& nest) {
  if (nest.body.size() != 1 || !std::holds_alternative<For>(nest.body[0].node)) return false;
  return LastMatches(nest).run();
}

}  // namespace qc
