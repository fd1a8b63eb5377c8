#include "ir/int_range.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "ir/build.h"

namespace qc::ir {

namespace {

using Range = std::optional<IntRange>;
using Wide = __int128;

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min(),
                       kMost = std::numeric_limits<std::int64_t>::max();

// Nothing where the arithmetic may wrap.
Range within(Wide lo, Wide hi) {
  if (lo < kLeast || hi > kMost) return {};
  return IntRange{std::int64_t(lo), std::int64_t(hi)};
}

Range hull(const Range& a, const Range& b) {
  if (!a || !b) return {};
  return IntRange{std::min(a->lo, b->lo), std::max(a->hi, b->hi)};
}

Range product(const IntRange& a, const IntRange& b) {
  const Wide corners[] = {Wide(a.lo) * b.lo, Wide(a.lo) * b.hi, Wide(a.hi) * b.lo, Wide(a.hi) * b.hi};
  const auto [least, most] = std::minmax_element(std::begin(corners), std::end(corners));
  return within(*least, *most);
}

// Bits of two's complement that hold all values of both, the sign bit left out.
IntRange same_width(const IntRange& a, const IntRange& b) {
  auto bits = [](std::int64_t v) { return std::bit_width(std::uint64_t(v < 0 ? ~v : v)); };
  const int most = std::max({bits(a.lo), bits(a.hi), bits(b.lo), bits(b.hi)});
  const auto top = std::int64_t((std::uint64_t(1) << most) - 1);
  return {a.lo < 0 || b.lo < 0 ? ~top : 0, top};
}

// 0 where the divisor is.
Range remainder(const Range& a, const Range& b, bool like_divisor) {
  if (!b || b->lo == kLeast) return {};
  const std::int64_t most =
      std::max<std::int64_t>(0, std::max(b->lo < 0 ? -b->lo : b->lo, b->hi < 0 ? -b->hi : b->hi) - 1);
  if (like_divisor || (a && a->lo >= 0)) return IntRange{0, most};
  return IntRange{-most, a && a->hi <= 0 ? 0 : most};
}

class Ranges {
 public:
  explicit Ranges(const Function& f) : f_(f) {}

  Range of(const Expr& e) const {
    if (e.type == Elem::Bool) return IntRange{0, 1};
    if (e.type != Elem::I64) return {};
    if (auto c = as_int(e)) return IntRange{*c, *c};
    if (auto* v = std::get_if<VarRef>(&e.node)) return of_type(f_.vars[v->var].type);
    if (auto* l = std::get_if<Load>(&e.node)) return of_type(f_.arrays[l->access.array].elem);
    if (std::holds_alternative<Extent>(e.node)) return IntRange{0, kMost};
    if (auto* n = std::get_if<Select>(&e.node)) return hull(of(*n->yes), of(*n->no));
    if (auto* n = std::get_if<Cast>(&e.node)) return converted(*n);
    if (auto* n = std::get_if<Unary>(&e.node)) return unary(*n);
    if (auto* n = std::get_if<Binary>(&e.node)) return binary(*n);
    return {};
  }

 private:
  static Range of_type(Elem e) {
    if (e == Elem::I64 || e == Elem::U64) return {};
    return range_of(e);
  }

  Range converted(const Cast& n) const {
    const Range to = of_type(n.to), from = of(*n.a);
    if (!from) return to;
    return !to || (from->lo >= to->lo && from->hi <= to->hi) ? from : to;
  }

  Range unary(const Unary& n) const {
    if (n.op == UnaryOp::Sign) return IntRange{-1, 1};
    if (n.op == UnaryOp::Bits) return IntRange{0, 0xffffffff};
    const Range a = of(*n.a);
    if (!a) return {};
    switch (n.op) {
      case UnaryOp::Neg:
        return within(-Wide(a->hi), -Wide(a->lo));
      case UnaryOp::BitNot:
        return IntRange{~a->hi, ~a->lo};
      case UnaryOp::Abs: {
        if (a->lo >= 0) return a;
        return within(std::max<Wide>(0, -Wide(a->hi)), std::max(-Wide(a->lo), Wide(a->hi)));
      }
      default:
        return {};
    }
  }

