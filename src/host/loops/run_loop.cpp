#include "host/loops/run_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>

#include "analysis/recognize/nan_guard.h"
#include "ast/query.h"
#include "ast/visit.h"
#include "host/device/launch.h"
#include "host/facts/bounds_check_elimination.h"
#include "host/facts/grid_partition.h"
#include "host/facts/launch_cost.h"
#include "host/facts/loop_facts.h"
#include "host/facts/short_circuit.h"
#include "host/facts/slice_failures.h"
#include "host/loops/compiled_loop.h"
#include "host/loops/expected_loops.h"
#include "host/loops/loop_forms.h"
#include "host/loops/loop_runner_impl.h"
#include "host/loops/undecided_kinds.h"
#include "ir/build.h"
#include "runtime/host/ends_at_failure.h"
#include "support/profile.h"
#include "support/progress.h"
#include "support/visible_text.h"
#include "transform/schedule/reductions_in_lanes.h"
#include "transform/schedule/rows_side_by_side.h"
#include "transform/schedule/schedule.h"

namespace qc::host {

using ir::VarId;

namespace {

constexpr std::int64_t kMostIterations = std::int64_t{1} << 56;  // of a launch: `for i=0..inf` is left somewhere
// Variants of one loop beyond which a new number of iterations makes no further one at once; those that do much get
// theirs, up to a number.
constexpr std::size_t kMostVariants = 8, kMostVariantsOfAll = 64;
// Operations that are done by code for any number of iterations, several times as slow, in the time that a variant
// takes to be made.
constexpr std::int64_t kWorthVariant = std::int64_t(1) << 33, kWorthVariantOnGpu = std::int64_t(1) << 39;
// Values of numbers outside a loop that it is compiled for, where stepping it gives the same; and of a loop over loops
// that is so long that code for it is made in less time than it takes to be stepped.
constexpr std::ptrdiff_t kMostNumbers = 3, kMostNumbersOfLong = 12;
constexpr std::int64_t kLong = 128;
// Memory for the work arrays of a launch: where the loop may be launched in pieces, as much as keeps the machine busy;
// else of all.
constexpr double kWorkMemory = double(1 << 26), kWorkMemoryOnGpu = double(1 << 30), kMostWorkMemory = double(1ll << 32);
// Iterations that are worth a launch whatever their memory.
constexpr std::int64_t kFewIterations = 64;
// Launches of one loop that may end because an iteration needs more memory than it has.
constexpr int kMostBailOuts = 4;

bool has_forced_inner(const ast::Block& block) {
  return ast::any_own_statement(block, [](const ast::Stmt& s) {
    auto* f = std::get_if<ast::For>(&s.node);
    return f && f->hint == ast::LoopHint::ForceParallel;
  });
}

bool has_loop(const ast::Block& block) {
  return std::any_of(block.begin(), block.end(),
                     [](const ast::Stmt& s) { return std::holds_alternative<ast::For>(s.node); });
}

// Elements of one iteration of a work array are this far apart: a power of two would put them all into the same few
// lines of a cache.
std::int64_t own_cache_lines(std::int64_t n) { return ((n + 15) / 16 | 1) * 16; }

// Loops that are asked to be stepped, and those around forced ones.
bool is_stepped(const ast::For& loop) {
  return loop.hint == ast::LoopHint::Interpreted || (loop.hint == ast::LoopHint::None && has_forced_inner(loop.body));
}

// Where one thread would only do more for running side by side, with the bits that the loop gives in order: why. Scans
// of floats that are added have those of their tree; those of extremes are vectors.
std::string_view why_not_on_one_thread(const PlanResult& result, const runtime::DeviceInfo& device) {
  const LoopPlan& plan = result.plan;
  if (device.gpu_like || device.multiprocessors > 1 || plan.forced || plan.speculates || plan.may_misspeculate ||
      has_float_tree(plan))
    return {};
  const auto is_extreme = [](const Accumulator& a) { return a.op == ReduceOp::Min || a.op == ReduceOp::Max; };
  if (plan.verdict == Verdict::Scan && std::none_of(plan.accumulators.begin(), plan.accumulators.end(), is_extreme))
    return "one thread has nothing to hand on to others";
  if (plan.verdict == Verdict::Map && !result.copies.empty() && plan.loops.size() == 1)
    return "one thread needs no copy of what it overwrites";
  return {};
}

}  // namespace

struct LoopCache {
  struct Loop {
    bool stepped;  // for what its text says, or because it was tried
    int bailed_out = 0;
    std::vector<std::unique_ptr<CompiledLoop>> compiled;
    std::vector<LoopScope::Declaration> declares;
  };
  std::unordered_map<const ast::Stmt*, Loop> loops;
};

namespace {

// The loop that a block is; null: it is something else.
const ir::For* only_loop(const ir::Block& body) {
  return body.size() == 1 ? std::get_if<ir::For>(&body[0].node) : nullptr;
}

// The bounds of the loops that stand alone in each other, down to the first one that has no iteration; none where each
// has some, or that is not known.
std::vector<LoopBounds> bounds_to_empty(const ir::Function& nest, const NestRanges& ranges) {
  std::vector<LoopBounds> bounds;
  for (const ir::For* l = only_loop(nest.body); l; l = only_loop(l->body)) {
    const auto b = ranges.bounds(*l);
    if (!b) return {};
    bounds.push_back(*b);
    if (b->count == 0) return bounds;
  }
  return {};
}

class OneRun {
 public:
  // made: arrays that are not those of their names: of a part of a loop, those that no name has.
  using MadeArrays = std::vector<std::pair<std::string, ArrayP>>;
  OneRun(SessionContext& session, LoopRunnerState& state, CompiledLoop& compiled, LoopScope& scope,
         const MadeArrays* made = nullptr)
      : session_(session),
        state_(state),
        buffers_(state.buffers()),
        loop_(compiled),
        nest_(compiled.nest().function),
        plan_(compiled.result().plan),
        scope_(scope),
        made_(made),
        values_(buffers_->values),
        bounds_(buffers_->bounds),
        device_(&session.device()) {}

  // False: the loop is better stepped by the evaluator.
  bool run() {
    gather();
    if (!rounded_.empty()) {
      explain_here("stepped", fmt::format("'{}' is an int, and a float in the loop, which does not hold it", rounded_));
      return false;
    }
    if (!own_updated_in_place()) return false;
    if (const auto place = loop_.dispatch_cache.find(values_)) {
      const CompiledLoop::Decision& d = loop_.decisions[*place];
      if (!d.served || !is_spent(*d.served, d.served_work)) {
        bounds_ = d.bounds;
        if (d.way == Decided::Launched && !d.in_order) {
          device_ = d.variant->device;
          make_temporaries();
        }
        return carry_out(d);
      }
    }
    const NestRanges ranges(nest_, values_);
    Way way = choose(ranges);
    explain_way(way);
    if (way.kind == Way::Kind::Instead) values_.arrays.clear();
    if (way.kind == Way::Kind::Instead) {
      OneRun other(session_, state_, *way.instead, scope_, made_);
      const bool ran = other.run();
      bailed_out_ = other.bailed_out_;
      return ran;
    }
    CompiledLoop::Decision d = decision(std::move(way), ranges);
    const std::size_t place = loop_.dispatch_cache.add(values_);
    if (place == loop_.decisions.size()) loop_.decisions.emplace_back();
    return carry_out(loop_.decisions[place] = std::move(d));
  }

