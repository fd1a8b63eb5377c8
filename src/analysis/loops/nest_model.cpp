#include "analysis/loops/nest_model.h"

#include <algorithm>

#include "ir/build.h"
#include "ir/effects.h"
#include "ir/moved_index.h"

namespace qc {

using namespace ir;

bool reads_any(const Expr& e, const std::set<VarId>& vars) {
  bool found = false;
  for_each_expr(e, [&](const Expr& x) {
    auto* r = std::get_if<VarRef>(&x.node);
    found |= r && vars.count(r->var);
  });
  return found;
}

std::map<VarId, int> assignment_counts(const Block& block) {
  std::map<VarId, int> out;
  for_each_stmt(block, [&](const Stmt& s) {
    if (auto* a = std::get_if<Assign>(&s.node)) ++out[a->var];
    if (auto* l = std::get_if<For>(&s.node)) out[l->var] += 2;
    if (auto* a = std::get_if<Atomic>(&s.node); a && a->old) out[*a->old] += 2;
  });
  return out;
}

bool is_invariant_scalar(const Expr& e, const std::set<VarId>& assigned) {
  bool reads_element = false;
  for_each_expr(e, [&](const Expr& x) { reads_element = reads_element || std::holds_alternative<Load>(x.node); });
  return !reads_element && !reads_any(e, assigned);
}

std::set<ArrayId> stored_arrays(const Block& block) {
  std::set<ArrayId> out;
  for_each_stmt(block, [&](const Stmt& s) {
    if (auto* w = std::get_if<Store>(&s.node)) out.insert(w->access.array);
    if (auto* a = std::get_if<Atomic>(&s.node)) out.insert(a->access.array);
  });
  return out;
}

std::set<VarId> read_variables(const Expr& e) {
  std::set<VarId> out;
  for_each_expr(e, [&](const Expr& x) {
    if (auto* r = std::get_if<VarRef>(&x.node)) out.insert(r->var);
  });
  return out;
}

namespace {

void count_reads(const Block& block, std::set<VarId>& counters, std::map<VarId, int>& reads) {
  for (const Stmt& s : block) {
    for_each_root(s, [&](const ExprP& root) {
      for_each_expr(*root, [&](const Expr& e) {
        auto* r = std::get_if<VarRef>(&e.node);
        if (r && !counters.count(r->var)) ++reads[r->var];
      });
    });
    if (auto* i = std::get_if<If>(&s.node)) {
      count_reads(i->then, counters, reads);
      count_reads(i->otherwise, counters, reads);
    } else if (auto* l = std::get_if<For>(&s.node)) {
      const bool begins = !assigned_variables(l->body).count(l->var) && counters.insert(l->var).second;
      count_reads(l->body, counters, reads);
      if (begins) counters.erase(l->var);
    } else if (auto* w = std::get_if<While>(&s.node)) {
      count_reads(w->body, counters, reads);
    }
  }
}

}  // namespace

std::map<VarId, int> reads_of_values(const Block& block) {
  std::set<VarId> counters;
  std::map<VarId, int> reads;
  count_reads(block, counters, reads);
  return reads;
}

bool leaves_early(const Block& block) {
  bool found = false;
  for_each_stmt(block, [&](const Stmt& s) {
    found |= std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node) ||
             std::holds_alternative<Return>(s.node);
  });
  return found;
}

bool jumps_out(const Block& block) {
  return std::any_of(block.begin(), block.end(), [](const Stmt& s) {
    auto* i = std::get_if<If>(&s.node);
    return std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node) ||
           (i && (jumps_out(i->then) || jumps_out(i->otherwise)));
  });
}

bool ends_early(const Block& body) { return jumps_out(body) || returns(body); }

bool returns(const Block& block) {
  bool found = false;
  for_each_stmt(block, [&](const Stmt& s) { found |= std::holds_alternative<Return>(s.node); });
  return found;
}

bool NestModel::invariant(const Expr& e) const {
  bool ok = true;
  for_each_expr(e, [&](const Expr& x) {
    if (auto* v = std::get_if<VarRef>(&x.node)) ok &= !assigned.count(v->var);
    if (auto* l = std::get_if<Load>(&x.node)) ok &= !stored.count(l->access.array);
    if (std::holds_alternative<Builtin>(x.node) || std::holds_alternative<Shuffle>(x.node) ||
        std::holds_alternative<Ballot>(x.node) || std::holds_alternative<ActiveMask>(x.node))
      ok = false;
  });
  return ok;
}

