// Statements, and loops on the compiled road (stmt.cpp).
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "host/eval/state/eval_context.h"
#include "runtime/device.h"

namespace qc::host {

// How many iterations a loop has; the most that there may be where that is not known without running something.
std::int64_t iterations_of(EvalContext& cx, const ast::Stmt& loop, const EnvironmentP& env);
// To gather a field of an item takes some part of the time of a stepped statement.
std::int64_t items_worth_gathering(EvalContext& cx, const ast::Stmt& loop, const EnvironmentP& env);
// Runs the statements of a block.
Flow run_block(EvalContext& cx, const ast::Block& block, const EnvironmentP& env);
// The same of a part of one.
Flow run_statements(EvalContext& cx, std::span<const ast::Stmt> block, const EnvironmentP& env);
// Says where a failure of the runtime met the program; called where it has been caught.
[[noreturn]] void place_failure(const runtime::FailureError& e, Span span);
// Runs one statement.
Flow run_statement(EvalContext& cx, const ast::Stmt& s, const EnvironmentP& env);
// The loop on the compiled road. Nothing: it is declined there. step: it on the other one, for the words of a failure.
std::optional<Flow> run_compiled(EvalContext& cx, const ast::Stmt& s, const EnvironmentP& env,
                                 const std::function<void()>& step);
// The rest of a `while` or `repeat` loop as compiled code, from where its condition is asked. Nothing: it is stepped
// further.
std::optional<Flow> run_pieces(EvalContext& cx, const ast::Stmt& s, const EnvironmentP& env);
// Whether an arm of a match takes the value; a type takes the values of that type, as isinstance does.
bool arm_matches(EvalContext& cx, const Value& v, const Value& pattern, Span span, const EnvironmentP& env);
// Says that no arm does.
[[noreturn]] void no_arm_matches(const Value& v, Span span);
// Shows a value at a prompt.
void echo(EvalContext& cx, const std::string& name, const Value& v);
// Calls parallel_do, or serial_do.
std::vector<Value> call_parallel_do(EvalContext& cx, std::vector<Value> arguments, Span span, const EnvironmentP& env,
                                    bool serial);

}  // namespace qc::host
