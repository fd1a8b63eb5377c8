// Which power of two divides an integer expression: what aligns vector loads whose index is only known at run time.
#pragma once
#include <vector>

#include "ir/ir.h"

namespace qc::codegen {

class Divisibility {
 public:
  explicit Divisibility(const ir::Function& f);
  // The exponent of a power of two that divides e in every execution; 62 for 0.
  int of(const ir::Expr& e) const;

 private:
  const ir::Function& f_;
  std::vector<int> vars_;
};

}  // namespace qc::codegen
