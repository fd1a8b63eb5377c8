#include "analysis/loops/privatization.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/loops/nest_model.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

class Flow {
 public:
  explicit Flow(const std::function<bool(const For&)>& runs) : runs_(runs) {}
  using Set = std::set<VarId>;
  using Written = std::optional<Set>;  // on every path to a place; nothing: no path leads there

  void block(const Block& b, Written& written) {
    for (const Stmt& s : b)
      if (written) statement(s, written);
  }
  Set read_first;

 private:
  struct Jumps {
    Written breaks, continues;
  };

  static void meet(Written& a, const Written& b) {
    if (!b) return;
    if (!a) {
      a = b;
      return;
    }
    Set both;
    std::set_intersection(a->begin(), a->end(), b->begin(), b->end(), std::inserter(both, both.end()));
    a = std::move(both);
  }

  void read(const Expr& e, const Set& written) {
    for_each_expr(e, [&](const Expr& x) {
      if (auto* v = std::get_if<VarRef>(&x.node); v && !written.count(v->var)) read_first.insert(v->var);
    });
  }

  // The first of its iterations: where it ends, and from where it is left.
  Jumps iteration(const Block& body, Written& inside) {
    loops_.emplace_back();
    block(body, inside);
    Jumps jumps = std::move(loops_.back());
    loops_.pop_back();
    meet(inside, jumps.continues);
    return jumps;
  }

  void statement(const Stmt& s, Written& written) {
    for_each_root(s, [&](const ExprP& e) { read(*e, *written); });
    if (auto* a = std::get_if<Assign>(&s.node))
      written->insert(a->var);
    else if (auto* i = std::get_if<If>(&s.node)) {
      Written no = written;
      block(i->then, written);
      block(i->otherwise, no);
      meet(written, no);
    } else if (auto* l = std::get_if<For>(&s.node)) {
      Written inside = written;
      inside->insert(l->var);
      const Jumps jumps = iteration(l->body, inside);
      if (!runs_(*l)) return;
      if (returns(l->body)) {
        written->insert(l->var);
        return;
      }
      meet(inside, jumps.breaks);
      written = std::move(inside);
    } else if (auto* w = std::get_if<While>(&s.node)) {
      Written inside = written;
      const Jumps jumps = iteration(w->body, inside);
      // A function that returns from its loops is a loop that its breaks alone leave.
      if (as_int(*w->condition) == 1 && !returns(w->body)) written = jumps.breaks;
    } else if (const bool leaves = std::holds_alternative<Break>(s.node);
               !loops_.empty() && (leaves || std::holds_alternative<Continue>(s.node))) {
      meet(leaves ? loops_.back().breaks : loops_.back().continues, written);
      written.reset();
    }
  }

  const std::function<bool(const For&)>& runs_;
  std::vector<Jumps> loops_;  // inside the body; jumps of the iteration itself are its planner's business
};

}  // namespace

ScalarFlow scalar_flow(const Block& body, const std::function<bool(const For&)>& runs) {
  Flow f(runs);
  ScalarFlow out;
  Flow::Written written{std::in_place};
  f.block(body, written);
  if (written) out.written = std::move(*written);
  out.read_first = std::move(f.read_first);
  return out;
}

}  // namespace qc
