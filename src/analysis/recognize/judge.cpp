#include "analysis/recognize/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "analysis/loops/advice.h"
#include "analysis/loops/dependence.h"
#include "analysis/loops/privatization.h"
#include "analysis/loops/runtime_checks.h"
#include "analysis/loops/statement_order.h"
#include "ir/build.h"
#include "ir/print_ir.h"

namespace qc {

using namespace ir;
using Kind = Problem::Kind;

std::string element_name(const Function& f, const Access& a) {
  return print(f, Expr{Load{a}, value_elem(f.arrays[a.array].elem), {}});
}

namespace {

template <class T>
bool contains(const std::vector<T>& v, const T& x) {
  return std::find(v.begin(), v.end(), x) != v.end();
}

class Judge {
 public:
  Judge(const Function& f, const std::vector<const For*>& covered, const Block& body, bool spread)
      : f_(f), covered_(covered), body_(body), spread_(spread), model_(model_nest(f, covered, body)) {}

  Judgement run() {
    bounds_are_invariant();
    leaves_only_at_its_end();
    scalars();
    arrays();
    accumulators_are_distinct();
    verdict();
    return std::move(out_);
  }

 private:
  void problem(Kind kind, const char* code, std::string message, Span span, std::string variable = "", Span other = {},
               std::string help = "") {
    out_.problems.push_back(
        {kind, Reason{code, std::move(message), span, other, std::move(variable), std::move(help)}});
  }
  void lost_update(const char* code, std::string message, Span span, ArrayId a, Span other = {}) {
    problem(Kind::Undecided, code, std::move(message), span, array_name(a), other);
    out_.problems.back().loses_updates = true;
  }
  const std::string& name(VarId v) const { return f_.vars[v].name; }
  const std::string& array_name(ArrayId a) const { return f_.arrays[a].name; }
  bool live_after(VarId v) const { return contains(f_.outputs, v); }

  // Rectangular: bounds are the same in every iteration. Those of the outermost loop are evaluated before it starts.
  void bounds_are_invariant() {
    for (std::size_t k = 1; k < covered_.size(); ++k)
      for (const ExprP* e : {&covered_[k]->lo, &covered_[k]->step, &covered_[k]->hi})
        if (!model_.invariant(**e)) {
          problem(Kind::Undecided, "R020",
                  fmt::format("the bounds of the loop over '{}' change while the nest runs", name(covered_[k]->var)),
                  (*e)->span, name(covered_[k]->var));
          return;
        }
  }

  void leaves_only_at_its_end() {
    if (!search()) exits(body_);
  }

  // Rule 16: the loop looks for the first iteration in which a condition holds, keeps what it is about, and leaves.
  bool search() {
    if (covered_.size() != 1 || !model_.stored.empty()) return false;
    std::vector<const If*> matches;
    int exits = 0;
    find_matches(body_, matches, exits);
    if (matches.size() != 1 || exits != 1) return false;
    std::vector<VarId> kept;
    for (const Stmt& s : matches[0]->then) {
      auto* a = std::get_if<Assign>(&s.node);
      if (!a) continue;
      if (contains(kept, a->var) || reads_besides(a->var)) return false;
      kept.push_back(a->var);
    }
    const auto flow = scalar_flow(body_, runs_surely);
    for (VarId v : assigned_variables(body_))
      if (!contains(kept, v) && (live_after(v) || flow.read_first.count(v))) return false;
    std::size_t assignments = 0;
    for_each_stmt(body_, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      assignments += a && contains(kept, a->var);
    });
    if (assignments != kept.size()) return false;  // assigned elsewhere too
    Accumulator a;
    a.op = ReduceOp::First;
    a.span = matches[0]->then.back().span;
    a.var = kept.empty() ? covered_[0]->var : kept[0];
    a.name = name(a.var);
    a.type = f_.vars[a.var].type;
    if (kept.size() > 1) a.companions.assign(kept.begin() + 1, kept.end());
    companions_.insert(companions_.end(), kept.begin(), kept.end());
    out_.plan.accumulators.push_back(std::move(a));
    reduced_sets_.push_back(all_levels());
    return true;
  }

  static void find_matches(const Block& b, std::vector<const If*>& matches, int& exits) {
    for (const Stmt& s : b) {
      exits += std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node) ||
               std::holds_alternative<Return>(s.node);
      auto* i = std::get_if<If>(&s.node);
      if (!i) continue;
      const bool plain = !i->then.empty() && std::all_of(i->then.begin(), i->then.end() - 1, [](const Stmt& t) {
        return std::holds_alternative<Assign>(t.node);
      });
      if (plain && std::holds_alternative<Break>(i->then.back().node)) matches.push_back(i);
      find_matches(i->then, matches, exits);
      find_matches(i->otherwise, matches, exits);
    }
  }

