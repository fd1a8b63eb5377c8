// Reports on loops, as people and programs read them. They format values; they decide nothing.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "support/source.h"

namespace qc {

// An accumulator as reports show it: the parts of a complex number or vector are one, and of a last match its number,
// which is the compiler's own, is not shown.
struct ShownAccumulator {
  std::string name, op, type;
  std::vector<std::string> companions;
};

// What reports say of a loop, as values.
struct LoopFinding {
  Span span;
  std::string verdict;             // "reduction"
  std::vector<std::string> loops;  // the variables of those that it covers
  std::string over;                // of those that the first line of the report names; empty: of none
  std::vector<ShownAccumulator> accumulators;
  std::vector<std::string> privates, checks;
  std::string taken_once;  // calls, with commas between them
  std::string schedule;    // as in explain_text
  std::optional<Reason> reason;
};
LoopFinding loop_finding(const LoopPlan& plan, const ir::Function* nest, const std::string& schedule,
                         const SourceMap& sources);

// `schedule` is one line such as "tree of 2048 lanes, 32 chunks of 8192 iterations, 1 launch of 512 threads", or empty.
std::string explain_text(const LoopPlan& plan, const ir::Function* nest, const std::string& schedule,
                         const SourceMap& sources);
// One line of JSON exactly as docs/recognition.md lays it down, without a newline. types: the `types` field, or empty.
std::string explain_json(const LoopPlan& plan, const ir::Function* nest, const SourceMap& sources,
                         const std::string& types = "");
// With sources, elements are shown as the program writes them.
std::vector<ShownAccumulator> shown(const LoopPlan& plan, const ir::Function* nest, const SourceMap* sources = nullptr);

// "FILE:LINE: reduction over m, n: + total" : the one remark each loop has.
std::string remark(const LoopPlan& plan, const ir::Function* nest, const SourceMap& sources);

}  // namespace qc
