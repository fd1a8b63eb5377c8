// Maps on targets with warps that read along one of the two innermost loops and store along the other, y[j,i] = x[i,j].
//
//   a block takes a square of 32 x 32 iterations
//   first its lanes run along the loop by which x is read, and put what they read into shared memory
//   then they run along the loop by which y is stored, and find it there
//
// By rows alone, one of the two would touch a line of memory for each element: an eighth of a copy's rate on an H200.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "analysis/loops/nest_model.h"
#include "analysis/loops/updates.h"
#include "transform/parts/certain_loads.h"
#include "transform/parts/fold.h"
#include "transform/parts/kernel_builder.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kSide = 32, kTurnedThreads = 256, kLines = kTurnedThreads / kSide;
constexpr std::size_t kMostTurned = 4;  // loads, each with a square of its own

struct Turnable {
  const Function& nest;
  const LoopPlan& plan;
  LinearForms forms;
  const std::size_t inner, outer;  // the two innermost loops

  Turnable(const LoopNest& n, const LoopPlan& p)
      : nest(n.function), plan(p), forms(nest, p), inner(p.loops.size() - 1), outer(p.loops.size() - 2) {}

  // Whether neighbouring iterations of the loop are neighbours in memory: it moves the last subscript alone, by 1.
  bool goes_along(const Access& a, std::size_t loop) const {
    if (a.linear || nest.arrays[a.array].space != Space::Global) return false;
    for (std::size_t d = 0; d < a.index.size(); ++d) {
      const auto f = forms.of(*a.index[d]);
      if (!f || f->coefficients[loop] != (d + 1 == a.index.size() ? 1 : 0)) return false;
    }
    return true;
  }
  // The loop along which everything is stored.
  std::optional<std::size_t> stored_along() const {
    bool by_inner = true, by_outer = true;
    for_each_stmt(planned_body(plan, nest), [&](const Stmt& s) {
      auto* w = std::get_if<Store>(&s.node);
      by_inner = by_inner && (!w || goes_along(w->access, inner));
      by_outer = by_outer && (!w || goes_along(w->access, outer));
    });
    if (by_inner == by_outer) return {};
    return by_inner ? inner : outer;
  }
  // What is read along the other loop than `lanes`, once each.
  std::vector<Access> turned(std::size_t lanes) const {
    const std::size_t other = lanes == inner ? outer : inner;
    const std::set<ArrayId> stored = stored_arrays(nest.body);
    std::vector<Access> out;
    each_certain_load(planned_body(plan, nest), [&](const Access& a) {
      const bool plain = a.boundary == Boundary::Checked || a.boundary == Boundary::Unchecked;
      if (!plain || !goes_along(a, other) || goes_along(a, lanes) || stored.count(a.array)) return;
      if (std::none_of(out.begin(), out.end(), [&](const Access& b) { return same_access(a, b); })) out.push_back(a);
    });
    return out;
  }
};

struct TurnedKernel {
  KernelBuilder b;
  const Turnable find;
  const std::size_t lanes_along;
  const std::vector<Access> reads;
  std::vector<ArrayId> squares;
  ExprP outer, first, column;  // the other loops, the first iterations of both
  ExprP lane = binary(BinaryOp::BitAnd, thread_index(), int_const(kSide - 1)),
        line = binary(BinaryOp::Shr, thread_index(), int_const(std::countr_zero(std::uint64_t(kSide))));

  TurnedKernel(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy)
      : b(nest, plan, facts, policy),
        find(nest, plan),
        lanes_along(*find.stored_along()),
        reads(find.turned(lanes_along)) {
    for (const Access& a : reads)
      squares.push_back(b.shared_array(fmt::format("$square{}", squares.size()), nest.function.arrays[a.array].elem,
                                       kSide * (kSide + 1)));
  }

