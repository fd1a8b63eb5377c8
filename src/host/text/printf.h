// C's printf over values of the language.
#pragma once
#include <string>
#include <vector>

#include "support/source.h"
#include "value/value.h"

namespace qc::host {

// Flags, width and precision as in C. %d of a scalar with an integer value prints the integer, of any other the
// shortest decimal. Arrays feed one conversion for each element, unless a string would so meet a number's conversion
// and there are as many conversions as arguments: then an array is written whole, "[1,2]". The format is used again for
// arguments that are left, and ends at the first conversion without an argument. Throws Q0301 for a string where a
// number is wanted, Q0404 for a broken format.
std::string format_printf(const std::string& format, const std::vector<Value>& arguments, Span span);

}  // namespace qc::host
