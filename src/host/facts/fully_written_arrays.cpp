#include "host/facts/fully_written_arrays.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <optional>
#include <set>

#include "ir/build.h"
#include "ir/linear_sum.h"

namespace qc::host {

namespace {

constexpr std::int64_t kMostTurns = 16;  // of stores that take turns along a dimension
constexpr std::int64_t kFarthest = std::int64_t{1} << 32;

// Whether some iterations may not come to what stands in them.
bool leaves_early(const ir::Function& nest) {
  bool leaves = false;
  ir::for_each_stmt(nest.body, [&](const ir::Stmt& s) {
    leaves = leaves || std::holds_alternative<ir::Break>(s.node) || std::holds_alternative<ir::Continue>(s.node) ||
             std::holds_alternative<ir::Return>(s.node);
  });
  return leaves;
}

// The planned loops from the outermost one as far as they are nested in each other, and what each of them runs in every
// iteration.
std::vector<const ir::Block*> bodies(const ir::Function& nest, const LoopPlan& plan) {
  std::vector<const ir::Block*> out;
  const ir::Block* at = &nest.body;
  for (const PlannedLoop& l : plan.loops) {
    const auto it = std::find_if(at->begin(), at->end(), [&](const ir::Stmt& s) {
      auto* f = std::get_if<ir::For>(&s.node);
      return f && f->var == l.var;
    });
    if (it == at->end()) break;
    at = &std::get<ir::For>(it->node).body;
    out.push_back(at);
  }
  return out;
}

// The places of a store: index d is turns[d] * (the variable of loops[d] + moved[d]) + first[d], 0 <= first < turns; or
// first[d] alone, a channel, where loops[d] is kNoLoop.
struct StoredPlaces {
  std::vector<int> loops;
  std::vector<std::int64_t> turns, moved, first;
};

// Nothing where an index is something else, or two are of one loop.
std::optional<StoredPlaces> places_of(const ir::Access& access, const LoopPlan& plan) {
  StoredPlaces out;
  for (const ir::ExprP& index : access.index) {
    const auto sum = ir::linear_sum(index);
    if (sum && sum->terms.empty() && sum->constant >= 0 && sum->constant < kMostTurns) {
      out.loops.push_back(kNoLoop);
      out.turns.push_back(0);
      out.moved.push_back(0);
      out.first.push_back(sum->constant);
      continue;
    }
    if (!sum || sum->terms.size() != 1) return {};
    const auto& [term, turns] = sum->terms[0];
    auto* v = std::get_if<ir::VarRef>(&term->node);
    const auto it =
        std::find_if(plan.loops.begin(), plan.loops.end(), [&](const PlannedLoop& l) { return v && l.var == v->var; });
    const int loop = int(it - plan.loops.begin());
    if (it == plan.loops.end() || std::find(out.loops.begin(), out.loops.end(), loop) != out.loops.end()) return {};
    if (turns < 1 || turns > kMostTurns || std::abs(sum->constant) > kFarthest) return {};
    const std::int64_t first = (sum->constant % turns + turns) % turns;
    out.loops.push_back(loop);
    out.turns.push_back(turns);
    out.moved.push_back((sum->constant - first) / turns);
    out.first.push_back(first);
  }
  return out;
}

// The stores of one statement list to an array that are alike but for where they begin.
struct StoresInTurn {
  OverwrittenArray array;
  std::set<std::vector<std::int64_t>> first;
};

bool reads(const ir::Function& nest, ir::ArrayId array) {
  bool found = false;
  ir::for_each_expr(nest.body, [&](const ir::Expr& e) {
    auto* l = std::get_if<ir::Load>(&e.node);
    found = found || (l && l->access.array == array);
  });
  return found;
}

}  // namespace

std::vector<OverwrittenArray> overwritten_arrays(const ir::Function& nest, const LoopPlan& plan) {
  std::vector<OverwrittenArray> out;
  const bool of_one_nest = (plan.verdict == Verdict::Map || plan.verdict == Verdict::Partial) && plan.stages.empty();
  if (!of_one_nest || leaves_early(nest)) return out;
  int around = 0;
  for (const ir::Block* body : bodies(nest, plan)) {
    ++around;
    std::vector<StoresInTurn> all;
    for (const ir::Stmt& s : *body) {
      auto* store = std::get_if<ir::Store>(&s.node);
      if (!store || store->access.linear || nest.arrays[std::size_t(store->access.array)].space != ir::Space::Global ||
          reads(nest, store->access.array))
        continue;
      auto places = places_of(store->access, plan);
      if (!places) continue;
      auto alike = std::find_if(all.begin(), all.end(), [&](const StoresInTurn& t) {
        return t.array.array == store->access.array && t.array.loops == places->loops &&
               t.array.turns == places->turns && t.array.moved == places->moved;
      });
      if (alike == all.end()) {
        const OverwrittenArray array{store->access.array, std::move(places->loops), around, std::move(places->turns),
                                     std::move(places->moved)};
        alike = all.insert(alike, StoresInTurn{array, {}});
      }
      alike->first.insert(std::move(places->first));
    }
    for (StoresInTurn& t : all) {
      auto& turns = t.array.turns;
      for (std::size_t d = 0; d < turns.size(); ++d)
        if (t.array.loops[d] == kNoLoop)
          for (const auto& first : t.first) turns[d] = std::max(turns[d], first[d] + 1);
      const auto places = std::accumulate(turns.begin(), turns.end(), std::int64_t{1}, std::multiplies<>());
      if (std::int64_t(t.first.size()) == places) out.push_back(std::move(t.array));
    }
  }
  return out;
}

bool covers(const OverwrittenArray& o, const std::vector<LoopBounds>& bounds, const std::vector<std::int64_t>& dims) {
  if (o.loops.size() != dims.size()) return false;
  for (int k = 0; k < o.around; ++k)
    if (bounds[std::size_t(k)].count <= 0) return false;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (o.loops[d] == kNoLoop && o.turns[d] != dims[d]) return false;
    if (o.loops[d] == kNoLoop) continue;
    const LoopBounds& b = bounds[std::size_t(o.loops[d])];
    if (b.lo != -o.moved[d] || b.step != 1 || b.count * o.turns[d] != dims[d]) return false;
  }
  return true;
}

}  // namespace qc::host
