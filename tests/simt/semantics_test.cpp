// Every operation of the IR on the emulator against the compiled host code: the same bits for all operands that matter.
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "codegen/host_math.h"
#include "emulator/emulator.h"
#include "tests/codegen/kernels.h"

namespace {

using namespace kernels;

template <class T>
std::vector<T> operands();
template <>
std::vector<std::int64_t> operands() {
  std::vector<std::int64_t> v = {0,         1,         -1,
                                 2,         -2,        3,
                                 7,         -7,        31,
                                 32,        63,        64,
                                 65,        127,       128,
                                 -128,      -129,      255,
                                 256,       32767,     32768,
                                 -32769,    65535,     65536,
                                 INT32_MAX, INT32_MIN, std::int64_t(INT32_MAX) + 1,
                                 INT64_MAX, INT64_MIN, INT64_MIN + 1,
                                 16777217,  -16777217};
  std::mt19937_64 r(7);
  for (int k = 0; k < 32; ++k) v.push_back(std::int64_t(r()) >> (k * 2));
  return v;
}
template <class F>
std::vector<F> floats() {
  using L = std::numeric_limits<F>;
  std::vector<F> v = {F(0),
                      F(-0.0),
                      F(1),
                      F(-1),
                      F(0.5),
                      F(-0.5),
                      F(1.5),
                      F(2.5),
                      F(-2.5),
                      F(0.49999997),
                      F(3.7),
                      F(-3.7),
                      F(127.5),
                      F(-128.9),
                      F(255.9),
                      F(256),
                      F(65504),
                      F(65519.9),
                      F(65520),
                      F(1e-8),
                      F(6e-8),
                      F(1e5),
                      F(-1e5),
                      F(2147483648.0),
                      F(-2147483649.0),
                      F(4294967296.0),
                      F(9.3e18),
                      F(-9.3e18),
                      F(1.9e19),
                      L::max(),
                      L::lowest(),
                      L::min(),
                      L::denorm_min(),
                      -L::denorm_min(),
                      L::infinity(),
                      -L::infinity(),
                      L::quiet_NaN(),
                      L::epsilon(),
                      F(3.14159265358979),
                      F(8388609.5)};
  std::mt19937_64 r(11);
  for (int k = 0; k < 24; ++k) v.push_back(F((double(r() >> 11) / (1ull << 50) - 4) * std::pow(10.0, k - 12)));
  return v;
}
template <>
std::vector<float> operands() {
  return floats<float>();
}
template <>
std::vector<double> operands() {
  return floats<double>();
}

template <class T>
Elem elem_of();
template <>
Elem elem_of<std::int64_t>() {
  return Elem::I64;
}
template <>
Elem elem_of<float>() {
  return Elem::F32;
}
template <>
Elem elem_of<double>() {
  return Elem::F64;
}

std::string exact(double v) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", v);
  return text;
}

bool same_bits(std::int64_t a, std::int64_t b) { return a == b; }
using kernels::same_bits;

emulator::Outcome emulate(const Function& f, emulator::Memory& memory, Arguments& a, std::int64_t blocks, int threads,
                          int width) {
  const emulator::MathTable math{[](MathFn fn, float x, float y) { return host_math(fn, x, y); },
                                 [](MathFn fn, double x, double y) { return host_math(fn, x, y); }};
  auto made = emulator::Program::make(f, {}, math);
  REQUIRE(made.index() == 0);
  std::vector<void*> params;
  for (auto& c : a.cells) params.push_back(&c);
  emulator::Dims dims;
  dims.grid[0] = blocks;
  dims.block[0] = threads;
  emulator::Options options;
  options.width = width;
  return std::get<0>(made)->launch(memory, dims, params.data(), options);
}

// out[k][i] = operation k of x[i], y[i]; all pairs of operands.
template <class In, class Out>
void compare(const char* what, const std::vector<std::function<ExprP(ExprP, ExprP)>>& operations) {
  const auto base = operands<In>();
  std::vector<In> x, y;
  for (In a : base)
    for (In b : base) {
      x.push_back(a);
      y.push_back(b);
    }
  for (std::size_t k = 0; k < operations.size(); ++k) {
    Maker m("ops", 64);
    const ArrayId ax = m.global("x", elem_of<In>()), ay = m.global("y", elem_of<In>()),
                  ao = m.global("o", elem_of<Out>());
    const ExprP i = add(mul(bid(), num(64)), tid());
    m.f.body = {when(lt(i, extent(ax, 0)), {put(at(ao, {i}), operations[k](m.get(at(ax, {i})), m.get(at(ay, {i}))))})};
    std::vector<Out> host(x.size()), emulated(x.size());
    const std::int64_t blocks = std::int64_t(x.size() + 63) / 64;
    Arguments a, b;
    run(compiled(m.f), a.array(x).array(y).array(host), grid(blocks, 64));
    emulator::Memory memory;
    const auto o = emulate(m.f, memory, b.array(x).array(y).array(emulated), blocks, 64, 16);
    CHECK(o.findings.empty());
    int wrong = 0;
    for (std::size_t n = 0; n < x.size(); ++n)
      if (!same_bits(host[n], emulated[n]) && wrong++ < 3)
        FAIL_CHECK(std::string(what) << " " << k << " of " << exact(double(x[n])) << ", " << exact(double(y[n])) << ": "
                                     << exact(double(host[n])) << " and " << exact(double(emulated[n])));
  }
}

