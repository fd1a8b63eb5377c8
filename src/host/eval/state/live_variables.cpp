#include "host/eval/state/live_variables.h"

#include <string>
#include <vector>

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

}  // namespace qc::host
