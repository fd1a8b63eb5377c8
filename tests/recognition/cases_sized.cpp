// Accumulators of every number type that is narrower than the arithmetic: what wraps, what is chosen, what is rounded;
// fixed vectors.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <deque>
#include <string>

#include "suite.h"

namespace {

const char* const inputs =
    "x = zeros(100)\nk = ivec(100)\nw = vec[half](100)\nxx = zeros(100,4)\nkk = imat(100,4)\ny = ivec(100)\nz = "
    "zeros(100)\n"
    "k_int8 = vec[int8](100)\nk_int16 = vec[int16](100)\nk_int32 = vec[int32](100)\nk_int64 = vec[int64](100)\n"
    "k_uint8 = vec[uint8](100)\nk_uint16 = vec[uint16](100)\nk_uint32 = vec[uint32](100)\nk_uint64 = vec[uint64](100)\n"
    "{!interpreted for}\nfor i=0..99\n x[i] = mod(i*37,101)/64-0.75\n k[i] = mod(i*7919,70001)-20000\n w[i] = "
    "mod(i*37,101)-50\n"
    " k_int8[i] = k[i]\n k_int16[i] = k[i]\n k_int32[i] = k[i]*k[i]\n k_int64[i] = k[i]\n k_uint8[i] = k[i]\n "
    "k_uint16[i] = k[i]\n"
    " k_uint32[i] = k[i]*k[i]\n k_uint64[i] = mod(i*31,97)\n"
    "{!interpreted for}\nfor j=0..3\n  xx[i,j] = mod(i*37+j*11,101)/64-0.75\n  kk[i,j] = mod(i*37+j*11,101)-40\n "
    "end\nend\n"
    "c = 0\nd = 0\n";
const char* const uses = "print c, d\n";

// Every operator on every type.
qc_test::Suite every_type() {
  static std::deque<std::string> texts;
  qc_test::Suite suite{"sized accumulators", inputs, uses, {}};
  auto add = [&](std::string program, std::string verdict) {
    const char* text = texts.emplace_back(std::move(program)).c_str();
    suite.cases.push_back({text, texts.emplace_back(std::move(verdict)).c_str()});
  };
  for (const char* type : {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}) {
    const std::string e = fmt::format("k_{}[i]", type);
    auto loop = [&](const std::string& body) {
      return fmt::format("u : {} = 3\nfor i=0..99\n {}\nend\nc = u\n", type, body);
    };
    add(loop("u += " + e), "reduction i: + u");
    add(loop("u = 2*" + e + " + u - k[i]"), "reduction i: + u");
    add(loop("u -= " + e), "reduction i: + u");
    add(loop("u *= or(" + e + ", 1)"), "reduction i: * u");
    add(loop("u = and(or(" + e + ", 3), u)"), "reduction i: & u");
    add(loop("u = or(u, " + e + ")"), "reduction i: | u");
    add(loop("u = xor(u, " + e + ")"), "reduction i: ^ u");
    add(loop("u &= k[i]"), "reduction i: & u");
    add(loop("u = min(u, " + e + ")"), "reduction i: min u");
    add(loop("u ^^= " + e), "reduction i: max u");
    add(loop("if " + e + " > u\n  u = " + e + "\n end"), "reduction i: max u");
    add(loop("u = " + e + " < u ? " + e + " : u"), "reduction i: min u");
    add(loop("if x[i] > 0\n  u += 1\n end"), "reduction i: + u");
    add(loop("u += x[i] > 0"), "reduction i: + u");
    add(loop("if x[i] > 0\n  u += " + e + "\n else\n  u -= k[i]\n end"), "reduction i: + u");
    add(loop("if " + e + " < u\n  u = " + e + "\n  d = i\n end"), "argreduce i: argmin u d");
    add(loop("if " + e + " >= u\n  u = " + e + "\n  d = i\n end"), "argreduce i: argmax u d");
    add(loop("u += " + e + "\n y[i] = u"), "scan i: + u");
    add(loop("u += " + e + "\n d += u"), "scan i: + u; + d");
    add(fmt::format("u : {0} = 3\nv : {0} = 90\nt : int = 1\nfor i=0..99\n u += {1}\n v = min(v, {1})\n t *= 3\nend\nc "
                    "= u+v+t\n",
                    type, e),
        "reduction i: + u; min v; * t");
    add(fmt::format("for i=0..9\n u : {} = 1\n for j=0..9\n  u += k[10*i+j]\n end\n y[i] = u\nend\n", type),
        "partial j: + u");
  }
  return suite;
}
const qc_test::Suite sized = every_type();

const qc_test::Suite further = {
    "sized accumulators, further",
    inputs,
    uses,
    {
        // What the type may not hold is a check.
        {"u : uint8 = 200\nfor i=0..99\n u = min(u, k[i])\nend\nc = u\n", "reduction i: min u"},
        {"u : int16 = 3\nfor i=0..99\n if k[i] > u\n  u = k[i]\n  d = i\n end\nend\nc = u\n",
         "argreduce i: argmax u d"},
        {"u : uint8 = 200\nfor i=0..99\n u = min(u, mod(k[i],200)+250)\nend\nc = u\n", "reduction i: min u"},
        {"for i=0..99\n k_int8[5] = max(k_int8[5], k[i])\nend\n", "reduction i: max k_int8[5]"},
        // forced: in order under a warning where iterations may meet at an element, an error where one depends on
        // another
        {"#pragma force_parallel\nfor i=0..9\n for j=0..2..min(2*i,8)\n  for p=0..2\n   k_int8[j] = max(k_int8[j], "
         "k[i+j+p])\n  end\n end\nend\n",
         "serial R004 {partial p: max k_int8[j]}"},
        {"#pragma force_parallel\nfor i=0..9\n for j=0..2..min(2*i,8)\n  for p=0..2\n   k_int8[j] = max(k_int8[j], "
         "k_int8[j+1]*k[p])\n   k_int8[j+1] = k[p]*3\n  end\n end\nend\n",
         "error Q0501"},
        {"for i=0..9\n k_uint8[i] = 0\n for j=0..9\n  k_uint8[i] += k[10*i+j]\n end\nend\n", "partial j: + k_uint8[i]"},
        {"h : half = 1\nfor i=0..99\n h = max(h, x[i])\nend\nx[0] = h\n", "reduction i: max h"},
        {"h : half = 1\nfor i=0..99\n h = h < w[i] ? w[i] : h\nend\nx[0] = h\n", "reduction i: max h"},
        {"v : vec3 = [1,2,3]\nfor i=0..99\n v = 2*xx[i,0..2] + v\nend\nz[0..2] = v\n", "reduction i: + v"},
        {"v : vec3 = [1,2,3]\nfor i=0..99\n v = max(v, xx[i,0..2])\nend\nz[0..2] = v\n", "reduction i: max v"},
        {"v : ivec3 = [1,2,3]\nfor i=0..99\n v = min(kk[i,0..2], v)\nend\ny[0..2] = v\n", "reduction i: min v"},
        {"v : vec[uint8](3) = [1,2,3]\nfor i=0..99\n v += kk[i,0..2]\nend\ny[0..2] = v\n", "reduction i: + v"},
        {"v = [1.0,2,3]\nfor i=0..99\n v = 2*xx[i,0..2] + v\nend\nz[0..2] = v\n", "reduction i: + v"},
        {"v = [1.0,2,3]\nfor i=0..99\n v = max(v, xx[i,0..2])\nend\nz[0..2] = v\n", "reduction i: max v"},
        // Near misses.
        {"u : uint8 = 3\nfor i=0..99\n u += x[i]\nend\nc = u\n", "serial R019"},
        {"u : int32 = 3\nfor i=0..99\n u *= 0.5\nend\nc = u\n", "serial R019"},
        {"u : int16 = 3\nfor i=0..99\n u = max(u, x[i])\nend\nc = u\n", "serial R019"},
        {"u : uint8 = 3\nfor i=0..99\n u = k_uint8[i] - u\nend\nc = u\n", "serial R003"},
        {"u : uint8 = 3\nfor i=0..99\n u = int(u/2)\nend\nc = u\n", "serial R003"},
        {"u : uint8 = 3\nfor i=0..99\n u = 3*u + k[i]\nend\nc = u\n", "serial R005"},
        {"u : uint8 = 3\nfor i=0..99\n u += k[i]\n u *= 3\nend\nc = u\n", "serial R002"},
        {"u : uint8 = 3\nfor i=0..99\n u = or(u, k[i])\n u = and(u, 7)\nend\nc = u\n", "serial R002"},
        {"u : uint16 = 3\nfor i=0..99\n u = uint8(u + k[i])\nend\nc = u\n", "serial R019"},
        {"u : int8 = 3\nfor i=0..99\n u = min(u, k_int8[i])\n u += 1\nend\nc = u\n", "serial R002"},
        {"u : int8 = 3\nfor i=0..99\n if k_int8[i] < u\n  u = k_int8[i] + 1\n end\nend\nc = u\n", "serial R006"},
        {"u : int8 = 3\nfor i=0..99\n if k_int8[i] < u\n  u = k_int8[i]\n  d = u\n end\nend\nc = u\n", "serial R001"},
        {"for i=0..99\n k_int8[5] += x[i]\nend\n", "serial R007"},
        {"h : half = 1\nfor i=0..99\n h += w[i]\nend\nx[0] = h\n", "serial R019"},
        {"h : half = 1\nfor i=0..99\n h *= x[i]\nend\nx[0] = h\n", "serial R019"},
        {"for i=0..99\n w[5] += x[i]\nend\n", "serial R007"},
    }};

// Where an extreme may not hold what is compared, beside what needs stages, or what is no stage.
const qc_test::Suite beside = {
    "extremes of sized elements and variables beside other accumulators",
    inputs,
    uses,
    {
        {"for i=0..99\n k_int8[5] = max(k_int8[5], k[i])\n c += k[i]\n y[i] = c\nend\n", "scan i: + c; max k_int8[5]"},
        {"u : int8 = 3\nfor i=0..99\n u = max(u, k[i])\n c += k[i]\n d += c\nend\ny[0] = u\n",
         "scan i: + c; max u; + d"},
        {"u : int8 = 3\nfor i=0..99\n if k[i] > u\n  u = k[i]\n  d = i\n end\n c += k[i]\n y[i] = c\nend\ny[0] = u\n",
         "scan i: + c; argmax u d"},
        {"u : int16 = 3\nfor i=0..99\n if kk[i,1] > u\n  u = kk[i,1]\n end\n c += kk[i,1]\n d += c\nend\ny[0] = u\n",
         "scan i: + c; max u; + d"},
        {"m = 0.0\nfor i=0..99\n m = m > x[i] ? m : x[i]\n c += k[i]\n d += c\nend\nz[0] = m\n",
         "scan i: + c; max m; + d"},
        {"for i=0..99\n k_int8[and(k[i],7)] = max(k_int8[and(k[i],7)], k[i])\n c += k[i]\n y[i] = c\nend\n",
         "scan i: + c; max k_int8[and(k[i],7)]"},
        {"u : uint8 = 3\nfor i=0..99\n u = max(u, c)\n c += k[i]\nend\ny[0] = u\n", "scan i: + c; max u"},
        {"u : int8 = 3\nfor i=0..99\n if k[i] >= u\n  u = k[i]\n  d = i\n end\n z[and(k[i],63)] += 1\nend\ny[0] = u\n",
         "argreduce i: argmax u d; + z[and(k[i],63)]"},
        // Near misses.
        {"for i=0..99\n k_int8[5] = max(k_int8[5], k[i])\n c += k_int8[5]\n y[i] = c\nend\n", "serial R001"},
        {"u : int8 = 3\nfor i=0..99\n u = max(u, k[i])\n c += u\n y[i] = c + k[i]\n u += 1\nend\n", "serial R019"},
        {"s = 0.0\nfor i=0..99\n s += x[i]\n k_int8[5] = max(k_int8[5], int(s*100))\nend\n", "serial R007"},
        {"u : int8 = 3\nfor i=0..99\n if k[i] >= u\n  u = k[i]\n  d = i\n end\n z[and(d,63)] += 1\nend\ny[0] = u\n",
         "serial R019"},
    }};

}  // namespace

QC_SUITE(beside)
QC_SUITE(sized)
QC_SUITE(further)
