// The built-in functions of host code: a table from names to functions over values.
#pragma once
#include <string_view>
#include <vector>

#include "host/context/call_context.h"
#include "sema/builtins.h"
#include "value/value.h"

namespace qc::host {

using Builtin = std::vector<Value> (*)(CallContext& context, std::vector<Value>& arguments);

// What host code calls: a function of the table, or a formula of the row (sema/builtins.h). May be neither.
class HostFunction {
 public:
  HostFunction(Builtin function = nullptr) : function_(function) {}
  explicit HostFunction(const BuiltinInfo& composed) : composed_(&composed) {}
  explicit operator bool() const { return function_ || composed_; }
  std::vector<Value> operator()(CallContext& context, std::vector<Value>& arguments) const {
    return function_ ? function_(context, arguments) : of_formula(*composed_, context, arguments);
  }

 private:
  static std::vector<Value> of_formula(const BuiltinInfo& row, CallContext& context, std::vector<Value>& arguments);
  Builtin function_ = nullptr;
  const BuiltinInfo* composed_ = nullptr;
};

// Null when there is none of that name that host code executes.
HostFunction find_builtin(std::string_view name);
// The names of those that are functions of host code.
std::vector<std::string_view> host_builtins();
// What a formula gives for a number.
float formula_value(BuiltinFormula formula, float x);
double formula_value(BuiltinFormula formula, double x);

}  // namespace qc::host
