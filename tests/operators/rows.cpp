#include "tests/operators/rows.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "host/arrays/arith.h"

namespace qc::test {
namespace {

using host::Number;

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<Number> wholes(Elem e, std::initializer_list<std::int64_t> all) {
  std::vector<Number> out;
  for (std::int64_t v : all) {
    Number n = Number::integer(v);
    n.type = e;
    out.push_back(n);
  }
  return out;
}

std::vector<Number> reals(Elem e, std::initializer_list<double> all) {
  std::vector<Number> out;
  for (double v : all) out.push_back(Number::real(v, e));
  return out;
}

// The least and the greatest values, those beside them, zeros, and what is in the middle.
std::vector<Number> edges(Operand o) {
  constexpr std::int64_t max = std::numeric_limits<std::int64_t>::max(), min = std::numeric_limits<std::int64_t>::min();
  if (o.complex) {
    std::vector<Number> out;
    for (const auto& [re, im] :
         {std::pair(0.0, 0.0), {-0.0, 1.0}, {1.0, -0.0}, {-2.5, 3.0}, {0.5, -1e30}, {kInf, 1.0}, {kNan, 0.0}}) {
      Number n = Number::real(re, o.elem);
      n.complex = true;
      n.im = Number::real(im, o.elem).re;
      out.push_back(n);
    }
    return out;
  }
  switch (o.elem) {
    case Elem::Bool:
      return wholes(o.elem, {0, 1});
    case Elem::I8:
      return wholes(o.elem, {0, 1, -1, 127, -128, 5});
    case Elem::U8:
      return wholes(o.elem, {0, 1, 255, 254, 128, 7});
    case Elem::I16:
      return wholes(o.elem, {0, -1, 32767, -32768, 100});
    case Elem::U16:
      return wholes(o.elem, {0, 1, 65535, 32768});
    case Elem::I32:
      return wholes(o.elem, {0, -1, 2147483647, -2147483648LL, 3});
    case Elem::U32:
      return wholes(o.elem, {0, 1, 4294967295, 2147483648, 3});
    case Elem::U64:
      return wholes(o.elem, {0, 1, -1, min, max, 3});
    case Elem::I64:
      return wholes(o.elem, {0, 1, -1, 2, 7, -3, 63, 64, 4294967296, 9007199254740993, max, min});
    case Elem::F16:
      return reals(o.elem, {0, -0.0, 1, -2.5, 65504, 0x1p-24, kInf, kNan});
    case Elem::F32:
      return reals(o.elem, {0, -0.0, 1, -1, 0.5, -2.5, 3, 16777216, 9.3e18, -1e30, 1e-40, kInf, -kInf, kNan});
    case Elem::F64:
      return reals(o.elem,
                   {0, -0.0, 1, -1, 0.5, -2.5, 3, 9007199254740992.0, 9.3e18, -1e300, 5e-324, kInf, -kInf, kNan});
  }
  return {};
}

const char* const kSized[] = {"int8",  "uint8",  "int16", "uint16", "int32",  "uint32",
                              "int64", "uint64", "half",  "float",  "double", "bool"};

std::vector<Row> conversions(const Operand& o) {
  std::vector<Row> rows;
  for (const std::string type : kSized) {
    rows.push_back({"r : " + type + " = a"});
    rows.push_back({"Z_" + type + "[i] = a; r = Z_" + type + "[i]"});
    if (o.complex) continue;
    rows.push_back({"r = " + type + "(a)"});
    rows.push_back({"r : " + type + " = 3; r += a"});
    rows.push_back({"r : " + type + " = 3; r = a - r"});
    rows.push_back({"r : " + type + " = 3; r *= a"});
    rows.push_back({"Z_" + type + "[i] = 2; Z_" + type + "[i] += a; r = Z_" + type + "[i]"});
    rows.push_back({"Z_" + type + "[i] = 2; Z_" + type + "[i] *= a; r = Z_" + type + "[i]"});
    if (type == "bool" || type == "half" || type == "float" || type == "double") continue;
    rows.push_back({"Z_" + type + "[i] = 2; Z_" + type + "[i] ^^= a; r = Z_" + type + "[i]"});
    rows.push_back({"Z_" + type + "[i] = 2; Z_" + type + "[i] __= a; r = Z_" + type + "[i]"});
    rows.push_back({"r : " + type + " = 2; r = max(r, a)"});
    rows.push_back({"r : " + type + " = 2; r __= a"});
  }
  return rows;
}

std::vector<Row> unary(const Operand& o) {
  std::vector<Row> rows;
  for (const char* e :
       {"-a",        "+a",       "!a",       "- -a",        "abs(a)",      "sign(a)", "floor(a)", "ceil(a)",
        "round(a)",  "frac(a)",  "sqrt(a)",  "rsqrt(a)",    "exp(a)",      "exp2(a)", "log(a)",   "log2(a)",
        "log10(a)",  "sin(a)",   "cos(a)",   "tan(a)",      "asin(a)",     "acos(a)", "atan(a)",  "sinh(a)",
        "cosh(a)",   "tanh(a)",  "asinh(a)", "acosh(a)",    "atanh(a)",    "erf(a)",  "erfc(a)",  "lgamma(a)",
        "tgamma(a)", "isnan(a)", "isinf(a)", "isfinite(a)", "saturate(a)", "real(a)", "imag(a)",  "conj(a)"})
    rows.push_back({std::string("r = ") + e, true});
  for (const char* e : {"int(a)",
                        "a^2",
                        "a^3",
                        "a^0",
                        "a^(-1)",
                        "a^0.5",
                        "2^a",
                        "2.0^a",
                        "a*a - a",
                        "a - a*a",
                        "1 - 2*a",
                        "a ? 1 : 2.5",
                        "a ? a : 0",
                        "a + true",
                        "a > 0",
                        "0 < a && a < 3",
                        "a == a",
                        "a != a",
                        "1/a",
                        "a/3",
                        "a*0",
                        "0*a",
                        "a - a",
                        "(a + 1) - 1",
                        "sum([a, a])",
                        "[a, 1][0]",
                        "max([a, 2])",
                        "prod([a, 2])",
                        "mean([a, 1])",
                        "any([a, 0])",
                        "all([a, 1])",
                        "norm([a, 2])",
                        "dotprod([a, 1], [2, a])",
                        "max(a)",
                        "sum(a)",
                        "numel(a)",
                        "isreal(a)",
                        "int(a/2)",
                        "floor(a/2)",
                        "not(a)",
                        "factorial(a)",
                        "shl(a, 3)",
                        "shr(a, 1)",
                        "and(a, 6)",
                        "or(a, 9)",
                        "xor(a, 5)",
                        "mod(a, 3)",
                        "mod(a, -3)",
                        "periodize(a, 3)",
                        "mod(7, a)",
                        "clamp(a, 5)",
                        "clamp(a, -1, 2)",
                        "min(a, 2)",
                        "max(2, a)",
                        "lerp(a, 2, 0.25)",
                        "pow(a, 2)",
                        "atan2(a, 1)",
                        "complex(a, 1)"})
    rows.push_back({std::string("r = ") + e});
  if (o.complex) return rows;
  for (const char* e : {"X[a]",
                        "M[a, 1]",
                        "M[1, a]",
                        "M[a]",
                        "Xm[a]",
                        "Xc[a]",
                        "Xl[a]",
                        "Xs[a]",
                        "X[a..a+1][0]",
                        "sum(X[clamp(a, -1, 5)..4])",
                        "numel(0..min(a, 9))",
                        "numel(max(a, -9)..0.5..2)",
                        "numel(min(a, 9)..-1..-2)",
                        "numel(0..max(a, 0.25)..3)",
                        "numel(X[0..clamp(a, -3, 6)])",
                        "numel(X[0..a])",
                        "numel(X[a..a+1])",
                        "sum(X[a..a+1])",
                        "sum(X[max(a, -3)..a-1])",
                        "sum(X[a..max(a-1, 4)])",
                        "numel(a..a+1)",
                        "numel([X[a], 2])",
                        "[X[a], 2][1]",
                        "numel(X[a])",
                        "sum(Xs[max(a, -3)..a-1])"})
    rows.push_back({std::string("r = ") + e});
  for (const char* s : {"X[a] = 5; r = 1", "Xs[a] = 5; r = Xs[a]", "Xm[a] = 5; r = 1",
                        "r = 0; for q=0..a; r += 1; if r > 9; break; end; end",
                        "r = 0; for q=a..-0.5..-3; r += 1; if r > 9; break; end; end",
                        "r = 0; for q=a..2; r += 1; if r > 9; break; end; end; r = r*100",
                        "t = 0.0; r = 0; for q=0..a..3; r += 1; t = q; if r > 9; break; end; end; r = r + 10*t",
                        "r = 0; while r < a; r += 1; if r > 9; break; end; end", "if a; r = 1; else; r = 2; end",
                        "r = 3; r += a", "r = a; r += 1; r *= 2", "r = 0; repeat; r += 1; until r > a || r > 9",
                        "match a with; | 0 -> r = 5; | 1 -> r = 6; | _ -> r = 7; end"})
    rows.push_back({s});
  return rows;
}

std::vector<Row> binary(const Operand& a, const Operand& b) {
  std::vector<Row> rows;
  for (const char* e :
       {"a + b",           "a - b",       "a .* b",    "a ./ b",   "a .^ b",    "a == b",    "a != b",
        "a < b",           "a <= b",      "a > b",     "a >= b",   "min(a, b)", "max(a, b)", "mod(a, b)",
        "periodize(a, b)", "atan2(a, b)", "pow(a, b)", "a.*b + a", "a - a.*b",  "b - b.*a",  "and(a, b)",
        "or(a, b)",        "xor(a, b)",   "shl(a, b)", "shr(a, b)"})
    rows.push_back({std::string("r = ") + e, true});
  for (const char* e : {"a * b",
                        "a / b",
                        "a ^ b",
                        "a && b",
                        "a || b",
                        "!a && b",
                        "a ? a : b",
                        "a > b ? a : b",
                        "a == b ? 1 : 2.5",
                        "int(a / b)",
                        "floor(a / b)",
                        "a*b + a*a",
                        "a*a - b*b",
                        "a + b + a",
                        "(a + b) * a",
                        "clamp(a, b)",
                        "clamp(a, b, 7)",
                        "lerp(a, b, 0.25)",
                        "lerp(1, 3, a)",
                        "complex(a, b)",
                        "max(a, b) - min(a, b)",
                        "sum([a, b])",
                        "[a, b][1]",
                        "max([a, b])",
                        "dotprod([a, b], [b, a])",
                        "a + b > a",
                        "a - b == 0",
                        "mod(a, b) == 0",
                        "(a < b) + (a > b)",
                        "-(a - b)",
                        "-a * b",
                        "a / b * b",
                        "abs(a - b)",
                        "sign(a - b)"})
    rows.push_back({std::string("r = ") + e});
  // A real variable that becomes complex is complex in all of a loop.
  const bool turns = b.complex && !a.complex;
  for (const char* op : {"+=", "-=", "*=", "/=", "^=", ".*=", "./=", ".^=", "^^=", "__="})
    if (!turns) rows.push_back({fmt::format("r = a; r {} b", op)});
  // Of a float they make an int, which in a loop the variable is not.
  for (const char* op : {"&=", "|=", "~="})
    if (!is_float(a.elem)) rows.push_back({fmt::format("r = a; r {} b", op)});
  for (const char* s : {"r = a; if b > r; r = b; end", "r = a; if b <= r; r = b; end", "t = a; a1 = b; r = t - a1",
                        "r = a; r = r + b", "r = a; r = b - r", "r = a; r = max(b, r)"})
    rows.push_back({s});
  if (a.complex || b.complex) return rows;
  for (const char* e : {"numel(max(a, -9)..min(b, 9))", "numel(max(a, -9)..2..min(b, 9))",
                        "numel(min(a, 9)..-0.5..max(b, -9))", "M[a, b]", "sum(X[clamp(a, -1, 6)..clamp(b, -1, 6)])",
                        "numel(X[clamp(a, 1, 5)..clamp(b, 1, 5)])", "sum(X[max(a, -3)..min(b, 9)])", "sum(X[a..b])",
                        "numel(X[a..b])", "max(X[a..b])", "sum(X[a..2..b])", "max(X[a..-1..b])", "numel(M[1, a..b])"})
    rows.push_back({std::string("r = ") + e});
  for (const char* s :
       {"r = 0; for q=a..b; r += 1; if r > 5; break; end; end",
        "r = 0; for q=a..-1..b; r += 1; if r > 5; break; end; end",
        "r = 0; for q=a..b..3; r += 1; if r > 5; break; end; end",
        "r = 0; t = -1; for q=a..1.5..b; r += 1; t = q; if r > 5; break; end; end; r = t", "M[a, b] = 3; r = 2",
        "p = X[a..b]; r = numel(p)", "p = X[a..b]; r = 1.5; if b > 2; r = p[0] + 0.5; end", "X[a..b] = 7; r = sum(X)",
        "X[a..2..b] = 7; r = sum(X)"})
    rows.push_back({s});
  return rows;
}

Batch batch(Operand a, Operand b, std::vector<Row> rows, bool one) {
  Batch out{a, b, {}, {}, std::move(rows)};
  for (const Number& x : edges(a))
    for (const Number& y : one ? wholes(Elem::I64, {1}) : edges(b)) out.as.push_back(x), out.bs.push_back(y);
  return out;
}

}  // namespace

std::string type_name(Elem e) {
  switch (e) {
    case Elem::Bool:
      return "bool";
    case Elem::I8:
      return "int8";
    case Elem::I16:
      return "int16";
    case Elem::I32:
      return "int32";
    case Elem::I64:
      return "int";
    case Elem::U8:
      return "uint8";
    case Elem::U16:
      return "uint16";
    case Elem::U32:
      return "uint32";
    case Elem::U64:
      return "uint64";
    case Elem::F16:
      return "half";
    case Elem::F32:
      return "float";
    case Elem::F64:
      return "double";
  }
  return "";
}

std::string Batch::name() const {
  const auto one = [](Operand o) { return (o.complex ? "complex " : "") + type_name(o.elem); };
  return one(a) + ", " + one(b);
}

std::vector<Batch> batches(Elem scalar) {
  std::vector<Batch> out;
  const Operand number{Elem::I64}, real{scalar}, other{scalar == Elem::F32 ? Elem::F64 : Elem::F32}, truth{Elem::Bool},
      pair{scalar, true};
  const std::vector<Operand> all = {number,      real,        other,       truth,       {Elem::I8},
                                    {Elem::U8},  {Elem::I16}, {Elem::U16}, {Elem::I32}, {Elem::U32},
                                    {Elem::U64}, {Elem::F16}, pair};
  for (const Operand& o : all) {
    out.push_back(batch(o, number, unary(o), true));
    out.push_back(batch(o, number, conversions(o), true));
  }
  const std::pair<Operand, Operand> pairs[] = {{number, number},
                                               {real, real},
                                               {number, real},
                                               {real, number},
                                               {truth, truth},
                                               {truth, number},
                                               {real, truth},
                                               {other, real},
                                               {real, other},
                                               {number, other},
                                               {{Elem::U8}, {Elem::U8}},
                                               {{Elem::I8}, number},
                                               {{Elem::U64}, {Elem::U64}},
                                               {{Elem::U64}, {Elem::I8}},
                                               {{Elem::U32}, {Elem::I32}},
                                               {{Elem::F16}, {Elem::F16}},
                                               {{Elem::F16}, number},
                                               {{Elem::U8}, real},
                                               {pair, pair},
                                               {pair, number},
                                               {real, pair}};
  for (const auto& [a, b] : pairs) out.push_back(batch(a, b, binary(a, b), false));
  return out;
}

std::vector<ArrayArgument> array_arguments(std::int64_t pairs, Elem scalar) {
  std::vector<ArrayArgument> out;
  for (const std::string type : kSized)
    out.push_back({"Z_" + type, "",
                   host::make_array(type == "bool"     ? Elem::Bool
                                    : type == "half"   ? Elem::F16
                                    : type == "float"  ? Elem::F32
                                    : type == "double" ? Elem::F64
                                    : type == "int8"   ? Elem::I8
                                    : type == "uint8"  ? Elem::U8
                                    : type == "int16"  ? Elem::I16
                                    : type == "uint16" ? Elem::U16
                                    : type == "int32"  ? Elem::I32
                                    : type == "uint32" ? Elem::U32
                                    : type == "int64"  ? Elem::I64
                                                       : Elem::U64,
                                    {pairs})});
  const auto filled = [&](std::vector<std::int64_t> dims) {
    host::ArrayP a = host::make_array(scalar, std::move(dims));
    void* to = a->buffer->host_write();
    for (std::int64_t k = 0; k < a->count(); ++k) host::set_element(*a, to, k, Number::real(0.5 + double(k), scalar));
    return a;
  };
  for (const auto& [name, type] :
       {std::pair("X", "vec"), {"Xm", "vec'mirror"}, {"Xc", "vec'circular"}, {"Xl", "vec'clamped"}, {"Xs", "vec'safe"}})
    out.push_back({name, type, filled({6})});
  out.push_back({"M", "mat", filled({3, 4})});
  return out;
}

std::string literal(const Number& n) {
  if (n.complex) return "";
  if (n.type == Elem::Bool) return n.i ? "true" : "false";
  if (n.type == Elem::I64)
    return n.i == std::numeric_limits<std::int64_t>::min() ? "(-9223372036854775807-1)"
           : n.i < 0                                       ? fmt::format("({})", n.i)
                                                           : std::to_string(n.i);
  if (!is_float(n.type)) return "";
  if (std::isnan(n.re)) return "nan";
  std::string s = std::isinf(n.re) ? "inf" : fmt::format("{:.17g}", std::abs(n.re));
  if (!std::isinf(n.re) && s.find_first_of(".e") == std::string::npos) s += ".0";
  return std::signbit(n.re) ? "(-" + s + ")" : s;
}

}  // namespace qc::test
