// Bins: `A[f(i)] op= e` where iterations may meet at an element. Private copies, merged in a fixed order
// (bins_shape.h):
//
//   accumulate   a block has a chunk; its copies lie in shared memory while one copy is small, in scratch memory
//   otherwise merge        a thread block takes 8 bins and combines what the chunks have for them; of one chunk, a
//   thread takes a bin
//
// Sums that are exact in any order (integers, and counts that a float holds exactly) are added atomically where the
// target is good at it; the results are the same.
#include "transform/parts/bins.h"

#include <fmt/format.h>

#include <algorithm>

#include "transform/parts/fold.h"
#include "transform/parts/kernel_builder.h"
#include "transform/parts/reduction.h"
#include "transform/parts/update_slice.h"
#include "transform/policy/bins_shape.h"
#include "transform/policy/compared.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kMergeBins = 8;  // of a block
constexpr std::int64_t kHostMergeBins = 1024;
constexpr int kAtomicThreads = 512;
constexpr std::int64_t kHostCopies =
    kBinsRun;  // of a bin that is exact: neighbouring iterations with equal bins need not wait for each other
constexpr std::int64_t kAtomicCopies = 32;  // of a bin: none of a warp's threads meets another at a bank

bool fast_atomic(ReduceOp op) { return op != ReduceOp::Mul && op != ReduceOp::And && op != ReduceOp::Or; }

// How the bins of one array are held while they are private.
struct Copy {
  BinArray bins;
  Elem elem;  // of the copies in memory
  std::int64_t capacity;
  bool counts;  // a float array that is counted in integers
  Elem type() const { return value_elem(elem); }
  ExprP nothing() const { return counts ? int_const(0) : neutral(bins.op, type()); }
};

Copy make_copy(const BinArray& b, const BinFacts& facts, std::size_t k) {
  const bool counts = is_float(b.elem) && facts.counts;
  const bool wraps =
      b.op == ReduceOp::Add || b.op == ReduceOp::BitAnd || b.op == ReduceOp::BitOr || b.op == ReduceOp::BitXor;
  const bool narrow = wraps && (facts.counts32 || byte_size(b.elem) <= 4);
  const Elem elem = is_float(b.elem) && !counts ? b.elem : narrow ? Elem::I32 : Elem::I64;
  return {b, elem, k < facts.capacity.size() ? facts.capacity[k] : 0, counts};
}

struct Bins {
  KernelBuilder b;
  const LoopPlan& plan;
  const SchedulePolicy& policy;
  std::vector<Copy> copies;

  Bins(const LoopNest& nest, const LoopPlan& p, const LoopFacts& facts, const SchedulePolicy& pol)
      : b(nest, p, facts, pol), plan(p), policy(pol) {
    const auto arrays = bin_arrays(p, nest.function);
    for (std::size_t k = 0; k < arrays.size(); ++k) copies.push_back(make_copy(arrays[k], facts.bins, k));
  }

  ArrayId parts(std::size_t k) {
    return b.scratch({Binding::Kind::Partials, std::uint32_t(k), copies[k].elem}, fmt::format("$part{}", k));
  }
  ExprP count(std::size_t k) { return extent(b.array(copies[k].bins.array), -1); }
  ExprP value(std::size_t k, ArrayId array, ExprP index) {
    return cast(copies[k].type(), load(b.kernel(), element(array, std::move(index))));
  }
  Stmt put(std::size_t k, ArrayId array, ExprP index, ExprP value) {
    return {Store{element(array, std::move(index)), cast(copies[k].elem, std::move(value))}, {}};
  }
  std::size_t copy_of(ArrayId nest_array) const {
    for (std::size_t k = 0; k < copies.size(); ++k)
      if (copies[k].bins.array == nest_array) return k;
    return 0;
  }
};

