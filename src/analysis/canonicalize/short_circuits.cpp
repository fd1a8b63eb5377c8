// Conditions whose second part takes statements of its own, `if a && f(x) < s then ..` with an f of several lines, are
// nested: what decides is a comparison again, which may be that of an extreme.
//
//   c = a                                    becomes  if a then
//   if c then                                           y = ..
//     y = ..                                            if y < s then s = .. end
//     c = y < s                                       end
//   end
//   if c then s = .. end
//
// c is read nowhere else. A branch for the other case would have to be there twice: such a condition stays.
#include <algorithm>
#include <iterator>

#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/nest_model.h"
#include "analysis/loops/privatization.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

class ShortCircuits {
 public:
  explicit ShortCircuits(const Function& f)
      : outputs_(f.outputs), reads_(reads_of_values(f.body)), assigned_(assignment_counts(f.body)) {}
  bool changed = false;

  void block(Block& b) {
    for (std::size_t p = 0; p + 2 < b.size(); ++p)
      if (is_chain(b, p)) nest(b, p);
    for (Stmt& s : b) {
      if (auto* i = std::get_if<If>(&s.node)) {
        block(i->then);
        block(i->otherwise);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        block(l->body);
      } else if (auto* w = std::get_if<While>(&s.node)) {
        block(w->body);
      }
    }
  }

 private:
  // A branch under the variable alone.
  static If* branch_under(Stmt& s, VarId c) {
    auto* i = std::get_if<If>(&s.node);
    auto* r = i && i->otherwise.empty() ? std::get_if<VarRef>(&i->condition->node) : nullptr;
    return r && r->var == c ? i : nullptr;
  }

  bool is_chain(Block& b, std::size_t p) {
    auto* first = std::get_if<Assign>(&b[p].node);
    if (!first || first->value->type != Elem::Bool) return false;
    const VarId c = first->var;
    const If* second = branch_under(b[p + 1], c);
    if (!second || !branch_under(b[p + 2], c) || second->then.empty()) return false;
    auto* last = std::get_if<Assign>(&second->then.back().node);
    return last && last->var == c && reads_[c] == 2 && assigned_[c] == 2 &&
           std::find(outputs_.begin(), outputs_.end(), c) == outputs_.end();
  }

  void nest(Block& b, std::size_t p) {
    If& second = std::get<If>(b[p + 1].node);
    Assign last = std::move(std::get<Assign>(second.then.back().node));
    second.condition = std::move(std::get<Assign>(b[p].node).value);
    If& branch = std::get<If>(b[p + 2].node);
    branch.condition = std::move(last.value);
    second.then.back() = std::move(b[p + 2]);
    b.erase(b.begin() + std::ptrdiff_t(p) + 2);
    b.erase(b.begin() + std::ptrdiff_t(p));
    changed = true;
  }

  const std::vector<VarId>& outputs_;
  std::map<VarId, int> reads_, assigned_;
};

}  // namespace

bool nest_short_circuits(Function& nest) {
  ShortCircuits s(nest);
  s.block(nest.body);
  return s.changed;
}

}  // namespace qc
