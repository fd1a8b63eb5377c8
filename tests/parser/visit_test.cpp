// The walks over the syntax: every kind of node, every part of it, once and in order; and what is made with them.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "ast/query.h"
#include "ast/rewrite.h"
#include "tests/parser/parsing.h"

using namespace qc;
using qc::test::parse_text;

namespace {

// Each kind of statement and expression, and each part that one may have. The names n01, n02, ... stand in the order in
// which a walk comes to them.
const char* const kEverything = R"(import "other.q"
type pair : class
    x : scalar
end
{!strange}
#pragma once
function [y : vec(3)] = f(p, q = n01)
    y = n02
    return
end
n03[n04,:] += n05
[n06.x, n07] = n08(n09, key:=n10, ...n11)
if n12
    print n13, n14
elseif n15
    print n16
else
    print n17
end
while n18
    n19 : int = -n20
    break
end
repeat
    print n21
    continue
until n22
for v = n23..n24..n25
    print n26
end
match n27 with
| n28 -> print n29
| _ -> print n30
end
try
    print n31
catch e
    print n32
end
a = (p, q = n35) -> n36 + n37
parallel_do(n38, __kernel__ (pos) -> n39[pos] = n40)
b = () -> (n41 = n42; n43 ? n44 : n45)
c = [n46, n47..n48, 1, 2.5, 3j, "text"]
d = {n49, f(n50 : scalar), vec[cube{4}](3)}
)";

std::vector<std::string> numbered_names(const ast::Block& b) {
  std::vector<std::string> out;
  ast::for_each_expression(b, [&](const ast::Expr& e) {
    const std::string* n = ast::name_of(e);
    if (n && n->size() == 3 && (*n)[0] == 'n') out.push_back(*n);
  });
  return out;
}

std::string names_of(const std::string& text) {
  std::string out;
  ast::for_each_expression(parse_text(text).result.program.statements, [&](const ast::Expr& e) {
    if (const std::string* n = ast::name_of(e)) out += (out.empty() ? "" : " ") + *n;
  });
  return out;
}

// A name for another, and each `print` twice.
class Doubling : public ast::Rewriter {
 protected:
  std::optional<ast::Expr> replaced(const ast::Expr& e) override {
    const std::string* n = ast::name_of(e);
    return n && *n == "a" ? std::optional(ast::Expr{ast::Name{"b"}, e.span}) : std::nullopt;
  }
  void into(const ast::Stmt& s, ast::Block& out) override {
    out.push_back(statement(s));
    if (std::holds_alternative<ast::Print>(s.node)) out.push_back(out.back());
  }
};

std::string doubled(const std::string& text) {
  ast::Program p = parse_text(text).result.program;
  p.statements = Doubling().block(p.statements);
  return ast::print(p);
}

}  // namespace

TEST_CASE("a walk comes to every kind of node") {
  const auto parsed = parse_text(kEverything);
  std::map<std::size_t, int> statements, expressions;
  ast::walk(parsed.result.program.statements, {.statement =
                                                   [&](const ast::Stmt& s) {
                                                     ++statements[s.node.index()];
                                                     return ast::Go::In;
                                                   },
                                               .expression =
                                                   [&](const ast::Expr& e) {
                                                     ++expressions[e.node.index()];
                                                     return ast::Go::In;
                                                   }});
  CHECK(parsed.codes() == "Q0107 at 5:1; Q0107 at 6:1");  // no attribute, no pragma
  CHECK(statements.size() == std::variant_size_v<ast::Stmt::Node>);
  CHECK(expressions.size() == std::variant_size_v<ast::Expr::Node>);
}

TEST_CASE("a walk comes to every part of a node, once and in order") {
  const auto found = numbered_names(parse_text(kEverything).result.program.statements);
  CHECK(found.size() == 48);
  CHECK(std::is_sorted(found.begin(), found.end()));
  CHECK(std::adjacent_find(found.begin(), found.end()) == found.end());
}

