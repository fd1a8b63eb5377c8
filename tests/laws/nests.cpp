#include "tests/laws/nests.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace qc::laws {
namespace {
const char* const kExtents[] = {"N", "M", "K"};
constexpr double kMostTerms = 65536;
constexpr std::array kHelpers{"pick_of(", "early(", "steps(", "generic(",  "narrow(",
                              "lam(",     "inner(", "at_of(", "rough_of(", "device("};
}  // namespace

bool NestMaker::claim(const std::string& name, const std::string& op) {
  clean_ &= !sight_.read.count(name);  // another statement of the nest reads it
  auto [it, made] = claimed_.emplace(name, op);
  sight_.hidden.insert(name);
  return made || it->second == op;
}

// A call that stands twice, `if f(x) > s; s = f(x)`, is one value where both are evaluated: not as an arm of `?:`.
void NestMaker::add(Block& to, std::string text, std::vector<Expr> parts) {
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::string hole = "$" + std::to_string(k);
    const auto first = text.find(hole);
    if (first != std::string::npos && text.find(hole, first + 1) != std::string::npos) clean_ &= !calls(parts[k]);
  }
  to.push_back({Node::Form::Plain, std::move(text), std::move(parts), {}, {}, false, {}});
}

void NestMaker::spoil(const std::string& name, double bound) {
  Known k = known_[name];
  k.spent = true;
  later_[name] = k;
  double& b = program_.rough[name];
  b = std::max(b, bound + k.magnitude);
}

void NestMaker::written(const std::string& name, const Expr& e) {
  Known k = later_.count(name) ? later_[name] : known_[name];
  k.magnitude = std::max(k.magnitude, e.magnitude);
  k.bits = std::max(k.bits, e.bits);
  later_[name] = k;
}

// The values of all loop variables, one number a place.
std::string NestMaker::place_text() const {
  std::string s = sight_.loops[0].name;
  for (std::size_t k = 1; k < sight_.loops.size(); ++k) s = "(" + s + "*100 + " + sight_.loops[k].name + ")";
  return s;
}

std::string NestMaker::range(int axis, LoopVar& var) {
  const std::string e = kExtents[axis];
  const std::string outer = !sight_.loops.empty() && square_ ? sight_.loops.back().name : "";
  if (r_.chance(10)) return range_of_places(axis);
  if (!sight_.loops.empty() && r_.chance(8)) {  // triangles that the extent bounds
    const std::string o = sight_.loops.back().name;
    switch (r_.below(4)) {
      case 0:
        return fmt::format("0..min({}, {}-1)", o, e);
      case 1:
        return fmt::format("{}-1..-1..max(0, {}-1-{})", e, e, o);
      case 2:
        return fmt::format("min({0}, {1})..{1}-1", o, e);
      default:
        return fmt::format("0..2..min(2*{}, {}-1)", o, e);
    }
  }
  switch (r_.below(outer.empty() ? 14 : 20)) {
    case 0:
      return e + "-1..-1..0";
    case 1:
      return "0..2.." + e + "-1";
    case 2:
      return var.low = 1, "1.." + e + "-1";
    case 3:
      return var.low = var.high = 1, "1.." + e + "-2";
    case 4:
      return "0..3.." + e + "-1";
    case 5:
      return e + "-1..-2..0";
    case 6:
      return var.low = 0, "q.." + e + "-1";
    case 7:
      return "0..inc.." + e + "-1";
    case 14:
    case 15:
      return "0.." + outer;
    case 16:
      return outer + ".." + e + "-1";
    case 17:
      return var.low = 1, outer + "+1.." + e + "-1";
    default:
      return "0.." + e + "-1";
  }
}

Node NestMaker::loop(int axis, const std::string& name) {
  Node n;
  n.form = Node::Form::For;
  LoopVar var{name, axis, 0, 0};
  n.text = name + "=" + range(axis, var);
  sight_.loops.push_back(var);
  return n;
}

void NestMaker::begin_nest() {
  sight_ = {};
  sight_.known = &known_;
  sight_.square = square_;
  sight_.helpers = &program_.helpers;
  claimed_.clear();
  ways_.clear();
  later_.clear();
  clean_ = true;
}

void NestMaker::end_nest() {
  for (auto& [name, k] : later_) known_[name] = k;
  for (const auto& [name, k] : sight_.privates) known_[name] = k;
}

