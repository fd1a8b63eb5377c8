// Says where the sources lie that tests read, and gives the text of a file.
#pragma once
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace qc::test {

inline const std::filesystem::path kRoot = QC_SOURCE_DIR;

// Empty: there is no such file.
inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace qc::test
