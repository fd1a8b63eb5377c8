#include "host/loops/loop_forms.h"

#include <algorithm>
#include <set>

#include "ir/build.h"
#include "ir/effects.h"

namespace qc::host {

using ir::VarId;

namespace {

// Below this many inner iterations, those of loops inside them included, stepping an outer serial loop on the host to
// run its inner loops in parallel costs more than it brings: the nest then runs whole, in order, as native code.
constexpr std::int64_t kWorthStepping = 1 << 15;
// The same where the inner loops' extents change with the outer one's variable: each shape may need a kernel of its
// own.
constexpr std::int64_t kWorthSteppingVaried = 1 << 18;
// The same where an inner loop is three launches or nine, each of which is chosen anew, and vectors in order; what such
// a loop has to do; and threads without which it stays in order.
constexpr std::int64_t kWorthSplitting = 1 << 21, kOperationsWorthSplitting = 1 << 24;
constexpr int kThreadsWorthSplitting = 4;
// Loops of unknown length that are reached so often are not taken for long ones: each turn would be stepped, which
// takes a hundred times as long as a short loop, and the most that threads could gain is their number. Scans, by which
// rows grow, gain hardly anything.
constexpr std::int64_t kManyTurns = 4096;
// Fewer iterations with work arrays are better stepped where their inner loops are long and how long is not known.
constexpr std::int64_t kFewIterations = 64;
// Iterations that leave most of a GPU idle.
constexpr std::int64_t kFewIterationsOnGpu = 4096;
// Iterations for which each thread of a host has a vector, whatever they sum up inside.
constexpr std::int64_t kEnoughIterations = 1024;
// What the host does in the time that a launch on a GPU and the wait for it take.
constexpr std::int64_t kFewOperations = std::int64_t(1) << 14;
// Threads of the host that decides for all hosts.
constexpr int kUsualThreads = 16;
// A loop of fewer iterations would leave a row of threads idle.
constexpr std::int64_t kShortestRow = 16;

// Of the loops in a block, one after another and in each other; beyond kWorthSplitting some number.
std::int64_t most_iterations(const ir::Block& block, const NestRanges& ranges) {
  std::int64_t n = 0;
  for (const ir::Stmt& s : block) {
    if (auto* i = std::get_if<ir::If>(&s.node))
      n += std::max(most_iterations(i->then, ranges), most_iterations(i->otherwise, ranges));
    auto* l = std::get_if<ir::For>(&s.node);
    if (!l) continue;
    const std::int64_t own = std::clamp<std::int64_t>(ranges.most_iterations(*l).value_or(1), 0, kWorthSplitting);
    n += own * std::max<std::int64_t>(1, most_iterations(l->body, ranges));
    n = std::min(n, kWorthSplitting);
  }
  return n;
}

}  // namespace

LoopForms::LoopForms(SessionContext& session, CompiledLoop& loop, const NestRanges& ranges,
                     const std::vector<LoopBounds>& bounds, std::int64_t iterations, bool is_part)
    : session_(session),
      loop_(loop),
      nest_(loop.nest().function),
      plan_(loop.result().plan),
      ranges_(ranges),
      bounds_(bounds),
      iterations_(iterations),
      is_part_(is_part) {}

CompiledLoop* LoopForms::with_modes() const {
  if (session_.options().maps == MapForm::Whole) return nullptr;
  const CompiledLoop::WithModes& modes = loop_.with_modes();
  const auto holds = [&](const ir::ExprP& c) { return ranges_.holds(*c); };
  const auto is_near = [&](const NestWithModes::Place& p) {
    return ranges_.is_mostly_inside(*p.subscript, ranges_.extent(p.array, p.dim));
  };
  const bool may = modes.loop && std::all_of(modes.conditions.begin(), modes.conditions.end(), holds) &&
                   std::all_of(modes.places.begin(), modes.places.end(), is_near);
  return may && ranges_.all_in_range() ? modes.loop.get() : nullptr;
}

CompiledLoop* LoopForms::along_memory() const {
  const MapForm wanted = session_.options().maps;
  const Verdict v = plan_.verdict;
  const bool is_any_order = v == Verdict::Map || v == Verdict::Reduction || v == Verdict::Bins;
  if (!is_any_order || bounds_.size() < 2 || wanted == MapForm::Whole || may_fail()) return nullptr;
  const auto order = order_of_memory(nest_, plan_, ranges_, bounds_, wanted == MapForm::Parts ? 1 : kShortestRow);
  return order ? loop_.interchanged(*order) : nullptr;
}

std::vector<CompiledLoop*> LoopForms::faster_parts() const {
  const MapForm wanted = session_.options().maps;
  const bool splits = splits_iterations();
  const std::size_t least_loops = splits ? 0 : plan_.verdict == Verdict::Map ? 2 : 1;
  if (loop_.result().inner.size() < least_loops || is_part_ || wanted == MapForm::Whole || may_fail()) return {};
  const auto all = work();
  if (!all || (all->turns == 0 && !splits)) return {};
  if (splits && wanted != MapForm::Parts && all->all < kOperationsWorthSplitting) return {};
  const auto pay = [&](std::size_t parts, bool sum_floats) {
    const auto share = [&](DeviceSpeed d) {
      if (splits) d.again = 0;  // each part has iterations of its own
      return time_in_parts(*all, int(parts), d) / time_whole(*all, d);
    };
    return wanted == MapForm::Parts || takes_half(share, sum_floats);
  };
  if (!(pay(2, false) || pay(2, true)) || !every_loop_runs()) return {};
  std::vector<CompiledLoop*> parts = forms_of_parts();
  const bool sum_floats =
      std::any_of(parts.begin(), parts.end(), [](const CompiledLoop* part) { return has_float_tree(part->result()); });
  if (parts.empty() || !pay(parts.size(), sum_floats)) return {};
  return parts;
}

// Whether the iterations before and behind one that is known now are maps.
bool LoopForms::splits_iterations() const {
  constexpr std::int64_t kFar = std::int64_t(1) << 56;
  const std::int64_t at =
      plan_.split_at && !runs_parallel(plan_) ? ranges_.value(*plan_.split_at).value_or(kFar) : kFar;
  return at > -kFar && at < kFar;
}

// Of the covered loops of a part, up to kEnoughIterations.
std::int64_t LoopForms::iterations_kept(const CompiledLoop& part) const {
  const LoopPlan& plan = part.result().plan;
  std::int64_t kept = 1;
  for (std::size_t k = 0; k < plan.loops.size(); ++k) {
    const auto b = ranges_.bounds(planned_loop(plan, part.nest().function, int(k)));
    kept = std::min(kEnoughIterations, kept * std::min(kEnoughIterations, b ? b->count : 1));
  }
  return kept;
}

// Parts that keep iterations enough for any machine reduce in order, as the whole nest does: then the sums are the same
// in either form, and each machine may choose for itself.
std::vector<CompiledLoop*> LoopForms::forms_of_parts() const {
  std::vector<CompiledLoop*> out;
  for (const CompiledLoop::Part& part : loop_.parts().loops) {
    const bool has_enough = part.in_order && iterations_kept(*part.in_order) >= kEnoughIterations;
    out.push_back((has_enough ? part.in_order : part.usual).get());
  }
  return out;
}

bool LoopForms::is_faster_stepped() const {
  if (session_.options().maps == MapForm::Whole || !is_worth_stepping()) return false;
  const auto all = work();
  if (!all) return loop_.result().first != ir::kNoVar && iterations_ < kFewIterations;
  return takes_half([&](const DeviceSpeed& d) { return time_stepped(*all, d) / time_whole(*all, d); },
                    has_float_tree(loop_.result()));
}

bool LoopForms::is_faster_on_host(const NestValues& values) const {
  const runtime::DeviceInfo& gpu = session_.device().info();
  if (!gpu.gpu_like || !session_.options().few_on_host.value_or(gpu.is_cuda)) return false;
  const auto elsewhere = [](const ArrayP& a) { return a && a->buffer->newest_on(); };
  if (std::any_of(values.arrays.begin(), values.arrays.end(), elsewhere)) return false;
  const auto all = work();
  if (!all || all->all <= kFewOperations) return all.has_value();
  const DeviceSpeed host = host_speed(session_.host_device().info().multiprocessors);
  return iterations_ < kFewIterationsOnGpu &&
         time_as_one(*all, iterations_, host) < time_as_one(*all, iterations_, gpu_speed());
}

bool LoopForms::is_worth_stepping() const {
  if (is_part_) return false;
  for (const LoopPlan& inner : loop_.result().inner) {
    if (inner.split_at && is_worth_splitting(inner)) return true;
    if (!runs_parallel(inner)) continue;
    std::int64_t n = 1;
    bool varied = false;
    for (const PlannedLoop& l : inner.loops) {
      const auto most = most_inner(inner.verdict, l.var, varied);
      if (!most && (inner.verdict == Verdict::Scan || turns_around(inner.loops[0].var) >= kManyTurns)) continue;
      if (!most) return true;  // not known before it is reached, nor by its stores
      n *= std::max<std::int64_t>(*most, 1);
      if (n >= kWorthSteppingVaried) return true;
    }
    n *= most_inside(inner.loops.back().var);
    if (n >= kWorthSteppingVaried) return true;
    if (!varied && n >= kWorthStepping) return true;
  }
  return false;
}

// How many iterations the loops inside that one have at most in each of its own, as far as that is known; at least one.
std::int64_t LoopForms::most_inside(VarId var) const {
  std::int64_t most = 1;
  ir::for_each_stmt(nest_.body, [&](const ir::Stmt& s) {
    auto* l = std::get_if<ir::For>(&s.node);
    if (l && l->var == var) most = std::max(most, most_iterations(l->body, ranges_));
  });
  return most;
}

// Of an inner loop that falls apart into maps: whether threads gain more by these than the launches take.
bool LoopForms::is_worth_splitting(const LoopPlan& inner) const {
  const runtime::DeviceInfo& device = session_.device().info();
  bool varied = false;
  const auto most = most_inner(inner.verdict, inner.loops[0].var, varied);
  return (device.gpu_like || device.multiprocessors >= kThreadsWorthSplitting) && most &&
         std::min(*most, kWorthSplitting) * most_inside(inner.loops[0].var) >= kWorthSplitting;
}

// What the loop does, and what of it inside inner loops that run in parallel. Nothing: that is not known.
std::optional<OperationShares> LoopForms::work() const {
  std::set<VarId> inner;
  for (const LoopPlan& p : loop_.result().inner)
    if (runs_parallel(p)) inner.insert(p.loops[0].var);
  return operation_shares(nest_, ranges_, inner);
}

double LoopForms::time_whole(const OperationShares& work, const DeviceSpeed& device) const {
  return runs_parallel(plan_) ? time_as_one(work, iterations_, device) : time_in_order(work);
}

// Whether another form takes half of the time of one launch; `share` says which part of it that takes on a device.
// Sums of floats that are launches of their own are those of trees: there the machine that there is must not decide.
template <class F>
bool LoopForms::takes_half(const F& share, bool sums_floats) const {
  constexpr double kHalf = 0.5;
  if (sums_floats) return share(host_speed(kUsualThreads)) * share(gpu_speed()) < kHalf;
  const runtime::DeviceInfo& device = session_.device().info();
  return share(device.gpu_like ? gpu_speed() : host_speed(device.multiprocessors)) < kHalf;
}

// Work arrays and copies, which are not made yet, are not looked at: a loop that has some counts as one that may fail.
bool LoopForms::may_fail() const {
  return loop_.result().copying || !ranges_.all_in_range() || ir::may_fail(nest_.body);
}

bool LoopForms::every_loop_runs() const {
  bool all = true;
  ir::for_each_stmt(nest_.body, [&](const ir::Stmt& s) {
    auto* l = std::get_if<ir::For>(&s.node);
    const auto b = l ? ranges_.bounds(*l) : std::nullopt;
    all = all && (!l || (b && b->count > 0));
  });
  return all;
}

// How often a loop is reached as far as the loops around it tell.
std::int64_t LoopForms::turns_around(VarId var) const {
  std::int64_t turns = 1;
  ir::for_each_stmt(nest_.body, [&](const ir::Stmt& s) {
    auto* f = std::get_if<ir::For>(&s.node);
    if (!f || f->var == var || turns >= kManyTurns) return;
    bool around = false;
    ir::for_each_stmt(f->body, [&](const ir::Stmt& inside) {
      auto* l = std::get_if<ir::For>(&inside.node);
      around = around || (l && l->var == var);
    });
    if (around) turns *= std::clamp<std::int64_t>(ranges_.most_iterations(*f).value_or(1), 1, kManyTurns);
  });
  return turns;
}

std::optional<std::int64_t> LoopForms::most_inner(Verdict verdict, VarId var, bool& varied) const {
  std::optional<std::int64_t> n;
  ir::for_each_stmt(nest_.body, [&](const ir::Stmt& s) {
    auto* f = std::get_if<ir::For>(&s.node);
    if (!f || f->var != var) return;
    n = ranges_.most_iterations(*f);
    if (!n && verdict == Verdict::Map) n = ranges_.most_places(*f);
    varied = varied || !ranges_.bounds(*f);
  });
  return n;
}

}  // namespace qc::host
