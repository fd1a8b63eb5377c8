#include "analysis/private_arrays.h"

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/nest_model.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::size_t kMostElements = 256;  // of one array: it is kept in registers or on a thread's stack
constexpr std::size_t kMostListed = 32;     // elements that are no box and are stored one by one
constexpr int kMostSteps = 20000;           // statements looked at

bool leaves_early(const Block& b) {
  bool found = false;
  for_each_stmt(b, [&](const Stmt& s) {
    found |= std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node) || std::holds_alternative<Return>(s.node);
  });
  return found;
}

// Memory that the lowering asked for (Lowerer::scratch): what is read of it, the iteration has written.
bool is_scratch(const Array& a) { return a.space == Space::Local && a.name.starts_with('$'); }

// What is known of one array while an iteration is followed.
struct Track {
  bool local = false, bad = false, read = false;
  bool sure = false;  // of a local array: every iteration has written all of it, before it reads any
  std::set<Element> written, ever, read_first;

  // It is no private array, whatever follows: what is known of it is not carried on.
  void give_up() {
    bad = true;
    for (auto* all : {&written, &ever, &read_first}) all->clear();
  }
};

class Follower {
 public:
  Follower(const Function& f, std::map<ArrayId, Track> tracks) : f_(f), tracks_(std::move(tracks)) {}

  // False: too long to follow.
  bool run(const Block& body) {
    block(body);
    return steps_ < kMostSteps || decided();
  }
  const std::map<ArrayId, Track>& tracks() const { return tracks_; }

 private:
  using Known = std::map<VarId, std::int64_t>;

  std::optional<std::int64_t> value(const Expr& e) const {
    if (auto c = as_int(e)) return c;
    if (auto* r = std::get_if<VarRef>(&e.node)) {
      const auto it = known_.find(r->var);
      return it == known_.end() ? std::nullopt : std::optional(it->second);
    }
    if (auto* n = std::get_if<Unary>(&e.node); n && n->op == UnaryOp::Neg)
      if (auto a = value(*n->a)) return -*a;
    auto* n = std::get_if<Binary>(&e.node);
    if (!n || e.type != Elem::I64) return {};
    const auto a = value(*n->a), b = value(*n->b);
    if (!a || !b) return {};
    constexpr std::int64_t kSmall = std::int64_t{1} << 30;
    if (std::abs(*a) > kSmall || std::abs(*b) > kSmall) return {};
    switch (n->op) {
      case BinaryOp::Add: return *a + *b;
      case BinaryOp::Sub: return *a - *b;
      case BinaryOp::Mul: return *a * *b;
      case BinaryOp::Min: return std::min(*a, *b);
      case BinaryOp::Max: return std::max(*a, *b);
      default: return {};
    }
  }

  std::optional<Element> element(const Access& a) const {
    Element out;
    for (const auto& i : a.index) {
      const auto v = value(*i);
      if (!v) return {};
      out.push_back(*v);
    }
    const ir::Array& array = f_.arrays[a.array];
    if (!a.linear || array.rank == 1) return out;
    if (array.space != Space::Local) return {};
    return subscripts(out[0], array.dims);
  }

  // Those of a place in row-major order: a fill of a local array counts its elements so, other accesses do not.
  static Element subscripts(std::int64_t place, const std::vector<std::int64_t>& dims) {
    Element out(dims.size());
    for (std::size_t d = dims.size(); d-- > 0; place /= dims[d]) out[d] = place % dims[d];
    return out;
  }

  std::size_t count(ArrayId a) const {
    std::size_t n = 1;
    for (std::int64_t d : f_.arrays[a].dims) n *= std::size_t(d);
    return n;
  }
  bool whole(const Track& t, ArrayId a) const { return t.local && t.written.size() == count(a); }
  bool inside(const Element& e, ArrayId a) const {
    const auto& dims = f_.arrays[a].dims;
    for (std::size_t d = 0; d < e.size() && d < dims.size(); ++d)
      if (e[d] < 0 || e[d] >= dims[d]) return false;
    return true;
  }
  bool decided() const {
    return std::all_of(tracks_.begin(), tracks_.end(), [](const auto& t) { return t.second.bad || t.second.sure; });
  }

