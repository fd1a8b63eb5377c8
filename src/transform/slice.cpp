#include "transform/slice.h"

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
    for (std::size_t before = std::size_t(-1); before != needed_.size();) {
      before = needed_.size();
      note(body);
    }
    return keep(body);
  }

 private:
  bool is_update(const Stmt& s) const { return match_update(plan_, nest_, s).has_value() || match_reset(plan_, nest_, s).has_value(); }

  bool useful(const Stmt& s) const {
    if (is_update(s)) return true;
    auto any = [&](const Block& b) { return std::any_of(b.begin(), b.end(), [&](const Stmt& x) { return useful(x); }); };
    if (auto* a = std::get_if<Assign>(&s.node)) return needed_.count(a->var) > 0;
    if (auto* i = std::get_if<If>(&s.node)) return any(i->then) || any(i->otherwise);
    if (auto* l = std::get_if<For>(&s.node)) return any(l->body) || needed_.count(l->var) > 0;
    if (auto* w = std::get_if<While>(&s.node)) return any(w->body);
    return false;
  }

  void reads(const Expr& e) {
    for_each_expr(e, [&](const Expr& x) { if (auto* r = std::get_if<VarRef>(&x.node)) needed_.insert(r->var); });
  }
  void all_reads(const Block& b) {
    for_each_expr(b, [&](const Expr& x) { if (auto* r = std::get_if<VarRef>(&x.node)) needed_.insert(r->var); });
  }

  void note(const Block& block) {
    for (const Stmt& s : block) {
      if (!useful(s)) continue;
      if (auto* i = std::get_if<If>(&s.node); i && !is_update(s)) {
        reads(*i->condition);
        note(i->then);
        note(i->otherwise);
      } else all_reads({without_effects(s)});
    }
  }

  // A loop stays whole, so that what leaves it early does so here too.
  static Stmt without_effects(const Stmt& s) {
    Stmt out = s;
    auto clean = [](Block& b) {
      std::erase_if(b, [](const Stmt& x) { return std::holds_alternative<Store>(x.node) || std::holds_alternative<Fail>(x.node); });
      for (Stmt& x : b) x = without_effects(x);
    };
    if (auto* i = std::get_if<If>(&out.node)) { clean(i->then); clean(i->otherwise); }
    else if (auto* l = std::get_if<For>(&out.node)) clean(l->body);
    else if (auto* w = std::get_if<While>(&out.node)) clean(w->body);
    return out;
  }

  Block keep(const Block& block) const {
    Block out;
    for (const Stmt& s : block) {
      if (!useful(s)) continue;
      if (auto* i = std::get_if<If>(&s.node); i && !is_update(s)) out.push_back({If{i->condition, keep(i->then), keep(i->otherwise)}, s.span});
      else out.push_back(is_update(s) ? s : without_effects(s));
    }
    return out;
  }

  const LoopPlan& plan_;
  const Function& nest_;
  std::set<VarId> needed_;
};

}  // namespace

Block update_slice(const LoopPlan& plan, const Function& nest) { return Slicer(plan, nest).run(); }

}  // namespace qc
