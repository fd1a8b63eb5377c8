// Views of memory that is no dense rows, of complex numbers, of spans and mdspans; who keeps the memory, and when what
// the caller writes counts.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "qc/qc.h"
#include "qc/qc_c.h"
#include "tests/api/on_cpu.h"

using qc::test::code_of;

namespace {

// What the views of a test are handed to: on the host, and as on a GPU.
qc::Options on(const char* device) {
  qc::Options options;
  options.device = device;
  options.threads = 2;
  return options;
}
constexpr const char* kDevices[] = {"cpu", "simt"};

constexpr const char* kProgram = R"(
function s = weighted(x)
  s = 0.0
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      s += (m*size(x,1) + n + 1)*x[m,n]
    end
  end
end
function [] = twice(x)
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      x[m,n] = 2*x[m,n]
    end
  end
end
function s = total(x)
  s = 0.0
  for k = 0..numel(x)-1
    s += x[k]
  end
end
function [] = fill(x, v)
  for k = 0..numel(x)-1
    x[k] = v
  end
end
function y = same(x)
  y = x
end
function [] = fill_and_fail(x : vec)
  for k = 0..numel(x)-1
    x[k] = 9
  end
  print x[numel(x)]
end
)";

// The sum of the elements of a matrix, each times its number from 1.
template <class At>
double weighted(std::int64_t rows, std::int64_t columns, At at) {
  double s = 0;
  for (std::int64_t m = 0; m < rows; ++m)
    for (std::int64_t n = 0; n < columns; ++n) s += double(m * columns + n + 1) * double(at(m, n));
  return s;
}

double number_of(const qc::Result<qc::Value>& r) {
  REQUIRE_MESSAGE(r, r.error().to_string());
  return r.value().number();
}

// The parts of a matrix of one element type that strides say: columns first, every second element, backwards.
template <class T>
void check_strides(qc::Engine& engine) {
  T x[6][8];
  int k = 0;
  for (auto& row : x)
    for (T& e : row) e = T(k++ % 5);
  const struct {
    T* data;
    std::vector<std::int64_t> extents, strides;
  } parts[] = {{&x[0][0], {8, 6}, {1, 8}},     // transposed
               {&x[0][0], {6, 4}, {8, 2}},     // every second column
               {&x[1][2], {3, 5}, {16, 1}},    // a part, every second row
               {&x[5][7], {6, 8}, {-8, -1}},   // backwards
               {&x[0][7], {6, 3}, {8, -3}},    // columns backwards
               {&x[0][0], {6, 8}, {8, 1}},     // dense
               {&x[2][0], {1, 8}, {-77, 1}},   // dense: a stride along one element does not matter
               {&x[0][0], {0, 8}, {-77, 3}}};  // nothing
  for (const auto& part : parts) {
    CAPTURE(part.strides[0]);
    CAPTURE(part.strides[1]);
    const qc::Value view = qc::view(part.data, part.extents, part.strides),
                    read_only = qc::view(static_cast<const T*>(part.data), part.extents, part.strides);
    REQUIRE(view.problem() == "");
    CHECK_FALSE(view.is_read_only());
    CHECK(read_only.is_read_only());
    CHECK(view.extents() == part.extents);
    const auto at = [&](std::int64_t m, std::int64_t n) -> T& {
      return part.data[m * part.strides[0] + n * part.strides[1]];
    };
    const double sum = weighted(part.extents[0], part.extents[1], at);
    CHECK(number_of(engine.call("weighted", {view})) == sum);
    CHECK(number_of(engine.call("weighted", {read_only})) == sum);
    if (part.extents[0]) CHECK(static_cast<const T*>(view.data())[part.extents[1] - 1] == at(0, part.extents[1] - 1));
    T before[6][8];
    std::memcpy(before, x, sizeof x);
    CHECK_FALSE(engine.call("twice", {read_only}));
    CHECK(std::memcmp(before, x, sizeof x) == 0);
    REQUIRE(engine.call("twice", {view}));
    CHECK(weighted(part.extents[0], part.extents[1], at) == 2 * sum);
    for (std::int64_t m = 0; m < part.extents[0]; ++m)
      for (std::int64_t n = 0; n < part.extents[1]; ++n) at(m, n) = T(at(m, n) / 2);
    CHECK(std::memcmp(before, x, sizeof x) == 0);  // what is between the elements is as it was
  }
}

}  // namespace

