// What another project finds of an installed qc, by CMake and by pkg-config, and what of it can be seen.
#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include "tests/api/commands.h"
#include "tests/python/interpreter.h"

using qc::test::output_of;
using qc::test::run_command;

namespace {

constexpr const char* kPrinted = "total 1536\nimage[0] 1.5\ntotal 4608\nerror Q0401 in line ";

// Installed once for all tests of this file.
const std::string& prefix() {
  static const qc::test::TemporaryFolder folder;
  static const std::string path = [] {
    const std::string to = folder.path() + "/prefix";
    output_of(QC_CMAKE " --install " QC_BUILD_DIR " --prefix " + to);
    return to;
  }();
  return path;
}

void write(const std::string& file, const std::string& text) { std::ofstream(file) << text; }

std::string pkg_config(const std::string& package) {
  return "$(PKG_CONFIG_PATH=" + prefix() + "/lib/pkgconfig pkg-config --cflags --libs " + package + ")";
}

// A program that is built by a project of the text, and what it prints.
std::string built_by_cmake(const std::string& project) {
  const qc::test::TemporaryFolder folder;
  write(folder.path() + "/CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\n" + project);
  output_of(QC_CMAKE " -G Ninja -S " + folder.path() + " -B " + folder.path() +
            "/build -DCMAKE_PREFIX_PATH=" + prefix() + " -DEXAMPLES=" + prefix() + "/share/qc/examples");
  output_of(QC_CMAKE " --build " + folder.path() + "/build");
  return output_of(folder.path() + "/build/host");
}

}  // namespace

// With sanitizers every project that links the library would need them too.
TEST_SUITE_BEGIN("installed" * doctest::skip(QC_SANITIZED));

namespace {
// What the programs of examples/embedding print when they are run from a folder.
void check_examples(const std::string& folder) {
  const std::string run = "LD_LIBRARY_PATH=" + prefix() + "/lib " + folder + "/";
  CHECK(output_of(run + "first").find(kPrinted) == 0);
  CHECK(output_of(run + "from_c").find("total 1536\nerror Q0401 in line 10: ") == 0);
  const std::string simulated = output_of(run + "simulation");
  CHECK_MESSAGE(simulated.find("step  50: heat 96100, hottest 99.90\n") == 0, simulated);
  CHECK_MESSAGE(simulated.find("step 200: heat 96100, ") != std::string::npos, simulated);
  const std::string plugins = output_of(run + "plugin_host");
  CHECK_MESSAGE(plugins.find("mean.q: 10 blocks, sum 0.055000\n") == 0, plugins);
  CHECK_MESSAGE(plugins.find("energy.q: 10 blocks, sum 0.385000\n") != std::string::npos, plugins);
  CHECK_MESSAGE(plugins.find("beyond.q: beyond.q:2:") != std::string::npos, plugins);
  CHECK_MESSAGE(plugins.find("the limit of 2 s is over") != std::string::npos, plugins);
  const std::string handled = output_of(run + "handlers");
  CHECK_MESSAGE(handled.find("999, with loops on the host's threads, 12 MiB left\n") == 0, handled);
  CHECK_MESSAGE(handled.find("the host program's allocator has no memory for ") != std::string::npos, handled);
  CHECK_MESSAGE(handled.find("\n16 MiB left\n") != std::string::npos, handled);
  const std::string small = prefix() + "/share/qc/examples/images/small.pgm", made = folder + "/made.pgm";
  const std::string tool = output_of(run + "image_tool " + small + " " + made);
  CHECK_MESSAGE(tool.find(", 0 to 255\n") != std::string::npos, tool);
  write(folder + "/filter.q",
        "function [] = filter(im : mat[uint8], result : mat)\n for m=0..size(im,0)-1\n"
        "  for n=0..size(im,1)-1\n   result[m,n] = 7\n  end\n end\nend\n");
  CHECK(output_of(run + "image_tool " + small + " " + made + " " + folder + "/filter.q").find(", 7 to 7\n") !=
        std::string::npos);
  CHECK(output_of(run + "loops_test").find("test cases: 2 | 2 passed") != std::string::npos);
  write(folder + "/filter.q", "function [] = filter(im : mat[uint8])\nend\n");
  const auto [status, text] = run_command(run + "image_tool " + small + " " + made + " " + folder + "/filter.q");
  CHECK(status == 3);
  CHECK_MESSAGE(text.find("error[Q0204]") != std::string::npos, text);
}
}  // namespace