// ---- accumulate
// ------------------------------------------------------------------------------------------------------
struct Accumulate : Bins {
  Accumulate(const LoopNest& nest, const LoopPlan& p, const LoopFacts& facts, const SchedulePolicy& pol)
      : Bins(nest, p, facts, pol) {
    small = true;
    std::int64_t bytes = 0;
    for (const Copy& c : copies) {
      small &= c.capacity > 0;
      bytes += c.capacity * (c.bins.elem == Elem::F32 ? 4 : 8);
    }
    lanes = small ? bins_lanes(bytes) : 1;
    exact = std::none_of(copies.begin(), copies.end(), [](const Copy& c) { return is_float(c.elem); });
    in_turn = small && exact && !policy.warps;
    if (in_turn) lanes = 1;
    atomic = policy.warps && exact &&
             std::all_of(copies.begin(), copies.end(), [](const Copy& c) { return fast_atomic(c.bins.op); });
    std::int64_t held = 0;
    for (const Copy& c : copies) held += c.capacity * byte_size(c.elem);
    replicas = !small || !atomic ? 1 : std::min(kAtomicCopies, bins_lanes(held));
    threads = atomic ? kAtomicThreads : small ? lanes : policy.warps ? 32 : 1;
  }
  bool small, exact, atomic;  // exact: the same in any order
  bool in_turn;               // one thread, whose iterations take the copies in turn
  ExprP turn;                 // of the iteration that is copied
  std::int64_t lanes, replicas, threads;
  std::vector<ArrayId> shared;
  ExprP region;  // global copies: the first chunk-private element is region * count

  Scheduled make() {
    b.kernel().threads = int(threads);
    b.set_update_handler([this](Block& out, const Update& u) { update(out, u); });
    // In units, so that the back ends see what divides it and load several elements at once.
    const ExprP units = b.param({Binding::Kind::ChunkUnits}, "$units", Elem::I64);
    Block body;
    const ExprP chunk = b.ref(b.let(body, "$chunk", mul(units, int_const(atomic ? kBinsAtomicRow : kBinsRun))));
    const ExprP own = small || atomic ? block_index() : add(mul(block_index(), int_const(threads)), thread_index());
    const VarId part = b.let(body, "$part", own);
    const VarId i = b.let(body, "$i", mul(b.ref(part), chunk));
    const VarId e = b.let(body, "$e", binary(BinaryOp::Min, add(b.ref(i), chunk), b.total()));
    region = atomic && !small ? int_const(0) : b.ref(part);
    if (small) clear(body);
    const std::int64_t side = small || atomic ? threads : 1;  // threads that share a chunk
    const bool shares = side > 1 || small || atomic;
    rows(body, i, e, side, shares);
    if (small) hand_over(body);
    const char* how = atomic  ? (small ? "bins in shared memory, atomic" : "bins in memory, atomic")
                      : small ? "private bins of each lane"
                              : "private bins of each chunk";
    const auto kind = small    ? (atomic ? LaunchRule::Kind::BinsAtomic : LaunchRule::Kind::BinsLanes)
                      : atomic ? LaunchRule::Kind::BinsAtomicLarge
                               : LaunchRule::Kind::BinsLarge;
    return b.finish(std::move(body), {kind, int(threads), threads, 0},
                    fmt::format("{}, blocks of {} threads", how, threads));
  }

  std::int64_t width() const {
    return in_turn ? kHostCopies : atomic ? replicas : lanes;
  }  // copies side by side in shared memory
  ExprP column() const {
    return in_turn ? turn : atomic ? binary(BinaryOp::BitAnd, thread_index(), int_const(replicas - 1)) : thread_index();
  }

  void each_slot(Block& block, std::int64_t n, const std::function<void(Block&, const ExprP&)>& visit) {
    const VarId s = b.let(block, "$s", int_const(0));
    Block in, one;
    const ExprP slot = add(b.ref(s), thread_index());
    visit(one, slot);
    in.push_back({If{lt(slot, int_const(n)), std::move(one), {}}, {}});
    in.push_back({Assign{s, add(b.ref(s), int_const(threads))}, {}});
    block.push_back({While{lt(b.ref(s), int_const(n)), std::move(in)}, {}});
  }

  void clear(Block& block) {
    for (std::size_t k = 0; k < copies.size(); ++k) {
      const std::int64_t slots = copies[k].capacity * width();
      shared.push_back(b.shared_array(fmt::format("$bins{}", k), copies[k].elem, slots));
      each_slot(block, slots,
                [&](Block& one, const ExprP& slot) { one.push_back(put(k, shared[k], slot, copies[k].nothing())); });
    }
    block.push_back({Barrier{}, {}});
  }

