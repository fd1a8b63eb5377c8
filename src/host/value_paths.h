// Names with points, by which compiled code knows what stands behind a variable: the field `sigma` of the record `p` is "p.sigma",
// the variable `a` that the function value `g` captured is "g.a" (analysis/scope.h).
#pragma once
#include <string>
#include <string_view>

#include "host/evaluator.h"

namespace qc::host {

// What `rest` ("sigma", "inner.k", "[0,1].k" of a cell) names inside `root`; null when there is no such thing.
Value* find_inside(Value& root, std::string_view rest);
// A variable of the environment, or what stands behind one.
Value* find_path(Environment& env, std::string_view name);
// The functions behind a function value that is known as `name`. around: the environment whose variables need no path.
std::vector<FunctionRef> functions_behind(const Closure& c, const std::string& name, const Evaluator& evaluator, const Environment* around);
// For code made for one launch only as far as these hold (analysis/specialised.h).
std::optional<std::int64_t> extent_of_value(const Value* v, int dim);
std::optional<std::int64_t> whole_number(const Value* v);
std::optional<bool> is_whole_number(const Value* v);  // nothing: not one real number

}  // namespace qc::host