  void read(const Access& a) {
    const auto it = tracks_.find(a.array);
    if (it == tracks_.end()) return;
    Track& t = it->second;
    if (t.bad || t.sure) return;
    t.read = true;
    if (whole(t, a.array)) return;  // also what no element is: it fails, gives 0, or is under a condition that no such iteration meets
    const auto e = element(a);
    if (!e) {
      t.give_up();
      return;
    }
    if (!t.written.count(*e)) t.read_first.insert(*e);
    if (t.read_first.size() > kMostElements) t.give_up();  // they would be copied in
  }

  void write(const Access& a) {
    const auto it = tracks_.find(a.array);
    if (it == tracks_.end()) return;
    Track& t = it->second;
    if (t.bad || t.sure) return;
    const auto e = element(a);
    if (!e || (t.local && !inside(*e, a.array))) {
      if (!t.local) t.give_up();
      return;
    }
    t.written.insert(*e);
    t.ever.insert(*e);
    if (t.local) t.sure = !conditional_ && whole(t, a.array) && t.read_first.empty();
    else if (t.ever.size() > kMostElements) t.give_up();
  }

  void reads(const Expr& e) { for_each_expr(e, [&](const Expr& x) { if (auto* l = std::get_if<Load>(&x.node)) read(l->access); }); }

  void block(const Block& b) {
    for (const Stmt& s : b) {
      if (decided()) steps_ = kMostSteps;
      if (++steps_ > kMostSteps) return;
      statement(s);
    }
  }

  using Written = std::map<ArrayId, std::set<Element>>;
  Written written() const {
    Written out;
    for (const auto& [a, t] : tracks_) out[a] = t.written;
    return out;
  }

  void forget(const Block& b) { for (VarId v : assigned_variables(b)) known_.erase(v); }

  // May not be executed, or not to its end: what it writes is not counted upon.
  void perhaps(const Block& b) {
    Written before = written();
    forget(b);
    ++conditional_;
    block(b);
    --conditional_;
    forget(b);
    for (auto& [a, t] : tracks_) t.written = std::move(before[a]);
  }

  void statement(const Stmt& s) {
    for_each_root(s, [&](const ExprP& e) { reads(*e); });
    if (auto* a = std::get_if<Assign>(&s.node)) {
      const auto v = value(*a->value);
      if (v) known_[a->var] = *v;
      else known_.erase(a->var);
    } else if (auto* w = std::get_if<Store>(&s.node)) write(w->access);
    else if (auto* i = std::get_if<If>(&s.node)) branch(*i);
    else if (auto* l = std::get_if<For>(&s.node)) loop(*l);
    else if (auto* w = std::get_if<While>(&s.node)) perhaps(w->body);
  }

  void branch(const If& i) {
    if (leaves_early(i.then) || leaves_early(i.otherwise)) { perhaps(i.then); perhaps(i.otherwise); return; }
    // What either branch has met counts as met; written is what both have written.
    Written before = written();
    const Known known = known_;
    ++conditional_;
    block(i.then);
    const Written then = written();
    for (auto& [a, t] : tracks_) t.written = std::move(before[a]);
    known_ = known;
    block(i.otherwise);
    --conditional_;
    for (auto& [a, t] : tracks_) std::erase_if(t.written, [&](const Element& e) { return !then.at(a).count(e); });
    forget(i.then);
    forget(i.otherwise);
  }

  void loop(const For& l) {
    const auto lo = value(*l.lo), hi = value(*l.hi), step = value(*l.step);
    if (!lo || !hi || !step || *step == 0 || leaves_early(l.body)) {
      known_.erase(l.var);
      perhaps(l.body);
      known_.erase(l.var);
      return;
    }
    for (std::int64_t i = *lo; (*step > 0 ? i <= *hi : i >= *hi) && steps_ < kMostSteps; i += *step) {
      known_[l.var] = i;
      block(l.body);
    }
    known_.erase(l.var);
  }

  const Function& f_;
  std::map<ArrayId, Track> tracks_;
  Known known_;
  int steps_ = 0, conditional_ = 0;
};

