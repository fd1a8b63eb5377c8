#include "parser/builder.h"

#include <fmt/format.h>

#include <algorithm>

namespace qc {
namespace {

bool rebinds(const ast::Block& body, const std::string& name);

bool rebinds(const ast::Stmt& s, const std::string& name) {
  const auto is_name = [&](const ast::Target& t) {
    auto* n = std::get_if<ast::Name>(&t.place->node);
    return n && n->name == name;
  };
  if (auto* a = std::get_if<ast::Assign>(&s.node)) return std::any_of(a->targets.begin(), a->targets.end(), is_name);
  if (auto* i = std::get_if<ast::If>(&s.node))
    return rebinds(i->otherwise, name) || std::any_of(i->arms.begin(), i->arms.end(), [&](const ast::IfArm& arm) { return rebinds(arm.body, name); });
  if (auto* w = std::get_if<ast::While>(&s.node)) return rebinds(w->body, name);
  if (auto* r = std::get_if<ast::Repeat>(&s.node)) return rebinds(r->body, name);
  if (auto* f = std::get_if<ast::For>(&s.node)) return f->variable == name || rebinds(f->body, name);
  if (auto* m = std::get_if<ast::Match>(&s.node)) return std::any_of(m->arms.begin(), m->arms.end(), [&](const ast::MatchArm& arm) { return rebinds(arm.body, name); });
  if (auto* t = std::get_if<ast::Try>(&s.node)) return t->variable == name || rebinds(t->body, name) || rebinds(t->handler, name);
  return false;
}

// Whether the body gives the variable another value.
bool rebinds(const ast::Block& body, const std::string& name) {
  return std::any_of(body.begin(), body.end(), [&](const ast::Stmt& s) { return rebinds(s, name); });
}

ast::ExprP name_of(const std::string& name, Span at) { return ast::Expr{ast::Name{name}, at}; }

}  // namespace

// for x = v: the loop over the places of v, in which x is the item there.
//   $xs = v; for $x = 0..numel($xs)-1; x = $xs[$x]; ... end
// A variable that the body leaves alone needs no second name, so that nests over it are judged as one.
void Builder::for_items(ast::Block& out, ast::For& f, const ast::ExprP& items, ast::Block body) {
  const Span at = items->span;
  ast::ExprP from = items;
  if (auto* n = std::get_if<ast::Name>(&items->node); !n || rebinds(body, n->name)) {
    from = name_of("$" + f.variable + "s", at);
    ast::Assign keep;
    keep.targets.push_back({from, {}});
    keep.value = items;
    keep.op_span = at;
    out.push_back({std::move(keep), at, true});
  }
  const ast::ExprP place = name_of("$" + f.variable, at);
  ast::Call count;
  count.callee = name_of("numel", at);
  count.arguments.push_back({"", from, false});
  f.lo = ast::Expr{ast::IntLit{0}, at};
  f.hi = ast::Expr{ast::Binary{ast::BinaryOp::Sub, ast::Expr{std::move(count), at}, ast::Expr{ast::IntLit{1}, at}, at}, at};
  ast::Assign take;
  take.targets.push_back({name_of(f.variable, f.variable_span), {}});
  take.value = ast::Expr{ast::Index{from, {place}}, at};
  take.op_span = at;
  f.body.push_back({std::move(take), join(f.variable_span, at), true});
  for (auto& s : body) f.body.push_back(std::move(s));
  f.variable = "$" + f.variable;
}

void Builder::for_statement(ast::Block& out, Tk::ForStatementContext& c) {
  ast::For f;
  f.hint = hint_;
  hint_ = ast::LoopHint::None;
  f.variable = c.NAME()->getText();
  f.variable_span = span(c.NAME());
  ast::ExprP range = expr(c.expression());
  ast::Stmt s;
  s.span = header(c, *c.expression());
  check_target({ast::Name{f.variable}, f.variable_span});  // an outer loop's own variable
  loop_variables_.push_back(f.variable);
  if (auto* r = std::get_if<ast::Range>(&range->node)) {
    f.lo = r->lo;
    f.step = r->step;
    f.hi = r->hi;
    f.body = loop_body(c.block());
  } else if (std::holds_alternative<ast::IntLit>(range->node) || std::holds_alternative<ast::FloatLit>(range->node)) {
    report("Q0101", range->span, "expected a range after '='", fmt::format("write for {} = a..b", f.variable));
    f.lo = f.hi = range;
    f.body = loop_body(c.block());
  } else {
    for_items(out, f, range, loop_body(c.block()));
  }
  loop_variables_.pop_back();
  s.node = std::move(f);
  check_end(c);
  out.push_back(std::move(s));
}

}  // namespace qc