TEST_CASE("a visitor passes over what it does not want, and stops") {
  const auto b = parse_text("if a\n  print b\nend\nprint c").result.program.statements;
  std::string seen;
  const auto names = [&](const ast::Expr& e) {
    seen += *ast::name_of(e);
    return seen == "ac" || seen == "ab" ? ast::Go::Stop : ast::Go::In;
  };
  const auto past_prints = [](const ast::Stmt& s) {
    return std::holds_alternative<ast::Print>(s.node) ? ast::Go::Past : ast::Go::In;
  };
  CHECK(ast::walk(b, {past_prints, names}));
  CHECK(seen == "a");
  seen.clear();
  CHECK_FALSE(ast::walk(b, {.expression = names}));
  CHECK(seen == "ab");
}

TEST_CASE("statements of functions and lambdas are their own") {
  const auto of = [](const std::string& text) { return parse_text(text).result.program.statements; };
  CHECK(ast::has_own<ast::Return>(of("while a\n  try\n    return\n  catch e\n  end\nend")));
  CHECK(ast::has_own<ast::Break>(of("repeat\n  match a with\n  | 1 -> break\n  end\nuntil b")));
  CHECK_FALSE(ast::has_own<ast::Return>(of("function f()\n  return\nend")));
  CHECK_FALSE(ast::has_own<ast::Assign>(of("f(() -> (a = 1; a))")));
  CHECK(ast::has_own<ast::ExprStmt>(of("f(() -> (a = 1; a))")));
}

TEST_CASE("what mentions a name") {
  const auto in = [](const std::string& text, const char* name) {
    return ast::mentions(parse_text(text).result.program.statements, name);
  };
  CHECK(in("x = 1", "x"));
  CHECK(in("for x=0..1\nend", "x"));
  CHECK(in("try\ncatch x\nend", "x"));
  CHECK(in("f = (a = x) -> a", "x"));
  CHECK(in("function f(a = x)\nend", "x"));
  CHECK_FALSE(in("function x(x : scalar)\nend", "x"));
  CHECK_FALSE(in("y = a.x", "x"));
  CHECK_FALSE(in("y : x = 1", "x"));
}

TEST_CASE("the parts of names") {
  const auto first = [](const std::string& text) {
    return std::get<ast::ExprStmt>(parse_text(text).result.program.statements.at(0).node).value;
  };
  CHECK(*ast::root_of(*first("p.image[i].x[j]")) == "p");
  CHECK(ast::root_of(*first("f(x).y")) == nullptr);
  CHECK(*ast::callee_of(*first("f(x)")) == "f");
  CHECK(ast::callee_of(*first("p.f(x)")) == nullptr);
  CHECK(names_of("p.image[i].x[j]") == "p i j");
}

TEST_CASE("a rewriter changes statements and expressions wherever they stand") {
  CHECK(doubled("try\n    print a + 1\ncatch e\n    a = 2\nend") ==
        "try\n    print b + 1\n    print b + 1\ncatch e\n    b = 2\nend\n");
  CHECK(doubled("function y = f(p = a)\n    y = a\nend") == "function [y] = f(p = a)\n    y = b\nend\n");
  CHECK(doubled("match a with\n| a -> print 1\nend") == "match b with\n| b ->\n    print 1\n    print 1\nend\n");
  CHECK(doubled("y = x -> a + x") == "y = (x) -> a + x\n");
}

TEST_CASE("what a rewriter leaves as it is stays the same node") {
  const auto before = parse_text("y = f(c + 1, a + 2)").result.program.statements.at(0);
  const ast::Stmt after = Doubling().statement(before);
  const auto argument = [](const ast::Stmt& s, std::size_t k) {
    return std::get<ast::Call>(std::get<ast::Assign>(s.node).value->node).arguments.at(k).value;
  };
  CHECK(argument(before, 0).get() == argument(after, 0).get());
  CHECK(argument(before, 1).get() != argument(after, 1).get());
}
