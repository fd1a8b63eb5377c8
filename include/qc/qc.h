// Embedding: compile and call programs of the language from C++. Nothing here prints, exits or throws. Calls need
// little of the caller's stack, and compute with the floats of the language whatever rounding, flushing or traps the
// caller's thread has set.
//
//   qc::Engine engine;
//   if (auto r = engine.load("function s = total(im : mat) ... end"); !r) { show(r.error()); }
//   float image[512 * 512] = ...;
//   auto result = engine.call("total", {qc::view(image, {512, 512})});
//   if (result) use(result.value().number());
//
// A function that is called often is looked up once, with the types of C++:
//
//   auto total = engine.function<float(qc::View<const float, 2>)>("total");
//   if (total) auto sum = total.value()({image, {512, 512}});  // a Result<float>
#pragma once
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

struct DLManagedTensorVersioned;  // qc/dlpack.h

namespace qc {

// The host program's own memory for the arrays of an engine: both functions or none. allocate gives `bytes` bytes at a
// multiple of `alignment`, somewhat more than the elements, or null, which is the error Q0702 of the call; free gets
// them back, with the same number. Both may be called by several threads at once. Arrays that are values of the
// caller's are freed when the last of these goes, be it after the engine. Arrays of up to 128 bytes, texts and code are
// on the heap.
struct Allocator {
  std::function<void*(std::size_t bytes, std::size_t alignment)> allocate;
  std::function<void(void* memory, std::size_t bytes)> free;
};

// The host program's own threads for the loops that run on the host: calls body(0) .. body(count-1), on any threads and
// in any order, itself as well, and returns when all have returned; body throws nothing. count is Options::threads at
// most. A body takes blocks of the loop until none is left, so that bits depend on nothing that is done here, and one
// that is not called leaves its blocks to the others, or to the thread that called the engine. Short loops run there
// without it. What it throws ends the call with the error Q0403. No lock is held: a body that waits may run other work,
// calls of other engines among it.
using ParallelFor = std::function<void(std::int64_t count, const std::function<void(std::int64_t index)>& body)>;

struct Options {
  std::string device = "auto";    // "auto", "cpu", "cuda", "cuda:N", "simt"
  bool double_precision = false;  // `scalar` is double
  int threads = 0;                // host threads; 0: all that the process may use
  std::vector<std::string> library_path;
  Allocator allocator;
  ParallelFor parallel_for;
  // A CUcontext and a CUstream of it for the engine to work in, instead of the primary context and a stream of its own;
  // null: those. They outlive the engine. With one of them "auto" is "cuda", which is then the context's device. A call
  // leaves the context current in its thread.
  void* cuda_context = nullptr;
  void* cuda_stream = nullptr;
};

// One diagnostic: code "Q0201", 1-based place (0: none), message, and the whole text as the command line would show it.
struct Message {
  std::string code;
  bool is_error = true;
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::string text;
  std::string help;
  std::string rendered;
};

struct Error {
  int exit_code = 1;              // 1 program, 2 usage of this library, 3 compile, 4 device or resource
  std::vector<Message> messages;  // at least one error
  std::string to_string() const;
};

template <class T>
class Result {
 public:
  Result(T value) : v_(std::move(value)) {}
  Result(Error error) : v_(std::move(error)) {}
  explicit operator bool() const { return v_.index() == 0; }
  T& value() { return std::get<0>(v_); }
  const T& value() const { return std::get<0>(v_); }
  const Error& error() const { return std::get<1>(v_); }