  // Neighbouring iterations of a thread. What is exact in any order may take as many as make 16 bytes.
  std::int64_t run_length() const {
    constexpr std::int64_t kWide = 16, kMostNodes = 64;
    const BodyWeight w = body_weight(planned_body(plan, b.nest()), b.nest());
    std::int64_t bytes = w.load_bytes;  // the bins that updates read are in shared memory or added to atomically
    for (const Copy& c : copies) bytes -= byte_size(c.bins.elem);
    std::int64_t run = kBinsRun;
    while (atomic && bytes > 0 && run * 2 * bytes <= kWide && w.nodes <= kMostNodes) run *= 2;
    return run;
  }

  void rows(Block& block, VarId i, VarId e, std::int64_t side, bool shares) {
    const std::int64_t run = run_length(), row = side * run;
    auto at_run = [&](const ExprP& k) {
      return add(shares ? add(b.ref(i), mul(thread_index(), int_const(run))) : b.ref(i), k);
    };
    auto whole_rows = [&](std::int64_t n) {
      Block full;
      for (std::int64_t u = 0; u < n; ++u)
        for (std::int64_t k = 0; k < run; ++k) {
          turn = int_const(k);
          b.iteration(full, at_run(int_const(u * row + k)), none(), false);
        }
      full.push_back({Assign{i, add(b.ref(i), int_const(n * row))}, {}});
      const ExprP next = add(b.ref(i), int_const(n * row));
      block.push_back(
          {While{Reduction::last_values(plan) ? lt(next, b.ref(e)) : le(next, b.ref(e)), std::move(full)}, {}});
    };
    if (atomic && run > kBinsRun) whole_rows(2);  // light: loads of two rows are under way together
    whole_rows(1);
    Block part;
    const VarId k = b.kernel().add_var("$k", Elem::I64);
    const ExprP it = at_run(b.ref(k));
    turn = b.ref(k);
    Block one, loop;
    b.iteration(one, it, none(), true);
    loop.push_back({If{lt(it, b.ref(e)), std::move(one), {}}, {}});
    part.push_back({For{k, int_const(0), int_const(1), int_const(run - 1), std::move(loop)}, {}});
    block.push_back({If{lt(b.ref(i), b.ref(e)), std::move(part), {}}, {}});
  }
  // Updates go through the handler: one entry for each accumulator, so that they are recognised.
  std::vector<VarId> none() const { return std::vector<VarId>(plan.accumulators.size(), kNoVar); }

  // One update: the bin's place in the thread's copy. Outside the array the access itself says what happens.
  void update(Block& out, const Update& u) {
    if (!plan.accumulators[std::size_t(u.accumulator)].element) return;  // see beside_bins
    const Access& access = *plan.accumulators[std::size_t(u.accumulator)].element;
    const std::size_t k = copy_of(access.array);
    const ArrayId target = b.array(access.array);
    const bool unchecked =
        access.boundary == Boundary::Unchecked || (access.boundary == Boundary::Checked && !b.facts().checked);
    ExprP linear = int_const(0), inside;
    for (std::size_t d = 0; d < access.index.size(); ++d) {
      const ExprP index = b.ref(b.let(out, "$bin", b.copy(access.index[d])));
      const ExprP n = access.linear ? extent(target, -1) : extent(target, int(d));
      linear = d == 0 ? index : add(mul(linear, n), index);
      const ExprP fits = logical_and(binary(BinaryOp::Ge, index, int_const(0)), lt(index, n));
      inside = inside ? logical_and(inside, fits) : fits;
    }
    Block add_up;
    combine_into(add_up, k, linear, u);
    if (unchecked) {
      for (Stmt& s : add_up) out.push_back(std::move(s));
      return;
    }
    Block refuse;
    refuse.push_back(
        {Store{b.copy_access(access), copies[k].bins.elem == Elem::Bool ? bool_const(false)
                                      : is_float(copies[k].bins.elem) ? float_const(0, value_elem(copies[k].bins.elem))
                                                                      : int_const(0)},
         {}});
    out.push_back({If{inside, std::move(add_up), std::move(refuse)}, {}});
  }

