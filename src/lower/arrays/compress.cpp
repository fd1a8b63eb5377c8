// x[x > t] of a short array or slice: the elements at the places of a mask, in memory of the iteration, as a row whose
// length is how many they are.
#include <limits>

#include "ir/build.h"
#include "lower/interface/blocks.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/fixed_slices.h"
#include "lower/interface/kernel.h"
#include "lower/interface/lazy_array.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

namespace {

// Texts that may be masks: comparisons, what they are joined by, names.
bool may_be_mask(const ast::Expr& e) {
  if (std::holds_alternative<ast::Name>(e.node)) return true;
  if (auto* n = std::get_if<ast::Unary>(&e.node)) return n->op == ast::UnaryOp::Not;
  auto* n = std::get_if<ast::Binary>(&e.node);
  return n && ((n->op >= ast::BinaryOp::Eq && n->op <= ast::BinaryOp::Ge) || n->op == ast::BinaryOp::And ||
               n->op == ast::BinaryOp::Or);
}

}  // namespace

// Elements that are chosen one by one: the memory they go into, and how many there are.
struct Chosen {
  ir::ArrayId memory;
  ir::VarId length;
  Elem elem;
  std::int64_t most;
};

static std::optional<Value> chosen_of_fixed(LowerContext& cx, const Value& x, const Value& mask, Span span);
static std::optional<Value> chosen_of_lazy(LowerContext& cx, const Value& x, const Value& mask, Span span);
static Chosen begin_chosen(LowerContext& cx, Elem elem, std::int64_t most, Span span);
static void choose(LowerContext& cx, const Chosen& chosen, const Value& wanted, const std::function<Value()>& element,
                   Span span);
static Value row_of_chosen(LowerContext& cx, const Chosen& chosen, Span span);

std::optional<Value> masked_read(LowerContext& cx, const ast::Index& n, Span span) {
  if (n.indices.size() != 1 || !may_be_mask(*n.indices[0])) return {};
  Value mask;
  ir::Block before = cx.code.collect([&] { mask = expr(cx, *n.indices[0]); });
  const bool fixed = mask.type.kind == Type::Kind::Fixed && mask.type.elem == Elem::Bool;
  if (!fixed && !(is_lazy(mask) && type_of_lazy(cx, mask).elem == Elem::Bool)) return {};
  cx.code.out->insert(cx.code.out->end(), before.begin(), before.end());
  const Value x = whole_value(cx, *n.base);
  return fixed ? chosen_of_fixed(cx, x, mask, span) : chosen_of_lazy(cx, x, mask, span);
}

// Nothing: the two do not fit together in code, whatever the program says of it.
static std::optional<Value> chosen_of_fixed(LowerContext& cx, const Value& x, const Value& mask, Span span) {
  const std::size_t count = components(mask);
  if (x.type.kind != Type::Kind::Fixed || x.type.complex || components(x) != count) return {};
  const Chosen chosen = begin_chosen(cx, x.type.elem, std::int64_t(count), span);
  for (std::size_t k = 0; k < count; ++k)
    choose(
        cx, chosen, component(mask, k), [&] { return component(x, k); }, span);
  return row_of_chosen(cx, chosen, span);
}

static std::optional<Value> chosen_of_lazy(LowerContext& cx, const Value& x, const Value& mask, Span span) {
  if (!is_lazy(x) || type_of_lazy(cx, x).complex) return {};
  const LazyArray &from = x.lazy(), &where = mask.lazy();
  const std::int64_t most = most_of_lazy(from);
  bool alike = most > 0 && most <= kMostInMemory && from.dims == where.dims && from.axes.size() == where.axes.size();
  for (std::size_t k = 0; alike && k < from.axes.size(); ++k) alike = alike_axes(cx, from.axes[k], where.axes[k]);
  if (!alike) return {};
  cx.effects.require_unwritten(from, span);
  cx.effects.require_unwritten(where, span);
  const Chosen chosen = begin_chosen(cx, elem_of_lazy(cx, x), most, span);
  loop_over(cx, from, span, [&](const auto& at) {
    choose(
        cx, chosen, where.element(at, false), [&] { return from.element(at, false); }, span);
  });
  return row_of_chosen(cx, chosen, span);
}

static Chosen begin_chosen(LowerContext& cx, Elem elem, std::int64_t most, Span span) {
  const Chosen chosen{cx.code.scratch("$chosen", elem, most), cx.code.temp("$length", Elem::I64), elem, most};
  cx.code.emit(ir::Assign{chosen.length, ir::int_const(0)}, span);
  return chosen;
}

static void choose(LowerContext& cx, const Chosen& chosen, const Value& wanted, const std::function<Value()>& element,
                   Span span) {
  ir::Block take = collect_arm(cx, [&] {
    cx.code.to_scratch(chosen.memory, ir::var(cx.code.f, chosen.length), part(element(), 0, chosen.elem), span);
    cx.code.emit(ir::Assign{chosen.length, ir::add(ir::var(cx.code.f, chosen.length), ir::int_const(1))}, span);
  });
  cx.code.emit(ir::If{truth(cx, wanted, span), std::move(take), {}}, span);
}

static Value row_of_chosen(LowerContext& cx, const Chosen& chosen, Span span) {
  const ir::ExprP n = cx.code.keep("$count", ir::var(cx.code.f, chosen.length), span);
  auto c = std::make_shared<LazyArray>();
  c->axes = {{ir::int_const(0), ir::sub(n, ir::int_const(1)), n, chosen.most}};
  c->dims = {0};
  c->view = true;
  c->stores = std::numeric_limits<int>::max();
  c->element = [&cx, memory = chosen.memory](const std::vector<ir::ExprP>& at, bool) {
    return cx.code.from_scratch(memory, at[0]);
  };
  return of_lazy(std::move(c));
}

}  // namespace qc::lowering
