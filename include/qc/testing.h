// Checks of doctest programs about programs of the language: what the compiler finds out about a loop, and what
// variables hold after a run. A failure shows the loop, the verdict on it and its reason, or the value that was found.
//
//   CHECK_REDUCTION(text, "total", "+");                     // the loop of the text updates `total` by + alone
//   CHECK_SERIAL(qc::testing::at(text, "for k"), "R007");    // of several loops: the one in the line with these words
//   CHECK_VALUE(text, "total", 1536);                        // after a run of the text
//   CHECK_ERROR(text, "Q0401");                              // a run of the text ends with this error
//
// Verdicts: CHECK_MAP(text), and with an accumulator and its operation CHECK_REDUCTION, CHECK_PARTIAL, CHECK_ARGREDUCE,
// CHECK_BINS, CHECK_SCAN; with the code of a reason CHECK_SERIAL and CHECK_INTERPRETED. Each has a REQUIRE_.. that ends
// the test case.
#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "qc/qc.h"

namespace qc::testing {

// What the checks make engines with; a program may change it. At first the device is the CPU, or the one that the
// environment's QC_TEST_DEVICE names.
inline Options& options() {
  static Options all = [] {
    Options o;
    const char* const device = std::getenv("QC_TEST_DEVICE");
    o.device = device && *device ? device : "cpu";
    return o;
  }();
  return all;
}

// The text of a program, and which of its loops is meant: that of the line (from 1), otherwise the only outermost one.
struct Source {
  Source(std::string program) : text(std::move(program)) {}
  Source(std::string_view program) : text(program) {}
  Source(const char* program) : text(program) {}
  std::string text;
  std::uint32_t line = 0;  // 0: none is named
  std::string problem;     // why there is no such line
};

// The loop in the first line that contains these words: at(text, "for k").
inline Source at(std::string_view text, std::string_view words) {
  Source source{text};
  const std::size_t place = text.find(words);
  if (place == std::string_view::npos) {
    source.problem = "no line of the text has the words '" + std::string(words) + "'";
  } else {
    source.line = 1;
    for (const char c : text.substr(0, place)) source.line += c == '\n';
  }
  return source;
}

// What a loop is expected to be.
struct Wanted {
  std::string verdict;
  std::string variable, op;  // an accumulator; empty: no matter which
  std::string reason;        // of one that is not parallel; empty: no matter which
};

namespace detail {

// Whether an accumulator is the one that is meant: "h" is that of "h[k[i]]" too.
inline bool is_named(const LoopReport::Accumulator& a, const std::string& variable) {
  return a.name == variable || a.name.rfind(variable + "[", 0) == 0;
}

// Whether the verdict on a loop is the expected one.
inline bool matches(const LoopReport& loop, const Wanted& wanted) {
  if (loop.verdict != wanted.verdict || (!wanted.reason.empty() && loop.reason != wanted.reason)) return false;
  if (wanted.variable.empty()) return true;
  for (const auto& a : loop.accumulators)
    if (is_named(a, wanted.variable) && a.op == wanted.op) return true;
  return false;
}

// Verdicts as failures show them: "serial, R007", "reduction, + s".
inline std::string described(const std::string& verdict, const std::string& about) {
  return verdict + (about.empty() ? "" : ", " + about);
}
inline std::string described(const LoopReport& loop) {
  std::string about = loop.reason;
  for (const auto& a : loop.accumulators) about += (about.empty() ? "" : ", ") + a.op + " " + a.name;
  return described(loop.verdict, about);
}

// The lines of loops: "2, 5, 9".
inline std::string lines_of(const std::vector<LoopReport>& loops) {
  std::string out;
  std::uint32_t last = 0;
  for (const LoopReport& loop : loops)
    if (loop.line != last) out += (out.empty() ? "" : ", ") + std::to_string(last = loop.line);
  return out;
}

// As much of a text as a failure shows.
inline std::string shortened(std::string text) {
  constexpr std::size_t kMost = 400;
  if (text.size() > kMost) text = text.substr(0, kMost) + "..";
  return text;
}

}  // namespace detail

// Why the loop is not what it is expected to be, as a check shows it; empty: it is. A loop that is judged for several
// sets of types has to be that for each of them.
inline std::string verdict_problem(const Source& source, const Wanted& wanted) {
  if (!source.problem.empty()) return source.problem;
  const auto reports = explain(source.text, "<text>", options());
  if (!reports) return "the program does not compile:\n" + reports.error().to_string();
  std::vector<LoopReport> chosen, outermost;
  for (const LoopReport& loop : reports.value()) {
    if (loop.line == loop.outermost_line) outermost.push_back(loop);
    if (source.line == 0 ? loop.line == loop.outermost_line : loop.line == source.line) chosen.push_back(loop);
  }
  if (chosen.empty())
    return source.line
               ? "no loop is reported on in line " + std::to_string(source.line) +
                     "; those that are: " + (reports.value().empty() ? "none" : detail::lines_of(reports.value()))
               : std::string("the text has no loop that is reported on");
  for (const LoopReport& loop : chosen)
    if (loop.line != chosen.front().line)
      return "the text has several loops, in the lines " + detail::lines_of(outermost) +
             ": say which is meant with qc::testing::at(text, words)";
  for (const LoopReport& loop : chosen) {
    if (detail::matches(loop, wanted)) continue;
    const std::string about = wanted.variable.empty() ? wanted.reason : wanted.op + " " + wanted.variable;
    return "expected: " + detail::described(wanted.verdict, about) + "\nfound:    " + detail::described(loop) + "\n" +
           loop.rendered;
  }
  return "";
}

// A value that a check expects: a truth, a number, a complex number, a text, or an array of them as nested vectors.
// Numbers are compared in the type of the value: 0.1 is that of a scalar of 32 bits. No number equals itself here
// (NaN). doctest::Approx compares as it does elsewhere.
class Expected {
 public:
  Expected(bool truth) : text_(truth ? "true" : "false"), kind_(Kind::Truth) { add(truth, 0); }
  template <class T>
  requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) Expected(T number) { add(number, 0); }
  template <class T>
  Expected(std::complex<T> z) : complex_(true) {
    add(z.real(), z.imag());
  }
  Expected(const char* text) : text_(text), kind_(Kind::Text) {}
  Expected(std::string text) : text_(std::move(text)), kind_(Kind::Text) {}
  Expected(const doctest::Approx& close) : close_(close), kind_(Kind::Close) {}
  template <class T>
  Expected(const std::vector<T>& items) : kind_(Kind::Array), extents_{std::int64_t(items.size())} {
    for (const auto& item : items) {
      const Expected inner{T(item)};
      if (!numbers_.empty() && std::vector(extents_.begin() + 1, extents_.end()) != inner.extents_)
        throw std::invalid_argument("the rows of an expected array have different lengths");
      if (extents_.size() == 1) extents_.insert(extents_.end(), inner.extents_.begin(), inner.extents_.end());
      complex_ = complex_ || inner.complex_;
      numbers_.insert(numbers_.end(), inner.numbers_.begin(), inner.numbers_.end());
    }
  }

