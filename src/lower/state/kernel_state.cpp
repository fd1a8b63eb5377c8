#include "lower/state/kernel_state.h"

#include <utility>

namespace qc::lowering {

void KernelState::begin_pass() {
  KernelState next;
  next.rank = rank;
  next.assigned = std::move(assigned);
  next.outputs = std::move(outputs);
  next.total_ops = std::move(total_ops);
  *this = std::move(next);
}

}  // namespace qc::lowering