std::vector<ExprP> quotient_conditions(const NestModel& m, const ArrayAccess& x) {
  std::vector<ExprP> out;
  for (const Polynomial& p : x.subscripts)
    for (Atom q : p.atoms())
      if (m.atoms[q].kind == AtomInfo::Kind::Quotient && m.atoms[q].expr) out.push_back(m.atoms[q].expr);
  return out;
}

bool NestModel::is_covered(Atom a) const { return std::find(counters.begin(), counters.end(), a) != counters.end(); }

namespace {

// What variables hold that is the same in every iteration, by branches as well: `y = 2; if q < 2 then y = q end` is
// `q < 2 ? q : 2`. Of what the nest does not change, and computed without elements and what may fail.
class SteadyValues {
 public:
  explicit SteadyValues(const NestModel& m) : m_(&m) {}

  // The expression with them in the place of their variables.
  ExprP in_terms(const ExprP& e) const {
    return rewrite_expr(e, [&](const ExprP& x) {
      auto* r = std::get_if<VarRef>(&x->node);
      const auto it = r ? values_.find(r->var) : values_.end();
      return it == values_.end() ? x : it->second;
    });
  }

  // The value of an expression that is one itself; null: it is none.
  ExprP value(const ExprP& e) const {
    constexpr int kMostNodes = 64;
    const ExprP v = in_terms(e);
    int nodes = 0;
    bool fits = m_->invariant(*v);
    for_each_expr(*v, [&](const Expr& x) {
      auto* b = std::get_if<Binary>(&x.node);
      const bool may_fail = b && b->site != kNoSite && as_int(*b->b).value_or(0) == 0;
      fits &= ++nodes <= kMostNodes && !std::holds_alternative<Load>(x.node) && !may_fail;
    });
    return fits ? v : nullptr;
  }

  void assign(VarId v, const ExprP& e) {
    if (const ExprP steady = value(e))
      values_[v] = steady;
    else
      values_.erase(v);
  }
  void forget(VarId v) { values_.erase(v); }

  // Behind both branches, this one and that of the condition; null: of one that is not steady.
  void meet(const SteadyValues& then, const ExprP& condition) {
    for (auto it = values_.begin(); it != values_.end();) {
      const auto other = then.values_.find(it->first);
      ExprP both = other == then.values_.end()        ? nullptr
                   : equal(other->second, it->second) ? it->second
                   : condition                        ? value(select(condition, other->second, it->second))
                                                      : nullptr;
      it = both ? (it->second = std::move(both), std::next(it)) : values_.erase(it);
    }
  }

 private:
  const NestModel* m_;
  std::map<VarId, ExprP> values_;
};

// Walks the nest in order of execution, keeping what is known of integer variables as polynomials.
class Modeller {
 public:
  explicit Modeller(NestModel& m) : m_(m), f_(*m.function), steady_(m) {}

  void run(const std::vector<const For*>& covered, const Block& body) {
    for (const For* l : covered) {
      // Bounds are evaluated before the loop; bounds that the nest changes are not known here.
      Polynomial trip;
      m_.first_values.push_back(end(l->lo));
      m_.counters.push_back(enter(*l, &trip));
      m_.trips_less_one.push_back(trip);
      m_.atoms.assume_nonneg(trip);
    }
    block(body);
  }

 private:
  Polynomial poly(const ExprP& e) {
    if (e->type == Elem::I64) {
      if (auto c = as_int(*e)) return *c;
      if (auto* v = std::get_if<VarRef>(&e->node)) {
        auto it = env_.find(v->var);
        if (it != env_.end()) return it->second;
        return m_.assigned.count(v->var) ? Polynomial::unknown() : Polynomial::atom(m_.atoms.symbol(e));
      }
      if (auto p = operation(*e); p.valid()) return p;
    }
    if (!m_.invariant(*e)) return Polynomial::unknown();
    const Polynomial symbol = Polynomial::atom(m_.atoms.symbol(e));
    assume_extreme(*e, symbol);
    return symbol;
  }