TEST_CASE("strides of every element type are gathered and put back") {
  for (const char* device : kDevices) {
    CAPTURE(device);
    qc::Engine engine(on(device));
    REQUIRE(engine.load(kProgram));
    check_strides<std::int8_t>(engine);
    check_strides<std::int16_t>(engine);
    check_strides<std::int32_t>(engine);
    check_strides<std::int64_t>(engine);
    check_strides<std::uint8_t>(engine);
    check_strides<std::uint16_t>(engine);
    check_strides<std::uint32_t>(engine);
    check_strides<std::uint64_t>(engine);
    check_strides<float>(engine);
    check_strides<double>(engine);
  }
}

TEST_CASE("strides of bools, halves and complex numbers") {
  for (const char* device : kDevices) {
    qc::Engine engine(on(device));
    REQUIRE(engine.load(kProgram));
    const bool truths[6] = {true, false, true, true, true, false};
    CHECK(number_of(engine.call("total", {qc::view(truths, {3}, {2})})) == 3);
    qc::Half halves[4] = {{0x3c00}, {0}, {0x4000}, {0}};  // 1, 0, 2, 0
    CHECK(number_of(engine.call("total", {qc::view(halves + 2, {2}, {-2})})) == 3);
    REQUIRE(engine.call("fill", {qc::view(halves + 1, {2}, {2}), 2.0f}));
    CHECK(halves[3].bits == 0x4000);
    CHECK(halves[2].bits == 0x4000);
    CHECK(halves[0].bits == 0x3c00);
    std::complex<float> z[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
    std::complex<double> w[2] = {{1, 2}, {3, 4}};
    REQUIRE(engine.set("z", qc::view(z, {2}, {2})));
    REQUIRE(engine.set("all", qc::view(z, {4})));
    REQUIRE(engine.set("w", qc::view(w, {2})));
    REQUIRE(engine.load("s = sum(z)\nt = sum(all)\nu = sum(w)\nfor k=0..1\n z[k] = conj(z[k])\nend"));
    CHECK(engine.get("s").value().number() == 6);
    CHECK(engine.get("s").value().imaginary() == 8);
    CHECK(engine.get("t").value().imaginary() == 20);
    CHECK(engine.get("u").value().number() == 4);
    CHECK(z[2] == std::complex<float>(5, -6));
    CHECK(z[1] == std::complex<float>(3, 4));
  }
}

TEST_CASE("what the caller writes between calls counts, also where the program keeps the array") {
  for (const char* device : kDevices) {
    CAPTURE(device);
    qc::Engine engine(on(device));
    REQUIRE(engine.load(kProgram));
    std::vector<float> x(6000, 1.0f), y(6000, 1.0f);
    const qc::Value dense = qc::view(static_cast<const float*>(x.data()), {6000}),
                    every = qc::view(y.data(), {3000}, {2});
    for (int round = 0; round < 3; ++round) {
      CHECK(number_of(engine.call("total", {dense})) == 6000 + 10 * round);
      CHECK(number_of(engine.call("total", {every})) == 3000 + 10 * round);
      x[77] += 10, y[78] += 10;
    }
    REQUIRE(engine.set("kept", dense));
    REQUIRE(engine.set("gathered", every));
    REQUIRE(engine.load("s = sum(kept)\nt = sum(gathered)"));
    x[1] = 1001, y[2] = 1001;
    REQUIRE(engine.load("s2 = sum(kept)\nt2 = sum(gathered)\ngathered[0] = 5"));
    CHECK(engine.get("s2").value().number() == engine.get("s").value().number() + 1000);
    CHECK(engine.get("t2").value().number() == engine.get("t").value().number() + 1000);
    CHECK(y[0] == 5);
  }
}

TEST_CASE("of a view that the program only reads nothing is put back") {
  constexpr const char* kReads = R"(
function s = reads(x)
  s = sum(x) + x[1]
  for k = 0..numel(x)-1
    s += x[k]
  end
  print s
end
function [] = writes(x)
  x[1] = 5
  print x[1]
end
)";
  for (const char* device : kDevices) {
    CAPTURE(device);
    qc::Engine engine(on(device));
    REQUIRE(engine.load(kReads));
    std::vector<float> x(100, 1.0f);
    const qc::Value every = qc::view(x.data(), {50}, {2});
    engine.on_output([&](std::string_view) { x[0] += 7; });  // while the call has its own copy
    REQUIRE(engine.call("reads", {every}));
    CHECK(x[0] == 8);
    REQUIRE(engine.call("reads", {every}));
    CHECK(x[0] == 15);
    REQUIRE(engine.call("writes", {every}));
    CHECK(x[0] == 15);  // as it was when the call began
    CHECK(x[2] == 5);
    REQUIRE(engine.call("reads", {every}));
    CHECK(x[0] == 22);
  }
}

