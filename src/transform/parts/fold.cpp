#include "transform/parts/fold.h"

#include <algorithm>

#include "transform/parts/fold_in_place.h"
#include "transform/parts/fold_strategies.h"
#include "transform/policy/compared.h"

namespace qc {

using namespace ir;

namespace {

// Shared memory of a fold: one array an item, laid out so that a thread's lanes are neighbours.
//
// Step h of the block (in threads) hands the values of threads [h, 2h) to threads [0, h). With two regions used in turn
// (T/2 and T/4 threads wide) one barrier a step is enough: a region is written again only after the barrier of the step
// in between, which no thread passes before it has read. Where two regions would not fit, one region and two barriers.
struct Exchange {
  std::vector<ArrayId> arrays;
  bool two_regions;
};

Exchange make_exchange(KernelParameters& b, const FoldShape& s, const std::vector<FoldItem>& items,
                       std::int64_t threads) {
  constexpr std::int64_t kStaticLimit = 40 * 1024;  // of 48 KB that every GPU has without asking
  std::int64_t bytes = 0;
  for (const FoldItem& i : items) bytes += byte_size(i.type) * s.lanes_per_thread;
  Exchange x;
  x.two_regions = bytes * threads * 3 / 4 <= kStaticLimit;
  const std::int64_t slots =
      std::max<std::int64_t>(1, (x.two_regions ? threads * 3 / 4 : threads / 2) * s.lanes_per_thread);
  for (std::size_t i = 0; i < items.size(); ++i)
    x.arrays.push_back(b.shared_array(fold_array_name(s, i), items[i].type, slots));
  return x;
}

Access shared_at(ArrayId array, const ExprP& thread, std::int64_t region, int lanes_per_thread, int lane) {
  Access a;
  a.array = array;
  a.index = {add(mul(add(thread, int_const(region)), int_const(lanes_per_thread)), int_const(lane))};
  return a;
}

Block hand_down(KernelParameters& b, const FoldShape& s, const Exchange& x,
                const std::vector<std::vector<VarId>>& values, const ExprP& thread, std::int64_t region) {
  Block block;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (int j = 0; j < s.lanes_per_thread; ++j)
      block.push_back(
          {Store{shared_at(x.arrays[i], thread, region, s.lanes_per_thread, j), b.ref(values[i][std::size_t(j)])}, {}});
  return block;
}

Block take(KernelParameters& b, const FoldShape& s, const Exchange& x, const std::vector<FoldItem>& items,
           const std::vector<std::vector<VarId>>& values, std::int64_t region) {
  Block block;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (is_second(items, i)) continue;
    for (int j = 0; j < s.lanes_per_thread; ++j)
      combine_item(
          b, block, items, i, [&](std::size_t k) { return values[k][std::size_t(j)]; },
          [&](std::size_t k) {
            const ExprP other = load(b.kernel(), shared_at(x.arrays[k], thread_index(), region, s.lanes_per_thread, j));
            return items[k].type == Elem::Bool ? other : cast(items[k].type, other);
          });
  }
  return block;
}

void block_step(KernelParameters& b, Block& block, const FoldShape& s, const Exchange& x,
                const std::vector<FoldItem>& items, const std::vector<std::vector<VarId>>& values, std::int64_t h,
                std::int64_t region) {
  Block step;
  const ExprP t = thread_index();
  step.push_back({If{logical_and(binary(BinaryOp::Ge, t, int_const(h)), lt(t, int_const(2 * h))),
                     hand_down(b, s, x, values, sub(t, int_const(h)), region),
                     {}},
                  {}});
  step.push_back({Barrier{}, {}});
  step.push_back({If{lt(t, int_const(h)), take(b, s, x, items, values, region), {}}, {}});
  if (!x.two_regions) step.push_back({Barrier{}, {}});
  if (!s.count) {
    for (Stmt& st : step) block.push_back(std::move(st));
  } else {
    block.push_back({If{binary(BinaryOp::Gt, s.count, int_const(h * s.lanes_per_thread)), std::move(step), {}}, {}});
  }
}

// All steps down to one warp at once: the other warps leave their values, and each thread of the first takes the 15 (of
// 512 threads) that its lanes meet, in the order in which the steps would have combined them. One barrier in place of
// one a step; for few bytes only, because the first warp does all the work. On an H200 0.1 us of the 3.6 us of a small
// sum.
class Gather {
 public:
  Gather(KernelParameters& b, const FoldShape& s, const std::vector<FoldItem>& items,
         const std::vector<std::vector<VarId>>& values, std::int64_t threads)
      : b_(b), s_(s), items_(items), values_(values), groups_(threads / kWarp) {
    const std::int64_t others = threads - kWarp;
    for (std::size_t i = 0; i < items.size(); ++i)
      x_.arrays.push_back(
          b.shared_array(fold_array_name(s, i), items[i].type, (s.parity ? 2 : 1) * others * s.lanes_per_thread));
    first_ = s.parity ? add(thread_index(), mul(s.parity, int_const(others))) : thread_index();
  }
  static bool fits(const FoldShape& s, const std::vector<FoldItem>& items, std::int64_t threads) {
    constexpr std::int64_t kLimit = 16 * 1024;
    std::int64_t bytes = 0;
    for (const FoldItem& i : items) bytes += byte_size(i.type) * s.lanes_per_thread;
    return s.warps && !s.count && threads > kWarp && bytes * (threads - kWarp) <= kLimit;
  }
  void emit(Block& block) {
    block.push_back({If{binary(BinaryOp::Ge, thread_index(), int_const(kWarp)),
                        hand_down(b_, s_, x_, values_, sub(first_, int_const(kWarp)), 0),
                        {}},
                     {}});
    block.push_back({Barrier{}, {}});
    Block take;
    const auto sums = position(take, 0, 1);
    for (std::size_t v = 0; v < sums.size(); ++v) {
      const std::size_t w = std::size_t(s_.lanes_per_thread);
      take.push_back({Assign{values_[v / w][v % w], b_.ref(sums[v])}, {}});
    }
    block.push_back({If{lt(thread_index(), int_const(kWarp)), std::move(take), {}}, {}});
  }

