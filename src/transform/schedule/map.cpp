// Maps. All loops as one space of linear iterations, or, where addresses do not allow it, by rows: the inner loops that
// do are a row of threads, the loops around them are fixed for it. Where iterations of neighbouring rows read the same
// elements (stencils), a thread takes several rows, so that what they share is read once: on an H200 a 5-point stencil
// is bound by reading each row three times from the second-level cache. Short rows of a host share a block.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "support/how_many.h"
#include "transform/parts/kernel_builder.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr int kHeavyBody = 96;  // nodes beyond which copies of the body no longer pay
constexpr int kOneWarp = 32;
constexpr int kRowsOfThread = 8;     // neighbouring rows a thread takes
constexpr int kLargestCopies = 512;  // nodes of their copies
// Iterations: before its first one a block does the work of some 20 light ones.
constexpr int kLeastOfHostBlock = 2048, kLeastOfHeavy = 512;
constexpr std::int64_t kLatestOfBeginning = 64;  // iterations that are asked for by number
constexpr std::int64_t kWidestAccess = 16;       // bytes that a GPU's thread loads or stores at a time

struct MapShape {
  int threads, per_thread;
};

// How far apart in memory an access's elements of neighbouring iterations are, in bytes, if it takes parts of few
// elements side by side, the pairs of complex numbers above all.
std::int64_t bytes_apart(const Access& a, const Function& f, const LoopFacts& facts) {
  const ir::Array& array = f.arrays[a.array];
  std::int64_t bytes = std::int64_t(byte_size(array.elem));
  for (int d = array.rank - 1; d >= 0 && std::size_t(d) < a.index.size() && as_int(*a.index[std::size_t(d)]); --d)
    for (const SmallExtent& e : facts.extents)
      if (e.array == a.array && e.dim == d) bytes *= e.value;
  return bytes;
}

// As many iterations as the widest access takes, a power of two: what a thread reads then lies beside what its
// neighbour reads.
int iterations_of_widest(const Block& body, const Function& f, const LoopFacts& facts, int most) {
  std::int64_t apart = kWidestAccess / most;
  const auto look = [&](const Access& a) {
    if (const std::int64_t bytes = bytes_apart(a, f, facts); std::has_single_bit(std::uint64_t(bytes)))
      apart = std::max(apart, bytes);
  };
  for_each_expr(body, [&](const Expr& e) {
    if (auto* l = std::get_if<Load>(&e.node)) look(l->access);
  });
  for_each_stmt(body, [&](const Stmt& s) {
    if (auto* w = std::get_if<Store>(&s.node)) look(w->access);
  });
  return int(std::max<std::int64_t>(1, kWidestAccess / apart));
}

// Light bodies take several neighbouring iterations a thread (wide loads and stores) or wide lane loops; heavy ones are
// spread so that few iterations still fill the machine.
MapShape map_shape(const Block& body, const Function& f, const LoopFacts& facts, const SchedulePolicy& p) {
  const BodyWeight w = body_weight(body, f);
  const bool host = p.lanes_per_thread == 1;
  if (w.loops) return {host ? 16 : facts.small_blocks ? kOneWarp : 128, 1};
  if (w.nodes > kHeavyBody) return {host ? 512 : p.map_threads, 1};
  return {p.map_threads, p.map_per_thread == 1 ? 1 : iterations_of_widest(body, f, facts, p.map_per_thread)};
}

// Whether an iteration may look beyond the edges of arrays: then the interior of each row is apart
// (codegen/interior.h), and a block of several rows would have none where one of its rows has none.
bool looks_beyond_edges(const Block& body) {
  bool found = false;
  for_each_expr(body, [&](const Expr& e) {
    auto* l = std::get_if<Load>(&e.node);
    auto* b = std::get_if<Binary>(&e.node);
    found = found || (l && l->access.boundary != Boundary::Checked && l->access.boundary != Boundary::Unchecked) ||
            (b && e.type == Elem::I64 && (b->op == BinaryOp::Min || b->op == BinaryOp::Max));
  });
  return found;
}

// The iterations of a loop that its body asks for by number, `if i == lo`, as those around which a variable wraps: the
// last of them, and the body of the others.
struct Beginning {
  const For& loop;
  std::int64_t last = -1;