  // `max(a,b)`, which is neither of the two as far as is known, is not below them.
  void assume_extreme(const Expr& e, const Polynomial& symbol) {
    auto* n = std::get_if<Binary>(&e.node);
    if (!n || e.type != Elem::I64 || (n->op != BinaryOp::Max && n->op != BinaryOp::Min)) return;
    for (const ExprP& x : {n->a, n->b})
      if (const Polynomial p = poly(x); p.valid())
        m_.atoms.assume_nonneg(n->op == BinaryOp::Max ? symbol - p : p - symbol);
  }

  Polynomial operation(const Expr& e) {
    if (auto* n = std::get_if<Unary>(&e.node))
      return n->op == UnaryOp::Neg ? Polynomial(-1) * poly(n->a) : Polynomial::unknown();
    if (auto* n = std::get_if<Fma>(&e.node)) return poly(n->a) * poly(n->b) + poly(n->c);
    auto* n = std::get_if<Binary>(&e.node);
    if (!n) return Polynomial::unknown();
    switch (n->op) {
      case BinaryOp::Add:
        return poly(n->a) + poly(n->b);
      case BinaryOp::Sub:
        return poly(n->a) - poly(n->b);
      case BinaryOp::Mul:
        return poly(n->a) * poly(n->b);
      case BinaryOp::Shl: {
        auto c = poly(n->b).constant();
        return c && *c >= 0 && *c < 32 ? poly(n->a) * Polynomial(std::int64_t{1} << *c) : Polynomial::unknown();
      }
      case BinaryOp::DivTrunc:
      case BinaryOp::DivFloor:
        return m_.invariant(e) ? quotient(poly(n->a), poly(n->b), n->op) : division(*n).quotient;
      case BinaryOp::Mod:
      case BinaryOp::Periodize:
        return m_.invariant(e) ? Polynomial::unknown() : division(*n).remainder;
      case BinaryOp::Max: {
        auto a = poly(n->a), b = poly(n->b);
        return m_.atoms.proves_nonneg(a - b) ? a : m_.atoms.proves_nonneg(b - a) ? b : Polynomial::unknown();
      }
      case BinaryOp::Min: {
        auto a = poly(n->a), b = poly(n->b);
        return m_.atoms.proves_nonneg(a - b) ? b : m_.atoms.proves_nonneg(b - a) ? a : Polynomial::unknown();
      }
      default:
        return Polynomial::unknown();
    }
  }

  // a, which is known, / c where every coefficient, but for a constant one, is a multiple of c.
  Polynomial quotient(const Polynomial& a, const Polynomial& b, BinaryOp op) {
    const std::int64_t c = b.constant().value_or(0);
    if (c == 0) return Polynomial::unknown();
    Polynomial out;
    for (const auto& [m, k] : a.terms()) {
      if (k % c != 0) {
        const bool down = op == BinaryOp::DivFloor || m_.atoms.proves_nonneg(a);
        if (!m.empty() || c < 0 || !down) return Polynomial::unknown();
        out = out + Polynomial((k - (k % c + c) % c) / c);
        continue;
      }
      Polynomial term(k / c);
      for (Atom x : m) term = term * Polynomial::atom(x);
      out = out + term;
    }
    return out;
  }

  struct Division {
    Polynomial quotient, remainder;
  };
  struct Divided {
    Polynomial a, b;
    bool down;
    Division into;
  };

  // The same two are divided once: what is assumed of a remainder may prove more where they are met again, and the same
  // subscript has to be the same polynomial.
  Division division(const Binary& n) {
    const Polynomial a = poly(n.a), b = poly(n.b);
    if (!a.valid() || !b.valid()) return {Polynomial::unknown(), Polynomial::unknown()};
    const bool down = n.op == BinaryOp::DivFloor || n.op == BinaryOp::Periodize;
    for (const Divided& d : divisions_)
      if (d.a == a && d.b == b && d.down == down) return d.into;
    const Division into = divided(n, a, b, down);
    if (into.quotient.valid()) divisions_.push_back({a, b, down, into});
    return into;
  }
  // a / b and a mod b of values that change in the nest: a == b * quotient + remainder, with one atom for the quotient
  // of the same two.
  Division divided(const Binary& n, const Polynomial& a, const Polynomial& b, bool down) {
    const bool not_negative = m_.atoms.proves_nonneg(a), positive = m_.atoms.proves_positive(b);
    const auto whole = [&](const Polynomial& q) { return Division{q, a - b * q}; };
    if (not_negative && m_.atoms.proves_nonneg(b - a - 1)) return whole(0);
    if (const Polynomial q = quotient(a, b, down ? BinaryOp::DivFloor : BinaryOp::DivTrunc); q.valid()) return whole(q);
    // Of what is not negative both kinds of quotients are one where the divisor is positive: where nothing says so, a
    // condition does.
    const bool as_one = down && not_negative;
    if (as_one && !positive && !m_.invariant(*n.b)) return {Polynomial::unknown(), Polynomial::unknown()};
    const Atom q =
        quotient_atom({a, b, down && !as_one, as_one && !positive ? binary(BinaryOp::Gt, n.b, int_const(0)) : nullptr});
    if (not_negative && (positive || as_one) && m_.atoms[q].at_least.empty()) m_.atoms[q].at_least.push_back(0);
    const Division d = whole(Polynomial::atom(q));
    if (positive && (not_negative || down)) {
      m_.atoms.assume_nonneg(d.remainder);
      m_.atoms.assume_nonneg(b - d.remainder - 1);
    }
    return d;
  }

