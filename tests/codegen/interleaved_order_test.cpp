// Stores to and loads from elements that lie strides apart stay in the order of the iteration, however LLVM puts them
// together.
#include <doctest/doctest.h>

#include "codegen/effort.h"
#include "kernels.h"

using namespace kernels;

namespace {

constexpr int kInOrder = 1000;

ExprP real(double v) { return float_const(v, Elem::F32); }

// x[i] = i modulo 3, y[stride*i + channel], z[i].
struct Kernel {
  Maker m{"order", kInOrder};
  int stride;
  ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32), z = m.global("z", Elem::F32);
  std::vector<float> a, b, c;

  explicit Kernel(int stride) : stride(stride), a(kInOrder), b(std::size_t(kInOrder * stride)), c(kInOrder) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = float(i % 3);
  }
  Access channel(int k) const { return at(y, {add(mul(tid(), num(stride)), num(k))}); }
  ExprP chosen() const { return binary(BinaryOp::Gt, m.get(at(x, {tid()})), real(0.5)); }
  void run_it() {
    const FullEffort effort;
    Arguments args;
    args.array(a).array(b).array(c);
    run(compiled(m.f), args, grid(1, kInOrder));
  }
  float& of(std::size_t i, int k) { return b[i * std::size_t(stride) + std::size_t(k)]; }
};

}  // namespace

TEST_CASE("a store under a condition is made behind the one before it") {
  for (int stride = 1; stride <= 5; ++stride) {
    CAPTURE(stride);
    Kernel k(stride);
    for (int c = 0; c < stride; ++c) {
      k.m.f.body.push_back(put(k.channel(c), real(c)));
      k.m.f.body.push_back(when(k.chosen(), {put(k.channel(c), real(10 + c))}));
    }
    k.run_it();
    int wrong = 0;
    for (std::size_t i = 0; i < kInOrder; ++i)
      for (int c = 0; c < stride; ++c) wrong += k.of(i, c) != float(k.a[i] > 0.5F ? 10 + c : c);
    CHECK(wrong == 0);
  }
}

TEST_CASE("loads are made behind a store under a condition") {
  for (int stride = 1; stride <= 5; ++stride) {
    CAPTURE(stride);
    Kernel k(stride);
    ExprP sum = real(0);
    for (int c = 0; c < stride; ++c) sum = add(sum, k.m.get(k.channel(c)));
    k.m.f.body = {put(at(k.z, {tid()}), k.m.get(k.channel(0))), when(k.chosen(), {put(k.channel(stride - 1), real(7))}),
                  put(at(k.z, {tid()}), add(k.m.get(at(k.z, {tid()})), sum))};
    for (std::size_t i = 0; i < k.b.size(); ++i) k.b[i] = float(i % 5);
    const std::vector<float> before = k.b;
    k.run_it();
    int wrong = 0;
    for (std::size_t i = 0; i < kInOrder; ++i) {
      float want = before[i * std::size_t(stride)];
      for (int c = 0; c < stride; ++c)
        want += c == stride - 1 && k.a[i] > 0.5F ? 7 : before[i * std::size_t(stride) + std::size_t(c)];
      wrong += k.c[i] != want;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("a store is made before a load of its element by another subscript") {
  Kernel k(2);
  const VarId shift = k.m.scalar("shift", Elem::I64);
  const Access other = at(k.y, {add(mul(tid(), num(2)), k.m[shift])});
  k.m.f.body = {put(k.channel(0), real(3)), put(at(k.z, {tid()}), k.m.get(other)), put(k.channel(1), real(4))};
  const FullEffort effort;
  Arguments args;
  args.array(k.a).array(k.b).array(k.c).scalar(std::int64_t(0));
  run(compiled(k.m.f), args, grid(1, kInOrder));
  CHECK(k.c == std::vector<float>(kInOrder, 3.0F));
  for (std::size_t i = 0; i < kInOrder; ++i) REQUIRE((k.of(i, 0) == 3 && k.of(i, 1) == 4));
}