  void combine_into(Block& out, std::size_t k, const ExprP& bin, const Update& u) {
    const Copy& c = copies[k];
    const ArrayId array = small ? shared[k] : parts(k);
    const ExprP place = small ? add(mul(bin, int_const(width())), column()) : add(mul(region, count(k)), bin);
    auto operand = [&]() -> ExprP {
      if (u.factor_a) return mul(b.copy(u.factor_a), b.copy(u.factor_b));
      if (!c.counts) return b.copy(u.operand);
      return int_const(std::int64_t(std::get<ConstFloat>(u.operand->node).value));
    };
    if (atomic) {
      out.push_back({Atomic{{}, atomic_op(c.bins.op), element(array, place), cast(c.elem, operand()), nullptr}, {}});
      return;
    }
    const ExprP slot = b.ref(b.let(out, "$slot", place));
    const ExprP old = value(k, array, slot);
    if (u.factor_a && is_float(c.elem))
      out.push_back(put(k, array, slot, fma(b.copy(u.factor_a), b.copy(u.factor_b), old)));
    else
      out.push_back(put(k, array, slot, combine(c.counts ? ReduceOp::Add : c.bins.op, old, operand())));
  }

  // The lanes of each bin combined, beginning with lane (bin mod lanes), so that neighbouring bins use different banks.
  void hand_over(Block& block) {
    block.push_back({Barrier{}, {}});
    for (std::size_t k = 0; k < copies.size(); ++k) {
      each_slot(block, copies[k].capacity, [&](Block& one, const ExprP& bin) {
        const ReduceOp op = copies[k].bins.op;
        const VarId sum = b.let(one, "$sum", copies[k].nothing());
        Block in;
        const VarId l = b.kernel().add_var("$l", Elem::I64);
        const ExprP lane = in_turn ? b.ref(l) : binary(BinaryOp::BitAnd, add(bin, b.ref(l)), int_const(width() - 1));
        in.push_back(
            {Assign{sum, combine(op, b.ref(sum), value(k, shared[k], add(mul(bin, int_const(width())), lane)))}, {}});
        one.push_back({For{l, int_const(0), int_const(1), int_const(width() - 1), std::move(in)}, {}});
        Block store;
        store.push_back(put(k, parts(k), add(mul(region, count(k)), bin), b.ref(sum)));
        one.push_back({If{lt(bin, count(k)), std::move(store), {}}, {}});
      });
    }
  }
};

// ---- clear: copies in memory start neutral
// ---------------------------------------------------------------------------
struct Clear : Bins {
  using Bins::Bins;
  Scheduled make() {
    const std::int64_t threads = policy.warps ? 256 : 4096;
    b.kernel().threads = int(threads);
    const ExprP chunks = b.param({Binding::Kind::Chunks}, "$chunks", Elem::I64);
    Block body;
    const VarId i = b.let(body, "$i", mul(block_index(), int_const(threads)));
    for (std::size_t k = 0; k < copies.size(); ++k) {
      Block one;
      one.push_back(put(k, parts(k), add(b.ref(i), thread_index()), copies[k].nothing()));
      body.push_back({If{lt(add(b.ref(i), thread_index()), mul(chunks, count(k))), std::move(one), {}}, {}});
    }
    return b.finish(std::move(body), {LaunchRule::Kind::BinsClear, int(threads), threads, 0}, "");
  }
};

// ---- merge
// -----------------------------------------------------------------------------------------------------------
struct Merge : Bins {
  using Bins::Bins;

