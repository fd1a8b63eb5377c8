// What looks like one of the forms and is not: recognition must leave it in order, or find what is true of it.
#include <fmt/format.h>

#include "tests/laws/nests.h"

namespace qc::laws {

void NestMaker::near_miss(Block& to) {
  if (r_.chance(55)) return near_miss_of_elements(to);
  const bool exact = r_.chance(40);
  const std::string n = exact ? r_.one({"s0", "s1", "s2"}) : r_.one({"n0", "n1", "n2"}), i = r_.pick(sight_.loops).name;
  claim(n, "miss");
  if (exact) {
    Known k = known_[n];
    k.spent = true;
    later_[n] = k;
  }
  const Kind kind = exact ? Kind::Exact : Kind::Int;
  const Expr e = expr(kind), c = expr(Kind::Bool, 1);
  const std::string zero = exact ? "0.0" : "0";
  switch (r_.below(13)) {
    case 0:
      return add(to, n + " = $0 - " + n, {e});
    case 1:
      return add(to, n + " += $0\n" + n + " *= -1", {e});
    case 2:
      return add(to, n + " = max(" + n + ", $0)\n" + n + " += 1", {e});
    case 3:
      return add(to, "if " + n + " > 3\n " + n + " -= 3\nend\n" + n + " += $0", {e});
    case 4:
      return add(to, n + " += " + n + " > 5 ? -3 : $0", {e});
    case 5:
      return add(to, "if $1\n " + n + " = $0\nend", {e, c});  // the last of some iterations
    case 6:
      return add(to, "if $0 > " + n + "\n " + n + " = $0 + 1\nend", {e});  // not the value compared
    case 7:
      return add(to, fmt::format("if $0 > {0}\n {0} = $0\n k0 = {1}\nelse\n k0 = -1\nend", n, i), {e});
    case 8:
      return add(to, "if $1\n " + n + " = " + zero + "\nend\n" + n + " += $0", {e, c});
    case 9:
      claim("k0", "miss");
      return add(to, n + " += $0\nif " + n + " > 20\n k0 += 1\nend", {e});
    case 10:
      return add(to, "if $1\n " + n + " += $0\nelse\n " + n + " = " + n + " - " + n + "\nend", {e, c});
    case 11:
      claim("k1", "miss");
      return add(to, fmt::format("{0} += $0\nk1 = max(k1, int({0}))", n), {e});
    default:
      return add(to, n + " = min($0, 5 + " + n + ")", {e});
  }
}

void NestMaker::near_miss_of_elements(Block& to) {
  const std::string i = r_.pick(sight_.loops).name;
  const bool exact = r_.chance(35);
  const std::string a = exact ? "y" : r_.one({"z", "h", "z", "o"});
  claim(a, "miss");
  if (exact) {
    Known k = known_[a];
    k.spent = true;
    later_[a] = k;
  }
  const Expr e = expr(exact ? Kind::Exact : Kind::Int), at = expr(Kind::Int, 1), c = expr(Kind::Bool, 1);
  const std::string distance = r_.one({"1", "2", "3", "4", "7", "q"});
  auto put = [&](const std::string& to_index, const std::string& from, const char* rest) {
    add(to, fmt::format("{0}[{1}] = {0}[{2}]{3}", a, to_index, from, rest), {e});
  };
  if (sight_.loops.size() > 1 && r_.chance(40)) {
    const std::string x = sight_.loops[0].name, y = sight_.loops[1].name;
    const bool l = sight_.loops[0].axis == 0 && sight_.loops[1].axis == 1;
    if (l) {
      claim("l", "miss");
      const std::string from = r_.one({"i,max(j-1,0)", "max(i-1,0),j", "max(i-1,0),min(j+1,M-1)", "min(i+1,N-1),j",
                                       "i,M-1-j", "N-1-i,j", "min(q,N-1),j", "i,min(q,M-1)", "0,j", "i,0"});
      return add(to, r_.chance(50) ? "l[i,j] = l[" + from + "] + $0" : "l[" + from + "] += $0", {expr(Kind::Int)});
    }
  }
  switch (r_.below(17)) {
    case 0:
      return put(i + "+" + distance, i, " + $0");
    case 1:
      return put(i, i + "+" + distance, " + $0");
    case 2:
      return put("2*" + i, i, " + $0");
    case 3:
      return put(i, "2*" + i, " + $0");
    case 4:
      return put(i, "L-1-" + i, " + $0");
    case 5:
      return put("2*" + i, "2*" + i + "+1", " - $0");
    case 6:
      return put(i + "*inc", i, " + $0");
    case 7:
      return add(to, fmt::format("{}[g[{}]] = $0", a, i), {e});
    case 8:
      return add(to, fmt::format("{}[p[{}]] = $0", a, i), {e});
    case 9:
      return add(to, fmt::format("{0}[periodize($1, 6)] += $0\n{0}[2] = {0}[3]", a), {e, at});
    case 10:
      return add(to, fmt::format("{0}[periodize($1, 6)] += {0}[{2}] + $0", a, "", i), {e, at});
    case 11:
      return put(i, "5", " + $0");
    case 12:
      return put("q", i, " + $0");
    case 13:
      return add(to, fmt::format("if $1\n {0}[{1}] = $0\nend\n{0}[{1}+1] = 1", a, i), {e, c});
    case 14:
      return add(to, fmt::format("{0}[q] += $0\n{0}[inc] += 1", a), {e});
    case 15:  // what one iteration sets and all of them use
      return put(i, r_.one({"0", "q", "N-1", "min(q,N-1)"}), " - $0");
    default:
      return add(to, fmt::format("if $1\n ti = {2}\nend\n{0}[{1}] = ti", exact ? "rr" : a, i, "$2"),
                 {e, c, expr(Kind::Int, 1)});
  }
}

}  // namespace qc::laws