  // What is otherwise with the value of the variable; empty: nothing.
  std::string problem(const std::string& name, const Value& value) const {
    if (matches(value)) return "";
    return name + " is " + shown(value) + "\nexpected: " + shown() + difference(value);
  }

 private:
  enum class Kind { Number, Truth, Text, Close, Array };
  struct Number {
    std::variant<std::int64_t, std::uint64_t, double> real;
    double imaginary = 0;
  };

  template <class T>
  void add(T real, double imaginary) {
    if constexpr (std::is_floating_point_v<T>)
      numbers_.push_back({double(real), imaginary});
    else if constexpr (std::is_signed_v<T>)
      numbers_.push_back({std::int64_t(real), imaginary});
    else
      numbers_.push_back({std::uint64_t(real), imaginary});
  }

  // A number as one of these floats has it.
  static double rounded(double x, ElementType type) {
    if (type == ElementType::Float) return double(float(x));
    if (type != ElementType::Half || !std::isfinite(x) || x == 0) return x;
    const double unit = std::ldexp(1, std::max(std::ilogb(x) - 10, -24)), near = std::nearbyint(x / unit) * unit;
    return std::abs(near) < 65520 ? near : std::copysign(std::numeric_limits<double>::infinity(), x);
  }
  static bool same(double found, double wanted, ElementType type) {
    const double near = rounded(wanted, type);
    return found == near || (std::isnan(found) && std::isnan(near));
  }