  struct Quotient {
    Polynomial a, b;
    bool down;
    ExprP condition;
    Atom atom = 0;
  };
  Atom quotient_atom(Quotient q) {
    // A quotient that is divided again is a quotient by the product.
    const auto of = std::find_if(quotients_.begin(), quotients_.end(),
                                 [&](const Quotient& k) { return !k.down && q.a == Polynomial::atom(k.atom); });
    if (!q.down && of != quotients_.end()) q = {of->a, of->b * q.b, false, both(m_.atoms[of->atom].expr, q.condition)};
    auto same = std::find_if(quotients_.begin(), quotients_.end(),
                             [&](const Quotient& k) { return k.a == q.a && k.b == q.b && k.down == q.down; });
    if (same == quotients_.end()) {
      AtomInfo info;
      info.kind = AtomInfo::Kind::Quotient;
      info.depth = 4;
      q.atom = m_.atoms.fresh(std::move(info));
      same = quotients_.insert(same, q);
    }
    m_.atoms[same->atom].expr = both(m_.atoms[same->atom].expr, q.condition);
    return same->atom;
  }
  static ExprP both(const ExprP& a, const ExprP& b) {
    return !a || !b || equal(a, b) ? (a ? a : b) : binary(BinaryOp::And, a, b);
  }

  // What e is at most, where it is a minimum: the operands, each with what is added to it.
  std::vector<Polynomial> upper_bounds(const ExprP& e) {
    auto* n = std::get_if<Binary>(&e->node);
    if (!n) return {};
    std::vector<Polynomial> out;
    if (n->op == BinaryOp::Min) {
      for (const ExprP& x : {n->a, n->b}) {
        out.push_back(poly(x));
        for (auto& p : upper_bounds(x)) out.push_back(std::move(p));
      }
    } else if (n->op == BinaryOp::Add || n->op == BinaryOp::Sub) {
      for (const auto& p : upper_bounds(n->a)) out.push_back(n->op == BinaryOp::Add ? p + poly(n->b) : p - poly(n->b));
    }
    return out;
  }

  // The operands of which e is the extreme (Min, Max); e itself where it is none.
  std::vector<ExprP> operands_of(BinaryOp extreme, const ExprP& e) {
    auto* n = std::get_if<Binary>(&e->node);
    std::vector<ExprP> out;
    if (n && n->op == extreme) {
      out = operands_of(extreme, n->a);
      for (ExprP& p : operands_of(extreme, n->b)) out.push_back(std::move(p));
    } else if (n && (n->op == BinaryOp::Add || n->op == BinaryOp::Sub)) {
      for (const ExprP& p : operands_of(extreme, n->a)) out.push_back(binary(n->op, p, n->b));
    } else {
      out.push_back(e);
    }
    return out;
  }

  // Whether it goes by one.
  static bool is_each(const For& l) { return std::abs(as_int(*l.step).value_or(0)) == 1; }

  // Around::runs of a loop whose number of iterations is not affine: nothing that its lower end is the greatest of lies
  // above anything that its upper end is the least of.
  std::vector<Polynomial> runs(const For& l) {
    const std::int64_t step = as_int(*l.step).value_or(0);
    if (step == 0) return {Polynomial::unknown()};
    std::vector<Polynomial> out;
    const ExprP lo = steady_.in_terms(l.lo), hi = steady_.in_terms(l.hi);
    for (const ExprP& above : operands_of(BinaryOp::Min, step > 0 ? hi : lo))
      for (const ExprP& below : operands_of(BinaryOp::Max, step > 0 ? lo : hi)) out.push_back(reaches(below, above));
    return out;
  }

