// What a report knows around a loop: the types that the static walk inferred (sema/types_of_builtins.h). So it takes
// the road of the run (analysis/prepare/prepare_loop.h) without running anything.
#pragma once
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "analysis/prepare/lower_and_plan.h"
#include "analysis/prepare/prepare_loop.h"
#include "ast/ast.h"
#include "desugar/growable_arrays.h"
#include "sema/scope.h"

namespace qc {

class StaticSurroundings final : public LoopSurroundings {
 public:
  // as_written: the loop keeps its text, which is to be read as a program again, and nothing settles its plan.
  StaticSurroundings(const Scope& around, Elem scalar, bool as_written);
  ~StaticSurroundings() override;

  FormOfLoop form(LoopForm form, const ast::Stmt& loop) override;
  const ast::Stmt* with_counter_based_random(const ast::Stmt& text) override;
  const ast::Stmt* hoist_invariant_calls(const ast::Stmt& text) override;
  const ast::Stmt* replace_paths(const ast::Stmt& text) override;
  bool take(const ast::Stmt& text) override;

  // After prepare_loop(): of the form that was taken; else why the last one was not.
  std::variant<PlannedNest, NotLowered>& planned() { return planned_; }
  // What the names around that form are.
  const Scope& scope() const;
  // Whether something was asked that only a running program knows: an extent, a number, a text.
  bool hangs_on_values() const;

 private:
  class TextScope;
  const ast::Stmt* kept(ast::Stmt text) { return &texts_.emplace_back(std::move(text)); }
  bool know_rows(const std::vector<GrowableArray>& rows);

  const Scope& around_;
  const Elem scalar_;
  const bool as_written_;
  std::deque<ast::Stmt> texts_;
  std::unique_ptr<TextScope> scope_;
  std::variant<PlannedNest, NotLowered> planned_ = NotLowered{};
};

// The names inside a loop that runs statement by statement: its variable is an integer, what its body assigns has no
// known type, everything else is as around the loop.
std::unique_ptr<Scope> inside_loop(const Scope& outer, const ast::For& loop);

// Calls visit(statement) for the outermost loops of a block, not looking into functions.
void for_each_loop(const ast::Block& block, const std::function<void(const ast::Stmt&)>& visit);

}  // namespace qc
