#include "host/session/main_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "ast/print_ast.h"
#include "host/arrays/arith.h"
#include "value/fail.h"

namespace qc::host {
namespace {

bool one_of(const std::string& name, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// `12` is an int, everything else that is a number a scalar.
std::optional<Number> real_in(std::string text, Elem scalar) {
  text = trimmed(text);
  if (!text.empty() && text[0] == '+') text.erase(0, 1);
  const char *begin = text.data(), *end = begin + text.size();
  std::int64_t whole = 0;
  if (const auto r = std::from_chars(begin, end, whole); r.ec == std::errc() && r.ptr == end)
    return Number::integer(whole);
  double real = 0;
  if (const auto r = std::from_chars(begin, end, real); r.ec == std::errc() && r.ptr == end)
    return Number::real(real, scalar);
  return std::nullopt;
}

// Also `1+2j`, `-2.5i`, `j`.
std::optional<Number> number_in(const std::string& text, Elem scalar) {
  if (const auto n = real_in(text, scalar)) return n;
  std::string word = trimmed(text);
  if (word.empty() || (word.back() != 'j' && word.back() != 'i')) return std::nullopt;
  word.pop_back();
  // The sign before the imaginary part, which is none of an exponent.
  std::size_t at = word.find_last_of("+-");
  while (at != std::string::npos && at > 0 && (word[at - 1] == 'e' || word[at - 1] == 'E'))
    at = word.find_last_of("+-", at - 1);
  if (at == std::string::npos) at = 0;
  std::string imaginary = word.substr(at);
  if (imaginary.empty() || imaginary == "+" || imaginary == "-") imaginary += '1';
  const auto im = real_in(imaginary, scalar), re = at == 0 ? Number::integer(0) : real_in(word.substr(0, at), scalar);
  if (!im || !re) return std::nullopt;
  Number n = Number::real(re->as_double(), scalar);
  n.im = im->as_double();
  n.complex = true;
  return n;
}

// The numbers of `1,2,3`; false: something is none.
bool append_row(const std::string& text, Elem scalar, std::vector<Number>& numbers) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto n = number_in(text.substr(begin, end - begin), scalar);
    if (!n) return false;
    numbers.push_back(*n);
    begin = end + 1;
  }
  return true;
}

Value array_from(const std::vector<Number>& numbers, const std::vector<std::int64_t>& dims, Elem scalar) {
  bool whole = true, complex = false;
  for (const Number& n : numbers) {
    whole = whole && n.type == Elem::I64 && !n.complex;
    complex = complex || n.complex;
  }
  auto array = make_array(whole ? Elem::I64 : scalar, dims, false, complex);
  void* data = array->buffer->host_write();
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    Number n = whole ? numbers[k] : Number::real(numbers[k].as_double(), scalar);
    n.im = numbers[k].complex ? numbers[k].im : 0;
    n.complex = complex;
    set_element(*array, data, std::int64_t(k), n);
  }
  return Value(array);
}

