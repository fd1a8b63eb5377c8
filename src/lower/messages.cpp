// error(...) and assert(...) to IR: what a message says, and the numbers that the failing thread records for it.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/dataflow/name_facts.h"
#include "ast/query.h"
#include "lower/interface/blocks.h"
#include "lower/interface/builtin_calls.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/kernel.h"
#include "lower/state/lower_context.h"
#include "sema/builtins.h"

namespace qc::lowering {

namespace {

// A message as far as it is known: a format of printf and the numbers that it takes.
struct Message {
  std::string format;
  std::vector<ir::ExprP> values;
};

std::string literal_text(const std::string& text) {  // as a format
  std::string out;
  for (char c : text) out += c == '%' ? "%%" : std::string(1, c);
  return out;
}
std::string text_of_literal(const std::string& format) {
  std::string out;
  for (std::size_t i = 0; i < format.size(); ++i) {
    out += format[i];
    if (format.compare(i, 2, "%%") == 0) ++i;
  }
  return out;
}

// The part of a format that says how a value is written, "%5.2f", from its '%' on; "%%" as well.
std::string_view spec_at(std::string_view format, std::size_t i) {
  const std::size_t kind = std::min(format.find_first_not_of("-+ #0123456789.lh", i + 1), format.size() - 1);
  return format.substr(i, kind + 1 - i);
}

bool holds_text(const ast::Expr& e) {
  auto* b = std::get_if<ast::Binary>(&e.node);
  return std::holds_alternative<ast::StringLit>(e.node) ||
         (b && b->op == ast::BinaryOp::Add && (holds_text(*b->left) || holds_text(*b->right)));
}
bool calls(const ast::Call& c, std::string_view name) {
  auto* n = std::get_if<ast::Name>(&c.callee->node);
  return n && n->name == name;
}
bool makes_text(const ast::Call& c) {
  auto* n = std::get_if<ast::Name>(&c.callee->node);
  return n && builtin_is(n->name, kFormatsText);
}

bool is_format(const ast::Call& c, std::size_t first) {
  auto* s = c.arguments.size() > first + 1 ? std::get_if<ast::StringLit>(&c.arguments[first].value->node) : nullptr;
  return s && s->value.find('%') != std::string::npos;
}

}  // namespace

static std::optional<std::string> message_value(LowerContext& cx, const ast::Expr& e, std::vector<ir::ExprP>& values,
                                                bool* is_text = nullptr);

std::optional<std::string> recorded(const Value& v, std::vector<ir::ExprP>& values) {
  const bool numbers = (v.type.is_number() || v.type.kind == Type::Kind::Fixed) && !v.type.complex;
  if (!numbers || values.size() + components(v) > ir::kMostFailValues) return {};
  std::string format;
  for (std::size_t k = 0; k < components(v); ++k) {
    values.push_back(component(v, k).parts()[0]);
    format += k ? ",%s" : "%s";
  }
  return v.type.is_number() ? format : "[" + format + "]";
}

// The same of an argument; a text that is known here stands there itself. Kernels and the library leave out what they
// cannot record, elsewhere the loop is stepped. Nothing: it is left out.
static std::optional<std::string> message_value(LowerContext& cx, const ast::Expr& e, std::vector<ir::ExprP>& values,
                                                bool* is_text) {
  auto* call = std::get_if<ast::Call>(&e.node);
  const std::string* callee = call ? callee_of(e) : nullptr;
  const bool skips = call && (makes_text(*call) ||
                              (cx.names.frame().library &&
                               (!callee || !(is_elementwise(*callee) || *callee == "size" || *callee == "numel"))));
  auto* literal = std::get_if<ast::StringLit>(&e.node);
  const Value v = literal || skips ? Value{} : expr(cx, e);
  if (is_text) *is_text = literal || v.type.kind == Type::Kind::String;
  if (literal) return literal_text(literal->value);
  if (v.type.kind == Type::Kind::String) {
    const auto& [text, outside] = v.string();
    if (!outside.empty()) cx.assumed.specialised.add_text(outside, text, true);
    return literal_text(text);
  }
  if (auto text = recorded(v, values)) return text;
  if (!cx.in_kernel && !cx.names.frame().library)
    stop("R904", e.span, "a message is made of more than text and three numbers");
  return {};
}

// A format with its arguments from the k-th on; each element of a short array is one for it. Of more numbers than a
// failure holds none is said.
static std::string formatted(LowerContext& cx, const std::string& format, const ast::Call& c, std::size_t k,
                             std::vector<ir::ExprP>& values) {
  struct Piece {
    std::optional<std::string> text;  // nothing: a number
  };
  std::vector<Piece> pieces;
  bool fits = true;
  for (; k < c.arguments.size(); ++k) {
    const std::size_t before = values.size();
    bool is_text = false;
    const auto text = message_value(cx, *c.arguments[k].value, values, &is_text);
    fits = fits && (text || cx.names.frame().library);
    if (is_text || !text)
      pieces.push_back({text.value_or("...")});
    else
      pieces.resize(pieces.size() + values.size() - before);
  }
  if (!fits) values.clear();
  std::string out;
  auto next = pieces.begin();
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      out += format[i];
      continue;
    }
    const std::string_view spec = spec_at(format, i);
    i += spec.size() - 1;
    if (spec == "%%")
      out += spec;
    else if (next == pieces.end())
      out += fits ? spec : "...";
    else {
      out += next->text ? *next->text : fits ? std::string(spec) : "...";
      ++next;
    }
  }
  return out;
}

