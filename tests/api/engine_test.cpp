#include <doctest/doctest.h>
#include <pthread.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <thread>
#include <utility>

#include "qc/qc.h"
#include "qc/testing.h"
#include "tests/api/commands.h"
#include "tests/api/on_cpu.h"

using qc::test::on_cpu;

namespace {

constexpr const char* kTotal = R"(
function s = total(x : mat)
  s = 0.0
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      s += x[m,n]
    end
  end
end
function [] = fill(x : vec, v : scalar)
  for i = 0..numel(x)-1
    x[i] = v
  end
end
function [a, b] = two()
  a = 1
  b = "two"
end
)";

}  // namespace

TEST_CASE("a program is loaded and called with numbers and strings") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load("function y = f(a, b)\n y = a + 2*b\nend\ncount = 7"));
  const auto r = engine.call("f", {1, 20});
  REQUIRE(r);
  CHECK(r.value().is_number());
  CHECK(r.value().integer() == 41);
  CHECK(r.value().element_type() == qc::ElementType::Int64);
  CHECK(engine.get("count").value().integer() == 7);
  REQUIRE(engine.set("count", 8));
  CHECK(engine.get("count").value().number() == 8);
  REQUIRE(engine.load("count = count + 1"));
  CHECK(engine.get("count").value().integer() == 9);
}

TEST_CASE("views of the caller's memory are read and written in place") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kTotal));
  std::vector<float> x(600);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = float(i % 4);
  const auto sum = engine.call("total", {qc::view(x.data(), {20, 30})});
  REQUIRE_MESSAGE(sum, sum.error().to_string());
  CHECK(sum.value().number() == 900);
  CHECK(sum.value().element_type() == qc::ElementType::Float);
  const auto filled = engine.call("fill", {qc::view(x.data(), {600}), 2.5f});
  REQUIRE_MESSAGE(filled, filled.error().to_string());
  CHECK(x[0] == 2.5f);
  CHECK(x[599] == 2.5f);
}

TEST_CASE("an array that a loop gives a new value is no longer the caller's memory") {
  qc::Engine engine(on_cpu());
  std::vector<float> a(20, 1.0f), b(20, 2.0f);
  REQUIRE(engine.set("a", qc::view(a.data(), {20})));
  REQUIRE(engine.set("b", qc::view(b.data(), {20})));
  REQUIRE(
      engine.load("x = ones(10,20)\nfor i=0..9\n a = a + x[i,:]\nend\nfor i=0..9\n if i > 4\n  b = b + x[i,:]\n "
                  "end\nend\nb = [b, 5]\ns = sum(a) + sum(b)"));
  CHECK(engine.get("s").value().number() == 20 * 11 + 20 * 7 + 5);
  CHECK(a == std::vector<float>(20, 1.0f));
  CHECK(b == std::vector<float>(20, 2.0f));
}

TEST_CASE("a read-only view is not written") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kTotal));
  const std::vector<float> x(4, 1.0f);
  const auto sum = engine.call("total", {qc::view(x.data(), {2, 2})});
  REQUIRE_MESSAGE(sum, sum.error().to_string());
  CHECK(sum.value().number() == 4);
  CHECK_FALSE(engine.call("fill", {qc::view(x.data(), {4}), 3}));
  CHECK(x[0] == 1.0f);
}

