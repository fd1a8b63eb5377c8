// A forward data-flow analysis over the structured IR: the kinds that each mark may be at a place, as a set of them.
// The nest itself has iterations, and so have the loops that stand alone in each other; of other loops those that
// surely run.
#include "analysis/dataflow/kinds_left.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "analysis/dataflow/statement_slice.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "ir/forward_flow.h"
#include "ir/linear_sum.h"
#include "ir/number_kind.h"
#include "ir/rewrite_stmts.h"

namespace qc {

using namespace ir;

namespace {

using Kinds = std::set<std::int64_t>;
using State = std::map<VarId, Kinds>;

class KindFlow : ForwardFlow<State> {
 public:
  // steady_alone: of the loops that stand alone in each other only those are taken to have iterations that have them
  // before the nest or never: ends that an iteration computes may leave it without some.
  KindFlow(const Function& f, const std::vector<KindMark>& marks, bool steady_alone) {
    Reached at{std::in_place};
    for (const auto& m : marks) (*at)[m.mark] = {m.before};
    const Stmt* alone = &f.body[0];
    const std::set<VarId> assigned = assigned_variables(f.body);
    while (auto* l = std::get_if<For>(&alone->node)) {
      if (steady_alone && l != &std::get<For>(f.body[0].node) && !is_steady(*l, assigned)) break;
      runs_.insert(l);
      if (l->body.size() != 1) break;
      alone = &l->body[0];
    }
    block(f.body, at);
    if (at) behind_ = std::move(*at);
  }

  // What an assignment of a mark gives it, where that is one kind wherever the nest comes to it.
  std::optional<std::int64_t> given_by(const Stmt& s) const {
    const auto found = given_.find(&s);
    return found != given_.end() && found->second.size() == 1 ? std::optional(*found->second.begin()) : std::nullopt;
  }
  // The one kind that all assignments of a mark give it; 0: they give several, or one hangs on data.
  std::int64_t given_by_all(const Block& block, VarId mark) const {
    Kinds kinds;
    for_each_stmt(block, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      if (a && a->var == mark) kinds.insert(given_by(s).value_or(0));
    });
    return kinds.size() == 1 ? *kinds.begin() : 0;
  }
  // What the mark may be behind the nest, where something has set it.
  Kinds behind(VarId mark) const {
    const auto found = behind_.find(mark);
    Kinds kinds = found == behind_.end() ? Kinds() : found->second;
    kinds.erase(0);
    return kinds;
  }

 private:
  static bool is_steady(const For& l, const std::set<VarId>& assigned) {
    bool steady = true;
    for (const ExprP* end : {&l.lo, &l.step, &l.hi})
      for_each_expr(**end, [&](const Expr& e) {
        auto* v = std::get_if<VarRef>(&e.node);
        steady =
            steady && e.type == Elem::I64 && !std::holds_alternative<Load>(e.node) && !(v && assigned.count(v->var));
      });
    return steady;
  }

  static Kinds value(const ExprP& e, const State& at) {
    if (const auto known = as_int(*e)) return {*known};
    if (auto* v = std::get_if<VarRef>(&e->node)) return at.at(v->var);
    Kinds out;
    if (auto* s = std::get_if<Select>(&e->node)) {
      for (const ExprP& side : {s->yes, s->no}) out.merge(value(side, at));
      return out;
    }
    const Binary& both = std::get<Binary>(e->node);
    const bool masks = both.op == BinaryOp::BitAnd;
    for (const std::int64_t a : value(both.a, at))
      for (const std::int64_t b : value(both.b, at)) out.insert(widest_kind(masks ? a & b : a | b));
    return out;
  }

  void join(State& a, const State& b) const override {
    for (const auto& [mark, kinds] : b) a[mark].insert(kinds.begin(), kinds.end());
  }

  bool step(const Stmt& s, State& at) override {
    auto* a = std::get_if<Assign>(&s.node);
    if (!a || !at.count(a->var)) return true;
    const Kinds& given = at[a->var] = value(a->value, at);
    given_[&s].insert(given.begin(), given.end());
    return true;
  }

  void loop(const For& l, Reached& at) override { loop(l.body, at, runs_.count(&l) > 0 || runs_surely(l)); }
  void loop(const While& w, Reached& at) override { loop(w.body, at, as_int(*w.condition) == 1); }

  // Sets grow until an iteration adds nothing to what the one before began with.
  void loop(const Block& body, Reached& at, bool runs) {
    Reached begins = at;
    for (;;) {
      Reached inside = begins;
      const Jumps jumps = iteration(body, inside);
      State again = *begins;
      if (inside) join(again, *inside);
      if (again != *begins) {
        begins = std::move(again);
        continue;
      }
      meet(inside, jumps.breaks);
      if (runs)
        at = std::move(inside);
      else
        meet(at, inside);
      return;
    }
  }

