#include "host/run_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "analysis/explain.h"
#include "analysis/known_values.h"
#include "analysis/name_counts.h"
#include "host/launch.h"
#include "host/library.h"
#include "host/lazy_truths.h"
#include "host/loop_facts.h"
#include "host/loop_runner_impl.h"
#include "ir/build.h"
#include "transform/bins.h"
#include "transform/bins_shape.h"
#include "transform/scan_shape.h"
#include "transform/limits.h"
#include "transform/schedule.h"

namespace qc::host {

using ir::VarId;

namespace {

// Below this many inner iterations, stepping an outer serial loop on the host to run its inner loops in parallel costs
// more than it brings: the nest then runs whole, in order, as native code.
constexpr std::int64_t kWorthStepping = 1 << 15;
// Variants of one loop beyond which a new number of iterations makes no further one.
constexpr std::size_t kMostVariants = 8;
// Values of numbers outside a loop that it is compiled for, where stepping it gives the same.
constexpr std::ptrdiff_t kMostNumbers = 3;
// The same where the inner loops' extents change with the outer one's variable: each shape may need a kernel of its own.
constexpr std::int64_t kWorthSteppingVaried = 1 << 18;

bool has_forced_inner(const ast::Block& block) {
  for (const ast::Stmt& s : block) {
    if (auto* f = std::get_if<ast::For>(&s.node); f && (f->hint == ast::LoopHint::ForceParallel || has_forced_inner(f->body))) return true;
    if (auto* i = std::get_if<ast::If>(&s.node)) {
      if (has_forced_inner(i->otherwise)) return true;
      for (const auto& arm : i->arms) if (has_forced_inner(arm.body)) return true;
    }
    if (auto* w = std::get_if<ast::While>(&s.node); w && has_forced_inner(w->body)) return true;
  }
  return false;
}

}  // namespace

// One nest judged for one set of types.
struct Judged {
  std::vector<std::pair<std::string, std::optional<Type>>> names;  // what it was judged for
  Specialised specialised;
  bool stepped = false;  // by the evaluator
  LoopNest lowered;
  PlanResult result;
  const LoopNest& in_order() const { return result.nest_of(lowered); }
  const LoopNest& nest() const { return result.launched(lowered); }  // the same variables, and copies of arrays

  struct Variant {
    LoopFacts facts;
    bool serial;
    runtime::Device* device;
    Scheduled scheduled;
    std::vector<std::optional<LoadedKernel>> loaded;  // of scheduled.before, then of the kernel itself, once they are launched
  };
  std::vector<std::unique_ptr<Variant>> variants;

  // Judged again with the values under which the plan's conditions did not hold.
  struct ForValues {
    std::map<std::string, std::int64_t> values;
    std::unique_ptr<Judged> judged;
  };
  std::vector<ForValues> for_values;
  std::unique_ptr<Judged> as_written;  // in order, where what the plan speculates on might fail
};

struct LoopCache {
  std::unordered_map<const ast::Stmt*, std::vector<std::unique_ptr<Judged>>> judged;
};

namespace {

bool same_types(const Judged& j, const LoopScope& scope) {
  return j.specialised.holds(scope) && std::all_of(j.names.begin(), j.names.end(), [&](const auto& n) { return scope.type_of(n.first) == n.second; });
}

class OneRun {
 public:
  OneRun(Session& session, LoopRunnerState& state, Judged& judged, LoopScope& scope)
      : session_(session), state_(state), judged_(judged), nest_(judged.nest().function), plan_(judged.result.plan), scope_(scope) {}

