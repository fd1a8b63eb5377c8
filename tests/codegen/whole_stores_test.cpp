// What a comparison chose, or what was there, is stored as a whole where a processor has no masks.
#include "kernels.h"

using namespace kernels;

TEST_CASE("an element that is kept or replaced is stored without a mask") {
  Maker m("best", 512);
  const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32);
  const ExprP value = m.get(at(x, {tid()})), old = m.get(at(y, {tid()}));
  m.f.body = {put(at(y, {tid()}), select(lt(old, value), value, old))};
  const auto text = emit_text(m.f, EmitStage::Asm);
  REQUIRE(std::holds_alternative<std::string>(text));
  CAPTURE(std::get<std::string>(text));
  if (!__builtin_cpu_supports("avx512f")) CHECK(std::get<std::string>(text).find("maskmov") == std::string::npos);
  std::vector<float> a(512), b(512, 100);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = float(i);
  Arguments args;
  args.array(a, {512}).array(b, {512});
  run(compiled(m.f), args, {});
  CHECK(b[99] == 100);
  CHECK(b[101] == 101);
}
