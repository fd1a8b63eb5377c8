// Forms in nests with variables of their own: fields of a record, work arrays, sized and complex numbers, loops inside
// iterations, several arrays of bins or packs, and arrays with boundary modes that are written.
#include <fmt/format.h>

#include <algorithm>

#include "tests/laws/nests.h"

namespace qc::laws {

void NestMaker::wider(Block& to) {
  switch (r_.below(16)) {
    case 12:
      return best_by_place(to);
    case 13:
      return slice_store(to);
    case 14:
      return atomic_update(to);
    case 15:
      return fractions(to);
    case 0:
    case 1:
      return fields(to);
    case 2:
    case 3:
      return work_array(to);
    case 4:
    case 5:
      return inner_loop(to);
    case 6:
      return sized_local(to);
    case 7:
      return complex_product(to);
    case 8:
      return best_place(to);
    case 9:
      return several_bins(to);
    case 10:
      return sight_.loops.size() == 1 ? two_packs(to) : best_place(to);
    default:
      return bounded_store(to);
  }
}

void NestMaker::fields(Block& to) {
  program_.record = program_.record ? program_.record : r_.between(1, 3);
  const Expr exact = expr(Kind::Exact, 1), whole = expr(Kind::Int);
  switch (r_.below(7)) {
    case 0:
    case 1:
      if (claim("acc.fs", "+"))
        add(to, r_.one({"acc.fs += $0", "acc.fs = acc.fs + $0", "acc.fs -= acc.gain*$0"}), {exact});
      return;
    case 2:
      if (claim("acc.fn", "+")) add(to, r_.one({"acc.fn += $0", "acc.fn = $0 + acc.fn", "acc.fn -= $0"}), {whole});
      return;
    case 3:
      if (claim("acc.fn", "max"))
        add(to, r_.one({"acc.fn = max(acc.fn, $0)", "if $0 > acc.fn\n acc.fn = $0\nend"}), {whole});
      return;
    case 4:
      clean_ = false;
      claim("acc.fn", "miss");
      return add(to, r_.one({"acc.fn = $0 - acc.fn", "acc.fn += acc.fn > 5 ? -3 : $0", "acc.fn += $0\nacc.fn *= 3"}),
                 {whole});
    case 5:
      if (claim("n1", "+")) add(to, "n1 += acc.v[" + Expressions(r_, sight_).vector_index() + "] - $0", {whole});
      return;
    default:
      if (claim("n2", "+")) add(to, "n2 += mod($0, acc.base)", {whole});
      return;
  }
}

// Written before it is read in each iteration; the last iteration's content stays.
void NestMaker::work_array(Block& to) {
  const bool exact = r_.chance(50);
  const std::string w = exact ? "wk" : "wi", n = exact ? r_.one({"s0", "s1", "s2"}) : r_.one({"n0", "n1", "n2"});
  if (claimed_.count(w)) return;
  const Kind kind = exact ? Kind::Exact : Kind::Int;
  claim(w, "work");
  if (!(exact ? claim_rough(n, "+") : claim(n, "+"))) return;
  Expr a = expr(kind, 1);
  const Expr b = expr(kind, 1);
  a.magnitude = 3 * (a.magnitude + b.magnitude);
  std::string text;
  switch (r_.below(5)) {
    case 0:
      text = "@[0] = $0\n@[1] = $1\n@[2] = @[0] - @[1]\n# += @[2] - @[1]";
      break;
    case 1:
      text = "for tt=0..3\n @[tt] = $0\nend\n@[1] = $1\nfor tt=0..3\n # += @[tt]\nend";
      break;
    case 2:
      text = "@[0] = $0\n@[1] = $1\n@[2] = @[0]\n@[0] = @[1]\n@[1] = @[2]\n# += @[0]";
      break;
    case 3:
      text = "@[1] = $0\nfor tt=2..3\n @[tt] = @[tt-1] - $1\nend\n# += @[3]";
      break;
    default:
      clean_ = false;
      text = "@[0] = $0\n# += @[0] - @[3]\n@[3] = $1";
      break;  // one place is carried over
  }
  for (std::size_t at; (at = text.find('@')) != std::string::npos;) text.replace(at, 1, w);
  for (std::size_t at; (at = text.find('#')) != std::string::npos;) text.replace(at, 1, n);
  add(to, text, {a, b});
  Expr sum = a;
  sum.magnitude *= 4 * 65536;
  written(n, sum);
}

void NestMaker::inner_loop(Block& to) {
  const std::string n = r_.one({"n0", "n1", "n2"}), i = r_.pick(sight_.loops).name;
  if (claimed_.count("tw") || !claim(n, "+")) return;
  claim("tw", "private");
  const Expr e = expr(Kind::Int, 1), f = expr(Kind::Int, 1);
  const std::string forms[] = {
      "tw = and($0, 31)\nwhile tw > 0\n @ += $1\n tw = tw - 3\nend",
      "tw = and($0, 1023)\nwhile tw > 1 && and(tw, 1) == 0\n tw = shr(tw, 1)\nend\n@ += tw",
      "tw = $0\nrepeat\n tw = shr(and(tw, 65535), 1)\nuntil tw < 3\n@ += tw - $1",
      "tw = 0\nfor tt=0..5\n if v[~+tt] > 10\n  tw = tt\n  break\n end\nend\n@ += tw",
      "tw = 1\nfor tt=0..and($0, 3)\n tw += $1\nend\n@ += tw",
      "tw = 0\nfor tt=0..4\n if mod(v[~+tt], 3) == 0\n  continue\n end\n tw += v[~+tt]\nend\n@ -= tw"};
  std::string text = forms[r_.below(6)];
  for (std::size_t at; (at = text.find('@')) != std::string::npos;) text.replace(at, 1, n);
  for (std::size_t at; (at = text.find('~')) != std::string::npos;) text.replace(at, 1, i);
  add(to, text, {e, f});
}

void NestMaker::sized_local(Block& to) {
  if (r_.chance(30)) {
    const std::string s = r_.one({"s0", "s1"});
    if (!claim_rough(s, "+")) return;
    const Expr e = expr(Kind::Exact, 1);
    add(to, "th : half = $0\n" + s + " += th", {e});
    Expr sum = e;
    sum.magnitude *= 65536;
    return written(s, sum);
  }
  const std::string n = r_.one({"n0", "n1", "n2"});
  if (!claim(n, "+")) return;
  const std::string type = r_.one({"int8", "uint8", "int16", "uint16", "int32", "uint32"});
  const std::string name = "t_" + type;
  add(to, fmt::format("{0} : {1} = $0\n{2}{3} += {0}", name, type, r_.chance(50) ? name + " += $1\n" : "", n),
      {expr(Kind::Int), expr(Kind::Int, 1)});
}

// Products by units are exact; infinite parts would become NaN in an order of their own.
void NestMaker::complex_product(Block& to) {
  if (r_.chance(50)) {
    if (!claim("wz", "*")) return;
    program_.finite = true;
    program_.either_zero.insert("wz");
    return add(to,
               r_.one({"wz *= complex(0.0, 1.0)", "wz = wz * complex(0.0, -1.0)",
                       "if $0\n wz *= complex(0.0, 1.0)\nend", "wz = complex(-1.0, 0.0) * wz"}),
               {expr(Kind::Bool)});
  }
  if (claimed_.count("ca") || claimed_.count("cb") || !claim("wz", "+")) return;
  const std::string a = Expressions(r_, sight_).vector_index(), b = Expressions(r_, sight_).vector_index();
  const std::string forms[] = {"wz += ca[{}]*cb[{}]", "wz = wz - ca[{}]*conj(cb[{}])",
                               "wz += complex(real(ca[{}]*cb[{}]), 0.5)"};
  std::string text = forms[r_.below(3)];
  text.replace(text.find("{}"), 2, a);
  text.replace(text.find("{}"), 2, b);
  add(to, text);
}

// The place alone is kept, and compared through: `if x[i] < x[best]`.
void NestMaker::best_by_place(Block& to) {
  const std::string i = r_.pick(sight_.loops).name, k = r_.one({"k0", "k1"}), a = r_.one({"x", "v", "r", "y", "z"}),
                    op = r_.one({"<", "<=", ">", ">="});
  if (claimed_.count(k) || !claim(k, "arg")) return;
  clean_ = false;
  const std::string at = r_.chance(75) ? i : i + "+1";
  const std::string miss = r_.chance(20) ? r_.one({"+1", "*2"}) : "";
  const std::string text = fmt::format("if {0}[{1}] {2} {0}[max({3}, 0){4}]\n {3} = {1}\nend", a, at, op, k, miss);
  add(to, r_.chance(50) ? text : fmt::format("if {0}[{1}] {2} {0}[{3}]\n {3} = {1}\nend", a, at, op, k));
}

// A slice of three, or of a length that the iteration computes.
void NestMaker::slice_store(Block& to) {
  const std::string i = sight_.loops[0].name;
  const bool exact = r_.chance(50);
  const std::string a = exact ? "y" : "z";
  if (sight_.loops.size() != 1 || claimed_.count(a) || !claim(a, "slice")) return;
  clean_ = false;
  const Expr e = expr(exact ? Kind::Exact : Kind::Int, 1);
  add(to,
      fmt::format(
          fmt::runtime(r_.one({"{0}[2*{1}..2*{1}+1] = $0", "{0}[{1}..{1}+2] = $0", "{0}[{1}..{1}+mod({1},3)] = $0",
                               "{0}[{1}+1..{1}+3] = {2}[{1}..{1}+2]", "{0}[2*{1}..2*{1}+1] += $0"})),
          a, i, exact ? "x" : "v"),
      {e});
  Expr sum = e;
  sum.magnitude = 65536 * e.magnitude + 16;
  written(a, sum);
}

// The functions of kernels, in a loop.
void NestMaker::atomic_update(Block& to) {
  const std::string f = r_.one({"add", "add", "sub", "max", "min", "xor", "or", "and"});
  if (claimed_.count("h") || !claim("h", "atomic " + f)) return;
  const std::string at = r_.chance(50) ? "periodize($0, 8)" : r_.pick(sight_.loops).name;
  add(to, fmt::format("atomic_{}(h[{}], $1)", f, at), {expr(Kind::Int), expr(Kind::Int)});
}

// A loop over fractions inside the iteration.
void NestMaker::fractions(Block& to) {
  const std::string n = r_.one({"n0", "n1", "n2"}), s = r_.one({"s0", "s1"});
  if (r_.chance(50)) {
    if (!claim(n, "+")) return;
    return add(to, "for tt=0.5..0.5..2.5\n " + n + " += int(2*tt) + $0\nend", {expr(Kind::Int, 1)});
  }
  if (!claim_rough(s, "+")) return;
  const Expr e = expr(Kind::Exact, 0);
  add(to, "for tt=0..0.25..1\n " + s + " += tt + $0\nend", {e});
  Expr sum = e;
  sum.magnitude = 65536 * 8 * (1 + e.magnitude);
  sum.bits = std::max(sum.bits, 2);
  written(s, sum);
}

// The places of all loops, each in a variable, and a value, beside an extreme.
void NestMaker::best_place(Block& to) {
  const std::string n = r_.one({"n0", "n1", "n2"}), op = r_.one({"<", "<=", ">", ">="});
  if (claimed_.count(n) || claimed_.count("k0") || claimed_.count("k1") || claimed_.count("k2") || claimed_.count("s2"))
    return;
  for (const char* name : {"k0", "k1", "k2", "s2"}) claim(name, "arg");
  claim(n, "arg");
  const Expr e = expr(Kind::Int), more = expr(Kind::Exact, 1);
  std::string text = fmt::format("if $0 {} {}\n {} = $0", op, n, n);
  for (std::size_t k = 0; k < sight_.loops.size(); ++k) text += fmt::format("\n k{} = {}", k, sight_.loops[k].name);
  if (r_.chance(50)) {
    text += "\n s2 = $1";
    written("s2", more);
  }
  add(to, text + "\nend", {e, more});
}

void NestMaker::several_bins(Block& to) {
  if (claimed_.count("tq") || sight_.read.count("rr") || claimed_.count("h") || claimed_.count("e") ||
      claimed_.count("rr"))
    return;
  claim("tq", "private");
  for (const char* name : {"h", "e", "rr"}) claim(name, "bins+");
  const Expr at = expr(Kind::Int), exact = expr(Kind::Exact, 1), rough = expr(Kind::Rough, 1);
  std::string text = "tq = periodize($0, " + r_.one({"4", "8", "13", "L"}) + ")\nh[tq] += 1";
  if (r_.chance(70)) {
    text += "\ne[tq] += $1";
    Expr sum = exact;
    sum.magnitude = 65536 * exact.magnitude + 16;
    written("e", sum);
  }
  if (r_.chance(60)) {
    text += "\nrr[tq] += $2";
    spoil("rr", rough.magnitude);
  }
  add(to, text, {at, exact, rough});
}

void NestMaker::two_packs(Block& to) {
  for (const char* name : {"k1", "k2", "z", "h"})
    if (claimed_.count(name)) return;
  clean_ = false;
  const Expr c = expr(Kind::Bool), e = expr(Kind::Int);
  for (const char* name : {"k1", "k2", "z", "h"}) claim(name, "pack");
  add(to,
      r_.one({"if $0\n z[k2] = $1\n k2 += 1\nelse\n h[k1] = $1\n k1 += 1\nend",
              "if $0\n z[k2] = $1\n k2 += 1\nend\nif $1 > 4\n h[k1] = 2\n k1 += 1\nend",
              "if $0\n z[k2] = $1\n h[k2] = k2\n k2 += 1\nend", "z[k2] = $1\nk2 += $0 ? 1 : 0"}),
      {c, e});
}

// Writes to arrays whose reads leave them; only small values, so that sums of what is read stay exact.
void NestMaker::bounded_store(Block& to) {
  const std::string i = sight_.loops[0].name;
  Expr e = expr(Kind::Exact, 1);
  if (e.magnitude > 8 || e.bits > 2) e = leaf(Kind::Exact, "1.5", 2, 2);
  const bool single = sight_.loops.size() == 1;
  const std::string grid = Expressions(r_, sight_).grid_index(2, true);
  switch (r_.below(5)) {
    case 0:
      if (single && claim("xm", "map " + i)) add(to, fmt::format("xm[{}] = $0", i), {e});
      return;
    case 1:
      if (single && claim("vc", "map " + i)) add(to, fmt::format("vc[{}] = and($0, 15)", i), {expr(Kind::Int)});
      return;
    case 2:
      if (claim("vc", "miss"))
        clean_ = false, add(to, fmt::format("vc[{0}] = and(vc[{0}-{1}] + $0, 15)", i, r_.one({"1", "L", "3", "2*L-1"})),
                            {expr(Kind::Int, 1)});
      return;
    case 3:
      if (!grid.empty() && claim("ak", "map " + grid))
        clean_ &= names_all_loops(grid), add(to, fmt::format("ak[{}] = $0", grid), {e});
      return;
    default:
      if (sight_.loops.size() == 2 && !grid.empty() && claim("cs", "map")) {  // outside nothing is written
        clean_ &= names_all_loops(grid);
        const auto comma = grid.find(',');
        add(to,
            fmt::format("cs[{}{},{}+1] = and($0, 15)", grid.substr(0, comma), r_.one({"-2", "+3", "-1"}),
                        grid.substr(comma + 1)),
            {expr(Kind::Int)});
      }
      return;
  }
}

}  // namespace qc::laws
