#include "tests/laws/expressions.h"

#include <fmt/format.h>

#include <algorithm>

namespace qc::laws {
namespace {

// Sums of 2^14 such values stay below 2^24 units.
bool fits(double magnitude, int bits) { return magnitude * double(1 << std::min(bits, 20)) <= 1024; }

struct ArrayFact {
  const char* name;
  Kind kind;
  int rank;
};
const std::vector<ArrayFact> kReadable = {
    {"x", Kind::Exact, 1}, {"r", Kind::Rough, 1},  {"v", Kind::Int, 1},   {"u", Kind::Int, 1},   {"b", Kind::Bool, 1},
    {"a", Kind::Exact, 2}, {"c", Kind::Int, 2},    {"w", Kind::Exact, 3}, {"y", Kind::Exact, 1}, {"z", Kind::Int, 1},
    {"o", Kind::Int, 1},   {"t", Kind::Bool, 1},   {"h", Kind::Int, 1},   {"e", Kind::Exact, 1}, {"d", Kind::Exact, 2},
    {"l", Kind::Int, 2},   {"o3", Kind::Exact, 3}, {"g", Kind::Int, 1},   {"qa", Kind::Int, 1},  {"qb", Kind::Int, 1},
    {"qc", Kind::Int, 1},  {"qd", Kind::Int, 1},   {"qe", Kind::Int, 1},  {"qf", Kind::Int, 1}};

}  // namespace

Expr leaf(Kind kind, std::string text, double magnitude, int bits) {
  return {kind, std::move(text), {}, magnitude, bits};
}
Expr join(Kind kind, std::string text, std::vector<Expr> parts, double magnitude, int bits) {
  return {kind, std::move(text), std::move(parts), magnitude, bits};
}

std::string Expressions::axis_index(int axis, bool plain) {
  std::vector<const LoopVar*> usable;
  for (const LoopVar& l : s_.loops)
    if (l.axis == axis || s_.square) usable.push_back(&l);
  if (usable.empty()) return "";
  const LoopVar& l = *r_.pick(usable);
  const char* extent[] = {"N", "M", "K"};
  if (plain || r_.chance(60)) return l.name;
  switch (r_.below(6)) {
    case 0:
      return l.low >= 1 ? l.name + "-1" : l.name;
    case 1:
      return l.high >= 1 ? l.name + "+1" : l.name;
    case 2:
      return fmt::format("{}-1-{}", extent[axis], l.name);
    case 3:  // moved inside by hand
      return fmt::format("min(max({}-2,0),{}-1)", l.name, extent[axis]);
    case 4:
      return fmt::format("mod({0}+{1}-1,{1})", l.name, extent[axis]);
    default:
      return fmt::format("mod({}*3+1, {})", l.name, extent[axis]);
  }
}

std::string Expressions::grid_index(int rank, bool plain) {
  std::string out;
  for (int axis = 0; axis < rank; ++axis) {
    const std::string one = axis_index(axis, plain);
    if (one.empty()) return "";
    out += (axis ? "," : "") + one;
  }
  return out;
}

std::string Expressions::vector_index() {
  if (s_.loops.empty() || r_.chance(6)) return r_.one({"0", "5", "L-1", "q"});
  const LoopVar& l = r_.pick(s_.loops);
  const std::string i = l.name;
  switch (r_.below(16)) {
    case 0:
      return i + "+1";
    case 1:
      return i + "+4";
    case 2:
      return l.low >= 1 ? i + "-1" : i;
    case 3:
      return "2*" + i;
    case 4:
      return "2*" + i + "+1";
    case 5:
      return "L-1-" + i;
    case 6:
      return r_.chance(50) ? "g[" + i + "]" : "p[" + i + "]";
    case 7:
      return i + "+q";
    case 8:
      return i + "*inc";
    case 9:
      return r_.chance(50) ? "shr(" + i + ",1)" : "mod(" + i + ",7)";
    case 10:
      return r_.chance(4) ? "2*" + i + "+L-8" : i;  // outside for some
    case 11:                                        // moved inside by hand
      return r_.chance(50) ? "min(" + i + "+3,L-1)" : "max(0,min(" + i + "-q,L-1))";
    case 12:
      return "mod(" + i + "+2,L)";
    default:
      return i;
  }
}

std::string Expressions::injective_index() {
  if (s_.loops.size() == 1) {
    const std::string i = s_.loops[0].name;
    const std::string all[] = {i, i, i, i + "+3", "2*" + i, "2*" + i + "+1", "L-1-" + i, i + "+q"};
    return all[r_.below(8)];
  }
  if (s_.loops.size() == 2 && s_.loops[0].axis == 0 && s_.loops[1].axis == 1) return "";
  return "";
}

bool Expressions::element(Kind kind, Expr& out) {
  std::vector<const ArrayFact*> usable;
  for (const ArrayFact& a : kReadable) {
    const Known& k = s_.known->at(a.name);
    if (a.kind == kind && !k.spent && !s_.hidden.count(a.name)) usable.push_back(&a);
  }
  if (usable.empty()) return false;
  const ArrayFact& a = *r_.pick(usable);
  const Known& k = s_.known->at(a.name);
  if (kind == Kind::Exact && !fits(k.magnitude, k.bits)) return false;
  const std::string index = a.rank == 1 ? vector_index() : grid_index(a.rank, false);
  if (index.empty()) return false;
  s_.read.insert(a.name);
  out = leaf(kind, fmt::format("{}[{}]", a.name, index), k.magnitude, k.bits);
  return true;
}

bool Expressions::number(Kind kind, Expr& out) {
  std::vector<std::pair<std::string, Known>> usable;
  for (const auto& [name, k] : s_.privates)
    if (k.kind == kind && !k.spent) usable.push_back({name, k});
  if (usable.empty() || r_.chance(30))
    for (const auto& [name, k] : *s_.known)
      if (k.kind == kind && !k.spent && !s_.hidden.count(name) && !s_.privates.count(name) &&
          (name.size() > 1 && name[1] >= '0' && name[1] <= '2'))
        usable.push_back({name, k});
  if (usable.empty()) return false;
  const auto& [name, k] = r_.pick(usable);
  if (kind == Kind::Exact && !fits(k.magnitude, k.bits)) return false;
  s_.read.insert(name);
  out = leaf(kind, name, k.magnitude, k.bits);
  return true;
}

Expr Expressions::atom(Kind kind) {
  Expr e;
  for (int attempt = 0; attempt < 4; ++attempt) {
    if (r_.chance(30) && number(kind, e)) return e;
    if (r_.chance(8) && modal_element(kind, e)) return e;
    if (r_.chance(2) && slice(kind, e)) return e;
    if (r_.chance(3) && library(kind, e)) return e;
    if (r_.chance(75) && element(kind, e)) return e;
    if (kind == Kind::Int && !s_.loops.empty() && r_.chance(60)) return leaf(kind, r_.pick(s_.loops).name, 20000);
  }
  switch (kind) {
    case Kind::Int:
      return leaf(kind, std::to_string(r_.between(0, 9)), 9);
    case Kind::Exact:
      return leaf(kind, r_.one({"1.0", "0.5", "2.0", "3.0", "0.25"}), 3, 2);
    case Kind::Rough:
      return leaf(kind, r_.one({"0.1", "0.7", "1.3", "2.0"}), 2);
    case Kind::Bool:
      return leaf(kind, r_.chance(50) ? "true" : "false", 1);
  }
  return e;
}

Expr Expressions::make(Kind kind, int depth) {
  if (depth <= 0 || r_.chance(25)) return atom(kind);
  if (r_.chance(6)) return call(kind, depth - 1);
  switch (kind) {
    case Kind::Int:
      return whole_operation(depth - 1);
    case Kind::Exact:
      return exact_operation(depth - 1);
    case Kind::Rough:
      return rough_operation(depth - 1);
    case Kind::Bool:
      break;
  }
  return truth_operation(depth - 1);
}

Expr Expressions::whole_operation(int depth) {
  Expr a = whole(depth), b = whole(depth);
  const double m = a.magnitude + b.magnitude;
  switch (r_.below(12)) {
    case 0:
      return join(Kind::Int, "($0 + $1)", {a, b}, m);
    case 1:
      return join(Kind::Int, "($0 - $1)", {a, b}, m);
    case 2:
      return join(Kind::Int, "($0 * $1)", {a, b}, a.magnitude * b.magnitude);
    case 3:
      return join(Kind::Int, r_.one({"and($0, $1)", "or($0, $1)", "xor($0, $1)"}), {a, b}, 2 * m);
    case 4:
      return join(Kind::Int, r_.one({"min($0, $1)", "max($0, $1)"}), {a, b}, m);
    case 5:
      return join(Kind::Int, fmt::format("mod($0, {})", r_.between(2, 9)), {a}, 9);
    case 6:
      return join(Kind::Int, fmt::format("periodize($0, {})", r_.between(2, 9)), {a}, 9);
    case 7:
      return join(Kind::Int, fmt::format("{}($0, {})", r_.one({"shr", "shl"}), r_.between(0, 3)), {a}, 8 * a.magnitude);
    case 8:
      return join(Kind::Int, "($2 ? $0 : $1)", {a, b, truth(depth)}, m);
    case 9:
      return join(Kind::Int, "int($0)", {make(Kind::Exact, depth)}, 1024);
    case 10:
      return join(Kind::Int, "abs($0)", {a}, a.magnitude);
    default:
      return r_.chance(8) ? join(Kind::Int, "mod($0, $1)", {a, b}, a.magnitude)
                          : join(Kind::Int, "(-$0)", {a}, a.magnitude);
  }
}

Expr Expressions::exact_operation(int depth) {
  Expr a = make(Kind::Exact, depth), b = make(Kind::Exact, depth);
  const int bits = std::max(a.bits, b.bits);
  const double m = a.magnitude + b.magnitude;
  switch (r_.below(8)) {
    case 0:
      if (fits(m, bits)) return join(Kind::Exact, "($0 + $1)", {a, b}, m, bits);
      break;
    case 1:
      if (fits(m, bits)) return join(Kind::Exact, "($0 - $1)", {a, b}, m, bits);
      break;
    case 2:
      if (fits(a.magnitude * b.magnitude, a.bits + b.bits))
        return join(Kind::Exact, "($0 * $1)", {a, b}, a.magnitude * b.magnitude, a.bits + b.bits);
      break;
    case 3:
      return join(Kind::Exact, r_.one({"min($0, $1)", "max($0, $1)"}), {a, b}, m, bits);
    case 4:
      return join(Kind::Exact, "abs($0)", {a}, a.magnitude, a.bits);
    case 5:
      return join(Kind::Exact, "($2 ? $0 : $1)", {a, b, truth(depth)}, m, bits);
    case 6:
      return join(Kind::Exact, "floor($0)", {a}, a.magnitude + 1, 0);
    default:
      break;
  }
  return a;
}

Expr Expressions::rough_operation(int depth) {
  Expr a = make(r_.chance(70) ? Kind::Rough : Kind::Exact, depth), b = make(Kind::Rough, depth);
  const double m = a.magnitude + b.magnitude;
  switch (r_.below(14)) {
    case 11:
      return join(Kind::Rough,
                  r_.one({"log(1 + abs($0))", "log2(1 + abs($0))", "log10(2 + abs($0))", "atan($0)", "asinh($0)",
                          "erf($0)", "rsqrt(1 + abs($0))"}),
                  {a}, 5 + a.magnitude);
    case 12:
      return join(Kind::Rough,
                  r_.one({"atan2($0, $1)", "pow(1 + abs($0), min(max($1, -2.0), 2.0))", "(1 + abs($0)) ^ 1.5",
                          "exp2(min($0, 3.0))"}),
                  {a, b}, 2 + (1 + a.magnitude) * (1 + a.magnitude));
    case 13:
      return join(Kind::Rough,
                  r_.one({"sin(100 * $0)", "cos($0 * 1000)", "tan(min(max($0, -1.0), 1.0))",
                          "sinh(min(max($0, -3.0), 3.0))", "cosh(min(max($0, -3.0), 3.0))"}),
                  {a}, 12);
    case 0:
      return join(Kind::Rough, "($0 + $1)", {a, b}, m);
    case 1:
      return join(Kind::Rough, "($0 - $1)", {a, b}, m);
    case 2:
      if (m < 100) return join(Kind::Rough, "($0 * $1)", {a, b}, a.magnitude * b.magnitude);
      break;
    case 3:
      return join(Kind::Rough, "($0 / (1 + abs($1)))", {a, b}, a.magnitude);
    case 4:
      return join(Kind::Rough, r_.one({"sin($0)", "cos($0)", "tanh($0)"}), {a}, 1);
    case 5:
      return join(Kind::Rough, "sqrt(abs($0))", {a}, 1 + a.magnitude);
    case 6:
      return join(Kind::Rough, "exp(min($0, 2.0))", {a}, 8);
    case 7:
      return join(Kind::Rough, r_.one({"min($0, $1)", "max($0, $1)"}), {a, b}, m);
    case 8:
      return join(Kind::Rough, "($2 ? $0 : $1)", {a, b, truth(depth)}, m);
    case 9:
      return join(Kind::Rough, "(mod($0, 9) / 7)", {whole(depth)}, 2);
    default:
      break;
  }
  return b;
}

Expr Expressions::truth_operation(int depth) {
  const std::string compare = r_.one({"<", "<=", ">", ">=", "==", "!="});
  switch (r_.below(7)) {
    case 0:
      return join(Kind::Bool, "($0 && $1)", {truth(depth), truth(depth)}, 1);
    case 1:
      return join(Kind::Bool, "($0 || $1)", {truth(depth), truth(depth)}, 1);
    case 2:
      return join(Kind::Bool, "(!$0)", {truth(depth)}, 1);
    case 3:
      return join(Kind::Bool, "($0 " + compare + " $1)", {make(Kind::Exact, depth), make(Kind::Exact, depth)}, 1);
    case 4:
      return join(Kind::Bool, "($0 " + compare + " $1)", {make(Kind::Rough, depth), make(Kind::Rough, depth)}, 1);
    case 5:
      return join(Kind::Bool, fmt::format("(mod($0, {}) {} 0)", r_.between(2, 5), compare), {whole(depth)}, 1);
    default:
      return join(Kind::Bool, "($0 " + compare + " $1)", {whole(depth), whole(depth)}, 1);
  }
}

}  // namespace qc::laws
