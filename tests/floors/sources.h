// Says where the sources lie that the tests of floors read.
#pragma once
#include <filesystem>

namespace qc::test {

inline const std::filesystem::path kRoot = QC_SOURCE_DIR;

}  // namespace qc::test
