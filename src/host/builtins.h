// The built-in functions of host code: a table from names to functions over values.
#pragma once
#include <string_view>
#include <vector>

#include "host/session.h"
#include "host/value.h"

namespace qc::host {

// What a built-in may use besides its arguments.
struct CallContext {
  Session& session;
  Span span;    // of the call, for messages
  int outputs;  // how many results are wanted (1 for an expression)
};
using Builtin = std::vector<Value> (*)(CallContext& context, std::vector<Value>& arguments);

// Null when there is none of that name that host code executes.
Builtin find_builtin(std::string_view name);

}  // namespace qc::host
