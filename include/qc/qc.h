// Embedding: compile and call programs of the language from C++. Nothing here prints, exits or throws. Calls need
// little of the caller's stack, and compute with the floats of the language whatever rounding, flushing or traps the
// caller's thread has set.
//
//   qc::Engine engine;
//   if (auto r = engine.load("function s = total(im : mat) ... end"); !r) { show(r.error()); }
//   float image[512 * 512] = ...;
//   auto result = engine.call("total", {qc::view(image, {512, 512})});
//   if (result) use(result.value().number());
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace qc {

struct Options {
  std::string device = "auto";    // "auto", "cpu", "cuda", "cuda:N", "simt"
  bool double_precision = false;  // `scalar` is double
  int threads = 0;                // host threads; 0: all that the process may use
  std::vector<std::string> library_path;
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
  int exit_code = 1;              // 1 program, 3 compile, 4 device or resource
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

// A value of the language: a number, a string or an array. Cheap to copy; arrays are references.
class Value {
 public:
  Value();
  Value(double number);
  Value(float number);
  Value(std::int64_t number);
  Value(int number);
  Value(bool truth);
  Value(std::string text);
  Value(const char* text);
  bool is_number() const;
  bool is_string() const;
  bool is_array() const;
  double number() const;         // NaN when it is not a number
  std::int64_t integer() const;  // 0 when it is not a number
  std::string string() const;
  ElementType element_type() const;           // of a number or array
  std::vector<std::int64_t> extents() const;  // of an array, outermost first; empty otherwise
  const void* data() const;                   // an array's elements, row-major, waiting for the device; null otherwise
  std::string to_string() const;              // as `print` shows it
  std::string problem() const;                // why a view is no value; empty: it is one

  struct Access;
  explicit Value(std::shared_ptr<void> inner);

 private:
  friend struct Access;
  std::shared_ptr<void> inner_;
};

// A view of the caller's memory, row-major, `extents` outermost first: nothing is copied on the host. The memory must
// outlive every value made from it; what the program writes is there after the call returns. Extents that no array has
// (none, more than 16, negative ones, more than memory can hold) and null pointers make no value: `problem` says why,
// and the call or `set` that is given it returns that error.
Value view(float* data, std::vector<std::int64_t> extents);
Value view(double* data, std::vector<std::int64_t> extents);
Value view(std::int64_t* data, std::vector<std::int64_t> extents);
Value view(std::uint8_t* data, std::vector<std::int64_t> extents);
Value view(const float* data, std::vector<std::int64_t> extents);  // read-only
Value view(const double* data, std::vector<std::int64_t> extents);

// One program and its variables. Not thread-safe; several engines may be used by several threads.
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
  std::string device_name();  // "cpu (2 threads)", "cuda:0 NVIDIA H200"; why there is none: an error text

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Code that programs were compiled to is found again within a process. With a folder, made when it is missing, later
// processes find it as well: a program starts without compiling its loops anew. Process-wide; "": no folder. What is in
// the folder is run, so it must be the user's own. Returns why it cannot be used, or "".
std::string use_code_folder(const std::string& folder);

}  // namespace qc
