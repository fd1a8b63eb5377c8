// What lets a kernel read without looking where: that all its accesses, or those of most threads, are inside their
// arrays.
#include <map>

#include "transform/parts/kernel_builder.h"

namespace qc {

using namespace ir;

namespace {

constexpr int kMostNodes = 400;  // of a body that is copied

// Subscripts of one dimension of an array that differ by constants.
struct Places {
  std::int64_t least, greatest;
};
// Array, dimension, a coefficient for each covered loop.
using PlaceKey = std::vector<std::int64_t>;

void each_access(const Block& statements, const std::function<void(const Access&)>& visit) {
  for_each_expr(statements, [&](const Expr& e) {
    if (auto* l = std::get_if<Load>(&e.node)) visit(l->access);
  });
  for_each_stmt(statements, [&](const Stmt& s) {
    if (auto* w = std::get_if<Store>(&s.node)) visit(w->access);
  });
}

}  // namespace

ExprP KernelBuilder::inside_of_iteration(const Block& statements) const {
  std::map<PlaceKey, Places> all;
  bool known = true;
  each_access(statements, [&](const Access& a) {
    if (boundary(a) == Boundary::Unchecked) return;
    for (std::size_t d = 0; d < a.index.size(); ++d) {
      const auto f = forms_.of(*a.index[d]);
      const auto rest = f ? as_int(*f->rest) : std::nullopt;
      if (!rest || a.linear) {
        known = false;
        return;
      }
      PlaceKey key{std::int64_t(a.array), std::int64_t(d)};
      key.insert(key.end(), f->coefficients.begin(), f->coefficients.end());
      Places& p = all.try_emplace(std::move(key), Places{*rest, *rest}).first->second;
      p = {std::min(p.least, *rest), std::max(p.greatest, *rest)};
    }
  });
  if (!known) return nullptr;
  ExprP yes;
  auto require = [&](ExprP c) { yes = yes ? binary(BinaryOp::BitAnd, yes, std::move(c)) : std::move(c); };
  for (const auto& [key, p] : all) {
    ExprP at = int_const(0);
    for (std::size_t k = 0; k < plan().loops.size(); ++k)
      at = add(at, mul(int_const(key[2 + k]), var(nest(), planned_loop(plan(), nest(), int(k)).var)));
    require(le(int_const(0), add(at, int_const(p.least))));
    require(lt(add(at, int_const(p.greatest)), ir::extent(ArrayId(key[0]), int(key[1]))));
  }
  return yes;
}

void KernelBuilder::iteration_by_place(Block& block, const ExprP& it, bool last_values) {
  const Block& statements = planned_body(plan(), nest());
  int nodes = 0;
  for_each_expr(statements, [&](const Expr&) { ++nodes; });
  const ExprP inside = facts().looks && nodes <= kMostNodes ? inside_of_iteration(statements) : nullptr;
  if (!inside) return iteration(block, it, {}, last_values);
  whole_iteration(block, statements, it, last_values, [&] {
    const ExprP condition = copy(inside);
    kernel().split_at_edges = true;
    assume_inside_ = true;
    Block fast = copy_block(statements, {});
    assume_inside_ = false;
    return Block{{If{condition, std::move(fast), copy_block(statements, {})}, {}}};
  });
}

// The least and the greatest place of each affine subscript over the run loops, against the array's extent.
std::optional<ExprP> KernelBuilder::all_inside(const Block& statements) {
  if (!facts().unit_steps) return {};
  ExprP all;
  bool known = true;
  auto require = [&](ExprP c) { all = all ? binary(BinaryOp::BitAnd, all, std::move(c)) : std::move(c); };
  auto note = [&](const Access& a) {
    if (boundary(a) == Boundary::Unchecked || !known) return;
    for (std::size_t d = 0; d < a.index.size(); ++d) {
      const auto f = forms_.of(*a.index[d]);
      if (!f) {
        known = false;
        return;
      }
      ExprP least = copy(f->rest);
      for (int k : kept_)
        least = add(least, mul(int_const(f->coefficients[std::size_t(k)]), ref(loop_vars_[std::size_t(k)])));
      ExprP greatest = least;
      for (int k : run_) {
        const std::int64_t c = f->coefficients[std::size_t(k)];
        if (c == 0) continue;
        const ExprP first = mul(int_const(c), low(k)),
                    last = mul(int_const(c), sub(add(low(k), count(k)), int_const(1)));
        least = add(least, c > 0 ? first : last);
        greatest = add(greatest, c > 0 ? last : first);
      }
      require(le(int_const(0), least));
      require(lt(greatest, extent(a.array, a.linear ? -1 : int(d))));
    }
  };
  each_access(statements, note);
  if (!known || !all) return {};
  return all;
}

}  // namespace qc
