// Counters that go through other variables: k = j + 1; j = k + 1 is j = j + 2 with a name for j + 1.
#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/nest_model.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

class Coupled {
 public:
  explicit Coupled(Function& f) : f_(f) {
    for_each_stmt(f.body, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) ++times_[a->var];
      if (auto* l = std::get_if<For>(&s.node)) times_[l->var] += 2;
    });
  }
  bool changed = false;

  void block(Block& b) {
    for (std::size_t p = 0; p < b.size(); ++p) {
      Stmt& s = b[p];
      if (auto* a = std::get_if<Assign>(&s.node))
        unfold(b, p, *a);
      else if (auto* i = std::get_if<If>(&s.node)) {
        block(i->then);
        block(i->otherwise);
      } else if (auto* l = std::get_if<For>(&s.node))
        block(l->body);
      else if (auto* w = std::get_if<While>(&s.node))
        block(w->body);
    }
  }

 private:
  bool adds(const ExprP& value, VarId v) const {
    auto m = match_value(value, Place::variable(f_, v));
    auto* form = std::get_if<UpdateForm>(&m);
    return form && form->op == ReduceOp::Add;
  }

  void unfold(Block& b, std::size_t p, Assign& a) {
    constexpr int kMostSteps = 4;
    if (f_.vars[a.var].type != Elem::I64 || adds(a.value, a.var)) return;
    ExprP value = a.value;
    for (int step = 0; step < kMostSteps; ++step) {
      const ExprP before = value;
      value = rewrite_expr(value, [&](ExprP e) {
        auto* r = std::get_if<VarRef>(&e->node);
        const ExprP d = r && r->var != a.var ? definition(b, p, r->var) : nullptr;
        return d ? d : e;
      });
      if (value == before) return;
      if (adds(value, a.var)) {
        a.value = value;
        changed = true;
        return;
      }
    }
  }

  // What v, assigned once and before statement p in the block, is there, when it still has that value.
  ExprP definition(const Block& b, std::size_t p, VarId v) const {
    if (!times_.count(v) || times_.at(v) != 1) return nullptr;
    for (std::size_t q = p; q-- > 0;) {
      auto* d = std::get_if<Assign>(&b[q].node);
      if (!d || d->var != v) continue;
      const std::set<VarId> between =
          assigned_variables(Block(b.begin() + std::ptrdiff_t(q) + 1, b.begin() + std::ptrdiff_t(p)));
      bool same = d->value->type == Elem::I64;
      for_each_expr(*d->value, [&](const Expr& e) {
        if (auto* r = std::get_if<VarRef>(&e.node)) same &= !between.count(r->var);
        same &= !std::holds_alternative<Load>(e.node);
      });
      return same ? d->value : nullptr;
    }
    return nullptr;
  }

  Function& f_;
  std::map<VarId, int> times_;
};

}  // namespace

bool unfold_coupled_counters(Function& nest) {
  Coupled c(nest);
  Block body = nest.body;
  c.block(body);
  if (c.changed) nest.body = std::move(body);
  return c.changed;
}

}  // namespace qc
