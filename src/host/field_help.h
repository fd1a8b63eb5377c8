// What to say where a record has no field of a name.
#pragma once
#include <fmt/format.h>

#include <string>
#include <vector>

#include "support/diagnostic.h"

namespace qc::host {

// The help of a message: the name that was meant, or the names that there are.
inline std::string which_field(const std::string& wanted, const std::vector<std::string>& fields) {
  constexpr std::size_t kMost = 8;
  if (const std::string near = nearest_name(wanted, fields); !near.empty()) return fmt::format("did you mean '{}'?", near);
  if (fields.empty() || fields.size() > kMost) return "";
  std::string all;
  for (const std::string& f : fields) all += (all.empty() ? "" : ", ") + f;
  return fmt::format("its field{} {}", fields.size() == 1 ? " is" : "s are", all);
}

}  // namespace qc::host
