// LowerOptions is what a lowering is asked for; LoweredKernel is a `__kernel__` function for the types of one call.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/loops/loop_nest.h"
#include "ast/ast.h"
#include "ir/ir.h"

namespace qc {

// The choices that every lowering of a program shares, and those of one try.
struct LowerOptions {
  Elem scalar = Elem::F32;    // what `scalar` means: F32, or F64 under --precision=double
  bool short_slices = false;  // arrays of few elements that a loop computes with as a whole are slices as well; else it
                              // is not lowered, for they may become its variables (scalar_replacement.h)
  bool windows_written_out = false;  // in loops of few iterations as well (lazy_slice.cpp)
  bool long_arrays_as_values =
      false;        // zeros(256) in an iteration is a fixed-size value, not memory of its own (local_arrays.cpp)
  int extents = 0;  // of a kernel: how many the launch gives; 0: not known, or those of a row, 1 x n
};

// A `__kernel__` function for the types of one call. argument_types has one entry for each parameter of the source,
// except those recognised by name (pos, blkpos, ..), which the kernel computes itself. Captured variables of kernel
// lambdas are appended to the params in the order of `captured`.
struct LoweredKernel {
  // A captured number or an output that is only ever updated by one associative operation. Each thread keeps a sum of
  // its own and stores it into `partials` at its place (one array for each part of the value); the launch folds them by
  // the tree of reductions over the positions, so that no result depends on the order of threads.
  struct Accumulator {
    std::string name;
    ast::AssignOp op;  // which takes the partial values into the result: Add, Mul, Div, Min, Max, And, Or or Xor
    Type type;
    std::vector<ir::ArrayId> partials;
    bool output = false;           // of the kernel: it starts at 0
    std::optional<Type> declared;  // of an output: what it is given is converted to it
  };
  std::vector<Accumulator> accumulators;
  std::vector<std::string> outputs;  // of the source, in order: accumulators or components of function.outputs
  // What the kernel prints. Record r of a launch stands at r * kWidth of two arrays: ints (which line; the thread's
  // place; numbers) and floats, each number at 2 + its place in the line, in the array of its kind.
  struct Prints {
    struct Item {
      std::string text;
      std::optional<Type> type;
    };  // a text, or a value in parts
    struct Line {
      bool formatted = false;
      Span span;
      std::vector<Item> items;
    };
    static constexpr std::int64_t kNumbers = 30, kWidth = kNumbers + 2, kMost = 16384;  // of a line; records kept
    std::vector<Line> lines;
    std::array<ir::ArrayId, 3> arrays{};  // count, ints, floats
  };
  Prints prints;
  ir::Function function;
  std::vector<std::string> captured;
  Specialised specialised;
  bool has_barrier = false;
  int position_rank = 0;       // rank of pos / blkpos; 0: it has neither
  bool uses_position = false;  // `pos` is a parameter
  bool rank_by_launch =
      false;  // no type says how many dimensions the position has: LowerOptions::extents decided with its use
  bool guarded = false;     // threads past the dims do nothing
  bool sees_block = false;  // the shape of the block shows in what it does
  bool needs_dims = false;  // then the last `position_rank` params are the launch's dims, outermost first (int)
};

}  // namespace qc
