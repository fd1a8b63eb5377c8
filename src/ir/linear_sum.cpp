#include "ir/linear_sum.h"

#include <algorithm>

#include "ir/build.h"

namespace qc::ir {

namespace {

std::int64_t wrapped_sum(std::int64_t a, std::int64_t b) { return std::int64_t(std::uint64_t(a) + std::uint64_t(b)); }
std::int64_t wrapped_product(std::int64_t a, std::int64_t b) {
  return std::int64_t(std::uint64_t(a) * std::uint64_t(b));
}

bool evaluable_again(const Expr& e) {
  bool ok = true;
  for_each_expr(e, [&](const Expr& x) {
    ok = ok && !std::holds_alternative<Load>(x.node) && !std::holds_alternative<Shuffle>(x.node) &&
         !std::holds_alternative<Ballot>(x.node) && !std::holds_alternative<ActiveMask>(x.node);
    if (auto* b = std::get_if<Binary>(&x.node); b && b->site != kNoSite) ok = ok && as_int(*b->b).value_or(0) != 0;
  });
  return ok;
}

// Adds factor * e.
void collect(const ExprP& e, std::int64_t factor, LinearSum& sum) {
  if (auto* c = std::get_if<ConstInt>(&e->node)) {
    sum.constant = wrapped_sum(sum.constant, wrapped_product(factor, c->value));
    return;
  }
  if (auto* u = std::get_if<Unary>(&e->node); u && u->op == UnaryOp::Neg)
    return collect(u->a, wrapped_product(factor, -1), sum);
  if (auto* b = std::get_if<Binary>(&e->node)) {
    if (b->op == BinaryOp::Add || b->op == BinaryOp::Sub) {
      collect(b->a, factor, sum);
      return collect(b->b, b->op == BinaryOp::Add ? factor : wrapped_product(factor, -1), sum);
    }
    if (b->op == BinaryOp::Mul) {
      if (const auto c = as_int(*b->a)) return collect(b->b, wrapped_product(factor, *c), sum);
      if (const auto c = as_int(*b->b)) return collect(b->a, wrapped_product(factor, *c), sum);
    }
  }
  const auto have = std::find_if(sum.terms.begin(), sum.terms.end(), [&](const auto& t) { return equal(t.first, e); });
  if (have == sum.terms.end())
    sum.terms.emplace_back(e, factor);
  else
    have->second = wrapped_sum(have->second, factor);
}

std::int64_t coefficient(const LinearSum& s, const ExprP& e) {
  const auto it = std::find_if(s.terms.begin(), s.terms.end(), [&](const auto& t) { return equal(t.first, e); });
  return it == s.terms.end() ? 0 : it->second;
}

}  // namespace

std::optional<LinearSum> linear_sum(const ExprP& e) {
  if (e->type != Elem::I64 || !evaluable_again(*e)) return {};
  LinearSum sum;
  collect(e, 1, sum);
  std::erase_if(sum.terms, [](const auto& t) { return t.second == 0; });
  return sum;
}

LinearSum difference(const LinearSum& a, const LinearSum& b) {
  LinearSum out;
  out.constant = wrapped_sum(a.constant, wrapped_product(b.constant, -1));
  for (const auto& [e, c] : a.terms)
    if (const std::int64_t rest = wrapped_sum(c, wrapped_product(coefficient(b, e), -1)))
      out.terms.emplace_back(e, rest);
  for (const auto& [e, c] : b.terms)
    if (coefficient(a, e) == 0) out.terms.emplace_back(e, wrapped_product(c, -1));
  return out;
}

bool share_a_term(const LinearSum& a, const LinearSum& b) {
  return std::any_of(a.terms.begin(), a.terms.end(),
                     [&](const auto& t) { return coefficient(b, t.first) == t.second; });
}

ExprP expression(const LinearSum& a) {
  ExprP out = int_const(a.constant);
  for (const auto& [e, c] : a.terms)
    out = c == 1 ? add(out, e) : c == -1 ? sub(out, e) : add(out, mul(int_const(c), e));
  return out;
}

ExprP common_length(const ExprP& lo, const ExprP& hi) {
  const auto a = linear_sum(lo), b = linear_sum(hi);
  return a && b && share_a_term(*a, *b) ? expression(difference(*b, *a)) : nullptr;
}

bool runs_surely(const For& l) {
  const auto step = as_int(*l.step), lo = as_int(*l.lo), hi = as_int(*l.hi);
  if (!step || *step == 0) return false;
  if (lo && hi) return *step > 0 ? *lo <= *hi : *lo >= *hi;
  const ExprP apart = common_length(l.lo, l.hi);
  const auto length = apart ? as_int(*apart) : std::nullopt;
  return length && (*step > 0 ? *length >= 0 : *length <= 0);
}

}  // namespace qc::ir
