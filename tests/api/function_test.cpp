// Functions that are looked up once with types of C++.
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "qc/qc.h"
#include "tests/api/on_cpu.h"

using qc::test::code_of;
using qc::test::on_cpu;
using qc::test::text_of;

namespace {

constexpr const char* kFunctions = R"(
function s = total(x : mat)
  s = 0.0
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      s += x[m,n]
    end
  end
end
function [] = fill(x : vec, v : scalar)
  for i = 0..numel(x)-1
    x[i] = v
  end
end
function y = same(x)
  y = x
end
function [n, low, name] = facts(x : vec)
  n = numel(x)
  low = min(x)
  name = "facts"
end
function y = kind(x : int)
  y = "int"
end
function y = kind(x : scalar)
  y = "scalar"
end
function y = kind(x : string)
  y = "string"
end
function y = increment(x : int)
  y = x + 1
end
function y = broken(x : vec)
  y = x[numel(x)]
end
)";

}  // namespace

TEST_CASE("a typed function takes and gives types of C++") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kFunctions, "program.q"));
  const auto total = engine.function<float(qc::View<const float, 2>)>("total");
  REQUIRE_MESSAGE(total, total.error().to_string());
  const std::vector<float> x(600, 1.5f);
  for (int k = 0; k < 3; ++k) CHECK(total.value()({x.data(), {20, 30}}).value() == 900);
  CHECK(total.value()({x.data(), {0, 7}}).value() == 0);

  const auto fill = engine.function<void(qc::View<float, 1>, float)>("fill");
  REQUIRE_MESSAGE(fill, fill.error().to_string());
  float y[5] = {};
  CHECK(fill.value()({y, {5}}, 2.5f));
  CHECK(y[4] == 2.5f);

  const auto facts = engine.function<std::tuple<std::int64_t, double, std::string>(qc::View<const float, 1>)>("facts");
  REQUIRE_MESSAGE(facts, facts.error().to_string());
  CHECK(facts.value()({x.data(), {9}}).value() == std::tuple(std::int64_t{9}, 1.5, std::string("facts")));
}

TEST_CASE("the overload is that of the argument's type") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kFunctions));
  CHECK(engine.function<std::string(int)>("kind").value()(1).value() == "int");
  CHECK(engine.function<std::string(float)>("kind").value()(1).value() == "scalar");
  CHECK(engine.function<std::string(const char*)>("kind").value()("1").value() == "string");
  CHECK(engine.function<std::string(const std::string&)>("kind").value()("1").value() == "string");
  CHECK(engine.function<std::string(std::string_view)>("kind").value()("1").value() == "string");
  CHECK(engine.function<bool(bool)>("same").value()(true).value());
  CHECK(engine.function<std::int8_t(std::int8_t)>("same").value()(-128).value() == -128);
  CHECK(engine.function<double(double)>("same").value()(0.1).value() == 0.1);
  CHECK(engine.function<qc::Value(float)>("same").value()(0.5f).value().number() == 0.5);
  using Complex = std::complex<double>;
  CHECK(engine.function<Complex(Complex)>("same").value()({0.1, -2}).value() == Complex(0.1, -2));
  CHECK(engine.function<std::complex<float>(double)>("same").value()(3).value() == std::complex<float>(3));
  CHECK(engine.function<std::string(std::complex<float>)>("kind").error().messages[0].code == "Q0205");
}

TEST_CASE("what does not fit is an error of the look-up") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kFunctions));
  CHECK(code_of(engine.function<float(float)>("absent").error()) == "Q0201");
  CHECK(code_of(engine.function<float()>("total").error()) == "Q0204");
  CHECK(code_of(engine.function<float(float, float)>("total").error()) == "Q0204");
  CHECK(code_of(engine.function<float(std::string)>("total").error()) == "Q0301");
  CHECK(code_of(engine.function<float(qc::View<float, 3>)>("total").error()) == "Q0301");
  CHECK(code_of(engine.function<std::tuple<float, float>(qc::View<float, 2>)>("total").error()) == "Q0204");
  CHECK(code_of(engine.function<float(qc::View<float, 1>)>("fill").error()) == "Q0204");
  CHECK(code_of(engine.function<float(qc::View<float, 1>, float)>("fill").error()) == "Q0204");
  CHECK(code_of(engine.function<std::string(qc::View<float, 1>)>("kind").error()) == "Q0205");
}

