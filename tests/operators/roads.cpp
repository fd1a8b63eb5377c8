#include "tests/operators/roads.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "host/arrays/arith.h"
#include "host/session/session.h"

namespace qc::test {
namespace {

using host::ArrayP;
using host::Number;
using host::Value;

constexpr std::size_t kMostFailures = 6;  // pairs of operands of a row whose messages are compared
constexpr std::size_t kTogether = 20;     // rows in one loop: its proofs grow with the square
constexpr std::size_t kLiterals = 5;      // pairs that a row has as literals

// What one pair of operands gives: a number, or the code and the text of an error.
struct Outcome {
  std::optional<Number> number;
  std::string error;
};

bool same(const Number& a, const Number& b) {
  const auto same_real = [](double x, double y) {
    return (std::isnan(x) && std::isnan(y)) || std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  };
  if (is_float(a.type) != is_float(b.type) || a.complex != b.complex) return false;
  if (!is_float(a.type)) return a.i == b.i;
  return same_real(a.re, b.re) && (!a.complex || same_real(a.im, b.im));
}

std::string text_of(const Number& n) {
  const std::string type = " (" + std::string(n.complex ? "complex " : "") + type_name(n.type) + ")";
  if (!is_float(n.type)) return (n.type == Elem::U64 ? std::to_string(std::uint64_t(n.i)) : std::to_string(n.i)) + type;
  return n.complex ? fmt::format("{:.9g},{:.9g}{}", n.re, n.im, type) : fmt::format("{:.17g}{}", n.re, type);
}

std::string error_of(const Diagnostic& d) { return fmt::format("{}: {}", d.code.text(), d.message); }

// The statements of a row, its names with a number, one a line.
std::string statements(const std::string& row, const std::string& number, const std::string& a = "a",
                       const std::string& b = "b") {
  const auto letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  std::string out = "  ";
  for (std::size_t k = 0; k < row.size(); ++k) {
    const bool alone = (k == 0 || !letter(row[k - 1])) && (k + 1 == row.size() || !letter(row[k + 1]));
    if (row.compare(k, 2, "; ") == 0)
      out += "\n  ", ++k;
    else if (alone && (row[k] == 'r' || row[k] == 't' || row[k] == 'q'))
      out += row[k] + number;
    else if (alone && row[k] == 'a')
      out += a;
    else if (alone && row[k] == 'b')
      out += b;
    else
      out += row[k];
  }
  return out + "\n";
}

bool writes_shared(const std::string& row) {
  for (const char* w : {"X[a] =", "X[a..b] =", "X[a..2..b] =", "Xs[a] =", "Xm[a] =", "M[a, b] ="})
    if (row.find(w) != std::string::npos) return true;
  return false;
}

bool has_modes(const std::string& row) {
  for (const char* w : {"Xs[", "Xm[", "Xl[", "Xc["})
    if (row.find(w) != std::string::npos) return true;
  return false;
}

class Program {
 public:
  Program(Elem scalar, host::DeviceChoice device) {
    host::Options o;
    o.scalar = scalar;
    o.device = device;
    o.threads = 2;
    o.explain = true;
    host::Sinks sinks;
    sinks.log = [this](std::string_view s) { log += s; };
    session_ = std::make_unique<host::Session>(o, sinks);
  }

  // What is wrong, or empty.
  std::string run(const std::string& text) {
    try {
      session_->run(session_->sources().add("t.q", text), false);
    } catch (const ProgramError& e) {
      return error_of(e.diagnostics.front());
    } catch (const runtime::FailureError& e) {
      return e.failure.message;
    }
    return "";
  }

  std::optional<Number> number(const Value& v) const {
    if (const auto* p = std::get_if<host::Pending>(&v.v)) return host::resolve(*p);
    if (const auto* p = std::get_if<Number>(&v.v)) return *p;
    return {};
  }

  std::vector<Value> call(const std::string& f, std::vector<Value> arguments, std::string& error) {
    error.clear();
    try {
      return session_->call(f, std::move(arguments));
    } catch (const ProgramError& e) {
      error = error_of(e.diagnostics.front());
    } catch (const runtime::FailureError& e) {
      error = e.failure.message;
    }
    return {};
  }

