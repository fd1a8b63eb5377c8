// User functions: overloads, generics, captured variables, calls (functions.cpp).
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ast/ast.h"
#include "host/eval/state/eval_context.h"
#include "value/fail.h"

namespace qc::host {

// Deep recursion ends with a message, not with the end of the stack, whoever's thread this is.
// What is below it is kept for the evaluator's own calls.
const char* lowest_stack();
// Says that calls are nested too deeply.
[[noreturn]] void nested_too_deeply(Span span);
// The same, where they are.
void check_stack(Span span);
// How far a value is from a written type: -1 it does not fit, otherwise the lower the better.
int fit_type(EvalContext& cx, const ast::TypeExpr& written, const ast::FunctionDef& def, const EnvironmentP& env,
             const Value& v);
// The overload that fits the arguments best; null: none does.
const Overload* choose(EvalContext& cx, const std::vector<Overload>& all, const EnvironmentP& captured,
                       const Arguments& arguments, bool& ambiguous);
// Says why there is no overload for the arguments.
[[noreturn]] void no_overload(EvalContext& cx, const std::string& name, const std::vector<Overload>& all,
                              const EnvironmentP& captured, const Arguments& arguments, Span span, bool ambiguous);
// Calls the overload that fits the arguments.
std::vector<Value> call_overloads(EvalContext& cx, const std::string& name, const std::vector<Overload>& all,
                                  const EnvironmentP& captured, Arguments arguments, Span span, int outputs);
// Whether a type is written with generic parameters of the function.
bool mentions_generic(const ast::FunctionDef& def, const ast::TypeExpr& t);
// The generic parameters become variables of the call: those that it has written, or what the arguments say of them;
// given(k): the argument of a parameter, null where there is none. What nothing is said of takes anything.
void bind_generics(const ast::FunctionDef& def, Environment& env, const std::vector<HostType>& written,
                   const std::function<const Value*(std::size_t)>& given);
// Calls a function.
std::vector<Value> call_function(EvalContext& cx, const Overload& f, const EnvironmentP& captured, Arguments arguments,
                                 Span span, int outputs);
// Adds to an error that it happened in a call of that function.
void add_call(ProgramError& e, Span span, const ast::FunctionDef& def);
// What a parameter makes of its argument, or of its default. Without a type it takes the boundary mode as well.
Value as_parameter(EvalContext& cx, const ast::FunctionDef& def, const ast::Parameter& p, const HostType& type,
                   const Value& from, bool given, Span span);
// A function that sees this environment would keep it alive for ever. What outlives the call has its own values of what
// it names, but for the names that it looks up late.
void release_functions(const EnvironmentP& env);
// What a function or lambda names, as it is now: numbers and functions by value, arrays by reference. What is not there
// yet, and the function itself, are looked up when it runs.
EnvironmentP snapshot(const EvalContext& cx, const void* syntax, const EnvironmentP& env);
// `captures`: the statement is reached. Before, a function may be called already and sees the variables as they then
// are; a kernel always sees those at its launch, and may assign to them.
void define_nested(EvalContext& cx, const ast::FunctionDef& def, const EnvironmentP& env, bool captures);
// Calls a function value.
std::vector<Value> call_closure(EvalContext& cx, const Closure& f, Arguments arguments, Span span,
                                const EnvironmentP& env, int outputs);

// Runs a call of f: names mean what they mean in its file, and an error says that it was called.
template <class Run>
auto in_frame(EvalContext& cx, const Overload& f, Span span, const Run& run) {
  struct InFile {
    std::shared_ptr<const ast::Program>& current;
    bool another;
    std::shared_ptr<const ast::Program> left = {};
    ~InFile() {
      if (another) current = std::move(left);
    }
  } in_file{cx.defined.current, f.program && f.program != cx.defined.current};
  const CallInside one_more(cx.progress, span);
  if (in_file.another) in_file.left = std::exchange(cx.defined.current, f.program);
  try {
    return run();
  } catch (ProgramError& e) {
    add_call(e, span, *f.def);
    throw;
  }
}

}  // namespace qc::host