  // False: the loop is better stepped by the evaluator.
  bool run() {
    gather();
    const NestRanges ranges(nest_, values_);
    bool parallel = session_.options().recognise && runs_parallel(plan_) && find_bounds(ranges);
    if (parallel && total() == 0) {
      if (bounds_.empty() || bounds_[0].count == 0) {
        assign_loop_variables();
        return true;
      }
      parallel = false;  // an inner loop is empty: what stands around it runs all the same
    }
    if (parallel && !conditions_hold(ranges)) {
      if (Judged* other = plan_.speculates ? nullptr : judged_for_values()) return OneRun(session_, state_, *other, scope_).run();
      parallel = false;
    }
    if (parallel && aliased()) parallel = false;
    if (parallel && plan_.verdict != Verdict::Bins && !accumulators_in_range(ranges)) parallel = false;
    if (parallel && companions_may_fail(plan_, nest_, ranges)) parallel = false;
    if (!parallel && session_.options().recognise && worth_stepping(ranges)) return false;
    LoopFacts facts;
    if (parallel) facts = facts_of(ranges);
    if (is_search(plan_) && facts.checked) parallel = false;  // an iteration behind the match might fail
    if (plan_.speculates && !(parallel && !facts.checked)) return OneRun(session_, state_, as_written(), scope_).run();
    if (!parallel) facts = {};
    facts.aliased = aliased();
    runtime::Device& device = parallel ? session_.device() : session_.host_device();
    if (parallel && device.info().gpu_like && plan_.verdict == Verdict::Partial) find_even_extents(nest_, ranges, facts);
    Judged::Variant& v = variant(facts, !parallel, device);
    if (parallel) make_copies(device);
    const std::optional<NestValues> before = parallel && lazy_part_may_fail(plan_, nest_, ranges) ? std::optional(copies_of_written(device)) : std::nullopt;
    launch(v, device, before);
    if (parallel && !is_search(plan_)) assign_loop_variables();
    return true;
  }

 private:
  void gather() {
    values_.arrays.resize(nest_.arrays.size());
    values_.scalars.resize(nest_.vars.size());
    for (const ir::Param& p : nest_.params) {
      if (p.kind == ir::Param::Kind::Array) values_.arrays[p.id] = find_array(nest_.arrays[original(p.id)].name);
      else values_.scalars[p.id] = find_scalar(nest_.vars[p.id].name, nest_.vars[p.id].type);
    }
  }

  ArrayP find_array(const std::string& name) {
    Value* v = scope_.find(name);
    auto* a = v ? std::get_if<ArrayP>(&v->v) : nullptr;
    if (!a) internal_error("run_loop", "no array called " + name);
    return *a;
  }

  // A number, or component k of a complex number or fixed-size value kept as NAME_k.
  Number find_scalar(const std::string& name, Elem type) { return convert_number(state_.scalar_value(scope_, name, type), type); }

  bool find_bounds(const NestRanges& ranges) {
    for (std::size_t k = 0; k < plan_.loops.size(); ++k) {
      auto b = ranges.bounds(planned_loop(plan_, nest_, int(k)));
      if (!b) return false;
      bounds_.push_back(*b);
    }
    return true;
  }

  // What an array of the nest is a copy of; itself when it is none.
  ir::ArrayId original(ir::ArrayId a) const {
    for (const CopiedArray& c : judged_.result.copies) if (c.copy == a) return c.original;
    return a;
  }

  static ArrayP copy_of(const ArrayP& from, runtime::Device& device) {
    auto copy = std::make_shared<Array>(*from);
    copy->buffer = runtime::Buffer::create(from->buffer->bytes(), false);
    const auto source = from->buffer->on(device, false);
    device.copy_within(copy->buffer->on(device, true), source, from->buffer->bytes());
    return copy;
  }

  // Copies of what the loop overwrites, as it is before the loop.
  void make_copies(runtime::Device& device) {
    for (const CopiedArray& c : judged_.result.copies) values_.arrays[c.copy] = copy_of(values_.arrays[c.original], device);
  }

  // The values with a copy of each array that the loop writes.
  NestValues copies_of_written(runtime::Device& device) const {
    const std::vector<bool> written = written_arrays(nest_);
    NestValues out = values_;
    for (std::size_t a = 0; a < out.arrays.size(); ++a)
      if (written[a] && out.arrays[a]) out.arrays[a] = copy_of(out.arrays[a], device);
    return out;
  }

  bool conditions_hold(const NestRanges& ranges) const {
    return std::all_of(plan_.conditions.begin(), plan_.conditions.end(), [&](const ir::ExprP& c) { return ranges.holds(*c); });
  }