 private:
  // What group k of 32 threads holds when n groups are left; one variable for each item and lane.
  std::vector<VarId> position(Block& block, std::int64_t k, std::int64_t n) {
    std::vector<VarId> out;
    const std::size_t w = std::size_t(s_.lanes_per_thread);
    if (n == groups_) {
      for (std::size_t v = 0; v < items_.size() * w; ++v)
        out.push_back(k == 0 ? values_[v / w][v % w] : taken(block, k, v / w, int(v % w)));
      return out;
    }
    const auto near = position(block, k, 2 * n), far = position(block, k + n, 2 * n);
    out.resize(near.size());
    for (std::size_t v = 0; v < near.size(); ++v) {
      const std::size_t i = v / w;
      auto put = [&](std::size_t at, ExprP value) { out[at] = b_.let(block, "$g", std::move(value)); };
      if (is_second(items_, i)) continue;
      if (!is_pair(items_, i)) {
        put(v, combine(items_[i].op, b_.ref(near[v]), b_.ref(far[v])));
        continue;
      }
      const auto [first, second] =
          combine_pair(b_, block, items_, i, b_.ref(near[v]), b_.ref(near[v + w]), b_.ref(far[v]), b_.ref(far[v + w]));
      put(v, first);
      put(v + w, second);
    }
    return out;
  }
  VarId taken(Block& block, std::int64_t k, std::size_t item, int lane) {
    const ExprP value =
        load(b_.kernel(), shared_at(x_.arrays[item], first_, (k - 1) * kWarp, s_.lanes_per_thread, lane));
    return b_.let(block, "$g", items_[item].type == Elem::Bool ? value : cast(items_[item].type, value));
  }

  KernelParameters& b_;
  const FoldShape& s_;
  const std::vector<FoldItem>& items_;
  const std::vector<std::vector<VarId>>& values_;
  std::int64_t groups_;
  Exchange x_{{}, false};
  ExprP first_;  // the thread's place in the half that `parity` says
};

}  // namespace