  // After run(): an iteration would have needed more memory than the code has for it, and nothing has been done.
  bool bailed_out() const { return bailed_out_; }

 private:
  using Decided = CompiledLoop::Decision::Way;
  using Outputs = std::vector<std::pair<VarId, std::shared_ptr<runtime::Slot>>>;  // by variable of the nest

  // How the loop runs with the values that it is reached with.
  struct Way {
    enum class Kind {
      Empty,      // no iteration
      Parallel,   // as planned, with these facts
      Instead,    // as another judgement of the same nest says
      Rewritten,  // as a form of it that does the same
      InParts,    // as loops one after another, each over all iterations
      InOrder,    // whole, compiled, on the host
      Stepped     // by the evaluator, so that its inner loops run in parallel
    } kind;
    LoopFacts facts;
    CompiledLoop* instead = nullptr;
    std::string_view because = {};          // why a loop that could run in parallel does not
    std::vector<CompiledLoop*> parts = {};  // InParts
    std::string_view how = {};              // Rewritten
  };

  Way choose(const NestRanges& ranges) {
    if (may_miss_failures(nest_, ranges))
      return {Way::Kind::Stepped, {}, nullptr, "a slice without elements may be outside of its array"};
    if (bounds_ = bounds_to_empty(nest_, ranges); !bounds_.empty()) return {Way::Kind::Empty, {}};
    if (!session_.options().recognise) return otherwise(ranges, {});
    if (!runs_parallel(plan_)) {
      const bool asks = is_undecided(ranges) && !plan_.split_at;  // a split has an answer for all values
      if (CompiledLoop* other = asks ? loop_.with_values(values_of_subscripts()) : nullptr)
        return {Way::Kind::Instead, {}, other};
      if (find_bounds(ranges) && !aliased())
        if (auto parts = forms(ranges).faster_parts(); !parts.empty())
          return {Way::Kind::InParts,
                  {},
                  nullptr,
                  plan_.split_at ? "the iterations before one of them and those behind it run in parallel"
                                 : "its statements run as loops one after another, each in parallel",
                  std::move(parts)};
      return otherwise(ranges, {});
    }
    if (!find_bounds(ranges)) return otherwise(ranges, "where its loops end is not known before it runs");
    if (reached().iterations() > kMostIterations)
      return otherwise(ranges, "it has more iterations than can be shared out");
    if (reached().iterations() == 0)
      return otherwise(ranges, "an inner loop has no iteration");  // what stands around it runs all the same
    if (!conditions_hold(ranges)) {
      if (CompiledLoop* other = plan_.speculates ? nullptr : loop_.with_values(values_of_conditions()))
        return {Way::Kind::Instead, {}, other};
      return otherwise(ranges, "a check that it hangs on does not hold");
    }
    if (aliased())
      if (CompiledLoop* other = loop_.with_one_name(same_arrays())) return {Way::Kind::Instead, {}, other};
    if (aliased()) return otherwise(ranges, "two of its arrays are one");
    if (!accumulators_in_range(ranges)) return otherwise(ranges, "an accumulator is outside its array");
    const LoopForms other_forms = forms(ranges);
    if (CompiledLoop* other = other_forms.with_modes())
      return {Way::Kind::Rewritten, {}, other, "its subscripts end where their arrays do", {}, "by boundary modes"};
    if (CompiledLoop* other = other_forms.along_memory())
      return {Way::Kind::Rewritten, {}, other, "the loop that goes along memory is innermost", {}, "interchanged"};
    if (auto parts = other_forms.faster_parts(); !parts.empty())
      return {
          Way::Kind::InParts, {}, nullptr, "each of its inner loops runs for all iterations at once", std::move(parts)};
    if (!plan_.forced && other_forms.is_faster_stepped())
      return {
          Way::Kind::Stepped, {}, nullptr, "its iterations are few, and its inner loops are long and run in parallel"};
    if (other_forms.is_faster_on_host(values_)) device_ = &session_.host_device();
    if (!make_temporaries()) return otherwise(ranges, "its iterations' work arrays take too much memory");
    if (in_some_stage(ranges, companions_may_fail)) return otherwise(ranges, "what is kept beside an extreme may fail");
    if (const std::string_view because = why_not_on_one_thread(loop_.result(), device_->info()); !because.empty()) {
      if (loop_.is_rewritten()) return {Way::Kind::Instead, {}, &loop_.as_written(), because};
      return {Way::Kind::InOrder, {}, nullptr, because};
    }
    LoopFacts facts = facts_of(ranges);
    // An iteration behind the match, or one that is only tried, might fail.
    if (facts.checked && (is_first_match(plan_) || plan_.speculates))
      return otherwise(ranges, "iterations that it would only try may fail");
    return {Way::Kind::Parallel, std::move(facts)};
  }

  // The way of a loop that does not run as planned.
  Way otherwise(const NestRanges& ranges, std::string_view because) {
    if (session_.options().recognise && forms(ranges).is_worth_stepping())
      return {Way::Kind::Stepped, {}, nullptr, "its inner loops are long and run in parallel"};
    // The form that judging expects takes arrays of two names for two arrays.
    if (plan_.speculates || (loop_.is_rewritten() && aliased()))
      return {Way::Kind::Instead, {}, &loop_.as_written(), because};
    return {Way::Kind::InOrder, {}, nullptr, because};
  }

  // What the report on the nest could not say before its values were known.
  void explain_way(const Way& way) const {
    if (!explains(session_, plan_.span)) return;
    if (way.kind == Way::Kind::Instead && way.because.empty() && !loop_.is_as_written(way.instead))
      return explain(session_, way.instead->result().plan, &way.instead->nest().function);
    if (way.kind == Way::Kind::Parallel && device_ != &session_.device())
      explain_here("on the host", "it does little, and its arrays are there");
    if (way.kind == Way::Kind::Rewritten) return explain_here(way.how, way.because);
    if (way.kind == Way::Kind::InParts) return explain_here(fmt::format("in {} parts", way.parts.size()), way.because);
    if (!way.because.empty()) explain_here(way.kind == Way::Kind::Stepped ? "stepped" : "in order", way.because);
  }
  void explain_here(std::string_view how, std::string_view because) const {
    if (!explains(session_, plan_.span)) return;
    session_.sinks().log(fmt::format("{}:{}: {} here: {}\n", visible(session_.sources().name(plan_.span.file)),
                                     session_.sources().place(plan_.span).line, how, because));
  }