  static double half(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double size = exponent == 31  ? (fraction ? std::nan("") : std::numeric_limits<double>::infinity())
                        : exponent == 0 ? std::ldexp(fraction, -24)
                                        : std::ldexp(fraction + 1024, exponent - 25);
    return bits >> 15 ? -size : size;
  }

  template <class T>
  static T read(const void* data, std::size_t k) {
    T x;
    std::memcpy(&x, static_cast<const char*>(data) + k * sizeof(T), sizeof(T));
    return x;
  }

  static bool same_integer(std::int64_t found, const Number& wanted) {
    if (const auto* i = std::get_if<std::int64_t>(&wanted.real)) return found == *i;
    if (const auto* u = std::get_if<std::uint64_t>(&wanted.real)) return found >= 0 && std::uint64_t(found) == *u;
    return double(found) == std::get<double>(wanted.real);
  }
  static bool same_unsigned(std::uint64_t found, const Number& wanted) {
    if (const auto* u = std::get_if<std::uint64_t>(&wanted.real)) return found == *u;
    if (const auto* i = std::get_if<std::int64_t>(&wanted.real)) return *i >= 0 && found == std::uint64_t(*i);
    return double(found) == std::get<double>(wanted.real);
  }
  static double as_double(const Number& n) {
    return std::visit([](auto x) { return double(x); }, n.real);
  }
  // Whether element k is the number; a complex one has two parts.
  static bool same_element(const void* data, std::size_t k, ElementType type, bool is_complex, const Number& wanted) {
    const std::size_t at = is_complex ? 2 * k : k;
    const auto part = [&](std::size_t place) {
      return type == ElementType::Float  ? double(read<float>(data, place))
             : type == ElementType::Half ? half(read<std::uint16_t>(data, place))
                                         : read<double>(data, place);
    };
    switch (type) {
      case ElementType::Bool:
      case ElementType::UInt8:
        return same_unsigned(read<std::uint8_t>(data, at), wanted);
      case ElementType::UInt16:
        return same_unsigned(read<std::uint16_t>(data, at), wanted);
      case ElementType::UInt32:
        return same_unsigned(read<std::uint32_t>(data, at), wanted);
      case ElementType::UInt64:
        return same_unsigned(read<std::uint64_t>(data, at), wanted);
      case ElementType::Int8:
        return same_integer(read<std::int8_t>(data, at), wanted);
      case ElementType::Int16:
        return same_integer(read<std::int16_t>(data, at), wanted);
      case ElementType::Int32:
        return same_integer(read<std::int32_t>(data, at), wanted);
      case ElementType::Int64:
        return same_integer(read<std::int64_t>(data, at), wanted);
      default:
        return same(part(at), as_double(wanted), type) &&
               (is_complex ? same(part(at + 1), wanted.imaginary, type) : wanted.imaginary == 0);
    }
  }

  static bool is_float(ElementType type) {
    return type == ElementType::Half || type == ElementType::Float || type == ElementType::Double;
  }

