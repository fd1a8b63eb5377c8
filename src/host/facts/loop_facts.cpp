#include "host/facts/loop_facts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "ir/build.h"
#include "ir/moved_index.h"
#include "ir/range_count.h"
#include "transform/parts/affine_subscripts.h"
#include "transform/parts/bins.h"
#include "transform/passes/decided_conditions.h"
#include "transform/policy/column_blocks.h"
#include "transform/schedule/schedules.h"

namespace qc::host {

using namespace ir;

namespace {
constexpr std::int64_t kSmallExtent = 4;  // channels, pairs: trailing extents worth a kernel of their own
constexpr int kMaxDepth = 64;             // of definitions that refer to each other
constexpr int kMaxSteps =
    4096;  // through such definitions for one question: k = k*k - k, and a chain of them, branches at each
}  // namespace

NestRanges::NestRanges(const Function& nest, const NestValues& values)
    : nest_(nest), values_(values), definitions_(nest.vars.size()) {
  Loops around;
  define(nest.body, around);
  for (const Param& p : nest.params)
    if (p.kind == Param::Kind::Scalar) definitions_[p.id].is_parameter = true;
}

void NestRanges::define(const Block& block, Loops& around) {
  for (const Stmt& s : block) {
    if (auto* a = std::get_if<Assign>(&s.node)) {
      Definition& d = definitions_[a->var];
      d = {d.times + 1, a->value.get(), nullptr, around, false};
    } else if (auto* l = std::get_if<For>(&s.node)) {
      Definition& d = definitions_[l->var];
      d = {d.times + 1, nullptr, l, around, false};
      around.push_back(l);
      define(l->body, around);
      around.pop_back();
    } else if (auto* i = std::get_if<If>(&s.node)) {
      define(i->then, around);
      define(i->otherwise, around);
    } else if (auto* w = std::get_if<While>(&s.node)) {
      define(w->body, around);
    }
  }
}

std::optional<std::int64_t> NestRanges::value(const Expr& e) const { return value_of(e, context()); }

std::int64_t NestRanges::extent(ArrayId array, int dim) const {
  const ArrayP& a = values_.arrays[array];
  if (!a) {
    const auto& dims = nest_.arrays[array].dims;
    if (dim >= 0) return dims[std::size_t(dim)];
    std::int64_t n = 1;
    for (auto d : dims) n *= d;
    return n;
  }
  if (dim < 0) return a->count() * (a->complex ? 2 : 1);
  if (std::size_t(dim) == a->dims.size()) return 2;  // the pair of a complex element
  return a->dims[std::size_t(dim)];
}

template <class F>
auto NestRanges::inside(const Loops& loops, const F& f) const -> std::optional<std::decay_t<decltype(*f())>> {
  const Loops outer = std::exchange(around_, loops);
  if (depth_++ == 0) steps_ = 0;
  std::optional<std::decay_t<decltype(*f())>> r;
  if (++steps_ <= kMaxSteps) r = f();
  --depth_;
  around_ = outer;
  return r;
}

// A parameter that the nest leaves alone, a loop's variable, or a scalar with one definition, whose value is one of the
// loops around that definition, not around its use, or, of a parameter, the one before the nest.
std::optional<Interval> NestRanges::variable(VarId v) const {
  const auto loop = std::find_if(around_.begin(), around_.end(), [&](const For* l) { return l->var == v; });
  if (loop != around_.end() && depth_ <= kMaxDepth)
    return inside(Loops(around_.begin(), loop), [&, l = *loop] { return interval_of(*l, at(*l)); });
  const Definition& d = definitions_[v];
  if (d.times == 0) {
    const auto& n = values_.ask(v);
    if (!n || is_float(n->type)) return {};
    return Interval{n->i, n->i};
  }
  if (d.times != 1 || depth_ > kMaxDepth) return {};
  if (!d.loop && value_elem(nest_.vars[v].type) != Elem::I64) return {};
  const auto set =
      inside(d.around, [&] { return d.loop ? interval_of(*d.loop, at(*d.loop)) : interval_of(*d.value, context()); });
  if (!set || !d.is_parameter) return set;
  const auto& before = values_.ask(v);
  if (!before || is_float(before->type)) return {};
  return Interval{std::min(set->lo, before->i), std::max(set->hi, before->i)};
}

FloatInterval NestRanges::float_variable(VarId v) const {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const Definition& d = definitions_[v];
  const Elem type = nest_.vars[v].type;
  std::optional<FloatInterval> known;
  if (d.times == 1 && d.value && !d.is_parameter && depth_ <= kMaxDepth && (type == Elem::F32 || type == Elem::F64))
    known = inside(d.around, [&] { return std::optional(float_interval_of(*d.value, context())); });
  return known.value_or(FloatInterval{-kInfinite, kInfinite, true});
}

EvaluationContext NestRanges::context() const {
  EvaluationContext c;
  c.float_of = [this](VarId v) -> std::optional<double> {
    if (definitions_[v].times != 0) return {};
    const auto& n = values_.ask(v);
    return n ? std::optional(n->as_double()) : std::nullopt;
  };
  c.interval_of = [this](VarId v) { return variable(v); };
  c.float_interval_of = [this](VarId v) { return float_variable(v); };
  c.extent_of = [this](ArrayId a, int d) { return extent(a, d); };
  c.elem_of = [this](ArrayId a) { return nest_.arrays[a].elem; };
  return c;
}

EvaluationContext NestRanges::context_with(std::function<std::optional<Interval>(VarId)> variables) const {
  EvaluationContext c = context();
  c.interval_of = std::move(variables);
  c.float_interval_of = {};  // floats may be those of an iteration before, or of before the nest
  return c;
}

std::optional<LoopBounds> NestRanges::bounds(const For& loop) const {
  const EvaluationContext c = at(loop);
  auto lo = value_of(*loop.lo, c), step = value_of(*loop.step, c), hi = value_of(*loop.hi, c);
  if (!lo || !step || !hi) return {};
  const auto number = [](std::int64_t v) { return ir::RangeNumber::integer(v); };
  const auto range = ir::count_range(number(*lo), number(*step), number(*hi));
  return LoopBounds{*lo, *step, range ? range->count : 0};
}

std::optional<std::int64_t> NestRanges::most_iterations(const For& loop) const {
  if (const auto b = bounds(loop)) return b->count;
  const EvaluationContext c = at(loop);
  const auto lo = interval_of(*loop.lo, c), hi = interval_of(*loop.hi, c);
  const auto step = value_of(*loop.step, c);
  if (!lo || !hi || !step || *step == 0) return {};
  const __int128 span = *step > 0 ? __int128(hi->hi) - lo->lo : __int128(lo->hi) - hi->lo;
  const __int128 count = span < 0 ? 0 : span / std::abs(*step) + 1;
  if (count > (__int128(1) << 62)) return {};
  return std::int64_t(count);
}

// Whether e is the variable, moved or stretched: another place for each value of it.
static bool moves_with(const Expr& e, VarId var) {
  if (auto* r = std::get_if<VarRef>(&e.node)) return r->var == var;
  auto* b = std::get_if<Binary>(&e.node);
  if (!b || (b->op != BinaryOp::Add && b->op != BinaryOp::Sub && b->op != BinaryOp::Mul)) return false;
  return moves_with(*b->a, var) || moves_with(*b->b, var);
}

std::optional<std::int64_t> NestRanges::most_places(const For& loop) const {
  std::optional<std::int64_t> most;
  for_each_stmt(loop.body, [&](const Stmt& s) {
    auto* store = std::get_if<Store>(&s.node);
    if (!store) return;
    const Access& a = store->access;
    for (std::size_t d = 0; d < a.index.size(); ++d) {
      if (!moves_with(*a.index[d], loop.var)) continue;
      const std::int64_t n = extent(a.array, a.linear ? -1 : int(d));
      most = most ? std::min(*most, n) : n;
    }
  });
  return most;
}

// A condition speaks of values before the nest, also of variables that the nest sets: where a kept place starts.
EvaluationContext NestRanges::before() const {
  return context_with([this](VarId v) -> std::optional<Interval> {
    const auto& n = values_.ask(v);
    if (!n || is_float(n->type)) return variable(v);
    return Interval{n->i, n->i};
  });
}

// The bounds of the outermost loop are those of before it, whatever its iterations give the names in them; those of an
// inner one may read what an earlier iteration left as well.
EvaluationContext NestRanges::at(const For& loop) const {
  if (&loop == std::get_if<For>(&nest_.body.front().node)) return before();
  return context_with([this](VarId v) -> std::optional<Interval> {
    const auto inside = variable(v);
    if (definitions_[v].times == 0 || !inside) return inside;
    const auto& n = values_.ask(v);
    if (!n || is_float(n->type)) return inside;
    return Interval{std::min(inside->lo, n->i), std::max(inside->hi, n->i)};
  });
}

// Numbers from before the nest, times constants, their sizes and whole parts.
static std::optional<double> real_value(const Expr& e, const NestValues& values) {
  if (auto* c = std::get_if<ConstFloat>(&e.node)) return c->value;
  if (auto* r = std::get_if<VarRef>(&e.node))
    return values.ask(r->var) ? std::optional(values.ask(r->var)->as_double()) : std::nullopt;
  if (auto* u = std::get_if<Unary>(&e.node)) {
    const auto a = real_value(*u->a, values);
    if (!a || (u->op != UnaryOp::Abs && u->op != UnaryOp::Floor)) return {};
    return u->op == UnaryOp::Abs ? std::fabs(*a) : std::floor(*a);
  }
  auto* b = std::get_if<Binary>(&e.node);
  const auto x = b && b->op == BinaryOp::Mul ? real_value(*b->a, values) : std::nullopt;
  const auto y = x ? real_value(*b->b, values) : std::nullopt;
  return y ? std::optional(*x * *y) : std::nullopt;
}

bool NestRanges::holds_of_floats(const Binary& n) const {
  const auto a = real_value(*n.a, values_), b = real_value(*n.b, values_);
  if (!a || !b) return false;
  return n.op == BinaryOp::Eq ? *a == *b : n.op == BinaryOp::Ne ? *a != *b : n.op == BinaryOp::Le && *a <= *b;
}

bool NestRanges::holds(const Expr& condition) const {
  auto* n = std::get_if<Binary>(&condition.node);
  if (!n) return as_int(condition) == 1;
  if (n->op == BinaryOp::And) return holds(*n->a) && holds(*n->b);
  if (n->op == BinaryOp::Or) return holds(*n->a) || holds(*n->b);
  if (is_float(n->a->type)) return holds_of_floats(*n);
  const auto a = value_of(*n->a, before()), b = value_of(*n->b, before());
  if (!a || !b) return false;
  switch (n->op) {
    case BinaryOp::Eq:
      return *a == *b;
    case BinaryOp::Ne:
      return *a != *b;
    case BinaryOp::Lt:
      return *a < *b;
    case BinaryOp::Le:
      return *a <= *b;
    case BinaryOp::Gt:
      return *a > *b;
    case BinaryOp::Ge:
      return *a >= *b;
    default:
      return false;
  }
}

bool NestRanges::in_range(const Access& access) const {
  for (std::size_t d = 0; d < access.index.size(); ++d)
    if (!is_inside(*access.index[d], extent(access.array, access.linear ? -1 : int(d)))) return false;
  return true;
}

bool NestRanges::is_inside(const Expr& e, std::int64_t n) const {
  const auto i = interval_of(e, context());
  return i && i->lo >= 0 && i->hi < n;
}

bool NestRanges::is_mostly_inside(const Expr& e, std::int64_t n) const {
  const auto i = interval_of(e, context());
  return i && i->lo >= -n / 4 && i->hi < n + n / 4;
}

bool NestRanges::all_in_range() const { return all_in_range(nest_.body); }

bool NestRanges::all_in_range(const Block& block) const {
  bool ok = true;
  auto check = [&](const Access& a) {
    if (a.boundary == Boundary::Checked && ok) ok = in_range(a);
  };
  for (const Stmt& s : block) {
    for_each_root(s, [&](const ExprP& root) {
      for_each_expr(*root, [&](const Expr& e) {
        if (auto* l = std::get_if<Load>(&e.node)) check(l->access);
      });
    });
    if (auto* n = std::get_if<Store>(&s.node)) check(written(n->access));
    if (auto* i = std::get_if<If>(&s.node)) ok = ok && all_in_range(i->then) && all_in_range(i->otherwise);
    if (auto* w = std::get_if<While>(&s.node)) ok = ok && all_in_range(w->body);
    if (auto* l = std::get_if<For>(&s.node)) {
      around_.push_back(l);
      ok = ok && all_in_range(l->body);
      around_.pop_back();
    }
  }
  return ok;
}

bool NestRanges::all_short() const { return all_short(nest_.body); }

bool NestRanges::all_short(const Block& block) const {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min(),
                         kMost = std::numeric_limits<std::int32_t>::max();
  bool ok = true;
  const auto check = [&](const Expr& e) {
    auto* c = std::get_if<Cast>(&e.node);
    if (!ok || !c || !is_float(c->to) || c->a->type != Elem::I64) return;
    const auto i = interval_of(*c->a, context());
    ok = i && i->lo >= kLeast && i->hi <= kMost;
  };
  for (const Stmt& s : block) {
    for_each_root(s, [&](const ExprP& root) { for_each_expr(*root, check); });
    if (auto* i = std::get_if<If>(&s.node)) ok = ok && all_short(i->then) && all_short(i->otherwise);
    if (auto* w = std::get_if<While>(&s.node)) ok = ok && all_short(w->body);
    if (auto* l = std::get_if<For>(&s.node)) {
      around_.push_back(l);
      ok = ok && all_short(l->body);
      around_.pop_back();
    }
  }
  return ok;
}

namespace {

// The addresses of an iteration's accesses as functions of the covered loops. Where loops are reduced, what does not
// move with them is none: it is read once for a kept iteration, as an accumulator is.
class Strides {
 public:
  Strides(const Function& nest, const LoopPlan& plan, const NestRanges& ranges, const std::vector<LoopBounds>& bounds)
      : ranges_(ranges), plan_(plan), bounds_(bounds) {
    const LinearForms forms(nest, plan);
    const Block body = iteration_body(plan, nest);
    if (plan.verdict == Verdict::Partial)
      for (const PlannedLoop& l : plan.loops) reduced_.push_back(l.reduced);
    for_each_stmt(body, [&](const Stmt& s) {
      if (auto* l = std::get_if<For>(&s.node)) inner_.insert(l->var);
      auto* w = std::get_if<Store>(&s.node);
      for_each_root(w ? Stmt{Assign{kNoVar, w->value}, {}} : s, [&](const ExprP& e) { computes_ |= counts(*e, plan); });
    });
    for_each_expr(body, [&](const Expr& e) {
      if (auto* l = std::get_if<Load>(&e.node)) note(forms, l->access, true);
    });
    for_each_stmt(body, [&](const Stmt& s) {
      if (auto* w = std::get_if<Store>(&s.node)) note(forms, w->access, false);
    });
  }

