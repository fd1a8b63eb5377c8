// What names mean in the file that is running (names.cpp).
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "host/eval/state/eval_context.h"

namespace qc::host {

// What a name means as a function. It stays valid until the next program is run.
const Meaning& meaning(const EvalContext& cx, std::string_view name);
// The functions that a call in that file means.
std::vector<Overload> overloads_in(const EvalContext& cx, FileId file, std::string_view name);
// A class or an alias is defined.
void define_type(EvalContext& cx, const ast::TypeDef& definition);

// All names that mean something there, for messages that guess.
std::vector<std::string> known_names(const EvalContext& cx, const EnvironmentP& env);

// The functions that a name means there.
inline const std::vector<Overload>& overloads(const EvalContext& cx, std::string_view name) {
  return meaning(cx, name).overloads;
}

}  // namespace qc::host
