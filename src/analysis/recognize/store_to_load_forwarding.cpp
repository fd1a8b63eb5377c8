#include "analysis/recognize/store_to_load_forwarding.h"

#include <algorithm>

#include "analysis/loops/nest_model.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

class Forward {
 public:
  explicit Forward(Function& f) : f_(f) {}
  bool changed = false;

  // innermost: the variable of the loop around the block.
  void block(Block& b, VarId innermost) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (auto* l = std::get_if<For>(&b[k].node))
        block(l->body, l->var);
      else if (auto* i = std::get_if<If>(&b[k].node)) {
        block(i->then, innermost);
        block(i->otherwise, innermost);
      } else if (auto* w = std::get_if<Store>(&b[k].node); w && moves_with(w->access, innermost))
        k += from(b, k);
    }
  }

 private:
  // The element is another one in each iteration of the loop around it, by its subscripts: it is no accumulator.
  static bool moves_with(const Access& a, VarId innermost) {
    if (a.boundary != Boundary::Checked && a.boundary != Boundary::Unchecked) return false;
    bool loads = false, moves = false;
    for (const ExprP& i : a.index)
      for_each_expr(*i, [&](const Expr& x) {
        loads |= std::holds_alternative<Load>(x.node);
        auto* r = std::get_if<VarRef>(&x.node);
        moves |= r && r->var == innermost;
      });
    return moves && !loads;
  }
  template <class Code>  // an expression or a block
  static bool reads(const Code& code, const Access& a) {
    bool found = false;
    for_each_expr(code, [&](const Expr& x) {
      auto* l = std::get_if<Load>(&x.node);
      found |= l && same_access(l->access, a);
    });
    return found;
  }
  // What the element is stays what was stored, as far as the statement goes.
  static bool keeps(const Block& b, const Access& a) {
    if (stored_arrays(b).count(a.array)) return false;
    for (VarId v : assigned_variables(b))
      for (const ExprP& i : a.index)
        if (count_reads(*i, Place{v, nullptr, Elem::I64})) return false;
    return true;
  }

  // Replaces the reads behind the store at k; gives how many statements were put before it.
  std::size_t from(Block& b, std::size_t k) {
    const Access access = std::get<Store>(b[k].node).access;
    const ExprP value = std::get<Store>(b[k].node).value;
    std::size_t end = k + 1;
    bool used = false;
    for (; end < b.size(); ++end) {
      if (!keeps({b[end]}, access)) {
        auto* w = std::get_if<Store>(&b[end].node);  // its value is read before it stores
        used |= w && reads(*w->value, access);
        break;
      }
      used |= reads(Block{b[end]}, access);
    }
    if (!used) return 0;
    const VarId v = f_.add_var("$stored", value->type);
    auto instead = [&](const ExprP& e) {
      auto* l = std::get_if<Load>(&e->node);
      return l && same_access(l->access, access) ? var(f_, v) : e;
    };
    for (std::size_t n = k + 1; n < b.size() && n <= end; ++n) {
      if (n < end)
        b[n] = rewrite_exprs({b[n]}, instead)[0];
      else if (auto* w = std::get_if<Store>(&b[n].node))
        w->value = rewrite_expr(w->value, instead);
    }
    std::get<Store>(b[k].node).value = var(f_, v);
    b.insert(b.begin() + std::ptrdiff_t(k), Stmt{Assign{v, value}, b[k].span});
    changed = true;
    return 1;
  }

  Function& f_;
};

}  // namespace

bool forward_stores_to_loads(Function& nest) {
  Forward f(nest);
  f.block(nest.body, kNoVar);
  return f.changed;
}

}  // namespace qc