  bool matches(const Value& v) const {
    switch (kind_) {
      case Kind::Text:
        return v.is_string() && v.string() == text_;
      case Kind::Truth:
        return v.is_number() && v.element_type() == ElementType::Bool && (v.integer() != 0) == (text_ == "true");
      case Kind::Close:
        return v.is_number() && !v.is_complex() && v.number() == *close_;
      case Kind::Array:
        return v.is_array() && v.extents() == extents_ && !first_difference(v);
      case Kind::Number:
        break;
    }
    if (!v.is_number() || v.element_type() == ElementType::Bool) return false;
    const Number& wanted = numbers_[0];
    const double real = as_double(wanted);
    if (is_float(v.element_type()) || v.is_complex())
      return same(v.number(), real, v.element_type()) && same(v.imaginary(), wanted.imaginary, v.element_type());
    return wanted.imaginary == 0 && same_integer(v.integer(), wanted);
  }

  // The place of the first element that is another, of an array of these extents.
  std::optional<std::size_t> first_difference(const Value& v) const {
    const void* const data = v.data();
    for (std::size_t k = 0; k < numbers_.size(); ++k)
      if (!same_element(data, k, v.element_type(), v.is_complex(), numbers_[k])) return k;
    return std::nullopt;
  }

  // ", from element [1,2] on" of an array of the expected extents.
  std::string difference(const Value& v) const {
    if (kind_ != Kind::Array || !v.is_array()) return "";
    if (v.extents() != extents_) return "\nof the extents " + places(v.extents()) + ", not " + places(extents_);
    std::size_t k = *first_difference(v);
    const std::string wanted = shown(numbers_[k]);
    std::vector<std::int64_t> place(extents_.size());
    for (std::size_t d = extents_.size(); d-- > 0; k /= std::size_t(extents_[d]))
      place[d] = std::int64_t(k % std::size_t(extents_[d]));
    return "\nthe first that differs is " + places(place) + ", expected " + wanted;
  }

  static std::string places(const std::vector<std::int64_t>& all) {
    std::string out = "[";
    for (const std::int64_t n : all) out += (out.size() > 1 ? "," : "") + std::to_string(n);
    return out + "]";
  }

  static std::string shown(const Number& n) {
    std::ostringstream out;
    out.precision(17);
    std::visit([&](auto x) { out << x; }, n.real);
    if (n.imaginary != 0) out << " + " << n.imaginary << "i";
    return out.str();
  }
  std::string shown() const {
    if (kind_ == Kind::Close) return doctest::toString(*close_).c_str();
    if (kind_ == Kind::Text) return "the text '" + text_ + "'";
    if (kind_ == Kind::Truth) return text_;
    if (kind_ == Kind::Number) return shown(numbers_[0]);
    std::string out = "[";
    for (const Number& n : numbers_) out += (out.size() > 1 ? "," : "") + shown(n);
    return detail::shortened(out + "]");
  }
  static std::string shown(const Value& v) {
    if (v.is_nothing()) return "nothing";
    if (v.is_number() && v.element_type() == ElementType::Bool) return v.integer() ? "true" : "false";
    return (v.is_string() ? "the text '" + v.string() + "'" : detail::shortened(v.to_string()));
  }

  std::string text_;
  std::optional<doctest::Approx> close_;
  Kind kind_ = Kind::Number;
  std::vector<std::int64_t> extents_;
  std::vector<Number> numbers_;
  bool complex_ = false;
};

// Why the variable of the program has another value after a run, as a check shows it; empty: it has this one.
inline std::string value_problem(const Source& source, const std::string& variable, const Expected& expected) {
  Engine engine(options());
  if (const auto ran = engine.load(source.text); !ran) return "the program fails:\n" + ran.error().to_string();
  const auto value = engine.get(variable);
  return value ? expected.problem(variable, value.value()) : value.error().to_string();
}

