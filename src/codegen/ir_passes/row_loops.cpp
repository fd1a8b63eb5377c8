#include "codegen/ir_passes/row_loops.h"

#include <set>

#include "codegen/ir_passes/lane_analysis.h"
#include "ir/build.h"

namespace qc::codegen {

using namespace ir;

namespace {

class InnermostLoop {
 public:
  InnermostLoop(const Function& f, const For& loop, const std::function<bool(const Expr&)>& varying)
      : f_(f), loop_(loop), varying_(varying) {}

  bool walks_rows() {
    if (as_int(*loop_.step) != 1) return false;
    collect(loop_.body);
    return plain_ && !stored_.empty() && reads_only_what_it_has(loop_.body) && loads_fit();
  }

 private:
  // Assignments and stores, under conditions or not; each array is stored to at one place.
  void collect(const Block& body) {
    for (const Stmt& s : body) {
      if (auto* n = std::get_if<Store>(&s.node)) {
        const Access* before = stored_to(n->access.array);
        plain_ = plain_ && along_row(n->access) && (!before || same_place(*before, n->access));
        stored_.push_back(&n->access);
      } else if (auto* i = std::get_if<If>(&s.node)) {
        collect(i->then);
        collect(i->otherwise);
      } else if (auto* a = std::get_if<Assign>(&s.node)) {
        assigned_.insert(a->var);
      } else {
        plain_ = false;
      }
    }
  }

  const Access* stored_to(ArrayId array) const {
    for (const Access* s : stored_)
      if (s->array == array) return s;
    return nullptr;
  }

  static bool same_place(const Access& a, const Access& b) {
    if (a.index.size() != b.index.size()) return false;
    for (std::size_t k = 0; k < a.index.size(); ++k)
      if (!equal(a.index[k], b.index[k])) return false;
    return true;
  }

  bool counts(const Expr& e) const {  // e depends on the loop's iteration
    bool found = false;
    for_each_expr(e, [&](const Expr& x) {
      auto* v = std::get_if<VarRef>(&x.node);
      found |= v && (v->var == loop_.var || assigned_.contains(v->var));
    });
    return found;
  }

  // The counter and what is the same for all iterations and threads.
  bool counter_and_uniform(const Expr& e) const {
    if (auto* v = std::get_if<VarRef>(&e.node)) return v->var == loop_.var;
    auto* n = std::get_if<Binary>(&e.node);
    if (!n || (n->op != BinaryOp::Add && n->op != BinaryOp::Sub)) return false;
    if (!counts(*n->b) && !varying_(*n->b)) return counter_and_uniform(*n->a);
    return n->op == BinaryOp::Add && !counts(*n->a) && !varying_(*n->a) && counter_and_uniform(*n->b);
  }

  // x[.., j+c]. Of more than two dimensions the last one may be channels: few, and neighbouring threads are few
  // elements apart.
  bool along_row(const Access& a) const {
    const std::size_t rank = a.index.size();
    if (f_.arrays[a.array].space != Space::Global || rank < 2 || !counter_and_uniform(*a.index.back())) return false;
    if (rank > 2 && varying_(*a.index[rank - 2])) return false;
    bool apart = false;
    for (std::size_t k = 0; k + 1 < rank; ++k) {
      if (counts(*a.index[k])) return false;
      apart = apart || varying_(*a.index[k]);
    }
    return apart;
  }

  // A variable that is read before the body has assigned it carries a value from one iteration to the next.
  bool reads_only_what_it_has(const Block& body) {
    for (const Stmt& s : body) {
      bool ready = true;
      for_each_root(s, [&](const ExprP& root) {
        for_each_expr(*root, [&](const Expr& e) {
          auto* v = std::get_if<VarRef>(&e.node);
          ready = ready && !(v && assigned_.contains(v->var) && !has_.contains(v->var));
        });
      });
      if (!ready) return false;
      if (auto* a = std::get_if<Assign>(&s.node)) has_.insert(a->var);
      if (auto* i = std::get_if<If>(&s.node)) {
        const std::set<VarId> before = has_;
        if (!reads_only_what_it_has(i->then)) return false;
        has_ = before;
        if (!reads_only_what_it_has(i->otherwise)) return false;
        has_ = before;
      }
    }
    return true;
  }

  bool loads_fit() const {
    bool fit = true;
    for_each_expr(loop_.body, [&](const Expr& e) {
      auto* l = std::get_if<Load>(&e.node);
      if (!l) return;
      const Access& a = l->access;
      if (const Access* s = stored_to(a.array)) {
        fit = fit && same_place(*s, a);
        return;
      }
      bool invariant = true;
      for (const ExprP& i : a.index) invariant = invariant && !counts(*i);
      fit = fit && (invariant || (!counts_before_last(a) && counter_and_uniform(*a.index.back())));
    });
    return fit;
  }
  bool counts_before_last(const Access& a) const {
    for (std::size_t k = 0; k + 1 < a.index.size(); ++k)
      if (counts(*a.index[k])) return true;
    return false;
  }

  const Function& f_;
  const For& loop_;
  const std::function<bool(const Expr&)>& varying_;
  bool plain_ = true;
  std::vector<const Access*> stored_;
  std::set<VarId> assigned_, has_;
};

}  // namespace

bool walks_rows(const Function& f, const For& loop, const std::function<bool(const Expr&)>& varying) {
  bool innermost = true, inner_walk = true;
  for_each_stmt(loop.body, [&](const Stmt& s) {
    if (std::holds_alternative<While>(s.node)) inner_walk = false;
    auto* inner = std::get_if<For>(&s.node);
    if (!inner) return;
    innermost = false;
    inner_walk = inner_walk && walks_rows(f, *inner, varying);
  });
  if (!inner_walk || holds_split(loop.body)) return false;
  return !innermost || InnermostLoop(f, loop, varying).walks_rows();
}

}  // namespace qc::codegen
