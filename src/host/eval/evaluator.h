// Evaluates the host program: a walk over the syntax with values. Loops and kernels are handed to the LoopRunner.
#pragma once
#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/dataflow/liveness.h"
#include "host/access/cells.h"
#include "host/access/indexing.h"
#include "host/builtins/builtins.h"
#include "host/context/session_context.h"
#include "host/desugar/loop_environment.h"
#include "host/fusion/evaluate_expr.h"
#include "host/loops/run_loop.h"
#include "sema/record_layout.h"
#include "sema/scope.h"
#include "value/environment.h"
#include "value/name_hash.h"
#include "value/plain_function.h"
#include "value/value.h"
#include "value/variables.h"

namespace qc::host {

// What runs inside a function is not echoed.
class DepthInside {
 public:
  explicit DepthInside(int& depth) : depth_(depth), was_(depth) { depth = depth < 1 ? 1 : depth; }
  ~DepthInside() { depth_ = was_; }
  DepthInside(const DepthInside&) = delete;
  DepthInside& operator=(const DepthInside&) = delete;

 private:
  int& depth_;
  int was_;
};

struct Overload {
  const ast::FunctionDef* def;
  std::shared_ptr<const ast::Program> program;
  int constants = -1;  // which of Evaluator::file_constants_ it sees; -1: none
};

// Variables of an imported file that one of its functions reads: while the file's statements run those of the program,
// afterwards the values that they left.
struct FileConstants {
  std::set<std::string> names;
  EnvironmentP values;
};

// A type definition and the file that holds it.
struct TypeEntry {
  const ast::TypeDef* def;
  std::shared_ptr<const ast::Program> program;
};

// How a call of a name may be computed later, with others (Evaluator::defer_named).
struct DeferredForm {
  std::uint8_t least = 0, most = 0;  // arguments of an elementwise function; 0: it is none
  bool fold = false;                 // a reduction
  bool turned = false;               // transpose
  bool part = false;                 // real, imag
  bool cast = false;
  bool there = false;  // Evaluator::compute_there
  bool any() const { return most > 0 || fold || turned || part || cast; }
};
DeferredForm deferred_form(std::string_view name);

// What a name means as a function in the file that is running. Found once: calls ask for it again and again.
struct Meaning {
  std::vector<Overload> overloads;  // those of the program and of the library, whichever the file means
  std::vector<Overload> library;    // of the library alone
  const TypeEntry* type = nullptr;  // of the program: a class or an alias
  HostFunction builtin;
  bool users = false;          // the program defines functions of that name
  bool is_function = false;    // there is one in the language
  bool is_known = false;       // it may be called
  bool has_form = false;       // Evaluator::type_form knows it
  bool form_of_parts = false;  // that form is for records, cells and texts; of arrays and numbers the built-in is meant
  bool is_launch = false;      // parallel_do, serial_do
  bool is_special = false;     // Evaluator::special_call knows it
  DeferredForm deferred;
  mutable std::unique_ptr<PlainFunction>
      plain;  // the one function that there is, when it is such; known when it has been called
  mutable bool has_been_called = false;
};

// What a value is for, as messages say it: "the output 'y'". Put together only where one is written.
struct Purpose {
  const char* words;
  std::string_view name = {};
  std::string text() const;
};

using Named = std::vector<std::pair<std::string, Value>>;  // named arguments of a call
// The arguments of one call, evaluated.
struct Arguments {
  std::vector<Value> positional;
  Named named;
  std::vector<HostType> generics = {};  // f[int](x)
};

// A value, or a float product a*b that has not been rounded yet because a sum around it may fuse it.
struct Partial {
  Value value;
  bool is_product = false;
  Value a, b;
  bool turned = false;  // `value` is a transpose that is read where it is, which matrix products can
};

// A function that is called again and again with arguments of the same types, looked up once.
struct PreparedCall {
  std::string name;
  std::vector<Value> samples;             // a value of each argument's type
  int outputs = 0;                        // how many are wanted
  std::optional<Overload> overload = {};  // nothing: a variable that holds a function is meant
  std::uint64_t definitions = 0;          // which it was found among
};

class EnvironmentScope;
class Library;
class LoopInvariants;
class LoopPaths;
class CountedLoops;
class CellArrays;
class RecordLoops;
class GrowingRows;
class RandomLoops;
class WhileLoops;

class QuickNumbers;

class Evaluator final : public LoopEnvironment {
 public:
  explicit Evaluator(SessionContext& session);
  ~Evaluator() override;

