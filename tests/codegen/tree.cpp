#include <chrono>
#include <cstdlib>
#include <random>

#include "codegen/host_math.h"
#include "kernels.h"

namespace kernels {

namespace {

// Lanes folded in halves through shared memory. `values` is a varying variable of each thread.
void fold(Maker& m, Block& out, VarId acc, ArrayId s, std::int64_t lanes) {
  for (std::int64_t h = lanes / 2; h >= 1; h /= 2) {
    out.push_back(when(logical_and(binary(BinaryOp::Ge, tid(), num(h)), lt(tid(), num(2 * h))),
                       {put(at(s, {sub(tid(), num(h))}), m[acc])}));
    out.push_back(meet());
    out.push_back(when(lt(tid(), num(h)), {set(acc, add(m[acc], m.get(at(s, {tid()}))))}));
    out.push_back(meet());
  }
}

}  // namespace

Function tree_sum() {
  constexpr std::int64_t kLanes = 2048;
  Maker m("tree_sum", kLanes);
  const ArrayId x = m.global("x", Elem::F32), parts = m.global("parts", Elem::F32),
                ticket = m.global("ticket", Elem::U32);
  const VarId units = m.scalar("units", Elem::I64), chunks = m.scalar("chunks", Elem::I64);
  const VarId out = m.f.add_var("total", Elem::F32);
  m.f.outputs = {out};
  const ArrayId s = m.shared("s", Elem::F32, {kLanes / 2}), last = m.shared("last", Elem::I64, {1});
  const VarId acc = m.f.add_var("acc", Elem::F32), i = m.f.add_var("i", Elem::I64), e = m.f.add_var("e", Elem::I64);
  const VarId per = m.f.add_var("per", Elem::I64), old = m.f.add_var("old", Elem::I64), c = m.f.add_var("c", Elem::F32);
  auto row = [&](std::int64_t k) { return m.get(at(x, {add(add(m[i], num(k * kLanes)), tid())})); };
  Block& b = m.f.body;
  b.push_back(set(acc, float_const(-0.0, Elem::F32)));
  b.push_back(set(per, mul(m[units], num(4 * kLanes))));
  b.push_back(set(i, mul(bid(), m[per])));
  b.push_back(set(e, binary(BinaryOp::Min, add(m[i], m[per]), extent(x, 0))));
  Block four;
  for (int k = 0; k < 4; ++k) four.push_back(set(acc, add(m[acc], row(k))));
  four.push_back(set(i, add(m[i], num(4 * kLanes))));
  b.push_back(loop(le(add(m[i], num(4 * kLanes)), m[e]), four));
  b.push_back(loop(le(add(m[i], num(kLanes)), m[e]), {set(acc, add(m[acc], row(0))), set(i, add(m[i], num(kLanes)))}));
  b.push_back(when(lt(add(m[i], tid()), m[e]), {set(acc, add(m[acc], row(0)))}));
  fold(m, b, acc, s, kLanes);
  Block first;
  first.push_back(put(at(parts, {bid()}), m[acc]));
  first.push_back({Fence{}, {}});
  first.push_back({Atomic{old, AtomicOp::Inc, at(ticket, {num(0)}), sub(m[chunks], num(1)), nullptr}, {}});
  first.push_back(put(at(last, {num(0)}), cast(Elem::I64, binary(BinaryOp::Eq, m[old], sub(m[chunks], num(1))))));
  b.push_back(when(binary(BinaryOp::Eq, tid(), num(0)), first));
  b.push_back(meet());
  Block finish;
  finish.push_back({Fence{}, {}});
  finish.push_back(set(c, float_const(-0.0, Elem::F32)));
  finish.push_back(when(lt(tid(), m[chunks]), {set(c, m.get(at(parts, {tid()})))}));
  fold(m, finish, c, s, 1024);
  finish.push_back(when(binary(BinaryOp::Eq, tid(), num(0)), {set(out, m[c])}));
  b.push_back(when(binary(BinaryOp::Eq, m.get(at(last, {num(0)})), num(1)), finish));
  return m.f;
}

namespace {
float fold_model(std::vector<float> v) {
  for (std::size_t h = v.size() / 2; h >= 1; h /= 2)
    for (std::size_t t = 0; t < h; ++t) v[t] += v[t + h];
  return v[0];
}
}  // namespace

float model_sum(const std::vector<float>& x, std::int64_t per) {
  std::vector<float> chunks(1024, -0.0f);
  const std::int64_t n = std::int64_t(x.size());
  for (std::int64_t c = 0; c * per < n || c == 0; ++c) {
    std::vector<float> lanes(2048, -0.0f);
    for (std::int64_t i = c * per; i < std::min(n, (c + 1) * per); ++i)
      lanes[std::size_t((i - c * per) % 2048)] += x[std::size_t(i)];
    chunks[std::size_t(c)] = fold_model(lanes);
  }
  return fold_model(chunks);
}

float run_tree(const HostKernel& k, std::vector<float>& x, std::int64_t per) {
  const std::int64_t blocks = std::max<std::int64_t>(1, (std::int64_t(x.size()) + per - 1) / per);
  static std::vector<float> parts(1024);
  static std::vector<std::uint32_t> ticket(1);
  ticket[0] = 0;
  std::uint64_t slot = 0;
  Arguments a;
  a.array(x).array(parts).array(ticket).scalar(per / 8192).scalar(blocks).pointer(&slot);
  run(k, a, grid(blocks, 2048));
  float r;
  std::memcpy(&r, &slot, 4);
  return r;
}

}  // namespace kernels