  CompiledLoop::Decision decision(Way way, const NestRanges& ranges) {
    CompiledLoop::Decision d;
    d.bounds = bounds_;
    if (way.kind == Way::Kind::Stepped) d.way = Decided::Stepped;
    if (way.kind == Way::Kind::InParts) d.way = Decided::InParts, d.parts = std::move(way.parts);
    if (way.kind == Way::Kind::Rewritten) d.way = Decided::Rewritten, d.instead = way.instead;
    if (d.way != Decided::Empty || way.kind == Way::Kind::Empty) return d;
    d.way = Decided::Launched;
    d.in_order = way.kind == Way::Kind::InOrder;
    if (d.in_order) {
      d.variant = &in_order();
    } else {
      runtime::Device& device = *device_;
      if (device.info().gpu_like && (plan_.verdict == Verdict::Partial || way.facts.rows_share))
        find_even_extents(nest_, ranges, way.facts);
      d.variant = &variant(way.facts, false, device);
      d.served = served_;
      d.served_work = served_work_;
      d.kept = failures_may_not_count(ranges);
    }
    d.kept = d.kept || may_bail_out(d.in_order);
    d.cuts = cuts_of(*d.variant);
    const auto is_best = [](const std::optional<LoadedKernel>& k) { return k && !k->work_left; };
    const auto& loaded = d.variant->loaded;
    if (!d.variant->device->info().gpu_like && !std::all_of(loaded.begin(), loaded.end(), is_best))
      d.work = operations(nest_, ranges);
    return d;
  }

  bool carry_out(const CompiledLoop::Decision& d) {
    if (d.way == Decided::Stepped) return false;
    if (d.way == Decided::InParts) return run_parts(d.parts);
    if (d.way == Decided::Rewritten) {
      values_.arrays.clear();  // they are the other's
      return OneRun(session_, state_, *d.instead, scope_, made_).run();
    }
    if (d.way == Decided::Launched) {
      runtime::Device& device = *d.variant->device;
      work_ = d.work;
      for (const auto& [name, copy] : updated_in_place_) scope_.assign(name, Value(copy));
      if (!d.in_order) make_copies(device);
      for (const OverwrittenArray& o : d.variant->overwritten)
        if (const ArrayP& a = values_.arrays[o.array]; !d.kept && !a->complex && covers(o, d.bounds, a->dims))
          a->buffer->host_overwrite();
      launch(*d.variant, d.cuts, device, d.kept ? std::optional(copies_of_written(device)) : std::nullopt);
      if (bailed_out_) return false;
      if (d.in_order) return true;
      if (!is_first_match(plan_)) assign_loop_variables();
    } else {
      const ir::For* l = only_loop(nest_.body);
      for (std::size_t k = 0; k < d.bounds.size() && d.bounds[k].count > 0; ++k, l = only_loop(l->body))
        assign_loop_variable(l->var, d.bounds[k]);
    }
    return true;
  }

  bool run_parts(const std::vector<CompiledLoop*>& parts) {
    MadeArrays made;
    std::vector<std::int64_t> extents;
    for (const LoopBounds& b : bounds_) extents.push_back(b.count);
    const ir::Function& f = parts[0]->nest().function;
    for (const ir::ArrayId a : loop_.parts().kept)
      made.emplace_back(f.arrays[a].name, make_array(f.arrays[a].elem, extents, false));
    values_.arrays.clear();  // they are the parts'
    for (CompiledLoop* part : parts)
      if (!OneRun(session_, state_, *part, scope_, &made).run())
        internal_error("run_loop", "a part of a loop that does not run");
    return true;
  }

  // Whether something that the code rests on may not hold with the values that there are.
  bool may_bail_out(bool in_order) const {
    const ir::Function& f = in_order ? loop_.in_order().function : nest_;
    if (std::none_of(f.sites.begin(), f.sites.end(), is_bail_out)) return false;
    const std::vector<bool> sure = sure_sites(f, NestRanges(f, values_), values_);
    for (std::size_t s = 0; s < f.sites.size(); ++s)
      if (is_bail_out(f.sites[s]) && !sure[s]) return true;
    return false;
  }

  static const Scheduled& kernel_of(const CompiledLoop::Variant& v, std::size_t k) {
    return k == v.scheduled.before.size() ? v.scheduled : v.scheduled.before[k];
  }
  std::vector<LaunchCut> cuts_of(const CompiledLoop::Variant& v) const {
    std::vector<LaunchCut> cuts;
    for (std::size_t k = 0; k < v.loaded.size(); ++k)
      cuts.push_back(cut_launch(reached(), kernel_of(v, k).launch, v.facts));
    return cuts;
  }

  // After a run that does not count: what it wrote is undone.
  void undo(const NestValues& before, runtime::Device& device) {
    for (std::size_t a = 0; a < values_.arrays.size(); ++a) {
      const ArrayP &now = values_.arrays[a], &old = before.arrays[a];
      if (!now || now == old) continue;
      const auto source = old->buffer->on(device, false);
      device.copy_within(now->buffer->on(device, true), source, old->buffer->bytes());
    }
  }
  void undo_and_run_in_order(const NestValues& before, runtime::Device& device) {
    undo(before, device);
    if (loop_.is_rewritten()) {  // a first match that is a least place: in order it finds nothing
      OneRun written(session_, state_, loop_.as_written(), scope_, made_);
      bailed_out_ = !written.run();
      return;
    }
    CompiledLoop::Variant& v = in_order();
    launch(v, cuts_of(v), session_.host_device(), may_bail_out(true) ? std::optional(before) : std::nullopt);
  }
  bool misspeculated(const Outputs& outputs) const {
    const auto it =
        std::find_if(outputs.begin(), outputs.end(), [&](const auto& o) { return o.first == plan_.misspeculated; });
    return plan_.misspeculated != ir::kNoVar && it != outputs.end() && resolve(Pending{Elem::Bool, it->second}).i != 0;
  }

  CompiledLoop::Variant& in_order() {
    const NestRanges ranges(loop_.in_order().function,
                            values_);  // its variables change where those of the launched nest may have closed forms
    LoopFacts facts;
    facts.aliased = aliased();
    const auto* outermost = std::get_if<ir::For>(&loop_.in_order().function.body[0].node);
    facts.may_be_empty = outermost && !ranges.bounds(*outermost);
    facts.sure = sure_sites(loop_.in_order().function, ranges, values_);
    facts.short_ints = ranges.all_short();
    const auto made = [&](const auto& v) { return v->serial && v->facts == facts; };
    if (loop_.variants.size() >= kMostVariants && std::none_of(loop_.variants.begin(), loop_.variants.end(), made))
      facts.sure.clear();
    return variant(facts, true, session_.host_device());
  }

