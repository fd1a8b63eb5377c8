// What is taken to be left by sums and extremes, where that hangs on updates, and the nest that finds it.
#include <doctest/doctest.h>

#include "lowering.h"

using namespace qc_test;
using namespace qc;

namespace {

const std::string kBefore = "x = zeros(99); y = zeros(99); k = ivec(99); s = 0; t = 0\n";

// "s 4|8 changed 8" of each undecided name, and the nest that finds them.
std::string undecided(const std::string& loop) {
  const LoopNest nest = lower_one(kBefore + loop + "print s, t, y\n");
  std::string out;
  for (const ir::UndecidedKind& u : nest.undecided) {
    out += u.name;
    for (const std::int64_t kind : u.kinds) out += (kind == *u.kinds.begin() ? " " : "|") + std::to_string(kind);
    out += " changed " + std::to_string(u.changed) + "\n";
  }
  if (!nest.finds_kinds) return out + "none\n";
  REQUIRE(ir::verify(*nest.finds_kinds).empty());
  return out + "from " + param_names(*nest.finds_kinds) + "\n" + ir::print(*nest.finds_kinds);
}

}  // namespace

TEST_CASE("a sum that may not be updated has another kind then, which its mark alone finds") {
  CHECK(undecided("for i=0..98\n y[i] = 2*x[i]\n if x[i] > 5\n  s += x[i]\n end\nend\n") ==
        "s 4|8 changed 8\n"
        "from x $kind_s\n"
        "for i=0..98\n"
        "    if (x[i]>5.0)\n"
        "        $kind_s = 8\n"
        "    end\n"
        "end\n");
}

TEST_CASE("where all iterations update it, and where one kind is given, nothing is left to find") {
  CHECK(undecided("for i=0..98\n s += x[i]\nend\n") == "none\n");
  CHECK(undecided("for i=0..98\n if x[i] > 5\n  s += k[i]\n end\nend\n") == "none\n");
  CHECK(undecided("for i=0..98\n if x[i] > 5\n  s = x[i]\n end\nend\n") == "none\n");
}

TEST_CASE("updates of several kinds: a changed value does not say which") {
  CHECK(undecided("for i=0..98\n if x[i] > 5\n  s += x[i]\n end\n if k[i] > 5\n  s += k[i]\n end\nend\n") ==
        "s 4|8 changed 0\n"
        "from x k $kind_s\n"
        "for i=0..98\n"
        "    if (x[i]>5.0)\n"
        "        $kind_s = 8\n"
        "    end\n"
        "    if (k[i]>5)\n"
        "        $kind_s = or(or(4,$kind_s),4)\n"
        "    end\n"
        "end\n");
}

TEST_CASE("an extreme needs its values, what its condition reads and what the loop stores there") {
  CHECK(undecided("for i=0..98\n if x[i] > s\n  s = x[i]\n end\n x[i] = 1\nend\n") ==
        "s 4|8 changed 8\n"
        "from x s $kind_s\n"
        "for i=0..98\n"
        "    if (x[i]>s)\n"
        "        s = x[i]\n"
        "        $kind_s = 8\n"
        "    end\n"
        "    x[i] = 1.0\n"
        "end\n");
  CHECK(undecided("for i=0..98\n x[i] = x[i]/2\n y[i] = k[i]\n if x[i] > s\n  s = x[i]\n end\nend\n") ==
        "s 4|8 changed 8\n"
        "from x s $kind_s\n"
        "for i=0..98\n"
        "    x[i] = x[i]/2.0\n"
        "    if (x[i]>s)\n"
        "        s = x[i]\n"
        "        $kind_s = 8\n"
        "    end\n"
        "end\n");
}

TEST_CASE("the kind of another name") {
  CHECK(undecided("for i=0..98\n if x[i] > 5\n  s += x[i]\n end\n t = s\nend\n") ==
        "s 4|8 changed 8\n"
        "t 4|8 changed 0\n"
        "from x $kind_s $kind_t\n"
        "for i=0..98\n"
        "    if (x[i]>5.0)\n"
        "        $kind_s = 8\n"
        "    end\n"
        "    $kind_t = $kind_s\n"
        "end\n");
}

TEST_CASE("loops inside keep what ends their iterations") {
  CHECK(undecided("for i=0..98\n t = 0\n for j=0..98\n  if x[j] > 9\n   break\n  end\n  if x[j] > i\n   t += x[j]\n  "
                  "end\n end\nend\n") ==
        "t 4|8 changed 0\n"
        "from x $kind_t\n"
        "for i=0..98\n"
        "    $kind_t = 4\n"
        "    for j=0..98\n"
        "        if (x[j]>9.0)\n"
        "            break\n"
        "        end\n"
        "        if (x[j]>scalar(i))\n"
        "            $kind_t = 8\n"
        "        end\n"
        "    end\n"
        "end\n");
  CHECK(undecided("for i=0..98\n for j=0..k[i]\n  if y[j] > 9\n   y[j] = 0\n  end\n  s += x[j]\n end\nend\n") ==
        "s 4|8 changed 8\n"
        "from k $kind_s\n"
        "for i=0..98\n"
        "    for j=0..k[i]\n"
        "        $kind_s = 8\n"
        "    end\n"
        "end\n");
  CHECK(undecided("for i=0..98\n j = i\n while j > 3\n  s += x[j]\n  j -= k[j]\n end\nend\n") ==
        "s 4|8 changed 8\n"
        "from k $kind_s\n"
        "for i=0..98\n"
        "    j = i\n"
        "    while (j>3)\n"
        "        $kind_s = 8\n"
        "        j = j-k[j]\n"
        "    end\n"
        "end\n");
}
