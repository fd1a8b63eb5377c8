// rand(), randn() and randi(n) in loops. The session draws its numbers one after another, and each is a function of its
// place in that row alone (value/philox.h). Where every iteration draws as many as every other one, the place is a
// function of the loops' counters, so that the loop needs no order and still gets the numbers that it would get step by
// step. Otherwise the loop counts what it draws.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ast/ast.h"
#include "sema/scope.h"

namespace qc {

// What the text below reads: the place of the loop's first number, and the key (both ints).
inline constexpr std::string_view kRandomPlace = "$place", kRandomKey = "$key";
// Of loops that count what they draw: the place of the next number.
inline constexpr std::string_view kRandomNext = "$random";
// In kernels: which launch it is.
inline constexpr std::string_view kRandomLaunch = "$launch";

struct RandomLoop {
  ast::Stmt text;  // the loop with calls of $uniform(place), $normal(place), $ranged(place, n) instead, as far as their
                   // places are known
  std::vector<std::string> functions = {};  // which of rand, randn, randi it calls: the built-in ones are meant
  ast::ExprP drawn;  // how many numbers it draws, to be evaluated before it; null: kRandomNext says where it has come
};
// Nothing when the loop draws none. Where a value decides whether a number is drawn, on the right of `&&`, and in
// functions, which draw in their bodies, the calls stay as they are: the lowering makes them, in the order in which it
// comes to them, of what the loop counts.
std::optional<RandomLoop> with_counter_based_random(const ast::Stmt& loop, bool functions_draw = false);
// Whether functions of the program that the loop names, and those that they name, draw numbers.
bool functions_draw(const ast::Stmt& loop, const Scope& scope);

}  // namespace qc
