// LowerContext is the state of one attempt to lower a loop nest or a kernel. The lowering is functions of it
// (src/lower/interface): each part of it is a struct of its own, so that a function shows what it touches.
#pragma once
#include <string>

#include "lower/state/array_aliases.h"
#include "lower/state/assumptions.h"
#include "lower/state/control_context.h"
#include "lower/state/effect_clock.h"
#include "lower/state/element_kinds.h"
#include "lower/state/errors.h"
#include "lower/state/function_builder.h"
#include "lower/state/inlining.h"
#include "lower/state/kernel_state.h"
#include "lower/state/limits.h"
#include "lower/state/lowered_kernel.h"
#include "lower/state/number_kinds.h"
#include "lower/state/record_changes.h"
#include "lower/state/symbol_table.h"
#include "lower/state/type_inference.h"
#include "lower/state/value.h"
#include "sema/scope.h"
#include "sema/short_names.h"

namespace qc::lowering {

// See above. Not copied: frames are known by their places.
struct LowerContext {
  LowerContext(const Scope& scope, const LowerOptions& options, bool in_kernel);
  LowerContext(const LowerContext&) = delete;
  LowerContext& operator=(const LowerContext&) = delete;

  const Scope& scope;
  const ShortNames* short_names;  // what the scope knows of them; null: nothing
  const LowerOptions options;
  const bool in_kernel;  // or in a loop nest

  FunctionBuilder code;
  SymbolTable names;
  TypeInference types;
  NumberKinds kinds;
  ElementKinds elements;
  ControlContext control;
  EffectClock effects;
  ArrayAliases aliases;
  RecordChanges records;
  Assumptions assumed;
  KernelState kernel;
  Inlining inlining;

  // A pass over the text begins, with an empty function.
  void begin_pass();
  // Whether this pass found something that the next one has to know.
  bool another_pass() const { return types.changed || code.known.changed || kinds.changed; }
  // A type with its article, for messages.
  std::string a_type(const Type& type) const;
  // A place in the text that the code can point at when it runs.
  ir::SiteId site(ir::Site::Kind kind, Span span, std::string text);
  // A failure of an operation with a message and the code that the operation has outside loops.
  ir::SiteId refusal(Code code, Span span, std::string text);
  // After an error: whether it stands in a branch of a call, which is none where the branch is never taken.
  bool in_arm_of_call() const { return names.in_call() && control.conditional > 0; }
};

}  // namespace qc::lowering