// `1,2,3`, with brackets or without.
std::optional<Value> row_in(std::string text, Elem scalar) {
  if (text.size() > 1 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
  std::vector<Number> numbers;
  if (!append_row(text, scalar, numbers)) return std::nullopt;
  return array_from(numbers, {std::int64_t(numbers.size())}, scalar);
}

// `1,2;3,4`, in brackets or not, and `[[1,2],[3,4]]`: rows of as many numbers.
std::optional<Value> matrix_in(std::string text, Elem scalar) {
  std::erase(text, ' ');
  if (text.starts_with("[[") && text.ends_with("]]")) {
    for (std::size_t at; (at = text.find("],[")) != std::string::npos;) text.replace(at, 3, ";");
    text = text.substr(1, text.size() - 2);
  }
  if (text.size() > 1 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
  std::vector<Number> numbers;
  std::int64_t rows = 0;
  for (std::size_t begin = 0; begin <= text.size(); ++rows) {
    const std::size_t end = std::min(text.find(';', begin), text.size()), before = numbers.size();
    if (!append_row(text.substr(begin, end - begin), scalar, numbers)) return std::nullopt;
    if (rows > 0 && before % std::size_t(rows) != 0) return std::nullopt;
    if (rows > 0 && numbers.size() - before != before / std::size_t(rows)) return std::nullopt;
    begin = end + 1;
  }
  return array_from(numbers, {rows, std::int64_t(numbers.size()) / rows}, scalar);
}

// vec, ivec, cvec, and those of fixed extents, as vec3.
bool is_row_type(std::string type) {
  if (!type.empty() && type.back() >= '2' && type.back() <= '9') type.pop_back();
  return one_of(type, {"vec", "ivec", "cvec"});
}

// Numbers of an imaginary part are for complex types alone.
std::optional<Value> fitting(std::optional<Value> array, const std::string& type) {
  if (array && type[0] != 'c' && std::get<ArrayP>(array->v)->complex) return std::nullopt;
  return array;
}

// `1e6` is whole, `2.5` is not.
std::optional<Value> whole(const Number& n) {
  if (n.type == Elem::I64) return Value(n);
  constexpr double kMost = 9007199254740992;  // 2^53
  if (n.complex || !(std::fabs(n.re) <= kMost) || n.re != std::trunc(n.re)) return std::nullopt;
  return Value(Number::integer(std::int64_t(n.re)));
}

// Nothing where the word is none of the type.
std::optional<Value> value_of(const ast::Parameter& parameter, const std::string& word, Elem scalar) {
  const std::string type = parameter.type ? parameter.type->name : "";
  if (type == "string") return Value(word);
  if (type == "bool") {
    if (word == "true" || word == "1") return Value(Number::boolean(true));
    if (word == "false" || word == "0") return Value(Number::boolean(false));
    return std::nullopt;
  }
  const auto number = number_in(word, scalar);
  if (one_of(type, {"int", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}))
    return number ? whole(*number) : std::nullopt;
  if (one_of(type, {"scalar", "float", "double", "half"}))
    return number && !number->complex ? std::optional<Value>(*number) : std::nullopt;
  if (type == "cscalar") return number ? std::optional<Value>(*number) : std::nullopt;
  if (is_row_type(type)) return fitting(row_in(word, scalar), type);
  if (one_of(type, {"mat", "imat", "cmat"})) return fitting(matrix_in(word, scalar), type);
  if (one_of(type, {"cube", "icube", "ccube", "cell", "object"})) return std::nullopt;
  if (number && !number->complex) return Value(*number);  // without a type `i` is a word
  return Value(word);
}

std::string described(const ast::Parameter& p) {
  return fmt::format("'{}'{}", p.name, p.type ? " : " + ast::print(*p.type) : "");
}

std::string usage(const ast::FunctionDef& main) {
  std::string text = "after the program's file:";
  for (const auto& p : main.parameters)
    text += p.variadic ? " [" + p.name + " ..]" : p.default_value ? " [" + p.name + "]" : " " + p.name;
  return text;
}

}  // namespace

bool takes(const ast::FunctionDef& main, std::size_t count) {
  std::size_t least = 0;
  for (const auto& p : main.parameters) least += !p.default_value && !p.variadic;
  const bool any = !main.parameters.empty() && main.parameters.back().variadic;
  return count >= least && (any || count <= main.parameters.size());
}

std::vector<Value> main_arguments(const ast::FunctionDef& main, const std::vector<std::string>& words, Elem scalar) {
  if (words.size() > main.parameters.size() && !takes(main, words.size()))
    fail("Q0001", main.name_span,
         fmt::format("'main' takes {} argument{}, {} were given", main.parameters.size(),
                     main.parameters.size() == 1 ? "" : "s", words.size()),
         usage(main));
  std::vector<Value> values;
  for (std::size_t k = 0; k < main.parameters.size(); ++k) {
    const auto& p = main.parameters[k];
    if (p.variadic) {
      for (std::size_t i = k; i < words.size(); ++i) values.push_back(*value_of({}, words[i], scalar));
      break;
    }
    if (k >= words.size()) {
      if (!p.default_value)
        fail("Q0001", main.name_span, fmt::format("'main' lacks its argument {}, {}", k + 1, described(p)),
             usage(main));
      break;
    }
    auto value = value_of(p, words[k], scalar);
    if (!value)
      fail("Q0001", p.span, fmt::format("argument {} of 'main', {}, cannot be '{}'", k + 1, described(p), words[k]),
           usage(main));
    values.push_back(std::move(*value));
  }
  return values;
}

}  // namespace qc::host