ExprP arg_replaces(ReduceOp op, ReduceOp side, const ExprP& value, const ExprP& at, const ExprP& best,
                   const ExprP& best_at) {
  const ExprP better = binary(op == ReduceOp::ArgMin ? BinaryOp::Lt : BinaryOp::Gt, value, best);
  // An absent one (-1) is equal to none that counts: no `<` replaces a start by the neutral value
  // (kernel_parameters.h).
  const ExprP beside = binary(side == ReduceOp::First ? BinaryOp::Lt : BinaryOp::Gt, at, best_at);
  return binary(BinaryOp::BitOr, better, binary(BinaryOp::BitAnd, binary(BinaryOp::Eq, value, best), beside));
}

ExprP neutral(const FoldItem& item) {
  if (item.part == FoldItem::Part::Imaginary) return float_const(0, item.type);
  return item.op == ReduceOp::ComplexMul ? float_const(1, item.type) : neutral(item.op, item.type);
}

std::pair<ExprP, ExprP> complex_product(KernelParameters& b, Block& block, const ExprP& x0, const ExprP& x1,
                                        const ExprP& y0, const ExprP& y1) {
  const ExprP re = b.ref(b.let(block, "$re", sub(mul(x0, y0), mul(x1, y1)))),
              im = b.ref(b.let(block, "$im", add(mul(x0, y1), mul(x1, y0))));
  auto one = [](const ExprP& r, const ExprP& i) {
    return binary(BinaryOp::BitAnd, binary(BinaryOp::Eq, r, float_const(1, r->type)),
                  binary(BinaryOp::Eq, i, float_const(0, i->type)));
  };
  const ExprP left = b.ref(b.let(block, "$left", one(x0, x1))), right = b.ref(b.let(block, "$right", one(y0, y1)));
  return {select(right, x0, select(left, y0, re)), select(right, x1, select(left, y1, im))};
}

void combine_items(KernelParameters& b, Block& block, const std::vector<FoldItem>& items, const std::vector<VarId>& to,
                   const std::vector<ExprP>& x, const std::vector<ExprP>& y) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (is_second(items, i)) continue;
    if (!is_pair(items, i)) {
      block.push_back({Assign{to[i], combine(items[i].op, x[i], y[i])}, {}});
      continue;
    }
    const auto [one, two] = combine_pair(b, block, items, i, x[i], x[i + 1], y[i], y[i + 1]);
    const VarId kept = b.let(block, "$first", one);
    block.push_back({Assign{to[i + 1], two}, {}});
    block.push_back({Assign{to[i], b.ref(kept)}, {}});
  }
}

std::pair<ExprP, ExprP> combine_pair(KernelParameters& b, Block& block, const std::vector<FoldItem>& items,
                                     std::size_t i, const ExprP& x0, const ExprP& x1, const ExprP& y0,
                                     const ExprP& y1) {
  const FoldItem &first = items[i], &second = items[i + 1];
  switch (second.part) {
    case FoldItem::Part::Imaginary:
      return complex_product(b, block, x0, x1, y0, y1);
    case FoldItem::Part::Begins:
      return {select(y1, y0, combine(first.op, x0, y0)), binary(BinaryOp::BitOr, x1, y1)};
    default:
      break;
  }
  const ExprP better = b.ref(b.let(block, "$better", arg_replaces(first.op, second.op, y0, y1, x0, x1)));
  return {select(better, y0, x0), select(better, y1, x1)};
}

ExprP full_shuffle(ShuffleKind kind, const ExprP& value, const ExprP& by) {
  return std::make_shared<const Expr>(Expr{Shuffle{kind, value, by, true}, value->type, {}});
}
ExprP full_shuffle_down(const ExprP& value, std::int64_t distance) {
  return full_shuffle(ShuffleKind::Down, value, int_const(distance));
}

