// A launch under way: blocks, their lockstep groups, and what steps them. Parts by concern: machine (blocks, schedule,
// barriers), execute (instructions), arithmetic (lane values), access (memory), check (races), collect (findings).
#pragma once
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/code.h"
#include "emulator/race.h"

namespace qc::emulator {

inline constexpr int kWarp = 32;
using Mask = std::uint32_t;

// Calls f(lane) for each set bit.
template <class F>
void for_lanes(Mask mask, const F& f) {
  for (; mask; mask &= mask - 1) f(std::countr_zero(mask));
}

struct Group {
  enum class State : std::uint8_t { Ready, AtBarrier, AtGridBarrier, AtExchange, Done } state = State::Ready;
  std::uint32_t pc = 0;
  Mask mask = 0, alive = 0, existing = 0;
  int first = 0;                    // thread of lane 0 in the block
  std::vector<std::uint64_t> regs;  // [register][lane]
  struct Frame {
    Mask outer, other;
  };  // of an If or a loop
  struct Loop {
    Mask live, iteration;
    std::uint64_t rounds = 0;
  };  // lanes that are in the loop; that have not left this iteration
  std::vector<Frame> frames;
  std::vector<Loop> loops;
  std::vector<std::uint64_t> before;  // registers one round of a long loop ago
  Mask limit() const { return loops.empty() ? alive : loops.back().iteration; }
};

struct SharedArray {
  std::vector<unsigned char> data, written;  // written: one for each element
  std::vector<Cell> cells;
};

struct BlockRun {
  std::int64_t index[3] = {0, 0, 0};
  std::uint32_t linear = 0;
  std::uint32_t phase = 0;            // barriers passed
  bool held = false;                  // at a barrier of the grid
  std::uint32_t published_phase = 0;  // all accesses before this phase were followed by fences of the grid
  std::vector<Group> groups;
  std::vector<std::uint32_t> ready;                              // groups that can go on, in no order
  std::vector<SharedArray> shared;                               // by ArrayId, empty for others
  std::vector<std::vector<unsigned char>> local, local_written;  // by ArrayId: [thread][element]
  std::vector<ThreadSync> threads;
  std::vector<std::uint32_t> warp_epoch;  // barriers of each warp
  KnowledgeP known;
};

struct GlobalArray {
  unsigned char* base = nullptr;
  std::vector<std::int64_t> extents;
  Region* region = nullptr;
  Cell* cells = nullptr;  // null when nothing writes the region
  std::size_t grain = 1;  // bytes a cell
};

// Who accesses, for messages and checks.
struct Who {
  BlockRun& block;
  Group& group;
  int lane;
  int thread() const { return group.first + lane; }
};

class Machine {
 public:
  Machine(const Code& code, Memory& memory, const Dims& dims, void* const* params, const Options& options);
  Outcome run();

 private:
  // machine.cpp
  void bind(void* const* params);
  void make_cells();
  void check_promises();
  void check_grid();
  void evaluate_prologue();
  void start_block(BlockRun& block, std::int64_t number);
  void fill_positions(const BlockRun& block, Group& group) const;
  void schedule_blocks();
  std::size_t blocks_at_once() const;
  void step_block(BlockRun& block);
  bool settle(BlockRun& block);
  void release_barrier(BlockRun& block);
  void release_grid();
  BlockRun& next_block_run();
  void resume(BlockRun& block, Group& group);
  void exchange(BlockRun& block, const Group& earliest, std::size_t begin, std::size_t end);
  void hand_over(BlockRun& block);
  void give_up();
  std::uint64_t random();

  // execute.cpp
  void slice(BlockRun& block, Group& group, int budget);
  void control(BlockRun& b, Group& g, const Ins& i);
  void watch_round(Group& g);
  void leave(Group& g, bool function);
  void move(Group& g, const Ins& i);
  void output(BlockRun& b, Group& g, const Ins& i);
  void shuffle(BlockRun& b, const std::vector<Group*>& groups, const Ins& i);
  void ballot(BlockRun& b, const std::vector<Group*>& groups, const Ins& i);
  void warp_barrier(BlockRun& b, const std::vector<Group*>& groups);
  void perform(BlockRun& b, const std::vector<Group*>& groups, const Ins& i);
  void divide(BlockRun& b, Group& g, const Ins& i);
  std::int64_t order_of(const Who& who) const;
  void fail(const Who& who, ir::SiteId site, std::int64_t v0, std::int64_t v1, std::int64_t v2);
  bool arrive(BlockRun& b, Group& g, const Ins& i);

  // arithmetic.cpp: values in all lanes
  void compute(Group& g, const Ins& i);

