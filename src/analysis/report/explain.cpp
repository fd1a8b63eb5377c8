#include "analysis/report/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/report/explain_parts.h"
#include "desugar/returns_as_breaks.h"
#include "ir/print_ir.h"
#include "lower/lower.h"
#include "support/visible_text.h"

namespace qc {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += char(c);
    } else if (c < 0x20)
      out += fmt::format("\\u{:04x}", c);
    else
      out += char(c);
  }
  return out + "\"";
}

// "  12 | for m=0..511" and a caret line under the span.
std::string excerpt(const Span& span, const SourceMap& sources) {
  if (!span.valid()) return "";
  const LineColumn at = sources.place(span);
  const std::string_view line = sources.line(span.file, at.line);
  std::string blanks;
  for (std::uint32_t c = 1; c < at.column; ++c) blanks += c - 1 < line.size() && line[c - 1] == '\t' ? '\t' : ' ';
  const std::size_t room = line.size() >= at.column ? line.size() - at.column + 1 : 1;
  const std::size_t width = std::max<std::size_t>(1, std::min<std::size_t>(span.end - span.begin, room));
  const std::string number = std::to_string(at.line);
  return fmt::format("  {} | {}\n  {:{}} | {}^{}\n", number, line, "", number.size(), blanks,
                     std::string(width - 1, '~'));
}

namespace {

// The word of the program for a value's type: F32 is `scalar` unless the program computes in doubles, where F64 is.
std::string type_word(Elem e) {
  switch (e) {
    case Elem::I64:
      return "int";
    case Elem::F32:
      return "scalar";
    default:
      return elem_name(e);
  }
}

std::string var_name(const ir::Function* nest, ir::VarId v) {
  return nest && v < nest->vars.size() ? nest->vars[v].name : "";
}

// Whether it says of another variable that it is set, and is the compiler's own.
bool is_mark(const ir::Function* nest, ir::VarId v) {
  return nest && v < nest->vars.size() && !nest->vars[v].set_of.empty();
}

// Without those that only the compiler knows, whose names begin with $. A function's variables are others for each of
// its calls.
std::vector<std::string> private_names(const LoopPlan& plan, const ir::Function* nest) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& name) {
    if (!name.starts_with("$") && std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
  };
  for (ir::VarId v : plan.privates) add(var_name(nest, v));
  for (ir::ArrayId a : plan.private_arrays)
    if (nest && a < nest->arrays.size()) add(nest->arrays[a].name);
  return out;
}

// Calls whose value was taken when the loop was reached (hoist_invariant_calls.h): what comes from outside under the
// text of a call.
std::string taken_once(const ir::Function* nest) {
  std::string out;
  for (const ir::Param& p : nest ? nest->params : std::vector<ir::Param>{}) {
    const std::string& name = p.kind == ir::Param::Kind::Scalar ? nest->vars[p.id].name : nest->arrays[p.id].name;
    if (name.ends_with(')')) out += (out.empty() ? "" : ", ") + name;
  }
  return out;
}

// What the code of the nest counts on: iterations look, and where it is not so the loop is stepped.
std::vector<std::string> checks_of(const LoopPlan& plan, const ir::Function* nest) {
  std::vector<std::string> out = plan.checks;
  auto* outermost = nest && nest->body.size() == 1 ? std::get_if<ir::For>(&nest->body[0].node) : nullptr;
  if (!outermost || plan.loops.empty() || plan.loops[0].var != outermost->var) return out;
  if (plan.verdict == Verdict::Interpreted) return out;
  for (const ir::Site& s : nest->sites) {
    if (!is_bail_out(s)) continue;
    std::string what = s.text.substr(std::string_view(kBailOut).size());
    if (std::find(out.begin(), out.end(), what) == out.end()) out.push_back(std::move(what));
  }
  return out;
}

std::string accumulator_json(const ShownAccumulator& x) {
  return fmt::format("{{\"name\":{},\"op\":{},\"type\":{},\"companions\":{}}}", quoted(x.name), quoted(x.op),
                     quoted(x.type), json_list(x.companions, [](const std::string& c) { return quoted(c); }));
}

