// Kernels that the compiler makes, under the emulator: nothing to report and the host's bits, over extents, seeds and
// widths.
#include <doctest/doctest.h>

#include <string>

#include "host/session/session.h"

namespace {

using namespace qc;

struct Run {
  std::string out, errors;
};

Run run(const std::string& text, host::Options options) {
  Run r;
  host::Sinks sinks;
  sinks.out = [&](std::string_view s) { r.out += s; };
  host::Session session(options, sinks);
  const FileId file = session.sources().add("t.q", text);
  try {
    session.run(file, true);
  } catch (const ProgramError& e) {
    r.errors = render(e.diagnostics, session.sources());
  }
  return r;
}

struct Shape {
  const char* name;
  const char* text;
};
// N stands for an extent. Whole values where the order of a sum could matter are not needed: the bits are those of the
// host.
const Shape kShapes[] = {
    {"sum, extrema and product",
     "x = zeros(N)\nfor i=0..N-1\n x[i] = sin(i*0.7)\nend\ns = 0.0; lo = 1e9; hi = -inf; p = 1.0\n"
     "for i=0..N-1\n s += x[i]\n lo = min(lo, x[i])\n hi = max(hi, x[i])\n p *= 1 + x[i]/1000\nend\nprint s, \" \", "
     "lo, \" \", hi, \" \", p\n"},
    {"integer sums and bits",
     "s = 3; c = 0; m = 0\nfor i=0..N-1\n s += i*i\n if mod(i,3) == 1\n  c += 1\n end\n m = or(m, i)\nend\nprint s, \" "
     "\", c, \" \", m\n"},
    {"rows",
     "A = zeros(N,37)\nfor i=0..N-1\n for j=0..36\n  A[i,j] = cos(i+j*0.3)\n end\nend\nr = zeros(N)\n"
     "for i=0..N-1\n for j=0..36\n  r[i] += A[i,j]\n end\nend\nt = zeros(N)\nfor i=0..N-1\n s = 0.5\n for j=0..36\n  s "
     "+= A[i,j]*j\n end\n t[i] = s\nend\n"
     "print sum(r), \" \", sum(t), \" \", r[N-1], \" \", t[0]\n"},
    {"long rows",
     "A = zeros(5,N)\nfor i=0..4\n for j=0..N-1\n  A[i,j] = cos(i+j*0.3)\n end\nend\nr = zeros(5)\nfor i=0..4\n for "
     "j=0..N-1\n  r[i] += A[i,j]\n end\nend\nprint r\n"},
    {"columns",
     "A = zeros(N,21)\nfor i=0..N-1\n for j=0..20\n  A[i,j] = cos(i+j*0.3)\n end\nend\nc = zeros(21)\nfor i=0..N-1\n "
     "for j=0..20\n  c[j] += A[i,j]\n end\nend\nprint c\n"},
    {"place of the extremum",
     "x = zeros(N)\nfor i=0..N-1\n x[i] = sin(i*1.3)\nend\nbest = -inf; at = -1\nfor i=0..N-1\n if x[i] > best\n  best "
     "= x[i]\n  at = i\n end\nend\n"
     "low = inf; where = -1\nfor i=0..N-1\n if x[i] <= low\n  low = x[i]\n  where = i\n end\nend\nprint best, \" \", "
     "at, \" \", low, \" \", where\n"},
    {"bins",
     "x = zeros(N)\nfor i=0..N-1\n x[i] = mod(i*7919, 64)\nend\nh = zeros(64)\nfor i=0..N-1\n h[x[i]] += 1\nend\nprint "
     "h\n"},
    {"running sums",
     "x = zeros(N)\nfor i=0..N-1\n x[i] = mod(i*13, 11)\nend\ny = zeros(N)\ns = 0.0\nfor i=0..N-1\n s += x[i]\n y[i] = "
     "s\nend\nprint s, \" \", y[N-1], \" \", sum(y)\n"},
    {"map with a stencil and a last value",
     "x = zeros(N)\nfor i=0..N-1\n x[i] = mod(i*13, 11)\nend\ny = zeros(N)\nv = 0.0\n"
     "for i=0..N-1\n v = x[i]*2\n y[i] = v + x[max(i-1,0)] + x[min(i+1,N-1)]\nend\nprint v, \" \", sum(y)\n"},
    {"map with a reduction in it",
     "x = zeros(N)\ny = zeros(N)\nr = 0.0\nfor i=0..N-1\n x[i] = mod(i*13, 11)\nend\n"
     "for i=0..N-1\n e = x[i]*0.3+1\n r += (e-y[i])*(e-y[i])\n y[i] = e\nend\nprint r, \" \", sum(y)\n"},
    {"many accumulators",
     "x = zeros(N,9)\nfor i=0..N-1\n for c=0..8\n  x[i,c] = sin(i*0.1+c)\n end\nend\na0=0.0; a1=0.0; a2=0.0; a3=0.0; "
     "a4=0.0; a5=0.0; a6=0.0; a7=0.0; a8=0.0\n"
     "for i=0..N-1\n a0 += x[i,0]\n a1 += x[i,1]\n a2 += x[i,2]\n a3 += x[i,3]\n a4 += x[i,4]\n a5 += x[i,5]\n a6 += "
     "x[i,6]\n a7 += x[i,7]\n a8 += x[i,8]\nend\n"
     "print a0, \" \", a1, \" \", a2, \" \", a3, \" \", a4, \" \", a5, \" \", a6, \" \", a7, \" \", a8\n"},
    {"searches",
     "x = zeros(N)\nfor i=0..N-1\n x[i] = mod(i*37, 101)\nend\nat = -1\nfor i=0..N-1\n if x[i] == 90\n  at = i\n  "
     "break\n end\nend\n"
     "ok = true\nfor i=0..N-1\n ok = ok && x[i] >= 0\nend\nany = false\nfor i=0..N-1\n if x[i] > 99\n  any = true\n "
     "end\nend\nprint at, \" \", ok, \" \", any\n"},
    {"weighted bins and extrema of bins",
     "k = ivec(N)\nw = zeros(N)\nfor i=0..N-1\n k[i] = mod(i*7919, 23)\n w[i] = sin(i*0.3)\nend\nh = zeros(23)\nm = "
     "zeros(23)\n"
     "for i=0..N-1\n h[k[i]] += w[i]\nend\nfor i=0..N-1\n m[k[i]] = max(m[k[i]], w[i])\nend\nprint h, m\n"},
    {"other running values",
     "x = zeros(N)\nfor i=0..N-1\n x[i] = mod(i*13, 11)-4\nend\ny = zeros(N)\nz = zeros(N)\nm = -inf\nfor i=0..N-1\n m "
     "= max(m, x[i])\n y[i] = m\nend\n"
     "for i=1..N-1\n z[i] = z[i-1] + x[i]\nend\nq = zeros(N)\nc = 0\nfor i=0..N-1\n if x[i] > 0\n  q[c] = x[i]\n  c += "
     "1\n end\nend\n"
     "print sum(y), \" \", z[N-1], \" \", sum(z), \" \", c, \" \", sum(q), \" \", q[0]\n"},
    {"places in two dimensions",
     "A = zeros(N,7)\nfor i=0..N-1\n for j=0..6\n  A[i,j] = sin(i*0.7+j)\n end\nend\nbest = -inf; bi = -1; bj = -1; v "
     "= 0.0\n"
     "for i=0..N-1\n for j=0..6\n  if A[i,j] > best\n   best = A[i,j]\n   bi = i\n   bj = j\n   v = A[i,j]*2\n  end\n "
     "end\nend\nprint best, \" \", bi, \" \", bj, \" \", v\n"},
    {"inner dimensions",
     "A = zeros(3,N,4)\nfor i=0..2\n for j=0..N-1\n  for k=0..3\n   A[i,j,k] = mod(i*7+j*3+k*5, 13)-6\n  end\n "
     "end\nend\nr = zeros(3,4)\n"
     "for i=0..2\n for j=0..N-1\n  for k=0..3\n   r[i,k] += A[i,j,k]\n  end\n end\nend\nm = zeros(N)\nfor j=0..N-1\n "
     "for i=0..2\n  for k=0..3\n   m[j] = max(m[j], A[i,j,k])\n  end\n end\nend\n"
     "print r, sum(m)\n"},
    {"whole arrays",
     "x = linspace(0,1,N)\ny = sin(x).*x + 2*x\nz = max(y, 0.5) - x.^2\nprint sum(y), \" \", mean(z), \" \", max(y), "
     "\" \", sum((y-z).^2)\n"},
    {"complex sums and bytes",
     "b = vec[uint8](N)\nz = 0.0 + 0j\nfor i=0..N-1\n b[i] = mod(i, 251)\nend\ns = 0\nfor i=0..N-1\n s += "
     "b[i]\nend\nfor i=0..N-1\n z += (i*0.01 + 1j)*(0.5 - 0.25j)\nend\nprint s, \" \", z\n"},
};

std::string with_extent(std::string text, int n) {
  const std::string value = std::to_string(n);
  for (std::size_t at = 0; (at = text.find('N', at)) != std::string::npos; at += value.size())
    text.replace(at, 1, value);
  return text;
}

void compare(int n, int width, std::uint64_t seed) {
  for (const Shape& shape : kShapes) {
    const std::string text = with_extent(shape.text, n);
    INFO(std::string(shape.name), ", extent ", n, ", width ", width, ", seed ", seed);
    host::Options cpu, simt;
    cpu.device = host::DeviceChoice::Cpu;
    cpu.threads = 1;
    simt.device = host::DeviceChoice::Simt;
    simt.simt = {width, seed};
    const Run expected = run(text, cpu), got = run(text, simt);
    REQUIRE(expected.errors == "");
    CHECK(got.errors == "");
    CHECK(got.out == expected.out);
  }
}

}  // namespace

TEST_CASE("generated kernels: small extents") {
  for (int n : {1, 2, 31, 32, 33}) compare(n, 32, std::uint64_t(n));
}
TEST_CASE("generated kernels: around the sizes of blocks") {
  for (int n : {127, 129, 1023, 1025}) compare(n, 16, std::uint64_t(n));
}
TEST_CASE("generated kernels: several chunks of the tree") {
  for (int n : {8193, 20011}) compare(n, 32, 5);
}
TEST_CASE("generated kernels: narrow lockstep") {
  for (int width : {1, 2, 4, 8}) compare(3001, width, std::uint64_t(width) * 77);
}
