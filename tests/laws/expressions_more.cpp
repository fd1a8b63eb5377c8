// Expressions that reach beyond plain accesses and operators: boundary modes, calls of functions, slices.
#include <fmt/format.h>

#include "tests/laws/expressions.h"

namespace qc::laws {

// An index that may leave the array on either side.
std::string Expressions::loose_index() {
  if (s_.loops.empty()) return std::to_string(r_.between(-9, 40));
  const std::string i = r_.pick(s_.loops).name;
  switch (r_.below(7)) {
    case 0:
      return i + "-3";
    case 1:
      return i + "+5";
    case 2:
      return "2*" + i + "-7";
    case 3:
      return i + "-L";
    case 4:
      return "-" + i;
    case 5:
      return i + "+q";
    default:
      return i;
  }
}

bool Expressions::modal_element(Kind kind, Expr& out) {
  for (const char* a : {"vc", "cs", "xm", "ak", "wm"}) s_.read.insert(a);
  if (kind == Kind::Int) {
    if (r_.chance(50)) return out = leaf(kind, "vc[" + loose_index() + "]", 20), true;
    const std::string row = loose_index();
    return out = leaf(kind, "cs[" + row + "," + loose_index() + "]", 20), true;
  }
  if (kind != Kind::Exact) return false;
  const std::string first = loose_index(), second = loose_index();
  switch (r_.below(3)) {
    case 0:
      return out = leaf(kind, "xm[" + first + "]", 8, 2), true;
    case 1:
      return out = leaf(kind, "ak[" + first + "," + second + "]", 8, 2), true;
    default:
      return out = leaf(kind, "wm[" + first + "," + second + "," + loose_index() + "]", 8, 2), true;
  }
}

Expr Expressions::call(Kind kind, int depth) {
  *s_.helpers = true;
  auto part = [&](Kind k) { return make(k, depth); };
  if (kind == Kind::Int) {
    const Expr a = part(kind), b = part(kind);
    const double m = a.magnitude + b.magnitude + 7;
    switch (r_.below(9)) {
      case 0:
        return join(kind, "pick_of($0, $1)", {a, b}, m);
      case 1:
        return join(kind, "early($0, $1)", {a, b}, m);
      case 2:
        return join(kind, "steps($0)", {a}, 4);
      case 3:
        return join(kind, "generic($0, $1)", {a, b}, m);
      case 4:
        return join(kind, "narrow($0, $1)", {a, b}, 128);
      case 5:
        return join(kind, "lam($0, $1)", {a, b}, 4 * m);
      case 6:
        return join(kind, "inner($0)", {a}, m + 70000);
      case 7:
        return join(kind, s_.hidden.count("v") ? "pick_of($0, 2)" : "at_of(v, $0)", {a}, m + 20);
      default:
        return join(kind, "at_of(g, $0)", {a}, 20000);
    }
  }
  if (kind == Kind::Rough) {
    const Expr a = part(kind);
    switch (r_.below(3)) {
      case 0:
        return join(kind, "rough_of($0)", {a}, a.magnitude + 1);
      case 1: {
        const Expr b = part(kind);
        if (a.magnitude * b.magnitude < 100)
          return join(kind, "rough_of($0, $1)", {a, b}, 2 * a.magnitude * b.magnitude + 1);
        break;
      }
      default:
        break;
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
  out =
      leaf(kind, row ? fmt::format("{}({}[{},:])", f, a, along->name) : fmt::format("{}({}[:,{}])", f, a, along->name),
           k.magnitude * (f == "sum" ? 1100 : 1), k.bits);
  return true;
}

// Functions of arrays, of slices whose ends each iteration computes.
bool Expressions::library(Kind kind, Expr& out) {
  if (s_.loops.empty()) return false;
  const bool floats = kind == Kind::Exact || kind == Kind::Rough;
  const std::string a = kind == Kind::Bool    ? r_.one({"b", "v"})
                        : kind == Kind::Int   ? r_.one({"v", "u", "g"})
                        : kind == Kind::Exact ? "x"
                                              : r_.one({"r", "x"});
  if (s_.hidden.count(a)) return false;
  const std::string i = r_.pick(s_.loops).name;
  const std::string rows[] = {
      a + "[~..~+3]",          a + "[~..~+mod(~,3)]",  a + "[0..mod(~,5)/2]",           a + "[mod(~,4)..-1..0]",
      a + "[~..~+and(q,3)/2]", a + "[0..2..mod(~,7)]", a + "[max(~-2,0)..min(~+1,L-1)]"};
  std::string text;
  switch (kind) {
    case Kind::Int:
      text = r_.one({"sum($)", "max($)", "min($)", "prod(mod($,3))", "numel($)", "sort($)[0]", "cumsum($)[0]",
                     "fliplr($)[0]", "numel(~/2..-1..0.25)", "numel(0..~/2-1)", "sum(0..mod(~,6)/2)",
                     "numel(0..0.5..mod(~,4))", "numel(find($ > 2))", "clamp(~, 1, 5)", "sum(abs($))", "dotprod($, $)",
                     "argmax($)", "argmin($)"});
      break;
    case Kind::Exact:
      text = r_.one({"max($)", "min($)", "sort($)[0]", "fliplr($)[0]", "max(abs($))", "clamp(x[~], -1.5, 2)",
                     "round(x[~])", "ceil(x[~])", "sign(x[~])"});
      break;
    case Kind::Rough:
      text = r_.one({"mean($)", "norm($)", "std($)", "var($)", "median($)", "saturate(r[~])", "lerp(0.1, 0.7, r[~])",
                     "frac(r[~])", "sum($.*$)", "mean(0.1..0.1..0.7)"});
      break;
    case Kind::Bool:
      text = r_.one({"any($ > 1)", "all($ > 0)", "isnan(r[~])", "isfinite(x[~])", "(numel($) > 1)", "isinf(x[~])"});
      break;
  }
  if (text.find("r[") != std::string::npos && s_.hidden.count("r")) return false;
  if (text.find("x[") != std::string::npos && s_.hidden.count("x")) return false;
  const std::string row = rows[r_.below(7)];
  for (std::size_t at; (at = text.find('$')) != std::string::npos;) text.replace(at, 1, row);
  for (std::size_t at; (at = text.find('~')) != std::string::npos;) text.replace(at, 1, i);
  s_.read.insert(a);
  out = leaf(kind, text, floats ? 9 : 20000, kind == Kind::Exact ? 2 : 0);
  return true;
}

}  // namespace qc::laws