  // The nest with the values that its conditions read, when it runs in parallel with them; null: it does not.
  Judged* judged_for_values() {
    constexpr std::size_t kMost = 4;  // each is compiled
    std::map<std::string, std::int64_t> values;
    for (const ir::ExprP& c : plan_.conditions)
      ir::for_each_expr(*c, [&](const ir::Expr& e) {
        auto* r = std::get_if<ir::VarRef>(&e.node);
        if (r && values_.scalars[r->var] && nest_.vars[r->var].type == Elem::I64) values[nest_.vars[r->var].name] = values_.scalars[r->var]->i;
      });
    if (values.empty()) return nullptr;
    auto found = std::find_if(judged_.for_values.begin(), judged_.for_values.end(), [&](const auto& v) { return v.values == values; });
    if (found == judged_.for_values.end()) {
      auto judged = judge_with(values);
      if (judged_.for_values.size() == kMost) {
        if (!judged || !has_float_tree(judged->result.plan)) return nullptr;  // in order it is the same
        judged_.for_values.erase(judged_.for_values.begin());
      }
      judged_.for_values.push_back({values, std::move(judged)});
      found = judged_.for_values.end() - 1;
    }
    Judged* j = found->judged.get();
    // What would be obeyed under a warning only, in a forced loop, is better run in order.
    return j && runs_parallel(j->result.plan) && j->result.plan.conditions.empty() && j->result.diagnostics.empty() ? j : nullptr;
  }

  std::unique_ptr<Judged> judge_with(const std::map<std::string, std::int64_t>& values) const {
    auto bound = with_known_values(judged_.lowered, [&](const std::string& name) {
      const auto it = values.find(name);
      return it == values.end() ? std::nullopt : std::optional(it->second);
    });
    if (!bound) return nullptr;
    auto j = std::make_unique<Judged>();
    j->lowered = std::move(*bound);
    j->result = plan_loop(j->lowered);
    return j;
  }

  Judged& as_written() const {
    if (!judged_.as_written) {
      judged_.as_written = std::make_unique<Judged>();
      Judged& j = *judged_.as_written;
      j.lowered = judged_.lowered;
      j.lowered.hint = ast::LoopHint::ForceSerial;
      j.result = plan_loop(j.lowered);
    }
    return *judged_.as_written;
  }

  // Two names for one buffer of which one is written.
  bool aliased() {
    if (aliased_) return *aliased_;
    const std::vector<bool> written = written_arrays(nest_);
    bool found = false;
    for (std::size_t a = 0; a < values_.arrays.size(); ++a)
      for (std::size_t b = a + 1; b < values_.arrays.size() && original(ir::ArrayId(a)) == a; ++b)
        found |= values_.arrays[a] && values_.arrays[b] && values_.arrays[a]->buffer == values_.arrays[b]->buffer && original(ir::ArrayId(b)) == b && (written[a] || written[b]);
    aliased_ = found;
    return found;
  }

  bool accumulators_in_range(const NestRanges& ranges) const {
    return std::all_of(plan_.accumulators.begin(), plan_.accumulators.end(), [&](const Accumulator& a) { return !a.element || ranges.in_range(*a.element); });
  }

  // A serial nest whose inner loops are parallel and long.
  bool worth_stepping(const NestRanges& ranges) const {
    for (const LoopPlan& inner : judged_.result.inner) {
      if (!runs_parallel(inner)) continue;
      std::int64_t n = 1;
      bool varied = false;
      for (const PlannedLoop& l : inner.loops) {
        const auto most = most_inner(ranges, l.var, varied);
        if (!most) return true;  // not known before it is reached
        n *= std::max<std::int64_t>(*most, 1);
        if (n >= kWorthSteppingVaried) return true;
      }
      if (!varied && n >= kWorthStepping) return true;
    }
    return false;
  }
  std::optional<std::int64_t> most_inner(const NestRanges& ranges, VarId var, bool& varied) const {
    std::optional<std::int64_t> n;
    ir::for_each_stmt(nest_.body, [&](const ir::Stmt& s) {
      auto* f = std::get_if<ir::For>(&s.node);
      if (!f || f->var != var) return;
      n = ranges.most_iterations(*f);
      varied = varied || !ranges.bounds(*f);
    });
    return n;
  }

  std::int64_t total() const {
    std::int64_t n = 1;
    for (const LoopBounds& b : bounds_) n *= b.count;
    return n;
  }
  std::int64_t run_total(const LoopFacts& facts) const {
    std::int64_t n = 1;
    if (!bounds_.empty())
      for (int k : run_loops(plan_, facts)) n *= bounds_[std::size_t(k)].count;
    return n;
  }

