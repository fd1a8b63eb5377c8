// Names what rewrites of a loop ask of the interpreter that reached it.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "ast/ast.h"
#include "host/context/session_context.h"
#include "value/environment.h"

namespace qc::host {

class LoopEnvironment {
 public:
  virtual ~LoopEnvironment() = default;
  virtual Value eval(const ast::Expr& e, const EnvironmentP& env) = 0;
  // Whether a name is a function of the program, the library or a built-in.
  virtual bool is_function(std::string_view name) const = 0;
  // Whether the program or the library defines functions of that name.
  virtual bool is_defined(std::string_view name) const = 0;
  // Whether there is another class with fields of the same names.
  virtual bool has_class_like(const ast::TypeDef& def) const = 0;
  virtual Elem scalar() const = 0;
  // How many iterations a loop inside the one that was reached has.
  virtual std::int64_t iterations_of(const ast::Stmt& loop, const EnvironmentP& env) = 0;
  virtual SessionContext& session() = 0;
};

}  // namespace qc::host
