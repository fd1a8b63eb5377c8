#include "host/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>

#include "analysis/dataflow/outer_names.h"
#include "analysis/infer/unreachable_functions.h"
#include "codegen/codegen.h"
#include "host/context/builtin_state.h"
#include "host/desugar/counter_based_random.h"
#include "host/desugar/flatten_cells.h"
#include "host/desugar/growable_arrays.h"
#include "host/desugar/hoist_invariant_calls.h"
#include "host/desugar/loop_carried_records.h"
#include "host/desugar/replace_paths.h"
#include "host/desugar/strip_mine_while.h"
#include "host/device/simt_device.h"
#include "host/eval/evaluator.h"
#include "host/eval/large_stack.h"
#include "host/library/library.h"
#include "host/library/program_file.h"
#include "host/session/inspect.h"
#include "host/session/main_arguments.h"
#include "parser/parse.h"
#include "parser/set_aside.h"
#include "sema/types_of_builtins.h"
#include "support/stop.h"
#include "value/fail.h"

namespace qc::host {

struct Session::Impl {
  Options options;
  Sinks sinks;
  SourceMap sources;
  // Devices outlive the evaluator, whose arrays may live on them.
  std::unique_ptr<runtime::Device> host, accelerator;
  std::set<std::tuple<std::string, FileId, std::uint32_t, std::string>> found;  // by the emulator, with --check
  bool device_chosen = false;
  bool keeps_interrupts = false;
  BuiltinState builtins;
  std::unique_ptr<Evaluator> evaluator;
};

std::optional<std::string> use_code_folder(const std::string& path) { return codegen::use_code_folder(path); }

Session::Session(Options options, Sinks sinks) : impl_(std::make_unique<Impl>()) {
  impl_->options = std::move(options);
  impl_->sinks = std::move(sinks);
  impl_->evaluator = std::make_unique<Evaluator>(*this);
  impl_->builtins.forget = [this](const std::string& name) { impl_->evaluator->globals()->variables.erase(name); };
}
Session::~Session() { impl_->evaluator.reset(); }

SourceMap& Session::sources() { return impl_->sources; }
const Options& Session::options() const { return impl_->options; }
const Sinks& Session::sinks() const { return impl_->sinks; }

static std::vector<const ast::Program*> pointers_to(const std::vector<std::shared_ptr<const ast::Program>>& programs) {
  std::vector<const ast::Program*> out;
  for (const auto& p : programs) out.push_back(p.get());
  return out;
}

// Functions of a file that has mistakes are looked for in what is known by then, `others`.
static void set_aside_uncalled(ParseResult& parsed, const std::vector<std::shared_ptr<const ast::Program>>& others) {
  if (parsed.ok()) return;
  const auto uncalled = uncalled_functions(parsed.program, pointers_to(others));
  set_aside_mistakes(parsed, [&](const ast::FunctionDef& f) {
    return std::find(uncalled.begin(), uncalled.end(), &f) == uncalled.end();
  });
}

void Session::run(FileId file, bool as_program) {
  if (!impl_->keeps_interrupts) withdraw_interrupt();
  if (impl_->options.device == DeviceChoice::Cuda) device();  // what was asked for by name is there, or nothing runs
  on_large_stack([&] {                                        // the parser, too, goes as deep as the text is nested
    ParseResult parsed = parse(impl_->sources, file);
    if (as_program) set_aside_uncalled(parsed, {});
    if (!parsed.ok()) throw ProgramError(parsed.diagnostics);
    if (impl_->sinks.diagnostic)
      for (const Diagnostic& d : parsed.diagnostics) impl_->sinks.diagnostic(d);
    impl_->evaluator->run(std::make_shared<const ast::Program>(std::move(parsed.program)), as_program, !as_program);
  });
}

void Session::warn_of_uncalled(FileId file) {
  if (impl_->sinks.diagnostic) on_large_stack([&] { impl_->evaluator->warn_of_uncalled(file); });
}

std::vector<Value> Session::call(const std::string& function, std::vector<Value> arguments) {
  if (!impl_->keeps_interrupts) withdraw_interrupt();
  std::vector<Value> results;
  on_large_stack([&] { results = impl_->evaluator->call_by_name(function, std::move(arguments)); });
  return results;
}

std::shared_ptr<PreparedCall> Session::prepare(const std::string& function, std::vector<Value> samples, int outputs) {
  auto call = std::make_shared<PreparedCall>(PreparedCall{function, std::move(samples), outputs});
  on_large_stack([&] { impl_->evaluator->prepare(*call); });
  return call;
}

std::vector<Value> Session::call(PreparedCall& prepared, std::vector<Value> arguments) {
  if (!impl_->keeps_interrupts) withdraw_interrupt();
  std::vector<Value> results;
  on_large_stack([&] { results = impl_->evaluator->call_prepared(prepared, std::move(arguments)); });
  return results;
}

std::vector<Value> Session::call_library(const std::string& function, std::vector<Value> arguments, Span span) {
  return impl_->evaluator->call_library(function, std::move(arguments), span);
}

std::optional<Value> Session::variable(const std::string& name) const {
  if (Value* v = impl_->evaluator->globals()->find(name)) return *v;
  return {};
}
void Session::set_variable(const std::string& name, Value value) {
  impl_->evaluator->globals()->variables[name] = std::move(value);
}
std::vector<std::string> Session::variable_names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : impl_->evaluator->globals()->variables) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}
void Session::interrupt() { impl_->evaluator->interrupt(); }
void Session::withdraw_interrupt() { impl_->evaluator->withdraw_interrupt(); }
void Session::keep_interrupts() { impl_->keeps_interrupts = true; }

