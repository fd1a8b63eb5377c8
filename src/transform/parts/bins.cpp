#include "transform/parts/bins.h"

#include <algorithm>
#include <cmath>

#include "ir/build.h"
#include "transform/policy/bins_shape.h"

namespace qc {

using namespace ir;

std::vector<BinArray> bin_arrays(const LoopPlan& plan, const Function& nest) {
  std::vector<BinArray> out;
  for (std::size_t k = 0; k < plan.accumulators.size(); ++k) {
    const Accumulator& a = plan.accumulators[k];
    if (!a.element ||
        std::any_of(out.begin(), out.end(), [&](const BinArray& b) { return b.array == a.element->array; }))
      continue;
    out.push_back({a.element->array, a.op, nest.arrays[a.element->array].elem, k});
  }
  return out;
}

std::int64_t bins_copy_bytes(const std::vector<BinArray>& arrays, const std::function<std::int64_t(ArrayId)>& count) {
  std::int64_t bytes = 0;
  for (const BinArray& b : arrays) bytes += bins_capacity(count(b.array)) * (b.elem == Elem::F32 ? 4 : 8);
  return bytes;
}

namespace {

// The largest sum of constants that an iteration adds to bins; nothing when something else is added.
std::optional<std::int64_t> constant_step(const LoopPlan& plan, const Function& nest, const Block& block, bool inside) {
  std::int64_t sum = 0;
  for (const Stmt& s : block) {
    if (auto u = match_update(plan, nest, s)) {
      const Accumulator& a = plan.accumulators[std::size_t(u->accumulator)];
      if (!a.element) continue;
      if (inside || a.op != ReduceOp::Add || !u->operand) return {};
      std::int64_t c = 0;
      if (auto* i = std::get_if<ConstInt>(&u->operand->node))
        c = i->value;
      else if (auto* f = std::get_if<ConstFloat>(&u->operand->node);
               f && f->value == std::floor(f->value) && f->value < 1e6)
        c = std::int64_t(f->value);
      if (c <= 0 || c > 1000000) return {};  // a positive sum is zero where nothing was added, and only there
      sum += c;
      continue;
    }
    auto add = [&](const Block& b, bool in) {
      auto more = constant_step(plan, nest, b, inside || in);
      if (more) sum += *more;
      return more.has_value();
    };
    if (auto* i = std::get_if<If>(&s.node)) {
      if (!add(i->then, false) || !add(i->otherwise, false)) return {};
    } else if (auto* l = std::get_if<For>(&s.node)) {
      if (!add(l->body, true)) return {};
    } else if (auto* w = std::get_if<While>(&s.node)) {
      if (!add(w->body, true)) return {};
    }
  }
  return sum;
}

}  // namespace

BinFacts find_bin_facts(const LoopPlan& plan, const Function& nest, std::int64_t iterations,
                        const std::function<std::int64_t(ArrayId)>& count) {
  BinFacts facts;
  const auto arrays = bin_arrays(plan, nest);
  const std::int64_t copy_bytes = bins_copy_bytes(arrays, count);
  const bool small = copy_bytes <= kBinsCopyBytes;
  facts.one_chunk = bins_shape(iterations, copy_bytes).chunks == 1;
  for (const BinArray& b : arrays) facts.capacity.push_back(small ? bins_capacity(count(b.array)) : 0);
  if (const auto step = constant_step(plan, nest, planned_body(plan, nest), false)) {
    const double most = double(*step) * double(iterations);
    facts.counts32 = most < 2147483648.0;
    const bool singles =
        std::any_of(arrays.begin(), arrays.end(), [](const BinArray& b) { return b.elem == Elem::F32; });
    facts.counts = most <= (singles ? 16777216.0 : 9007199254740992.0);
  }
  return facts;
}

}  // namespace qc