  void gather() {
    values_.resize(nest_.arrays.size(), nest_.vars.size());
    loop_.places.arrays.resize(nest_.arrays.size(), kNowhere);
    loop_.places.vars.resize(nest_.vars.size(), kNowhere);
    for (const ir::Param& p : nest_.params) {
      if (p.kind == ir::Param::Kind::Array ? is_temporary(p.id) : p.id == loop_.result().first) continue;
      if (p.kind == ir::Param::Kind::Array)
        values_.arrays[p.id] = find_array(original(p.id));
      else
        values_.scalars[p.id] = find_scalar(p.id);
    }
  }

  // Whether the variable and this run alone hold the array, whose memory is no view of somebody else's.
  static bool is_own(const Array& a, long holders) {
    return holders == 2 && a.buffer.use_count() == 1 && a.buffer->host_extend(a.buffer->bytes());
  }

  // Arrays that the loop gives new values, in the memory that they have: those that something else holds as well stay
  // as they are, and the loop gets copies. False: the loop may leave one as it is.
  bool own_updated_in_place() {
    for (const LoopNest::InPlaceUpdate& r : loop_.updated_in_place()) {
      for (const ir::Param& p : nest_.params) {
        if (p.kind != ir::Param::Kind::Array || nest_.arrays[p.id].name != r.name) continue;
        ArrayP& a = values_.arrays[p.id];
        const bool may_stay = !r.always || !session_.device().info().gpu_like;  // there a copy takes less than to ask
        if (may_stay && is_own(*a, a.use_count())) continue;
        if (!r.always) {
          explain_here("stepped", "another name has an array that it may give a new value");
          return false;
        }
        a = copy_of(a, session_.device());
        updated_in_place_.emplace_back(r.name, a);
      }
    }
    return true;
  }

  ArrayP find_array(ir::ArrayId array) {
    const std::string& name = nest_.arrays[array].name;
    for (std::size_t k = 0; made_ && k < made_->size(); ++k)
      if ((*made_)[k].first == name) return (*made_)[k].second;
    Value* v = scope_.own(name, loop_.places.arrays[array]);
    if (!v) v = scope_.find(name);
    auto* a = v ? std::get_if<ArrayP>(&v->v) : nullptr;
    if (!a) internal_error("run_loop", "no array called " + name);
    return *a;
  }

  // A number, or component k of a complex number or fixed-size value kept as NAME_k.
  Number find_scalar(VarId var) {
    const LoopNest& nest = loop_.nest();
    const Value* own = nest.wholes.empty() ? scope_.own(nest.function.vars[var].name, loop_.places.vars[var]) : nullptr;
    const auto* number = own ? std::get_if<Number>(&own->v) : nullptr;
    const Number n = number ? *number : state_.scalar_value(scope_, nest, var);
    const Elem to = value_elem(nest_.vars[var].type);
    const Number held = convert_number(n, to);  // a whole float that is a place is an int inside
    if (n.type == Elem::I64 && is_float(to) && convert_number(held, Elem::I64).i != n.i)
      rounded_ = nest_.vars[var].name;
    return held;
  }

  bool find_bounds(const NestRanges& ranges) {
    for (std::size_t k = 0; k < plan_.loops.size(); ++k) {
      auto b = ranges.bounds(planned_loop(plan_, nest_, int(k)));
      if (!b) {
        bounds_.clear();  // all of them or none
        return false;
      }
      bounds_.push_back(*b);
    }
    return true;
  }

  // What an array of the nest is a copy of; itself when it is none.
  ir::ArrayId original(ir::ArrayId a) const {
    for (const CopiedArray& c : loop_.result().copies)
      if (c.copy == a) return c.original;
    return a;
  }

  bool is_temporary(ir::ArrayId a) const {
    const auto& all = loop_.result().temporaries;
    return std::any_of(all.begin(), all.end(), [&](const Temporary& t) { return t.array == a; });
  }
  // Whether iterations have work arrays in memory.
  bool owns_memory() const { return loop_.result().first != ir::kNoVar; }

  // Vectors that stages hand values over in, and work arrays for as many iterations as a launch has. False: they take
  // too much memory.
  bool make_temporaries() {
    const auto& all = loop_.result().temporaries;
    if (all.empty()) return true;
    const NestRanges ranges(nest_, values_);
    std::int64_t inner = 1;  // iterations for each one of the outermost loop
    for (std::size_t k = 1; k < bounds_.size(); ++k) inner *= bounds_[k].count;
    double bytes = 0;  // for each one of the outermost loop
    std::vector<std::vector<std::int64_t>> extents;
    for (const Temporary& t : all) {
      double n = double(inner) * double(byte_size(nest_.arrays[t.array].elem));
      extents.emplace_back();
      for (const ir::ExprP& e : t.extents) {
        const auto count = ranges.value(*e);
        if (!count) return false;
        extents.back().push_back(std::max<std::int64_t>(*count, 1));
        n *= double(extents.back().back());
      }
      bytes += n;
    }
    piece_ = bounds_[0].count;
    if (owns_memory() && !fit_piece(bytes)) return false;
    for (std::size_t k = 0; k < all.size(); ++k) {
      extents[k].push_back(piece_);
      for (std::size_t l = 1; l < bounds_.size(); ++l) extents[k].push_back(bounds_[l].count);
      if (owns_memory() && bounds_.size() == 1) extents[k].back() = own_cache_lines(piece_);
      values_.arrays[all[k].array] = make_array(nest_.arrays[all[k].array].elem, extents[k], false);
    }
    return true;
  }
  // How many iterations of the outermost loop a launch takes, each with memory of its own.
  bool fit_piece(double bytes) {
    const bool in_pieces = plan_.verdict == Verdict::Map && plan_.stages.empty();
    if (!in_pieces) return bytes * double(piece_) <= kMostWorkMemory;
    const double most = device_->info().gpu_like ? kWorkMemoryOnGpu : kWorkMemory;
    const auto taken = std::max<std::int64_t>(std::int64_t(most / bytes), kFewIterations);
    piece_ = std::min(piece_, taken);
    if (bytes * double(piece_) > kMostWorkMemory) piece_ = std::int64_t(kMostWorkMemory / bytes);
    return piece_ > 1 || bounds_[0].count == 1;
  }

  // Whether something is so of the nest, or of one of the loops that run in its place.
  bool in_some_stage(const NestRanges& ranges,
                     bool (*is_so)(const LoopPlan&, const ir::Function&, const NestRanges&)) const {
    if (plan_.stages.empty()) return is_so(plan_, nest_, ranges);
    return std::any_of(plan_.stages.begin(), plan_.stages.end(),
                       [&](const LoopStage& s) { return is_so(s.plan, s.function, ranges); });
  }

  static ArrayP copy_of(const ArrayP& from, runtime::Device& device) {
    auto copy = std::make_shared<Array>(*from);
    copy->buffer = copy_of_buffer(*from->buffer, device);
    return copy;
  }

  // Copies of what the loop overwrites, as it is before the loop.
  void make_copies(runtime::Device& device) {
    for (const CopiedArray& c : loop_.result().copies)
      values_.arrays[c.copy] = copy_of(values_.arrays[c.original], device);
  }

