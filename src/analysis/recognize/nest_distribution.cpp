#include "analysis/recognize/map_distribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "analysis/loops/nest_model.h"
#include "analysis/loops/privatization.h"
#include "analysis/loops/updates.h"
#include "analysis/recognize/loop_interchange.h"
#include "analysis/recognize/plan_loop.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::size_t kMostOfMap = 24;

ScalarFlow flow_of(const Block& b) {
  return scalar_flow(b, [](const For&) { return true; });
}

bool share_variables(const std::set<VarId>& a, const std::set<VarId>& b) {
  return std::any_of(a.begin(), a.end(), [&](VarId v) { return b.count(v) > 0; });
}

std::set<VarId> variables_read(const Block& b) {
  std::set<VarId> out;
  for_each_expr(b, [&](const Expr& e) {
    if (auto* r = std::get_if<VarRef>(&e.node)) out.insert(r->var);
  });
  return out;
}

// Assignments, stores, branches and loops of them, on arrays that iterations share; nothing that fails.
bool is_plain(const Function& f, const Block& b) {
  bool ok = true;
  for_each_stmt(b, [&](const Stmt& s) {
    ok &= std::holds_alternative<Assign>(s.node) || std::holds_alternative<Store>(s.node) ||
          std::holds_alternative<If>(s.node) || std::holds_alternative<For>(s.node);
    auto* w = std::get_if<Store>(&s.node);
    ok &= !w || f.arrays[w->access.array].space == Space::Global;
  });
  for_each_expr(b, [&](const Expr& e) {
    auto* l = std::get_if<Load>(&e.node);
    auto* d = std::get_if<Binary>(&e.node);
    ok &= !(l && f.arrays[l->access.array].space != Space::Global) && !(d && d->site != kNoSite);
  });
  return ok;
}

// The body of the innermost of loops that stand alone in each other.
Block& innermost(For& loop) {
  Block* b = &loop.body;
  while (b->size() == 1 && std::holds_alternative<For>((*b)[0].node)) b = &std::get<For>((*b)[0].node).body;
  return *b;
}
std::size_t depth_of(const For& loop) {
  std::size_t depth = 1;
  for (const Block* b = &loop.body; b->size() == 1; ++depth) {
    auto* inner = std::get_if<For>(&(*b)[0].node);
    if (!inner) break;
    b = &inner->body;
  }
  return depth;
}

// An inner loop that stores and accumulates, `y[j] = exp(x[j]); s += y[j]`, as one that stores and one that
// accumulates, in the order that leaves each element what it is when it is read; otherwise the loop itself. Its
// iterations only share what they accumulate.
class SplitLoop {
 public:
  explicit SplitLoop(const Stmt& loop) : loop_(loop), stores_(loop), sums_(loop) {}

  Block loops() {
    const Block& body = innermost(std::get<For>(stores_.node));
    const std::set<VarId> accumulated = carried(body);
    if (accumulated.empty() || stored_arrays(body).empty()) return {loop_};
    Block storing, summing;
    std::vector<bool> sums_it(body.size());
    std::set<VarId> wanted = accumulated;
    for (std::size_t k = body.size(); k-- > 0;) {  // with the assignments that the sums need
      const Block one = {body[k]};
      const bool sums = share_variables(assigned_variables(one), wanted), stores = !stored_arrays(one).empty();
      if (sums && stores) return {loop_};
      if (sums) {
        summing.insert(summing.begin(), body[k]);
        sums_it[k] = true;
        wanted.merge(variables_read(one));
      }
      if (!share_variables(assigned_variables(one), accumulated)) storing.insert(storing.begin(), body[k]);
    }
    if (share_variables(variables_read(storing), accumulated)) return {loop_};
    const bool after = reads_what_it_stored(body, sums_it), before = reads_what_was(body, sums_it);
    if (!after && !before) return {loop_};
    innermost(std::get<For>(stores_.node)) = std::move(storing);
    innermost(std::get<For>(sums_.node)) = std::move(summing);
    return after ? Block{stores_, sums_} : Block{sums_, stores_};
  }

  static std::set<VarId> carried(const Block& body) {
    std::set<VarId> out;
    const auto flow = flow_of(body);
    for (VarId v : assigned_variables(body))
      if (flow.read_first.count(v)) out.insert(v);
    return out;
  }

 private:
  static std::vector<const Access*> loads_of(const Stmt& s, const std::set<ArrayId>& arrays) {
    std::vector<const Access*> out;
    for_each_expr(Block{s}, [&](const Expr& e) {
      auto* l = std::get_if<Load>(&e.node);
      if (l && arrays.count(l->access.array)) out.push_back(&l->access);
    });
    return out;
  }