  // Whether every address grows by the same amount from each linear iteration of these loops to the next. An access
  // that is not linear keeps its subscripts and does not count.
  bool run_as_one(const std::vector<int>& run) const { return run_as_one(run, slopes_); }
  // Whether that is so of every access of the body, which reads the loops' variables in subscripts alone.
  bool all_run_as_one(const std::vector<int>& run) const { return is_linear_ && !computes_ && run_as_one(run, all_); }

  // Whether the body computes with these loops' variables, or with subscripts that are not linear, so that a linear
  // iteration has to be divided.
  bool computes_with_counters() const { return computes_ || !rough_.empty(); }

  // Accesses whose neighbouring iterations of loop k are neighbours in memory, and those where they are far apart.
  int near(int k) const {
    return count([&](const auto& s) { return std::abs(step(s, k)) == 1; });
  }
  int far(int k) const {
    return count([&](const auto& s) { return std::abs(step(s, k)) > kNear; });
  }
  // How far apart in memory neighbouring iterations of loop k are, over all accesses.
  double reach(int k) const {
    double sum = 0;
    for (const auto& s : slopes_) sum += std::abs(double(step(s, k)));
    return sum;
  }
  // Whether neighbouring iterations of loop k read one element, or elements side by side.
  bool meets(int k) const {
    return count([&](const auto& s) { return std::abs(step(s, k)) <= 1; }) > 0;
  }