  Scheduled make(std::size_t k) {
    constexpr std::int64_t threads = kBinsMergeLanes * kMergeBins;
    b.kernel().threads = int(threads);
    const Copy& c = copies[k];
    const ReduceOp op = c.bins.op;
    const ExprP chunks = b.param({Binding::Kind::Chunks}, "$chunks", Elem::I64), n = count(k);
    Block body;
    const VarId bin = b.let(body, "$bin",
                            add(mul(block_index(), int_const(kMergeBins)),
                                binary(BinaryOp::BitAnd, thread_index(), int_const(kMergeBins - 1))));
    const VarId sum = b.let(body, "$sum", c.nothing());
    const VarId first = b.let(body, "$first", int_const(0));
    const ExprP chunk = add(
        b.ref(first), binary(BinaryOp::Shr, thread_index(), int_const(std::countr_zero(std::uint64_t(kMergeBins)))));
    Block take, one;
    one.push_back({Assign{sum, combine(op, b.ref(sum), value(k, parts(k), add(mul(chunk, n), b.ref(bin))))}, {}});
    take.push_back({If{logical_and(lt(chunk, chunks), lt(b.ref(bin), n)), std::move(one), {}}, {}});
    take.push_back({Assign{first, add(b.ref(first), int_const(kBinsMergeLanes))}, {}});
    body.push_back({While{lt(b.ref(first), chunks), std::move(take)}, {}});
    fold(body, k, sum);
    Block result;
    join(result, k, b.ref(bin), b.ref(sum));
    body.push_back(
        {If{logical_and(lt(thread_index(), int_const(kMergeBins)), lt(b.ref(bin), n)), std::move(result), {}}, {}});
    LaunchRule rule{LaunchRule::Kind::BinsMerge, int(threads), kMergeBins, 0};
    rule.array = c.bins.array;
    return b.finish(std::move(body), rule, "");
  }

  // On a host: a thread for each bin, neighbours in memory, and the chunks' copies are folded where they lie.
  Scheduled make_in_place(std::size_t k) {
    b.kernel().threads = int(kHostMergeBins);
    const Copy& c = copies[k];
    const ExprP chunks = b.param({Binding::Kind::Chunks}, "$chunks", Elem::I64), n = count(k);
    Block body, inner;
    const VarId bin = b.let(body, "$bin", add(mul(block_index(), int_const(kHostMergeBins)), thread_index()));
    const auto at = [&](const ExprP& chunk) { return add(mul(chunk, n), b.ref(bin)); };
    // to(c) = to(c) op from(c) for c = first .. last, by all threads together.
    const auto each = [&](Block& block, const ExprP& first, const ExprP& last, const auto& to, const auto& from) {
      const VarId chunk = b.kernel().add_var("$c", Elem::I64);
      const ExprP there = to(b.ref(chunk));
      Block one{put(k, parts(k), at(there),
                    combine(c.bins.op, value(k, parts(k), at(there)), value(k, parts(k), at(from(b.ref(chunk))))))};
      one.push_back({Barrier{}, {}});
      block.push_back({For{chunk, first, int_const(1), last, std::move(one)}, {}});
    };
    const auto same = [](const ExprP& e) { return e; };
    each(
        inner, int_const(kBinsMergeLanes), sub(chunks, int_const(1)),
        [](const ExprP& e) { return binary(BinaryOp::BitAnd, e, int_const(kBinsMergeLanes - 1)); }, same);
    for (std::int64_t h = kBinsMergeLanes / 2; h >= 1; h /= 2)
      each(inner, int_const(0), sub(binary(BinaryOp::Min, int_const(h), sub(chunks, int_const(h))), int_const(1)), same,
           [&](const ExprP& e) { return add(e, int_const(h)); });
    join(inner, k, b.ref(bin), value(k, parts(k), b.ref(bin)));
    body.push_back({If{lt(b.ref(bin), n), std::move(inner), {}}, {}});
    LaunchRule rule{LaunchRule::Kind::BinsMerge, int(kHostMergeBins), kHostMergeBins, 0};
    rule.array = c.bins.array;
    return b.finish(std::move(body), rule, "");
  }

  // What a single chunk has for a bin is all there is: folding it with nothing leaves it as it is.
  Scheduled make_of_one_chunk(std::size_t k) {
    const std::int64_t threads = policy.warps ? 256 : 4096;
    b.kernel().threads = int(threads);
    Block body, result;
    const VarId bin = b.let(body, "$bin", add(mul(block_index(), int_const(threads)), thread_index()));
    join(result, k, b.ref(bin), value(k, parts(k), b.ref(bin)));
    body.push_back({If{lt(b.ref(bin), count(k)), std::move(result), {}}, {}});
    LaunchRule rule{LaunchRule::Kind::BinsMerge, int(threads), threads, 0};
    rule.array = copies[k].bins.array;
    return b.finish(std::move(body), rule, "");
  }

