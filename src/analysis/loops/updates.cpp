#include "analysis/loops/updates.h"

#include <cmath>

#include "analysis/loops/own_statements.h"
#include "ir/build.h"
#include "ir/int_range.h"

namespace qc {

using namespace ir;

bool same_access(const Access& a, const Access& b) {
  if (a.array != b.array || a.index.size() != b.index.size()) return false;  // a linear one has one index
  for (std::size_t i = 0; i < a.index.size(); ++i)
    if (!equal(a.index[i], b.index[i])) return false;
  return true;
}

bool is_place(const Expr& e, const Place& place) {
  if (place.element) {
    auto* l = std::get_if<Load>(&e.node);
    return l && same_access(l->access, *place.element);
  }
  auto* v = std::get_if<VarRef>(&e.node);
  return v && v->var == place.var;
}

int count_reads(const Expr& e, const Place& place) {
  int n = 0;
  for_each_expr(e, [&](const Expr& x) { n += is_place(x, place); });
  return n;
}

namespace {

std::optional<ReduceOp> lattice_op(BinaryOp op) {
  switch (op) {
    case BinaryOp::Min:
      return ReduceOp::Min;
    case BinaryOp::Max:
      return ReduceOp::Max;
    case BinaryOp::BitAnd:
      return ReduceOp::BitAnd;
    case BinaryOp::BitOr:
      return ReduceOp::BitOr;
    case BinaryOp::BitXor:
      return ReduceOp::BitXor;
    case BinaryOp::And:
      return ReduceOp::And;
    case BinaryOp::Or:
      return ReduceOp::Or;
    default:
      return {};
  }
}

// Wrapping ints to the width of the place commutes with +, * and the bitwise operators, so that doing it once, at the
// end, gives the same as doing it on the way. Steps on the way that leave at least that width do not show either.
ExprP without_wrapping(const ExprP& e, const Place& place) {
  auto* c = std::get_if<Cast>(&e->node);
  if (!c || !is_int(c->to) || c->a->type != Elem::I64 || byte_size(c->to) < byte_size(place.elem)) return e;
  return without_wrapping(c->a, place);
}

// What is left of an expression after the place was taken out of it: null when it was the place itself, of two operands
// never. nullopt: the place is not a plain operand of the chain.
using Rest = std::optional<ExprP>;

// The place with its sign, and what is left: e == place + rest or e == rest - place. rest is null when there is none.
struct SumRest {
  ExprP rest;
  bool negative = false;
};
std::optional<SumRest> split_sum(const ExprP& e, const Place& place);

std::optional<SumRest> split_sum(const Binary& n, const Place& place) {
  const bool left = mentions(*n.a, place), right = mentions(*n.b, place), minus = n.op == BinaryOp::Sub;
  if (left == right) return {};
  auto r = split_sum(left ? n.a : n.b, place);
  if (!r) return {};
  if (left)
    r->rest = minus ? (r->rest ? sub(r->rest, n.b) : unary(UnaryOp::Neg, n.b)) : (r->rest ? add(r->rest, n.b) : n.b);
  else {
    r->rest = minus ? (r->rest ? sub(n.a, r->rest) : n.a) : (r->rest ? add(n.a, r->rest) : n.a);
    r->negative ^= minus;
  }
  return r;
}

std::optional<SumRest> split_sum(const ExprP& given, const Place& place) {
  const ExprP e = without_wrapping(given, place);
  if (is_place(*e, place)) return SumRest{};
  if (auto* n = std::get_if<Binary>(&e->node); n && (n->op == BinaryOp::Add || n->op == BinaryOp::Sub))
    return split_sum(*n, place);
  if (auto* n = std::get_if<Unary>(&e->node); n && n->op == UnaryOp::Neg) {
    auto r = split_sum(n->a, place);
    if (r) *r = {r->rest ? unary(UnaryOp::Neg, r->rest) : nullptr, !r->negative};
    return r;
  }
  if (auto* n = std::get_if<Fma>(&e->node)) {
    if (mentions(*n->a, place) || mentions(*n->b, place)) return {};
    auto r = split_sum(n->c, place);
    if (r) r->rest = r->rest ? fma(n->a, n->b, r->rest) : mul(n->a, n->b);
    return r;
  }
  return {};
}

Rest without_in_sum(const ExprP& e, const Place& place) {
  auto r = split_sum(e, place);
  if (!r || r->negative) return {};
  return r->rest;
}

struct Quotient {
  ExprP factors, divisors;
};  // either may be null

ExprP times(const ExprP& a, const ExprP& b) { return !a ? b : !b ? a : mul(a, b); }

std::optional<Quotient> without_in_product(const ExprP& given, const Place& place) {
  const ExprP e = without_wrapping(given, place);
  if (is_place(*e, place)) return Quotient{};
  if (auto* u = std::get_if<Unary>(&e->node); u && u->op == UnaryOp::Neg) {  // -v is v * -1
    auto q = without_in_product(u->a, place);
    if (q) q->factors = times(is_float(e->type) ? float_const(-1, e->type) : int_const(-1), q->factors);
    return q;
  }
  auto* n = std::get_if<Binary>(&e->node);
  if (!n || (n->op != BinaryOp::Mul && n->op != BinaryOp::Div)) return {};
  const bool left = mentions(*n->a, place), right = mentions(*n->b, place);
  if (left == right || (right && n->op == BinaryOp::Div)) return {};
  auto q = without_in_product(left ? n->a : n->b, place);
  if (!q) return {};
  if (n->op == BinaryOp::Div)
    q->divisors = times(q->divisors, n->b);
  else
    q->factors = left ? times(q->factors, n->b) : times(n->a, q->factors);
  return q;
}

Rest without_in_chain(const ExprP& given, const Place& place, BinaryOp op) {
  const bool chooses = op == BinaryOp::Min || op == BinaryOp::Max;
  const ExprP e = chooses ? given : without_wrapping(given, place);
  if (is_place(*e, place)) return ExprP();
  auto* n = std::get_if<Binary>(&e->node);
  if (!n || n->op != op) return {};
  const bool left = mentions(*n->a, place), right = mentions(*n->b, place);
  if (left == right) return {};
  Rest r = without_in_chain(left ? n->a : n->b, place, op);
  if (!r) return {};
  if (left) return *r ? binary(op, *r, n->b) : n->b;
  return *r ? binary(op, n->a, *r) : n->a;
}

// What a place of a narrow type is given before it is brought into its range.
ExprP without_narrowing(const ExprP& value, const Place& place) {
  auto* c = std::get_if<Cast>(&value->node);
  if (!c || c->to != place.elem || c->a->type != value_elem(place.elem)) return value;
  return c->a;
}

// Whether the least (the greatest) of the place's value and e can be stored there as it is. It is the place's value or
// beyond it on one side, so only the other side matters. Rounding to a half keeps the order of what it rounds, so that
// min and max commute with it.
bool choice_fits(ReduceOp op, bool compared, const ExprP& e, const Place& place) {
  if (place.elem == value_elem(place.elem) || (place.elem == Elem::F16 && !compared)) return true;
  if (!place.function) return false;
  if (fits(*place.function, *e, place.elem)) return true;
  const auto r = is_int(place.elem) ? int_range(*place.function, *e) : std::nullopt;
  const IntRange kept = range_of(place.elem);
  return r && (op == ReduceOp::Min ? r->lo >= kept.lo : r->hi <= kept.hi);
}

NoUpdate converted(const Place& place) {
  if (is_float(place.elem)) return {"R019", "is rounded at every update, so that the order of updates matters"};
  return {"R019", std::string("is compared with a value that ") + elem_name(place.elem) +
                      " may not hold, and wrapped when it is stored"};
}

struct Comparison {
  ExprP other;
  bool less;
  bool strict;
};  // other < place when less

std::optional<Comparison> comparison_with(const Expr& condition, const Place& place) {
  auto* n = std::get_if<Binary>(&condition.node);
  if (!n) return {};
  bool less, strict;
  switch (n->op) {
    case BinaryOp::Lt:
      less = true;
      strict = true;
      break;
    case BinaryOp::Le:
      less = true;
      strict = false;
      break;
    case BinaryOp::Gt:
      less = false;
      strict = true;
      break;
    case BinaryOp::Ge:
      less = false;
      strict = false;
      break;
    default:
      return {};
  }
  if (is_place(*n->b, place) && !mentions(*n->a, place)) return Comparison{n->a, less, strict};
  if (is_place(*n->a, place) && !mentions(*n->b, place)) return Comparison{n->b, !less, strict};
  return {};
}

UpdateMatch match_select(const Select& n, const Place& place) {
  auto c = comparison_with(*n.condition, place);
  if (!c) return NoUpdate{"R006", "is chosen by a condition that reads it"};
  UpdateForm form;
  form.compare_form = true;
  form.strict = c->strict;
  form.operand = c->other;
  const bool taken = is_place(*n.no, place) && equal(n.yes, c->other),
             left = is_place(*n.yes, place) && equal(n.no, c->other);
  if (taken || left) form.op = c->less == taken ? ReduceOp::Min : ReduceOp::Max;
  if ((taken || left) && !choice_fits(form.op, true, c->other, place)) return converted(place);
  if (taken) return form;
  if (left) {
    if (is_float(place.elem))
      return NoUpdate{"R022", "would be replaced by an element that is NaN, so that the order of the elements matters"};
    return form;
  }
  return NoUpdate{"R006", "the value that is compared is not the value that is kept"};
}

NoUpdate no_update(const Expr& value, const Place& place) {
  if (!mentions(value, place)) return {"R020", "is replaced by a value in some iterations and read in others"};
  if (std::holds_alternative<Cast>(value.node))
    return {"R019", "is rounded or converted at every update, so that the order of updates matters"};
  if (auto* n = std::get_if<Binary>(&value.node)) {
    if (n->op == BinaryOp::Sub && is_place(*n->b, place))
      return {"R003", "is subtracted from something, which is not associative"};
    if (n->op == BinaryOp::Div || n->op == BinaryOp::DivTrunc || n->op == BinaryOp::DivFloor)
      return {"R003", "is divided in a way that is not associative"};
  }
  return {"R005", "depends on its value in the iteration before by more than one associative operation"};
}

UpdateMatch match_narrowed(const ExprP& value, const Place& place) {
  if (auto* s = std::get_if<Select>(&value->node); s && mentions(*value, place)) return match_select(*s, place);
  UpdateForm form;
  if (auto* n = std::get_if<Fma>(&value->node); n && is_place(*n->c, place)) {
    if (mentions(*n->a, place) || mentions(*n->b, place)) return no_update(*value, place);
    form.factor_a = n->a;
    form.factor_b = n->b;
    return form;
  }
  if (std::holds_alternative<Fma>(value->node)) {
    if (auto r = without_in_sum(value, place)) {
      form.operand = *r;
      return form;
    }
    return no_update(*value, place);
  }
  auto* u = std::get_if<Unary>(&value->node);
  if (u && u->op == UnaryOp::Neg) {
    if (auto r = without_in_sum(value, place); r && *r) {
      form.operand = *r;
      return form;
    }
  }
  // !v is v ^ true, ~v is v ^ -1
  if (u && (u->op == UnaryOp::Not || u->op == UnaryOp::BitNot) && is_place(*u->a, place)) {
    form.op = ReduceOp::BitXor;
    form.operand = u->op == UnaryOp::Not ? bool_const(true) : int_const(-1);
    return form;
  }
  auto* n = std::get_if<Binary>(&value->node);
  if (!n && !(u && u->op == UnaryOp::Neg)) return no_update(*value, place);
  if (n && (n->op == BinaryOp::Add || n->op == BinaryOp::Sub)) {
    if (auto r = without_in_sum(value, place)) {
      form.operand = *r;
      return form;
    }
  } else if (!n || n->op == BinaryOp::Mul || n->op == BinaryOp::Div) {
    if (auto q = without_in_product(value, place)) {
      if (q->divisors && !is_float(place.elem)) return no_update(*value, place);
      form.op = ReduceOp::Mul;
      form.divides = !q->factors;
      form.operand = !q->divisors  ? q->factors
                     : !q->factors ? q->divisors
                                   : binary(BinaryOp::Div, q->factors, q->divisors);
      return form;
    }
  } else if (place.elem == Elem::Bool &&
             (n->op == BinaryOp::Ne || n->op == BinaryOp::Eq)) {  // of truth values: exclusive or, and its opposite
    if (auto r = without_in_chain(value, place, n->op)) {
      form.op = ReduceOp::BitXor;
      form.operand = n->op == BinaryOp::Ne ? *r : unary(UnaryOp::Not, *r);
      return form;
    }
  } else if (auto op = lattice_op(n->op)) {
    if (auto r = without_in_chain(value, place, n->op)) {
      if ((*op == ReduceOp::Min || *op == ReduceOp::Max) && !choice_fits(*op, false, *r, place))
        return converted(place);
      form.op = *op;
      form.operand = *r;
      return form;
    }
  }
  return no_update(*value, place);
}

}  // namespace

UpdateMatch match_value(const ExprP& whole, const Place& place) {
  UpdateMatch m = match_narrowed(without_narrowing(whole, place), place);
  auto* form = std::get_if<UpdateForm>(&m);
  const bool rounds = form && place.elem == Elem::F16 && form->op != ReduceOp::Min && form->op != ReduceOp::Max;
  return rounds ? UpdateMatch(converted(place)) : m;
}

// `if e <= v then else v = e end`: a NaN would be let in.
static std::optional<UnorderedExtreme> negated_comparison(const If& s, const Place& place) {
  const Expr* c = s.condition.get();
  const bool negated = s.then.empty();
  if (auto* n = std::get_if<Unary>(&c->node); n && n->op == UnaryOp::Not && !negated)
    c = n->a.get();
  else if (!negated)
    return {};
  const auto m = comparison_with(*c, place);
  if (!m || !is_float(place.elem)) return {};
  const Block& kept = negated ? s.otherwise : s.then;
  for (const Stmt& t : kept)
    if (auto* a = std::get_if<Assign>(&t.node); a && a->var == place.var) {
      if (!equal(a->value, m->other)) return {};
      return UnorderedExtreme{m->less, !m->strict, {}, m->other, place.var, nullptr, &kept};
    }
  return {};
}

static bool lets_nan_in(const If& s, const Place& place) { return negated_comparison(s, place).has_value(); }

// `v = v > e ? v : e`
static std::optional<UnorderedExtreme> negated_select(const Expr& value, const Place& place) {
  auto* n = std::get_if<Select>(&value.node);
  if (!n || !(place.elem == Elem::F32 || place.elem == Elem::F64)) return {};
  const auto c = comparison_with(*n->condition, place);
  if (!c || !is_place(*n->yes, place) || !equal(n->no, c->other)) return {};
  return UnorderedExtreme{c->less, !c->strict, {}, c->other, place.var, place.element, nullptr};
}

// An extreme of a narrow type whose operand, beside the place, may be one that wraps.
static std::optional<UnorderedExtreme> wrapping_extreme(ReduceOp op, bool strict, const ExprP& e, const Place& place,
                                                        const Block* kept) {
  if (!is_int(place.elem) || choice_fits(op, true, e, place)) return {};
  return UnorderedExtreme{op == ReduceOp::Max, strict, place.elem, e, place.var, place.element, kept};
}

static std::optional<UnorderedExtreme> wrapping_value(const ExprP& whole, const Place& place) {
  const ExprP value = without_narrowing(whole, place);
  if (value == whole) return {};
  if (auto* n = std::get_if<Select>(&value->node)) {
    const auto c = comparison_with(*n->condition, place);
    const bool taken = c && is_place(*n->no, place) && equal(n->yes, c->other);
    if (!taken && !(c && is_place(*n->yes, place) && equal(n->no, c->other))) return {};
    return wrapping_extreme(c->less == taken ? ReduceOp::Min : ReduceOp::Max, true, c->other, place, nullptr);
  }
  auto* n = std::get_if<Binary>(&value->node);
  if (!n || (n->op != BinaryOp::Min && n->op != BinaryOp::Max)) return {};
  const Rest r = without_in_chain(value, place, n->op);
  return r ? wrapping_extreme(*lattice_op(n->op), true, *r, place, nullptr) : std::nullopt;
}

static std::optional<UnorderedExtreme> wrapping_if(const If& s, const Assign& a, const Place& place) {
  const auto c = comparison_with(*s.condition, place);
  if (!c || !s.otherwise.empty() || !equal(without_narrowing(a.value, place), c->other)) return {};
  return wrapping_extreme(c->less ? ReduceOp::Min : ReduceOp::Max, c->strict, c->other, place, &s.then);
}

static std::optional<UnorderedExtreme> unordered_value(const ExprP& value, const Place& place) {
  auto m = negated_select(*value, place);
  return m ? m : wrapping_value(value, place);
}

std::optional<UnorderedExtreme> match_unordered_extreme(const Function& f, const Stmt& s) {
  if (auto* a = std::get_if<Assign>(&s.node)) return unordered_value(a->value, Place::variable(f, a->var));
  if (auto* w = std::get_if<Store>(&s.node)) return unordered_value(w->value, Place::of(f, w->access));
  auto* i = std::get_if<If>(&s.node);
  if (!i || (!i->then.empty() && !i->otherwise.empty())) return {};
  for (const Stmt& t : i->then.empty() ? i->otherwise : i->then)
    if (auto* a = std::get_if<Assign>(&t.node)) {
      const Place place = Place::variable(f, a->var);
      if (auto m = negated_comparison(*i, place)) return m;
      if (auto m = wrapping_if(*i, *a, place)) return m;
    }
  return {};
}

std::optional<UpdateMatch> match_compare_if(const If& s, const Place& place) {
  if (lets_nan_in(s, place))
    return NoUpdate{"R022", "would be replaced by an element that is NaN, so that the order of the elements matters"};
  if (!s.otherwise.empty()) return {};
  auto c = comparison_with(*s.condition, place);
  if (!c) return {};
  UpdateForm form;
  form.compare_form = true;
  form.op = c->less ? ReduceOp::Min : ReduceOp::Max;
  form.strict = c->strict;
  form.operand = c->other;
  const UpdateArm arm = update_arm(*place.function, s.then);
  bool assigned = false;
  for (const Stmt& t : arm.sets) {
    const ExprP* value = nullptr;
    if (auto* a = std::get_if<Assign>(&t.node)) {
      if (a->var == place.var)
        value = &a->value;
      else {
        if (mentions(*a->value, place)) return NoUpdate{"R001", "is read beside its own update"};
        form.companions.push_back(a->var);
        continue;
      }
    } else if (auto* w = std::get_if<Store>(&t.node)) {
      if (!place.element || !same_access(w->access, *place.element))
        return NoUpdate{"R006", "decides by a comparison what is stored elsewhere"};
      value = &w->value;
    } else {
      return NoUpdate{"R006", "decides by a comparison which statements run"};
    }
    const ExprP plain = without_narrowing(*value, place);
    if (assigned || !equal(plain, c->other)) return NoUpdate{"R006", "is compared with one value and set to another"};
    if (!choice_fits(form.op, true, c->other, place)) return converted(place);
    assigned = true;
  }
  if (!arm.computing.empty() && form.companions.empty())
    return NoUpdate{"R006", "decides by a comparison which statements run"};
  bool reads_place = false;
  for_each_expr(arm.computing, [&](const Expr& e) { reads_place |= is_place(e, place); });
  if (reads_place) return NoUpdate{"R001", "is read beside its own update"};
  if (!assigned) return {};
  // A companion assigned before the comparison's operand is used again would change it.
  for (VarId v : form.companions)
    if (mentions(*c->other, Place{v, nullptr, place.elem, place.function}))
      return NoUpdate{"R006", "is compared with a value that the branch changes"};
  return form;
}

namespace {

class UseCollector {
 public:
  UseCollector(const Function& f, VarId v) : place_(Place::variable(f, v)) {}

