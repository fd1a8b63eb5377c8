#include "transform/parts/block_scan.h"

namespace qc {

using namespace ir;

namespace {

ExprP lane_of_group() { return binary(BinaryOp::BitAnd, thread_index(), int_const(31)); }
ExprP group() { return binary(BinaryOp::Shr, thread_index(), int_const(5)); }

}  // namespace

// The groups' last values, two sets in turn.
BlockScan::BlockScan(KernelParameters& b, const std::vector<FoldItem>& items, int threads, const std::string& name)
    : b_(b), items_(items) {
  for (std::size_t i = 0; i < items.size(); ++i)
    arrays_.push_back(b.shared_array(name + std::to_string(i), items[i].type, 2 * std::int64_t(threads) / kGroup));
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
  for (std::size_t i = 0; i < items_.size(); i += width(i)) in_warps(block, i, &values[i], parity, r);
  block.push_back({Barrier{}, {}});
  for (std::size_t i = 0; i < items_.size(); i += width(i)) {
    std::vector<std::vector<VarId>> last;
    for (std::int64_t g = 0; g < kGroups; ++g) {
      last.emplace_back();
      for (std::size_t q = i; q < i + width(i); ++q)
        last.back().push_back(
            b_.let(block, "$g", value(arrays_[q], add(mul(parity, int_const(kGroups)), int_const(g)), q)));
    }
    groups(block, i, r, last);
  }
  return r;
}

// x op y for an accumulator of one item or two; the values are simple.
BlockScan::Values BlockScan::combined(Block& block, std::size_t i, const Values& x, const Values& y) const {
  if (x.size() == 1) return {combine(items_[i].op, x[0], y[0])};
  const auto [first, second] = combine_pair(b_, block, items_, i, x[0], x[1], y[0], y[1]);
  return {first, second};
}

BlockScan::Values BlockScan::neutrals(std::size_t i) const {
  Values v;
  for (std::size_t q = i; q < i + width(i); ++q) v.push_back(neutral(items_[q]));
  return v;
}

// The variables of item i and, in a pair, of the one after it.
BlockScan::Values BlockScan::refs(std::size_t i, const std::vector<VarId>& variables) const {
  Values v;
  for (std::size_t q = 0; q < width(i); ++q) v.push_back(b_.ref(variables[q]));
  return v;
}

// All at once: each may be read by the others.
void BlockScan::assign(Block& block, std::size_t i, const VarId* to, const Values& values) {
  if (width(i) == 1) {
    block.push_back({Assign{to[0], values[0]}, {}});
    return;
  }
  const ExprP first = b_.ref(b_.let(block, "$first", values[0]));
  block.push_back({Assign{to[1], values[1]}, {}});
  block.push_back({Assign{to[0], first}, {}});
}

BlockScan::Values BlockScan::selected(const ExprP& condition, const Values& yes, const Values& no) {
  Values v;
  for (std::size_t q = 0; q < yes.size(); ++q) v.push_back(select(condition, yes[q], no[q]));
  return v;
}

void BlockScan::in_warps(Block& block, std::size_t i, const VarId* v, const ExprP& parity, Result& r) {
  auto mine = [&] { return refs(i, {v, v + width(i)}); };
  auto below = [&](std::int64_t d) {
    Values out;
    for (std::size_t q = 0; q < width(i); ++q)
      out.push_back(b_.ref(b_.let(block, "$below", full_shuffle(ShuffleKind::Up, b_.ref(v[q]), int_const(d)))));
    return out;
  };
  for (std::int64_t d = 1; d < kGroup; d *= 2)
    assign(block, i, v,
           selected(binary(BinaryOp::Ge, lane_of_group(), int_const(d)), combined(block, i, below(d), mine()), mine()));
  assign(block, i, &r.before[i], selected(binary(BinaryOp::Eq, lane_of_group(), int_const(0)), neutrals(i), below(1)));
  Block store;
  for (std::size_t q = 0; q < width(i); ++q)
    store.push_back({Store{element(arrays_[i + q], add(mul(parity, int_const(kGroups)), group())), b_.ref(v[q])}, {}});
  block.push_back({If{binary(BinaryOp::Eq, lane_of_group(), int_const(kGroup - 1)), std::move(store), {}}, {}});
}

// The groups before the thread's own, in order, and all of them.
void BlockScan::groups(Block& block, std::size_t i, Result& r, const std::vector<std::vector<VarId>>& last) {
  std::vector<VarId> outer;
  for (const ExprP& nothing : neutrals(i)) outer.push_back(b_.let(block, "$outer", nothing));
  assign(block, i, &r.all[i], neutrals(i));
  auto all = [&] { return refs(i, {&r.all[i], &r.all[i] + width(i)}); };
  for (std::int64_t g = 0; g < kGroups; ++g) {
    assign(block, i, &r.all[i], combined(block, i, all(), refs(i, last[std::size_t(g)])));
    if (g + 1 < kGroups)
      assign(block, i, outer.data(), selected(binary(BinaryOp::Gt, group(), int_const(g)), all(), refs(i, outer)));
  }
  assign(block, i, &r.before[i], combined(block, i, refs(i, outer), refs(i, {&r.before[i], &r.before[i] + width(i)})));
}

}  // namespace qc
