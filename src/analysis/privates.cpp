#include "analysis/privates.h"

#include <algorithm>
#include <iterator>

#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

bool leaves_early(const Block& b) {
  bool found = false;
  for_each_stmt(b, [&](const Stmt& s) {
    found |= std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node) || std::holds_alternative<Return>(s.node);
  });
  return found;
}

class Flow {
 public:
  explicit Flow(const std::function<bool(const For&)>& runs) : runs_(runs) {}
  using Set = std::set<VarId>;

  void block(const Block& b, Set& written) {
    for (const Stmt& s : b) statement(s, written);
  }
  Set read_first;

 private:
  void read(const Expr& e, const Set& written) {
    for_each_expr(e, [&](const Expr& x) {
      if (auto* v = std::get_if<VarRef>(&x.node); v && !written.count(v->var)) read_first.insert(v->var);
    });
  }

  void statement(const Stmt& s, Set& written) {
    for_each_root(s, [&](const ExprP& e) { read(*e, written); });
    if (auto* a = std::get_if<Assign>(&s.node)) written.insert(a->var);
    else if (auto* i = std::get_if<If>(&s.node)) {
      Set yes = written, no = written;
      block(i->then, yes);
      block(i->otherwise, no);
      written.clear();
      std::set_intersection(yes.begin(), yes.end(), no.begin(), no.end(), std::inserter(written, written.end()));
    } else if (auto* l = std::get_if<For>(&s.node)) {
      Set inside = written;
      inside.insert(l->var);
      block(l->body, inside);
      if (!runs_(*l)) return;
      written.insert(l->var);
      if (!leaves_early(l->body)) written = std::move(inside);
    } else if (auto* w = std::get_if<While>(&s.node)) {
      Set inside = written;
      block(w->body, inside);
    }
  }

  const std::function<bool(const For&)>& runs_;
};

}  // namespace

ScalarFlow scalar_flow(const Block& body, const std::function<bool(const For&)>& runs) {
  Flow f(runs);
  ScalarFlow out;
  f.block(body, out.written);
  out.read_first = std::move(f.read_first);
  return out;
}

}  // namespace qc
