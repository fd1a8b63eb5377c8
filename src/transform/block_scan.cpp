#include "transform/block_scan.h"

namespace qc {

using namespace ir;

namespace {

ExprP lane_of_group() { return binary(BinaryOp::BitAnd, thread_index(), int_const(31)); }
ExprP group() { return binary(BinaryOp::Shr, thread_index(), int_const(5)); }

ExprP full_shuffle_up(const ExprP& value, std::int64_t distance) {
  return std::make_shared<const Expr>(Expr{Shuffle{ShuffleKind::Up, value, int_const(distance), true}, value->type, {}});
}

}  // namespace

// With warps: the groups' last values, two sets in turn. Without: all lanes, two copies in turn, with room below lane 0
// for what the first lanes read and leave aside.
BlockScan::BlockScan(KernelBuilder& b, const std::vector<FoldItem>& items, int threads, bool warps, const std::string& name)
    : b_(b), items_(items), warps_(warps) {
  for (std::size_t i = 0; i < items.size(); ++i)
    for (int copy = 0; copy < (warps ? 1 : 2); ++copy)
      arrays_[copy].push_back(b.shared_array(name + std::to_string(i) + (copy ? "b" : ""), items[i].type,
                                             warps ? 2 * std::int64_t(threads) / kGroup : threads + kGroup / 2));
}

ExprP BlockScan::value(ArrayId array, ExprP index, std::size_t item) const {
  const ExprP v = load(b_.kernel(), element(array, std::move(index)));
  return items_[item].type == Elem::Bool ? v : cast(items_[item].type, v);
}

BlockScan::Result BlockScan::emit(Block& block, const std::vector<VarId>& values, const ExprP& parity) {
  Result r;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    r.before.push_back(b_.kernel().add_var("$before", items_[i].type));
    r.all.push_back(b_.kernel().add_var("$all", items_[i].type));
  }
  if (!warps_) {
    for (std::size_t i = 0; i < items_.size(); ++i) in_memory(block, i, values[i], r);
    return r;
  }
  for (std::size_t i = 0; i < items_.size(); ++i) in_warps(block, i, values[i], parity, r);
  block.push_back({Barrier{}, {}});
  for (std::size_t i = 0; i < items_.size(); ++i) {
    std::vector<VarId> last;
    for (std::int64_t g = 0; g < kGroups; ++g)
      last.push_back(b_.let(block, "$g", value(arrays_[0][i], add(mul(parity, int_const(kGroups)), int_const(g)), i)));
    groups(block, i, r, last);
  }
  return r;
}

void BlockScan::in_warps(Block& block, std::size_t i, VarId v, const ExprP& parity, Result& r) {
  const ReduceOp op = items_[i].op;
  for (std::int64_t d = 1; d < kGroup; d *= 2) {
    const ExprP below = b_.ref(b_.let(block, "$below", full_shuffle_up(b_.ref(v), d)));
    block.push_back({Assign{v, select(binary(BinaryOp::Ge, lane_of_group(), int_const(d)), combine(op, below, b_.ref(v)), b_.ref(v))}, {}});
  }
  const ExprP below = b_.ref(b_.let(block, "$below", full_shuffle_up(b_.ref(v), 1)));
  block.push_back({Assign{r.before[i], select(binary(BinaryOp::Eq, lane_of_group(), int_const(0)), neutral(op, items_[i].type), below)}, {}});
  Block store;
  store.push_back({Store{element(arrays_[0][i], add(mul(parity, int_const(kGroups)), group())), b_.ref(v)}, {}});
  block.push_back({If{binary(BinaryOp::Eq, lane_of_group(), int_const(kGroup - 1)), std::move(store), {}}, {}});
}

void BlockScan::in_memory(Block& block, std::size_t i, VarId v, Result& r) {
  const ReduceOp op = items_[i].op;
  constexpr std::int64_t kRoom = kGroup / 2;
  auto lane = [&](std::int64_t below) { return add(thread_index(), int_const(kRoom - below)); };
  ArrayId from = arrays_[0][i], to = arrays_[1][i];
  block.push_back({Store{element(from, lane(0)), b_.ref(v)}, {}});
  block.push_back({Barrier{}, {}});
  for (std::int64_t d = 1; d < kGroup; d *= 2) {
    const ExprP below = b_.ref(b_.let(block, "$below", value(from, lane(d), i)));
    const ExprP mine = b_.ref(b_.let(block, "$mine", value(from, lane(0), i)));
    block.push_back({Store{element(to, lane(0)), select(binary(BinaryOp::Ge, lane_of_group(), int_const(d)), combine(op, below, mine), mine)}, {}});
    block.push_back({Barrier{}, {}});
    std::swap(from, to);
  }
  const ExprP below = b_.ref(b_.let(block, "$below", value(from, lane(1), i)));
  block.push_back({Assign{r.before[i], select(binary(BinaryOp::Eq, lane_of_group(), int_const(0)), neutral(op, items_[i].type), below)}, {}});
  std::vector<VarId> last;
  for (std::int64_t g = 0; g < kGroups; ++g) last.push_back(b_.let(block, "$g", value(from, int_const(kRoom + g * kGroup + kGroup - 1), i)));
  groups(block, i, r, last);
}

// The groups before the thread's own, in order, and all of them.
void BlockScan::groups(Block& block, std::size_t i, Result& r, const std::vector<VarId>& last) {
  const ReduceOp op = items_[i].op;
  const VarId outer = b_.let(block, "$outer", neutral(op, items_[i].type));
  block.push_back({Assign{r.all[i], neutral(op, items_[i].type)}, {}});
  for (std::int64_t g = 0; g < kGroups; ++g) {
    block.push_back({Assign{r.all[i], combine(op, b_.ref(r.all[i]), b_.ref(last[std::size_t(g)]))}, {}});
    if (g + 1 < kGroups)
      block.push_back({Assign{outer, select(binary(BinaryOp::Gt, group(), int_const(g)), b_.ref(r.all[i]), b_.ref(outer))}, {}});
  }
  block.push_back({Assign{r.before[i], combine(op, b_.ref(outer), b_.ref(r.before[i]))}, {}});
}

}  // namespace qc
