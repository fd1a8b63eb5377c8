#include "analysis/dataflow/outer_names.h"

#include "analysis/dataflow/assignments.h"
#include "analysis/dataflow/name_uses.h"

namespace qc {

// What it assigns itself is its own from the start, wherever the assignment stands.
static std::set<std::string> read_only(const ast::FunctionDef& f, const std::set<std::string>& variables) {
  const NameUses uses = name_uses(f.body);
  NameCounts read = uses.all;
  for (const auto& p : f.parameters)
    if (p.default_value) count_names(*p.default_value, read);
  std::set<std::string> own = lowering::assigned_names(f.body, true);
  own.insert(uses.written.begin(), uses.written.end());
  for (const auto& p : f.parameters) own.insert(p.name);
  for (const auto& o : f.outputs) own.insert(o.name);
  std::set<std::string> out;
  for (const auto& [name, times] : read)
    if (variables.count(name) && !own.count(name)) out.insert(name);
  return out;
}

std::map<const ast::FunctionDef*, std::set<std::string>> file_constants(const ast::Block& file) {
  const std::set<std::string> variables = lowering::assigned_names(file);
  std::map<const ast::FunctionDef*, std::set<std::string>> out;
  for (const ast::Stmt& s : file)
    if (auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node))
      if (auto names = read_only(**f, variables); !names.empty()) out.emplace(f->get(), std::move(names));
  return out;
}

}  // namespace qc