  Range binary(const Binary& n) const {
    const Range a = of(*n.a), b = of(*n.b);
    switch (n.op) {
      case BinaryOp::Min:
        if (!a && !b) return {};
        return IntRange{a && b ? std::min(a->lo, b->lo) : kLeast, std::min(a ? a->hi : kMost, b ? b->hi : kMost)};
      case BinaryOp::Max:
        if (!a && !b) return {};
        return IntRange{std::max(a ? a->lo : kLeast, b ? b->lo : kLeast), a && b ? std::max(a->hi, b->hi) : kMost};
      case BinaryOp::Mod:
        return remainder(a, b, false);
      case BinaryOp::Periodize:
        return remainder(a, b, true);
      case BinaryOp::BitAnd:
        if (a && a->lo >= 0) return IntRange{0, b && b->lo >= 0 ? std::min(a->hi, b->hi) : a->hi};
        if (b && b->lo >= 0) return IntRange{0, b->hi};
        break;
      default:
        break;
    }
    if (!a || !b) return {};
    switch (n.op) {
      case BinaryOp::Add:
        return within(Wide(a->lo) + b->lo, Wide(a->hi) + b->hi);
      case BinaryOp::Sub:
        return within(Wide(a->lo) - b->hi, Wide(a->hi) - b->lo);
      case BinaryOp::Mul:
        return product(*a, *b);
      case BinaryOp::DivTrunc:
      case BinaryOp::DivFloor:
        if (b->lo < 1) return {};
        return hull(IntRange{std::min(a->lo, std::int64_t{0}), std::max(a->hi, std::int64_t{0})}, a);
      case BinaryOp::BitAnd:
      case BinaryOp::BitOr:
      case BinaryOp::BitXor:
        return same_width(*a, *b);
      case BinaryOp::Shr:
        return hull(IntRange{std::min(a->lo, std::int64_t{0}), std::max(a->hi, std::int64_t{0})}, a);
      default:
        return {};
    }
  }

  const Function& f_;
};

bool is_half(const Function& f, const Expr& e) {
  if (auto* v = std::get_if<VarRef>(&e.node)) return f.vars[v->var].type == Elem::F16;
  if (auto* l = std::get_if<Load>(&e.node)) return f.arrays[l->access.array].elem == Elem::F16;
  if (auto* n = std::get_if<Select>(&e.node)) return is_half(f, *n->yes) && is_half(f, *n->no);
  if (auto* n = std::get_if<Cast>(&e.node)) {  // halves count to 2048 without gaps
    const Elem from = n->a->type == Elem::I64 ? Elem::I64 : n->to;
    const Range r = from == Elem::I64 ? int_range(f, *n->a) : Range{};
    return n->to == Elem::F16 || (n->to == Elem::F32 && n->a->type == Elem::Bool) ||
           (n->to == Elem::F32 && r && r->lo >= -2048 && r->hi <= 2048);
  }
  if (auto* n = std::get_if<Unary>(&e.node))
    return (n->op == UnaryOp::Neg || n->op == UnaryOp::Abs) && is_half(f, *n->a);
  if (auto* n = std::get_if<Binary>(&e.node))
    return (n->op == BinaryOp::Min || n->op == BinaryOp::Max) && is_half(f, *n->a) && is_half(f, *n->b);
  if (auto* n = std::get_if<ConstFloat>(&e.node))
    return n->value >= -2048 && n->value <= 2048 && n->value == double(std::int64_t(n->value));
  return false;
}

}  // namespace

IntRange range_of(Elem e) {
  switch (e) {
    case Elem::Bool:
      return {0, 1};
    case Elem::I8:
      return {-128, 127};
    case Elem::I16:
      return {-32768, 32767};
    case Elem::I32:
      return {-(std::int64_t{1} << 31), (std::int64_t{1} << 31) - 1};
    case Elem::U8:
      return {0, 255};
    case Elem::U16:
      return {0, 65535};
    case Elem::U32:
      return {0, (std::int64_t{1} << 32) - 1};
    default:
      return {kLeast, kMost};
  }
}

Range int_range(const Function& f, const Expr& e) { return Ranges(f).of(e); }

bool never_negative_zero(const Expr& e) {
  auto never = [](const ExprP& x) { return never_negative_zero(*x); };
  if (auto* n = std::get_if<ConstFloat>(&e.node)) return n->value != 0 || !std::signbit(n->value);
  if (auto* n = std::get_if<Cast>(&e.node))
    return is_float(n->a->type) ? never(n->a) && byte_size(n->to) >= byte_size(n->a->type) : is_float(n->to);
  if (auto* n = std::get_if<Unary>(&e.node)) return n->op == UnaryOp::Abs;
  if (auto* n = std::get_if<Select>(&e.node)) return never(n->yes) && never(n->no);
  if (auto* n = std::get_if<Math>(&e.node)) return n->fn == MathFn::Exp || n->fn == MathFn::Exp2;
  auto* n = std::get_if<Binary>(&e.node);
  if (!n || !is_float(e.type)) return false;
  switch (n->op) {
    case BinaryOp::Add:
      return never(n->a) || never(n->b);  // only the sum of two is -0
    case BinaryOp::Mul:
      return equal(n->a, n->b);
    case BinaryOp::Min:
    case BinaryOp::Max:
      return never(n->a) && never(n->b);
    default:
      return false;
  }
}

bool fits(const Function& f, const Expr& e, Elem elem) {
  if (elem == Elem::F16) return is_half(f, e);
  if (is_float(elem)) return e.type == elem;
  if (is_float(e.type)) return false;
  const IntRange to = range_of(elem);
  if (to.lo == kLeast && to.hi == kMost) return true;
  const Range r = int_range(f, e);
  return r && r->lo >= to.lo && r->hi <= to.hi;
}

}  // namespace qc::ir
