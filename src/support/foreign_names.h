// Names that other languages of this kind have and this one does not, and what does the same here.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace qc {

// The help of a message on a name that is not defined: what it is called here, or the nearest of the candidates. May be
// empty.
std::string help_for_name(std::string_view name, const std::vector<std::string>& candidates);
// Of a field that arrays have elsewhere, x.shape; may be empty.
std::string help_for_field_of_array(std::string_view field);

}  // namespace qc
