// The surface for C (qc/qc_c.h) over that for C++.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <complex>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/dlpack.h"
#include "api/engine_impl.h"
#include "qc/qc_c.h"
#include "support/of_thread.h"

struct qc_engine {
  qc::Engine engine;
};
struct qc_value {
  explicit qc_value(qc::Value v) : value(std::move(v)), text(value.string()), extents(value.extents()) {}
  qc::Value value;
  std::string text;
  std::vector<std::int64_t> extents;
  std::string shown;
};

namespace {

qc_message c_message(const qc::Message& m) {
  return {m.code.c_str(), m.is_error ? 1 : 0, m.file.c_str(), m.line,
          m.column,       m.text.c_str(),     m.help.c_str(), m.rendered.c_str()};
}

// The last failure of a thread.
struct LastError {
  qc::Error error;
  std::vector<qc_message> messages;  // of its texts
  std::string text;
};
LastError& last() { return qc::of_thread<LastError>(); }

qc_status failed(qc::Error error) {
  last().error = std::move(error);
  last().messages.clear();
  for (const qc::Message& m : last().error.messages) last().messages.push_back(c_message(m));
  last().text = last().error.to_string();
  return qc_status(last().error.exit_code);
}

qc_status failed(qc::Code code, std::string message) { return failed(qc::one_error(code, std::move(message))); }

qc_status misused(const std::string& message) { return failed("Q0901", message); }

// Runs f, which gives a status; nothing is thrown into C.
template <class F>
qc_status guarded(F f) noexcept {
  try {
    try {
      return f();
    } catch (const std::bad_alloc&) {
      return failed("Q0702", "out of memory on the host");
    } catch (const std::exception& e) {
      return failed("Q0403", e.what());
    }
  } catch (...) {  // no memory to say so
    last().messages.clear();
    last().text.clear();
    return QC_DEVICE;
  }
}

// A handle of what f gives; NULL when it fails.
template <class F>
qc_value* made(F f) noexcept {
  qc_value* out = nullptr;
  guarded([&] {
    qc::Result<qc::Value> value = f();
    if (!value) return failed(value.error());
    if (const std::string problem = value.value().problem(); !problem.empty()) return failed("Q0404", problem);
    out = new qc_value(std::move(value.value()));
    return QC_OK;
  });
  return out;
}

template <class T>
qc_status status_of(const qc::Result<T>& result) {
  return result ? QC_OK : failed(result.error());
}

qc::Error misuse(std::string message) { return qc::one_error("Q0901", std::move(message)); }

qc_value* view(void* data, qc_type type, std::size_t rank, const std::int64_t* extents, qc::ViewLayout how,
               const std::int64_t* strides) noexcept {
  return made([&]() -> qc::Result<qc::Value> {
    if (!extents) return misuse("a view without extents (a null pointer)");
    if (rank > 16) return qc::one_error("Q0404", "a view has 1 to 16 dimensions, not " + std::to_string(rank));
    if (strides) how.strides.assign(strides, strides + rank);
    return qc::view_of(data, qc::ElementType(int(type)), {extents, extents + rank}, std::move(how));
  });
}

qc::ViewLayout read_only() {
  qc::ViewLayout how;
  how.read_only = true;
  return how;
}

// Tells the caller that its memory is not used any more, once it has been taken.
struct Release {
  void (*f)(void*);
  void* user;
  bool is_ours = false;
  ~Release() {
    if (is_ours) f(user);
  }
};

qc::EngineP engine_of(const qc_engine* engine) { return engine ? qc::Engine::Access::impl(engine->engine) : nullptr; }

// What f gives; NULL when it fails.
template <class Managed, class F>
Managed* given(const qc_value* array, F f) noexcept {
  Managed* out = nullptr;
  guarded([&] {
    if (!array) return misused("a tensor of no array (a null pointer)");
    const qc::Result<Managed*> tensor = f();
    if (!tensor) return failed(tensor.error());
    out = tensor.value();
    return QC_OK;
  });
  return out;
}

// What a function of the caller's is called with, or nothing where there is no function.
template <class Function, class Sink>
Sink with_user(Function f, Sink sink) {
  return f ? std::move(sink) : Sink();
}

}  // namespace

