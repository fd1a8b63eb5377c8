#include "host/eval/state/live_variables.h"

#include <string>
#include <vector>

#include "analysis/dataflow/assignments.h"

namespace qc::host {

bool LiveVariables::live_after(const ast::Stmt& loop, const Environment& env, std::string_view name) {
  if (env.keeps_variables || !env.body) return true;
  auto& live = by_body_[env.body];
  if (!live) {
    std::vector<std::string> outputs;
    if (env.outputs)
      for (const auto& o : *env.outputs) outputs.push_back(o.name);
    live = std::make_unique<LiveNames>(env.outputs ? LiveNames(*env.body, outputs) : LiveNames::of_program(*env.body));
  }
  return live->live_after(loop, name);
}

bool LiveVariables::is_set_in(const Environment& env, std::string_view name) {
  if (!env.body) return false;
  const auto [found, fresh] = set_by_.try_emplace(env.body);
  if (fresh) found->second = lowering::assigned_names(*env.body);
  return found->second.count(std::string(name)) > 0;
}

}  // namespace qc::host
