#include "host/facts/fully_written_arrays.h"

#include <algorithm>
#include <optional>

#include "ir/build.h"

namespace qc::host {

namespace {

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

// The loops whose variables are the indices, each of them once.
std::optional<std::vector<int>> loops_of(const ir::Access& access, const LoopPlan& plan) {
  std::vector<int> loops;
  for (const ir::ExprP& index : access.index) {
    auto* v = std::get_if<ir::VarRef>(&index->node);
    const auto it =
        std::find_if(plan.loops.begin(), plan.loops.end(), [&](const PlannedLoop& l) { return v && l.var == v->var; });
    const int loop = int(it - plan.loops.begin());
    if (it == plan.loops.end() || std::find(loops.begin(), loops.end(), loop) != loops.end()) return {};
    loops.push_back(loop);
  }
  return loops;
}

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
    for (const ir::Stmt& s : *body) {
      auto* store = std::get_if<ir::Store>(&s.node);
      if (!store || store->access.linear || nest.arrays[std::size_t(store->access.array)].space != ir::Space::Global ||
          reads(nest, store->access.array))
        continue;
      if (auto loops = loops_of(store->access, plan)) out.push_back({store->access.array, std::move(*loops), around});
    }
  }
  return out;
}

bool covers(const OverwrittenArray& o, const std::vector<LoopBounds>& bounds, const std::vector<std::int64_t>& dims) {
  if (o.loops.size() != dims.size()) return false;
  for (int k = 0; k < o.around; ++k)
    if (bounds[std::size_t(k)].count <= 0) return false;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const LoopBounds& b = bounds[std::size_t(o.loops[d])];
    if (b.lo != 0 || b.step != 1 || b.count != dims[d]) return false;
  }
  return true;
}

}  // namespace qc::host
