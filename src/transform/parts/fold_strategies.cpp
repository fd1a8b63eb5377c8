#include "transform/parts/fold_strategies.h"

#include <algorithm>
#include <bit>

#include "transform/parts/pairwise.h"

namespace qc {

using namespace ir;

namespace {

// One value for each thread, item and lane of a thread.
class Slots {
 public:
  Slots(KernelParameters& b, const FoldShape& s, const std::vector<FoldItem>& items, std::int64_t threads,
        const char* suffix)
      : b_(b), s_(s), items_(items) {
    for (std::size_t i = 0; i < items.size(); ++i)
      arrays_.push_back(
          b.shared_array(s.name + suffix + std::to_string(i), items[i].type, threads * s.lanes_per_thread));
  }
  void store(Block& block, const ExprP& slot, const std::vector<std::vector<VarId>>& values) {
    each([&](std::size_t i, int j) {
      block.push_back({Store{at(i, slot, j), b_.ref(values[i][std::size_t(j)])}, {}});
    });
  }
  void load_into(Block& block, const ExprP& slot, const std::vector<std::vector<VarId>>& values) {
    each([&](std::size_t i, int j) { block.push_back({Assign{values[i][std::size_t(j)], value(i, slot, j)}, {}}); });
  }
  void combine_from(Block& block, const ExprP& slot, const std::vector<std::vector<VarId>>& values) {
    each([&](std::size_t i, int j) {
      const VarId v = values[i][std::size_t(j)];
      block.push_back({Assign{v, combine(items_[i].op, b_.ref(v), value(i, slot, j))}, {}});
    });
  }

 private:
  template <class F>
  void each(const F& f) {
    for (std::size_t i = 0; i < items_.size(); ++i)
      for (int j = 0; j < s_.lanes_per_thread; ++j) f(i, j);
  }
  Access at(std::size_t item, const ExprP& slot, int lane) const {
    Access a;
    a.array = arrays_[item];
    a.index = {add(mul(slot, int_const(s_.lanes_per_thread)), int_const(lane))};
    return a;
  }
  ExprP value(std::size_t item, const ExprP& slot, int lane) const {
    const ExprP v = load(b_.kernel(), at(item, slot, lane));
    return items_[item].type == Elem::Bool ? v : cast(items_[item].type, v);
  }
  KernelParameters& b_;
  const FoldShape& s_;
  const std::vector<FoldItem>& items_;
  std::vector<ArrayId> arrays_;
};

}  // namespace

void fold_threads_classic(KernelParameters& b, Block& block, const FoldShape& s, const std::vector<FoldItem>& items,
                          const std::vector<std::vector<VarId>>& values) {
  const std::int64_t threads = s.lanes / s.lanes_per_thread;
  const ExprP t = thread_index();
  Slots slots(b, s, items, threads, "c");
  slots.store(block, reversed_bits(t, std::countr_zero(std::uint64_t(threads))), values);
  block.push_back({Barrier{}, {}});
  slots.load_into(block, t, values);
  for (std::int64_t step = 1; step < threads; step *= 2) {
    Block take;
    slots.combine_from(take, add(t, int_const(step)), values);
    slots.store(take, t, values);
    block.push_back({If{binary(BinaryOp::Eq, binary(BinaryOp::BitAnd, t, int_const(2 * step - 1)), int_const(0)),
                        std::move(take),
                        {}},
                     {}});
    block.push_back({Barrier{}, {}});
  }
}

void fold_warp_simulated(KernelParameters& b, Block& block, const FoldShape& s, const std::vector<FoldItem>& items,
                         const std::vector<std::vector<VarId>>& values) {
  const std::int64_t threads = std::min(kWarp, s.lanes / s.lanes_per_thread);
  const ExprP t = thread_index();
  Slots slots(b, s, items, threads, "w");
  for (std::int64_t h = threads / 2; h >= 1; h /= 2) {
    slots.store(block, t, values);
    block.push_back({Barrier{ir::SyncScope::Warp}, {}});
    Block take;
    slots.combine_from(take, add(t, int_const(h)), values);
    block.push_back({If{lt(t, int_const(h)), std::move(take), {}}, {}});
    block.push_back({Barrier{ir::SyncScope::Warp}, {}});
  }
}

}  // namespace qc
