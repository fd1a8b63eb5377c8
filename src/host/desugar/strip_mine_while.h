// Loops as other texts that can be compiled. `for` loops that a return leaves say so and break. Long `while` and
// `repeat` loops: stepped at first, then compiled in pieces that ask the condition first. Between two pieces interrupts
// are seen, and the variables are what they are between two iterations, so that it can begin and end anywhere.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "desugar/returns_as_breaks.h"
#include "host/desugar/loop_environment.h"
#include "sema/scope.h"

namespace qc::host {

// What is known of one loop.
struct WhileLoop {
  using Types = std::vector<std::pair<std::string, std::optional<Type>>>;
  std::int64_t work = 0;    // statements stepped in it
  std::int64_t before = 0;  // statements stepped when its last iteration ended
  bool declined = false, made = false;
  std::unique_ptr<const ast::Stmt> text;
  Types types;  // for which it is known to compile
  std::optional<std::set<std::string, std::less<>>> of_iterations;
};

class WhileLoops {
 public:
  // One more statement was stepped, of whatever loop or function.
  void statement() { ++statements_; }
  // One more iteration of the loop was stepped, the k-th since it was reached. True: it has been stepped for long, with
  // what it calls, and may be worth compiling.
  bool stepped(WhileLoop& loop, std::int64_t k) {
    if (loop.declined) return false;
    if (k > 0) loop.work += statements_ - loop.before;
    loop.before = statements_;
    return loop.work > kWorkBefore && k >= kStepsAtOnce;
  }
  WhileLoop& known(const ast::Stmt& loop) { return known_[&loop]; }  // stays where it is
  // A piece of the loop as a `for` loop that leaves when the condition fails; kGo tells whether it did, kReturns
  // whether the function is left with it. Null when it cannot be.
  const ast::Stmt* piece(const ast::Stmt& loop);
  // Whether compiled pieces give what steps give, with the variables as they are now: no variable has another type
  // there, and no floats meet in a tree.
  bool compiles(const ast::Stmt& loop, const ast::Stmt& piece, const Scope& scope, Elem scalar);
  // Names that are nothing to the rest of the function whose variables `env` holds, and to the next iteration.
  const std::set<std::string, std::less<>>& names_of_iterations(const ast::Stmt& loop, const Environment& env);
  // A `for` loop that a return leaves, as one that sets kReturns and breaks; null where none does.
  const ast::Stmt* left_by_return(const ast::Stmt& loop);
  // It is not compiled: from now on it is stepped.
  void decline(const ast::Stmt& loop) { known_[&loop].declined = true; }

  static constexpr const char* kGo = "$go";
  static constexpr const char* kReturns = qc::kReturns;
  static constexpr const char* kTurn = "$turn";

 private:
  std::map<const ast::Stmt*, WhileLoop> known_;
  std::unordered_map<const ast::Stmt*, std::unique_ptr<const ast::Stmt>> left_by_return_;
  std::int64_t statements_ = 0;
  static constexpr std::int64_t kWorkBefore = 15000;  // compiling takes as long as so many statements
  static constexpr std::int64_t kStepsAtOnce =
      16;  // a loop that is short each time it is reached is not worth a launch
};

}  // namespace qc::host