  host::Session& session() { return *session_; }
  std::string log;

 private:
  std::unique_ptr<host::Session> session_;
};

// What reading an element gives.
Number read(Number n) {
  n.type = value_elem(n.type);
  return n;
}

ArrayP array_of(const std::vector<Number>& all, Operand o) {
  ArrayP a = host::make_array(o.elem, {std::int64_t(all.size())}, true, o.complex);
  void* to = a->buffer->host_write();
  for (std::size_t k = 0; k < all.size(); ++k) host::set_element(*a, to, std::int64_t(k), all[k]);
  return a;
}

class Comparison {
 public:
  Comparison(const Batch& batch, Elem scalar, Tally& tally) : b_(batch), scalar_(scalar), tally_(tally) {}

  void run() {
    calls();
    std::vector<std::size_t> all;
    for (std::size_t k = 0; k < b_.rows.size(); ++k) {
      ++tally_.rows;
      if (!usable(k)) continue;
      // What a variable holds has one type in a loop, the join of all; called, it is that of what was chosen.
      if (!kind(k)) continue;
      if (fails(k) || writes_shared(b_.rows[k].text))
        alone(k);
      else
        all.push_back(k);
    }
    if (all.empty()) return;
    for (std::size_t k = 0; k < all.size(); k += kTogether) together(part(all, k), host::DeviceChoice::Cpu);
    for (std::size_t k = 0; k < compiled_.size(); k += kTogether)
      together(part(compiled_, k), host::DeviceChoice::Simt);
    literals(all);
    std::erase_if(all,
                  [&](std::size_t k) { return has_modes(b_.rows[k].text); });  // variables of the top level have none
    top_level(all);
  }

 private:
  static std::vector<std::size_t> part(const std::vector<std::size_t>& all, std::size_t from) {
    return {all.begin() + std::ptrdiff_t(from), all.begin() + std::ptrdiff_t(std::min(all.size(), from + kTogether))};
  }

  std::string inputs() const {
    std::string s;
    for (const ArrayArgument& a : array_arguments(1, scalar_))
      s += ", " + a.name + (a.type.empty() ? "" : " : " + a.type);
    return s;
  }

  void differ(std::size_t row, const std::string& what) {
    tally_.differences.push_back(fmt::format("{}: {}: {}", b_.name(), b_.rows[row].text, what));
  }
  std::string pair_text(std::size_t p) const { return text_of(b_.as[p]) + ", " + text_of(b_.bs[p]); }

  // The reference: a function that is called with one pair.
  void calls() {
    Program program(scalar_, host::DeviceChoice::Cpu);
    std::string text;
    for (std::size_t k = 0; k < b_.rows.size(); ++k)
      text += fmt::format("function r = e{}(a, b, i{})\n{}end\n", k, inputs(), statements(b_.rows[k].text, ""));
    if (const std::string wrong = program.run(text); !wrong.empty())
      return tally_.differences.push_back(b_.name() + ": " + wrong);
    outcomes_.resize(b_.rows.size());
    std::vector<ArrayArgument> arrays = array_arguments(1, scalar_);
    for (std::size_t k = 0; k < b_.rows.size(); ++k)
      for (std::size_t p = 0; p < b_.as.size(); ++p) {
        std::vector<Value> arguments{Value(read(b_.as[p])), Value(read(b_.bs[p])), Value(Number::integer(0))};
        if (k > 0 && p == 0 && writes_shared(b_.rows[k - 1].text)) arrays = array_arguments(1, scalar_);
        for (const ArrayArgument& a : arrays) arguments.push_back(Value(a.value));
        Outcome o;
        const std::vector<Value> values = program.call(fmt::format("e{}", k), std::move(arguments), o.error);
        if (o.error.empty() && !values.empty()) o.number = program.number(values[0]);
        if (o.error.empty() && !o.number) o.error = "no number";
        outcomes_[k].push_back(std::move(o));
      }
  }

