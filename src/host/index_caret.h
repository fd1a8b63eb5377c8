// The caret of an index that is out of range in compiled code, where the failure knows the access and the dimension only.
#pragma once
#include "support/diagnostic.h"
#include "support/source.h"

namespace qc::host {

// The part of the access `x[i,j]` that is its index `dim`; the access itself where its text does not show it.
Span index_span(const SourceMap& sources, Span access, int dim);

}  // namespace qc::host
