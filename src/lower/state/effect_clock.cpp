#include "lower/state/effect_clock.h"

#include "lower/state/errors.h"

namespace qc::lowering {

void EffectClock::require_unwritten(const LazyArray& c, Span span) const {
  if (c.stores < stores) stop("R901", span, "something is stored between a slice whose length is computed and its use");
}

}  // namespace qc::lowering