  // The values with a copy of each array that the loop writes.
  NestValues copies_of_written(runtime::Device& device) const {
    const std::vector<bool> changed = written();
    NestValues out = values_;
    for (std::size_t a = 0; a < out.arrays.size(); ++a)
      if (changed[a] && out.arrays[a]) out.arrays[a] = copy_of(out.arrays[a], device);
    return out;
  }

  bool conditions_hold(const NestRanges& ranges) const {
    return std::all_of(plan_.conditions.begin(), plan_.conditions.end(),
                       [&](const ir::ExprP& c) { return ranges.holds(*c); });
  }

  std::map<std::string, std::int64_t> values_of_conditions() const {
    std::map<std::string, std::int64_t> values;
    for (const ir::ExprP& c : plan_.conditions)
      ir::for_each_expr(*c, [&](const ir::Expr& e) {
        auto* r = std::get_if<ir::VarRef>(&e.node);
        if (r && value_elem(nest_.vars[r->var].type) == Elem::I64 && values_.ask(r->var))
          values[nest_.vars[r->var].name] = values_.scalars[r->var]->i;
      });
    return values;
  }

  // Whether it runs in order because it could not be shown which elements iterations use, and may be worth a judgement
  // of its own.
  bool is_undecided(const NestRanges& ranges) const {
    constexpr std::int64_t kWorthJudging = 32;
    const auto& reason = plan_.reason;
    const auto outer = ranges.bounds(std::get<ir::For>(nest_.body[0].node));
    return reason && (reason->code == "R011" || reason->code == "R012") && outer && outer->count >= kWorthJudging;
  }
  // The whole numbers from outside that subscripts of arrays which the nest writes, and the ends of its loops, hang on.
  std::map<std::string, std::int64_t> values_of_subscripts() const {
    std::map<std::string, std::int64_t> values;
    const auto add = [&](const ir::Expr& e) {
      ir::for_each_expr(e, [&](const ir::Expr& x) {
        auto* r = std::get_if<ir::VarRef>(&x.node);
        if (r && nest_.vars[r->var].type == Elem::I64 && values_.ask(r->var))
          values[nest_.vars[r->var].name] = values_.scalars[r->var]->i;
      });
    };
    const std::vector<bool> changed = written();
    const auto look = [&](const ir::Access& a) {
      for (const ir::ExprP& i : a.index)
        if (changed[a.array]) add(*i);
    };
    ir::for_each_expr(nest_.body, [&](const ir::Expr& e) {
      if (auto* l = std::get_if<ir::Load>(&e.node)) look(l->access);
    });
    ir::for_each_stmt(nest_.body, [&](const ir::Stmt& s) {
      if (auto* w = std::get_if<ir::Store>(&s.node)) look(w->access);
      if (auto* l = std::get_if<ir::For>(&s.node))
        for (const ir::ExprP* e : {&l->lo, &l->step, &l->hi}) add(**e);
    });
    return values;
  }

  // By array of the nest.
  std::vector<bool> written() const {
    std::vector<bool> out = written_arrays(nest_);
    for (const KeptElement& e : plan_.elements) out[e.element.array] = true;
    return out;
  }

  // Two names for one buffer of which one is written.
  bool aliased() {
    if (aliased_) return *aliased_;
    const std::vector<bool> changed = written();
    bool found = false;
    for (std::size_t a = 0; a < values_.arrays.size(); ++a)
      for (std::size_t b = a + 1; b < values_.arrays.size() && original(ir::ArrayId(a)) == a; ++b)
        found |= values_.arrays[a] && values_.arrays[b] && values_.arrays[a]->buffer == values_.arrays[b]->buffer &&
                 original(ir::ArrayId(b)) == b && (changed[a] || changed[b]);
    aliased_ = found;
    return found;
  }

  // Arrays of the nest that are one, whole: by their numbers, the lower one first.
  CompiledLoop::ArrayPairs same_arrays() const {
    CompiledLoop::ArrayPairs out;
    const std::size_t n = std::min(values_.arrays.size(), loop_.in_order().function.arrays.size());
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a + 1; b < n; ++b) {
        const ArrayP &x = values_.arrays[a], &y = values_.arrays[b];
        if (x && y && x->buffer == y->buffer && x->dims == y->dims && x->elem == y->elem && x->complex == y->complex)
          out.emplace_back(ir::ArrayId(a), ir::ArrayId(b));
      }
    return out;
  }

  bool accumulators_in_range(const NestRanges& ranges) const {
    if (plan_.verdict == Verdict::Bins) return true;  // their places are checked one by one
    return std::all_of(plan_.accumulators.begin(), plan_.accumulators.end(),
                       [&](const Accumulator& a) { return !a.element || a.scattered || ranges.in_range(*a.element); });
  }

  LoopForms forms(const NestRanges& ranges) const {
    return {session_, loop_, ranges, bounds_, reached().iterations(), made_ != nullptr};
  }

  ReachedLoop reached() const { return {plan_, nest_, values_, bounds_}; }

  // A loop that was met with many extents gets code that is made for none of them, until that has done much for some;
  // windows stay windows.
  LoopFacts facts_of(const NestRanges& ranges) {
    const bool host = !device_->info().gpu_like;
    LoopFacts facts = find_facts(nest_, plan_, ranges, bounds_, host ? device_->info().multiprocessors : 0);
    if (host) find_truths(nest_, plan_, ranges, bounds_, facts);
    if (host) find_short_params(nest_, ranges, bounds_, facts);
    facts.short_ints = host && reached().iterations() <= std::numeric_limits<std::int32_t>::max() && ranges.all_short();
    facts.runs_on = failures_may_not_count(ranges);
    // What an iteration only tries, or computes of a value that turns out to be an odd one, is not what it does in
    // order.
    if (host && facts.checked && plan_.stages.empty() && !plan_.speculates && !plan_.may_misspeculate)
      facts.sure = sure_sites(nest_, ranges, values_, Conditions::Ignored);
    if (loop_.variants.size() < kMostVariants || (!host && !facts.window)) return facts;
    if (std::any_of(loop_.variants.begin(), loop_.variants.end(), [&](const auto& v) { return v->facts == facts; }))
      return facts;
    if (is_served_enough(facts, ranges, host)) return facts;
    if (facts.window) return without_extents(std::move(facts));
    LoopFacts plain = find_facts(nest_, plan_, ranges, bounds_, 0);
    plain.runs_on = facts.runs_on;
    plain.short_ints = facts.short_ints;
    return without_extents(std::move(plain));
  }

  // Whether the loop in order may not come to what fails here.
  bool failures_may_not_count(const NestRanges& ranges) const {
    return plan_.may_misspeculate || in_some_stage(ranges, short_circuit_may_fail);
  }

