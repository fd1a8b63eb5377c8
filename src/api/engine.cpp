#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <limits>

#include "api/engine_impl.h"
#include "ast/query.h"
#include "host/library/program_file.h"
#include "parser/parse.h"
#include "support/program_line.h"

namespace qc {
namespace {

constexpr int kMostThreads = 1024;

Message to_message(const Diagnostic& raised, const SourceMap& sources) {
  const Diagnostic d = at_line_of_program(raised, sources);
  Message m;
  m.code = std::string(d.code.text());
  m.is_error = d.severity == Severity::Error;
  if (d.span.valid()) {
    m.file = sources.name(d.span.file);
    const LineColumn at = sources.place(d.span);
    m.line = at.line;
    m.column = at.column;
  }
  m.text = d.message;
  m.help = d.help;
  m.rendered = render(d, sources);
  return m;
}

Code code_of(runtime::Failure::Kind kind) {
  switch (kind) {
    case runtime::Failure::Kind::NoDevice:
      return "Q0701";
    case runtime::Failure::Kind::OutOfMemory:
      return "Q0702";
    case runtime::Failure::Kind::Device:
      break;
  }
  return "Q0703";
}

// "auto", "cpu", "simt", "cuda", "cuda:N"; false when it is none of them.
bool choose_device(const std::string& text, host::Options& options) {
  if (text == "auto")
    options.device = host::DeviceChoice::Auto;
  else if (text == "cpu")
    options.device = host::DeviceChoice::Cpu;
  else if (text == "simt")
    options.device = host::DeviceChoice::Simt;
  else if (text.rfind("cuda", 0) == 0) {
    options.device = host::DeviceChoice::Cuda;
    if (text.size() == 4) return true;
    const char* end = text.data() + text.size();
    int index = 0;
    const auto [rest, error] = std::from_chars(text.data() + 5, end, index);
    options.cuda_index = index;
    return text[4] == ':' && text.size() > 5 && error == std::errc{} && rest == end && index >= 0;
  } else {
    return false;
  }
  return true;
}

// Whether a program may have a variable of that name.
bool is_name(std::string_view text) {
  SourceMap sources;
  const ParseResult result = parse(sources, sources.add("<name>", std::string(text) + " = 0"));
  if (!result.ok() || result.program.statements.size() != 1) return false;
  const auto* assigned = std::get_if<ast::Assign>(&result.program.statements[0].node);
  const std::string* name =
      assigned && assigned->targets.size() == 1 ? ast::name_of(*assigned->targets[0].place) : nullptr;
  return name && *name == text;
}

}  // namespace

Error to_error(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources) {
  Error error;
  bool first = true;
  for (const auto& d : diagnostics) {
    if (d.severity == Severity::Error && first) {
      error.exit_code = int(d.code.exit());
      first = false;
    }
    error.messages.push_back(to_message(d, sources));
  }
  return error;
}

Error to_error(const runtime::Failure& failure) { return one_error(code_of(failure.kind), failure.message); }

Error one_error(Code code, std::string message, std::string help) {
  return to_error({Diagnostic{code, Severity::Error, {}, std::move(message), std::move(help), {}}}, SourceMap());
}

std::string Error::to_string() const {
  std::string text;
  for (const auto& m : messages) text += m.rendered;
  return text;
}

Result<host::Options> session_options(const Options& options) {
  host::Options o;
  o.scalar = options.double_precision ? Elem::F64 : Elem::F32;
  if (options.threads < 0 || options.threads > kMostThreads)
    return one_error("Q0001", fmt::format("threads expects a number from 1 to {}, or 0 for all, got {}", kMostThreads,
                                          options.threads));
  o.threads = options.threads;
  o.library_path = options.library_path;
  if (!choose_device(options.device, o))
    return one_error("Q0001", "device expects auto, cpu, cuda, cuda:N or simt, got '" + options.device + "'");
  if (bool(options.allocator.allocate) != bool(options.allocator.free))
    return one_error("Q0901", options.allocator.free ? "an allocator that frees but does not allocate"
                                                     : "an allocator that allocates but does not free");
  o.parallel_for = options.parallel_for;
  o.cuda = {options.cuda_context, options.cuda_stream};
  if (!o.cuda.context && !o.cuda.stream) return o;
  if (o.device == host::DeviceChoice::Auto) o.device = host::DeviceChoice::Cuda;
  if (o.device != host::DeviceChoice::Cuda)
    return one_error("Q0901", "a context or a stream of CUDA for the device '" + options.device + "'");
  return o;
}

Engine::Impl::Impl(const Options& options)
    : memory(std::make_shared<runtime::MemoryAccount>(
          runtime::Allocator{options.allocator.allocate, options.allocator.free})) {
  auto chosen = session_options(options);
  if (!chosen) {
    unusable = chosen.error();
    return;
  }
  host::Sinks sinks;
  sinks.out = [this](std::string_view text) { output(text); };
  sinks.diagnostic = [this](const Diagnostic& d) { warning(to_message(d, session->sources())); };
  sinks.log = [](std::string_view) {};
  session = std::make_unique<host::Session>(std::move(chosen.value()), std::move(sinks));
  session->keep_interrupts();
}

Engine::Impl::Impl(Error why) : unusable(std::move(why)) {}

const std::shared_ptr<Engine::Impl>& Engine::Impl::moved_away() {
  static const auto none = std::make_shared<Impl>(one_error("Q0901", "the engine was moved into another"));
  return none;
}

Result<Done> Engine::Impl::run(std::string name, std::string text) {
  return guarded<Done>([&] {
    session->run(session->sources().add(std::move(name), std::move(text)), true);
    session->finish_launches();  // what only waiting shows is an error of the statements that launched it
    return Done{};
  });
}

host::Value Engine::Impl::take(const Value& value) {
  const HeldValue& held = Value::Access::held(value);
  if (!held.problem.empty()) throw ProgramError(Diagnostic{"Q0404", Severity::Error, {}, held.problem, {}, {}});
  if (held.memory && remember(held.memory)) take_in(*held.memory);
  return held.value;
}

bool Engine::Impl::remember(std::shared_ptr<const CallersMemory> memory) {
  if (std::find(views_.begin(), views_.end(), memory) != views_.end()) return false;
  views_.push_back(std::move(memory));
  return true;
}

void Engine::Impl::forget(const std::shared_ptr<const CallersMemory>& memory) {
  const auto at = std::find(views_.rbegin(), views_.rend(), memory);
  if (at != views_.rend()) views_.erase(std::next(at).base());
}

// An array that nobody has touched has no memory yet, and a copy may share that of a variable. It has memory of its own
// before the caller asks, since there is no error to be told of then, and another thread may hand it to another engine.
Value Engine::Impl::give(host::Value value) {
  if (const auto* array = std::get_if<host::ArrayP>(&value.v); array && *array) {
    (*array)->buffer->own();
    (*array)->buffer->settle();
  }
  return Value::Access::wrap(std::move(value));
}

void Engine::Impl::part(const Value& argument) noexcept {
  const auto* array = std::get_if<host::ArrayP>(&Value::Access::held(argument).value.v);
  if (!array || !*array) return;
  try {
    (*array)->buffer->own();
  } catch (...) {  // no memory: it is right all the same, but for two engines on two threads at once
  }
}

std::vector<Diagnostic> Engine::Impl::stopped_by(double limit, std::vector<Diagnostic> diagnostics) {
  if (limit > 0)
    for (Diagnostic& d : diagnostics)
      if (d.code == Code("Q0406")) d.message = fmt::format("interrupted: the limit of {:g} s is over", limit);
  return diagnostics;
}

void Engine::Impl::take_views_in() {
  copies_.clear();
  std::erase_if(views_, [this](const auto& memory) { return !take_in(*memory); });
}

bool Engine::Impl::take_in(const CallersMemory& memory) {
  if (memory.elsewhere()) copies_.push_back(memory.buffer());
  return memory.take_in();
}

void Engine::Impl::bring_views_home() {
  std::erase_if(views_, [](const auto& memory) { return !memory->bring_home(); });
  copies_.clear();
}

bool Engine::Impl::interrupt() noexcept {
  if (state_ != State::Running) return false;
  session->interrupt();
  return true;
}

Engine::Engine(Options options) : impl_(std::make_shared<Impl>(options)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&& other) noexcept : impl_(std::exchange(other.impl_, Impl::moved_away())) {}
Engine& Engine::operator=(Engine&& other) noexcept {
  if (this != &other) impl_ = std::exchange(other.impl_, Impl::moved_away());
  return *this;
}

Result<Done> Engine::load(std::string_view source, std::string name) {
  return impl_->run(std::move(name), std::string(source));
}

Result<Done> Engine::load_file(const std::string& path) {
  auto text = host::program_text(path);
  if (!text) return one_error("Q0002", "cannot read '" + path + "': " + std::strerror(errno));
  return impl_->run(path, std::move(*text));
}

Result<std::vector<Value>> Engine::call_all(std::string_view function, std::vector<Value> arguments) {
  return impl_->called(arguments, [&](std::vector<host::Value> inner) {
    return impl_->session->call(std::string(function), std::move(inner));
  });
}

Result<Value> Engine::call(std::string_view function, std::vector<Value> arguments) {
  auto all = call_all(function, std::move(arguments));
  if (!all) return all.error();
  return all.value().empty() ? Value() : all.value().front();
}

Result<Value> Engine::get(std::string_view variable) {
  return impl_->guarded<Value>([&] {
    auto value = impl_->session->variable(std::string(variable));
    if (!value) {
      const std::string near = nearest_name(variable, impl_->session->variable_names());
      throw ProgramError(Diagnostic{"Q0201",
                                    Severity::Error,
                                    {},
                                    "no variable '" + std::string(variable) + "'",
                                    near.empty() ? "" : "did you mean '" + near + "'?",
                                    {}});
    }
    return impl_->give(std::move(*value));
  });
}

Result<Done> Engine::set(std::string_view variable, Value value) {
  return impl_->guarded<Done>([&] {
    if (!impl_->session->variable(std::string(variable)) && !is_name(variable))
      throw ProgramError(
          Diagnostic{"Q0901", Severity::Error, {}, "'" + std::string(variable) + "' is no name of a variable", {}, {}});
    impl_->session->set_variable(std::string(variable), impl_->take(value));
    return Done{};
  });
}

void Engine::on_output(std::function<void(std::string_view)> sink) { impl_->output.set(std::move(sink)); }
void Engine::on_warning(std::function<void(const Message&)> sink) { impl_->warning.set(std::move(sink)); }
void Engine::on_progress(std::function<void(const Progress&)> sink, double every) {
  impl_->watch.tell(std::move(sink), every);
}
bool Engine::interrupt() noexcept { return impl_->interrupt(); }
void Engine::limit_time(double seconds) { impl_->watch.limit(seconds); }
void Engine::limit_recursion(int calls) {
  if (impl_->session) impl_->session->limit_calls(calls > 0 ? calls : std::numeric_limits<int>::max());
}
void Engine::limit_memory(std::size_t bytes) { impl_->memory->limit = bytes; }

std::uintptr_t Engine::stream() {
  const auto stream = impl_->guarded<std::uintptr_t>([&] { return impl_->session->device().stream(); });
  return stream ? stream.value() : 0;
}

std::string Engine::device_name() {
  const auto name = impl_->guarded<std::string>([&] { return impl_->session->device().info().name; });
  return name ? name.value() : name.error().messages.front().text;
}

std::string use_code_folder(const std::string& folder) { return host::use_code_folder(folder).value_or(""); }

}  // namespace qc
