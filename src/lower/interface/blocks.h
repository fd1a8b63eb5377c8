// Statements that may be passed by or are repeated: what they emit, and what names stand for behind them.
#pragma once
#include <utility>

#include "lower/interface/array_names.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// The statements that `body` emits, which may be passed by: behind them names stand for what they stood for before.
template <class F>
ir::Block collect_arm(LowerContext& cx, const F& body) {
  prepare_phis(cx);
  const int around = std::exchange(cx.control.arm, ++cx.control.arms);
  ++cx.control.conditional;
  const std::size_t names = cx.aliases.aliased.size();
  ir::Block out = cx.code.collect(body);
  restore_names(cx, names);
  --cx.control.conditional;
  cx.control.arm = around;
  return out;
}

// The same of statements that are repeated: behind them names stand for what they stood for before, and are in doubt
// where they were given to something else. R904 where such a name is also read as it was before the loop.
template <class F>
ir::Block collect_body(LowerContext& cx, Span span, const F& body) {
  prepare_phis(cx);
  const std::size_t names = cx.aliases.aliased.size();
  const int start = cx.aliases.clock;
  ir::Block out = cx.code.collect(body);
  restore_names(cx, names);
  require_names_kept(cx, names, start, span);
  doubt_names(cx, names, cx.aliases.aliased.size());
  return out;
}

}  // namespace qc::lowering
