// What the analysis may ask about the names around a loop. The evaluator answers from values, the static walk from
// inferred types; the analysis cannot tell them apart.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ast/ast.h"
#include "ir/type.h"
#include "support/source.h"

namespace qc {

// A user function or lambda visible under a name. A function value that captured variables has them under names of
// their own: the variable `a` of the value `g` is called "g.a" (Scope::type_of and the like know such names).
struct FunctionRef {
  const ast::FunctionDef* def = nullptr;
  const ast::Lambda* lambda = nullptr;
  std::string name = {};      // neither: a function known by its name alone, a built-in
  std::string captured = {};  // where its variables are, with the point: "g."; empty: it captured none
  friend bool operator==(const FunctionRef&, const FunctionRef&) = default;
};

// Scope::functions("::name@3"): those that a call of `name` means in a function of file 3, which sees no variables.
// "::@3" has one where the file is of the library, whose names mean nothing of the program.
struct NameInFile {
  std::string_view name;
  FileId file;
  static std::string path(FileId file, std::string_view name) {
    return "::" + std::string(name) + "@" + std::to_string(file);
  }
  static std::optional<NameInFile> of(std::string_view path) {
    const auto at = path.rfind('@');
    if (!path.starts_with("::") || at == std::string_view::npos) return {};
    return NameInFile{path.substr(2, at - 2), FileId(std::stoul(std::string(path.substr(at + 1))))};
  }
};

class Scope {
 public:
  virtual ~Scope() = default;
  // The type of a variable; nullopt: no such variable. Type::unknown(): exists, type not known.
  virtual std::optional<Type> type_of(std::string_view name) const = 0;
  // A scalar variable's value if it is known to be this constant at this point in every run (static walk) or now
  // (evaluator).
  virtual std::optional<double> constant_of(std::string_view name) const = 0;
  virtual std::vector<FunctionRef> functions(std::string_view name) const = 0;
  // The extent of an array, and the value of a whole number, where code may be specialised for them (Specialised);
  // nothing before the program runs.
  virtual std::optional<std::int64_t> extent_of(std::string_view, int) const { return {}; }
  // All extents of an array, where they are known; otherwise nothing.
  virtual std::vector<std::int64_t> extents_of(std::string_view) const { return {}; }
  virtual std::optional<std::int64_t> value_of(std::string_view) const { return {}; }
  // Whether a number is whole; nothing before the program runs.
  virtual std::optional<bool> is_whole(std::string_view) const { return {}; }
  // The value of a string, where code may be specialised for it; nothing before the program runs.
  virtual std::optional<std::string> text_of(std::string_view) const { return {}; }
  // How many iterations the loop has; as many as there may be where that is not known without running it.
  virtual std::int64_t iterations() const { return std::numeric_limits<std::int64_t>::max(); }
  // Whether two names stand for the same array now.
  virtual bool shares(std::string_view, std::string_view) const { return false; }
  // Whether a scalar that the loop assigns may be read after it. False only when the name occurs nowhere else.
  virtual bool live_after(std::string_view name) const = 0;
  // Whether some statement around the loop sets the name, though it is not there now; false before the program runs.
  virtual bool is_set_somewhere(std::string_view) const { return false; }
  virtual std::vector<std::string> names() const = 0;  // for "did you mean"
};

}  // namespace qc