void NestMaker::append(Block& to, int depth) {
  begin_nest();
  const char* names[] = {"i", "j", "k"};
  std::vector<int> axes = {0, 1, 2};
  axes.resize(std::size_t(depth));
  if (depth > 1 && r_.chance(25)) std::swap(axes[0], axes[std::size_t(depth - 1)]);
  std::vector<Node> loops;
  for (int k = 0; k < depth; ++k) loops.push_back(loop(axes[std::size_t(k)], names[axes[std::size_t(k)]]));
  const bool rows = depth >= 2 && r_.chance(30);
  Block body;
  if (rows) {
    const std::string sum = r_.chance(60) ? "te" : "ti";
    const Kind kind = sum == "te" ? Kind::Exact : Kind::Int;
    claim(sum, "+");
    Expr term = expr(kind);
    add(loops.back().body, sum + r_.one({" += $0", " = $0 + ", " -= $0"}), {term});
    if (loops.back().body[0].text.ends_with("+ ")) loops.back().body[0].text += sum;
    if (r_.chance(40)) accumulate(loops.back().body);
    Known k = known_[sum];
    k.magnitude = kMostTerms * term.magnitude;
    k.bits = term.bits;
    later_[sum] = k;
    Node inner = std::move(loops.back());
    loops.pop_back();
    sight_.loops.pop_back();
    add(body, sum + " = " + (kind == Kind::Exact ? "0.5" : "3"));
    body.push_back(std::move(inner));
    const std::string target = kind == Kind::Exact ? (depth == 3 ? "d" : "y") : depth == 3 ? "l" : "z";
    claim(target, "store");
    Known t = known_[target];
    t.magnitude = k.magnitude + 1, t.bits = std::max(t.bits, k.bits);
    later_[target] = t;
    const std::string at = depth == 3 ? Expressions(r_, sight_).grid_index(2, true) : sight_.loops[0].name;
    if (!at.empty()) add(body, fmt::format("{}[{}] = {}", target, at, sum));
    clean_ &= names_all_loops(at);
    if (r_.chance(20)) accumulate(body);
  } else {
    body = inner_body(true);
  }
  for (; !loops.empty(); loops.pop_back()) {
    loops.back().body.insert(loops.back().body.end(), std::make_move_iterator(body.begin()),
                             std::make_move_iterator(body.end()));
    body.clear();
    body.push_back(std::move(loops.back()));
  }
  body.front().forced = r_.chance(clean_ ? 30 : 15);
  program_.vouched &= clean_ || !body.front().forced;
  to.push_back(std::move(body.front()));
  end_nest();
}

Block NestMaker::inner_body(bool allow_near_miss) {
  Block body;
  const int count = r_.between(1, 4);
  const int miss = allow_near_miss && r_.chance(35) ? r_.below(count) : -1;
  for (int k = 0; k < count; ++k) {
    if (k == miss) {
      clean_ = false;
      near_miss(body);
    } else
      statement(body, 2);
  }
  if (body.empty()) accumulate(body);
  return body;
}

void NestMaker::statement(Block& to, int depth) {
  const bool single = sight_.loops.size() == 1;
  switch (r_.below(33)) {
    case 26:
    case 27:
      return odd_bounds(to);
    case 28:
    case 29:
      return r_.chance(60) ? declared(to) : r_.chance(50) ? declared_floats(to) : declared_place(to);
    case 30:
    case 31:
      return mixed_bins(to);
    case 32:
      clean_ &= depth > 1;  // under a condition the last iteration may leave the array to one before it
      return symbolic_work_array(to);
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return accumulate(to);
    case 20:
    case 21:
    case 22:
    case 23:
      return wider(to);
    case 24:
    case 25:
      return further(to);
    case 5:
      return r_.chance(60) ? extremum_with_place(to) : accumulate_parts(to);
    case 6:
    case 7:
      return partial(to);
    case 8:
      return bins(to);
    case 9:
      return single ? scan(to) : partial(to);
    case 10:
      return single ? pack_or_search(to) : map(to);
    case 11:
    case 12:
      return assign_private(to);
    case 13:
    case 14:
      return depth > 0 ? branch(to, depth) : accumulate(to);
    default:
      return map(to);
  }
}

