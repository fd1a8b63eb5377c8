// Runs one loop: plan it for the types it meets, compile what is not in the cache, launch it, bind its results.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "analysis/loops/loop_plan.h"
#include "host/context/session_context.h"
#include "lower/lower.h"
#include "value/value.h"

namespace qc::host {

// The names around a loop, with their values. The evaluator implements it over its environments.
class LoopScope : public Scope {
 public:
  virtual Value* find(std::string_view name) = 0;                 // null: no such variable
  virtual void assign(const std::string& name, Value value) = 0;  // creates it in the innermost function's environment
  // The variable that find() gives and assign() gives a value, for names that are asked for again and again: `place` is
  // where it was found last, for the next time. Null: it takes the long way.
  virtual Value* own(std::string_view, std::uint32_t& /*place*/) { return nullptr; }
  // What a loop has declared, which it has run: the variables convert what they are given from here on.
  struct Declaration {
    std::string name;
    ast::TypeExpr type;
  };
  virtual void declare(const std::vector<Declaration>&) {}
  // One number for each type that a variable may have of which the value says all; 0: type_of() has to be asked. place:
  // as above.
  virtual std::uint64_t kind_of(std::string_view, std::uint32_t& /*place*/) { return 0; }
  // The same for a variable that a kernel updates: the one outside, not what a function value kept of it.
  virtual Value* find_shared(std::string_view name) { return find(name); }
  virtual void assign_shared(const std::string& name, Value value) { assign(name, std::move(value)); }
  // The type that it was declared with, to which what it is given is converted.
  virtual std::optional<Type> shared_declaration(std::string_view) const { return {}; }
  // The functions behind a function value that is known as `name`.
  virtual std::vector<FunctionRef> functions_of(const Closure&, const std::string&) const { return {}; }
};

class LoopRunnerState;

// A failure of a slice, for which steps may have other words (host/facts/slice_failures.h).
struct SliceFailure : ProgramError {
  using ProgramError::ProgramError;
};

class LoopRunner {
 public:
  explicit LoopRunner(SessionContext& session);
  ~LoopRunner();

  // True when the loop was run by compiled code. False: it has to be interpreted (and was reported as such, once).
  // Throws ProgramError for failures inside the loop, FailureError for the machine's. After a SliceFailure the loop is
  // stepped for its words: from what there is, and if it does not fail then, this one counts.
  bool run(const ast::Stmt& for_statement, LoopScope& scope);
  // Whether that was false for what the variables are, whichever values the numbers among them have.
  bool declined_for_types() const;
  // Whether stepping gives what the run gave, on the host and with nothing to report, whenever variables are of these
  // types and arrays as many.
  bool steps_alike() const;

  // parallel_do / serial_do of a kernel: dims outermost first; blocks empty: chosen. Returns the kernel's scalar
  // outputs.
  std::vector<Value> launch_kernel(const Closure& kernel, const std::vector<std::int64_t>& dims,
                                   const std::vector<std::int64_t>& blocks, const std::vector<Value>& arguments,
                                   LoopScope& scope, Span call_site, bool serial);

  // A program that is going to run, for who watches how far that is (support/progress.h).
  void expect(const ast::Block& program);

  LoopRunnerState& state();
  SessionContext& session();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace qc::host
