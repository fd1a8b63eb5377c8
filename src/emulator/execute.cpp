// Instructions of one lockstep group: control flow under masks, divisions, exchanges between lanes.
#include <algorithm>

#include "emulator/machine.h"
#include "emulator/numeric.h"
#include "support/diagnostic.h"

namespace qc::emulator {

using ir::BinaryOp;

namespace {
constexpr std::uint64_t kLong = 1u << 16;      // rounds of a loop from which on it is watched
constexpr std::uint64_t kWatch = 1u << 10;     // one round of so many is
constexpr std::uint64_t kRepeated = 1u << 20;  // what a round without an effect counts, in accesses without a change
}  // namespace

// Runs until `budget` accesses of memory that threads share are done, or the group has to wait, or it ends.
void Machine::slice(BlockRun& block, Group& g, int budget) {
  repeats_ = false;
  while (budget > 0 && !stopped_ && !repeats_) {
    const Ins& i = code_.body[g.pc];
    switch (i.op) {
      case Op::Unary:
      case Op::Binary:
      case Op::Compare:
      case Op::Fma:
      case Op::Pick:
      case Op::Cast:
        compute(g, i);
        ++g.pc;
        break;
      case Op::Move:
        move(g, i);
        ++g.pc;
        break;
      case Op::Math: {
        std::uint64_t *d = reg(g, i.dst), *a = reg(g, i.a), *b = reg(g, i.b);
        for_lanes(g.mask, [&](int k) {
          d[k] = i.type == Elem::F32 ? bits_of(code_.math.single(ir::MathFn(i.sub), as_f32(a[k]), as_f32(b[k])))
                                     : bits_of(code_.math.wide(ir::MathFn(i.sub), as_f64(a[k]), as_f64(b[k])));
        });
        ++g.pc;
        break;
      }
      case Op::Divide:
        divide(block, g, i);
        ++g.pc;
        break;
      case Op::Load:
        load(block, g, i);
        ++g.pc;
        --budget;
        break;
      case Op::Store:
        store(block, g, i);
        ++g.pc;
        --budget;
        break;
      case Op::Atomic:
        atomic(block, g, i);
        ++g.pc;
        --budget;
        break;
      case Op::Fence:
        fence(block, g, ir::SyncScope(i.sub));
        ++g.pc;
        --budget;
        break;
      case Op::Output:
        output(block, g, i);
        ++g.pc;
        break;
      case Op::Fail:
        for_lanes(g.mask, [&](int k) {
          fail({block, g, k}, i.target, std::int64_t(reg(g, i.a)[k]), std::int64_t(reg(g, i.b)[k]),
               std::int64_t(reg(g, i.c)[k]));
        });
        ++g.pc;
        break;
      case Op::Shuffle:
      case Op::Ballot:
      case Op::ActiveMask:
      case Op::Barrier:
        if (!arrive(block, g, i)) return;
        --budget;
        break;
      case Op::End:
        g.state = Group::State::Done;
        return;
      default:
        control(block, g, i);
        break;
    }
  }
}

// ---- control ----
void Machine::leave(Group& g, bool function) {
  if (function) g.alive &= ~g.mask;
  for (std::size_t k = function ? 0 : g.loops.size() - 1; k < g.loops.size(); ++k) {
    g.loops[k].live &= ~g.mask;
    g.loops[k].iteration &= ~g.mask;
  }
  g.mask = 0;
}

// A round of a long loop that leaves all registers as they were, while nothing in memory changes, is repeated for ever
// unless another group changes something. It counts as many accesses that wait for that.
void Machine::watch_round(Group& g) {
  const std::uint64_t rounds = g.loops.back().rounds;
  if (rounds % kWatch == 0)
    g.before = g.regs;
  else if (rounds % kWatch == 1 && g.before == g.regs) {
    idle_ += kRepeated;
    repeats_ = true;
  }
}

void Machine::control(BlockRun& b, Group& g, const Ins& i) {
  auto holds = [&](std::uint32_t r) {
    Mask m = 0;
    for_lanes(g.mask, [&](int k) { m |= Mask(reg(g, r)[k] != 0) << k; });
    return m;
  };
  switch (i.op) {
    case Op::If: {
      const Mask yes = i.flag ? g.mask & ~holds(i.a) : holds(i.a);
      g.frames.push_back({g.mask, g.mask & ~yes});
      g.mask = yes;
      g.pc = yes ? g.pc + 1 : i.target;
      return;
    }
    case Op::Else:
      g.mask = g.frames.back().other & g.limit();
      g.pc = g.mask ? g.pc + 1 : i.target;
      return;
    case Op::EndIf:
      g.mask = g.frames.back().outer & g.limit();
      g.frames.pop_back();
      break;
    case Op::LoopEnter: {
      const Mask in = i.flag ? holds(i.a) : g.mask;
      g.frames.push_back({g.mask, 0});
      g.loops.push_back({in, in});
      g.mask = in;
      g.pc = in ? g.pc + 1 : i.target;
      return;
    }
    case Op::LoopTest: {
      Mask on = holds(i.a);
      // As compiled code does: an iteration that failed, or one after it, may have lost what ends its loop.
      if (outcome_.failure && !code_.waits)
        for_lanes(g.mask, [&](int k) {
          if (order_of({b, g, k}) >= outcome_.failure->order) on &= ~(Mask(1) << k);
        });
      g.loops.back() = {on, on, g.loops.back().rounds};
      g.mask = on;
      g.pc = on ? g.pc + 1 : i.target;
      return;
    }
    case Op::LoopNext:
      if (++g.loops.back().rounds > kLong) watch_round(g);
      g.mask = g.loops.back().iteration = g.loops.back().live;
      g.pc = g.mask ? i.target : g.pc + 1;
      return;
    case Op::LoopExit:
      g.loops.pop_back();
      g.mask = g.frames.back().outer & g.limit();
      g.frames.pop_back();
      break;
    case Op::ForCount: {  // dst: the last iteration's number, dst + 1: whether there is one
      std::uint64_t *last = reg(g, i.dst), *runs = reg(g, i.dst + 1);
      for_lanes(g.mask, [&](int k) {
        const auto lo = std::int64_t(reg(g, i.a)[k]), step = std::int64_t(reg(g, i.b)[k]),
                   hi = std::int64_t(reg(g, i.c)[k]);
        runs[k] = step != 0 && (step > 0 ? lo <= hi : lo >= hi);
        const auto span = step > 0 ? std::uint64_t(hi) - std::uint64_t(lo) : std::uint64_t(lo) - std::uint64_t(hi);
        const auto size = step > 0 ? std::uint64_t(step) : 0 - std::uint64_t(step);
        last[k] = size ? span / size : 0;
      });
      break;
    }
    case Op::ForNext: {
      Mask live = 0;
      for_lanes(g.loops.back().live, [&](int k) {
        if (reg(g, i.dst)[k]++ < reg(g, i.a)[k]) live |= Mask(1) << k;
      });
      g.loops.back() = {live, live};
      g.mask = live;
      g.pc = live ? i.target : g.pc + 1;
      return;
    }
    case Op::Break:
      leave(g, false);
      break;
    case Op::Continue:
      g.loops.back().iteration &= ~g.mask;
      g.mask = 0;
      break;
    case Op::Return:
      leave(g, true);
      break;
    default:
      internal_error("emulator", "an unknown instruction");
  }
  ++g.pc;
}

// ---- values of active lanes ----
void Machine::move(Group& g, const Ins& i) {
  std::uint64_t *d = reg(g, i.dst), *a = reg(g, i.a);
  if (std::popcount(g.mask) == width_)
    std::copy(a, a + width_, d);
  else
    for_lanes(g.mask, [&](int k) { d[k] = a[k]; });
}

// Its slot belongs to one thread: two that assign different values give whatever comes last.
void Machine::output(BlockRun& b, Group& g, const Ins& i) {
  for_lanes(g.mask, [&](int k) {
    const std::uint64_t v = reg(g, i.a)[k];
    const std::int64_t self = std::int64_t(b.linear) * threads_ + g.first + k;
    std::uint64_t old = 0;
    std::memcpy(&old, outputs_[i.target], 8);
    std::int64_t& writer = output_writer_[i.target];
    if (writer >= 0 && writer != self && old != v) {
      const auto other = std::uint32_t(writer / threads_), other_thread = std::uint32_t(writer % threads_);
      report(other == b.linear ? FindingKind::RaceInBlock : FindingKind::RaceBetweenBlocks, code_.spans[g.pc],
             std::uint64_t(g.pc) << 2 | 3, [&](Finding& f) {
               f.message = "race on the output '" + code_.function.vars[i.a].name +
                           "': " + thread_name(b.linear, std::uint32_t(g.first + k)) + " assigns it and so does " +
                           thread_name(other, other_thread);
             });
    }
    writer = self;
    std::memcpy(outputs_[i.target], &v, 8);
  });
}

void Machine::divide(BlockRun& b, Group& g, const Ins& i) {
  const auto op = BinaryOp(i.sub);
  for_lanes(g.mask, [&](int k) {
    const auto x = std::int64_t(reg(g, i.a)[k]), y = std::int64_t(reg(g, i.b)[k]);
    std::int64_t r = 0;
    if (y == 0) {
      if (i.target != ir::kNoSite) fail({b, g, k}, i.target, x, 0, 0);
    } else if (y == -1) {
      if (op == BinaryOp::DivTrunc || op == BinaryOp::DivFloor) r = std::int64_t(0 - std::uint64_t(x));
    } else if (op == BinaryOp::DivTrunc) {
      r = x / y;
    } else if (op == BinaryOp::DivFloor) {
      r = x / y - (x % y != 0 && (x < 0) != (y < 0));
    } else {
      r = x % y;
      if (op == BinaryOp::Periodize && r < 0)
        r = std::int64_t(std::uint64_t(r) + (y < 0 ? 0 - std::uint64_t(y) : std::uint64_t(y)));
    }
    reg(g, i.dst)[k] = std::uint64_t(r);
  });
}

std::int64_t Machine::order_of(const Who& who) const {
  if (code_.order != kNone) return std::int64_t(reg(who.group, code_.order)[who.lane]);
  return std::int64_t(who.block.linear) * threads_ + who.thread();
}

void Machine::fail(const Who& who, ir::SiteId site, std::int64_t v0, std::int64_t v1, std::int64_t v2) {
  const std::int64_t order = order_of(who);
  if (outcome_.failure && order >= outcome_.failure->order) return;
  outcome_.failure = Failure{order, site, {v0, v1, v2}};
}

}  // namespace qc::emulator