  // Whether more accesses are near, or as near as the pixels of an image with few channels, than far, those counted too
  // whose subscripts are clamped, x[min(max(i+m,0),h-1)], or those of a loop inside.
  bool mostly_near(int k) const {
    int balance = -far(k);
    for (const auto& s : slopes_) balance += beside(s, k);
    for (const auto& s : rough_) balance += beside(s, k) - (std::abs(step(s, k)) > kNear);
    return balance > 0;
  }

  // Whether neighbouring iterations of loop k read the same elements as this one, in other iterations of `run`.
  bool overlaps(int k, const std::vector<int>& run) const {
    return count([&](const auto& s) {
             return std::any_of(run.begin(), run.end(),
                                [&](int r) { return step(s, k) != 0 && step(s, r) == step(s, k); });
           }) > 0;
  }

  // Whether neighbouring iterations of loop k read the same elements of an array, or ones close to them.
  bool shares(int k) const {
    for (std::size_t x = 0; x < reads_.size(); ++x)
      for (std::size_t y = 0; y < x; ++y)
        if (reads_[x].array == reads_[y].array && reads_[x].slope == reads_[y].slope && apart(reads_[x], reads_[y], k))
          return true;
    return false;
  }

 private:
  bool run_as_one(const std::vector<int>& run, const std::vector<std::vector<std::int64_t>>& slopes) const {
    for (const auto& slope : slopes)
      for (std::size_t q = 0; q + 1 < run.size(); ++q) {
        const auto &outer = bounds_[std::size_t(run[q])], &inner = bounds_[std::size_t(run[q + 1])];
        if (slope[std::size_t(run[q])] * outer.step != slope[std::size_t(run[q + 1])] * inner.step * inner.count)
          return false;
      }
    return true;
  }

  static constexpr std::int64_t kNear = 4;     // elements
  static constexpr std::int64_t kReach = 8;    // rows of a stencil
  static constexpr std::int64_t kBeside = 64;  // elements along a row
  struct Read {
    ArrayId array;
    std::vector<std::int64_t> slope;
    std::vector<std::pair<ExprP, std::int64_t>>
        rest;  // of each subscript, and its stride: where iteration 0 of all loops reads
  };

  std::optional<std::int64_t> between(const Read& x, const Read& y) const {
    std::int64_t sum = 0;
    for (std::size_t d = 0; d < x.rest.size(); ++d) {
      const auto n = ranges_.value(*sub(x.rest[d].first, y.rest[d].first));
      if (!n) return {};
      sum += *n * x.rest[d].second;
    }
    return sum;
  }
  // A few iterations of loop k, and little else, lie between the two.
  bool apart(const Read& x, const Read& y, int k) const {
    const std::int64_t row = step(x.slope, k);
    const auto offset = between(x, y);
    if (!offset || std::abs(row) <= 2 * kBeside) return false;
    const std::int64_t n = std::llround(double(*offset) / double(row));
    return n != 0 && std::abs(n) <= kReach && std::abs(*offset - n * row) <= kBeside;
  }

