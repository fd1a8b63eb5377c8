#include "analysis/static_walk/unreachable_functions.h"

#include <algorithm>
#include <map>

#include "analysis/dataflow/name_facts.h"
#include "analysis/static_walk/walker.h"

namespace qc {

namespace {

const ast::FunctionDef* as_function(const ast::Stmt& s) {
  auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node);
  return f ? f->get() : nullptr;
}

}  // namespace

std::vector<const ast::FunctionDef*> uncalled_functions(const ast::Program& program,
                                                        const std::vector<const ast::Program*>& others) {
  NameCounts named{{"main", 1}};
  std::multimap<std::string, const ast::Stmt*, std::less<>> waiting;  // functions that nothing named until now
  for (const ast::Stmt& s : program.statements) {
    if (auto* f = as_function(s))
      waiting.emplace(f->name, &s);
    else
      count_names_and_fields(s, named);
  }
  if (waiting.empty()) return {};
  for (const ast::Program* other : others)
    for (const ast::Stmt& s : other->statements) count_names_and_fields(s, named);
  std::vector<std::string> reached;
  const auto reach = [&](const NameCounts& names) {
    for (const auto& [name, times] : names)
      if (waiting.contains(name)) reached.push_back(name);
  };
  for (reach(named); !reached.empty();) {
    const auto [first, last] = waiting.equal_range(reached.back());
    reached.pop_back();
    NameCounts inside;
    for (auto it = first; it != last; ++it) count_names_and_fields(*it->second, inside);
    waiting.erase(first, last);
    reach(inside);
  }
  std::vector<const ast::FunctionDef*> out;
  for (const ast::Stmt& s : program.statements)
    if (auto* f = as_function(s); f && waiting.contains(f->name)) out.push_back(f);
  return out;
}

std::vector<Diagnostic> walk_uncalled(const std::vector<const ast::FunctionDef*>& uncalled,
                                      const std::vector<const ast::Program*>& files, const WalkOptions& options) {
  walking::Walker walker(options);
  walker.functions(files, uncalled);
  return std::move(walker.diagnostics);
}

}  // namespace qc
