#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "../suite.h"
#include "codegen/effort.h"
#include "host/session/session.h"

namespace qc_test {

using namespace qc::host;

namespace {

// What a program leaves behind: its variables, or the message that ended it.
struct Outcome {
  std::vector<std::pair<std::string, Value>> variables;
  std::string error;
};

Outcome run(const std::string& program, bool recognise) {
  Outcome out;
  Options options;
  options.device = DeviceChoice::Cpu;
  options.threads = 3;
  options.recognise = recognise;
  Sinks sinks;
  sinks.out = [](std::string_view) {};
  Session session(options, sinks);
  try {
    session.run(session.sources().add("case.q", program), true);
  } catch (const qc::ProgramError& e) {
    out.error = e.diagnostics[0].message;
    return out;  // what the loop wrote is unspecified then
  }
  for (const std::string& name : session.variable_names())
    if (auto v = session.variable(name)) out.variables.emplace_back(name, *v);
  return out;
}

bool close(double a, double b, double scale) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::fabs(a - b) <= 2e-5 * std::max(scale, std::fabs(a) + std::fabs(b));
}

bool same_number(const Number& a, const Number& b) {
  if (!qc::is_float(a.type) && !qc::is_float(b.type)) return a.i == b.i;
  return close(a.as_double(), b.as_double(), 1) && close(a.im, b.im, 1);
}

template <class T>
bool same_elements(const void* a, const void* b, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    if (!close(double(static_cast<const T*>(a)[i]), double(static_cast<const T*>(b)[i]), 1)) return false;
  return true;
}

bool same_array(const Array& a, const Array& b) {
  if (a.elem != b.elem || a.dims != b.dims) return false;
  const std::size_t n = std::size_t(a.count()) * (a.complex ? 2 : 1);
  const void *x = a.buffer->host_read(), *y = b.buffer->host_read();
  if (a.elem == qc::Elem::F32) return same_elements<float>(x, y, n);
  if (a.elem == qc::Elem::F64) return same_elements<double>(x, y, n);
  return a.buffer->bytes() == b.buffer->bytes() && std::memcmp(x, y, a.buffer->bytes()) == 0;
}

Value settled(const Value& v) {
  if (auto* p = std::get_if<Pending>(&v.v)) return Value(resolve(*p));
  return v;
}

bool same_value(const Value& a, const Value& b) {
  if (auto* x = std::get_if<Number>(&a.v), *y = std::get_if<Number>(&b.v); x && y) return same_number(*x, *y);
  if (auto* x = std::get_if<ArrayP>(&a.v), *y = std::get_if<ArrayP>(&b.v); x && y) return same_array(**x, **y);
  return a.v.index() == b.v.index();
}

// uses is "print a, b, c\n".
bool is_used(const std::string& uses, const std::string& name) {
  return uses.find(" " + name + ",") != std::string::npos || uses.find(" " + name + "\n") != std::string::npos;
}

// Arrays, and the numbers that are used after the loops.
std::string difference(const Outcome& a, const Outcome& b, const std::string& uses) {
  if (a.error != b.error) return fmt::format("errors '{}' and '{}'", a.error, b.error);
  for (const auto& [name, value] : a.variables) {
    auto other =
        std::find_if(b.variables.begin(), b.variables.end(), [name = name](const auto& v) { return v.first == name; });
    const Value x = settled(value), y = other == b.variables.end() ? Value() : settled(other->second);
    const bool number = std::holds_alternative<Number>(x.v);
    if (number && !is_used(uses, name)) continue;
    if (!same_value(x, y)) return fmt::format("{}: {} and {}", name, format_value(x), format_value(y));
  }
  return "";
}

}  // namespace

void check(const Suite& suite) {
  // LLVM is most of the time of these tests: one loop of twelve is compiled as programs are, the others with little
  // effort.
  constexpr int kFull = 12;
  int n = 0;
  for (const Case& c : suite.cases) {
    qc::codegen::use_effort(n++ % kFull == 0 ? qc::codegen::Effort::Full : qc::codegen::Effort::Little);
    const std::string verdict = c.verdict;
    if (verdict.find("error") == 0 || verdict.find("interpreted") == 0) continue;
    const std::string program = std::string(suite.inputs) + c.program + suite.uses;
    const std::string text = difference(run(program, true), run(program, false), suite.uses);
    const std::string shown = fmt::format("\n{}  with and without recognition: {}", c.program, text);
    CHECK_MESSAGE(text.empty(), shown);
  }
}

}  // namespace qc_test
