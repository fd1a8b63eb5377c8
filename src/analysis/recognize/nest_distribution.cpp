#include "analysis/recognize/nest_distribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "analysis/loops/nest_model.h"
#include "analysis/recognize/judge.h"
#include "analysis/recognize/loop_fission_scan.h"
#include "analysis/recognize/loop_interchange.h"
#include "analysis/recognize/plan_loop.h"
#include "analysis/recognize/statement_circles.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

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

// Whether it is another element in each iteration of the loops.
bool moves(const Access& a, const std::vector<const For*>& loops) {
  std::set<VarId> counters;
  for (const For* l : loops) counters.insert(l->var);
  return std::any_of(a.index.begin(), a.index.end(), [&](const ExprP& i) { return reads_any(*i, counters); });
}

// An inner loop that stores and accumulates, `y[j] = exp(x[j]); s += y[j]`, as one that stores and one that
// accumulates, in the order that their dependences want; otherwise the loop itself. It may have loops that stand alone
// in each other.
class SplitLoop {
 public:
  // f: whose outputs are what is used after the loop.
  SplitLoop(const Function& f, const Stmt& loop) : f_(f), loop_(loop) {
    Block& body = innermost(std::get<For>(loop_.node));
    body = with_own_nodes(body);
  }

  Block loops() const {
    const auto chain = chain_of(std::get<For>(loop_.node));
    const Block& body = chain.back()->body;
    const bool ok = std::all_of(chain.begin(), chain.end(), [](const For* l) { return is_regular_loop(*l); });
    if (!ok || body.size() > kMostStatements || !is_flat(body)) return {loop_};
    const StatementCircles order(f_, chain, body, Privates::Together);
    Block out;
    std::set<std::size_t> part;
    bool accumulated = false;
    const auto settle = [&] {
      out.push_back(loop_);
      innermost(std::get<For>(out.back().node)) = order.block(part);
      part.clear();
    };
    for (const auto& circle : order.circles()) {
      const bool now = accumulates(order, circle, chain);
      if (!part.empty() && now != accumulated) settle();
      accumulated = now;
      part.insert(circle.begin(), circle.end());
    }
    settle();
    return out.size() == 1 ? Block{loop_} : out;
  }

 private:
  static std::vector<const For*> chain_of(const For& loop) {
    std::vector<const For*> out = {&loop};
    while (out.back()->body.size() == 1) {
      auto* inner = std::get_if<For>(&out.back()->body[0].node);
      if (!inner) break;
      out.push_back(inner);
    }
    return out;
  }
  static bool is_flat(const Block& b) {
    bool flat = true;
    for_each_stmt(b, [&](const Stmt& s) { flat = flat && !std::holds_alternative<For>(s.node); });
    return flat;
  }
  // A variable, or an element that stays where it is.
  static bool accumulates(const StatementCircles& order, const std::set<std::size_t>& circle,
                          const std::vector<const For*>& chain) {
    const Block& body = chain.back()->body;
    bool found = false;
    for (std::size_t k : circle) {
      found = found || have_common(assigned_variables({body[k]}), order.carried());
      for_each_stmt({body[k]}, [&](const Stmt& s) {
        auto* w = std::get_if<Store>(&s.node);
        found = found || (w && !moves(w->access, chain));
      });
    }
    return found;
  }

  const Function& f_;
  Stmt loop_;
};

// What its iterations leave for each other.
std::set<VarId> carried_variables(const Block& body) {
  std::set<VarId> out;
  const auto flow = flow_of_iteration(body);
  for (VarId v : assigned_variables(body))
    if (flow.read_first.count(v)) out.insert(v);
  return out;
}

// Whether some element is read by one iteration alone, so that the loops are as fast as memory.
bool reads_each_once(const Function& nest, const std::vector<PlannedLoop>& loops) {
  bool found = false;
  for_each_expr(nest.body, [&](const Expr& e) {
    auto* l = std::get_if<Load>(&e.node);
    if (!l) return;
    std::set<VarId> read;
    for (const ExprP& i : l->access.index) read.merge(read_variables(*i));
    found = found ||
            std::all_of(loops.begin(), loops.end(), [&](const PlannedLoop& loop) { return read.count(loop.var) > 0; });
  });
  return found;
}

std::optional<DistributedNest::Planned> reduced_in_order(const LoopNest& part, const PlanResult& planned) {
  const LoopPlan& p = planned.plan;
  if (p.verdict != Verdict::Partial || p.loops.back().reduced || !is_plain_plan(part, planned)) return {};
  std::vector<int> order;
  for (const bool reduced : {false, true})
    for (std::size_t k = 0; k < p.loops.size(); ++k)
      if (p.loops[k].reduced == reduced) order.push_back(int(k));
  auto nest = with_loops_in_order(planned.nest_of(part), p.loops, order);
  if (!nest || reads_each_once(nest->function, p.loops)) return {};
  std::vector<const For*> kept;
  const Block* body = &nest->function.body;
  for (const PlannedLoop& l : p.loops) {
    if (l.reduced) continue;
    kept.push_back(&std::get<For>((*body)[0].node));
    body = &kept.back()->body;
  }
  Judgement map = judge(nest->function, kept, *body);
  if (!map.accepted() || map.plan.verdict != Verdict::Map || !map.from_copy.empty() || !map.private_arrays.empty())
    return {};
  PlanResult result;
  result.plan = std::move(map.plan);
  for (PlannedLoop& l : result.plan.loops)
    l.span = std::find_if(p.loops.begin(), p.loops.end(), [&](const PlannedLoop& x) { return x.var == l.var; })->span;
  return DistributedNest::Planned{std::move(*nest), std::move(result)};
}

