// Where threads meet: exchanges between the lanes of a warp, and barriers.
//
// A warp has 32 threads whatever the lockstep width. Groups of fewer wait at an exchange until every other group of the
// warp waits too; those that wait at the same instruction then take part together.
#include <algorithm>

#include "emulator/machine.h"
#include "support/diagnostic.h"

namespace qc::emulator {

// False: the group waits.
bool Machine::arrive(BlockRun& b, Group& g, const Ins& i) {
  if (g.mask == 0) {
    ++g.pc;
    return true;
  }
  if (i.op == Op::Barrier && ir::SyncScope(i.sub) != ir::SyncScope::Warp) {
    g.state = ir::SyncScope(i.sub) == ir::SyncScope::Block ? Group::State::AtBarrier : Group::State::AtGridBarrier;
    return false;
  }
  if (width_ < kWarp) {
    g.state = Group::State::AtExchange;
    return false;
  }
  perform(b, {&g}, i);
  ++g.pc;
  return true;
}

void Machine::perform(BlockRun& b, const std::vector<Group*>& groups, const Ins& i) {
  switch (i.op) {
    case Op::Shuffle:
      return shuffle(b, groups, i);
    case Op::Ballot:
    case Op::ActiveMask:
      return ballot(b, groups, i);
    case Op::Barrier:
      return warp_barrier(b, groups);
    default:
      internal_error("emulator", "an exchange that does not exist");
  }
}

void Machine::shuffle(BlockRun& b, const std::vector<Group*>& groups, const Ins& i) {
  std::uint64_t values[kWarp] = {};
  bool active[kWarp] = {};
  int there = 0;
  for (Group* g : groups)
    for_lanes(g->mask, [&](int k) {
      values[(g->first + k) % kWarp] = reg(*g, i.a)[k];
      active[(g->first + k) % kWarp] = true;
      ++there;
    });
  const int first = groups[0]->first / kWarp * kWarp, lanes = std::min(kWarp, threads_ - first);
  const std::uint32_t pc = groups[0]->pc;
  if (i.flag && there < lanes) {
    report(FindingKind::InactiveLane, code_.spans[pc], std::uint64_t(pc) << 2, [&](Finding& f) {
      f.message = "a shuffle of the whole warp that " + std::to_string(there) + " of " + std::to_string(lanes) +
                  " lanes reach, in the warp of " + thread_name(b.linear, std::uint32_t(first));
    });
  }
  for (Group* g : groups)
    for_lanes(g->mask, [&](int k) {
      const int lane = (g->first + k) % kWarp, argument = int(reg(*g, i.b)[k] & (kWarp - 1));
      int from = argument;
      if (ir::ShuffleKind(i.sub) == ir::ShuffleKind::Up) from = lane - argument;
      if (ir::ShuffleKind(i.sub) == ir::ShuffleKind::Down) from = lane + argument;
      if (ir::ShuffleKind(i.sub) == ir::ShuffleKind::Xor) from = lane ^ argument;
      if (from < 0 || from >= kWarp) from = lane;
      if (!active[from]) {
        report(FindingKind::InactiveLane, code_.spans[pc], std::uint64_t(pc) << 2 | 1, [&](Finding& f) {
          f.message = "a shuffle reads lane " + std::to_string(from) + ", which " +
                      (from < lanes ? "does not take part" : "is not in the block") + ": " +
                      thread_name(b.linear, std::uint32_t(g->first + k));
        });
        from = lane;
      }
      reg(*g, i.dst)[k] = values[from];
    });
}

void Machine::ballot(BlockRun&, const std::vector<Group*>& groups, const Ins& i) {
  std::uint64_t bits = 0;
  for (Group* g : groups)
    for_lanes(g->mask, [&](int k) {
      if (i.op == Op::ActiveMask || reg(*g, i.a)[k]) bits |= std::uint64_t(1) << (g->first + k) % kWarp;
    });
  for (Group* g : groups) for_lanes(g->mask, [&](int k) { reg(*g, i.dst)[k] = bits; });
}

void Machine::warp_barrier(BlockRun& b, const std::vector<Group*>& groups) {
  const std::uint32_t epoch = ++b.warp_epoch[std::size_t(groups[0]->first / kWarp)];
  KnowledgeP all;
  for (Group* g : groups)
    for_lanes(g->mask, [&](int k) {
      ThreadSync& t = b.threads[std::size_t(g->first + k)];
      t.epoch = epoch;
      learn(all, t.known);
    });
  if (!all) return;
  for (Group* g : groups) for_lanes(g->mask, [&](int k) { learn(b.threads[std::size_t(g->first + k)].known, all); });
}

// No group of the block can go on by itself: the exchanges of each warp happen, or the barrier opens. False: all have
// ended.
bool Machine::settle(BlockRun& b) {
  bool exchanged = false, waiting = false, held = false;
  for (std::size_t k = 0; k < b.groups.size();) {
    const int warp = b.groups[k].first / kWarp;
    Group* earliest = nullptr;
    std::size_t end = k;
    for (; end < b.groups.size() && b.groups[end].first / kWarp == warp; ++end) {
      Group& g = b.groups[end];
      waiting |= g.state == Group::State::AtBarrier;
      held |= g.state == Group::State::AtGridBarrier;
      if (g.state == Group::State::AtExchange && (!earliest || g.pc < earliest->pc)) earliest = &g;
    }
    if (earliest) {
      exchange(b, *earliest, k, end);
      exchanged = true;
    }
    k = end;
  }
  if (exchanged) return true;
  if (waiting)
    release_barrier(b);
  else if (held) {
    b.held = true;
    ++held_;
  }
  return waiting || held;
}

void Machine::exchange(BlockRun& b, const Group& earliest, std::size_t begin, std::size_t end) {
  const std::uint32_t pc = earliest.pc;
  std::vector<Group*> together;
  for (std::size_t k = begin; k < end; ++k)
    if (b.groups[k].state == Group::State::AtExchange && b.groups[k].pc == pc) together.push_back(&b.groups[k]);
  perform(b, together, code_.body[pc]);
  for (Group* g : together) resume(b, *g);
}

void Machine::release_barrier(BlockRun& b) {
  int here = 0, elsewhere = 0, ended = 0;
  std::uint32_t pc = kNone, other_pc = kNone;
  for (const Group& g : b.groups) {
    ended += std::popcount(g.existing & ~(g.state == Group::State::Done ? Mask(0) : g.alive));
    if (g.state != Group::State::AtBarrier) continue;
    if (pc == kNone) pc = g.pc;
    (g.pc == pc ? here : elsewhere) += std::popcount(g.mask);
    if (g.pc != pc) other_pc = g.pc;
  }
  if (here < threads_) {
    report(FindingKind::DivergentBarrier, code_.spans[pc], pc, [&](Finding& f) {
      f.message = std::to_string(here) + " of " + std::to_string(threads_) + " threads of block " +
                  std::to_string(b.linear) + " reach this barrier";
      if (ended) f.message += "; " + std::to_string(ended) + " have ended";
      if (elsewhere) {
        f.other_span = span_of(code_.spans[other_pc]);
        f.other = std::to_string(elsewhere) + " wait at this one";
      }
    });
  }
  if (code_.synchronises) hand_over(b);
  ++b.phase;
  idle_ = pointless_ = 0;
  for (Group& g : b.groups)
    if (g.state == Group::State::AtBarrier) resume(b, g);
}

// All blocks that have not ended wait at barriers of the grid. What was accessed before is as of another launch.
void Machine::release_grid() {
  std::int64_t here = 0, elsewhere = 0;
  std::uint32_t pc = kNone, other_pc = kNone;
  for (const auto& b : running_)
    for (const Group& g : b->groups) {
      if (g.state != Group::State::AtGridBarrier) continue;
      if (pc == kNone) pc = g.pc;
      (g.pc == pc ? here : elsewhere) += std::popcount(g.mask);
      if (g.pc != pc) other_pc = g.pc;
    }
  const std::int64_t all = blocks_ * threads_;
  if (here < all) {
    report(FindingKind::DivergentBarrier, code_.spans[pc], pc, [&](Finding& f) {
      f.message = std::to_string(here) + " of " + std::to_string(all) + " threads of the grid reach this barrier";
      if (here + elsewhere < all) f.message += "; " + std::to_string(all - here - elsewhere) + " have ended";
      if (elsewhere) {
        f.other_span = span_of(code_.spans[other_pc]);
        f.other = std::to_string(elsewhere) + " wait at this one";
      }
    });
  }
  make_cells();
  std::fill(output_writer_.begin(), output_writer_.end(), -1);
  held_ = 0;
  idle_ = pointless_ = 0;
  for (const auto& b : running_) {
    b->held = false;
    ++b->phase;
    for (Group& g : b->groups)
      if (g.state == Group::State::AtGridBarrier) resume(*b, g);
  }
}

void Machine::resume(BlockRun& b, Group& g) {
  g.state = Group::State::Ready;
  ++g.pc;
  b.ready.push_back(std::uint32_t(&g - b.groups.data()));
}

}  // namespace qc::emulator
