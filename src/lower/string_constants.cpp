// Strings in compiled code: `mode == "mirror"`, a match, an argument of a function that is called. What they are
// compared with decides what the code does; the code is made for these answers, so that other strings with the same
// ones share it.
#include <fmt/format.h>

#include "lower/interface/builtin_calls.h"
#include "lower/interface/expr.h"
#include "lower/interface/kernel.h"
#include "lower/interface/stmt.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

Value outer_text(LowerContext& cx, const std::string& name, Span span) {
  const auto text = cx.scope.text_of(name);
  if (!text) stop("R901", span, fmt::format("'{}' is a string, which only host code can use", name), name);
  return {Type::string(), StringConstant{*text, name}};
}

// The arm that fits is the one that is compiled.
void match_text(LowerContext& cx, const ast::Match& n, const Value& value) {
  const auto fits = [&](const ast::Expr& pattern) {
    const Value v = expr(cx, pattern);
    if (v.type.kind != Type::Kind::String) stop("R901", pattern.span, "a string is matched with something else");
    return cx.assumed.same_text(value, v);
  };
  for (const ast::MatchArm& arm : n.arms) {
    bool here = !arm.pattern;
    if (auto* several = here ? nullptr : std::get_if<ast::ArrayLit>(&arm.pattern->node)) {
      for (const ast::ExprP& e : several->elements) here = here || fits(*e);
    } else if (!here) {
      here = fits(*arm.pattern);
    }
    if (here) return block(cx, arm.body);
  }
  stop("R901", n.value->span, "no arm of the match fits the string");
}

std::optional<Value> text_call(LowerContext& cx, const std::string& name, const ast::Call& c) {
  if (name != "strcmp" || c.arguments.size() != 2) return {};
  const Value a = expr(cx, *c.arguments[0].value), b = expr(cx, *c.arguments[1].value);
  if (a.type.kind != Type::Kind::String || b.type.kind != Type::Kind::String) return {};
  return one_number(ir::bool_const(cx.assumed.same_text(a, b)));
}

}  // namespace qc::lowering
