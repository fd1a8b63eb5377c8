#include "analysis/prepare/prepare_loop.h"

namespace qc {

namespace {

constexpr LoopForm kForms[] = {LoopForm::LeftByReturn,       LoopForm::GrowableArrays, LoopForm::DenseItems,
                               LoopForm::LoopCarriedRecords, LoopForm::DenseArrays,    LoopForm::AsWritten};

// Calls stay where they are in loops that draw: their values may be random.
bool take_form(const ast::Stmt& form, LoopSurroundings& around) {
  const ast::Stmt* text = around.with_counter_based_random(form);
  if (!text) text = around.hoist_invariant_calls(form);
  if (!text) text = &form;
  const ast::Stmt* with_paths = around.replace_paths(*text);
  return around.take(with_paths ? *with_paths : *text);
}

}  // namespace

bool prepare_loop(const ast::Stmt& loop, LoopSurroundings& around) {
  if (around.only_as_written(loop)) return around.take(loop);
  for (const LoopForm form : kForms) {
    const FormOfLoop made = around.form(form, loop);
    if (made.text && take_form(*made.text, around)) return true;
    if (made.text) around.decline(form);
    if (made.alone) return false;
  }
  return false;
}

}  // namespace qc