using Ops = std::vector<std::function<ExprP(ExprP, ExprP)>>;

template <class T>
void float_operations() {
  Ops ops;
  for (UnaryOp op : {UnaryOp::Neg, UnaryOp::Abs, UnaryOp::Sign, UnaryOp::Floor, UnaryOp::Ceil, UnaryOp::Round,
                     UnaryOp::Trunc, UnaryOp::Sqrt})
    ops.push_back([op](ExprP x, ExprP) { return unary(op, x); });
  for (BinaryOp op : {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Mod, BinaryOp::Periodize,
                      BinaryOp::Min, BinaryOp::Max})
    ops.push_back([op](ExprP x, ExprP y) { return binary(op, x, y); });
  ops.push_back([](ExprP x, ExprP y) { return ir::fma(x, y, x); });
  ops.push_back([](ExprP x, ExprP y) { return select(lt(x, y), y, x); });
  for (Elem to : {Elem::F16, Elem::F32, Elem::F64})
    ops.push_back([to](ExprP x, ExprP) { return cast(elem_of<T>(), cast(to, x)); });
  compare<T, T>("float operation", ops);
  compare<T, T>("remainder of something huge", {[](ExprP x, ExprP y) {
                  return binary(BinaryOp::Mod, mul(x, float_const(0x1p100, elem_of<T>())), y);
                }});
  Ops to_int;
  for (Elem to : {Elem::Bool, Elem::I8, Elem::I16, Elem::I32, Elem::I64, Elem::U8, Elem::U16, Elem::U32, Elem::U64})
    to_int.push_back([to](ExprP x, ExprP) { return cast(Elem::I64, cast(to, x)); });
  for (BinaryOp op : {BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge})
    to_int.push_back([op](ExprP x, ExprP y) { return cast(Elem::I64, binary(op, x, y)); });
  compare<T, std::int64_t>("float to int", to_int);
}

}  // namespace

TEST_CASE("floats: the emulator has the bits of the host") {
  float_operations<float>();
  float_operations<double>();
}

TEST_CASE("ints: the emulator has the bits of the host") {
  Ops ops;
  for (UnaryOp op : {UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Abs, UnaryOp::Sign})
    ops.push_back([op](ExprP x, ExprP) { return unary(op, x); });
  for (BinaryOp op : {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::DivTrunc, BinaryOp::DivFloor,
                      BinaryOp::Mod, BinaryOp::Periodize, BinaryOp::Min, BinaryOp::Max, BinaryOp::BitAnd,
                      BinaryOp::BitOr, BinaryOp::BitXor, BinaryOp::Shl, BinaryOp::Shr})
    ops.push_back([op](ExprP x, ExprP y) { return binary(op, x, y); });
  for (Elem to : {Elem::Bool, Elem::I8, Elem::I16, Elem::I32, Elem::U8, Elem::U16, Elem::U32, Elem::U64})
    ops.push_back([to](ExprP x, ExprP) { return cast(Elem::I64, cast(to, x)); });
  for (BinaryOp op : {BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge})
    ops.push_back([op](ExprP x, ExprP y) { return cast(Elem::I64, binary(op, x, y)); });
  compare<std::int64_t, std::int64_t>("int operation", ops);
  compare<std::int64_t, float>("int to float", {[](ExprP x, ExprP) { return cast(Elem::F32, x); },
                                                [](ExprP x, ExprP) { return cast(Elem::F16, x); }});
  compare<std::int64_t, double>("int to double", {[](ExprP x, ExprP) { return cast(Elem::F64, x); }});
}

TEST_CASE("elementary functions are those of the host") {
  for (const Elem type : {Elem::F32, Elem::F64}) {
    Ops ops;
    for (int fn = 0; fn <= int(MathFn::Tgamma); ++fn)
      ops.push_back([fn, type](ExprP x, ExprP y) {
        std::vector<ExprP> args = {x};
        if (MathFn(fn) == MathFn::Pow || MathFn(fn) == MathFn::Atan2) args.push_back(y);
        return std::make_shared<const Expr>(Expr{Math{MathFn(fn), args}, type, {}});
      });
    if (type == Elem::F32)
      compare<float, float>("function", ops);
    else
      compare<double, double>("function", ops);
  }
}

