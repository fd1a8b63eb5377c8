// What the threads of a kernel update together (LoweredKernel::Accumulator): room for each thread's part, and the fold
// of the parts by a loop of the language, `for i=0..n-1: total += part[i]`, so that the tree is that of reductions.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "host/loops/run_loop.h"

namespace qc::host {

class KernelTotals {
 public:
  // The loop that folds the parts; null for a kernel without totals. It is kept with the kernel: compiled loops are
  // known by it.
  static std::unique_ptr<const ast::Stmt> fold_loop(const LoweredKernel& kernel, Span site);

  KernelTotals(const LoweredKernel& kernel, const ast::Stmt* loop) : kernel_(kernel), loop_(loop) {}
  // places: how many threads store their part.
  void make_room(std::int64_t places);
  // The array behind a parameter of the kernel; null when it is another kind of parameter.
  ArrayP room(ir::ArrayId id) const;
  // After the launch: the captured variables get their new values.
  void fold(LoopRunner& runner, LoopScope& scope);
  // The value of an output, after fold; null when it is no total.
  const Value* output(const std::string& name) const;

 private:
  const LoweredKernel& kernel_;
  const ast::Stmt* loop_;
  std::int64_t places_ = 0;
  std::vector<std::pair<ir::ArrayId, ArrayP>> rooms_;
  std::vector<std::pair<std::string, Value>> outputs_;
};

}  // namespace qc::host