  void run(const std::shared_ptr<const ast::Program>& program, bool as_program, bool keeps_variables);
  void warn_of_uncalled(FileId file);
  std::vector<Value> call_by_name(const std::string& name, std::vector<Value> arguments);
  void prepare(PreparedCall& call);  // throws as a call with the samples would that finds no function
  std::vector<Value> call_prepared(PreparedCall& call, std::vector<Value> arguments);
  std::vector<Value> call_library(const std::string& name, std::vector<Value> arguments, Span span);
  EnvironmentP globals() const { return globals_; }
  void interrupt() { interrupted_ = true; }
  void withdraw_interrupt() { interrupted_ = false; }

  // --- used by the parts of the evaluator ---
  Value eval(const ast::Expr& e, const EnvironmentP& env) override;
  Flow run_block(const ast::Block& block, const EnvironmentP& env);
  Flow run_statements(std::span<const ast::Stmt> block, const EnvironmentP& env);
  const std::vector<Overload>& overloads(std::string_view name) const { return meaning(name).overloads; }
  std::vector<Overload> overloads_in(FileId file, std::string_view name) const;  // of a call in that file
  bool has_class_like(const ast::TypeDef& def) const override;  // another one with fields of the same names
  bool is_defined(std::string_view name) const override { return !overloads(name).empty(); }
  bool is_function(std::string_view name) const override { return meaning(name).is_function; }
  // A function as the analysis knows it; the constants of its file are found under "@0.name" (file_constant).
  static FunctionRef function_ref(const Overload& o);
  Value* file_constant(std::string_view path) const;
  // The value of a constant of the library (a function without parameters), or null.
  Value* library_constant(const std::string& name);
  std::vector<std::string> known_names(const EnvironmentP& env) const;
  Elem scalar() const override { return session_.options().scalar; }
  std::int64_t iterations_of(const ast::Stmt& loop, const EnvironmentP& env) override;
  SessionContext& session() override { return session_; }

