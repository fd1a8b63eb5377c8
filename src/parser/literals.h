// The values of literal tokens.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qc {

// Digits in a base; nothing when the value does not fit into 64 unsigned bits.
std::optional<std::uint64_t> parse_digits(std::string_view digits, unsigned base);
double parse_double(const std::string& text);
// The text between the quotes with its escapes replaced; unknown escapes keep their backslash.
std::string unescape(std::string_view text);

// The text of a string token. One whose closing quote is missing was reported before.
std::string string_value(const std::string& token);
// The path of an import, which has no escapes, so that import "D:\new\tools.q" means what it says; a backslash
// separates folders.
std::string import_path(const std::string& token);

}  // namespace qc