// Arrays of whose accesses none moves with a covered loop.
std::map<ArrayId, Track> candidates(const Function& f, const std::vector<const For*>& covered, const Block& body) {
  std::map<ArrayId, Track> out;
  for (ArrayId a : stored_arrays(body)) out[a].local = f.arrays[a].space == Space::Local;
  auto look = [&](const Access& a) {
    const auto it = out.find(a.array);
    if (it == out.end()) return;
    bool fits = (a.boundary == Boundary::Checked || a.boundary == Boundary::Unchecked) && (!a.linear || f.arrays[a.array].rank == 1);
    for (const auto& i : a.index)
      for_each_expr(*i, [&](const Expr& e) {
        auto* r = std::get_if<VarRef>(&e.node);
        for (const For* l : covered) fits &= !(r && r->var == l->var);
      });
    if (!fits && !it->second.local) out.erase(it);
  };
  for_each_expr(body, [&](const Expr& e) { if (auto* l = std::get_if<Load>(&e.node)) look(l->access); });
  for_each_stmt(body, [&](const Stmt& s) {
    if (auto* w = std::get_if<Store>(&s.node)) look(w->access);
    if (auto* w = std::get_if<Atomic>(&s.node)) out.erase(w->access.array);
  });
  return out;
}

bool last_is_known(const std::vector<const For*>& covered) {
  bool ok = true;
  for (const For* l : covered) {
    const auto step = as_int(*l->step);
    ok &= step && *step != 0;
    for (const ExprP* e : {&l->lo, &l->hi}) for_each_expr(**e, [&](const Expr& x) { ok &= !std::holds_alternative<Load>(x.node); });
  }
  return ok;
}

bool is_box(const std::set<Element>& all, Element& lo, Element& hi) {
  lo = hi = *all.begin();
  for (const Element& e : all)
    for (std::size_t d = 0; d < e.size(); ++d) { lo[d] = std::min(lo[d], e[d]); hi[d] = std::max(hi[d], e[d]); }
  std::size_t n = 1;
  for (std::size_t d = 0; d < lo.size(); ++d) n *= std::size_t(hi[d] - lo[d] + 1);
  return n == all.size();
}

std::optional<PrivateArray> judged(ArrayId a, const Track& t) {
  if (t.bad || t.ever.empty()) return {};
  PrivateArray p{a, t.written, {}, {}};
  if (t.local) return t.read_first.empty() ? std::optional(p) : std::nullopt;
  if (!t.read || t.ever != t.written) return {};  // what is only written, over and over, is hardly meant so
  for (const Element& e : t.read_first) {
    if (t.ever.count(e)) return {};
    p.copied_in.insert(e);
  }
  p.dims.assign(t.ever.begin()->size(), 0);
  for (const auto* all : {&p.written, &p.copied_in})
    for (const Element& e : *all)
      for (std::size_t d = 0; d < e.size(); ++d) {
        if (e[d] < 0) return {};
        p.dims[d] = std::max(p.dims[d], e[d] + 1);
      }
  std::size_t n = 1;
  for (std::int64_t d : p.dims) n *= std::size_t(d);
  Element lo, hi;
  if (n > kMostElements || (!is_box(p.written, lo, hi) && p.written.size() > kMostListed)) return {};
  return p;
}

}  // namespace

std::vector<PrivateArray> private_arrays(const Function& f, const std::vector<const For*>& covered, const Block& body) {
  auto tracks = candidates(f, covered, body);
  if (!last_is_known(covered)) std::erase_if(tracks, [](const auto& t) { return !t.second.local; });
  std::vector<PrivateArray> out;
  for (const auto& [a, t] : tracks)
    if (is_scratch(f.arrays[a])) out.push_back({a, {}, {}, {}});
  for (const PrivateArray& p : out) tracks.erase(p.array);
  if (tracks.empty()) return out;
  Follower follower(f, std::move(tracks));
  const bool to_its_end = follower.run(body);
  for (const auto& [a, t] : follower.tracks())
    if (auto p = to_its_end || t.sure ? judged(a, t) : std::nullopt) out.push_back(std::move(*p));
  return out;
}

namespace {

class Privatiser {
 public:
  Privatiser(LoopNest& nest, const std::vector<VarId>& covered, const std::vector<PrivateArray>& arrays) : f_(nest.function), covered_(covered), arrays_(arrays) {}

