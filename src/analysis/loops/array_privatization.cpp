#include "analysis/loops/array_privatization.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "ir/range_count.h"
#include "ir/rewrite_stmts.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::size_t kMostElements = 256;  // of one array: it is kept in registers or on a thread's stack
constexpr std::size_t kMostListed = 32;     // elements that are no box and are stored one by one
constexpr int kMostSteps = 20000;           // statements looked at

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

  // False: not followed to its end, which is too far, or of no interest where all is decided.
  bool run(const Block& body) {
    block(body);
    return steps_ < kMostSteps;
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
      case BinaryOp::Add:
        return *a + *b;
      case BinaryOp::Sub:
        return *a - *b;
      case BinaryOp::Mul:
        return *a * *b;
      case BinaryOp::Min:
        return std::min(*a, *b);
      case BinaryOp::Max:
        return std::max(*a, *b);
      default:
        return {};
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
    if (!a.linear) return out;
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
    for (std::size_t d = 0; d < dims.size(); ++d)
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
    if (whole(t, a.array))
      return;  // also what no element is: it fails, gives 0, or is under a condition that no such iteration meets
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
    if (!e || !inside(*e, a.array)) {  // of what is not local the extents are not known
      if (!t.local) t.give_up();
      return;
    }
    t.written.insert(*e);
    t.ever.insert(*e);
    if (t.local)
      t.sure = !conditional_ && whole(t, a.array) && t.read_first.empty();
    else if (t.ever.size() > kMostElements)
      t.give_up();
  }

  void reads(const Expr& e) {
    for_each_expr(e, [&](const Expr& x) {
      if (auto* l = std::get_if<Load>(&x.node)) read(l->access);
    });
  }

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

  void forget(const Block& b) {
    for (VarId v : assigned_variables(b)) known_.erase(v);
  }

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
      if (v)
        known_[a->var] = *v;
      else
        known_.erase(a->var);
    } else if (auto* w = std::get_if<Store>(&s.node))
      write(w->access);
    else if (auto* i = std::get_if<If>(&s.node))
      branch(*i);
    else if (auto* l = std::get_if<For>(&s.node))
      loop(*l);
    else if (auto* w = std::get_if<While>(&s.node))
      perhaps(w->body);
  }

  void branch(const If& i) {
    // What either branch has met counts as met; written is what both have written. Nothing follows a branch that
    // leaves.
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
    if (!lo || !hi || !step || *step == 0 || ends_early(l.body)) {
      known_.erase(l.var);
      perhaps(l.body);
      known_.erase(l.var);
      return;
    }
    const auto number = [](std::int64_t v) { return RangeNumber::integer(v); };
    const auto range = count_range(number(*lo), number(*step), number(*hi));
    if (l.body.empty() || !range) return;  // no step is counted there
    for (std::int64_t k = 0; k < range->count && steps_ < kMostSteps; ++k) {
      known_[l.var] = *lo + k * *step;
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
    bool fits = a.boundary == Boundary::Checked || a.boundary == Boundary::Unchecked;
    for (const auto& i : a.index)
      for_each_expr(*i, [&](const Expr& e) {
        auto* r = std::get_if<VarRef>(&e.node);
        for (const For* l : covered) fits &= !(r && r->var == l->var);
      });
    if (!fits && !it->second.local) out.erase(it);
  };
  for_each_expr(body, [&](const Expr& e) {
    if (auto* l = std::get_if<Load>(&e.node)) look(l->access);
  });
  for_each_stmt(body, [&](const Stmt& s) {
    if (auto* w = std::get_if<Store>(&s.node)) look(w->access);
    if (auto* w = std::get_if<Atomic>(&s.node)) out.erase(w->access.array);
  });
  return out;
}

// The ends are those of before the loop wherever they are looked at.
bool last_is_known(const NestModel& m) {
  bool ok = true;
  for (const For* l : m.loops) {
    ok &= as_int(*l->step) != 0;  // another one that is 0 runs nothing
    for (const ExprP* e : {&l->lo, &l->step, &l->hi})
      for_each_expr(**e, [&](const Expr& x) {
        auto* r = std::get_if<VarRef>(&x.node);
        auto* load = std::get_if<Load>(&x.node);
        ok &= !(load && m.stored.count(load->access.array)) && !(r && m.assigned.count(r->var));
      });
  }
  return ok;
}

