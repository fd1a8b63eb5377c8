// The kernels of the test programs as PTX: each compiles, and assembles where a toolkit is installed.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "codegen/codegen.h"
#include "lower/lower.h"
#include "parser/parse.h"
#include "sema/types_of_builtins.h"
#include "transform/passes/kernel_grid.h"

using namespace qc;

namespace {

// The functions of one file and nothing else.
struct FileScope : Scope {
  const ast::Program* program = nullptr;
  std::optional<Type> type_of(std::string_view) const override { return {}; }
  std::optional<double> constant_of(std::string_view) const override { return {}; }
  std::vector<FunctionRef> functions(std::string_view n) const override {
    std::vector<FunctionRef> out;
    for (const auto& s : program->statements)
      if (auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node); f && (*f)->name == n)
        out.push_back({f->get(), nullptr, {}, {}});
    return out;
  }
  std::optional<std::int64_t> extent_of(std::string_view, int) const override { return 3; }
  bool live_after(std::string_view) const override { return true; }
  std::vector<std::string> names() const override { return {}; }
};

bool assembles(const std::string& ptx) {
  static const bool there = std::system("ptxas --version > /dev/null 2>&1") == 0;
  if (!there) return true;
  char name[] = "/tmp/qc_kernel_XXXXXX";
  const int fd = mkstemp(name);
  REQUIRE(fd >= 0);
  FILE* out = fdopen(fd, "w");
  std::fputs(ptx.c_str(), out);
  std::fclose(out);
  const bool ok = std::system((std::string("ptxas -arch=sm_90 -o /dev/null ") + name).c_str()) == 0;
  std::remove(name);
  return ok;
}

}  // namespace

TEST_CASE("kernels of the test programs assemble") {
  int compiled = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(QC_SOURCE_DIR) / "tests" / "programs")) {
    if (entry.path().filename().string().rfind("kernel_", 0) != 0) continue;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    SourceMap sources;
    const FileId file = sources.add(entry.path().string(), text.str());
    ParseResult parsed = parse(sources, file);
    REQUIRE(parsed.ok());
    FileScope scope;
    scope.program = &parsed.program;
    for (const auto& s : parsed.program.statements) {
      auto* f = std::get_if<Box<ast::FunctionDef>>(&s.node);
      if (!f || (*f)->qualifier != ast::Qualifier::Kernel) continue;
      std::optional<LoweredKernel> lowered;
      try {
        lowered = lower_kernel(**f, {}, scope, {});
      } catch (const ProgramError&) {
        continue;  // it needs arguments to be known: functions, records, generic types
      }
      INFO(entry.path().string() << ": " << (*f)->name);
      auto ptx = compile_ptx(grid_barrier(lowered->function) ? with_grid_barriers(lowered->function)
                                                             : with_linear_grid(lowered->function));
      if (auto* e = std::get_if<CompileError>(&ptx)) FAIL(e->message);
      CHECK(assembles(std::get<PtxKernel>(ptx).ptx));
      ++compiled;
    }
  }
  CHECK(compiled >= 20);
}
