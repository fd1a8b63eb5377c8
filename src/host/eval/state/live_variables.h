// Which variables are read after a loop: the liveness of each function body and program, found once.
#pragma once
#include <memory>
#include <set>
#include <string>
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
  // Whether some statement of it sets the variable.
  bool is_set_in(const Environment& env, std::string_view name);

 private:
  std::unordered_map<const ast::Block*, std::unique_ptr<LiveNames>> by_body_;
  std::unordered_map<const ast::Block*, std::set<std::string>> set_by_;
};

}  // namespace qc::host
