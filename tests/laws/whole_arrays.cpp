#include "tests/laws/whole_arrays.h"

#include <fmt/format.h>

namespace qc::laws {
namespace {

class Whole : public ElementWriter {
 public:
  using ElementWriter::ElementWriter;

  void statement() {
    switch (r_.below(12)) {
      case 0:
      case 1:
        return store(Kind::Exact, r_.one({"y", "e"}));
      case 2:
        return store(Kind::Rough, "rr");
      case 3:
        return store(Kind::Int, r_.one({"z", "h"}));
      case 4:
        return store(Kind::Int, r_.one({"o", "qa", "qb", "qc", "qd", "qe", "qf"}));
      case 5:
        return shifted();
      case 6:
        return masked();
      case 7:
        return gathered();
      case 8:
        return total();
      case 9:
        return extremum();
      case 10:
        return grid();
      default:
        return total_of_ints();
    }
  }

 private:
  void store(Kind kind, const std::string& to) {
    const Expr e = vector(kind, 3);
    const std::string text = text_of(e), op = r_.one({"=", "=", "+=", "-="});
    if (text.find('@') == std::string::npos) return;
    each(fmt::format("{}[:] {} {}", to, op, at(text, "")), "0..L-1",
         fmt::format("{0}[at] {1} {2}", to, op, at(text, "[at]")));
    Expr sum = e;
    sum.magnitude += known_[to].magnitude;
    note(to, sum);
  }

  void shifted() {
    const std::string from = r_.one({"x", "r"}), to = from == "x" ? r_.one({"y", "e"}) : "rr";
    each(fmt::format("{0}[1..L-2] = {1}[0..L-3] + 0.5*{1}[2..L-1]", to, from), "1..L-2",
         fmt::format("{0}[at] = {1}[at-1] + 0.5*{1}[at+1]", to, from));
    if (from == "x") note(to, leaf(Kind::Exact, "", 24, 4));
  }

  void masked() { each("y[x > 3] = 0.5", "0..L-1", "if x[at] > 3; y[at] = 0.5; end"); }

  void gathered() {
    const std::string from = r_.one({"v", "qa", "qf", "u"});
    each("z[:] = " + from + "[g] + 1", "0..L-1", "z[at] = " + from + "[g[at]] + 1");
  }

  void total() {
    const Expr e = vector(Kind::Exact, 2);
    const std::string text = text_of(e), to = r_.one({"s0", "s1", "s2"});
    if (text.find('@') == std::string::npos || e.magnitude * double(1 << std::min(e.bits, 20)) > 500) return;
    each(to + " = sum(" + at(text, "") + ")", "0..L-1", to + " += " + at(text, "[at]"));
    p_.body.back().stepped = to + " = 0.0; " + p_.body.back().stepped;
    Expr sum = e;
    sum.magnitude *= 65536;
    note(to, sum);
  }

  void total_of_ints() {
    const std::string text = text_of(vector(Kind::Int, 2)), to = r_.one({"n0", "n1", "n2"});
    if (text.find('@') == std::string::npos) return;
    each(to + " = sum(" + at(text, "") + ")", "0..L-1", to + " += " + at(text, "[at]"));
    p_.body.back().stepped = to + " = 0; " + p_.body.back().stepped;
  }

  void extremum() {
    const Expr e = vector(Kind::Exact, 2);
    const std::string text = text_of(e), to = r_.one({"s0", "s1", "s2"}), f = r_.one({"max", "min"});
    if (text.find('@') == std::string::npos) return;
    each(fmt::format("{} = {}({})", to, f, at(text, "")), "0..L-1",
         fmt::format("{0} = {1}({0}, {2})", to, f, at(text, "[at]")));
    p_.body.back().stepped = to + " = nan; " + p_.body.back().stepped;
    note(to, e);
  }

  void grid() {
    const bool whole = r_.chance(50);
    const std::string to = whole ? "l" : "d", from = whole ? "c" : "a", rest = whole ? " - 2" : " .* 0.5";
    if (r_.chance(50)) {
      put(fmt::format("{0}[:,:] = {1}{2}", to, from, rest),
          fmt::format("#for at=0..N-1; for at1=0..M-1; {0}[at,at1] = {1}[at,at1]{2}; end; end", to, from, rest));
    } else {
      put(fmt::format("if M > 0; {0}[:,0] = {1}[:,M-1]{2}; end", to, from, rest),
          fmt::format("if M > 0; #for at=0..N-1; {0}[at,0] = {1}[at,M-1]{2}; end; end", to, from, rest));
    }
    note(to, leaf(Kind::Exact, "", 24, 4));
  }
};

}  // namespace

void whole_arrays(Random& random, Program& program, std::map<std::string, Known>& known) {
  Whole whole(random, program, known);
  const int count = random.between(1, 3);
  for (int k = 0; k < count; ++k) whole.statement();
}

}  // namespace qc::laws
