#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "transform/kernel_builder.h"
#include "transform/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr int kHeavyBody = 96;  // nodes beyond which copies of the body no longer pay

struct MapShape {
  int threads, per_thread;
};

// Light bodies take several neighbouring iterations a thread (wide loads and stores) or wide lane loops; heavy ones are
// spread so that few iterations still fill the machine.
MapShape map_shape(const BodyWeight& w, const SchedulePolicy& p) {
  const bool host = p.lanes_per_thread == 1;
  if (w.loops) return {host ? 16 : 128, 1};
  if (w.nodes > kHeavyBody) return {host ? 512 : p.map_threads, 1};
  return {p.map_threads, p.map_per_thread};
}

}  // namespace

Scheduled schedule_map(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  KernelBuilder b(nest, plan, facts, policy);
  MapShape shape = map_shape(body_weight(planned_body(plan, nest.function), nest.function), policy);
  std::int64_t row_threads = shape.threads;  // threads along the loops that run as one
  std::int64_t rows = 1;                     // of the other loops' iterations in a block
  if (facts.row_loops) {
    row_threads = std::min<std::int64_t>(facts.row_threads, shape.threads);
    if (policy.warps) rows = shape.threads / row_threads;
    else shape.threads = int(row_threads);
  }
  const std::int64_t per_tile = row_threads * shape.per_thread;
  b.kernel().threads = shape.threads;

  Block body, work;
  ExprP tile = builtin(BuiltinKind::BlockIdx), along = builtin(BuiltinKind::ThreadIdx), exists;
  if (facts.row_loops) {
    const ExprP tiles = b.param({Binding::Kind::RowTiles}, "$tiles", Elem::I64);
    ExprP row = b.ref(b.let(body, "$row", binary(BinaryOp::DivTrunc, builtin(BuiltinKind::BlockIdx), tiles)));
    tile = b.ref(b.let(body, "$tile", sub(builtin(BuiltinKind::BlockIdx), mul(row, tiles))));
    if (rows > 1) {
      const ExprP t = builtin(BuiltinKind::ThreadIdx);
      row = b.ref(b.let(body, "$mine", add(mul(row, int_const(rows)), binary(BinaryOp::Shr, t, int_const(std::countr_zero(std::uint64_t(row_threads)))))));
      along = binary(BinaryOp::BitAnd, t, int_const(row_threads - 1));
      exists = lt(row, b.param({Binding::Kind::KeptTotal}, "$kepts", Elem::I64));
    }
    b.set_kept(work, row);
  }
  const VarId begin = b.let(body, "$b", mul(tile, int_const(per_tile)));
  // Neighbouring iterations in a thread become wide loads where addresses are aligned; rows begin anywhere, so there
  // neighbouring threads take neighbours.
  auto iteration = [&](int j) {
    return add(b.ref(begin), facts.row_loops ? add(along, int_const(j * row_threads)) : add(mul(along, int_const(shape.per_thread)), int_const(j)));
  };
  Block full, part;
  const bool whole = shape.per_thread > 1 || policy.warps;  // a copy for whole blocks; lane loops end where they have to
  for (int j = 0; j < shape.per_thread && whole; ++j) b.iteration(full, iteration(j), {}, true);
  for (int j = 0; j < shape.per_thread; ++j) {
    Block one;
    b.iteration(one, iteration(j), {}, true);
    part.push_back({If{lt(iteration(j), b.total()), std::move(one), {}}, {}});
  }
  if (whole) work.push_back({If{le(add(b.ref(begin), int_const(per_tile)), b.total()), std::move(full), std::move(part)}, {}});
  else for (Stmt& s : part) work.push_back(std::move(s));
  if (exists) body.push_back({If{exists, std::move(work), {}}, {}});
  else for (Stmt& s : work) body.push_back(std::move(s));
  LaunchRule rule{LaunchRule::Kind::Map, shape.threads, per_tile, 0};
  rule.kept_per_block = rows;
  return b.finish(std::move(body), rule,
                  facts.row_loops ? fmt::format("map, {} rows of {} iterations a block of {} threads, 1 launch", rows, per_tile, shape.threads)
                                  : fmt::format("map, {} iterations a block of {} threads, 1 launch", per_tile, shape.threads));
}

}  // namespace qc
