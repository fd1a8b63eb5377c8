// Which loops of kernels on the host ask for memory ahead of themselves.
#include <doctest/doctest.h>

#include "kernels.h"

using namespace kernels;

namespace {

std::string llvm_of(const Maker& m) {
  const auto text = emit_text(m.f, EmitStage::LlvmHost);
  REQUIRE(std::holds_alternative<std::string>(text));
  return std::get<std::string>(text);
}

bool asks_ahead(const std::string& llvm) { return llvm.find("call void @llvm.prefetch") != std::string::npos; }
// Vectors of this processor are a line of memory; shorter ones would ask for each line twice, which gains nothing.
bool takes_lines(const std::string& llvm) { return llvm.find("<16 x float>") != std::string::npos; }

constexpr int kBlockThreads = 512;

// Element tid of the block's part.
Access own(ArrayId x) { return at(x, {add(mul(bid(), num(kBlockThreads)), tid())}); }

}  // namespace

#ifdef __x86_64__
TEST_CASE("loops that only read arrays ask for what comes, loops that store into one do not") {
  Maker reads("reads", kBlockThreads), stores("stores", kBlockThreads);
  const auto x = reads.global("x", Elem::F32), y = reads.global("y", Elem::F32);
  const auto s = reads.shared("s", Elem::F32, {kBlockThreads});
  reads.f.body = {put(at(s, {tid()}), reads.get(own(x))), meet(),
                  when(binary(BinaryOp::Eq, tid(), num(0)), {put(at(y, {bid()}), reads.get(at(s, {num(7)})))})};
  const std::string reading = llvm_of(reads);
  CHECK(asks_ahead(reading) == takes_lines(reading));
  const auto from = stores.global("from", Elem::F32), to = stores.global("to", Elem::F32);
  stores.f.body = {put(own(to), stores.get(own(from)))};
  CHECK(!asks_ahead(llvm_of(stores)));
}

TEST_CASE("loops that read far more than they store ask once for each line") {
  // y[i] = sum of x[columns*i .. columns*i+columns-1]
  const auto sums = [](int columns) {
    Maker m("sums", kBlockThreads);
    const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32);
    ExprP sum;
    for (int c = 0; c < columns; ++c) {
      const ExprP place = add(mul(add(mul(bid(), num(kBlockThreads)), tid()), num(columns)), num(c));
      const ExprP one = m.get(at(x, {place}));
      sum = sum ? add(sum, one) : one;
    }
    m.f.body = {put(own(y), sum)};
    const FullEffort effort;
    return llvm_of(m);
  };
  const auto count = [](const std::string& llvm, const char* part) {
    int n = 0;
    for (auto p = llvm.find(part); p != std::string::npos; p = llvm.find(part, p + 1)) ++n;
    return n;
  };
  CHECK(!asks_ahead(sums(4)));
  const std::string many = sums(16);
  if (!asks_ahead(many)) return;  // no vectors of rows on this processor
  const int asked = count(many, "call void @llvm.prefetch");
  CHECK(asked <= count(many, "= load <"));
  CHECK(asked <= 64);  // of so many rows at most, whose elements are a line
}
#endif
