// Parameters that Quasar keeps in textures, `x : mat'hwtex_linear`: an index that is no int reads between the elements.
// Element i is at the coordinate i; what lies outside the array is what the boundary mode of the parameter says.
// Indices that are ints read elements as ever, and so do those of 'hwtex_const and 'hwconst, which only say where the
// data is kept.
#include <fmt/format.h>

#include "lower/interface/access.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/kernel.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

namespace {

bool between(const Value& index) { return index.type.is_number() && !index.type.complex && is_float(index.type.elem); }

}  // namespace

Texture texture_of(const ast::Parameter& p) {
  Texture found = Texture::None;
  if (!p.type) return found;
  for (const std::string& written : p.type->modifiers) {
    const std::string_view m =
        std::string_view(written).substr(0, written.find('('));  // 'hwtex_linear(3): slices say so as well
    if (m == "hwtex_linear") found = Texture::Linear;
    if (m == "hwtex_nearest") found = Texture::Nearest;
  }
  return found;
}

static Value sample(LowerContext& cx, const Value& array, std::vector<Value> at, std::size_t from, Span span);

// A parameter that stands for an array of another element type is a copy that nothing outside sees.
void refuse_converted(LowerContext& cx, const Value& array, Span span) {
  if (array.array().read_as)
    stop("R903", span,
         fmt::format("the copy of '{}' that a call makes is written", cx.code.f.arrays[array.array().id].name));
}

Value texel(LowerContext& cx, const Value& array, std::vector<Value> at, Span span) {
  if (array.array().texture == Texture::None)
    return load(cx, array, access_values(cx, array, std::move(at), span), span);
  if (at.size() == 1 && at[0].type.kind == Type::Kind::Fixed) {
    const Value position = at[0];
    at.clear();
    for (std::size_t k = 0; k < components(position); ++k) at.push_back(component(position, k));
  }
  return sample(cx, array, std::move(at), 0, span);
}

// The element at indices that are ints in front of `from`; the others are looked at one after the other.
static Value sample(LowerContext& cx, const Value& array, std::vector<Value> at, std::size_t from, Span span) {
  while (from < at.size() && !between(at[from])) ++from;
  if (from == at.size()) return load(cx, array, access_values(cx, array, std::move(at), span), span);
  Value index = at[from];
  index.scalars().literal.reset();
  const auto whole = [&](ir::UnaryOp op, const Value& v) {
    const ir::VarId i = cx.code.temp("t", Elem::I64);
    cx.code.emit(ir::Assign{i, ir::cast(Elem::I64, ir::unary(op, v.parts()[0]))}, span);
    return one_number(ir::var(cx.code.f, i));
  };
  if (array.array().texture == Texture::Nearest) {
    at[from] = whole(ir::UnaryOp::Floor, arithmetic(cx, ast::BinaryOp::Add, index, float_literal(cx, 0.5), span));
    return sample(cx, array, std::move(at), from + 1, span);
  }
  const Value low = whole(ir::UnaryOp::Floor, index);
  at[from] = low;
  const Value a = sample(cx, array, at, from + 1, span);
  at[from] = one_number(ir::add(low.parts()[0], ir::int_const(1)));
  const Value b = sample(cx, array, std::move(at), from + 1, span);
  const Value part = arithmetic(cx, ast::BinaryOp::Sub, index, low, span);
  const Value step = arithmetic(cx, ast::BinaryOp::Mul, part, arithmetic(cx, ast::BinaryOp::Sub, b, a, span), span);
  return arithmetic(cx, ast::BinaryOp::Add, a, step, span);
}

}  // namespace qc::lowering