BuiltinState& Session::builtin_state() { return impl_->builtins; }

runtime::Device& Session::host_device() {
  if (!impl_->host) impl_->host = runtime::make_host_device(impl_->options.threads);
  return *impl_->host;
}

// auto: CUDA when a driver and a device are there, otherwise the host, without a word.
runtime::Device& Session::device() {
  if (!impl_->device_chosen && impl_->options.device == DeviceChoice::Simt) {
    impl_->accelerator = make_simt_device(impl_->options.simt,
                                          [this](std::vector<Diagnostic> found) { take_findings(std::move(found)); });
    impl_->device_chosen = true;
  }
  if (!impl_->device_chosen) {
    const bool forced = impl_->options.device == DeviceChoice::Cuda;
    if (forced || (impl_->options.device == DeviceChoice::Auto && runtime::cuda_available())) {
      auto made = runtime::make_cuda_device(impl_->options.cuda_index);
      if (auto* f = std::get_if<runtime::Failure>(&made)) {
        if (forced) throw runtime::FailureError(*f);
      } else {
        impl_->accelerator = std::move(std::get<std::unique_ptr<runtime::Device>>(made));
      }
    }
    impl_->device_chosen = true;
  }
  return impl_->accelerator ? *impl_->accelerator : host_device();
}

void Session::finish_launches() {
  if (impl_->accelerator) impl_->accelerator->synchronize();
}

// Of launches of one kernel the first says it.
void Session::take_findings(std::vector<Diagnostic> found) {
  if (!impl_->options.check) throw ProgramError(std::move(found));
  if (!impl_->sinks.diagnostic) return;
  for (const Diagnostic& d : found) {
    const std::string other = d.notes.empty() ? "" : std::to_string(d.notes[0].span.begin);
    if (impl_->found.emplace(std::string(d.code.text()), d.span.file, d.span.begin, other).second)
      impl_->sinks.diagnostic(d);
  }
}

// ---- programs ----
Evaluator::Evaluator(SessionContext& session)
    : session_(session),
      globals_(std::make_shared<Environment>()),
      loops_(session),
      arrays_(session, loops_),
      loop_invariants_(std::make_unique<LoopInvariants>()),
      loop_paths_(std::make_unique<LoopPaths>()),
      random_loops_(std::make_unique<RandomLoops>()),
      counted_loops_(std::make_unique<CountedLoops>()),
      cell_arrays_(std::make_unique<CellArrays>()),
      record_loops_(std::make_unique<RecordLoops>()),
      while_loops_(std::make_unique<WhileLoops>()),
      library_(std::make_unique<Library>(session.sources())) {}
Evaluator::~Evaluator() = default;

// `replaces`: an interactive session, where a new definition with the same parameters replaces the old one. Files that
// import each other keep their own: each calls what it defines itself.
void Evaluator::hoist(const ast::Block& block, const std::shared_ptr<const ast::Program>& program, bool replaces) {
  std::map<const ast::FunctionDef*, std::set<std::string>> constants;
  if (!replaces) constants = file_constants(block);
  forget_meanings();
  for (const ast::Stmt& s : block) {
    if (auto* t = std::get_if<ast::TypeDef>(&s.node)) types_[t->name] = {t, program};
    if (auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node)) {
      auto& all = functions_[(*f)->name];
      if (replaces)
        std::erase_if(all,
                      [&](const Overload& o) { return o.program != program && o.def->parameters == (*f)->parameters; });
      all.push_back({f->get(), program});
      const auto seen = constants.find(f->get());
      if (seen == constants.end()) continue;
      all.back().constants = int(file_constants_.size());
      file_constants_.push_back({seen->second, std::make_shared<Environment>()});
      file_constants_.back().values->outer = globals_;
    }
  }
}

