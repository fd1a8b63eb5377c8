#include "tests/laws/program.h"

#include <fmt/format.h>

#include "tests/laws/helpers.h"

namespace qc::laws {
namespace {

std::string filled(const std::string& text, const std::vector<Expr>& parts) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '$' && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9') {
      const std::size_t k = std::size_t(text[++i] - '0');
      out += k < parts.size() ? text_of(parts[k]) : "0";
    } else
      out += text[i];
  }
  return out;
}

class Writer {
 public:
  explicit Writer(Mode mode) : mode_(mode) {}
  void block(const Block& b, int depth) {
    for (const Node& n : b) node(n, depth);
  }
  void line(const std::string& s, int depth) { text += std::string(std::size_t(depth), ' ') + s + "\n"; }
  std::string text;

 private:
  void node(const Node& n, int depth) {
    std::string s = filled(mode_ == Mode::Auto || n.stepped.empty() ? n.text : n.stepped, n.parts);
    for (std::size_t at; mode_ != Mode::Auto && (at = s.find('#')) != std::string::npos;)
      s.replace(at, 1, mode_ == Mode::Serial ? "{!serial for}; " : "{!interpreted for}; ");
    if (n.form == Node::Form::Plain) {
      std::size_t from = 0;
      for (std::size_t to; (to = s.find('\n', from)) != std::string::npos; from = to + 1)
        line(hinted(s.substr(from, to - from)), depth);
      return line(hinted(s.substr(from)), depth);
    }
    if (n.form == Node::Form::For) {
      line(mode_ == Mode::Serial        ? "{!serial for}"
           : mode_ == Mode::Interpreted ? "{!interpreted for}"
           : n.forced                   ? "{!parallel for}"
                                        : "%",
           depth);
      line("for " + s, depth);
    } else
      line("if " + s, depth);
    block(n.body, depth + 1);
    if (!n.otherwise.empty()) {
      line("else", depth);
      block(n.otherwise, depth + 1);
    }
    line("end", depth);
  }

  // A loop inside an iteration is stepped as well.
  std::string hinted(std::string s) const {
    const std::size_t at = s.find_first_not_of(' ');
    if (mode_ == Mode::Interpreted && at != std::string::npos && s.compare(at, 4, "for ") == 0)
      s.insert(at, "{!interpreted for}; ");
    return s;
  }

  Mode mode_;
};

std::string value_text(Content c, bool special) {
  std::string v;
  switch (c) {
    case Content::Exact:
      v = "(and(v, 63) - 32) / 4.0";
      break;
    case Content::Rough:
      v = "(and(v, 65535) - 32768) / 16384.0";
      break;
    case Content::Int:
      return "mod(v, 41) - 20";
    case Content::Byte:
      return "and(v, 255)";
    case Content::Bool:
      return "and(v, 3) == 0";
    case Content::Index:
      return "mod(v, max(N, 1))";
    case Content::Permutation:
      return "xor(at, 1)";
    case Content::Wide:
      return "v*2654435761";
    case Content::Complex:
      return "complex((and(v, 63) - 32) / 4.0, (and(shr(v, 8), 63) - 32) / 4.0)";
  }
  if (!special) return v;
  return "and(shr(v, 20), 15) == 0 ? nan : (and(shr(v, 20), 15) == 1 ? inf : (and(shr(v, 20), 15) == 2 ? -0.0 : " + v +
         "))";
}

}  // namespace

std::string start_text(const std::string& name, const std::string& value) {
  return name + (value.starts_with(":") ? " " : " = ") + value;
}

std::string text_of(const Expr& e) { return filled(e.text, e.parts); }

const std::vector<ArrayParam>& array_params() {
  static const std::vector<ArrayParam> all = {{"x", "vec", Content::Exact, 1},
                                              {"r", "vec", Content::Rough, 1},
                                              {"v", "vec[int]", Content::Int, 1},
                                              {"u", "vec[uint8]", Content::Byte, 1},
                                              {"b", "vec[bool]", Content::Bool, 1},
                                              {"g", "vec[int]", Content::Index, 1},
                                              {"p", "vec[int]", Content::Permutation, 1},
                                              {"a", "mat", Content::Exact, 2},
                                              {"c", "mat[int]", Content::Int, 2},
                                              {"w", "cube", Content::Exact, 3},
                                              {"y", "vec", Content::Exact, 1},
                                              {"z", "vec[int]", Content::Int, 1},
                                              {"o", "vec[uint8]", Content::Byte, 1},
                                              {"t", "vec[bool]", Content::Bool, 1},
                                              {"h", "vec[int]", Content::Int, 1},
                                              {"e", "vec", Content::Exact, 1},
                                              {"d", "mat", Content::Exact, 2},
                                              {"l", "mat[int]", Content::Int, 2},
                                              {"rr", "vec", Content::Rough, 1},
                                              {"o3", "cube", Content::Exact, 3},
                                              {"qa", "vec[int8]", Content::Wide, 1},
                                              {"qb", "vec[int16]", Content::Wide, 1},
                                              {"qc", "vec[int32]", Content::Wide, 1},
                                              {"qd", "vec[uint16]", Content::Wide, 1},
                                              {"qe", "vec[uint32]", Content::Wide, 1},
                                              {"qf", "vec[uint64]", Content::Wide, 1},
                                              {"xm", "vec'mirror", Content::Exact, 1},
                                              {"vc", "vec[int]'circular", Content::Int, 1},
                                              {"ak", "mat'clamped", Content::Exact, 2},
                                              {"cs", "mat[int]'safe", Content::Int, 2},
                                              {"wm", "cube'mirror", Content::Exact, 3},
                                              {"ca", "cvec", Content::Complex, 1},
                                              {"cb", "cvec", Content::Complex, 1}};
  return all;
}