  // Reads other than in the variable's own assignments.
  bool reads_besides(VarId v) const {
    int reads = 0, own = 0;
    for_each_expr(body_, [&](const Expr& e) {
      auto* r = std::get_if<VarRef>(&e.node);
      reads += r && r->var == v;
    });
    for_each_stmt(body_, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node); a && a->var == v)
        own += count_reads(*a->value, Place::variable(f_, v));
    });
    return reads != own;
  }
  void exits(const Block& b) {
    for (const Stmt& s : b) {
      if (std::holds_alternative<Break>(s.node) || std::holds_alternative<Return>(s.node))
        problem(Kind::Proved, "R013", "the loop may be left before its last iteration", s.span);
      else if (std::holds_alternative<Continue>(s.node))
        problem(Kind::Refused, "R013", "a `continue` deep inside the loop's body skips the rest of it", s.span);
      else if (auto* i = std::get_if<If>(&s.node)) {
        exits(i->then);
        exits(i->otherwise);
      }
    }
  }

  // ---- scalars ---------------------------------------------------------------------------------------------------
  // A constant number of iterations that is at least one.
  static bool runs_surely(const For& l) {
    auto lo = as_int(*l.lo), hi = as_int(*l.hi), step = as_int(*l.step);
    return lo && hi && step && *step != 0 && (*step > 0 ? *lo <= *hi : *lo >= *hi);
  }
  // The loop runs in the last iteration of the covered ones if it runs in any: then the last iteration leaves the value
  // that the serial loop leaves.
  bool runs_alike(const For& l) const {
    if (runs_surely(l)) return true;
    if (model_.invariant(*l.lo) && model_.invariant(*l.hi) && model_.invariant(*l.step)) return true;
    return false;
  }

  void scalars() {
    const auto flow = scalar_flow(body_, runs_surely);
    const auto last = scalar_flow(body_, [this](const For& l) { return runs_alike(l); });
    std::set<VarId> assigned = assigned_variables(body_);
    for (const For* l : covered_) {
      if (live_after(l->var)) out_.plan.live_out.push_back(l->var);
      if (assigned.erase(l->var))
        problem(Kind::Proved, "R020", fmt::format("'{}' is a loop variable and changes in the loop", name(l->var)),
                l->lo->span, name(l->var));
    }
    for (VarId v : assigned)
      if (flow.read_first.count(v) && !contains(companions_, v)) carried_scalar(v);
    for (VarId v : assigned) {
      if (contains(companions_, v) || flow.read_first.count(v)) continue;
      if (live_after(v) && !last.written.count(v)) {
        problem(
            Kind::Refused, "R010",
            fmt::format("'{}' is assigned in some iterations only, and its last value is used after the loop", name(v)),
            first_assignment(v), name(v), {},
            fmt::format("assign '{}' in every iteration, or use another variable after the loop", name(v)));
        continue;
      }
      if (!is_loop_variable(v)) out_.plan.privates.push_back(v);
      if (live_after(v)) out_.plan.live_out.push_back(v);
    }
  }

  bool is_loop_variable(VarId v) const {
    bool found = false;
    for_each_stmt(body_, [&](const Stmt& s) {
      if (auto* l = std::get_if<For>(&s.node)) found |= l->var == v;
    });
    return found;
  }

  Span first_assignment(VarId v) const {
    Span span;
    for_each_stmt(body_, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      auto* l = std::get_if<For>(&s.node);
      if (!span.valid() && ((a && a->var == v) || (l && l->var == v))) span = s.span;
    });
    return span;
  }

  // Rule 1: every access belongs to an update, all of one class.
  void carried_scalar(VarId v) {
    VariableUses uses = variable_uses(f_, body_, v);
    if (is_reset_scan(v, uses)) return running(v, uses, true);
    if (uses.updates.empty() || !uses.others.empty()) return not_accumulated(v, uses);
    for (const auto& u : uses.updates)
      if (!same_class(u.form, uses.updates[0].form, f_.vars[v].type))
        return problem(Kind::Proved, "R002", two_classes(v, uses.updates[0].form.op, u.form.op), u.statement->span,
                       name(v), uses.updates[0].statement->span, "keep one variable for each operator");
    if (!uses.only_updates()) return read_elsewhere(v, uses);
    Accumulator a;
    a.name = name(v);
    a.var = v;
    a.type = f_.vars[v].type;
    fill(a, uses.updates[0].form, uses.updates[0].statement->span);
    a.divides =
        std::all_of(uses.updates.begin(), uses.updates.end(), [](const FoundUpdate& u) { return u.form.divides; });
    if (!a.companions.empty() && !companions_belong(v, uses)) return;
    if (a.op == ReduceOp::ComplexMul && !imaginary_belongs(v, uses)) return;
    out_.plan.accumulators.push_back(std::move(a));
    reduced_sets_.push_back(all_levels());
  }

  std::string two_classes(VarId v, ReduceOp a, ReduceOp b) const {
    if (a == b)
      return fmt::format("'{}' is updated by '{}' in two ways, which differ for NaN or for zeros of different sign",
                         name(v), reduce_op_name(a));
    return fmt::format("'{}' is updated by '{}' and by '{}'", name(v), reduce_op_name(a), reduce_op_name(b));
  }

  void fill(Accumulator& a, const UpdateForm& form, Span span) {
    a.op = form.op;
    a.compare_form = form.compare_form;
    a.strict = form.strict;
    a.divides = form.divides;
    a.companions = form.companions;
    a.imaginary = form.imaginary_var;
    a.span = span;
    if (!a.companions.empty()) a.op = form.op == ReduceOp::Min ? ReduceOp::ArgMin : ReduceOp::ArgMax;
  }

  std::vector<int> all_levels() const {
    std::vector<int> out(covered_.size());
    std::iota(out.begin(), out.end(), 0);
    return out;
  }

  // Rule 6: companions change under that one comparison only and are read nowhere.
  bool companions_belong(VarId v, const VariableUses& uses) {
    const auto& update = uses.updates[0];
    auto refuse = [&](VarId c, const char* what) {
      problem(Kind::Proved, "R006", fmt::format("'{}' is kept beside '{}' but {}", name(c), name(v), what),
              update.statement->span, name(c));
      companions_.push_back(c);
      return false;
    };
    for (VarId c : update.form.companions) {
      int assignments = 0, reads = 0;  // one of the assignments is the update's
      for_each_stmt(body_, [&](const Stmt& s) {
        auto* a = std::get_if<Assign>(&s.node);
        assignments += a && a->var == c;
      });
      for_each_expr(body_, [&](const Expr& e) {
        auto* r = std::get_if<VarRef>(&e.node);
        reads += r && r->var == c;
      });
      if (uses.updates.size() > 1) return refuse(c, "not at every update of it");
      if (assignments != 1) return refuse(c, "changes elsewhere too");
      if (reads) return refuse(c, "is read in the loop");
    }
    companions_.insert(companions_.end(), update.form.companions.begin(), update.form.companions.end());
    return true;
  }

  // The two parts of a complex product are one accumulator; both are updated by it alone.
  bool imaginary_belongs(VarId v, const VariableUses& uses) {
    const VarId im = uses.updates[0].form.imaginary_var;
    const VariableUses others = variable_uses(f_, body_, im);
    companions_.push_back(im);
    bool same = im != v && others.only_updates() && others.updates.size() == uses.updates.size();
    for (std::size_t k = 0; same && k < uses.updates.size(); ++k)
      same = others.updates[k].statement == uses.updates[k].statement && uses.updates[k].form.imaginary_var == im;
    if (!same)
      problem(Kind::Proved, "R001", fmt::format("a part of the complex '{}' is used or changed alone", name(v)),
              uses.updates[0].statement->span, name(v));
    return same;
  }

  // `if c then s = r end; s += e`: a running value that some iterations set anew. Neither c nor r depends on it.
  bool is_reset_scan(VarId v, const VariableUses& uses) {
    if (uses.updates.empty() || uses.others.empty() || !uses.condition_reads.empty() || !uses.index_reads.empty())
      return false;
    const UpdateForm& form = uses.updates[0].form;
    if (form.compare_form || form.divides || form.op == ReduceOp::ComplexMul) return false;
    for (const auto& u : uses.updates)
      if (!same_class(u.form, form, f_.vars[v].type)) return false;
    for (const auto& o : uses.others) {
      auto* a = std::get_if<Assign>(&o.statement->node);
      if (!a || count_reads(*a->value, Place::variable(f_, v)) > 0) return false;
      resets_.push_back(a->value);
    }
    const bool ok = running_value(v, uses);
    resets_.clear();
    return ok;
  }

  bool is_conditional(const Stmt& s) const {
    bool found = false;
    for_each_stmt(body_, [&](const Stmt& around) {
      auto* i = std::get_if<If>(&around.node);
      for (const Block* b : {i ? &i->then : nullptr, i ? &i->otherwise : nullptr})
        if (b) for_each_stmt(*b, [&](const Stmt& inner) { found = found || &inner == &s; });
    });
    return found;
  }

  void not_accumulated(VarId v, const VariableUses& uses) {
    if (uses.others.empty())
      return problem(Kind::Proved, "R020", fmt::format("'{}' is read before it is written in an iteration", name(v)),
                     first_assignment(v), name(v));
    const auto& bad = uses.others[0];
    Span other;
    if (!uses.updates.empty()) other = uses.updates[0].statement->span;
    if (std::string_view(bad.why.code) == "R020" && !uses.condition_reads.empty())
      return problem(Kind::Proved, "R006",
                     fmt::format("a condition or bound reads '{}', which the loop changes", name(v)),
                     uses.condition_reads[0], name(v), bad.statement->span, first_value_advice(f_, body_, v));
    const bool each_time = std::string_view(bad.why.code) == "R020" && !is_conditional(*bad.statement);
    const auto why = each_time ? "is given a value by each iteration that the next one reads" : bad.why.message;
    problem(Kind::Proved, bad.why.code, fmt::format("'{}' {}", name(v), why), bad.statement->span, name(v), other,
            best_sum_advice(f_, v, *bad.statement));
  }

  void read_elsewhere(VarId v, const VariableUses& uses) {
    const Span update = uses.updates[0].statement->span;
    if (uses.condition_reads.empty() && running_value(v, uses)) return running(v, uses, false);
    if (!uses.condition_reads.empty())
      return problem(Kind::Proved, "R006",
                     fmt::format("'{}' is accumulated, and a condition or bound reads it", name(v)),
                     uses.condition_reads[0], name(v), update);
    const bool induction =
        is_float(f_.vars[v].type) && uses.updates[0].form.operand && model_.invariant(*uses.updates[0].form.operand);
    const Span read = uses.value_reads.empty() ? uses.index_reads[0] : uses.value_reads[0];
    if (induction)
      return problem(Kind::Refused, "R016",
                     fmt::format("'{}' grows by a floating amount and is read in the loop", name(v)), read, name(v),
                     update);
    problem(Kind::Proved, "R001", fmt::format("'{}' is accumulated and read elsewhere in the loop", name(v)), read,
            name(v), update);
  }

  void running(VarId v, const VariableUses& uses, bool resets) {
    Accumulator a;
    a.name = name(v);
    a.var = v;
    a.type = f_.vars[v].type;
    fill(a, uses.updates[0].form, uses.updates[0].statement->span);
    a.resets = resets;
    if (a.imaginary != kNoVar) companions_.push_back(a.imaginary);
    scans_.push_back(std::move(a));
  }

  // `s += x[i]; y[i] = s`: the operands of s do not depend on s in any way, and s decides no condition and no
  // subscript.
  bool running_value(VarId v, const VariableUses& uses) {
    if (covered_.size() != 1 || !uses.updates[0].form.companions.empty()) return false;
    if (!uses.index_reads.empty() && !only_packs(v)) return false;
    std::set<VarId> tainted = {v};
    if (const VarId im = uses.updates[0].form.imaginary_var; im != kNoVar) {
      if (!runs_with(im, v, uses)) return false;
      tainted.insert(im);
    }
    for (bool grown = true; grown;) {
      grown = false;
      for_each_stmt(body_, [&](const Stmt& s) {
        auto* a = std::get_if<Assign>(&s.node);
        if (a && !tainted.count(a->var) && depends_on_state(*a->value, tainted, kNoVar))
          grown |= tainted.insert(a->var).second;
      });
    }
    bool clean = true;
    for (const auto& u : uses.updates)
      for (const ExprP& e : {u.form.operand, u.form.imaginary, u.form.factor_a, u.form.factor_b})
        if (e) clean &= !depends_on_state(*e, tainted, v);
    for (const ExprP& e : resets_) clean &= !depends_on_state(*e, tainted, v);
    taints_.push_back(tainted);
    for_each_stmt(body_, [&](const Stmt& s) {
      if (auto* i = std::get_if<If>(&s.node)) {
        bool is_update = std::any_of(uses.updates.begin(), uses.updates.end(),
                                     [&](const FoundUpdate& u) { return u.statement == &s; });
        if (!is_update) clean &= !depends_on_state(*i->condition, tainted, kNoVar);
      }
      if (auto* l = std::get_if<For>(&s.node))
        clean &= !depends_on_state(*l->lo, tainted, kNoVar) && !depends_on_state(*l->hi, tainted, kNoVar) &&
                 !depends_on_state(*l->step, tainted, kNoVar);
      if (auto* w = std::get_if<While>(&s.node)) clean &= !depends_on_state(*w->condition, tainted, kNoVar);
    });
    return clean;
  }
  // The imaginary part of a running product: the same updates, and read by nothing that decides.
  bool runs_with(VarId im, VarId v, const VariableUses& uses) const {
    const VariableUses others = variable_uses(f_, body_, im);
    bool same = im != v && others.others.empty() && others.index_reads.empty() && others.condition_reads.empty() &&
                others.updates.size() == uses.updates.size();
    for (std::size_t k = 0; same && k < uses.updates.size(); ++k)
      same = others.updates[k].statement == uses.updates[k].statement;
    return same;
  }
  static bool reads_any(const Expr& e, const std::set<VarId>& vars) {
    bool found = false;
    for_each_expr(e, [&](const Expr& x) {
      auto* r = std::get_if<VarRef>(&x.node);
      found |= r && vars.count(r->var);
    });
    return found;
  }
  bool depends_on_state(const Expr& e, const std::set<VarId>& tainted, VarId) const {
    bool found = reads_any(e, tainted);
    for_each_expr(e, [&](const Expr& x) {
      auto* l = std::get_if<Load>(&x.node);
      found |= l && model_.stored.count(l->access.array) && late_.count(l->access.array);
    });
    return found;
  }

  // Subscripts with a running counter: elements of arrays that are only read (unpack), or stores beside its update
  // (pack).
  bool only_packs(VarId v) {
    std::set<ArrayId> packed;
    bool ok = f_.vars[v].type == Elem::I64;  // a float's running values are rounded in another order than the loop's
    auto mentions_it = [&](const Access& a) {
      return std::any_of(a.index.begin(), a.index.end(),
                         [&](const ExprP& i) { return count_reads(*i, Place::variable(f_, v)) > 0; });
    };
    for_each_expr(body_, [&](const Expr& e) {
      auto* l = std::get_if<Load>(&e.node);
      ok &= !(l && mentions_it(l->access) && model_.stored.count(l->access.array));
    });
    for_each_stmt(body_, [&](const Stmt& s) {
      auto* w = std::get_if<Store>(&s.node);
      if (!w || !mentions_it(w->access)) return;
      ok &= packs(f_, body_, v, w->access.array);
      packed.insert(w->access.array);
    });
    if (ok) packed_.insert(packed.begin(), packed.end());
    return ok;
  }

  // ---- arrays ----------------------------------------------------------------------------------------------------
  void arrays() {
    const auto own = private_arrays();
    for (ArrayId a : model_.stored) {
      if (packed_.count(a) || own.count(a)) continue;
      std::vector<const ArrayAccess*> accesses;
      for (const auto& x : model_.accesses)
        if (x.array == a) accesses.push_back(&x);
      const std::size_t before = out_.problems.size();
      array(a, accesses);
      if (out_.problems.size() != before) updates_at_risk(a, accesses);
    }
  }

  // Of an array that is taken as it is written, which a forced loop may be: whether iterations may meet at an element
  // that they change from what it holds. Of places that follow the loops' variables the programmer's word is taken, but
  // for accumulations.
  void updates_at_risk(ArrayId a, const std::vector<const ArrayAccess*>& accesses) {
    for (const ArrayAccess* w : accesses) {
      if (!w->write || independent(*w, *w)) continue;
      const OwnValue own = depends_on_itself(model_, body_, *w);
      const bool by_data = std::any_of(w->subscripts.begin(), w->subscripts.end(), [&](const Polynomial& p) {
        return !p.valid() || has_quotient(model_.atoms, p);
      });
      const bool converted = own.why && std::string_view(own.why->code) == "R019";
      if (w->update < 0 && !(own.depends && (by_data || converted))) continue;
      if (converted)
        return lost_update("R019",
                           fmt::format("an element of '{}' {}, and several iterations may update one", array_name(a),
                                       own.why->message),
                           w->span, a);
      return lost_update(
          "R012",
          fmt::format("several iterations may change one element of '{}', each from what it holds", array_name(a)),
          w->span, a, own.read);
    }
  }

  // Work arrays, of which each iteration has its own. That what it writes is in an outer one is looked at when the loop
  // is reached.
  std::set<ArrayId> private_arrays() {
    std::set<ArrayId> own;
    for (PrivateArray& p : qc::private_arrays(model_, body_)) {
      if (packed_.count(p.array)) continue;
      own.insert(p.array);
      out_.plan.private_arrays.push_back(p.array);
      if (f_.arrays[p.array].space == Space::Local) continue;
      for (std::size_t d = 0; d < p.dims.size(); ++d)
        require(binary(BinaryOp::Ge, extent(p.array, int(d)), int_const(p.dims[d])));
      for (const ExprP& c : p.region ? p.region->conditions : std::vector<ExprP>{}) require(c);
      out_.private_arrays.push_back(std::move(p));
    }
    return own;
  }

  struct Group {  // updates of one location
    const ArrayAccess* store;
    std::vector<const ArrayAccess*> members;
    const ElementUpdate* first;
    bool one_class = true;
    bool accumulates = false, unknown = false;
    bool all_divide = true;
    std::vector<int> reduced;
  };

  void array(ArrayId a, const std::vector<const ArrayAccess*>& accesses) {
    std::vector<Group> groups;
    std::vector<const ArrayAccess*> plain;
    for (const ArrayAccess* x : accesses) {
      if (x->update < 0)
        plain.push_back(x);
      else if (x->write)
        join_group(groups, x);
    }
    const std::size_t before = out_.problems.size();
    if (array_scan(a, accesses)) return;
    // The first proved conflict is what is reported; of what cannot be decided, a few places say enough.
    constexpr std::size_t kMostUndecided = 8;
    const auto enough = [&] {
      const std::size_t found = out_.problems.size() - before;
      return found >= kMostUndecided || (found > 0 && out_.problems.back().kind == Kind::Proved);
    };
    for (const ArrayAccess* x : accesses)
      for (const ArrayAccess* y : plain)
        if ((x->write || y->write) && !(x->update < 0 && x > y) && !enough()) pair(a, *x, *y);
    if (out_.problems.size() != before) return;
    for (Group& g : groups) location(a, g, groups, plain);
    if (out_.problems.size() != before) return;
    between_groups(a, groups);
    if (out_.problems.size() != before) return;
    copied_reads(a, accesses);
    if (!plain.empty() || std::any_of(groups.begin(), groups.end(), [](const Group& g) { return !g.unknown; }))
      require_quotients(accesses);
    for (Group& g : groups)
      if (g.accumulates || g.unknown) accept(a, g);
  }

  void require_quotients(const std::vector<const ArrayAccess*>& accesses) {
    for (const ArrayAccess* x : accesses)
      for (const ExprP& c : quotient_conditions(model_, *x)) require(c);
  }

  // Unknown ones count as the same: such a location is only ever taken as a whole.
  static bool same_subscripts(const ArrayAccess& a, const ArrayAccess& b) {
    return std::equal(a.subscripts.begin(), a.subscripts.end(), b.subscripts.begin(), b.subscripts.end(),
                      [](const Polynomial& p, const Polynomial& q) { return p == q || (!p.valid() && !q.valid()); });
  }

  void join_group(std::vector<Group>& groups, const ArrayAccess* x) {
    const ElementUpdate& u = model_.updates[std::size_t(x->update)];
    for (Group& g : groups)
      if (same_access(*g.store->access, *x->access) && same_subscripts(*g.store, *x)) {
        g.members.push_back(x);
        g.one_class &= same_class(g.first->form, u.form, f_.arrays[x->array].elem);
        g.all_divide &= u.form.divides;
        return;
      }
    Group g;
    g.store = x;
    g.members = {x};
    g.first = &u;
    g.all_divide = u.form.divides;
    groups.push_back(std::move(g));
  }

  // ---- reads from a copy, and conditions decided when the loop is reached (rules 7, 8, 12) ----
  bool independent(const ArrayAccess& x, const ArrayAccess& y) const {
    return worst_conflict(model_, x, y, all_levels()).overlap == Overlap::Never;
  }

  // Whether `write` can have no effect on `read` in its own iteration: it comes later, or touches other elements.
  bool not_written_before(const ArrayAccess& write, const ArrayAccess& read) const {
    const bool common_loop = !write.inner.empty() && !read.inner.empty() && write.inner[0] == read.inner[0];
    return (&write > &read && !common_loop) || never_in_one_iteration(model_, write, read);
  }

  // One of the two, of which at least one writes, is a read that never sees what the other writes: it may read from a
  // copy made before the loop.
  bool copyable(const ArrayAccess& x, const ArrayAccess& y) const {
    const ArrayAccess &write = x.write ? x : y, &read = x.write ? y : x;
    if (read.write || read.update >= 0) return false;
    if (write.update >= 0 && !independent(write, write))
      return false;  // the operand of an accumulator does not read it
    return carried(model_, write, read, all_levels()) == Overlap::Never && not_written_before(write, read);
  }

  bool surely_reads_what_was_written(const ArrayAccess& x, const ArrayAccess& y) const {
    if (x.write == y.write) return false;
    return carried(model_, x.write ? x : y, x.write ? y : x, all_levels()) == Overlap::Surely;
  }

  void read_from_copy(const ArrayAccess& x, const ArrayAccess& y) { copied_.push_back(x.write ? &y : &x); }

  // What is asked when no condition is assumed has been answered with the conflict.
  bool copyable(const ArrayAccess& x, const ArrayAccess& y, const Conflict& c) const {
    if (c.overlap == Overlap::Surely) return copyable(x, y);
    return (x.write ? c.a_first : c.b_first) == Overlap::Never && copyable(x, y);
  }
  bool surely_reads_what_was_written(const ArrayAccess& x, const ArrayAccess& y, const Conflict& c) const {
    return c.overlap == Overlap::Surely && surely_reads_what_was_written(x, y);
  }

  bool condition(const ArrayAccess& x, const ArrayAccess& y, const std::function<bool()>& proved, bool weak) {
    return take(find_condition(model_, x, y, proved), weak);
  }
  bool take(const std::optional<ExprP>& c, bool weak) {
    if (!c) return false;
    if (as_int(**c) == 1) return true;
    if (weak && std::get<Binary>((*c)->node).op != BinaryOp::Ne) return false;
    require(*c);
    return true;
  }
  // The same comparison with its sides exchanged.
  static ExprP turned(const ExprP& c) {
    auto* n = std::get_if<Binary>(&c->node);
    if (!n || (n->op != BinaryOp::Lt && n->op != BinaryOp::Gt)) return c;
    return binary(n->op == BinaryOp::Lt ? BinaryOp::Gt : BinaryOp::Lt, n->b, n->a);
  }
  void require(const ExprP& c) {
    for (const ExprP& have : out_.plan.conditions)
      if (equal(have, c) || equal(have, turned(c))) return;
    out_.plan.conditions.push_back(c);
    out_.plan.checks.push_back(print(f_, *c));
  }

  // Undecided accesses: the nest is parallel under a condition, or with a copy, or with both.
  bool resolved(const ArrayAccess& x, const ArrayAccess& y, const Conflict& c) {
    if (copyable(x, y, c)) return read_from_copy(x, y), true;
    if (surely_reads_what_was_written(x, y, c) || (x.write && y.write && c.overlap == Overlap::Surely)) return false;
    const auto apart = find_condition(model_, x, y, [&] { return independent(x, y); });
    if (take(apart, true)) return true;
    const auto in_copy = find_condition(model_, x, y, [&] { return copyable(x, y); });
    const bool no_better = apart && in_copy && equal(*apart, *in_copy);
    if (!no_better && take(in_copy, false)) return read_from_copy(x, y), true;
    return take(apart, false);
  }

  // A read that is taken from a copy must be so everywhere it stands, and no write may reach it in its own iteration.
  void copied_reads(ArrayId a, const std::vector<const ArrayAccess*>& accesses) {
    for (const ArrayAccess* r : copied_) {
      if (r->array != a) continue;
      bool clean = true;
      for (const ArrayAccess* x : accesses) {
        if (x->write)
          clean &= not_written_before(*x, *r);
        else if (same_access(*x->access, *r->access))
          clean &= contains(copied_, x);
      }
      if (!clean) return overwritten(a, *r, *r);
      if (std::none_of(out_.from_copy.begin(), out_.from_copy.end(),
                       [&](const Access& have) { return same_access(have, *r->access); }))
        out_.from_copy.push_back(*r->access);
    }
  }

  void overwritten(ArrayId a, const ArrayAccess& write, const ArrayAccess& read) {
    problem(Kind::Undecided, "R011",
            fmt::format("an iteration overwrites an element of '{}' that an earlier one reads", array_name(a)),
            write.span, array_name(a), read.span,
            fmt::format("read from a copy: b = copy({0}) before the loop", array_name(a)));
  }

  // Part of an update that iterations meet at: `a[0] += e`, not `a[i] += e`.
  bool accumulates(const ArrayAccess& x) const { return x.update >= 0 && !independent(x, x); }

  // y is no part of an update.
  void pair(ArrayId a, const ArrayAccess& x, const ArrayAccess& y) {
    const Conflict c = worst_conflict(model_, x, y, all_levels());
    if (c.overlap == Overlap::Never || resolved(x, y, c)) return;
    const ArrayAccess &p = *c.first, &q = *c.second;
    const bool flows = surely_reads_what_was_written(x, y, c);
    const std::string split = split_advice(model_, x.write ? x : y, x.write ? y : x);
    if (c.overlap == Overlap::Maybe ||
        (x.write != y.write && !flows &&
         carried(model_, x.write ? x : y, x.write ? y : x, all_levels()) != Overlap::Never)) {
      if (x.update >= 0)
        return lost_update(
            "R012",
            fmt::format("an element of '{}' that is updated may be one that is used elsewhere in the loop",
                        array_name(a)),
            x.span, a, y.span);
      return problem(Kind::Undecided, "R011",
                     fmt::format("it cannot be shown that iterations use different elements of '{}'", array_name(a)),
                     p.span, array_name(a), q.span, split.empty() ? "#pragma force_parallel says that they do" : split);
    }
    if (accumulates(x))
      return problem(Kind::Proved, "R001",
                     fmt::format("an element of '{}' is accumulated and used elsewhere in the loop", array_name(a)),
                     y.span, array_name(a), x.span);
    if (p.write && q.write)
      return problem(Kind::Proved, "R009",
                     fmt::format("several iterations write the same element of '{}'", array_name(a)), p.span,
                     array_name(a), q.span, work_array_advice(model_, a));
    if (flows)
      return problem(Kind::Proved, "R007",
                     fmt::format("an iteration reads an element of '{}' that an earlier one wrote", array_name(a)),
                     (x.write ? y : x).span, array_name(a), (x.write ? x : y).span, split);
    overwritten(a, q, p);
  }

  // Is the updated location the same in several iterations, and if so, in which loops?
  void location(ArrayId a, Group& g, const std::vector<Group>& groups, const std::vector<const ArrayAccess*>& plain) {
    const Overlap self = worst_conflict(model_, *g.store, *g.store, all_levels()).overlap;
    if (self == Overlap::Never) return;  // a map
    if (self == Overlap::Maybe && condition(
                                      *g.store, *g.store, [&] { return independent(*g.store, *g.store); }, false))
      return;
    if (!g.one_class)
      return problem(Kind::Proved, "R002",
                     fmt::format("one element of '{}' is updated by two operators", array_name(a)),
                     g.members.back()->span, array_name(a), g.store->span);
    const bool known = std::all_of(g.store->subscripts.begin(), g.store->subscripts.end(),
                                   [&](const Polynomial& p) { return p.valid() && !has_quotient(model_.atoms, p); });
    if (!known) {
      const bool same = std::all_of(groups.begin(), groups.end(), [&](const Group& h) {
        return same_class(h.first->form, g.first->form, f_.arrays[a].elem);
      });
      if (plain.empty() && same) {
        g.unknown = true;
        return;
      }
      return problem(Kind::Undecided, "R011",
                     fmt::format("it is not known which elements of '{}' the iterations update", array_name(a)),
                     g.store->span, array_name(a));
    }
    std::vector<int> kept;
    for (std::size_t k = 0; k < covered_.size(); ++k) {
      const bool moves = std::any_of(g.store->subscripts.begin(), g.store->subscripts.end(),
                                     [&](const Polynomial& p) { return p.mentions(model_.counters[k]); });
      (moves ? kept : g.reduced).push_back(int(k));
    }
    for (Atom inner : g.store->inner)
      for (const auto& p : g.store->subscripts)
        if (p.mentions(inner)) return moves_with_a_loop(a, g);
    if (worst_conflict(model_, *g.store, *g.store, kept).overlap != Overlap::Never) return moves_with_a_loop(a, g);
    for (const auto& i : g.store->access->index)
      for (VarId v : assigned_variables(body_))
        if (count_reads(*i, Place{v, nullptr, Elem::I64}))
          return problem(
              Kind::Undecided, "R011",
              fmt::format("the element of '{}' is chosen by a variable that the loop assigns", array_name(a)),
              g.store->span, array_name(a));
    g.accumulates = true;
  }

  void moves_with_a_loop(ArrayId a, const Group& g) {
    lost_update("R004",
                fmt::format("the element of '{}' that is updated moves with a loop, and iterations may meet at it",
                            array_name(a)),
                g.store->span, a);
  }

  void between_groups(ArrayId a, const std::vector<Group>& groups) {
    for (std::size_t i = 0; i < groups.size(); ++i)
      for (std::size_t j = i + 1; j < groups.size(); ++j) {
        const Group &g = groups[i], &h = groups[j];
        if (g.unknown && h.unknown) continue;
        const bool accumulators = g.accumulates || h.accumulates || g.unknown || h.unknown;
        auto apart = [&] {
          return accumulators ? never_overlap(model_, *g.store, *h.store) : independent(*g.store, *h.store);
        };
        if (apart() || condition(*g.store, *h.store, apart, false)) continue;
        return lost_update("R012", fmt::format("two updated elements of '{}' may be one and the same", array_name(a)),
                           h.store->span, a, g.store->span);
      }
  }

  void accept(ArrayId a, const Group& g) {
    Accumulator x;
    x.name = element_name(f_, *g.store->access);
    x.element = *g.store->access;
    x.type = f_.arrays[a].elem;
    fill(x, g.first->form, g.store->span);
    x.divides = g.all_divide;
    x.scattered = g.unknown;
    if (!x.companions.empty())
      return problem(Kind::Refused, "R006", "companions of an array element are not recognised", g.store->span,
                     array_name(a));
    if (g.unknown) bins_ = true;
    out_.plan.accumulators.push_back(std::move(x));
    reduced_sets_.push_back(g.unknown ? all_levels() : g.reduced);
  }

  // a[i] = a[i-1] op e, where e may hold a[i] as it is before the loop, and a is otherwise untouched.
  bool array_scan(ArrayId a, const std::vector<const ArrayAccess*>& accesses) {
    if (covered_.size() != 1) return false;
    const ArrayAccess *store = nullptr, *load = nullptr;
    for (const ArrayAccess* x : accesses) {
      if (store) return false;  // all is read for the value that is stored
      if (x->write) store = x;
    }
    std::vector<const ArrayAccess*> own;
    for (const ArrayAccess* x : accesses) {
      if (x == store) continue;
      if (x->subscripts.size() != store->subscripts.size()) return false;
      if (same_access(*x->access, *store->access))
        own.push_back(x);
      else if (load && !same_access(*x->access, *load->access))
        return false;
      else
        load = x;
    }
    if (!load || own.size() + 2 != accesses.size()) return false;
    const Atom c = model_.counters[0];
    for (std::size_t d = 0; d < store->subscripts.size(); ++d) {
      if (has_quotient(model_.atoms, load->subscripts[d])) return false;
      if (!(store->subscripts[d] == load->subscripts[d].substitute(c, Polynomial::atom(c) + 1))) return false;
    }
    if (worst_conflict(model_, *store, *store, {0}).overlap != Overlap::Never) return false;
    const Store* statement = nullptr;
    for (const Stmt& s : body_)
      if (auto* w = std::get_if<Store>(&s.node); w && &w->access == store->access) statement = w;
    if (!statement) return false;
    auto m = match_value(statement->value, Place::of(f_, *load->access));
    auto* form = std::get_if<UpdateForm>(&m);
    if (!form || form->compare_form) return false;
    int here = 0;  // a[i] elsewhere may be read when it is overwritten
    for (const ArrayAccess* x : own) here -= x != nullptr;
    for_each_expr(*statement->value, [&](const Expr& e) {
      auto* l = std::get_if<Load>(&e.node);
      here += l && same_access(l->access, *store->access);
    });
    if (here != 0) return false;
    if (!own.empty()) out_.from_copy.push_back(*store->access);
    Accumulator x;
    x.name = array_name(a);
    x.element = *store->access;
    x.type = f_.arrays[a].elem;
    fill(x, *form, store->span);
    scans_.push_back(std::move(x));
    return true;
  }

  // ---- the verdict -----------------------------------------------------------------------------------------------
  // All accumulators must be reduced over the same loops: one set of reduced loops a plan.
  void accumulators_are_distinct() {
    if (spread_) spread();
    for (const auto& r : reduced_sets_)
      if (r != reduced_sets_[0])
        return problem(Kind::Refused, "R004", "the accumulators of the nest are reduced over different loops",
                       covered_[0]->lo->span);
  }

  // `s += A[i,j]; c[j] += A[i,j]`: the elements of c are bins of the loops that s is reduced over. Nothing else touches
  // them.
  void spread() {
    std::set<ArrayId> arrays;
    for (std::size_t k = 0; k < reduced_sets_.size(); ++k)
      if (const Accumulator& a = out_.plan.accumulators[k]; reduced_sets_[k] != all_levels()) {
        if (!a.element) return;
        arrays.insert(a.element->array);
      }
    for (const ArrayAccess& x : model_.accesses) {
      if (!arrays.count(x.array)) continue;
      const bool own =
          std::any_of(out_.plan.accumulators.begin(), out_.plan.accumulators.end(),
                      [&](const Accumulator& a) { return a.element && same_access(*a.element, *x.access); });
      if (x.update < 0 || !own) return;
    }
    for (std::size_t k = 0; k < reduced_sets_.size(); ++k) {
      Accumulator& a = out_.plan.accumulators[k];
      if (!a.element || !arrays.count(a.element->array)) continue;
      a.scattered = bins_ = true;
      reduced_sets_[k] = all_levels();
    }
  }

  // Running values beside each other or beside accumulators: all of them variables, none a part of what another sums
  // up.
  bool independent_scans() const {
    const auto& others = out_.plan.accumulators;
    if (scans_.size() == 1 && others.empty()) return true;
    auto plain = [](const Accumulator& a) { return !a.element && a.companions.empty(); };
    std::vector<VarId> all;
    for (const auto* list : {&scans_, &others})
      for (const Accumulator& a : *list) {
        if (!plain(a)) return false;
        all.push_back(a.var);
      }
    for (const Accumulator& s : scans_)
      for (const auto& tainted : taints_)
        if (tainted.count(s.var))
          for (VarId v : all)
            if (v != s.var && tainted.count(v)) return false;
    return true;
  }

  void verdict() {
    LoopPlan& p = out_.plan;
    for (const For* l : covered_) p.loops.push_back({l->var, name(l->var), false, {}});
    if (!reduced_sets_.empty())
      for (int k : reduced_sets_[0]) p.loops[std::size_t(k)].reduced = true;
    const bool arg = std::any_of(p.accumulators.begin(), p.accumulators.end(),
                                 [](const Accumulator& a) { return !a.companions.empty() || a.op == ReduceOp::First; });
    const bool all = std::all_of(p.loops.begin(), p.loops.end(), [](const PlannedLoop& l) { return l.reduced; });
    if (!scans_.empty()) {
      if (!independent_scans())
        problem(Kind::Refused, "R025",
                fmt::format("other accumulators of the loop need the running value '{}'", scans_[0].name),
                scans_[0].span, scans_[0].name, {},
                fmt::format("keep '{}' in an array, in a loop of its own before this one", scans_[0].name));
      p.verdict = Verdict::Scan;
      p.accumulators.insert(p.accumulators.begin(), std::make_move_iterator(scans_.begin()),
                            std::make_move_iterator(scans_.end()));
      p.loops[0].reduced = true;
    } else if (arg)
      p.verdict = Verdict::ArgReduce;
    else if (bins_)
      p.verdict = Verdict::Bins;
    else if (p.accumulators.empty())
      p.verdict = Verdict::Map;
    else
      p.verdict = all ? Verdict::Reduction : Verdict::Partial;
  }

  const Function& f_;
  const std::vector<const For*>& covered_;
  const Block& body_;
  const bool spread_;
  NestModel model_;
  Judgement out_;
  std::vector<VarId> companions_;
  std::vector<ExprP> resets_;  // what a running value that is being looked at is set to anew
  std::vector<Accumulator> scans_;
  std::vector<const ArrayAccess*> copied_;
  std::vector<std::vector<int>> reduced_sets_;  // of each accumulator
  bool bins_ = false;
  std::vector<std::set<VarId>> taints_;  // of running values: what depends on them
  std::set<ArrayId> packed_;             // arrays whose elements a running counter tells apart
  const std::set<ArrayId> late_ = read_after_store(body_, nullptr);
};

}  // namespace

Judgement judge(const Function& f, const std::vector<const For*>& covered, const Block& body, bool spread) {
  return Judge(f, covered, body, spread).run();
}

}  // namespace qc