std::string reason_json(const std::optional<Reason>& r, const SourceMap& sources) {
  if (!r) return "null";
  const LineColumn at = r->span.valid() ? sources.place(r->span) : LineColumn{};
  return fmt::format("{{\"code\":{},\"message\":{},\"line\":{},\"column\":{},\"variable\":{}}}", quoted(r->code),
                     quoted(r->message), at.line, at.column, r->variable.empty() ? "null" : quoted(r->variable));
}

// What runs in order is over no loops; of a partial reduction those count that are reduced.
std::string named_loops(const LoopPlan& plan) {
  if (plan.verdict == Verdict::Serial || plan.verdict == Verdict::Interpreted) return "";
  std::string s;
  for (const PlannedLoop& l : plan.loops)
    if (plan.verdict != Verdict::Partial || l.reduced) s += (s.empty() ? "" : ", ") + l.name;
  return s;
}

std::string accumulators_text(const LoopPlan& plan, const ir::Function* nest, const SourceMap& sources) {
  std::string s;
  for (const ShownAccumulator& a : shown(plan, nest, &sources)) {
    s += fmt::format("{}{} {}", s.empty() ? "" : ", ", a.op, a.name);
    std::string with;
    for (const std::string& c : a.companions) with += (with.empty() ? "" : ", ") + c;
    if (!with.empty()) s += " with " + with;
  }
  return s;
}

std::string headline(const LoopPlan& plan, const ir::Function* nest, const SourceMap& sources) {
  std::string s = verdict_name(plan.verdict);
  if (const std::string loops = named_loops(plan); !loops.empty()) s += " over " + loops;
  if (const std::string a = accumulators_text(plan, nest, sources); !a.empty()) s += ": " + a;
  if (plan.reason) s += fmt::format(": {} ({})", plan.reason->message, plan.reason->code);
  return s;
}

// The program's text of an element, without blanks; empty where the element stands in a function that the loop calls,
// whose names say nothing here.
std::string text_of(const Accumulator& a, const ir::Function& nest, const SourceMap& sources) {
  if (!a.element || a.element->site >= nest.sites.size()) return "";
  const Span span = nest.sites[a.element->site].span;
  if (!span.valid() || !a.span.valid() || span.file != a.span.file) return "";
  std::string out;
  for (char c : sources.slice(span))
    if (c != ' ' && c != '\t') out += c;
  const bool statement =
      out.find_first_of("=\n") != std::string::npos;  // of a slice: its elements have their own subscripts
  return out.starts_with(nest.arrays[a.element->array].name + "[") && out.ends_with("]") && !statement ? out : "";
}

}  // namespace

std::vector<ShownAccumulator> shown(const LoopPlan& plan, const ir::Function* nest, const SourceMap* sources) {
  std::vector<ShownAccumulator> out;
  std::set<std::pair<std::string, std::string>> wholes;
  for (const Accumulator& a : plan.accumulators) {
    if (!a.element && a.var == plan.misspeculated && plan.misspeculated != ir::kNoVar) continue;
    if (!a.element && is_mark(nest, a.var)) continue;
    ShownAccumulator x{a.name, reduce_op_name(a.op), type_word(a.type), {}};
    for (ir::VarId v : a.companions)
      if (!is_mark(nest, v)) x.companions.push_back(var_name(nest, v) == kReturns ? "returned" : var_name(nest, v));
    if (std::string text = nest && sources && x.name.find('[') != std::string::npos ? text_of(a, *nest, *sources) : "";
        !text.empty())
      x.name = std::move(text);
    if (!a.part_of.empty()) {
      if (!wholes.insert({a.part_of, x.op}).second) continue;
      x.name = a.part_of;
      x.type = a.whole_type;
    }
    const bool match = a.match != ir::Match::None;
    if (match && x.companions.empty() && !a.companions.empty()) continue;  // of marks alone
    if (match && !x.companions.empty()) {
      x.op = reduce_op_name(a.match == ir::Match::First ? ReduceOp::First : ReduceOp::Last);
      x.name = x.companions[0];
      if (nest) x.type = type_word(nest->vars[a.companions[0]].type);
      x.companions.erase(x.companions.begin());
    }
    out.push_back(std::move(x));
  }
  return out;
}

