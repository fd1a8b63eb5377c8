#include "analysis/loops/iteration_split.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "analysis/loops/runtime_checks.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

// The value of the loop's variable at which `moving`, which goes by one with it, is `fixed`; not valid where one of
// them is not.
std::optional<Polynomial> meeting_point(const NestModel& m, const Polynomial& moving, const Polynomial& fixed) {
  const Atom counter = m.counters[0];
  const std::int64_t step = as_int(*m.loops[0]->step).value_or(0);
  const auto moved = moving.split(counter);
  const std::int64_t factor = moved ? moved->factor.constant().value_or(0) : 0;
  if (std::abs(factor) != 1) return {};
  return m.first_values[0] + Polynomial(step * factor) * (fixed - moved->rest);
}

}  // namespace

bool steps_by_one(const For& loop) { return std::abs(as_int(*loop.step).value_or(0)) == 1; }

std::vector<ExprP> split_points(const NestModel& m) {
  constexpr std::size_t kMost = 2;
  std::vector<Polynomial> points;
  if (!steps_by_one(*m.loops[0])) return {};
  for (const ArrayAccess& moving : m.accesses)
    for (const ArrayAccess& fixed : m.accesses) {
      const bool always = !moving.conditional && !fixed.conditional;
      if (moving.array != fixed.array || !(moving.write || fixed.write) || !always) continue;
      for (std::size_t d = 0; d < std::min(moving.subscripts.size(), fixed.subscripts.size()); ++d) {
        const auto at = meeting_point(m, moving.subscripts[d], fixed.subscripts[d]);
        const bool is_new = at && is_decidable(m.atoms, *at) &&
                            std::none_of(points.begin(), points.end(), [&](const Polynomial& p) { return p == *at; });
        if (is_new && points.size() < kMost) points.push_back(*at);
      }
    }
  std::vector<ExprP> out;
  for (const Polynomial& p : points)
    if (ExprP at = expression(m.atoms, p); !may_divide_by_zero(*at)) out.push_back(std::move(at));
  return out;
}

std::array<Stmt, 3> split_loop(const Stmt& loop, const ExprP& at) {
  std::array<Stmt, 3> out = {loop, loop, loop};
  auto &before = std::get<For>(out[0].node), &there = std::get<For>(out[1].node), &behind = std::get<For>(out[2].node);
  const bool up = as_int(*before.step) == 1;
  const auto no_later = [&](const ExprP& a, const ExprP& b) {
    return binary(up ? BinaryOp::Min : BinaryOp::Max, a, b);
  };
  const auto no_earlier = [&](const ExprP& a, const ExprP& b) {
    return binary(up ? BinaryOp::Max : BinaryOp::Min, a, b);
  };
  const ExprP one = before.step;
  before.hi = no_later(before.hi, sub(at, one));
  there.lo = no_earlier(there.lo, at);
  there.hi = no_later(there.hi, at);
  behind.lo = no_earlier(behind.lo, add(at, one));
  return out;
}

}  // namespace qc
