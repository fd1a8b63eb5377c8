// Complex numbers and fixed-size vectors in nests.
#include <fmt/format.h>

#include "tests/laws/nests.h"

namespace qc::laws {

void NestMaker::accumulate_parts(Block& to) {
  const Expr a = expr(Kind::Exact), b = expr(Kind::Exact, 1), c = expr(Kind::Exact, 0);
  Expr sum = a;
  sum.magnitude = 65536 * (a.magnitude + b.magnitude + c.magnitude);
  const std::string at = Expressions(r_, sight_).vector_index(), i = sight_.loops[0].name;
  const bool single = sight_.loops.size() == 1;
  switch (r_.below(10)) {
    case 0:
      if (claim("p3", "+"))
        add(to, r_.one({"p3 += [$0, $1, $2]", "p3 = p3 + [$0, $1, $2]", "p3 -= [$0, 1.0, $1]"}), {a, b, c});
      break;
    case 1:
      if (claim("wz", "+"))
        add(to, r_.one({"wz += complex($0, $1)", "wz = wz - complex($0, $1)", "wz = complex($0, $1) + wz", "wz += $0"}),
            {a, b});
      break;
    case 2:
      if (!claimed_.count("ca") && claim("wz", "+")) add(to, "wz += ca[" + at + "]");
      break;
    case 3:
      if (single && !claimed_.count("ca") && claim("cb", "map " + i))
        add(to, fmt::format("cb[{}] = complex($0, $1) - ca[{}]", i, at), {a, b});
      break;
    case 4:
      if (single && claim("ca", "map " + i))
        add(to, fmt::format("ca[{0}] = conj(ca[{0}]) + complex($0, imag(ca[{0}]))", i), {b});
      break;
    case 5:
      if (claim("cb", "bins+")) add(to, "cb[periodize($1, 6)] += complex($0, $2)", {a, expr(Kind::Int), b});
      break;
    case 6:
      claim("p3", "miss");
      clean_ = false;
      add(to, "p3 = [p3[1], $0, p3[0]]", {a});
      break;
    case 7:
      claim("wz", "miss");
      clean_ = false;
      add(to, "wz = complex($0, real(wz))", {a});
      break;
    case 8: {
      const std::string s = r_.one({"s0", "s1", "s2"});
      if (!claim_rough(s, "+")) break;
      add(to, "t3 = [$0, $1, 2.0]\n" + s + " += t3[1] - t3[0]\n" + s + " += sum(t3)", {a, b});
      later_[s] = {Kind::Exact, 3 * sum.magnitude, std::max(a.bits, b.bits), false};
      break;
    }
    default:
      if (!claimed_.count("cb") && claim("n0", "+")) add(to, "n0 += real(cb[" + at + "]) > 0 ? 1 : 2");
      break;
  }
}

}  // namespace qc::laws
