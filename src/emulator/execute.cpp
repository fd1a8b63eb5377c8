#include "emulator/execute.h"

#include <algorithm>
#include <cstring>

#include "emulator/access.h"
#include "emulator/arithmetic.h"
#include "emulator/check.h"
#include "emulator/exchange.h"
#include "emulator/numeric.h"
#include "emulator/reports.h"
#include "support/diagnostic.h"

namespace qc::emulator {

using ir::BinaryOp;

namespace {
constexpr std::uint64_t kLong = 1u << 16;      // rounds of a loop from which on it is watched
constexpr std::uint64_t kWatch = 1u << 10;     // one round of so many is
constexpr std::uint64_t kRepeated = 1u << 20;  // what a round without an effect counts, in accesses without a change
}  // namespace

// A round of a long loop that leaves all registers as they were, while nothing in memory changes, is repeated for ever
// unless another group changes something. It counts as many accesses that wait for that.
static void watch_round(Launch& l, LockstepGroup& g) {
  const std::uint64_t rounds = g.loops.back().rounds;
  if (rounds % kWatch == 0)
    g.before = g.regs;
  else if (rounds % kWatch == 1 && g.before == g.regs) {
    l.progress.accessed(kRepeated);
    l.repeats = true;
  }
}

static void control(Launch& l, BlockRun& b, LockstepGroup& g, const Ins& i) {
  switch (i.op) {
    case Op::If: {
      const Mask yes = i.flag ? g.mask & ~g.holds(i.a) : g.holds(i.a);
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
      const Mask in = i.flag ? g.holds(i.a) : g.mask;
      g.frames.push_back({g.mask, 0});
      g.loops.push_back({in, in});
      g.mask = in;
      g.pc = in ? g.pc + 1 : i.target;
      return;
    }
    case Op::LoopTest: {
      Mask on = g.holds(i.a);
      // As compiled code does: an iteration that failed, or one after it, may have lost what ends its loop.
      if (l.findings.failed() && !l.code.waits)
        for_lanes(g.mask, [&](int k) {
          if (l.findings.failed_before(order_of(l, {b, g, k}))) on &= ~(Mask(1) << k);
        });
      g.loops.back() = {on, on, g.loops.back().rounds};
      g.mask = on;
      g.pc = on ? g.pc + 1 : i.target;
      return;
    }
    case Op::LoopNext:
      if (++g.loops.back().rounds > kLong) watch_round(l, g);
      g.mask = g.loops.back().iteration = g.loops.back().live;
      g.pc = g.mask ? i.target : g.pc + 1;
      return;
    case Op::LoopExit:
      g.loops.pop_back();
      g.mask = g.frames.back().outer & g.limit();
      g.frames.pop_back();
      break;
    case Op::ForCount: {  // dst: the last iteration's number, dst + 1: whether there is one
      std::uint64_t *last = g.reg(i.dst), *runs = g.reg(i.dst + 1);
      for_lanes(g.mask, [&](int k) {
        const auto lo = std::int64_t(g.reg(i.a)[k]), step = std::int64_t(g.reg(i.b)[k]),
                   hi = std::int64_t(g.reg(i.c)[k]);
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
        if (g.reg(i.dst)[k]++ < g.reg(i.a)[k]) live |= Mask(1) << k;
      });
      g.loops.back() = {live, live};
      g.mask = live;
      g.pc = live ? i.target : g.pc + 1;
      return;
    }
    case Op::Break:
      g.leave(false);
      break;
    case Op::Continue:
      g.loops.back().iteration &= ~g.mask;
      g.mask = 0;
      break;
    case Op::Return:
      g.leave(true);
      break;
    default:
      internal_error("emulator", "an unknown instruction");
  }
  ++g.pc;
}

// ---- values of active lanes ----
static void move(LockstepGroup& g, const Ins& i) {
  std::uint64_t *d = g.reg(i.dst), *a = g.reg(i.a);
  if (std::popcount(g.mask) == g.width)
    std::copy(a, a + g.width, d);
  else
    for_lanes(g.mask, [&](int k) { d[k] = a[k]; });
}

// Its slot belongs to one thread: two that assign different values give whatever comes last.
static void output(Launch& l, BlockRun& b, LockstepGroup& g, const Ins& i) {
  for_lanes(g.mask, [&](int k) {
    const std::uint64_t v = g.reg(i.a)[k];
    const std::int64_t self = std::int64_t(b.linear) * l.threads + g.first + k;
    std::uint64_t old = 0;
    std::memcpy(&old, l.outputs[i.target], 8);
    std::int64_t& writer = l.output_writer[i.target];
    if (writer >= 0 && writer != self && old != v) {
      const auto other = std::uint32_t(writer / l.threads), other_thread = std::uint32_t(writer % l.threads);
      l.findings.report(other == b.linear ? FindingKind::RaceInBlock : FindingKind::RaceBetweenBlocks,
                        l.code.spans[g.pc], std::uint64_t(g.pc) << 2 | 3, [&](Finding& f) {
                          f.message = "race on the output '" + l.code.function.vars[i.a].name +
                                      "': " + thread_name(l, b.linear, std::uint32_t(g.first + k)) +
                                      " assigns it and so does " + thread_name(l, other, other_thread);
                        });
    }
    writer = self;
    std::memcpy(l.outputs[i.target], &v, 8);
  });
}

static void divide(Launch& l, BlockRun& b, LockstepGroup& g, const Ins& i) {
  const auto op = BinaryOp(i.sub);
  for_lanes(g.mask, [&](int k) {
    const auto x = std::int64_t(g.reg(i.a)[k]), y = std::int64_t(g.reg(i.b)[k]);
    std::int64_t r = 0;
    if (y == 0) {
      if (i.target != ir::kNoSite) fail(l, {b, g, k}, i.target, x, 0, 0);
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
    g.reg(i.dst)[k] = std::uint64_t(r);
  });
}

// ---- turns ----
void run_values(Launch& l, BlockRun& block, LockstepGroup& g, const std::vector<Ins>& code) {
  while (code[g.pc].op != Op::End) {
    const Ins& i = code[g.pc];
    if (i.op <= Op::Cast)
      compute(g, i);
    else if (i.op == Op::Move)
      move(g, i);
    else if (i.op == Op::Divide)
      divide(l, block, g, i);
    else {
      control(l, block, g, i);
      continue;
    }
    ++g.pc;
  }
}

void slice(Launch& l, BlockRun& block, LockstepGroup& g, int budget) {
  l.repeats = false;
  while (budget > 0 && !l.stopped && !l.repeats) {
    const Ins& i = l.code.body[g.pc];
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
        std::uint64_t *d = g.reg(i.dst), *a = g.reg(i.a), *b = g.reg(i.b);
        for_lanes(g.mask, [&](int k) {
          d[k] = i.type == Elem::F32 ? bits_of(l.code.math.single(ir::MathFn(i.sub), as_f32(a[k]), as_f32(b[k])))
                                     : bits_of(l.code.math.wide(ir::MathFn(i.sub), as_f64(a[k]), as_f64(b[k])));
        });
        ++g.pc;
        break;
      }
      case Op::Divide:
        divide(l, block, g, i);
        ++g.pc;
        break;
      case Op::Load:
        load(l, block, g, i);
        ++g.pc;
        --budget;
        break;
      case Op::Store:
        store(l, block, g, i);
        ++g.pc;
        --budget;
        break;
      case Op::Atomic:
        atomic(l, block, g, i);
        ++g.pc;
        --budget;
        break;
      case Op::Fence:
        fence(block, g, ir::SyncScope(i.sub));
        ++g.pc;
        --budget;
        break;
      case Op::Output:
        output(l, block, g, i);
        ++g.pc;
        break;
      case Op::Fail:
        for_lanes(g.mask, [&](int k) {
          fail(l, {block, g, k}, i.target, std::int64_t(g.reg(i.a)[k]), std::int64_t(g.reg(i.b)[k]),
               std::int64_t(g.reg(i.c)[k]));
        });
        ++g.pc;
        break;
      case Op::Shuffle:
      case Op::Ballot:
      case Op::ActiveMask:
      case Op::Barrier:
        if (!arrive(l, block, g, i)) return;
        --budget;
        break;
      case Op::End:
        g.state = LockstepGroup::State::Done;
        return;
      default:
        control(l, block, g, i);
        break;
    }
  }
}

}  // namespace qc::emulator