namespace {
// A view of n elements 1, 2, .., which a program sums and doubles.
template <class T>
void check_elements(qc::ElementType type) {
  CAPTURE(int(type));
  qc::Engine engine(on_cpu());
  REQUIRE(
      engine.load("function s = total(x)\n s = 0\n for i=0..numel(x)-1\n  s += x[i]\n end\nend\n"
                  "function [] = twice(x)\n for i=0..numel(x)-1\n  x[i] = 2*x[i]\n end\nend\n"));
  T x[7];
  for (int k = 0; k < 7; ++k) x[k] = T(k + 1);
  const qc::Value view = qc::view(x, {7}), read_only = qc::view(static_cast<const T*>(x), {7});
  CHECK(view.element_type() == type);
  CHECK(view.data() == x);
  CHECK_FALSE(view.is_complex());
  for (const qc::Value& v : {view, read_only}) {
    const auto sum = engine.call("total", {v});
    REQUIRE_MESSAGE(sum, sum.error().to_string());
    CHECK(sum.value().number() == 28);
  }
  CHECK_FALSE(engine.call("twice", {read_only}));
  CHECK(x[6] == T(7));
  const auto doubled = engine.call("twice", {view});
  REQUIRE_MESSAGE(doubled, doubled.error().to_string());
  CHECK(x[0] == T(2));
  CHECK(x[6] == T(14));
}
}  // namespace

TEST_CASE("views of every element type") {
  check_elements<std::int8_t>(qc::ElementType::Int8);
  check_elements<std::int16_t>(qc::ElementType::Int16);
  check_elements<std::int32_t>(qc::ElementType::Int32);
  check_elements<std::int64_t>(qc::ElementType::Int64);
  check_elements<long long>(qc::ElementType::Int64);
  check_elements<std::uint8_t>(qc::ElementType::UInt8);
  check_elements<std::uint16_t>(qc::ElementType::UInt16);
  check_elements<std::uint32_t>(qc::ElementType::UInt32);
  check_elements<std::uint64_t>(qc::ElementType::UInt64);
  check_elements<float>(qc::ElementType::Float);
  check_elements<double>(qc::ElementType::Double);
}

TEST_CASE("views of bools and of halves") {
  qc::Engine engine(on_cpu());
  REQUIRE(
      engine.load("function n = trues(x)\n n = 0\n for i=0..numel(x)-1\n  if x[i]\n   n += 1\n  end\n end\nend\n"
                  "function [] = twice(x)\n for i=0..numel(x)-1\n  x[i] = 2*x[i]\n end\nend\n"));
  bool truths[5] = {true, false, true, true, false};
  CHECK(qc::view(truths, {5}).element_type() == qc::ElementType::Bool);
  CHECK(engine.call("trues", {qc::view(truths, {5})}).value().number() == 3);
  qc::Half halves[3] = {{0x3c00}, {0x3800}, {0xc000}};  // 1, 0.5, -2
  const qc::Value view = qc::view(halves, {3});
  CHECK(view.element_type() == qc::ElementType::Half);
  const auto doubled = engine.call("twice", {view});
  REQUIRE_MESSAGE(doubled, doubled.error().to_string());
  CHECK(halves[0].bits == 0x4000);
  CHECK(halves[1].bits == 0x3c00);
  CHECK(halves[2].bits == 0xc400);
}

TEST_CASE("an element type by its number, and one that there is not") {
  std::uint16_t x[4] = {1, 2, 3, 4};
  CHECK(qc::view_of(static_cast<void*>(x), qc::ElementType::UInt16, {4}).problem() == "");
  CHECK(qc::view_of(static_cast<void*>(x), qc::ElementType(12), {4}).problem() == "a view of an unknown element type");
  CHECK(qc::view_of(static_cast<void*>(x), qc::ElementType(-1), {4}).problem() == "a view of an unknown element type");
  const void* odd = reinterpret_cast<const char*>(x) + 1;
  CHECK(qc::view_of(odd, qc::ElementType::UInt16, {3}).problem() ==
        "a view of an address that is no multiple of its elements' 2 bytes");
  CHECK(qc::view_of(odd, qc::ElementType::UInt8, {3}).problem() == "");
}