  // The iteration of the square that the thread takes as its k-th one, its lane counted along `loop`.
  struct At {
    ExprP row, column;
  };
  At at(std::size_t loop, std::int64_t k) const {
    const ExprP far = add(line, int_const(k * kLines));
    return loop == find.inner ? At{far, lane} : At{lane, far};
  }
  // The body of the iteration, if there is one; rows are one longer, so that columns lie in different banks.
  void inside(Block& body, const At& p, const std::function<void(Block&, const ExprP&, const ExprP&)>& work) {
    const int in = int(find.inner), out = int(find.outer);
    const ExprP i = add(first, p.row), j = add(column, p.column);
    Block one;
    b.set_kept(one, outer, out, i);
    work(one, add(b.low(in), j), add(mul(p.row, int_const(kSide + 1)), p.column));
    body.push_back({If{logical_and(lt(i, b.count(out)), lt(j, b.count(in))), std::move(one), {}}, {}});
  }
  Access of_square(std::size_t k, const ExprP& place) const {
    Access a;
    a.array = squares[k];
    a.index = {place};
    return a;
  }
  // What the nest reads in the iteration that is set, where the innermost loop's variable is j.
  ExprP read(const Access& a, const ExprP& j) {
    Access out;
    out.array = b.array(a.array);
    for (const ExprP& e : a.index) {
      const LinearForm f = *find.forms.of(*e);
      ExprP i = b.copy(f.rest);
      for (std::size_t k = 0; k < f.coefficients.size(); ++k) {
        if (f.coefficients[k] == 0) continue;
        const ExprP v = k == find.inner ? j : b.copy(var(find.nest, find.plan.loops[k].var));
        i = add(i, mul(v, int_const(f.coefficients[k])));
      }
      out.index.push_back(std::move(i));
    }
    return load(b.kernel(), out);
  }

  Scheduled make() {
    b.kernel().threads = int(kTurnedThreads);
    Block body;
    const ExprP tiles = b.param({Binding::Kind::RowTiles}, "$tiles", Elem::I64);
    const ExprP group = b.ref(b.let(body, "$group", binary(BinaryOp::DivTrunc, builtin(BuiltinKind::BlockIdx), tiles)));
    column =
        b.ref(b.let(body, "$column", mul(sub(builtin(BuiltinKind::BlockIdx), mul(group, tiles)), int_const(kSide))));
    const KernelBuilder::KeptGroup mine = b.kept_group(body, group, kSide, int(find.outer));
    outer = mine.outer;
    first = mine.first;
    const std::size_t read_along = lanes_along == find.inner ? find.outer : find.inner;
    for (std::int64_t k = 0; k < kSide / kLines; ++k)
      inside(body, at(read_along, k), [&](Block& one, const ExprP& j, const ExprP& place) {
        for (std::size_t r = 0; r < reads.size(); ++r)
          one.push_back({Store{of_square(r, place), read(reads[r], j)}, {}});
      });
    body.push_back({Barrier{SyncScope::Block}, {}});
    for (std::int64_t k = 0; k < kSide / kLines; ++k)
      inside(body, at(lanes_along, k), [&](Block& one, const ExprP& j, const ExprP& place) {
        b.set_load_handler([&](const Access& a) -> ExprP {
          for (std::size_t r = 0; r < reads.size(); ++r)
            if (same_access(a, reads[r])) return load(b.kernel(), of_square(r, place));
          return nullptr;
        });
        b.iteration_at(one, j);
        b.set_load_handler({});
      });
    LaunchRule rule{LaunchRule::Kind::Map, int(kTurnedThreads), kSide, 0};
    rule.rows_of_thread = kSide;
    rule.grouped = int(find.outer);
    return b.finish(std::move(body), rule,
                    fmt::format("map, {} x {} iterations a block of {} threads, turned in shared memory, 1 launch",
                                kSide, kSide, kTurnedThreads));
  }
};

}  // namespace

bool turned_fits(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  if (!policy.warps || !facts.turns || !facts.unit_steps || facts.checked || !plan.live_out.empty()) return false;
  if (body_weight(planned_body(plan, nest.function), nest.function).loops) return false;
  const Turnable find(nest, plan);
  const auto lanes = find.stored_along();
  const std::size_t turned = lanes ? find.turned(*lanes).size() : 0;
  return turned > 0 && turned <= kMostTurned;
}

Scheduled schedule_turned(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                          const SchedulePolicy& policy) {
  return TurnedKernel(nest, plan, facts, policy).make();
}

}  // namespace qc
