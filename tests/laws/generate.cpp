#include "tests/laws/generate.h"

#include <algorithm>

#include "tests/laws/nests.h"
#include "tests/laws/whole_arrays.h"

namespace qc::laws {
namespace {

std::map<std::string, Known> initial_knowledge() {
  std::map<std::string, Known> k;
  for (const ArrayParam& p : array_params()) {
    switch (p.content) {
      case Content::Exact:
        k[p.name] = {Kind::Exact, 8, 2, false};
        break;
      case Content::Rough:
        k[p.name] = {Kind::Rough, 2, 0, false};
        break;
      case Content::Bool:
        k[p.name] = {Kind::Bool, 1, 0, false};
        break;
      case Content::Complex:
        k[p.name] = {Kind::Exact, 8, 2, false};
        break;  // of each part
      default:
        k[p.name] = {Kind::Int, 20000, 0, false};
        break;
    }
  }
  return k;
}

void add_starts(Random& r, Program& p, std::map<std::string, Known>& known) {
  auto add = [&](const std::string& name, const std::string& value, Known k) {
    p.starts.push_back({name, value});
    known[name] = k;
  };
  for (const char* n : {"s0", "s1", "s2"})
    add(n, r.one({"0.0", "0.0", "1.5", "-2.25", "100.0"}), {Kind::Exact, 100, 2, false});
  for (const char* n : {"f0", "f1", "f2"}) add(n, r.one({"0.0", "1.0", "0.3", "-7.7"}), {Kind::Rough, 8, 0, false});
  for (const char* n : {"n0", "n1", "n2"})
    add(n, r.one({"0", "1", "-5", "1000000", "7"}), {Kind::Int, 1000000, 0, false});
  for (const char* n : {"c0", "c1", "c2"}) add(n, r.one({"true", "false"}), {Kind::Bool, 1, 0, false});
  for (const char* n : {"k0", "k1", "k2"}) add(n, r.one({"0", "0", "-1", "3"}), {Kind::Int, 1000000, 0, false});
  add("ti", "0", {Kind::Int, 0, 0, false});
  add("te", "0.0", {Kind::Exact, 0, 0, false});
  add("tf", "0.0", {Kind::Rough, 0, 0, false});
  add("m0", r.one({": int8 = 5", ": int8 = -128", ": int16 = 77", ": int16 = -32768"}), {Kind::Int, 128, 0, false});
  add("m1", r.one({": uint16 = 7", ": uint32 = 4000000000", ": uint8 = 255", ": uint8 = 0"}),
      {Kind::Int, 65536, 0, false});
  add("m2", r.one({": int32 = -1", ": int32 = 2147483647", ": uint64 = 3"}), {Kind::Int, 65536, 0, false});
  add("m3", r.one({": uint8 = 0", ": int8 = 0", ": int64 = 5", ": int = 1", ": uint32 = 0", ": uint16 = 65535"}),
      {Kind::Int, 65536, 0, false});
  add("h0", r.one({": half = 0.5", ": half = -inf", ": half = 2046"}), {Kind::Exact, 0, 0, true});
  add("g0", r.one({": double = 0.25", ": double = -0.0"}), {Kind::Exact, 0, 0, true});
  add("g1", r.one({": float = -1.5", ": float = 0.0"}), {Kind::Exact, 0, 0, true});
  add("p3", r.one({": vec3 = [0.0,0.0,0.0]", ": vec3 = [1.5,-2.0,0.25]"}), {Kind::Exact, 4, 2, false});
  add("wz", r.one({"complex(0.0,0.0)", "complex(1.0,-2.5)"}), {Kind::Exact, 4, 2, false});
  add("tb", "false", {Kind::Bool, 1, 0, false});
  add("wk", "zeros(4)", {Kind::Exact, 0, 0, true});
  add("wi", "ivec(4)", {Kind::Int, 0, 0, true});
  add("wv", "zeros(8)", {Kind::Exact, 0, 0, true});
  add("wu", "ivec(8)", {Kind::Int, 0, 0, true});
  add("tl", "0.0", {Kind::Rough, 0, 0, true});
  add("nf", r.one({"0", "-5", "7"}), {Kind::Int, 0, 0, true});
  for (const char* n : {"tw", "tq", "rn"}) add(n, "0", {Kind::Int, 0, 0, true});
  add("rs", "0.0", {Kind::Exact, 0, 0, true});
  add("td", r.one({"0", "2.5", "true", ": int = 3", ": uint8 = 3", ": half = 0.5"}), {Kind::Int, 0, 0, true});
  for (const char* n : {"ra", "rb"}) add(n, "0", {Kind::Int, 0, 0, true});
  add("wa", r.one({"zeros(4)", "ivec(4)", "zeros(20)"}), {Kind::Exact, 0, 0, true});
  add("wb", "wa", {Kind::Exact, 0, 0, true});  // two names of one array
}

// Extents: tiny and empty ones, some in the middle, and ones that cross the borders of blocks, rows and chunks.
Data extents_of(Random& r, int depth, int size, bool square) {
  Data d;
  auto in = [&](int lo, int hi) { return std::int64_t(r.between(lo, hi)); };
  if (size == 0)
    d.n = in(0, 6), d.m = in(0, 5), d.k = in(0, 3);
  else if (size == 1)
    d.n = in(9, depth == 1 ? 300 : 40), d.m = in(1, depth < 3 ? 33 : 9), d.k = in(1, 9);
  else if (depth == 1)
    d.n = r.chance(40) ? in(8190, 8300) : in(1000, 5000), d.m = in(1, 3), d.k = in(1, 2);
  else if (depth == 2)
    d.n = r.chance(50) ? in(2, 9) : in(100, 400), d.m = d.n < 10 ? in(500, 1100) : in(2, 24), d.k = 1;
  else
    d.n = in(3, 30), d.m = in(3, 12), d.k = in(3, 24);
  if (square) d.m = d.k = d.n = std::min<std::int64_t>(d.n, depth == 2 ? 48 : 18);
  return d;
}

}  // namespace

Program generate(std::uint64_t seed, std::uint64_t index) {
  Random r(seed, index);
  Program p;
  p.double_precision = r.chance(15);
  std::vector<int> depths(std::size_t(r.chance(55) ? 1 : r.chance(75) ? 2 : 3));
  for (int& depth : depths) depth = r.chance(55) ? 1 : r.chance(65) ? 2 : 3;
  const int deepest = *std::max_element(depths.begin(), depths.end());
  p.square = deepest > 1 && r.chance(25);
  std::map<std::string, Known> known = initial_knowledge();
  add_starts(r, p, known);
  NestMaker maker(r, p, known, p.square);
  for (int depth : depths) {
    if (r.chance(12)) whole_arrays(r, p, known);
    if (r.chance(7)) launches(r, p, known);
    if (r.chance(10)) maker.odd_slices(p.body);
    if (r.chance(12)) maker.odd_nest(p.body);
    maker.append(p.body, depth);
  }
  if (r.chance(12)) whole_arrays(r, p, known);
  if (r.chance(7)) launches(r, p, known);
  for (int size = 0; size < 3; ++size) {
    Data d = extents_of(r, deepest, size, p.square);
    d.q = r.chance(60) ? r.between(0, 3) : r.chance(50) ? r.between(0, 8) : d.n;
    d.inc = r.chance(50) ? 1 : r.chance(8) ? 0 : r.between(1, 2);
    d.seed = std::uint32_t(r.next());
    d.special = r.chance(15) && !p.finite;
    d.alias = depths.size() == 1 && p.body.size() == 1 && r.chance(8) ? r.between(1, 2) : 0;
    p.vouched &= d.alias == 0;
    p.runs.push_back(d);
  }
  return p;
}

}  // namespace qc::laws
