// Kernel IR as instructions for lockstep groups: each works on one register of every lane. Control flow stays
// structured; the masks that it needs are kept by the group (lockstep_group.h).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "emulator/emulator.h"
#include "ir/ir.h"

namespace qc::emulator {

enum class Op : std::uint8_t {
  // values: dst of a, b, c; `type` is that of the operands. Computed in all lanes, active or not.
  Unary,
  Binary,
  Compare,
  Fma,
  Pick,
  Cast,
  // values of active lanes only
  Move,
  Math,
  Divide,
  Load,
  Shuffle,
  Ballot,
  ActiveMask,
  // effects
  Store,
  Atomic,
  Output,
  Fail,
  Fence,
  Barrier,
  // control: `target` is where to go on when no lane is left
  If,
  Else,
  EndIf,
  LoopEnter,
  LoopTest,
  LoopNext,
  LoopExit,
  ForCount,
  ForNext,
  Break,
  Continue,
  Return,
  End
};

struct Ins {
  Op op;
  std::uint8_t sub = 0;   // UnaryOp, BinaryOp, MathFn, ShuffleKind, AtomicOp, Scope, Elem of Cast
  Elem type = Elem::I64;  // of the operands
  bool flag = false;      // Shuffle: full; Fence: handover; Atomic: result_is_new
  std::uint32_t dst = 0, a = 0, b = 0, c = 0;
  std::uint32_t target = 0;  // control: instruction; Load, Store, Atomic: index into places; Divide, Fail: site
};
inline constexpr std::uint32_t kNone = ~0u;

// An element access as written.
struct Place {
  ir::ArrayId array;
  Elem elem;
  ir::Space space;
  Boundary boundary;
  bool linear = false;
  ir::SiteId site = ir::kNoSite;
  std::vector<std::uint32_t> index;    // registers
  std::vector<std::uint32_t> extents;  // registers; one when linear
  Span span;
};

// Registers that hold the same in every lane from the start.
struct Constant {
  std::uint32_t reg;
  std::uint64_t bits;
};
struct ExtentOf {
  std::uint32_t reg;
  ir::ArrayId array;
  int dim;
};
struct Position {
  std::uint32_t reg;
  ir::BuiltinKind kind;
  int axis;
};

struct Code {
  ir::Function function;  // the kernel itself: names, arrays, params
  Span fallback;
  MathTable math;
  std::vector<Ins> body;    // ends with End
  std::vector<Span> spans;  // of each instruction
  std::vector<Place> places;
  std::uint32_t registers = 0;  // variables come first, by VarId
  std::uint32_t lasting = 0;    // the first ones, which have a value at the start; the rest are intermediate
  std::vector<Constant> constants;
  std::vector<ExtentOf> extents;  // of parameters and arrays of constant size; others are computed by `prologue`
  std::vector<Position> positions;
  std::vector<Ins> prologue;  // extents of shared arrays that are known at launch; ends with End
  std::vector<std::vector<std::uint32_t>> extent_regs;  // by ArrayId and dimension; last: the number of elements
  std::uint32_t order = kNone;                          // register of the failure order
  bool synchronises = false;                            // has fences or compare-and-swaps: knowledge is kept
  bool waits = false;                                   // has barriers or exchanges between threads
  bool meets_grid = false;    // has barriers of the whole grid: all blocks are under way at once
  std::vector<bool> written;  // by ArrayId: stored to
};

// Throws std::string when the kernel cannot be run.
Code compile(const ir::Function& kernel, Span fallback, const MathTable& math);

}  // namespace qc::emulator
