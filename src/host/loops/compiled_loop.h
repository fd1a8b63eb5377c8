// A loop nest, planned for the types, and where need be the numbers, that it met; with the kernels
// made for it so far.
#pragma once
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "analysis/recognize/subscript_modes.h"
#include "host/device/launch.h"
#include "host/facts/dispatch_cache.h"
#include "host/facts/fully_written_arrays.h"
#include "host/facts/grid_partition.h"
#include "host/loops/run_loop.h"
#include "host/loops/scalar_replaced_arrays.h"
#include "sema/assumptions.h"
#include "sema/declared_numbers.h"
#include "sema/short_names.h"
#include "transform/schedule/schedule.h"

namespace qc::host {

inline constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

// Whether loops are reported on as they are reached; those of the library are not.
bool explains(SessionContext& session, Span loop);
// The report on a loop, to the session's log. nest: null for one that is not in IR.
void explain(SessionContext& session, const LoopPlan& plan, const ir::Function* nest);

class CompiledLoop {
 public:
  // `may_step`: the loop was compiled for several values of its numbers already; where the evaluator's steps give the
  // same bits, it is stepped from now on. Warnings and explanations go to the session's sinks; throws ProgramError for
  // errors.
  static std::unique_ptr<CompiledLoop> plan(SessionContext& session, const ast::Stmt& statement, LoopScope& scope,
                                            bool may_step);

  // Whether the names around the loop have the types and numbers that it was planned for.
  bool fits(LoopScope& scope) const;
  // Takes in the values of numbers that `other` was made for, where both are stepped and hang on nothing else that is
  // another thing: a loop that is met with ever more values is looked up among a few. False: it hangs on more.
  bool takes_numbers_of(const CompiledLoop& other);
  // Short arrays that are values in it: it fits and runs in a ShortArrayScope of them.
  const std::vector<ShortArray>& short_arrays() const { return short_arrays_; }
  bool stepped() const { return stepped_; }  // by the evaluator; nothing below exists then
  bool hangs_on_types() const { return specialised_.hangs_on_types(); }
  bool for_numbers() const { return !specialised_.numbers.empty() || !specialised_.there.empty(); }
  bool steps_alike() const {
    return steps_alike_;
  }  // stepping it gives the same bits, whatever the values of its numbers

  const PlanResult& result() const { return result_; }
  const LoopNest& in_order() const { return result_.nest_of(lowered_); }
  const LoopNest& nest() const { return result_.launched(lowered_); }  // the same variables, and copies of arrays

  const LoopNest& as_lowered() const { return lowered_; }
  // LoopNest::finds_kinds, which there is.
  CompiledLoop& finds_kinds();

  const std::vector<LoopNest::InPlaceUpdate>& updated_in_place() const { return lowered_.updated_in_place; }

  // The same nest with some of its int variables known, when it then runs in parallel unconditionally; null: it does
  // not.
  CompiledLoop* with_values(const std::map<std::string, std::int64_t>& values);
  // The same nest with one name for each set of arrays that `same` says are one, by their numbers, when it then runs in
  // parallel unconditionally; null: it does not.
  using ArrayPairs = std::vector<std::pair<ir::ArrayId, ir::ArrayId>>;
  CompiledLoop* with_one_name(const ArrayPairs& same);
  bool is_rewritten() const { return result_.rewritten.has_value(); }  // in order, too
  // The same nest in order: where what the plan speculates on might fail, and where two of its arrays are one.
  CompiledLoop& as_written();
  bool is_as_written(const CompiledLoop* j) const { return j && j == as_written_.get(); }

  // The same map, reduction or bins with its covered loops in this order; null: it is none then.
  CompiledLoop* interchanged(const std::vector<int>& order);

  // The same nest with boundary modes in place of subscripts that it moves inside its arrays (with_boundary_modes), and
  // what that hangs on; `loop` is null: it has none.
  struct WithModes {
    std::unique_ptr<CompiledLoop> loop;
    std::vector<ir::ExprP> conditions;
    std::vector<NestWithModes::Place> places;
  };
  const WithModes& with_modes();

