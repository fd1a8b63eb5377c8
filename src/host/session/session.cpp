#include "host/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <tuple>

#include "analysis/dataflow/outer_names.h"
#include "analysis/static_walk/unreachable_functions.h"
#include "codegen/codegen.h"
#include "host/context/builtin_state.h"
#include "host/device/simt_device.h"
#include "host/eval/interface/functions.h"
#include "host/eval/interface/names.h"
#include "host/eval/interface/programs.h"
#include "host/eval/interface/stmt.h"
#include "host/eval/interface/typed_calls.h"
#include "host/eval/large_stack.h"
#include "host/eval/state/eval_context.h"
#include "host/library/library.h"
#include "host/library/program_file.h"
#include "host/session/inspect.h"
#include "host/session/main_arguments.h"
#include "parser/parse.h"
#include "parser/set_aside.h"
#include "runtime/host/parallel_copy.h"
#include "sema/types_of_builtins.h"
#include "support/stop.h"
#include "value/fail.h"

namespace qc::host {

static void run_program(EvalContext& cx, const std::shared_ptr<const ast::Program>& program, bool as_program,
                        bool keeps_variables, const std::function<bool()>& again);
static void warn_of_uncalled(EvalContext& cx, FileId file);
static std::vector<Value> call_library(EvalContext& cx, const std::string& name, std::vector<Value> arguments,
                                       Span span);

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
  std::unique_ptr<EvalContext> evaluator;
};

std::optional<std::string> use_code_folder(const std::string& path) { return codegen::use_code_folder(path); }
std::optional<std::string> prepare_code_in(const std::string& folder, const std::string& assembler) {
  return codegen::prepare_code_in(folder, assembler);
}
std::vector<std::string> prepared_code() { return codegen::prepared_code(); }

Session::Session(Options options, Sinks sinks) : impl_(std::make_unique<Impl>()) {
  impl_->options = std::move(options);
  impl_->sinks = std::move(sinks);
  impl_->evaluator = std::make_unique<EvalContext>(*this);
  impl_->builtins.forget = [this](const std::string& name) { impl_->evaluator->globals->variables.erase(name); };
}
Session::~Session() {
  on_large_stack([&] { impl_->evaluator.reset(); });  // trees are freed as deep as they are built
}

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

// A program that is freed on a large stack, too: the last who holds it may be a value that the caller keeps.
static std::shared_ptr<const ast::Program> shared(ast::Program program) {
  return {new const ast::Program(std::move(program)), [](const ast::Program* p) { on_large_stack([p] { delete p; }); }};
}

void Session::run(FileId file, bool as_program, const std::function<bool()>& again) {
  const std::function<runtime::Device&()> host = [this]() -> runtime::Device& { return host_device(); };
  const runtime::ParallelCopyScope copies(host);
  if (!impl_->keeps_interrupts) withdraw_interrupt();
  if (impl_->options.device == DeviceChoice::Cuda) device();  // what was asked for by name is there, or nothing runs
  const StopScope stop(impl_->evaluator->progress.interrupted);
  on_large_stack([&] {  // the parser, too, goes as deep as the text is nested
    ParseResult parsed = parse(impl_->sources, file);
    if (as_program) set_aside_uncalled(parsed, {});
    if (!parsed.ok()) throw ProgramError(parsed.diagnostics);
    if (impl_->sinks.diagnostic)
      for (const Diagnostic& d : parsed.diagnostics) impl_->sinks.diagnostic(d);
    run_program(*impl_->evaluator, shared(std::move(parsed.program)), as_program, !as_program, again);
  });
}

void Session::warn_of_uncalled(FileId file) {
  if (impl_->sinks.diagnostic) on_large_stack([&] { host::warn_of_uncalled(*impl_->evaluator, file); });
}

std::vector<Value> Session::call(const std::string& function, std::vector<Value> arguments) {
  if (!impl_->keeps_interrupts) withdraw_interrupt();
  std::vector<Value> results;
  const auto call = [&] { results = call_by_name(*impl_->evaluator, function, std::move(arguments)); };
  on_large_stack(std::ref(call));
  return results;
}

std::shared_ptr<PreparedCall> Session::prepare(const std::string& function, std::vector<Value> samples, int outputs) {
  auto call = std::make_shared<PreparedCall>(PreparedCall{function, std::move(samples), outputs});
  on_large_stack([&] { host::prepare(*impl_->evaluator, *call); });
  return call;
}

std::vector<Value> Session::call(PreparedCall& prepared, std::vector<Value> arguments) {
  if (!impl_->keeps_interrupts) withdraw_interrupt();
  std::vector<Value> results;
  const auto call = [&] { results = call_prepared(*impl_->evaluator, prepared, std::move(arguments)); };
  on_large_stack(std::ref(call));  // which needs no memory
  return results;
}

std::vector<Value> Session::call_library(const std::string& function, std::vector<Value> arguments, Span span) {
  return host::call_library(*impl_->evaluator, function, std::move(arguments), span);
}

