#include "tests/laws/execute.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "host/arrays/arith.h"
#include "host/session/inspect.h"

namespace qc::laws {
namespace {

using host::ArrayP;
using host::Number;
using host::Value;

double real_content(Content c, std::uint64_t v, bool special) {
  if (special) {
    const std::uint64_t pick = (v >> 20) & 15;
    if (pick == 0) return std::nan("");
    if (pick == 1) return std::numeric_limits<double>::infinity();
    if (pick == 2) return -0.0;
  }
  return c == Content::Exact ? (double(v & 63) - 32) / 4 : (double(v & 65535) - 32768) / 16384;
}

std::int64_t whole_content(const ArrayParam& p, const Data& d, std::uint64_t v, std::int64_t at) {
  switch (p.content) {
    case Content::Int:
      return std::int64_t(v % 41) - 20;
    case Content::Byte:
      return std::int64_t(v & 255);
    case Content::Bool:
      return (v & 3) == 0;
    case Content::Index:
      return std::int64_t(v % std::uint64_t(std::max<std::int64_t>(d.n, 1)));
    case Content::Wide:
      return std::int64_t(v * 2654435761u);
    default:
      return at ^ 1;
  }
}

Elem elem_of(std::string_view type) {
  constexpr std::pair<std::string_view, Elem> names[] = {
      {"int]", Elem::I64},    {"int8]", Elem::I8},    {"int16]", Elem::I16},
      {"int32]", Elem::I32},  {"uint8]", Elem::U8},   {"uint16]", Elem::U16},
      {"uint32]", Elem::U32}, {"uint64]", Elem::U64}, {"bool]", Elem::Bool}};
  type.remove_prefix(type.find('[') + 1);
  for (const auto& [name, elem] : names)
    if (type.starts_with(name)) return elem;
  return Elem::I64;
}

ArrayP make_content(std::size_t k, const Data& d, Elem scalar) {
  const ArrayParam& p = array_params()[k];
  const bool pairs = p.content == Content::Complex,
             floats = pairs || p.content == Content::Exact || p.content == Content::Rough;
  ArrayP a = host::make_array(floats ? scalar : elem_of(p.type), extents(p, d), true, pairs);
  void* to = a->buffer->host_write();
  for (std::int64_t at = 0; pairs && at < a->count(); ++at) {
    const std::uint64_t v = raw_value(d, k, at);
    Number n = Number::real((double(v & 63) - 32) / 4, scalar);
    n.complex = true;
    n.im = (double((v >> 8) & 63) - 32) / 4;
    host::set_element(*a, to, at, n);
  }
  if (pairs) return a;
  for (std::int64_t at = 0; at < a->count(); ++at) {
    const std::uint64_t v = raw_value(d, k, at);
    if (a->elem == Elem::F32)
      static_cast<float*>(to)[at] = float(real_content(p.content, v, d.special));
    else if (a->elem == Elem::F64)
      static_cast<double*>(to)[at] = real_content(p.content, v, d.special);
    else if (a->elem == Elem::I64)
      static_cast<std::int64_t*>(to)[at] = whole_content(p, d, v, at);
    else
      host::set_element(*a, to, at, Number::integer(whole_content(p, d, v, at)));
  }
  return a;
}

Numbers numbers_of(const host::Array& a) {
  Numbers out;
  out.floats = is_float(a.elem);
  const void* data = a.buffer->host_read();
  for (std::int64_t k = 0; a.complex && k < a.count(); ++k) {
    const Number n = host::get_element(a, data, k);
    out.reals.insert(out.reals.end(), {n.re, n.im});
  }
  for (std::int64_t k = 0; !a.complex && k < a.count(); ++k) {
    if (a.elem == Elem::F32)
      out.reals.push_back(static_cast<const float*>(data)[k]);
    else if (a.elem == Elem::F64)
      out.reals.push_back(static_cast<const double*>(data)[k]);
    else if (a.elem == Elem::I64)
      out.wholes.push_back(static_cast<const std::int64_t*>(data)[k]);
    else
      out.wholes.push_back(host::get_element(a, data, k).i);
  }
  return out;
}

Numbers numbers_of(const Value& value) {
  if (const auto* a = std::get_if<ArrayP>(&value.v)) return numbers_of(**a);
  std::optional<Number> n;
  if (const auto* p = std::get_if<host::Pending>(&value.v)) n = host::resolve(*p);
  if (const auto* p = std::get_if<Number>(&value.v)) n = *p;
  Numbers out;
  if (!n) return out;
  out.floats = is_float(n->type);
  if (n->complex)
    out.reals = {n->re, n->im};
  else if (out.floats)
    out.reals.push_back(n->re);
  else
    out.wholes.push_back(n->i);
  return out;
}

// Errors without their text of source, which depends on the mode.
std::string place_of(const Diagnostic& d, const SourceMap& sources) {
  if (!d.span.valid()) return fmt::format("{}: {}", d.code.text(), d.message);
  const LineColumn at = sources.place(d.span);
  std::string text = fmt::format("{} at line {}: {}", d.code.text(), at.line,
                                 d.message);  // the evaluator marks an index, compiled loops the access
  if (is_race(text) && !d.notes.empty()) text += fmt::format(" (line {})", sources.place(d.notes[0].span).line);
  return text;
}

bool same_real(double a, double b, double slack) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b)) return true;
  return slack > 0 && std::isfinite(a) && std::isfinite(b) &&
         std::abs(a - b) <= slack * (1 + std::min(std::abs(a), std::abs(b)));
}