  // How the covered loops are cut over the grid of one launch.
  struct Cut {
    std::int64_t run = 1, kept = 1;  // iterations of the loops that run as one, and of the others
    std::int64_t row_tiles = 1, kept_tiles = 1, kept_groups = 1;
    std::int64_t chunk_units = 1, chunks = 1;  // of the tree or the scan
  };
  // How the iterations of a bins loop are cut; `kept` is the bins of all arrays.
  Cut cut_bins(const LaunchRule& rule) const {
    using Kind = LaunchRule::Kind;
    auto tiles = [](std::int64_t n, std::int64_t size) { return (n + size - 1) / size; };
    Cut c;
    c.run = total();
    const auto arrays = bin_arrays(plan_, nest_);
    auto count = [&](ir::ArrayId a) { return values_.arrays[a]->count() * (values_.arrays[a]->complex ? 2 : 1); };
    const BinsShape shape = bins_shape(c.run, bins_copy_bytes(arrays, count));
    c.kept = 0;
    for (const BinArray& b : arrays) c.kept += count(b.array);
    c.chunks = shape.chunks;
    c.chunk_units = shape.chunk / kBinsRun;
    c.kept_tiles = shape.chunks;  // the grid
    if (rule.atomic || rule.kind == Kind::BinsAtomic || rule.kind == Kind::BinsAtomicLarge) {
      constexpr std::int64_t kBlocks = 1024;
      c.chunk_units = std::max<std::int64_t>(1, tiles(tiles(c.run, kBlocks), kBinsAtomicRow));
      c.kept_tiles = tiles(c.run, c.chunk_units * kBinsAtomicRow);
      c.chunks = shape.small ? c.kept_tiles : 1;
    }
    if (rule.kind == Kind::BinsLarge) c.kept_tiles = tiles(shape.chunks, rule.per_block);
    if (rule.kind == Kind::BinsClear) c.kept_tiles = tiles(c.chunks * c.kept, rule.per_block);
    if (rule.kind == Kind::BinsMerge) c.kept_tiles = tiles(count(rule.array), rule.per_block);
    return c;
  }
  Cut cut(const LaunchRule& rule, const LoopFacts& facts) const {
    if (rule.kind >= LaunchRule::Kind::BinsLanes) return cut_bins(rule);
    auto tiles = [](std::int64_t n, std::int64_t size) { return (n + size - 1) / size; };
    Cut c;
    c.run = run_total(facts);
    c.kept = c.run > 0 && !bounds_.empty() ? total() / c.run : 1;
    if (rule.kind == LaunchRule::Kind::Scan) {
      const ScanShape scan = scan_shape(c.run);
      c.kept_tiles = scan.tiles;
      c.chunks = scan.nodes;
      return c;
    } else {
      const TreeShape tree = tree_shape(c.run, rule.accumulator_bytes);
      c.chunk_units = tree.chunk / (4 * tree.lanes);
      c.chunks = tree.chunks;
    }
    if (rule.kind == LaunchRule::Kind::Map) {
      c.row_tiles = tiles(c.run, rule.per_block);
      c.kept_groups = c.kept;
      if (const int k = rule.tiled; k >= 0) c.kept_groups = c.kept / bounds_[std::size_t(k)].count * tiles(bounds_[std::size_t(k)].count, rule.rows_of_thread);
      c.kept_tiles = tiles(c.kept_groups, rule.kept_per_block);
    } else if (rule.tiled >= 0) {
      const std::int64_t along = bounds_[std::size_t(rule.tiled)].count;
      c.row_tiles = tiles(along, rule.kept_per_block);
      c.kept_tiles = c.kept / along * c.row_tiles;
    } else {
      c.kept_tiles = tiles(c.kept, rule.kept_per_block);
    }
    return c;
  }

  // A loop that was met with many extents gets code that is made for none of them.
  LoopFacts facts_of(const NestRanges& ranges) const {
    const bool host = !session_.device().info().gpu_like;
    LoopFacts facts = find_facts(nest_, plan_, ranges, bounds_, host);
    if (!host || judged_.variants.size() < kMostVariants) return facts;
    if (std::any_of(judged_.variants.begin(), judged_.variants.end(), [&](const auto& v) { return v->facts == facts; })) return facts;
    return without_extents(find_facts(nest_, plan_, ranges, bounds_, false));
  }

