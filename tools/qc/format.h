// Puts a program into its usual form: lines indented by the blocks that they stand in, no blanks at their ends, no
// empty lines in a row. Comments, and what stands inside a line, stay as they are.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace qc::tool {

// Nothing when the blocks of the text do not close.
std::optional<std::string> formatted(std::string_view text);
// Only where the program that it is means the same; nothing otherwise.
std::optional<std::string> formatted_alike(const std::string& text);

}  // namespace qc::tool
