// Functions that are looked up once with types of C++.
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <optional>
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