  void note(const LinearForms& forms, const Access& a, bool read) {
    std::vector<std::int64_t> slope(bounds_.size(), 0);
    std::int64_t stride = 1;
    std::vector<std::pair<ExprP, std::int64_t>> rest;
    bool rough = false;
    for (std::size_t d = a.index.size(); d-- > 0;) {
      auto f = forms.of(*a.index[d]);
      if (!f) {
        rough = true;
        f = forms.of(*without_inner_parts(a.index[d], forms));
      }
      if (!f) {
        is_linear_ = false;
        computes_ |= counts(*a.index[d], plan_);
        return;
      }
      for (std::size_t k = 0; k < slope.size(); ++k) slope[k] += f->coefficients[k] * stride;
      if (read) rest.emplace_back(f->rest, stride);
      if (!a.linear) stride *= ranges_.extent(a.array, int(d));
    }
    if (rough) {
      is_linear_ = false;
      rough_.push_back(std::move(slope));
      return;
    }
    all_.push_back(slope);
    if (!moves(slope)) return;
    if (read) reads_.push_back({a.array, slope, std::move(rest)});
    slopes_.push_back(std::move(slope));
  }
  // Whether a counter stands outside the subscripts of loads.
  static bool counts(const Expr& e, const LoopPlan& plan) {
    if (std::holds_alternative<Load>(e.node)) return false;
    if (auto* v = std::get_if<VarRef>(&e.node))
      return std::any_of(plan.loops.begin(), plan.loops.end(), [&](const PlannedLoop& l) { return l.var == v->var; });
    bool found = false;
    for_each_operand(e, [&](const ExprP& a) { found = found || counts(*a, plan); });
    return found;
  }
  bool moves(const std::vector<std::int64_t>& slope) const {
    bool moves = reduced_.empty();
    for (std::size_t k = 0; k < reduced_.size(); ++k) moves |= reduced_[k] && slope[k] != 0;
    return moves;
  }
  // e where the loops inside begin to count, without min(e, end) and max(e, end) around it.
  ExprP without_inner_parts(const ExprP& whole, const LinearForms& forms) const {
    ExprP e = rewrite_expr(whole, [&](ExprP x) {
      auto* v = std::get_if<VarRef>(&x->node);
      return v && inner_.contains(v->var) ? int_const(0) : x;
    });
    for (auto* n = std::get_if<Binary>(&e->node); n && (n->op == BinaryOp::Min || n->op == BinaryOp::Max);
         n = std::get_if<Binary>(&e->node)) {
      const auto a = forms.of(*n->a);
      const bool end =
          a && std::all_of(a->coefficients.begin(), a->coefficients.end(), [](std::int64_t c) { return c == 0; });
      e = end ? n->b : n->a;
    }
    return e;
  }
  bool beside(const std::vector<std::int64_t>& slope, int k) const {
    return step(slope, k) != 0 && std::abs(step(slope, k)) <= kNear;
  }
  std::int64_t step(const std::vector<std::int64_t>& slope, int k) const {
    return slope[std::size_t(k)] * bounds_[std::size_t(k)].step;
  }
  template <class F>
  int count(const F& f) const {
    return int(std::count_if(slopes_.begin(), slopes_.end(), f));
  }