 private:
  std::variant<T, Error> v_;
};
struct Done {};

enum class ElementType { Bool, Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64, Half, Float, Double };

// An element of 16 bits, of which C++20 has no type: sign, 5 bits of exponent, 10 of fraction.
struct Half {
  std::uint16_t bits = 0;
};

// The element type that a type of C++ is. Others have none.
template <class T>
constexpr ElementType element_type_of() {
  using E = ElementType;
  using U = std::remove_cv_t<T>;
  static_assert(std::is_same_v<U, Half> || (std::is_arithmetic_v<U> && !std::is_same_v<U, long double>),
                "arrays have elements of bool, integers, float, double or qc::Half");
  if constexpr (std::is_same_v<U, bool>) return E::Bool;
  if constexpr (std::is_same_v<U, Half>) return E::Half;
  if constexpr (std::is_same_v<U, float>) return E::Float;
  if constexpr (std::is_same_v<U, double>) return E::Double;
  constexpr E kSigned[] = {E::Int8, E::Int16, E::Int32, E::Int64};
  constexpr E kUnsigned[] = {E::UInt8, E::UInt16, E::UInt32, E::UInt64};
  constexpr int kLog2 = sizeof(U) == 1 ? 0 : sizeof(U) == 2 ? 1 : sizeof(U) == 4 ? 2 : 3;
  return std::is_signed_v<U> ? kSigned[kLog2] : kUnsigned[kLog2];
}

// A value of the language: a number, which may be complex, a string or an array. Cheap to copy; arrays are references.
// One that an engine gave or was given belongs, while it runs, to the engine.
class Value {
 public:
  Value();
  Value(double number);
  Value(float number);
  Value(std::int64_t number);
  Value(int number);
  Value(bool truth);
  Value(std::complex<double> number);
  Value(std::complex<float> number);
  Value(std::string text);
  Value(const char* text);
  bool is_number() const;
  bool is_string() const;
  bool is_array() const;
  bool is_nothing() const;       // what a function without outputs gives
  double number() const;         // NaN when it is not a number
  std::int64_t integer() const;  // 0 when it is not a number
  std::string string() const;
  ElementType element_type() const;           // of a number or array
  bool is_complex() const;                    // of a number or array; an element is a pair, real part first
  double imaginary() const;                   // 0 when it is not a complex number
  bool is_read_only() const;                  // an array that the program may not write
  std::vector<std::int64_t> extents() const;  // of an array, outermost first; empty otherwise
  // An array's elements, row-major, after waiting for the device; null otherwise, and where there is no memory for
  // them.
  const void* data() const;
  std::string to_string() const;  // as `print` shows it
  std::string problem() const;    // why a view is no value; empty: it is one

  struct Access;
  explicit Value(std::shared_ptr<void> inner);

