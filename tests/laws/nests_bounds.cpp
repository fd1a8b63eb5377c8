// Loops whose bounds are of every numeric kind: ints of sizes, whole floats, fractions, elements, calls, NaN,
// infinities, ints beyond 2^53. Their bodies count, sum up and keep the values, so that each iteration too many or too
// few shows, and each value that is not `lo + k*step`.
#include <fmt/format.h>

#include <algorithm>

#include "tests/laws/nests.h"

namespace qc::laws {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

// `~` is the variable of a loop around, `@` an extent that stays small.
const std::vector<std::string> kFew = {"0..@/2-1",
                                       "0..(@-3)/2",
                                       "@/2..-1..@/3",
                                       "-5..-1.5",
                                       "-1.5..2",
                                       "0..@/2..@",
                                       "@..-@/2..0",
                                       "0..0.5..2",
                                       "2..-1..0.5",
                                       "0..-0.5",
                                       "0..min(x[~], 9)",
                                       "-1.5..min(x[~+1], 4)",
                                       "min(max(x[~], -9), 9)..-1..-2.25",
                                       "0..@*0.3",
                                       "1..1/3..2",
                                       "0.1..0.1..0.75",
                                       "0..0.1..1",
                                       "@-1..-1..@/2-0.5",
                                       "max(0, ~-1.5)..min(~+1.5, N-1)",
                                       "~-and(q,7)/2..~+and(q,7)/2",
                                       "0..nan",
                                       "nan..3",
                                       "0..nan..3",
                                       "0..mod(~, 5)/2",
                                       "mod(~, 4)/2..mod(~, 6)",
                                       "0..sqrt(@*1.0)",
                                       "u[~]/64..-1..-0.5",
                                       "v[~]/8..3",
                                       "0..and(q,7)/3",
                                       "0..inc/2..2",
                                       "0..pick_of(mod(~, 5), 3)/2",
                                       "early(~, 2)/2..-1..0.25",
                                       "0..rough_of(0.75)",
                                       "0..0.75..device(~*1.0)*3",
                                       "0.0..3.0",
                                       "3.0..-1.0..0.0",
                                       "0.0..2.0..min(@*1.0, 5.0)",
                                       "0..2.0..7",
                                       "1..@/@..3",
                                       "-@..1.5..@",
                                       "9007199254740993..9007199254740993+and(q,3)",
                                       "9007199254740993..2..9007199254740999",
                                       "1152921504606846977..1152921504606846977+@",
                                       "-9007199254740995..-9007199254740993",
                                       "1152921504606846981..-2..1152921504606846977",
                                       "9223372036854775805..9223372036854775807",
                                       "-9223372036854775806..-1..-9223372036854775807",
                                       "9223372036854775800..5..9223372036854775807",
                                       "9007199254740993+~..9007199254740995+~"};
// Left by `break`.
const std::vector<std::string> kEndless = {"0..inf",
                                           "0..0.5..inf",
                                           "@..-1..-inf",
                                           "0..int(inf)",
                                           "0..@/0.0",
                                           "3..9223372036854775807",
                                           "0..-1..-9223372036854775807",
                                           "@/2..inf"};
// Of a nest's own loop. Those of the first list start at an int and step by one, so that arrays may be indexed.
const std::vector<std::string> kPlaces = {"0..@/2-1",
                                          "0..(@-3)/2",
                                          "0..@-1.5",
                                          "0..@-0.25",
                                          "0..min(@-1, 5.5)",
                                          "0..min(@-1, x[3])",
                                          "@-1..-1..max(@/2-1, 0)",
                                          "@-1..-1..max(0.5, @/3)",
                                          "0..@/2",
                                          "0..2..@/2",
                                          "1..(@-1)/2",
                                          "0..min(@-1, q/2)",
                                          "0..min(@-1, u[2]/3)",
                                          "0..floor(@/2)-1",
                                          "0..int(@/3)",
                                          "0..min(sqrt(@*1.0), @-1)",
                                          "-1..-0.5",
                                          "0..min(early(q, 2), @-1)/2",
                                          "0..min(v[1], @-1)",
                                          "0..numel(x)/4-2.5-@"};
const std::vector<std::string> kValues = {"0..N/2..N",
                                          "N..-N/2..0",
                                          "0..N/7..N",
                                          "N/2..-1..N/3",
                                          "-0.5..N/3",
                                          "0..0.5..N/2",
                                          "0.1..0.1..N/10",
                                          "0..0.1..N/30",
                                          "N-1..-1..N/2-0.5",
                                          "-N/2..N/2",
                                          "x[2]..N/2",
                                          "0.0..N*1.0",
                                          "0..1/3..q",
                                          "nan..N",
                                          "0..N/0.0..3",
                                          "9007199254740993..9007199254740993+N",
                                          "1152921504606846977+N..-3..1152921504606846977",
                                          "9223372036854775807-N..9223372036854775807",
                                          "0..2.0..N",
                                          "N/4..1.5..N"};

// Ints beyond 2^53.
bool holds_wide_ints(const std::string& range) {
  int digits = 0;
  return std::any_of(range.begin(), range.end(),
                     [&](char c) { return (digits = c >= '0' && c <= '9' ? digits + 1 : 0) >= 16; });
}

// A loop with a step of 0 does not run, and as a value such a range is an error.
bool may_step_by_zero(const std::string& range) {
  const auto by = std::min(range.find("..N/"), range.find("..-N/"));
  return by != std::string::npos && range.find("..", by + 2) != std::string::npos;
}

}  // namespace

