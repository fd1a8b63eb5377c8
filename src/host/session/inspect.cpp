#include "host/session/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "analysis/loops/loop_plan.h"
#include "analysis/prepare/static_surroundings.h"
#include "analysis/recognize/plan_loop.h"
#include "analysis/report/explain.h"
#include "analysis/report/explain_kernel.h"
#include "analysis/report/explain_parts.h"
#include "analysis/report/remarks.h"
#include "analysis/static_walk/types_of_names.h"
#include "ast/print_ast.h"
#include "ast/query.h"
#include "codegen/codegen.h"
#include "host/builtins/builtins.h"
#include "host/eval/large_stack.h"
#include "host/library/library.h"
#include "host/library/program_file.h"
#include "host/session/emit_program.h"
#include "ir/print_ir.h"
#include "lower/lower.h"
#include "parser/parse.h"
#include "sema/types_of_builtins.h"
#include "transform/passes/common_loads.h"
#include "transform/passes/kernel_grid.h"
#include "transform/passes/own_elements.h"
#include "transform/policy/limits.h"
#include "transform/schedule/reductions_in_lanes.h"
#include "transform/schedule/schedule.h"

namespace qc::host {

bool Report::ok() const {
  for (const auto& d : diagnostics)
    if (d.severity == Severity::Error) return false;
  return true;
}

std::string find_import(const std::string& path, const std::string& importer,
                        const std::vector<std::string>& library_path) {
  namespace fs = std::filesystem;
  if (path.ends_with(".dll"))
    return {};  // a library of the system that the program was written for, also where the two lie side by side
  std::error_code ignored;
  const auto look_for = [&](const fs::path& name) -> std::string {
    const fs::path beside = fs::path(importer).parent_path() / name;
    if (fs::is_regular_file(beside, ignored)) return beside.string();
    for (const auto& folder : library_path)
      if (const fs::path p = fs::path(folder) / name; fs::is_regular_file(p, ignored)) return p.string();
    return {};
  };
  if (std::string found = look_for(path); !found.empty()) return found;
  // A folder of the machine that the program was written on: the end of the path may lead to it here.
  for (std::size_t cut = path.find('/'); cut != std::string::npos; cut = path.find('/', cut + 1))
    if (std::string found = look_for(path.substr(cut + 1)); !found.empty()) return found;
  return {};
}

std::string help_for_import(const std::string& path, const std::string& importer,
                            const std::vector<std::string>& library_path) {
  namespace fs = std::filesystem;
  if (library_file(path + ".q") || !find_import(path + ".q", importer, library_path).empty())
    return fmt::format("write import \"{}.q\"", path);
  std::error_code ignored;
  if (fs::is_directory(fs::path(importer).parent_path() / path, ignored))
    return "it is a folder: import takes the file of a program";
  const fs::path wanted = path.substr(path.find_last_of("/\\") + 1);
  std::vector<std::string> names;
  for (const LibraryFile& f : library_files()) names.emplace_back(f.name);
  const auto look_in = [&](const fs::path& folder) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, ignored))
      if (entry.path().extension() == ".q") names.push_back(entry.path().filename().string());
  };
  look_in(fs::path(importer).parent_path() / fs::path(path).parent_path());
  for (const auto& folder : library_path) look_in(fs::path(folder) / fs::path(path).parent_path());
  const std::string written = wanted.extension() == ".q" ? wanted.string() : wanted.string() + ".q";
  if (const std::string near = nearest_name(written, names); !near.empty())
    return fmt::format("did you mean \"{}\"?", near);
  return "it is searched next to the program, then in the library path and QC_PATH";
}

namespace {

// The syntax of a program and of what it imports, each file once.
class Programs {
 public:
  Programs(SourceMap& sources, const Options& options, const OpenText& open, Report& report)
      : sources_(sources), options_(options), open_(open), report_(report) {}

  const ast::Program* load(FileId file) {
    ParseResult result = parse(sources_, file);
    const bool ok = result.ok();
    for (auto& d : result.diagnostics) report_.diagnostics.push_back(std::move(d));
    if (!ok) return nullptr;
    return &programs_.emplace_back(std::move(result.program));
  }

  const ast::Program* import(const std::string& path, const std::string& importer) {
    const std::string found = find_import(path, importer, options_.library_path);
    if (found.empty()) return nullptr;
    std::error_code ignored;
    const std::string key = std::filesystem::weakly_canonical(found, ignored).string();
    if (auto it = by_path_.find(key); it != by_path_.end()) return it->second;
    auto text = open_ ? open_(key) : std::nullopt;
    if (!text) text = program_text(found);
    by_path_[key] = nullptr;  // a cycle finds it
    return by_path_[key] = load(sources_.add(found, std::move(text).value_or("")));
  }