 private:
  friend struct Access;
  std::shared_ptr<void> inner_;
};

// A view of the caller's memory, `extents` outermost first: nothing is copied on the host. The memory must outlive
// every value made from it; what the program writes is there after the call returns, and what the caller writes between
// calls counts. Extents that no array has (none, more than 16, negative ones, more than memory can hold), null pointers
// and addresses that no element of the type has make no value: `problem` says why, and the call or `set` that is given
// it returns that error. A view of const memory is read-only. Bools are bytes that hold 0 or 1.
Value view_of(void* data, ElementType type, std::vector<std::int64_t> extents);
Value view_of(const void* data, ElementType type, std::vector<std::int64_t> extents);

// How a view lies in the caller's memory, and what keeps that there.
struct ViewLayout {
  // Bytes from one element to the next along each dimension, negative ones too; empty: those of dense rows, last index
  // fastest. Elements that are not dense rows are gathered before each call, into dense rows of the engine's own, and
  // put back after it where the program wrote to the array; those that overlap may be read only.
  std::vector<std::int64_t> strides;
  bool is_complex = false;      // elements are pairs of floats of the type, real part first
  bool read_only = false;       // as const memory
  std::shared_ptr<void> owner;  // is there as long as anything uses the memory
};
Value view_of(void* data, ElementType type, std::vector<std::int64_t> extents, ViewLayout layout);
Value view_of(const void* data, ElementType type, std::vector<std::int64_t> extents, ViewLayout layout);

namespace detail {

// The numbers that an element of a view consists of.
template <class T>
struct Element {
  using Part = T;
  static constexpr bool kIsComplex = false;
};
template <class T>
struct Element<std::complex<T>> {
  using Part = T;
  static constexpr bool kIsComplex = true;
};

// A view of typed memory; strides in elements.
template <class T>
Value typed_view(T* data, std::vector<std::int64_t> extents, std::vector<std::int64_t> strides,
                 std::shared_ptr<void> owner) {
  using Memory = std::conditional_t<std::is_const_v<T>, const void, void>;
  using E = Element<std::remove_cv_t<T>>;
  constexpr std::int64_t kBytes = sizeof(T), kMost = INT64_MAX / kBytes;
  for (std::int64_t& stride : strides) stride = stride > kMost || stride < -kMost ? INT64_MIN : stride * kBytes;
  return view_of(static_cast<Memory*>(data), element_type_of<typename E::Part>(), std::move(extents),
                 ViewLayout{std::move(strides), E::kIsComplex, std::is_const_v<T>, std::move(owner)});
}

}  // namespace detail

// The same of typed memory: bool, integers of 8 to 64 bits, qc::Half, float, double, std::complex of the last two.
// strides: in elements. owner: is there as long as anything uses the memory.
template <class T>
Value view(T* data, std::vector<std::int64_t> extents) {
  return detail::typed_view(data, std::move(extents), {}, nullptr);
}
template <class T>
Value view(T* data, std::vector<std::int64_t> extents, std::vector<std::int64_t> strides,
           std::shared_ptr<void> owner = nullptr) {
  return detail::typed_view(data, std::move(extents), std::move(strides), std::move(owner));
}
template <class T, std::size_t N>
Value view(std::span<T, N> elements) {
  return detail::typed_view(elements.data(), {std::int64_t(elements.size())}, {}, nullptr);
}
// Of a std::mdspan (C++23), or of what has its members.
template <class M>
requires requires(const M& m, std::size_t d) { *m.data_handle(), m.extent(d), m.stride(d), M::rank(); }
Value view(const M& m) {
  std::vector<std::int64_t> extents(M::rank()), strides(M::rank());
  for (std::size_t d = 0; d < M::rank(); ++d)
    extents[d] = std::int64_t(m.extent(d)), strides[d] = std::int64_t(m.stride(d));
  return detail::typed_view(m.data_handle(), std::move(extents), std::move(strides), nullptr);
}

// The same as an argument of a typed function: View<const float, 2>{data, {height, width}}, with the strides in
// elements behind it where they are not those of dense rows. A std::span is an argument as well.
template <class T, std::size_t N>
struct View {
  T* data = nullptr;
  std::array<std::int64_t, N> extents{};
  std::optional<std::array<std::int64_t, N>> strides{};
};

namespace detail {

// The caller's memory as an argument of a typed function: the view is the engine's to make, which uses that of the call
// before where nobody else has it.
struct Memory {
  const void* data = nullptr;
  ElementType type = ElementType::Float;
  bool is_complex = false, read_only = false;
  std::size_t rank = 0;                   // 0: there is none, the argument is a value
  const std::int64_t* extents = nullptr;  // null: of one dimension, `length`
  const std::int64_t* strides = nullptr;  // in elements; null: dense rows
  std::int64_t length = 0;
};
struct Argument {
  Value value;
  Memory memory = {};
};

// Memory of that type; its extents are still to be said.
template <class T>
Memory memory_of(T* data) {
  using E = Element<std::remove_cv_t<T>>;
  Memory m;
  m.data = data;
  m.type = element_type_of<typename E::Part>();
  m.is_complex = E::kIsComplex;
  m.read_only = std::is_const_v<T>;
  return m;
}

}  // namespace detail

template <class Signature>
class Function;

// What a call that is under way does. Loops and compilations are counted for the whole process.
struct Progress {
  double seconds = 0;  // since the call began
  bool compiling = false;
  int compiled = 0;     // loops and kernels, so far
  double of_loop = -1;  // of the loop that runs on the host, 0 to 1; negative: none, or it is not known
};

// One program and its variables. Several engines may be used by several threads at once. One engine does one thing at a
// time: a call from another thread meanwhile, or from its own sinks, returns the error Q0901 and disturbs nothing.
class Engine {
 public:
  explicit Engine(Options options = {});
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  // Runs the top-level statements of a text and keeps its functions and variables.
  Result<Done> load(std::string_view source, std::string name = "<text>");
  Result<Done> load_file(const std::string& path);
  Result<Value> call(std::string_view function, std::vector<Value> arguments);  // its first output
  Result<std::vector<Value>> call_all(std::string_view function, std::vector<Value> arguments);
  Result<Value> get(std::string_view variable);
  Result<Done> set(std::string_view variable, Value value);
  // What `print` writes goes here; without a sink it is dropped.
  void on_output(std::function<void(std::string_view)> sink);
  void on_warning(std::function<void(const Message&)> sink);
  // A handle of a function that takes and gives these types, looked up and checked now: the call has no more to do than
  // pass its arguments on. Arguments: bool, integers but uint64, float, double, std::complex, texts, View, std::span.
  // Result: numbers, std::string, Value, void, or a std::tuple of them for several outputs. A result that is none of
  // its type is an error of the call. The handle may be copied and may outlive the engine, after which calls are
  // errors; a function that is defined anew is looked up anew.
  template <class Signature>
  Result<Function<Signature>> function(std::string_view name);

