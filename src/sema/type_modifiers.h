// Lists the modifiers of types, for suggestions.
#pragma once
#include <string>
#include <vector>

namespace qc {

// The words that may stand behind the ' of a type.
const std::vector<std::string>& type_modifiers();

}  // namespace qc