std::string NestMaker::range_of_places(int axis) {
  const std::string range = replaced(r_.pick(kPlaces), "@", axis == 0 ? "N" : axis == 1 ? "M" : "K");
  program_.helpers |= range.find("early") != std::string::npos;
  return range;
}

// Statements of a loop over `v`, of which nothing is known but that it is a number.
void NestMaker::use_of_value(Block& to, const std::string& v) {
  const std::string n = r_.one({"n0", "n1", "n2"}), f = r_.one({"f0", "f1", "f2"});
  switch (r_.below(7)) {
    case 0:
    case 1:
      if (claim(n, "+")) add(to, n + " += 1");
      return;
    case 2:
      if (claim(n, "+")) add(to, fmt::format("{} += int(4*{}) - $0", n, v), {expr(Kind::Int, 0)});
      return;
    case 3:
      if (claim(n, "xor")) add(to, fmt::format("{0} = xor({0}, int(8*{1}))", n, v));
      return;
    case 4:
      if (!sight_.read.count(f) && claim(f, "max"))
        add(to, fmt::format("{0} = max({0}, {1})", f, v)), known_[f].spent = true;
      return;
    case 5:
      if (claim("tl", "private")) add(to, "tl = " + v);
      return;
    default:
      if (claim(n, "+")) add(to, fmt::format("{0} += {1} > 1 ? 2 : 1", n, v));
      return;
  }
}

// A loop with such bounds inside the iteration.
void NestMaker::odd_bounds(Block& to) {
  const std::string i = r_.pick(sight_.loops).name;
  const bool endless = r_.chance(12);
  if (endless && claimed_.count("tw")) return;
  std::string range = replaced(replaced(r_.pick(endless ? kEndless : kFew), "~", i), "@",
                               "and(" + r_.one({"N", "N+1", "q", "L"}) + ", 7)");
  for (const char* a : {"x", "u", "v"})
    if (claimed_.count(a) && range.find(std::string(a) + "[") != std::string::npos) return;
  for (const char* f : {"pick_of", "early", "rough_of", "device"})
    program_.helpers |= range.find(f) != std::string::npos;
  // Left as it is where the loop is empty, `tl` is a float in the whole nest, which such ints do not fit into.
  if (holds_wide_ints(range)) claimed_.emplace("tl", "wide");
  Block body;
  use_of_value(body, "tt");
  if (r_.chance(40)) use_of_value(body, "tt");
  if (body.empty()) return;
  std::vector<Expr> parts;
  std::string text = "for tt=" + range;
  if (endless) {
    claim("tw", "private");
    text = "tw = 0\n" + text + "\n if tw > " + std::to_string(r_.between(0, 4)) + "\n  break\n end\n tw += 1";
  }
  for (const Node& n : body) {
    text += "\n " + (n.parts.empty() ? n.text : replaced(n.text, "$0", "$" + std::to_string(parts.size())));
    parts.insert(parts.end(), n.parts.begin(), n.parts.end());
  }
  add(to, text + "\nend", std::move(parts));
}

