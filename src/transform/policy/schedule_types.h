// Holds what a schedule is made from and what it gives: the policy of a target, facts about the loops, kernels with
// their launches.
#pragma once
#include <string>
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "ir/ir.h"
#include "ir/tree_shape.h"
#include "transform/policy/reduce_choice.h"

namespace qc {

// What a target wants of a schedule. Results do not depend on it.
struct SchedulePolicy {
  int lanes_per_thread = 4;  // GPU: 4 (16-byte loads); host: 1, so that lanes are contiguous in the lane loop
  int unroll = 2;            // rows of lanes taken at a time in the main loop
  int map_threads = 256;     // threads of a block in maps
  int map_per_thread = 4;    // contiguous iterations of a thread in maps
  int min_blocks = 4;        // register bound for reductions
  int column_tile = 32;      // columns a block sums side by side, and the rows of threads that share them
  int column_rows = 16;
  bool warps = true;    // the last warp shuffles; without it every step goes through shared memory
  ReduceChoice reduce;  // of full reductions, on targets with warps
  bool aligned = true;  // arrays start at 16-byte boundaries on this target
};
SchedulePolicy gpu_policy();
SchedulePolicy host_policy();

// Facts about the concrete loops that choose between variants of a kernel; part of the compile cache's key. They change
// how addresses are computed, never a result.
struct SmallExtent {  // a trailing extent (channels, pairs) known to be this constant
  ir::ArrayId array;  // of the nest
  int dim;
  std::int64_t value;
  friend bool operator==(const SmallExtent&, const SmallExtent&) = default;
};
inline constexpr std::int64_t kLongRowChunks = 32;
inline constexpr int kEvenExponent = 2;
struct EvenExtent {   // a trailing extent that is a multiple of 2^kEvenExponent: rows of four-byte elements begin at
                      // 16-byte boundaries
  ir::ArrayId array;  // of the nest
  int dim;
  friend bool operator==(const EvenExtent&, const EvenExtent&) = default;
};
struct SmallCount {  // iterations of a covered loop known to be this constant
  int loop;
  std::int64_t value;
  friend bool operator==(const SmallCount&, const SmallCount&) = default;
};
struct BinFacts {  // Bins
  std::vector<std::int64_t>
      capacity;            // of each bin array: bins_capacity of its elements; 0: copies do not fit into shared memory
  bool counts = false;     // float bins add up constants whose sums the float holds exactly
  bool counts32 = false;   // constants whose sums an int32 holds
  bool one_chunk = false;  // few iterations: bins_shape makes one chunk of them
  friend bool operator==(const BinFacts&, const BinFacts&) = default;
};
inline constexpr int kShortBits = 16;
struct LoopFacts {
  bool collapsed = false;   // every affine access is linear in the linear iteration of the loops that run as one
  bool unit_steps = false;  // all covered loops step by 1
  bool zero_low = false;    // all covered loops start at 0
  bool checked = false;     // some access could not be proved in range before the launch
  bool runs_on = false;     // failures may not count in the end: they do not end the kernels (ir::Function::runs_on)
  bool short_ints = false;  // on a host: every int that is made a float, and the iterations' number, lie within 32 bits
  bool aliased = false;     // two names overlap in memory (serial plans only)
  bool may_be_empty = false;     // serial plans: whether the outermost loop has an iteration is not known before
  std::vector<bool> sure;        // by site, whether its accesses are in range whatever happens; empty: not known
  std::int64_t short_lanes = 0;  // Partial: the smallest power of two that holds the reduced iterations (0: not below
                                 // the tree's lanes; of a window and of rows: not above them)
  std::int64_t short_count =
      0;  // Partial: the reduced iterations, if there are so few that the kernel knows their number (0: not so)
  bool window =
      false;  // Partial: neighbours in memory are kept iterations as well as reduced ones, of which there are not many
  int kept_together = 0;   // Partial: so few kept iterations (channels), side by side in memory; 0: not so
  int window_rows = -1;    // Partial with a window on a GPU: the kept loop beside `tiled` along which windows overlap
  int rows_of_window = 1;  // so many neighbours of it a thread takes
  bool many_rows = false;  // Partial: enough kept iterations to fill a GPU with a warp for each
  bool long_rows =
      false;  // Partial: enough kept iterations to fill a GPU with a block for each, of at most kLongRowChunks chunks
  bool columns = false;    // Partial: neighbours in memory belong to different kept iterations, `tiled` says how
  int tiled = -1;          // Partial: the kept loop along which they are neighbours; -1: all kept loops as one
  int channel_loop = -1;   // Partial on a host: the kept loop beside `tiled` over few channels side by side, which a
                           // thread may take together
  int pixel_channels = 0;  // its iterations
  int few_columns = 0;     // Partial with columns: the smallest power of two that holds them, if it is small (0: many);
                           // on a host those of a tile
  bool wide_columns = false;  // Partial with columns: enough of them to fill a GPU with tiles of twice the width
  int side_by_side = 0;  // Partial with columns on a host: there are so few, and all accesses are linear in the reduced
                         // loops and the kept ones inside them (0: not so)
  int chunk_parts = 1;   // so many blocks share a chunk of them
  int row_loops = 0;  // Map: so many inner loops (outside `channels`) are a row of threads, the others fixed for it (0:
                      // all loops run as one)
  int channels =
      0;  // Map: a thread takes all iterations of the innermost loop, of which there are so many (0: it does not)
  int row_threads = 0;      // Map with row_loops: threads for a row, a power of two
  bool rows_share = false;  // Map with row_loops: iterations of neighbouring rows read the same elements (stencils)
  bool turns = false;  // Map on a GPU with row_loops: some accesses go along memory by the innermost loop, others by
                       // the one around it
  bool small_blocks = false;  // Map on a GPU: iterations have loops of their own and are so few that blocks of a warp
                              // reach more multiprocessors
  bool looks = false;         // Map on a GPU: reads with boundary modes, which few iterations need
  bool columns_inside =
      false;  // Map with row_loops: the innermost loop stays inside the last extent of every array read along it
  std::vector<ir::VarId> short_params;  // on a host: ints from outside, of kShortBits, that narrower elements meet
  std::vector<bool> truths;  // Map and Partial on a host: what its lasting conditions are (decided_conditions.h);
                             // empty: not known
  BinFacts bins;
  std::vector<SmallExtent> extents;
  std::vector<EvenExtent> even;  // where wide loads profit
  std::vector<SmallCount> counts;
  friend bool operator==(const LoopFacts&, const LoopFacts&) = default;
};

// What the launch puts into a kernel parameter.
struct Binding {
  enum class Kind {
    Array,   // array of the nest (id)
    Scalar,  // scalar param of the nest (id: VarId in the nest), the value before the loop
    LoopLow,
    LoopStep,
    LoopCount,   // of covered loop `id`
    Total,       // linear iterations of the loops that run as one (for Partial: of the reduced ones)
    KeptTotal,   // of the loops that do not
    KeptTiles,   // blocks that share them: a block has LaunchRule::kept_per_block; Scan: tiles
    KeptGroups,  // Map: groups of LaunchRule::rows_of_thread kept iterations
    RowTiles,    // Map: blocks along the loops that run as one; Partial: tiles of the tiled loop
    ChunkUnits,  // of the tree: a chunk in units of 4 * lanes, so that its alignment is visible to the back ends
    Chunks,      // of the tree
    Partials,    // scratch array of element type `elem`: one value for each chunk (for Partial: and kept iteration; for
                 // Scan: each node)
    Left,        // scratch array of element type `elem`: LaunchRule::left_of_chunk values for each chunk
    Ticket,      // scratch uint32, zero before and after every launch (for Partial: one for each kept iteration; behind
                 // them one for each block of a shared chunk)
    Flags,  // Scan: scratch uint32 for each node of the tiles' tree, none of which holds the launch's number before it
    Words,  // Scan: `id` scratch int64 for each node in place of Flags: each the launch's number above 32 bits of value
    LaunchNumber  // Scan: of the launches that use the flags, from 1 on
  } kind;
  std::uint32_t id = 0;
  Elem elem = Elem::F32;
};

struct OutputBinding {
  ir::VarId nest_var;
};  // kernel output k is the new value of this nest variable; kNoVar: whether there was an iteration, without which the
    // other outputs do not count

struct LaunchRule {
  // Scan: the grid is the tiles of scan_shape.h.
  // Bins: the grid is the chunks of bins_shape.h for BinsLanes (shared copies) and BinsLarge (a chunk a thread); the
  // atomic strategies cut the iterations as they like; BinsClear covers the copies of all chunks, BinsMerge per_block
  // bins of `array` a block.
  enum class Kind {
    Serial,
    Map,
    Reduce,
    Scan,
    BinsLanes,
    BinsAtomic,
    BinsLarge,
    BinsAtomicLarge,
    BinsClear,
    BinsMerge
  } kind = Kind::Serial;
  int threads = 1;                     // block size along x
  std::int64_t per_block = 1;          // Map: iterations a block
  std::int64_t accumulator_bytes = 0;  // Reduce: the grid is the tree's chunks (for Partial: times the kept tiles)
  std::int64_t run_before = 0;         // Map: so many places before the first iteration may be counted as iterations
  std::int64_t kept_per_block = 1;     // kept iterations of a block (Map: groups of them)
  std::int64_t rows_of_thread = 1;     // neighbouring kept iterations, along loop `grouped`, that a thread takes
  int grouped = -1;                    // -1: it takes no neighbours
  ir::ArrayId array = 0;               // BinsMerge: of the nest
  bool atomic = false;  // BinsClear, BinsMerge: the copies that atomic strategies leave, of which large ones have one
  std::int64_t kept_of_thread = 1;  // Partial: neighbouring kept iterations (channels) that a thread takes
  bool chunks_in_block = false;     // Partial: one block takes all chunks of its kept iterations
  int chunk_parts = 1;              // Partial: so many blocks share a chunk
  std::int64_t left_of_chunk = 0;   // values that they leave to each other
  int tiled = -1;                   // the kept loop that is cut into tiles of that many; -1: all kept loops as one
};

struct Scheduled {
  ir::Function kernel;
  std::vector<Binding> bindings;       // one for each kernel.params
  std::vector<OutputBinding> outputs;  // one for each kernel.outputs
  LaunchRule launch;
  std::string summary;            // for --explain
  std::vector<Scheduled> before;  // kernels that are launched before this one, in order
  int orders = 1;                 // so many numbers of ir::Function::order are one iteration's
};

// The covered loops that run as one linear space; the others are fixed for a thread, but for the channels that it takes
// together.
std::vector<int> run_loops(const LoopPlan& plan, const LoopFacts& facts);
// The covered loops outside the one whose iterations a thread takes together.
int outer_loops(const LoopPlan& plan, const LoopFacts& facts);
// Bytes of one set of accumulators, as tree_shape wants them.
std::int64_t accumulator_bytes(const LoopPlan& plan);

}  // namespace qc