  // above - below, not negative where any of what `below` is the least of lies below any of what `above` is the
  // greatest of: the pair that is not known to be apart, `min(i,M)..M-1` runs where i <= M-1.
  Polynomial reaches(const ExprP& below, const ExprP& above) {
    std::vector<Polynomial> out;
    for (const ExprP& a : operands_of(BinaryOp::Max, above))
      for (const ExprP& b : operands_of(BinaryOp::Min, below)) {
        const Polynomial d = without_quotient(poly(a)) - without_quotient(poly(b));
        if (!m_.atoms.proves_nonneg(Polynomial(-1) - d)) out.push_back(d);
      }
    return out.empty() ? Polynomial(-1) : out.size() == 1 ? out[0] : Polynomial::unknown();
  }

  // Of a branch that is taken where the condition is `holds`.
  std::vector<Polynomial> taken(const Expr& condition, bool holds) {
    if (const auto c = as_int(condition)) return {(*c != 0) == holds ? 0 : -1};
    if (auto* u = std::get_if<Unary>(&condition.node); u && u->op == UnaryOp::Not) return taken(*u->a, !holds);
    auto* n = std::get_if<Binary>(&condition.node);
    if (n && n->op == (holds ? BinaryOp::And : BinaryOp::Or)) {
      auto out = taken(*n->a, holds);
      for (Polynomial& p : taken(*n->b, holds)) out.push_back(std::move(p));
      return out;
    }
    if (!n || !is_comparison(n->op) || n->a->type != Elem::I64 || n->b->type != Elem::I64)
      return {Polynomial::unknown()};
    const Polynomial d = without_quotient(poly(n->b)) - without_quotient(poly(n->a)), back = Polynomial(-1) * d;
    switch (n->op) {
      case BinaryOp::Lt:
        return {holds ? d - 1 : back};
      case BinaryOp::Le:
        return {holds ? d : back - 1};
      case BinaryOp::Gt:
        return {holds ? back - 1 : d};
      case BinaryOp::Ge:
        return {holds ? back : d - 1};
      default:
        return (n->op == BinaryOp::Eq) == holds ? std::vector{d, back} : std::vector{Polynomial::unknown()};
    }
  }

  // An end of a loop. Ends go into the bounds of its counter, which are the same in all iterations around it: quotients
  // are not.
  Polynomial end(const ExprP& e) { return without_quotient(poly(steady_.in_terms(e))); }
  Polynomial without_quotient(const Polynomial& p) const {
    return has_quotient(m_.atoms, p) ? Polynomial::unknown() : p;
  }

  // The steps from the first to the last value of a loop that does not go by one: a symbol, where its ends do not
  // change.
  Polynomial whole_steps(const For& l, std::int64_t step, const Polynomial& far) {
    if (!far.valid() || !m_.invariant(*l.lo) || !m_.invariant(*l.hi)) return Polynomial::unknown();
    const ExprP forwards = step > 0 ? sub(l.hi, l.lo) : sub(l.lo, l.hi);
    const std::int64_t size = std::abs(step);
    const Polynomial steps = Polynomial::atom(m_.atoms.symbol(binary(BinaryOp::DivFloor, forwards, int_const(size))));
    m_.atoms.assume_nonneg(far - Polynomial(size) * steps);
    m_.atoms.assume_nonneg(Polynomial(size) * steps + (size - 1) - far);
    return steps;
  }

