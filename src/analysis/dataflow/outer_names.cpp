#include "analysis/dataflow/outer_names.h"

#include "analysis/dataflow/assignments.h"
#include "analysis/dataflow/name_facts.h"

namespace qc {

// What it assigns itself is its own from the start, wherever the assignment stands.
static std::set<std::string> read_only(const ast::FunctionDef& f, const std::set<std::string>& variables) {
  std::set<std::string> read, own;
  for (const auto& [name, fact] : name_facts(f.body).names)
    (fact.written() || fact.counts > 0 ? own : read).insert(name);
  for (const auto& p : f.parameters) {
    NameCounts in_default;
    if (p.default_value) count_names(*p.default_value, in_default);
    for (const auto& [name, times] : in_default) read.insert(name);
    own.insert(p.name);
  }
  for (const auto& o : f.outputs) own.insert(o.name);
  std::erase_if(read, [&](const std::string& name) { return !variables.count(name) || own.count(name); });
  return read;
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
