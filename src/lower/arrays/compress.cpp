// x[x > t] of a short array or slice: the elements at the places of a mask, in memory of the iteration, as a row whose
// length is how many they are.
#include <limits>

#include "ir/build.h"
#include "lower/lower_impl.h"

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

std::optional<Value> Lowerer::masked_read(const ast::Index& n, Span span) {
  if (n.indices.size() != 1 || !may_be_mask(*n.indices[0])) return {};
  Value mask;
  ir::Block before = collect([&] { mask = expr(*n.indices[0]); });
  const bool fixed = mask.type.kind == Type::Kind::Fixed && mask.type.elem == Elem::Bool;
  if (!fixed && !(mask.changing && type_of_changing(mask).elem == Elem::Bool)) return {};
  out_->insert(out_->end(), before.begin(), before.end());
  const Value x = whole_value(*n.base);
  return fixed ? chosen_of_fixed(x, mask, span) : chosen_of_changing(x, mask, span);
}

// Nothing: the two do not fit together in code, whatever the program says of it.
std::optional<Value> Lowerer::chosen_of_fixed(const Value& x, const Value& mask, Span span) {
  const std::size_t count = components(mask);
  if (x.type.kind != Type::Kind::Fixed || x.type.complex || components(x) != count) return {};
  const Chosen chosen = begin_chosen(x.type.elem, std::int64_t(count), span);
  for (std::size_t k = 0; k < count; ++k)
    choose(
        chosen, component(mask, k), [&] { return component(x, k); }, span);
  return row_of_chosen(chosen, span);
}

std::optional<Value> Lowerer::chosen_of_changing(const Value& x, const Value& mask, Span span) {
  if (!x.changing || type_of_changing(x).complex) return {};
  const Changing &from = *x.changing, &where = *mask.changing;
  const std::int64_t most = most_of_changing(from);
  bool alike = most > 0 && most <= kMostInMemory && from.dims == where.dims && from.axes.size() == where.axes.size();
  for (std::size_t k = 0; alike && k < from.axes.size(); ++k) alike = alike_axes(from.axes[k], where.axes[k]);
  if (!alike) return {};
  require_unwritten(from, span);
  require_unwritten(where, span);
  const Chosen chosen = begin_chosen(elem_of_changing(x), most, span);
  loop_over(from, span, [&](const auto& at) {
    choose(
        chosen, where.element(at, false), [&] { return from.element(at, false); }, span);
  });
  return row_of_chosen(chosen, span);
}

Lowerer::Chosen Lowerer::begin_chosen(Elem elem, std::int64_t most, Span span) {
  const Chosen chosen{scratch("$chosen", elem, most), temp("$length", Elem::I64), elem, most};
  emit(ir::Assign{chosen.length, ir::int_const(0)}, span);
  return chosen;
}

void Lowerer::choose(const Chosen& chosen, const Value& wanted, const std::function<Value()>& element, Span span) {
  ir::Block take = collect_arm([&] {
    to_scratch(chosen.memory, ir::var(f, chosen.length), part(element(), 0, chosen.elem), span);
    emit(ir::Assign{chosen.length, ir::add(ir::var(f, chosen.length), ir::int_const(1))}, span);
  });
  emit(ir::If{truth(wanted, span), std::move(take), {}}, span);
}

Value Lowerer::row_of_chosen(const Chosen& chosen, Span span) {
  const ir::ExprP n = keep("$count", ir::var(f, chosen.length), span);
  auto c = std::make_shared<Changing>();
  c->axes = {{ir::int_const(0), ir::sub(n, ir::int_const(1)), n, chosen.most}};
  c->dims = {0};
  c->view = true;
  c->stores = std::numeric_limits<int>::max();
  c->element = [this, memory = chosen.memory](const std::vector<ir::ExprP>& at, bool) {
    return from_scratch(memory, at[0]);
  };
  Value out;
  out.changing = std::move(c);
  return out;
}

}  // namespace qc::lowering