  const NestRanges& ranges_;
  const LoopPlan& plan_;
  const std::vector<LoopBounds>& bounds_;
  std::vector<bool> reduced_;  // by covered loop; empty: none is, or all are
  std::vector<std::vector<std::int64_t>> slopes_, rough_,
      all_;                // of those that move, of those that are not quite linear, of all linear ones
  bool is_linear_ = true;  // all accesses are
  bool computes_ = false;  // the body reads the loops' variables outside subscripts
  std::set<VarId> inner_;  // variables of loops inside the body
  std::vector<Read> reads_;
};

// Whether some read of the body has to look where it is.
bool has_boundary_modes(const Function& nest, const LoopPlan& plan, const LoopFacts& facts) {
  bool found = false;
  for_each_expr(planned_body(plan, nest), [&](const Expr& e) {
    auto* l = std::get_if<Load>(&e.node);
    found |=
        l && l->access.boundary != Boundary::Unchecked && (l->access.boundary != Boundary::Checked || facts.checked);
  });
  return found;
}

// Whether some of its iterations may do something else than the others.
bool looks_or_decides(const Function& nest, const LoopPlan& plan, const LoopFacts& facts) {
  bool found = has_boundary_modes(nest, plan, facts);
  for_each_stmt(planned_body(plan, nest), [&](const Stmt& s) { found |= std::holds_alternative<If>(s.node); });
  for_each_expr(planned_body(plan, nest), [&](const Expr& e) { found |= std::holds_alternative<Select>(e.node); });
  return found;
}

// Whether the places of the innermost loop, which has unit steps, are places of the last dimension of every array that
// is read along it.
bool columns_inside(const Function& nest, const LoopPlan& plan, const NestRanges& ranges, const LoopBounds& inner) {
  const LinearForms forms(nest, plan);
  bool inside = inner.lo >= 0;
  for_each_expr(planned_body(plan, nest), [&](const Expr& e) {
    auto* l = std::get_if<Load>(&e.node);
    if (!l || l->access.linear || l->access.index.empty()) return;
    const auto f = forms.of(*l->access.index.back());
    if (f && f->coefficients.back() != 0)
      inside &= ranges.extent(l->access.array, int(l->access.index.size()) - 1) >= inner.lo + inner.count;
  });
  return inside;
}

// Maps: the longest row of the first n loops' inner ones that run as one. Very short rows take one more loop in, by
// division. alone: counters are looked at, so that running loops as one would cost a division for each element.
void find_row(const Strides& strides, const std::vector<LoopBounds>& bounds, int n, bool alone, LoopFacts& facts) {
  constexpr std::int64_t kShortRow = 16, kLongestRow = 4096;
  std::vector<int> row;
  std::int64_t length = 1;
  for (int k = n; k-- > 0;) {
    std::vector<int> longer = row;
    longer.insert(longer.begin(), k);
    if (!strides.run_as_one(longer) || (alone && length >= kShortRow)) break;
    row = std::move(longer);
    length *= bounds[std::size_t(k)].count;
  }
  facts.collapsed = int(row.size()) == n;
  if (facts.collapsed) return;
  facts.row_loops = int(row.size());
  facts.collapsed = row.size() > 1;
  if (length < kShortRow) {
    length *= bounds[std::size_t(n - ++facts.row_loops)].count;
    facts.collapsed = false;
    if (length < kShortRow || facts.row_loops == n) {
      facts.row_loops = 0;
      return;
    }
  }
  constexpr std::int64_t kManyRows = 64;
  const int kept = n - facts.row_loops - 1;
  facts.rows_share = bounds[std::size_t(kept)].count >= kManyRows && strides.shares(kept);
  facts.row_threads = 8;
  while (facts.row_threads < length && facts.row_threads < kLongestRow) facts.row_threads *= 2;
}

// Maps on a GPU: whether some accesses go along memory by the innermost loop, others by the one around it, and both are
// long.
bool turns(const Strides& strides, const std::vector<LoopBounds>& bounds) {
  constexpr std::int64_t kLong = 64;
  for (int k = int(bounds.size()) - 2; k < int(bounds.size()); ++k)
    if (bounds[std::size_t(k)].count < kLong || strides.near(k) == 0 || strides.far(k) == 0) return false;
  return true;
}

// Maps on the host: few iterations of the innermost loop, light enough to be written out by a thread that takes them
// all; 0: not so.
int channels_of(const Function& nest, const LoopPlan& plan, const LoopBounds& inner) {
  constexpr int kLight = 400;  // nodes of all copies
  constexpr std::int64_t kMost = 8;
  if (inner.count < 1 || inner.count > kMost) return 0;
  if (const BodyWeight w = body_weight(plan, nest); w.loops || w.nodes > kLight) return 0;
  const int copies = int(inner.count);
  return copied_nodes(iteration_body(plan, nest), plan.loops.back().var, copies) > kLight ? 0 : copies;
}

// The kept loop outside one over few channels whose iterations are pixels side by side: a vector takes one channel of
// several pixels. -1: there is none.
int pixels_of(const Strides& strides, const LoopPlan& plan, const std::vector<LoopBounds>& bounds, int channels) {
  constexpr std::int64_t kFewPixels = 64;
  if (bounds[std::size_t(channels)].count > kSmallExtent) return -1;
  for (int k = channels; k-- > 0;)
    if (!plan.loops[std::size_t(k)].reduced)
      return bounds[std::size_t(k)].count >= kFewPixels && strides.far(k) == 0 ? k : -1;
  return -1;
}

// The kept loop over few channels, neighbours in memory, right outside or inside the one over pixels; -1: there is
// none.
int channels_beside(const Strides& strides, const LoopPlan& plan, const std::vector<LoopBounds>& bounds, int pixels) {
  std::vector<int> kept;
  for (std::size_t k = 0; k < plan.loops.size(); ++k)
    if (!plan.loops[k].reduced) kept.push_back(int(k));
  if (kept.size() < 2 || (kept.back() != pixels && kept[kept.size() - 2] != pixels)) return -1;
  const int other = kept.back() == pixels ? kept[kept.size() - 2] : kept.back();
  const std::int64_t count = bounds[std::size_t(other)].count;
  return count >= 2 && count <= kSmallExtent && strides.near(other) > strides.near(pixels) ? other : -1;
}

// Rows as long as an inner loop that a kernel knows. What a vector of them reads side by side is taken out of whole
// vectors of memory, where their distance is a constant.
void find_extents(const Function& nest, const NestRanges& ranges, std::int64_t length, LoopFacts& facts) {
  for (const Param& p : nest.params)
    for (int d = 1; p.kind == Param::Kind::Array && d < nest.arrays[p.id].rank; ++d)
      if (ranges.extent(p.id, d) == length) facts.extents.push_back({p.id, d, length});
}

// Partial with a window on a GPU: threads that take neighbours read what their windows share once; of tall windows more
// of them, where that leaves threads enough.
void find_window_rows(const Strides& strides, const LoopPlan& plan, const std::vector<LoopBounds>& bounds,
                      const std::vector<int>& run, std::int64_t kept, LoopFacts& facts) {
  constexpr std::int64_t kFewRows = 16, kThreads = std::int64_t(1) << 16, kTall = 9, kManyKept = std::int64_t(1) << 22;
  facts.window_rows = -1;
  for (std::size_t k = 0; k < bounds.size() && facts.tiled >= 0; ++k)
    if (!plan.loops[k].reduced && int(k) != facts.tiled && bounds[k].count >= kFewRows && strides.overlaps(int(k), run))
      facts.window_rows = int(k);
  if (facts.window_rows < 0) return;
  const bool tall = std::any_of(run.begin(), run.end(), [&](int r) { return bounds[std::size_t(r)].count >= kTall; });
  facts.rows_of_window = tall && kept >= kManyKept ? 8 : kept >= 4 * kThreads ? 4 : kept >= 2 * kThreads ? 2 : 1;
}

// Windows on a host: whether their blocks are so few that lanes along the rows, which cost twice the work and occupy
// all threads, are done sooner. 4 blocks of sliding products take 16 Xeon threads 93 us, lanes 39.
bool leave_threads_idle(std::int64_t kept, int threads) {
  constexpr std::int64_t kKeptOfBlock = 512;
  return 2 * ((kept + kKeptOfBlock - 1) / kKeptOfBlock) < threads;
}

// Partial: few reduced iterations, of which the kernel knows the number. On a GPU neighbours in memory have to be kept
// iterations, enough of them for a thread each.
void find_short(const Function& nest, const Strides& strides, const LoopPlan& plan, const NestRanges& ranges,
                const std::vector<LoopBounds>& bounds, const std::vector<int>& run, int host_threads,
                LoopFacts& facts) {
  const bool host = host_threads > 0;
  constexpr std::int64_t kMost = 256, kMostOnGpu = 64, kFewKept = 16, kManyKept = 1 << 13, kLargestWindow = 4096,
                         kManyWindows = 64, kLongRow = 256, kFewRows = 16, kShortRow = 15;
  std::int64_t reduced = 1, kept = 1;
  int inner_kept = -1;
  for (std::size_t k = 0; k < plan.loops.size(); ++k) {
    (plan.loops[k].reduced ? reduced : kept) *= bounds[k].count;
    if (!plan.loops[k].reduced) inner_kept = int(k);
  }
  if (kept < kFewKept || reduced > tree_lanes(accumulator_bytes(plan))) return;
  // x[i+m,j+n]: both are neighbours, and side by side many kept iterations advance at a time, if there are many.
  // Rows that follow each other are no windows: nothing is read twice.
  std::vector<int> row{inner_kept};
  row.insert(row.end(), run.begin(), run.end());
  const bool follow = !host && inner_kept < run.front() && strides.run_as_one(row);
  const bool beside = strides.mostly_near(inner_kept) && strides.mostly_near(run.back()) && !follow;
  const bool few = host ? leave_threads_idle(kept, host_threads) : kept < kManyKept;
  const bool rows = few && bounds[std::size_t(run.back())].count >= kLongRow &&
                    !looks_or_decides(nest, plan, facts);  // lanes along the window do as well then
  facts.window = beside && !rows && kept >= (host ? kManyWindows : kManyKept) && reduced <= kLargestWindow;
  if (facts.window) facts.short_lanes = std::int64_t(std::bit_ceil(std::uint64_t(reduced)));
  if (reduced > kMost && !facts.window) return;
  // Rows that are all read at once put each other out of the cache: with these columns are walked a few rows at a time.
  if (host && facts.columns && !facts.window && reduced > kFewRows && reduced == facts.short_lanes) return;
  // Of short rows a thread takes one: a team of threads would idle, and neighbours of its reads are in the cache for
  // its next ones.
  const bool short_row = !facts.columns && reduced <= kShortRow && strides.near(run.back()) > 0;
  if (!host && !facts.window && ((!facts.columns && !short_row) || reduced > kMostOnGpu || kept < kManyKept)) return;
  facts.short_count = reduced;
  if (!host && facts.window) {  // neighbouring threads are neighbouring kept iterations, whatever their channels
    facts.columns = false;
    facts.kept_together = 0;
    facts.tiled = bounds[std::size_t(inner_kept)].count >= kFewKept ? inner_kept : -1;
    facts.few_columns = 0;
    find_window_rows(strides, plan, bounds, run, kept, facts);
  }
  if (host) {
    facts.columns = false;
    facts.kept_together = 0;
    facts.tiled = inner_kept;
    if (bounds[std::size_t(inner_kept)].count < kFewKept) facts.tiled = pixels_of(strides, plan, bounds, inner_kept);
    if (facts.tiled >= 0) facts.channel_loop = channels_beside(strides, plan, bounds, facts.tiled);
    if (facts.channel_loop >= 0) facts.pixel_channels = int(bounds[std::size_t(facts.channel_loop)].count);
    const std::int64_t along = facts.tiled < 0 ? kept : bounds[std::size_t(facts.tiled)].count;
    facts.few_columns = along <= 1024 ? int(std::bit_ceil(std::uint64_t(along))) : 0;
  }
  for (std::size_t k = 1; k < bounds.size() && facts.short_count > 0; ++k)
    if (plan.loops[k].reduced && bounds[k].count > kSmallExtent) {
      facts.counts.push_back({int(k), bounds[k].count});
      find_extents(nest, ranges, bounds[k].count, facts);
    }
}

// Whether tiles of twice the width leave a GPU idle no longer at its end than plain ones: a block is twice the work, or
// nine tenths of it, and a multiprocessor has room for one. Another GPU than the one that is counted on makes this a
// worse guess and nothing else.
bool fills_with_wide_tiles(std::int64_t columns, std::int64_t copies) {
  constexpr std::int64_t kMultiprocessors = 132;  // of an H100 or H200
  const auto rounds = [&](std::int64_t width) {
    const std::int64_t blocks = (columns + width - 1) / width * copies;
    return (blocks + kMultiprocessors - 1) / kMultiprocessors;
  };
  const std::int64_t tile = gpu_policy().column_tile;
  return 10 * rounds(tile) >= 9 * 2 * rounds(2 * tile);
}

// Partial: the lanes of short rows, and whether kept iterations are what lies side by side in memory.
void find_team(const Strides& strides, const LoopPlan& plan, const std::vector<LoopBounds>& bounds,
               const std::vector<int>& run, int host_threads, LoopFacts& facts) {
  constexpr std::int64_t kFewestColumns = kSmallExtent + 1, kFewColumns = 16, kManyColumns = 2048, kManyRows = 4096,
                         kTaps = 32, kVectors = 32;
  constexpr std::int64_t kLongRow = 8192, kManyLongRows = 1024;
  std::int64_t reduced = 1, p = 1, kept = 1;
  int inner_kept = -1;
  for (std::size_t k = 0; k < plan.loops.size(); ++k) {
    (plan.loops[k].reduced ? reduced : kept) *= bounds[k].count;
    if (!plan.loops[k].reduced) inner_kept = int(k);
  }
  while (p < reduced) p *= 2;
  if (p < tree_lanes(accumulator_bytes(plan))) facts.short_lanes = p;
  facts.many_rows = kept >= kManyRows;
  facts.long_rows = kept >= kManyLongRows && reduced >= kLongRow &&
                    tree_shape(reduced, accumulator_bytes(plan)).chunks <= kLongRowChunks;
  if (inner_kept < 0) return;
  if (kept > 1 && kept <= kSmallExtent && strides.meets(inner_kept)) facts.kept_together = int(kept);
  if (kept < kFewestColumns) return;
  const int column = strides.near(inner_kept) - strides.far(inner_kept),
            row = strides.near(run.back()) - strides.far(run.back());
  // A filter's few taps, x[i,j+k]: both are neighbours, and side by side many kept iterations advance at a time.
  const bool taps = facts.short_lanes > 0 && facts.short_lanes <= kTaps && column > 0;
  // Where neighbours of both are neighbours in memory, x[i+j], all is in the cache, and columns need no lanes to be
  // folded: on a host vectors of them do better.
  const bool beside = host_threads > 0 && !leave_threads_idle(kept, host_threads) && column > 0 &&
                      strides.far(inner_kept) == 0 && bounds[std::size_t(inner_kept)].count >= kVectors;
  facts.columns = column > row || taps || beside;
  if (!facts.columns && p == tree_lanes(accumulator_bytes(plan))) facts.short_lanes = p;
  if (!facts.columns) return;
  if (bounds[std::size_t(inner_kept)].count >= kFewColumns) facts.tiled = inner_kept;
  const std::int64_t along = facts.tiled < 0 ? kept : bounds[std::size_t(inner_kept)].count;
  if (along <= kManyColumns)
    facts.few_columns = int(std::bit_ceil(std::uint64_t(along)));
  else if (facts.short_lanes == 0)
    facts.wide_columns =
        fills_with_wide_tiles(along, kept / along * tree_shape(reduced, accumulator_bytes(plan)).chunks);
}

// On a host: whether columns lie side by side as a whole, whatever the text's order of the loops.
bool lie_side_by_side(const Function& nest, const Strides& strides, const LoopPlan& plan,
                      const std::vector<LoopBounds>& bounds, const std::vector<int>& run, const LoopFacts& facts) {
  std::vector<int> all = run;
  std::int64_t kept = 1;
  for (std::size_t k = 0; k < plan.loops.size(); ++k) {
    if (plan.loops[k].reduced) continue;
    all.push_back(int(k));
    kept *= bounds[k].count;
  }
  if (kept < 2 || facts.checked || !facts.unit_steps || has_boundary_modes(nest, plan, facts)) return false;
  return strides.all_run_as_one(all) && side_by_side_fits({nest, ast::LoopHint::None, {}}, plan);
}

// On a host: how so many threads share columns.
void find_column_blocks(const Function& nest, const Strides& strides, const LoopPlan& plan,
                        const std::vector<LoopBounds>& bounds, const std::vector<int>& run, int threads,
                        LoopFacts& facts) {
  if (facts.window || facts.short_count > 0) return;
  const bool beside = lie_side_by_side(nest, strides, plan, bounds, run, facts);
  if (!beside && !facts.columns) return;
  std::int64_t kept = 1;
  ColumnShape shape;
  shape.rows = 1;
  for (std::size_t k = 0; k < plan.loops.size(); ++k) (plan.loops[k].reduced ? shape.rows : kept) *= bounds[k].count;
  shape.bytes = accumulator_bytes(plan);
  const TreeShape tree = tree_shape(shape.rows, shape.bytes);
  shape.chunk = tree.chunk;
  shape.lanes = facts.short_lanes ? facts.short_lanes : tree.lanes;
  shape.columns = facts.columns && facts.tiled >= 0 ? bounds[std::size_t(facts.tiled)].count : kept;
  shape.copies = kept / std::max<std::int64_t>(1, shape.columns);
  const ColumnBlocks blocks = choose_column_blocks(shape, threads, beside, facts.columns);
  if (blocks.tile > 0) facts.few_columns = blocks.tile;
  if (blocks.chunk_parts == 0) return;
  facts.few_columns = 0;
  facts.columns = facts.collapsed = true;
  facts.side_by_side = int(kept);
  facts.chunk_parts = blocks.chunk_parts;
  facts.kept_together = 0;
  facts.tiled = -1;
}

// On the host the width of a block is a matter of some speed alone: a few widths, so that the levels of a pyramid share
// code.
void make_coarse(LoopFacts& facts) {
  facts.many_rows = facts.long_rows = facts.wide_columns = false;  // speak of a GPU
  for (const int width : {16, 64, 256})
    if (facts.few_columns > 0 && facts.few_columns <= width) {
      facts.few_columns = width;
      return;
    }
  facts.few_columns = 0;
}

}  // namespace

namespace {
std::int64_t iterations(const std::vector<LoopBounds>& bounds) {
  std::int64_t n = 1;
  for (const LoopBounds& b : bounds) n *= b.count;
  return n;
}

// Maps on a GPU: iterations that have loops of their own, too few for all multiprocessors in blocks of four warps. What
// such threads wait for are reads apart from each other, of which a multiprocessor begins one at a time.
bool few_walks(const Function& nest, const LoopPlan& plan, const std::vector<LoopBounds>& bounds) {
  constexpr std::int64_t kFew = 1 << 14;
  return iterations(bounds) < kFew && body_weight(plan, nest).loops;
}
}  // namespace

LoopFacts find_facts(const Function& nest, const LoopPlan& plan, const NestRanges& ranges,
                     const std::vector<LoopBounds>& bounds, int host_threads) {
  const bool host = host_threads > 0;
  LoopFacts facts;
  facts.unit_steps = std::all_of(bounds.begin(), bounds.end(), [](const LoopBounds& b) { return b.step == 1; });
  facts.zero_low = std::all_of(bounds.begin(), bounds.end(), [](const LoopBounds& b) { return b.lo == 0; });
  facts.checked = !ranges.all_in_range();
  for (const Param& p : nest.params) {
    if (p.kind != Param::Kind::Array) continue;
    for (int d = 1; d < nest.arrays[p.id].rank; ++d)
      if (const auto e = ranges.extent(p.id, d); e <= kSmallExtent) facts.extents.push_back({p.id, d, e});
  }
  for (std::size_t k = 1; k < bounds.size(); ++k)
    if (bounds[k].count <= kSmallExtent) facts.counts.push_back({int(k), bounds[k].count});
  for (const LoopStage& s : plan.stages)
    if (s.plan.verdict == Verdict::Bins)
      facts.bins =
          find_bin_facts(s.plan, s.function, iterations(bounds), [&](ArrayId a) { return ranges.extent(a, -1); });
  const bool modes =
      plan.verdict == Verdict::Map && (!host || bounds.size() > 1) && has_boundary_modes(nest, plan, facts);
  facts.looks = modes && !host;
  if (plan.verdict == Verdict::Map && !host) facts.small_blocks = few_walks(nest, plan, bounds);
  if (bounds.size() == 1 && plan.verdict != Verdict::Bins && plan.verdict != Verdict::Partial)
    return facts;  // nothing to run as one
  const Strides strides(nest, plan, ranges, bounds);
  if (plan.verdict == Verdict::Map && bounds.size() > 1) {
    const bool alone = modes || (host && strides.computes_with_counters());
    find_row(strides, bounds, int(bounds.size()), alone, facts);
    facts.small_blocks &= facts.row_loops == 0;
    facts.turns = !host && facts.row_loops == 1 && turns(strides, bounds);
    // A row that runs through pixels and channels alike needs no thread that takes the channels of a pixel apart.
    std::vector<int> row(std::size_t(facts.row_loops));
    std::iota(row.begin(), row.end(), int(bounds.size()) - facts.row_loops);
    const bool row_as_one = facts.collapsed && (facts.row_loops == 0 || strides.all_run_as_one(row));
    facts.channels = host && !row_as_one ? channels_of(nest, plan, bounds.back()) : 0;
    if (facts.channels > 0) {
      facts.row_loops = 0;
      find_row(strides, bounds, int(bounds.size()) - 1, alone, facts);
    }
    facts.columns_inside = facts.rows_share && columns_inside(nest, plan, ranges, bounds.back());
    return facts;
  }
  const std::vector<int> run = run_loops(plan, facts);
  if (run.size() > 1) facts.collapsed = strides.run_as_one(run);
  if (plan.verdict == Verdict::Partial) {
    find_team(strides, plan, bounds, run, host_threads, facts);
    find_short(nest, strides, plan, ranges, bounds, run, host_threads, facts);
    if (host_threads) make_coarse(facts);
    if (host_threads) find_column_blocks(nest, strides, plan, bounds, run, host_threads, facts);
  }
  if (plan.verdict == Verdict::Bins)
    facts.bins = find_bin_facts(plan, nest, iterations(bounds), [&](ArrayId a) { return ranges.extent(a, -1); });
  return facts;
}

std::optional<std::vector<int>> order_of_memory(const Function& nest, const LoopPlan& plan, const NestRanges& ranges,
                                                const std::vector<LoopBounds>& bounds, std::int64_t least) {
  const Strides strides(nest, plan, ranges, bounds);
  std::vector<int> order(bounds.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return strides.reach(a) > strides.reach(b); });
  const auto balance = [&](int k) { return strides.near(k) - strides.far(k); };
  if (!strides.run_as_one(order)) {  // a short loop does not fill a row
    const auto is_long = [&](int k) { return bounds[std::size_t(k)].count >= least; };
    const auto last = std::find_if(order.rbegin(), order.rend(), is_long);
    if (last == order.rend()) return {};
    std::rotate(last.base() - 1, last.base(), order.end());
  }
  if (balance(order.back()) <= balance(int(bounds.size()) - 1)) return {};
  return order;
}