  Judged::Variant& variant(const LoopFacts& facts, bool serial, runtime::Device& device) {
    for (auto& v : judged_.variants)
      if (v->serial == serial && v->device == &device && v->facts == facts) return *v;
    auto v = std::make_unique<Judged::Variant>();
    v->facts = facts;
    v->serial = serial;
    v->device = &device;
    LoopPlan plan = plan_;
    if (serial) plan.verdict = Verdict::Serial;
    SchedulePolicy policy = device.info().gpu_like ? gpu_policy() : host_policy();
    policy.reduce = session_.options().reduce;
    warn_of_any_order(policy);
    v->scheduled = schedule(serial ? judged_.in_order() : judged_.nest(), plan, facts, policy);
    const LineColumn place = session_.sources().place(plan_.span);
    for (std::size_t k = 0; k < v->scheduled.before.size(); ++k) {
      ir::Function& kernel = v->scheduled.before[k].kernel;
      kernel.name = fmt::format("loop_{}_{}", place.line, k);
    }
    v->scheduled.kernel.name = fmt::format("loop_{}", place.line);
    v->loaded.resize(v->scheduled.before.size() + 1);
    judged_.variants.push_back(std::move(v));
    return *judged_.variants.back();
  }

  // --reduce=atomic and block-atomic give up the promise of the same bits: said once for a loop.
  void warn_of_any_order(const SchedulePolicy& policy) {
    if (!policy.warps || !policy.reduce.any_order() || plan_.verdict != Verdict::Reduction || !has_float_tree(plan_) || !session_.sinks().diagnostic) return;
    session_.sinks().diagnostic({"Q0504", Severity::Warning, plan_.span, "floats meet in any order here: the bits may differ from run to run",
                                 "choose another --reduce for results that do not change", {}});
  }

  using Outputs = std::vector<std::pair<VarId, std::shared_ptr<runtime::Slot>>>;  // by variable of the nest

  // before: what the loop started from, when a failure may be one that the loop in order would not have come to.
  void launch(Judged::Variant& v, runtime::Device& device, const std::optional<NestValues>& before) {
    Outputs outputs;
    std::optional<Diagnostic> failure = launch_kernels(v, device, outputs);
    if (failure && before) failure = failure_in_order(*before);
    if (failure) throw ProgramError(*failure);
    for (const auto& [nest_var, slot] : outputs) {
      const ir::Var& var = nest_.vars[nest_var];
      if (var.name.starts_with("$last") || var.name.starts_with("$best")) continue;  // the number of a last match and a kept element are the compiler's own
      Pending pending{var.type, slot};
      state_.assign_output(scope_, var.name, device.info().is_cuda ? Value(pending) : Value(resolve(pending)));
    }
  }

  // The failure of the lowest iteration; of failures of one iteration, which belong to different statements when they are of
  // different kernels, that of the first statement.
  std::optional<Diagnostic> launch_kernels(Judged::Variant& v, runtime::Device& device, Outputs& outputs) {
    Scratch& scratch = state_.scratch(device);
    const std::size_t n = v.loaded.size();
    records_ = 0;
    auto kernel = [&](std::size_t k) -> const Scheduled& { return k + 1 == n ? v.scheduled : v.scheduled.before[k]; };
    for (std::size_t k = 0; k < n; ++k) launch_one(kernel(k), v.loaded[k], device, scratch, v.facts, outputs, {k, n});
    if (!records_) return {};
    const std::vector<FailureRecord> records = scratch.read_failures(n);
    auto place = [&](std::size_t k) { return kernel(k).kernel.sites.at(records[k].site).span.begin; };
    std::size_t first = n;
    for (std::size_t k = 0; k < n; ++k)
      if (noted(records[k]) && (first == n || records[k].order < records[first].order || (records[k].order == records[first].order && place(k) < place(first)))) first = k;
    if (first == n) return {};
    return failure_diagnostic(kernel(first).kernel, records[first], session_.sources());
  }

  // What fails when the loop runs in order; what it writes and leaves is dropped.
  std::optional<Diagnostic> failure_in_order(const NestValues& before) {
    const NestValues now = std::exchange(values_, before);
    LoopFacts facts;
    facts.aliased = aliased();
    Outputs dropped;
    auto failure = launch_kernels(variant(facts, true, session_.host_device()), session_.host_device(), dropped);
    values_ = now;
    return failure;
  }

  struct Turn { std::size_t kernel, of; };