  bool fails(std::size_t k) const {
    return std::any_of(outcomes_[k].begin(), outcomes_[k].end(), [](const Outcome& o) { return !o.number; });
  }
  bool usable(std::size_t k) const {
    return k < outcomes_.size() && std::none_of(outcomes_[k].begin(), outcomes_[k].end(),
                                                [](const Outcome& o) { return o.error == "no number"; });
  }

  // The type that all pairs give which do not fail, or nothing.
  std::optional<Number> kind(std::size_t k) const {
    std::optional<Number> first;
    for (const Outcome& o : outcomes_[k]) {
      if (!o.number) continue;
      if (!first) first = o.number;
      if (o.number->type != first->type || o.number->complex != first->complex) return {};
    }
    return first ? first : Number::integer(0);
  }

  std::string loop_function(const std::string& name, const std::vector<std::size_t>& rows,
                            const std::string& hint) const {
    std::string outputs, results, body;
    for (std::size_t k : rows) {
      outputs += fmt::format("{}r{}", outputs.empty() ? "" : ", ", k);
      results += fmt::format(", O{}", k);
      body += statements(b_.rows[k].text, std::to_string(k)) + fmt::format("  O{0}[i] = r{0}\n", k);
    }
    return fmt::format("function [{}] = {}(A, B{}{})\n {}\n for i=0..numel(A)-1\n  a = A[i]\n  b = B[i]\n{} end\nend\n",
                       outputs, name, inputs(), results, hint, body);
  }

  struct Left {
    std::string error;
    std::vector<Value> last;
    std::vector<ArrayP> each;
  };

  Left call_loop(Program& program, const std::string& name, const std::vector<std::size_t>& rows,
                 const std::vector<Number>& as, const std::vector<Number>& bs) {
    Left left;
    std::vector<Value> arguments{Value(array_of(as, b_.a)), Value(array_of(bs, b_.b))};
    for (const ArrayArgument& a : array_arguments(std::int64_t(as.size()), scalar_))
      arguments.push_back(Value(a.value));
    for (std::size_t k : rows) {
      const Number n = *kind(k);
      left.each.push_back(host::make_array(n.type, {std::int64_t(as.size())}, true, n.complex));
      arguments.push_back(Value(left.each.back()));
    }
    left.last = program.call(name, std::move(arguments), left.error);
    return left;
  }

  // What a road left for the row, against the calls; `pairs`: their numbers.
  void check(std::size_t row, const std::string& road, Program& program, const ArrayP& each, const Value* last,
             const std::vector<std::size_t>& pairs) {
    const Number expected = *kind(row);
    const void* data = each->buffer->host_read();
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const Number want = *outcomes_[row][pairs[k]].number;
      const Number got = host::get_element(*each, data, std::int64_t(k));
      ++tally_.values;
      if (same(want, got)) continue;
      differ(row, fmt::format("{}: of {} it is {}, called {}", road, pair_text(pairs[k]), text_of(got), text_of(want)));
      break;
    }
    if (!last || pairs.empty()) return;
    const std::optional<Number> n = program.number(*last);
    if (n && n->type == expected.type && n->complex == expected.complex) return;
    differ(row, fmt::format("{}: the result is a {}, called a {}", road, n ? type_name(n->type) : "?",
                            type_name(expected.type)));
  }

  bool steps(const Program& program) const { return program.log.find(": interpreted") != std::string::npos; }