  // Each element that the sums read is one that the iteration has stored before, for the last time.
  static bool reads_what_it_stored(const Block& body, const std::vector<bool>& sums) {
    const auto stored = stored_arrays(body);
    std::map<ArrayId, const Access*> last;
    std::map<ArrayId, int> stores;
    for_each_stmt(body, [&](const Stmt& s) {
      if (auto* w = std::get_if<Store>(&s.node)) ++stores[w->access.array];
    });
    for (std::size_t k = 0; k < body.size(); ++k) {
      const Stmt& s = body[k];
      if (sums[k])
        for (const Access* a : loads_of(s, stored))
          if (!last[a->array] || stores[a->array] != 1 || !same_access(*a, *last[a->array])) return false;
      if (auto* w = std::get_if<Store>(&s.node)) last[w->access.array] = &w->access;
    }
    return true;
  }
  // Each element that the sums read is stored after that, if at all.
  static bool reads_what_was(const Block& body, const std::vector<bool>& sums) {
    const auto stored = stored_arrays(body);
    std::set<ArrayId> so_far;
    for (std::size_t k = 0; k < body.size(); ++k) {
      if (sums[k] && !loads_of(body[k], so_far).empty()) return false;
      so_far.merge(stored_arrays({body[k]}));
    }
    return true;
  }

  const Stmt& loop_;
  Stmt stores_, sums_;
};

class MapDistribution {
 public:
  MapDistribution(const LoopNest& nest, const PlanResult& planned) : nest_(nest), f_(nest.function), planned_(planned) {
    Block* b = &f_.body;
    for (std::size_t k = 0; k < planned.plan.loops.size(); ++k) {
      loops_.push_back(std::get<For>((*b)[0].node));
      b = &std::get<For>((*b)[0].node).body;
    }
    body_ = *b;
  }

  std::optional<DistributedMap> run() {
    if (body_.size() > kMostOfMap || !is_plain(f_, body_)) return {};
    group();
    const auto loops = std::count_if(groups_.begin(), groups_.end(), [](const Group& g) { return g.has_loop; });
    if (loops < 2) return {};
    hand_over();
    return judged();
  }

 private:
  // Statements that become one nest: what begins its accumulators, an inner loop, what uses them; or no loop.
  struct Group {
    Block block;
    bool has_loop = false;
    std::set<VarId> accumulated;
  };

  void group() {
    Block loose;  // since the last loop
    const auto settle = [&] {
      if (loose.empty()) return;
      if (groups_.empty() || groups_.back().accumulated.empty()) groups_.emplace_back();
      Block& b = groups_.back().block;
      std::move(loose.begin(), loose.end(), std::back_inserter(b));
      loose.clear();
    };
    for (const Stmt& s : body_) {
      if (!std::holds_alternative<For>(s.node)) {
        loose.push_back(s);
        continue;
      }
      for (const Stmt& l : may_split(s) ? SplitLoop(s).loops() : Block{s}) {
        Group g{{}, true, SplitLoop::carried(innermost_of(l))};
        take_starts(loose, g);
        settle();
        g.block.push_back(l);
        groups_.push_back(std::move(g));
      }
    }
    settle();
  }
  // Whether the iterations of an inner loop, and of those that stand alone in it, are independent but for variables
  // that they accumulate.
  bool may_split(const Stmt& s) const {
    const auto& loop = std::get<For>(s.node);
    const auto is_element = [](const Accumulator& a) { return a.element.has_value(); };
    return std::any_of(planned_.inner.begin(), planned_.inner.end(), [&](const LoopPlan& p) {
      return runs_parallel(p) && p.loops[0].var == loop.var && p.loops.size() == depth_of(loop) &&
             p.conditions.empty() && !p.needs_copies && !p.speculates && !p.may_misspeculate &&
             (p.verdict == Verdict::Map || p.verdict == Verdict::Reduction) &&
             std::none_of(p.accumulators.begin(), p.accumulators.end(), is_element);
    });
  }
  static const Block& innermost_of(const Stmt& l) { return innermost(const_cast<For&>(std::get<For>(l.node))); }

  // The last assignments of what the loop accumulates, where nothing between them and the loop minds.
  static void take_starts(Block& loose, Group& g) {
    for (std::size_t k = loose.size(); k-- > 0;) {
      auto* a = std::get_if<Assign>(&loose[k].node);
      if (!a || !g.accumulated.count(a->var)) continue;
      const Block rest(loose.begin() + std::ptrdiff_t(k) + 1, loose.end());
      const auto changed = assigned_variables(rest);
      bool loads = false;
      for_each_expr(*a->value, [&](const Expr& e) { loads |= std::holds_alternative<Load>(e.node); });
      if (changed.count(a->var) || variables_read(rest).count(a->var) || reads_any(*a->value, changed) ||
          (loads && !stored_arrays(rest).empty()))
        continue;
      g.block.insert(g.block.begin(), loose[k]);
      loose.erase(loose.begin() + std::ptrdiff_t(k));
    }
  }

