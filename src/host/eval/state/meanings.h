// What names mean as functions: found once for each file that names them, until something new is defined.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ast/ast.h"
#include "host/builtins/builtins.h"
#include "host/eval/state/definitions.h"
#include "value/name_hash.h"
#include "value/plain_function.h"

namespace qc::host {

struct ResolvedCode;

// How a call of a name may be computed later, with others (defer_named).
struct DeferredForm {
  std::uint8_t least = 0, most = 0;  // arguments of an elementwise function; 0: it is none
  bool fold = false;                 // a reduction
  bool transposed = false;           // transpose
  bool part = false;                 // real, imag
  bool cast = false;
  bool there = false;  // compute_there
  bool any() const { return most > 0 || fold || transposed || part || cast; }
};
DeferredForm deferred_form(std::string_view name);

// What a name means as a function in the file that is running. Found once: calls ask for it again and again.
// Which of several functions arguments of these forms meant.
struct ChosenOverload {
  std::vector<std::uint64_t> forms;
  const Overload* overload;
};

struct Meaning {
  std::vector<Overload> overloads;  // those of the program and of the library, whichever the file means
  std::vector<Overload> library;    // of the library alone
  const TypeEntry* type = nullptr;  // of the program: a class or an alias
  HostFunction builtin;
  bool users = false;          // the program defines functions of that name
  bool is_function = false;    // there is one in the language
  bool is_known = false;       // it may be called
  bool has_form = false;       // type_form knows it
  bool form_of_parts = false;  // that form is for records, cells and texts; of arrays and numbers the built-in is meant
  bool is_launch = false;      // parallel_do, serial_do
  bool is_special = false;     // special_call knows it
  DeferredForm deferred;
  mutable std::unique_ptr<PlainFunction>
      plain;  // the one function that there is, when it is such; known when it has been called
  mutable bool has_been_called = false;
  mutable std::vector<std::unique_ptr<PlainFunction>> plain_overloads;  // of several; null: it is not such
  mutable std::vector<ChosenOverload> chosen;
};

struct Meanings {
  using OfFile = std::unordered_map<std::string, std::unique_ptr<const Meaning>, NameHash, std::equal_to<>>;

  // Functions or types were defined: what names meant is found anew. Calls under way may hold what it was.
  void forget();

  mutable std::unordered_map<const ast::Program*, OfFile> by_file;  // by the file that names it
  mutable const ast::Program* last_file = nullptr;                  // whose table was used last
  mutable OfFile* last_table = nullptr;
  std::vector<OfFile> former;
  std::uint64_t definitions = 0;  // how often functions or types were defined
  std::unordered_map<const ast::Stmt*, std::shared_ptr<const ResolvedCode>>
      resolved_loops;  // with the meanings that names have now
};

}  // namespace qc::host
