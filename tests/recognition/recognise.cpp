#include "recognise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "analysis/loops/loop_plan.h"
#include "analysis/prepare/lower_and_plan.h"
#include "analysis/report/explain.h"
#include "ir/print_ir.h"
#include "lower/lower.h"
#include "parser/parse.h"
#include "sema/types_of_builtins.h"

namespace qc_test {

using namespace qc;

namespace {

constexpr PlanOptions kReported{Elem::F32, true, true};  // as reports judge a loop as it is written

std::string describe(const LoopPlan& plan, const ir::Function& nest) {
  std::string loops;
  for (const PlannedLoop& l : plan.loops)
    if (plan.verdict != Verdict::Partial || l.reduced) loops += (loops.empty() ? "" : ",") + l.name;
  if (plan.reason) return fmt::format("{} {}", verdict_name(plan.verdict), plan.reason->code);
  std::string s = fmt::format("{} {}", verdict_name(plan.verdict), loops);
  const char* between = ": ";
  for (const ShownAccumulator& a : shown(plan, &nest)) {
    s += fmt::format("{}{} {}", between, a.op, a.name);
    for (const std::string& c : a.companions) s += " " + c;
    between = "; ";
  }
  return s;
}

// The first line of the text at a place, in brackets; nothing where there is none.
std::string in_brackets(const std::string& program, Span at) {
  if (!at.valid()) return "";
  return " (" + program.substr(at.begin, std::min(program.find('\n', at.begin), std::size_t(at.end)) - at.begin) + ")";
}

// What an accumulator is beside its name and operator.
std::string kind_of(const Accumulator& a, const ir::Function& f) {
  std::string out;
  if (a.scattered) out += " anywhere";
  if (a.divides) out += " divides";
  if (a.resets) out += " set anew";
  if (a.start) out += " starts at " + ir::print(f, *a.start);
  return out;
}

// What a plan says beside the verdict: the reason and its place, the conditions, what each iteration has of its own,
// what is copied out, and the loops that run one after another in its place.
std::string details(const LoopPlan& plan, const ir::Function& f, const std::string& program) {
  std::string out;
  if (plan.reason) out += ": " + plan.reason->message + in_brackets(program, plan.reason->span);
  for (const std::string& c : plan.checks) out += ", where " + c;
  if (plan.split_at) out += ", split at " + plan.loops[0].name + " = " + ir::print(f, *plan.split_at);
  if (plan.speculates) out += ", speculates";
  if (plan.may_misspeculate) out += ", may misspeculate";
  if (!plan.in_order.empty()) out += ", in order: " + plan.in_order;
  out += "\n";
  const auto names = [&](const char* what, const std::vector<ir::VarId>& vars) {
    if (vars.empty()) return;
    out += what;
    for (const ir::VarId v : vars) out += " " + f.vars[v].name;
    out += "\n";
  };
  names("private:", plan.privates);
  names("copied out:", plan.live_out);
  names("copied out after the reduction:", plan.epilogue_out);
  for (const Accumulator& a : plan.accumulators)
    if (const std::string kind = kind_of(a, f); !kind.empty()) out += "accumulator " + a.name + ":" + kind + "\n";
  for (const ir::ArrayId a : plan.private_arrays) out += "private array: " + f.arrays[a].name + "\n";
  for (const LoopStage& stage : plan.stages)
    out += "stage " + describe(stage.plan, stage.function) + "\n" + ir::print(stage.function);
  return out;
}

// Of the loops inside a serial one, in source order.
std::string inner_verdicts(const PlanResult& r, const ir::Function& nest) {
  std::string out;
  for (const LoopPlan& p : r.inner) out += (out.empty() ? "" : ", ") + describe(p, nest);
  return out;
}

}  // namespace

std::string verdicts(const std::string& program) {
  SourceMap sources;
  const FileId file = sources.add("case.q", program);
  const ParseResult parsed = parse(sources, file);
  if (!parsed.ok()) return "syntax: " + parsed.diagnostics[0].message;
  const auto mark = program.find("%loops");
  const std::uint32_t from = mark == std::string::npos ? 0 : std::uint32_t(mark);
  std::string out;
  auto add = [&](const std::string& s) { out += (out.empty() ? "" : " | ") + s; };
  walk_loops(parsed.program, {}, [&](const ast::Stmt& s, const Scope& scope, const InnerScopes&) {
    if (s.span.begin < from) return;
    try {
      const auto lowered = lower_and_plan(s, scope, kReported);
      if (auto* why = std::get_if<NotLowered>(&lowered)) return add("interpreted " + why->code);
      const auto& [nest, r, values, moves] = std::get<PlannedNest>(lowered);
      for (const Diagnostic& d : r.diagnostics)
        if (d.severity == Severity::Error) return add("error " + std::string(d.code.text()));
      std::string text = describe(r.plan, r.launched(nest).function);
      if (r.plan.verdict == Verdict::Serial && !r.inner.empty())
        text += " {" + inner_verdicts(r, r.nest_of(nest).function) + "}";
      add(text);
    } catch (const ProgramError& e) {
      add("error " + std::string(e.diagnostics[0].code.text()));
    }
  });
  return out;
}

namespace {

// `use` has the result of each outermost loop behind `%loops`, and the text of the program.
template <class Use>
std::string of_each_loop(const std::string& program, const Use& use) {
  SourceMap sources;
  const ParseResult parsed = parse(sources, sources.add("case.q", program));
  if (!parsed.ok()) return "syntax: " + parsed.diagnostics[0].message;
  const auto mark = program.find("%loops");
  const std::uint32_t from = mark == std::string::npos ? 0 : std::uint32_t(mark);
  std::string out;
  walk_loops(parsed.program, {}, [&](const ast::Stmt& s, const Scope& scope, const InnerScopes&) {
    if (s.span.begin < from) return;
    const auto lowered = lower_and_plan(s, scope, kReported);
    if (!std::holds_alternative<PlannedNest>(lowered)) return;
    const std::string text = use(std::get<PlannedNest>(lowered).result);
    out += (out.empty() || text.empty() ? "" : " | ") + text;
  });
  return out;
}

}  // namespace

std::string advice(const std::string& program) {
  return of_each_loop(program, [](const PlanResult& r) { return r.plan.reason ? r.plan.reason->help : std::string(); });
}

std::string checks(const std::string& program) {
  return of_each_loop(program, [](const PlanResult& r) { return fmt::format("{}", fmt::join(r.plan.checks, "; ")); });
}

std::string places(const std::string& program) {
  return of_each_loop(program, [&](const PlanResult& r) {
    if (!r.plan.reason) return std::string();
    const auto text = [&](Span s) {
      return s.valid() ? program.substr(s.begin, s.end - s.begin) : std::string("nowhere");
    };
    const std::string other = r.plan.reason->other.valid() ? " / " + text(r.plan.reason->other) : "";
    return r.plan.reason->code + (" " + text(r.plan.reason->span)) + other;
  });
}

namespace {

using Numbers = std::map<std::string, double, std::less<>>;

// What a loop knows when it is reached: numbers, and the extents that the text shows.
class Reached : public qc::Scope {
 public:
  Reached(const qc::Scope& text, Numbers numbers) : text_(text), numbers_(std::move(numbers)) {}
  std::optional<Type> type_of(std::string_view n) const override { return text_.type_of(n); }
  std::optional<double> constant_of(std::string_view n) const override { return text_.constant_of(n); }
  std::vector<FunctionRef> functions(std::string_view n) const override { return text_.functions(n); }
  std::vector<std::int64_t> extents_of(std::string_view n) const override { return text_.extents_of(n); }
  bool live_after(std::string_view n) const override { return text_.live_after(n); }
  bool shares(std::string_view a, std::string_view b) const override { return text_.shares(a, b); }
  std::vector<std::string> names() const override { return text_.names(); }
  std::optional<std::int64_t> extent_of(std::string_view n, int d) const override {
    const auto extents = text_.extents_of(n);
    return std::size_t(d) < extents.size() ? std::optional(extents[std::size_t(d)]) : std::nullopt;
  }
  std::optional<std::int64_t> value_of(std::string_view n) const override {
    const auto v = numbers_.find(n);
    return v != numbers_.end() && is_whole(n) == true ? std::optional(std::int64_t(v->second)) : std::nullopt;
  }
  std::optional<bool> is_whole(std::string_view n) const override {
    const auto v = numbers_.find(n);
    return v == numbers_.end() ? std::nullopt : std::optional(v->second == std::floor(v->second));
  }

