// Values that are computed again.
#include <doctest/doctest.h>

#include "analysis/canonicalize/canonicalize.h"
#include "lowering.h"

using namespace qc_test;
using namespace qc;

namespace {

LoopNest nest_of(const std::string& body) {
  return lower_one(
      "x = zeros(99); y = zeros(99); z = zeros(99,9); k = ivec(99)\ns = 0.0\nt = 0.0\nm = 5\nfor i=0..98\n" + body +
      "end\nprint s, t\n");
}

// The body of the nest with equal values shared; "" when it stays as it is.
std::string shared(const std::string& body) {
  LoopNest nest = nest_of(body);
  if (!share_equal_values(nest.function)) return "";
  REQUIRE(ir::verify(nest.function).empty());
  return ir::print(nest.function);
}

std::string loop(const std::string& sum, const std::string& to = "m") {
  return " " + sum + " = 0.0\n for j=0.." + to + "\n  " + sum + " += z[i,j]\n end\n";
}

// Two sums of the same loop, with statements between; whether one is left.
bool is_one(const std::string& between, const std::string& to = "m") {
  return !shared(loop("a") + between + loop("b", to) + " s += a*b\n").empty();
}

}  // namespace

TEST_CASE("a loop that is run again is its first run") {
  CHECK(shared(loop("a") + loop("b") + " s += a*b\n") ==
        "for i=0..98\n    a = 0.0\n    for j=0..m\n        a = a+z[i,j]\n    end\n    s = s+a*a\nend\n");
}

TEST_CASE("a loop in a branch is the one of its condition") {
  const std::string out =
      "for i=0..98\n    a = 0.0\n    for j=0..m\n        a = a+z[i,j]\n    end\n    if (s<a)\n        s = a\n    "
      "end\nend\n";
  CHECK(shared(loop("a") + " if s < a\n" + loop("b") + "  s = b\n end\n") == out);
}

TEST_CASE("what is between decides") {
  CHECK(is_one(""));
  CHECK(is_one(" t += a\n"));
  CHECK(is_one(" for q=0..3\n  t += x[q]\n end\n"));
  CHECK_FALSE(is_one(" z[i,0] = 1\n"));
  CHECK_FALSE(is_one(" y[i] = 1\n"));  // it may be z by another name
  CHECK_FALSE(is_one(" if x[i] > 3\n  z[i,1] = 1\n end\n"));
  CHECK_FALSE(is_one(" for q=0..3\n  z[q,1] = 1\n end\n"));
  CHECK_FALSE(is_one(" m = 4\n"));
  CHECK_FALSE(is_one(" if x[i] > 3\n  m = 4\n end\n"));
  CHECK_FALSE(is_one(" for q=0..3\n  m = q\n end\n"));
  CHECK_FALSE(is_one(" a += 1\n"));  // the value is gone
  CHECK_FALSE(is_one("", "m-1"));
}

TEST_CASE("what is not executed on every path is not there") {
  const std::string c = " c = 1.0\n if x[i] > 3\n";
  CHECK(shared(c + loop("a") + "  c = a\n end\n" + loop("b") + " s += b*c\n").empty());
  CHECK(shared(" for q=0..k[i]\n" + loop("a") + "  t += a\n end\n" + loop("b") + " s += b\n").empty());
  CHECK_FALSE(shared(loop("a") + c + loop("b") + "  c = b\n end\n s += a*c\n").empty());
  CHECK_FALSE(shared(loop("a") + " for q=0..k[i]\n" + loop("b") + "  t += b*q\n end\n s += a\n").empty());
  // of the second iteration of q, z is another
  CHECK(shared(loop("a") + " for q=0..k[i]\n" + loop("b") + "  t += b*q\n  z[i,q] = t\n end\n s += a\n").empty());
}

TEST_CASE("near misses: another operation, start, array, element type, order") {
  const auto two = [](const std::string& a, const std::string& b) {
    return shared(" a = 0.0\n for j=0..m\n  " + a + "\n end\n b = 0.0\n for j=0..m\n  " + b + "\n end\n s += a*b\n");
  };
  CHECK_FALSE(two("a += z[i,j]", "b += z[i,j]").empty());
  CHECK(two("a += z[i,j]", "b -= z[i,j]").empty());
  CHECK(two("a += z[i,j]", "b += z[j,i]").empty());
  CHECK(two("a += x[j]", "b += y[j]").empty());
  CHECK(two("a = max(a, x[j])", "b = min(b, x[j])").empty());
  CHECK(two("a += x[j]", "b += x[j]\n  if b > 3\n   break\n  end").empty());
  CHECK_FALSE(two("a += x[j]\n  if a > 3\n   break\n  end", "b += x[j]\n  if b > 3\n   break\n  end").empty());
  CHECK(two("a += x[j]\n  if a > 3\n   break\n  end", "b += x[j]\n  if b > 3\n   continue\n  end").empty());
  CHECK(shared(" a = 0.0\n for j=0..m\n  a += x[j]\n end\n b = 1.0\n for j=0..m\n  b += x[j]\n end\n s += a*b\n")
            .empty());
  CHECK(
      shared(" a = 0.0\n for j=0..m\n  a += x[j]\n end\n b = 0\n for j=0..m\n  b += k[j]\n end\n s += a*b\n").empty());
}