LoopFacts without_extents(LoopFacts facts) {
  facts.extents.clear();
  facts.counts.clear();
  if (facts.window) facts.short_count = 0;  // walked, not written out
  facts.kept_together = facts.side_by_side = 0;
  facts.chunk_parts = 1;
  make_coarse(facts);
  return facts;
}

// Of a comparison of ints, or of several that are joined.
static std::optional<bool> truth_of(const Expr& e, const NestRanges& ranges) {
  const auto& n = std::get<Binary>(e.node);
  if (n.op == BinaryOp::And || n.op == BinaryOp::Or) {
    const auto a = truth_of(*n.a, ranges), b = truth_of(*n.b, ranges);
    if (!a || !b) return {};
    return n.op == BinaryOp::And ? *a && *b : *a || *b;
  }
  static const std::map<BinaryOp, BinaryOp> opposite{{BinaryOp::Eq, BinaryOp::Ne}, {BinaryOp::Ne, BinaryOp::Eq},
                                                     {BinaryOp::Lt, BinaryOp::Ge}, {BinaryOp::Ge, BinaryOp::Lt},
                                                     {BinaryOp::Gt, BinaryOp::Le}, {BinaryOp::Le, BinaryOp::Gt}};
  if (ranges.holds(e)) return true;
  if (ranges.holds(*binary(opposite.at(n.op), n.a, n.b))) return false;
  return {};
}