TEST_CASE("what a program wrote before it failed is there") {
  for (const char* device : kDevices) {
    qc::Engine engine(on(device));
    REQUIRE(engine.load(kProgram));
    std::vector<float> x(5000, 1.0f);
    for (const std::int64_t stride : {1, 2}) {
      CHECK_FALSE(engine.call("fill_and_fail", {qc::view(x.data(), {2500}, {stride})}));
      CHECK(x[std::size_t(2499 * stride)] == 9);
    }
    CHECK(x[3001] == 1);
  }
}

TEST_CASE("the owner of a view is there as long as anything uses the memory") {
  for (const std::int64_t stride : {1, 2}) {
    CAPTURE(stride);
    auto owned = std::make_shared<std::vector<float>>(200, 1.0f);
    const std::weak_ptr<void> seen = owned;
    qc::Value result;
    {
      qc::Engine engine(on("cpu"));
      REQUIRE(engine.load(kProgram));
      {
        qc::Value view = qc::view(owned->data(), {100}, {stride}, owned);
        owned.reset();
        CHECK_FALSE(seen.expired());
        REQUIRE(engine.set("x", view));
        result = engine.call("same", {view}).value();
      }
      CHECK_FALSE(seen.expired());
      REQUIRE(engine.load("s = sum(x)\nx = 0"));
      CHECK(engine.get("s").value().number() == 100);
      CHECK_FALSE(seen.expired());
    }
    CHECK(static_cast<const float*>(result.data())[99] == 1);
    result = qc::Value();
    CHECK(seen.expired());
  }
  // Of a view that cannot be, nobody keeps it.
  auto owned = std::make_shared<std::vector<float>>(4);
  CHECK(qc::view(owned->data(), {-1}, {}, owned).problem() != "");
  CHECK(owned.use_count() == 1);
}

TEST_CASE("spans and mdspans are views") {
  struct Strided {  // as a std::mdspan is
    const double* data;
    static constexpr std::size_t rank() { return 2; }
    const double* data_handle() const { return data; }
    std::size_t extent(std::size_t d) const { return d ? 2 : 3; }
    std::size_t stride(std::size_t d) const { return d ? 3 : 1; }
  };
  qc::Engine engine(on("cpu"));
  REQUIRE(engine.load(kProgram));
  std::vector<float> x{1, 2, 3};
  CHECK(number_of(engine.call("total", {qc::view(std::span(x))})) == 6);
  const std::array<int, 4> four{1, 2, 3, 4};
  CHECK(number_of(engine.call("total", {qc::view(std::span(four))})) == 10);
  const double m[6] = {1, 2, 3, 4, 5, 6};
  CHECK(number_of(engine.call("weighted", {qc::view(Strided{m})})) == 1 + 8 + 6 + 20 + 15 + 36);
  const auto total = engine.function<float(std::span<const float>)>("total");
  REQUIRE_MESSAGE(total, total.error().to_string());
  CHECK(total.value()(x).value() == 6);
  const auto weighted = engine.function<double(qc::View<const double, 2>)>("weighted");
  REQUIRE(weighted);
  CHECK(weighted.value()({m, {2, 3}}).value() == 91);
  CHECK(weighted.value()({m, {3, 2}, {{1, 3}}}).value() == 86);
  CHECK(weighted.value()({m, {3, 2}, {{0, 1}}}).value() == (1 + 3 + 5) * 1 + (2 + 4 + 6) * 2);
}