extern "C" {

const char* qc_version(void) { return QC_VERSION; }

// What a parallel_for for C calls.
static void call_body(void* body, int64_t index) {
  (*static_cast<const std::function<void(std::int64_t)>*>(body))(index);
}

// Later versions add members at the end; a caller that was compiled before them does not have them.
static qc::Result<qc::Options> options_of(const qc_options* options) {
  constexpr std::size_t kFirst = offsetof(qc_options, allocate);  // of the first version
  qc::Options o;
  if (!options) return o;
  if (options->size < kFirst) return misuse("qc_options: size is not sizeof(qc_options)");
  qc_options given{};
  std::memcpy(&given, options, std::min(options->size, sizeof given));
  if (given.device) o.device = given.device;
  o.double_precision = given.double_precision != 0;
  o.threads = given.threads;
  for (auto folder = given.library_path; folder && *folder; ++folder) o.library_path.emplace_back(*folder);
  if (given.allocate)
    o.allocator.allocate = [f = given.allocate, user = given.allocator_user](std::size_t bytes, std::size_t alignment) {
      return f(user, bytes, alignment);
    };
  if (given.free)
    o.allocator.free = [f = given.free, user = given.allocator_user](void* memory, std::size_t bytes) {
      f(user, memory, bytes);
    };
  if (given.parallel_for)
    o.parallel_for = [f = given.parallel_for, user = given.parallel_for_user](
                         std::int64_t count, const std::function<void(std::int64_t)>& body) {
      f(user, count, call_body, const_cast<void*>(static_cast<const void*>(&body)));
    };
  o.cuda_context = given.cuda_context;
  o.cuda_stream = given.cuda_stream;
  return o;
}

qc_engine* qc_engine_new(const qc_options* options) {
  qc_engine* out = nullptr;
  guarded([&] {
    qc::Result<qc::Options> o = options_of(options);
    if (!o) return failed(o.error());
    out = new qc_engine{qc::Engine(std::move(o.value()))};
    return QC_OK;
  });
  return out;
}

qc_value* qc_explain(const char* text, const char* name, const qc_options* options) {
  return made([&]() -> qc::Result<qc::Value> {
    if (!text) return misuse("qc_explain: the text is NULL");
    const qc::Result<qc::Options> o = options_of(options);
    if (!o) return o.error();
    qc::Result<std::string> report = qc::report_in_json(text, name ? name : "<text>", o.value());
    if (!report) return report.error();
    return qc::Value(report.value());
  });
}

// ---- signals that interrupt
namespace {

std::atomic<qc_engine*> interrupted_by_signal{nullptr};
int its_signal = 0;
struct sigaction handled_before;

void interrupt_and_handle(int signal, siginfo_t* info, void* context) {
  if (qc_engine* engine = interrupted_by_signal.load()) engine->engine.interrupt();
  if (handled_before.sa_flags & SA_SIGINFO)
    handled_before.sa_sigaction(signal, info, context);
  else if (handled_before.sa_handler != SIG_DFL && handled_before.sa_handler != SIG_IGN)
    handled_before.sa_handler(signal);
}

void forget_signal() {
  interrupted_by_signal = nullptr;
  struct sigaction now {};
  // One that was set since has the last word, and may hand on to this.
  if (sigaction(its_signal, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) &&
      now.sa_sigaction == interrupt_and_handle)
    sigaction(its_signal, &handled_before, nullptr);
}

}  // namespace

void qc_engine_free(qc_engine* engine) {
  if (engine && interrupted_by_signal.load() == engine) forget_signal();
  delete engine;
}

qc_status qc_load(qc_engine* engine, const char* text, const char* name) {
  return guarded([&] {
    if (!engine || !text) return misused(engine ? "qc_load: the text is NULL" : "qc_load: the engine is NULL");
    return status_of(engine->engine.load(text, name ? name : "<text>"));
  });
}

qc_status qc_load_file(qc_engine* engine, const char* path) {
  return guarded([&] {
    if (!engine || !path)
      return misused(engine ? "qc_load_file: the path is NULL" : "qc_load_file: the engine is NULL");
    return status_of(engine->engine.load_file(path));
  });
}

qc_status qc_call(qc_engine* engine, const char* function, const qc_value* const* arguments, size_t count,
                  qc_value** results, size_t wanted) {
  return guarded([&] {
    for (std::size_t k = 0; results && k < wanted; ++k) results[k] = nullptr;
    if (!engine || !function)
      return misused(engine ? "qc_call: the function's name is NULL" : "qc_call: the engine is NULL");
    if ((count && !arguments) || (wanted && !results))
      return misused("qc_call: arguments or results are wanted, but their array is NULL");
    std::vector<qc::Value> given;
    for (std::size_t k = 0; k < count; ++k) {
      if (!arguments[k]) return misused("qc_call: argument " + std::to_string(k + 1) + " is NULL");
      given.push_back(arguments[k]->value);
    }
    auto all = engine->engine.call_all(function, std::move(given));
    if (!all) return failed(all.error());
    std::vector<std::unique_ptr<qc_value>> handles;
    for (std::size_t k = 0; k < wanted && k < all.value().size(); ++k)
      handles.push_back(std::make_unique<qc_value>(std::move(all.value()[k])));
    for (std::size_t k = 0; k < handles.size(); ++k) results[k] = handles[k].release();
    return QC_OK;
  });
}

qc_value* qc_get(qc_engine* engine, const char* variable) {
  return made([&]() -> qc::Result<qc::Value> {
    if (!engine || !variable) return misuse(engine ? "qc_get: the name is NULL" : "qc_get: the engine is NULL");
    return engine->engine.get(variable);
  });
}

qc_status qc_set(qc_engine* engine, const char* variable, const qc_value* value) {
  return guarded([&] {
    if (!engine || !variable || !value)
      return misused(!engine    ? "qc_set: the engine is NULL"
                     : variable ? "qc_set: the value is NULL"
                                : "qc_set: the name is NULL");
    return status_of(engine->engine.set(variable, value->value));
  });
}

int qc_interrupt(qc_engine* engine) { return engine && engine->engine.interrupt() ? 1 : 0; }

qc_status qc_interrupt_at(qc_engine* engine, int signal) {
  return guarded([&] {
    if (!engine) return misused("qc_interrupt_at: the engine is NULL");
    qc_engine* const other = interrupted_by_signal.load();
    if (other && other != engine) return misused("qc_interrupt_at: another engine of the process has a signal");
    if (other) forget_signal();
    if (signal == 0) return QC_OK;
    struct sigaction action {};
    action.sa_sigaction = interrupt_and_handle;
    action.sa_flags = SA_SIGINFO;
    its_signal = signal;
    if (sigaction(signal, nullptr, &handled_before) != 0) return misused("qc_interrupt_at: there is no such signal");
    interrupted_by_signal = engine;
    if (sigaction(signal, &action, nullptr) == 0) return QC_OK;
    interrupted_by_signal = nullptr;
    return misused("qc_interrupt_at: the signal cannot be handled");
  });
}

qc_status qc_limit_time(qc_engine* engine, double seconds) {
  return guarded([&] {
    if (!engine) return misused("qc_limit_time: the engine is NULL");
    engine->engine.limit_time(seconds);
    return QC_OK;
  });
}

qc_status qc_limit_memory(qc_engine* engine, size_t bytes) {
  return guarded([&] {
    if (!engine) return misused("qc_limit_memory: the engine is NULL");
    engine->engine.limit_memory(bytes);
    return QC_OK;
  });
}

qc_status qc_limit_recursion(qc_engine* engine, int calls) {
  return guarded([&] {
    if (!engine) return misused("qc_limit_recursion: the engine is NULL");
    engine->engine.limit_recursion(calls);
    return QC_OK;
  });
}

void qc_on_progress(qc_engine* engine, void (*f)(void*, const qc_progress*), void* user, double every) {
  guarded([&] {
    if (!engine) return misused("qc_on_progress: the engine is NULL");
    engine->engine.on_progress(
        with_user(f, std::function<void(const qc::Progress&)>([f, user](const qc::Progress& p) {
                    const qc_progress progress{p.seconds, p.compiling ? 1 : 0, p.compiled, p.of_loop};
                    f(user, &progress);
                  })),
        every);
    return QC_OK;
  });
}

const char* qc_device_name(qc_engine* engine) {
  struct Name {
    std::string text;
  };
  std::string& name = qc::of_thread<Name>().text;
  const qc_status status = guarded([&] {
    if (!engine) return misused("qc_device_name: the engine is NULL");
    name = engine->engine.device_name();
    return QC_OK;
  });
  return status == QC_OK ? name.c_str() : "";
}

void qc_on_output(qc_engine* engine, void (*f)(void*, const char*, size_t), void* user) {
  guarded([&] {
    if (!engine) return misused("qc_on_output: the engine is NULL");
    engine->engine.on_output(with_user(f, std::function<void(std::string_view)>([f, user](std::string_view text) {
                                         f(user, text.data(), text.size());
                                       })));
    return QC_OK;
  });
}

size_t qc_error_count(void) { return last().messages.size(); }
const qc_message* qc_error_message(size_t index) {
  return index < last().messages.size() ? &last().messages[index] : nullptr;
}
const char* qc_error_text(void) { return last().text.c_str(); }

void qc_on_warning(qc_engine* engine, void (*f)(void*, const qc_message*), void* user) {
  guarded([&] {
    if (!engine) return misused("qc_on_warning: the engine is NULL");
    engine->engine.on_warning(with_user(f, std::function<void(const qc::Message&)>([f, user](const qc::Message& m) {
                                          const qc_message message = c_message(m);
                                          f(user, &message);
                                        })));
    return QC_OK;
  });
}

qc_value* qc_from_double(double number) {
  return made([&] { return qc::Result<qc::Value>(qc::Value(number)); });
}
qc_value* qc_from_float(float number) {
  return made([&] { return qc::Result<qc::Value>(qc::Value(number)); });
}
qc_value* qc_from_complex(double real, double imaginary) {
  return made([&] { return qc::Result<qc::Value>(qc::Value(std::complex<double>(real, imaginary))); });
}
qc_value* qc_from_int(int64_t number) {
  return made([&] { return qc::Result<qc::Value>(qc::Value(number)); });
}
qc_value* qc_from_bool(int truth) {
  return made([&] { return qc::Result<qc::Value>(qc::Value(truth != 0)); });
}
qc_value* qc_from_text(const char* text) {
  return made([&] { return qc::Result<qc::Value>(qc::Value(text)); });
}

qc_value* qc_view(void* data, qc_type type, size_t rank, const int64_t* extents, const int64_t* strides) {
  return view(data, type, rank, extents, {}, strides);
}
qc_value* qc_view_const(const void* data, qc_type type, size_t rank, const int64_t* extents, const int64_t* strides) {
  return view(const_cast<void*>(data), type, rank, extents, read_only(), strides);
}

// Later versions add members at the end; a caller that was compiled before them does not have them.
qc_value* qc_view_of(void* data, qc_type type, size_t rank, const int64_t* extents, const qc_layout* layout) {
  std::shared_ptr<Release> release;
  qc_value* const out = made([&]() -> qc::Result<qc::Value> {
    if (!layout) return misuse("qc_view_of: the layout is NULL");
    if (layout->size < sizeof(qc_layout)) return misuse("qc_layout: size is not sizeof(qc_layout)");
    qc::ViewLayout how;
    how.is_complex = layout->is_complex != 0;
    how.read_only = layout->read_only != 0;
    if (layout->release) how.owner = release = std::make_shared<Release>(Release{layout->release, layout->user});
    qc_value* const made = view(data, type, rank, extents, std::move(how), layout->strides);
    if (!made) return last().error;
    const std::unique_ptr<qc_value> owned(made);
    return owned->value;
  });
  if (out && release) release->is_ours = true;
  return out;
}

qc_value* qc_from_dlpack(qc_engine* engine, DLManagedTensorVersioned* tensor) {
  return made([&] { return qc::take_tensor(engine_of(engine), tensor); });
}
qc_value* qc_from_dlpack_unversioned(qc_engine* engine, DLManagedTensor* tensor) {
  return made([&] { return qc::take_tensor(engine_of(engine), tensor); });
}
DLManagedTensorVersioned* qc_to_dlpack(qc_engine* engine, const qc_value* array) {
  return given<DLManagedTensorVersioned>(array, [&] { return qc::give_tensor(engine_of(engine), array->value); });
}
DLManagedTensor* qc_to_dlpack_unversioned(qc_engine* engine, const qc_value* array) {
  return given<DLManagedTensor>(array, [&] { return qc::give_unversioned_tensor(engine_of(engine), array->value); });
}
uintptr_t qc_stream(qc_engine* engine) { return engine ? engine->engine.stream() : 0; }
int qc_gpu_of(qc_engine* engine, const qc_value* array) { return engine && array ? qc::gpu_of(array->value) : -1; }

qc_value* qc_value_copy(const qc_value* value) {
  return made([&]() -> qc::Result<qc::Value> {
    if (!value) return misuse("qc_value_copy: the value is NULL");
    return value->value;
  });
}
void qc_value_free(qc_value* value) { delete value; }

qc_kind qc_kind_of(const qc_value* value) {
  if (!value) return QC_NOTHING;
  if (value->value.is_number()) return QC_NUMBER;
  if (value->value.is_string()) return QC_TEXT;
  if (value->value.is_array()) return QC_ARRAY;
  return value->value.is_nothing() ? QC_NOTHING : QC_OTHER;
}
qc_type qc_type_of(const qc_value* value) {
  return value && (value->value.is_number() || value->value.is_array()) ? qc_type(int(value->value.element_type()))
                                                                        : QC_BOOL;
}
int qc_is_complex(const qc_value* value) { return value && value->value.is_complex() ? 1 : 0; }
int qc_is_read_only(const qc_value* value) { return value && value->value.is_read_only() ? 1 : 0; }
double qc_number(const qc_value* value) { return value ? value->value.number() : std::nan(""); }
double qc_imaginary(const qc_value* value) { return value ? value->value.imaginary() : 0; }
int64_t qc_integer(const qc_value* value) { return value ? value->value.integer() : 0; }
const char* qc_text(const qc_value* value) { return value ? value->text.c_str() : ""; }
size_t qc_rank(const qc_value* value) { return value ? value->extents.size() : 0; }
const int64_t* qc_extents(const qc_value* value) {
  return value && !value->extents.empty() ? value->extents.data() : nullptr;
}
const void* qc_data(const qc_value* value) { return value ? value->value.data() : nullptr; }
const char* qc_shown(qc_value* value) {
  if (!value) return "";
  const qc_status status = guarded([&] {
    value->shown = value->value.to_string();
    return QC_OK;
  });
  return status == QC_OK ? value->shown.c_str() : "";
}

qc_status qc_use_code_folder(const char* folder) {
  return guarded([&] {
    if (!folder) return misused("qc_use_code_folder: the folder is NULL");
    const std::string problem = qc::use_code_folder(folder);
    return problem.empty() ? QC_OK : failed("Q0404", problem);
  });
}

}  // extern "C"
