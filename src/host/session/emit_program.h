// The program with its parallel loops replaced by the kernels made from them and the launches that run those: what
// --emit=kernel prints. It is a program of the language again, and gives the same results.
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "ast/ast.h"
#include "lower/lower.h"
#include "support/source.h"
#include "transform/schedule/schedule.h"

namespace qc::host {

class ProgramEmitter {
 public:
  ProgramEmitter(const SourceMap& sources, Elem scalar) : sources_(sources), scalar_(scalar) {}

  // A loop of the program and what was judged of it. Loops that do not run in parallel stay as they are. The first
  // specialisation of a loop that is met counts.
  void add(const ast::Stmt& loop, const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts);

  // The whole text: the kernels, then the program around their launches.
  std::string text(const ast::Program& program);

  // After text(): the loops that it replaced, each with its kernel and the launch.
  std::vector<std::pair<Span, std::string>> loops() const;

 private:
  // Loops of functions that a loop calls which stays as it is: launches would make it one that is run step by step.
  void keep_loops_of_callees(const ast::Program& program);

  struct Replaced {
    Span span;
    std::string kernel, launch;
  };
  std::map<const ast::Stmt*, Replaced> replaced_;  // loops, and the texts for them
  std::vector<const ast::Stmt*> order_;            // as they were added
  int count_ = 0;
  const SourceMap& sources_;
  Elem scalar_;
};

}  // namespace qc::host
