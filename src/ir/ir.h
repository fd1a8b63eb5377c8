// The typed, structured intermediate representation of loop nests and kernels.
//
// One vocabulary serves three stages: a loop nest as the programmer wrote it (kind LoopNest), the kernels that the
// transform makes from it, and hand-written `__kernel__` functions. Every function prints as source of the language
// (print_ir.h) and what is printed compiles again to the same results.
//
// Meaning, once for every target:
//  * Values are Bool, I64, F32 or F64. Loads of narrower elements widen; stores take a value already brought into the
//    element's range by Cast.
//  * I64 arithmetic wraps. Shl/Shr by 64 or more give 0 or the sign; negative counts count as 64 or more.
//  * DivTrunc, DivFloor, Mod (sign of the dividend) and Periodize (sign of the divisor's absolute value: 0 <= r < |n|)
//    of I64: a zero divisor is a failure at `site` and gives 0; the lowest value divided by -1 wraps.
//  * Float arithmetic is IEEE 754, round to nearest, subnormals kept, never contracted or reassociated by a back end.
//    Fma rounds once. Div of floats is IEEE. Mod of floats is C's fmod. Min and Max ignore a NaN and order -0 < +0.
//  * Comparisons with a NaN are false, Ne is true. Eq .. Ge give Bool.
//  * Cast from float to an integer element truncates, saturates to that element's range, NaN gives 0; from I64 it wraps
//    to the element's width; to Bool it is x != 0; the value keeps the wide type.
//  * And, Or and Select are lazy: a Load, division or failure in an operand that is not needed does not happen.
//  * An access outside an array follows Access::boundary: Checked is a failure at `site`, reads 0 and writes nothing;
//    Safe reads 0 and writes nothing; Circular, Mirror and Clamped move the index (writes outside are failures);
//    Unchecked promises that it does not happen.
//  * A failure records (order, site, values) if its order, the linear iteration of the nest, is the lowest so far, and
//    execution goes on; the runtime raises it after the launch.
//  * Threads of a block share Shared arrays and meet at Barriers, which every thread of the block must reach. Between
//    two barriers their order is undefined. Local arrays belong to one thread.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ir/type.h"
#include "support/codes.h"
#include "support/source.h"

namespace qc::ir {

using VarId = std::uint32_t;
using ArrayId = std::uint32_t;
using SiteId = std::uint32_t;
inline constexpr SiteId kNoSite = ~SiteId{0};
inline constexpr VarId kNoVar = ~VarId{0};

struct Expr;
using ExprP = std::shared_ptr<const Expr>;  // never null inside a node unless said

// Round: half away from zero. Bits: of an F32, as an I64 of 0 .. 2^32 - 1; OfBits: the F32 of an I64's lower 32 bits.
enum class UnaryOp : std::uint8_t { Neg, Not, BitNot, Abs, Sign, Floor, Ceil, Round, Trunc, Sqrt, Bits, OfBits };
enum class BinaryOp : std::uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  DivTrunc,
  DivFloor,
  Mod,
  Periodize,
  Min,
  Max,
  BitAnd,
  BitOr,
  BitXor,
  Shl,
  Shr,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  And,
  Or
};
// Elementary functions, from one implementation for every target.
enum class MathFn : std::uint8_t {
  Exp,
  Exp2,
  Log,
  Log2,
  Log10,
  Pow,
  Sin,
  Cos,
  Tan,
  Asin,
  Acos,
  Atan,
  Atan2,
  Sinh,
  Cosh,
  Tanh,
  Asinh,
  Acosh,
  Atanh,
  Erf,
  Erfc,
  Lgamma,
  Tgamma,
  Hypot
};
enum class BuiltinKind : std::uint8_t { ThreadIdx, BlockIdx, BlockDim, GridDim, WarpSize };
enum class ShuffleKind : std::uint8_t { Idx, Up, Down, Xor };
enum class AtomicOp : std::uint8_t { Add, Sub, Mul, Min, Max, And, Or, Xor, Inc, Dec, Exch, Cas };
enum class SyncScope : std::uint8_t { Warp, Block, Grid };