  // Which iteration a condition asks for.
  std::optional<std::int64_t> asked(const Expr& condition) const {
    auto* n = std::get_if<Binary>(&condition.node);
    auto* counter = n && n->op == BinaryOp::Eq ? std::get_if<VarRef>(&n->a->node) : nullptr;
    const auto step = as_int(*loop.step), at = n ? as_int(*n->b) : std::nullopt, lo = as_int(*loop.lo);
    if (!counter || counter->var != loop.var || !step || *step == 0) return {};
    std::optional<std::int64_t> d;
    if (at && lo) d = *at - *lo;
    if (equal(n->b, loop.lo)) d = 0;
    auto* sum = std::get_if<Binary>(&n->b->node);
    if (sum && sum->op == BinaryOp::Add && equal(sum->a, loop.lo)) d = as_int(*sum->b);
    return d && *d % *step == 0 && *d / *step >= 0 ? std::optional(*d / *step) : std::nullopt;
  }
  Block of_others(const Block& block) {
    Block out;
    for (Stmt s : block) {
      if (auto* n = std::get_if<If>(&s.node)) {
        Block otherwise = of_others(n->otherwise);
        if (const auto k = asked(*n->condition); k && *k < kLatestOfBeginning) {
          last = std::max(last, *k);
          for (Stmt& t : otherwise) out.push_back(std::move(t));
          continue;
        }
        n->then = of_others(n->then);
        n->otherwise = std::move(otherwise);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        l->body = of_others(l->body);
      } else if (auto* w = std::get_if<While>(&s.node)) {
        w->body = of_others(w->body);
      }
      out.push_back(std::move(s));
    }
    return out;
  }
};

struct MapKernel {
  KernelBuilder b;
  const LoopFacts& facts;
  MapShape shape;
  std::int64_t per_tile = 1;  // iterations of a block along the loops that run as one
  ExprP along = builtin(BuiltinKind::ThreadIdx);
  VarId begin = kNoVar;
  Block body;

  MapKernel(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& f, const SchedulePolicy& policy)
      : b(nest, plan, f, policy),
        facts(f),
        shape(map_shape(planned_body(plan, nest.function), nest.function, f, policy)) {}

  static BodyWeight weight_of(const LoopNest& nest, const LoopPlan& plan) { return body_weight(plan, nest.function); }

  void begin_at(Block& block, const ExprP& tile) { begin = b.let(block, "$b", mul(tile, int_const(per_tile))); }

  // Neighbouring iterations in a thread become wide loads where addresses are aligned; rows begin anywhere, so there
  // neighbouring threads take neighbours.
  ExprP iteration(int j) const {
    return add(b.ref(begin), facts.row_loops ? add(along, int_const(j * (per_tile / shape.per_thread)))
                                             : add(mul(along, int_const(shape.per_thread)), int_const(j)));
  }
  ExprP whole_tile() { return le(add(b.ref(begin), int_const(per_tile)), b.total()); }
  // Few channels, the innermost loop, are written out where elements are not all as far apart as iterations are:
  // nothing is divided, and a vector is made of neighbouring pixels.
  void take(Block& block, const ExprP& it) {
    if (facts.channels == 0) b.iteration_by_place(block, it, true);
    for (int c = 0; c < facts.channels; ++c) {
      b.set_channel(c);
      b.iteration_by_place(block, it, true);
    }
  }
  void iterations(Block& block, bool guarded) {
    for (int j = 0; j < shape.per_thread; ++j) {
      Block one;
      take(one, iteration(j));
      if (guarded)
        block.push_back({If{lt(iteration(j), b.total()), std::move(one), {}}, {}});
      else
        for (Stmt& s : one) block.push_back(std::move(s));
    }
  }

  // Blocks behind the iterations that the body asks for by number have nothing to ask. False: it does not.
  bool behind_beginning(Block& block, Block& part) {
    if (b.run().size() != 1 || facts.channels > 0) return false;
    Beginning beginning{planned_loop(b.plan(), b.nest(), b.run()[0])};
    const Block others = beginning.of_others(planned_body(b.plan(), b.nest()));
    if (beginning.last < 0) return false;
    const KernelBuilder::OwnVariables own(b);
    Block one;
    b.iteration_of(one, others, iteration(0), {}, true);
    block.push_back({If{lt(int_const(beginning.last), b.ref(begin)),
                        Block{{If{lt(iteration(0), b.total()), std::move(one), {}}, {}}}, std::move(part)},
                     {}});
    return true;
  }

  void tile_of_iterations(Block& block) {
    Block full, part;
    iterations(part, true);
    if (shape.per_thread == 1 && !b.policy().warps) {  // no copy for whole blocks: lane loops end where they have to
      if (!behind_beginning(block, part))
        for (Stmt& s : part) block.push_back(std::move(s));
      return;
    }
    iterations(full, false);
    block.push_back({If{whole_tile(), std::move(full), std::move(part)}, {}});
  }

  Scheduled flat() {
    b.kernel().threads = shape.threads;
    per_tile = shape.threads * shape.per_thread;
    begin_at(body, builtin(BuiltinKind::BlockIdx));
    tile_of_iterations(body);
    return b.finish(std::move(body), {LaunchRule::Kind::Map, shape.threads, per_tile, 0},
                    fmt::format("map, {} iterations a block of {} threads, 1 launch", per_tile, shape.threads));
  }