TEST_CASE("complex results are told from real ones") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load("z = complex(3, 4)\nw = complex([1.0, 2.0], [3.0, 5.0])\nx = 2.5"));
  CHECK(engine.get("z").value().is_complex());
  CHECK(engine.get("z").value().imaginary() == 4);
  const qc::Value w = engine.get("w").value();
  CHECK(w.is_complex());
  CHECK(static_cast<const float*>(w.data())[3] == 5);
  CHECK_FALSE(engine.get("x").value().is_complex());
  CHECK(engine.get("x").value().imaginary() == 0);
}

TEST_CASE("complex numbers are arguments and variables") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load("function y = turned(x)\n y = x*complex(0,1)\nend\n"));
  for (const qc::Value& z : {qc::Value(std::complex<double>(1, 2)), qc::Value(std::complex<float>(1, 2))}) {
    CHECK(z.is_complex());
    REQUIRE(engine.set("z", z));
    const auto turned = engine.call("turned", {engine.get("z").value()});
    REQUIRE(turned);
    CHECK(turned.value().number() == -2);
    CHECK(turned.value().imaginary() == 1);
  }
  CHECK(qc::Value(std::complex<float>(1, 2)).element_type() == qc::ElementType::Float);
}

TEST_CASE("a variable has a name that a program may use") {
  qc::Engine engine(on_cpu());
  for (const char* name : {"x", "x_1", "\u00e9"}) {
    if (engine.load(std::string(name) + " = 1")) CHECK_MESSAGE(engine.set(name, 2), name);
  }
  for (const char* name : {"", "1x", "for", "a b", "a.b", "a[0]", "a = 1; b", "x % y", "x\n", " x"}) {
    const auto wrong = engine.set(name, 2);
    REQUIRE_MESSAGE(!wrong, name);
    CHECK(wrong.error().messages[0].code == "Q0901");
    CHECK_FALSE(engine.get(name));
  }
}

TEST_CASE("a number of threads that there cannot be is an error of the first use") {
  for (const int threads : {-1, 1025, 1000000}) {
    qc::Options options = on_cpu();
    options.threads = threads;
    qc::Engine engine(options);
    const auto wrong = engine.load("x = 1");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().messages[0].code == "Q0001");
    engine.limit_recursion(3);  // of an engine that cannot be used
  }
}

TEST_CASE("several outputs, arrays, and what is not there") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kTotal));
  const auto two = engine.call_all("two", {});
  REQUIRE(two);
  REQUIRE(two.value().size() == 2);
  CHECK(two.value()[1].string() == "two");
  REQUIRE(engine.load("m = [[1.0,2.0,3.0],[4.0,5.0,6.0]]"));
  const auto m = engine.get("m").value();
  CHECK(m.is_array());
  CHECK(m.extents() == std::vector<std::int64_t>{2, 3});
  CHECK(static_cast<const float*>(m.data())[5] == 6.0f);
  CHECK(engine.get("nothing").error().messages[0].code == "Q0201");
  CHECK(std::isnan(qc::Value("text").number()));
  CHECK(qc::Value().extents().empty());
  CHECK(qc::Value().data() == nullptr);
}

TEST_CASE("errors are values and the engine goes on") {
  qc::Engine engine(on_cpu());
  const auto syntax = engine.load("x = (1 + ", "bad.q");
  REQUIRE_FALSE(syntax);
  CHECK(syntax.error().exit_code == 3);
  CHECK(syntax.error().messages[0].code == "Q0101");
  CHECK(syntax.error().messages[0].file == "bad.q");
  CHECK(syntax.error().messages[0].line == 1);
  const auto range = engine.load("x = zeros(3)\nprint x[3]", "range.q");
  REQUIRE_FALSE(range);
  CHECK(range.error().exit_code == 1);
  CHECK(range.error().messages[0].line == 2);
  CHECK(range.error().to_string().find("range.q:2:") == 0);
  CHECK(engine.call("absent", {}).error().messages[0].code == "Q0201");
  CHECK(engine.load_file("no/such/file.q").error().messages[0].code == "Q0002");
  REQUIRE(engine.load("y = 1"));
}

