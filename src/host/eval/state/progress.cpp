#include "host/eval/state/progress.h"

#include <fmt/format.h>

#include "value/fail.h"

namespace qc::host {

void Progress::end_interrupted(Span span) {
  if (interrupted.exchange(false)) fail("Q0406", span, "interrupted");
}

void CallInside::beyond(int most, Span span) {
  fail("Q0405", span, fmt::format("calls are nested deeper than the limit of {}", most), "does the recursion end?");
}

}  // namespace qc::host
