#include "transform/parts/certain_loads.h"

namespace qc {

using namespace ir;

static void each_certain_load(const Expr& e, const std::function<void(const Access&)>& visit) {
  auto below = [&](const ExprP& x) { each_certain_load(*x, visit); };
  if (auto* n = std::get_if<Load>(&e.node))
    visit(n->access);
  else if (auto* n = std::get_if<Unary>(&e.node))
    below(n->a);
  else if (auto* n = std::get_if<Binary>(&e.node)) {
    below(n->a);
    if (n->op != BinaryOp::And && n->op != BinaryOp::Or) below(n->b);
  } else if (auto* n = std::get_if<Fma>(&e.node)) {
    below(n->a);
    below(n->b);
    below(n->c);
  } else if (auto* n = std::get_if<Select>(&e.node))
    below(n->condition);
  else if (auto* n = std::get_if<Cast>(&e.node))
    below(n->a);
  else if (auto* n = std::get_if<Math>(&e.node))
    for (auto& a : n->args) below(a);
}

void each_certain_load(const Block& body, const std::function<void(const Access&)>& visit) {
  for (const Stmt& s : body) {
    if (auto* a = std::get_if<Assign>(&s.node))
      each_certain_load(*a->value, visit);
    else if (auto* w = std::get_if<Store>(&s.node))
      each_certain_load(*w->value, visit);
    else if (auto* i = std::get_if<If>(&s.node))
      each_certain_load(*i->condition, visit);
  }
}

}  // namespace qc
