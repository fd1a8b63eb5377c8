// Searches: `if c then k = i; ...; break end`, the first iteration in which c holds, and `if c then k = i; ... end`,
// the last one, which is the first one from the end.
//
//   begin    best = number of iterations: nothing found
//   search   a block looks at its iterations, unless a match before them is known; the lowest match so far is kept
//   finish   one thread computes what is kept, for the iteration that was found
//
// Iterations behind the match may have been looked at, and those before the last match may not: they have no effects,
// and none can fail.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "ir/build.h"
#include "ir/effects.h"
#include "support/diagnostic.h"
#include "transform/parts/kernel_builder.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

Access first_of(ArrayId array) {
  Access a;
  a.array = array;
  a.index = {int_const(0)};
  return a;
}

bool leaves(const If& s) { return !s.then.empty() && std::holds_alternative<Break>(s.then.back().node); }

using IsMatch = std::function<bool(const Stmt&)>;

// The body with what the match does replaced.
Block with_match(const Block& body, const IsMatch& is_match, const std::function<Block(const If&)>& then) {
  Block out;
  for (const Stmt& s : body) {
    auto* i = std::get_if<If>(&s.node);
    if (!i) {
      out.push_back(s);
      continue;
    }
    const Block otherwise = with_match(i->otherwise, is_match, then);
    out.push_back({If{i->condition, is_match(s) ? then(*i) : with_match(i->then, is_match, then), otherwise}, s.span});
  }
  return out;
}

struct Search {
  LoopNest nest;
  const LoopPlan& plan;
  const LoopFacts& facts;
  const SchedulePolicy& policy;
  VarId hit;  // of the nest
  const bool from_the_end = !is_first_match(plan);

  Search(const LoopNest& n, const LoopPlan& p, const LoopFacts& f, const SchedulePolicy& pol)
      : nest(n), plan(p), facts(f), policy(pol), hit(nest.function.add_var("$hit", Elem::Bool)) {}

  // Of the last match the comparison of its number, which the iterations from the end do not need.
  Block body_with_match(const std::function<Block(Block)>& then) const {
    const auto is_match = [&](const Stmt& s) {
      return from_the_end ? match_update(plan, nest.function, s).has_value() : leaves(std::get<If>(s.node));
    };
    return with_match(planned_body(plan, nest.function), is_match, [&](const If& i) {
      return then(from_the_end ? i.then : Block(i.then.begin(), i.then.end() - 1));
    });
  }
  // The iteration that is looked at as the n-th one, and the other way round.
  ExprP turned(KernelBuilder& b, const ExprP& n) const {
    return from_the_end ? sub(sub(b.total(), int_const(1)), n) : n;
  }

  static ArrayId best(KernelBuilder& b) { return b.scratch({Binding::Kind::Partials, 0, Elem::I64}, "$best"); }

  Scheduled begin() const {
    KernelBuilder b(nest, plan, facts, policy);
    b.kernel().threads = 1;
    Block body;
    body.push_back({Store{first_of(best(b)), b.total()}, {}});
    return b.finish(std::move(body), {LaunchRule::Kind::Serial, 1, 1, 0}, "");
  }