void NestMaker::branch(Block& to, int depth) {
  Node n;
  n.form = Node::Form::If;
  n.text = "$0";
  n.parts = {expr(Kind::Bool)};
  const auto before = sight_.privates;
  const auto work_arrays = [&] {
    return claimed_.count("wi") + claimed_.count("wk") + claimed_.count("wu") + claimed_.count("wv");
  };
  const auto work_arrays_before = work_arrays();
  statement(n.body, depth - 1);
  if (r_.chance(30)) statement(n.body, depth - 1);
  sight_.privates = before;
  if (r_.chance(35)) {
    statement(n.otherwise, depth - 1);
    sight_.privates = before;
  }
  // Which iteration fills a work array last is not known: no launch can hand it out.
  if (work_arrays() != work_arrays_before) clean_ = false;
  if (!n.body.empty()) to.push_back(std::move(n));
}

void NestMaker::accumulate(Block& to) {
  switch (r_.below(4)) {
    case 0:
      return accumulate_float(to, r_.one({"s0", "s1", "s2"}), true);
    case 1:
      return accumulate_float(to, r_.one({"f0", "f1", "f2"}), false);
    case 2:
      return accumulate_whole(to, r_.one({"n0", "n1", "n2", "n0", "n1", "n2", "m0", "m1", "m2"}));
    default:
      break;
  }
  const std::string name = r_.one({"c0", "c1", "c2"});
  const bool all = r_.chance(50);
  if (!claim(name, all ? "&&" : "||")) return;
  const std::string op = all ? "&&" : "||";
  const std::string forms[] = {name + " = " + name + " " + op + " $0", name + " = $0 " + op + " " + name,
                               "if $0\n " + name + (all ? " = false" : " = true") + "\nend"};
  add(to, forms[r_.below(3)], {expr(Kind::Bool)});
}

void NestMaker::accumulate_float(Block& to, const std::string& name, bool exact) {
  const Kind kind = exact ? Kind::Exact : Kind::Rough;
  const int op = r_.below(exact ? 8 : 10);
  if (op < 4) {
    if (!claim_rough(name, "+")) return;  // exact ones neither: sums of running sums leave all bounds; ints read them
    const Expr e = expr(kind);
    const std::string forms[] = {"$n += $0", "$n = $n + $0", "$n = $0 + $n",
                                 "$n -= $0", "$n = $n - $0", "$n = $n + $0 - $1"};
    std::string text = forms[r_.below(6)];
    for (std::size_t at; (at = text.find("$n")) != std::string::npos;) text.replace(at, 2, name);
    const Expr more = expr(kind, 1);
    add(to, text, {e, more});
    if (!exact) return spoil(name, e.magnitude + more.magnitude);
    Expr sum = e;
    sum.magnitude = kMostTerms * (e.magnitude + more.magnitude);
    return written(name, sum);
  }
  if (op < 8) {
    const bool high = r_.chance(50);
    if (!claim(name, high ? "max" : "min")) return;
    const Expr e = expr(kind);
    const std::string f = high ? "max" : "min", o = high ? ">" : "<", n = name;
    const std::string forms[] = {n + " = " + f + "(" + n + ", $0)",
                                 n + " = " + f + "($0, " + n + ")",
                                 n + (high ? " ^^= $0" : " __= $0"),
                                 "if $0 " + o + " " + n + "\n " + n + " = $0\nend",
                                 n + " = $0 " + o + " " + n + " ? $0 : " + n,
                                 "if " + n + (high ? " < " : " > ") + "$0\n " + n + " = $0\nend",
                                 "if $0 " + o + "= " + n + "\n " + n + " = $0\nend"};
    const std::size_t form = std::size_t(r_.below(7));
    const int way = form < 3 ? 0 : form < 6 ? 1 : 2;
    clean_ &= ways_.emplace(name, way).first->second == way;  // they differ for NaN and for zeros
    add(to, forms[form], {e});
    return written(name, e);
  }
  if (!claim_rough(name, "*")) return;
  add(to, name + r_.one({" *= 1 + $0/65536", " /= 1 + abs($0)/65536"}), {expr(kind)});
  spoil(name, 4);
}