TEST_CASE("values of functions with branches") {
  const std::string f = "function y = g(v)\n w = v*v\n if w > 0.5\n  y = w*2\n else\n  y = sqrt(w)\n end\nend\n";
  LoopNest nest =
      lower_one(f + "x = zeros(99); s = 0.0\nfor i=0..98\n if s < g(x[i])\n  s = g(x[i])\n end\nend\nprint s\n");
  REQUIRE(share_equal_values(nest.function));
  CHECK(ir::print(nest.function) ==
        "for i=0..98\n    v = x[i]\n    y = 0.0\n    w = v*v\n    if (w>0.5)\n        y = w*2.0\n    else\n        y = "
        "sqrt(w)\n    "
        "end\n    if (s<y)\n        s = y\n    end\nend\n");
  nest = lower_one(f + "x = zeros(99); s = 0.0\nfor i=0..98\n if s < g(x[i])\n  s = g(x[98-i])\n end\nend\nprint s\n");
  CHECK_FALSE(share_equal_values(nest.function));
}

TEST_CASE("updates, running values and assignments that may fail first") {
  CHECK(shared(" t += x[i]\n t += x[i]\n").empty());
  CHECK(shared(" s = s + x[i]\n t = t + x[i]\n").empty());
  CHECK(shared(" if x[i] > 3\n  t = i\n end\n if x[i] > 3\n  s = i\n end\n").empty());
  // the element of the second branch is read there first
  const std::string out = shared(
      " a = 0.0\n if x[i] > 3\n  a = x[k[i]]\n end\n b = 0.0\n if x[i] > 3\n  b = x[k[i]]\n "
      "end\n s += a*b\n");
  CHECK(out == "for i=0..98\n    a = 0.0\n    if (x[i]>3.0)\n        a = x[k[i]]\n    end\n    s = s+a*a\nend\n");
}

