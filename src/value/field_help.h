// Fields of records by name: what to say where there is none, and which one a text as index means.
#pragma once
#include <fmt/format.h>

#include <string>
#include <vector>

#include "ast/ast.h"
#include "support/diagnostic.h"
#include "value/value.h"

namespace qc::host {

// The help of a message: the name that was meant, or the names that there are.
inline std::string which_field(const std::string& wanted, const std::vector<std::string>& fields) {
  constexpr std::size_t kMost = 8;
  if (const std::string near = nearest_name(wanted, fields); !near.empty())
    return fmt::format("did you mean '{}'?", near);
  if (fields.empty() || fields.size() > kMost) return "";
  std::string all;
  for (const std::string& f : fields) all += (all.empty() ? "" : ", ") + f;
  return fmt::format("its field{} {}", fields.size() == 1 ? " is" : "s are", all);
}

// The field that an index names, record["sigma"]; nullptr where it is not one of a record.
inline const std::string* key_of(const Value& base, const std::vector<Value>& indices) {
  if (!std::holds_alternative<std::shared_ptr<Record>>(base.v) || indices.size() != 1) return nullptr;
  return std::get_if<std::string>(&indices[0].v);
}

}  // namespace qc::host
