// The surface for C: what it gives, and that nothing that a C program can do to it ends in anything but an error.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "qc/qc_c.h"

namespace {

// Frees what the C functions give.
struct Engine {
  qc_engine* handle = nullptr;
  Engine() {
    qc_options options{};
    options.size = sizeof options;
    options.device = "cpu";
    options.threads = 2;
    handle = qc_engine_new(&options);
    REQUIRE(handle);
  }
  ~Engine() { qc_engine_free(handle); }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  operator qc_engine*() const { return handle; }
};
struct Value {
  qc_value* handle;
  explicit Value(qc_value* v) : handle(v) {}
  Value(Value&& other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  ~Value() { qc_value_free(handle); }
  Value(const Value&) = delete;
  Value& operator=(const Value&) = delete;
  operator qc_value*() const { return handle; }
};

std::string last_code() {
  const qc_message* m = qc_error_message(0);
  return m ? m->code : "";
}

// The first output of a function; NULL when it fails.
Value call(qc_engine* engine, const char* function, const std::vector<const qc_value*>& arguments) {
  qc_value* result = nullptr;
  qc_call(engine, function, arguments.data(), arguments.size(), &result, 1);
  return Value(result);
}

constexpr const char* kProgram = R"(
function s = total(x)
  s = 0.0
  for k = 0..numel(x)-1
    s += x[k]
  end
end
function [] = twice(x)
  for k = 0..numel(x)-1
    x[k] = 2*x[k]
  end
end
function [a, b] = two()
  a = 1.5
  b = "two"
end
function [] = none()
end
function [] = steps()
  k = 0
  repeat
    k = k + 1
    print k
  until false
end
)";

}  // namespace

TEST_CASE("C: a program is loaded and called; results are numbers, texts and arrays") {
  const Engine engine;
  REQUIRE(qc_load(engine, kProgram, "program.q") == QC_OK);
  qc_value* results[3] = {};
  REQUIRE(qc_call(engine, "two", nullptr, 0, results, 3) == QC_OK);
  const Value a(results[0]), b(results[1]);
  CHECK(results[2] == nullptr);
  CHECK(qc_kind_of(a) == QC_NUMBER);
  CHECK(qc_type_of(a) == QC_FLOAT);
  CHECK(qc_number(a) == 1.5);
  CHECK(qc_integer(a) == 1);
  CHECK(std::string(qc_shown(a)) == "1.5");
  CHECK(qc_kind_of(b) == QC_TEXT);
  CHECK(std::string(qc_text(b)) == "two");
  CHECK(qc_call(engine, "none", nullptr, 0, nullptr, 0) == QC_OK);
  REQUIRE(qc_load(engine, "m = [[1.0,2.0,3.0],[4.0,5.0,6.0]]\nz = complex(3, 4)\nc = {1, 2}", nullptr) == QC_OK);
  const Value m(qc_get(engine, "m")), z(qc_get(engine, "z")), c(qc_get(engine, "c"));
  REQUIRE(qc_kind_of(m) == QC_ARRAY);
  REQUIRE(qc_rank(m) == 2);
  CHECK(qc_extents(m)[0] == 2);
  CHECK(qc_extents(m)[1] == 3);
  CHECK(static_cast<const float*>(qc_data(m))[5] == 6);
  CHECK(qc_is_complex(m) == 0);
  CHECK(qc_is_complex(z) == 1);
  CHECK(qc_imaginary(z) == 4);
  CHECK(qc_kind_of(c) == QC_OTHER);
  REQUIRE(qc_set(engine, "n", Value(qc_from_int(8))) == QC_OK);
  REQUIRE(qc_set(engine, "t", Value(qc_from_text("text"))) == QC_OK);
  REQUIRE(qc_set(engine, "f", Value(qc_from_float(0.5f))) == QC_OK);
  REQUIRE(qc_set(engine, "d", Value(qc_from_double(0.1))) == QC_OK);
  REQUIRE(qc_set(engine, "b", Value(qc_from_bool(7))) == QC_OK);
  REQUIRE(qc_load(engine, "n = n + f\nt = t + \"!\"", nullptr) == QC_OK);
  CHECK(qc_number(Value(qc_get(engine, "n"))) == 8.5);
  CHECK(std::string(qc_text(Value(qc_get(engine, "t")))) == "text!");
  CHECK(qc_number(Value(qc_get(engine, "d"))) == 0.1);
  CHECK(qc_type_of(Value(qc_get(engine, "b"))) == QC_BOOL);
  CHECK(qc_integer(Value(qc_get(engine, "b"))) == 1);
  CHECK(std::string(qc_device_name(engine)) == "cpu (2 threads)");
  CHECK(std::string(qc_version()).find('.') != std::string::npos);
}

