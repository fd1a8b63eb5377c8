// What is taken to be left by sums and extremes, where that hangs on updates, and the nest that finds it.
#include <doctest/doctest.h>

#include "lowering.h"

using namespace qc_test;
using namespace qc;

namespace {

const std::string kBefore = "x = zeros(99); y = zeros(99); k = ivec(99); n = k[0]; s = 0; t = 0\n";

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

// The first lines of that: the names alone.
std::string names_undecided(const std::string& body, const std::string& range = "0..98") {
  const std::string all = undecided("for i=" + range + "\n" + body + "\nend\n");
  return all.substr(0, all.find("from "));
}
// The parameters of the nest that are marks, and its outputs that are.
std::string marks_of_nest(const std::string& text) {
  const LoopNest nest = lower_one(text);
  std::string out;
  for (const auto& p : nest.function.params)
    if (p.kind == ir::Param::Kind::Scalar && nest.function.vars[p.id].name.starts_with("$kind"))
      out += nest.function.vars[p.id].name + " ";
  out += "->";
  for (const ir::VarId v : nest.function.outputs)
    if (nest.function.vars[v].name.starts_with("$kind")) out += " " + nest.function.vars[v].name;
  return out;
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

TEST_CASE("ends that an iteration computes may leave a loop without iterations, and those alone") {
  CHECK(names_undecided(" for j=0..k[i]\n  t = x[j]\n end") == "t 4|8 changed 8\n");
  CHECK(names_undecided(" for j=0..n\n  t = x[j]\n end") == "none\n");
  CHECK(names_undecided(" for j=0..n\n  t = x[j]\n end\n y[i] = 1") == "none\n");
  CHECK(names_undecided(" t = x[i]", "0..k[3]") == "none\n");
  CHECK(names_undecided(" n = k[i]\n for j=0..n\n  t = x[j]\n end") == "none\n");
}

TEST_CASE("extremes: the variable is less or greater, in any part of the condition, and in branches below") {
  const std::string taken = "s 4|8 changed 8\n";
  for (const char* condition : {"x[i] > s", "s < x[i]", "s <= x[i]", "y[i] > 2 && x[i] > s", "x[i] > s && y[i] > 2"})
    CHECK_MESSAGE(names_undecided(std::string(" if ") + condition + "\n  s = x[i]\n end") == taken, condition);
  for (const char* condition : {"x[i] == s", "x[i] != s", "s != x[i]", "x[i] > t", "y[i] > 2 && x[i] > 3",
                                "x[i] > s || y[i] > 2", "s || x[i] > 2"})
    CHECK_MESSAGE(names_undecided(std::string(" if ") + condition + "\n  s = x[i]\n end") == "none\n", condition);
  CHECK(names_undecided(" if x[i] > s\n  if y[i] > 2\n   s = x[i]\n  end\n end") == taken);
  CHECK(names_undecided(" s = x[i] > s ? x[i] : s") == "s 4|8 changed 0\n");
  CHECK(names_undecided(" s = x[i] > 5 ? x[i] : s") == "none\n");
  CHECK(names_undecided(" s = x[i] > 5 ? s : x[i]") == "none\n");
  CHECK(names_undecided(" s = x[i] > 5 ? s + x[i] : s") == "s 4|8 changed 0\n");
  // Below a loop that gives it other values a branch of the comparison is still one.
  const std::string other = "  for j=0..k[i]\n   s = y[j]\n  end\n";
  CHECK(names_undecided(" if x[i] > s\n" + other + "  if k[i] > 3\n   s = x[i]\n  end\n end") == taken);
  CHECK(names_undecided(" if x[i] > s\n  if y[i] > 2\n" + other +
                        "   if k[i] > 3\n    s = x[i]\n   end\n  end\n end") == taken);
  CHECK(names_undecided(" if y[i] > 2\n" + other + "  if k[i] > 3\n   s = x[i]\n  end\n end") == "none\n");
}

TEST_CASE("what is set otherwise as well has several kinds, and says so") {
  CHECK(names_undecided(" if x[i] > 5\n  s += x[i]\n end\n if k[i] > 5\n  s = 1\n end") == "s 4|8 changed 0\n");
  CHECK(names_undecided(" if x[i] > 5\n  s = x[i]\n end\n if k[i] > 5\n  s += k[i]\n end") == "s 4|8 changed 0\n");
  CHECK(names_undecided(" if k[i] > 3\n  s = x[i]\n else\n  s = 2\n end\n if x[i] > 5\n  t = s\n end") == "none\n");
}

TEST_CASE("complex sums: a kind that is computed is nothing to take for granted") {
  CHECK(names_undecided(" if x[i] > 5\n  s += 1i*x[i]\n end") == "s 4|40 changed 40\n");
  CHECK(names_undecided(" u = x[i] > 3 ? 1i*x[i] : 1\n if x[i] > 5\n  s += u\n end") == "none\n");
}

TEST_CASE("marks that nobody needs are left out, and what has no value before is no parameter") {
  const std::string before = "x = zeros(99); y = zeros(99); k = ivec(99); s = 0; t = 0\nfor i=0..98\n";
  CHECK(marks_of_nest(before + " if x[i] > 5\n  s = x[i]\n end\nend\nprint s\n") == "$kind_s -> $kind_s");
  CHECK(marks_of_nest(before + " s = x[i]\n if s > 5\n  t = s\n end\nend\nprint t\n") == "$kind_t -> $kind_t");
  CHECK(marks_of_nest(before + " if x[i] > 5\n  u = x[i]\n else\n  u = k[i]\n end\nend\nprint u\n") == "-> $kind_u");
}

TEST_CASE("the nest that finds kinds has what decides, and no more") {
  CHECK(undecided("for i=0..98\n d = x[i]\n x[i] = 1\n c = d*2\n if c > 5\n  s += x[i]\n end\nend\n") ==
        "s 4|8 changed 8\n"
        "from x $kind_s\n"
        "for i=0..98\n"
        "    d = x[i]\n"
        "    x[i] = 1.0\n"
        "    c = d*2.0\n"
        "    if (c>5.0)\n"
        "        $kind_s = 8\n"
        "    end\n"
        "end\n");
  // A loop that leaves nothing of it goes, with what ends its iterations.
  for (const char* jump : {"break", "continue"})
    CHECK(undecided(std::string("for i=0..98\n for j=0..9\n  if y[j] > 9\n   ") + jump +
                    "\n  end\n  y[j] = 0\n end\n if x[i] > 5\n  s += x[i]\n end\nend\n") ==
          "s 4|8 changed 8\n"
          "from x $kind_s\n"
          "for i=0..98\n"
          "    if (x[i]>5.0)\n"
          "        $kind_s = 8\n"
          "    end\n"
          "end\n");
  CHECK(undecided("for i=0..98\n for j=0..k[i]\n  if y[j] > 9\n   continue\n  end\n  if x[j] > 5\n   s += x[i]\n  end\n"
                  " end\nend\n") ==
        "s 4|8 changed 8\n"
        "from k y x $kind_s\n"
        "for i=0..98\n"
        "    for j=0..k[i]\n"
        "        if (y[j]>9.0)\n"
        "            continue\n"
        "        end\n"
        "        if (x[j]>5.0)\n"
        "            $kind_s = 8\n"
        "        end\n"
        "    end\n"
        "end\n");
  CHECK(undecided("for i=0..98\n if x[i] > 5\n  y[i] = 1\n else\n  s += x[i]\n end\nend\n") ==
        "s 4|8 changed 8\n"
        "from x $kind_s\n"
        "for i=0..98\n"
        "    if (x[i]>5.0)\n"
        "    else\n"
        "        $kind_s = 8\n"
        "    end\n"
        "end\n");
  // A counter that is read behind its loop.
  CHECK(undecided("for i=0..98\n for j=0..k[i]\n  y[j] = 0\n end\n if x[j] > 5\n  s += x[i]\n end\nend\n") ==
        "s 4|8 changed 8\n"
        "from k x $kind_s\n"
        "for i=0..98\n"
        "    for j=0..k[i]\n"
        "    end\n"
        "    if (x[j]>5.0)\n"
        "        $kind_s = 8\n"
        "    end\n"
        "end\n");
}