  // Adds the kernel's outputs with the variables of the nest that they are for.
  void launch_one(const Scheduled& s, std::optional<LoadedKernel>& kernel, runtime::Device& device, Scratch& scratch, const LoopFacts& facts,
                  Outputs& outputs, Turn turn) {
    const Cut c = cut(s.launch, facts);
    if (!kernel) kernel = load_kernel(s.kernel, device, plan_.span);
    const LoadedKernel& loaded = *kernel;
    ParamPack pack;
    pack.reserve(8 * s.bindings.size() + 64);
    for (std::size_t i = 0; i < s.bindings.size(); ++i) bind(pack, loaded, s.bindings[i], s.kernel.params[i], device, scratch, c);
    for (const OutputBinding& o : s.outputs) {
      outputs.emplace_back(o.nest_var, device.make_slot());
      pack.address(reinterpret_cast<std::uintptr_t>(outputs.back().second->address()));
    }
    if (loaded.can_fail) {
      if (!records_) records_ = scratch.failure_records(turn.of);
      pack.address(records_ + turn.kernel * sizeof(FailureRecord));
    }
    runtime::Dims dims;
    dims.block[0] = s.launch.threads;
    switch (s.launch.kind) {
      case LaunchRule::Kind::Serial: break;
      case LaunchRule::Kind::Map: dims.grid[0] = c.row_tiles * c.kept_tiles; break;
      case LaunchRule::Kind::Reduce:
        dims.grid[0] = (s.launch.chunks_in_block ? 1 : c.chunks) * c.kept_tiles;
        break;
      default: dims.grid[0] = c.kept_tiles; break;
    }
    auto& pointers = pack.pointers();
    if (dims.grid[0] > 0) device.launch(*loaded.kernel, dims, pointers.data(), pointers.size());
  }

  void bind(ParamPack& pack, const LoadedKernel& loaded, const Binding& b, const ir::Param& p, runtime::Device& device, Scratch& scratch, const Cut& c) {
    using Kind = Binding::Kind;
    switch (b.kind) {
      case Kind::Array: {
        const ArrayP& a = values_.arrays[b.id];
        std::vector<std::int64_t> dims = a->dims;
        if (a->complex) dims.push_back(2);
        return pack.array(a->buffer->on(device, loaded.writes[p.id]), dims);
      }
      case Kind::Scalar: return pack.scalar(nest_.vars[b.id].type, *values_.scalars[b.id]);
      case Kind::LoopLow: return pack.integer(bounds_[b.id].lo);
      case Kind::LoopStep: return pack.integer(bounds_[b.id].step);
      case Kind::LoopCount: return pack.integer(bounds_[b.id].count);
      case Kind::Total: return pack.integer(c.run);
      case Kind::KeptTotal: return pack.integer(c.kept);
      case Kind::KeptTiles: return pack.integer(c.kept_tiles);
      case Kind::KeptGroups: return pack.integer(c.kept_groups);
      case Kind::RowTiles: return pack.integer(c.row_tiles);
      case Kind::ChunkUnits: return pack.integer(c.chunk_units);
      case Kind::Chunks: return pack.integer(c.chunks);
      case Kind::Partials: {
        const std::int64_t n = c.chunks * c.kept;
        return pack.array(scratch.partials(b.id, std::size_t(n) * 8), {n});
      }
      case Kind::Flags: return pack.array(scratch.flags(std::size_t(c.chunks)), {c.chunks});
      case Kind::LaunchNumber: return pack.integer(scratch.launch_number());
      case Kind::Ticket: return pack.array(scratch.tickets(std::size_t(c.kept)), {c.kept});
    }
  }

  // After the loop every loop variable that ran keeps its last value.
  void assign_loop_variables() {
    for (std::size_t k = 0; k < bounds_.size() && bounds_[k].count > 0; ++k) {
      const VarId var = plan_.loops[k].var;
      const std::string& name = nest_.vars[var].name;
      const bool visible = std::find(nest_.outputs.begin(), nest_.outputs.end(), var) != nest_.outputs.end();
      if (visible) scope_.assign(name, Value(Number::integer(bounds_[k].lo + (bounds_[k].count - 1) * bounds_[k].step)));
    }
  }