TEST_CASE("C: views of every element type, and read-only ones") {
  const Engine engine;
  REQUIRE(qc_load(engine, kProgram, nullptr) == QC_OK);
  alignas(8) unsigned char memory[5 * 8];
  const std::int64_t five = 5;
  const struct {
    qc_type type;
    int bytes;
  } types[] = {{QC_INT8, 1},   {QC_INT16, 2},  {QC_INT32, 4}, {QC_INT64, 8},  {QC_UINT8, 1}, {QC_UINT16, 2},
               {QC_UINT32, 4}, {QC_UINT64, 8}, {QC_FLOAT, 4}, {QC_DOUBLE, 8}, {QC_BOOL, 1},  {QC_HALF, 2}};
  for (const auto& [type, bytes] : types) {
    CAPTURE(int(type));
    std::memset(memory, 0, sizeof memory);
    const Value view(qc_view(memory, type, 1, &five, nullptr));
    REQUIRE(view);
    CHECK(qc_type_of(view) == type);
    CHECK(qc_data(view) == memory);
    CHECK(qc_extents(view)[0] == 5);
    CHECK(qc_number(call(engine, "total", {view})) == 0);
    if (type < QC_HALF && type != QC_BOOL) {
      memory[bytes] = 3;  // the second element, of a little-endian integer
      CHECK(qc_number(call(engine, "total", {view})) == 3);
      const qc_value* argument = view;
      REQUIRE(qc_call(engine, "twice", &argument, 1, nullptr, 0) == QC_OK);
      CHECK(memory[bytes] == 6);
      const Value read_only(qc_view_const(memory, type, 1, &five, nullptr));
      CHECK(qc_number(call(engine, "total", {read_only})) == 6);
      argument = read_only;
      CHECK(qc_call(engine, "twice", &argument, 1, nullptr, 0) != QC_OK);
      CHECK(memory[bytes] == 6);
    }
  }
}

TEST_CASE("C: strides may be any; elements that overlap are read only") {
  double memory[24] = {};
  const std::int64_t extents[] = {2, 3, 4}, dense[] = {96, 32, 8}, close[] = {96, 40, 8}, transposed[] = {8, 16, 48};
  CHECK(Value(qc_view(memory, QC_DOUBLE, 3, extents, dense)));
  CHECK_FALSE(Value(qc_view(memory, QC_DOUBLE, 3, extents, close)));
  CHECK(last_code() == "Q0404");
  CHECK(std::string(qc_error_message(0)->text) == "a view whose elements overlap may be read only");
  CHECK(Value(qc_view_const(memory, QC_DOUBLE, 3, extents, close)));
  const Value view(qc_view(memory, QC_DOUBLE, 3, extents, transposed));
  REQUIRE(view);
  memory[2] = 7;  // of element 0,1,0
  CHECK(static_cast<const double*>(qc_data(view))[4] == 7);
  // What is along a dimension of one element, or of an array without elements, does not matter.
  const std::int64_t one[] = {2, 1, 4}, none[] = {2, 0, 4}, odd[] = {32, 7, 8};
  CHECK(Value(qc_view(memory, QC_DOUBLE, 3, one, odd)));
  CHECK(Value(qc_view(memory, QC_DOUBLE, 3, none, transposed)));
}