 private:
  friend class QuickNumbers;
  friend class Flattener;
  friend class FlatRun;
  // names (names.cpp). A meaning stays valid until the next program is run.
  const Meaning& meaning(std::string_view name) const;
  Meaning find_meaning(std::string_view name) const;
  std::vector<Overload> overloads_there(std::string_view name, bool in_library) const;
  std::vector<Overload> user_overloads(std::string_view name) const;
  std::vector<Overload> library_overloads(std::string_view name) const;
  void forget_meanings();  // functions or types were defined
  void define_type(const ast::TypeDef& definition);
  const HostType* type_word_of(const ast::TypeExpr& written);
  // expressions
  Partial eval_partial(const ast::Expr& e, const EnvironmentP& env);
  Partial eval_spine(const ast::Expr& e, const EnvironmentP& env);
  Partial eval_factor(const ast::Expr& e, const EnvironmentP& env);
  Partial combine(ast::BinaryOp op, Partial left, Partial right, Span span);
  Value eval_whole(const ast::Expr& e, const EnvironmentP& env);
  const Value* find_place(const ast::Expr& e, const EnvironmentP& env);
  const std::string* find_text(const ast::Expr& e, const EnvironmentP& env);
  std::optional<bool> equal_texts(const ast::Expr& e, const EnvironmentP& env);
  Value finish(Partial p, Span span);
  // whole-array expressions, computed when something needs their elements (deferred_arrays.cpp)
  Value eval_deferred(const ast::Expr& e, const EnvironmentP& env);
  Value keep(std::optional<Value> deferred);
  Value small_enough(Value v);
  Value defer(ast::BinaryOp op, Value a, Value b, Span span);
  Value eval_conditional(const ast::Conditional& n, Span span, const EnvironmentP& env);
  Value defer_sum(Value a, Value b, Value c, bool negate_product, bool negate_addend, Span span);
  Value defer(ast::UnaryOp op, Value a, Span span);
  Value defer_literal_power(Value a, std::int64_t exponent, Span span);
  Value eval_to_read(const ast::Expr& e, const EnvironmentP& env);
  const ast::Call* plain_call(std::string_view name, const ast::Expr& e, const EnvironmentP& env) const;
  std::optional<std::vector<Value>> defer_named(const std::string& name, const Meaning& m, const ast::Call& c,
                                                Span span, const EnvironmentP& env);
  std::optional<Value> cast_deferred(const Value& v, const Value& type, Span span);
  std::optional<Value> defer_of_complex(const std::string& name, const Value& z, Span span);
  std::optional<Value> defer_test_of_complex(const std::string& name, const Value& z, Span span);
  bool nowhere_zero(const Value& divisors, Span span);
  std::optional<Value> defer_elementwise(const std::string& name, const std::vector<Value>& arguments, Span span);
  std::optional<Value> fold_named(const std::string& name, const std::vector<Value>& arguments, Span span);
  std::optional<Value> mean_of(const Value& x, std::optional<std::int64_t> dim, Span span);
  std::optional<Value> spread_of(const std::string& name, const Value& x, Span span);
  std::optional<std::vector<Value>> compute_there(const std::string& name, const Arguments& arguments, Span span,
                                                  int outputs);
  std::optional<std::vector<Value>> differences_there(const std::vector<Value>& arguments, Span span);
  std::optional<std::vector<Value>> extremes_there(runtime::Device& device, const std::string& name,
                                                   const std::vector<Value>& arguments, Span span);
  std::optional<Value> spread_along(const std::string& name, const Value& x, std::int64_t dim, Span span);
  std::optional<std::int64_t> fold_dimension(const Value& x, const Value& argument);
  void store_deferred(const ast::Index& place, const Value& v, Span span, const EnvironmentP& env);
  bool update_slice(const ast::Assign& a, const ast::Index& place, const Value& base, const std::vector<Value>& indices,
                    Span span, const EnvironmentP& env);
  bool add_in_place(const ArrayExprP& e, const ArrayP& target);
  std::vector<Value> eval_slice(const std::vector<ast::ExprP>& indices, const EnvironmentP& env);
  RangeValue range_value(const ast::Range& r, const EnvironmentP& env);
  Value range_array(const RangeValue& r, Span span);
  std::vector<Value> with_arrays(std::vector<Value> indices, Span span);
  void settle();
  Value eval_name(const std::string& name, Span span, const EnvironmentP& env);
  Value eval_lambda(const ast::Lambda& l, const EnvironmentP& env);
  bool quick_assign(const ast::Assign& a, const EnvironmentP& env);
  std::optional<Number> quick_number(const ast::Expr& e, const EnvironmentP& env);
  Value eval_array(const ast::ArrayLit& a, Span span, const EnvironmentP& env);
  Value array_of(std::vector<Value> items, Span span,
                 bool stacks = false);  // stacks: brackets in brackets, never side by side
  Value eval_index(const ast::Index& i, Span span, const EnvironmentP& env);
  Value read_index(const ast::Index& i, const Value& base, const std::vector<Value>& indices, Span span);
  Value read_field(const ast::Field& f, const Value& base, Span span);
  std::vector<Value> eval_indices(const std::vector<ast::ExprP>& indices, const EnvironmentP& env);
  // calls (call.cpp)
  std::vector<Value> eval_call(const ast::Call& c, Span span, const EnvironmentP& env, int outputs);
  Arguments eval_arguments(const ast::Call& c, const EnvironmentP& env);
  std::vector<Value> call_named(const std::string& name, Arguments arguments, Span span, const EnvironmentP& env,
                                int outputs) {
    return call_meant(name, meaning(name), std::move(arguments), span, env, outputs);
  }
  std::vector<Value> call_meant(const std::string& name, const Meaning& m, Arguments arguments, Span span,
                                const EnvironmentP& env, int outputs);
  std::optional<std::vector<Value>> call_field(const ast::Field& f, const ast::Call& c, Span span,
                                               const EnvironmentP& env, int outputs);
  std::optional<std::vector<Value>> call_generic(const ast::Index& i, const ast::Call& c, Span span,
                                                 const EnvironmentP& env, int outputs);
  void warn_of_quotient(const Array& a, const Array& b, Span span);
  void warn_of_names(const std::string& function, const std::string& argument, Span span);
  std::optional<std::vector<Value>> call_builtin(const std::string& name, const Meaning& m, Arguments& arguments,
                                                 Span span, const EnvironmentP& env, int outputs);
  std::vector<Value> call_value(const Value& f, const std::string& name, Arguments arguments, Span span,
                                const EnvironmentP& env, int outputs);
  std::optional<Value> special_call(const std::string& name, const ast::Call& c, Span span, const EnvironmentP& env);
  std::optional<Value> exact_division(const std::string& name, const ast::Expr& argument, Span span,
                                      const EnvironmentP& env);
  std::optional<Value> limit_of_type(const std::string& name, const ast::Expr& argument, const EnvironmentP& env);
  std::vector<Value> call_parallel_do(std::vector<Value> arguments, Span span, const EnvironmentP& env, bool serial);
  std::vector<Value> launch(const Closure& kernel, const std::vector<std::int64_t>& dims,
                            const std::vector<std::int64_t>& blocks, const std::vector<Value>& given, Span span,
                            const EnvironmentP& env, bool serial);
  // user functions (functions.cpp)
  std::vector<Value> call_function(const Overload& f, const EnvironmentP& captured, Arguments arguments, Span span,
                                   int outputs);
  std::vector<Value> run_function(const Overload& f, const EnvironmentP& captured, const Arguments& arguments,
                                  Span span, int outputs);
  Value as_parameter(const ast::FunctionDef& def, const ast::Parameter& p, const HostType& type, const Value& from,
                     bool given, Span span);
  void release_functions(const EnvironmentP& env);
  static void add_call(ProgramError& e, Span span, const ast::FunctionDef& def);
  // Runs a call of f: names mean what they mean in its file, and an error says that it was called.
  template <class Run>
  auto in_frame(const Overload& f, Span span, const Run& run) {
    struct InFile {
      Evaluator& evaluator;
      bool another;
      std::shared_ptr<const ast::Program> left = {};
      ~InFile() {
        if (another) evaluator.current_ = std::move(left);
      }
    } in_file{*this, f.program && f.program != current_};
    if (in_file.another) in_file.left = std::exchange(current_, f.program);
    try {
      return run();
    } catch (ProgramError& e) {
      add_call(e, span, *f.def);
      throw;
    }
  }
  // calls of plain functions (plain_calls.cpp)
  PlainFunction* plain_of(const Meaning& m);
  bool plain_type(const std::optional<ast::TypeExpr>& written, const Overload& f, const HostType*& out);
  std::unique_ptr<PlainFunction> plain_function(const Overload& f);
  EnvironmentP environment_for(PlainFunction& f);
  EnvironmentP direct_environment(PlainFunction& f);
  void bind_direct(const PlainFunction& f, Variables& arguments, Span span);
  Value assigned_output(PlainFunction& f, std::size_t k, const EnvironmentP& inner, Span span);
  bool fits_plain(const PlainFunction& f, const Variables& arguments);
  void bind_plain(const PlainFunction& f, Variables& arguments, Span span);
  void run_plain_body(PlainFunction& f, const EnvironmentP& inner, Span span);
  void end_plain(PlainFunction& f, EnvironmentP& inner);
  Value output_of(PlainFunction& f, std::size_t k, const EnvironmentP& inner, Span span);
  void run_plain(PlainFunction& f, const std::string& name, const Meaning& m, EnvironmentP& inner, Span span,
                 const EnvironmentP& env, int outputs, Value& out);
  std::vector<Value> plain_results(PlainFunction& f, const std::string& name, const Meaning& m, EnvironmentP& inner,
                                   Span span, const EnvironmentP& env, int outputs);
  std::optional<std::vector<Value>> call_plain(const std::string& name, const Meaning& m, const ast::Call& c, Span span,
                                               const EnvironmentP& env, int outputs);
  static bool takes_as_it_is(const std::string& name, const Number& n, const Environment& env);
  std::vector<Value> call_overloads(const std::string& name, const std::vector<Overload>& all,
                                    const EnvironmentP& captured, Arguments arguments, Span span, int outputs);
  // The functions of that name, of which there are some.
  const std::vector<Overload>& named_overloads(const std::string& name);
  std::vector<Value> call_closure(const Closure& f, Arguments arguments, Span span, const EnvironmentP& env,
                                  int outputs);
  std::vector<Value> call_lambda(const Closure& f, Arguments arguments, Span span, int outputs);
  const Overload* choose(const std::vector<Overload>& all, const EnvironmentP& captured, const Arguments& arguments,
                         bool& ambiguous);
  [[noreturn]] void no_overload(const std::string& name, const std::vector<Overload>& all, const EnvironmentP& captured,
                                const Arguments& arguments, Span span, bool ambiguous);
  int fit(const ast::FunctionDef& def, const EnvironmentP& captured, const Arguments& arguments);
  int fit_type(const ast::TypeExpr& written, const ast::FunctionDef& def, const EnvironmentP& env, const Value& v);
  void bind_generics(const ast::FunctionDef& def, const EnvironmentP& env, const Arguments& arguments);
  Value function_value(const ast::FunctionDef& def, const EnvironmentP& env);
  EnvironmentP snapshot(const void* syntax, const EnvironmentP& env) const;
  void define_nested(const ast::FunctionDef& def, const EnvironmentP& env, bool captures);
  // types (types.cpp)
  HostType resolve(const ast::TypeExpr& written, const EnvironmentP& env);
  HostType resolve_word(const ast::TypeExpr& written) const;
  HostType resolve_named(const ast::TypeExpr& written, const EnvironmentP& env);
  HostType class_type(const TypeEntry& entry, std::vector<HostType> arguments, const EnvironmentP& env);
  std::optional<HostType> type_named(const std::string& name, const EnvironmentP& env);
  std::optional<std::vector<RecordField>> class_fields(const std::string& name, const std::vector<Type>& generics,
                                                       const EnvironmentP& env);
  std::optional<Type> program_type(const std::string& name, const EnvironmentP& env);
  Value type_value(HostType type) const;
  Value default_value(const HostType& type, Span span);
  Value convert(const Value& v, const HostType& type, Span span, const Purpose& what);
  Value convert_to(const Value& v, const Type& type, Span span, const Purpose& what);
  std::optional<Value> construct(const HostType& type, const Arguments& arguments, Span span);
  Value construct_class(const HostType& type, const Arguments& arguments, Span span);
  HostType field_type(const HostType& of, const std::string& field);
  EnvironmentP class_environment(const HostType& type);
  bool names_fields_only(const std::string& type, const Arguments& arguments) const;
  std::optional<Value> type_form(const std::string& name, std::vector<Value>& arguments, Span span,
                                 const EnvironmentP& env);
  HostType parse_type(const std::string& text, Span span, const EnvironmentP& env);
  // statements
  Flow run_statement(const ast::Stmt& s, const EnvironmentP& env);
  Flow drew(std::uint64_t numbers, const EnvironmentP& env);
  std::optional<Flow> run_pieces(const ast::Stmt& s, const EnvironmentP& env);
  Flow step_loop(const ast::Stmt& s, const EnvironmentP& env);
  [[noreturn]] static void place_failure(const runtime::FailureError& e, Span span);
  std::optional<Flow> run_compiled(const ast::Stmt& s, const EnvironmentP& env);
  const ast::Stmt* counted_text(const ast::Stmt& s, const EnvironmentP& env, std::unique_ptr<GrowingRows>& rows,
                                std::map<std::string, Value, std::less<>>& places);
  class ReachedLoop;
  class ReachedPiece;
  bool ran(const ast::Stmt& loop, EnvironmentScope& scope);
  bool arm_matches(const Value& v, const Value& pattern, Span span, const EnvironmentP& env);
  Flow run_match(const ast::Match& m, Span span, const EnvironmentP& env);
  void run_assign(const ast::Assign& a, Span span, const EnvironmentP& env, bool quiet);
  std::vector<Value> values_for(const ast::Assign& a, Span span, const EnvironmentP& env);
  void declare(const ast::Target& t, const EnvironmentP& env);
  void assign_target(const ast::Target& t, Value v, const EnvironmentP& env);
  void assign_place(const ast::Expr& place, Value v, const EnvironmentP& env);
  Value as_declared(const std::string& name, Value v, const EnvironmentP& env);
  void assign_name(const std::string& name, Value v, const EnvironmentP& env, bool own_mode);
  void store_index(const ast::Index& i, const Value& base, const std::vector<Value>& indices, const Value& v, Span span,
                   const EnvironmentP& env);
  void store_field(const ast::Field& f, const Value& base, Value v, Span span, const EnvironmentP& env);
  bool extend_row(const ast::Assign& a, Span span, const EnvironmentP& env);
  bool extend_matrix(const ast::Assign& a, const ast::Call& call, Span span, const EnvironmentP& env);
  bool shorten_row(const ast::Assign& a, const ast::Expr& value, const EnvironmentP& env);
  bool extend_text(const ast::Assign& a, const EnvironmentP& env);
  void assign(const ast::Assign& a, Span span, const EnvironmentP& env);
  void assign_compound(const ast::Assign& a, Span span, const EnvironmentP& env);
  Value compound_value(const ast::Assign& a, const Value& old, Span span, const EnvironmentP& env);
  Value compound_value(ast::AssignOp op, const Value& old, Partial right, Span span, const EnvironmentP& env);
  Value compound_part(const ast::Assign& a, const Value& old, Span span, const EnvironmentP& env);
  void run_import(const std::string& path, Span span);
  void run_print(const ast::Print& p, const EnvironmentP& env);
  void echo(const std::string& name, const Value& v);
  void hoist(const ast::Block& block, const std::shared_ptr<const ast::Program>& program, bool replaces);
  EnvironmentP constants_of(const Overload& o) const {
    return o.constants < 0 ? nullptr : file_constants_[std::size_t(o.constants)].values;
  }
  void keep_constants(std::size_t from);
  void check_stack(Span span) const;
  static const char* lowest_stack();
  [[noreturn]] static void nested_too_deeply(Span span);
  void check_interrupt(Span span) {
    if (interrupted_.load(std::memory_order_relaxed)) end_interrupted(span);
  }
  void end_interrupted(Span span);
  std::int64_t items_worth_gathering(const ast::Stmt& loop, const EnvironmentP& env);
  std::int64_t values_worth_packing(const ast::Stmt& loop, const EnvironmentP& env);
  bool live_after(const ast::Stmt& loop, const Environment& env, std::string_view name);