TEST_CASE("a result that is none of its type is an error of the call") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kFunctions));
  const auto text = engine.function<float(std::string)>("same").value()("seven");
  REQUIRE_FALSE(text);
  CHECK(code_of(text.error()) == "Q0301");
  CHECK(text_of(text.error()) == "the result of 'same' is a string, not a real number");
  CHECK(text_of(engine.function<int(double)>("same").value()(2.5).error()) ==
        "the result of 'same' is 2.5, not a whole number in the range of the result's type");
  CHECK(engine.function<int(double)>("same").value()(2.0).value() == 2);
  CHECK_FALSE(engine.function<int(double)>("same").value()(std::nan("")));
  CHECK_FALSE(engine.function<std::int8_t(int)>("same").value()(128));
  CHECK_FALSE(engine.function<unsigned(int)>("same").value()(-1));
  CHECK_FALSE(engine.function<std::uint64_t(int)>("same").value()(-1));
  CHECK(engine.function<std::uint64_t(int)>("same").value()(7).value() == 7);
  CHECK_FALSE(engine.function<std::string(int)>("same").value()(7));
  float x[2] = {1, 2};
  CHECK(text_of(engine.function<float(qc::View<float, 1>)>("same").value()({x, {2}}).error()) ==
        "the result of 'same' is an array, not a real number");
  const auto facts = engine.function<std::tuple<int, int, std::string>(qc::View<float, 1>)>("facts").value();
  x[0] = 0.5f;
  CHECK(text_of(facts({x, {2}}).error()).find("is 0.5, not a whole number") != std::string::npos);
}

TEST_CASE("errors of a typed call are those of a call") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kFunctions, "program.q"));
  const auto broken = engine.function<float(qc::View<const float, 1>)>("broken").value();
  const float x[2] = {};
  CHECK(code_of(broken({x, {2}}).error()) == "Q0401");
  CHECK(broken({x, {2}}).error().messages[0].file == "program.q");
  CHECK(code_of(broken({nullptr, {2}}).error()) == "Q0404");
  CHECK(code_of(broken({x, {-2}}).error()) == "Q0404");
  const auto fill = engine.function<void(qc::View<const float, 1>, float)>("fill");
  REQUIRE(fill);
  CHECK_FALSE(fill.value()({x, {2}}, 1));
  CHECK(x[0] == 0);
  CHECK(code_of(engine.function<std::string(const char*)>("kind").value()(nullptr).error()) == "Q0404");
}

TEST_CASE("a function that is defined anew is looked up anew") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kFunctions));
  const auto increment = engine.function<int(int)>("increment").value();
  CHECK(increment(1).value() == 2);
  REQUIRE(engine.load("function y = increment(x : int)\n y = x + 10\nend"));
  CHECK(increment(1).value() == 11);
  REQUIRE(engine.load("increment = x -> x + 100"));
  CHECK(increment(1).value() == 101);
  const auto lambda = engine.function<int(int)>("increment");
  REQUIRE(lambda);
  CHECK(lambda.value()(2).value() == 102);
  qc::Engine moved = std::move(engine);
  CHECK(lambda.value()(3).value() == 103);
}

TEST_CASE("a handle outlives its engine; a call of it is then an error") {
  std::optional<qc::Function<int(int)>> kept;
  {
    qc::Engine engine(on_cpu());
    REQUIRE(engine.load(kFunctions));
    kept = engine.function<int(int)>("increment").value();
    CHECK((*kept)(1).value() == 2);
  }
  const auto late = (*kept)(1);
  REQUIRE_FALSE(late);
  CHECK(code_of(late.error()) == "Q0901");
  CHECK(text_of(late.error()) == "the engine of 'increment' is gone");
}