TEST_CASE("C: views that cannot be are NULL and say why") {
  float x[4] = {};
  const std::int64_t four = 4, below = -1;
  const std::int64_t many[17] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  const std::int64_t huge[] = {std::int64_t{1} << 40, std::int64_t{1} << 40};
  const auto problem = [](qc_value* v) {
    CHECK(v == nullptr);
    return std::string(qc_error_message(0)->text);
  };
  CHECK(problem(qc_view(nullptr, QC_FLOAT, 1, &four, nullptr)) == "a view of no memory (a null pointer)");
  CHECK(problem(qc_view(x, QC_FLOAT, 1, nullptr, nullptr)) == "a view without extents (a null pointer)");
  CHECK(problem(qc_view(x, QC_FLOAT, 1, &below, nullptr)) == "a view of the extent -1");
  CHECK(problem(qc_view(x, QC_FLOAT, 0, &four, nullptr)) == "a view has 1 to 16 dimensions, not 0");
  CHECK(problem(qc_view(x, QC_FLOAT, 17, many, nullptr)) == "a view has 1 to 16 dimensions, not 17");
  CHECK(problem(qc_view(x, QC_FLOAT, 1 << 30, many, nullptr)) == "a view has 1 to 16 dimensions, not 1073741824");
  CHECK(problem(qc_view(x, QC_FLOAT, 2, huge, nullptr)) == "a view of more elements than memory can hold");
  CHECK(problem(qc_view(x, qc_type(12), 1, &four, &four)) == "a view of an unknown element type");
  CHECK(problem(qc_view(x, qc_type(-1), 1, &four, nullptr)) == "a view of an unknown element type");
  CHECK(problem(qc_view((char*)x + 1, QC_FLOAT, 1, &four, nullptr)) ==
        "a view of an address that is no multiple of its elements' 4 bytes");
}

TEST_CASE("C: errors have a code, a place and a text, and are a thread's own") {
  const Engine engine;
  CHECK(qc_load(engine, "x = (1 + ", "bad.q") == QC_COMPILE);
  REQUIRE(qc_error_count() >= 1);
  const qc_message* m = qc_error_message(0);
  CHECK(std::string(m->code) == "Q0101");
  CHECK(std::string(m->file) == "bad.q");
  CHECK(m->line == 1);
  CHECK(m->is_error == 1);
  CHECK(std::string(qc_error_text()).find("bad.q:1:") == 0);
  CHECK(std::string(qc_error_text()).find(m->text) != std::string::npos);
  CHECK(qc_error_message(qc_error_count()) == nullptr);
  std::thread([] { CHECK(qc_error_count() == 0); }).join();
  CHECK(qc_load(engine, "x = zeros(3)\nprint x[3]", "range.q") == QC_PROGRAM);
  CHECK(qc_error_message(0)->line == 2);
  CHECK(qc_load_file(engine, "no/such/file.q") == QC_USAGE);
  CHECK(last_code() == "Q0002");
  CHECK(qc_load_file(engine, "/tmp") == QC_USAGE);
  CHECK(call(engine, "absent", {}).handle == nullptr);
  CHECK(last_code() == "Q0201");
  CHECK(Value(qc_get(engine, "nothing")).handle == nullptr);
  CHECK(last_code() == "Q0201");
  CHECK(qc_load(engine, "y = 1", nullptr) == QC_OK);
  qc_options options{};
  options.size = sizeof options;
  options.device = "toaster";
  qc_engine* wrong = qc_engine_new(&options);
  REQUIRE(wrong);
  CHECK(qc_load(wrong, "x = 1", nullptr) == QC_USAGE);
  CHECK(last_code() == "Q0001");
  qc_engine_free(wrong);
}

