// The blocks of a launch and their turns.
#include <algorithm>
#include <atomic>

#include "emulator/bind.h"
#include "emulator/exchange.h"
#include "emulator/execute.h"
#include "emulator/launch.h"
#include "support/of_thread.h"
#include "support/stop.h"

namespace qc::emulator {

namespace {

constexpr std::size_t kBlockBytes = 64u << 20;            // of registers of all blocks under way
constexpr std::size_t kGridBytes = std::size_t(1) << 30;  // of registers of a whole grid that meets

void fill_positions(const Launch& l, const BlockRun& block, LockstepGroup& g) {
  for (const Position& p : l.code.positions) {
    std::uint64_t* r = g.reg(p.reg);
    for (int k = 0; k < l.width; ++k) {
      const int t = g.first + k;
      if (p.kind == ir::BuiltinKind::BlockIdx) r[k] = std::uint64_t(block.index[p.axis]);
      if (p.kind != ir::BuiltinKind::ThreadIdx) continue;
      const int row = t / l.dims.block[0];
      r[k] = std::uint64_t(p.axis == 0   ? t % l.dims.block[0]
                           : p.axis == 1 ? row % l.dims.block[1]
                                         : row / l.dims.block[1]);
    }
  }
}

std::size_t held_bytes(const BlockRun& b) {
  std::size_t bytes = b.threads.capacity() * sizeof(ThreadSync);
  for (const LockstepGroup& g : b.groups) bytes += (g.regs.capacity() + g.before.capacity()) * sizeof(g.regs[0]);
  for (const auto& memory : {&b.local, &b.local_written})
    for (const auto& a : *memory) bytes += a.capacity();
  return bytes;
}

// The memory of blocks that ended, for later launches of this thread: asking the system for the registers of a block
// takes longer than running a small one.
class EndedBlocks {
 public:
  std::unique_ptr<BlockRun> take() {
    if (ended_.empty()) return std::make_unique<BlockRun>();
    std::unique_ptr<BlockRun> b = std::move(ended_.back());
    ended_.pop_back();
    bytes_ -= held_bytes(*b);
    return b;
  }
  void give(std::unique_ptr<BlockRun> b) {
    b->shared.clear();  // accesses of this launch are none of the next one
    const std::size_t bytes = held_bytes(*b);
    if (bytes_ + bytes > kBlockBytes) return;
    bytes_ += bytes;
    ended_.push_back(std::move(b));
  }