  // Rows of which no pair fails, in one loop.
  void together(std::vector<std::size_t> rows, host::DeviceChoice device) {
    const bool cpu = device == host::DeviceChoice::Cpu;
    if (rows.empty()) return;
    std::vector<std::size_t> pairs;
    for (std::size_t p = 0; p < b_.as.size(); ++p) pairs.push_back(p);
    Program program(scalar_, device);
    std::string text = loop_function("compiled", rows, "%");
    if (cpu) text += loop_function("stepped", rows, "{!interpreted for}");
    if (const std::string wrong = program.run(text); !wrong.empty())
      return tally_.differences.push_back(b_.name() + ": " + wrong);
    const Left compiled = call_loop(program, "compiled", rows, b_.as, b_.bs);
    const bool failed = !compiled.error.empty(), stays = steps(program);
    if (failed || stays) {
      if (rows.size() == 1) {
        if (failed)
          differ(rows[0], std::string(cpu ? "compiled: " : "emulated: ") + compiled.error);
        else
          tally_.stepped.push_back(b_.name() + ": " + b_.rows[rows[0]].text);
      } else {
        const auto middle = rows.begin() + std::ptrdiff_t(rows.size() / 2);
        together({rows.begin(), middle}, device);
        together({middle, rows.end()}, device);
        return;
      }
    }
    if (!failed)
      for (std::size_t k = 0; k < rows.size(); ++k)
        check(rows[k], cpu ? "compiled" : "emulated", program, compiled.each[k],
              k < compiled.last.size() ? &compiled.last[k] : nullptr, pairs);
    if (!cpu) return;
    if (!failed && !stays) compiled_.insert(compiled_.end(), rows.begin(), rows.end());
    const Left stepped = call_loop(program, "stepped", rows, b_.as, b_.bs);
    if (!stepped.error.empty()) return tally_.differences.push_back(b_.name() + ": stepped: " + stepped.error);
    for (std::size_t k = 0; k < rows.size(); ++k)
      check(rows[k], "stepped", program, stepped.each[k], k < stepped.last.size() ? &stepped.last[k] : nullptr, pairs);
  }

  // A row of which some pairs fail: those that do not in one call, the others one by one.
  void alone(std::size_t row) {
    std::vector<Number> as, bs;
    std::vector<std::size_t> good, bad;
    for (std::size_t p = 0; p < b_.as.size(); ++p) (outcomes_[row][p].number ? good : bad).push_back(p);
    for (std::size_t p : good) as.push_back(b_.as[p]), bs.push_back(b_.bs[p]);
    Program program(scalar_, host::DeviceChoice::Cpu);
    if (const std::string wrong =
            program.run(loop_function("compiled", {row}, "%") + loop_function("stepped", {row}, "{!interpreted for}"));
        !wrong.empty())
      return differ(row, wrong);
    for (const std::string road : {"compiled", "stepped"}) {
      if (!good.empty()) {
        const Left left = call_loop(program, road, {row}, as, bs);
        if (!left.error.empty())
          differ(row, road + ": " + left.error);
        else
          check(row, road, program, left.each[0], left.last.empty() ? nullptr : &left.last[0], good);
      }
      for (std::size_t k = 0; k < std::min(bad.size(), kMostFailures); ++k) {
        const std::size_t p = bad[k * bad.size() / std::min(bad.size(), kMostFailures)];
        const Left left = call_loop(program, road, {row}, {b_.as[p]}, {b_.bs[p]});
        ++tally_.failures;
        if (left.error == outcomes_[row][p].error) continue;
        differ(row, fmt::format("{}: of {} it is '{}', called '{}'", road, pair_text(p),
                                left.error.empty() ? "no error" : left.error, outcomes_[row][p].error));
        break;
      }
      if (road == "compiled" && steps(program)) tally_.stepped.push_back(b_.name() + ": " + b_.rows[row].text);
    }
  }