TEST_CASE("C: null handles are errors, not crashes") {
  const Engine engine;
  const Value one(qc_from_int(1));
  qc_value* result = one;
  const auto misuse = [](qc_status status) { return status == QC_USAGE && last_code() == "Q0901"; };
  CHECK(misuse(qc_load(nullptr, "x = 1", nullptr)));
  CHECK(misuse(qc_load(engine, nullptr, nullptr)));
  CHECK(misuse(qc_load_file(nullptr, "x")));
  CHECK(misuse(qc_load_file(engine, nullptr)));
  CHECK(misuse(qc_call(nullptr, "f", nullptr, 0, &result, 1)));
  CHECK(result == nullptr);
  CHECK(misuse(qc_call(engine, nullptr, nullptr, 0, nullptr, 0)));
  CHECK(misuse(qc_call(engine, "f", nullptr, 2, nullptr, 0)));
  CHECK(misuse(qc_call(engine, "f", nullptr, 0, nullptr, 1)));
  const qc_value* arguments[] = {one, nullptr};
  CHECK(misuse(qc_call(engine, "f", arguments, 2, nullptr, 0)));
  CHECK(std::string(qc_error_message(0)->text) == "qc_call: argument 2 is NULL");
  CHECK(qc_get(nullptr, "x") == nullptr);
  CHECK(qc_get(engine, nullptr) == nullptr);
  CHECK(misuse(qc_set(nullptr, "x", one)));
  CHECK(misuse(qc_set(engine, nullptr, one)));
  CHECK(misuse(qc_set(engine, "x", nullptr)));
  CHECK(qc_from_text(nullptr) == nullptr);
  CHECK(std::string(qc_error_message(0)->text) == "a text of no memory (a null pointer)");
  CHECK(qc_value_copy(nullptr) == nullptr);
  CHECK(misuse(qc_use_code_folder(nullptr)));
  qc_options too_small{};
  CHECK(qc_engine_new(&too_small) == nullptr);
  CHECK(last_code() == "Q0901");
  CHECK(qc_interrupt(nullptr) == 0);
  CHECK(misuse(qc_interrupt_at(nullptr, SIGINT)));
  CHECK(qc_explain(nullptr, nullptr, nullptr) == nullptr);
  CHECK(last_code() == "Q0901");
  CHECK(std::string(qc_device_name(nullptr)) == "");
  CHECK(misuse(qc_limit_time(nullptr, 1)));
  CHECK(misuse(qc_limit_memory(nullptr, 1)));
  qc_on_progress(nullptr, nullptr, nullptr, 1);
  qc_on_output(nullptr, nullptr, nullptr);
  qc_on_warning(nullptr, nullptr, nullptr);
  CHECK(qc_kind_of(nullptr) == QC_NOTHING);
  CHECK(std::isnan(qc_number(nullptr)));
  CHECK(qc_integer(nullptr) == 0);
  CHECK(std::string(qc_text(nullptr)) == "");
  CHECK(std::string(qc_shown(nullptr)) == "");
  CHECK(qc_rank(nullptr) == 0);
  CHECK(qc_extents(nullptr) == nullptr);
  CHECK(qc_data(nullptr) == nullptr);
  qc_value_free(nullptr);
  qc_engine_free(nullptr);
  // Nor is what a value is not.
  CHECK(qc_data(one) == nullptr);
  CHECK(qc_extents(one) == nullptr);
  CHECK(std::string(qc_text(one)) == "");
}

TEST_CASE("C: output and warnings go to the caller's functions; a value outlives its engine") {
  std::string text, warnings;
  qc_value* kept = nullptr;
  {
    const Engine engine;
    qc_on_output(
        engine, [](void* user, const char* t, size_t n) { static_cast<std::string*>(user)->append(t, n); }, &text);
    qc_on_warning(
        engine, [](void* user, const qc_message* m) { static_cast<std::string*>(user)->append(m->code); }, &warnings);
    REQUIRE(qc_load(engine, "{!unheard_of}\nprint 1, \" \", 2\nm = ones(100)", nullptr) == QC_OK);
    qc_on_output(engine, nullptr, nullptr);
    REQUIRE(qc_load(engine, "print 3", nullptr) == QC_OK);
    kept = qc_value_copy(Value(qc_get(engine, "m")));
  }
  CHECK(text == "1 2\n");
  CHECK(warnings == "Q0107");
  const Value m(kept);
  CHECK(static_cast<const float*>(qc_data(m))[99] == 1);
}

TEST_CASE("C: a call is interrupted, and a second one meanwhile is an error") {
  const Engine engine;
  REQUIRE(qc_load(engine, kProgram, nullptr) == QC_OK);
  std::atomic<bool> begun{false};
  qc_on_output(
      engine, [](void* user, const char*, size_t) { *static_cast<std::atomic<bool>*>(user) = true; }, &begun);
  CHECK(qc_interrupt(engine) == 0);
  qc_status status = QC_OK;
  std::string code;
  std::thread thread([&] {
    status = qc_call(engine, "steps", nullptr, 0, nullptr, 0);
    code = last_code();
  });
  while (!begun) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(qc_load(engine, "x = 1", nullptr) == QC_USAGE);
  CHECK(last_code() == "Q0901");
  CHECK(qc_interrupt(engine) == 1);
  thread.join();
  CHECK(status == QC_PROGRAM);
  CHECK(code == "Q0406");
  CHECK(qc_load(engine, "x = 1", nullptr) == QC_OK);
}

