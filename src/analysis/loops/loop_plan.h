// Holds the verdict on a loop nest, as data: one value from which scheduling, remarks, --explain, JSON and tests are
// made.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/loops/loop_nest.h"
#include "analysis/loops/reasons.h"
#include "ir/ir.h"

namespace qc {

enum class Verdict { Map, Reduction, Partial, ArgReduce, Bins, Scan, Serial, Interpreted };
const char* verdict_name(Verdict v);  // "map", "reduction", ...

// ComplexMul: of a complex number, kept in two variables.
enum class ReduceOp { Add, Mul, Min, Max, BitAnd, BitOr, BitXor, And, Or, ArgMin, ArgMax, First, Last, ComplexMul };
const char* reduce_op_name(ReduceOp op);  // "+", "min", "&&", "argmin", ...

struct Accumulator {
  std::string name;  // source text: "total", "A[0,1]"
  ReduceOp op = ReduceOp::Add;
  Elem type = Elem::F32;  // of the element or variable
  // Where it lives: a variable of the nest, or an element of an array of the nest with indices invariant in the reduced
  // loops
  ir::VarId var = ir::kNoVar;
  std::optional<ir::Access> element;
  bool scattered = false;  // element: its indices are data, so that iterations may update any of the array's elements
  bool compare_form = false;         // `if e > v then v = e`: a NaN start stays (recognition rule 6)
  bool strict = true;                // argmin, argmax: `<` keeps the first of equals, `<=` the last
  bool divides = false;              // v = v / e: the start is divided by the tree's product
  bool resets = false;               // Scan: some iterations set it anew, `if c then v = e end`
  ir::VarId imaginary = ir::kNoVar;  // ComplexMul: the variable of the imaginary part; var is that of the real part
  ir::Match match =
      ir::Match::None;  // argmin, argmax: of the number of an iteration, where the companions are what counts
  std::vector<ir::VarId> companions;
  ir::ExprP start;  // argmin, argmax: the start value, of variables as they are before the nest; null: that of var
  std::string part_of,
      whole_type;  // of a complex number or fixed-size value that is kept as several accumulators: its name and type
  Span span;       // its first update
};

struct LoopStage;

// A variable of the launched nest that stands for an element of an array: its value comes from there and goes back.
struct KeptElement {
  ir::VarId var;
  ir::Access element;
};

// One loop of the covered nest, outermost first.
struct PlannedLoop {
  ir::VarId var;
  std::string name;
  bool reduced = false;
  Span span;
};

struct LoopPlan {
  Verdict verdict = Verdict::Serial;
  bool forced = false;
  Span span;                       // the `for` line
  std::vector<PlannedLoop> loops;  // the loops the verdict covers; perfectly nested, rectangular unless Serial
  std::vector<Accumulator> accumulators;
  std::vector<ir::VarId> privates;  // written before read in every iteration
  std::vector<ir::ArrayId>
      private_arrays;                 // work arrays: each iteration has one of its own, the last one's content is kept
  std::vector<ir::VarId> live_out;    // privates (and loop variables) whose last value is copied out
  std::vector<KeptElement> elements;  // ArgReduce: among accumulators and companions (keep_elements)
  std::vector<std::string> checks;    // conditions decided when the loop is reached, as source text
  // The same as expressions over values that the nest does not change (comparisons of ints, && and ||). The plan stands
  // when all of them hold; when one does not, the nest runs in order.
  std::vector<ir::ExprP> conditions;
  std::optional<Reason> reason;  // Serial and Interpreted always have one
  // Serial, and a Map under conditions where they do not hold: a value of the outermost loop's variable, which the nest
  // does not change. The iterations before it are a map whatever the values are, and so are those behind it
  // (iteration_split.h); null: there is none.
  ir::ExprP split_at;
  bool needs_copies = false;  // a parallel launch of it reads from copies of arrays, or writes to arrays of its own
  bool speculates =
      false;  // evaluates conditions that the loop in order might skip: only where nothing is out of range
  ir::VarId misspeculated =
      ir::kNoVar;  // an accumulator of the launched nest: true after a run whose results do not count (nan_guard.h)
  bool may_misspeculate = false;  // such a run may be, with or without the flag: then the nest as written runs in order
  std::string in_order;  // ArgReduce, Bins, Scan: why such a loop runs in order all the same; empty: in parallel
  // Partial only: what surrounds the reduced loops inside the innermost kept loop (`s = init` before, `r[i] = s`
  // after). Both run once for each kept iteration. The prologue only assigns scalars (accumulators' start values
  // included) and may be repeated by every thread; the epilogue sees the final accumulators and may store. Empty: a
  // perfect nest.
  ir::Block prologue, epilogue;
  std::vector<ir::VarId>
      epilogue_out;  // variables whose value after the last kept iteration's epilogue is used after the nest
  // Scan whose running values decide or feed other accumulators: loops that run one after another in place of the nest
  // (loop_fission_scan.h). Then the accumulators are those of all of them.
  std::vector<LoopStage> stages;
};

// A loop over the iterations of the nest, which has the same variables and arrays, and its plan.
struct LoopStage {
  ir::Function function;
  LoopPlan plan;
};

// An array that the launch makes: of these extents, or one element, for each iteration of the covered loops, which are
// its last dimensions.
struct Temporary {
  ir::ArrayId array;
  std::vector<ir::ExprP> extents;
};

struct CopiedArray {
  ir::ArrayId copy, original;
};

struct PlanResult {
  LoopPlan plan;  // of the nest taken from its outermost loop
  std::vector<LoopPlan>
      inner;  // verdicts of loops inside a serial, interpreted or partly covered nest, in source order
  std::vector<Diagnostic> diagnostics;  // a forced loop that is not obeyed: error Q0501 or warning Q0502
  // The nest that `plan` speaks of, when canonicalizing changed it (induction variables in closed form, no `continue`):
  // use it in place of the one given, for scheduling, binding and reports. A variable that was split keeps its name:
  // both halves are params of that name, and the half in function.outputs is the one written back.
  std::optional<LoopNest> rewritten;
  const LoopNest& nest_of(const LoopNest& given) const { return rewritten ? *rewritten : given; }
  // The nest that a parallel launch runs, when iterations have work arrays of their own, or when it reads from copies
  // what the loop overwrites: `copies` says which array parameter (by its number there) is a copy of which, made before
  // the launch. Arrays and variables keep their numbers.
  std::optional<LoopNest> copying;
  std::vector<CopiedArray> copies;
  std::vector<Temporary> temporaries;  // of plan.stages and of iterations' own work arrays, made before the launch
  // With work arrays there: a parameter, the first value of the outermost loop in a launch. A map may be launched in
  // pieces.
  ir::VarId first = ir::kNoVar;
  const LoopNest& launched(const LoopNest& given) const { return copying ? *copying : nest_of(given); }
};

// The nest, for a run in order: innermost loops that are maps by `inner`, the verdicts of its inner loops, whatever the
// values are, have ir::For::independent. Not for arrays that overlap.
LoopNest with_independent_loops(LoopNest nest, const std::vector<LoopPlan>& inner);

// Whether the plan joins floats by + or *, in an order of its own: run in order, such a loop may have other bits.
bool has_float_tree(const LoopPlan& plan);
bool has_float_tree(const PlanResult& result);  // of the nest or of a loop inside it

// Whether schedule_loop() has a parallel kernel for the plan.
bool runs_parallel(const LoopPlan& plan);

// Whether something that the plan keeps is that of the first or the last iteration in which a condition holds, whatever
// else it keeps.
bool has_match(const LoopPlan& plan);
// Whether the plan is a search: it looks for its first match, keeps nothing else, and the loop is left there. Its
// iterations behind the match must be harmless.
bool is_first_match(const LoopPlan& plan);

// An update of an accumulator in a loop body, in the form that the transform needs.
struct Update {
  int accumulator = -1;  // index into plan.accumulators
  ir::ExprP operand;     // e of v = v op e, already negated for v = v - e
  // operand of the form a*b that was fused with v: then v = fma(factor_a, factor_b, v) and operand is empty
  ir::ExprP factor_a, factor_b;
  ir::ExprP imaginary;  // ComplexMul: of e; operand is its real part
};
// The update that a statement (Assign, Store, or the If of a compare form) is under the plan, if it is one.
std::optional<Update> match_update(const LoopPlan& plan, const ir::Function& nest, const ir::Stmt& statement);

// The value that a statement sets an accumulator to anew (Accumulator::resets), if it does.
struct Reset {
  int accumulator;
  ir::ExprP value;
};
std::optional<Reset> match_reset(const LoopPlan& plan, const ir::Function& nest, const ir::Stmt& statement);

// The loops' body: what is inside the innermost covered loop.
const ir::Block& planned_body(const LoopPlan& plan, const ir::Function& nest);
// The For node of covered loop k.
const ir::For& planned_loop(const LoopPlan& plan, const ir::Function& nest, int k);

}  // namespace qc