TEST_CASE("strides that cannot be are errors") {
  float x[8] = {};
  const float* const constant = x;
  const auto problem = [&](std::vector<std::int64_t> extents, std::vector<std::int64_t> strides) {
    return qc::view(x, std::move(extents), std::move(strides)).problem();
  };
  CHECK(problem({4}, {0}) == "a view whose elements overlap may be read only");
  CHECK(problem({4, 2}, {1, 1}) == "a view whose elements overlap may be read only");
  CHECK(problem({2, 3}, {-2, 1}) == "a view whose elements overlap may be read only");
  CHECK(qc::view(constant, {4}, {0}).problem() == "");
  CHECK(problem({2, 2}, {1}) == "a view of 2 dimensions with 1 strides");
  CHECK(problem({2, 2}, {INT64_MAX, 1}) == "a view of more memory than there can be");
  CHECK(problem({2, 2}, {INT64_MIN, 1}) == "a view of more memory than there can be");
  CHECK(problem({4}, {INT64_MAX / 8}) == "a view of more memory than there can be");
  const auto bytes = [&](std::int64_t stride, bool is_complex, qc::ElementType type) {
    return qc::view_of(constant, type, {2}, {{stride}, is_complex, false, nullptr}).problem();
  };
  CHECK(bytes(6, false, qc::ElementType::Float) ==
        "the stride of dimension 0, 6 bytes, is no multiple of its elements' 4 bytes");
  CHECK(bytes(12, true, qc::ElementType::Float) == "");
  CHECK(bytes(8, true, qc::ElementType::Int32) == "a view of complex numbers whose parts are no floats");
  qc::Engine engine(on("cpu"));
  REQUIRE(engine.load(kProgram));
  CHECK(code_of(engine.call("total", {qc::view(x, {4}, {0})}).error()) == "Q0404");
}

TEST_CASE("C: layouts with strides, complex numbers and a release") {
  qc_options options{};
  options.size = sizeof options;
  options.device = "cpu";
  qc_engine* const engine = qc_engine_new(&options);
  REQUIRE(qc_load(engine, kProgram, nullptr) == QC_OK);
  float x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int released = 0;
  const std::int64_t two = 2, stride = -8;
  qc_layout layout{};
  layout.size = sizeof layout;
  layout.strides = &stride;
  layout.is_complex = 1;
  layout.release = [](void* user) { ++*static_cast<int*>(user); };
  layout.user = &released;
  qc_value* const view = qc_view_of(x + 4, QC_FLOAT, 1, &two, &layout);  // 5+6i, 3+4i
  REQUIRE(view);
  CHECK(qc_is_complex(view) == 1);
  CHECK(static_cast<const float*>(qc_data(view))[2] == 3);
  REQUIRE(qc_set(engine, "z", view) == QC_OK);
  qc_value_free(view);
  REQUIRE(qc_load(engine, "s = sum(z)\nz[1] = 0\nz = 0", nullptr) == QC_OK);
  qc_value* const sum = qc_get(engine, "s");
  CHECK(qc_number(sum) == 8);
  CHECK(qc_imaginary(sum) == 10);
  qc_value_free(sum);
  CHECK(released == 1);
  CHECK(x[2] == 0);
  CHECK(x[4] == 5);
  // Where there is no view, nothing is released.
  CHECK(qc_view_of(nullptr, QC_FLOAT, 1, &two, &layout) == nullptr);
  CHECK(qc_view_of(x, QC_FLOAT, 1, &two, nullptr) == nullptr);
  layout.size = 1;
  CHECK(qc_view_of(x, QC_FLOAT, 1, &two, &layout) == nullptr);
  CHECK(std::string(qc_error_message(0)->code) == "Q0901");
  CHECK(released == 1);
  qc_engine_free(engine);
}

