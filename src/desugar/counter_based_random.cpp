#include "desugar/counter_based_random.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "analysis/dataflow/assignments.h"
#include "analysis/dataflow/name_facts.h"
#include "sema/builtins.h"

namespace qc {

namespace {

using ast::ExprP;

ExprP make(ast::Expr::Node n) { return ExprP(ast::Expr{std::move(n), {}}); }
ExprP number(std::int64_t v) { return make(ast::IntLit{v}); }
ExprP name(std::string_view n) { return make(ast::Name{std::string(n)}); }
ExprP call(const char* f, std::vector<ExprP> arguments) {
  ast::Call c{name(f), {}};
  for (auto& a : arguments) c.arguments.push_back({"", std::move(a), false});
  return make(std::move(c));
}
std::optional<std::int64_t> literal(const ast::Expr& e) {
  if (auto* n = std::get_if<ast::IntLit>(&e.node)) return n->value;
  auto* u = std::get_if<ast::Unary>(&e.node);
  const auto v = u && u->op == ast::UnaryOp::Neg ? literal(*u->operand) : std::nullopt;
  return v ? std::optional(-*v) : std::nullopt;
}
ExprP binary(ast::BinaryOp op, const ExprP& a, const ExprP& b) {
  const auto x = literal(*a), y = literal(*b);
  if (op == ast::BinaryOp::Add && x && y) return number(*x + *y);
  if (op == ast::BinaryOp::Mul && x && y) return number(*x * *y);
  if (op != ast::BinaryOp::Mul && y == 0) return a;
  if (op == ast::BinaryOp::Add && x == 0) return b;
  if (op == ast::BinaryOp::Mul && y == 1) return a;
  return make(ast::Binary{op, a, b, {}});
}
ExprP plus(const ExprP& a, const ExprP& b) { return binary(ast::BinaryOp::Add, a, b); }
ExprP times(const ExprP& a, const ExprP& b) { return binary(ast::BinaryOp::Mul, a, b); }

template <class T>
bool mentions_random_in(const T& text) {
  return ast::any_expression(text, [](const ast::Expr& e) {
    const std::string* n = ast::name_of(e);
    return n && builtin_is(*n, kDraws);
  });
}

bool keeps_whole(const ast::Expr& e) {
  const std::string* f = ast::callee_of(e);
  return f && keeps_whole_numbers(*f);
}

// A bound that may be evaluated once more, and that the loops do not change.
bool invariant(const ast::Expr& bound, const std::set<std::string>& assigned) {
  return ast::all_expressions(bound, [&](const ast::Expr& e) {
    const std::string* n = ast::name_of(e);
    return n ? !assigned.count(*n)
             : ast::is_any<ast::IntLit, ast::FloatLit, ast::Unary, ast::Binary>(e) || keeps_whole(e);
  });
}

// What has no effects and draws nothing.
bool computes(const ast::Expr& value) {
  return ast::all_expressions(value, [](const ast::Expr& e) {
    return ast::is_any<ast::Name, ast::IntLit, ast::FloatLit, ast::Unary, ast::Binary, ast::Index>(e) || keeps_whole(e);
  });
}

class Places {
 public:
  Places(std::set<std::string> assigned, ExprP start) : assigned_(std::move(assigned)), start_(std::move(start)) {}
  bool failed() const { return failed_; }

  // The text after the first `at` numbers; afterwards `at` counts those that it draws as well.
  void block(ast::Block& b, ExprP& at) {
    for (auto& s : b) statement(s, at);
  }

  void loop(ast::For& n, ExprP& at) {
    const std::int64_t step = n.step ? literal(*n.step).value_or(0) : 1;
    const auto lo = literal(*n.lo);
    if (!lo || step == 0 || !invariant(*n.hi, assigned_)) return fail();
    ast::Block once = n.body;
    ExprP each = number(0);
    block(once, each);
    const ExprP from_lo = binary(ast::BinaryOp::Sub, name(n.variable), number(*lo));
    const ExprP iteration =
        step == 1 ? from_lo : call("int", {make(ast::Binary{ast::BinaryOp::Div, from_lo, number(step), {}})});
    ExprP inside = plus(at, times(iteration, each));
    block(n.body, inside);
    at = plus(at, times(call("numel", {make(ast::Range{n.lo, n.step, n.hi})}), each));
  }