  // access.cpp
  struct Target {                   // what the lanes' accesses of one place have in common
    unsigned char* data = nullptr;  // of element 0, of lane 0
    unsigned char* written = nullptr;
    Cell* cells = nullptr;
    std::size_t size = 0;                  // of an element
    int written_step = 1, cell_count = 0;  // flags and cells of one element
    std::size_t lane_step = 0;             // elements from one lane's own array to the next one's
  };
  struct Spot {  // where one lane's access goes
    unsigned char* data = nullptr;
    unsigned char* written = nullptr;
    int written_step = 1;
    Cell* cells = nullptr;
    int cell_count = 0;
    std::int64_t linear = 0;
  };
  struct Accesses {  // of an instruction
    Target target;
    Mask lanes = 0;              // those that access an element
    std::int64_t linear[kWarp];  // which one; of other lanes anything
    Spot spot(int lane) const;
  };
  Accesses accesses(BlockRun& b, Group& g, const Place& p, bool writing);
  Target target(BlockRun& b, const Group& g, const Place& p);
  std::optional<std::int64_t> moved_inside(const Who& who, const Place& p, bool writing);
  void load(BlockRun& b, Group& g, const Ins& i);
  void store(BlockRun& b, Group& g, const Ins& i);
  void atomic(BlockRun& b, Group& g, const Ins& i);
  void out_of_range(const Who& who, const Place& p, const std::int64_t* index, bool writing);

  // check.cpp
  void touch(const Who& who, const Place& p, const Spot& s, Touch kind, bool same_value);
  void touch_cell(const Who& who, const Place& p, const Spot& s, Cell& cell, Touch kind, bool same_value);
  bool ordered(const Access& before, const Who& who) const;
  void fence(BlockRun& b, Group& g, ir::SyncScope scope);
  void synchronise(const Who& who, const Spot& s, bool fenced);

  // collect.cpp
  // A finding at a place seen for the first time is filled in by `fill`, later ones are counted.
  template <class F>
  void report(FindingKind kind, Span span, std::uint64_t key, const F& fill);
  void report_race(const Who& who, const Place& p, const Spot& s, Touch kind, const Access& before, Touch before_kind);
  void report_uninitialised(const Who& who, const Place& p, const Spot& s);
  std::string element_name(const Place& p, std::int64_t linear) const;
  std::string thread_name(std::uint32_t block, std::uint32_t thread) const;
  Span span_of(Span s) const { return s.valid() ? s : code_.fallback; }
  std::uint32_t place_number(const Place& p) const { return std::uint32_t(&p - code_.places.data()); }

  std::uint64_t* reg(Group& g, std::uint32_t r) const { return g.regs.data() + std::size_t(r) * std::size_t(width_); }

  const Code& code_;
  Memory& memory_;
  const Dims& dims_;
  const Options& options_;
  const int width_;
  int threads_ = 1;
  std::int64_t blocks_ = 1;
  std::uint16_t stamp_ = 0;
  std::uint64_t state_;               // of the random numbers
  std::vector<GlobalArray> globals_;  // by ArrayId
  std::vector<void*> outputs_;
  std::vector<std::int64_t> output_writer_;             // thread of the grid, -1 none
  std::vector<std::uint64_t> image_;                    // what each register holds at the start, one value a register
  std::unordered_map<const void*, KnowledgeP> clocks_;  // of elements that atomics touch, by address
  std::vector<std::unique_ptr<BlockRun>> running_;
  std::int64_t next_block_ = 0;
  std::size_t held_ = 0;         // blocks of running_ that are
  std::uint64_t idle_ = 0;       // memory operations since something changed
  std::uint64_t pointless_ = 0;  // atomics that changed nothing, since something changed
  bool repeats_ = false;         // the group at work goes round in a loop that changes nothing: it is others' turn
  bool stopped_ = false;
  Outcome outcome_;
  std::unordered_map<std::uint64_t, std::size_t> seen_;  // findings by place
};

// At most max_findings places are listed; what happens at others is dropped.
template <class F>
void Machine::report(FindingKind kind, Span span, std::uint64_t key, const F& fill) {
  constexpr std::size_t kUnlisted = ~std::size_t{0};
  auto [at, fresh] = seen_.try_emplace(key << 4 | std::uint64_t(kind), kUnlisted);
  if (!fresh) {
    if (at->second != kUnlisted) ++outcome_.findings[at->second].count;
    return;
  }
  if (outcome_.findings.size() >= options_.max_findings) return;
  at->second = outcome_.findings.size();
  Finding f{kind, span_of(span), {}, {}, {}, 1};
  fill(f);
  outcome_.findings.push_back(std::move(f));
}

}  // namespace qc::emulator
