#include "emulator/exchange.h"

#include <algorithm>

#include "emulator/bind.h"
#include "emulator/check.h"
#include "emulator/reports.h"
#include "support/diagnostic.h"

namespace qc::emulator {

static void shuffle(Launch& l, BlockRun& b, const std::vector<LockstepGroup*>& groups, const Ins& i) {
  std::uint64_t values[kWarp] = {};
  bool active[kWarp] = {};
  int there = 0;
  for (LockstepGroup* g : groups)
    for_lanes(g->mask, [&](int k) {
      values[(g->first + k) % kWarp] = g->reg(i.a)[k];
      active[(g->first + k) % kWarp] = true;
      ++there;
    });
  const int first = groups[0]->first / kWarp * kWarp, lanes = std::min(kWarp, l.threads - first);
  const std::uint32_t pc = groups[0]->pc;
  if (i.flag && there < lanes) {
    l.findings.report(FindingKind::InactiveLane, l.code.spans[pc], std::uint64_t(pc) << 2, [&](Finding& f) {
      f.message = "a shuffle of the whole warp that " + std::to_string(there) + " of " + std::to_string(lanes) +
                  " lanes reach, in the warp of " + thread_name(l, b.linear, std::uint32_t(first));
    });
  }
  for (LockstepGroup* g : groups)
    for_lanes(g->mask, [&](int k) {
      const int lane = (g->first + k) % kWarp, argument = int(g->reg(i.b)[k] & (kWarp - 1));
      int from = argument;
      if (ir::ShuffleKind(i.sub) == ir::ShuffleKind::Up) from = lane - argument;
      if (ir::ShuffleKind(i.sub) == ir::ShuffleKind::Down) from = lane + argument;
      if (ir::ShuffleKind(i.sub) == ir::ShuffleKind::Xor) from = lane ^ argument;
      if (from < 0 || from >= kWarp) from = lane;
      if (!active[from]) {
        l.findings.report(FindingKind::InactiveLane, l.code.spans[pc], std::uint64_t(pc) << 2 | 1, [&](Finding& f) {
          f.message = "a shuffle reads lane " + std::to_string(from) + ", which " +
                      (from < lanes ? "does not take part" : "is not in the block") + ": " +
                      thread_name(l, b.linear, std::uint32_t(g->first + k));
        });
        from = lane;
      }
      g->reg(i.dst)[k] = values[from];
    });
}

static void ballot(const std::vector<LockstepGroup*>& groups, const Ins& i) {
  std::uint64_t bits = 0;
  for (LockstepGroup* g : groups)
    for_lanes(g->mask, [&](int k) {
      if (i.op == Op::ActiveMask || g->reg(i.a)[k]) bits |= std::uint64_t(1) << (g->first + k) % kWarp;
    });
  for (LockstepGroup* g : groups) for_lanes(g->mask, [&](int k) { g->reg(i.dst)[k] = bits; });
}

static void warp_barrier(BlockRun& b, const std::vector<LockstepGroup*>& groups) {
  const std::uint32_t epoch = ++b.warp_epoch[std::size_t(groups[0]->first / kWarp)];
  KnowledgeP all;
  for (LockstepGroup* g : groups)
    for_lanes(g->mask, [&](int k) {
      ThreadSync& t = b.threads[std::size_t(g->first + k)];
      t.epoch = epoch;
      learn(all, t.known);
    });
  if (!all) return;
  for (LockstepGroup* g : groups)
    for_lanes(g->mask, [&](int k) { learn(b.threads[std::size_t(g->first + k)].known, all); });
}

static void perform(Launch& l, BlockRun& b, const std::vector<LockstepGroup*>& groups, const Ins& i) {
  switch (i.op) {
    case Op::Shuffle:
      return shuffle(l, b, groups, i);
    case Op::Ballot:
    case Op::ActiveMask:
      return ballot(groups, i);
    case Op::Barrier:
      return warp_barrier(b, groups);
    default:
      internal_error("emulator", "an exchange that does not exist");
  }
}

bool arrive(Launch& l, BlockRun& b, LockstepGroup& g, const Ins& i) {
  if (g.mask == 0) {
    ++g.pc;
    return true;
  }
  if (i.op == Op::Barrier && ir::SyncScope(i.sub) != ir::SyncScope::Warp) {
    g.state = ir::SyncScope(i.sub) == ir::SyncScope::Block ? LockstepGroup::State::AtBarrier
                                                           : LockstepGroup::State::AtGridBarrier;
    return false;
  }
  if (l.width < kWarp) {
    g.state = LockstepGroup::State::AtExchange;
    return false;
  }
  perform(l, b, {&g}, i);
  ++g.pc;
  return true;
}

static void exchange(Launch& l, BlockRun& b, const LockstepGroup& earliest, std::size_t begin, std::size_t end) {
  const std::uint32_t pc = earliest.pc;
  std::vector<LockstepGroup*> together;
  for (std::size_t k = begin; k < end; ++k)
    if (b.groups[k].state == LockstepGroup::State::AtExchange && b.groups[k].pc == pc) together.push_back(&b.groups[k]);
  perform(l, b, together, l.code.body[pc]);
  for (LockstepGroup* g : together) b.resume(*g);
}

static void release_barrier(Launch& l, BlockRun& b) {
  int here = 0, elsewhere = 0, ended = 0;
  std::uint32_t pc = kNone, other_pc = kNone;
  for (const LockstepGroup& g : b.groups) {
    ended += std::popcount(g.existing & ~(g.state == LockstepGroup::State::Done ? Mask(0) : g.alive));
    if (g.state != LockstepGroup::State::AtBarrier) continue;
    if (pc == kNone) pc = g.pc;
    (g.pc == pc ? here : elsewhere) += std::popcount(g.mask);
    if (g.pc != pc) other_pc = g.pc;
  }
  if (here < l.threads) {
    l.findings.report(FindingKind::DivergentBarrier, l.code.spans[pc], pc, [&](Finding& f) {
      f.message = std::to_string(here) + " of " + std::to_string(l.threads) + " threads of block " +
                  std::to_string(b.linear) + " reach this barrier";
      if (ended) f.message += "; " + std::to_string(ended) + " have ended";
      if (elsewhere) {
        f.other_span = l.findings.span_of(l.code.spans[other_pc]);
        f.other = std::to_string(elsewhere) + " wait at this one";
      }
    });
  }
  if (l.code.synchronises) hand_over(b);
  ++b.phase;
  l.progress.changed();
  for (LockstepGroup& g : b.groups)
    if (g.state == LockstepGroup::State::AtBarrier) b.resume(g);
}

bool settle(Launch& l, BlockRun& b) {
  bool exchanged = false, waiting = false, held = false;
  for (std::size_t k = 0; k < b.groups.size();) {
    const int warp = b.groups[k].first / kWarp;
    LockstepGroup* earliest = nullptr;
    std::size_t end = k;
    for (; end < b.groups.size() && b.groups[end].first / kWarp == warp; ++end) {
      LockstepGroup& g = b.groups[end];
      waiting |= g.state == LockstepGroup::State::AtBarrier;
      held |= g.state == LockstepGroup::State::AtGridBarrier;
      if (g.state == LockstepGroup::State::AtExchange && (!earliest || g.pc < earliest->pc)) earliest = &g;
    }
    if (earliest) {
      exchange(l, b, *earliest, k, end);
      exchanged = true;
    }
    k = end;
  }
  if (exchanged) return true;
  if (waiting)
    release_barrier(l, b);
  else if (held) {
    b.held = true;
    ++l.held;
  }
  return waiting || held;
}

// All blocks that have not ended wait at barriers of the grid. What was accessed before is as of another launch.
void release_grid(Launch& l) {
  std::int64_t here = 0, elsewhere = 0;
  std::uint32_t pc = kNone, other_pc = kNone;
  for (const auto& b : l.running)
    for (const LockstepGroup& g : b->groups) {
      if (g.state != LockstepGroup::State::AtGridBarrier) continue;
      if (pc == kNone) pc = g.pc;
      (g.pc == pc ? here : elsewhere) += std::popcount(g.mask);
      if (g.pc != pc) other_pc = g.pc;
    }
  const std::int64_t all = l.blocks * l.threads;
  if (here < all) {
    l.findings.report(FindingKind::DivergentBarrier, l.code.spans[pc], pc, [&](Finding& f) {
      f.message = std::to_string(here) + " of " + std::to_string(all) + " threads of the grid reach this barrier";
      if (here + elsewhere < all) f.message += "; " + std::to_string(all - here - elsewhere) + " have ended";
      if (elsewhere) {
        f.other_span = l.findings.span_of(l.code.spans[other_pc]);
        f.other = std::to_string(elsewhere) + " wait at this one";
      }
    });
  }
  make_cells(l);
  std::fill(l.output_writer.begin(), l.output_writer.end(), -1);
  l.held = 0;
  l.progress.changed();
  for (const auto& b : l.running) {
    b->held = false;
    ++b->phase;
    for (LockstepGroup& g : b->groups)
      if (g.state == LockstepGroup::State::AtGridBarrier) b->resume(g);
  }
}

}  // namespace qc::emulator
