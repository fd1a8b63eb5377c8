// KnownIntegers says what integer variables hold from a statement on that is being lowered, in terms of what never
// changes and of the counters of the loops around. Of a variable that a single statement assigns that holds to the end
// of its block; of others in the same block only, whose inner loops may change it.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/ir.h"

namespace qc::lowering {

// See above; `block` numbers the statements that stand together (FunctionBuilder::block).
struct KnownIntegers {
  std::set<ir::VarId> positions;  // what holds the components of pos
  std::set<std::string>
      assigned_again;    // keys of variables that something assigns by another name; kept between passes
  bool changed = false;  // this pass found one of them

  // What the variable holds among the statements of this block; null: not known.
  ir::ExprP value(ir::VarId id, int block) const;
  // `e` with what variables hold in their place.
  ir::ExprP in_terms(const ir::ExprP& e, int block) const;
  // From here on the variable holds `value`. everywhere: no other statement assigns it, which is that of `key`.
  void note(ir::VarId id, const ir::ExprP& value, bool everywhere, int block, const std::string& key);
  // The variable is assigned: what it held is not known any more. A function that was given a short array, or another
  // name of it, may assign what one statement seemed to, which the next pass knows.
  void forget(ir::VarId id);
  // How much is known, and back to it: what inner statements say holds among them only.
  std::size_t mark() const { return known_.size(); }
  void back_to(std::size_t mark) { known_.resize(mark); }
  // A pass begins.
  void begin_pass();

 private:
  struct Known {
    ir::VarId var;
    ir::ExprP value;  // null: it was assigned since
    std::optional<int> block;
    std::string key = {};  // of the variable that one statement assigns
  };
  std::vector<Known> known_;
};

}  // namespace qc::lowering
