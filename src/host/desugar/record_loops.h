// Loops in which an instance of a plain class is a running value, s = update(s, v[i]), as the texts that compiled code
// knows (desugar/loop_carried_records.h).
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>

#include "desugar/loop_carried_records.h"
#include "host/desugar/loop_environment.h"

namespace qc::host {

class RecordLoops {
 public:
  // Null: the loop gives no variable that holds such an instance another one, or was declined. The text stays valid as
  // long as this object.
  const ast::Stmt* find(const ast::Stmt& loop, const EnvironmentP& env, const LoopEnvironment& evaluator);
  void decline(const ast::Stmt& loop) { loops_[&loop].declined = true; }

 private:
  struct Known {
    std::set<std::string> assigned;
    bool made = false, declined = false;
    std::map<LoopCarriedRecords, std::optional<ast::Stmt>> texts;
  };
  std::map<const ast::Stmt*, Known> loops_;
};

}  // namespace qc::host
