#include "host/access/host_atomic.h"

#include <fmt/format.h>

#include "host/arrays/arith.h"
#include "sema/atomic_updates.h"
#include "sema/builtins.h"

namespace qc::host {

namespace {

using ast::AssignOp;

// The place with the values of its indices, so that they are evaluated once.
ast::ExprP fixed_place(const ast::Index& place, Span span, const EvalExpr& eval) {
  ast::Index fixed = place;
  for (ast::ExprP& i : fixed.indices) {
    const Value v = eval(*i);
    if (auto* a = std::get_if<ArrayP>(&v.v)) {  // a position
      ast::ArrayLit at;
      const void* data = (*a)->buffer->host_read();
      for (std::int64_t k = 0; k < (*a)->count(); ++k)
        at.elements.push_back(
            ast::ExprP(ast::Expr{ast::IntLit{to_index(Value(get_element(**a, data, k)), i->span)}, i->span}));
      i = ast::ExprP(ast::Expr{std::move(at), i->span});
    } else {
      i = ast::ExprP(ast::Expr{ast::IntLit{to_index(v, i->span)}, i->span});
    }
  }
  return ast::ExprP(ast::Expr{std::move(fixed), span});
}

std::int64_t counted(bool up, std::int64_t old, std::int64_t limit) {
  if (up) return old >= limit ? 0 : old + 1;
  return old == 0 || old > limit ? limit : old - 1;
}

}  // namespace

std::optional<Value> host_atomic(const std::string& name, const ast::Call& c, Span span, const EvalExpr& eval,
                                 const RunAssign& assign) {
  using ir::AtomicOp;
  const BuiltinInfo* row = builtin_info(name);
  const auto* atomic = row ? row->as<AtomicOp>() : nullptr;
  if (!atomic) return {};
  const bool cas = *atomic == AtomicOp::Cas, counts = *atomic == AtomicOp::Inc || *atomic == AtomicOp::Dec;
  const bool by_one = counts && c.arguments.size() == 1;  // without a limit
  const std::size_t want = cas ? 3 : 2;
  if (c.arguments.size() != want && !by_one)
    fail("Q0204", span, fmt::format("'{}' takes {} arguments, not {}", name, want, c.arguments.size()));
  auto* place = std::get_if<ast::Index>(&c.arguments[0].value->node);
  if (!place) fail("Q0301", c.arguments[0].value->span, fmt::format("'{}' needs an array element such as x[i]", name));
  ast::Assign a;
  a.targets.push_back({fixed_place(*place, c.arguments[0].value->span, eval), {}});
  a.op_span = span;
  const Number old = to_number(eval(*a.targets[0].place), span);
  if (cas && to_number(eval(*c.arguments[1].value), span).as_double() != old.as_double()) return Value(old);
  a.value = by_one ? ast::ExprP(ast::Expr{ast::IntLit{1}, span}) : c.arguments[want - 1].value;
  if (const auto op = assignment_of(*atomic)) a.op = *op;
  if (by_one) {
    a.op = *atomic == AtomicOp::Inc ? AssignOp::Add : AssignOp::Sub;
  } else if (counts) {
    const std::int64_t limit = to_index(eval(*a.value), span);
    a.value = ast::ExprP(
        ast::Expr{ast::IntLit{counted(*atomic == AtomicOp::Inc, std::int64_t(old.as_double()), limit)}, span});
  }
  assign(a);
  return Value(old);
}

}  // namespace qc::host
