// Which variables are read after a loop: the liveness of each function body and program, found once.
#pragma once
#include <memory>
#include <string_view>
#include <unordered_map>

#include "analysis/dataflow/liveness.h"
#include "ast/ast.h"
#include "value/environment.h"

namespace qc::host {

class LiveVariables {
 public:
  // Whether the function (or program) may read a variable after this loop before it assigns it again.
  bool live_after(const ast::Stmt& loop, const Environment& env, std::string_view name);

 private:
  std::unordered_map<const ast::Block*, std::unique_ptr<LiveNames>> by_body_;
};

}  // namespace qc::host