  // The same nest as loops that run one after another (distribute_nest), and the arrays through which they hand values
  // on; no loops: it cannot be cut.
  struct Part {
    std::unique_ptr<CompiledLoop> usual, in_order;  // in_order: null where it has no such form (DistributedNest::Part)
  };
  struct Parts {
    std::vector<Part> loops;
    std::vector<ir::ArrayId> kept;
  };
  const Parts& parts();

  // Where the variables of the nest were found last (LoopScope::own), by ArrayId and VarId.
  struct Places {
    std::vector<std::uint32_t> arrays, vars;
  } places;

  // The kernels for one device and one set of facts.
  struct Variant {
    LoopFacts facts;
    bool serial;
    runtime::Device* device;
    Scheduled scheduled;
    std::vector<OverwrittenArray> overwritten;  // nothing: it may fail, or does not run on the host
    std::vector<std::optional<LoadedKernel>>
        loaded;  // of scheduled.before, then of the kernel itself, once they are launched
  };
  std::vector<std::unique_ptr<Variant>> variants;

  // Facts that code which is made for none of them serves, since the loop was met with many: until it has done so much
  // that code of their own had been made in the same time.
  struct Served {
    LoopFacts facts;
    std::int64_t work_left;  // operations
  };
  std::vector<Served> served;

  // How it runs with what it was reached with.
  struct Decision {
    enum class Way { Empty, Launched, Rewritten, InParts, Stepped } way = Way::Empty;
    Variant* variant = nullptr;              // Launched
    CompiledLoop* instead = nullptr;         // Rewritten
    std::vector<CompiledLoop*> parts = {};   // InParts
    std::vector<LaunchCut> cuts;             // of its kernels
    bool in_order = false;                   // whole, on the host
    bool kept = false;                       // a failure is looked at again with what it started from
    std::vector<LoopBounds> bounds;          // of the planned loops, as far as they are known
    Work work;                               // Launched, on the host: while code made with little effort runs
    std::optional<std::size_t> served = {};  // Launched: by code for many facts, where in `served` its own stand
    std::int64_t served_work = 0;            // and what a launch takes from their work_left
  };
  // Those that were made, by what they were made for.
  DispatchCache dispatch_cache;
  std::vector<Decision> decisions;

 private:
  // One that the evaluator steps, for as long as what made it so holds.
  static std::unique_ptr<CompiledLoop> not_lowered(SessionContext& session, const ast::Stmt& statement,
                                                   LoopScope& scope, NotLowered why);
  void remember_types(const LoopScope& scope);
  std::unique_ptr<CompiledLoop> bound_to(const std::map<std::string, std::int64_t>& values) const;
  // A form of it that does the same; null: it is judged in another way.
  std::unique_ptr<CompiledLoop> rewritten(LoopNest nest) const;

  // A name around the loop, and what it was planned for.
  struct Planned {
    Planned(std::string_view n, const Scope& around)
        : name(n), type(type_before(around, n)), declared(is_declared(around, n)) {}
    std::string name;
    std::optional<Type> type;
    bool declared;
    bool same(const Planned& o) const { return name == o.name && type == o.type && declared == o.declared; }
    mutable std::uint32_t place = kNowhere;  // where it was found last, and what it was then: LoopScope::kind_of
    mutable std::uint64_t kind = 0;
  };
  std::vector<Planned> names_;
  std::vector<ShortArray> short_arrays_;
  std::vector<std::pair<std::string, std::vector<std::int64_t>>>
      not_short_;  // with short_extents: those that did not help as values
  Specialised specialised_;
  std::set<Specialised::Values> other_numbers_;  // of stepped ones that this one stands for too
  bool stepped_ = false, steps_alike_ = false;
  LoopNest lowered_;
  PlanResult result_;
  struct ForValues {
    std::map<std::string, std::int64_t> values;
    std::unique_ptr<CompiledLoop> compiled;
  };
  std::vector<ForValues> for_values_;
  struct ForArrays {
    ArrayPairs same;
    std::unique_ptr<CompiledLoop> compiled;  // null: it is not parallel
  };
  std::vector<ForArrays> for_arrays_;
  std::unique_ptr<CompiledLoop> as_written_, finds_kinds_;
  std::optional<Parts> parts_;
  std::map<std::vector<int>, std::unique_ptr<CompiledLoop>> interchanged_;  // by the order of the covered loops
  std::optional<WithModes> with_modes_;
};

}  // namespace qc::host