TEST_CASE("a call finds nothing of the one before it") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(R"(
function y = sometimes(x : scalar)
  if x > 0
    y = x
  end
end
function y = row(n : int)
  y = zeros(n)
  for i = 0..n-1
    y[i] = n
  end
end
function f = adder(x : scalar)
  f = (y) -> x + y
end
function y = triangle(n : int)
  y = 0
  if n > 0
    y = triangle(n-1) + n
  end
end
function [n, other] = shape(x : vec)
  n = numel(x)
  if n > 1
    other = x[1]
  end
end
)"));
  const auto sometimes = engine.function<float(float)>("sometimes").value();
  CHECK(sometimes(1).value() == 1);
  CHECK(code_of(sometimes(-1).error()) == "Q0404");
  CHECK(sometimes(2).value() == 2);
  const auto row = engine.function<qc::Value(int)>("row").value();
  const qc::Value two = row(2).value(), three = row(3).value();
  CHECK(two.to_string() == "[2,2]");
  CHECK(three.to_string() == "[3,3,3]");
  const auto adder = engine.function<qc::Value(float)>("adder").value();
  REQUIRE(engine.set("f", adder(1).value()));
  REQUIRE(engine.set("g", adder(2).value()));
  CHECK(engine.call("f", {1.0f}).value().number() == 2);
  CHECK(engine.call("g", {1.0f}).value().number() == 3);
  CHECK(engine.function<int(int)>("triangle").value()(10).value() == 55);
  const auto shape = engine.function<std::tuple<int, float>(qc::View<const float, 1>)>("shape").value();
  const float x[2] = {3, 4};
  CHECK(shape({x, {2}}).value() == std::tuple(2, 4.0f));
  CHECK(code_of(shape({x, {1}}).error()) == "Q0404");
}

TEST_CASE("a handle's views are of the memory that each call is given") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kFunctions));
  REQUIRE(engine.load(R"(
function y = sum_of(x : vec)
  y = 0.0
  for i = 0..numel(x)-1
    y += x[i]
  end
end
function c = in_cell(x : vec)
  c = cell(1)
  c[0] = x
end
)"));
  std::vector<float> a{1, 2, 3}, b{4, 5, 6, 7};
  const auto sum_of = engine.function<float(qc::View<const float, 1>)>("sum_of").value();
  for (int round = 0; round < 3; ++round) {
    CHECK(sum_of({a.data(), {3}}).value() == 6);
    CHECK(sum_of({b.data(), {4}}).value() == 22);
    CHECK(sum_of({b.data() + 1, {2}}).value() == 11);
    CHECK(sum_of({nullptr, {0}}).value() == 0);
    CHECK(sum_of({b.data(), {2}, {{2}}}).value() == 10);
    CHECK(text_of(sum_of({nullptr, {3}}).error()) == "a view of no memory (a null pointer)");
    CHECK(text_of(sum_of({a.data(), {-1}}).error()) == "a view of the extent -1");
    CHECK(text_of(sum_of({nullptr, {3}}).error()) == "a view of no memory (a null pointer)");
    {
      std::vector<float> gone(1000, 1.0f);
      CHECK(sum_of({gone.data(), {1000}}).value() == 1000);
    }
    REQUIRE(engine.load("x = 1"));  // a call of the engine that looks at its views
    a[0] = float(round + 2);        // what the caller writes between calls counts
    CHECK(sum_of({a.data(), {3}}).value() == float(round + 7));
    a[0] = 1;
  }
  SUBCASE("what the program or the caller keeps stays as it was") {
    const auto same = engine.function<qc::Value(qc::View<float, 1>)>("same").value();
    const qc::Value first = same({a.data(), {3}}).value(), second = same({b.data(), {4}}).value();
    CHECK(first.data() == a.data());
    CHECK(first.to_string() == "[1,2,3]");
    CHECK(second.to_string() == "[4,5,6,7]");
    const auto in_cell = engine.function<qc::Value(qc::View<float, 1>)>("in_cell").value();
    REQUIRE(engine.set("c", in_cell({a.data(), {3}}).value()));
    REQUIRE(in_cell({b.data(), {4}}));
    a[0] = 9;
    REQUIRE(engine.load("kept = c[0]"));
    CHECK(engine.get("kept").value().to_string() == "[9,2,3]");
    CHECK(first.to_string() == "[9,2,3]");
  }
  SUBCASE("what is written is the caller's, and read-only memory stays so") {
    const auto fill = engine.function<void(qc::View<float, 1>, float)>("fill").value();
    REQUIRE(fill({a.data(), {3}}, 7));
    REQUIRE(fill({b.data(), {4}}, 8));
    CHECK(a == std::vector<float>{7, 7, 7});
    CHECK(b == std::vector<float>{8, 8, 8, 8});
    const auto read_only = engine.function<void(qc::View<const float, 1>, float)>("fill").value();
    CHECK_FALSE(read_only({a.data(), {3}}, 1));
    CHECK_FALSE(read_only({b.data(), {4}}, 1));
    CHECK(a == std::vector<float>{7, 7, 7});
  }
  SUBCASE("after an error the next call is as ever") {
    const auto broken = engine.function<float(std::span<const float>)>("broken").value();
    for (int round = 0; round < 2; ++round) {
      CHECK(code_of(broken(a).error()) == "Q0401");
      CHECK(code_of(broken(b).error()) == "Q0401");
      CHECK(sum_of({a.data(), {3}}).value() == 6);
    }
  }
  SUBCASE("one memory for two arguments") {
    REQUIRE(engine.load("function y = both(p : vec, q : vec)\n  p[0] = 10\n  y = q[0]\nend"));
    const auto both = engine.function<float(qc::View<float, 1>, qc::View<float, 1>)>("both").value();
    for (int round = 0; round < 2; ++round) {
      a[0] = 1;
      CHECK(both({a.data(), {3}}, {a.data(), {3}}).value() == 10);
      CHECK(both({a.data(), {3}}, {b.data(), {4}}).value() == 4);
    }
  }
}

