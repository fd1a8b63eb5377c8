// A pragma that speaks of the loop directly after it, until that loop comes.
#pragma once
#include <utility>

#include "ast/ast.h"

namespace qc {

class PendingHint {
 public:
  void put(ast::LoopHint hint, Span at) {
    hint_ = hint;
    at_ = at;
  }
  bool is_pending() const { return hint_ != ast::LoopHint::None; }
  // The loop has come: its hint, or none.
  ast::LoopHint take() { return std::exchange(hint_, ast::LoopHint::None); }
  Span span() const { return at_; }

 private:
  ast::LoopHint hint_ = ast::LoopHint::None;
  Span at_;
};

}  // namespace qc
