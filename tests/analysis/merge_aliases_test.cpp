// Two names for one array.
#include "analysis/loops/merge_aliases.h"

#include <doctest/doctest.h>

#include "lowering.h"

using namespace qc_test;
using namespace qc;

namespace {

// The nest with one array for those of `same`, sets of names by blanks between; "" when it stays as it is.
std::string merged(const std::string& program, const std::string& same) {
  const LoopNest nest = lower_one(program);
  const auto is = [&](ir::ArrayId a, ir::ArrayId b) {
    return same.find(nest.function.arrays[a].name) != std::string::npos &&
           same.find(nest.function.arrays[b].name) != std::string::npos;
  };
  const auto out = with_one_name(nest, is);
  return out ? ir::print(out->function) + param_names(out->function) : "";
}

}  // namespace

TEST_CASE("arrays that are one have one name, where one is written") {
  const std::string program = "x = zeros(9); y = zeros(9); z = zeros(9)\nfor i=1..8\n y[i] = x[i-1] + z[i]\nend\n";
  CHECK(merged(program, "x y") == "for i=1..8\n    y[i] = y[i-1]+z[i]\nend\ny z");
  CHECK(merged(program, "x y z") == "for i=1..8\n    y[i] = y[i-1]+y[i]\nend\ny");
  CHECK(merged(program, "y z") == "for i=1..8\n    y[i] = x[i-1]+y[i]\nend\ny x");
  CHECK(merged(program, "x z").empty());
  CHECK(merged(program, "").empty());
}

TEST_CASE("an array that has another name already keeps it") {
  const LoopNest nest = lower_one(
      "x = zeros(9); y = zeros(9); z = zeros(9)\nfor i=1..8\n q = x[i-1] + z[i]\n y[i] = q\n z[i] = q\nend\n");
  CHECK(param_names(nest.function) == "x z y");
  const auto not_transitive = [&](ir::ArrayId a, ir::ArrayId b) {  // x and y, z and y
    return nest.function.arrays[a].name == "y" || nest.function.arrays[b].name == "y";
  };
  const auto out = with_one_name(nest, not_transitive);
  REQUIRE(out);
  CHECK(ir::print(out->function) == "for i=1..8\n    q = x[i-1]+z[i]\n    x[i] = q\n    z[i] = q\nend\n");
}

TEST_CASE("numbers stay parameters, whatever their place among the variables") {
  CHECK(merged("x = zeros(9); y = zeros(9); s = 2.0; t = 3.0; u = 4.0\n"
               "for i=1..8\n y[i] = x[i-1]*s + t*u\nend\n",
               "x y") == "for i=1..8\n    y[i] = y[i-1]*s+t*u\nend\ny s t u");
}

TEST_CASE("arrays of other elements or ranks are not one") {
  CHECK(merged("x = ivec(9); y = zeros(9)\nfor i=1..8\n y[i] = x[i-1]\nend\n", "x y").empty());
  CHECK(merged("x = zeros(9,9); y = zeros(9)\nfor i=1..8\n y[i] = x[i-1]\nend\n", "x y").empty());
}

TEST_CASE("extents and stores in branches have the one name too") {
  CHECK(merged("x = zeros(9); y = zeros(9)\nfor i=1..8\n if x[i] > 0\n  y[i] = 1\n else\n  y[i] = numel(y)\n end\n"
               " while y[i] > 3\n  y[i] = y[i]-numel(x)\n end\n for j=0..3\n  y[j] = x[j]\n end\nend\n",
               "x y") ==
        "for i=1..8\n    if (x[i]>0.0)\n        x[i] = 1.0\n    else\n        x[i] = scalar(numel(x))\n    end\n"
        "    while (x[i]>3.0)\n        x[i] = x[i]-scalar(numel(x))\n    end\n"
        "    for j=0..3\n        x[j] = x[j]\n    end\nend\nx");
}
