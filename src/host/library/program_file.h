// The text of a program's file.
#pragma once
#include <optional>
#include <string>

namespace qc::host {

// Nothing when the file cannot be read (errno says why).
std::optional<std::string> program_text(const std::string& path);

}  // namespace qc::host