TEST_CASE("accesses past the ends in every boundary mode, on every element type") {
  for (Elem elem : {Elem::Bool, Elem::I8, Elem::U8, Elem::I16, Elem::U16, Elem::I32, Elem::U32, Elem::I64, Elem::F16,
                    Elem::F32, Elem::F64})
    for (Boundary mode : {Boundary::Safe, Boundary::Circular, Boundary::Mirror, Boundary::Clamped, Boundary::Checked}) {
      Maker m("bounds", 64);
      const ArrayId x = m.global("x", elem), o = m.global("o", elem);
      const SiteId site = m.f.add_site({Site::Kind::OutOfRange, {}, "x"});
      const ExprP i = sub(tid(), num(20));
      m.f.body = {put(at(o, {tid()}), m.get(at(x, {i}, mode, site))),
                  put(at(x, {i}, mode == Boundary::Safe ? mode : Boundary::Checked, site), m.get(at(o, {tid()})))};
      std::vector<unsigned char> input(7 * 8), host_out(64 * 8), out(64 * 8);
      for (std::size_t k = 0; k < input.size(); ++k)
        input[k] = elem == Elem::Bool ? k % 2 : static_cast<unsigned char>(k * 37 % 61);
      auto other = input;
      FailureRecord record{std::numeric_limits<std::int64_t>::max(), 0, 0, {0, 0, 0}};
      Arguments a, b;
      a.array(input, {7}).array(host_out, {64});
      if (can_fail(m.f)) a.pointer(&record);
      run(compiled(m.f), a, grid(1, 64));
      emulator::Memory memory;
      const auto outcome = emulate(m.f, memory, b.array(other, {7}).array(out, {64}), 1, 64, 32);
      INFO(std::string(elem_name(elem)), " mode ", int(mode));
      CHECK(out == host_out);
      CHECK(other == input);
      CHECK(outcome.failure.has_value() == (record.order != std::numeric_limits<std::int64_t>::max()));
      if (outcome.failure)
        CHECK((outcome.failure->order == record.order && outcome.failure->values[0] == record.values[0] &&
               outcome.failure->values[1] == record.values[1]));
    }
}

TEST_CASE("atomics of every kind on every element type") {
  for (Elem elem : {Elem::Bool, Elem::I8, Elem::U8, Elem::I16, Elem::U16, Elem::I32, Elem::U32, Elem::I64, Elem::U64,
                    Elem::F16, Elem::F32, Elem::F64})
    for (int op = 0; op <= int(AtomicOp::Cas); ++op)
      for (bool is_new : {false, true}) {
        const auto kind = AtomicOp(op);
        const bool bits = kind == AtomicOp::And || kind == AtomicOp::Or || kind == AtomicOp::Xor,
                   steps = kind == AtomicOp::Inc || kind == AtomicOp::Dec;
        if ((is_float(elem) && (bits || steps)) || (elem == Elem::Bool && steps)) continue;
        Maker m("atomics", 1);
        const ArrayId x = m.global("x", elem), o = m.global("o", elem);
        const VarId old = m.f.add_var("old", value_elem(elem));
        const ExprP value = cast(elem, mul(sub(bid(), num(3)), num(5)));
        const ExprP cell = binary(BinaryOp::Mod, bid(), num(3));
        m.f.body = {{Atomic{old, kind, at(x, {cell}), value,
                            kind == AtomicOp::Cas ? cast(elem, sub(bid(), num(1))) : nullptr, is_new},
                     {}},
                    put(at(o, {bid()}), m[old])};
        std::vector<unsigned char> input(3 * 8), host_out(12 * 8), out(12 * 8);
        for (std::size_t k = 0; k < 3; ++k)
          input[k * std::size_t(byte_size(elem))] = static_cast<unsigned char>(elem == Elem::Bool ? k & 1 : k);
        auto other = input;
        Arguments a;
        const HostKernel k = compiled(m.f);
        a.array(input, {3}).array(host_out, {12});
        run(k, a, grid(12, 1));
        // One launch a block keeps the order of the host.
        emulator::Memory memory;
        for (std::int64_t n = 0; n < 12; ++n) {
          Function one = m.f;
          one.body = rewrite_exprs(one.body, [&](ExprP e) {
            auto* p = std::get_if<Builtin>(&e->node);
            return p && p->kind == BuiltinKind::BlockIdx ? num(n) : e;
          });
          Arguments b;
          emulate(one, memory, b.array(other, {3}).array(out, {12}), 1, 1, 1);
        }
        INFO(std::string(elem_name(elem)), " operation ", op, std::string(is_new ? " new value" : ""));
        CHECK(out == host_out);
        CHECK(other == input);
      }
}