  // A thread takes `group` rows along loop `tiled`; a block has `rows` rows of threads.
  Scheduled by_rows(const SchedulePolicy& policy, int group, int tiled) {
    const std::int64_t row_threads = std::min<std::int64_t>(facts.row_threads, shape.threads);
    const std::int64_t rows = policy.warps ? shape.threads / row_threads : 1;
    if (!policy.warps) shape.threads = int(row_threads);
    if (group > 1) shape.per_thread = 1;
    b.kernel().threads = shape.threads;
    per_tile = row_threads * shape.per_thread;
    const ExprP tiles = b.param({Binding::Kind::RowTiles}, "$tiles", Elem::I64);
    ExprP row = b.ref(b.let(body, "$row", binary(BinaryOp::DivTrunc, builtin(BuiltinKind::BlockIdx), tiles)));
    const ExprP tile = b.ref(b.let(body, "$tile", sub(builtin(BuiltinKind::BlockIdx), mul(row, tiles))));
    ExprP exists;
    if (rows > 1) {
      const ExprP t = builtin(BuiltinKind::ThreadIdx);
      row = b.ref(b.let(body, "$mine",
                        add(mul(row, int_const(rows)),
                            binary(BinaryOp::Shr, t, int_const(std::countr_zero(std::uint64_t(row_threads)))))));
      along = binary(BinaryOp::BitAnd, t, int_const(row_threads - 1));
      exists = lt(row, group > 1 ? b.param({Binding::Kind::KeptGroups}, "$groups", Elem::I64)
                                 : b.param({Binding::Kind::KeptTotal}, "$kepts", Elem::I64));
    }
    Block work;
    begin_at(work, tile);
    if (group > 1)
      take_group(work, row, group, tiled);
    else
      take_row(work, row);
    if (exists)
      body.push_back({If{exists, std::move(work), {}}, {}});
    else
      for (Stmt& s : work) body.push_back(std::move(s));
    LaunchRule rule{LaunchRule::Kind::Map, shape.threads, per_tile, 0};
    rule.kept_per_block = rows;
    rule.rows_of_thread = group;
    rule.grouped = group > 1 ? tiled : -1;
    return b.finish(std::move(body), rule,
                    fmt::format("map, {} of {} iterations a block of {} threads, 1 launch",
                                how_many(rows * group, "row"), per_tile, shape.threads));
  }

  void take_row(Block& work, const ExprP& row) {
    b.set_kept(work, row);
    tile_of_iterations(work);
  }

  void take_group(Block& work, const ExprP& row, int group, int tiled) {
    const ExprP n = b.count(tiled);
    const auto [outer, first] = b.kept_group(work, row, group, tiled);
    if (!b.policy().warps) return take_rows_in_turn(work, outer, first, group, tiled);
    Block full, part, mine;
    for (int g = 0; g < group; ++g) {
      const ExprP at = add(first, int_const(g));
      Block one;
      b.set_kept(full, outer, tiled, at);
      b.set_kept(one, outer, tiled, at);
      iterations(full, false);
      iterations(one, false);
      part.push_back({If{lt(at, n), std::move(one), {}}, {}});
    }
    mine.push_back({If{le(add(first, int_const(group)), n), std::move(full), std::move(part)}, {}});
    work.push_back({If{lt(iteration(0), b.total()), std::move(mine), {}}, {}});
  }

  void take_rows_in_turn(Block& work, const ExprP& outer, const ExprP& first, int group, int tiled) {
    const VarId r = b.kernel().add_var("$r", Elem::I64);
    Block one;
    b.set_kept(one, outer, tiled, add(first, b.ref(r)));
    tile_of_iterations(one);
    const ExprP last = sub(binary(BinaryOp::Min, int_const(group), sub(b.count(tiled), first)), int_const(1));
    work.push_back({For{r, int_const(0), int_const(1), last, std::move(one)}, {}});
  }
};

}  // namespace

Scheduled schedule_map(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                       const SchedulePolicy& policy) {
  MapKernel m(nest, plan, facts, policy);
  if (!facts.row_loops) return m.flat();
  const BodyWeight w = MapKernel::weight_of(nest, plan);
  const int inner_kept = outer_loops(plan, facts) - facts.row_loops - 1;
  const bool apart = !policy.warps && (facts.checked || looks_beyond_edges(planned_body(plan, nest.function)));
  if (w.loops || apart) return m.by_rows(policy, 1, inner_kept);
  if (!policy.warps) {
    const int least = reduced_weight(plan, nest.function) > kHeavyBody ? kLeastOfHeavy : kLeastOfHostBlock;
    return m.by_rows(policy, std::max(1, least / facts.row_threads), inner_kept);
  }
  int group = facts.rows_share ? kRowsOfThread : 1;
  while (group > 1 && group * w.nodes > kLargestCopies) group /= 2;
  return m.by_rows(policy, group, inner_kept);
}

}  // namespace qc
