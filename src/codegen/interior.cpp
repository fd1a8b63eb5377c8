#include "codegen/interior.h"

#include <algorithm>

#include "codegen/affine_thread.h"
#include "codegen/lane_analysis.h"

namespace qc::codegen {

using namespace ir;

namespace {

constexpr std::size_t kMostConstraints = 48;
constexpr int kLargestKernel = 6000;       // nodes that are worth a second copy
constexpr std::int64_t kUnrolled = 32, kLargestUnrolled = 1024;  // iterations, and nodes of all of them

// lo <= thread * t + (loops) + rest + [cmin, cmax] < extent of `array` along `dim` (-1: the number of elements)
struct Constraint {
  ThreadAffine form;  // its constant does not count
  std::int64_t cmin = 0, cmax = 0;
  ArrayId array = 0;
  int dim = 0;
};

bool same(const Constraint& c, const ThreadAffine& a, ArrayId array, int dim) {
  const bool rest = (!c.form.rest && !a.rest) || equal(c.form.rest, a.rest);
  return c.array == array && c.dim == dim && c.form.thread == a.thread && c.form.loops == a.loops && rest;
}

bool has_mode(const Access& a) { return a.boundary != Boundary::Unchecked; }

// How often a nest of loops with constant bounds runs its innermost statements; 0: not known, or too often.
std::int64_t iterations(const For& loop) {
  const auto lo = as_int(*loop.lo), step = as_int(*loop.step), hi = as_int(*loop.hi);
  if (!lo || !hi || !step || *step != 1 || *hi < *lo || *hi - *lo >= kUnrolled) return 0;
  return *hi - *lo + 1;
}

class Splitter {
 public:
  explicit Splitter(const Function& f) : f_(f), out_(f) {}

  std::optional<Function> run() {
    std::size_t at = 0;
    ThreadValues values(f_);
    out_.body.clear();
    count_assignments();
    for (; at < f_.body.size() && settles(f_.body[at], values); ++at) out_.body.push_back(f_.body[at]);
    const Block rest(f_.body.begin() + std::ptrdiff_t(at), f_.body.end());
    name_afresh(rest);
    Block inner = copy(rest, values);
    if (constraints_.empty() || constraints_.size() > kMostConstraints || !varies()) return {};
    emit(rest, std::move(inner));
    return std::move(out_);
  }

 private:
  void count_assignments() {
    times_.assign(f_.vars.size(), 0);
    for_each_stmt(f_.body, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) ++times_[a->var];
      if (auto* l = std::get_if<For>(&s.node)) ++times_[l->var];
      if (auto* t = std::get_if<Atomic>(&s.node)) { if (t->old) ++times_[*t->old]; }
    });
    for (VarId o : f_.outputs) times_[o] = 2;
    if (f_.order != kNoVar) times_[f_.order] = 2;
  }

  // A definition at the top that both copies share: it is computed for all threads anyway.
  bool settles(const Stmt& s, ThreadValues& values) const {
    auto* a = std::get_if<Assign>(&s.node);
    if (!a || times_[a->var] != 1 || f_.vars[a->var].type != Elem::I64) return false;
    bool reads = false;
    for_each_expr(*a->value, [&](const Expr& e) {
      auto* n = std::get_if<Binary>(&e.node);
      reads |= std::holds_alternative<Load>(e.node) || (n && n->site != kNoSite);
    });
    if (!reads) values.settle(a->var, *a->value);
    return !reads;
  }

