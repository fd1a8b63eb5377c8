#include "lower/state/function_builder.h"

#include <algorithm>
#include <variant>

namespace qc::lowering {

void FunctionBuilder::emit(ir::Stmt::Node node, Span span) {
  if (auto* a = std::get_if<ir::Assign>(&node))
    known.forget(a->var);
  else if (auto* t = std::get_if<ir::Atomic>(&node); t && t->old)
    known.forget(*t->old);
  out->push_back({std::move(node), span});
}

ir::ExprP FunctionBuilder::keep(const char* name, const ir::ExprP& e, Span span) {
  const ir::VarId t = temp(name, e->type);
  emit(ir::Assign{t, e}, span);
  return ir::var(f, t);
}

Value FunctionBuilder::kept(const Value& v, Span span) {
  Value out_of = v;
  auto* scalars = out_of.get_if<Scalars>();
  if (!scalars) return out_of;
  scalars->literal.reset();
  for (auto& p : scalars->parts) {
    const bool simple = std::holds_alternative<ir::VarRef>(p->node) ||
                        std::holds_alternative<ir::ConstFloat>(p->node) ||
                        std::holds_alternative<ir::ConstInt>(p->node);
    if (!simple) p = keep("$z", p, span);
  }
  return out_of;
}

Value FunctionBuilder::evaluated(const Value& v, Span span) {
  Value out_of = v;
  auto* scalars = out_of.get_if<Scalars>();
  if (!scalars) return out_of;
  for (auto& p : scalars->parts) {
    bool fails = false;
    ir::for_each_expr(*p, [&](const ir::Expr& e) {
      auto* l = std::get_if<ir::Load>(&e.node);
      auto* b = std::get_if<ir::Binary>(&e.node);
      fails = fails || (l && l->access.boundary == Boundary::Checked) || (b && b->site != ir::kNoSite);
    });
    if (fails) p = keep("$z", p, span);
  }
  return out_of;
}

ir::ArrayId FunctionBuilder::scratch(const char* name, Elem elem, std::int64_t count) {
  ir::Array a;
  a.name = name;
  a.elem = elem;
  a.dims = {count};
  a.space = ir::Space::Local;
  return f.add_array(std::move(a));
}

Value FunctionBuilder::from_scratch(ir::ArrayId array, const ir::ExprP& at) const {
  return one_number(ir::load(f, {array, {at}, false, Boundary::Unchecked, ir::kNoSite}));
}

void FunctionBuilder::to_scratch(ir::ArrayId array, const ir::ExprP& at, const ir::ExprP& value, Span span) {
  emit(ir::Store{{array, {at}, false, Boundary::Unchecked, ir::kNoSite}, value}, span);
}

bool FunctionBuilder::inside(int of_block) const {
  return std::find(blocks_around.begin(), blocks_around.end(), of_block) != blocks_around.end();
}

void FunctionBuilder::begin_pass() {
  f = ir::Function{};
  array_params.clear();
  scalar_params.clear();
  own.clear();
  block = blocks = 0;
  blocks_around.clear();
  known.begin_pass();
}

}  // namespace qc::lowering