  void fold(Block& body, std::size_t k, VarId sum) {
    const ArrayId folded = b.shared_array("$fold", copies[k].elem, kBinsMergeLanes * kMergeBins);
    body.push_back(put(k, folded, thread_index(), b.ref(sum)));
    body.push_back({Barrier{}, {}});
    for (std::int64_t h = kBinsMergeLanes / 2; h >= 1; h /= 2) {
      Block step;
      step.push_back({Assign{sum, combine(copies[k].bins.op, b.ref(sum),
                                          value(k, folded, add(thread_index(), int_const(h * kMergeBins))))},
                      {}});
      step.push_back(put(k, folded, thread_index(), b.ref(sum)));
      body.push_back({If{lt(thread_index(), int_const(h * kMergeBins)), std::move(step), {}}, {}});
      body.push_back({Barrier{}, {}});
    }
  }

  // The value before the loop joins what was accumulated, on the left.
  void join(Block& block, std::size_t k, const ExprP& bin, const ExprP& sum) {
    const Copy& c = copies[k];
    const Accumulator& a = plan.accumulators[c.bins.first];
    Access place = element(b.array(c.bins.array), bin);
    place.linear = b.nest().arrays[c.bins.array].rank > 1;
    const ExprP start = b.ref(b.let(block, "$start", load(b.kernel(), place)));
    ExprP result;
    if (c.counts)
      result = select(binary(BinaryOp::Eq, sum, int_const(0)), start, add(start, cast(c.bins.elem, sum)));
    else if (a.divides)
      result = binary(BinaryOp::Div, start, sum);
    else if (is_compared(a))
      result = select(replaces(a, sum, start), sum, start);
    else
      result = combine(a.op, start, sum);
    block.push_back({Store{place, cast(c.bins.elem, result)}, {}});
  }
};

}  // namespace

namespace {

// Accumulators that are variables are a reduction of their own, over what their updates need, before anything is
// stored.
std::optional<Scheduled> beside_bins(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                                     const SchedulePolicy& policy) {
  LoopPlan sums = plan;
  sums.verdict = Verdict::Reduction;
  sums.live_out.clear();
  std::erase_if(sums.accumulators, [](const Accumulator& a) { return a.element.has_value(); });
  if (sums.accumulators.empty()) return {};
  LoopNest part = nest;
  Block slice = update_slice(sums, nest.function);
  Block* body = &part.function.body;
  for (std::size_t k = 0; k < plan.loops.size(); ++k) body = &std::get<For>(body->at(0).node).body;
  *body = std::move(slice);
  return schedule_reduce(part, sums, facts, policy);
}

}  // namespace

Scheduled schedule_bins(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                        const SchedulePolicy& policy) {
  const std::size_t arrays = bin_arrays(plan, nest.function).size();
  Accumulate main(nest, plan, facts, policy);
  std::vector<Scheduled> before;
  if (auto sums = beside_bins(nest, plan, facts, policy)) before.push_back(std::move(*sums));
  if (!main.small) {
    before.push_back(Clear(nest, plan, facts, policy).make());
    before.back().launch.atomic = main.atomic;
  }
  before.push_back(main.make());
  const std::string summary = before.back().summary;
  for (std::size_t k = 0; k < arrays; ++k) {
    Merge merge(nest, plan, facts, policy);
    before.push_back(facts.bins.one_chunk && !main.atomic ? merge.make_of_one_chunk(k)
                     : policy.warps                       ? merge.make(k)
                                                          : merge.make_in_place(k));
    before.back().launch.atomic = main.atomic;
  }
  Scheduled last = std::move(before.back());
  before.pop_back();
  last.summary = fmt::format("{}, merged in a fixed order, {} launches", summary, before.size() + 1);
  last.before = std::move(before);
  return last;
}

}  // namespace qc
