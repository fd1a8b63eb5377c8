// Private to the static walk: environments of types, and the walker.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/dataflow/liveness.h"
#include "sema/changing_fields.h"
#include "sema/declared_numbers.h"
#include "sema/extents_of_calls.h"
#include "sema/types_of_builtins.h"

namespace qc::walking {

struct Known {  // a variable: its type, and its value where every run has the same one
  Type type;
  std::optional<double> constant;
  std::vector<FunctionRef> functions;
  std::string class_name = {};  // of an object, when it is known
  int identity = 0;             // of an array or object: the same where two names surely stand for one; 0: not known
  std::vector<std::int64_t> extents = {};  // of an array, when they are known
  friend bool operator==(const Known& a, const Known& b) {
    return a.type == b.type && a.constant == b.constant && a.extents == b.extents;
  }
};
// Variables, and fields of objects under the path that reaches them: "params.sigma".
using Environment = std::map<std::string, Known, std::less<>>;
using Functions = std::map<std::string, std::vector<FunctionRef>, std::less<>>;

// What two ways through the program leave in one variable.
Type join(const Type& a, const Type& b);
Environment merge(const Environment& a, const Environment& b);

// One function body (or the program) that is being walked.
struct Body {
  Environment environment;
  Functions functions;                                  // nested ones
  std::map<std::string, Type, std::less<>> declared;    // numbers with a type: what is assigned is converted
  std::map<std::string, std::optional<Type>> generics;  // and what they stand for, where it is known
  std::shared_ptr<InnerScopes> inner;                   // of the outermost loop around this point
  std::map<const ast::Stmt*, std::set<std::string, std::less<>>>
      met;                                // variables that were there when an inner loop was first reached
  std::shared_ptr<const LiveNames> live;  // null: every variable may be read later
  int loops = 0;                          // `while` and `repeat` around this point
  int nests = 0;                          // `for` around this point
  int tries = 0;                          // `try` blocks around this point: what is wrong there may be caught
  int lambdas = 0;                        // under way, whose own variables may be those of another body
  bool never_called = false;
  bool of_call = false;  // of a function: what is known of its parameters is what one call gives
  int outputs = 0;       // how many values the caller takes; 0: not known
};

using Classes = std::map<std::string, const ast::TypeDef*, std::less<>>;

// classes: those of the program, which outlive the scope.
class StaticScope : public Scope, public DeclaredNumbers, public ChangingFields, public ExtentsOfCalls {
 public:
  using LibraryLookup = std::function<std::vector<const ast::FunctionDef*>(std::string_view name)>;
  StaticScope(const Body& body, const Functions& functions, const Classes& classes, const ast::Stmt& loop,
              const LibraryLookup& library);
  std::optional<Type> type_of(std::string_view name) const override;
  std::optional<double> constant_of(std::string_view name) const override;
  std::vector<FunctionRef> functions(std::string_view name) const override;
  std::vector<std::int64_t> extents_of(std::string_view name) const override;
  bool live_after(std::string_view name) const override;
  bool shares(std::string_view a, std::string_view b) const override;
  bool declared(std::string_view name) const override;
  bool can_change(std::string_view path, bool by_parameter) const override;
  bool one_field(std::string_view a, std::string_view b) const override;
  bool of_one_call() const override { return of_call_; }
  std::vector<std::string> names() const override;
  void keep_only(const std::set<std::string, std::less<>>& names);

 private:
  const Known* record_of(std::string_view path) const;
  const ast::TypeDef* class_of(const Known& record) const;
  Environment environment_;
  Functions functions_;
  std::map<std::string, Type, std::less<>> declared_;
  const Classes& classes_;
  const ast::Stmt& loop_;
  bool of_call_;
  std::shared_ptr<const LiveNames> live_;
  LibraryLookup library_;
};

struct Visit {
  const ast::Stmt* loop;
  std::shared_ptr<const StaticScope> scope;
  bool never_called;
  std::map<std::string, std::optional<Type>>
      generics;  // of the function around it, and what they stand for where it is known
  std::shared_ptr<InnerScopes> inner;
};

struct LaunchVisit {
  StaticLaunch launch;
  std::shared_ptr<const StaticScope> scope;
};

class Walker {
 public:
  Walker(const WalkOptions& options) : options_(options) {}
  void program(const ast::Program& program);
  void functions(const std::vector<const ast::Program*>& files, const std::vector<const ast::FunctionDef*>& uncalled);
  std::optional<Type> named_type(const std::string& name);
  std::vector<Visit> visits;
  std::vector<LaunchVisit> launches;
  std::vector<Diagnostic> diagnostics;
  std::function<void(const Span&, const Known&)> see;  // called for each name when its type has settled; may be empty