  // The interior has variables and local arrays of its own, so that what is uniform in one copy stays so.
  void name_afresh(const Block& block) {
    auto fresh = [&](VarId v) {
      const bool shared = v == f_.order || std::find(f_.outputs.begin(), f_.outputs.end(), v) != f_.outputs.end();
      const bool param = std::any_of(f_.params.begin(), f_.params.end(), [&](const Param& p) { return p.kind == Param::Kind::Scalar && p.id == v; });
      if (!shared && !param && !renamed_.count(v)) renamed_[v] = out_.add_var(f_.vars[v].name, f_.vars[v].type);
    };
    for_each_stmt(block, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) fresh(a->var);
      if (auto* l = std::get_if<For>(&s.node)) fresh(l->var);
      if (auto* t = std::get_if<Atomic>(&s.node)) { if (t->old) fresh(*t->old); }
    });
    for (ArrayId a = 0; a < f_.arrays.size(); ++a)
      if (f_.arrays[a].space == Space::Local) arrays_[a] = out_.add_array(f_.arrays[a]);
  }
  VarId renamed(VarId v) const {
    auto it = renamed_.find(v);
    return it == renamed_.end() ? v : it->second;
  }

  // ---- the interior -----------------------------------------------------------------------------------------------------

  // Whether the access can be in range for whole rows of threads; then that becomes a condition of the interior.
  bool constrain(const Access& a, const ThreadValues& values) {
    if (!has_mode(a) || f_.arrays[a.array].space != Space::Global) return false;
    std::vector<ThreadAffine> forms;
    for (const ExprP& i : a.index) {
      auto form = values.of(*i);
      if (!form || form->thread < 0) return false;
      for (const auto& [v, c] : form->loops) loops_.emplace(v, values.bounds(v));
      forms.push_back(std::move(*form));
    }
    for (std::size_t d = 0; d < forms.size(); ++d) note(forms[d], a.array, a.linear ? -1 : int(d));
    return true;
  }
  void note(const ThreadAffine& form, ArrayId array, int dim) {
    for (Constraint& c : constraints_) {
      if (!same(c, form, array, dim)) continue;
      c.cmin = std::min(c.cmin, form.constant);
      c.cmax = std::max(c.cmax, form.constant);
      return;
    }
    constraints_.push_back({form, form.constant, form.constant, array, dim});
  }

  Access copy(const Access& a, const ThreadValues& values) {
    Access out = a;
    for (ExprP& i : out.index) i = copy(i, values);
    if (constrain(a, values)) {
      out.boundary = Boundary::Unchecked;
      out.site = kNoSite;
    }
    if (auto it = arrays_.find(a.array); it != arrays_.end()) out.array = it->second;
    return out;
  }

  ExprP copy(const ExprP& e, const ThreadValues& values) {
    if (!e) return e;
    Expr n = *e;
    auto put = [&](ExprP& x) { x = copy(x, values); };
    if (auto* l = std::get_if<Load>(&n.node)) l->access = copy(l->access, values);
    else if (auto* v = std::get_if<VarRef>(&n.node)) v->var = renamed(v->var);
    else if (auto* u = std::get_if<Unary>(&n.node)) put(u->a);
    else if (auto* b = std::get_if<Binary>(&n.node)) { put(b->a); put(b->b); }
    else if (auto* f = std::get_if<Fma>(&n.node)) { put(f->a); put(f->b); put(f->c); }
    else if (auto* s = std::get_if<Select>(&n.node)) { put(s->condition); put(s->yes); put(s->no); }
    else if (auto* c = std::get_if<Cast>(&n.node)) put(c->a);
    else if (auto* m = std::get_if<Math>(&n.node)) for (ExprP& a : m->args) put(a);
    else if (auto* x = std::get_if<Extent>(&n.node); x && arrays_.count(x->array)) x->array = arrays_[x->array];
    else return e;
    return std::make_shared<const Expr>(std::move(n));
  }

  Block copy(const Block& block, ThreadValues& values) {
    Block out;
    for (const Stmt& s : block) out.push_back(copy(s, values));
    return out;
  }

  Stmt copy(const Stmt& s, ThreadValues& values) {
    Stmt out = s;
    if (auto* n = std::get_if<Assign>(&out.node)) {
      const ExprP value = n->value;
      n->value = copy(value, values);
      values.assign(n->var, *value);
      n->var = renamed(n->var);
    } else if (auto* n = std::get_if<Store>(&out.node)) {
      n->value = copy(n->value, values);
      n->access = copy(n->access, values);
    } else if (auto* n = std::get_if<If>(&out.node)) {
      n->condition = copy(n->condition, values);
      ThreadValues other = values;
      n->then = copy(n->then, values);
      n->otherwise = copy(n->otherwise, other);
      values.join(other);
    } else if (auto* n = std::get_if<For>(&out.node)) {
      copy_loop(*n, values);
    } else if (auto* n = std::get_if<While>(&out.node)) {
      values.forget_assigned(n->body);
      n->condition = copy(n->condition, values);
      const Block body = n->body;
      n->body = copy(body, values);
      values.forget_assigned(body);
    } else if (auto* n = std::get_if<Fail>(&out.node)) {
      n->value = copy(n->value, values);
    } else if (auto* n = std::get_if<Atomic>(&out.node)) {
      copy_atomic(*n, values);
    }
    return out;
  }

  void copy_loop(For& n, ThreadValues& values) {
    const For was = n;
    n.lo = copy(n.lo, values);
    n.step = copy(n.step, values);
    n.hi = copy(n.hi, values);
    values.forget_assigned(was.body);
    values.enter(was);
    n.var = renamed(n.var);
    n.body = copy(was.body, values);
    values.forget_assigned(was.body);
    values.forget(was.var);
    // Few iterations inside a thread are written out, or no vector of threads could be made.
    int nodes = 0;
    for_each_expr(was.body, [&](const Expr&) { ++nodes; });
    const std::int64_t times = iterations(was);
    if (times > 0 && short_constant_loop(was) && times * nodes <= kLargestUnrolled) n.unroll = -1;
  }

  void copy_atomic(Atomic& n, ThreadValues& values) {
    const ThreadValues before = values;
    for (ExprP& i : n.access.index) i = copy(i, before);
    n.value = copy(n.value, before);
    n.compare = copy(n.compare, before);
    if (!n.old) return;
    values.forget(*n.old);
    n.old = renamed(*n.old);
  }

  // ---- which threads are in it ------------------------------------------------------------------------------------------

  bool varies() const {
    return std::any_of(constraints_.begin(), constraints_.end(), [](const Constraint& c) { return c.form.thread > 0; });
  }

  // The least and the greatest value of a constraint's form at thread 0.
  std::pair<ExprP, ExprP> at_thread_0(const Constraint& c) const {
    ExprP lo = int_const(c.cmin), hi = int_const(c.cmax);
    if (c.form.rest) {
      lo = add(c.form.rest, lo);
      hi = add(c.form.rest, hi);
    }
    for (const auto& [v, k] : c.form.loops) {
      const auto& bounds = loops_.at(v);
      const ExprP a = mul(bounds.lo, int_const(k)), b = mul(bounds.hi, int_const(k));
      lo = add(lo, k > 0 ? a : b);
      hi = add(hi, k > 0 ? b : a);
    }
    return {lo, hi};
  }

  VarId let(const char* name, ExprP value) {
    const VarId v = out_.add_var(name, value->type);
    out_.body.push_back({Assign{v, std::move(value)}, {}});
    return v;
  }

  static ExprP divided(const ExprP& a, std::int64_t c) { return c == 1 ? a : binary(BinaryOp::DivFloor, a, int_const(c)); }

  void emit(const Block& rest, Block inner) {
    const ExprP t = builtin(BuiltinKind::ThreadIdx, 0), threads = f_.threads > 0 ? int_const(f_.threads) : builtin(BuiltinKind::BlockDim, 0);
    ExprP ok = bool_const(true), lo = int_const(0), hi = threads;
    for (const Constraint& c : constraints_) {
      const auto [least, most] = at_thread_0(c);
      const ExprP n = extent(c.array, c.dim);
      if (c.form.thread == 0) {
        ok = logical_and(ok, logical_and(le(int_const(0), least), lt(most, n)));
        continue;
      }
      // ceil(-least / k) <= t and t < ceil((n - most) / k)
      const std::int64_t k = c.form.thread;
      lo = binary(BinaryOp::Max, lo, divided(sub(int_const(k - 1), least), k));
      hi = binary(BinaryOp::Min, hi, divided(add(sub(n, most), int_const(k - 1)), k));
    }
    const ExprP first = var(out_, let("$inner", select(ok, binary(BinaryOp::Min, lo, threads), threads)));
    const ExprP last = var(out_, let("$outer", binary(BinaryOp::Max, first, select(ok, hi, threads))));
    out_.body.push_back({If{logical_and(le(first, t), lt(t, last)), std::move(inner), {}}, {}});
    // Both sides of it are one loop around one copy.
    const VarId side = let("$side", int_const(0));
    Block around;
    const VarId from = out_.add_var("$from", Elem::I64), to = out_.add_var("$to", Elem::I64);
    const ExprP left = binary(BinaryOp::Eq, var(out_, side), int_const(0));
    around.push_back({Assign{from, select(left, int_const(0), last)}, {}});
    around.push_back({Assign{to, select(left, first, threads)}, {}});
    around.push_back({If{logical_and(le(var(out_, from), t), lt(t, var(out_, to))), rest, {}}, {}});
    around.push_back({Assign{side, add(var(out_, side), int_const(1))}, {}});
    out_.body.push_back({While{lt(var(out_, side), int_const(2)), std::move(around)}, {}});
  }

  const Function& f_;
  Function out_;
  std::vector<int> times_;
  std::map<VarId, VarId> renamed_;
  std::map<ArrayId, ArrayId> arrays_;
  std::map<VarId, ThreadValues::Bounds> loops_;
  std::vector<Constraint> constraints_;
};

// Threads that are all alike in what they wait for and when they leave, along one dimension.
bool splits(const Function& f) {
  if (f.kind != Function::Kind::Kernel || f.rank != 1 || holds_split(f.body)) return false;
  bool modes = false, other = false;
  int nodes = 0;
  for_each_expr(f.body, [&](const Expr& e) {
    ++nodes;
    if (auto* l = std::get_if<Load>(&e.node)) modes |= has_mode(l->access);
    auto* b = std::get_if<Builtin>(&e.node);
    other |= b && b->axis > 0 && (b->kind == BuiltinKind::ThreadIdx || b->kind == BuiltinKind::BlockDim);
  });
  for_each_stmt(f.body, [&](const Stmt& s) { other |= std::holds_alternative<Return>(s.node) || std::holds_alternative<Fence>(s.node); });
  return modes && !other && nodes <= kLargestKernel;
}

}  // namespace

std::optional<Function> split_interior(const Function& f) { return splits(f) ? Splitter(f).run() : std::nullopt; }

}  // namespace qc::codegen
