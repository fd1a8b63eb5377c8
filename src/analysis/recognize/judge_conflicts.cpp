#include "analysis/recognize/judge_conflicts.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/loops/advice.h"
#include "analysis/loops/dependence.h"
#include "analysis/loops/runtime_checks.h"
#include "ir/build.h"

namespace qc {

using namespace ir;
using Kind = Problem::Kind;

bool independent(const JudgedNest& nest, const ArrayAccess& x, const ArrayAccess& y) {
  return worst_conflict(nest.model, x, y, nest.all_levels()).overlap == Overlap::Never;
}

// Whether `write` can have no effect on `read` in its own iteration: it comes later, or touches other elements.
static bool not_written_before(const JudgedNest& nest, const ArrayAccess& write, const ArrayAccess& read) {
  const bool common_loop = !write.inner.empty() && !read.inner.empty() && write.inner[0] == read.inner[0];
  return (&write > &read && !common_loop) || never_in_one_iteration(nest.model, write, read);
}

// One of the two, of which at least one writes, is a read that never sees what the other writes: it may read from a
// copy made before the loop.
static bool copyable(const JudgedNest& nest, const ArrayAccess& x, const ArrayAccess& y) {
  const ArrayAccess &write = x.write ? x : y, &read = x.write ? y : x;
  if (read.write || read.update >= 0) return false;
  if (write.update >= 0 && !independent(nest, write, write))
    return false;  // the operand of an accumulator does not read it
  return carried(nest.model, write, read, nest.all_levels()) == Overlap::Never && not_written_before(nest, write, read);
}

static bool surely_reads_what_was_written(const JudgedNest& nest, const ArrayAccess& x, const ArrayAccess& y) {
  if (x.write == y.write) return false;
  return carried(nest.model, x.write ? x : y, x.write ? y : x, nest.all_levels()) == Overlap::Surely;
}

static void read_from_copy(JudgedNest& nest, const ArrayAccess& x, const ArrayAccess& y) {
  nest.copied.push_back(x.write ? &y : &x);
}

// What is asked when no condition is assumed has been answered with the conflict, as far as it was looked for.
static bool copyable(const JudgedNest& nest, const ArrayAccess& x, const ArrayAccess& y, const Conflict& c) {
  return (x.write ? c.a_first : c.b_first) == Overlap::Never && copyable(nest, x, y);
}

static bool surely_reads_what_was_written(const JudgedNest& nest, const ArrayAccess& x, const ArrayAccess& y,
                                          const Conflict& c) {
  return c.overlap == Overlap::Surely && surely_reads_what_was_written(nest, x, y);
}

static bool take(JudgedNest& nest, const std::optional<ExprP>& c, bool weak) {
  if (!c) return false;
  if (as_int(**c) == 1) return true;
  if (weak && std::get<Binary>((*c)->node).op != BinaryOp::Ne) return false;
  nest.require(*c);
  return true;
}

bool take_condition(JudgedNest& nest, const ArrayAccess& x, const ArrayAccess& y, const std::function<bool()>& proved,
                    bool weak) {
  return take(nest, find_condition(nest.model, x, y, proved), weak);
}

// Undecided accesses: the nest is parallel under a condition, or with a copy, or with both.
static bool resolved(JudgedNest& nest, const ArrayAccess& x, const ArrayAccess& y, const Conflict& c) {
  if (copyable(nest, x, y, c)) return read_from_copy(nest, x, y), true;
  if (surely_reads_what_was_written(nest, x, y, c) || (x.write && y.write && c.overlap == Overlap::Surely))
    return false;
  const auto apart = find_condition(nest.model, x, y, [&] { return independent(nest, x, y); });
  if (take(nest, apart, true)) return true;
  const auto in_copy = find_condition(nest.model, x, y, [&] { return copyable(nest, x, y); });
  const bool no_better = apart && in_copy && equal(*apart, *in_copy);
  if (!no_better && take(nest, in_copy, false)) return read_from_copy(nest, x, y), true;
  return take(nest, apart, false);
}

static void overwritten(JudgedNest& nest, ArrayId a, const ArrayAccess& write, const ArrayAccess& read) {
  nest.problem(Kind::Undecided, "R011",
               fmt::format("an iteration overwrites an element of '{}' that an earlier one reads", nest.array_name(a)),
               write.span, nest.array_name(a), read.span,
               fmt::format("read from a copy: b = copy({0}) before the loop", nest.array_name(a)));
}

void copied_reads(JudgedNest& nest, ArrayId a, const std::vector<const ArrayAccess*>& accesses) {
  for (const ArrayAccess* r : nest.copied) {
    if (r->array != a) continue;
    bool clean = true;
    for (const ArrayAccess* x : accesses) {
      if (x->write)
        clean &= not_written_before(nest, *x, *r);
      else if (same_access(*x->access, *r->access))
        clean &= contains(nest.copied, x);
    }
    if (!clean) return overwritten(nest, a, *r, *r);
    if (std::none_of(nest.out.from_copy.begin(), nest.out.from_copy.end(),
                     [&](const Access& have) { return same_access(have, *r->access); }))
      nest.out.from_copy.push_back(*r->access);
  }
}

// Part of an update that iterations meet at: `a[0] += e`, not `a[i] += e`.
static bool iterations_meet_at(const JudgedNest& nest, const ArrayAccess& x) {
  return x.update >= 0 && !independent(nest, x, x);
}

void judge_pair(JudgedNest& nest, ArrayId a, const ArrayAccess& x, const ArrayAccess& y) {
  const Conflict c = worst_conflict(nest.model, x, y, nest.all_levels());
  if (c.overlap == Overlap::Never || resolved(nest, x, y, c)) return;
  const ArrayAccess &p = *c.first, &q = *c.second;
  const bool flows = surely_reads_what_was_written(nest, x, y, c);
  const std::string split = split_advice(nest.model, x.write ? x : y, x.write ? y : x);
  if (c.overlap == Overlap::Maybe ||
      (x.write != y.write && !flows &&
       carried(nest.model, x.write ? x : y, x.write ? y : x, nest.all_levels()) != Overlap::Never)) {
    if (x.update >= 0)
      return nest.lost_update(
          "R012",
          fmt::format("an element of '{}' that is updated may be one that is used elsewhere in the loop",
                      nest.array_name(a)),
          x.span, a, y.span);
    return nest.problem(
        Kind::Undecided, "R011",
        fmt::format("it cannot be shown that iterations use different elements of '{}'", nest.array_name(a)), p.span,
        nest.array_name(a), q.span, split.empty() ? "#pragma force_parallel says that they do" : split);
  }
  if (iterations_meet_at(nest, x))
    return nest.problem(
        Kind::Proved, "R001",
        fmt::format("an element of '{}' is accumulated and used elsewhere in the loop", nest.array_name(a)), y.span,
        nest.array_name(a), x.span);
  if (p.write && q.write)
    return nest.problem(Kind::Proved, "R009",
                        fmt::format("several iterations write the same element of '{}'", nest.array_name(a)), p.span,
                        nest.array_name(a), q.span, work_array_advice(nest.model, a));
  if (flows)
    return nest.problem(
        Kind::Proved, "R007",
        fmt::format("an iteration reads an element of '{}' that an earlier one wrote", nest.array_name(a)),
        (x.write ? y : x).span, nest.array_name(a), (x.write ? x : y).span, split);
  overwritten(nest, a, q, p);
}

}  // namespace qc