class NestDistribution {
 public:
  NestDistribution(const LoopNest& nest, const PlanResult& planned)
      : nest_(nest), f_(nest.function), is_map_(planned.plan.verdict == Verdict::Map) {
    Block* b = &f_.body;
    for (std::size_t k = 0; k < planned.plan.loops.size(); ++k) {
      loops_.push_back(std::get<For>((*b)[0].node));
      b = &std::get<For>((*b)[0].node).body;
    }
    body_ = *b;
  }

  std::optional<DistributedNest> run() {
    if (body_.size() > kMostStatements || !is_plain(f_, body_) ||
        !std::all_of(loops_.begin(), loops_.end(), is_regular_loop))
      return {};
    split_loops();
    group(units());
    const auto loops = std::count_if(groups_.begin(), groups_.end(), [](const Group& g) { return g.has_loop; });
    if (loops < (is_map_ ? 2 : 1) || groups_.size() < 2) return {};
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

  void split_loops() {
    Block out;
    for (std::size_t k = 0; k < body_.size(); ++k) {
      if (!std::holds_alternative<For>(body_[k].node)) {
        out.push_back(body_[k]);
        continue;
      }
      Function around = f_;  // what is read anywhere else is used after the loop
      Block rest = body_;
      rest.erase(rest.begin() + std::ptrdiff_t(k));
      for (VarId v : variables_read(rest)) around.outputs.push_back(v);
      const Block loops = SplitLoop(around, body_[k]).loops();
      out.insert(out.end(), loops.begin(), loops.end());
    }
    body_ = std::move(out);
  }

  // Statements that have to stay in one nest, in an order in which they may run one after another.
  std::vector<Block> units() {
    std::vector<Block> out;
    if (is_map_) {
      for (const Stmt& s : body_) out.push_back({s});
      return out;
    }
    body_ = with_own_nodes(body_);
    std::vector<const For*> loops;
    for (const For& l : loops_) loops.push_back(&l);
    const StatementCircles order(f_, loops, body_, Privates::HandedOn);
    for (const auto& circle : order.circles()) out.push_back(order.block(circle));
    return out;
  }

  void group(const std::vector<Block>& units) {
    Block loose;  // since the last loop
    const auto settle = [&] {
      if (loose.empty()) return;
      if (groups_.empty() || groups_.back().accumulated.empty()) groups_.emplace_back();
      Block& b = groups_.back().block;
      std::move(loose.begin(), loose.end(), std::back_inserter(b));
      loose.clear();
    };
    for (const Block& unit : units) {
      auto* loop = std::get_if<For>(&unit[0].node);
      if (unit.size() == 1 && !loop) {
        loose.push_back(unit[0]);
        continue;
      }
      Group g{{}, true, {}};
      if (unit.size() == 1) {
        g.accumulated = carried_variables(innermost(const_cast<For&>(*loop)));
        take_starts(loose, g);
      }
      settle();
      g.block.insert(g.block.end(), unit.begin(), unit.end());
      groups_.push_back(std::move(g));
    }
    settle();
  }

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
      const auto flow = flow_of_iteration(groups_[b].block);
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
      const auto flow = flow_of_iteration(groups_[k].block);
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

  std::optional<DistributedNest> judged() {
    DistributedNest out;
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
      if (!runs_parallel(planned.plan) || (is_map_ && !(groups_[k].has_loop ? covers : v == Verdict::Map))) return {};
      auto in_order = reduced_in_order(part, planned);
      out.parts.push_back({{std::move(part), std::move(planned)}, std::move(in_order)});
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
  const bool is_map_;
  std::vector<For> loops_;
  Block body_;
  std::vector<Group> groups_;
  std::vector<ArrayId> kept_;
};

}  // namespace

bool may_distribute(const LoopNest& nest, const PlanResult& planned) {
  if (planned.inner.empty()) return false;
  const LoopPlan& p = planned.plan;
  if (runs_parallel(p))
    return (p.verdict == Verdict::Map || p.verdict == Verdict::Reduction || p.verdict == Verdict::Scan) &&
           is_plain_plan(nest, planned);
  return p.verdict == Verdict::Serial && nest.hint == ast::LoopHint::None && p.stages.empty() && !planned.copying &&
         planned.diagnostics.empty() && nest.updated_in_place.empty();
}

std::optional<DistributedNest> distribute_nest(const LoopNest& nest, const PlanResult& planned) {
  if (!may_distribute(nest, planned)) return {};
  return NestDistribution(nest, planned).run();
}

}  // namespace qc