  friend class EnvironmentScope;
  SessionContext& session_;
  EnvironmentP globals_;
  std::unordered_map<std::string, std::vector<Overload>, NameHash, std::equal_to<>> functions_;
  std::map<std::string, TypeEntry, std::less<>> types_;
  using Meanings = std::unordered_map<std::string, std::unique_ptr<const Meaning>, NameHash, std::equal_to<>>;
  mutable std::unordered_map<const ast::Program*, Meanings> meanings_;  // by the file that names it
  std::uint64_t definitions_ = 0;                                       // how often functions or types were defined
  mutable const ast::Program* naming_file_ = nullptr;                   // whose table was used last
  mutable Meanings* named_there_ = nullptr;
  std::unordered_map<const ast::Stmt*, std::shared_ptr<const FlatCode>>
      flat_loops_;                         // with the meanings that names have now
  std::vector<Meanings> former_meanings_;  // calls under way may hold them
  std::unordered_map<std::string, HostType, NameHash, std::equal_to<>> type_words_;
  std::vector<FileConstants> file_constants_;
  std::set<const ast::TypeDef*> defaulted_;  // classes whose empty instance is being made
  std::unordered_map<const void*, std::set<std::string, std::less<>>>
      free_names_;  // of functions and lambdas, by their syntax
  std::set<std::string> imported_;
  std::set<std::pair<FileId, std::uint32_t>> names_unused_;  // calls of built-ins with named arguments, by their places
  std::set<std::pair<FileId, std::uint32_t>> quotients_;     // the same of matrices that are divided
  std::vector<std::shared_ptr<const ast::Program>> programs_;
  std::shared_ptr<const ast::Program> current_;
  std::unordered_map<const ast::Block*, std::unique_ptr<LiveNames>> live_names_;  // of function bodies and programs
  LoopRunner loops_;
  ArrayRunner arrays_;
  std::vector<std::weak_ptr<ArrayExpr>> deferred_;  // those that may not have been computed
  std::unique_ptr<LoopInvariants> loop_invariants_;
  std::unique_ptr<LoopPaths> loop_paths_;
  std::unique_ptr<RandomLoops> random_loops_;
  std::unique_ptr<CountedLoops> counted_loops_;
  std::unique_ptr<CellArrays> cell_arrays_;
  std::unique_ptr<RecordLoops> record_loops_;
  std::unique_ptr<WhileLoops> while_loops_;
  int tries_ = 0;  // `try` blocks under way: what a failing loop has done until then may be looked at
  std::unique_ptr<Library> library_;
  std::map<std::string, Value, std::less<>> library_constants_;
  int hoisted_depth_ =
      1;           // of the block whose functions were hoisted: that of the program, or of the file being imported
  int depth_ = 0;  // of blocks being run
  std::atomic<bool> interrupted_{false};
};

}  // namespace qc::host