 private:
  const qc::Scope& text_;
  const Numbers numbers_;
};

// The numbers of a line `% reached with a=4 b=2.5`; nothing where there is none.
std::optional<Numbers> reached_with(const std::string& program) {
  const std::string_view head = "% reached with ";
  const auto at = program.find(head);
  if (at == std::string::npos) return {};
  Numbers numbers;
  std::stringstream line(program.substr(at + head.size(), program.find('\n', at) - at - head.size()));
  for (std::string word; line >> word;)
    numbers[word.substr(0, word.find('='))] = std::stod(word.substr(word.find('=') + 1));
  return numbers;
}

std::string shown(const Specialised& made_for) {
  std::string out;
  for (const auto& n : made_for.numbers) out += fmt::format(" {}={}", n.name, n.value);
  for (const auto& x : made_for.extents) out += fmt::format(" size({},{})={}", x.array, x.dim, x.value);
  return out.empty() ? "" : "made for" + out + "\n";
}

}  // namespace

std::string planned(const std::string& program) {
  SourceMap sources;
  const ParseResult parsed = parse(sources, sources.add("case.q", program));
  if (!parsed.ok()) return "syntax: " + parsed.diagnostics[0].message + "\n";
  const std::size_t mark = program.find("%loops");
  std::string out;
  const auto numbers = reached_with(program);
  walk_loops(parsed.program, {}, [&](const ast::Stmt& s, const Scope& text, const InnerScopes&) {
    if (s.span.begin < mark) return;
    const Reached reached(text, numbers.value_or(Numbers()));
    const Scope& scope = numbers ? static_cast<const Scope&>(reached) : text;
    const auto lowered = lower_and_plan(s, scope, kReported);
    if (auto* why = std::get_if<NotLowered>(&lowered)) {
      out += "interpreted " + why->code + "\n";
      return;
    }
    const auto& [nest, r, values, moves] = std::get<PlannedNest>(lowered);
    if (numbers) out += shown(nest.specialised);
    const ir::Function& launched = r.launched(nest).function;
    out += describe(r.plan, launched) + details(r.plan, launched, program);
    for (const Diagnostic& d : r.diagnostics) {
      out += std::string(d.code.text()) + ": " + d.message + "\n";
      for (const auto& n : d.notes) out += "note: " + n.message + in_brackets(program, n.span) + "\n";
    }
    if (!r.inner.empty()) out += "inside: " + inner_verdicts(r, r.nest_of(nest).function) + "\n";
    if (r.rewritten) out += ir::print(r.rewritten->function);
    if (r.copying) out += "launched:\n" + ir::print(r.copying->function);
  });
  return out;
}

std::string with_symbols(const std::string& loops) {
  static const std::string inputs =
      "n = 100\n"
      "x = zeros(n); y = zeros(n); z = zeros(n); c0 = ivec(n); k = ivec(n); w = zeros(n)\n"
      "im = zeros(50,60); im2 = zeros(50,60); xi8 = vec[int8](n)\n"
      "zc = czeros(n); wc = czeros(n); zd = czeros(n)\n"
      "a = k[2]; b = k[3]; g = k[4]; h = k[5]; xb = zeros(300); c3 = zeros(10,12,3); v4 = zeros(4); m4 = zeros(3,2)\n"
      "xd = vec[double](n); d9 = cast(0.5,double)\n"
      "b8 : int8 = 0; u8 : uint8 = 0; b16 : int16 = 0; h9 : half = 0; cz = complex(1.0, 0.5)\n"
      "s = 0.5; t = 1.0; r = 0; q = 2; j0 = 0; f = false\n";
  static const std::string uses = "print s, t, r, j0, cz, b8, u8, b16, h9, f, d9\n";
  return inputs + "%loops\n" + loops + uses;
}

}  // namespace qc_test
