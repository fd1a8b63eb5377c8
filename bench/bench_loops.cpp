// Times loops of the language as a program runs them: bench_loops [cpu|cuda] [log2 of the elements, 28] [case ..]
// [--json FILE]. Each case is a function of the language that is called again and again; launches queue up behind each
// other, and the time is the device's own (on the host: the clock's) over many calls. Bytes: each input once, each
// output once.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "codegen/effort.h"
#include "host/session/session.h"
#include "record.h"
#include "support/diagnostic.h"

namespace {

using namespace qc;
using bench::Timing, bench::time_calls;

struct Case {
  std::string name;
  std::string setup;     // statements that make the arguments a, b, c; N is the number of elements
  std::string function;  // function r = f(a, b, c)
  double bytes;          // for each of the N elements
};

// An array of N values in 0 .. 1 that are never all alike, as vector or with rows and columns.
std::string filled(const std::string& name, const std::string& make, const std::string& type = "scalar") {
  const std::string value = type == "scalar" ? "and($v, 65535) / 65536.0" : "and($v, 255)";
  std::string text = fmt::format(
      "{0} = {1}\n#pragma force_parallel\nfor i=0..numel({0})-1\n v = and(i * 2654435761 + 1, 4294967295)\n "
      "v = xor(v, shr(v, 15))\n {0}[i] = {2}\nend\n",
      name, make, value);
  for (std::size_t at; (at = text.find("$v")) != std::string::npos;) text.replace(at, 2, "v");
  return text;
}

Case reduction(const std::string& name, const std::string& body, const std::string& start = "0.0", double bytes = 4,
               bool two = false) {
  return {name, filled("a", "zeros(N)") + (two ? filled("b", "zeros(N)") : "b = 0\n") + "c = 0\n",
          "function s = f(a : vec, b, c)\n s = " + start + "\n #pragma force_parallel\n for i=0..numel(a)-1\n  " +
              body + "\n end\nend\n",
          bytes};
}

Case accumulators(int k) {
  std::string text = "function s0 = f(a : vec, b, c)\n";
  for (int j = 0; j < k; ++j) text += fmt::format(" s{} = 0.0\n", j);
  text += " #pragma force_parallel\n for i=0..numel(a)-1\n";
  for (int j = 0; j < k; ++j) text += fmt::format("  s{0} += a[i] * {0}.5\n", j);
  text += " end\n";
  for (int j = 1; j < k; ++j) text += fmt::format(" s0 = s{} > 1e30 ? 0.0 : s0\n", j);
  return {fmt::format("{} accumulators", k), filled("a", "zeros(N)") + "b = 0\nc = 0\n", text + "end\n", 4};
}

Case rows(int log_rows, bool columns) {
  const std::string inner = columns ? "b[j] += a[i,j]" : "b[i] += a[i,j]";
  return {fmt::format("{} sums, 2^{} rows", columns ? "column" : "row", log_rows),
          fmt::format("R = 2^{}\nC = N / R\n", log_rows) + filled("d", "zeros(N)") +
              "a = reshape(d, [int(R), int(C)])\nb = zeros(int(" + (columns ? "C" : "R") + "))\nc = 0\n",
          "function [] = f(a : mat, b : vec, c)\n #pragma force_parallel\n for i=0..size(a,0)-1\n  for "
          "j=0..size(a,1)-1\n   " +
              inner + "\n  end\n end\nend\n",
          4};
}

std::vector<Case> cases(int lg) {
  std::vector<Case> all{
      reduction("sum", "s += a[i]"),
      reduction("max", "s = max(s, a[i])", "-inf"),
      reduction("sum of squares", "s += (a[i]-0.5)^2"),
      reduction("dot", "s += a[i] * b[i]", "0.0", 8, true),
      {"argmin", filled("a", "zeros(N)") + "b = 0\nc = 0\n",
       "function k = f(a : vec, b, c)\n s = inf\n k = 0\n #pragma force_parallel\n for i=0..numel(a)-1\n  if a[i] < "
       "s\n   s = a[i]\n   k = i\n  end\n end\nend\n",
       4},
      {"hql", filled("d", "zeros(N)") + "a = reshape(d, [int(N/2), 2])\nb = copy(a)\nc = zeros(2,2)\n",
       "function [] = f(a : mat, b : mat, c : mat)\n #pragma force_parallel\n for m=0..size(a,0)-1\n  c[0,0] += "
       "a[m,0]*b[m,0]\n"
       "  c[0,1] += a[m,0]*b[m,1]\n  c[1,0] += a[m,1]*b[m,0]\n  c[1,1] += a[m,1]*b[m,1]\n end\nend\n",
       8},
      {"vector add", filled("a", "zeros(N)") + filled("b", "zeros(N)") + "c = zeros(N)\n",
       "function [] = f(a : vec, b : vec, c : vec)\n for i=0..numel(a)-1\n  c[i] = a[i] + b[i]\n end\nend\n", 12},
      {"newton square root", filled("a", "zeros(N)") + "b = zeros(N)\nc = 0\n",
       "function [] = f(a : vec, b : vec, c)\n for i=0..numel(a)-1\n  r = a[i] + 1\n  for k=1..20\n   r = 0.5 * (r + "
       "a[i] / r)\n  end\n"
       "  b[i] = r\n end\nend\n",
       8},
      {"histogram", filled("a", "vec[uint8](N)", "uint8") + "b = vec[int](256)\nc = 0\n",
       "function [] = f(a : vec[uint8], b : vec[int], c)\n #pragma force_parallel\n for i=0..numel(a)-1\n  b[a[i]] += "
       "1\n end\nend\n",
       1},
      {"histogram of one value", "a = vec[uint8](N)\nb = vec[int](256)\nc = 0\n",
       "function [] = f(a : vec[uint8], b : vec[int], c)\n #pragma force_parallel\n for i=0..numel(a)-1\n  b[a[i]] += "
       "1\n end\nend\n",
       1},
      {"prefix sum", filled("a", "zeros(N)") + "b = zeros(N)\nc = 0\n",
       "function [] = f(a : vec, b : vec, c)\n s = 0.0\n #pragma force_parallel\n for i=0..numel(a)-1\n  s += a[i]\n  "
       "b[i] = s\n end\nend\n",
       8},
      {"5-point stencil",
       filled("d", "zeros(N)") + fmt::format("a = reshape(d, [2^{}, 2^{}])\n", lg - lg / 2, lg / 2) +
           "b = zeros(size(a,0), size(a,1))\nc = 0\n",
       "function [] = f(a : mat, b : mat, c)\n for i=1..size(a,0)-2\n  for j=1..size(a,1)-2\n   b[i,j] = 0.2*a[i,j] + "
       "0.3*a[i,j-1] + 0.1*a[i,j+1] + "
       "0.25*a[i-1,j] + 0.15*a[i+1,j]\n  end\n end\nend\n",
       8},
      {"channel sums, 3 channels",
       "R = int(N / 12288)\n" + filled("d", "zeros(R * 12288)") + "a = reshape(d, [R, 4096, 3])\nb = zeros(3)\nc = 0\n",
       "function [] = f(a : cube, b : vec, c)\n #pragma force_parallel\n for i=0..size(a,0)-1\n  for "
       "j=0..size(a,1)-1\n   for k=0..size(a,2)-1\n"
       "    b[k] += a[i,j,k]\n   end\n  end\n end\nend\n",
       4},
      {"matrix times vector",
       filled("d", "zeros(N)") +
           fmt::format("a = reshape(d, [2^{0}, 2^{1}])\nb = ones(2^{1})\nc = zeros(2^{0})\n", lg - lg / 2, lg / 2),
       "function [] = f(a : mat, b : vec, c : vec)\n #pragma force_parallel\n for i=0..size(a,0)-1\n  s = 0.0\n  for "
       "j=0..size(a,1)-1\n   s += a[i,j] * b[j]\n"
       "  end\n  c[i] = s\n end\nend\n",
       4},
      {"y = a*x + y", filled("a", "zeros(N)") + filled("b", "zeros(N)") + "c = 0\n",
       "function [] = f(a : vec, b : vec, c)\n b[:] = 0.5 * a + b\nend\n", 12},
      {"sum(v.*w)", filled("a", "zeros(N)") + filled("b", "zeros(N)") + "c = 0\n",
       "function s = f(a : vec, b : vec, c)\n s = sum(a .* b)\nend\n", 8}};
  for (int k : {1, 8, 16, 32, 33, 64}) all.push_back(accumulators(k));
  for (bool columns : {false, true})
    for (int r : {lg / 2, lg - 10, lg - 6, 6}) all.push_back(rows(r, columns));
  return all;
}

void run_case(const Case& c, const host::Options& options, int lg, bench::Record& record) {
  host::Sinks sinks;
  sinks.out = [](std::string_view) {};
  sinks.diagnostic = [&](const Diagnostic& d) { fmt::print(stderr, "{}: {}\n", c.name, d.message); };
  host::Session session(options, sinks);
  try {
    const FileId file =
        session.sources().add(c.name + ".q", fmt::format("N = {}\n", std::int64_t(1) << lg) + c.setup + c.function);
    session.run(file, false);
    const Timing t = time_calls(session, "f", {*session.variable("a"), *session.variable("b"), *session.variable("c")});
    const double bytes = c.bytes * std::ldexp(1.0, lg), gbs = bytes / t.median * 1e-3;
    fmt::print("{:<26} {:>11.2f} {:>11.2f} {:>11.2f} {:>9.1f}\n", c.name, t.least, t.median, t.p95, gbs);
    std::fflush(stdout);
    record.add(c.name, std::int64_t(1) << lg, t.least, bytes);
  } catch (const ProgramError& e) {
    fmt::print("{:<26} {}\n", c.name, render(e.diagnostics.front(), session.sources()));
  } catch (const runtime::FailureError& e) {
    fmt::print("{:<26} {}\n", c.name, e.failure.message);
  }
}

}  // namespace

int main(int argc, char** argv) {
  host::Options options;
  int lg = 28;
  std::vector<std::string> wanted;
  const char* json = nullptr;
  for (int k = 1; k < argc; ++k) {
    const std::string a = argv[k];
    if (a == "cpu" || a == "cuda")
      options.device = a == "cpu" ? host::DeviceChoice::Cpu : host::DeviceChoice::Cuda;
    else if (a == "--threads" && k + 1 < argc)
      options.threads = std::atoi(argv[++k]);
    else if (a == "--json" && k + 1 < argc)
      json = argv[++k];
    else if (const int n = std::atoi(a.c_str()); n >= 10 && n <= 32 && a.size() == 2)
      lg = n;
    else
      wanted.push_back(a);
  }
  codegen::use_effort(codegen::Effort::Full);  // as for loops that run often
  fmt::print("# n = 2^{}: case, us (least, median, 95th of a hundred), GB/s by the median\n", lg);
  bench::Record record(json, options, lg);
  for (const Case& c : cases(lg))
    if (wanted.empty() ||
        std::any_of(wanted.begin(), wanted.end(), [&](const auto& w) { return c.name.find(w) != std::string::npos; }))
      run_case(c, options, lg, record);
  return 0;
}
