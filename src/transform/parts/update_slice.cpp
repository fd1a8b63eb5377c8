#include "transform/parts/update_slice.h"

#include <algorithm>
#include <set>

#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

class Slicer {
 public:
  Slicer(const LoopPlan& plan, const Function& nest) : plan_(plan), nest_(nest) {}

  Block run() {
    const Block& body = planned_body(plan_, nest_);
    const auto size = [&] { return needed_.size() + arrays_.size(); };
    for (std::size_t before = std::size_t(-1); before != size();) {
      before = size();
      note(body);
    }
    return keep(body);
  }

 private:
  bool is_update(const Stmt& s) const {
    return match_update(plan_, nest_, s).has_value() || match_reset(plan_, nest_, s).has_value();
  }

  bool useful(const Stmt& s) const {
    if (is_update(s)) return true;
    auto any = [&](const Block& b) {
      return std::any_of(b.begin(), b.end(), [&](const Stmt& x) { return useful(x); });
    };
    if (auto* a = std::get_if<Assign>(&s.node)) return needed_.count(a->var) > 0;
    if (auto* w = std::get_if<Store>(&s.node)) return arrays_.count(w->access.array) > 0;
    if (auto* i = std::get_if<If>(&s.node)) return any(i->then) || any(i->otherwise);
    if (auto* l = std::get_if<For>(&s.node)) return any(l->body) || needed_.count(l->var) > 0;
    if (auto* w = std::get_if<While>(&s.node)) return any(w->body);
    return false;
  }

  void read(const Expr& x) {
    if (auto* r = std::get_if<VarRef>(&x.node)) needed_.insert(r->var);
    auto* l = std::get_if<Load>(&x.node);
    if (l && nest_.arrays[l->access.array].space == Space::Local) arrays_.insert(l->access.array);
  }
  void reads(const Expr& e) {
    for_each_expr(e, [&](const Expr& x) { read(x); });
  }
  void all_reads(const Block& b) {
    for_each_expr(b, [&](const Expr& x) { read(x); });
  }

  // What leaves a loop that stays does so here too.
  static bool leaves(const Stmt& s) {
    bool found = false;
    for_each_stmt(Block{s}, [&](const Stmt& x) {
      found |= std::holds_alternative<Break>(x.node) || std::holds_alternative<Continue>(x.node);
    });
    return found;
  }
  bool stays(const Stmt& s, bool in_loop) const { return useful(s) || (in_loop && leaves(s)); }

  void note(const Block& block, bool in_loop = false) {
    for (const Stmt& s : block) {
      if (!stays(s, in_loop)) continue;
      if (is_update(s)) {
        all_reads({s});
      } else if (auto* i = std::get_if<If>(&s.node)) {
        reads(*i->condition);
        note(i->then, in_loop);
        note(i->otherwise, in_loop);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        for (const ExprP* e : {&l->lo, &l->step, &l->hi}) reads(**e);
        note(l->body, true);
      } else if (auto* w = std::get_if<While>(&s.node)) {
        reads(*w->condition);
        note(w->body, true);
      } else {
        all_reads({s});
      }
    }
  }

  // Nothing else is run, because what it reads may depend on values that a lane does not have yet, and fail.
  Block keep(const Block& block, bool in_loop = false) const {
    Block out;
    for (const Stmt& s : block) {
      if (!stays(s, in_loop)) continue;
      Stmt kept = s;
      if (!is_update(s)) {
        if (auto* i = std::get_if<If>(&kept.node)) {
          i->then = keep(i->then, in_loop);
          i->otherwise = keep(i->otherwise, in_loop);
        } else if (auto* l = std::get_if<For>(&kept.node)) {
          l->body = keep(l->body, true);
        } else if (auto* w = std::get_if<While>(&kept.node)) {
          w->body = keep(w->body, true);
        }
      }
      out.push_back(std::move(kept));
    }
    return out;
  }

  const LoopPlan& plan_;
  const Function& nest_;
  std::set<VarId> needed_;
  std::set<ArrayId> arrays_;  // of the iteration, needed as well
};

}  // namespace

Block update_slice(const LoopPlan& plan, const Function& nest) { return Slicer(plan, nest).run(); }

}  // namespace qc
