// What `qc explain Q0401` says beyond the title of a diagnostic: what it means, an example, a way out.
#pragma once
#include <string_view>

namespace qc::tool {

// Empty when the code has no page (a test sees to it that each has one).
std::string_view code_page(std::string_view code);

}  // namespace qc::tool
