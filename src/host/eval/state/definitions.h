// The functions, classes and files that a program has made known to the evaluator.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ast/ast.h"
#include "value/environment.h"
#include "value/name_hash.h"
#include "value/value.h"

namespace qc::host {

class Library;

struct Overload {
  const ast::FunctionDef* def;
  std::shared_ptr<const ast::Program> program;
  int constants = -1;  // which of Definitions::file_constants it sees; -1: none
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

struct Definitions {
  explicit Definitions(std::unique_ptr<Library> known);
  ~Definitions();

  // The functions that a name means in the library, or in a file of the program. A program's own come before the
  // library's, its classes as well; inside the library its own come first, so that no program changes what a library
  // function does.
  std::vector<Overload> overloads(std::string_view name, bool in_library) const;
  // Those that the program defines. Of two files that define the same, the one that is running has its own, otherwise
  // the importing one's.
  std::vector<Overload> of_program(std::string_view name) const;
  std::vector<Overload> of_library(std::string_view name) const;
  // Another class with fields of the same names.
  bool has_class_like(const ast::TypeDef& def) const;

  // The variables of its file that a function sees, where these are its own; otherwise null.
  EnvironmentP constants_of(const Overload& o) const {
    return o.constants < 0 ? nullptr : file_constants[std::size_t(o.constants)].values;
  }
  // The one of "@0.name", as the analysis knows it; null: there is none, or it is no such name.
  Value* file_constant(std::string_view path) const;
  // A file's statements have run: its functions, those from `from` on, keep what they left, whatever the program does
  // to its variables.
  void keep_constants(std::size_t from, Environment& globals);

  std::unordered_map<std::string, std::vector<Overload>, NameHash, std::equal_to<>> functions;
  std::map<std::string, TypeEntry, std::less<>> types;
  std::vector<FileConstants> file_constants;
  std::set<std::string> imported;
  std::vector<std::shared_ptr<const ast::Program>> programs;
  std::shared_ptr<const ast::Program> current;  // the file that is running
  int hoisted_depth = 1;  // of the block whose functions were hoisted: the program's, or of the file being imported
  std::unique_ptr<Library> library;
  std::map<std::string, Value, std::less<>> library_constants;
};

}  // namespace qc::host
