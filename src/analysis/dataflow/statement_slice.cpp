#include "analysis/dataflow/statement_slice.h"

#include <algorithm>
#include <set>

#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

class Slice {
 public:
  explicit Slice(Function& f) : f_(f), vars_(f.outputs.begin(), f.outputs.end()) {}

  void cut() {
    while (grow(f_.body)) {
    }
    f_.body = kept(f_.body, false);
    drop_parameters();
  }

 private:
  // ---- what is kept, by what is known to be needed so far ----

  // in_kept: the block is of a loop that is kept, whose iterations its jumps end.
  bool keeps(const Stmt& s, bool in_kept) const {
    if (auto* a = std::get_if<Assign>(&s.node)) return vars_.count(a->var) > 0;
    if (auto* w = std::get_if<Store>(&s.node)) return arrays_.count(w->access.array) > 0;
    if (auto* i = std::get_if<If>(&s.node)) return keeps(i->then, in_kept) || keeps(i->otherwise, in_kept);
    if (auto* l = std::get_if<For>(&s.node)) return vars_.count(l->var) > 0 || keeps(l->body, false);
    if (auto* w = std::get_if<While>(&s.node)) return keeps(w->body, false);
    if (std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node)) return in_kept;
    return !std::holds_alternative<Fail>(s.node);
  }
  bool keeps(const Block& b, bool in_kept) const {
    return std::any_of(b.begin(), b.end(), [&](const Stmt& s) { return keeps(s, in_kept); });
  }

  // ---- what that needs ----

  void need(const ExprP& e) {
    for_each_expr(*e, [&](const Expr& x) {
      if (auto* v = std::get_if<VarRef>(&x.node)) grown_ |= vars_.insert(v->var).second;
      if (auto* l = std::get_if<Load>(&x.node)) grown_ |= arrays_.insert(l->access.array).second;
    });
  }
  void visit(const Block& b, bool in_kept) {
    for (const Stmt& s : b) {
      if (!keeps(s, in_kept)) continue;
      if (auto* a = std::get_if<Assign>(&s.node)) {
        need(a->value);
      } else if (auto* w = std::get_if<Store>(&s.node)) {
        for (const ExprP& i : w->access.index) need(i);
        need(w->value);
      } else if (auto* i = std::get_if<If>(&s.node)) {
        need(i->condition);
        visit(i->then, in_kept);
        visit(i->otherwise, in_kept);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        for (const ExprP* e : {&l->lo, &l->step, &l->hi}) need(*e);
        visit(l->body, true);
      } else if (auto* w = std::get_if<While>(&s.node)) {
        need(w->condition);
        visit(w->body, true);
      }
    }
  }
  bool grow(const Block& b) {
    grown_ = false;
    visit(b, false);
    return grown_;
  }

  Block kept(const Block& b, bool in_kept) const {
    Block out;
    for (const Stmt& s : b) {
      if (!keeps(s, in_kept)) continue;
      Stmt copy = s;
      if (auto* i = std::get_if<If>(&copy.node)) {
        i->then = kept(i->then, in_kept);
        i->otherwise = kept(i->otherwise, in_kept);
      } else if (auto* l = std::get_if<For>(&copy.node)) {
        l->body = kept(l->body, true);
      } else if (auto* w = std::get_if<While>(&copy.node)) {
        w->body = kept(w->body, true);
      }
      out.push_back(std::move(copy));
    }
    return out;
  }

  void drop_parameters() {
    std::set<VarId> vars(f_.outputs.begin(), f_.outputs.end());
    std::set<ArrayId> arrays;
    for_each_expr(f_.body, [&](const Expr& x) {
      if (auto* v = std::get_if<VarRef>(&x.node)) vars.insert(v->var);
      if (auto* l = std::get_if<Load>(&x.node)) arrays.insert(l->access.array);
      if (auto* e = std::get_if<Extent>(&x.node)) arrays.insert(e->array);
    });
    for_each_stmt(f_.body, [&](const Stmt& s) {
      if (auto* w = std::get_if<Store>(&s.node)) arrays.insert(w->access.array);
    });
    std::erase_if(f_.params, [&](const Param& p) {
      return p.kind == Param::Kind::Array ? !arrays.count(p.id) : !vars.count(p.id);
    });
  }

  Function& f_;
  std::set<VarId> vars_;
  std::set<ArrayId> arrays_;
  bool grown_ = false;
};

}  // namespace

void slice_to_outputs(Function& nest) { Slice(nest).cut(); }

}  // namespace qc