// A file's statements have run: its functions, those from `from` on, keep what they left, whatever the program does to
// its variables.
void Evaluator::keep_constants(std::size_t from) {
  for (; from < file_constants_.size(); ++from) {
    auto& [names, values] = file_constants_[from];
    if (!values->outer) continue;  // of a file that this one imported
    for (const std::string& name : names)
      if (Value* v = globals_->find(name)) values->variables[name] = own_copy(*v);
    values->outer = nullptr;
  }
}

// Calls the main of a program that takes as many arguments as the command line has. One without parameters leaves these
// to args(). Where nobody speaks of arguments, as in the embedding library, a main that needs some is not called.
template <class Call>
static void run_main(const Evaluator& evaluator, const std::shared_ptr<const ast::Program>& program,
                     const std::optional<std::vector<std::string>>& words, const Call& call) {
  std::vector<Overload> mains;
  for (const Overload& o : evaluator.overloads("main"))
    if (o.program == program) mains.push_back(o);
  if (mains.empty()) return;
  const std::size_t count = words ? words->size() : 0;
  auto chosen = std::find_if(mains.begin(), mains.end(), [&](const Overload& o) { return takes(*o.def, count); });
  if (chosen == mains.end())
    chosen = std::find_if(mains.begin(), mains.end(), [](const Overload& o) { return o.def->parameters.empty(); });
  if (chosen != mains.end() && chosen->def->parameters.empty()) return call(*chosen, {});
  if (chosen == mains.end() && !words) return;
  const Overload main = chosen == mains.end() ? mains.front() : *chosen;
  call(main, main_arguments(*main.def, words.value_or(std::vector<std::string>{}), evaluator.scalar()));
}

void Evaluator::run(const std::shared_ptr<const ast::Program>& program, bool as_program, bool keeps_variables) {
  const StopScope stop(interrupted_);
  if (depth_ == 0) former_meanings_.clear();
  programs_.push_back(program);
  auto saved = current_;
  current_ = program;
  globals_->body = &program->statements;
  globals_->keeps_variables = keeps_variables;
  if (as_program) imported_.insert(std::filesystem::weakly_canonical(session_.sources().name(program->file)).string());
  hoist(program->statements, program, true);
  try {
    const Flow f = run_block(program->statements, globals_);
    (void)f;
    if (as_program)
      run_main(*this, program, session_.builtin_state().arguments,
               [&](const Overload& o, std::vector<Value> arguments) {
                 call_function(o, nullptr, {std::move(arguments), {}}, {}, 0);
               });
  } catch (...) {
    current_ = saved;
    throw;
  }
  current_ = saved;
}