TEST_CASE("the examples are a project that finds the shared library by CMake") {
  const qc::test::TemporaryFolder folder;
  output_of(QC_CMAKE " -G Ninja -S " + prefix() + "/share/qc/examples/embedding -B " + folder.path() +
            " -DCMAKE_PREFIX_PATH=" + prefix());
  output_of(QC_CMAKE " --build " + folder.path());
  check_examples(folder.path());
}

TEST_CASE("the examples are a project that finds it by pkg-config") {
  const qc::test::TemporaryFolder folder;
  output_of("PKG_CONFIG_PATH=" + prefix() + "/lib/pkgconfig make -s -C " + prefix() +
            "/share/qc/examples/embedding OUT=" + folder.path());
  check_examples(folder.path());
}

TEST_CASE("a project's check of a loop fails with the loop, its verdict and the reason") {
  const qc::test::TemporaryFolder folder;
  write(folder.path() + "/test.cpp", R"(
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "qc/testing.h"
TEST_CASE("one") {
  const char* text = "x = ones(9)\nfor i=1..8\n x[i] = x[i-1]*x[i-1]\nend\n";
  CHECK_REDUCTION(text, "x", "+");
  REQUIRE_VALUE(text, "x", 2);
  CHECK_MAP(text);
}
)");
  output_of("c++ -std=c++20 " + folder.path() + "/test.cpp -o " + folder.path() + "/test " + pkg_config("qc"));
  const auto [status, text] = run_command("LD_LIBRARY_PATH=" + prefix() + "/lib " + folder.path() + "/test");
  CHECK(status == 1);
  for (const char* said : {"test.cpp:6: ERROR", "expected: reduction, + x\nfound:    serial, R007", "  2 | for i=1..8",
                           "FATAL ERROR", "x is [1,1,1,1,1,1,1,1,1]\nexpected: 2"})
    CHECK_MESSAGE(text.find(said) != std::string::npos, text);
  CHECK(text.find("expected: map") == std::string::npos);
}

TEST_CASE("a project in C needs no compiler of C++, and versions are compared") {
  const std::string printed = built_by_cmake(
      "project(embedding C)\nfind_package(qc 0.1 REQUIRED)\nadd_executable(host ${EXAMPLES}/embedding/from_c.c)\n"
      "target_link_libraries(host PRIVATE qc::qc)\n");
  CHECK_MESSAGE(printed.find("total 1536\nerror Q0401 in line 10: ") == 0, printed);
}

TEST_CASE("Python finds the module and the library") {
  const std::string printed = output_of("PYTHONPATH=" + prefix() + "/lib/python3/dist-packages " +
                                        qc::test::python_with("numpy") + " " QC_SOURCE_DIR "/tests/python/qc_test.py");
  const auto skipped = printed.find("[skipped]");
  if (skipped != std::string::npos) std::puts(printed.substr(skipped).c_str());
}

TEST_CASE("another project finds the archive") {
  const std::string printed = built_by_cmake(
      "project(embedding CXX)\nfind_package(qc REQUIRED COMPONENTS static)\n"
      "add_executable(host ${EXAMPLES}/embedding/first.cpp)\ntarget_link_libraries(host PRIVATE qc::static)\n");
  CHECK_MESSAGE(printed.find(kPrinted) == 0, printed);
}

