// The report on whole-array expressions of --explain=run: what became one loop, and what was computed operator by
// operator.
#pragma once
#include <set>
#include <string>
#include <utility>

#include "host/context/session_context.h"
#include "host/fusion/defer_operators.h"

namespace qc::host {

class ExpressionReport {
 public:
  explicit ExpressionReport(SessionContext& session) : session_(session) {}
  // The expression is one loop, its elements stored or folded by an operation such as "+".
  void fused(const ArrayExpr& e, const std::string& fold);
  // It was computed operator by operator, being too little work for a loop of its own.
  void stepped(const ArrayExpr& e);

 private:
  void write(const ArrayExpr& e, const std::string& how);
  SessionContext& session_;
  std::set<std::pair<FileId, std::string>> said_;  // once for a place and what became of it
};

}  // namespace qc::host
