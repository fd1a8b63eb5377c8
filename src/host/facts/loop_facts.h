// What is known about a loop nest when it is reached: extents, bounds, ranges of subscripts. Decides between variants
// of a kernel; never changes a result.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "transform/parts/interval_eval.h"
#include "transform/schedule/schedule.h"
#include "value/value.h"

namespace qc::host {

struct LoopBounds {
  std::int64_t lo = 0, step = 1, count = 0;
};

// The values that a nest meets. arrays: by ArrayId, null where the nest has no such param; scalars: by VarId.
struct NestValues {
  std::vector<ArrayP> arrays;
  std::vector<std::optional<Number>> scalars;  // none of what does not exist before the nest: it starts at 0
  mutable std::vector<bool> asked;             // by VarId: numbers on which a decision depends
  // The number of a variable, to decide by it.
  const std::optional<Number>& ask(ir::VarId v) const {
    if (scalars[v]) asked[v] = true;
    return scalars[v];
  }
  void resize(std::size_t array_count, std::size_t variables) {
    arrays.resize(array_count);
    scalars.assign(variables, std::nullopt);
    asked.assign(variables, false);
  }
};

class NestRanges {
 public:
  NestRanges(const ir::Function& nest, const NestValues& values);
  // Of one covered loop; nothing when it depends on array contents or on other loops.
  std::optional<LoopBounds> bounds(const ir::For& loop) const;
  // The most iterations that it has, whatever the loops around it have come to; nothing when that is not known.
  std::optional<std::int64_t> most_iterations(const ir::For& loop) const;
  // The most places that a loop of unknown length can store to, where each iteration has one of its own; nothing where
  // its stores do not show that.
  std::optional<std::int64_t> most_places(const ir::For& loop) const;
  // Whether every Checked access of the nest is in range for all iterations.
  bool all_in_range() const;
  // The same of some statements, inside the loops that the plan covers.
  bool all_in_range(const ir::Block& block) const;
  // Whether every int that the nest makes a float lies within 32 bits in all iterations.
  bool all_short() const;
  // Whether this access is, for all iterations.
  bool in_range(const ir::Access& access) const;
  // Whether an int of the nest is in 0..n-1 in all iterations.
  bool is_inside(const ir::Expr& e, std::int64_t n) const;
  // Whether an int of the nest is in 0..n-1 in most iterations: it goes no further beyond than n/4 on either side.
  bool is_mostly_inside(const ir::Expr& e, std::int64_t n) const;
  // Whether a condition of a plan (comparisons of ints, && and ||) is known to hold.
  bool holds(const ir::Expr& condition) const;
  std::int64_t extent(ir::ArrayId array, int dim) const;
  // Of a variable where it is read, in all iterations.
  std::optional<Interval> of(ir::VarId v) const { return variable(v); }
  // What an expression of the nest's parameters has as its value.
  std::optional<std::int64_t> value(const ir::Expr& e) const;
  // For ranges of expressions where the variables have these.
  EvaluationContext context_with(std::function<std::optional<Interval>(ir::VarId)> variables) const;

 private:
  bool holds_of_floats(const ir::Binary& n) const;
  std::optional<Interval> variable(ir::VarId v) const;
  FloatInterval float_variable(ir::VarId v) const;
  EvaluationContext context() const;
  EvaluationContext before() const;
  EvaluationContext at(const ir::For& loop) const;
  const ir::Function& nest_;
  const NestValues& values_;
  using Loops = std::vector<const ir::For*>;  // from the outermost to the innermost one
  struct Definition {
    int times = 0;
    const ir::Expr* value = nullptr;
    const ir::For* loop = nullptr;
    Loops around;
    bool is_parameter = false;  // it may hold what it held before the nest
  };
  void define(const ir::Block& block, Loops& around);
  bool all_short(const ir::Block& block) const;
  template <class F>
  auto inside(const Loops& loops, const F& f) const -> std::optional<std::decay_t<decltype(*f())>>;
  std::vector<Definition> definitions_;
  mutable Loops around_;  // what is asked about stands in these: one name may be the variable of several loops
  mutable int depth_ = 0, steps_ = 0;
};

// The covered loops of a map, reduction or bins by how far apart in memory their neighbouring iterations are, where the
// innermost one is then along memory and as it stands is not; it has `least` iterations, unless all loops then run as
// one. Nothing: they had better stay.
std::optional<std::vector<int>> order_of_memory(const ir::Function& nest, const LoopPlan& plan,
                                                const NestRanges& ranges, const std::vector<LoopBounds>& bounds,
                                                std::int64_t least);

// The facts for a plan with these bounds (one for each covered loop). host_threads: for variants that suit so many
// threads of the host and their lanes: few reduced iterations as one of their own, rows where subscripts are looked at;
// 0: for a GPU.
LoopFacts find_facts(const ir::Function& nest, const LoopPlan& plan, const NestRanges& ranges,
                     const std::vector<LoopBounds>& bounds, int host_threads);
// The same, but nothing that only few extents share: for loops that are met with many.
LoopFacts without_extents(LoopFacts facts);
// What the nest's lasting conditions are, where it has so many iterations that code of their own is worth it.
void find_truths(const ir::Function& nest, const LoopPlan& plan, const NestRanges& ranges,
                 const std::vector<LoopBounds>& bounds, LoopFacts& facts);
// The ints from outside that code of their own is worth: the nest computes with them and with narrower elements.
void find_short_params(const ir::Function& nest, const NestRanges& ranges, const std::vector<LoopBounds>& bounds,
                       LoopFacts& facts);
// For targets with wide loads: the trailing extents that keep rows aligned.
void find_even_extents(const ir::Function& nest, const NestRanges& ranges, LoopFacts& facts);

}  // namespace qc::host