  // Binds the loop's variable to lo + step * counter. trip: iterations less one, or unknown.
  Atom enter(const For& l, Polynomial* trip_out) {
    const Polynomial lo = end(l.lo), hi = end(l.hi), step = end(l.step);
    AtomInfo info;
    info.kind = AtomInfo::Kind::Counter;
    info.var = l.var;
    info.depth = 10 + ++depth_;
    info.at_least.push_back(0);
    Polynomial trip = Polynomial::unknown();
    if (auto s = step.constant(); s && *s != 0) {
      const Polynomial far = *s > 0 ? hi - lo : lo - hi;
      const std::int64_t size = std::abs(*s);
      trip = far;
      if (size != 1) {
        const auto span = far.constant();
        trip = !span ? whole_steps(l, *s, far) : *span < 0 ? -1 : *span / size;
        info.at_most.push_back(trip);
      }
      info.at_most.push_back(far);  // weaker, and true, where the steps are longer
      if (*s > 0)
        for (const auto& most : upper_bounds(steady_.in_terms(l.hi)))
          info.at_most.push_back(most - lo);  // c = 16*t..min(16*t+15, n-1)
      if (*s < 0 && !trip.valid())
        for (Polynomial& most : runs(l)) info.at_most.push_back(std::move(most));  // c = n..-1..max(t, m)
    }
    std::erase_if(info.at_most, [](const Polynomial& p) { return !p.valid(); });
    const bool is_once = std::any_of(info.at_most.begin(), info.at_most.end(), [&](const Polynomial& p) {
      return !p.constant() && m_.atoms.proves_nonneg(Polynomial(-1) * p);
    });
    if (is_once) info.at_most.push_back(0);  // i = max(lo,k)..min(hi,k)
    const Atom a = m_.atoms.fresh(std::move(info));
    // A step of 0 runs nothing, so within the loop it is not 0.
    if (step.terms().size() == 1 && step.terms().begin()->first.size() == 1)
      m_.atoms[step.terms().begin()->first[0]].nonzero = true;
    env_[l.var] = lo + step * Polynomial::atom(a);
    if (trip_out) *trip_out = trip;
    return a;
  }

  void forget(const Block& b) {
    for (VarId v : assigned_variables(b)) {
      env_.erase(v);
      steady_.forget(v);
    }
  }

  void block(const Block& b) {
    for (const Stmt& s : b) statement(s);
  }

  void statement(const Stmt& s) {
    if (auto* n = std::get_if<Assign>(&s.node)) {
      loads(*n->value, s, -1, nullptr);
      const Polynomial p = n->value->type == Elem::I64 ? poly(n->value) : Polynomial::unknown();
      if (p.valid())
        env_[n->var] = p;
      else
        env_.erase(n->var);
      steady_.assign(n->var, n->value);
    } else if (auto* n = std::get_if<Store>(&s.node))
      store(*n, s);
    else if (auto* n = std::get_if<If>(&s.node))
      branch(*n, s);
    else if (auto* n = std::get_if<For>(&s.node))
      loop(*n, s);
    else if (auto* n = std::get_if<While>(&s.node)) {
      forget(n->body);
      loads(*n->condition, s, -1, nullptr);
      around_.push_back({Around::Kind::Perhaps, n});
      const int conditional = conditional_++;
      block(n->body);
      leave_loop(n->body, conditional);
      around_.pop_back();
      forget(n->body);
    } else {
      for_each_root(s, [&](const ExprP& e) { loads(*e, s, -1, nullptr); });
      if (std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node))
        ++conditional_;  // what follows may be skipped
    }
  }

  void branch(const If& n, const Stmt& s) {
    int update = -1;
    for (const Stmt& t : n.then)
      if (auto* w = std::get_if<Store>(&t.node); w && update < 0)
        if (auto m = match_compare_if(n, Place::of(f_, w->access)))
          if (auto* form = std::get_if<UpdateForm>(&*m)) update = add_update(*form, w->access, t.span);
    loads(*n.condition, s, update, update < 0 ? nullptr : m_.updates[std::size_t(update)].access);
    const auto before = env_;
    const SteadyValues steady_before = steady_;
    const ExprP condition = steady_.value(n.condition);
    ++conditional_;
    compare_update_ = update;
    std::vector<Polynomial> otherwise = taken(*n.condition, false);
    around_.push_back({Around::Kind::Then, &n, 0, {}, taken(*n.condition, true)});
    block(n.then);
    around_.back().kind = Around::Kind::Otherwise;
    around_.back().runs = std::move(otherwise);
    compare_update_ = -1;
    auto after_then = std::move(env_);
    env_ = before;
    const SteadyValues steady_then = steady_;
    steady_ = steady_before;
    block(n.otherwise);
    around_.pop_back();
    --conditional_;
    std::erase_if(
        env_, [&](const auto& kv) { return !after_then.count(kv.first) || !(after_then.at(kv.first) == kv.second); });
    steady_.meet(steady_then, condition);
  }