 private:
  std::vector<std::unique_ptr<BlockRun>> ended_;
  std::size_t bytes_ = 0;
};

void start_block(Launch& l, BlockRun& b, std::int64_t number) {
  const auto& arrays = l.code.function.arrays;
  b.linear = std::uint32_t(number);
  b.index[0] = number % l.dims.grid[0];
  b.index[1] = number / l.dims.grid[0] % l.dims.grid[1];
  b.index[2] = number / l.dims.grid[0] / l.dims.grid[1];
  b.phase = b.published_phase = 0;
  b.held = false;
  b.known = nullptr;
  b.threads.assign(std::size_t(l.threads), {});
  b.warp_epoch.assign(std::size_t((l.threads + kWarp - 1) / kWarp), 0);
  b.shared.resize(arrays.size());
  b.local.resize(arrays.size());
  b.local_written.resize(arrays.size());
  for (ir::ArrayId a = 0; a < arrays.size(); ++a) {
    if (arrays[a].space == ir::Space::Global) continue;
    const std::size_t count = std::size_t(l.image[l.code.extent_regs[a].back()]),
                      bytes = count * std::size_t(byte_size(arrays[a].elem));
    if (arrays[a].space == ir::Space::Local) {
      b.local[a].assign(bytes * std::size_t(l.threads), 0xCB);
      b.local_written[a].assign(count * std::size_t(l.threads), 0);
    } else {
      b.shared[a].data.assign(bytes, 0xCB);
      b.shared[a].written.assign(count, 0);
      b.shared[a].cells.resize(count);
    }
  }
  b.groups.resize(std::size_t((l.threads + l.width - 1) / l.width));
  b.ready.clear();
  for (std::size_t k = 0; k < b.groups.size(); ++k) {
    LockstepGroup& g = b.groups[k];
    b.ready.push_back(std::uint32_t(k));
    const int first = int(k) * l.width;
    g.begin(first, std::min(l.width, l.threads - first), l.width, l.code.registers);
    for (std::uint32_t r = 0; r < l.code.lasting; ++r) std::fill_n(g.reg(r), l.width, l.image[r]);
    fill_positions(l, b, g);
  }
}

std::size_t blocks_at_once(const Launch& l) {
  const std::size_t bytes = std::size_t(l.threads) * (l.code.registers * 8 + sizeof(ThreadSync));
  if (l.code.meets_grid) return std::size_t(l.blocks);
  return std::clamp<std::size_t>(kBlockBytes / std::max<std::size_t>(bytes, 1), 2, 6);
}

// One group of the block moves on, whichever the schedule says.
void step_block(Launch& l, BlockRun& b) {
  const std::size_t at = b.ready.size() > 1 ? std::size_t(l.random.next() % b.ready.size()) : 0;
  LockstepGroup& g = b.groups[b.ready[at]];
  slice(l, b, g, 1 + int(l.random.next() & 15));
  if (g.state == LockstepGroup::State::Ready) return;
  b.ready[at] = b.ready.back();
  b.ready.pop_back();
}

void give_up(Launch& l) {
  l.findings.report(FindingKind::Deadlock, {}, 0, [&](Finding& f) {
    f.message = "the blocks wait for each other: nothing changed for millions of accesses";
  });
  l.stopped = true;
}

// The one that moves on now, whichever the schedule says. Not all are held.
BlockRun& next_block_run(Launch& l) {
  std::size_t at = l.running.size() > 1 ? std::size_t(l.random.next() % l.running.size()) : 0;
  while (l.running[at]->held) at = (at + 1) % l.running.size();
  return *l.running[at];
}

void schedule_blocks(Launch& l) {
  auto admit = [&] {
    if (l.next_block == l.blocks) return false;
    l.running.push_back(of_thread<EndedBlocks>().take());
    start_block(l, *l.running.back(), l.next_block++);
    return true;
  };
  for (std::size_t k = blocks_at_once(l); k > 0 && admit(); --k) {
  }
  const std::atomic<bool>* stop = stop_flag();
  while (!l.running.empty() && !l.stopped) {
    if (is_stopped(stop)) throw_stopped();
    if (l.held == l.running.size()) release_grid(l);
    BlockRun& b = next_block_run(l);
    if (!b.ready.empty())
      step_block(l, b);
    else if (!settle(l, b)) {
      l.progress.changed();
      if (l.next_block < l.blocks) {
        start_block(l, b, l.next_block++);
      } else {
        const auto at = std::find_if(l.running.begin(), l.running.end(), [&](const auto& r) { return r.get() == &b; });
        of_thread<EndedBlocks>().give(std::move(*at));
        l.running.erase(at);
      }
    }
    if (l.progress.one_more_block() && l.next_block < l.blocks && l.running.size() < 64) {
      admit();
      l.progress.block_came();
    }
    if (l.progress.is_deadlock()) give_up(l);
  }
}

// As on a GPU: a grid that meets must be under way as a whole.
void check_grid(Launch& l) {
  const double bytes = double(l.blocks) * l.threads * (l.code.registers * 8 + sizeof(ThreadSync));
  if (!l.code.meets_grid || bytes <= double(kGridBytes)) return;
  l.findings.report(FindingKind::Deadlock, {}, 1, [&](Finding& f) {
    f.message = "the " + std::to_string(l.blocks) + " blocks of a grid with barriers of its own cannot all run at once";
  });
  l.stopped = true;
}

}  // namespace

// ---- the public face ----
Program::Program() = default;
Program::~Program() = default;

std::variant<std::shared_ptr<const Program>, std::string> Program::make(const ir::Function& kernel, Span fallback,
                                                                        const MathTable& math) {
  try {
    std::shared_ptr<Program> p(new Program);
    p->code_ = std::make_unique<const Code>(compile(kernel, fallback, math));
    return std::shared_ptr<const Program>(std::move(p));
  } catch (const std::string& why) {
    return why;
  }
}

Outcome Program::launch(Memory& memory, const Dims& dims, void* const* params, const Options& options) const {
  Launch l(*code_, memory, dims, options);
  bind(l, params);
  check_promises(l);
  check_grid(l);
  if (!l.stopped) {
    make_cells(l);
    schedule_blocks(l);
  }
  return l.findings.take();
}

}  // namespace qc::emulator
