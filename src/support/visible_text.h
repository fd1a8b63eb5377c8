// Makes text that others wrote (messages, file names, source lines) safe to show on a terminal, which obeys control
// characters.
#pragma once
#include <string>
#include <string_view>

namespace qc {

// Bytes of the code point that starts at `i`; 0 when it is not valid UTF-8.
std::size_t code_point_length(std::string_view text, std::size_t i);

// The text with control characters (those of C0 but tabs and ends of lines, of C1, DEL), those that turn the direction
// of writing, and bytes that are not UTF-8, as escapes: \x1b, \u009b, \u202e. Other characters are kept.
std::string visible(std::string_view text);

}  // namespace qc