  // Whether code for any number of iterations has done enough for these facts; otherwise this launch is to be counted.
  bool is_served_enough(const LoopFacts& facts, const NestRanges& ranges, bool host) {
    if (loop_.variants.size() >= kMostVariantsOfAll) return false;
    auto& all = loop_.served;
    auto s = std::find_if(all.begin(), all.end(), [&](const auto& x) { return x.facts == facts; });
    if (s == all.end() && all.size() >= kMostVariantsOfAll) return false;
    if (s == all.end()) s = all.insert(s, {facts, host ? kWorthVariant : kWorthVariantOnGpu});
    served_ = s - all.begin();
    served_work_ = operations(nest_, ranges).value_or(1);
    if (!is_spent(*served_, served_work_)) return false;
    served_.reset();
    return true;
  }
  bool is_spent(std::size_t served, std::int64_t work) {
    std::int64_t& left = loop_.served[served].work_left;
    if (left <= 0) return true;
    left -= work;
    return false;
  }

  CompiledLoop::Variant& variant(const LoopFacts& facts, bool serial, runtime::Device& device) {
    for (auto& v : loop_.variants)
      if (v->serial == serial && v->device == &device && v->facts == facts) return *v;
    auto v = std::make_unique<CompiledLoop::Variant>();
    v->facts = facts;
    v->serial = serial;
    v->device = &device;
    LoopPlan plan = plan_;
    if (serial) plan.verdict = Verdict::Serial;
    SchedulePolicy policy = device.info().gpu_like ? gpu_policy() : host_policy();
    policy.reduce = session_.options().reduce;
    warn_of_any_order(policy);
    const progress::Preparing preparing;
    const profile::Timed timed(profile::Phase::Analyse);
    LoopNest nest = serial ? loop_.in_order() : loop_.nest();
    if (serial && !facts.aliased) {
      nest = with_independent_loops(std::move(nest), loop_.result().inner);
      if (session_.options().recognise) nest = with_reductions_in_lanes(std::move(nest), loop_.result());
      if (session_.options().recognise) nest = with_rows_side_by_side(std::move(nest), facts);
    }
    v->scheduled = schedule_loop(nest, plan, facts, policy);
    const LineColumn place = session_.sources().place(plan_.span);
    for (std::size_t k = 0; k < v->scheduled.before.size(); ++k) {
      ir::Function& kernel = v->scheduled.before[k].kernel;
      kernel.name = fmt::format("loop_{}_{}", place.line, k);
      kernel.runs_on = facts.runs_on;
    }
    v->scheduled.kernel.runs_on = facts.runs_on;
    v->scheduled.kernel.name = fmt::format("loop_{}", place.line);
    v->loaded.resize(v->scheduled.before.size() + 1);
    // After a failure the array may be looked at: it holds zeros then where nothing was written.
    if (!serial && !device.info().gpu_like && v->scheduled.before.empty() && !can_fail(v->scheduled.kernel))
      v->overwritten = overwritten_arrays(nest_, plan_);
    loop_.variants.push_back(std::move(v));
    return *loop_.variants.back();
  }

  // --reduce=atomic and block-atomic give up the promise of the same bits: said once for a loop.
  void warn_of_any_order(const SchedulePolicy& policy) {
    if (!policy.warps || !policy.reduce.any_order() || plan_.verdict != Verdict::Reduction || !has_float_tree(plan_) ||
        !session_.sinks().diagnostic)
      return;
    session_.sinks().diagnostic({"Q0504",
                                 Severity::Warning,
                                 plan_.span,
                                 "floats meet in any order here: the bits may differ from run to run",
                                 "choose another --reduce for results that do not change",
                                 {}});
  }

  // before: what the loop started from, when a failure may be one that the loop in order would not have come to.
  void launch(CompiledLoop::Variant& v, const std::vector<LaunchCut>& cuts, runtime::Device& device,
              const std::optional<NestValues>& before) {
    Outputs& outputs = buffers_->outputs;
    outputs.clear();
    std::optional<Diagnostic> failure = launch_pieces(v, cuts, device, outputs);
    if (bailed_out_ && !before) internal_error("run_loop", "a loop that was known not to bail out did");
    if (bailed_out_) return undo(*before, device);
    // What fails behind an odd value may do so for what it left, and what is only tried may fail.
    const bool tried = plan_.speculates || (failure && failure->message == kMisspeculationMessage);
    const bool guessed_wrong =
        before && !v.serial && plan_.may_misspeculate && ((failure && tried) || misspeculated(outputs));
    if (guessed_wrong) return undo_and_run_in_order(*before, device);
    if (failure && before && !v.serial) {
      if (!v.facts.runs_on) return undo_and_run_in_order(*before, device);  // it has ended at the failure
      failure = failure_in_order(*before);
      if (bailed_out_) return undo(*before, device);
    }
    constexpr std::int64_t kWorthSteps = 1 << 16;  // a quarter of a second; beyond, the failure is told at once
    const bool in_reach = steps_to_failure_ > 0 && steps_to_failure_ <= kWorthSteps;
    if (failure && in_reach && !decides_by_what_it_stores(nest_) && !aliased()) throw SliceFailure(*failure);
    if (failure) throw ProgramError(*failure);
    LoopRunnerState::LastValues& last = buffers_->last;
    last.clear();
    for (const auto& [nest_var, slot] : outputs) {
      if (nest_var == ir::kNoVar) {
        if (resolve(Pending{Elem::Bool, slot}).i == 0) return;  // variables stay as they are
        continue;
      }
      const ir::Var& var = nest_.vars[nest_var];
      if (var.match == ir::Match::Last || var.name.starts_with("$best") || var.name == kMisspeculationName)
        continue;  // the number of a last match and a kept element are the compiler's own
      Pending pending{value_elem(var.type), slot};
      last.emplace_back(nest_var, device.info().is_cuda ? Value(pending) : Value(resolve(pending)));
    }
    state_.assign_outputs(scope_, loop_.nest(), last, loop_.places.vars);
  }

  // As many iterations at a time as there is memory for, one launch after another. The last one's outputs count.
  std::optional<Diagnostic> launch_pieces(CompiledLoop::Variant& v, const std::vector<LaunchCut>& cuts,
                                          runtime::Device& device, Outputs& outputs) {
    if (!owns_memory() || v.serial) return launch_kernels(v, cuts, device, outputs);
    const LoopBounds all = bounds_[0];
    std::optional<Diagnostic> failure;
    for (std::int64_t done = 0; done < all.count && !failure && !bailed_out_; done += piece_) {
      bounds_[0] = {all.lo + done * all.step, all.step, std::min(piece_, all.count - done)};
      values_.scalars[loop_.result().first] = Number::integer(bounds_[0].lo);
      outputs.clear();
      failure = launch_kernels(v, piece_ < all.count ? cuts_of(v) : cuts, device, outputs);
    }
    bounds_[0] = all;
    return failure;
  }