std::vector<std::int64_t> extents(const ArrayParam& p, const Data& d) {
  if (p.rank == 1) return {2 * (d.n + d.m + d.k) + 8};
  if (p.rank == 2) return {d.n, d.m};
  return {d.n, d.m, d.k};
}

std::uint64_t raw_value(const Data& d, std::size_t array, std::int64_t at) {
  constexpr std::uint64_t low = 4294967295;
  std::uint64_t v = (std::uint64_t(at) * 2654435761 + d.seed + array * 7919) & low;
  v ^= v >> 15;
  v = (v * 2246822519) & low;
  return v ^ (v >> 13);
}

const char* const kShared = "n0, n1, n2, f0, f1, f2, tl, ti, tw";

// A part sees what the body sees: all arrays, and the numbers that it does not change.
std::string part_call(const Program& program, std::size_t k) {
  std::string inputs;
  for (const ArrayParam& p : array_params()) inputs += fmt::format("{}, ", p.name);
  for (const auto& [name, value] : program.starts)
    if (fmt::format(" {},", kShared).find(" " + name + ",") == std::string::npos) inputs += name + ", ";
  return fmt::format("[{0}] = part{1}({0}, {2}N, M, K, L, q, inc)", kShared, k, inputs);
}

std::string function_text(const Program& program, Mode mode) {
  Writer w(mode);
  std::string outputs, inputs;
  if (program.helpers) w.text += helper_functions() + warp_helpers();
  if (program.record > 1) w.text += record_type(program.record == 2);
  for (std::size_t k = 0; k < program.functions.size(); ++k) {
    w.line("function " + part_call(program, k), 0);
    w.block(program.functions[k], 1);
    w.line("end", 0);
  }
  for (const auto& [name, value] : program.starts) outputs += (outputs.empty() ? "" : ", ") + name;
  for (const ArrayParam& p : array_params()) inputs += fmt::format("{} : {}, ", p.name, p.type);
  w.line(fmt::format("function [{}] = f({}N : int, M : int, K : int, L : int, q : int, inc : int)", outputs, inputs),
         0);
  for (const auto& [name, value] : program.starts) w.line(start_text(name, value), 1);
  if (program.helpers) w.text += local_helpers();
  if (program.record) w.text += record_start(program.record > 1);
  w.block(program.body, 1);
  if (program.record) w.text += " rs = acc.fs\n rn = acc.fn\n";
  w.line("end", 0);
  return w.text;
}

std::string standalone_text(const Program& program, const Data& d) {
  std::string s = function_text(program, Mode::Auto);
  s += fmt::format("N = {}\nM = {}\nK = {}\nL = {}\n", d.n, d.m, d.k, 2 * (d.n + d.m + d.k) + 8);
  std::string outputs, inputs, names;
  for (std::size_t k = 0; k < array_params().size(); ++k) {
    const ArrayParam& p = array_params()[k];
    const std::string type = std::string(p.type).substr(0, std::string(p.type).find('\''));
    const char* dims = p.rank == 1 ? "L" : p.rank == 2 ? "N, M" : "N, M, K";
    s += fmt::format(
        "{} = {}\n{{!serial for}}\nfor at=0..numel({})-1\n v = and(at*2654435761 + {}, 4294967295)\n v = xor(v, shr(v, "
        "15))\n",
        std::string("A_") + p.name,
        type == "cvec"                        ? "czeros(L)"
        : type.find('[') == std::string::npos ? fmt::format("zeros({})", dims)
                                              : fmt::format("{}({})", type, dims),
        std::string("A_") + p.name, d.seed + k * 7919);
    s += fmt::format(" v = and(v*2246822519, 4294967295)\n v = xor(v, shr(v, 13))\n A_{}[at] = {}\nend\n", p.name,
                     value_text(p.content, d.special));
    inputs += fmt::format("A_{}, ", d.alias == 1 && std::string(p.name) == "z"   ? "v"
                                    : d.alias == 2 && std::string(p.name) == "y" ? "x"
                                                                                 : p.name);
    names += fmt::format("print \"{0} \", A_{0}\n", p.name);
  }
  std::string prints;
  for (const auto& [name, value] : program.starts) {
    outputs += (outputs.empty() ? "" : ", ") + name;
    prints += fmt::format("print \"{0} \", {0}\n", name);
  }
  s += fmt::format("[{}] = f({}N, M, K, L, {}, {})\n", outputs, inputs, d.q, d.inc);
  return s + prints + names;
}

}  // namespace qc::laws
