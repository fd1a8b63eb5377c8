// What `qc explain Q0401` says beyond the title of a diagnostic: what it means, an example, a way out.
#pragma once
#include <string>
#include <string_view>

namespace qc::tool {

inline constexpr int kPageWidth = 100;

// Paragraphs filled to lines of so many columns; lines that begin with a blank, and empty ones, stay.
std::string wrapped(std::string_view text, int width);

// Empty when the code has no page (a test sees to it that each has one).
std::string_view code_page(std::string_view code);

}  // namespace qc::tool
