// What vectors of rows read: neighbouring columns come out of whole pieces of each row, and nothing is read but what
// lies between elements that are asked for.
#include <doctest/doctest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <sstream>

#include "codegen/effort.h"
#include "kernels.h"

using namespace kernels;

namespace {

constexpr int kRows = 45;  // whole vectors and some rows more

// Elements behind which no memory is to be read.
template <class T>
class Guarded {
 public:
  explicit Guarded(std::size_t n) : n_(n), page_(std::size_t(sysconf(_SC_PAGESIZE))) {
    bytes_ = (n * sizeof(T) + page_ - 1) / page_ * page_ + 2 * page_;
    memory_ = static_cast<char*>(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(memory_ != MAP_FAILED);
    REQUIRE(mprotect(memory_ + bytes_ - page_, page_, PROT_NONE) == 0);
  }
  ~Guarded() { munmap(memory_, bytes_); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  T* data() { return reinterpret_cast<T*>(memory_ + bytes_ - page_) - n_; }
  T& operator[](std::size_t i) { return data()[i]; }

 private:
  std::size_t n_, page_, bytes_;
  char* memory_;
};

struct Sums {
  std::string llvm;
  bool right;
};
int gathers(const Sums& s) {
  std::istringstream lines(s.llvm);
  int n = 0;
  for (std::string line; std::getline(lines, line);)
    n += line.find(" call <") != std::string::npos && line.find("@llvm.masked.gather.") != std::string::npos;
  return n;
}

// y[row] = the sum of these columns of x, whose rows are `width` long; the last one ends with the last of the columns.
template <class T>
Sums sums_of(Elem elem, int width, const std::vector<int>& columns) {
  Maker m("sums", kRows);
  const ArrayId x = m.global("x", elem), y = m.global("y", elem);
  m.f.arrays[x].aligned = false;
  ExprP sum;
  int last = 0;
  for (const int c : columns) {
    const ExprP one = m.get(at(x, {add(mul(tid(), num(width)), num(c))}));
    sum = sum ? add(sum, one) : one;
    last = std::max(last, c);
  }
  m.f.body = {put(at(y, {tid()}), sum)};
  const std::size_t n = std::size_t(kRows - 1) * std::size_t(width) + std::size_t(last) + 1;
  Guarded<T> a(n);
  std::vector<T> b(kRows), want(kRows);
  for (std::size_t i = 0; i < n; ++i) a[i] = T(double(i % 251) + 0.5);
  for (std::size_t r = 0; r < kRows; ++r)
    for (const int c : columns) want[r] += a[r * std::size_t(width) + std::size_t(c)];
  Arguments args;
  args.pointer(a.data()).scalar(std::int64_t(n)).array(b);
  run(compiled(m.f), args, grid(1, kRows));
  const auto text = emit_text(m.f, EmitStage::LlvmHost);
  REQUIRE(std::holds_alternative<std::string>(text));
  return {std::get<std::string>(text), b == want};
}

std::vector<int> first_columns(int n) {
  std::vector<int> all;
  for (int c = 0; c < n; ++c) all.push_back(c);
  return all;
}

}  // namespace

#ifdef __x86_64__
TEST_CASE("columns of rows are taken out of pieces of them") {
  const FullEffort effort;
  for (const int width : {9, 12, 16, 19}) {
    CAPTURE(width);
    CHECK(sums_of<float>(Elem::F32, width, first_columns(width)).right);
    CHECK(sums_of<std::int32_t>(Elem::I32, width, first_columns(width)).right);
    CHECK(sums_of<double>(Elem::F64, width, first_columns(width)).right);
    CHECK(sums_of<std::int64_t>(Elem::I64, width, first_columns(width)).right);
  }
  const Sums all = sums_of<float>(Elem::F32, 16, first_columns(16));
  CHECK(gathers(all) == 0);
  // Vectors of rows stand where the processor gathers, or these would be loops over rows.
  const Sums one = sums_of<float>(Elem::F32, 16, {3});
  if (gathers(one) > 0) CHECK(all.llvm.find("load <4 x float>") != std::string::npos);
}

TEST_CASE("of columns that are not all wanted nothing outside of them is read") {
  const FullEffort effort;
  CHECK(sums_of<float>(Elem::F32, 9, {1, 2, 6}).right);
  CHECK(sums_of<float>(Elem::F32, 12, {0, 3, 7, 8}).right);
  CHECK(sums_of<float>(Elem::F32, 32, {5, 6}).right);  // too few for a piece
  CHECK(sums_of<double>(Elem::F64, 11, {9, 3, 4, 10}).right);
}

TEST_CASE("columns that are written between are read afterwards") {
  const FullEffort effort;
  constexpr int kWidth = 12;
  Maker m("between", kRows);
  const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32);
  const auto column = [&](int c) { return at(x, {add(mul(tid(), num(kWidth)), num(c))}); };
  const VarId k = m.scalar("k", Elem::I64), before = m.f.add_var("before", Elem::F32);
  const ExprP all = add(add(m.get(column(0)), m.get(column(1))), add(m.get(column(2)), m.get(column(3))));
  m.f.body = {set(before, all), put(at(x, {add(mul(tid(), num(kWidth)), m[k])}), float_const(7, Elem::F32)),
              put(at(y, {tid()}), add(m[before], all))};
  std::vector<float> a(kRows * kWidth), b(kRows), want(kRows);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = float(i);
  for (std::size_t r = 0; r < kRows; ++r) {
    const float* row = &a[r * kWidth];
    want[r] = 2 * (row[0] + row[1] + row[3]) + row[2] + 7;
  }
  Arguments args;
  args.array(a).array(b).scalar(std::int64_t(2));
  run(compiled(m.f), args, grid(1, kRows));
  CHECK(b == want);
}
#endif