// An array of the program whose subscripts are as many as its dimensions, and mean its elements.
bool may_have_region(const NestModel& m, ArrayId a) {
  const Array& array = m.function->arrays[a];
  return array.space == Space::Global && std::all_of(m.accesses.begin(), m.accesses.end(), [&](const ArrayAccess& x) {
           const Access& access = *x.access;
           const bool inside = access.boundary == Boundary::Checked || access.boundary == Boundary::Unchecked;
           return x.array != a || (inside && int(access.index.size()) == array.rank);  // a linear one has one index
         });
}

bool is_box(const std::set<Element>& all, Element& lo, Element& hi) {
  lo = hi = *all.begin();
  for (const Element& e : all)
    for (std::size_t d = 0; d < e.size(); ++d) {
      lo[d] = std::min(lo[d], e[d]);
      hi[d] = std::max(hi[d], e[d]);
    }
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

bool is_scratch(const Array& a) { return a.space == Space::Local && a.name.starts_with('$'); }

std::vector<PrivateArray> private_arrays(const NestModel& m, const Block& body) {
  const Function& f = *m.function;
  const bool last_known = last_is_known(m);
  auto tracks = candidates(f, m.loops, body);
  if (!last_known) std::erase_if(tracks, [](const auto& t) { return !t.second.local; });
  std::vector<PrivateArray> out;
  for (const auto& [a, t] : tracks)
    if (is_scratch(f.arrays[a])) out.push_back({a, {}, {}, {}});
  for (const PrivateArray& p : out) tracks.erase(p.array);
  if (!tracks.empty()) {
    Follower follower(f, std::move(tracks));
    const bool to_its_end = follower.run(body);
    for (const auto& [a, t] : follower.tracks())
      if (auto p = to_its_end || t.sure ? judged(a, t) : std::nullopt) out.push_back(std::move(*p));
  }
  if (!last_known || ends_early(body)) return out;
  std::set<ArrayId> others;
  for (ArrayId a : m.stored)
    if (may_have_region(m, a) &&
        std::none_of(out.begin(), out.end(), [&](const PrivateArray& p) { return p.array == a; }))
      others.insert(a);
  for (WrittenRegion& r : written_regions(m, others)) {
    const ArrayId a = r.array;
    out.push_back({a, {}, {}, {}, std::move(r)});
  }
  return out;
}

namespace {

class Privatiser {
 public:
  Privatiser(PrivateNest& out, const std::vector<VarId>& covered, const std::vector<PrivateArray>& arrays)
      : out_(out), f_(out.nest.function), arrays_(arrays) {
    block_ = &f_.body;
    for (VarId v : covered)
      for (Stmt& s : *block_)
        if (auto* l = std::get_if<For>(&s.node); l && l->var == v) {
          loops_.push_back(l);
          block_ = &l->body;
          break;
        }
  }

  void run() {
    for (const PrivateArray& p : arrays_) {
      if (p.region)
        own_region(p);
      else
        own_[p.array] = {local_array(p.array, p.dims), &p, {}};
    }
    Block body = redirected(*block_), head, tail;
    for (const PrivateArray& p : arrays_) {
      for (const Element& e : p.copied_in)
        head.push_back(copied(own_.at(p.array).array, p.array, constants(e), constants(e)));
      keep(p, tail);
    }
    body.insert(body.begin(), head.begin(), head.end());
    body.insert(body.end(), tail.begin(), tail.end());
    *block_ = std::move(body);
  }

 private:
  // What stands for an array: element e of it is element e - region's lo of this, of the iteration's row where it has
  // rows.
  struct Own {
    ArrayId array;
    const PrivateArray* of;
    std::vector<ExprP> row;
  };

  ArrayId local_array(ArrayId of, const std::vector<std::int64_t>& dims) {
    Array a;
    a.name = f_.arrays[of].name;
    a.elem = f_.arrays[of].elem;
    a.rank = int(dims.size());
    a.dims = dims;
    a.space = Space::Local;
    return f_.add_array(std::move(a));
  }

  void own_region(const PrivateArray& p) {
    std::vector<std::int64_t> dims;
    const std::int64_t most = kMostElements;
    std::int64_t n = 1;  // or more than may be kept
    for (const ExprP& count : p.region->count)
      if (const auto c = as_int(*count); c && *c > 0) {
        dims.push_back(*c);
        n = std::min(n * std::min(*c, most + 1), most + 1);
      }
    if (dims.size() == p.region->count.size() && n <= most) {
      own_[p.array] = {local_array(p.array, dims), &p, {}};
      return;
    }
    Array a;
    a.name = f_.arrays[p.array].name + "_own";
    a.elem = f_.arrays[p.array].elem;
    a.rank = int(p.region->count.size() + loops_.size());
    const ArrayId id = f_.add_array(std::move(a));
    f_.params.push_back({Param::Kind::Array, id});
    out_.temporaries.push_back({id, p.region->count});
    own_[p.array] = {id, &p, row()};
  }

  // How far the iteration is along each covered loop, along the outermost one from where the launch begins.
  std::vector<ExprP> row() {
    if (out_.first == kNoVar) {
      out_.first = f_.add_var("$first", Elem::I64);
      f_.params.push_back({Param::Kind::Scalar, out_.first});
    }
    std::vector<ExprP> out;
    for (const For* l : loops_) {
      const ExprP passed = sub(var(f_, l->var), out.empty() ? var(f_, out_.first) : l->lo);
      const auto step = as_int(*l->step);
      out.push_back(step == 1    ? passed
                    : step == -1 ? unary(UnaryOp::Neg, passed)
                                 : binary(BinaryOp::DivTrunc, passed, l->step));
    }
    return out;
  }

  ExprP is_last(const PrivateArray& p) const {
    ExprP all;
    for (std::size_t k = 0; k < loops_.size(); ++k) {
      if (p.region && p.region->kept[k]) continue;
      const For* l = loops_[k];
      const auto step = as_int(*l->step);
      const ExprP end = step == 1 || step == -1
                            ? l->hi
                            : add(l->lo, mul(binary(BinaryOp::DivTrunc, sub(l->hi, l->lo), l->step), l->step));
      ExprP here = binary(BinaryOp::Eq, var(f_, l->var), end);
      if (p.region && p.region->ends[k]) here = binary(BinaryOp::Or, here, p.region->ends[k]);
      all = all ? logical_and(all, here) : here;
    }
    if (p.region)
      for (const ExprP& writes : p.region->when) all = logical_and(all, writes);
    return all;
  }

  // Where an element of an array with a region, by its place in it, lies in what stands for it.
  static std::vector<ExprP> placed(const Own& own, std::vector<ExprP> index) {
    for (std::size_t d = 0; d < index.size(); ++d)
      if (as_int(*own.of->region->count[d]) == 1) index[d] = int_const(0);
    index.insert(index.end(), own.row.begin(), own.row.end());
    return index;
  }

  Access access_to(const Own& own, const Access& a) const {
    Access out = a;
    out.array = own.array;
    if (!own.of->region) return out;
    std::vector<ExprP> index = a.index;
    for (std::size_t d = 0; d < index.size(); ++d) index[d] = sub(index[d], own.of->region->lo[d]);
    return {own.array, placed(own, std::move(index))};
  }

  // Whether an access is in the region; null: it always is.
  ExprP in_region(const Own& own, const Access& a) const {
    if (!own.of->region) return nullptr;
    const WrittenRegion& r = *own.of->region;
    if (std::any_of(r.inside.begin(), r.inside.end(), [&](const Access& x) { return same_access(x, a); }))
      return nullptr;
    ExprP all;
    for (std::size_t d = 0; d < a.index.size(); ++d) {
      const ExprP here = logical_and(le(r.lo[d], a.index[d]), lt(a.index[d], add(r.lo[d], r.count[d])));
      all = all ? logical_and(all, here) : here;
    }
    return all;
  }

  Block redirected(const Block& b) const {
    Block out = rewrite_exprs(b, [&](ExprP e) {
      auto* l = std::get_if<Load>(&e->node);
      const auto own = l ? own_.find(l->access.array) : own_.end();
      if (own == own_.end()) return e;
      Expr other = *e;
      std::get<Load>(other.node).access = access_to(own->second, l->access);
      const ExprP mine = std::make_shared<const Expr>(std::move(other));
      const ExprP test = in_region(own->second, l->access);
      return test ? select(test, mine, e) : mine;
    });
    return rewrite_stmts(out, [&](Stmt s, const Stmt&, Block& to) {
      auto* w = std::get_if<Store>(&s.node);
      const auto own = w ? own_.find(w->access.array) : own_.end();
      if (own == own_.end()) {
        to.push_back(std::move(s));
        return;
      }
      const ExprP test = in_region(own->second, w->access);
      const Stmt mine{Store{access_to(own->second, w->access), w->value}, s.span};
      if (!test)
        to.push_back(mine);
      else
        to.push_back({If{test, {mine}, {s}}, s.span});
    });
  }

  static std::vector<ExprP> constants(const Element& e) {
    std::vector<ExprP> out;
    for (std::int64_t i : e) out.push_back(int_const(i));
    return out;
  }
  Stmt copied(ArrayId to, ArrayId from, const std::vector<ExprP>& to_index,
              const std::vector<ExprP>& from_index) const {
    return {Store{{to, to_index}, cast(f_.arrays[to].elem, load(f_, {from, from_index}))}, {}};
  }

  // The elements that the loop leaves, in loops where they are a box.
  void keep(const PrivateArray& p, Block& out) {
    const Own& own = own_.at(p.array);
    Block all;
    Element lo, hi;
    if (p.region) {
      all = in_loops(p.region->count, [&](const std::vector<ExprP>& at) {
        std::vector<ExprP> there;
        for (std::size_t d = 0; d < at.size(); ++d) there.push_back(add(p.region->lo[d], at[d]));
        return copied(p.array, own.array, there, placed(own, at));
      });
    } else if (is_box(p.written, lo, hi)) {
      std::vector<ExprP> counts;
      for (std::size_t d = 0; d < lo.size(); ++d) counts.push_back(int_const(hi[d] - lo[d] + 1));
      all = in_loops(counts, [&](std::vector<ExprP> at) {
        for (std::size_t d = 0; d < at.size(); ++d) at[d] = add(int_const(lo[d]), at[d]);
        return copied(p.array, own.array, at, at);
      });
    } else {
      for (const Element& e : p.written) all.push_back(copied(p.array, own.array, constants(e), constants(e)));
    }
    out.push_back({If{is_last(p), std::move(all), {}}, block_->back().span});
  }

  Block in_loops(const std::vector<ExprP>& counts, const std::function<Stmt(const std::vector<ExprP>&)>& at) {
    std::vector<ExprP> index;
    std::vector<VarId> counters;
    for (std::size_t d = 0; d < counts.size(); ++d) {
      counters.push_back(f_.add_var("$keep" + std::to_string(d), Elem::I64));
      index.push_back(as_int(*counts[d]) == 1 ? int_const(0) : var(f_, counters.back()));
    }
    Block inside = {at(index)};
    for (std::size_t d = counts.size(); d-- > 0;) {
      if (as_int(*counts[d]) == 1) continue;
      inside = {{For{counters[d], int_const(0), int_const(1), sub(counts[d], int_const(1)), std::move(inside)}, {}}};
    }
    return inside;
  }

  PrivateNest& out_;
  Function& f_;
  const std::vector<PrivateArray>& arrays_;
  Block* block_;
  std::vector<const For*> loops_;
  std::map<ArrayId, Own> own_;
};

}  // namespace

PrivateNest with_private_arrays(const LoopNest& nest, const std::vector<VarId>& covered,
                                const std::vector<PrivateArray>& arrays) {
  PrivateNest out{nest, {}};
  Privatiser(out, covered, arrays).run();
  return out;
}

}  // namespace qc
