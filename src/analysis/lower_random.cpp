// Random numbers in compiled code: the generator of host/philox.h in IR, so that loops draw the numbers that host code draws
// (analysis/random_calls.h), and threads of kernels numbers of their own: the launch and the position say which.
#include <fmt/format.h>

#include "analysis/lower_impl.h"
#include "analysis/random_calls.h"
#include "analysis/type_words.h"

namespace qc::lowering {

namespace {

using ir::BinaryOp;
using ir::ExprP;

constexpr std::int64_t kWord = 0xffffffff;
constexpr int kDrawBits = 20;  // numbers of one thread before they meet those of the next

ExprP op(BinaryOp o, const ExprP& a, const ExprP& b) { return ir::binary(o, a, b); }
ExprP low(const ExprP& a) { return op(BinaryOp::BitAnd, a, ir::int_const(kWord)); }
ExprP high(const ExprP& a) { return low(op(BinaryOp::Shr, a, ir::int_const(32))); }

}  // namespace

ExprP Lowerer::keep(const char* name, const ExprP& e, Span span) {
  const ir::VarId t = temp(name, e->type);
  emit(ir::Assign{t, e}, span);
  return ir::var(f, t);
}

// A name of the launch, whatever the function at hand sees of the names around it.
ExprP Lowerer::launch_number(std::string_view name, Span span) {
  Frame& front = *frames_.front();
  const std::string key(name);
  if (auto known = front.names.find(key); known != front.names.end()) return ir::var(f, known->second.vars[0]);
  if (!scope_.type_of(name)) stop("R901", span, "random numbers are for host code");
  return ir::var(f, import_outer(key, Type::integer(), span).vars[0]);
}

// The two words of the number at `place` of a stream: half of block place / 2.
std::array<ExprP, 2> Lowerer::random_words(const ExprP& place, const ExprP& stream, Span span) {
  constexpr std::int64_t kM0 = 0xD2511F53, kM1 = 0xCD9E8D57, kW0 = 0x9E3779B9, kW1 = 0xBB67AE85;
  const ExprP at = keep("place", place, span), key = launch_number(kRandomKey, span);
  const ExprP block = keep("block", op(BinaryOp::Shr, at, ir::int_const(1)), span);
  std::array<ExprP, 4> x{keep("x", low(block), span), keep("x", high(block), span), keep("x", low(stream), span), keep("x", high(stream), span)};
  ExprP k0 = low(key), k1 = high(key);
  for (std::int64_t round = 0; round < 10; ++round) {
    const ExprP p0 = keep("p", ir::mul(x[0], ir::int_const(kM0)), span), p1 = keep("p", ir::mul(x[2], ir::int_const(kM1)), span);
    const ExprP a = op(BinaryOp::BitXor, op(BinaryOp::BitXor, high(p1), x[1]), low(ir::add(k0, ir::int_const(kW0 * round & kWord))));
    const ExprP b = op(BinaryOp::BitXor, op(BinaryOp::BitXor, high(p0), x[3]), low(ir::add(k1, ir::int_const(kW1 * round & kWord))));
    x = {keep("x", a, span), keep("x", low(p1), span), keep("x", b, span), keep("x", low(p0), span)};
  }
  const ExprP second = op(BinaryOp::Eq, op(BinaryOp::BitAnd, at, ir::int_const(1)), ir::int_const(1));
  return {keep("w", ir::select(second, x[2], x[0]), span), keep("w", ir::select(second, x[3], x[1]), span)};
}

// In [0, 1): multiples of 2^-24 as float, of 2^-53 as double.
ExprP Lowerer::random_uniform(const ExprP& place, const ExprP& stream, Span span) {
  const auto w = random_words(place, stream, span);
  if (options_.scalar != Elem::F64)
    return ir::mul(ir::cast(Elem::F32, op(BinaryOp::Shr, w[1], ir::int_const(8))), ir::float_const(0x1p-24, Elem::F32));
  const ExprP bits = op(BinaryOp::BitOr, op(BinaryOp::Shl, w[1], ir::int_const(21)), op(BinaryOp::Shr, w[0], ir::int_const(11)));
  return ir::mul(ir::cast(Elem::F64, bits), ir::float_const(0x1p-53, Elem::F64));
}

// Box and Muller, from the numbers at `place` and the next one.
ExprP Lowerer::random_normal(const ExprP& place, const ExprP& stream, Span span) {
  const Elem t = options_.scalar;
  auto math = [&](ir::MathFn fn, const ExprP& a) { return std::make_shared<const ir::Expr>(ir::Expr{ir::Math{fn, {a}}, t, span}); };
  const ExprP u = ir::sub(ir::float_const(1, t), random_uniform(place, stream, span));
  const ExprP v = random_uniform(ir::add(place, ir::int_const(1)), stream, span);
  const ExprP size = ir::unary(ir::UnaryOp::Sqrt, ir::mul(ir::float_const(-2, t), math(ir::MathFn::Log, u)));
  return ir::mul(size, math(ir::MathFn::Cos, ir::mul(ir::float_const(6.283185307179586, t), v)));
}

// lo..lo+count-1, for counts below 2^31: the upper half of a product with the number's 64 bits.
ExprP Lowerer::random_ranged(const ExprP& place, const ExprP& stream, const ExprP& count, Span span) {
  const auto w = random_words(place, stream, span);
  auto upper = [](const ExprP& a) { return op(BinaryOp::Shr, a, ir::int_const(32)); };
  return ir::add(ir::int_const(1), upper(ir::add(ir::mul(w[1], count), upper(ir::mul(w[0], count)))));
}

// What loops call ($uniform and its kin, with places) and kernels (rand and its kin).
std::optional<Value> Lowerer::random_call(const std::string& name, const std::vector<Value>& args, Span span) {
  if (name[0] == '$') {
    const ExprP place = index_value(args[0], span), stream = ir::int_const(0);
    if (name == "$uniform") return of(random_uniform(place, stream, span));
    if (name == "$normal") return of(random_normal(place, stream, span));
    return of(random_ranged(place, stream, index_value(args[1], span), span));
  }
  if (!kernel_ || (name != "rand" && name != "randn" && name != "randi")) return {};
  std::int64_t count = 1;
  if (name == "randi" || !args.empty()) {
    const auto n = args.size() == 1 ? launch_constant(*index_value(args[0], span), name == "randi" ? kWord / 2 : 64) : std::nullopt;
    if (!n || *n < 1 || *n > kWord / 2) error("Q0503", span, fmt::format("'{}' in a kernel takes one number that is known at the launch", name));
    count = *n;
  }
  // The place in the thread's own row: (position, how many it has drawn), in a stream of the launch.
  if (!slot_) slot_ = f.add_var("slot", Elem::I64);
  if (!drawn_) drawn_ = f.add_var("drawn", Elem::I64);
  const ExprP stream = launch_number(kRandomLaunch, span);
  const std::int64_t each = name == "randn" ? 2 : 1;
  auto next = [&] {
    const ExprP at = keep("at", ir::add(op(BinaryOp::Shl, ir::var(f, *slot_), ir::int_const(kDrawBits)), ir::var(f, *drawn_)), span);
    emit(ir::Assign{*drawn_, ir::add(ir::var(f, *drawn_), ir::int_const(each))}, span);
    return at;
  };
  if (name == "randi") return of(random_ranged(next(), stream, ir::int_const(count), span));
  std::vector<Value> all;
  for (std::int64_t k = 0; k < count; ++k) {
    const ExprP at = next();
    all.push_back(of(keep("u", name == "rand" ? random_uniform(at, stream, span) : random_normal(at, stream, span), span)));
  }
  return args.empty() || count == 1 ? all[0] : make_fixed({count}, all, span);
}

}  // namespace qc::lowering