  // 1 where that is not known before it runs.
  std::int64_t outermost_iterations() const {
    auto* loop = std::get_if<ir::For>(&nest_.body[0].node);
    const auto bounds = loop ? NestRanges(nest_, values_).bounds(*loop) : std::nullopt;
    return bounds ? std::max<std::int64_t>(bounds->count, 1) : 1;
  }

  // The failure of the lowest iteration; of failures of one iteration, which belong to different statements when they
  // are of different kernels, that of the first statement.
  std::optional<Diagnostic> launch_kernels(CompiledLoop::Variant& v, const std::vector<LaunchCut>& cuts,
                                           runtime::Device& device, Outputs& outputs) {
    Scratch& scratch = state_.scratch(device);
    const std::size_t n = v.loaded.size();
    records_ = 0;
    auto kernel = [&](std::size_t k) -> const Scheduled& { return kernel_of(v, k); };
    for (std::size_t k = 0; k < n; ++k) launch_one(kernel(k), v.loaded[k], device, scratch, cuts[k], outputs, {k, n});
    if (!records_) return {};
    const std::vector<FailureRecord> records = scratch.read_failures(n);
    for (std::size_t k = 0; k < n; ++k)
      if (noted(records[k]) && is_bail_out(kernel(k).kernel.sites.at(records[k].site))) bailed_out_ = true;
    auto place = [&](std::size_t k) { return kernel(k).kernel.sites.at(records[k].site).span.begin; };
    auto iteration = [&](std::size_t k) { return records[k].order / kernel(k).orders; };
    std::size_t first = n;
    for (std::size_t k = 0; k < n; ++k)
      if (noted(records[k]) && (first == n || iteration(k) < iteration(first) ||
                                (iteration(k) == iteration(first) && place(k) < place(first))))
        first = k;
    if (first == n) return {};
    steps_to_failure_ = kernel(first).kernel.sites[records[first].site].of_slice
                            ? (v.serial ? outermost_iterations() : iteration(first) + 1)
                            : 0;
    return failure_diagnostic(kernel(first).kernel, records[first], session_.sources());
  }

  // What fails when the loop runs in order; what it writes and leaves is dropped.
  std::optional<Diagnostic> failure_in_order(const NestValues& before) {
    const NestValues now = std::exchange(values_, before);
    Outputs dropped;
    CompiledLoop::Variant& v = in_order();
    auto failure = launch_kernels(v, cuts_of(v), session_.host_device(), dropped);
    values_ = now;
    return failure;
  }

  struct Turn {
    std::size_t kernel, of;
  };

  // Whether the iterations of each block come after those of the blocks before it: rows of them, or chunks of one kept
  // iteration after the other.
  static bool comes_in_order(const LaunchRule& rule) {
    const bool known = rule.kind == LaunchRule::Kind::Map || rule.kind == LaunchRule::Kind::Reduce;
    return known && rule.tiled < 0 && rule.kept_per_block == 1 && rule.rows_of_thread == 1 &&
           rule.kept_of_thread == 1 && !rule.chunks_in_block;
  }

  // Adds the kernel's outputs with the variables of the nest that they are for.
  void launch_one(const Scheduled& s, std::optional<LoadedKernel>& kernel, runtime::Device& device, Scratch& scratch,
                  const LaunchCut& c, Outputs& outputs, Turn turn) {
    if (!kernel || !kernel->suffices(work_)) {
      kernel = load_kernel(s.kernel, device, plan_.span, kernel ? std::nullopt : work_);
      if (const auto warning = unoptimised_kernel(*kernel->kernel, plan_.span); warning && session_.sinks().diagnostic)
        session_.sinks().diagnostic(*warning);
    }
    const LoadedKernel& loaded = *kernel;
    ParamPack& pack = buffers_->parameters;
    pack.clear();
    pack.reserve(8 * s.bindings.size() + 64);
    for (std::size_t i = 0; i < s.bindings.size(); ++i)  // before any address: an array may have two names
      if (const Binding& b = s.bindings[i]; b.kind == Binding::Kind::Array && loaded.writes[s.kernel.params[i].id])
        values_.arrays[b.id]->buffer->own(&device);
    for (std::size_t i = 0; i < s.bindings.size(); ++i)
      bind(pack, loaded, s.bindings[i], s.kernel.params[i], device, scratch, c);
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
    dims.grid[0] = c.grid(s.launch);
    auto& pointers = pack.pointers();
    if (dims.grid[0] <= 0) return;
    const bool ends = loaded.can_fail && !s.kernel.runs_on && !device.info().gpu_like && comes_in_order(s.launch);
    const runtime::EndsAtFailure until_failure(
        ends ? reinterpret_cast<const std::int64_t*>(records_ + turn.kernel * sizeof(FailureRecord)) : nullptr);
    profile::launch_timed([&] { device.launch(*loaded.kernel, dims, pointers.data(), pointers.size()); },
                          [&] { device.synchronize(); }, [&] { return described(s); });
  }

  // For --profile.
  profile::Launches described(const Scheduled& s) const {
    profile::Launches one;
    const LineColumn place = session_.sources().place(plan_.span);
    std::string loops;
    for (const auto& l : plan_.loops) loops += (loops.empty() ? "" : ", ") + nest_.vars[l.var].name;
    one.name = fmt::format("{}:{}: loop over {}", session_.sources().name(plan_.span.file), place.line, loops);
    one.schedule = s.summary;
    for (const Binding& b : s.bindings)
      if (b.kind == Binding::Kind::Array) one.bytes += values_.arrays[b.id]->buffer->bytes();
    return one;
  }

  void bind(ParamPack& pack, const LoadedKernel& loaded, const Binding& b, const ir::Param& p, runtime::Device& device,
            Scratch& scratch, const LaunchCut& c) {
    using Kind = Binding::Kind;
    switch (b.kind) {
      case Kind::Array: {
        const ArrayP& a = values_.arrays[b.id];
        pack.array(a->buffer->on(device, loaded.writes[p.id]), a->dims);
        if (a->complex) pack.integer(2);  // the pair is one more dimension
        return;
      }
      case Kind::Scalar:
        return pack.scalar(value_elem(nest_.vars[b.id].type), values_.scalars[b.id].value_or(Number::integer(0)));
      case Kind::LoopLow:
        return pack.integer(bounds_[b.id].lo);
      case Kind::LoopStep:
        return pack.integer(bounds_[b.id].step);
      case Kind::LoopCount:
        return pack.integer(bounds_[b.id].count);
      case Kind::Total:
        return pack.integer(c.run);
      case Kind::KeptTotal:
        return pack.integer(c.kept);
      case Kind::KeptTiles:
        return pack.integer(c.kept_tiles);
      case Kind::KeptGroups:
        return pack.integer(c.kept_groups);
      case Kind::RowTiles:
        return pack.integer(c.row_tiles);
      case Kind::ChunkUnits:
        return pack.integer(c.chunk_units);
      case Kind::Chunks:
        return pack.integer(c.chunks);
      case Kind::Partials: {
        const std::int64_t n = c.chunks * c.kept;
        return pack.array(scratch.partials(b.id, std::size_t(n) * 8), {n});
      }
      case Kind::Flags:
        return pack.array(scratch.flags(std::size_t(c.chunks)), {c.chunks});
      case Kind::Words:
        return pack.array(scratch.words(std::size_t(c.chunks) * b.id), {c.chunks * b.id});
      case Kind::LaunchNumber:
        return pack.integer(scratch.launch_number());
      case Kind::Left:
        return pack.array(scratch.left(b.id, std::size_t(c.left) * std::size_t(byte_size(b.elem))), {c.left});
      case Kind::Ticket:
        return pack.array(scratch.tickets(std::size_t(c.tickets)), {c.tickets});
    }
  }

