// Syntax to typed IR: names are resolved, types inferred (a variable's type is the join of all its assignments in the nest
// and its type before it), user functions inlined, products that are added fused (language.md section 4), checks placed.
#pragma once
#include <array>
#include <set>
#include <string>
#include <variant>

#include "analysis/scope.h"
#include "analysis/specialised.h"
#include "ast/ast.h"
#include "ir/ir.h"
#include "support/diagnostic.h"

namespace qc {

struct LowerOptions {
  Elem scalar = Elem::F32;  // what `scalar` means: F32, or F64 under --precision=double
  bool short_slices = false;  // arrays of few elements that a loop computes with as a whole are slices as well; else it is not lowered, for they may become its variables (short_arrays.h)
  bool windows_written_out = false;  // in loops of few iterations as well (lower_long_slices.cpp)
  bool long_arrays_as_values = false;  // zeros(256) in an iteration is a fixed-size value, not memory of its own (lower_own_arrays.cpp)
  int extents = 0;          // of a kernel: how many the launch gives; 0: not known, or those of a row, 1 x n
};

// A `for` nest in IR. function.kind is LoopNest; its body is one ir::For (the outermost loop), perfectly nested or not.
// Arrays and scalars from outside are params, named as in the program; function.outputs are the outer scalars that it
// assigns and that may be read after it (loop variables included), also those that do not exist before it (then they are
// no params and start at 0).
//  * A fixed-size value x (vec3, mat(2,2)) is params and outputs x_0, x_1, .. in row-major order, a complex number x_0
//    (real) and x_1 (imaginary), a complex fixed-size value pairs of these.
//  * A complex array is an array of its parts with one more dimension of extent 2 at the end.
struct LoopNest {
  struct Whole {  // a value that the nest keeps as several variables
    std::string name;
    Type type;
    std::vector<ir::VarId> parts;
    bool declared = false;  // with its extents, `x : vec3 = ...`
  };
  ir::Function function;
  ast::LoopHint hint = ast::LoopHint::None;
  Span span;  // the outermost `for` line
  Specialised specialised = {};
  std::vector<Whole> wholes = {};
  std::set<ir::ArrayId> complex = {};  // arrays of the parts of complex ones
  // Arrays that the loop gives new values as a whole, in the memory that they have: at the launch none of them is known by another name.
  // Where each iteration gives one its value before anything is written to it (always), a copy can take its place before the loop.
  struct Renewed { std::string name; bool always; };
  std::vector<Renewed> renewed = {};
};

// A failure whose message begins so ends a launch that does not count: what it wrote is undone, and the loop is stepped. What follows is
// what it relied on.
inline constexpr const char* kStepBack = "$step back: ";

// Why a loop cannot be lowered: it runs statement by statement. code: an R code of analysis/reasons.h.
struct NotLowered {
  std::string code;
  std::string message;
  Span span;
  std::string variable;
  Specialised specialised = {};  // what the verdict hangs on besides the types
};

// Throws ProgramError for what is wrong in every run (undefined names, wrong types, arity).
std::variant<LoopNest, NotLowered> lower_loop(const ast::Stmt& for_statement, const Scope& scope, const LowerOptions& options);

// A `__kernel__` function for the types of one call. argument_types has one entry for each parameter of the source, except
// those recognised by name (pos, blkpos, ..), which the kernel computes itself. Captured variables of kernel lambdas are
// appended to the params in the order of `captured`.
struct LoweredKernel {
  // A captured number or an output that is only ever updated by one associative operation. Each thread keeps a sum of its own
  // and stores it into `partials` at its place (one array for each part of the value); the launch folds them by the tree of
  // reductions over the positions, so that no result depends on the order of threads.
  struct Accumulator {
    std::string name;
    ast::AssignOp op;  // which takes the partial values into the result: Add, Mul, Div, Min, Max, And, Or or Xor
    Type type;
    std::vector<ir::ArrayId> partials;
    bool output = false;  // of the kernel: it starts at 0
  };
  std::vector<Accumulator> accumulators;
  std::vector<std::string> outputs;  // of the source, in order: accumulators or components of function.outputs
  // What the kernel prints. Record r of a launch stands at r * kWidth of two arrays: ints (which line; the thread's place; numbers)
  // and floats, each number at 2 + its place in the line, in the array of its kind.
  struct Prints {
    struct Item { std::string text; std::optional<Type> type; };  // a text, or a value in parts
    struct Line { bool formatted = false; Span span; std::vector<Item> items; };
    static constexpr std::int64_t kNumbers = 30, kWidth = kNumbers + 2, kMost = 16384;  // of a line; records kept
    std::vector<Line> lines;
    std::array<ir::ArrayId, 3> arrays{};  // count, ints, floats
  };
  Prints prints;
  ir::Function function;
  std::vector<std::string> captured;
  Specialised specialised;
  bool has_barrier = false;
  int position_rank = 0;      // rank of pos / blkpos; 0: it has neither
  bool uses_position = false;  // `pos` is a parameter
  bool rank_by_launch = false; // no type says how many dimensions the position has: LowerOptions::extents decided with its use
  bool guarded = false;        // threads past the dims do nothing
  bool sees_block = false;     // the shape of the block shows in what it does
  bool needs_dims = false;    // then the last `position_rank` params are the launch's dims, outermost first (int)
};
LoweredKernel lower_kernel(const ast::FunctionDef& kernel, const std::vector<Type>& argument_types, const Scope& scope,
                           const LowerOptions& options);
LoweredKernel lower_kernel(const ast::Lambda& kernel, Span span, const std::vector<Type>& argument_types, const Scope& scope,
                           const LowerOptions& options);

}  // namespace qc