  void block(const Block& b) {
    for (const Stmt& s : b) statement(s);
  }

  VariableUses uses;

 private:
  void statement(const Stmt& s) {
    if (auto* a = std::get_if<Assign>(&s.node)) return assign(s, *a);
    if (auto m = match_complex_product(s, place_)) return product(s, *m);
    if (auto* i = std::get_if<If>(&s.node)) {
      if (auto m = match_compare_if(*i, place_)) return compare_if(s, *i, *m);
      condition(*i->condition);
      block(i->then);
      block(i->otherwise);
    } else if (auto* l = std::get_if<For>(&s.node)) {
      condition(*l->lo);
      condition(*l->step);
      condition(*l->hi);
      block(l->body);
    } else if (auto* w = std::get_if<While>(&s.node)) {
      condition(*w->condition);
      block(w->body);
    } else {
      auto index = [&](const Access& a) {
        for (const auto& i : a.index)
          if (mentions(*i, place_)) uses.index_reads.push_back(at(*i, s));
      };
      if (auto* w = std::get_if<Store>(&s.node)) {
        index(w->access);
        value(*w->value, s);
      } else
        for_each_root(s, [&](const ExprP& e) { value(*e, s); });
    }
  }

  void assign(const Stmt& s, const Assign& a) {
    if (a.var != place_.var) return value(*a.value, s);
    auto m = match_value(a.value, place_);
    if (auto* form = std::get_if<UpdateForm>(&m))
      uses.updates.push_back({&s, *form});
    else
      uses.others.push_back({&s, std::get<NoUpdate>(m)});
  }