std::optional<Value> Session::variable(const std::string& name) const {
  if (Value* v = impl_->evaluator->globals->find(name)) return *v;
  return {};
}
void Session::set_variable(const std::string& name, Value value) {
  impl_->evaluator->globals->variables[name] = std::move(value);
}
std::vector<std::string> Session::variable_names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : impl_->evaluator->globals->variables) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}
void Session::interrupt() { impl_->evaluator->progress.interrupt(); }
void Session::withdraw_interrupt() { impl_->evaluator->progress.withdraw_interrupt(); }
void Session::limit_calls(int most) { impl_->evaluator->progress.most_calls = most; }
void Session::keep_interrupts() { impl_->keeps_interrupts = true; }

BuiltinState& Session::builtin_state() { return impl_->builtins; }

runtime::Device& Session::host_device() {
  if (!impl_->host) impl_->host = runtime::make_host_device(impl_->options.threads, impl_->options.parallel_for);
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
      auto made = runtime::make_cuda_device(impl_->options.cuda_index, impl_->options.cuda);
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

// `replaces`: an interactive session, where a new definition with the same parameters replaces the old one. Files that
// import each other keep their own: each calls what it defines itself.
static void hoist(EvalContext& cx, const ast::Block& block, const std::shared_ptr<const ast::Program>& program,
                  bool replaces) {
  std::map<const ast::FunctionDef*, std::set<std::string>> constants;
  if (!replaces) constants = file_constants(block);
  cx.meanings.forget();
  for (const ast::Stmt& s : block) {
    if (auto* t = std::get_if<ast::TypeDef>(&s.node)) cx.defined.types[t->name] = {t, program};
    if (auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node)) {
      auto& all = cx.defined.functions[(*f)->name];
      if (replaces)
        std::erase_if(all,
                      [&](const Overload& o) { return o.program != program && o.def->parameters == (*f)->parameters; });
      all.push_back({f->get(), program});
      const auto seen = constants.find(f->get());
      if (seen == constants.end()) continue;
      all.back().constants = int(cx.defined.file_constants.size());
      cx.defined.file_constants.push_back({seen->second, std::make_shared<Environment>()});
      cx.defined.file_constants.back().values->outer = cx.globals;
    }
  }
}

// Calls the main of a program that takes as many arguments as the command line has. One without parameters leaves these
// to args(). Where nobody speaks of arguments, as in the embedding library, a main that needs some is not called.
template <class Call>
static void run_main(const EvalContext& cx, const std::shared_ptr<const ast::Program>& program,
                     const std::optional<std::vector<std::string>>& words, const Call& call) {
  std::vector<Overload> mains;
  for (const Overload& o : overloads(cx, "main"))
    if (o.program == program) mains.push_back(o);
  if (mains.empty()) return;
  const std::size_t count = words ? words->size() : 0;
  auto chosen = std::find_if(mains.begin(), mains.end(), [&](const Overload& o) { return takes(*o.def, count); });
  if (chosen == mains.end())
    chosen = std::find_if(mains.begin(), mains.end(), [](const Overload& o) { return o.def->parameters.empty(); });
  if (chosen != mains.end() && chosen->def->parameters.empty()) return call(*chosen, {});
  if (chosen == mains.end() && !words) return;
  const Overload main = chosen == mains.end() ? mains.front() : *chosen;
  call(main, main_arguments(*main.def, words.value_or(std::vector<std::string>{}), cx.scalar()));
}

static void run_program(EvalContext& cx, const std::shared_ptr<const ast::Program>& program, bool as_program,
                        bool keeps_variables, const std::function<bool()>& again) {
  if (cx.progress.depth == 0) cx.meanings.former.clear();
  cx.defined.programs.push_back(program);
  auto saved = cx.defined.current;
  cx.defined.current = program;
  cx.globals->body = &program->statements;
  cx.globals->keeps_variables = keeps_variables;
  if (as_program)
    cx.defined.imported.insert(std::filesystem::weakly_canonical(cx.session().sources().name(program->file)).string());
  hoist(cx, program->statements, program, true);
  cx.loops.expect(program->statements);
  try {
    do {
      const Flow f = run_block(cx, program->statements, cx.globals);
      (void)f;
    } while (again && again());
    if (as_program)
      run_main(cx, program, cx.session().builtin_state().arguments,
               [&](const Overload& o, std::vector<Value> arguments) {
                 call_function(cx, o, nullptr, {std::move(arguments), {}}, {}, 0);
               });
  } catch (...) {
    cx.defined.current = saved;
    throw;
  }
  cx.defined.current = saved;
}

