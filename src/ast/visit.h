// What each kind of node of the syntax is made of, said in one table, and the walks over it. Whatever looks for
// something in a program, or makes another program of it (ast/rewrite.h), goes through here.
#pragma once
#include <functional>
#include <tuple>
#include <type_traits>

#include "ast/ast.h"

namespace qc::ast {

// The members of a node that hold expressions, statements or blocks, in the order of evaluation. A kind without a row
// does not compile. Types hold none: an extent in one, vec(3), is a part of the type.
template <class N>
struct PartsOf;
template <auto... Members>
struct Parts {
  static constexpr auto members = std::tuple{Members...};
};

// clang-format off
template <> struct PartsOf<IntLit> : Parts<> {};
template <> struct PartsOf<FloatLit> : Parts<> {};
template <> struct PartsOf<ImaginaryLit> : Parts<> {};
template <> struct PartsOf<StringLit> : Parts<> {};
template <> struct PartsOf<Name> : Parts<> {};
template <> struct PartsOf<Colon> : Parts<> {};
template <> struct PartsOf<Unary> : Parts<&Unary::operand> {};
template <> struct PartsOf<Binary> : Parts<&Binary::left, &Binary::right> {};
template <> struct PartsOf<Conditional> : Parts<&Conditional::condition, &Conditional::yes, &Conditional::no> {};
template <> struct PartsOf<Range> : Parts<&Range::lo, &Range::step, &Range::hi> {};
template <> struct PartsOf<Argument> : Parts<&Argument::value> {};
template <> struct PartsOf<Call> : Parts<&Call::callee, &Call::arguments> {};
template <> struct PartsOf<Index> : Parts<&Index::base, &Index::indices> {};
template <> struct PartsOf<Field> : Parts<&Field::base> {};
template <> struct PartsOf<ArrayLit> : Parts<&ArrayLit::elements> {};
template <> struct PartsOf<CellLit> : Parts<&CellLit::elements> {};
template <> struct PartsOf<TypeAssert> : Parts<&TypeAssert::value> {};
template <> struct PartsOf<TypeValue> : Parts<> {};
template <> struct PartsOf<Parameter> : Parts<&Parameter::default_value> {};
template <> struct PartsOf<Lambda>
    : Parts<&Lambda::parameters, &Lambda::body, &Lambda::assignment, &Lambda::statements> {};
template <> struct PartsOf<ExprStmt> : Parts<&ExprStmt::value> {};
template <> struct PartsOf<Target> : Parts<&Target::place> {};
template <> struct PartsOf<Assign> : Parts<&Assign::targets, &Assign::value> {};
template <> struct PartsOf<IfArm> : Parts<&IfArm::condition, &IfArm::body> {};
template <> struct PartsOf<If> : Parts<&If::arms, &If::otherwise> {};
template <> struct PartsOf<While> : Parts<&While::condition, &While::body> {};
template <> struct PartsOf<Repeat> : Parts<&Repeat::body, &Repeat::until> {};
template <> struct PartsOf<For> : Parts<&For::lo, &For::step, &For::hi, &For::body> {};
template <> struct PartsOf<MatchArm> : Parts<&MatchArm::pattern, &MatchArm::body> {};
template <> struct PartsOf<Match> : Parts<&Match::value, &Match::arms> {};
template <> struct PartsOf<Try> : Parts<&Try::body, &Try::handler> {};
template <> struct PartsOf<Break> : Parts<> {};
template <> struct PartsOf<Continue> : Parts<> {};
template <> struct PartsOf<Return> : Parts<> {};
template <> struct PartsOf<Import> : Parts<> {};
template <> struct PartsOf<Print> : Parts<&Print::items> {};
template <> struct PartsOf<Pragma> : Parts<> {};
template <> struct PartsOf<FunctionDef> : Parts<&FunctionDef::parameters, &FunctionDef::body> {};
template <> struct PartsOf<TypeDef> : Parts<> {};
// clang-format on

// Calls `part` with each part of a node, an Expr or a Stmt: ExprP and Box<Stmt>, those that are there, and Block. Of a
// node that may be changed they may be replaced.
template <class N, class F>
void for_each_part(N& node, F&& part);

namespace detail {
// Of a member: the part that it is, or the parts that it holds.
template <class M, class F>
void part_or_inside(M& member, F& part) {
  using T = std::remove_const_t<M>;
  if constexpr (std::is_same_v<T, ExprP> || std::is_same_v<T, Box<Stmt>>) {
    if (member) part(member);
  } else if constexpr (std::is_same_v<T, Block>) {
    part(member);
  } else if constexpr (requires { member.begin(); }) {
    for (auto& m : member) part_or_inside(m, part);
  } else {
    for_each_part(member, part);
  }
}

}  // namespace detail
// Member by member.
template <class N, class F>
void for_each_part(N& node, F&& part) {
  using T = std::remove_const_t<N>;
  if constexpr (std::is_same_v<T, Expr> || std::is_same_v<T, Stmt>) {
    std::visit([&](auto& n) { for_each_part(n, part); }, node.node);
  } else if constexpr (std::is_same_v<T, Box<FunctionDef>>) {
    if constexpr (std::is_const_v<N>) {
      for_each_part(*node, part);
    } else {
      FunctionDef f = *node;
      for_each_part(f, part);
      node = Box<FunctionDef>(std::move(f));
    }
  } else {
    std::apply([&](auto... members) { (detail::part_or_inside(node.*members, part), ...); }, PartsOf<T>::members);
  }
}

// Calls `visit` with each block directly inside a statement; a function's body is one.
template <class S, class F>
void for_each_block(S& statement, F&& visit) {
  for_each_part(statement, [&](auto& part) {
    if constexpr (std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(part)>>, Block>) visit(part);
  });
}

// Where a walk goes from a node: into its parts, past them, or nowhere any more.
enum class Go { In, Past, Stop };

// What a walk calls before it goes into a statement or an expression. Without a function it goes into each.
struct Visitor {
  std::function<Go(const Stmt&)> statement = {};
  std::function<Go(const Expr&)> expression = {};
};

// Visits every statement and expression of a text once, from the outside inwards and in the order of evaluation; also
// those of lambdas and functions, and the default values of their parameters. False: the visitor stopped it.
bool walk(const Expr& e, const Visitor& visitor);
bool walk(const Stmt& s, const Visitor& visitor);
bool walk(const Block& b, const Visitor& visitor);

// Visits the statements that run when these do: what stands in lambdas and functions runs when they are called.
bool walk_own_statements(const Stmt& s, const std::function<Go(const Stmt&)>& visit);
bool walk_own_statements(const Block& b, const std::function<Go(const Stmt&)>& visit);

// Calls `visit` with each expression, or each statement, of all that walk() visits.
template <class Text, class F>
void for_each_expression(const Text& text, const F& visit) {
  walk(text, {.expression = [&](const Expr& e) {
         visit(e);
         return Go::In;
       }});
}
template <class Text, class F>
void for_each_statement(const Text& text, const F& visit) {
  walk(text, {.statement = [&](const Stmt& s) {
         visit(s);
         return Go::In;
       }});
}
// Calls `visit` with each statement that walk_own_statements() visits.
template <class Text, class F>
void for_each_own_statement(const Text& text, const F& visit) {
  walk_own_statements(text, [&](const Stmt& s) {
    visit(s);
    return Go::In;
  });
}

}  // namespace qc::ast