  Session& session_;
  LoopRunnerState& state_;
  Judged& judged_;
  const ir::Function& nest_;
  const LoopPlan& plan_;
  LoopScope& scope_;
  NestValues values_;
  std::vector<LoopBounds> bounds_;
  std::optional<bool> aliased_;
  std::uintptr_t records_ = 0;  // of the kernels under way, once one of them can fail
};

}  // namespace

// ---- state shared with kernel launches ----
Scratch& LoopRunnerState::scratch(runtime::Device& device) {
  auto& s = scratches_[&device];
  if (!s) s = std::make_unique<Scratch>(device);
  return *s;
}

namespace {
// "p_1" -> ("p", 1)
std::optional<std::pair<std::string, std::size_t>> component(const std::string& name) {
  const auto bar = name.rfind('_');
  if (bar == std::string::npos || bar + 1 == name.size() || name.size() - bar > 6) return {};
  std::size_t k = 0;
  for (std::size_t i = bar + 1; i < name.size(); ++i) {
    if (name[i] < '0' || name[i] > '9') return {};
    k = k * 10 + std::size_t(name[i] - '0');
  }
  return std::pair{name.substr(0, bar), k};
}
}  // namespace

Number LoopRunnerState::number_in(const Value& v, std::size_t part) {
  if (auto* n = std::get_if<Number>(&v.v)) return part == 1 ? Number::real(n->im, n->type) : *n;
  if (auto* p = std::get_if<Pending>(&v.v)) return resolve(*p);
  if (auto* a = std::get_if<ArrayP>(&v.v)) return array_number(**a, part);
  internal_error("run_loop", "a parameter that is not a number");
}

Number LoopRunnerState::array_number(const Array& a, std::size_t i) {
  const void* data = a.buffer->host_read();
  if (i >= std::size_t(a.count())) internal_error("run_loop", "a component that does not exist");
  switch (a.elem) {
    case Elem::Bool: return Number::boolean(static_cast<const std::uint8_t*>(data)[i]);
    case Elem::I8: return Number::integer(static_cast<const std::int8_t*>(data)[i]);
    case Elem::U8: return Number::integer(static_cast<const std::uint8_t*>(data)[i]);
    case Elem::I16: return Number::integer(static_cast<const std::int16_t*>(data)[i]);
    case Elem::U16: return Number::integer(static_cast<const std::uint16_t*>(data)[i]);
    case Elem::I32: return Number::integer(static_cast<const std::int32_t*>(data)[i]);
    case Elem::U32: return Number::integer(static_cast<const std::uint32_t*>(data)[i]);
    case Elem::I64: case Elem::U64: return Number::integer(static_cast<const std::int64_t*>(data)[i]);
    case Elem::F32: return Number::real(static_cast<const float*>(data)[i], Elem::F32);
    case Elem::F64: return Number::real(static_cast<const double*>(data)[i], Elem::F64);
    case Elem::F16: break;
  }
  internal_error("run_loop", "an element type without a value");
}

Number LoopRunnerState::scalar_value(LoopScope& scope, const std::string& name, Elem type) {
  if (Value* v = scope.find(name)) return number_in(*v, 0);
  if (auto c = component(name))
    if (Value* v = scope.find(c->first)) return number_in(*v, c->second);
  return convert_number(Number::integer(0), type);  // assigned inside before it is read: its value before does not matter
}

void LoopRunnerState::assign_output(LoopScope& scope, const std::string& name, Value value) {
  if (!scope.find(name))
    if (auto c = component(name))
      if (Value* v = scope.find(c->first)) return assign_component(scope, c->first, *v, c->second, value);
  scope.assign(name, std::move(value));
}

// One component of a complex number or fixed-size value that the nest kept apart.
void LoopRunnerState::assign_component(LoopScope& scope, const std::string& name, Value& v, std::size_t part, const Value& value) {
  const Number n = number_in(value, 0);
  if (auto* old = std::get_if<Number>(&v.v)) {
    Number c = *old;
    (part == 1 ? c.im : c.re) = n.re;
    return scope.assign(name, Value(c));
  }
  auto* a = std::get_if<ArrayP>(&v.v);
  if (!a) internal_error("run_loop", "a component of something that has none");
  void* data = (*a)->buffer->host_write();
  if ((*a)->elem == Elem::F32) static_cast<float*>(data)[part] = float(n.as_double());
  else if ((*a)->elem == Elem::F64) static_cast<double*>(data)[part] = n.as_double();
  else static_cast<std::int64_t*>(data)[part] = n.i;
}

// ---- the runner ----
struct LoopRunner::Impl {
  explicit Impl(Session& s) : session(s) {}
  Session& session;
  LoopCache cache;
  LoopRunnerState state;
};

LoopRunner::LoopRunner(Session& session) : impl_(std::make_unique<Impl>(session)) {}
LoopRunner::~LoopRunner() = default;

LoopRunnerState& LoopRunner::state() { return impl_->state; }
Session& LoopRunner::session() { return impl_->session; }

namespace {

void report(Session& session, const Judged& j) {
  for (const Diagnostic& d : j.result.diagnostics)
    if (d.severity == Severity::Warning && session.sinks().diagnostic) session.sinks().diagnostic(d);
  if (const auto limit = accumulator_limit(j.result.plan); limit && session.sinks().diagnostic) session.sinks().diagnostic(*limit);
  if (session.options().explain && session.sinks().log) {
    session.sinks().log(explain_text(j.result.plan, &j.nest().function, "", session.sources()));
    for (const LoopPlan& p : j.result.inner) session.sinks().log(explain_text(p, &j.nest().function, "", session.sources()));
  }
}

void report_not_lowered(Session& session, const ast::For& loop, const NotLowered& why) {
  if (loop.hint != ast::LoopHint::ForceParallel || !session.sinks().diagnostic) return;
  session.sinks().diagnostic({"Q0502", Severity::Warning, why.span, fmt::format("the forced loop runs step by step: {} ({})", why.message, why.code), "", {}});
}

// Whether the evaluator's steps give the bits of the compiled nest: no floats meet in a tree, neither in the nest nor in loops
// inside it, which would run as such when they are stepped to.
bool same_stepped(const PlanResult& r) {
  return !has_float_tree(r.plan) && std::none_of(r.inner.begin(), r.inner.end(), has_float_tree);
}

// may_step: the loop was compiled for several values of its numbers already.
std::unique_ptr<Judged> judge(Session& session, const ast::Stmt& statement, const ast::For& loop, LoopScope& scope, bool may_step) {
  auto j = std::make_unique<Judged>();
  LowerOptions options;
  options.scalar = session.options().scalar;
  auto lowered = lower_loop(statement, scope, options);
  if (auto* why = std::get_if<NotLowered>(&lowered)) {
    j->stepped = true;
    j->specialised = std::move(why->specialised);
    report_not_lowered(session, loop, *why);
    NameCounts mentioned;
    count_names(statement, mentioned);
    for (const auto& [n, count] : mentioned) j->names.emplace_back(n, scope.type_of(n));
    return j;
  }
  j->lowered = std::move(std::get<LoopNest>(lowered));
  j->specialised = j->lowered.specialised;
  j->result = plan_loop(j->lowered);
  for (const Diagnostic& d : j->result.diagnostics)
    if (d.severity == Severity::Error) throw ProgramError(j->result.diagnostics);
  auto remember = [&](const std::string& name) { j->names.emplace_back(name, scope.type_of(name)); };
  const ir::Function& f = j->lowered.function;
  for (const ir::Param& p : f.params) {
    const std::string& name = p.kind == ir::Param::Kind::Array ? f.arrays[p.id].name : f.vars[p.id].name;
    remember(name);
    if (auto c = component(name)) remember(c->first);
  }
  for (VarId v : f.outputs) remember(f.vars[v].name);
  const std::vector<std::string> names = scope.names();
  std::set<std::string_view> of_library;  // its constants are no types, and are not parsed to see that; a variable of that name comes after it
  for (const std::string& n : names) {  // what generic parameters stand for
    if (Library::has_constant(n) && of_library.insert(n).second) continue;
    if (const auto t = scope.type_of(n); t && t->kind == Type::Kind::TypeValue) remember(n);
  }
  if (may_step && !j->specialised.numbers.empty() && same_stepped(j->result)) {
    j->stepped = true;
    j->lowered = {};
    j->result = {};
    return j;
  }
  j->stepped = j->result.plan.verdict == Verdict::Interpreted;
  report(session, *j);
  return j;
}

}  // namespace

bool LoopRunner::run(const ast::Stmt& statement, LoopScope& scope) {
  const auto& loop = std::get<ast::For>(statement.node);
  if (loop.hint == ast::LoopHint::Interpreted) return false;
  if (loop.hint == ast::LoopHint::None && has_forced_inner(loop.body)) return false;
  auto& list = impl_->cache.judged[&statement];
  Judged* found = nullptr;
  for (auto& j : list)
    if (same_types(*j, scope)) {
      found = j.get();
      break;
    }
  if (!found) {
    const auto made_for = std::count_if(list.begin(), list.end(), [](const auto& j) { return !j->stepped && !j->specialised.numbers.empty(); });
    list.push_back(judge(impl_->session, statement, loop, scope, made_for >= kMostNumbers));
    found = list.back().get();
  }
  if (found->stepped) return false;
  return OneRun(impl_->session, impl_->state, *found, scope).run();
}

}  // namespace qc::host