void find_truths(const Function& nest, const LoopPlan& plan, const NestRanges& ranges,
                 const std::vector<LoopBounds>& bounds, LoopFacts& facts) {
  constexpr std::int64_t kLeastIterations = std::int64_t{1} << 14;
  facts.truths.clear();
  if (iterations(bounds) < kLeastIterations) return;
  for (const ExprP& e : lasting_conditions(nest, plan)) {
    const auto truth = truth_of(*e, ranges);
    if (!truth) return facts.truths.clear();
    facts.truths.push_back(*truth);
  }
}

namespace {

// What an iteration computes of, places and ends of loops aside.
struct Operands {
  std::set<VarId> vars;
  bool narrow = false;  // elements of 16 bits or less are among them
};

Operands operands_of(const Function& nest) {
  Operands all;
  const auto is_narrow = [&](const Expr& e) {
    auto* l = std::get_if<Load>(&e.node);
    const Elem elem = l ? nest.arrays[l->access.array].elem : Elem::F32;
    return l && is_int(elem) && 8 * byte_size(elem) <= kShortBits;
  };
  const auto without_places = [](const ExprP& e) { return std::holds_alternative<Load>(e->node) ? int_const(0) : e; };
  for_each_stmt(nest.body, [&](const Stmt& s) {
    if (std::holds_alternative<For>(s.node)) return;
    auto* w = std::get_if<Store>(&s.node);
    for_each_root(w ? Stmt{Assign{kNoVar, w->value}, {}} : s, [&](const ExprP& root) {
      for_each_expr(*root, [&](const Expr& e) { all.narrow = all.narrow || is_narrow(e); });
      for_each_expr(*rewrite_expr(root, without_places), [&](const Expr& e) {
        if (auto* v = std::get_if<VarRef>(&e.node)) all.vars.insert(v->var);
      });
    });
  });
  return all;
}

}  // namespace

