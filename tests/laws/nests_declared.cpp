// Accumulators of declared types, updates that convert, scatters of mixed types, and work arrays of symbolic size.
#include <fmt/format.h>

#include "tests/laws/nests.h"

namespace qc::laws {

// All operators on variables of sized types; `m0` to `m3` have types of any width.
void NestMaker::declared(Block& to) {
  const std::string n = r_.one({"m0", "m1", "m2", "m3"});
  struct Form {
    const char *op, *text;
  };
  static const std::vector<Form> forms = {{"+", "# += $0"},
                                          {"+", "# += u[%]"},
                                          {"+", "# = # + $0"},
                                          {"+", "# -= $0"},
                                          {"+", "# += 1"},
                                          {"+", "if $1\n # += $0\nend"},
                                          {"+", "# = $0 + #"},
                                          {"*", "# *= $0"},
                                          {"*", "# = $0 * #"},
                                          {"*", "# = -#"},
                                          {"min", "# = min(#, $0)"},
                                          {"max", "# = max(#, $0)"},
                                          {"max", "# ^^= $0"},
                                          {"min", "# __= $0"},
                                          {"max", "if $0 > #\n # = $0\nend"},
                                          {"min", "if $0 <= #\n # = $0\nend"},
                                          {"and", "# &= $0"},
                                          {"or", "# |= $0"},
                                          {"xor", "# ~= $0"},
                                          {"and", "# = and($0, #)"},
                                          {"or", "# = or(#, $0)"},
                                          {"xor", "# = xor(#, $0)"},
                                          {"max", "# = max(#, u[%])"},
                                          {"min", "# = min(u[%], #)"}};
  const Form& form = r_.pick(forms);
  std::string text = form.text;
  const std::string i = r_.pick(sight_.loops).name;
  if (text.find("u[%]") != std::string::npos && claimed_.count("u")) return;
  for (std::size_t at; (at = text.find('%')) != std::string::npos;) text.replace(at, 1, i);
  for (std::size_t at; (at = text.find('#')) != std::string::npos;) text.replace(at, 1, n);
  // An extreme that does not fit wraps when it is stored, so that the order decides.
  if ((form.op == std::string("min") || form.op == std::string("max")) && text.find("$0") != std::string::npos)
    clean_ = false;
  if (claim(n, form.op)) add(to, text, {expr(Kind::Int, 1), expr(Kind::Bool, 1)});
}

// The same of floats of declared widths, and of fixed vectors.
void NestMaker::declared_floats(Block& to) {
  const Expr a = expr(Kind::Exact, 1), b = expr(Kind::Exact, 0);
  switch (r_.below(9)) {
    case 0:
      if (claim("h0", "max"))
        add(to, r_.one({"h0 = max(h0, $0)", "h0 ^^= $0", "if $0 > h0\n h0 = $0\nend"}), {a}), clean_ = false;
      return;
    case 1:
      if (claim("h0", "+"))
        clean_ = false, add(to, r_.one({"h0 += $0", "h0 = $0 + h0", "h0 -= $0", "h0 += 1", "h0 -= 3"}), {a});
      return;  // rounded at each update
    case 2:
      if (claim("g0", "+"))
        add(to, r_.one({"g0 += $0", "g0 = $0 + g0", "g0 -= $0"}), {a}), later_["g0"] = {Kind::Exact, 0, 0, true};
      return;
    case 3:
      if (claim("g1", "+"))
        clean_ = false, add(to, r_.one({"g1 += $0", "g1 = $0 + g1", "g1 -= $0", "g1 += 1", "g1 -= 3"}), {a}),
        later_["g1"] = {Kind::Exact, 0, 0, true};
      return;
    case 4:
      if (claim("g0", "min"))
        add(to, r_.one({"g0 = min(g0, $0)", "if $0 < g0\n g0 = $0\nend", "g0 __= $0"}), {a}), clean_ = false;
      return;
    case 5:
      if (claim("p3", "max")) add(to, r_.one({"p3 = max(p3, [$0, $1, 2.0])", "p3 = max([$0, 1.0, $1], p3)"}), {a, b});
      return;
    case 6:
      if (claim("p3", "min")) add(to, r_.one({"p3 = min(p3, [$0, $1, 2.0])", "p3 = min([$0, 1.0, $1], p3)"}), {a, b});
      return;
    case 7:
      if (claim("p3", "+")) add(to, r_.one({"p3 = 2*[$0, $1, 1.0] + p3", "p3 = p3 + [$1, 0.5, $0]"}), {a, b});
      return;
    default:  // a float added to an int is cut off each time
      if (const std::string n = r_.one({"m0", "m1", "m2", "m3"}); claim(n, "cut"))
        clean_ = false, add(to, n + r_.one({" += $0", " = $0 + ", " -= $0"}), {a});
      if (!to.empty() && to.back().text.ends_with("+ ")) to.back().text += to.back().text.substr(0, 2);
      return;
  }
}

// An extreme of a declared type, with its place.
void NestMaker::declared_place(Block& to) {
  const std::string n = r_.one({"m0", "m1", "m2", "m3"}), k = r_.one({"k0", "k1"}), op = r_.one({"<", "<=", ">", ">="});
  if (claimed_.count(n) || claimed_.count(k) || claimed_.count("u")) return;
  claim(n, "arg"), claim(k, "arg");
  const std::string i = r_.pick(sight_.loops).name, e = r_.chance(60) ? "u[" + i + "]" : "$0";
  if (e == "$0") clean_ = false;
  add(to, fmt::format("if {0} {1} {2}\n {2} = {0}\n {3} = {4}\nend", e, op, n, k, place_text()), {expr(Kind::Int, 1)});
}

// Bins and elements of one kind that are given numbers of the other. Whole floats: sums that fit are exact in any
// order.
void NestMaker::mixed_bins(Block& to) {
  const bool floats = r_.chance(35);
  const std::string a = floats ? "e" : r_.one({"h", "h", "z", "qc", "qb"}), op = r_.one({"+", "+", "+", "max"});
  const bool cut = !floats && r_.chance(25);
  if (!claim(a, "bins" + op)) return;
  clean_ &= floats && op == "+";  // a float that an int element is given is converted at every update
  Expr value = expr(Kind::Exact, 1);
  const Expr at = expr(Kind::Int), whole = expr(Kind::Int, 1), c = expr(Kind::Bool, 1);
  const std::string e = floats ? "and($2, 15)" : cut ? "$1" : r_.one({"floor($1)", "2.0", "floor($1)", "1.0"});
  const std::string i = r_.pick(sight_.loops).name;
  const std::string place = r_.one({"periodize($0, 5)", "mod(@, 5)", "g[@]", "5", "@"});
  std::string n = a + "[" + place + "]";
  for (std::size_t k; (k = n.find('@')) != std::string::npos;) n.replace(k, 1, i);
  if (place[0] == 'g' && claimed_.count("g")) return;
  std::string text = op == "+" ? (r_.chance(60) ? n + " += " + e : n + " = " + n + " + " + e)
                               : fmt::format("{0} = max({0}, {1})", n, e);
  if (r_.chance(30)) text = "if $3\n " + text + "\nend";
  add(to, text, {at, value, whole, c});
  if (!floats) return;
  Expr sum = value;
  sum.magnitude = 65536 * 16 + 16;
  written(a, sum);
}

// Each iteration writes a row before it reads it; the row's length is known when the loop is reached.
void NestMaker::symbolic_work_array(Block& to) {
  const bool exact = r_.chance(40);
  const std::string w = exact ? "wv" : "wu", n = exact ? r_.one({"s0", "s1"}) : r_.one({"n0", "n1", "n2"}),
                    e = r_.one({"and(N, 7)", "min(M, 5)", "min(q+2, 6)"});
  if (claimed_.count(w)) return;
  claim(w, "work");
  if (!(exact ? claim_rough(n, "+") : claim(n, "+"))) return;
  const Kind kind = exact ? Kind::Exact : Kind::Int;
  Expr a = expr(kind, 1);
  const Expr b = expr(kind, 1);
  std::string text;
  switch (r_.below(5)) {
    case 0:
      text = "for tt=0..?\n @[tt] = $0\nend\nfor tt=0..?\n # += @[tt] - $1\nend";
      break;
    case 1:
      text = "for tt=1..?\n @[tt] = $0\n # += @[tt]\nend";
      break;
    case 2:
      text = "@[0] = $0\nfor tt=1..?\n @[tt] = @[tt-1] - $1\nend\n# += @[?]";
      break;
    case 3:
      text = "for tt=0..?\n @[tt] = $0\nend\nfor tt=0..?\n @[tt] += $1\nend\nfor tt=?..-1..0\n # -= @[tt]\nend";
      break;
    default:
      clean_ = false;
      text = "for tt=1..?\n @[tt] = $0\nend\nfor tt=0..?\n # += @[tt]\nend\n@[0] = $1";
      break;  // one place is carried over
  }
  for (const auto& [from, with] : {std::pair("@", w), std::pair("#", n), std::pair("?", e)})
    for (std::size_t at; (at = text.find(from)) != std::string::npos;) text.replace(at, 1, with);
  a.magnitude = 8 * (a.magnitude + 8 * b.magnitude);
  add(to, text, {a, b});
  Expr sum = a;
  sum.magnitude *= 8 * 65536;
  written(n, sum);
}

}  // namespace qc::laws
