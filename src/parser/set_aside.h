// Mistakes in functions that nothing calls.
#pragma once
#include <functional>

#include "parser/parse.h"

namespace qc {

// A `break` outside a loop, a loop's variable that is assigned, a place that cannot be: where these are all that is
// wrong with a text, and all stand in functions that `called` says nobody calls, they are warnings, and the function
// fails with the first of them should it be called after all. So files of functions run that have a mistake in one that
// a program does not use.
void set_aside_mistakes(ParseResult& result, const std::function<bool(const ast::FunctionDef&)>& called);

}  // namespace qc