void find_short_params(const Function& nest, const NestRanges& ranges, const std::vector<LoopBounds>& bounds,
                       LoopFacts& facts) {
  constexpr std::int64_t kLeastIterations = std::int64_t{1} << 14, kPast = std::int64_t{1} << (kShortBits - 1);
  facts.short_params.clear();
  if (iterations(bounds) < kLeastIterations) return;
  const Operands operands = operands_of(nest);
  if (!operands.narrow) return;
  for (const Param& p : nest.params) {
    const bool fixed = p.kind == Param::Kind::Scalar && nest.vars[p.id].type == Elem::I64 &&
                       operands.vars.count(p.id) > 0 &&
                       std::find(nest.outputs.begin(), nest.outputs.end(), p.id) == nest.outputs.end();
    const auto value = fixed ? ranges.value(*var(nest, p.id)) : std::nullopt;
    if (value && *value >= -kPast && *value < kPast) facts.short_params.push_back(p.id);
  }
}

void find_even_extents(const Function& nest, const NestRanges& ranges, LoopFacts& facts) {
  for (const Param& p : nest.params) {
    if (p.kind != Param::Kind::Array || ranges.extent(p.id, -1) == 0) continue;
    for (int d = 1; d < nest.arrays[p.id].rank; ++d)
      if (ranges.extent(p.id, d) % (1 << kEvenExponent) == 0) facts.even.push_back({p.id, d});
  }
}

}  // namespace qc::host
