#include "host/facts/launch_cost.h"

#include <algorithm>
#include <cmath>

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
  Counter(const NestRanges& ranges, const std::set<ir::VarId>& loops) : ranges_(ranges), loops_(loops) {}

  std::optional<OperationShares> of(const ir::Block& block) const {
    OperationShares n;
    for (const ir::Stmt& s : block) {
      const auto inner = within(s);
      if (!inner) return {};
      n.all = std::min(kManyOperations, n.all + cost_of_roots(s) + inner->all);
      n.inside = std::min(kManyOperations, n.inside + inner->inside);
      n.turns = std::min(kManyOperations, n.turns + inner->turns);
    }
    return n;
  }

 private:
  std::optional<OperationShares> within(const ir::Stmt& s) const {
    if (std::holds_alternative<ir::While>(s.node)) return {};
    if (auto* i = std::get_if<ir::If>(&s.node)) {
      const auto yes = of(i->then), no = of(i->otherwise);
      if (!yes || !no) return {};
      return yes->all >= no->all ? yes : no;
    }
    auto* loop = std::get_if<ir::For>(&s.node);
    if (!loop) return OperationShares{};
    const auto times = iterations(*loop);
    const auto body = of(loop->body);
    if (!times || !body) return {};
    const auto all_times = [&](std::int64_t n) {
      return std::int64_t(std::min<__int128>(kManyOperations, __int128(*times) * n));
    };
    if (loops_.count(loop->var)) return OperationShares{all_times(body->all), all_times(body->all), 1};
    return OperationShares{all_times(body->all), all_times(body->inside), all_times(body->turns)};
  }

  // r-n..r+n has 2*n+1 iterations, wherever r is.
  std::optional<std::int64_t> iterations(const ir::For& loop) const {
    const ir::ExprP length = ir::common_length(loop.lo, loop.hi);
    const auto n = length && ranges_.value(*loop.step) == 1 ? ranges_.value(*length) : std::nullopt;
    return n ? std::max<std::int64_t>(0, std::min(*n, kManyOperations) + 1) : ranges_.most_iterations(loop);
  }

  const NestRanges& ranges_;
  const std::set<ir::VarId>& loops_;
};

}  // namespace

std::optional<std::int64_t> operations(const ir::Function& f, const NestRanges& ranges) {
  const auto shares = operation_shares(f, ranges, {});
  return shares ? std::optional(shares->all) : std::nullopt;
}

std::optional<OperationShares> operation_shares(const ir::Function& f, const NestRanges& ranges,
                                                const std::set<ir::VarId>& loops) {
  return Counter(ranges, loops).of(f.body);
}

DeviceSpeed host_speed(int threads) { return {double(threads), 1, double(1 << 13), double(1 << 12), 0.25}; }

// A thread of a GPU waits for each of its operations where the host's overlap.
DeviceSpeed gpu_speed() { return {double(1 << 14), 8, double(1 << 14), double(1 << 12), 0}; }

double time_in_order(const OperationShares& work) { return double(work.all); }

double time_as_one(const OperationShares& work, std::int64_t iterations, const DeviceSpeed& device) {
  const double each = double(work.all) / double(std::max<std::int64_t>(iterations, 1));
  return device.turn + device.operation * each * std::ceil(double(iterations) / device.lanes);
}

double time_stepped(const OperationShares& work, const DeviceSpeed& device) {
  return device.turn * double(work.turns) + device.operation * double(work.inside) / device.lanes +
         double(work.all - work.inside);
}

double time_in_parts(const OperationShares& work, int parts, const DeviceSpeed& device) {
  return device.turn + device.launch * (parts - 1) +
         device.operation * double(work.all) / device.lanes * (1 + device.again * (parts - 1));
}

std::int64_t node_count(const ir::Function& f) {
  std::int64_t n = 0;
  ir::for_each_expr(f.body, [&](const ir::Expr&) { ++n; });
  return n;
}

}  // namespace qc::host
