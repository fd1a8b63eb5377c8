#include "host/eval/state/meanings.h"

#include <utility>

namespace qc::host {

void Meanings::forget() {
  ++definitions;
  for (auto& [file, known] : by_file) former.push_back(std::move(known));
  by_file.clear();
  resolved_loops.clear();
  last_table = nullptr;
}

}  // namespace qc::host
