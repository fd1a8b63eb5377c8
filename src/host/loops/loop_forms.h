// Chooses among the forms in which a reached loop can run by the time that each takes: as one launch, with its loops in
// the order of memory, by its inner loops, or on the host beside a GPU (docs/decisions/087).
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "host/facts/launch_cost.h"
#include "host/loops/compiled_loop.h"

namespace qc::host {

class LoopForms {
 public:
  // bounds: of the planned loops, which have so many iterations; is_part: the evaluator has no such loop.
  LoopForms(SessionContext& session, CompiledLoop& loop, const NestRanges& ranges,
            const std::vector<LoopBounds>& bounds, std::int64_t iterations, bool is_part);

  // The loop with boundary modes in place of subscripts that its text moves inside their arrays; null: it has none,
  // they are not moved to the ends of these arrays, or they are outside too often.
  CompiledLoop* with_modes() const;
  // The map, reduction or bins with another loop innermost, where that goes along memory and this one does not; null:
  // it had better stay.
  CompiledLoop* along_memory() const;
  // Loops that each take all iterations, one after another (CompiledLoop::parts); of a nest that runs in order too.
  // None: they do not take half of the time.
  std::vector<CompiledLoop*> faster_parts() const;
  // Launches of its inner loops, one after another for each iteration.
  bool is_faster_stepped() const;
  // Whether it is done on the host before a GPU is, and all that it works on is there.
  bool is_faster_on_host(const NestValues& values) const;

  // Of a nest that runs in order: whether inner loops are parallel and long.
  bool is_worth_stepping() const;

 private:
  std::optional<OperationShares> work() const;
  std::vector<CompiledLoop*> forms_of_parts() const;
  std::int64_t iterations_kept(const CompiledLoop& part) const;
  double time_whole(const OperationShares& work, const DeviceSpeed& device) const;
  template <class F>
  bool takes_half(const F& share, bool sums_floats) const;
  bool may_fail() const;
  bool every_loop_runs() const;
  std::int64_t turns_around(ir::VarId var) const;
  std::int64_t most_inside(ir::VarId var) const;
  bool splits_iterations() const;
  bool is_worth_splitting(const LoopPlan& inner) const;
  std::optional<std::int64_t> most_inner(Verdict verdict, ir::VarId var, bool& varied) const;

  SessionContext& session_;
  CompiledLoop& loop_;
  const ir::Function& nest_;
  const LoopPlan& plan_;
  const NestRanges& ranges_;
  const std::vector<LoopBounds>& bounds_;
  const std::int64_t iterations_;
  const bool is_part_;
};

}  // namespace qc::host
