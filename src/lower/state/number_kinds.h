// NumberKinds holds the marks of variables that hold numbers of several kinds: steps keep the kind of each value, a
// variable of compiled code has one type, and a mark beside it says which kind the value would be (ir/number_kind.h).
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "analysis/dataflow/kinds_left.h"
#include "ir/ir.h"

namespace qc::lowering {

// See above. Variables are named by Binding::key.
struct NumberKinds {
  static constexpr std::int64_t kComputed = -1;  // among the kinds that a variable is given: one that hangs on data
  std::map<std::string, std::set<std::int64_t>> given;  // kept between passes
  std::map<std::string, std::int64_t> before;           // of the names outside; kept between passes
  bool changed = false;                                 // this pass found a variable of several kinds
  std::map<std::string, KindMark> marks;                // of this pass

  // The variable is given a number of this kind.
  void note(const std::string& key, std::int64_t kind) {
    std::set<std::int64_t>& kinds = given[key];
    const bool before = are_several(kinds);
    kinds.insert(kind);
    changed |= !before && are_several(kinds);
  }
  // The variable has a value of this kind outside.
  void note_before(const std::string& key, std::int64_t kind) {
    before[key] = kind;
    note(key, kind);
  }
  // The mark of the variable whose first part is `value`, which the function is given where there is none yet; none
  // where one kind is all that the variable is given.
  ir::VarId mark_of(ir::Function& f, const std::string& key, const std::string& name, ir::VarId value,
                    std::int64_t joined) {
    const auto kinds = given.find(key);
    if (kinds == given.end() || !are_several(kinds->second)) return ir::kNoVar;
    if (const auto found = marks.find(key); found != marks.end()) return found->second.mark;
    const auto outside = before.find(key);
    const std::int64_t kind = outside == before.end() ? 0 : outside->second;
    const ir::VarId mark = f.add_var("$kind_" + name, Elem::I64);
    f.vars[mark].set_of = name;
    marks.emplace(key, KindMark{mark, value, kind, joined});
    return mark;
  }
  void begin_pass() {
    changed = false;
    marks.clear();
  }

 private:
  static bool are_several(const std::set<std::int64_t>& kinds) { return kinds.size() > 1 || kinds.count(kComputed); }
};

}  // namespace qc::lowering
