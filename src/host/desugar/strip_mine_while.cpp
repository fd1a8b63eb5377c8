#include "host/desugar/strip_mine_while.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/dataflow/liveness.h"
#include "analysis/dataflow/name_facts.h"
#include "analysis/loops/loop_plan.h"
#include "analysis/prepare/lower_and_plan.h"
#include "ast/query.h"
#include "host/loops/same_types.h"
#include "support/stop.h"

namespace qc::host {

namespace {

constexpr std::int64_t kPiece = 100000;  // iterations between two looks at interrupts

ast::ExprP make(ast::Expr::Node n) { return ast::ExprP(ast::Expr{std::move(n), {}}); }

ast::Stmt stop_going(Span span) {
  ast::Assign a;
  a.targets.push_back({make(ast::Name{WhileLoops::kGo}), {}});
  a.value = make(ast::Name{"false"});
  return {std::move(a), span};
}

// The body with `break`s of this loop that say so.
void mark_leaves(ast::Block& block) {
  ast::Block out;
  for (ast::Stmt& s : block) {
    if (std::holds_alternative<ast::Break>(s.node)) out.push_back(stop_going(s.span));
    if (!ast::is_any<ast::For, ast::While, ast::Repeat, Box<ast::FunctionDef>>(s))  // whose breaks are their own
      ast::for_each_block(s, [](ast::Block& inside) { mark_leaves(inside); });
    out.push_back(std::move(s));
  }
  block = std::move(out);
}

ast::Stmt leave_unless(const ast::ExprP& condition, bool wanted, Span span) {
  ast::If leave;
  const ast::ExprP c = wanted ? make(ast::Unary{ast::UnaryOp::Not, condition}) : condition;
  leave.arms.push_back({c, {stop_going(span), {ast::Break{}, span}}});
  return {std::move(leave), span};
}

// Errors that the loop may not even reach do not count.
bool steps_alike(const ast::Stmt& piece, const Scope& scope, Elem scalar) {
  try {
    const auto lowered = lower_and_plan(piece, scope, {scalar});
    auto* planned = std::get_if<PlannedNest>(&lowered);
    return planned && same_types(planned->nest, scope) && !may_join_floats(planned->nest, planned->result);
  } catch (const ProgramError& e) {
    if (is_stop(e)) throw;
    return false;
  }
}

}  // namespace

bool WhileLoops::compiles(const ast::Stmt& loop, const ast::Stmt& piece, const Scope& scope, Elem scalar) {
  WhileLoop& known = known_[&loop];
  auto same = [&](const auto& n) { return scope.type_of(n.first) == n.second; };
  if (!known.types.empty() && std::all_of(known.types.begin(), known.types.end(), same)) return true;
  if (!steps_alike(piece, scope, scalar)) return false;
  NameCounts mentioned;
  count_names(piece, mentioned);
  known.types.clear();
  for (const auto& [name, count] : mentioned) known.types.emplace_back(name, scope.type_of(name));
  const bool functions = std::any_of(known.types.begin(), known.types.end(),
                                     [](const auto& n) { return n.second && n.second->kind == Type::Kind::Function; });
  if (functions) known.types.clear();  // another one may be called next time
  return true;
}

const ast::Stmt* WhileLoops::piece(const ast::Stmt& loop) {
  WhileLoop& k = known_[&loop];
  if (std::exchange(k.made, true)) return k.text.get();
  const std::optional<ast::Stmt> with_breaks = with_returns_as_breaks(loop);
  const ast::Stmt& text = with_breaks ? *with_breaks : loop;
  auto* n = std::get_if<ast::While>(&text.node);
  auto* repeat = std::get_if<ast::Repeat>(&text.node);
  if (!n && !repeat) return nullptr;
  const ast::ExprP& condition = n ? n->condition : repeat->until;
  ast::Block body = n ? n->body : repeat->body;
  mark_leaves(body);
  body.insert(body.begin(), leave_unless(condition, n != nullptr, condition->span));
  ast::For f;
  f.hint = ast::LoopHint::ForceSerial;
  f.variable = WhileLoops::kTurn;
  f.variable_span = loop.span;
  f.lo = make(ast::IntLit{0});
  f.hi = make(ast::IntLit{kPiece - 1});
  f.body = std::move(body);
  k.text = std::make_unique<const ast::Stmt>(ast::Stmt{std::move(f), loop.span});
  return k.text.get();
}

const std::set<std::string, std::less<>>& WhileLoops::names_of_iterations(const ast::Stmt& loop,
                                                                          const Environment& env) {
  auto& known = known_[&loop].of_iterations;
  if (known) return *known;
  return known.emplace(qc::names_of_iterations(loop, *env.body, env.outputs));
}

const ast::Stmt* WhileLoops::left_by_return(const ast::Stmt& loop) {
  const auto [place, fresh] = left_by_return_.try_emplace(&loop);
  if (!fresh) return place->second.get();
  if (auto text = with_returns_as_breaks(loop)) place->second = std::make_unique<const ast::Stmt>(std::move(*text));
  return place->second.get();
}

}  // namespace qc::host