void run_import(EvalContext& cx, const std::string& path, Span span) {
  const std::string found =
      find_import(path, cx.session().sources().name(cx.defined.current->file), cx.session().options().library_path);
  if (found.empty() &&
      path.ends_with(".dll")) {  // programs name the libraries of the system that they were written for
    for (const char* known :
         {"Quasar.UI.dll", "Quasar.Video.dll", "Quasar.Runtime.dll"})  // forms, videos, files: all here
      if (path.ends_with(known)) return;
    if (cx.defined.imported.insert(path).second && cx.session().sinks().diagnostic)
      cx.session().sinks().diagnostic({"Q0206",
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
         help_for_import(path, cx.session().sources().name(cx.defined.current->file),
                         cx.session().options().library_path));
  const std::string canonical = std::filesystem::weakly_canonical(found).string();
  const bool again = !cx.defined.imported.insert(canonical).second, prompt = cx.session().options().echo;
  if (again && !prompt) return;
  auto text = program_text(found);
  if (!text) fail("Q0601", span, fmt::format("'{}' cannot be read", found));
  const auto of_file = [&](const std::shared_ptr<const ast::Program>& p) {
    return std::filesystem::weakly_canonical(cx.session().sources().name(p->file)).string() == canonical;
  };
  // The imports of a file that is as it was; files may import each other.
  const auto import_edited = [&](std::shared_ptr<const ast::Program> program) {
    const std::string mark = "looked into: " + canonical;
    if (!cx.defined.imported.insert(mark).second) return;
    struct Restore {
      EvalContext& e;
      const std::string& mark;
      std::shared_ptr<const ast::Program> current = e.defined.current;
      ~Restore() {
        e.defined.current = current;
        e.defined.imported.erase(mark);
      }
    } restore{cx, mark};
    cx.defined.current = program;
    for (const ast::Stmt& s : program->statements)
      if (auto* import = std::get_if<ast::Import>(&s.node)) run_import(cx, import->path, s.span);
  };
  if (again) {  // at a prompt a file that was edited is taken again, and so are those that it imports
    const auto before = std::find_if(cx.defined.programs.rbegin(), cx.defined.programs.rend(), of_file);
    if (before != cx.defined.programs.rend() && cx.session().sources().text((*before)->file) == *text)
      return import_edited(*before);
  }
  const FileId file = cx.session().sources().add(found, std::move(*text));
  ParseResult parsed = parse(cx.session().sources(), file);
  set_aside_uncalled(parsed, cx.defined.programs);
  if (!parsed.ok()) throw ProgramError(parsed.diagnostics);
  auto program = shared(std::move(parsed.program));
  if (prompt) {
    cx.meanings.forget();
    for (auto& [name, all] : cx.defined.functions)
      std::erase_if(all, [&](const Overload& o) { return of_file(o.program); });
  }
  cx.defined.programs.push_back(program);
  struct Restore {  // also when a statement of the file fails
    EvalContext& e;
    std::shared_ptr<const ast::Program> program = e.defined.current;
    const ast::Block* body = e.globals->body;
    bool keeps_variables = e.globals->keeps_variables;
    int depth = e.defined.hoisted_depth;
    std::size_t constants = e.defined.file_constants.size();
    ~Restore() {
      e.defined.keep_constants(constants, *e.globals);
      e.defined.current = program;
      e.globals->body = body;
      e.globals->keeps_variables = keeps_variables;
      e.defined.hoisted_depth = depth;
    }
  } restore{cx};
  cx.defined.current = program;
  cx.globals->body = &program->statements;
  cx.globals->keeps_variables = true;  // whoever imports it may read its variables
  cx.defined.hoisted_depth = cx.progress.depth + 1;
  hoist(cx, program->statements, program, false);
  cx.loops.expect(program->statements);
  try {
    run_block(cx, program->statements, cx.globals);
  } catch (...) {
    if (prompt) cx.defined.imported.erase(canonical);  // the next import tries it again
    throw;
  }
}

static void warn_of_uncalled(EvalContext& cx, FileId file) {
  const auto program = std::find_if(cx.defined.programs.begin(), cx.defined.programs.end(),
                                    [&](const auto& p) { return p->file == file; });
  if (program == cx.defined.programs.end()) return;
  const std::vector<const ast::Program*> files = pointers_to(cx.defined.programs);
  std::vector<const ast::Program*> others = files;
  std::erase(others, program->get());
  const auto uncalled = uncalled_functions(**program, others);
  if (uncalled.empty()) return;
  const auto in_library = [&](std::string_view name) {
    std::vector<const ast::FunctionDef*> out;
    if (!find_builtin(name))
      for (const auto& f : cx.defined.library->functions(name)) out.push_back(f.def);
    return out;
  };
  for (const Diagnostic& d : walk_uncalled(uncalled, files, {cx.scalar(), {}, in_library, {}}))
    if (d.span.file == file) cx.session().sinks().diagnostic(d);
}

static std::vector<Value> call_library(EvalContext& cx, const std::string& name, std::vector<Value> arguments,
                                       Span span) {
  const auto& all = overloads(cx, name);
  return call_overloads(cx, name, all, nullptr, {std::move(arguments), {}}, span, int(all.at(0).def->outputs.size()));
}

}  // namespace qc::host