 private:
  SourceMap& sources_;
  const Options& options_;
  const OpenText& open_;
  Report& report_;
  std::deque<ast::Program> programs_;  // their addresses identify the files
  std::map<std::string, const ast::Program*> by_path_;
};

// One loop's texts, appended to the report.
class LoopReporter {
 public:
  LoopReporter(const SourceMap& sources, const Options& options, ReportKind kind, bool gpu, Report& report)
      : emitter(sources, options.scalar),
        sources_(sources),
        options_(options),
        kind_(kind),
        gpu_(gpu),
        report_(report) {}

  ProgramEmitter emitter;  // ReportKind::Kernel only

  struct Entry {
    Span span;
    std::string types, text, with_types;
    std::string verdict = {};  // the text without the plan
    bool outermost = true;
    std::optional<LoopFinding> finding = {};
    Span nest = {};  // the outermost loop around it
  };

  // The reports on loops, in the order of the text. A loop that was judged for several sets of types says which, where
  // what is said of it differs; to people nothing is said twice.
  void finish() {
    auto place = [](const Entry& e) { return std::pair(e.span.file, e.span.begin); };
    std::stable_sort(entries_.begin(), entries_.end(),
                     [&](const Entry& a, const Entry& b) { return place(a) < place(b); });
    for (auto from = entries_.begin(), to = from; from != entries_.end(); from = to) {
      to = std::find_if(from, entries_.end(), [&](const Entry& e) { return place(e) != place(*from); });
      finish(std::vector<Entry>(from, to));
    }
    entries_.clear();
  }

  void finish(std::vector<Entry> of_one_loop) {
    if (kind_ == ReportKind::Explain) {  // those of a function's loop that were judged inside another loop have no plan
                                         // of their own
      std::stable_sort(of_one_loop.begin(), of_one_loop.end(),
                       [](const Entry& a, const Entry& b) { return a.outermost > b.outermost; });
      std::set<std::string> said;
      std::erase_if(of_one_loop, [&](const Entry& e) { return !said.insert(e.verdict).second; });
    }
    const bool several = std::any_of(of_one_loop.begin(), of_one_loop.end(),
                                     [&](const Entry& e) { return e.types != of_one_loop.front().types; });
    for (const Entry& e : of_one_loop) {
      report_.parts.push_back(
          {e.span, several && !e.types.empty() ? e.with_types : e.text, e.types, e.finding, e.nest});
      report_.text += report_.parts.back().text;
    }
  }

  // A launch of a written kernel, which stays in the program's text as it is.
  void launch(const StaticLaunch& launch, const Scope& scope) {
    if (kind_ == ReportKind::Kernel || kind_ == ReportKind::Remarks) return;
    const KernelPlace place{launch.name.empty() ? "of a lambda" : launch.name,
                            launch.kernel.def ? launch.kernel.def->name_span : launch.site, launch.site};
    LowerOptions options{options_.scalar};
    options.extents = launch.extents;
    try {
      if (const auto unknown =
              std::find_if(launch.arguments.begin(), launch.arguments.end(), [](const Type& t) { return !t.known(); });
          unknown != launch.arguments.end())
        return launched_later(place, fmt::format("the type of argument {} is not known from the text",
                                                 unknown - launch.arguments.begin() + 1));
      launched(place, launch.kernel.def
                          ? lower_kernel(*launch.kernel.def, launch.arguments, scope, options)
                          : lower_kernel(*launch.kernel.lambda, launch.site, launch.arguments, scope, options));
    } catch (const ProgramError& e) {
      launched_later(place, e.diagnostics.empty() ? "" : e.diagnostics[0].message);
    }
  }

  void outermost(const ast::Stmt& statement, const Scope& around, const InnerScopes& inner) {
    inner_ = inner;
    nest_ = statement.span;
    visit(statement, around);
  }

  void visit(const ast::Stmt& statement, const Scope& around) {
    try {
      StaticSurroundings known(around, options_.scalar, kind_ == ReportKind::Kernel);
      bool stepped = !prepare_loop(statement, known);
      if (stepped) {
        if (kind_ != ReportKind::Kernel)
          one(interpreted_plan(statement, std::get<NotLowered>(known.planned())), nullptr, true, kJudgedWhenReached);
      } else {
        const auto& planned = std::get<PlannedNest>(known.planned());
        report_planned(statement, planned, known.hangs_on_values());
        stepped = kind_ != ReportKind::Kernel && planned.result.plan.verdict == Verdict::Interpreted;
      }
      if (stepped) inner_loops(std::get<ast::For>(statement.node), known.scope());
    } catch (const ProgramError& e) {
      report_.diagnostics.insert(report_.diagnostics.end(), e.diagnostics.begin(), e.diagnostics.end());
    }
  }

