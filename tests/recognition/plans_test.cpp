// Loops that carry more than sums: packs and unpacks, running values beside each other, best values of rows, sums
// beside bins; and near misses of each.
#include <doctest/doctest.h>

#include <string>

#include "recognise.h"

namespace {

const std::string inputs =
    "x = zeros(100)\ny = zeros(100)\nz = zeros(100)\nim = zeros(50,60)\nk = ivec(100)\n"
    "s = 0.0\nt = 1.0\nm = -1e30\nj0 = 0\ncount = 0\n%loops\n";
const std::string uses = "print s, t, m, j0, count\n";

struct Case {
  const char* program;
  const char* verdict;
};

const Case cases[] = {
    // packs
    {"for i=0..99\n if x[i] > 0\n  y[count] = x[i]\n  count += 1\n end\nend\n", "scan i: + count"},
    {"for i=0..99\n if x[i] > 0\n  count += 1\n  y[count-1] = x[i]\n end\nend\n", "scan i: + count"},
    {"for i=0..99\n if x[i] > 0\n  im[count,3] = x[i]\n  count += 2\n end\nend\n", "scan i: + count"},
    {"for i=0..99\n if x[i] > 0\n  y[i] = z[count]\n  count += 1\n end\nend\n", "scan i: + count"},
    {"for i=0..99\n if x[i] > 0\n  y[count] = x[i]\n end\n if x[i] > 1\n  count += 1\n end\nend\n", "serial R001"},
    {"for i=0..99\n if x[i] > 0\n  x[count] = x[i]\n  count += 1\n end\nend\n", "serial R001"},
    {"for i=0..99\n if x[i] > 0\n  y[count] = x[i]\n  count += k[i]\n end\nend\n", "serial R001"},
    {"for i=0..99\n if x[i] > 0\n  y[count] = x[i]\n  y[count+1] = 0\n  count += 1\n end\nend\n", "serial R001"},
    {"for i=0..99\n if z[count] > 0\n  count += 1\n end\nend\n", "serial R006"},
    // stored over what is summed
    {"for i=0..99\n s += x[i]\n x[i] = s\nend\n", "scan i: + s"},
    {"for i=0..99\n x[i] = s\n s += x[i]\nend\n", "serial R001"},
    {"for i=0..99\n y[i] = s\n m = y[i]\n s += m\nend\n", "serial R001"},
    // several running values
    {"for i=0..99\n s += x[i]\n m = max(m, x[i])\n y[i] = s\n z[i] = m\nend\n", "scan i: + s; max m"},
    {"for i=0..99\n s += x[i]\n y[i] = s\n count += 1\nend\n", "scan i: + s; + count"},
    {"for i=0..99\n s += x[i]\n t += s\n y[i] = t\nend\n", "scan i: + s; + t"},
    {"for i=0..99\n s += x[i]\n y[i] = s\n t += s*x[i]\nend\n", "scan i: + s; + t"},
    // best values
    {"for i=0..49\n m = -1.0\n j0 = 0\n for j=0..59\n  if im[i,j] > m\n   m = im[i,j]\n   j0 = j\n  end\n end\n x[i] = "
     "m\n y[i] = j0\nend\n",
     "partial j: argmax m j0"},
    {"for i=0..49\n m = -1.0\n for j=0..59\n  if im[i,j] > m\n   m = im[i,j]\n   j0 = j\n  end\n end\n x[i] = m\n y[i] "
     "= j0\nend\n",
     "serial R020 {argreduce j: argmax m j0}"},
    // sums beside bins
    {"for i=0..99\n y[k[i]] += 1\n s += x[i]\nend\n", "bins i: + s; + y[k[i]]"},
    {"for i=0..99\n y[k[i]] += s\n s += x[i]\nend\n", "scan i: + s; + y[k[i]]"},
    {"for i=0..99\n y[k[i]] += 1\n s += y[i]\nend\n", "serial R012"},
};

}  // namespace

TEST_CASE("packs, running values, best values, bins") {
  for (const Case& c : cases) {
    const std::string got = qc_test::verdicts(inputs + c.program + uses);
    CHECK_MESSAGE(got == c.verdict,
                  (std::string("\n") + c.program + "  expected: " + c.verdict + "\n  got:      " + got));
  }
}
