// Floating counters, `q += 0.5; z[i] = q`: where the start and every step are small multiples of a power of two, all
// values are exact, and the closed form q + 0.5*(i + 1) is the value of the loop in order, bit for bit (recognition
// rule 9). That the start and the number of iterations are small enough is a condition. Likewise what changes its sign
// or alternates in every iteration, `sign = -sign`, `side = 1 - side` of whole numbers, `odd = !odd`: it has one of
// two values.
#include "analysis/recognize/float_induction.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "analysis/loops/nest_model.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

constexpr int kMostBits = 10;        // of the fraction of a step
constexpr double kMostUnits = 4096;  // of a step, in units of its last bit
// Half of what the type counts without gaps, once for the start and once for the sum of the steps.
std::int64_t limit(Elem e) { return std::int64_t(1) << (e == Elem::F32 ? 23 : 52); }

class Counter {
 public:
  Counter(Function& f, VarId v) : f_(f), v_(v) {}

  // v alternates: by each execution of the body's one assignment.
  bool replace_alternating() {
    if (!find_loops()) return false;
    const ExprP self = var(f_, v_);
    ExprP other;
    int assigned = 0;
    for_each_stmt(*body_, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      assigned += a && a->var == v_;
    });
    for (const Stmt& s : *body_)
      if (auto* a = std::get_if<Assign>(&s.node); a && a->var == v_ && assigned == 1) other = alternated(a->value);
    const VariableUses uses = variable_uses(f_, f_.body, v_);
    if (!other || (uses.value_reads.empty() && uses.condition_reads.empty() && uses.index_reads.empty()) ||
        !iteration_and_count())
      return false;
    const ExprP even = binary(BinaryOp::Eq, binary(BinaryOp::Mod, iteration_, int_const(2)), int_const(0));
    const ExprP before = select(even, self, other), after = select(even, other, self);
    rewrite(
        before, [&](const Assign&) { return after; }, after);
    return true;
  }

  // v counted up to a bound, where it starts again at 0.
  bool replace_wrapping(std::vector<ExprP>& conditions) {
    if (f_.vars[v_].type != Elem::I64 || !find_loops()) return false;
    const auto around = find_wrap();
    if (!around || !iteration_and_count()) return false;
    const ExprP self = var(f_, v_), step = int_const(around->step);
    auto closed = [&](const ExprP& steps) { return binary(around->op, add(self, mul(steps, step)), around->end); };
    conditions.push_back(logical_and(le(int_const(0), self), lt(self, around->end)));
    const ExprP after = closed(add(iteration_, int_const(1)));
    const Block all = *body_;
    body_->clear();
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (k == around->at) body_->push_back({Assign{v_, after}, all[k].span});
      if (k < around->at || k >= around->at + around->statements) body_->push_back(all[k]);
    }
    rewrite(
        closed(iteration_), [&](const Assign&) { return after; }, after);
    return true;
  }

  bool replace(std::vector<ExprP>& conditions) {
    if (!find_loops() || !find_steps()) return false;
    const ExprP n = iteration_and_count();
    if (!n) return false;
    const Elem type = f_.vars[v_].type;
    const auto bits = fraction_bits();
    if (!bits) return false;
    const double unit = std::ldexp(1.0, *bits), each = std::max(1.0, total_size_ * unit);
    if (each > kMostUnits) return false;
    const ExprP scaled = mul(var(f_, v_), float_const(unit, type));
    conditions.push_back(binary(BinaryOp::Eq, unary(UnaryOp::Floor, scaled), scaled));
    conditions.push_back(le(unary(UnaryOp::Abs, scaled), float_const(double(limit(type)), type)));
    conditions.push_back(le(n, int_const(limit(type) / std::int64_t(each))));
    const Elem t = type;
    const ExprP start = add(var(f_, v_), mul(cast(t, iteration_), float_const(total_, t)));
    double done = 0;
    auto next = [&](const Assign& a) {
      auto m = match_value(a.value, Place::variable(f_, v_));
      done += std::get<ConstFloat>(std::get<UpdateForm>(m).operand->node).value;
      return add(start, float_const(done, t));
    };
    rewrite(start, next, add(start, float_const(total_, t)));
    return true;
  }

 private:
  // The other of two values that an assignment goes between; null when it does something else.
  ExprP alternated(const ExprP& value) const {
    const Elem type = f_.vars[v_].type;
    auto is_self = [&](const ExprP& e) {
      auto* r = std::get_if<VarRef>(&e->node);
      return r && r->var == v_;
    };
    if (auto* u = std::get_if<Unary>(&value->node))
      return is_self(u->a) && (u->op == UnaryOp::Not ? type == Elem::Bool : u->op == UnaryOp::Neg) ? value : nullptr;
    auto* b = std::get_if<Binary>(&value->node);
    if (!b || b->op != BinaryOp::Sub || type != Elem::I64 || !as_int(*b->a) || !is_self(b->b)) return nullptr;
    return value;
  }
  // ---- k = mod(k + step, end), in the ways it is written ----
  struct Wrap {
    std::size_t at, statements;
    ExprP end;
    std::int64_t step = 1;
    BinaryOp op = BinaryOp::Mod;
  };

  std::optional<Wrap> find_wrap() const {
    std::optional<Wrap> found;
    for (std::size_t k = 0; k < body_->size() && !found; ++k)
      if (assigned_variables({(*body_)[k]}).count(v_)) found = wrap_at(k);
    if (!found) return {};
    bool fixed = true, read = false;
    const auto assigned = assigned_variables(f_.body);
    for_each_expr(*found->end, [&](const Expr& x) {
      auto* r = std::get_if<VarRef>(&x.node);
      fixed &= !(r && assigned.count(r->var)) && !std::holds_alternative<Load>(x.node);
    });
    for (std::size_t k = 0; k < body_->size(); ++k) {
      if (k >= found->at && k < found->at + found->statements) continue;
      fixed &= !assigned_variables({(*body_)[k]}).count(v_);
      for_each_expr(Block{(*body_)[k]}, [&](const Expr& x) { read |= is_v(x); });
    }
    return fixed && read ? found : std::nullopt;
  }
  bool is_v(const Expr& e) const {
    auto* r = std::get_if<VarRef>(&e.node);
    return r && r->var == v_;
  }

  // v plus a constant.
  std::optional<std::int64_t> offset(const ExprP& e) const {
    if (is_v(*e)) return 0;
    auto* b = std::get_if<Binary>(&e->node);
    if (!b || (b->op != BinaryOp::Add && b->op != BinaryOp::Sub)) return {};
    const auto right = as_int(*b->b), left = as_int(*b->a);
    if (is_v(*b->a) && right) return b->op == BinaryOp::Add ? *right : -*right;
    if (is_v(*b->b) && left && b->op == BinaryOp::Add) return left;
    return {};
  }

  std::optional<Wrap> wrap_at(std::size_t k) const {
    const Stmt& s = (*body_)[k];
    if (auto* a = std::get_if<Assign>(&s.node)) {
      if (auto* n = std::get_if<Binary>(&a->value->node);
          n && (n->op == BinaryOp::Mod || n->op == BinaryOp::Periodize)) {
        const auto c = offset(n->a);
        if (!c || *c == 0 || std::llabs(*c) > 4096 || (*c < 0 && n->op == BinaryOp::Mod)) return {};
        return Wrap{k, 1, n->b, *c, n->op};
      }
      if (auto* n = std::get_if<Select>(&a->value->node)) {
        if (as_int(*n->yes) == 0 && offset(n->no) == 1) return ends(k, 1, *n->condition, false, 0);
        if (as_int(*n->no) == 0 && offset(n->yes) == 1) return ends(k, 1, *n->condition, true, 0);
        return {};
      }
      auto* i = k + 1 < body_->size() ? std::get_if<If>(&(*body_)[k + 1].node) : nullptr;
      if (offset(a->value) != 1 || !i || !sets(i->then, 0) || !i->otherwise.empty()) return {};
      return ends(k, 2, *i->condition, false, 1);
    }
    auto* i = std::get_if<If>(&s.node);
    if (i && sets(i->then, 0) && steps(i->otherwise)) return ends(k, 1, *i->condition, false, 0);
    if (i && sets(i->otherwise, 0) && steps(i->then)) return ends(k, 1, *i->condition, true, 0);
    return {};
  }
  const Assign* only_assignment(const Block& b) const {
    auto* a = b.size() == 1 ? std::get_if<Assign>(&b[0].node) : nullptr;
    return a && a->var == v_ ? a : nullptr;
  }
  bool sets(const Block& b, std::int64_t value) const {
    auto* a = only_assignment(b);
    return a && as_int(*a->value) == value;
  }
  bool steps(const Block& b) const {
    auto* a = only_assignment(b);
    return a && offset(a->value) == 1;
  }

  // The condition says that v starts again (or, goes on): when v, already counted up by `counted`, has come to the end.
  std::optional<Wrap> ends(std::size_t at, std::size_t statements, const Expr& condition, bool goes_on,
                           std::int64_t counted) const {
    auto* c = std::get_if<Binary>(&condition.node);
    if (!c) return {};
    const bool left = offset(c->a).has_value();
    const auto of = left ? offset(c->a) : offset(c->b);
    const ExprP limit = left ? c->b : c->a;
    if (!of) return {};
    BinaryOp op = c->op;
    if (!left)
      op = op == BinaryOp::Lt   ? BinaryOp::Gt
           : op == BinaryOp::Le ? BinaryOp::Ge
           : op == BinaryOp::Gt ? BinaryOp::Lt
           : op == BinaryOp::Ge ? BinaryOp::Le
                                : op;
    if (goes_on)
      op = op == BinaryOp::Lt   ? BinaryOp::Ge
           : op == BinaryOp::Le ? BinaryOp::Gt
           : op == BinaryOp::Ne ? BinaryOp::Eq
                                : BinaryOp::Lt;
    if (op != BinaryOp::Eq && op != BinaryOp::Ge && op != BinaryOp::Gt) return {};
    // v + of reaches the limit where the next value, v + 1 - counted, reaches limit + 1 - counted - of.
    const std::int64_t more = (op == BinaryOp::Gt ? 1 : 0) + (1 - counted) - *of;
    auto* b = std::get_if<Binary>(&limit->node);
    const auto less = b && b->op == BinaryOp::Sub ? as_int(*b->b) : std::nullopt;
    const ExprP end = less ? add(b->a, int_const(more - *less)) : add(limit, int_const(more));
    return Wrap{at, statements, end};
  }

  // The loops down to the block that updates the counter, which only hold each other.
  bool find_loops() {
    Block* b = &f_.body;
    const auto assigned = assigned_variables(f_.body);
    while (b->size() == 1 && std::holds_alternative<For>((*b)[0].node)) {
      For& l = std::get<For>((*b)[0].node);
      const std::int64_t step = as_int(*l.step).value_or(0);
      if (step != 1 && step != -1) return false;
      for (const ExprP* e : {&l.lo, &l.hi})
        for_each_expr(**e, [&](const Expr& x) {
          auto* r = std::get_if<VarRef>(&x.node);
          fixed_ &= !(r && assigned.count(r->var)) && !std::holds_alternative<Load>(x.node);
        });
      loops_.push_back(&l);
      b = &l.body;
    }
    body_ = b;
    return fixed_ && !loops_.empty();
  }

  // Updates are statements of that block, by constants; everything else reads it.
  bool find_steps() {
    const VariableUses uses = variable_uses(f_, f_.body, v_);
    if (uses.updates.empty() || !uses.others.empty() || uses.only_updates()) return false;
    std::size_t here = 0;
    for (const Stmt& s : *body_) {
      auto* a = std::get_if<Assign>(&s.node);
      if (!a || a->var != v_) continue;
      const auto m = match_value(a->value, Place::variable(f_, v_));
      const auto* form = std::get_if<UpdateForm>(&m);
      const auto* c =
          form && form->op == ReduceOp::Add && form->operand ? std::get_if<ConstFloat>(&form->operand->node) : nullptr;
      if (!c || !std::isfinite(c->value)) return false;
      steps_.push_back(c->value);
      ++here;
    }
    for (double c : steps_) {
      total_ += c;
      total_size_ += std::fabs(c);
    }
    return here == uses.updates.size();
  }

  std::optional<int> fraction_bits() const {
    for (int k = 0; k <= kMostBits; ++k)
      if (std::all_of(steps_.begin(), steps_.end(),
                      [&](double c) { return std::floor(std::ldexp(c, k)) == std::ldexp(c, k); }))
        return k;
    return {};
  }

  // Sets iteration_; gives the number of iterations.
  ExprP iteration_and_count() {
    ExprP count = int_const(1);
    iteration_ = int_const(0);
    for (const For* l : loops_) {
      const bool up = as_int(*l->step) == 1;
      const ExprP n =
          binary(BinaryOp::Max, add(up ? sub(l->hi, l->lo) : sub(l->lo, l->hi), int_const(1)), int_const(0));
      const ExprP i = var(f_, l->var);
      iteration_ = add(mul(iteration_, n), up ? sub(i, l->lo) : sub(l->lo, i));
      count = mul(count, n);
    }
    return count;
  }

  // start: the value at the beginning of an iteration; next(assignment): after this one; end: of the iteration.
  template <class Next>
  void rewrite(const ExprP& start, const Next& next, const ExprP& end) {
    ExprP now = start;
    Block out;
    for (const Stmt& s : *body_) {
      if (auto* a = std::get_if<Assign>(&s.node); a && a->var == v_) {
        now = next(*a);
        continue;
      }
      out.push_back(rewrite_exprs({s}, [&](const ExprP& e) {
        auto* r = std::get_if<VarRef>(&e->node);
        return r && r->var == v_ ? now : e;
      })[0]);
    }
    if (std::find(f_.outputs.begin(), f_.outputs.end(), v_) != f_.outputs.end()) {
      const VarId last = f_.add_var(f_.vars[v_].name, f_.vars[v_].type);
      std::replace(f_.outputs.begin(), f_.outputs.end(), v_, last);
      f_.params.push_back({Param::Kind::Scalar, last});
      out.push_back({Assign{last, end}, body_->empty() ? Span{} : body_->back().span});
    }
    *body_ = std::move(out);
  }

  Function& f_;
  const VarId v_;
  std::vector<For*> loops_;
  Block* body_ = nullptr;
  std::vector<double> steps_;
  double total_ = 0, total_size_ = 0;
  ExprP iteration_;
  bool fixed_ = true;
};

}  // namespace

bool replace_float_induction(Function& nest, std::vector<ExprP>& conditions) {
  bool changed = false;
  if (nest.body.size() != 1 || !std::holds_alternative<For>(nest.body[0].node)) return false;
  for (VarId v : assigned_variables(nest.body))
    changed |= Counter(nest, v).replace_alternating() || Counter(nest, v).replace_wrapping(conditions) ||
               (is_float(nest.vars[v].type) && Counter(nest, v).replace(conditions));
  return changed;
}

}  // namespace qc
