#include <fmt/format.h>

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
  const MapShape shape = map_shape(body_weight(planned_body(plan, nest.function), nest.function), policy);
  const std::int64_t per_block = std::int64_t(shape.threads) * shape.per_thread;
  b.kernel().threads = shape.threads;

  Block body;
  const VarId begin = b.let(body, "$b", mul(builtin(BuiltinKind::BlockIdx), int_const(per_block)));
  auto iteration = [&](int j) {
    return add(b.ref(begin), add(mul(builtin(BuiltinKind::ThreadIdx), int_const(shape.per_thread)), int_const(j)));
  };
  Block full, part;
  for (int j = 0; j < shape.per_thread; ++j) b.iteration(full, iteration(j), {}, true);
  for (int j = 0; j < shape.per_thread; ++j) {
    Block one;
    b.iteration(one, iteration(j), {}, true);
    part.push_back({If{lt(iteration(j), b.total()), std::move(one), {}}, {}});
  }
  body.push_back({If{le(add(b.ref(begin), int_const(per_block)), b.total()), std::move(full), std::move(part)}, {}});
  return b.finish(std::move(body), {LaunchRule::Kind::Map, shape.threads, per_block, 0},
                  fmt::format("map, {} iterations a block of {} threads, 1 launch", per_block, shape.threads));
}

}  // namespace qc
