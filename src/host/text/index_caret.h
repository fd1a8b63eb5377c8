// Carets of parts whose places are not kept: a named argument; an index that is out of range in compiled code, where
// the failure knows the access and the dimension only.
#pragma once
#include <string>

#include "support/diagnostic.h"
#include "support/source.h"

namespace qc::host {

// The part of the access `x[i,j]` that is its index `dim`; the access itself where its text does not show it.
Span index_span(const SourceMap& sources, Span access, int dim);

// How many indices its text shows; whether an assignment x[i] = .. follows.
std::size_t indices_in(const SourceMap& sources, Span access);
bool is_assigned(const SourceMap& sources, Span access);

// The name of a named argument of a call, `name := ..`; the call itself where its text does not show it.
Span named_argument_span(const SourceMap& sources, Span call, const std::string& name);

}  // namespace qc::host
