// The suite of pattern recognition: one line a case. Add a line {"program", "verdict"} and run test_recognition; what
// the verdict looks like is said in recognise.h. Every program starts from the same variables (see `inputs`).
#include <doctest/doctest.h>

#include <string>

#include "recognise.h"

namespace {

const std::string inputs =
    "x = zeros(100)\ny = zeros(100)\nz = zeros(100)\nim = zeros(50,60)\nA = zeros(4,4)\nk = ivec(100)\nn = 100\np = "
    "size(x,1)\nq = numel(y)\n"
    "s = 0.0\nt = 1.0\nm = -1e30\nj0 = 0\ncount = 0\nb = 1\n%loops\n";
const std::string uses = "print s, t, m, j0, count, b\n";

struct Case {
  const char* program;
  const char* verdict;
};

void check(const Case& c) {
  const std::string got = qc_test::verdicts(inputs + c.program + uses);
  const std::string text = std::string("\n") + c.program + "  expected: " + c.verdict + "\n  got:      " + got;
  CHECK_MESSAGE(got == c.verdict, text);
}

const Case accepted[] = {
    // sums
    {"for i=0..99\n s += x[i]\nend\n", "reduction i: + s"},
    {"for i=0..99\n s = s + x[i]\nend\n", "reduction i: + s"},
    {"for i=0..99\n s = x[i] + s\nend\n", "reduction i: + s"},
    {"for i=0..99\n s -= x[i]\nend\n", "reduction i: + s"},
    {"for i=0..99\n s = s - x[i]\nend\n", "reduction i: + s"},
    {"for i=0..99\n s += x[i]*y[i]\nend\n", "reduction i: + s"},
    {"for i=0..99\n s = s + x[i]*y[i] + z[i]\nend\n", "reduction i: + s"},
    {"for i=0..99\n s = x[i]*y[i] + s\nend\n", "reduction i: + s"},
    {"for i=0..99\n s += x[i]\n s += y[i]\nend\n", "reduction i: + s"},
    {"for i=0..99\n s += x[i]\n s -= y[i]\nend\n", "reduction i: + s"},
    {"for i=0..99\n if x[i] > 0\n  s += x[i]\n end\nend\n", "reduction i: + s"},
    {"for i=0..99\n if x[i] > 0\n  s += x[i]\n else\n  s -= y[i]\n end\nend\n", "reduction i: + s"},
    {"for i=99..-1..0\n s += x[i]\nend\n", "reduction i: + s"},
    {"for i=0..2..98\n s += x[i]\nend\n", "reduction i: + s"},
    {"for i=0..49\n for j=0..59\n  s += im[i,j]\n end\nend\n", "reduction i,j: + s"},
    {"for i=0..49\n for j=0..i\n  s += im[i,j]\n end\nend\n", "reduction i: + s"},
    {"for i=0..99\n d = x[i] - y[i]\n s += d*d\nend\n", "reduction i: + s"},
    {"for i=0..99\n s += x[k[i]]\nend\n", "reduction i: + s"},
    {"for i=0..99\n s += exp(x[i])\nend\n", "reduction i: + s"},
    {"for i=0..99\n s += x[i]\n t += y[i]\nend\n", "reduction i: + s; + t"},
    // products, counts, logic, bits
    {"for i=0..99\n t *= x[i]\nend\n", "reduction i: * t"},
    {"for i=0..99\n t = x[i]*t\nend\n", "reduction i: * t"},
    {"for i=0..99\n t /= x[i]\nend\n", "reduction i: * t"},
    {"for i=0..99\n count += 1\nend\n", "reduction i: + count"},
    {"for i=0..99\n if x[i] > 0.5\n  count += 1\n end\nend\n", "reduction i: + count"},
    {"for i=0..99\n s += x[i]\n t *= y[i]\nend\n", "reduction i: + s; * t"},
    {"for i=0..99\n b = and(b, k[i])\nend\n", "reduction i: & b"},
    {"for i=0..99\n b = or(b, k[i])\nend\n", "reduction i: | b"},
    {"for i=0..99\n b = xor(b, k[i])\nend\n", "reduction i: ^ b"},
    // minima and maxima
    {"for i=0..99\n m = max(m, x[i])\nend\n", "reduction i: max m"},
    {"for i=0..99\n m = max(x[i], m)\nend\n", "reduction i: max m"},
    {"for i=0..99\n m = min(m, x[i])\nend\n", "reduction i: min m"},
    {"for i=0..99\n m ^^= x[i]\nend\n", "reduction i: max m"},
    {"for i=0..99\n m __= x[i]\nend\n", "reduction i: min m"},
    {"for i=0..99\n if x[i] > m\n  m = x[i]\n end\nend\n", "reduction i: max m"},
    {"for i=0..99\n if m < x[i]\n  m = x[i]\n end\nend\n", "reduction i: max m"},
    {"for i=0..99\n if x[i] < m\n  m = x[i]\n end\nend\n", "reduction i: min m"},
    {"for i=0..99\n m = x[i] > m ? x[i] : m\nend\n", "reduction i: max m"},
    {"for i=0..99\n if abs(x[i]) > m\n  m = abs(x[i])\n end\nend\n", "reduction i: max m"},
    // elements
    {"for i=0..99\n A[0,1] += x[i]\nend\n", "reduction i: + A[0,1]"},
    {"for i=0..99\n A[0,0] += x[i]\n A[1,1] += y[i]\nend\n", "reduction i: + A[0,0]; + A[1,1]"},
    {"for i=0..99\n z[n-1] += x[i]\nend\n", "reduction i: + z[n-1]"},
    // partial
    {"for i=0..49\n for j=0..59\n  x[i] += im[i,j]\n end\nend\n", "partial j: + x[i]"},
    {"for i=0..49\n for j=0..59\n  x[j] += im[i,j]\n end\nend\n", "partial i: + x[j]"},
    {"for i=0..49\n r = 0.0\n for j=0..59\n  r += im[i,j]\n end\n x[i] = r\nend\n", "partial j: + r"},
    // maps
    {"for i=0..99\n x[i] = y[i]*2\nend\n", "map i"},
    {"for i=0..99\n x[i] = x[i] + 1\nend\n", "map i"},
    {"for i=0..48\n x[2*i] = x[2*i+1]\nend\n", "map i"},
    {"for i=0..49\n x[i] = x[i+50]\nend\n", "map i"},
    {"for i=0..49\n for j=0..59\n  im[i,j] = i + j\n end\nend\n", "map i,j"},
    {"for i=0..99\n d = x[i]\n y[i] = d*d\nend\n", "map i"},
    {"for i=0..99\n x[99-i] = y[i]\nend\n", "map i"},
};

const Case rejected[] = {
    {"for i=0..99\n s += x[i]\n y[i] = s*2\n z[i] = 1\nend\n", "scan i: + s"},
    {"for i=0..99\n s += x[i]\n y[i] = s\n t *= z[i]\nend\n", "scan i: + s; * t"},
    {"for i=0..99\n s += x[i]\n s *= 0.5\nend\n", "serial R002"},
    {"for i=0..99\n s = x[i] - s\nend\n", "serial R003"},
    {"for i=0..99\n b = int(b/2)\nend\n", "serial R003"},
    {"for i=0..99\n s = s*x[i] + y[i]\nend\n", "serial R005"},
    {"for i=0..99\n s = (s + x[i])*y[i]\nend\n", "serial R005"},
    {"for i=0..99\n s = sqrt(s + x[i])\nend\n", "serial R005"},
    {"for i=1..99\n x[i] = x[i-1]*y[i]\nend\n", "scan i: * x"},
    {"for i=2..99\n x[i] = x[i-2] + y[i]*x[i-1]\nend\n", "serial R007"},
    {"for i=0..98\n y[i] = x[i+1]\n x[i] = 2*x[i]+x[k[i]]\nend\n", "serial R011"},
    {"for i=0..99\n x[0] = y[i]\nend\n", "serial R009"},
    {"for i=0..99\n if x[i] > 0\n  t = x[i]\n  y[i] = t\n end\nend\n", "serial R010"},
    {"for i=0..99\n x[k[i]] = y[i]\nend\n", "serial R011"},
    {"for i=0..99\n A[b,0] += x[i]\n A[k[2],0] += y[i]\nend\n", "serial R012"},
    {"for i=0..99\n A[0,0] += x[i]\n A[0,0] *= y[i]\nend\n", "serial R002"},
    {"for i=0..99\n A[0,0] += A[0,0]*x[i]\nend\n", "serial R007"},
    {"for i=0..99\n if s < 10\n  s += x[i]\n end\nend\n", "serial R006"},
    {"for i=0..99\n s += s*x[i]\nend\n", "serial R005"},
    {"for i=0..49\n for j=0..49\n  x[i+j] += im[i,j]\n end\nend\n", "serial R004 {map j}"},
    {"for i=0..99\n s += 0.1\n y[i] = x[int(s)]\nend\n", "serial R016"},
    {"for i=0..99\n b = int(b + x[i])\nend\n", "serial R019"},
    {"for i=0..99\n y[i] = t\n if x[i] > 0\n  t = x[i]\n end\nend\n", "scan i: last t"},
    {"for i=0..99\n m = m > x[i] ? m : x[i]\nend\n", "reduction i: max m"},
    {"for i=0..99\n m = x[i] < m ? m : x[i]\nend\n", "reduction i: max m"},
    {"for i=0..99\n s += x[i]\n y[i] = s\n t += s\nend\n", "scan i: + s; + t"},
    {"for i=0..99\n if x[i] > 3\n  break\n end\n s += x[i]\nend\n", "serial R013"},
    {"for i=0..99\n print x[i]\nend\n", "interpreted R901"},
    {"#pragma force_serial\nfor i=0..99\n s += x[i]\nend\n", "serial R017"},
    {"{!interpreted for}\nfor i=0..99\n s += x[i]\nend\n", "interpreted R018"},
    {"#pragma force_parallel\nfor i=2..99\n x[i] = x[i-2] + y[i]*x[i-1]\nend\n", "error Q0501"},
    {"#pragma force_parallel\nfor i=0..99\n s = s*x[i] + y[i]\nend\n", "error Q0501"},
};

}  // namespace

TEST_CASE("accepted patterns") {
  for (const Case& c : accepted) check(c);
}

TEST_CASE("near misses are not accepted") {
  for (const Case& c : rejected) check(c);
}

TEST_CASE("a running value, bins and searches are never reductions") {
  for (const std::string program :
       {"for i=0..99\n s += x[i]\n y[i] = s\nend\n", "for i=0..99\n x[k[i]] += 1\nend\n",
        "for i=1..99\n x[i] = x[i-1] + y[i]\nend\n", "for i=0..99\n if x[i] > m\n  m = x[i]\n  j0 = i\n end\nend\n",
        "for i=0..99\n if x[i] > 3\n  break\n end\nend\n"}) {
    const std::string got = qc_test::verdicts(inputs + program + uses);
    CHECK_MESSAGE(got.find("reduction") != 0, (program + got));
    CHECK_MESSAGE(got.find("map") != 0, (program + got));
  }
}
