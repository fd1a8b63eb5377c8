// Kernels written by hand: maps, atomics, shared memory with barriers, totals.
#include <fmt/format.h>

#include "tests/laws/whole_arrays.h"

namespace qc::laws {
namespace {

class Launches : public ElementWriter {
 public:
  using ElementWriter::ElementWriter;

  void statement() {
    p_.helpers = true;
    switch (r_.below(12)) {
      case 9:
      case 10:
        return warps();
      case 11:
        return window();
      case 0:
      case 1:
        return map();
      case 2:
        return atomics();
      case 3:
        return grid();
      case 4:
        return outside();
      case 5:
        return blocks();
      case 6:
        return running();
      case 7:
        return reversed();
      default:
        return total();
    }
  }

 private:
  std::string from() { return r_.one({"v", "g", "v", "h"}); }
  std::string block() { return r_.one({"1", "2", "8", "32", "64", "256"}); }
  // for: over all elements of a vector
  void launch(const std::string& text, const std::string& body) { each("parallel_do(" + text + ")", "0..L-1", body); }

  void map() {
    const Kind kind = r_.chance(40) ? Kind::Exact : r_.chance(50) ? Kind::Rough : Kind::Int;
    const std::string to = kind == Kind::Exact   ? r_.one({"y", "e"})
                           : kind == Kind::Rough ? "rr"
                                                 : r_.one({"z", "o", "qa", "qb", "qc", "qd", "qe", "qf"});
    const Expr e = vector(kind, 3);
    std::string text = text_of(e);
    if (kind == Kind::Int && r_.chance(50)) text = r_.one({"pick_of", "early", "generic"}) + ("(" + text + ", 5)");
    if (kind == Kind::Rough && r_.chance(50)) text = "rough_of(" + text + ")";
    launch(fmt::format("L, __kernel__ (pos : int) -> {}[pos] = {}", to, at(text, "[pos]")),
           fmt::format("{}[at] = {}", to, at(text, "[at]")));
    note(to, e);
  }

  void atomics() {
    const std::string to = r_.one({"h", "h", "qc", "qe", "qf", "z"});
    const std::string op = r_.one({"+=", "+=", "-=", "^^=", "__=", "&=", "|=", "~="});
    // An extreme that does not fit wraps when it is stored, so that the order of threads decides.
    const bool fits = (to == "qf" || to == "qe") && (op == "^^=" || op == "__=");
    const std::string place = "periodize(v@, " + r_.one({"5", "8", "L"}) + ")",
                      value = fits ? r_.one({"and(v@, 7)", "1", "g@"}) : r_.one({"and(v@, 7)", "1", "g@", "v@"});
    auto text = [&](const std::string& p) { return fmt::format("{}[{}] {} {}", to, at(place, p), op, at(value, p)); };
    launch("L, __kernel__ (pos : int) -> " + text("[pos]"), text("[at]"));
  }

  void grid() {
    const std::string text = r_.one({"c% - 2*l%", "max(c%, l%)", "mod(c%, 5) + l%"});
    auto with = [&](std::string place) {
      std::string s = text;
      for (std::size_t k; (k = s.find('%')) != std::string::npos;) s.replace(k, 1, place);
      return "l" + place + " = " + s;
    };
    put("parallel_do([N, M], __kernel__ (pos : ivec2) -> " + with("[pos]") + ")",
        "#for at=0..N-1; for at1=0..M-1; " + with("[at,at1]") + "; end; end");
  }

  // Reads outside give 0, writes outside are ignored.
  void outside() {
    const std::string to = r_.one({"z", "qb"});
    launch("L, __kernel__ (pos : int) -> " + to + "[pos] = v[pos-3] + u[pos+2]",
           to + "[at] = (at >= 3 ? v[at-3] : 0) + (at+2 < L ? u[at+2] : 0)");
    if (r_.chance(50))
      launch("L, __kernel__ (pos : int) -> h[2*pos-4] = v[pos]",
             "if 2*at-4 >= 0 && 2*at-4 < L; h[2*at-4] = v[at]; end");
  }

  void blocks() {
    const std::string b = block(), f = from();
    put(fmt::format("parallel_do([L, {0}], {1}, z, L, block_sums)", b, f),
        fmt::format("#for at=0..int((L+{0}-1)/{0})-1; sum_at = 0; for at1=0..{0}-1; if at*{0}+at1 < L; sum_at += "
                    "{1}[at*{0}+at1]; end; end; z[at] = sum_at; end",
                    b, f));
  }

  void running() {
    const std::string b = block(), f = from();
    put(fmt::format("parallel_do([L, {0}], {1}, z, L, block_scan)", b, f),
        fmt::format(
            "sum_at = 0; #for at=0..L-1; if mod(at, {0}) == 0; sum_at = 0; end; sum_at += {1}[at]; z[at] = sum_at; end",
            b, f));
  }

  void reversed() {
    const std::string b = block(), f = from();
    put(fmt::format("parallel_do([L, {0}], {1}, z, L, block_turn)", b, f),
        fmt::format("#for at=0..L-1; at1 = at + {0} - 1 - 2*mod(at, {0}); z[at] = at1 < L ? {1}[at1] : -1; end", b, f));
  }

  void warps() {
    const std::string b = r_.one({"32", "64", "256"}), f = from(), how = std::to_string(r_.below(10));
    put(fmt::format("parallel_do([L, {}], {}, z, L, {}, warp_mix)", b, f, how),
        fmt::format("#for at=0..L-1; z[at] = warp_one({}, L, at, {}); end", f, how));
  }

  void window() {
    const std::string f = "v";  // small ints: the kernel keeps what it reads in floats
    put("parallel_do(L, " + f + ", z, L, local_window)", "#for at=0..L-1; z[at] = window_one(" + f + ", L, at); end");
  }

  void total() {
    if (r_.chance(50)) {
      const std::string to = r_.one({"n0", "n1", "n2"}), f = from();
      put(to + " = parallel_do(L, " + f + ", 3, count_above)",
          to + " = 0; #for at=0..L-1; if " + f + "[at] > 3; " + to + " += 1; end; end");
    } else {
      const std::string to = r_.one({"s0", "s1"});
      put(to + " = parallel_do(L, x, total_of)", to + " = 0.0; #for at=0..L-1; " + to + " += 2*x[at]; end");
      note(to, leaf(Kind::Exact, "", 65536 * 16, 2));
    }
  }
};

}  // namespace

void launches(Random& random, Program& program, std::map<std::string, Known>& known) {
  Launches l(random, program, known);
  const int count = random.between(1, 2);
  for (int k = 0; k < count; ++k) l.statement();
}

}  // namespace qc::laws