  void run() {
    for (const PrivateArray& p : arrays_) {
      Array a;
      a.name = f_.arrays[p.array].name;
      a.elem = f_.arrays[p.array].elem;
      a.rank = int(p.dims.size());
      a.dims = p.dims;
      a.space = Space::Local;
      own_[p.array] = f_.add_array(std::move(a));
    }
    Block* block = &f_.body;
    std::vector<const For*> loops;
    for (VarId v : covered_)
      for (Stmt& s : *block)
        if (auto* l = std::get_if<For>(&s.node); l && l->var == v) { loops.push_back(l); block = &l->body; break; }
    const ExprP last = is_last(loops);
    Block body = redirected(*block), head, tail;
    for (const PrivateArray& p : arrays_) {
      for (const Element& e : p.copied_in) head.push_back(copy(own_[p.array], p.array, constants(e)));
      keep(p, tail);
    }
    body.insert(body.begin(), head.begin(), head.end());
    body.push_back({If{last, std::move(tail), {}}, body.back().span});
    *block = std::move(body);
  }

 private:
  ExprP is_last(const std::vector<const For*>& loops) const {
    ExprP all;
    for (const For* l : loops) {
      const std::int64_t step = *as_int(*l->step);
      const ExprP end = step == 1 || step == -1 ? l->hi : add(l->lo, mul(binary(BinaryOp::DivTrunc, sub(l->hi, l->lo), l->step), l->step));
      const ExprP here = binary(BinaryOp::Eq, var(f_, l->var), end);
      all = all ? logical_and(all, here) : here;
    }
    return all;
  }

  void redirect(Access& a) const {
    if (const auto it = own_.find(a.array); it != own_.end()) a.array = it->second;
  }

  Block redirected(const Block& b) const {
    Block out = rewrite_exprs(b, [&](ExprP e) {
      auto* l = std::get_if<Load>(&e->node);
      if (!l || !own_.count(l->access.array)) return e;
      Expr other = *e;
      redirect(std::get<Load>(other.node).access);
      return ExprP(std::make_shared<const Expr>(std::move(other)));
    });
    stores(out);
    return out;
  }
  void stores(Block& b) const {
    for (Stmt& s : b) {
      if (auto* w = std::get_if<Store>(&s.node)) redirect(w->access);
      if (auto* i = std::get_if<If>(&s.node)) { stores(i->then); stores(i->otherwise); }
      if (auto* l = std::get_if<For>(&s.node)) stores(l->body);
      if (auto* w = std::get_if<While>(&s.node)) stores(w->body);
    }
  }

  static std::vector<ExprP> constants(const Element& e) {
    std::vector<ExprP> out;
    for (std::int64_t i : e) out.push_back(int_const(i));
    return out;
  }
  Stmt copy(ArrayId to, ArrayId from, const std::vector<ExprP>& index) const {
    return {Store{{to, index}, cast(f_.arrays[to].elem, load(f_, {from, index}))}, {}};
  }

  // The elements that the loop leaves, in loops where they are a box.
  void keep(const PrivateArray& p, Block& out) {
    Element lo, hi;
    if (!is_box(p.written, lo, hi)) {
      for (const Element& e : p.written) out.push_back(copy(p.array, own_[p.array], constants(e)));
      return;
    }
    std::vector<ExprP> index;
    std::vector<VarId> counters;
    for (std::size_t d = 0; d < lo.size(); ++d) {
      counters.push_back(f_.add_var("$keep" + std::to_string(d), Elem::I64));
      index.push_back(var(f_, counters.back()));
    }
    Block inside = {copy(p.array, own_[p.array], index)};
    for (std::size_t d = lo.size(); d-- > 0;)
      inside = {{For{counters[d], int_const(lo[d]), int_const(1), int_const(hi[d]), std::move(inside)}, {}}};
    out.push_back(std::move(inside[0]));
  }

  Function& f_;
  const std::vector<VarId>& covered_;
  const std::vector<PrivateArray>& arrays_;
  std::map<ArrayId, ArrayId> own_;
};

}  // namespace

LoopNest with_private_arrays(const LoopNest& nest, const std::vector<VarId>& covered, const std::vector<PrivateArray>& arrays) {
  LoopNest out = nest;
  Privatiser(out, covered, arrays).run();
  return out;
}

}  // namespace qc
