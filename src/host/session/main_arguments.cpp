#include "host/session/main_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "ast/print_ast.h"
#include "host/arrays/arith.h"
#include "value/fail.h"

namespace qc::host {
namespace {

bool one_of(const std::string& name, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// `12` is an int, everything else that is a number a scalar.
std::optional<Number> number_in(std::string text, Elem scalar) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(' ') - first + 1);
  if (text[0] == '+') text.erase(0, 1);
  const char *begin = text.data(), *end = begin + text.size();
  std::int64_t whole = 0;
  if (const auto r = std::from_chars(begin, end, whole); r.ec == std::errc() && r.ptr == end)
    return Number::integer(whole);
  double real = 0;
  if (const auto r = std::from_chars(begin, end, real); r.ec == std::errc() && r.ptr == end)
    return Number::real(real, scalar);
  return std::nullopt;
}

// `1,2,3`, with brackets or without.
std::optional<Value> row_in(std::string text, Elem scalar) {
  if (text.size() > 1 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
  std::vector<Number> numbers;
  bool whole = true;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto n = number_in(text.substr(begin, end - begin), scalar);
    if (!n) return std::nullopt;
    whole = whole && n->type == Elem::I64;
    numbers.push_back(*n);
    begin = end + 1;
  }
  auto row = make_array(whole ? Elem::I64 : scalar, {std::int64_t(numbers.size())});
  void* data = row->buffer->host_write();
  for (std::size_t k = 0; k < numbers.size(); ++k)
    set_element(*row, data, std::int64_t(k), whole ? numbers[k] : Number::real(numbers[k].as_double(), scalar));
  return Value(row);
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
    return number && number->type == Elem::I64 ? std::optional<Value>(*number) : std::nullopt;
  if (one_of(type, {"scalar", "float", "double", "half", "cscalar"}))
    return number ? std::optional<Value>(*number) : std::nullopt;
  if (one_of(type, {"vec", "ivec", "cvec"})) return row_in(word, scalar);
  if (number) return Value(*number);
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