Numbers as_floats(const Numbers& n) {
  Numbers out{true, n.reals, {}};
  out.reals.insert(out.reals.end(), n.wholes.begin(), n.wholes.end());
  return out;
}

std::string compare(const std::string& name, const Numbers& a, const Numbers& b, double slack, bool zeros) {
  if (a.floats != b.floats || a.reals.size() != b.reals.size() || a.wholes.size() != b.wholes.size())
    return fmt::format("{} has another type or size", name);
  for (std::size_t k = 0; k < a.reals.size(); ++k)
    if (!same_real(a.reals[k], b.reals[k], slack) && !(zeros && a.reals[k] == b.reals[k]))
      return fmt::format("{}[{}] is {} and {} (allowed: {})", name, k, a.reals[k], b.reals[k], slack);
  for (std::size_t k = 0; k < a.wholes.size(); ++k)
    if (a.wholes[k] != b.wholes[k]) return fmt::format("{}[{}] is {} and {}", name, k, a.wholes[k], b.wholes[k]);
  return "";
}

}  // namespace

Runner::Runner(const Program& program, const std::string& text, host::Options options) : program_(program) {
  options.scalar = program.double_precision ? Elem::F64 : Elem::F32;
  options.explain = true;
  host::Sinks sinks;
  sinks.out = [this](std::string_view s) { out_ += s; };
  sinks.log = [this](std::string_view s) { log += s; };
  sinks.diagnostic = [this](const Diagnostic& d) { warnings.push_back(place_of(d, session_->sources())); };
  session_ = std::make_unique<host::Session>(options, sinks);
  try {
    session_->run(session_->sources().add("t.q", text), false);
  } catch (const ProgramError& e) {
    broken = place_of(e.diagnostics.front(), session_->sources());
  }
}

Outcome Runner::call(const Data& d) {
  Outcome result;
  if (!broken.empty()) return result.error = broken, result;
  std::vector<Value> arguments;
  std::vector<ArrayP> arrays;
  for (std::size_t k = 0; k < array_params().size(); ++k) {
    arrays.push_back(make_content(k, d, session_->options().scalar));
    const std::string name = array_params()[k].name;
    if (d.alias == 1 && name == "z") arrays.back() = arrays[2];
    if (d.alias == 2 && name == "y") arrays.back() = arrays[0];
    arguments.push_back(Value(arrays.back()));
  }
  for (std::int64_t n : {d.n, d.m, d.k, 2 * (d.n + d.m + d.k) + 8, d.q, d.inc})
    arguments.push_back(Value(Number::integer(n)));
  out_.clear();
  try {
    const std::vector<Value> values = session_->call("f", arguments);
    for (std::size_t k = 0; k < values.size() && k < program_.starts.size(); ++k)
      result.results[program_.starts[k].first] = numbers_of(values[k]);
    for (std::size_t k = 0; k < arrays.size(); ++k) result.results[array_params()[k].name] = numbers_of(*arrays[k]);
  } catch (const ProgramError& e) {
    result.error = place_of(e.diagnostics.front(), session_->sources());
  } catch (const runtime::FailureError& e) {
    result.error = "device failure: " + e.failure.message;
  }
  result.out = out_;
  return result;
}

std::string emitted_text(const std::string& text, const host::Options& options, std::string& why) {
  SourceMap sources;
  const host::Report report =
      host::report_on(sources, sources.add("t.q", text), options, host::ReportKind::Kernel, false);
  if (report.ok()) return report.text;
  std::vector<Diagnostic> errors;
  std::copy_if(report.diagnostics.begin(), report.diagnostics.end(), std::back_inserter(errors),
               [](const Diagnostic& d) { return d.severity == Severity::Error; });
  why = render(errors, sources);
  return "";
}

bool is_race(const std::string& error) { return error.starts_with("Q0801") || error.starts_with("Q0802"); }

std::string difference(const Outcome& a, const Outcome& b, const std::map<std::string, double>& rough, double slack,
                       const std::set<std::string>& either_zero) {
  if (a.error != b.error) return fmt::format("'{}' and '{}'", a.error, b.error);
  if (!a.error.empty()) return "";
  if (a.out != b.out) return "other output";
  for (const auto& [name, numbers] : a.results) {
    const auto it = b.results.find(name);
    if (it == b.results.end()) return name + " is missing";
    const auto bound = rough.find(name);
    // What a loop makes of an int that it adds floats to is a float, also where no iteration does so.
    const bool joined = numbers.floats != it->second.floats && numbers.reals.size() + numbers.wholes.size() == 1;
    const std::string text =
        compare(name, joined ? as_floats(numbers) : numbers, joined ? as_floats(it->second) : it->second,
                bound == rough.end() ? 0 : slack * bound->second, either_zero.count(name) > 0);
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace qc::laws