  // What is evaluated always and once, from left to right.
  void expression(ExprP& e, ExprP& at) {
    if (!e) return;
    ast::Expr out = *e;
    if (auto* n = std::get_if<ast::Unary>(&out.node))
      expression(n->operand, at);
    else if (auto* n = std::get_if<ast::Binary>(&out.node)) {
      expression(n->left, at);
      if (n->op != ast::BinaryOp::And && n->op != ast::BinaryOp::Or) expression(n->right, at);
    } else if (auto* n = std::get_if<ast::Conditional>(&out.node))
      expression(n->condition, at);
    else if (auto* n = std::get_if<ast::Index>(&out.node)) {
      expression(n->base, at);
      for (auto& i : n->indices) expression(i, at);
    } else if (auto* n = std::get_if<ast::ArrayLit>(&out.node)) {
      for (auto& x : n->elements) expression(x, at);
    } else if (auto* n = std::get_if<ast::Call>(&out.node)) {
      if (auto* f = std::get_if<ast::Name>(&n->callee->node); f && builtin_is(f->name, kDraws)) {
        if (auto drawn = draw(f->name, *n, at)) e = *drawn;
        return;
      }
      for (auto& a : n->arguments) expression(a.value, at);
    }
    e = ExprP(std::move(out));
  }

 private:
  void fail() { failed_ = true; }

  void statement(ast::Stmt& s, ExprP& at) {
    if (auto* n = std::get_if<ast::Assign>(&s.node))
      expression(n->value, at);
    else if (auto* n = std::get_if<ast::ExprStmt>(&s.node))
      expression(n->value, at);
    else if (auto* n = std::get_if<ast::If>(&s.node))
      expression(n->arms[0].condition, at);
    else if (auto* n = std::get_if<ast::For>(&s.node); n && mentions_random_in(n->body))
      loop(*n, at);
  }

  // rand(), rand(1), rand(3): one number or a short vector.
  std::optional<ExprP> draw(const std::string& f, const ast::Call& c, ExprP& at) {
    constexpr std::int64_t kLongest = 16;
    if (c.arguments.size() > 1) return {};
    const ExprP whole = plus(start_, at);
    if (f == "randi") return c.arguments.empty() ? std::nullopt : ranged(c.arguments[0].value, whole, at);
    const auto first = c.arguments.empty() ? std::optional<std::int64_t>(1) : literal(*c.arguments[0].value);
    if (!first || *first < 1 || *first > kLongest) return {};
    const std::int64_t each = f == "rand" ? 1 : 2;
    std::vector<ExprP> all;
    for (std::int64_t k = 0; k < *first; ++k)
      all.push_back(call(f == "rand" ? "$uniform" : "$normal", {plus(whole, number(k * each))}));
    at = plus(at, number(*first * each));
    return all.size() == 1 ? all[0] : make(ast::ArrayLit{std::move(all)});
  }

  // randi(n), randi([lo, hi])
  static std::optional<ExprP> ranged(const ExprP& range, const ExprP& whole, ExprP& at) {
    auto* ends = std::get_if<ast::ArrayLit>(&range->node);
    if (ends ? ends->elements.size() != 2 || !computes(*ends->elements[0]) || !computes(*ends->elements[1])
             : !computes(*range))
      return {};
    at = plus(at, number(1));
    if (!ends) return call("$ranged", {whole, range});
    const ExprP below = binary(ast::BinaryOp::Sub, call("int", {ends->elements[0]}), number(1));
    return plus(below, call("$ranged", {whole, binary(ast::BinaryOp::Sub, call("int", {ends->elements[1]}), below)}));
  }

  std::set<std::string> assigned_;
  ExprP start_;
  bool failed_ = false;
};

// The loop with a count of what it has drawn: before each statement that draws the count goes on, and the statement's
// places are those that it went past.
class CountedPlaces {
 public:
  void block(ast::Block& b) {
    ast::Block out;
    for (ast::Stmt& s : b) {
      statement(s, out);
      out.push_back(std::move(s));
    }
    b = std::move(out);
  }

 private:
  void statement(ast::Stmt& s, ast::Block& before) {
    if (auto* n = std::get_if<ast::Assign>(&s.node))
      draw(n->value, s.span, before);
    else if (auto* n = std::get_if<ast::ExprStmt>(&s.node))
      draw(n->value, s.span, before);
    else if (auto* n = std::get_if<ast::If>(&s.node))
      choice(*n, s.span, before);
    else if (auto* n = std::get_if<ast::While>(&s.node))
      turns(*n, s.span);
    else if (auto* n = std::get_if<ast::Match>(&s.node))
      draw(n->value, s.span, before);
    // What a function draws when it is called is counted where it is called.
    if (!std::holds_alternative<Box<ast::FunctionDef>>(s.node))
      ast::for_each_block(s, [&](ast::Block& inside) { block(inside); });
  }

