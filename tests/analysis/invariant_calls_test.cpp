#include <doctest/doctest.h>

#include "desugar/hoist_invariant_calls.h"
#include "lowering.h"

using namespace qc_test;
using namespace qc;

namespace {

// The names of the calls that the text alone lets be taken once, and what else the loop writes to.
std::string found(const std::string& loop) {
  Text text(loop);
  const InvariantCalls calls = invariant_calls(text.program.statements.at(0));
  std::string out;
  for (const auto& c : calls.calls) out += (out.empty() ? "" : "; ") + c.name + (c.array ? " as an array" : "");
  return out;
}

std::string found_in(const std::string& body) { return found("for i=0..9\n" + body + "\nend\n"); }

bool writes(const std::string& function) {
  Text text(function);
  return function_writes(*std::get<Box<ast::FunctionDef>>(text.program.statements.at(0).node)).to_others;
}

}  // namespace

TEST_CASE("calls whose value no iteration changes") {
  CHECK(found_in("y[i] = (x[i]-min(x))/(max(x)-min(x))") == "min(x); max(x)");
  CHECK(found_in("y[i] = x[i]*sum(abs(v.*w)+2)") == "sum(abs(v .* w) + 2)");
  CHECK(found_in("if x[i] > mean(x[0..9,:])\n s += 1\nend") == "mean(x[0..9, :])");
  CHECK(found_in("y[i] = max(p.image)") == "max(p.image)");
  CHECK(found_in("y[i] = sort(x)[i] + sort(x)[0]") == "sort(x) as an array");
  CHECK(found_in("s += sum(x)*x[i]") == "sum(x)");
  CHECK(found_in("y[i] = sum(x)*sum(vec[int](3))") == "sum(x)");
  CHECK(found_in("z = zeros(3)\nz[0] = i\ny[i] = sum(z)*sum(x)") == "sum(x)");
}

TEST_CASE("calls that iterations change, and those that are not known not to be") {
  CHECK(found_in("x[i] = x[i]/sum(x)") == "");
  CHECK(found_in("x = x/sum(x)") == "");
  CHECK(found_in("x += 1\ny[i] = sum(x)") == "");
  CHECK(found_in("[x, s] = f(i)\ny[i] = sum(x)") == "");
  CHECK(found_in("y[i] = sum(x[i,:])") == "");
  CHECK(found_in("y[i] = sum(x*rand())") == "");
  CHECK(found_in("y[i] = f(x)") == "");
  CHECK(found_in("y[i] = numel(x)") == "");
  CHECK(found_in("p.image[i] = max(p.image)") == "");
  CHECK(found_in("p.gain = max(p.image)") == "");
  CHECK(found_in("atomic_add(x[0], sum(x))") == "");
  CHECK(found_in("y[i] = sum(x) + atomic_add(x[i], 1)") == "");
  CHECK(found_in("n = parallel_do(3, x, k) + sum(x)") == "");
  CHECK(found_in("p.put(x, i)\ny[i] = sum(x)") == "");  // whatever the field holds
  CHECK(found_in("g = k -> x[k] = 1\ng(i)\ny[i] = sum(x)") == "");
  CHECK(found_in("f[0](x, i)\ny[i] = sum(x)") == "");
  CHECK(found_in("w = x\nw[i] = sum(x)") == "");  // w may be x
  CHECK(found_in("parallel_do(3, x, k)\ny[i] = sum(x)") == "");
  CHECK(found_in("sort(x)[i] = 1") == "");
  CHECK(found_in("y = sort(x)") == "");  // y would be the array itself
}

TEST_CASE("functions that write to what they did not make") {
  CHECK(writes("function [] = f(a, i)\n a[i] = 1\nend\n"));
  CHECK(writes("function y = f(a)\n y = a\n y[0] = 1\nend\n"));
  CHECK(writes("function [] = f(p)\n p.x = 1\nend\n"));
  CHECK(writes("function [] = f(a)\n a += 1\nend\n"));
  CHECK(writes("function [] = f(a)\n parallel_do(3, a, k)\nend\n"));
  CHECK(writes("function y = f(a)\n y = 2*atomic_add(a[0], 1)\nend\n"));
  CHECK(writes("function [] = f(p, a)\n p.put(a)\nend\n"));
  CHECK_FALSE(writes("function y = f(a)\n y = zeros(3)\n y[0] = a\nend\n"));
  CHECK_FALSE(writes("function y = f(a, b)\n y = a*b\n y[0] = 1\nend\n"));
  CHECK_FALSE(writes("function y = f(a)\n y = 0\n for i=0..9\n  y += a[i]\n end\nend\n"));
}
