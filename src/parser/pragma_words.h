// The words of pragmas and attributes that are known, for suggestions.
#pragma once
#include <string>
#include <vector>

namespace qc {

const std::vector<std::string>& pragma_words();     // behind #pragma; those of loops first
const std::vector<std::string>& attribute_words();  // behind {!; those of loops first

}  // namespace qc
