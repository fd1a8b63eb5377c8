// SymbolTable holds the names of the function bodies that are being lowered: those of the nest or kernel, and of each
// call that is inlined in it.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "analysis/dataflow/assignments.h"
#include "ast/ast.h"
#include "lower/state/value.h"
#include "sema/scope.h"

namespace qc::lowering {

// A number or a fixed-size value in variables, one for each part (Scalars::parts).
struct Variables {
  std::vector<ir::VarId> ids;
};

// A fixed-size value with computed indices, in memory of the iteration.
struct LocalArray {
  ir::ArrayId id;
};

// Another name of a value: an array, a function, a record, or a parameter that stands for its argument.
struct Alias {
  Value value;
  std::optional<ir::VarId> which = {};  // of a name that is one of several arrays: the place of the one that it is now
                                        // (array_phi.cpp)
};

// What a name stands for.
struct Binding {
  std::string key;  // identity over the passes of the type inference
  Type type;
  std::variant<std::monostate, Variables, LocalArray, Alias> storage;
  std::optional<Elem> declared;  // of sized integers: ints that are assigned wrap to it, floats saturate; also of an
                                 // array whose elements are of that kind
  bool fixed_type = false;       // declared: assignments convert instead of widening
  bool by_value = false;         // its value is (Scalars::by_value)
  bool outer = false;            // visible outside the nest
  int block = -1;  // the statements among which it was first assigned (FunctionBuilder::block); -1: none of the nest's
  int jumps_before = 0;         // ControlContext::jumps_met, when it was declared
  ir::VarId mark = ir::kNoVar;  // of a call's variable that it may leave unset (OwnVariable::mark)
  bool assigned = false;
  bool loop_variable = false;    // of a loop that is being lowered now
  bool shared = false;           // other names are this short array as well
  bool anew = false;             // another variable than the one of its name outside the nest (begins_anew)
  bool copied_argument = false;  // a copy of the caller's short array, which the function makes another value before it
                                 // may write to it
  bool uncertain = false;        // of a name of an array, a function or a record: what it is depends on a condition
  int made_at = 0, read_at = 0;  // of such a name, by ArrayAliases::clock

  // The value that it is another name of; null: it is a variable.
  const Value* alias() const {
    auto* a = std::get_if<Alias>(&storage);
    return a ? &a->value : nullptr;
  }
  Value* alias() {
    auto* a = std::get_if<Alias>(&storage);
    return a ? &a->value : nullptr;
  }
  // Alias::which, where it is another name
  std::optional<ir::VarId> which() const {
    auto* a = std::get_if<Alias>(&storage);
    return a ? a->which : std::nullopt;
  }
  // The variables that hold it; none where it is something else.
  const std::vector<ir::VarId>& vars() const {
    static const std::vector<ir::VarId> none;
    auto* v = std::get_if<Variables>(&storage);
    return v ? v->ids : none;
  }
  // The memory of the iteration that holds it.
  std::optional<ir::ArrayId> local_array() const {
    auto* l = std::get_if<LocalArray>(&storage);
    return l ? std::optional(l->id) : std::nullopt;
  }
};

// Whether `b = a` of it is a copy.
inline bool copies(const Binding& b) { return b.fixed_type || b.by_value; }

// The names of one function body (or of the nest itself).
struct Frame {
  std::map<std::string, Binding> names;
  std::map<std::string, int> versions;  // of names that have held values of several shapes
  std::string key;
  bool outer = false;    // unknown names are looked up in the Scope
  std::string captured;  // under this path: what a function value captured ("g."), or the loop's own ("")
  bool device = false;   // arrays without modifier read 0 outside
  std::optional<ir::VarId>
      returned;  // the body stands in a loop of its own that a return leaves; set by those in inner loops
  const void* function = nullptr;  // what is inlined here, for the detection of recursion
  FileId file = kNoFile;   // that holds it, where it is another one than the loop's: names mean what they mean there
  bool library = false;    // it is one of the library's
  bool of_lambda = false;  // which assigns to variables around it, where a function has variables of its own
  std::shared_ptr<const ir::Inlined> call;  // of what is inlined here, in those around it
  std::set<std::string> assigned;           // names that the body assigns somewhere
  std::set<std::string>
      handed_on;            // parameters of fixed-size values whose elements the body or what it calls writes to
  Assignments assignments;  // of the body
  int body = -1;            // the statements of a function's body (FunctionBuilder::block), which nothing passes by
  std::map<std::string, Boundary> modes;  // that outputs are declared with
  std::vector<std::pair<std::string, const ast::Block*>>
      loops;            // those around the statement at hand, outermost first: variable and body
  bool shares = false;  // it may write to variables around it, so that arguments are computed before it begins
};

// A lambda or function that is written in compiled code, with the names around it as they were there.
struct LocalFunction {
  std::map<std::string, Binding> names;
  bool outer = false;
  std::string captured;
};

// The key of a variable without what tells it from the other shapes of its name (SymbolTable::key_of).
std::string of_all_versions(const std::string& key);

// The frames of the bodies around the statement at hand, and how names are looked up in them and outside.
struct SymbolTable {
  explicit SymbolTable(const Scope& around) : scope(around) {}

  const Scope& scope;                          // the names outside
  std::vector<std::unique_ptr<Frame>> frames;  // the loop's or kernel's own first, the innermost body last
  std::vector<LocalFunction> local_functions;  // FunctionRef::captured is "#k"
  FileId file = kNoFile;                       // of the loop or kernel

  // The names of the body that is being lowered.
  Frame& frame() { return *frames.back(); }
  const Frame& frame() const { return *frames.back(); }
  // The names of the nest or kernel itself.
  Frame& outermost() { return *frames.front(); }
  const Frame& outermost() const { return *frames.front(); }
  // Whether the body that is being lowered is that of a call.
  bool in_call() const { return frames.size() > 1; }
  // The identity of a name of this body over all passes; another one for each shape that it has had.
  std::string key_of(const std::string& name) const;
  // The functions that a name which is no variable of this frame stands for.
  std::vector<FunctionRef> functions_named(const std::string& name) const;
  // A type by its name; no class of the program inside the library.
  std::optional<Type> named_type(const std::string& name) const;
  // The body `inner` stands in this file.
  void enter_file(Frame& inner, FileId of_body) const;
  // What the body of a function value sees besides its parameters.
  void enter_captured(Frame& inner, const std::string& captured) const;
  // A pass begins: no names are known.
  void begin_pass();
};

}  // namespace qc::lowering
