// Expressions that reach beyond plain accesses and operators: boundary modes, calls of functions, slices.
#include <fmt/format.h>

#include "tests/laws/expressions.h"

namespace qc::laws {

// An index that may leave the array on either side.
std::string Expressions::loose_index() {
  if (s_.loops.empty()) return std::to_string(r_.between(-9, 40));
  const std::string i = r_.pick(s_.loops).name;
  switch (r_.below(7)) {
    case 0: return i + "-3";
    case 1: return i + "+5";
    case 2: return "2*" + i + "-7";
    case 3: return i + "-L";
    case 4: return "-" + i;
    case 5: return i + "+q";
    default: return i;
  }
}

bool Expressions::modal_element(Kind kind, Expr& out) {
  if (kind == Kind::Int) {
    if (r_.chance(50)) return out = leaf(kind, "vc[" + loose_index() + "]", 20), true;
    const std::string row = loose_index();
    return out = leaf(kind, "cs[" + row + "," + loose_index() + "]", 20), true;
  }
  if (kind != Kind::Exact) return false;
  const std::string first = loose_index(), second = loose_index();
  switch (r_.below(3)) {
    case 0: return out = leaf(kind, "xm[" + first + "]", 8, 2), true;
    case 1: return out = leaf(kind, "ak[" + first + "," + second + "]", 8, 2), true;
    default: return out = leaf(kind, "wm[" + first + "," + second + "," + loose_index() + "]", 8, 2), true;
  }
}

Expr Expressions::call(Kind kind, int depth) {
  *s_.helpers = true;
  auto part = [&](Kind k) { return make(k, depth); };
  if (kind == Kind::Int) {
    const Expr a = part(kind), b = part(kind);
    const double m = a.magnitude + b.magnitude + 7;
    switch (r_.below(9)) {
      case 0: return join(kind, "pick_of($0, $1)", {a, b}, m);
      case 1: return join(kind, "early($0, $1)", {a, b}, m);
      case 2: return join(kind, "steps($0)", {a}, 4);
      case 3: return join(kind, "generic($0, $1)", {a, b}, m);
      case 4: return join(kind, "narrow($0, $1)", {a, b}, 128);
      case 5: return join(kind, "lam($0, $1)", {a, b}, 4 * m);
      case 6: return join(kind, "inner($0)", {a}, m + 70000);
      case 7: return join(kind, s_.hidden.count("v") ? "pick_of($0, 2)" : "at_of(v, $0)", {a}, m + 20);
      default: return join(kind, "at_of(g, $0)", {a}, 20000);
    }
  }
  if (kind == Kind::Rough) {
    const Expr a = part(kind);
    switch (r_.below(3)) {
      case 0: return join(kind, "rough_of($0)", {a}, a.magnitude + 1);
      case 1: { const Expr b = part(kind); if (a.magnitude * b.magnitude < 100) return join(kind, "rough_of($0, $1)", {a, b}, 2 * a.magnitude * b.magnitude + 1); break; }
      default: break;
    }
    return join(kind, "device($0)", {a}, 1);
  }
  if (kind == Kind::Exact) {
    const Expr a = part(kind), b = part(kind);
    return join(kind, "generic($0, $1)", {a, b}, a.magnitude + b.magnitude, std::max(a.bits, b.bits));
  }
  return join(kind, "(generic($0, 3) > $1)", {part(Kind::Int), part(Kind::Int)}, 1);
}

// A reduction by name over a row or column.
bool Expressions::slice(Kind kind, Expr& out) {
  const std::string a = kind == Kind::Int ? "c" : "a";
  if ((kind != Kind::Int && kind != Kind::Exact) || s_.loops.empty() || s_.hidden.count(a)) return false;
  const Known& k = s_.known->at(a);
  if (k.spent || k.magnitude > 20) return false;
  const bool row = r_.chance(60);
  const LoopVar* along = nullptr;
  for (const LoopVar& l : s_.loops)
    if (l.axis == (row ? 0 : 1) || s_.square) along = &l;
  if (!along) return false;
  const std::string f = r_.one({"sum", "max", "min"});
  out = leaf(kind, row ? fmt::format("{}({}[{},:])", f, a, along->name) : fmt::format("{}({}[:,{}])", f, a, along->name), k.magnitude * (f == "sum" ? 1100 : 1), k.bits);
  return true;
}

}  // namespace qc::laws
