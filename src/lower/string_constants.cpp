// Strings in compiled code: `mode == "mirror"`, a match, an argument of a function that is called. What they are
// compared with decides what the code does; the code is made for these answers, so that other strings with the same
// ones share it.
#include <fmt/format.h>

#include "lower/lower_impl.h"

namespace qc::lowering {

Value Lowerer::outer_text(const std::string& name, Span span) {
  const auto text = scope_.text_of(name);
  if (!text) stop("R901", span, fmt::format("'{}' is a string, which only host code can use", name), name);
  Value v;
  v.type = Type::string();
  v.text = *text;
  v.outside = name;
  return v;
}

bool Lowerer::same_text(const Value& a, const Value& b) {
  const bool same = a.text == b.text;
  if (!a.outside.empty()) specialised.add_text(a.outside, b.text, same);
  if (!b.outside.empty()) specialised.add_text(b.outside, a.text, same);
  return same;
}

// The arm that fits is the one that is compiled.
void Lowerer::match_text(const ast::Match& n, const Value& value) {
  const auto fits = [&](const ast::Expr& pattern) {
    const Value v = expr(pattern);
    if (v.type.kind != Type::Kind::String) stop("R901", pattern.span, "a string is matched with something else");
    return same_text(value, v);
  };
  for (const ast::MatchArm& arm : n.arms) {
    bool here = !arm.pattern;
    if (auto* several = here ? nullptr : std::get_if<ast::ArrayLit>(&arm.pattern->node)) {
      for (const ast::ExprP& e : several->elements) here = here || fits(*e);
    } else if (!here) {
      here = fits(*arm.pattern);
    }
    if (here) return block(arm.body);
  }
  stop("R901", n.value->span, "no arm of the match fits the string");
}

// strcmp(a, b) of two strings; nothing: it is something else.
std::optional<Value> Lowerer::text_call(const std::string& name, const ast::Call& c) {
  if (name != "strcmp" || c.arguments.size() != 2) return {};
  const Value a = expr(*c.arguments[0].value), b = expr(*c.arguments[1].value);
  if (a.type.kind != Type::Kind::String || b.type.kind != Type::Kind::String) return {};
  return of(ir::bool_const(same_text(a, b)));
}

}  // namespace qc::lowering