  std::map<const Stmt*, Kinds> given_;
  std::set<const For*> runs_;
  State behind_;
};

// An update of a sum and the like, `mark = mark | ..`: what it adds to the mark. What is computed counts as what the
// variable holds, so that a mark is nothing to accumulate: the number is the same, save a complex one.
std::int64_t added_by(const ExprP& e, const KindMark& m) {
  if (const auto known = as_int(*e)) return *known;
  if (auto* both = std::get_if<Binary>(&e->node)) {
    const std::int64_t a = added_by(both->a, m), b = added_by(both->b, m);
    return both->op == BinaryOp::BitAnd ? a & b : a | b;
  }
  auto* v = std::get_if<VarRef>(&e->node);
  return v && v->var == m.mark ? 0 : m.joined;
}

bool reads_mark(const ExprP& e, VarId mark) {
  bool found = false;
  if (auto* s = std::get_if<Select>(&e->node)) return reads_mark(s->yes, mark) && reads_mark(s->no, mark);
  for_each_operand(*e, [&](const ExprP& a) { found = found || reads_mark(a, mark); });
  auto* v = std::get_if<VarRef>(&e->node);
  return found || (v && v->var == mark);
}

bool is_update(const ExprP& e, const KindMark& m) {
  bool computed = false;
  for_each_expr(*e, [&](const Expr& x) {
    auto* v = std::get_if<VarRef>(&x.node);
    computed = computed || (v && v->var != m.mark);
  });
  return reads_mark(e, m.mark) && !(computed && is_complex_kind(m.joined));
}

// Takes updates that may be passed by to be made: an update stands before the branch or the loop in which nothing but
// updates is made of its variable. So a sum to which nothing is added has the kind of what would be added, and no loop
// carries a mark for it. What is assigned where the variable is less, or greater, than something is an extreme.
class UpdatesMade {
 public:
  UpdatesMade(Function& f, const KindMark& m) : f_(f), m_(m) {}

  // Whether there were any.
  bool write() {
    for (Stmt& s : f_.body)
      if (auto* l = std::get_if<For>(&s.node)) l->body = block(l->body, false);
    return changed_;
  }

 private:
  struct Found {
    bool others = false;                // assignments that are no updates
    std::optional<std::int64_t> added;  // by updates
  };

  // Whether the condition compares the variable.
  bool compares(const ExprP& condition) const {
    auto* b = std::get_if<Binary>(&condition->node);
    if (!b) return false;
    if (b->op == BinaryOp::And) return compares(b->a) || compares(b->b);
    if (!is_comparison(b->op) || b->op == BinaryOp::Eq || b->op == BinaryOp::Ne) return false;
    const auto is_it = [&](const ExprP& e) {
      auto* cast = std::get_if<Cast>(&e->node);
      auto* v = std::get_if<VarRef>(&(cast ? cast->a : e)->node);
      return v && v->var == m_.value;
    };
    return is_it(b->a) || is_it(b->b);
  }

  // compared: in a branch of a condition that compares the variable.
  void find_in(const Block& b, bool compared, Found& found) const {
    for (const Stmt& s : b) {
      if (auto* a = std::get_if<Assign>(&s.node); a && a->var == m_.mark) {
        auto* choice = std::get_if<Select>(&a->value->node);
        if (is_update(a->value, m_))
          found.added = found.added.value_or(0) | added_by(a->value, m_);
        else if (compared || (choice && compares(choice->condition)))
          found.added = m_.joined;
        else
          found.others = true;
      } else if (auto* i = std::get_if<If>(&s.node)) {
        const bool here = compared || compares(i->condition);
        find_in(i->then, here, found);
        find_in(i->otherwise, here, found);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        find_in(l->body, false, found);
      } else if (auto* w = std::get_if<While>(&s.node)) {
        find_in(w->body, false, found);
      }
    }
  }

  Stmt update(std::int64_t added, Span span) const {
    return {Assign{m_.mark, binary(BinaryOp::BitOr, var(f_, m_.mark), int_const(added))}, span};
  }

  Block block(const Block& b, bool compared) {
    Block out;
    for (const Stmt& s : b) {
      Found found;
      find_in({s}, compared, found);
      if (!found.added) {
        out.push_back(s);
      } else if (!found.others) {
        changed_ = true;
        out.push_back(update(*found.added, s.span));
        if (!std::holds_alternative<Assign>(s.node)) out.push_back(without_updates(s));
      } else {
        Stmt copy = s;
        if (auto* i = std::get_if<If>(&copy.node)) {
          const bool here = compared || compares(i->condition);
          i->then = block(i->then, here);
          i->otherwise = block(i->otherwise, here);
        } else if (auto* l = std::get_if<For>(&copy.node)) {
          l->body = block(l->body, false);
        } else if (auto* w = std::get_if<While>(&copy.node)) {
          w->body = block(w->body, false);
        }
        out.push_back(std::move(copy));
      }
    }
    return out;
  }

