// Which variables may be read after a loop before they are assigned again: those are the ones whose last value a loop
// that runs in parallel has to leave.
#pragma once
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ast/ast.h"

namespace qc {

class LiveNames {
 public:
  // body: of a function or a program; outputs: what is read when it ends. The names that nested functions may read
  // before they assign them, other than their parameters and outputs, always count as read, and so does everything
  // where an import follows, whose statements may read any variable.
  LiveNames(const ast::Block& body, const std::vector<std::string>& outputs);
  // Of a program: what stands outside its loops may be read when it ends. Its functions do not see its variables.
  static LiveNames of_program(const ast::Block& program);
  // True also for a loop that is not in the body.
  bool live_after(const ast::Stmt& loop, std::string_view name) const;

 private:
  LiveNames() = default;
  std::unordered_map<const ast::Stmt*, std::set<std::string, std::less<>>> after_;
};

// Names that no statement of `body` besides the `while` or `repeat` loop mentions, and that each of its iterations
// assigns before it reads them. outputs: of the function; null: it is a program, whose functions do not see its
// variables.
std::set<std::string, std::less<>> names_of_iterations(const ast::Stmt& loop, const ast::Block& body,
                                                       const std::vector<ast::Parameter>* outputs);

}  // namespace qc
