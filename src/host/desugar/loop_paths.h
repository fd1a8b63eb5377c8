// Fields and items of cells that a loop reads and does not change: `p.sigma`, `pyramid[k]`, `state.image`. Compiled
// loops know variables only, so such a path becomes a variable of that name, whose value is taken when the loop is
// reached.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "host/desugar/loop_environment.h"

namespace qc::host {

// One piece of text with its paths written as names.
struct PathVariant {
  std::set<std::string> paths;
  std::unique_ptr<const ast::Stmt> text;
};

// What was asked of the paths while a text was made, and answered: the same answers give the same text, which to make
// anew takes longer than a short loop.
struct PathStep {
  enum class Kind { Type, Use, Change, OneField, MayHold, Restart };
  Kind kind;
  std::string name, other;  // the path as it is written; the second one of two
  ast::Expr path;
  std::optional<Type> type;
  bool answer = false;
};
struct PathTrace {
  std::vector<PathStep> steps;
  const ast::Stmt* text;  // null: nothing is replaced
};

class LoopPaths {
 public:
  // What rewrites of items and fields can find in a loop: one look at the values of its names in place of one each.
  struct Glance {
    bool parts;   // a name that it mentions is a cell, a record or an array of complex numbers
    bool bounds;  // elements of an array are bounds of loops
  };
  Glance glance(const ast::Stmt& loop, const EnvironmentP& env);
  // Whether it or a loop inside has bounds that may be elements of an array.
  bool has_elements_in_bounds(const ast::Stmt& loop) { return !known_of(loop).in_bounds.empty(); }
  // The loop with its paths replaced, and their values; null when the loop has none. The statement stays valid as long
  // as this object, and is the same one for the same paths. changed: the fields to which the loop gives new values,
  // under their names.
  const ast::Stmt* replace(const ast::Stmt& loop, LoopEnvironment& evaluator, const EnvironmentP& env,
                           std::map<std::string, Value, std::less<>>& values,
                           std::map<std::string, const ast::Expr*, std::less<>>& changed);
  // The same for a kernel and what it captured from `env`: a function or lambda with another text.
  std::shared_ptr<Closure> replace(const Closure& kernel, LoopEnvironment& evaluator, const EnvironmentP& env,
                                   std::map<std::string, Value, std::less<>>& values);

 private:
  const ast::Stmt* replace(const void* key, const std::function<const ast::Stmt&()>& text, LoopEnvironment& evaluator,
                           const EnvironmentP& env, std::map<std::string, Value, std::less<>>& values,
                           std::map<std::string, const ast::Expr*, std::less<>>& changed);
  struct Known {
    std::set<std::string, std::less<>> names;      // all that the text mentions
    std::set<std::string, std::less<>> in_bounds;  // arrays whose elements are bounds of loops
    std::vector<PathVariant> variants;
    std::vector<PathTrace> traces;  // the last few
    const ast::Stmt* kept(const std::map<std::string, Value, std::less<>>& values, ast::Stmt text);
  };
  Known& known_of(const ast::Stmt& loop) {
    return known_of(&loop, [&]() -> const ast::Stmt& { return loop; });
  }
  Known& known_of(const void* key, const std::function<const ast::Stmt&()>& text);
  std::map<const void*, Known> known_;
};

}  // namespace qc::host
