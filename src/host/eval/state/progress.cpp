#include "host/eval/state/progress.h"

#include "value/fail.h"

namespace qc::host {

void Progress::end_interrupted(Span span) {
  if (interrupted.exchange(false)) fail("Q0406", span, "interrupted");
}

}  // namespace qc::host
