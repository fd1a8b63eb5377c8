// What the analysis may ask about the names around a loop. The evaluator answers from values, the static walk from
// inferred types; the analysis cannot tell them apart.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ast/ast.h"
#include "ir/type.h"

namespace qc {

struct FunctionRef {  // a user function or lambda visible under a name
  const ast::FunctionDef* def = nullptr;
  const ast::Lambda* lambda = nullptr;
};

class Scope {
 public:
  virtual ~Scope() = default;
  // The type of a variable; nullopt: no such variable. Type::unknown(): exists, type not known.
  virtual std::optional<Type> type_of(std::string_view name) const = 0;
  // A scalar variable's value if it is known to be this constant at this point in every run (static walk) or now (evaluator).
  virtual std::optional<double> constant_of(std::string_view name) const = 0;
  virtual std::vector<FunctionRef> functions(std::string_view name) const = 0;
  // Whether a scalar that the loop assigns may be read after it. False only when the name occurs nowhere else.
  virtual bool live_after(std::string_view name) const = 0;
  virtual std::vector<std::string> names() const = 0;  // for "did you mean"
};

}  // namespace qc
