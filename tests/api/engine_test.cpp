#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

#include "qc/qc.h"

namespace {

qc::Options on_cpu() {
  qc::Options options;
  options.device = "cpu";
  options.threads = 2;
  return options;
}

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
  REQUIRE(engine.load("x = ones(10,20)\nfor i=0..9\n a = a + x[i,:]\nend\nfor i=0..9\n if i > 4\n  b = b + x[i,:]\n end\nend\nb = [b, 5]\ns = sum(a) + sum(b)"));
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

namespace {
// What a command prints, and how it ends.
std::pair<int, std::string> run_command(const std::string& command) {
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe);
  std::string text;
  for (int c; (c = std::fgetc(pipe)) != EOF;) text += char(c);
  return {WEXITSTATUS(pclose(pipe)), text};
}
constexpr const char* kEmbedded = "total 1536\nimage[0] 1.5\ntotal 4608\nerror Q0401 in line ";
}  // namespace

TEST_CASE("the example of embedding runs") {
  const auto [status, text] = run_command(QC_EMBED_EXAMPLE);
  CHECK(status == 0);
  CHECK(text.find(kEmbedded) == 0);
}

// With sanitizers every project that links the library would need them too.
TEST_CASE("another project finds an installed qc and links it" * doctest::skip(QC_SANITIZED)) {
  std::string folder = (std::filesystem::temp_directory_path() / "qc-installed-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()));
  std::filesystem::create_directory(folder + "/project");
  std::ofstream(folder + "/project/CMakeLists.txt") << "cmake_minimum_required(VERSION 3.25)\nproject(embedding CXX)\nfind_package(qc REQUIRED)\n"
                                                       "add_executable(embedding ${CMAKE_INSTALL_PREFIX}/share/qc/examples/embed/main.cpp)\n"
                                                       "target_link_libraries(embedding PRIVATE qc::qc)\n";
  const std::string cmake = QC_CMAKE, prefix = folder + "/prefix";
  const auto installed = run_command(cmake + " --install " QC_BUILD_DIR " --prefix " + prefix);
  CHECK_MESSAGE(installed.first == 0, installed.second);
  const auto configured = run_command(cmake + " -G Ninja -S " + folder + "/project -B " + folder + "/build -DCMAKE_PREFIX_PATH=" + prefix + " -DCMAKE_INSTALL_PREFIX=" + prefix);
  CHECK_MESSAGE(configured.first == 0, configured.second);
  const auto built = run_command(cmake + " --build " + folder + "/build");
  CHECK_MESSAGE(built.first == 0, built.second);
  const auto [status, text] = run_command(folder + "/build/embedding");
  CHECK(status == 0);
  CHECK_MESSAGE(text.find(kEmbedded) == 0, text);
  std::filesystem::remove_all(folder);
}

TEST_CASE("a loop that is met with many sizes of windows gives the same, by code for any size and later by its own") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load("function s = boxes(x : mat'mirror, r : int)\n"
                      " y = zeros(size(x))\n"
                      " for m=0..size(x,0)-1\n  for n=0..size(x,1)-1\n   t = 0.0\n"
                      "   for i=-r..r\n    for j=-r..r\n     t += x[m+i,n+j]*(i+2*j)\n    end\n   end\n   y[m,n] = t\n  end\n end\n"
                      " s = sum(y.*x)\nend\n"
                      "function x = picture(n : int)\n x = zeros(n, n)\n for m=0..n-1\n  for k=0..n-1\n   x[m,k] = mod(7*m+5*k*m, 11)\n  end\n end\nend\n"
                      "small = picture(40)\nlarge = picture(500)\n"
                      "for r=1..10\n boxes(small, r)\nend\nfirst = boxes(large, 11)\n"
                      "same = true\nfor k=1..8\n same = same && boxes(large, 11) == first\nend"));
  CHECK(engine.get("same").value().number() == 1);
}