std::string remark(const LoopPlan& plan, const ir::Function* nest, const SourceMap& sources) {
  const LineColumn at = plan.span.valid() ? sources.place(plan.span) : LineColumn{};
  return fmt::format("{}:{}: {}", plan.span.valid() ? visible(sources.name(plan.span.file)) : "", at.line,
                     headline(plan, nest, sources));
}

LoopFinding loop_finding(const LoopPlan& plan, const ir::Function* nest, const std::string& schedule,
                         const SourceMap& sources) {
  LoopFinding found{plan.span,
                    verdict_name(plan.verdict),
                    {},
                    named_loops(plan),
                    shown(plan, nest, &sources),
                    private_names(plan, nest),
                    checks_of(plan, nest),
                    taken_once(nest),
                    schedule,
                    plan.reason};
  for (const PlannedLoop& l : plan.loops) found.loops.push_back(l.name);
  return found;
}

std::string explain_text(const LoopPlan& plan, const ir::Function* nest, const std::string& schedule,
                         const SourceMap& sources) {
  const LoopFinding found = loop_finding(plan, nest, schedule, sources);
  std::string s = remark(plan, nest, sources) + "\n" + excerpt(found.span, sources);
  for (const ShownAccumulator& a : found.accumulators)
    s += fmt::format("  accumulator: {} {} {}\n", a.name, a.op, a.type);
  std::string privates;
  for (const std::string& v : found.privates) privates += (privates.empty() ? "" : ", ") + v;
  if (!privates.empty()) s += "  private: " + privates + "\n";
  if (!found.taken_once.empty()) s += "  taken once: " + found.taken_once + "\n";
  for (const std::string& c : found.checks) s += "  check: " + c + "\n";
  if (!schedule.empty()) s += "  plan: " + schedule + "\n";
  if (plan.split_at && nest)
    s += fmt::format("  {}: before and behind {} = {} in any order, that iteration between them\n",
                     plan.verdict == Verdict::Map ? "otherwise" : "split", found.loops[0],
                     ir::print(*nest, *plan.split_at));
  if (found.reason) {
    if (found.reason->span.valid()) s += "  here:\n" + excerpt(found.reason->span, sources);
    if (found.reason->other.valid()) s += "  and here:\n" + excerpt(found.reason->other, sources);
    if (!found.reason->help.empty()) s += "  help: " + found.reason->help + "\n";
    s += fmt::format("  more: qc explain {}\n", found.reason->code);
  }
  return s;
}

std::string explain_json(const LoopPlan& plan, const ir::Function* nest, const SourceMap& sources,
                         const std::string& types) {
  const LineColumn at = plan.span.valid() ? sources.place(plan.span) : LineColumn{};
  const LoopFinding found = loop_finding(plan, nest, "", sources);
  std::vector<std::string> reduced;
  for (const PlannedLoop& l : plan.loops)
    if (l.reduced) reduced.push_back(l.name);
  auto text = [](const std::string& s) { return quoted(s); };
  return fmt::format(
      "{{\"file\":{},\"line\":{},\"column\":{},\"loops\":{},\"reduced\":{},\"verdict\":{},\"forced\":{},"
      "\"accumulators\":{},\"private\":{},\"checks\":{},\"reason\":{}{}}}",
      quoted(plan.span.valid() ? sources.name(plan.span.file) : ""), at.line, at.column, json_list(found.loops, text),
      json_list(reduced, text), quoted(found.verdict), plan.forced, json_list(found.accumulators, accumulator_json),
      json_list(found.privates, text), json_list(found.checks, text), reason_json(found.reason, sources),
      types.empty() ? "" : ",\"types\":" + quoted(types));
}

}  // namespace qc
