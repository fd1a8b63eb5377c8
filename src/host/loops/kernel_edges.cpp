#include "host/loops/kernel_edges.h"

#include "ir/build.h"

namespace qc::host {

namespace {

struct Edges {
  const ir::Function& f;

  bool unchecked(const ir::Access& a) const {
    return a.boundary == Boundary::Unchecked && f.arrays[a.array].space == ir::Space::Global;
  }

  ir::ExprP load(const ir::ExprP& e) const {
    auto* l = std::get_if<ir::Load>(&e->node);
    if (!l || !unchecked(l->access)) return e;
    ir::Expr safe = *e;
    std::get<ir::Load>(safe.node).access.boundary = Boundary::Safe;
    return std::make_shared<const ir::Expr>(std::move(safe));
  }

  void stores(ir::Block& block) const {
    for (ir::Stmt& s : block) {
      if (auto* n = std::get_if<ir::Store>(&s.node)) {
        if (unchecked(n->access)) n->access.boundary = Boundary::Safe;
      } else if (auto* a = std::get_if<ir::Atomic>(&s.node)) {
        if (unchecked(a->access)) a->access.boundary = Boundary::Safe;
      } else if (auto* i = std::get_if<ir::If>(&s.node)) {
        stores(i->then);
        stores(i->otherwise);
      } else if (auto* l = std::get_if<ir::For>(&s.node))
        stores(l->body);
      else if (auto* w = std::get_if<ir::While>(&s.node))
        stores(w->body);
    }
  }
};

}  // namespace

ir::Function safe_past_the_end(ir::Function f) {
  const Edges edges{f};
  ir::Block body = ir::rewrite_exprs(f.body, [&](const ir::ExprP& e) { return edges.load(e); });
  edges.stores(body);
  f.body = std::move(body);
  return f;
}

}  // namespace qc::host