 private:
  void seen(const Span& begin, const std::string& name, const Known& known) const;
  void hoist(const ast::Block& block, Functions& into);
  std::map<const ast::FunctionDef*, std::set<std::string>> note_constants(const ast::Program& file);
  void see_constants(Environment& environment, const ast::FunctionDef& def) const;
  void diagnose(Code code, Span span, std::string message, std::string help = {});
  void block(const ast::Block& block);
  void statement(const ast::Stmt& s);
  void assign(const ast::Assign& a, Span span);
  void assign_place(const ast::Target& target, Known value);
  bool makes_reference(const ast::Expr& value) const;
  void convert_to_declared(const ast::Target& target, const std::string& name, Known& value);
  void identify(Known& value, const Known& given);
  void forget_fields(const std::string& object);
  void define_fields(const std::string& object, const std::string& class_name, int depth);
  Environment fields_as(const std::string& from, const std::string& to) const;
  void copy_fields(const std::string& from, const std::string& to);
  std::string made_class(const ast::Expr& value, std::size_t output) const;
  void if_statement(const ast::If& n);
  void loop_body(const ast::Block& body, const std::set<std::string>& assigned, const ast::Expr* condition);
  void for_statement(const ast::Stmt& s, const ast::For& n);
  void match_statement(const ast::Match& n);
  void import(const ast::Import& n);
  void main_function();
  void never_called();
  Type written(const ast::TypeExpr& t);
  void bind_generics(const ast::FunctionDef& def, const std::vector<Known>& args);

  Known expr(const ast::Expr& e);
  Known expr_node(const ast::Expr& e);
  Known name(const std::string& n, Span span);
  Known binary(ast::BinaryOp op, const Known& a, const Known& b);
  Known index(const ast::Index& n);
  Known literal(const ast::ArrayLit& n);
  Known range(const ast::Range& n);
  std::optional<double> told_by_type(const ast::Call& c);
  // made: the extents of what it gives, where they are known.
  std::vector<Type> call(const ast::Call& c, Span span, std::vector<std::int64_t>* made = nullptr);
  std::vector<Type> call_functions(const std::vector<FunctionRef>& candidates, const std::string& name,
                                   const std::vector<Known>& args, const ast::Call& c, Span span);
  std::vector<Type> call_function(const ast::FunctionDef& def, const std::vector<Known>& args, bool never_called);
  void take_captured(Known& parameter, const std::string& name);
  Type call_lambda(const ast::Lambda& l, const std::string& captured, const std::vector<Known>& args);
  std::vector<Type> launch(const ast::Call& c, const std::vector<Known>& args, Span span);
  std::vector<Type> kernel_outputs(const FunctionRef& kernel);
  void visit_launch(const ast::Call& c, const FunctionRef& kernel, const std::vector<Known>& args, Span span);
  Environment around_kernel(const FunctionRef& kernel) const;
  const std::vector<FunctionRef>* find_functions(std::string_view name) const;
  const std::vector<FunctionRef>* find_in_library(std::string_view name) const;
  Body& body() { return *bodies_.back(); }

  const WalkOptions& options_;
  Functions functions_;
  mutable Functions library_;  // what was asked for of the library in the language
  std::map<std::string, std::optional<ast::TypeExpr>, std::less<>> types_;  // classes, and aliases with their type
  Classes classes_;
  std::map<const ast::FunctionDef*, std::pair<std::string, Environment>>
      constants_;  // of files, by function; inside loops under "@0.name"
  std::vector<std::unique_ptr<Body>> bodies_;
  std::map<std::string, std::vector<Type>> results_;  // of specialisations, by function and types
  std::set<std::string> in_progress_;
  std::set<const ast::FunctionDef*> called_;
  std::set<const ast::Program*> imported_;
  std::set<const ast::Lambda*> in_lambda_;
  std::set<std::string> reported_, reported_launches_;
  int identities_ = 0;  // given so far
  int dry_ = 0;         // only types are wanted
  int targets_ = 1;     // how many values of the next call are taken
};

}  // namespace qc::walking
