#include "lower/state/control_context.h"

namespace qc::lowering {

void ControlContext::begin_pass() {
  const bool has_jumps = jumps;
  *this = {};
  jumps = has_jumps;
}

}  // namespace qc::lowering
