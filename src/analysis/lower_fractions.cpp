// `for x = 0..0.1..1`: loops over numbers that are not whole. They are loops over a counter, whose last value is known when the
// loop starts; the variable is computed from it, as the evaluator does (host/array_expr.h, range_count).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/lower_impl.h"
#include "analysis/type_words.h"

namespace qc::lowering {

namespace {

const ast::Name* callee(const ast::Expr& e) {
  auto* c = std::get_if<ast::Call>(&e.node);
  return c ? std::get_if<ast::Name>(&c->callee->node) : nullptr;
}

bool is_whole(double v) { return v == std::floor(v); }

}  // namespace

// Whether a bound is a whole number; nothing where neither the text nor the values at hand tell.
std::optional<bool> Lowerer::whole_bound(const ast::Expr& e) {
  if (const auto v = known(e)) return is_whole(*v);
  if (auto* n = std::get_if<ast::Unary>(&e.node)) return whole_bound(*n->operand);
  if (auto* n = std::get_if<ast::Binary>(&e.node)) {
    const auto a = whole_bound(*n->left), b = whole_bound(*n->right);
    if (n->op == ast::BinaryOp::Div || n->op == ast::BinaryOp::Pow) return {};
    if (a == true && b == true) return true;
    if ((a == false && b == true) || (a == true && b == false)) return n->op == ast::BinaryOp::Add || n->op == ast::BinaryOp::Sub ? std::optional(false) : std::nullopt;
    return {};
  }
  if (auto* n = callee(e)) {
    for (const char* rounds : {"floor", "ceil", "round", "trunc", "int", "size", "numel", "length"})
      if (n->name == rounds) return true;
    return {};
  }
  auto* n = std::get_if<ast::Name>(&e.node);
  if (!n) return {};
  const Binding* b = find(n->name, e.span);
  if (b && b->type.is_number() && !is_float(b->type.elem)) return true;
  if (frames_.size() != 1 || !frame().outer || frame().assigned.count(n->name)) return {};
  const auto whole = scope_.is_whole(n->name);
  if (whole) specialised.add_whole(n->name, *whole);
  return whole;
}

bool Lowerer::is_fraction_loop(const ast::For& n) {
  return whole_bound(*n.lo) == false || (n.step && whole_bound(*n.step) == false);
}

void Lowerer::fraction_loop(const ast::For& n, Span span) {
  bool narrow = false;
  auto bound = [&](const ast::Expr& e) {
    const Value v = expr(e);
    require_value(v, e.span, "a number");
    const Elem type = v.literal ? options_.scalar : v.type.elem;
    narrow = narrow || type == Elem::F32 || type == Elem::F16;
    return ir::cast(Elem::F64, number(v, is_float(type) ? type : Elem::F64, e.span));
  };
  const ir::ExprP lo = bound(*n.lo), step = n.step ? bound(*n.step) : ir::float_const(1, Elem::F64), hi = bound(*n.hi);
  auto f64 = [](double v) { return ir::float_const(v, Elem::F64); };
  auto abs = [](const ir::ExprP& x) { return ir::unary(ir::UnaryOp::Abs, x); };
  auto div = [](const ir::ExprP& a, const ir::ExprP& b) { return ir::binary(ir::BinaryOp::Div, a, b); };
  // An end that is missed by rounding is reached.
  const ir::ExprP reach = div(ir::binary(ir::BinaryOp::Max, abs(lo), abs(hi)), abs(step));
  const ir::ExprP missed = ir::binary(ir::BinaryOp::Min, ir::mul(reach, f64(narrow ? 0x1p-22 : 1e-12)), f64(0.01));
  const ir::ExprP last = ir::cast(Elem::I64, ir::unary(ir::UnaryOp::Floor, ir::add(div(ir::sub(hi, lo), step), missed)));
  Binding* b = fraction_variable(n.variable, n.variable_span);
  const Type type = b->type;
  const ir::VarId counter = temp((n.variable + "_k").c_str(), Elem::I64);
  ++loops_;
  ir::Block body = collect_body(span, [&] {
    Value x;
    x.type = Type::number(options_.scalar);
    x.parts = {ir::cast(options_.scalar, ir::fma(ir::cast(Elem::F64, ir::var(f, counter)), step, lo))};
    write(*b, convert(x, type, n.variable_span), n.variable_span);
    b->loop_variable = true;
    block(n.body);
  });
  --loops_;
  if (Binding* again = find(n.variable, n.variable_span)) again->loop_variable = false;
  emit(ir::For{counter, ir::int_const(0), ir::int_const(1), last, std::move(body), 0}, span);
}

// The variable of such a loop is a scalar from here on, whatever the name held before the nest.
Binding* Lowerer::fraction_variable(const std::string& name, Span span) {
  const Type scalar = Type::number(options_.scalar);
  const bool seen = frame().names.count(name) > 0;
  const auto before = !seen && frame().outer ? scope_.type_of(frame().captured + name) : std::nullopt;
  if (kernel_ && frames_.size() == 1) own_names_.insert(name);
  const bool replaced = before && (kernel_ || !before->is_number() || before->complex || before->elem != options_.scalar);
  Binding* b = replaced ? &declare(name, scalar, span) : find(name, span);
  if (b && b->loop_variable) error("Q0203", span, fmt::format("'{}' is the variable of an outer loop already", name));
  if (!b) b = &declare(name, scalar, span);
  if (b->alias || b->local || !b->type.is_number() || b->type.complex || b->type.elem != options_.scalar)
    stop("R904", span, fmt::format("the loop variable '{}' is {} elsewhere in the nest", name, a_type(b->type)), name);
  return b;
}

}  // namespace qc::lowering
