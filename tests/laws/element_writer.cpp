// Elementwise expressions, see whole_arrays.h.
#include <algorithm>

#include "tests/laws/whole_arrays.h"

namespace qc::laws {

Expr ElementWriter::vector_leaf(Kind kind) {
  if (r_.chance(20))
    return kind == Kind::Int ? leaf(kind, std::to_string(r_.between(1, 9)), 9)
                             : leaf(kind, r_.one({"2.0", "0.5", "3.0"}), 3, 2);
  const std::string name = kind == Kind::Exact ? r_.one({"x", "x", "y", "e"})
                           : kind == Kind::Rough
                               ? r_.one({"r", "r", "rr", "x"})
                               : r_.one({"v", "v", "z", "h", "u", "o", "qa", "qb", "qc", "qd", "qe", "g"});
  const Known& k = known_[name];
  if (k.spent || (kind == Kind::Exact && k.magnitude > 64))
    return leaf(kind, kind == Kind::Int ? "v@" : kind == Kind::Exact ? "x@" : "r@", 20, 2);
  return leaf(kind, name + "@", k.magnitude, k.bits);
}

Expr ElementWriter::vector(Kind kind, int depth) {
  if (depth == 0 || r_.chance(20)) return vector_leaf(kind);
  const Expr a = vector(kind, depth - 1), b = vector(kind, depth - 1);
  const double m = a.magnitude + b.magnitude;
  const int bits = std::max(a.bits, b.bits);
  if (kind == Kind::Int) {
    switch (r_.below(8)) {
      case 0:
        return join(kind, "($0 .* $1)", {a, b}, a.magnitude * b.magnitude);
      case 1:
        return join(kind, "mod($0, 7)", {a}, 7);
      case 2:
        return join(kind, "abs($0)", {a}, m);
      case 3:
        return join(kind, r_.one({"min($0, $1)", "max($0, $1)"}), {a, b}, m);
      case 4:
        return join(kind, "(-$0)", {a}, m);
      case 5:
        return join(kind, "($0 - $1)", {a, b}, m);
      default:
        return join(kind, "($0 + $1)", {a, b}, m);
    }
  }
  switch (r_.below(9)) {
    case 0:
    case 1:
      if (kind == Kind::Rough || a.magnitude * b.magnitude * double(1 << (a.bits + b.bits)) < 4e4)
        return join(kind, "($0 .* $1)", {a, b}, a.magnitude * b.magnitude, a.bits + b.bits);
      break;
    case 2:
      return join(kind, r_.one({"min($0, $1)", "max($0, $1)"}), {a, b}, m, bits);
    case 3:
      return join(kind, "abs($0)", {a}, a.magnitude, bits);
    case 4:
      return join(kind, "($0 - $1)", {a, b}, m, bits);
    case 5:
      if (kind == Kind::Rough)
        return join(kind, r_.one({"sin($0)", "sqrt(abs($0))", "($0 ./ (1 + abs($0)))", "tanh($0)"}), {a},
                    2 + a.magnitude);
      break;
    case 6:
      return join(kind, "(-$0)", {a}, a.magnitude, a.bits);
    case 7:
      if (kind == Kind::Rough) return join(kind, "($0 .* $1 + $0)", {a, b}, a.magnitude * b.magnitude + a.magnitude);
      break;
    default:
      break;
  }
  return join(kind, "($0 + $1)", {a, b}, m, bits);
}

std::string ElementWriter::at(std::string text, const std::string& place) {
  for (std::size_t k; (k = text.find('@')) != std::string::npos;) text.replace(k, 1, place);
  return text;
}

void ElementWriter::put(const std::string& whole, const std::string& stepped) {
  Node n;
  n.text = whole;
  n.stepped = stepped;
  p_.body.push_back(std::move(n));
}

void ElementWriter::each(const std::string& whole, const std::string& range, const std::string& body) {
  put(whole, "#for at=" + range + "; " + body + "; end");
}

void ElementWriter::note(const std::string& name, const Expr& e) {
  Known& k = known_[name];
  k.magnitude = std::max(k.magnitude, e.magnitude);
  k.bits = std::max(k.bits, e.bits);
}

}  // namespace qc::laws
