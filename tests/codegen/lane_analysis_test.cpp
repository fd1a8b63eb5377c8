// Which variables of a kernel on the host are the same for all threads of a block, and so no value of each lane.
#include "codegen/ir_passes/lane_analysis.h"

#include <doctest/doctest.h>

#include "kernels.h"

using namespace kernels;

namespace {

constexpr int kColumns = 128;

// Threads are columns of b; row `of_all` of a is that of the block: the sum over k of a[row,k]*b[k,thread].
struct Product {
  Maker m{"product", kColumns};
  ArrayId a = m.global("a", Elem::F32, 2), b = m.global("b", Elem::F32, 2), c = m.global("c", Elem::F32, 2);
  VarId n = m.scalar("n", Elem::I64);
  VarId sum = m.f.add_var("sum", Elem::F32), kept = m.f.add_var("kept", Elem::I64), row = m.f.add_var("row", Elem::I64),
        k = m.f.add_var("k", Elem::I64);

  Product() {
    const ExprP term = mul(m.get(at(a, {m[row], m[k]})), m.get(at(b, {m[k], tid()})));
    m.f.body = {set(sum, mul(cast(Elem::F32, tid()), float_const(0, Elem::F32))),  // a value of each thread
                set(kept, add(bid(), num(1))),
                set(row, sub(m[kept], num(1))),
                set(k, num(0)),
                loop(lt(m[k], m[n]), {set(sum, add(m[sum], term)), set(k, add(m[k], num(1)))}),
                put(at(c, {m[row], tid()}), m[sum])};
  }
};

}  // namespace

TEST_CASE("what a loop of all threads needs of the block is one value, as is what that is computed of") {
  Product p;
  const codegen::LaneAnalysis lanes(p.m.f);
  CHECK(lanes.varying(p.sum));
  CHECK_FALSE(lanes.varying(p.kept));
  CHECK_FALSE(lanes.varying(p.row));
  CHECK_FALSE(lanes.varying(p.k));
  const auto text = emit_text(p.m.f, EmitStage::LlvmHost);
  REQUIRE(std::holds_alternative<std::string>(text));
  CHECK(std::get<std::string>(text).find("masked.gather") == std::string::npos);

  constexpr std::int64_t kRows = 3, kTerms = 5;
  std::vector<float> a(kRows * kTerms), b(kTerms * kColumns), c(kRows * kColumns), want(c.size());
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = float(i % 7) - 2;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = float(i % 11) + 0.5f;
  for (std::size_t r = 0; r < kRows; ++r)
    for (std::size_t k = 0; k < kTerms; ++k)
      for (std::size_t j = 0; j < kColumns; ++j) want[r * kColumns + j] += a[r * kTerms + k] * b[k * kColumns + j];
  Arguments args;
  args.array(a, {kRows, kTerms}).array(b, {kTerms, kColumns}).array(c, {kRows, kColumns}).scalar(kTerms);
  run(compiled(p.m.f), args, grid(kRows, kColumns));
  CHECK(c == want);
}

TEST_CASE("what stands between values of threads and is used beside them is computed by each thread") {
  Maker m("beside", kColumns);
  const ArrayId y = m.global("y", Elem::I64);
  const VarId own = m.f.add_var("own", Elem::I64), shared = m.f.add_var("shared", Elem::I64);
  m.f.body = {set(own, mul(tid(), num(3))), set(shared, add(bid(), num(1))),
              put(at(y, {tid()}), add(m[own], m[shared]))};
  CHECK(codegen::LaneAnalysis(m.f).varying(shared));
}