 private:
  void say(const Span& span, std::string text) {
    report_.text += text;
    report_.parts.push_back({span, std::move(text), {}, {}});
  }

  // What a loop or a kernel takes from outside: "x vec, s scalar".
  std::string types_of(const ir::Function* function) const {
    std::string out;
    for (const ir::Param& p : function ? function->params : std::vector<ir::Param>{}) {
      const bool array = p.kind == ir::Param::Kind::Array;
      const std::string& name = array ? function->arrays[p.id].name : function->vars[p.id].name;
      if (name.starts_with("$")) continue;
      const Type type = array ? Type::array(function->arrays[p.id].elem, function->arrays[p.id].rank)
                              : Type::number(function->vars[p.id].type);
      out += (out.empty() ? "" : ", ") + name + " " + type_name(type, options_.scalar);
    }
    return out;
  }

  void launched(const KernelPlace& place, const LoweredKernel& kernel) {
    const std::string types = types_of(&kernel.function);
    switch (kind_) {
      case ReportKind::Explain: {
        const std::string text = explain_kernel(kernel, place, sources_);
        entries_.push_back({place.kernel, types, text, text + "  types: " + types + "\n", text});
        return;
      }
      case ReportKind::ExplainJson: {
        const std::string text = explain_kernel_json(kernel, place, options_.scalar, sources_);
        entries_.push_back({place.kernel, types, text + "\n",
                            text.substr(0, text.size() - 1) + ",\"types\":" + qc::quoted(types) + "}\n"});
        return;
      }
      case ReportKind::Plan:
        say(place.kernel,
            "% " + kernel_remark(kernel, place, sources_) + "\n" + ir::print(kernel.function, options_.scalar));
        return;
      default:
        say(place.kernel, comment() + kernel_remark(kernel, place, sources_) + "\n" +
                              written(with_common_loads(with_own_elements(kernel.function))));
    }
  }

  // A written kernel as the target gets it. What a target does not compile the emulator runs, with a warning at the
  // launch.
  std::string written(ir::Function kernel) {
    if (for_gpu() && grid_barrier(kernel)) kernel = with_grid_barriers(std::move(kernel));
    const auto text = emit_text(kernel, stage());
    const auto* ok = std::get_if<std::string>(&text);
    return ok ? *ok + "\n"
              : fmt::format("{}not compiled, the emulator runs it: {}\n", comment(),
                            std::get<CompileError>(text).message);
  }

  // A kernel that cannot be made from the text alone is no error: its launch may know more.
  void launched_later(const KernelPlace& place, const std::string& why) {
    const std::string text = kernel_not_known(place, why, sources_);
    if (kind_ == ReportKind::Explain)
      entries_.push_back({place.kernel, "", text, text, text});
    else if (kind_ != ReportKind::ExplainJson)
      say(place.kernel, comment() + text.substr(0, text.find('\n') + 1));
  }

  void report_planned(const ast::Stmt& statement, const PlannedNest& planned, bool hangs_on_values) {
    const PlanResult& result = planned.result;
    LoopNest nest =
        runs_parallel(result.plan) ? planned.launched() : with_independent_loops(planned.launched(), result.inner);
    const bool is_code = kind_ == ReportKind::LlvmHost || kind_ == ReportKind::Asm || for_gpu();
    if (is_code) nest = with_reductions_in_lanes(std::move(nest), result);
    if (kind_ == ReportKind::Kernel && result.copying) return;  // the loop stays as it is written
    if (kind_ == ReportKind::Kernel) return emitter.add(statement, nest, result.plan, static_facts(nest, result.plan));
    report_.diagnostics.insert(report_.diagnostics.end(), result.diagnostics.begin(), result.diagnostics.end());
    if (auto limit = accumulator_limit(result.plan)) report_.diagnostics.push_back(std::move(*limit));
    one(result.plan, &nest, true, hangs_on_values ? kJudgedForValues : "");
    if (kind_ == ReportKind::Explain || kind_ == ReportKind::ExplainJson || kind_ == ReportKind::Remarks ||
        kind_ == ReportKind::Plan)
      for (const auto& inner : result.plan.verdict == Verdict::Interpreted ? std::vector<LoopPlan>{} : result.inner)
        one(inner, &nest, false);
  }