  Stmt without_updates(const Stmt& s) const {
    const Block left = rewrite_stmts(Block{s}, [&](Stmt copy, const Stmt&, Block& out) {
      auto* a = std::get_if<Assign>(&copy.node);
      if (!a || a->var != m_.mark) out.push_back(std::move(copy));
    });
    return left[0];
  }

  Function& f_;
  const KindMark& m_;
  bool changed_ = false;
};

// Adds the marks that those needed are computed of, and what chooses among them.
void close_over_operands(const Function& f, const KindFlow& flow, std::set<VarId>& needed) {
  for (bool grown = true; grown;) {
    grown = false;
    for_each_stmt(f.body, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      if (!a || !needed.count(a->var) || flow.given_by(s)) return;
      for_each_expr(*a->value, [&](const Expr& e) {
        if (auto* v = std::get_if<VarRef>(&e.node)) grown |= needed.insert(v->var).second;
      });
    });
  }
}

// The statements without marks that nobody needs, and with what is known in place of what marks are computed of. The
// flow knows statements by their places.
Block with_needed(const Block& block, const KindFlow& flow, const std::set<VarId>& needed, const std::set<VarId>& all) {
  Block out;
  for (const Stmt& s : block) {
    Stmt copy = s;
    if (auto* a = std::get_if<Assign>(&copy.node); a && all.count(a->var)) {
      if (!needed.count(a->var)) continue;
      if (const auto given = flow.given_by(s)) a->value = int_const(*given);
    } else if (auto* i = std::get_if<If>(&copy.node)) {
      i->then = with_needed(std::get<If>(s.node).then, flow, needed, all);
      i->otherwise = with_needed(std::get<If>(s.node).otherwise, flow, needed, all);
    } else if (auto* l = std::get_if<For>(&copy.node)) {
      l->body = with_needed(std::get<For>(s.node).body, flow, needed, all);
    } else if (auto* w = std::get_if<While>(&copy.node)) {
      w->body = with_needed(std::get<While>(s.node).body, flow, needed, all);
    }
    out.push_back(std::move(copy));
  }
  return out;
}

// Leaves those marks to the nest that are needed, as parameters where something has them before it. flown: the nest
// that the flow was found for.
void keep_marks(Function& nest, const Function& flown, const std::vector<KindMark>& marks, const KindFlow& flow,
                std::set<VarId> needed) {
  std::set<VarId> all;
  for (const auto& m : marks) all.insert(m.mark);
  close_over_operands(flown, flow, needed);
  for (const auto& m : marks)
    if (needed.count(m.mark) && m.before != 0) nest.params.push_back({Param::Kind::Scalar, m.mark});
  nest.body = with_needed(flown.body, flow, needed, all);
}

// What the nest does to these marks, which are its outputs then.
std::shared_ptr<const Function> finder(const Function& steps, const std::vector<KindMark>& marks, const KindFlow& flow,
                                       const std::set<VarId>& asked) {
  Function nest = steps;
  nest.outputs.assign(asked.begin(), asked.end());
  keep_marks(nest, steps, marks, flow, asked);
  slice_to_outputs(nest);
  return std::make_shared<const Function>(std::move(nest));
}

}  // namespace

KindsLeft settle_kinds(Function& nest, const std::vector<KindMark>& marks, const std::vector<LeftName>& left) {
  KindsLeft out;
  if (marks.empty()) return out;
  const Function exact = nest;
  const KindFlow steps(exact, marks, true);
  std::set<VarId> guessed, asked, needed;
  for (const auto& m : marks)
    if (UpdatesMade(nest, m).write()) guessed.insert(m.mark);
  const KindFlow flow(nest, marks, false);
  for (const LeftName& l : left) {
    const Kinds kinds = flow.behind(l.mark), may_be = steps.behind(l.mark);
    if (kinds.size() == 1)
      out.known.emplace(l.name, *kinds.begin());
    else if (kinds.size() > 1 && needed.insert(l.mark).second)
      nest.outputs.push_back(l.mark);
    if (may_be.size() < 2) continue;
    std::set<VarId> computed_of{l.mark};
    close_over_operands(exact, steps, computed_of);
    const bool hangs =
        std::any_of(computed_of.begin(), computed_of.end(), [&](VarId m) { return guessed.count(m) > 0; });
    if (!hangs && kinds.size() != 1) continue;
    asked.insert(l.mark);
    out.undecided.push_back({l.name, may_be, steps.given_by_all(exact.body, l.mark)});
  }
  if (!asked.empty()) out.finds = finder(exact, marks, steps, asked);
  keep_marks(nest, nest, marks, flow, needed);
  return out;
}

}  // namespace qc