struct ConstInt {
  std::int64_t value;
};  // Expr::type I64 or Bool
struct ConstFloat {
  double value;
};  // F32: exactly representable in float
struct VarRef {
  VarId var;
};
struct Unary {
  UnaryOp op;
  ExprP a;
};
struct Binary {
  BinaryOp op;
  ExprP a, b;
  SiteId site = kNoSite;
};
struct Fma {
  ExprP a, b, c;
};  // a*b + c
struct Select {
  ExprP condition, yes, no;
  bool smooth = false;  // what is computed with either arm differs by rounding alone where the condition turns
};
struct Cast {
  Elem to;
  ExprP a;
};  // Expr::type is value_elem(to)
struct Math {
  MathFn fn;
  std::vector<ExprP> args;
};
// An element of an array. As many indices as the array's rank, or one linear row-major index (then `linear`).
struct Access {
  ArrayId array;
  std::vector<ExprP> index;
  bool linear = false;
  Boundary boundary = Boundary::Unchecked;  // never Default
  SiteId site = kNoSite;
};
struct Load {
  Access access;
};
struct Extent {
  ArrayId array;
  int dim;
};  // dim -1: the number of elements
struct Builtin {
  BuiltinKind kind;
  int axis;
};  // axis 0 is the fastest one (CUDA x); the language's dimension d of rank r is axis r-1-d
// full: every lane of the warp is known to reach it; otherwise the lanes that are active take part.
struct Shuffle {
  ShuffleKind kind;
  ExprP value, lane;
  bool full = false;
};
struct Ballot {
  ExprP predicate;
};  // I64 mask
struct ActiveMask {};

struct Expr {
  using Node = std::variant<ConstInt, ConstFloat, VarRef, Unary, Binary, Fma, Select, Cast, Math, Load, Extent, Builtin,
                            Shuffle, Ballot, ActiveMask>;
  Node node;
  Elem type;
  Span span;
};
bool equal(const Expr& a, const Expr& b);  // structure and types; spans and sites do not count
inline bool equal(const ExprP& a, const ExprP& b) { return a == b || (a && b && equal(*a, *b)); }

struct Stmt;
using Block = std::vector<Stmt>;

struct Assign {
  VarId var;
  ExprP value;
};
struct Store {
  Access access;
  ExprP value;
};
// `old`, if any, receives the value before. Cas: value is the new one, compare the expected one. In a LoopNest a
// compound assignment to an element is a plain Store of the combined value; Atomic appears in kernels only. product:
// the value is one that the language fuses with what it is added to, where the step turns out to be an ordinary one.
struct Atomic {
  std::optional<VarId> old;
  AtomicOp op;
  Access access;
  ExprP value;
  ExprP compare;
  bool result_is_new = false;
  bool product = false;
  bool in_block = false;
};  // in_block: no other block updates the element
struct If {
  ExprP condition;
  Block then, otherwise;
};
// lo and hi included; lo, step and hi are evaluated once. step 0 runs nothing. The variable keeps its last value.
struct For {
  VarId var;
  ExprP lo, step, hi;
  Block body;
  int unroll = 0;            // -1: fully; 1: an iteration at a time, for all threads; -2: as one vector
  bool independent = false;  // no iteration touches an element of a global array that another one writes
};
struct While {
  ExprP condition;
  Block body;
};
struct Break {};
struct Continue {};
struct Return {};
struct Barrier {
  SyncScope scope = SyncScope::Block;
};
// handover: orders what was written before it and what is read after it around an atomic (acquire and release), which
// is cheaper than the total order of a plain fence.
struct Fence {
  SyncScope scope = SyncScope::Grid;
  bool handover = false;
};
struct Fail {
  SiteId site;
  std::vector<ExprP> values;
};  // error(...) or a failed assert; the numbers in its message

struct Stmt {
  using Node = std::variant<Assign, Store, Atomic, If, For, While, Break, Continue, Return, Barrier, Fence, Fail>;
  Node node;
  Span span;
};

