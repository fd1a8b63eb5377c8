#include "parser/build_for.h"

#include <fmt/format.h>

#include <algorithm>

#include "ast/query.h"
#include "parser/build_assignments.h"
#include "parser/build_expressions.h"
#include "parser/build_statements.h"

namespace qc {
namespace {

// Whether the body gives the variable another value.
bool rebinds(const ast::Block& body, const std::string& name) {
  return ast::any_own_statement(body, [&](const ast::Stmt& s) {
    const auto is_it = [&](const std::string* n) { return n && *n == name; };
    auto* a = std::get_if<ast::Assign>(&s.node);
    return is_it(ast::variable_of(s)) ||
           (a && std::any_of(a->targets.begin(), a->targets.end(),
                             [&](const ast::Target& t) { return is_it(ast::name_of(*t.place)); }));
  });
}

ast::ExprP name_of(const std::string& name, Span at) { return ast::Expr{ast::Name{name}, at}; }

ast::Stmt hidden_assign(const ast::ExprP& place, ast::ExprP value, Span at) {
  ast::Assign a;
  a.targets.push_back({place, {}});
  a.value = std::move(value);
  a.op_span = at;
  return {std::move(a), at, true};
}

// Before each `break` of the loop that has this body: stop = true. Whether there is one.
bool leave_all(ast::Block& body, const ast::ExprP& stop) {
  bool any = false;
  for (std::size_t k = 0; k < body.size(); ++k) {
    ast::Stmt& s = body[k];
    if (!ast::is_any<ast::For, ast::While, ast::Repeat, Box<ast::FunctionDef>>(s))  // whose breaks are their own
      ast::for_each_block(s, [&](ast::Block& inside) { any = leave_all(inside, stop) || any; });
    if (std::holds_alternative<ast::Break>(s.node)) {
      const Span at = s.span;
      body.insert(body.begin() + std::ptrdiff_t(k++), hidden_assign(stop, name_of("true", at), at));
      any = true;
    }
  }
  return any;
}

enum class LiteralKind { None, Int, Float };

LiteralKind literal_kind(const ast::ExprP& e) {
  if (std::holds_alternative<ast::IntLit>(e->node)) return LiteralKind::Int;
  if (std::holds_alternative<ast::FloatLit>(e->node)) return LiteralKind::Float;
  auto* u = std::get_if<ast::Unary>(&e->node);
  return u && u->op == ast::UnaryOp::Neg ? literal_kind(u->operand) : LiteralKind::None;
}

// Whether the items, {[0,1], [1,0]}, are literals of as many numbers of one kind each: the rows of a matrix.
bool are_rows(const ast::CellLit& cell) {
  std::size_t length = 0;
  LiteralKind kind = LiteralKind::None;
  for (const ast::ExprP& item : cell.elements) {
    auto* row = std::get_if<ast::ArrayLit>(&item->node);
    if (!row || row->elements.size() < 2) return false;
    if (length == 0) {
      length = row->elements.size();
      kind = literal_kind(row->elements[0]);
    }
    const auto alike = [&](const ast::ExprP& e) { return kind != LiteralKind::None && literal_kind(e) == kind; };
    if (row->elements.size() != length || !std::all_of(row->elements.begin(), row->elements.end(), alike)) return false;
  }
  return cell.elements.size() > 1;
}

}  // namespace

// for x = v: the loop over the places of v, in which x is the item there.
//   $xs = v; for $x = 0..numel($xs)-1; x = $xs[$x]; ... end
// A variable that the body leaves alone needs no alias, so that nests over it are judged as one. The items of
// {[0,1], [1,0]} are taken from the rows of a matrix, which compiled code knows:
//   $xs = [[0,1],[1,0]]; for $x = 0..size($xs,0)-1; x = $xs[$x,:]; ... end
static void for_items(ast::Block& out, ast::For& f, const ast::ExprP& items, ast::Block body) {
  const Span at = items->span;
  auto* cell = std::get_if<ast::CellLit>(&items->node);
  const bool rows = cell && are_rows(*cell);
  ast::ExprP from = items;
  if (auto* n = std::get_if<ast::Name>(&items->node); !n || rebinds(body, n->name)) {
    from = name_of("$" + f.variable + "s", at);
    out.push_back(hidden_assign(from, rows ? ast::ExprP(ast::Expr{ast::ArrayLit{cell->elements}, at}) : items, at));
  }
  const ast::ExprP place = name_of("$" + f.variable, at);
  ast::Call count;
  count.callee = name_of(rows ? "size" : "numel", at);
  count.arguments.push_back({"", from, false});
  if (rows) count.arguments.push_back({"", ast::Expr{ast::IntLit{0}, at}, false});
  f.lo = ast::Expr{ast::IntLit{0}, at};
  f.hi = ast::Expr{ast::Binary{ast::BinaryOp::Sub, ast::Expr{std::move(count), at}, ast::Expr{ast::IntLit{1}, at}, at},
                   at};
  ast::Index item{from, {place}};
  if (rows) item.indices.push_back(ast::Expr{ast::Colon{}, at});
  f.body.push_back(
      hidden_assign(name_of(f.variable, f.variable_span), ast::Expr{std::move(item), at}, join(f.variable_span, at)));
  for (auto& s : body) f.body.push_back(std::move(s));
  f.variable = "$" + f.variable;
}

// for [m,n] = a..b: a loop over rows and columns, which `break` leaves as a whole.
//   $m_hi = b; $m_hi0 = $m_hi[0]; $m_hi1 = numel($m_hi) > 1 ? $m_hi[1] : $m_hi[0]; $m_stop = false;
//   for m = a..$m_hi0; for n = a..$m_hi1; ... $m_stop = true; break ... end; if $m_stop break end; end
// A number is the same for all of them.
static void for_places(BuildContext& b, ast::Block& out, Tk::ForStatementContext& c) {
  const ast::ExprP range = build_expr(b, c.expression());
  const Span at = range->span;
  const auto* r = std::get_if<ast::Range>(&range->node);
  if (!r) return b.tree.report("Q0101", at, "expected a range after '='", "write for [m,n] = 0..size(x,0..1)-1");
  const std::string first = "$" + c.NAME(0)->getText();
  const auto part = [&](const char* which, const ast::ExprP& e) -> ast::ExprP {
    if (!e || std::holds_alternative<ast::IntLit>(e->node)) return e;
    const ast::ExprP kept = name_of(first + which, at), hi = name_of(first + "_hi", at);
    const ast::ExprP none = ast::Expr{ast::Binary{ast::BinaryOp::Mul, ast::Expr{ast::IntLit{0}, at}, hi, at}, at};
    const auto item = [&](std::size_t k) {
      return ast::ExprP(ast::Expr{ast::Index{kept, {ast::Expr{ast::IntLit{std::int64_t(k)}, at}}}, at});
    };
    out.push_back(hidden_assign(
        kept, e == r->hi ? e : ast::ExprP(ast::Expr{ast::Binary{ast::BinaryOp::Add, e, none, at}, at}), at));
    for (std::size_t k = 0; k < c.NAME().size(); ++k) {
      const ast::ExprP count = ast::Expr{ast::Call{name_of("numel", at), {{"", kept, false}}}, at};
      const ast::ExprP more = ast::Expr{ast::Binary{ast::BinaryOp::Gt, count, ast::Expr{ast::IntLit{1}, at}, at}, at};
      out.push_back(
          hidden_assign(name_of(first + which + std::to_string(k), at),
                        k == 0 ? item(0) : ast::ExprP(ast::Expr{ast::Conditional{more, item(k), item(0)}, at}), at));
    }
    return kept;
  };
  const ast::LoopHint hint = b.hint.take();
  const ast::ExprP hi = part("_hi", r->hi), lo = part("_lo", r->lo), step = part("_step", r->step);
  for (auto* n : c.NAME()) {
    check_target(b, {ast::Name{n->getText()}, b.tree.span(n)});
    b.loops.variables.push_back(n->getText());
  }
  ast::Block body = loop_body(b, c.block());
  b.loops.variables.resize(b.loops.variables.size() - c.NAME().size());
  const ast::ExprP stop = name_of(first + "_stop", at);
  const bool leaves = leave_all(body, stop);
  if (leaves) out.push_back(hidden_assign(stop, name_of("false", at), at));
  const auto of = [&](const ast::ExprP& e, std::size_t k) -> ast::ExprP {
    if (!e || std::holds_alternative<ast::IntLit>(e->node)) return e;
    return name_of(std::get<ast::Name>(e->node).name + std::to_string(k), at);
  };
  for (std::size_t k = c.NAME().size(); k-- > 0;) {
    ast::For f;
    f.variable = c.NAME(k)->getText();
    f.variable_span = b.tree.span(c.NAME(k));
    f.lo = of(lo, k);
    f.step = of(step, k);
    f.hi = of(hi, k);
    f.body = std::move(body);
    if (k == 0) f.hint = hint;
    body.clear();
    body.push_back({std::move(f), b.tree.header(c, *c.expression()), k != 0});
    if (k == 0 || !leaves) continue;
    ast::If left;
    left.arms.push_back({stop, {{ast::Break{}, at, true}}});
    body.push_back({std::move(left), at, true});
  }
  out.push_back(std::move(body.front()));
  b.tree.check_end(c);
}

void build_for(BuildContext& b, ast::Block& out, Tk::ForStatementContext& c) {
  if (c.LBRACK()) return for_places(b, out, c);
  ast::For f;
  f.hint = b.hint.take();
  f.variable = c.NAME(0)->getText();
  f.variable_span = b.tree.span(c.NAME(0));
  ast::ExprP range = build_expr(b, c.expression());
  ast::Stmt s;
  s.span = b.tree.header(c, *c.expression());
  check_target(b, {ast::Name{f.variable}, f.variable_span});  // an outer loop's own variable
  b.loops.variables.push_back(f.variable);
  if (auto* r = std::get_if<ast::Range>(&range->node)) {
    f.lo = r->lo;
    f.step = r->step;
    f.hi = r->hi;
    f.body = loop_body(b, c.block());
  } else if (std::holds_alternative<ast::IntLit>(range->node) || std::holds_alternative<ast::FloatLit>(range->node)) {
    b.tree.report("Q0101", range->span, "expected a range after '='", fmt::format("write for {} = a..b", f.variable));
    f.lo = f.hi = range;
    f.body = loop_body(b, c.block());
  } else {
    for_items(out, f, range, loop_body(b, c.block()));
  }
  b.loops.variables.pop_back();
  s.node = std::move(f);
  b.tree.check_end(c);
  out.push_back(std::move(s));
}

}  // namespace qc
