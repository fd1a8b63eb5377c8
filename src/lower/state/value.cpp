#include "lower/state/value.h"

#include <utility>

#include "lower/state/errors.h"

namespace qc::lowering {

Value one_number(ir::ExprP e) {
  Value v;
  v.type = Type::number(e->type);
  v.parts.push_back(std::move(e));
  return v;
}

std::size_t components(const Value& v, Span span) {
  const bool known = !v.lazy && (v.type.is_number() || v.type.kind == Type::Kind::Fixed);
  if (!known) stop("R901", span, "an array stands where the number of its elements has to be known");
  return v.type.complex ? v.parts.size() / 2 : v.parts.size();
}

Value component(const Value& v, std::size_t k) {
  if (v.type.is_number()) return v;
  Value c;
  c.type = Type::number(v.type.elem, v.type.complex);
  if (v.type.complex)
    c.parts = {v.parts[2 * k], v.parts[2 * k + 1]};
  else
    c.parts = {v.parts[k]};
  return c;
}

ir::ExprP part(const Value& v, std::size_t k, Elem to) {
  if (v.literal && k == 0 && is_float(to) && to != Elem::F16) return ir::float_const(v.number, to);
  if (to == Elem::I64 && v.parts[k]->type == Elem::Bool) return ir::cast(Elem::I64, v.parts[k]);
  return ir::cast(to, v.parts[k]);
}

ir::ExprP with_span(ir::ExprP e, Span span) {
  if (e->span.valid()) return e;
  ir::Expr copy = *e;
  copy.span = span;
  return std::make_shared<const ir::Expr>(std::move(copy));
}

int rank_of(const Value& array) { return array.type.rank; }

const char* kind_of(const Value& v) {
  return v.type.is_array() ? "array" : v.type.kind == Type::Kind::Function ? "function" : "record";
}

ExtentOf fixed_extents(const Type& type) {
  return [dims = type.dims](std::size_t index, std::size_t count) -> std::optional<std::int64_t> {
    if (count == 1) return count_of(dims);
    if (dims.size() == 1) return index == 0 ? 1 : dims[0];
    return index < dims.size() ? dims[index] : 1;
  };
}

std::int64_t count_of(const std::vector<std::int64_t>& dims) {
  std::int64_t n = 1;
  for (auto d : dims) n *= d;
  return n;
}

bool same_elements(const Type& a, const Type& b) {
  return value_elem(a.elem) == value_elem(b.elem) && a.complex == b.complex;
}

}  // namespace qc::lowering