void NestMaker::accumulate_whole(Block& to, const std::string& name) {
  const std::string n = name;
  const std::vector<std::pair<std::string, std::string>> forms = {{"+", n + " += $0"},
                                                                  {"+", n + " += 1"},
                                                                  {"+", n + " = " + n + " - $0"},
                                                                  {"+", n + " = $0 + " + n},
                                                                  {"+", n + " += $0"},
                                                                  {"*", n + " *= $0"},
                                                                  {"*", n + " = $0 * " + n},
                                                                  {"min", n + " = min(" + n + ", $0)"},
                                                                  {"max", n + " = max($0, " + n + ")"},
                                                                  {"max", "if $0 > " + n + "\n " + n + " = $0\nend"},
                                                                  {"min", n + " = $0 < " + n + " ? $0 : " + n},
                                                                  {"and", n + " = and(" + n + ", $0)"},
                                                                  {"or", n + " = or($0, " + n + ")"},
                                                                  {"xor", n + " = xor(" + n + ", $0)"},
                                                                  {"xor", n + " ~= $0"},
                                                                  {"or", n + " |= $0"},
                                                                  {"and", n + " &= $0"}};
  const auto& [op, text] = r_.pick(forms);
  if (claim(n, op)) add(to, text, {expr(Kind::Int)});
}

void NestMaker::extremum_with_place(Block& to) {
  const bool exact = r_.chance(40), whole = !exact && r_.chance(50);
  const std::string n = exact   ? r_.one({"s0", "s1", "s2"})
                        : whole ? r_.one({"n0", "n1", "n0", "m0", "m1"})
                                : r_.one({"f0", "f1"});
  const std::string at = r_.one({"k0", "k1"});
  if (claimed_.count(n) || claimed_.count(at)) return;
  claim(n, "arg");
  claim(at, "arg");
  const std::string op = r_.one({"<", "<=", ">", ">="});
  const Expr e = expr(exact ? Kind::Exact : whole ? Kind::Int : Kind::Rough);
  std::string text = fmt::format("if $0 {} {}\n {} = $0\n {} = {}", op, n, n, at, place_text());
  if (r_.chance(30) && !claimed_.count("k2")) {
    claim("k2", "arg");
    text += "\n k2 = $1";
  }
  add(to, text + "\nend", {e, expr(Kind::Int, 1)});
  written(n, e);
}

// Whether an index differs for different iterations: it names each loop around.
bool NestMaker::names_all_loops(const std::string& at) const {
  return std::all_of(sight_.loops.begin(), sight_.loops.end(),
                     [&](const LoopVar& l) { return at.find(l.name) != std::string::npos; });
}

bool NestMaker::calls(const Expr& e) {
  const std::string text = text_of(e);
  return std::any_of(kHelpers.begin(), kHelpers.end(),
                     [&](const char* f) { return text.find(f) != std::string::npos; });
}

void NestMaker::partial(Block& to) {
  const bool exact = r_.chance(50);
  const bool grid = sight_.loops.size() > 1 && r_.chance(30);
  const std::string a = exact  ? (grid ? "d" : r_.one({"y", "e"}))
                        : grid ? "l"
                               : r_.one({"z", "h", "o", "z", "h", "qa", "qd", "qe"});
  const std::string at = grid ? Expressions(r_, sight_).grid_index(2, r_.chance(80))
                         : sight_.loops.size() == 1 && r_.chance(50) ? "5"
                         : r_.chance(70)                             ? r_.pick(sight_.loops).name
                                                                     : Expressions(r_, sight_).vector_index();
  if (at.empty()) return;
  const std::string op = a == "o" && r_.chance(70) ? "+" : r_.one({"+", "+", "max", "min"});
  if (!claim(a, op + at)) clean_ = false;
  const Expr e = expr(exact ? Kind::Exact : Kind::Int);
  const std::string n = fmt::format("{}[{}]", a, at);
  if (op == "+")
    add(to, r_.chance(50) ? n + " += $0" : n + " = " + n + " + $0", {e});
  else
    add(to, fmt::format("{} = {}({}, $0)", n, op, n), {e});
  Expr sum = e;
  sum.magnitude = kMostTerms * e.magnitude + 16;
  written(a, sum);
}

void NestMaker::bins(Block& to) {
  const int form = r_.below(3);
  const std::string a = form == 0 ? r_.one({"h", "h", "h", "qb", "qc", "qd", "qf"}) : form == 1 ? "e" : "rr";
  const std::string op = form == 2 ? "+" : r_.one({"+", "+", "max"});
  if (!(form == 2 ? claim_rough(a, "bins" + op) : claim(a, "bins" + op))) return;
  const Expr at = expr(Kind::Int), e = expr(form == 0 ? Kind::Int : form == 1 ? Kind::Exact : Kind::Rough);
  const std::string n = r_.chance(60) ? fmt::format("{}[periodize($0, {})]", a, r_.one({"8", "5", "L"}))
                                      : fmt::format("{}[g[{}]]", a, r_.pick(sight_.loops).name);
  add(to, op == "+" ? n + " += $1" : fmt::format("{} = max({}, $1)", n, n), {at, e});
  if (form == 2) return spoil(a, e.magnitude);
  Expr sum = e;
  sum.magnitude = kMostTerms * e.magnitude + 16;
  written(a, sum);
}

