// The built-in functions of host code: a table from names to functions over values.
#pragma once
#include <string_view>
#include <vector>

#include "host/context/call_context.h"
#include "value/value.h"

namespace qc::host {

using Builtin = std::vector<Value> (*)(CallContext& context, std::vector<Value>& arguments);

// Null when there is none of that name that host code executes.
Builtin find_builtin(std::string_view name);

}  // namespace qc::host