  // Asks the call under way to end with the error Q0406, at its next statement or block of a loop; from any thread or
  // signal handler. The engine goes on. False: there is none, and nothing is changed. A kernel of a GPU runs to its
  // end.
  bool interrupt() noexcept;
  // A call that takes longer than so many seconds ends as if it were interrupted; its message says so. 0: no limit.
  void limit_time(double seconds);
  // Arrays of this engine may take so many bytes of the host's memory together; one that would take more is the error
  // Q0702. Views and the arrays of a GPU do not count. 0: no limit.
  void limit_memory(std::size_t bytes);
  // Calls of functions may be so many deep within each other; a deeper one is the error Q0405, as one is without this
  // limit that the stack has no room for. 0: no limit.
  void limit_recursion(int calls);
  // Told again and again, from a thread of the engine's own, how far a call is that takes longer than `every` seconds.
  void on_progress(std::function<void(const Progress&)> sink, double every = 0.5);
  // A tensor of another library (qc/dlpack.h), on the host or on this engine's GPU: nothing is copied. Its deleter is
  // called when nothing uses the memory any more; it is still the caller's where this is an error. What computes it on
  // a GPU has to be finished, or queued before the work of stream().
  Result<Value> from_dlpack(DLManagedTensorVersioned* tensor);
  // An array as such a tensor, for the caller to delete, not during a call; on this engine's GPU if its newest elements
  // are there. What its new owner writes counts for later calls.
  Result<DLManagedTensorVersioned*> to_dlpack(const Value& array);
  // The queue of this engine's GPU (a CUstream), for others to wait for or to let wait; 0: there is none.
  std::uintptr_t stream();
  std::string device_name();  // "cpu (2 threads)", "cuda:0 NVIDIA H200"; why there is none: an error text

  struct Access;

 private:
  template <class Signature>
  friend class Function;
  struct Impl;
  struct Prepared;
  // For Function: looks up with a value of each argument's type; calls; says why a result is not what was asked for.
  Result<std::shared_ptr<Prepared>> prepare(std::string_view name, std::vector<Value> samples, std::size_t outputs);
  static Result<std::vector<Value>> call_prepared(Prepared& prepared, const Value* arguments, std::size_t count);
  static Result<std::vector<Value>> call_prepared(Prepared& prepared, const detail::Argument* arguments,
                                                  std::size_t count);
  static Error wrong_result(const Prepared& prepared, const Value& result, const char* wanted);
  std::shared_ptr<Impl> impl_;
};

namespace detail {

// What a type of C++ is to a typed function: the value that an argument becomes (of none: a sample of its type), and
// what is made of a result; `wanted` is empty when it is that.
template <class T>
struct Typed {
  static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, long double>,
                "typed functions take and give numbers, std::complex of float or double, texts, qc::View and std::span "
                "(arguments), qc::Value (results)");
  static constexpr bool kWide = std::is_unsigned_v<T> && sizeof(T) == 8;