void NestMaker::scan(Block& to) {
  const std::string i = sight_.loops[0].name;
  const int form = r_.below(7);
  const bool exact = form % 2 == 0;
  const std::string n = exact ? r_.one({"s0", "s1", "s2"}) : r_.one({"n0", "n1", "n2"}), a = exact ? "y" : "z";
  if (claimed_.count(n) || claimed_.count(a) || (exact && sight_.read.count(n))) return;  // as of sums
  claim(n, "scan");
  claim(a, "scan");
  const Expr e = expr(exact ? Kind::Exact : Kind::Int);
  const std::string update = r_.chance(75) ? n + " += $0" : n + " = max(" + n + ", $0)",
                    store = fmt::format("{}[{}] = {}", a, i, n);
  switch (form) {
    case 0:
    case 1:
      add(to, update + "\n" + store, {e});
      break;
    case 2:
    case 3:
      add(to, store + "\n" + update, {e});
      break;
    case 4:
    case 5:
      add(to, "if $1\n " + n + (exact ? " = 0.0" : " = 0") + "\nend\n" + update + "\n" + store,
          {e, expr(Kind::Bool, 1)});
      break;
    default:
      add(to, "if $1\n " + update + "\nend\n" + store, {e, expr(Kind::Bool, 1)});
      break;
  }
  Expr sum = e;
  sum.magnitude = kMostTerms * e.magnitude + 16;
  written(n, sum);
  written(a, sum);
}

void NestMaker::pack_or_search(Block& to) {
  const std::string i = sight_.loops[0].name;
  if (claimed_.count("k2") || claimed_.count("z")) return map(to);
  clean_ = false;
  const Expr c = expr(Kind::Bool);
  claim("k2", "pack");
  switch (r_.below(4)) {
    case 0:
      claim("z", "pack");
      return add(to, "if $0\n z[mod(k2, L)] = $1\n k2 += 1\nend", {c, expr(Kind::Int)});
    case 1:
      claim("z", "pack");
      return add(to, "if $0\n z[k2] = $1\n k2 += 1\nend", {c, expr(Kind::Int)});
    case 2:
      return add(to, "if $0\n k2 = " + i + "\n break\nend", {c});
    default:
      claim("c2", "search");
      return add(to, "if $0\n c2 = true\n break\nend", {c});
  }
}

void NestMaker::map(Block& to) {
  Expressions x(r_, sight_);
  const bool single = sight_.loops.size() == 1;
  const std::vector<std::pair<std::string, Kind>> vectors = {
      {"y", Kind::Exact}, {"z", Kind::Int},    {"o", Kind::Int},  {"t", Kind::Bool},
      {"e", Kind::Exact}, {"rr", Kind::Rough}, {"qa", Kind::Int}, {"qb", Kind::Int},
      {"qc", Kind::Int},  {"qd", Kind::Int},   {"qe", Kind::Int}, {"qf", Kind::Int}};
  std::string a, at;
  Kind kind;
  if (single) {
    const auto& v = r_.pick(vectors);
    a = v.first, kind = v.second, at = x.injective_index();
  } else {
    const bool cube = sight_.loops.size() == 3;
    a = cube            ? "o3"
        : r_.chance(50) ? "d"
                        : "l",
    kind = a == "l" ? Kind::Int : Kind::Exact, at = x.grid_index(cube ? 3 : 2, true);
  }
  if (at.empty() || !claim(a, "map " + at)) return;
  clean_ &= single || names_all_loops(at);
  const Expr e = x.make(kind, 3);
  add(to, fmt::format("{}[{}] = $0", a, at), {e});
  written(a, e);
}

void NestMaker::assign_private(Block& to) {
  const Kind kind = r_.chance(35) ? Kind::Int : r_.chance(50) ? Kind::Exact : r_.chance(70) ? Kind::Rough : Kind::Bool;
  const std::string n = kind == Kind::Int ? "ti" : kind == Kind::Exact ? "te" : kind == Kind::Rough ? "tf" : "tb";
  if (claimed_.count(n)) return;
  const Expr e = expr(kind);
  add(to, n + " = $0", {e});
  sight_.privates[n] = {kind, e.magnitude, e.bits, false};
}

}  // namespace qc::laws
