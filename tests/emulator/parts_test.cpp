// The parts of a launch under way, each alone.
#include <doctest/doctest.h>

#include "emulator/arithmetic.h"
#include "emulator/block_run.h"
#include "emulator/findings.h"
#include "emulator/lockstep_group.h"
#include "emulator/schedule.h"

using namespace qc;
using namespace qc::emulator;

namespace {

LockstepGroup group(int lanes, int width = kWarp) {
  LockstepGroup g;
  g.begin(0, lanes, width, 3);
  return g;
}

void fill(LockstepGroup& g, std::uint32_t r, std::vector<std::uint64_t> values) {
  for (std::size_t k = 0; k < values.size(); ++k) g.reg(r)[k] = values[k];
}

}  // namespace

TEST_CASE("a group begins with the lanes that there are threads for") {
  CHECK(group(32).mask == ~Mask(0));
  CHECK(group(5).mask == 0b11111);
  const LockstepGroup g = group(3, 4);
  CHECK(g.alive == g.mask);
  CHECK(g.limit() == 0b111);
  CHECK(g.regs.size() == 3 * 4);
}

TEST_CASE("a register holds a value for each lane, of which the active ones are asked") {
  LockstepGroup g = group(4, 4);
  fill(g, 1, {1, 0, 7, 0});
  fill(g, 2, {0, 0, 0, 1});
  CHECK(g.holds(1) == 0b0101);
  CHECK(g.holds(2) == 0b1000);
  g.mask = 0b0011;
  CHECK(g.holds(1) == 0b0001);
  CHECK(g.holds(2) == 0);
}

TEST_CASE("lanes leave the innermost loop, or all of them with the kernel") {
  LockstepGroup g = group(4, 4);
  g.loops = {{0b1111, 0b1111}, {0b0111, 0b0111}};
  g.mask = 0b0001;
  g.leave(false);
  CHECK(g.mask == 0);
  CHECK(g.limit() == 0b0110);
  CHECK(g.loops[0].live == 0b1111);
  g.mask = 0b0010;
  g.leave(true);
  CHECK(g.limit() == 0b0100);
  CHECK(g.loops[0].live == 0b1101);
  CHECK(g.alive == 0b1101);
}

TEST_CASE("values are computed in all lanes, whatever the width") {
  for (int width : {1, 4, 32}) {
    LockstepGroup g = group(width, width);
    std::vector<std::uint64_t> x(std::size_t(width), 5), y(std::size_t(width), std::uint64_t(-7));
    fill(g, 0, x);
    fill(g, 1, y);
    g.mask = 0;
    Ins i{Op::Binary};
    i.sub = std::uint8_t(ir::BinaryOp::Add);
    i.a = 0, i.b = 1, i.dst = 2;
    compute(g, i);
    CHECK(std::int64_t(g.reg(2)[width - 1]) == -2);
  }
}

TEST_CASE("a group that waited goes on behind the instruction where it did") {
  BlockRun b;
  b.groups = {group(4), group(4)};
  b.groups[1].state = LockstepGroup::State::AtBarrier;
  b.groups[1].pc = 6;
  b.resume(b.groups[1]);
  CHECK(b.groups[1].state == LockstepGroup::State::Ready);
  CHECK(b.groups[1].pc == 7);
  CHECK(b.ready == std::vector<std::uint32_t>{1});
}

TEST_CASE("a place is listed once and counted, up to so many places") {
  const Span at{0, 3, 4}, kernel{0, 0, 1};
  Findings f(kernel, 2);
  const auto report = [&](FindingKind kind, Span span, std::uint64_t key) {
    f.report(kind, span, key, [](Finding& x) { x.message = "seen"; });
  };
  report(FindingKind::OutOfRange, at, 1);
  report(FindingKind::OutOfRange, at, 1);
  report(FindingKind::Uninitialised, {}, 1);  // another kind at the same place
  report(FindingKind::OutOfRange, at, 2);     // one too many
  report(FindingKind::OutOfRange, at, 2);
  report(FindingKind::OutOfRange, at, 1);
  const Outcome all = f.take();
  REQUIRE(all.findings.size() == 2);
  CHECK(all.findings[0].count == 3);
  CHECK(all.findings[0].span.begin == at.begin);
  CHECK(all.findings[1].count == 1);
  CHECK(all.findings[1].span.begin == kernel.begin);
}

TEST_CASE("the failure of the lowest order counts, the first one of equals") {
  Findings f({}, 1);
  CHECK_FALSE(f.failed_before(100));
  f.fail({7, 1, {}});
  f.fail({9, 2, {}});
  f.fail({7, 3, {}});
  CHECK(f.failed_before(7));
  CHECK_FALSE(f.failed_before(6));
  f.fail({4, 4, {}});
  const Outcome all = f.take();
  REQUIRE(all.failure);
  CHECK(all.failure->order == 4);
  CHECK(all.failure->site == 4);
}

TEST_CASE("the same seed gives the same order") {
  RandomOrder a(5), b(5), c(6);
  bool differs = false;
  for (int k = 0; k < 10; ++k) {
    const auto n = a.next();
    CHECK(n == b.next());
    differs |= n != c.next();
  }
  CHECK(differs);
}

TEST_CASE("nothing changes: one more block comes, then it is a deadlock") {
  Progress p;
  p.accessed(1u << 16);
  CHECK_FALSE(p.one_more_block());
  p.accessed();
  CHECK(p.one_more_block());
  p.block_came();
  CHECK_FALSE(p.one_more_block());
  p.accessed(1u << 28);
  CHECK_FALSE(p.is_deadlock());
  p.accessed();
  CHECK(p.is_deadlock());
  p.changed();
  CHECK_FALSE(p.is_deadlock());
  for (std::uint64_t k = 0; k <= 1u << 20; ++k) p.pointless_atomic();
  CHECK(p.is_deadlock());
}