  // A condition that draws stands alone: those behind it are asked where it does not hold.
  void choice(ast::If& n, Span span, ast::Block& before) {
    for (std::size_t k = 1; k < n.arms.size(); ++k) {
      if (!mentions_random_in(*n.arms[k].condition)) continue;
      ast::If rest{{n.arms.begin() + std::ptrdiff_t(k), n.arms.end()}, std::move(n.otherwise)};
      n.arms.erase(n.arms.begin() + std::ptrdiff_t(k), n.arms.end());
      n.otherwise = {{std::move(rest), span}};
      break;
    }
    draw(n.arms[0].condition, span, before);
  }

  void turns(ast::While& n, Span span) {
    ast::Block head;
    ExprP condition = n.condition;
    draw(condition, span, head);
    if (head.empty()) return;
    ast::If leave;
    leave.arms.push_back({make(ast::Unary{ast::UnaryOp::Not, condition}), {{ast::Break{}, span}}});
    head.push_back({std::move(leave), span});
    head.insert(head.end(), std::make_move_iterator(n.body.begin()), std::make_move_iterator(n.body.end()));
    n = {name("true"), std::move(head)};
  }

  // An expression in which a value decides what is drawn is left to the lowering as a whole.
  static void draw(ExprP& e, Span span, ast::Block& before) {
    ExprP count = number(0), counted = e;
    Places({}, number(0)).expression(counted, count);
    const auto n = literal(*count);
    if (!n || *n == 0 || mentions_random_in(*counted)) return;
    ExprP at = number(0);
    Places({}, binary(ast::BinaryOp::Sub, name(kRandomNext), count)).expression(e, at);
    ast::Assign go_on;
    go_on.targets.push_back({name(kRandomNext), {}});
    go_on.value = plus(name(kRandomNext), count);
    before.push_back({std::move(go_on), span});
  }
};

// A statement that says that the loop assigns to the count.
ast::Stmt counts(Span span) {
  ast::Assign a;
  a.targets.push_back({name(kRandomNext), {}});
  a.value = make(ast::Binary{ast::BinaryOp::Add, name(kRandomNext), number(0), {}});
  return {std::move(a), span};
}

std::vector<std::string> random_names(const ast::Stmt& loop) {
  std::vector<std::string> out;
  NameCounts names;
  count_names(loop, names);
  for (const auto& [n, count] : names)
    if (builtin_is(n, kDraws)) out.push_back(n);
  return out;
}

}  // namespace

std::optional<RandomLoop> with_counter_based_random(const ast::Stmt& loop, bool functions_draw) {
  auto* given = std::get_if<ast::For>(&loop.node);
  if (!given || given->hint == ast::LoopHint::Interpreted || (!functions_draw && !mentions_random_in(given->body)))
    return {};
  RandomLoop out{loop, random_names(loop), number(0)};
  if (!functions_draw && !lowering::has_jump(given->body)) {
    Places places(lowering::assigned_names(ast::Block{loop}), name(kRandomPlace));
    places.loop(std::get<ast::For>(out.text.node), out.drawn);
    if (!places.failed() && !mentions_random_in(out.text)) return out;
    out.text = loop;
  }
  if (given->hint == ast::LoopHint::ForceParallel) return {};
  out.drawn = {};
  ast::Block& body = std::get<ast::For>(out.text.node).body;
  if (!functions_draw) CountedPlaces().block(body);
  if (functions_draw || mentions_random_in(out.text)) body.insert(body.begin(), counts(loop.span));
  return out;
}

bool functions_draw(const ast::Stmt& loop, const Scope& scope) {
  NameCounts names;
  count_names(loop, names);
  std::vector<const ast::FunctionDef*> seen;
  const auto add = [&](const NameCounts& named) {
    for (const auto& [n, count] : named)
      if (!scope.type_of(n))
        for (const FunctionRef& f : scope.functions("::" + n))
          if (f.def && f.captured.empty() && std::find(seen.begin(), seen.end(), f.def) == seen.end())
            seen.push_back(f.def);
  };
  add(names);
  for (std::size_t k = 0; k < seen.size(); ++k) {
    if (mentions_random_in(seen[k]->body)) return true;
    NameCounts inside;
    count_names(seen[k]->body, inside);
    add(inside);
  }
  return false;
}

}  // namespace qc