  // Values that one group leaves and another reads get an array each, with an element for each iteration.
  void hand_over() {
    std::map<std::pair<std::size_t, VarId>, ArrayId> kept;  // by the group that leaves it
    for (std::size_t b = 0; b < groups_.size(); ++b) {
      const auto flow = flow_of(groups_[b].block);
      const auto assigned = assigned_variables(groups_[b].block);
      std::set<VarId> needed = flow.read_first;
      for (VarId v : assigned)
        if (!flow.written.count(v) && live_after(v, b)) needed.insert(v);
      Block starts;
      std::map<VarId, ArrayId> read;
      for (VarId v : needed) {
        const auto from = last_assigning(v, b);
        if (!from) continue;
        const auto place = kept.try_emplace({*from, v}, kNoArray).first;
        if (place->second == kNoArray) {
          place->second = add_kept(v);
          groups_[*from].block.push_back({Store{access(place->second), var(f_, v)}, loops_[0].lo->span});
        }
        if (assigned.count(v))
          starts.push_back({Assign{v, load(f_, access(place->second))}, loops_[0].lo->span});
        else
          read[v] = place->second;
      }
      Block& block = groups_[b].block;
      if (!read.empty())
        block = rewrite_exprs(block, [&](const ExprP& e) {
          auto* r = std::get_if<VarRef>(&e->node);
          const auto it = r ? read.find(r->var) : read.end();
          return it == read.end() ? e : load(f_, access(it->second));
        });
      block.insert(block.begin(), starts.begin(), starts.end());
    }
  }
  static constexpr ArrayId kNoArray = ArrayId(-1);
  bool live_after(VarId v, std::size_t group) const {
    for (std::size_t k = group + 1; k < groups_.size(); ++k) {
      const auto flow = flow_of(groups_[k].block);
      if (flow.read_first.count(v) || flow.written.count(v)) return flow.read_first.count(v) > 0;
    }
    return std::find(f_.outputs.begin(), f_.outputs.end(), v) != f_.outputs.end();
  }
  std::optional<std::size_t> last_assigning(VarId v, std::size_t before) const {
    for (std::size_t k = before; k-- > 0;)
      if (assigned_variables(groups_[k].block).count(v)) return k;
    return {};
  }
  ArrayId add_kept(VarId v) {
    Array kept;
    kept.name = fmt::format("$kept_{}_{}", f_.vars[v].name, kept_.size());
    kept.elem = f_.vars[v].type;
    kept.rank = int(loops_.size());
    const ArrayId id = f_.add_array(std::move(kept));
    f_.params.push_back({Param::Kind::Array, id});
    kept_.push_back(id);
    return id;
  }
  Access access(ArrayId id) const {
    Access a{id, {}};
    for (const For& l : loops_) {
      const ExprP from_first = sub(var(f_, l.var), l.lo);
      a.index.push_back(as_int(*l.step) == 1 ? from_first : binary(BinaryOp::DivTrunc, from_first, l.step));
    }
    return a;
  }

  std::optional<DistributedMap> judged() {
    DistributedMap out;
    out.kept = kept_;
    for (std::size_t k = 0; k < groups_.size(); ++k) {
      LoopNest part = nest_;
      part.hint = ast::LoopHint::None;
      part.function = f_;
      Block* b = &part.function.body;
      for (std::size_t l = 0; l < loops_.size(); ++l) b = &std::get<For>((*b)[0].node).body;
      *b = groups_[k].block;
      keep_outputs(part.function, k);
      PlanResult planned = plan_loop(part);
      const Verdict v = planned.plan.verdict;
      const bool covers = v == Verdict::Partial || (v == Verdict::Map && planned.plan.loops.size() > loops_.size());
      if (!runs_parallel(planned.plan) || !planned.diagnostics.empty() ||
          !(groups_[k].has_loop ? covers : v == Verdict::Map))
        return {};
      out.parts.push_back({std::move(part), std::move(planned)});
    }
    return out;
  }
  // What is used after the nest comes from the last group that sets it. The counters of the covered loops are every
  // part's.
  void keep_outputs(Function& part, std::size_t k) const {
    std::erase_if(part.outputs, [&](VarId v) {
      const bool counts = std::any_of(loops_.begin(), loops_.end(), [&](const For& l) { return l.var == v; });
      return !counts && last_assigning(v, groups_.size()) != k;
    });
  }

  const LoopNest& nest_;
  Function f_;
  const PlanResult& planned_;
  std::vector<For> loops_;
  Block body_;
  std::vector<Group> groups_;
  std::vector<ArrayId> kept_;
};

}  // namespace

std::optional<DistributedMap> distribute_map(const LoopNest& nest, const PlanResult& planned) {
  if (planned.plan.verdict != Verdict::Map || !is_plain_plan(nest, planned)) return {};
  return MapDistribution(nest, planned).run();
}

}  // namespace qc
