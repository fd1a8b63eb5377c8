// Variables that carry something from iteration to iteration by rule: counters with closed forms, values of the
// iteration before, iterations left early, swaps, bins of two dimensions, numbers that change their type.
#include <fmt/format.h>

#include "tests/laws/nests.h"

namespace qc::laws {

void NestMaker::further(Block& to) {
  const std::string i = sight_.loops[0].name;
  const bool single = sight_.loops.size() == 1;
  switch (r_.below(16)) {
    case 0:
    case 1:
      return counter(to);
    case 8:
      return redeclared(to);
    case 9:
    case 10:
      return two_names(to);
    case 11:
    case 12:
    case 13:
      return rows_in_turn(to);
    case 14:
    case 15:
      return rows_in_order(to);
    case 2: {  // the value of the iteration before
      if (!single || claimed_.count("tq") || claimed_.count("z")) return;
      claim("tq", "wrap");
      claim("z", "map " + i);
      const Expr e = expr(Kind::Int, 1);
      return add(to,
                 fmt::format(fmt::runtime(r_.one({"z[{0}] = v[{0}] - tq\ntq = v[{0}]", "z[{0}] = tq\ntq = $0",
                                                  "z[{0}] = tq + $0\ntq = {0}"})),
                             i),
                 {e});
    }
    case 3:
      clean_ = false;
      return add(to, "if $0\n continue\nend", {expr(Kind::Bool)});
    case 4: {
      if (!single || claimed_.count("z") || claimed_.count("tq")) return;
      clean_ = false;
      for (const char* n : {"z", "tq"}) claim(n, "swap");
      const std::string other = r_.one({"L-1-", "N-1-", "N+", "1+"}) + i;
      return add(to, fmt::format("tq = z[{0}]\nz[{0}] = z[{1}]\nz[{1}] = tq", i, other));
    }
    case 5: {
      if (!claim("l", "bins+")) return;
      const std::string row = r_.chance(50) ? "g[" + i + "]" : "periodize($0, N)";
      return add(to, fmt::format("if M > 0\n l[{}, periodize($1, max(M, 1))] += $2\nend", row),
                 {expr(Kind::Int, 1), expr(Kind::Int, 1), expr(Kind::Int, 1)});
    }
    case 6: {  // an int that becomes a float
      // Of its own, because what else is made of it depends on when it does, step by step or in all of the loop.
      const std::string n = "nf";
      if (!claim(n, "+")) return;
      const Expr e = expr(Kind::Exact, 1);
      add(to, n + r_.one({" += $0", " = $0 + ", " -= $0"}), {e});
      if (to.back().text.ends_with("+ ")) to.back().text += n;
      return;
    }
    default: {  // a sum of one row that leaves early
      const std::string n = r_.one({"n0", "n1"});
      if (!claim(n, "+")) return;
      return add(to, fmt::format("for tt=0..6\n if v[{0}+tt] > $0\n  break\n end\n {1} += v[{0}+tt]\nend", i, n),
                 {expr(Kind::Int, 1)});
    }
  }
}

// A name that has a value before the loop is declared in it, or given a truth value.
void NestMaker::redeclared(Block& to) {
  const std::string i = sight_.loops[0].name;
  if (claimed_.count("td") || claimed_.count("z")) return;
  claim("td", "declared");
  claim("z", "map " + i);
  const std::string type = r_.one({"uint8", "int8", "uint16", "int32", "int", "half", "double", "bool"});
  const std::string first = r_.chance(70) ? fmt::format("td : {} = $0\n", type) : "td = $2\n";
  add(to,
      first + r_.one({"td += $1\n", "td = $1\n", "td -= 1\n", ""}) +
          fmt::format(fmt::runtime(r_.one({"z[{0}] = td", "z[{0}] = td + v[{0}]", "z[{0}] = max(td, 3)"})), i),
      {expr(Kind::Int, 1), expr(Kind::Exact, 1), expr(Kind::Bool, 1)});
}

// What is written under one name of a short array is read under the other one.
void NestMaker::two_names(Block& to) {
  const std::string i = sight_.loops[0].name;
  if (claimed_.count("wa") || claimed_.count("y")) return;
  clean_ = false;
  claim("wa", "two names");
  claim("y", "map " + i);
  const bool second = r_.chance(50);
  const std::string a = second ? "wb" : "wa", b = second ? "wa" : "wb";
  std::string text = r_.one({"@[mod(^,4)] = $0\ny[^] = max(#)", "y[^] = sum(#)\n@[and(^,3)] = $0",
                             "@[mod(^,4)] += 1\ny[^] = #[mod(^,4)]", "# = # + 1\n@[mod(^,4)] = $0\ny[^] = #[0]",
                             "@[0] = $0\nif $1\n # = #*2\nend\ny[^] = #[0] - @[0]", "y[^] = sum(@ - #) + #[1]",
                             "if $1\n @ = copy(#)\nend\n#[1] = $0\ny[^] = @[1]"});
  for (const auto& [from, with] : {std::pair("@", a), std::pair("#", b), std::pair("^", i)})
    for (std::size_t at; (at = text.find(from)) != std::string::npos;) text.replace(at, 1, with);
  add(to, text, {expr(Kind::Exact, 1), expr(Kind::Bool, 1)});
  later_["y"] = {Kind::Exact, 0, 0, true};
}

// Several loops over a row, which hand on what they find of it.
void NestMaker::rows_in_turn(Block& to) {
  const std::string i = sight_.loops[0].name;
  if (sight_.loops.size() != 1 || sight_.loops[0].axis != 0) return;
  for (const char* n : {"ra", "rb", "l", "z"})
    if (claimed_.count(n)) return;
  for (const char* n : {"ra", "rb"}) claim(n, "private");
  for (const char* n : {"l", "z"}) claim(n, "map " + i);
  std::string text = r_.one(
      {"ra = 0\n?\n ra += c[^,tt]\nend\n?\n l[^,tt] = c[^,tt] - ra\nend\nz[^] = ra",
       "ra = -9\n?\n ra = max(ra, c[^,tt])\nend\nrb = 0\n?\n l[^,tt] = c[^,tt] - ra + $0\n rb += l[^,tt]\nend\nz[^] = "
       "rb",
       "ra = $0\n?\n ra += l[^,tt]\n l[^,tt] = tt\nend\n?\n l[^,tt] += ra\nend\nz[^] = ra",
       "ra = $0\nif $1\n ra = 3\nend\n?\n l[^,tt] = ra\nend\nrb = 0\n?\n rb += l[^,tt] * tt\nend\nz[^] = rb - ra",
       "ra = 1\n?\n if c[^,tt] > 0\n  ra += 1\n  l[^,tt] = ra\n end\nend\n?\n l[^,tt] -= ra\nend\nz[^] = ra",
       "ra = $0\n?\n for q2=0..2\n  l[^,tt] += q2\n  ra += l[^,tt]\n end\nend\n?\n l[^,tt] -= ra\nend\nz[^] = ra",
       "rb = $0\n?\n rb += c[^,tt]\nend\n?\n rb += l[^,tt]\nend\nra = rb * 2\n?\n l[^,tt] = ra - rb\nend",
       "?\n ra = c[^,tt] * 3\n l[^,tt] = ra\nend\nrb = $0\n?\n ra = l[^,tt] - 1\n rb -= ra\nend\nz[^] = rb",
       "ra = 0\n?\n if $1\n  ra += c[^,tt]\n end\nend\nif $1\n rb = ra\nelse\n rb = 5\nend\n?\n l[^,tt] = rb - "
       "ra\nend\nz[^] = rb"});
  const std::string inner = r_.one({"for tt=0..M-1", "for tt=0..M-1", "for tt=M-1..-1..0", "for tt=1..M-1"});
  for (const auto& [from, with] : {std::pair("?", inner), std::pair("^", i)})
    for (std::size_t at; (at = text.find(from)) != std::string::npos;) text.replace(at, 1, with);
  add(to, text, {expr(Kind::Int, 1), expr(Kind::Bool, 1)});
  for (const char* n : {"l", "z"}) later_[n] = {Kind::Int, 0, 0, true};
}

// Loops over a row that hang on other rows: sums of rows beside those of columns, values that go from row to row.
void NestMaker::rows_in_order(Block& to) {
  const std::string i = sight_.loops[0].name;
  if (sight_.loops.size() != 1 || sight_.loops[0].axis != 0) return;
  for (const char* n : {"ra", "rb", "l", "z"})
    if (claimed_.count(n)) return;
  for (const char* n : {"ra", "rb", "l", "z"}) claim(n, "in order");
  clean_ = false;
  std::string text =
      r_.one({"z[^] = $0\n?\n z[^] += c[^,tt]\nend\n?\n l[0,tt] += c[^,tt] * z[^]\nend",
              "?\n l[0,tt] += c[^,tt]\n z[^] += tt - c[^,tt]\nend",
              "ra = $0\n?\n ra += c[^,tt]\nend\n?\n l[0,tt] = max(l[0,tt], ra)\nend\nz[^] = ra",
              "rb += $0\n?\n l[^,tt] = rb + tt\nend", "?\n l[^,tt] = rb\nend\nrb += $0",
              "z[^] = l[0,0]\n?\n l[0,tt] += c[^,tt]\nend", "?\n l[0,tt] += z[^]\nend\nz[^] = l[0,0] - $0",
              "?\n z[^] += l[min(^+1,N-1),tt]\nend\n?\n l[^,tt] = c[^,tt] + $0\nend",
              "?\n l[^,tt] = c[^,tt] + $0\nend\n?\n z[^] += l[max(^-1,0),tt]\nend",
              "if $1\n ?\n  l[0,tt] -= c[^,tt]\n end\nend\nz[^] = $0",
              "if $1\n ra = $0\nend\n?\n l[0,tt] += ra\nend\nif c[^,0] > 0\n ra = 3\nend",
              "?\n for q2=0..1\n  l[q2*0,tt] += c[^,tt] - q2\n  z[^] -= tt\n end\nend\nrb += z[^]",
              "rb = 0\n?\n rb += c[^,tt]\n l[^,tt] = rb\nend\nra = max(ra, rb)",
              "?\n ra = c[^,tt] + $0\n l[0,tt] += ra\n rb -= ra\nend\nz[^] = rb"});
  const std::string inner = r_.one({"for tt=0..M-1", "for tt=0..M-1", "for tt=M-1..-1..0", "for tt=1..M-1"});
  for (const auto& [from, with] : {std::pair("?", inner), std::pair("^", i)})
    for (std::size_t at; (at = text.find(from)) != std::string::npos;) text.replace(at, 1, with);
  add(to, text, {expr(Kind::Int, 1), expr(Kind::Bool, 1)});
}

// Counters whose value follows from the iteration's number.
void NestMaker::counter(Block& to) {
  const std::string i = sight_.loops[0].name, k = r_.one({"k0", "k1"}), n = r_.one({"n0", "n1", "n2"});
  if (claimed_.count(k) || claimed_.count(n)) return;
  claim(k, "counter");
  if (!claim(n, "+")) return;
  const Expr e = expr(Kind::Int, 1), c = expr(Kind::Bool, 1);
  const std::string text = r_.one({"@ += 2\n# += @ * $0", "# += v[mod(max(@, 0), L)]\n@ += 1",
                                   "if $1\n @ += 3\nelse\n @ += 3\nend\n# += @ - $0", "@ = @ - 1\n# += mod(@, 7)",
                                   "@ += inc\n# += xor(@, $0)", "@ += 1\nif $1\n # += @\nend",
                                   "if $1\n @ += 1\nend\n# += @", "@ += 1\n# += @\n@ += 2"});
  std::string out;
  for (char ch : text) out += ch == '@' ? k : ch == '#' ? n : std::string(1, ch);
  add(to, out, {e, c});
}

}  // namespace qc::laws
