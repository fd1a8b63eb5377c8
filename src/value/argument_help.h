// What to do about an array that does not fit a declared type.
#pragma once
#include <string>

#include "value/value.h"

namespace qc::host {

// Empty where there is nothing to say.
std::string help_to_fit(const Type& declared, const Value& given);

}  // namespace qc::host