  void loop(const For& n, const Stmt& s) {
    for (const ExprP* e : {&n.lo, &n.step, &n.hi}) loads(**e, s, -1, nullptr);
    // lo, hi and step are those of the entry; the body's variables are unknown from the second iteration on.
    const auto entry = env_;
    const SteadyValues steady_entry = steady_;
    forget(n.body);
    auto body_env = env_;
    env_ = entry;
    const SteadyValues steady_body = steady_;
    steady_ = steady_entry;
    const int depth = depth_;
    std::vector<Polynomial> all = runs(n), less_one;
    Polynomial trip;
    const Atom a = enter(n, &trip);
    if (trip.valid())
      all = less_one = {trip};
    else if (is_each(n) && std::all_of(all.begin(), all.end(), [](const Polynomial& p) { return p.valid(); }))
      less_one = all;
    const auto bound = env_.find(n.var);
    if (bound != env_.end()) body_env[n.var] = bound->second;
    env_ = std::move(body_env);
    steady_ = steady_body;
    steady_.forget(n.var);
    inner_.push_back(a);
    around_.push_back(
        {ends_early(n.body) ? Around::Kind::Perhaps : Around::Kind::Loop, &n, a, std::move(less_one), std::move(all)});
    const int conditional = conditional_;
    block(n.body);
    leave_loop(n.body, conditional);
    around_.pop_back();
    inner_.pop_back();
    depth_ = depth;
    forget(n.body);
    env_.erase(n.var);
    steady_.forget(n.var);
  }

  // What follows a jump in its body may be skipped; what follows the loop is not, unless the jump leaves that too.
  void leave_loop(const Block& body, int conditional) {
    if (!returns(body)) conditional_ = conditional;
  }

  int add_update(const UpdateForm& form, const Access& access, Span span) {
    m_.updates.push_back({form, &access, span});
    return int(m_.updates.size() - 1);
  }

  void store(const Store& n, const Stmt& s) {
    int update = compare_update_;
    if (update < 0) {  // else the one store of the branch that the update is
      auto m = match_value(n.value, Place::of(f_, n.access));
      if (auto* form = std::get_if<UpdateForm>(&m)) update = add_update(*form, n.access, s.span);
    }
    for (const auto& i : n.access.index) loads(*i, s, -1, nullptr);
    loads(*n.value, s, update, update < 0 ? nullptr : &n.access);
    access(n.access, true, s.span, update);
  }

  // `self`: the element that an update reads and writes; its loads belong to the update.
  void loads(const Expr& e, const Stmt& s, int update, const Access* self) {
    if (auto* l = std::get_if<Load>(&e.node))
      access(l->access, false, e.span.valid() ? e.span : s.span, self && same_access(l->access, *self) ? update : -1);
    for_each_operand(e, [&](const ExprP& a) { loads(*a, s, update, self); });
  }

  void access(const Access& a, bool write, Span span, int update) {
    ArrayAccess x;
    x.array = a.array;
    x.write = write;
    x.conditional = conditional_ > 0;
    x.update = update;
    x.inner = inner_;
    x.around = around_;
    x.span = span;
    x.access = &a;
    // These modes move the index of a read, so that different subscripts may name one element. A write outside is an
    // error, so what is written, and what an update reads where it writes, is where the subscript says.
    const bool moved = ir::moves(a.boundary) && !write && update < 0;
    for (const auto& i : a.index) x.subscripts.push_back(moved ? Polynomial::unknown() : poly(i));
    m_.accesses.push_back(std::move(x));
  }

  NestModel& m_;
  const Function& f_;
  SteadyValues steady_;
  std::map<VarId, Polynomial> env_;
  std::vector<Quotient> quotients_;
  std::vector<Divided> divisions_;
  std::vector<Atom> inner_;
  std::vector<Around> around_;
  int depth_ = 0, conditional_ = 0, compare_update_ = -1;
};

}  // namespace

NestModel model_nest(const Function& f, const std::vector<const For*>& covered, const Block& body) {
  NestModel m;
  m.function = &f;
  m.loops = covered;
  m.assigned = assigned_variables(covered.empty() ? body : covered[0]->body);
  for (const For* l : covered) m.assigned.insert(l->var);
  m.stored = stored_arrays(covered.empty() ? body : covered[0]->body);
  Modeller(m).run(covered, body);
  return m;
}

}  // namespace qc