std::vector<std::pair<std::size_t, std::size_t>> fold_groups(const std::vector<FoldItem>& items, int lanes_per_thread) {
  constexpr std::size_t kTogether = 32;
  const std::size_t most = std::max<std::size_t>(1, kTogether / std::size_t(lanes_per_thread));
  std::vector<std::pair<std::size_t, std::size_t>> groups;
  for (std::size_t begin = 0; begin < items.size();) {
    std::size_t end = std::min(items.size(), begin + most);
    if (end < items.size() && is_second(items, end)) ++end;
    groups.emplace_back(begin, end);
    begin = end;
  }
  return groups;
}

static void fold_group(KernelParameters& b, Block& block, const FoldShape& s, const std::vector<FoldItem>& items,
                       const std::vector<std::vector<VarId>>& values) {
  const std::int64_t threads = s.lanes / s.lanes_per_thread;
  const std::int64_t stop =
      s.warps && s.strategy != ReduceStrategy::Sequential ? 32 : 1;  // steps below it are shuffles
  if (s.strategy == ReduceStrategy::Classic) {
    fold_threads_classic(b, block, s, items, values);
  } else if (stop > 1 && Gather::fits(s, items, threads)) {
    Gather(b, s, items, values, threads).emit(block);
  } else if (threads / 2 >= stop) {
    const Exchange x = make_exchange(b, s, items, threads);
    bool odd = false;
    for (std::int64_t h = threads / 2; h >= stop; h /= 2, odd = !odd)
      block_step(b, block, s, x, items, values, h, x.two_regions && odd ? threads / 2 : 0);
  }
  Block last;
  if (s.warps && s.strategy == ReduceStrategy::SimulatedShuffle) fold_warp_simulated(b, last, s, items, values);
  if (s.warps && s.strategy == ReduceStrategy::Shuffle)
    for (std::int64_t h = std::min<std::int64_t>(threads / 2, 16); h >= 1; h /= 2)
      for (std::size_t i = 0; i < items.size(); ++i) {
        if (is_second(items, i)) continue;
        for (std::size_t j = 0; j < values[i].size(); ++j)
          combine_item(
              b, last, items, i, [&](std::size_t k) { return values[k][j]; },
              [&](std::size_t k) { return full_shuffle_down(b.ref(values[k][j]), h); });
      }
  for (int h = s.lanes_per_thread / 2; h >= 1; h /= 2)
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (is_second(items, i)) continue;
      for (int j = 0; j < h; ++j)
        combine_item(
            b, last, items, i, [&](std::size_t k) { return values[k][std::size_t(j)]; },
            [&](std::size_t k) { return b.ref(values[k][std::size_t(j + h)]); });
    }
  // One warp is enough for the rest; on a target without warps thread 0 is (the lanes' values are in its reach then).
  if (!last.empty()) block.push_back({If{lt(thread_index(), int_const(s.warps ? 32 : 1)), std::move(last), {}}, {}});
}

bool fold_takes_parity(const FoldShape& s, const std::vector<FoldItem>& items) {
  return s.strategy == ReduceStrategy::Shuffle && fold_groups(items, s.lanes_per_thread).size() == 1 &&
         Gather::fits(s, items, s.lanes / s.lanes_per_thread);
}

void fold_lanes(KernelParameters& b, Block& block, const FoldShape& s, const std::vector<FoldItem>& items,
                const std::vector<std::vector<VarId>>& values) {
  if (!s.warps && s.lanes_per_thread == 1 && s.lanes > 1) {
    std::vector<VarId> results;
    for (const auto& v : values) results.push_back(v[0]);
    return fold_in_place(
        b, block, s, items, [&](std::size_t i, const ExprP&) { return b.ref(values[i][0]); }, results);
  }
  const auto groups = fold_groups(items, s.lanes_per_thread);
  for (const auto& [begin, end] : groups) {
    if (begin > 0) block.push_back({Barrier{}, {}});  // they use the same shared memory
    fold_group(b, block, s, {items.begin() + std::ptrdiff_t(begin), items.begin() + std::ptrdiff_t(end)},
               {values.begin() + std::ptrdiff_t(begin), values.begin() + std::ptrdiff_t(end)});
  }
}

}  // namespace qc
