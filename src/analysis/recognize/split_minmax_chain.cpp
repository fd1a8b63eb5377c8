#include "analysis/recognize/split_minmax_chain.h"

#include "analysis/loops/updates.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

struct Extreme {
  VarId var;
  UpdateForm form;
};

class Separate {
 public:
  Separate(Function& f, std::vector<ExprP>& conditions) : f_(f), conditions_(conditions) {}
  bool changed = false;

  void block(Block& b) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (auto* l = std::get_if<For>(&b[k].node)) {
        block(l->body);
        continue;
      }
      auto* i = std::get_if<If>(&b[k].node);
      if (!i) continue;
      if (!separable(*i)) {
        block(i->then);
        block(i->otherwise);
        continue;
      }
      Stmt second = std::move(i->otherwise[0]);
      i->otherwise.clear();
      b.insert(b.begin() + std::ptrdiff_t(++k), std::move(second));
      changed = true;
    }
  }

 private:
  // The extreme that a statement without an else updates, a variable that nothing else assigns.
  std::optional<Extreme> extreme(const If& i) const {
    for (const Stmt& t : i.then) {
      auto* a = std::get_if<Assign>(&t.node);
      if (!a || assignments(a->var) != 1) continue;
      const auto m = match_compare_if(i, Place::variable(f_, a->var));
      auto* form = m ? std::get_if<UpdateForm>(&*m) : nullptr;
      if (form) return Extreme{a->var, *form};
    }
    return {};
  }
  int assignments(VarId v) const {
    int n = 0;
    for_each_stmt(f_.body, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      n += a && a->var == v;
    });
    return n;
  }

  bool separable(const If& i) {
    const If* second = i.otherwise.size() == 1 ? std::get_if<If>(&i.otherwise[0].node) : nullptr;
    if (!second || !second->otherwise.empty()) return false;
    const auto a = extreme(If{i.condition, i.then, {}}), b = extreme(*second);
    if (!a || !b || a->form.op == b->form.op || !equal(a->form.operand, b->form.operand)) return false;
    if (!a->form.strict && !b->form.strict) return false;  // both would take what equals the two
    const Place p = Place::variable(f_, a->var), q = Place::variable(f_, b->var);
    for (const Stmt& t : i.then) {  // the second comparison reads what the first branch leaves
      auto* s = std::get_if<Assign>(&t.node);
      if (!s || mentions(*second->condition, Place::variable(f_, s->var)) || mentions(*s->value, q)) return false;
    }
    for (const Stmt& t : second->then) {
      auto* s = std::get_if<Assign>(&t.node);
      if (!s || mentions(*s->value, p) || mentions(*i.condition, Place::variable(f_, s->var))) return false;
      for (const Stmt& u : i.then)
        if (std::get<Assign>(u.node).var == s->var) return false;  // a companion of both
    }
    const bool first_is_least = a->form.op == ReduceOp::Min;
    conditions_.push_back(le(var(f_, first_is_least ? a->var : b->var), var(f_, first_is_least ? b->var : a->var)));
    return true;
  }

  Function& f_;
  std::vector<ExprP>& conditions_;
};

}  // namespace

bool split_minmax_chains(Function& nest, std::vector<ExprP>& conditions) {
  Separate s(nest, conditions);
  s.block(nest.body);
  return s.changed;
}

}  // namespace qc