TEST_CASE("a wrong device option is an error of the first use, not an exception") {
  qc::Options options;
  options.device = "toaster";
  qc::Engine engine(options);
  CHECK(engine.load("x = 1").error().messages[0].code == "Q0001");
  CHECK(engine.device_name().find("toaster") != std::string::npos);
  CHECK(qc::Engine(on_cpu()).device_name() == "cpu (2 threads)");
}

TEST_CASE("output and warnings go where the caller wants them") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load("print \"dropped\""));
  std::string text;
  std::vector<qc::Message> warnings;
  engine.on_output([&](std::string_view t) { text += t; });
  engine.on_warning([&](const qc::Message& m) { warnings.push_back(m); });
  REQUIRE(engine.load("{!unheard_of}\nprint 1, \" \", 2"));
  CHECK(text == "1 2\n");
  REQUIRE(warnings.size() == 1);
  CHECK_FALSE(warnings[0].is_error);
  engine.on_output([](std::string_view) { throw std::runtime_error("sink is full"); });
  CHECK(engine.load("print 3").error().messages[0].text == "sink is full");
}

TEST_CASE("a view of extents that no array has is an error of the call") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load("function n = count(x)\n n = numel(x)\nend"));
  float x[4] = {1, 2, 3, 4};
  const std::int64_t huge = std::int64_t{1} << 40;
  const std::vector<std::pair<qc::Value, const char*>> bad{
      {qc::view(x, {}), "a view has 1 to 16 dimensions, not 0"},
      {qc::view(x, std::vector<std::int64_t>(17, 1)), "a view has 1 to 16 dimensions, not 17"},
      {qc::view(x, {-1}), "a view of the extent -1"},
      {qc::view(x, {2, INT64_MIN}), "a view of the extent -9223372036854775808"},
      {qc::view(x, {huge, huge}), "a view of more elements than memory can hold"},
      {qc::view(x, {0, huge, huge}), "a view of more elements than memory can hold"},
      {qc::view(x, {INT64_MAX}), "a view of more elements than memory can hold"},
      {qc::view(static_cast<const double*>(nullptr), {3}), "a view of no memory (a null pointer)"},
      {qc::Value(static_cast<const char*>(nullptr)), "a text of no memory (a null pointer)"}};
  for (const auto& [view, problem] : bad) {
    CAPTURE(problem);
    CHECK(view.problem() == problem);
    CHECK_FALSE(view.is_array());
    CHECK(view.extents().empty());
    CHECK(view.data() == nullptr);
    CHECK(view.to_string() == qc::Value().to_string());
    const auto called = engine.call("count", {view});
    REQUIRE_FALSE(called);
    CHECK(called.error().messages[0].code == "Q0404");
    CHECK(called.error().messages[0].text == problem);
    CHECK(engine.set("x", view).error().messages[0].text == problem);
  }
  CHECK(engine.call("count", {qc::view(x, std::vector<std::int64_t>(16, 1))}).value().integer() == 1);
  CHECK(engine.call("count", {qc::view(static_cast<float*>(nullptr), {0})}).value().integer() == 0);
  CHECK(engine.call("count", {qc::view(x, {4})}).value().integer() == 4);
  CHECK(qc::view(x, {4}).problem() == "");
}

TEST_CASE("a folder is no program") {
  qc::Engine engine(on_cpu());
  const std::string folder = std::filesystem::temp_directory_path().string();
  const auto loaded = engine.load_file(folder);
  REQUIRE_FALSE(loaded);
  CHECK(loaded.error().messages[0].code == "Q0002");
  CHECK(loaded.error().messages[0].text == "cannot read '" + folder + "': Is a directory");
}

namespace {
// Calls f on a thread with a stack of so many bytes.
template <class F>
void on_stack_of(std::size_t bytes, F f) {
  pthread_attr_t attributes;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, bytes) == 0);
  pthread_t thread;
  const auto run = [](void* what) -> void* { return (*static_cast<F*>(what))(), nullptr; };
  REQUIRE(pthread_create(&thread, &attributes, run, &f) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}
}  // namespace