  void product(const Stmt& s, const UpdateMatch& m) {
    if (auto* form = std::get_if<UpdateForm>(&m))
      uses.updates.push_back({&s, *form});
    else
      uses.others.push_back({&s, std::get<NoUpdate>(m)});
  }

  void compare_if(const Stmt& s, const If& i, const UpdateMatch& m) {
    if (auto* form = std::get_if<UpdateForm>(&m))
      uses.updates.push_back({&s, *form});
    else {
      uses.others.push_back({&s, std::get<NoUpdate>(m)});
      block(i.then);
    }
  }

  static Span at(const Expr& e, const Stmt& s) { return e.span.valid() ? e.span : s.span; }
  void condition(const Expr& e) {
    if (mentions(e, place_)) uses.condition_reads.push_back(e.span);
  }
  void value(const Expr& e, const Stmt& s) {
    if (!mentions(e, place_)) return;
    bool in_index = false;
    for_each_expr(e, [&](const Expr& x) {
      if (auto* l = std::get_if<Load>(&x.node))
        for (const auto& i : l->access.index) in_index |= mentions(*i, place_);
    });
    (in_index ? uses.index_reads : uses.value_reads).push_back(at(e, s));
  }

  Place place_;
};

}  // namespace

VariableUses variable_uses(const Function& f, const Block& block, VarId v) {
  UseCollector c(f, v);
  c.block(block);
  return std::move(c.uses);
}

// Of an expression of numbers alone, as far as they are often written: `-1/7`.
static std::optional<double> number_of(const Expr& e) {
  const auto rounded = [&](double v) { return e.type == Elem::F32 ? double(float(v)) : v; };
  if (auto* c = std::get_if<ConstFloat>(&e.node)) return c->value;
  auto* u = std::get_if<Unary>(&e.node);
  if (u && u->op == UnaryOp::Neg && is_float(e.type))
    if (const auto a = number_of(*u->a)) return -*a;
  auto* b = std::get_if<Binary>(&e.node);
  if (!b || (e.type != Elem::F32 && e.type != Elem::F64)) return {};
  const auto x = number_of(*b->a), y = number_of(*b->b);
  if (!x || !y) return {};
  switch (b->op) {
    case BinaryOp::Add:
      return rounded(*x + *y);
    case BinaryOp::Sub:
      return rounded(*x - *y);
    case BinaryOp::Mul:
      return rounded(*x * *y);
    case BinaryOp::Div:
      return rounded(*x / *y);
    default:
      return {};
  }
}

bool keeps_any_equal(const UpdateForm& form) {
  if (!form.compare_form || !form.operand || !form.companions.empty()) return false;
  const auto number = number_of(*form.operand);
  return number && *number != 0 && !std::isnan(*number);
}

bool same_class(const UpdateForm& a, const UpdateForm& b, Elem type) {
  if (a.op != b.op) return false;
  // min(v, e) replaces a NaN start, the compare form keeps it; which of equal zeros is kept is another matter in each.
  return !is_float(type) ||
         (a.compare_form == b.compare_form && (a.strict == b.strict || keeps_any_equal(a) || keeps_any_equal(b)));
}

}  // namespace qc
