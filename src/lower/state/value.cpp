#include "lower/state/value.h"

#include <iterator>
#include <utility>

#include "lower/state/errors.h"
#include "support/diagnostic.h"

namespace qc::lowering {

void Value::wrong_kind() const {
  constexpr const char* kNames[] = {"nothing",  "scalars",         "an array", "a lazy array",         "a function",
                                    "a string", "a record around", "a record", "one of several arrays"};
  static_assert(std::size(kNames) == std::variant_size_v<Node>);
  internal_error("lowering", std::string(kNames[node.index()]) + " is taken for another kind of value");
}

ir::ArrayId Value::local_array() const {
  const LazyRef& ref = as<LazyRef>();
  if (!ref.local_array) internal_error("lowering", "a lazy array is taken for a local one");
  return *ref.local_array;
}

Value one_number(ir::ExprP e) {
  const Elem type = e->type;
  Scalars s;
  s.parts.push_back(std::move(e));
  return {Type::number(type), std::move(s)};
}

Value of_scalars(Type type, std::vector<ir::ExprP> parts) { return {std::move(type), Scalars{std::move(parts)}}; }

Value of_array(Type type, ir::ArrayId id) { return {std::move(type), ArrayRef{id}}; }

Value of_record(RecordRef record) {
  Value v;
  v.type.kind = Type::Kind::Object;
  v.node = std::move(record);
  return v;
}

Value of_lazy(std::shared_ptr<const LazyArray> array) { return {Type::unknown(), LazyRef{std::move(array)}}; }

std::size_t components(const Value& v, Span span) {
  const bool known = !is_lazy(v) && (v.type.is_number() || v.type.kind == Type::Kind::Fixed);
  if (!known) stop("R901", span, "an array stands where the number of its elements has to be known");
  return v.type.complex ? v.parts().size() / 2 : v.parts().size();
}

Value component(const Value& v, std::size_t k) {
  if (v.type.is_number()) return v;
  const std::vector<ir::ExprP>& parts = v.parts();
  const Type type = Type::number(v.type.elem, v.type.complex);
  Value one = v.type.complex ? of_scalars(type, {parts[2 * k], parts[2 * k + 1]}) : of_scalars(type, {parts[k]});
  one.scalars().kind = v.scalars().kind;
  return one;
}

ir::ExprP part(const Value& v, std::size_t k, Elem to) {
  if (const auto literal = literal_of(v); literal && k == 0 && is_float(to) && to != Elem::F16)
    return ir::float_const(*literal, to);
  if (to == Elem::I64 && v.parts()[k]->type == Elem::Bool) return ir::cast(Elem::I64, v.parts()[k]);
  return ir::cast(to, v.parts()[k]);
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
