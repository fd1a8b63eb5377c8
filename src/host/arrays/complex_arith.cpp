#include "host/arrays/complex_arith.h"

#include "host/arrays/tree_fold.h"
#include "host/arrays/typed_map.h"

namespace qc::host {

namespace {

// Numbers of which conversion to a float loses nothing.
bool is_plain(const Value& v) {
  if (auto* p = std::get_if<ArrayP>(&v.v)) return is_float((*p)->elem);
  auto* n = std::get_if<Number>(&v.v);
  return n && (is_float(n->type) || (n->i > -(1 << 24) && n->i < 1 << 24));
}

// f(x, y) with an operand that is real as a T.
template <class T, class F>
Value by_reals(const Value& a, const Value& b, Span span, const F& f) {
  using C = std::complex<T>;
  if (!type_of(b).complex) return zip_as<C>(span, a, b, [&](C x, C y) { return f(x, y.real()); });
  return zip_as<C>(span, a, b, f);
}

template <class T>
Value arithmetic(ast::BinaryOp op, const Value& a, const Value& b, Span span) {
  using C = std::complex<T>;
  switch (op) {
    case ast::BinaryOp::Add:
      return zip_as<C>(span, a, b, [](C x, C y) { return x + y; });
    case ast::BinaryOp::Sub:
      return zip_as<C>(span, a, b, [](C x, C y) { return x - y; });
    case ast::BinaryOp::Mul:
    case ast::BinaryOp::ElemMul:
      if (!type_of(a).complex) return arithmetic<T>(op, b, a, span);
      return by_reals<T>(a, b, span, [](C x, auto y) { return complex_times(x, y); });
    default:
      return by_reals<T>(a, b, span, [](C x, auto y) { return complex_over(x, y); });
  }
}

}  // namespace

std::optional<Value> complex_binary(ast::BinaryOp op, const Value& a, const Value& b, Span span) {
  using enum ast::BinaryOp;
  if (op != Add && op != Sub && op != Mul && op != ElemMul && op != Div && op != ElemDiv) return {};
  const bool arrays = std::holds_alternative<ArrayP>(a.v) || std::holds_alternative<ArrayP>(b.v);
  if (!arrays || !is_plain(a) || !is_plain(b)) return {};
  const Type x = type_of(a), y = type_of(b);
  if (!x.complex && !y.complex) return {};
  return x.elem == Elem::F64 || y.elem == Elem::F64 ? arithmetic<double>(op, a, b, span)
                                                    : arithmetic<float>(op, a, b, span);
}

}  // namespace qc::host