// The sanitizers follow one stack for each thread.
TEST_CASE("programs are parsed and run on a small stack of the caller's" * doctest::skip(QC_SANITIZED)) {
  const std::string deep = "x = " + std::string(250, '(') + "1" + std::string(250, ')');
  std::string blocks = "function y = f(n)\n y = n < 1 ? 0 : 1 + f(n-1)\nend\nd = f(3000)\n";
  for (int k = 0; k < 200; ++k) blocks += "if d > 0\n";
  blocks += "e = 1\n";
  for (int k = 0; k < 200; ++k) blocks += "end\n";
  double x = 0, d = 0, e = 0;
  std::string error;
  on_stack_of(512 << 10, [&] {
    qc::Engine engine(on_cpu());
    if (const auto r = engine.load(deep); !r) error += r.error().to_string();
    if (const auto r = engine.load(blocks); !r) error += r.error().to_string();
    if (const auto r = engine.load("y = " + std::string(300, '(')); r || r.error().messages[0].code != "Q0103")
      error += "not too deep";
    if (error.empty())
      x = engine.get("x").value().number(), d = engine.call("f", {500}).value().number(),
      e = engine.get("e").value().number();
  });
  CHECK(error == "");
  CHECK(x == 1);
  CHECK(d == 500);
  CHECK(e == 1);
}

namespace {
std::string sum_of(int operators, const std::string& term) {
  std::string text = term;
  for (int k = 0; k < operators; ++k) text += "+" + term;
  return text;
}
qc::Engine ends_last(on_cpu());  // with the program: main's thread has given back what it kept by then
}  // namespace

TEST_CASE("programs are freed on a small stack of the caller's" * doctest::skip(QC_SANITIZED)) {
  const std::string ones = sum_of(4000, "1");
  std::string elseifs = "y = 3\nif y == 0\n z = 0\n", blocks, lines;
  for (int k = 1; k < 2000; ++k) elseifs += "elseif y == " + std::to_string(k) + "\n z = 1\n";
  for (int k = 0; k < 250; ++k) blocks += "if 1 > 0\n";
  for (int k = 0; k < 250; ++k) blocks += "end\n";
  for (int k = 0; k < 10000; ++k) lines += "y = 1\n";
  const std::vector<std::string> programs{"y = " + ones,
                                          "x = zeros(10)\nfor k = 0..9\n x[k] = " + sum_of(4000, "k") + "\nend",
                                          "a = ones(10)\nx = " + sum_of(4000, "a") + "\ny = sum(x)",
                                          "function y = f(x)\n y = " + sum_of(4000, "x") + "\nend\ny = f(1)",
                                          "function [] = __kernel__ f(y : vec, pos : int)\n y[pos] = " +
                                              sum_of(4000, "pos") + "\nend\ny = ones(4)\nparallel_do(4, y, f)",
                                          "y = " + std::string(250, '(') + "1" + std::string(250, ')'),
                                          elseifs + "end",
                                          blocks,
                                          lines};
  const std::string lambda = "f = x -> " + sum_of(4000, "x");
  for (const std::string& program : programs) {
    std::string error;
    bool explained = false;
    on_stack_of(256 << 10, [&] {
      qc::Engine engine(on_cpu());
      if (const auto r = engine.load(program); !r) error = r.error().to_string();
      explained = bool(qc::explain(program, "<text>", on_cpu()));
    });
    CHECK(error == "");
    CHECK(explained);
  }
  std::string error;
  on_stack_of(256 << 10, [&] {
    qc::Value kept;
    {
      qc::Engine engine(on_cpu());
      if (const auto r = engine.load(lambda); !r) error = r.error().to_string();
      if (error.empty()) kept = engine.get("f").value();
      if (const auto r = engine.set("f", 1); !r) error += r.error().to_string();
      if (const auto r = engine.load("y = " + ones + "\ny = (" + ones); r) error += "loaded";
    }
    kept = qc::Value();  // the last that holds the program
  });
  CHECK(error == "");
  CHECK(ends_last.load("y = " + ones));
}

