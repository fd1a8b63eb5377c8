#include "analysis/loops/privatization.h"

#include <utility>

#include "analysis/loops/nest_model.h"
#include "ir/build.h"
#include "ir/forward_flow.h"

namespace qc {

using namespace ir;

namespace {

using Set = std::set<VarId>;

// What is written on every path to a place.
class Flow : ForwardFlow<Set> {
 public:
  explicit Flow(const std::function<bool(const For&)>& runs) : runs_(runs) {}

  ScalarFlow run(const Block& body) {
    Reached written{std::in_place};
    block(body, written);
    if (written) found_.written = std::move(*written);
    return std::move(found_);
  }

 private:
  void join(Set& a, const Set& b) const override {
    std::erase_if(a, [&](VarId v) { return !b.count(v); });
  }

  bool step(const Stmt& s, Set& written) override {
    for_each_root(s, [&](const ExprP& e) {
      for_each_expr(*e, [&](const Expr& x) {
        if (auto* v = std::get_if<VarRef>(&x.node); v && !written.count(v->var)) found_.read_first.insert(v->var);
      });
    });
    if (auto* a = std::get_if<Assign>(&s.node)) written.insert(a->var);
    return true;
  }

  // Of a loop the first iteration is looked at.
  void loop(const For& l, Reached& written) override {
    Reached inside = written;
    inside->insert(l.var);
    const Jumps jumps = iteration(l.body, inside);
    if (!runs_(l)) return;
    if (returns(l.body)) {
      written->insert(l.var);
      return;
    }
    meet(inside, jumps.breaks);
    written = std::move(inside);
  }
  void loop(const While& w, Reached& written) override {
    Reached inside = written;
    const Jumps jumps = iteration(w.body, inside);
    // A function that returns from its loops is a loop that its breaks alone leave.
    if (as_int(*w.condition) == 1 && !returns(w.body)) written = jumps.breaks;
  }
  // Jumps of the iteration itself are its planner's business.
  bool ends_path(const Stmt& s) const override {
    return loops_around() > 0 && (std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node));
  }

  const std::function<bool(const For&)>& runs_;
  ScalarFlow found_;
};

}  // namespace

ScalarFlow scalar_flow(const Block& body, const std::function<bool(const For&)>& runs) { return Flow(runs).run(body); }

}  // namespace qc
