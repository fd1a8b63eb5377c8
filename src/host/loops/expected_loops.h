// The loops of the programs that run, by their places, and which of them were reached, on their own or inside another:
// counted for who watches (support/progress.h).
#pragma once
#include <atomic>
#include <set>
#include <utility>

#include "ast/query.h"
#include "support/progress.h"

namespace qc::host {

class ExpectedLoops {
 public:
  ExpectedLoops() = default;
  ~ExpectedLoops() {
    progress::loops -= there_;
    progress::loops_met -= met_;
  }
  ExpectedLoops(const ExpectedLoops&) = delete;
  ExpectedLoops& operator=(const ExpectedLoops&) = delete;

  // A program that is going to run.
  void expect(const ast::Block& program) {
    ast::walk(program, {.statement = [&](const ast::Stmt& s) {
                if (ast::is_any<ast::For>(s) && unmet_.insert(place(s)).second) count(there_, progress::loops);
                return ast::Go::In;
              }});
  }
  // A nest that was reached.
  void met(const ast::Stmt& nest) {
    ast::walk(nest, {.statement = [&](const ast::Stmt& s) {
                if (ast::is_any<ast::For>(s) && unmet_.erase(place(s)) > 0) count(met_, progress::loops_met);
                return ast::Go::In;
              }});
  }

 private:
  using Place = std::pair<FileId, std::uint32_t>;
  static Place place(const ast::Stmt& s) { return {s.span.file, s.span.begin}; }
  static void count(int& own, std::atomic<int>& all) {
    ++own;
    ++all;
  }
  std::set<Place> unmet_;
  int there_ = 0, met_ = 0;
};

}  // namespace qc::host