void Evaluator::run_import(const std::string& path, Span span) {
  const std::string found = find_import(path, session_.sources().name(current_->file), session_.options().library_path);
  if (found.empty() &&
      path.ends_with(".dll")) {  // programs name the libraries of the system that they were written for
    for (const char* known :
         {"Quasar.UI.dll", "Quasar.Video.dll", "Quasar.Runtime.dll"})  // forms, videos, files: all here
      if (path.ends_with(known)) return;
    if (imported_.insert(path).second && session_.sinks().diagnostic)
      session_.sinks().diagnostic({"Q0206",
                                   Severity::Warning,
                                   span,
                                   fmt::format("'{}' is not imported: a library of another system", path),
                                   "",
                                   {}});
    return;
  }
  if (found.empty() && library_file(path)) return;  // its functions are known without an import
  if (found.empty())
    fail("Q0206", span, fmt::format("'{}' was not found", path),
         help_for_import(path, session_.sources().name(current_->file), session_.options().library_path));
  const std::string canonical = std::filesystem::weakly_canonical(found).string();
  const bool again = !imported_.insert(canonical).second, prompt = session_.options().echo;
  if (again && !prompt) return;
  auto text = program_text(found);
  if (!text) fail("Q0601", span, fmt::format("'{}' cannot be read", found));
  const auto of_file = [&](const std::shared_ptr<const ast::Program>& p) {
    return std::filesystem::weakly_canonical(session_.sources().name(p->file)).string() == canonical;
  };
  // The imports of a file that is as it was; files may import each other.
  const auto import_edited = [&](std::shared_ptr<const ast::Program> program) {
    const std::string mark = "looked into: " + canonical;
    if (!imported_.insert(mark).second) return;
    struct Restore {
      Evaluator& e;
      const std::string& mark;
      std::shared_ptr<const ast::Program> current = e.current_;
      ~Restore() {
        e.current_ = current;
        e.imported_.erase(mark);
      }
    } restore{*this, mark};
    current_ = program;
    for (const ast::Stmt& s : program->statements)
      if (auto* import = std::get_if<ast::Import>(&s.node)) run_import(import->path, s.span);
  };
  if (again) {  // at a prompt a file that was edited is taken again, and so are those that it imports
    const auto before = std::find_if(programs_.rbegin(), programs_.rend(), of_file);
    if (before != programs_.rend() && session_.sources().text((*before)->file) == *text) return import_edited(*before);
  }
  const FileId file = session_.sources().add(found, std::move(*text));
  ParseResult parsed = parse(session_.sources(), file);
  set_aside_uncalled(parsed, programs_);
  if (!parsed.ok()) throw ProgramError(parsed.diagnostics);
  auto program = std::make_shared<const ast::Program>(std::move(parsed.program));
  if (prompt) {
    forget_meanings();
    for (auto& [name, all] : functions_) std::erase_if(all, [&](const Overload& o) { return of_file(o.program); });
  }
  programs_.push_back(program);
  struct Restore {  // also when a statement of the file fails
    Evaluator& e;
    std::shared_ptr<const ast::Program> program = e.current_;
    const ast::Block* body = e.globals_->body;
    bool keeps_variables = e.globals_->keeps_variables;
    int depth = e.hoisted_depth_;
    std::size_t constants = e.file_constants_.size();
    ~Restore() {
      e.keep_constants(constants);
      e.current_ = program;
      e.globals_->body = body;
      e.globals_->keeps_variables = keeps_variables;
      e.hoisted_depth_ = depth;
    }
  } restore{*this};
  current_ = program;
  globals_->body = &program->statements;
  globals_->keeps_variables = true;  // whoever imports it may read its variables
  hoisted_depth_ = depth_ + 1;
  hoist(program->statements, program, false);
  try {
    run_block(program->statements, globals_);
  } catch (...) {
    if (prompt) imported_.erase(canonical);  // the next import tries it again
    throw;
  }
}

void Evaluator::warn_of_uncalled(FileId file) {
  const auto program = std::find_if(programs_.begin(), programs_.end(), [&](const auto& p) { return p->file == file; });
  if (program == programs_.end()) return;
  const std::vector<const ast::Program*> files = pointers_to(programs_);
  std::vector<const ast::Program*> others = files;
  std::erase(others, program->get());
  const auto uncalled = uncalled_functions(**program, others);
  if (uncalled.empty()) return;
  const auto in_library = [&](std::string_view name) {
    std::vector<const ast::FunctionDef*> out;
    if (!find_builtin(name))
      for (const auto& f : library_->functions(name)) out.push_back(f.def);
    return out;
  };
  for (const Diagnostic& d : walk_uncalled(uncalled, files, {scalar(), {}, in_library, {}}))
    if (d.span.file == file) session_.sinks().diagnostic(d);
}

const std::vector<Overload>& Evaluator::named_overloads(const std::string& name) {
  const auto& all = overloads(name);
  if (all.empty()) {
    std::vector<std::string> names;
    for (const auto& [n, o] : functions_) names.push_back(n);
    const std::string near = nearest_name(name, names);
    for (const auto& n : Library::names()) names.push_back(n);
    fail("Q0201", {}, fmt::format("there is no function '{}'", name),
         near.empty() ? "" : fmt::format("did you mean '{}'?", near));
  }
  return all;
}

std::vector<Value> Evaluator::call_by_name(const std::string& name, std::vector<Value> arguments) {
  const StopScope stop(interrupted_);
  if (Value* v = globals_->find(name))
    if (auto* c = std::get_if<std::shared_ptr<Closure>>(&v->v)) {
      auto results = call_closure(**c, {std::move(arguments), {}}, {}, globals_, 1);
      for (Value& r : results) r = arrays_.compute(r);
      return results;
    }
  const auto& all = named_overloads(name);
  return call_overloads(name, all, nullptr, {std::move(arguments), {}}, {}, int(all[0].def->outputs.size()));
}

std::vector<Value> Evaluator::call_library(const std::string& name, std::vector<Value> arguments, Span span) {
  const auto& all = overloads(name);
  return call_overloads(name, all, nullptr, {std::move(arguments), {}}, span, int(all.at(0).def->outputs.size()));
}

}  // namespace qc::host
