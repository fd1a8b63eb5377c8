#include "analysis/random_calls.h"

#include <set>
#include <string>
#include <vector>

#include "analysis/lower_impl.h"
#include "analysis/name_counts.h"

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

bool is_random(std::string_view n) { return n == "rand" || n == "randn" || n == "randi"; }
bool mentions_random(const NameCounts& counts) {
  for (const auto& [n, count] : counts)
    if (is_random(n)) return true;
  return false;
}
template <class T> bool mentions_random_in(const T& text) {
  NameCounts counts;
  count_names(text, counts);
  return mentions_random(counts);
}

// A bound that may be evaluated once more, and that the loops do not change.
bool invariant(const ast::Expr& e, const std::set<std::string>& assigned) {
  if (literal(e) || std::holds_alternative<ast::FloatLit>(e.node)) return true;
  if (auto* n = std::get_if<ast::Name>(&e.node)) return !assigned.count(n->name);
  if (auto* n = std::get_if<ast::Unary>(&e.node)) return invariant(*n->operand, assigned);
  if (auto* n = std::get_if<ast::Binary>(&e.node)) return invariant(*n->left, assigned) && invariant(*n->right, assigned);
  auto* c = std::get_if<ast::Call>(&e.node);
  auto* f = c ? std::get_if<ast::Name>(&c->callee->node) : nullptr;
  if (!f) return false;
  const bool pure = f->name == "size" || f->name == "numel" || f->name == "length" || f->name == "floor" || f->name == "int" || f->name == "round" ||
                    f->name == "ceil" || f->name == "min" || f->name == "max";
  if (!pure) return false;
  for (const auto& a : c->arguments)
    if (!invariant(*a.value, assigned)) return false;
  return true;
}

bool leaves_early(const ast::Block& b) {
  for (const ast::Stmt& s : b) {
    if (std::holds_alternative<ast::Break>(s.node) || std::holds_alternative<ast::Continue>(s.node) || std::holds_alternative<ast::Return>(s.node)) return true;
    if (auto* n = std::get_if<ast::For>(&s.node); n && leaves_early(n->body)) return true;
    if (auto* n = std::get_if<ast::If>(&s.node)) {
      for (const auto& arm : n->arms)
        if (leaves_early(arm.body)) return true;
      if (leaves_early(n->otherwise)) return true;
    }
  }
  return false;
}

class Places {
 public:
  explicit Places(std::set<std::string> assigned) : assigned_(std::move(assigned)) {}
  bool failed() const { return failed_; }

  // The text after the first `at` numbers; afterwards `at` counts those that it draws as well.
  void block(ast::Block& b, ExprP& at) { for (auto& s : b) statement(s, at); }

  void loop(ast::For& n, ExprP& at) {
    const std::int64_t step = n.step ? literal(*n.step).value_or(0) : 1;
    const auto lo = literal(*n.lo);
    if (!lo || step == 0 || !invariant(*n.hi, assigned_)) return fail();
    ast::Block once = n.body;
    ExprP each = number(0);
    block(once, each);
    const ExprP from_lo = binary(ast::BinaryOp::Sub, name(n.variable), number(*lo));
    const ExprP iteration = step == 1 ? from_lo : call("int", {make(ast::Binary{ast::BinaryOp::Div, from_lo, number(step), {}})});
    ExprP inside = plus(at, times(iteration, each));
    block(n.body, inside);
    const ExprP length = binary(ast::BinaryOp::Sub, n.hi, number(*lo));
    const ExprP last = call("int", {call("floor", {step == 1 ? length : make(ast::Binary{ast::BinaryOp::Div, length, number(step), {}})})});
    at = plus(at, times(call("max", {number(0), plus(last, number(1))}), each));
  }

 private:
  void fail() { failed_ = true; }

  void statement(ast::Stmt& s, ExprP& at) {
    if (auto* n = std::get_if<ast::Assign>(&s.node)) expression(n->value, at);
    else if (auto* n = std::get_if<ast::ExprStmt>(&s.node)) expression(n->value, at);
    else if (auto* n = std::get_if<ast::If>(&s.node)) expression(n->arms[0].condition, at);
    else if (auto* n = std::get_if<ast::For>(&s.node); n && mentions_random_in(n->body)) loop(*n, at);
  }

  // What is evaluated always and once, from left to right.
  void expression(ExprP& e, ExprP& at) {
    if (!e) return;
    ast::Expr out = *e;
    if (auto* n = std::get_if<ast::Unary>(&out.node)) expression(n->operand, at);
    else if (auto* n = std::get_if<ast::Binary>(&out.node)) {
      expression(n->left, at);
      if (n->op != ast::BinaryOp::And && n->op != ast::BinaryOp::Or) expression(n->right, at);
    } else if (auto* n = std::get_if<ast::Conditional>(&out.node)) expression(n->condition, at);
    else if (auto* n = std::get_if<ast::Index>(&out.node)) {
      expression(n->base, at);
      for (auto& i : n->indices) expression(i, at);
    } else if (auto* n = std::get_if<ast::ArrayLit>(&out.node)) {
      for (auto& x : n->elements) expression(x, at);
    } else if (auto* n = std::get_if<ast::Call>(&out.node)) {
      if (auto* f = std::get_if<ast::Name>(&n->callee->node); f && is_random(f->name)) {
        if (auto drawn = draw(f->name, *n, at)) e = *drawn;
        return;
      }
      for (auto& a : n->arguments) expression(a.value, at);
    }
    e = ExprP(std::move(out));
  }

  // rand(), rand(1), rand(3): one number or a short vector.
  std::optional<ExprP> draw(const std::string& f, const ast::Call& c, ExprP& at) {
    constexpr std::int64_t kLongest = 16, kGreatest = std::int64_t(1) << 31;
    const auto first = c.arguments.empty() ? std::optional<std::int64_t>(1) : literal(*c.arguments[0].value);
    if (c.arguments.size() > 1 || !first || *first < 1) return {};
    const ExprP whole = plus(name(kRandomPlace), at);
    if (f == "randi") {
      if (c.arguments.empty() || *first >= kGreatest) return {};
      at = plus(at, number(1));
      return call("$ranged", {whole, number(*first)});
    }
    if (*first > kLongest) return {};
    const std::int64_t each = f == "rand" ? 1 : 2;
    std::vector<ExprP> all;
    for (std::int64_t k = 0; k < *first; ++k) all.push_back(call(f == "rand" ? "$uniform" : "$normal", {plus(whole, number(k * each))}));
    at = plus(at, number(*first * each));
    return all.size() == 1 ? all[0] : make(ast::ArrayLit{std::move(all)});
  }

  std::set<std::string> assigned_;
  bool failed_ = false;
};

}  // namespace

std::optional<RandomLoop> with_random_places(const ast::Stmt& loop) {
  auto* given = std::get_if<ast::For>(&loop.node);
  if (!given || given->hint == ast::LoopHint::Interpreted || !mentions_random_in(given->body) || leaves_early(given->body)) return {};
  const std::set<std::string> assigned = lowering::assigned_names(ast::Block{loop});
  RandomLoop out{loop, {}, number(0)};
  NameCounts names;
  count_names(loop, names);
  for (const auto& [n, count] : names)
    if (is_random(n)) out.functions.push_back(n);
  Places places(assigned);
  places.loop(std::get<ast::For>(out.text.node), out.drawn);
  if (places.failed() || mentions_random_in(out.text)) return {};  // some are drawn elsewhere
  return out;
}

}  // namespace qc
