// Converts a number to the type of a variable, as stores do.
#pragma once
#include "value/value.h"

namespace qc::host {

// A number as the variable type that a kernel parameter has.
Number convert_number(const Number& n, Elem type);

}  // namespace qc::host