// The arguments from `first` on: a format with its numbers, or text and numbers one after another, "a" + x included.
static ir::Fail failure(LowerContext& cx, const ast::Call& c, std::size_t first, ir::Site::Kind kind, Span span) {
  if (c.arguments.size() == first + 1)
    if (auto* inner = std::get_if<ast::Call>(&c.arguments[first].value->node);
        inner && calls(*inner, "sprintf") && is_format(*inner, 0))
      return failure(cx, *inner, 0, kind, span);
  Message m;
  if (is_format(c, first)) {
    m.format = formatted(cx, std::get<ast::StringLit>(c.arguments[first].value->node).value, c, first + 1, m.values);
  } else {
    const std::function<void(const ast::Expr&)> piece = [&](const ast::Expr& e) {
      auto* b = std::get_if<ast::Binary>(&e.node);
      if (b && b->op == ast::BinaryOp::Add && holds_text(e)) {
        piece(*b->left);
        piece(*b->right);
      } else
        m.format += message_value(cx, e, m.values).value_or("...");
    };
    for (std::size_t k = first; k < c.arguments.size(); ++k) piece(*c.arguments[k].value);
  }
  ir::Site at{kind, span, m.values.empty() ? text_of_literal(m.format) : m.format};
  for (const ir::ExprP& v : m.values) at.values.push_back(v->type);
  at.call = cx.names.frame().call;
  return {cx.code.f.add_site(std::move(at)), std::move(m.values)};
}

bool fail_statement(LowerContext& cx, const ast::Call& c, const std::string& name, Span span) {
  if (name != "error" && name != "assert") return false;
  if (c.arguments.empty())
    error("Q0204", span, name == "error" ? "'error' takes a message" : "'assert' takes a condition and a message");
  if (name == "error") {
    cx.code.emit(failure(cx, c, 0, ir::Site::Kind::Error, span), span);
    return true;
  }
  const ir::ExprP holds = truth(cx, expr(cx, *c.arguments[0].value), c.arguments[0].value->span);
  ir::Block fail = collect_arm(cx, [&] { cx.code.emit(failure(cx, c, 1, ir::Site::Kind::Assert, span), span); });
  cx.code.emit(ir::If{ir::unary(ir::UnaryOp::Not, holds), std::move(fail), {}}, span);
  return true;
}

}  // namespace qc::lowering