namespace {

// An array of the iteration, filled by a loop.
std::string filled(const std::string& w, const std::string& value = "x[j]") {
  return " " + w + " = zeros(k[i])\n for j=0..k[i]-1\n  " + w + "[j] = " + value + "\n end\n";
}

std::size_t count(const std::string& text, const std::string& of) {
  std::size_t n = 0;
  for (std::size_t at = text.find(of); at != std::string::npos; at = text.find(of, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("sums of the same lanes") {
  // How often lanes are mentioned, with equal values shared.
  const auto lanes = [](const std::string& body) {
    LoopNest nest = nest_of(body);
    share_equal_values(nest.function);
    REQUIRE(ir::verify(nest.function).empty());
    return count(ir::print(nest.function), "lanes");
  };
  for (const char* f : {"sum", "std", "norm"}) {
    const std::string value = std::string(f) + "(z[i,0..k[i]])";
    const auto two = [&](const std::string& between, const std::string& other) {
      return lanes(" a = " + value + "\n" + between + " b = " + other + "\n s += a*b\n");
    };
    const std::size_t one = lanes(" s += " + value + "\n");
    CHECK(one > 0);
    CHECK(two("", value) == one);
    CHECK(two(" t += a\n", value) == one);
    CHECK(two("", std::string(f) + "(z[i,0..k[i]+1])") == 2 * one);
    CHECK(two("", std::string(f) + "(z[0..k[i],1])") == 2 * one);
    CHECK(two(" z[i,0] = 1\n", value) == 2 * one);
    CHECK(two(" k[i] = 1\n", value) == 2 * one);
    CHECK(lanes(" a = " + value + "\n if s < a\n  s = " + value + "\n end\n") == one);
    CHECK(lanes(" if x[i] > 3\n  s += " + value + "\n end\n t += " + value + "\n") == 2 * one);
  }
}

TEST_CASE("an array of the iteration is one that holds the same") {
  const std::string two = filled("v") + filled("w");
  const auto fills = [&](const std::string& rest) { return count(shared(two + rest), "= x[j]"); };
  CHECK(fills(" s += v[0]*w[1]\n") == 1);
  CHECK(fills(" for j=0..k[i]-1\n  s += v[j]*w[k[i]-1-j]\n end\n") == 1);
  CHECK(fills(" if s < w[0]\n  s = w[0] + v[1]\n end\n") == 1);
  // both become another one in the same way
  const std::string doubled = " for j=0..k[i]-1\n  @[j] = 2*@[j]\n end\n";
  const auto of = [&](std::string array) {
    std::string out = doubled;
    for (auto at = out.find('@'); at != std::string::npos; at = out.find('@')) out.replace(at, 1, array);
    return out;
  };
  CHECK(fills(of("v") + of("w") + " s += v[0]*w[1]\n") == 1);
}

TEST_CASE("an array of the iteration stays where no other holds what is read of it") {
  const std::string two = filled("v") + filled("w");
  for (const char* rest :
       {" v[0] = 3\n s += v[0]*w[0]\n", " w[0] = 3\n s += v[0]*w[0]\n",
        " if x[i] > 1\n  v[0] = 3\n end\n s += v[0]*w[0]\n", " for q=0..3\n  s += v[0]*w[0]\n  v[0] = q\n end\n",
        " for j=0..k[i]-1\n  v[j] = v[j]*2\n end\n s += v[0]*w[0]\n"}) {
    const std::string out = shared(two + rest);
    CHECK_MESSAGE((out.empty() || count(out, "= x[j]") == 2), rest, out);
  }
  CHECK(count(shared(filled("v") + filled("w", "y[j]") + " s += v[0]*w[0]\n"), "] = x[j]") != 2);
}

TEST_CASE("what holds a value already, and values that change places") {
  const auto chosen = [](const std::string& a, const std::string& b) {
    return " if x[i] > 3\n  " + a + " = 1\n  " + b + " = 2\n else\n  " + a + " = 3\n  " + b + " = 4\n end\n";
  };
  const auto count = [](const std::string& text, const std::string& part) {
    int n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
  };
  // The second choice goes: a and b are what it leaves.
  CHECK(count(shared(chosen("a", "b") + " t += a\n" + chosen("a", "b") + " s += a*b\n"), "x[i]>3.0") == 1);
  // Each would be the copy of the other one.
  CHECK(shared(chosen("a", "b") + " t += a\n" + chosen("b", "a") + " s += a*b\n").empty());
}

TEST_CASE("a number, a size and a variable are no computations") {
  CHECK(shared(" a = 0.5\n b = 0.5\n y[i] = a+b\n").empty());
  CHECK(shared(" a = numel(x)\n b = numel(x)\n y[i] = a+b\n").empty());
  CHECK(shared(" a = m\n b = m\n y[i] = a+b\n").empty());
  CHECK_FALSE(shared(" a = x[i]*2\n b = x[i]*2\n y[i] = a+b\n").empty());
}

TEST_CASE("values of variables that are set again and again") {
  // Two elements in order, twice: the one in the middle of the first time is gone when it is computed once more.
  const auto sorted = [](const std::string& a, const std::string& b, const std::string& low) {
    return " " + a + " = x[i]\n " + b + " = y[i]\n if " + b + " < " + a + "\n  " + low + " = " + b + "\n  " + b +
           " = " + a + "\n  " + a + " = " + low + "\n end\n " + b + " = " + b + "*x[i]\n";
  };
  const auto twice = [&](const std::string& between, const std::string& rest) {
    return shared(sorted("a", "b", "c") + between + sorted("d", "e", "f") + rest);
  };
  const std::string out = twice("", " y[i] = d-e\n");
  CHECK(out.find("y[i] = a-b") != std::string::npos);
  CHECK(out.find("= y[i]", out.find("= y[i]") + 1) == std::string::npos);  // what nothing reads now goes
  // Not so where a name has got another value since, or what is read.
  for (const char* between : {" b += 1\n", " if m > 3\n  a = b\n end\n", " for k=0..m\n  a += k\n end\n"})
    CHECK(twice(between, " y[i] = d-e+a+b\n").find("y[i] = a-b") == std::string::npos);
  CHECK(twice(" x[i] = 3\n", " y[i] = d-e\n").find("y[i] = a-b") == std::string::npos);
  // What an iteration hands on keeps its own name, and its updates.
  const std::string handed = shared(" c = x[i]*2\n s += x[i]\n b = x[i]*2\n t += b\n b = c+s\n t += b\n");
  CHECK(handed.find("s = s+x[i]") != std::string::npos);
  CHECK(shared(" a = s\n s = x[i]*2\n t += s*a\n b = x[i]*2\n s = b\n").find("s = ") != std::string::npos);
}

TEST_CASE("a copy is of what was computed") {
  const std::string two = "    a = x[i]*2.0\n    s = a\n    t = a\nend\n";
  CHECK(shared(" a = x[i]*2\n s = x[i]*2\n t = x[i]*2\n") == "for i=0..98\n" + two);
  CHECK(shared(" y[i] = s\n a = x[i]*2\n s = x[i]*2\n t = x[i]*2\n") == "for i=0..98\n    y[i] = s\n" + two);
}