  // After the loop every loop variable that ran keeps its last value.
  void assign_loop_variables() {
    for (std::size_t k = 0; k < bounds_.size() && bounds_[k].count > 0; ++k)
      assign_loop_variable(plan_.loops[k].var, bounds_[k]);
  }
  void assign_loop_variable(VarId var, const LoopBounds& b) {
    if (std::find(nest_.outputs.begin(), nest_.outputs.end(), var) != nest_.outputs.end())
      scope_.assign(nest_.vars[var].name, Value(Number::integer(b.lo + (b.count - 1) * b.step)));
  }

  SessionContext& session_;
  LoopRunnerState& state_;
  const SpareBuffers::Taken buffers_;
  CompiledLoop& loop_;
  const ir::Function& nest_;
  const LoopPlan& plan_;
  LoopScope& scope_;
  const MadeArrays* made_;
  NestValues& values_;
  std::vector<LoopBounds>& bounds_;
  runtime::Device* device_;  // where it runs if it runs as planned
  std::optional<bool> aliased_;
  std::vector<std::pair<std::string, ArrayP>> updated_in_place_;  // copies that the loop works on
  Work work_;
  std::optional<std::size_t> served_;  // as in CompiledLoop::Decision
  std::int64_t served_work_ = 0;
  std::int64_t piece_ = 0;  // iterations of the outermost loop in a launch, where they have work arrays in memory
  bool bailed_out_ = false;
  std::int64_t steps_to_failure_ = 0;  // of a slice: iterations up to it, at most; 0: of something else
  std::string rounded_;                // a number from outside that the code would round, where steps keep it
  std::uintptr_t records_ = 0;         // of the kernels under way, once one of them can fail
};

}  // namespace

// ---- the runner ----
struct LoopRunner::Impl {
  explicit Impl(SessionContext& s) : session(s) {}
  ExpectedLoops expected;
  SessionContext& session;
  LoopCache cache;
  LoopRunnerState state;
  bool declined_for_types = false, steps_alike = false;
};

LoopRunner::LoopRunner(SessionContext& session) : impl_(std::make_unique<Impl>(session)) {}
LoopRunner::~LoopRunner() = default;

LoopRunnerState& LoopRunner::state() { return impl_->state; }
SessionContext& LoopRunner::session() { return impl_->session; }
void LoopRunner::expect(const ast::Block& program) { impl_->expected.expect(program); }

bool LoopRunner::declined_for_types() const { return impl_->declined_for_types; }
bool LoopRunner::steps_alike() const { return impl_->steps_alike; }

// What the statements of a loop declare, in the order of the text.
static std::vector<LoopScope::Declaration> declarations(const ast::Stmt& loop) {
  std::vector<LoopScope::Declaration> found;
  ast::for_each_own_statement(loop, [&](const ast::Stmt& s) {
    auto* a = std::get_if<ast::Assign>(&s.node);
    if (!a) return;
    for (const ast::Target& t : a->targets)
      if (auto* n = std::get_if<ast::Name>(&t.place->node); n && t.type) found.push_back({n->name, *t.type});
  });
  return found;
}

bool LoopRunner::run(const ast::Stmt& statement, LoopScope& scope) {
  impl_->declined_for_types = impl_->steps_alike = false;
  auto known = impl_->cache.loops.find(&statement);
  if (known == impl_->cache.loops.end()) {
    impl_->expected.met(statement);
    LoopCache::Loop loop{is_stepped(std::get<ast::For>(statement.node)), 0, {}, declarations(statement)};
    known = impl_->cache.loops.emplace(&statement, std::move(loop)).first;
  }
  if (known->second.stepped) return false;
  auto& list = known->second.compiled;
  auto found = std::find_if(list.begin(), list.end(), [&](const auto& j) { return j->fits(scope); });
  if (found == list.end()) {
    const auto made_for =
        std::count_if(list.begin(), list.end(), [](const auto& j) { return !j->stepped() && j->for_numbers(); });
    const std::int64_t iterations = made_for < kMostNumbers ? 0 : scope.iterations();
    const bool is_long = iterations >= kLong && iterations < std::numeric_limits<std::int64_t>::max() &&
                         has_loop(std::get<ast::For>(statement.node).body);
    auto made =
        CompiledLoop::plan(impl_->session, statement, scope, made_for >= (is_long ? kMostNumbersOfLong : kMostNumbers));
    found = std::find_if(list.begin(), list.end(), [&](const auto& j) { return j->takes_numbers_of(*made); });
    if (found == list.end()) found = list.insert(list.end(), std::move(made));
  }
  CompiledLoop& compiled = **found;
  impl_->declined_for_types = compiled.stepped() && compiled.hangs_on_types();
  if (compiled.stepped()) return false;
  impl_->steps_alike =
      compiled.steps_alike() && !impl_->session.device().info().gpu_like && !explains(impl_->session, statement.span);
  // Where the numbers are others the next time, so may be the memory; not again and again.
  const auto ran = [&](LoopScope& values) {
    OneRun run(impl_->session, impl_->state, compiled, values);
    impl_->state.assigned = false;
    std::optional<UndecidedKinds> undecided;
    if (compiled.as_lowered().finds_kinds) undecided.emplace(compiled, values, impl_->session.device());
    if (run.run()) {
      if (undecided && impl_->state.assigned)
        undecided->settle([&](CompiledLoop& finds, LoopScope& before, const UndecidedKinds::Arrays& arrays) {
          impl_->state.kinds.clear();
          OneRun(impl_->session, impl_->state, finds, before, &arrays).run();
          return impl_->state.kinds;
        });
      if (impl_->state.assigned && !known->second.declares.empty()) scope.declare(known->second.declares);
      return true;
    }
    if (run.bailed_out()) {
      known->second.stepped = ++known->second.bailed_out == kMostBailOuts;
      list.erase(found);
    }
    return false;
  };
  if (compiled.short_arrays().empty()) return ran(scope);
  const bool runs = scope.iterations() != 0;
  ShortArrayScope values(scope, compiled.short_arrays());
  if (!ran(values)) return false;
  if (runs) values.store();
  return true;
}

}  // namespace qc::host
