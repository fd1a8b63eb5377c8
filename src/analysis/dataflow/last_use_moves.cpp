#include "analysis/dataflow/last_use_moves.h"

#include <algorithm>
#include <vector>

#include "ast/query.h"

namespace qc {

namespace {

using ast::Block;
using ast::Stmt;

// What happens first to the value that a name has.
enum class First { Nothing, Replaced, Used };

// The name a of a statement b = a.
const std::string* moved_name(const Stmt& s) {
  auto* a = std::get_if<ast::Assign>(&s.node);
  if (!a || a->op != ast::AssignOp::Set || a->targets.size() != 1 || a->targets[0].type || !a->value) return nullptr;
  return ast::name_of(*a->targets[0].place) ? ast::name_of(*a->value) : nullptr;
}

First first_in(const Stmt& s, const std::string& name);

First first_in(const ast::Block& block, std::size_t from, std::size_t to, const std::string& name) {
  for (std::size_t k = from; k < to; ++k)
    if (const First f = first_in(block[k], name); f != First::Nothing) return f;
  return First::Nothing;
}

// Of arms one of which runs: `exhaustive`.
First first_of_arms(const std::vector<const ast::Block*>& arms, bool exhaustive, const std::string& name) {
  bool replaced = exhaustive;
  for (const ast::Block* arm : arms) {
    const First f = first_in(*arm, 0, arm->size(), name);
    if (f == First::Used) return f;
    replaced = replaced && f == First::Replaced;
  }
  return replaced ? First::Replaced : First::Nothing;
}

First first_in(const Stmt& s, const std::string& name) {
  if (!mentions(s, name)) return First::Nothing;
  if (auto* a = std::get_if<ast::Assign>(&s.node)) {
    const bool whole = a->op == ast::AssignOp::Set && a->value && !mentions(*a->value, name);
    const bool only_name = std::all_of(a->targets.begin(), a->targets.end(), [&](const ast::Target& t) {
      return ast::name_of(*t.place) || !mentions(*t.place, name);
    });
    return whole && only_name ? First::Replaced : First::Used;
  }
  if (auto* i = std::get_if<ast::If>(&s.node)) {
    std::vector<const ast::Block*> arms{&i->otherwise};
    for (const ast::IfArm& arm : i->arms) {
      if (mentions(*arm.condition, name)) return First::Used;
      arms.push_back(&arm.body);
    }
    return first_of_arms(arms, true, name);
  }
  // A loop may have no iteration; one that replaces the value uses its own from there on.
  if (auto* l = std::get_if<ast::For>(&s.node)) {
    const bool in_bounds = mentions(*l->lo, name) || mentions(*l->hi, name) || (l->step && mentions(*l->step, name));
    return in_bounds || l->variable == name ? First::Used : first_of_arms({&l->body}, false, name);
  }
  return First::Used;
}

// A block on the way to a statement, and where in it the way goes on.
struct Level {
  const ast::Block* block;
  std::size_t at;
  bool loop;
};

class Moves {
 public:
  explicit Moves(const std::set<std::string>& used_after) : used_after_(used_after) {}

  void walk(const ast::Block& block, bool loop) {
    around_.push_back({&block, 0, loop});
    for (std::size_t k = 0; k < block.size(); ++k) {
      around_.back().at = k;
      const Stmt& s = block[k];
      if (const std::string* name = moved_name(s); name && is_replaced(*name)) found_.insert(place_of(s.span));
      if (auto* l = std::get_if<ast::For>(&s.node)) walk(l->body, true);
      if (auto* i = std::get_if<ast::If>(&s.node)) {
        for (const ast::IfArm& arm : i->arms) walk(arm.body, false);
        walk(i->otherwise, false);
      }
    }
    around_.pop_back();
  }

  std::set<StatementPlace> take() { return std::move(found_); }

 private:
  // Whether nothing uses the value after the statement that the walk is at.
  bool is_replaced(const std::string& name) const {
    for (auto level = around_.rbegin(); level != around_.rend(); ++level) {
      const First after = first_in(*level->block, level->at + 1, level->block->size(), name);
      if (after != First::Nothing) return after == First::Replaced;
      if (level->loop && first_in(*level->block, 0, level->at + 1, name) == First::Used)
        return false;  // by the next iteration
    }
    return !used_after_.count(name);
  }

  const std::set<std::string>& used_after_;
  std::set<StatementPlace> found_;
  std::vector<Level> around_;
};

}  // namespace

std::set<StatementPlace> last_use_moves(const ast::Block& block, const std::set<std::string>& used_after) {
  Moves moves(used_after);
  moves.walk(block, false);
  return moves.take();
}

}  // namespace qc
