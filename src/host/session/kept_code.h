// Tells about, checks and empties the folder of generated code that outlives the process (codegen/code_folder.h).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace qc::host {

struct KeptCode {
  std::string error;  // why the folder cannot be used; empty: it can, or is not there yet
  std::uint64_t files = 0, bytes = 0, most_bytes = 0;
  std::vector<std::string> damaged;  // names of files; of verify_kept_code
};
// How much is in the folder, by the sizes of its files; they are not read.
KeptCode kept_code(const std::string& folder);
// Reads every file and removes those whose contents are not what was written.
KeptCode verify_kept_code(const std::string& folder);
// What was removed.
KeptCode clear_kept_code(const std::string& folder);

}  // namespace qc::host
