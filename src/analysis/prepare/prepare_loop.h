// The one road of a `for` statement to compiled code: `prepare_loop` writes it in the forms that the lowering knows,
// until one is lowered (lower_and_plan.h). The run takes it, and so does every report; what they know of the
// names around the loop, values or types alone, they say through LoopSurroundings.
#pragma once
#include "ast/ast.h"

namespace qc {

// The forms of a loop, in the order in which they are tried.
enum class LoopForm {
  LeftByReturn,        // its returns are breaks (desugar/returns_as_breaks.h)
  GrowableArrays,      // rows that grow have room and counts (desugar/growable_arrays.h)
  DenseItems,          // cells of fixed-size values that it writes to are arrays (desugar/dense_cells.h)
  LoopCarriedRecords,  // instances that it replaces are records of an iteration (desugar/loop_carried_records.h)
  DenseArrays,         // cells of short arrays that it reads are arrays (desugar/dense_cells.h)
  AsWritten
};

struct FormOfLoop {
  const ast::Stmt* text = nullptr;  // null: the loop has no such form
  bool alone = false;               // and no later one is tried
};

class LoopSurroundings {
 public:
  virtual ~LoopSurroundings() = default;
  // Whether the loop has no form but the one in which it is written, and nothing is done to its text. False: that is to
  // be found out, form by form.
  virtual bool only_as_written(const ast::Stmt&) { return false; }
  // The loop in a form, which begins: what the text reads besides is there until the next form begins.
  virtual FormOfLoop form(LoopForm form, const ast::Stmt& loop) = 0;
  // What is done to the text of a form; null: nothing. Random numbers by their places
  // (desugar/counter_based_random.h), calls that give the same in every iteration (desugar/hoist_invariant_calls.h),
  // fields and items as variables (desugar/replace_paths.h).
  virtual const ast::Stmt* with_counter_based_random(const ast::Stmt& text) = 0;
  virtual const ast::Stmt* hoist_invariant_calls(const ast::Stmt& text) = 0;
  virtual const ast::Stmt* replace_paths(const ast::Stmt& text) = 0;
  // The text as it goes to lower_and_plan(). False: it is not compiled, and another form may be.
  virtual bool take(const ast::Stmt& text) = 0;
  // The form that was begun last is not taken.
  virtual void decline(LoopForm) {}
};

// Whether a form was taken.
bool prepare_loop(const ast::Stmt& loop, LoopSurroundings& around);

}  // namespace qc
