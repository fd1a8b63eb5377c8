// The static walk: types of the host program's variables, inferred from literals, constructors, declared types and
// calls, without running it. What --explain and --emit see of a program.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "sema/scope.h"
#include "support/diagnostic.h"

namespace qc {

// A type as written, resolved. Throws ProgramError for an unknown type name.
Type resolve_type(const ast::TypeExpr& type, Elem scalar);

// The names that a program gives to types: aliases, classes, what generic parameters stand for. While one of these
// lives, resolve_type knows them on this thread; the innermost is asked first.
class TypeNames {
 public:
  using Lookup = std::function<std::optional<Type>(const std::string& name)>;
  explicit TypeNames(Lookup lookup);
  ~TypeNames();
  TypeNames(const TypeNames&) = delete;
  TypeNames& operator=(const TypeNames&) = delete;
  static std::optional<Type> find(const std::string& name);

 private:
  Lookup lookup_;
  const TypeNames* outer_;
};

// A parallel_do or serial_do whose kernel the text shows.
struct StaticLaunch {
  FunctionRef kernel;
  std::string name;
  Span site;
  std::vector<Type> arguments;  // without the launch's dims
  int extents = 0;              // how many there are, as the text says; 0: not known
};

struct WalkOptions {
  Elem scalar = Elem::F32;
  // Gives the syntax of an imported file, or null. Files are identified by the pointer.
  std::function<const ast::Program*(const std::string& path)> import;
  // The definitions of a name in the library of the language, which is there without an import. May be empty.
  std::function<std::vector<const ast::FunctionDef*>(std::string_view name)> library;
  // Called for each launch of the program outside the library, once for the same types. May be empty.
  std::function<void(const StaticLaunch&, const Scope&)> launch;
};

// What is known where the loops inside an outermost one begin, should it be stepped.
using InnerScopes = std::map<const ast::Stmt*, std::shared_ptr<const Scope>>;

// Calls visit(for_statement, scope, inner) for every outermost `for` of the program in source order: top-level
// statements, main, and functions (with the argument types of their first call; a function that is never called with
// the declared types of its parameters). Diagnostics: undefined names and wrong types that every run would meet.
std::vector<Diagnostic> walk_loops(
    const ast::Program& program, const WalkOptions& options,
    const std::function<void(const ast::Stmt&, const Scope&, const InnerScopes&)>& visit);

}  // namespace qc
