#include "transform/parts/running_element.h"

#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "support/diagnostic.h"

namespace qc {

using namespace ir;

namespace {

const Store* running_store(const Block& body, const Accumulator& a) {
  for (const Stmt& s : body)
    if (auto* w = std::get_if<Store>(&s.node); w && same_access(w->access, *a.element)) return w;
  return nullptr;
}

const Access* load_in(const Store& store) {
  const Access* found = nullptr;
  for_each_expr(*store.value, [&](const Expr& e) {
    if (auto* l = std::get_if<Load>(&e.node); l && l->access.array == store.access.array) found = &l->access;
  });
  return found;
}

}  // namespace

const Access* running_load(const LoopPlan& plan, const Function& nest, const Accumulator& a) {
  const Store* store = a.element ? running_store(planned_body(plan, nest), a) : nullptr;
  return store ? load_in(*store) : nullptr;
}

RunningElements::RunningElements(const LoopNest& nest, const LoopPlan& plan) : nest_(nest), plan_(plan) {
  for (Accumulator& a : plan_.accumulators)
    if (a.element) replace(a);
}

const Access* RunningElements::start_of(VarId v) const {
  const auto it = starts_.find(v);
  return it == starts_.end() ? nullptr : &it->second;
}

void RunningElements::replace(Accumulator& a) {
  Function& f = nest_.function;
  auto* loop = std::get_if<For>(&f.body.at(0).node);
  if (!loop || plan_.loops.size() != 1) internal_error("schedule", "a scan of more than one loop");
  const VarId run = f.add_var("$run", f.arrays[a.element->array].elem);
  Block body;
  for (const Stmt& s : loop->body) {
    auto* w = std::get_if<Store>(&s.node);
    const Access* load = w && same_access(w->access, *a.element) ? load_in(*w) : nullptr;
    if (!load) {
      body.push_back(s);
      continue;
    }
    starts_.emplace(run, *load);
    ExprP value = rewrite_expr(w->value, [&](const ExprP& e) {
      auto* l = std::get_if<Load>(&e->node);
      return l && l->access.array == a.element->array ? var(f, run) : e;
    });
    body.push_back({Assign{run, std::move(value)}, s.span});
    body.push_back({Store{w->access, var(f, run)}, s.span});
  }
  loop->body = std::move(body);
  a.element.reset();
  a.var = run;
}

}  // namespace qc
