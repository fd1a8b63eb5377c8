#include "transform/parts/fold_in_place.h"

namespace qc {

using namespace ir;

FoldInPlace::FoldInPlace(KernelParameters& b, const FoldShape& s, const std::vector<FoldItem>& items)
    : b_(b), s_(s), items_(items), place_(items.size()) {
  for (std::size_t i = 0; i < items.size();) {
    std::size_t end = i + 1;
    if (is_pair(items, i))
      ++end;
    else
      while (end < items.size() && items[end].op == items[i].op && items[end].type == items[i].type &&
             !is_pair(items, end))
        ++end;
    const bool alike = !is_pair(items, i);
    for (std::size_t q = i; q < end; ++q) {
      const std::size_t among = alike ? q - i : 0;
      const std::int64_t lanes = alike ? std::int64_t(end - i) * s.lanes : s.lanes;
      place_[q] = {b.shared_array(fold_array_name(s, alike ? i : q), items[q].type, lanes),
                   std::int64_t(among) * s.lanes};
    }
    runs_.emplace_back(i, end);
    i = end;
  }
}

Access FoldInPlace::at(std::size_t item, const ExprP& lane) const {
  return element(place_[item].array, add(int_const(place_[item].offset), lane));
}

ExprP FoldInPlace::value_at(std::size_t item, ExprP index) const {
  const ExprP v = load(b_.kernel(), element(place_[item].array, std::move(index)));
  return items_[item].type == Elem::Bool ? v : cast(items_[item].type, v);
}

Stmt FoldInPlace::put(std::size_t item, const ExprP& lane, VarId v) const {
  return {Store{element(place_[item].array, add(offset_, lane)), b_.ref(v)}, {}};
}

void FoldInPlace::fold(Block& block, const std::vector<VarId>& results) {
  for (const auto& [begin, end] : runs_) {
    if (is_pair(items_, begin) || end - begin == 1) {
      offset_ = int_const(place_[begin].offset);
      steps(block, begin);
      continue;
    }
    const VarId q = b_.kernel().add_var("$q", Elem::I64);
    offset_ = mul(b_.ref(q), int_const(s_.lanes));
    Block each;
    steps(each, begin);
    block.push_back(
        {For{q, int_const(0), int_const(1), int_const(std::int64_t(end - begin) - 1), std::move(each)}, {}});
  }
  Block take;
  for (std::size_t i = 0; i < items_.size(); ++i)
    take.push_back({Assign{results[i], value_at(i, int_const(place_[i].offset))}, {}});
  block.push_back({If{lt(thread_index(), int_const(1)), std::move(take), {}}, {}});
}

void FoldInPlace::steps(Block& block, std::size_t i) {
  std::int64_t h = s_.lanes / 2;
  while (h >= kShort) {
    int levels = is_pair(items_, i) ? 1 : kLevels;
    while (levels > 1 && h >> (levels - 1) < kShort) --levels;
    step(block, i, h, levels);
    h >>= levels;
  }
  const std::size_t last = i + (is_pair(items_, i) ? 1 : 0);
  Block rest;
  std::vector<std::vector<VarId>> v(items_.size());
  for (std::size_t q = i; q <= last; ++q)
    for (std::int64_t k = 0; k < 2 * h; ++k) v[q].push_back(b_.let(rest, "$f", value(q, int_const(k))));
  for (std::size_t n = std::size_t(h); n > 0; n /= 2)
    for (std::size_t k = 0; k < n; ++k)
      combine_item(
          b_, rest, items_, i, [&](std::size_t q) { return v[q][k]; },
          [&](std::size_t q) { return b_.ref(v[q][k + n]); });
  for (std::size_t q = i; q <= last; ++q) rest.push_back(put(q, int_const(0), v[q][0]));
  block.push_back({If{lt(thread_index(), int_const(1)), std::move(rest), {}}, {}});
}

// The steps for h, h/2 .. low, in registers. A block may have fewer threads than there are lanes left.
void FoldInPlace::step(Block& block, std::size_t i, std::int64_t h, int levels) {
  Block whole;
  const std::int64_t threads = b_.kernel().threads, low = h >> (levels - 1);
  const std::size_t last = i + (is_pair(items_, i) ? 1 : 0);
  for (std::int64_t first = 0; first < low; first += threads) {
    Block each;
    const ExprP near = add(thread_index(), int_const(first));
    std::vector<std::vector<VarId>> v(items_.size());
    for (std::size_t q = i; q <= last; ++q)
      for (std::int64_t m = 0; m < 2 * h / low; ++m)
        v[q].push_back(b_.let(each, "$v", value(q, add(near, int_const(m * low)))));
    for (std::size_t n = std::size_t(h / low); n > 0; n /= 2)
      for (std::size_t k = 0; k < n; ++k)
        combine_item(
            b_, each, items_, i, [&](std::size_t q) { return v[q][k]; },
            [&](std::size_t q) { return b_.ref(v[q][k + n]); });
    for (std::size_t q = i; q <= last; ++q) each.push_back(put(q, near, v[q][0]));
    whole.push_back({If{lt(thread_index(), int_const(low - first)), std::move(each), {}}, {}});
  }
  whole.push_back({Barrier{}, {}});
  if (s_.count)
    block.push_back({If{binary(BinaryOp::Gt, s_.count, int_const(low)), std::move(whole), {}}, {}});
  else
    for (Stmt& st : whole) block.push_back(std::move(st));
}

void fold_in_place(KernelParameters& b, Block& block, const FoldShape& s, const std::vector<FoldItem>& items,
                   const std::function<ExprP(std::size_t, const ExprP&)>& value, const std::vector<VarId>& results) {
  FoldInPlace fold(b, s, items);
  for (std::int64_t first = 0; first < s.lanes; first += b.kernel().threads) {
    const ExprP lane = add(thread_index(), int_const(first));
    for (const auto& [begin, end] : fold_groups(items, 1)) {  // a lane loop each
      Block all, there;
      for (std::size_t i = begin; i < end; ++i) {
        if (s.count) all.push_back(fold.store(i, lane, neutral(items[i])));
        (s.count ? there : all).push_back(fold.store(i, lane, value(i, lane)));
      }
      if (s.count) all.push_back({If{lt(lane, s.count), std::move(there), {}}, {}});
      // A block may have more threads than this fold has lanes.
      if (s.lanes - first < b.kernel().threads)
        block.push_back({If{lt(thread_index(), int_const(s.lanes - first)), std::move(all), {}}, {}});
      else
        for (Stmt& st : all) block.push_back(std::move(st));
      block.push_back({Barrier{}, {}});
    }
  }
  fold.fold(block, results);
}

}  // namespace qc
