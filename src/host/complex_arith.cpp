#include "host/complex_arith.h"

#include "host/tree_fold.h"
#include "host/typed_map.h"

namespace qc::host {

namespace {

// Numbers of which conversion to a float loses nothing.
bool is_plain(const Value& v) {
  if (auto* p = std::get_if<ArrayP>(&v.v)) return is_float((*p)->elem);
  auto* n = std::get_if<Number>(&v.v);
  return n && (is_float(n->type) || (n->i > -(1 << 24) && n->i < 1 << 24));
}

template <class T>
Value arithmetic(ast::BinaryOp op, const Value& a, const Value& b, Span span) {
  using C = std::complex<T>;
  switch (op) {
    case ast::BinaryOp::Add: return zip_as<C>(span, a, b, [](C x, C y) { return x + y; });
    case ast::BinaryOp::Sub: return zip_as<C>(span, a, b, [](C x, C y) { return x - y; });
    case ast::BinaryOp::Mul: case ast::BinaryOp::ElemMul: return zip_as<C>(span, a, b, Times{});
    default:
      return zip_as<C>(span, a, b, [](C x, C y) {
        const double ar = x.real(), ai = x.imag(), br = y.real(), bi = y.imag(), d = br * br + bi * bi;
        return C(T((ar * br + ai * bi) / d), T((ai * br - ar * bi) / d));
      });
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
  return x.elem == Elem::F64 || y.elem == Elem::F64 ? arithmetic<double>(op, a, b, span) : arithmetic<float>(op, a, b, span);
}

}  // namespace qc::host