#if defined(__x86_64__)
TEST_CASE("floats are those of the language whatever the caller's thread has set, and that is left as it was") {
  constexpr unsigned kFlush = 0x8040, kTowardZero = 0x6000, kStandard = 0x1f80;
  constexpr const char* kProgram =
      "function s = tiny(x : vec)\n s = 0.0\n for i=0..numel(x)-1\n  s += x[i]*0.5\n end\nend\n"
      "function y = third(n)\n y = 0.0\n for i=1..n\n  y += 1.0/(3*i)\n end\nend\n"
      "function y = same(x)\n y = x\nend\n";
  std::vector<float> x(100000, 1e-40f);
  std::vector<double> found[3];
  const unsigned modes[] = {kStandard, kStandard | kFlush, kStandard | kTowardZero};
  const unsigned before = __builtin_ia32_stmxcsr();
  for (int k = 0; k < 3; ++k) {
    __builtin_ia32_ldmxcsr(modes[k]);
    {
      qc::Engine engine(on_cpu());
      const bool loaded = bool(engine.load(kProgram));
      const double sum = engine.call("tiny", {qc::view(x.data(), {100000})}).value().number(),
                   third = engine.call("third", {100000}).value().number();
      const double one = engine.call("same", {1e-40f}).value().number() * 1e40;
      found[k] = {double(loaded), sum, third, std::round(one * 1000)};
    }
    CHECK((__builtin_ia32_stmxcsr() & ~0x3fu) == modes[k]);
  }
  __builtin_ia32_ldmxcsr(before);
  CHECK(found[0][1] > 0);
  CHECK(found[0][3] == 1000);
  CHECK(found[1] == found[0]);
  CHECK(found[2] == found[0]);
}
#endif

TEST_CASE("several engines in several threads") {
  std::vector<std::thread> threads;
  std::vector<double> results(4);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&results, t] {
      qc::Engine engine(on_cpu());
      std::vector<float> x(100, float(t));
      if (engine.load(kTotal))
        if (auto r = engine.call("total", {qc::view(x.data(), {10, 10})})) results[std::size_t(t)] = r.value().number();
    });
  for (auto& t : threads) t.join();
  CHECK(results == std::vector<double>{0, 100, 200, 300});
}

TEST_CASE("the example of embedding runs") {
  CHECK(qc::test::output_of(QC_EMBED_EXAMPLE).find("total 1536\nimage[0] 1.5\ntotal 4608\nerror Q0401 in line ") == 0);
}

TEST_CASE("a loop that is met with many sizes of windows gives the same, by code for any size and later by its own") {
  const char* const boxes =
      "function s = boxes(x : mat'mirror, r : int)\n"
      " y = zeros(size(x))\n"
      " for m=0..size(x,0)-1\n  for n=0..size(x,1)-1\n   t = 0.0\n"
      "   for i=-r..r\n    for j=-r..r\n     t += x[m+i,n+j]*(i+2*j)\n    end\n   end\n   y[m,n] = t\n  end\n end\n"
      " s = sum(y.*x)\nend\n"
      "function x = picture(n : int)\n x = zeros(n, n)\n for m=0..n-1\n  for k=0..n-1\n   x[m,k] = mod(7*m+5*k*m, "
      "11)\n  end\n end\nend\n"
      "small = picture(40)\nlarge = picture(500)\n"
      "for r=1..10\n boxes(small, r)\nend\nfirst = boxes(large, 11)\n"
      "same = true\nfor k=1..8\n same = same && boxes(large, 11) == first\nend";
  CHECK_VALUE(boxes, "same", true);
}