// Why a run of the program does not end with the error of this code; empty: it does.
inline std::string error_problem(const Source& source, const std::string& code) {
  Engine engine(options());
  const auto ran = engine.load(source.text);
  if (ran) return "expected: the error " + code + "\nfound:    none";
  for (const Message& m : ran.error().messages)
    if (m.is_error && m.code == code) return "";
  return "expected: the error " + code + "\nfound:\n" + ran.error().to_string();
}

}  // namespace qc::testing

// How a check is written: LEVEL is CHECK or REQUIRE. The arguments of a macro may have commas in braces; the condition
// is worked out once.
#define QC_TESTING_CHECK(LEVEL, ...)                                                   \
  do {                                                                                 \
    const std::string qc_testing_problem = (__VA_ARGS__);                              \
    DOCTEST_##LEVEL##_MESSAGE(qc_testing_problem.empty(), "\n" << qc_testing_problem); \
  } while (false)
#define QC_TESTING_VALUE(LEVEL, source, variable, ...) \
  QC_TESTING_CHECK(LEVEL, ::qc::testing::value_problem((source), variable, __VA_ARGS__))
#define QC_TESTING_VERDICT(LEVEL, source, verdict, variable, op, reason) \
  QC_TESTING_CHECK(LEVEL, ::qc::testing::verdict_problem((source), {verdict, variable, op, reason}))

#define CHECK_MAP(source) QC_TESTING_VERDICT(CHECK, source, "map", "", "", "")
#define CHECK_REDUCTION(source, variable, op) QC_TESTING_VERDICT(CHECK, source, "reduction", variable, op, "")
#define CHECK_PARTIAL(source, variable, op) QC_TESTING_VERDICT(CHECK, source, "partial", variable, op, "")
#define CHECK_ARGREDUCE(source, variable, op) QC_TESTING_VERDICT(CHECK, source, "argreduce", variable, op, "")
#define CHECK_BINS(source, variable, op) QC_TESTING_VERDICT(CHECK, source, "bins", variable, op, "")
#define CHECK_SCAN(source, variable, op) QC_TESTING_VERDICT(CHECK, source, "scan", variable, op, "")
#define CHECK_SERIAL(source, reason) QC_TESTING_VERDICT(CHECK, source, "serial", "", "", reason)
#define CHECK_INTERPRETED(source, reason) QC_TESTING_VERDICT(CHECK, source, "interpreted", "", "", reason)
#define CHECK_VALUE(source, variable, ...) QC_TESTING_VALUE(CHECK, source, variable, __VA_ARGS__)
#define CHECK_ERROR(source, code) QC_TESTING_CHECK(CHECK, ::qc::testing::error_problem((source), code))

#define REQUIRE_MAP(source) QC_TESTING_VERDICT(REQUIRE, source, "map", "", "", "")
#define REQUIRE_REDUCTION(source, variable, op) QC_TESTING_VERDICT(REQUIRE, source, "reduction", variable, op, "")
#define REQUIRE_PARTIAL(source, variable, op) QC_TESTING_VERDICT(REQUIRE, source, "partial", variable, op, "")
#define REQUIRE_ARGREDUCE(source, variable, op) QC_TESTING_VERDICT(REQUIRE, source, "argreduce", variable, op, "")
#define REQUIRE_BINS(source, variable, op) QC_TESTING_VERDICT(REQUIRE, source, "bins", variable, op, "")
#define REQUIRE_SCAN(source, variable, op) QC_TESTING_VERDICT(REQUIRE, source, "scan", variable, op, "")
#define REQUIRE_SERIAL(source, reason) QC_TESTING_VERDICT(REQUIRE, source, "serial", "", "", reason)
#define REQUIRE_INTERPRETED(source, reason) QC_TESTING_VERDICT(REQUIRE, source, "interpreted", "", "", reason)
#define REQUIRE_VALUE(source, variable, ...) QC_TESTING_VALUE(REQUIRE, source, variable, __VA_ARGS__)
#define REQUIRE_ERROR(source, code) QC_TESTING_CHECK(REQUIRE, ::qc::testing::error_problem((source), code))