enum class Space : std::uint8_t { Global, Shared, Local };

// What a variable that an analysis adds counts: the iteration of the first match, or of the last one.
enum class Match : std::uint8_t { None, First, Last };

struct Var {
  std::string name;
  Elem type = Elem::F32;    // Bool, I64, F32 or F64
  std::string set_of = {};  // of a mark, not 0 where another variable has a value: its name
  Match match = Match::None;
  int bits = 64;  // of an int that is a parameter: what it is given has so many, with its sign
};

struct Array {
  std::string name;
  Elem elem = Elem::F32;
  int rank = 1;
  Space space = Space::Global;
  std::vector<std::int64_t> dims;   // Shared and Local: constant extents
  std::vector<ExprP> dynamic_dims;  // Shared: extents that are uniform values known at launch; then dims is empty
  bool is_const = false;
  bool aligned = false;        // Global: the base is aligned to 16 bytes (whole arrays always are)
  bool noalias = false;        // Global: no other parameter overlaps it
  std::vector<int> multiples;  // Global: 2^multiples[d] divides extent d; empty: nothing is known
  int multiple(int dim) const {
    return dim >= 0 && std::size_t(dim) < multiples.size() ? multiples[std::size_t(dim)] : 0;
  }
};

// The call of a function that is part of the code, as a message names it, and the call around that one.
struct Inlined {
  Span span;
  std::string message;
  std::shared_ptr<const Inlined> around;
};

// Where a failure happens and how its message reads. The recorded values are: OutOfRange: index, extent, dimension.
struct Site {
  enum class Kind : std::uint8_t { OutOfRange, DivisionByZero, Error, Assert } kind;
  Span span;
  std::string text;  // OutOfRange: the array's name; Error, Assert: the message, a format of printf where it has values
  std::vector<Elem> values = {};             // the types of those: at most kMostFailValues
  std::shared_ptr<const Inlined> call = {};  // the innermost
  Code code = "Q0403";                       // Error: of its diagnostic, that of the same call outside loops
  int before = 0;  // OutOfRange: indices before those of the array's own dimensions, 1 where a vec is indexed as a row
  bool of_slice = false;  // OutOfRange: of an element of a slice, and not of the first place where the slice leaves
};
inline constexpr std::size_t kMostFailValues = 3;

struct Param {
  enum class Kind : std::uint8_t { Array, Scalar } kind;
  std::uint32_t id;  // ArrayId or VarId
};

// A loop nest or a kernel. Parameters are passed in this order: params, then one slot for each output.
struct Function {
  enum class Kind : std::uint8_t { LoopNest, Kernel } kind = Kind::Kernel;
  std::string name;
  std::vector<Var> vars;
  std::vector<Array> arrays;
  std::vector<Site> sites;
  std::vector<Param> params;
  std::vector<VarId> outputs;  // Kernel: scalar outputs, 0 at the start of every thread; only one thread may assign
                               // one. LoopNest: outer scalars that the nest changes (they are params too)
  Block body;
  int rank = 1;          // Kernel: how many dimensions `blkpos` has when printed (1..3)
  int threads = 0;       // Kernel: block size it must be launched with; 0: any
  int min_blocks = 0;    // Kernel: blocks an SM that registers should allow; 0: no wish
  bool runs_on = false;  // Kernel: its failures may not count in the end, so it computes what lies behind them as well
  bool split_at_edges = false;  // Kernel: what few threads near the edges of arrays do is code of its own
  VarId order = kNoVar;  // variable that holds the linear iteration for failures; kNoVar: the linear thread index
  std::string note;      // printed as a comment at the top

  VarId add_var(std::string name, Elem type) {
    vars.push_back({std::move(name), type});
    return VarId(vars.size() - 1);
  }
  ArrayId add_array(Array a) {
    arrays.push_back(std::move(a));
    return ArrayId(arrays.size() - 1);
  }
  SiteId add_site(Site s) {
    sites.push_back(std::move(s));
    return SiteId(sites.size() - 1);
  }
};

}  // namespace qc::ir