  Scheduled search() const {
    KernelBuilder b(nest, plan, facts, policy);
    const int threads = policy.warps ? 256 : 1024, rows = 4;
    const std::int64_t per_block = std::int64_t(threads) * rows;
    b.kernel().threads = threads;
    Array shared;
    shared.name = "$known";
    shared.elem = Elem::I64;
    shared.space = Space::Shared;
    shared.dims = {1};
    const ArrayId known = b.kernel().add_array(shared);
    Block body;
    const VarId begin = b.let(body, "$b", mul(builtin(BuiltinKind::BlockIdx), int_const(per_block)));
    const VarId old = b.kernel().add_var("$old", Elem::I64);
    Block ask;
    ask.push_back({Atomic{old, AtomicOp::Min, first_of(best(b)), int_const(kNone), nullptr}, {}});
    ask.push_back({Store{first_of(known), b.ref(old)}, {}});
    body.push_back({If{binary(BinaryOp::Eq, thread_index(), int_const(0)), std::move(ask), {}}, {}});
    body.push_back({Barrier{}, {}});
    Block look;
    const VarId found = b.let(look, "$found", int_const(kNone));
    const Block tested = body_with_match([&](const Block&) { return Block{{Assign{hit, bool_const(true)}, {}}}; });
    // A block goes through memory in its order.
    const ExprP first = from_the_end ? sub(sub(b.total(), int_const(per_block)), b.ref(begin)) : b.ref(begin);
    for (int r = 0; r < rows; ++r) {
      const ExprP it = add(add(first, int_const(std::int64_t(r) * threads)), thread_index());
      Block one;
      one.push_back({Assign{b.variable(hit), bool_const(false)}, {}});
      b.iteration_of(one, tested, it, {}, false);
      const ExprP here = select(b.ref(b.variable(hit)), turned(b, it), int_const(kNone));
      one.push_back({Assign{found, binary(BinaryOp::Min, b.ref(found), here)}, {}});
      const ExprP is_one = from_the_end ? le(int_const(0), it) : lt(it, b.total());
      look.push_back({If{is_one, std::move(one), {}}, {}});
    }
    Block tell;
    tell.push_back({Atomic{{}, AtomicOp::Min, first_of(best(b)), b.ref(found), nullptr}, {}});
    look.push_back({If{lt(b.ref(found), int_const(kNone)), std::move(tell), {}}, {}});
    body.push_back({If{lt(b.ref(begin), load(b.kernel(), first_of(known))), std::move(look), {}}, {}});
    return b.finish(std::move(body), {LaunchRule::Kind::Map, threads, per_block, 0}, "");
  }

  Scheduled finish() const {
    KernelBuilder b(nest, plan, facts, policy);
    b.kernel().threads = 1;
    const Accumulator& a = plan.accumulators.at(0);
    std::vector<VarId> kept = a.companions;
    if (a.var != plan.loops[0].var) kept.insert(kept.begin(), a.var);
    Block body, taken;
    const VarId at = b.let(body, "$at", load(b.kernel(), first_of(best(b))));
    for (VarId v : kept) body.push_back({Assign{b.variable(v), b.scalar(v)}, {}});
    const Block match = body_with_match([](Block then) { return then; });
    b.iteration_of(taken, match, turned(b, b.ref(at)), {}, false);
    body.push_back({If{lt(b.ref(at), b.total()), std::move(taken), {}}, {}});
    for (VarId v : kept) body.push_back({Assign{b.output(v), b.ref(b.variable(v))}, {}});
    const char* summary = from_the_end ? "search for the last match from the end, 3 launches"
                                       : "search for the first match, left early, 3 launches";
    if (from_the_end) return b.finish(std::move(body), {LaunchRule::Kind::Serial, 1, 1, 0}, summary);
    // The loop variable stays at the match, or at the last iteration.
    const ExprP last = binary(BinaryOp::Min, b.ref(at), sub(b.total(), int_const(1)));
    for (VarId v : plan.live_out)
      if (v == plan.loops[0].var) body.push_back({Assign{b.output(v), add(b.low(0), mul(b.step(0), last))}, {}});
    return b.finish(std::move(body), {LaunchRule::Kind::Serial, 1, 1, 0}, summary);
  }
};

// What an iteration that is not looked at would leave, or tell.
bool has_effects(const Block& body) {
  bool found = may_fail(body);
  for_each_stmt(body, [&](const Stmt& s) {
    found = found || std::holds_alternative<Store>(s.node) || std::holds_alternative<While>(s.node);
  });
  return found;
}

}  // namespace

bool last_match_fits(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  if (plan.verdict != Verdict::ArgReduce || plan.accumulators.size() != 1 || plan.loops.size() != 1) return false;
  const Accumulator& a = plan.accumulators[0];
  const bool hands_out =
      std::any_of(plan.live_out.begin(), plan.live_out.end(), [&](VarId v) { return v != plan.loops[0].var; });
  return a.match == Match::Last && !policy.warps && !facts.checked && !hands_out &&
         !has_effects(planned_body(plan, nest.function));
}

Scheduled schedule_search(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                          const SchedulePolicy& policy) {
  if (plan.loops.size() != 1) internal_error("schedule", "a search over several loops");
  const Search s(nest, plan, facts, policy);
  Scheduled out = s.finish();
  out.before.push_back(s.begin());
  out.before.push_back(s.search());
  return out;
}

}  // namespace qc
