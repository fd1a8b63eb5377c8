// The schedules behind schedule_loop(): one for each shape of kernel.
#pragma once
#include "transform/parts/body_weight.h"
#include "transform/schedule/schedule.h"

namespace qc {

// One thread runs the nest in order. The kernel's outputs are the nest's.
Scheduled schedule_serial(const LoopNest& nest, const LoopFacts& facts);
// Thread t of block b runs iterations (b * threads + t) * per_thread ... of the linear iteration space.
Scheduled schedule_map(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                       const SchedulePolicy& policy);
// Maps by rows whose iterations read what neighbouring ones along the row and neighbouring rows read.
bool stencil_fits(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy);
Scheduled schedule_stencil(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                           const SchedulePolicy& policy);
// Maps that read along one loop and store along the other: squares of what they read are turned in shared memory.
bool turned_fits(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy);
Scheduled schedule_turned(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                          const SchedulePolicy& policy);
// Block b runs chunk b of the tree (tree_shape.h); the last block to finish folds the chunks.
Scheduled schedule_reduce(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                          const SchedulePolicy& policy);
// The atomic strategies to reduce, chosen by SchedulePolicy::reduce.
Scheduled schedule_reduce_atomic(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                                 const SchedulePolicy& policy);
// Kernels of one thread before and after the ones that update the cells.
Scheduled schedule_clear_cells(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                               const SchedulePolicy& policy);
Scheduled schedule_join_cells(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                              const SchedulePolicy& policy);
ir::AtomicOp atomic_op(ReduceOp op);

// Partial with few reduced iterations: up to a warp holds all lanes of a kept iteration in its registers.
bool rows_fit(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy);
Scheduled schedule_rows(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                        const SchedulePolicy& policy);
// Partial over many long rows: a block holds all lanes of a kept iteration.
bool block_rows_fit(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy);
Scheduled schedule_block_rows(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                              const SchedulePolicy& policy);
// Partial whose neighbours in memory are kept iterations: a thread walks the lanes of one.
bool columns_fit(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts);
// Whether LoopFacts::side_by_side serves it, where its accesses are linear.
bool side_by_side_fits(const LoopNest& nest, const LoopPlan& plan);
Scheduled schedule_columns(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                           const SchedulePolicy& policy);
// Partial with a known small number of reduced iterations, a short window: it is unrolled.
bool unrolled_window_fits(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts);
Scheduled schedule_unrolled_window(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                                   const SchedulePolicy& policy);
// Partial on a host with more of them than can be written out, and neighbours in memory among the kept iterations.
bool window_fits(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts);
bool window_takes_channels(const LoopNest& nest, const LoopPlan& plan,
                           const LoopFacts& facts);  // of a pixel together (LoopFacts::channel_loop)
Scheduled schedule_window(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                          const SchedulePolicy& policy);
// Tiles of rows of lanes that take what stands before them from each other (scan_shape.h, decoupled_lookback.h).
Scheduled schedule_scan(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                        const SchedulePolicy& policy);
// Private copies of the bins, merged in a fixed order (bins_shape.h).
Scheduled schedule_bins(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                        const SchedulePolicy& policy);
// The first iteration in which a condition holds; only where no iteration can fail (facts.checked is false). And the
// last one, on a host: a GPU has read all elements in less time than three launches take.
bool last_match_fits(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy);
Scheduled schedule_search(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                          const SchedulePolicy& policy);

}  // namespace qc