TEST_CASE("a version and a component that are not there are errors") {
  const qc::test::TemporaryFolder folder;
  for (const auto& [words, said] : {std::pair{"9.0", "9.0"}, std::pair{"COMPONENTS cobol", "cobol"}}) {
    write(
        folder.path() + "/CMakeLists.txt",
        std::string("cmake_minimum_required(VERSION 3.25)\nproject(p CXX)\nfind_package(qc ") + words + " REQUIRED)\n");
    const auto [status, text] = run_command(QC_CMAKE " -G Ninja -S " + folder.path() + " -B " + folder.path() +
                                            "/b -DCMAKE_PREFIX_PATH=" + prefix());
    CHECK(status != 0);
    CHECK_MESSAGE(text.find(said) != std::string::npos, text);
  }
}

TEST_CASE("pkg-config knows the shared library and the archive") {
  const qc::test::TemporaryFolder folder;
  const std::string source = prefix() + "/share/qc/examples/embedding/first.cpp", program = folder.path() + "/host";
  output_of("c++ -std=c++20 " + source + " -o " + program + " " + pkg_config("qc"));
  const std::string shared = output_of("LD_LIBRARY_PATH=" + prefix() + "/lib " + program);
  CHECK_MESSAGE(shared.find(kPrinted) == 0, shared);
  // A program names libqc.so alone of all that is in it, by the number of its surface.
  const std::string needed = output_of("readelf -d " + program);
  CHECK_MESSAGE(needed.find("[libqc.so.1]") != std::string::npos, needed);
  CHECK_MESSAGE(needed.find("LLVM") == std::string::npos, needed);
  output_of("c++ -std=c++20 " + source + " -o " + program + " " + pkg_config("qc-static"));
  const std::string archived = output_of(program);
  CHECK_MESSAGE(archived.find(kPrinted) == 0, archived);
}

TEST_CASE("the shared library shows the names of its headers and no other") {
  std::istringstream names(output_of("nm -DC --defined-only " + prefix() + "/lib/libqc.so"));
  const std::regex allowed(R"([0-9a-f]* ?[ATWVB] (QC_0|qc_[a-z_]+|qc::(Engine|Value|Error)::.*)"
                           R"(|qc::(view_of|use_code_folder|explain)[\(\[].*)(@@.*)?)");
  int count = 0;
  for (std::string line; std::getline(names, line); ++count) CHECK_MESSAGE(std::regex_match(line, allowed), line);
  CHECK(count > 40);
}

TEST_CASE("the shared library lives beside another LLVM") {
  // One whose names all can see was there before, and computes while qc compiles.
  const qc::test::TemporaryFolder folder;
  write(folder.path() + "/host.cpp", R"(
#include <dlfcn.h>
#include <cstdio>
#include "qc/qc.h"
int main(int, char** argv) {
  void* other = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
  if (!other) return std::puts("no other LLVM"), 77;
  using Create = void* (*)();
  using Dispose = void (*)(void*);
  void* context = ((Create)dlsym(other, "LLVMContextCreate"))();
  qc::Engine engine;
  auto r = engine.load("s = 0.0\nx = ones(100000)\nfor i=0..numel(x)-1\n s += sin(x[i])\nend\n");
  if (!r) std::fputs(r.error().to_string().c_str(), stderr);
  ((Dispose)dlsym(other, "LLVMContextDispose"))(context);
  std::printf("%.2f\n", engine.get("s").value().number());
}
)");
  output_of("c++ -std=c++20 " + folder.path() + "/host.cpp -o " + folder.path() + "/host " + pkg_config("qc"));
  int tried = 0;
  for (const char* name : {"libLLVM-14.so.1", "libLLVM-15.so.1", "libLLVM-16.so.1", "libLLVM.so.19.1"}) {
    const auto [status, text] = run_command("LD_LIBRARY_PATH=" + prefix() + "/lib " + folder.path() + "/host " + name);
    if (status == 77) continue;
    ++tried;
    CHECK_MESSAGE(status == 0, name);
    CHECK_MESSAGE(text == "84147.10\n", text);
  }
  if (!tried) std::puts("[skipped] 1 test cases: there is no other LLVM on this machine");
}

TEST_SUITE_END();