  // The report runs nothing: what a loop that cannot be compiled from its text alone meets may still make it compiled.
  static constexpr const char* kJudgedWhenReached =
      "  note: as far as the text shows; it is judged again when it is reached, for the types, extents and items it "
      "then has\n";

  // The same of one that is compiled from its text: extents and numbers that only a run knows may make it another plan.
  static constexpr const char* kJudgedForValues =
      "  note: it is judged again when it is reached, for the extents and numbers it then has\n";

  // Those of a loop that is stepped are judged on their own.
  void inner_loops(const ast::For& loop, const Scope& scope) {
    const auto inside = inside_loop(scope, loop);
    for_each_loop(loop.body, [&](const ast::Stmt& inner) {
      const auto known = inner_.find(&inner);
      visit(inner, known == inner_.end() ? *inside : *known->second);
    });
  }

  void one(const LoopPlan& plan, const LoopNest* nest, bool outermost, const char* note = "") {
    const ir::Function* function = nest ? &nest->function : nullptr;
    switch (kind_) {
      case ReportKind::Explain: {
        const std::string types = types_of(function), schedule = nest && outermost ? summary(*nest, plan) : "";
        const std::string text = explain_text(plan, function, schedule, sources_) + note;
        entries_.push_back({plan.span, types, text, text + "  types: " + types + "\n",
                            explain_text(plan, function, "", sources_), outermost,
                            loop_finding(plan, function, schedule, sources_), nest_});
        return;
      }
      case ReportKind::ExplainJson: {
        const std::string types = types_of(function);
        entries_.push_back({plan.span, types, explain_json(plan, function, sources_) + "\n",
                            explain_json(plan, function, sources_, types) + "\n"});
        return;
      }
      case ReportKind::Remarks:
        report_.text += remark_yaml(plan, function, sources_);
        return;
      case ReportKind::Plan:
        say(plan.span, "% " + remark(plan, function, sources_) + "\n" +
                           (function && outermost ? ir::print(*function, options_.scalar) : ""));
        return;
      default:
        generated(plan, nest);
    }
  }

  // What holds for every run of this source text: nothing about extents is known here.
  static LoopFacts static_facts(const LoopNest& nest, const LoopPlan& plan) {
    LoopFacts facts;
    facts.unit_steps = facts.zero_low = facts.checked = true;
    if (!runs_parallel(plan)) return facts;
    for (std::size_t k = 0; k < plan.loops.size(); ++k) {
      const auto& loop = planned_loop(plan, nest.function, int(k));
      const auto* step = loop.step ? std::get_if<ir::ConstInt>(&loop.step->node) : nullptr;
      const auto* low = std::get_if<ir::ConstInt>(&loop.lo->node);
      if (loop.step && !(step && step->value == 1)) facts.unit_steps = false;
      if (!low || low->value != 0) facts.zero_low = false;
    }
    return facts;
  }

  std::string summary(const LoopNest& nest, const LoopPlan& plan) {
    if (plan.verdict == Verdict::Interpreted) return {};
    return schedule_loop(nest, plan, static_facts(nest, plan), gpu_ ? gpu_policy() : host_policy()).summary;
  }

  const char* comment() const {
    return kind_ == ReportKind::Asm ? "# " : kind_ == ReportKind::Ptx ? "// " : kind_ == ReportKind::Plan ? "% " : "; ";
  }

  bool for_gpu() const { return kind_ == ReportKind::Ptx || kind_ == ReportKind::LlvmPtx; }
  EmitStage stage() const {
    if (kind_ == ReportKind::Asm) return EmitStage::Asm;
    if (kind_ == ReportKind::Ptx) return EmitStage::Ptx;
    return for_gpu() ? EmitStage::LlvmPtx : EmitStage::LlvmHost;
  }

