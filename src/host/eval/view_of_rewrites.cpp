// What rewrites of loops ask of an evaluation.
#include "host/eval/interface/expr.h"
#include "host/eval/interface/names.h"
#include "host/eval/interface/stmt.h"

namespace qc::host {

Value EvalContext::eval(const ast::Expr& e, const EnvironmentP& env) { return host::eval(*this, e, env); }
bool EvalContext::is_function(std::string_view name) const { return meaning(*this, name).is_function; }
bool EvalContext::is_defined(std::string_view name) const { return !overloads(*this, name).empty(); }
bool EvalContext::has_class_like(const ast::TypeDef& def) const { return defined.has_class_like(def); }
std::int64_t EvalContext::iterations_of(const ast::Stmt& loop, const EnvironmentP& env) {
  return host::iterations_of(*this, loop, env);
}

}  // namespace qc::host