  // Statements outside functions, and the rows that mean the same of whole arrays.
  void top_level(const std::vector<std::size_t>& rows) {
    Program program(scalar_, host::DeviceChoice::Cpu);
    std::vector<std::size_t> pairs;
    for (std::size_t p = 0; p < b_.as.size(); ++p) pairs.push_back(p);
    program.session().set_variable("A", Value(array_of(b_.as, b_.a)));
    program.session().set_variable("B", Value(array_of(b_.bs, b_.b)));
    for (const ArrayArgument& a : array_arguments(std::int64_t(pairs.size()), scalar_))
      program.session().set_variable(a.name, Value(a.value));
    std::string text = "i = 0\nwhile i < numel(A)\n  a = A[i]\n  b = B[i]\n", whole;
    std::map<std::size_t, ArrayP> each;
    for (std::size_t k : rows) {
      const Number n = *kind(k);
      each[k] = host::make_array(n.type, {std::int64_t(pairs.size())}, true, n.complex);
      program.session().set_variable(fmt::format("O{}", k), Value(each[k]));
      text += statements(b_.rows[k].text, std::to_string(k)) + fmt::format("  O{0}[i] = r{0}\n", k);
      if (b_.rows[k].elementwise) whole += statements(b_.rows[k].text, fmt::format("whole{}", k), "A", "B");
    }
    if (const std::string wrong = program.run(text + "  i += 1\nend\n" + whole); !wrong.empty())
      return tally_.differences.push_back(b_.name() + ": top level: " + wrong);
    for (std::size_t k : rows) {
      const std::optional<Value> last = program.session().variable(fmt::format("r{}", k));
      check(k, "top level", program, each[k], last ? &*last : nullptr, pairs);
      if (!b_.rows[k].elementwise) continue;
      const std::optional<Value> all = program.session().variable(fmt::format("rwhole{}", k));
      const ArrayP* a = all ? std::get_if<ArrayP>(&all->v) : nullptr;
      if (!a || (*a)->count() != std::int64_t(pairs.size()))
        differ(k, "whole arrays: no array");
      else
        check(k, "whole arrays", program, *a, nullptr, pairs);
    }
  }

  // A few pairs as literals, which the compiler may compute with.
  void literals(const std::vector<std::size_t>& rows) {
    std::vector<std::size_t> pairs;
    for (std::size_t p = 0; p < b_.as.size(); ++p)
      if (written(b_.as[p]) && written(b_.bs[p])) pairs.push_back(p);
    if (pairs.empty()) return;
    Program program(scalar_, host::DeviceChoice::Cpu);
    std::string outputs, body;
    std::vector<std::pair<std::size_t, std::size_t>> all;
    for (std::size_t k : rows)
      for (std::size_t n = 0; n < kLiterals && b_.rows[k].text.find('^') == std::string::npos;
           ++n) {  // a literal exponent is another operator
        const std::size_t p = pairs[(k * 7 + n * (pairs.size() / kLiterals + 1)) % pairs.size()];
        const std::string name = fmt::format("{}_{}", k, n);
        outputs += (outputs.empty() ? "r" : ", r") + name;
        body += statements(b_.rows[k].text, name, literal(b_.as[p]), literal(b_.bs[p]));
        all.push_back({k, p});
      }
    if (const std::string wrong = program.run(
            fmt::format("function [{}] = f(A{})\n for i=0..numel(A)-1\n{} end\nend\n", outputs, inputs(), body));
        !wrong.empty())
      return tally_.differences.push_back(b_.name() + ": literals: " + wrong);
    std::string error;
    std::vector<Value> arguments{Value(host::make_array(Elem::I64, {1}))};
    for (const ArrayArgument& a : array_arguments(1, scalar_)) arguments.push_back(Value(a.value));
    const std::vector<Value> values = program.call("f", std::move(arguments), error);
    if (!error.empty()) return tally_.differences.push_back(b_.name() + ": literals: " + error);
    std::set<std::size_t> said;
    for (std::size_t k = 0; k < values.size() && k < all.size(); ++k) {
      const auto& [row, p] = all[k];
      const std::optional<Number> n = program.number(values[k]);
      const Number want = *outcomes_[row][p].number;
      ++tally_.values;
      if (n && same(*n, want) && n->type == want.type) continue;
      if (said.insert(row).second)
        differ(row, fmt::format("literals: of {} it is {}, called {}", pair_text(p), n ? text_of(*n) : "nothing",
                                text_of(want)));
    }
  }

  bool written(const Number& n) const {
    return (n.type == Elem::I64 || n.type == Elem::Bool || n.type == scalar_) && !literal(n).empty();
  }

  const Batch& b_;
  const Elem scalar_;
  Tally& tally_;
  std::vector<std::vector<Outcome>> outcomes_;
  std::vector<std::size_t> compiled_;
};

}  // namespace

void compare(const Batch& batch, Elem scalar, Tally& tally) { Comparison(batch, scalar, tally).run(); }

}  // namespace qc::test
