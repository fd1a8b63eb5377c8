#include "host/facts/launch_cost.h"

#include <algorithm>

#include "ir/build.h"
#include "ir/linear_sum.h"

namespace qc::host {

namespace {

std::int64_t cost(const ir::Expr& e) {
  constexpr std::int64_t kFunction = 32, kDivision = 4;
  if (std::holds_alternative<ir::Math>(e.node)) return kFunction;
  auto* b = std::get_if<ir::Binary>(&e.node);
  const bool divides = b && (b->op == ir::BinaryOp::Div || b->op == ir::BinaryOp::DivFloor ||
                             b->op == ir::BinaryOp::Mod || b->op == ir::BinaryOp::Periodize);
  return divides ? kDivision : 1;
}

std::int64_t cost_of_roots(const ir::Stmt& s) {
  std::int64_t n = 1;
  ir::for_each_root(s,
                    [&](const ir::ExprP& root) { ir::for_each_expr(*root, [&](const ir::Expr& e) { n += cost(e); }); });
  return n;
}

class Counter {
 public:
  explicit Counter(const NestRanges& ranges) : ranges_(ranges) {}

  std::optional<std::int64_t> of(const ir::Block& block) const {
    std::int64_t n = 0;
    for (const ir::Stmt& s : block) {
      const auto inner = within(s);
      if (!inner) return {};
      n = std::min(kManyOperations, n + cost_of_roots(s) + *inner);
    }
    return n;
  }

 private:
  std::optional<std::int64_t> within(const ir::Stmt& s) const {
    if (std::holds_alternative<ir::While>(s.node)) return {};
    if (auto* i = std::get_if<ir::If>(&s.node)) {
      const auto yes = of(i->then), no = of(i->otherwise);
      return yes && no ? std::optional(std::max(*yes, *no)) : std::nullopt;
    }
    auto* loop = std::get_if<ir::For>(&s.node);
    if (!loop) return 0;
    const auto times = iterations(*loop), body = of(loop->body);
    if (!times || !body) return {};
    return std::int64_t(std::min<__int128>(kManyOperations, __int128(*times) * *body));
  }

  // r-n..r+n has 2*n+1 iterations, wherever r is.
  std::optional<std::int64_t> iterations(const ir::For& loop) const {
    const ir::ExprP length = ir::common_length(loop.lo, loop.hi);
    const auto n = length && ranges_.value(*loop.step) == 1 ? ranges_.value(*length) : std::nullopt;
    return n ? std::max<std::int64_t>(0, std::min(*n, kManyOperations) + 1) : ranges_.most_iterations(loop);
  }

  const NestRanges& ranges_;
};

}  // namespace

std::optional<std::int64_t> operations(const ir::Function& f, const NestRanges& ranges) {
  return Counter(ranges).of(f.body);
}

std::int64_t node_count(const ir::Function& f) {
  std::int64_t n = 0;
  ir::for_each_expr(f.body, [&](const ir::Expr&) { ++n; });
  return n;
}

}  // namespace qc::host