namespace {
std::atomic<int> handled{0};
}

TEST_CASE("C: a signal interrupts a call, and is handled as it was") {
  struct sigaction own {
  }, before{};
  own.sa_handler = [](int) { ++handled; };
  REQUIRE(sigaction(SIGUSR1, &own, &before) == 0);
  {
    const Engine engine, other;
    REQUIRE(qc_load(engine, kProgram, nullptr) == QC_OK);
    REQUIRE(qc_interrupt_at(engine, SIGUSR1) == QC_OK);
    CHECK(qc_interrupt_at(other, SIGUSR1) == QC_USAGE);
    CHECK(qc_interrupt_at(engine, 12345) == QC_USAGE);
    REQUIRE(qc_interrupt_at(engine, SIGUSR1) == QC_OK);
    qc_on_output(
        engine, [](void*, const char*, size_t) { std::raise(SIGUSR1); }, nullptr);
    CHECK(qc_call(engine, "steps", nullptr, 0, nullptr, 0) == QC_PROGRAM);
    CHECK(last_code() == "Q0406");
    CHECK(handled > 0);
    REQUIRE(qc_interrupt_at(engine, 0) == QC_OK);
    REQUIRE(qc_interrupt_at(other, SIGUSR1) == QC_OK);  // which goes with the engine
  }
  struct sigaction after {};
  sigaction(SIGUSR1, &before, &after);
  CHECK((after.sa_handler == own.sa_handler));
}

TEST_CASE("C: reports on loops are JSON, an object a line") {
  const Value report(qc_explain("s = 0.0\nfor i=0..9\n s += i\nend", "sum.q", nullptr));
  REQUIRE(report != nullptr);
  const std::string text = qc_text(report);
  CHECK(text.find("\"file\":\"sum.q\",\"line\":2,") != std::string::npos);
  CHECK(text.find("\"verdict\":\"reduction\"") != std::string::npos);
  CHECK(qc_explain("for", nullptr, nullptr) == nullptr);
  CHECK(last_code() == "Q0101");
}

TEST_CASE("C: complex numbers") {
  const Engine engine;
  qc_value* z = qc_from_complex(1, -2);
  CHECK(qc_kind_of(z) == QC_NUMBER);
  CHECK(qc_is_complex(z));
  REQUIRE(qc_set(engine, "z", z) == QC_OK);
  REQUIRE(qc_load(engine, "w = z*z", nullptr) == QC_OK);
  qc_value* w = qc_get(engine, "w");
  CHECK(qc_number(w) == -3);
  CHECK(qc_imaginary(w) == -4);
  qc_value_free(z);
  qc_value_free(w);
}

TEST_CASE("C: limits and progress") {
  const Engine engine;
  REQUIRE(qc_load(engine, kProgram, nullptr) == QC_OK);
  std::atomic<int> told{0};
  qc_on_progress(
      engine,
      [](void* user, const qc_progress* p) {
        if (p->seconds > 0) ++*static_cast<std::atomic<int>*>(user);
      },
      &told, 0.02);
  REQUIRE(qc_limit_time(engine, 0.2) == QC_OK);
  CHECK(qc_call(engine, "steps", nullptr, 0, nullptr, 0) == QC_PROGRAM);
  CHECK(std::string(qc_error_message(0)->text) == "interrupted: the limit of 0.2 s is over");
  CHECK(told > 0);
  qc_on_progress(engine, nullptr, nullptr, 0);
  REQUIRE(qc_limit_recursion(engine, 10) == QC_OK);
  REQUIRE(qc_load(engine, "function y = down(n)\n  y = down(n-1)\nend\n", nullptr) == QC_OK);
  CHECK(qc_load(engine, "down(1)", nullptr) == QC_PROGRAM);
  CHECK(last_code() == "Q0405");
  CHECK(qc_limit_recursion(nullptr, 1) == QC_USAGE);
  REQUIRE(qc_limit_memory(engine, 1000000) == QC_OK);
  CHECK(qc_load(engine, "x = ones(1000000)\ny = x[3]", nullptr) == QC_DEVICE);
  CHECK(last_code() == "Q0702");
}