TEST_CASE("a loop is met with other types in turn, and gives of each what it gives alone") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(R"(
function s = add(x)
  s = 0
  for i = 0..numel(x)-1
    s += x[i]
  end
end
function s = scaled(p, n : int)
  s = 0.0
  for i = 0..n-1
    s += p*i
  end
end
)"));
  const std::vector<float> floats{0.5f, 1.5f};
  const std::vector<double> doubles{0.25, 0.5, 1};
  const std::vector<std::int32_t> ints{1, 2, 3, 4};
  const std::vector<std::complex<float>> pairs{{1, 2}, {3, 4}};
  for (int round = 0; round < 3; ++round) {
    CHECK(engine.call("add", {qc::view(floats.data(), {2})}).value().number() == 2);
    CHECK(engine.call("add", {qc::view(doubles.data(), {3})}).value().number() == 1.75);
    const auto whole = engine.call("add", {qc::view(ints.data(), {4})}).value();
    CHECK(whole.element_type() == qc::ElementType::Int64);
    CHECK(whole.integer() == 10);
    const auto sum = engine.call("add", {qc::view(pairs.data(), {2})}).value();
    CHECK(sum.is_complex());
    CHECK(sum.number() == 4);
    CHECK(sum.imaginary() == 6);
    REQUIRE(engine.load("c = {1, 2.5, 4}\nfrom_cell = add(c)"));
    CHECK(engine.get("from_cell").value().number() == 7.5);
    CHECK(engine.call("scaled", {2, 4}).value().number() == 12);
    CHECK(engine.call("scaled", {0.5, 4}).value().number() == 3);
    CHECK(engine.call("scaled", {std::complex<double>(0, 1), 4}).value().imaginary() == 6);
  }
}

TEST_CASE("calls by name mean what the name means now") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load("function y = f(x : scalar)\n  y = x + 1\nend\nfunction y = kind(x : int)\n  y = 1\nend"));
  for (int round = 0; round < 2; ++round) {
    CHECK(engine.call("f", {1.0f}).value().number() == 2);
    CHECK(engine.call("f", {2}).value().number() == 3);
    CHECK(code_of(engine.call("f", {"text"}).error()) == "Q0301");
    CHECK(code_of(engine.call("f", {1.0f, 2.0f}).error()) == "Q0204");
    CHECK(code_of(engine.call("f", {}).error()) == "Q0204");
    CHECK(engine.call("kind", {1}).value().number() == 1);
  }
  REQUIRE(engine.load("function y = f(x : scalar)\n  y = x + 10\nend"));
  CHECK(engine.call("f", {1.0f}).value().number() == 11);
  REQUIRE(engine.load("function y = kind(x : string)\n  y = 2\nend"));
  CHECK(engine.call("kind", {1}).value().number() == 1);
  CHECK(engine.call("kind", {"a"}).value().number() == 2);
  REQUIRE(engine.load("f = (x) -> x + 100"));
  CHECK(engine.call("f", {1.0f}).value().number() == 101);
}
