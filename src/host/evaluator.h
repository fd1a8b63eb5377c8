// Evaluates the host program: a walk over the syntax with values. Loops and kernels are handed to the LoopRunner.
#pragma once
#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "host/builtins.h"
#include "host/run_loop.h"
#include "host/session.h"
#include "host/value.h"

namespace qc::host {

// The variables of one function call, or the global ones. `outer` is what a nested function or lambda captured.
struct Environment {
  std::map<std::string, Value, std::less<>> variables;
  std::shared_ptr<Environment> outer;
  const ast::Block* body = nullptr;                 // the text whose variables these are: for "is it read later?"
  const std::vector<ast::Parameter>* outputs = nullptr;
  bool keeps_variables = false;                     // REPL and embedding: every variable may be read later
  Value* find(std::string_view name);
};
using EnvironmentP = std::shared_ptr<Environment>;

enum class Flow { Normal, Break, Continue, Return };

struct Overload {
  const ast::FunctionDef* def;
  std::shared_ptr<const ast::Program> program;
};

// A value, or a float product a*b that has not been rounded yet because a sum around it may fuse it.
struct Partial {
  Value value;
  bool is_product = false;
  Value a, b;
};

class Evaluator {
 public:
  explicit Evaluator(Session& session);

  void run(const std::shared_ptr<const ast::Program>& program, bool as_program, bool keeps_variables);
  std::vector<Value> call_by_name(const std::string& name, std::vector<Value> arguments);
  EnvironmentP globals() const { return globals_; }
  void interrupt() { interrupted_ = true; }

  // --- used by the parts of the evaluator ---
  Value eval(const ast::Expr& e, const EnvironmentP& env);
  Flow run_block(const ast::Block& block, const EnvironmentP& env);
  std::vector<Overload> overloads(std::string_view name) const;
  std::vector<std::string> known_names(const EnvironmentP& env) const;
  Elem scalar() const { return session_.options().scalar; }
  Session& session() { return session_; }

 private:
  // expressions
  Partial eval_partial(const ast::Expr& e, const EnvironmentP& env);
  Partial eval_spine(const ast::Expr& e, const EnvironmentP& env);
  Partial combine(ast::BinaryOp op, Partial left, Partial right, Span span);
  Value finish(const Partial& p, Span span);
  Value eval_name(const std::string& name, Span span, const EnvironmentP& env);
  Value eval_range(const ast::Range& r, Span span, const EnvironmentP& env);
  Value eval_array(const ast::ArrayLit& a, Span span, const EnvironmentP& env);
  Value eval_index(const ast::Index& i, Span span, const EnvironmentP& env);
  Value eval_field(const ast::Field& f, Span span, const EnvironmentP& env);
  std::vector<Value> eval_indices(const std::vector<ast::ExprP>& indices, const EnvironmentP& env);
  // calls
  std::vector<Value> eval_call(const ast::Call& c, Span span, const EnvironmentP& env, int outputs);
  std::vector<Value> call_function(const Overload& f, const EnvironmentP& captured, std::vector<Value> positional,
                                   std::vector<std::pair<std::string, Value>> named, Span span, int outputs);
  std::vector<Value> call_overloads(const std::string& name, const std::vector<Overload>& all, std::vector<Value> positional,
                                    std::vector<std::pair<std::string, Value>> named, Span span, int outputs);
  std::vector<Value> call_closure(const Closure& f, std::vector<Value> positional, std::vector<std::pair<std::string, Value>> named,
                                  Span span, int outputs);
  std::vector<Value> call_parallel_do(std::vector<Value> arguments, Span span, const EnvironmentP& env, bool serial);
  std::optional<Value> construct(const ast::TypeExpr& type, const std::vector<Value>& arguments, Span span);
  std::optional<Value> special_call(const std::string& name, const ast::Call& c, Span span, const EnvironmentP& env);
  Value convert_to(const Value& v, const Type& type, Span span, const std::string& what);
  int fit(const ast::FunctionDef& def, const std::vector<Value>& positional, const std::vector<std::pair<std::string, Value>>& named) const;
  // statements
  Flow run_statement(const ast::Stmt& s, const EnvironmentP& env);
  Flow run_for(const ast::Stmt& s, const ast::For& f, const EnvironmentP& env);
  Flow run_match(const ast::Match& m, Span span, const EnvironmentP& env);
  void run_assign(const ast::Assign& a, Span span, const EnvironmentP& env, bool quiet);
  void assign_target(const ast::Target& t, Value v, const EnvironmentP& env);
  void assign_compound(const ast::Assign& a, Span span, const EnvironmentP& env);
  void run_import(const std::string& path, Span span);
  void run_print(const ast::Print& p, const EnvironmentP& env);
  void echo(const std::string& name, const Value& v);
  void hoist(const ast::Block& block, const std::shared_ptr<const ast::Program>& program);
  void check_stack(Span span) const;
  void check_interrupt(Span span);
  bool occurs_elsewhere(const ast::Stmt& loop, const Environment& env, std::string_view name);

  friend class EnvironmentScope;
  Session& session_;
  EnvironmentP globals_;
  std::unordered_map<std::string, std::vector<Overload>> functions_;
  std::set<std::string> imported_;
  std::vector<std::shared_ptr<const ast::Program>> programs_;
  std::shared_ptr<const ast::Program> current_;
  std::unordered_map<const ast::Stmt*, std::set<std::string, std::less<>>> outside_names_;
  LoopRunner loops_;
  int depth_ = 0;  // of blocks being run
  std::atomic<bool> interrupted_{false};
};

// A captured function value keeps its environment.
struct IndexSet {
  std::vector<std::int64_t> positions;
  bool single = false;
};

// Element and slice access on arrays (indexing.cpp). `name` is for messages. Indices: numbers, ranges, arrays, masks;
// an empty value (Nothing) stands for `:`.
Value read_indexed(const Array& a, const std::vector<Value>& indices, const std::string& name, Span span, const std::vector<Span>& spans);
void write_indexed(Array& a, const std::vector<Value>& indices, const Value& value, const std::string& name, Span span, const std::vector<Span>& spans);

}  // namespace qc::host