// A nest over such bounds.
void NestMaker::odd_nest(Block& to) {
  begin_nest();
  const auto loop = [&](const std::string& name, const std::string& range) {
    Node n;
    n.form = Node::Form::For;
    n.text = name + "=" + range;
    return n;
  };
  Node outer = loop("i", replaced(r_.pick(kValues), "@", "N"));
  if (r_.chance(50)) {  // ends that depend on a loop around
    Node inner = loop(
        "j", r_.one({"0..(i-3)/2-1", "i/2..-1..0.25", "max(0, i-1.5)..min(N-1, i+1.5)", "0..i/2..i", "-i/3..i/2",
                     "0..min(x[i], 5)", "i..min(i+2.5, N-1)", "1..i/4..3", "0..0.5..mod(i, 4)", "i/2..inc..i/2+3"}));
    outer.text = r_.one({"i=1..min(N, 60)", "i=min(N, 40)..-1..0", "i=0..2..min(N, 50)", "i=0..min(N, 30)/2"});
    if (r_.chance(40)) {  // rows
      claim("ti", "+"), claim("z", "store");
      add(outer.body, "ti = 0");
      add(inner.body, r_.one({"ti += 1", "ti += int(2*j)", "ti += j < 1 ? 1 : 3", "ti = max(ti, int(4*j))"}));
      outer.body.push_back(std::move(inner));
      add(outer.body, "z[i] = ti");
    } else {
      use_of_value(inner.body, "j");
      use_of_value(inner.body, "j");
      if (inner.body.empty()) return;
      if (r_.chance(30)) use_of_value(outer.body, "i");
      outer.body.push_back(std::move(inner));
    }
  } else {
    for (int k = r_.between(1, 3); k > 0; --k) use_of_value(outer.body, "i");
    if (outer.body.empty()) return;
  }
  outer.forced = r_.chance(25);
  end_nest();
  if (r_.chance(60)) return to.push_back(std::move(outer));
  add(to, part_call(program_, program_.functions.size()));
  program_.functions.push_back({std::move(outer)});
}

// Slices with such ends, and the numbers of their elements, outside loops.
void NestMaker::odd_slices(Block& to) {
  const std::string range = replaced(r_.pick(kPlaces), "@", "N");
  program_.helpers |= range.find("early") != std::string::npos;
  Node n;
  switch (r_.below(4)) {
    case 0:
      n.text = "n0 += numel(" + range + ")", n.stepped = "#for at=" + range + "; n0 += 1; end";
      break;
    case 1:
      n.text = "n1 += sum(v[" + range + "])", n.stepped = "#for at=" + range + "; n1 += v[at]; end";
      break;
    case 2:
      n.text = "z[" + range + "] = 7", n.stepped = "#for at=" + range + "; z[at] = 7; end";
      break;
    default: {
      const std::string any = r_.pick(kValues);
      if (may_step_by_zero(any)) return;
      n.text = "n2 += numel(" + any + ")", n.stepped = "#for at=" + any + "; n2 += 1; end";
    }
  }
  if (n.text.find("-1..-0.5") != std::string::npos) return;  // -1 is outside
  to.push_back(std::move(n));
}

}  // namespace qc::laws