  static Value to_value(T x) {
    static_assert(!kWide, "a uint64 is no int of the language");
    if constexpr (std::is_same_v<T, bool> || std::is_floating_point_v<T>)
      return Value(x);
    else
      return Value(static_cast<std::int64_t>(x));
  }
  static Value sample() { return to_value(T{}); }
  static T from(const Value& v, const char*& wanted) {
    if (!v.is_number() || v.is_complex()) {
      wanted = "a real number";
      return {};
    }
    if constexpr (std::is_floating_point_v<T>) {
      return static_cast<T>(v.number());
    } else if constexpr (std::is_same_v<T, bool>) {
      return v.number() != 0;
    } else {
      const std::int64_t whole = v.integer();
      const bool exact = static_cast<double>(whole) == v.number() && (!kWide || whole >= 0);
      if (!exact || (!kWide && static_cast<std::int64_t>(static_cast<T>(whole)) != whole))
        wanted = "a whole number in the range of the result's type";
      return static_cast<T>(whole);
    }
  }
};

template <class T>
struct Typed<std::complex<T>> {
  static Value to_value(std::complex<T> x) { return Value(x); }
  static Value sample() { return Value(std::complex<T>()); }
  static std::complex<T> from(const Value& v, const char*& wanted) {
    if (!v.is_number()) wanted = "a number";
    return {static_cast<T>(v.number()), static_cast<T>(v.imaginary())};
  }
};
template <>
struct Typed<std::string> {
  static Value to_value(std::string text) { return Value(std::move(text)); }
  static Value sample() { return Value(std::string()); }
  static std::string from(const Value& v, const char*& wanted) {
    if (!v.is_string()) wanted = "a string";
    return v.string();
  }
};
template <>
struct Typed<const char*> {
  static Value to_value(const char* text) { return Value(text); }
  static Value sample() { return Value(std::string()); }
};
template <>
struct Typed<std::string_view> {
  static Value to_value(std::string_view text) { return Value(std::string(text)); }
  static Value sample() { return Value(std::string()); }
};
template <>
struct Typed<Value> {
  static Value from(const Value& v, const char*&) { return v; }
};
template <class T, std::size_t N>
struct Typed<View<T, N>> {
  static Value to_value(const View<T, N>& v) {
    std::vector<std::int64_t> strides;
    if (v.strides) strides.assign(v.strides->begin(), v.strides->end());
    return typed_view(v.data, {v.extents.begin(), v.extents.end()}, std::move(strides), nullptr);
  }
  static Memory memory(const View<T, N>& v) {
    Memory m = memory_of(v.data);
    m.rank = N;
    m.extents = v.extents.data();
    if (v.strides) m.strides = v.strides->data();
    return m;
  }
  static Value sample() { return to_value({}); }
};
template <class T, std::size_t N>
struct Typed<std::span<T, N>> {
  static Memory memory(const std::span<T, N>& elements) {
    Memory m = memory_of(elements.data());
    m.rank = 1;
    m.length = std::int64_t(elements.size());
    return m;
  }
  static Value sample() { return view(std::span<T>()); }
};

// What an argument is for the engine; a value takes over what it is made of.
template <class T>
Argument argument_of(T& x) {
  using Type = Typed<std::remove_cv_t<T>>;
  if constexpr (requires { Type::memory(x); })
    return {Value(), Type::memory(x)};
  else
    return {Type::to_value(std::move(x)), {}};
}

// The outputs of a signature: how many they are, and what is made of the values of a call.
template <class R>
struct Outputs {
  using Type = R;
  static constexpr std::size_t kCount = 1;
  static R from(const std::vector<Value>& all, std::size_t& at, const char*& wanted) {
    return Typed<R>::from(all[at = 0], wanted);
  }
};
template <>
struct Outputs<void> {
  using Type = Done;
  static constexpr std::size_t kCount = 0;
  static Done from(const std::vector<Value>&, std::size_t&, const char*&) { return {}; }
};
template <class... R>
struct Outputs<std::tuple<R...>> {
  using Type = std::tuple<R...>;
  static constexpr std::size_t kCount = sizeof...(R);
  static Type from(const std::vector<Value>& all, std::size_t& at, const char*& wanted) {
    std::size_t next = 0;
    const auto take = [&]<class One>(One*) {
      const char* none = nullptr;
      One one = Typed<One>::from(all[next], none);
      if (none && !wanted) wanted = none, at = next;
      ++next;
      return one;
    };
    return Type{take(static_cast<R*>(nullptr))...};
  }
};

}  // namespace detail

