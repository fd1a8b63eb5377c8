#include "analysis/report/remarks.h"

#include <fmt/format.h>

#include "analysis/report/explain.h"

namespace qc {

namespace {

std::string yaml_text(std::string_view text) {  // a YAML scalar in single quotes, on one line
  std::string out = "'";
  for (char c : text) {
    if (c == '\'') out += '\'';
    out += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  }
  return out + "'";
}

std::string place(const Span& span, const SourceMap& sources) {
  const LineColumn at = sources.place(span);
  return fmt::format("{{ File: {}, Line: {}, Column: {} }}", yaml_text(sources.name(span.file)), at.line, at.column);
}

}  // namespace

std::string remark_yaml(const LoopPlan& plan, const ir::Function* nest, const SourceMap& sources) {
  std::string s = fmt::format("--- !{}\nPass:            loop-parallel\nName:            {}\n",
                              runs_parallel(plan) ? "Passed" : "Missed", verdict_name(plan.verdict));
  if (plan.span.valid()) s += fmt::format("DebugLoc:        {}\n", place(plan.span, sources));
  std::string loops;
  for (const PlannedLoop& l : plan.loops) loops += (loops.empty() ? "" : ", ") + l.name;
  s += fmt::format("Function:        {}\nArgs:\n  - Loops:           {}\n",
                   yaml_text(nest && !nest->name.empty() ? nest->name : "loop"), yaml_text(loops));
  for (const ShownAccumulator& a : shown(plan, nest, &sources))
    s += fmt::format("  - Accumulator:     {}\n", yaml_text(a.op + " " + a.name));
  for (const std::string& c : plan.checks) s += fmt::format("  - Check:           {}\n", yaml_text(c));
  if (plan.reason) {
    s += fmt::format("  - Reason:          {}\n  - String:          {}\n", yaml_text(plan.reason->code),
                     yaml_text(plan.reason->message));
    if (plan.reason->span.valid()) s += fmt::format("    DebugLoc:        {}\n", place(plan.reason->span, sources));
  }
  if (!plan.in_order.empty())
    s += fmt::format("  - String:          {}\n", yaml_text("runs in order: " + plan.in_order));
  return s + "...\n";
}

}  // namespace qc