using namespace kernels;

TEST_CASE("the tree reduction gives the model's bits at every size") {
  const HostKernel k = compiled(tree_sum());
  std::mt19937 gen(7);
  for (std::size_t n : {0, 1, 2, 31, 32, 33, 2047, 2048, 2049, 8191, 8192, 8193, 100003}) {
    std::vector<float> x(n);
    for (float& v : x) v = float(gen()) / 1e6f - 2000.f;
    CAPTURE(n);
    CHECK(same_bits(run_tree(k, x, 8192), model_sum(x, 8192)));
    CHECK(same_bits(run_tree(k, x, 16384), model_sum(x, 16384)));
  }
}

// QC_BENCH=1 prints times beside a plain loop that may reassociate.
TEST_CASE("bench: tree reduction") {
  if (!std::getenv("QC_BENCH")) return;
  if (std::getenv("QC_TEXT"))
    std::puts(std::get<std::string>(
                  emit_text(tree_sum(), std::getenv("QC_TEXT")[0] == 'a' ? EmitStage::Asm : EmitStage::LlvmHost))
                  .c_str());
  const auto t0 = std::chrono::steady_clock::now();
  const HostKernel k = compiled(tree_sum());
  const auto t1 = std::chrono::steady_clock::now();
  std::printf("compile %.1f ms\n", std::chrono::duration<double, std::milli>(t1 - t0).count());
  const HostKernel again = compiled(tree_sum());
  std::printf("again %.1f ms\n",
              std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - t1).count());
  for (std::size_t n : {8192u, 65536u, 1u << 18, 1u << 20, 1u << 24}) {
    std::vector<float> x(n, 0.5f);
    const std::int64_t per = std::max<std::int64_t>(1, std::int64_t(n) / 8192 / 1024) * 8192;
    const int times = int(std::max<std::size_t>(4, (1u << 26) / n));
    float sink = 0;
    double best = 1e9, plain = 1e9;
    for (int repeat = 0; repeat < 5; ++repeat) {
      auto a = std::chrono::steady_clock::now();
      for (int i = 0; i < times; ++i) sink += run_tree(k, x, per);
      auto b = std::chrono::steady_clock::now();
      best = std::min(best, std::chrono::duration<double>(b - a).count() / times);
      a = std::chrono::steady_clock::now();
      for (int i = 0; i < times; ++i) {
        extern float qc_bench_sum(const float*, std::size_t);
        const float* volatile data = x.data();
        sink += qc_bench_sum(data, n);
      }
      b = std::chrono::steady_clock::now();
      plain = std::min(plain, std::chrono::duration<double>(b - a).count() / times);
    }
    std::printf("n %9zu: %.2f us, %.1f GB/s; plain %.2f us; ratio %.2f (%g)\n", n, best * 1e6, 4e-9 * double(n) / best,
                plain * 1e6, plain / best, double(sink));
  }
}

#pragma GCC push_options
#pragma GCC optimize("O3", "fast-math")
#pragma GCC target("avx512f")
__attribute__((noinline, noclone)) float qc_bench_sum(const float* x, std::size_t n) {
  asm volatile("" : : : "memory");
  float s = 0;
  for (std::size_t i = 0; i < n; ++i) s += x[i];
  return s;
}
#pragma GCC pop_options