TEST_CASE("a copy of a view stays as it was when another view of the same memory is written") {
  for (const char* device : kDevices)
    for (const std::int64_t n : {8, 6000}) {  // the elements of many are shared until they are written
      qc::Engine engine(on(device));
      REQUIRE(
          engine.load("function r = g(a, b)\n  c = copy(a)\n  b[0] = 50\n  r = c[0]\nend\n"
                      "function y = row(a)\n  y = reshape(a, [numel(a)])\nend\n"));
      std::vector<float> memory(std::size_t(n), 1);
      const auto view = [&] { return qc::view(memory.data(), {n}); };
      const auto r = engine.call("g", {view(), view()});
      REQUIRE(r);
      CHECK(r.value().number() == 1);
      CHECK(memory[0] == 50);
      const auto kept = engine.call("row", {view()});
      REQUIRE(kept);
      memory[1] = 7;
      CHECK(static_cast<const float*>(kept.value().data())[1] == 1);
    }
}

TEST_CASE("many elements of another type are converted for a parameter, again and again") {
  for (const char* device : kDevices) {
    qc::Engine engine(on(device));
    REQUIRE(engine.load("function y = f(x : mat)\n  y = x[0,0] + x[99,99]\nend\n"));
    std::vector<double> memory(10000, 1.5);
    for (int k = 0; k < 40; ++k) {
      const auto y = engine.call("f", {qc::view(memory.data(), {100, 100})});
      REQUIRE(y);
      CHECK(y.value().number() == 3);
    }
  }
}

TEST_CASE("a limit on memory counts what a caller is given of a copy") {
  qc::Engine engine(on("cpu"));
  engine.limit_memory(200000);
  REQUIRE(engine.load("gy = ones(40000)\ngz = copy(gy)\n"));  // one memory for both
  const auto refused = engine.get("gz");
  REQUIRE_FALSE(refused);
  CHECK(code_of(refused.error()) == "Q0702");
  engine.limit_memory(400000);
  const auto z = engine.get("gz");
  REQUIRE(z);
  REQUIRE(engine.load("gy[0] = 5\n"));
  CHECK(static_cast<const float*>(z.value().data())[0] == 1);
}

// A cube whose dimensions are turned, and run backwards, in all ways: what is gathered and put back is each element
// once.
template <class T>
void check_turned(qc::Engine& engine) {
  const std::int64_t base[] = {37, 70, 5};
  const std::int64_t steps[] = {70 * 5, 5, 1};
  std::vector<T> memory(std::size_t(37 * 70 * 5));
  std::vector<std::size_t> turn = {0, 1, 2};
  do {
    for (int backwards = 0; backwards < 8; ++backwards) {
      for (std::size_t k = 0; k < memory.size(); ++k) memory[k] = T(float(k % 97));
      T* data = memory.data();
      std::vector<std::int64_t> extents, strides;
      for (std::size_t d = 0; d < 3; ++d) {
        const bool turns = backwards >> d & 1;
        extents.push_back(base[turn[d]]);
        strides.push_back(turns ? -steps[turn[d]] : steps[turn[d]]);
        if (turns) data += steps[turn[d]] * (base[turn[d]] - 1);
      }
      CAPTURE(extents[0]);
      CAPTURE(extents[1]);
      CAPTURE(backwards);
      std::vector<T> dense(memory.size());
      REQUIRE(engine.call("take", {qc::view(data, extents, strides), qc::view(dense.data(), extents)}));
      std::size_t wrong = 0, at = 0;
      for (std::int64_t i = 0; i < extents[0]; ++i)
        for (std::int64_t j = 0; j < extents[1]; ++j)
          for (std::int64_t k = 0; k < extents[2]; ++k, ++at)
            wrong += dense[at] + T(1) != data[i * strides[0] + j * strides[1] + k * strides[2]];
      CHECK(wrong == 0);
      for (std::size_t k = 0; k < memory.size(); ++k) wrong += memory[k] != T(float(k % 97 + 1));
      CHECK(wrong == 0);
    }
  } while (std::next_permutation(turn.begin(), turn.end()));
}

TEST_CASE("views whose columns are closer together than the elements of a row") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(R"(
function [] = take(x, y)
  for i = 0..size(x,0)-1
    for j = 0..size(x,1)-1
      for k = 0..size(x,2)-1
        y[i,j,k] = x[i,j,k]
        x[i,j,k] += 1
      end
    end
  end
end
)"));
  check_turned<std::int8_t>(engine);
  check_turned<std::int16_t>(engine);
  check_turned<float>(engine);
  check_turned<double>(engine);
  check_turned<std::complex<double>>(engine);
}
