// The table of built-ins says of each what it is: its types, the operation of the IR, and what may be done with calls
// of it. All others ask it: types before a run, lowering, the evaluator's deferred arrays, completion, documents. What
// values a built-in gives in host code has a table of functions by name in host/builtins; a test compares both.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/ir.h"
#include "sema/type_rules.h"

namespace qc {

enum class BuiltinFamily : std::uint8_t {
  Elementwise,  // of each element, of numbers and arrays alike
  Fold,         // one number of an array, or of each of its lines
  Scan,         // a running fold
  Line,         // of whole lines otherwise: their order, their differences, what is found in them
  Move,         // the same elements at other places
  Make,         // a new array, or a new cell
  Random,
  Shape,  // asks for extents alone
  About,  // asks for anything else but elements
  Transform,
  Text,
  File,
  Time,
  Record,
  Figure,
  Launch,  // of kernels
  Kernel,  // in kernels alone
  Atomic,
};

// The folds, so that ranges of them can be asked for.
enum class BuiltinFold : std::uint8_t {
  None,
  Sum,  // as Product, Mean, Any, All: f(x, dim)
  Product,
  Mean,
  Any,
  All,
  Min,  // as Max: f(x, [], dim), f(a, b) of each element
  Max,
  Norm,
  Variance,
  Deviation,
  Median,  // as ArgMin, ArgMax: by the order of elements
  ArgMin,
  ArgMax,
  Dot,  // of two
};
constexpr bool in_range(BuiltinFold f, BuiltinFold first, BuiltinFold last) { return first <= f && f <= last; }
// f(x, dim)
constexpr bool folds_along(BuiltinFold f) { return in_range(f, BuiltinFold::Sum, BuiltinFold::All); }
// By one operator: f(x, dim), or f(x, [], dim).
constexpr bool folds_by_operator(BuiltinFold f) { return in_range(f, BuiltinFold::Sum, BuiltinFold::Max); }
constexpr bool folds_by_order(BuiltinFold f) { return in_range(f, BuiltinFold::Median, BuiltinFold::ArgMax); }
// Gives where an element stands.
constexpr bool gives_place(BuiltinFold f) { return in_range(f, BuiltinFold::ArgMin, BuiltinFold::ArgMax); }
constexpr bool is_extreme(BuiltinFold f) { return in_range(f, BuiltinFold::Min, BuiltinFold::Max); }
constexpr bool is_spread(BuiltinFold f) { return in_range(f, BuiltinFold::Variance, BuiltinFold::Deviation); }

// How compiled code computes an elementwise built-in of a complex number.
enum class ComplexForm : std::uint8_t {
  None,
  Part,      // real, imag, abs: of its parts
  Each,      // of both parts alike, sign, tests
  Function,  // from real functions of its parts (lower/complex_math.h)
  InDouble,  // in several steps, taken in double (sema/complex_forms.h)
};

// What may be done with calls of a built-in, or is to be known of them.
enum BuiltinTrait : std::uint32_t {
  kDeferred = 1 << 0,       // whole-array expressions of host code keep it to compute it later
  kOfSlices = 1 << 1,       // slices in loops take it element by element
  kCheap = 1 << 2,          // takes as long as reading what it is given
  kOfBits = 1 << 3,         // of ints: floats that are given to it are whole
  kKeepsWhole = 1 << 4,     // whole numbers give a whole one: bounds and places are made of it
  kMovesElements = 1 << 5,  // its result has elements of the first argument, bytes for bytes
  kJoinsElements = 1 << 6,  // the same of all arguments, where these are of one kind
  kInvariant = 1 << 7,      // of arrays that a loop leaves alone it is computed before the loop
  kFresh = 1 << 8,          // gives an array that has no other name
  kFills = 1 << 9,          // with one value
  kExtents = 1 << 10,       // its arguments are extents, from the first that is no array
  kDraws = 1 << 11,         // random numbers, which loops and kernels draw as well
  kFormatsText = 1 << 12,   // gives a text that is made of numbers
  kOnlyActs = 1 << 13,      // gives nothing, in compiled code as well
  kOwnForm = 1 << 14,       // the evaluator looks at types or at values of every kind
  kOfParts = 1 << 15,       // such a one, of what an expression computes too
  kCommand = 1 << 16,       // is a statement without brackets
  kGivesPlaces = 1 << 17,   // of several values that are asked for the others are places
};

// The operation that an elementwise built-in, a shuffle, an atomic function or a collective of a warp is.
using BuiltinOp = std::variant<std::monostate, ir::UnaryOp, ir::BinaryOp, ir::MathFn, ir::ShuffleKind, ir::AtomicOp>;
// An elementwise built-in of one float, composed of operations.
using BuiltinFormula = ir::ExprP (*)(const ir::ExprP& x);

struct BuiltinInfo {
  std::string_view name;
  BuiltinFamily family = BuiltinFamily::About;
  TypeRule types = nullptr;
  std::uint32_t traits = 0;          // of BuiltinTrait
  std::uint8_t least = 0, most = 0;  // arguments of an elementwise one
  BuiltinOp op = {};
  BuiltinFormula formula = nullptr;
  BuiltinFold fold = BuiltinFold::None;
  ComplexForm complex = ComplexForm::None;
  std::string_view same_as = {};  // compiled code knows it by this name

  constexpr bool is(BuiltinTrait trait) const { return (traits & trait) != 0; }
  // The operation, if it is of that kind: row.as<ir::MathFn>().
  template <class Op>
  constexpr const Op* as() const {
    return std::get_if<Op>(&op);
  }
};

// The row of that name, null if there is none.
const BuiltinInfo* builtin_info(std::string_view name);
bool is_builtin(std::string_view name);
// Their names, with those of types and constants that are called or read without being defined.
std::vector<std::string> builtin_names();
// The types of what a built-in, or a type as a function, gives for arguments; nothing: there is none of that name.
std::optional<std::vector<Type>> builtin_result(std::string_view name, const std::vector<Type>& arguments,
                                                const std::vector<std::optional<double>>& constants, Elem scalar);
// Whether it is the name of a built-in with that trait; of that family.
bool builtin_is(std::string_view name, BuiltinTrait trait);
bool builtin_is(std::string_view name, BuiltinFamily family);
// Its fold; None as well where it is no built-in.
BuiltinFold builtin_fold(std::string_view name);
// Whether slices in loops take it element by element: such a built-in, or a conversion.
bool is_elementwise(std::string_view name);
// Whether whole numbers and shapes that are given to it make a whole number: such a built-in, or int().
bool keeps_whole_numbers(std::string_view name);
// All rows, by name.
const std::vector<const BuiltinInfo*>& all_builtins();

}  // namespace qc