// A function of the language that was looked up for types of C++ (Engine::function).
template <class R, class... Arguments>
class Function<R(Arguments...)> {
 public:
  using Output = typename detail::Outputs<R>::Type;
  Result<Output> operator()(Arguments... arguments) const {
    const std::array<detail::Argument, sizeof...(Arguments)> values{detail::argument_of(arguments)...};
    auto all = Engine::call_prepared(*prepared_, values.data(), values.size());
    if (!all) return all.error();
    const char* wanted = nullptr;
    std::size_t at = 0;
    Output output = detail::Outputs<R>::from(all.value(), at, wanted);
    if (wanted) return Engine::wrong_result(*prepared_, all.value()[at], wanted);
    return output;
  }

 private:
  friend class Engine;
  explicit Function(std::shared_ptr<Engine::Prepared> prepared) : prepared_(std::move(prepared)) {}
  static Result<Function> look_up(Engine& engine, std::string_view name) {
    auto prepared =
        engine.prepare(name, {detail::Typed<std::remove_cvref_t<Arguments>>::sample()...}, detail::Outputs<R>::kCount);
    if (!prepared) return prepared.error();
    return Function(std::move(prepared.value()));
  }
  std::shared_ptr<Engine::Prepared> prepared_;
};

// What Engine::function() gives: the function, or why it has not these arguments and outputs.
template <class Signature>
Result<Function<Signature>> Engine::function(std::string_view name) {
  return Function<Signature>::look_up(*this, name);
}

// What the compiler finds out about one loop of a text (docs/recognition.md).
struct LoopReport {
  struct Accumulator {
    std::string name;  // as the program writes it: "total", "h[k[i]]"
    std::string op;    // "+", "*", "min", "argmax", "last", ...
    std::string type;  // "scalar", "int", ...
    std::vector<std::string> companions;
  };
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::uint32_t outermost_line = 0;  // of the outermost loop around it: its own line when there is none
  std::string verdict;  // "map", "reduction", "partial", "argreduce", "bins", "scan", "serial" or "interpreted"
  std::vector<std::string> loops;  // the counters of those that the verdict covers
  std::vector<Accumulator> accumulators;
  std::vector<std::string> checks;  // conditions that are asked when it is reached
  std::string reason;               // "R007" of a serial or interpreted loop
  std::string reason_text, help;    // why, and what to write instead; empty: nothing is known to help
  std::string schedule;             // "tree of 2048 lanes, 1 launch, ..."
  std::string types;                // of what it takes from outside: "x vec, s scalar"
  std::string rendered;             // the whole as `qc --explain` shows it
};

// The report on each loop of a text, in its order, without running it; those inside a loop that is not parallel as
// well. A loop in a function has one for each set of types that it is called with and of which something else is said.
// The text's errors are the error of the result.
Result<std::vector<LoopReport>> explain(std::string_view source, std::string name = "<text>", Options options = {});

// Code that programs were compiled to is found again within a process. With a folder, made when it is missing, later
// processes find it as well: a program starts without compiling its loops anew. Process-wide; "": no folder. What is in
// the folder is run, so it must be the user's own. Returns why it cannot be used, or "".
std::string use_code_folder(const std::string& folder);

}  // namespace qc