  void generated(const LoopPlan& plan, const LoopNest* nest) {
    const ir::Function* function = nest ? &nest->function : nullptr;
    std::string said = comment() + remark(plan, function, sources_) + "\n";
    if (!nest || plan.verdict == Verdict::Interpreted) return say(plan.span, std::move(said));
    Scheduled scheduled =
        schedule_loop(*nest, plan, static_facts(*nest, plan), for_gpu() ? gpu_policy() : host_policy());
    scheduled.kernel.name = "loop_" + std::to_string(sources_.place(plan.span).line);
    std::vector<ir::Function> kernels;
    for (std::size_t k = 0; k < scheduled.before.size(); ++k) {
      kernels.push_back(std::move(scheduled.before[k].kernel));
      kernels.back().name = scheduled.kernel.name + "_" + std::to_string(k);
    }
    kernels.push_back(std::move(scheduled.kernel));
    for (const ir::Function& kernel : kernels) {
      const auto text = emit_text(kernel, stage());
      if (const auto* ok = std::get_if<std::string>(&text))
        said += *ok + "\n";
      else
        report_.diagnostics.push_back(
            {"Q0704", Severity::Error, plan.span, std::get<CompileError>(text).message, {}, {}});
    }
    say(plan.span, std::move(said));
  }

  const SourceMap& sources_;
  const Options& options_;
  ReportKind kind_;
  bool gpu_;
  Report& report_;
  InnerScopes inner_;  // of the outermost loop that is being reported on
  Span nest_;          // that loop
  std::vector<Entry> entries_;
};

// What the static walk asks about other files, for one program.
class WalkedFiles {
 public:
  WalkedFiles(SourceMap& sources, FileId file, const Options& options, const OpenText& open, Report& report)
      : programs_(sources, options, open, report), library_(sources) {
    program = programs_.load(file);
    walk.scalar = options.scalar;
    walk.import = [this, importer = sources.name(file)](const std::string& path) {
      return programs_.import(path, importer);
    };
    walk.library = [this](std::string_view name) {
      std::vector<const ast::FunctionDef*> out;
      if (!find_builtin(name))
        for (const auto& f : library_.functions(name)) out.push_back(f.def);
      return out;
    };
  }
  WalkedFiles(const WalkedFiles&) = delete;
  WalkedFiles& operator=(const WalkedFiles&) = delete;

  const ast::Program* program;  // null: it has errors in its syntax
  WalkOptions walk;

 private:
  Programs programs_;
  Library library_;
};

Report report_here(SourceMap& sources, FileId file, const Options& options, ReportKind kind, bool gpu,
                   const OpenText& open) {
  Report report;
  WalkedFiles files(sources, file, options, open, report);
  const ast::Program* program = files.program;
  if (!program) return report;
  if (kind == ReportKind::Ast) {
    report.text = ast::print(*program);
    return report;
  }
  WalkOptions& walk = files.walk;
  LoopReporter reporter(sources, options, kind, gpu, report);
  walk.launch = [&](const StaticLaunch& launch, const Scope& scope) { reporter.launch(launch, scope); };
  try {
    auto found = walk_loops(*program, walk, [&](const ast::Stmt& s, const Scope& scope, const InnerScopes& inner) {
      reporter.outermost(s, scope, inner);
    });
    report.diagnostics.insert(report.diagnostics.end(), found.begin(), found.end());
    if (kind == ReportKind::Kernel) {
      report.text = reporter.emitter.text(*program);
      for (auto& [span, text] : reporter.emitter.loops()) report.parts.push_back({span, std::move(text), {}, {}});
    }
  } catch (const ProgramError& e) {
    report.diagnostics.insert(report.diagnostics.end(), e.diagnostics.begin(), e.diagnostics.end());
  }
  reporter.finish();
  return report;
}

}  // namespace

Report report_on(SourceMap& sources, FileId file, const Options& options, ReportKind kind, bool gpu,
                 const OpenText& open) {
  Report report;
  on_large_stack([&] { report = report_here(sources, file, options, kind, gpu, open); });
  // Functions are walked behind the statements that call them; people read from the top.
  std::stable_sort(report.diagnostics.begin(), report.diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(a.span.file, a.span.begin) < std::pair(b.span.file, b.span.begin);
  });
  return report;
}

std::vector<TypedName> types_of_names(SourceMap& sources, FileId file, const Options& options, const OpenText& open) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::string>> types;  // by place
  on_large_stack([&] {
    Report ignored;
    WalkedFiles files(sources, file, options, open, ignored);
    if (!files.program) return;
    try {
      see_types_of_names(*files.program, files.walk, [&](const Span& span, const std::string& type) {
        if (span.file != file) return;
        auto& known = types[{span.begin, span.end}];
        if (!type.empty() && std::find(known.begin(), known.end(), type) == known.end()) known.push_back(type);
      });
    } catch (const ProgramError&) {  // which the report tells
    }
  });
  std::vector<TypedName> names;
  for (const auto& [place, known] : types)
    names.push_back({{file, place.first, place.second}, fmt::format("{}", fmt::join(known, " or "))});
  return names;
}

}  // namespace qc::host
