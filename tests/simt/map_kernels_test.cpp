// What a GPU's thread takes of a map, and how wide it loads and stores.
#include <doctest/doctest.h>

#include <string>

#include "analysis/loops/loop_plan.h"
#include "analysis/recognize/plan_loop.h"
#include "codegen/codegen.h"
#include "lower/lower.h"
#include "parser/parse.h"
#include "sema/types_of_builtins.h"
#include "transform/schedule/schedule.h"

using namespace qc;

namespace {

// The kernel of a text's loop for arrays in which every access is in range and linear in the iteration.
Scheduled scheduled(const std::string& text, Elem scalar) {
  SourceMap sources;
  const ParseResult parsed = parse(sources, sources.add("t.q", text));
  REQUIRE(parsed.ok());
  Scheduled out;
  WalkOptions options;
  options.scalar = scalar;
  walk_loops(parsed.program, options, [&](const ast::Stmt& s, const Scope& scope, const InnerScopes&) {
    auto lowered = lower_loop(s, scope, {scalar});
    REQUIRE(std::holds_alternative<LoopNest>(lowered));
    const auto& nest = std::get<LoopNest>(lowered);
    const PlanResult r = plan_loop(nest);
    REQUIRE(r.plan.verdict == Verdict::Map);
    LoopFacts facts;
    facts.collapsed = facts.unit_steps = facts.zero_low = true;
    for (const ir::Param& p : nest.function.params)
      if (p.kind == ir::Param::Kind::Array)
        for (int d = 2; d < nest.function.arrays[p.id].rank; ++d) facts.extents.push_back({p.id, d, 2});
    out = schedule_loop(nest, r.plan, facts, gpu_policy());
    out.kernel.name = "map";
  });
  return out;
}

std::string ptx_of(const Scheduled& s) {
  auto ptx = compile_ptx(s.kernel);
  REQUIRE(std::holds_alternative<PtxKernel>(ptx));
  return std::get<PtxKernel>(ptx).ptx;
}

int occurrences(const std::string& text, const std::string& what) {
  int n = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++n;
  return n;
}

const char* const kPairs = R"(
z = complex(ones(64,64), ones(64,64))
y = complex(ones(64,64), ones(64,64))
for i=0..63
  for j=0..63
    y[i,j] = conj(z[i,j])
  end
end
)";
const char* const kNumbers = R"(
x = ones(64,64)
y = ones(64,64)
for i=0..63
  for j=0..63
    y[i,j] = 2*x[i,j]
  end
end
)";

}  // namespace

TEST_CASE("a thread takes as many iterations as its widest access holds") {
  CHECK(scheduled(kNumbers, Elem::F32).launch.per_block == 1024);
  CHECK(scheduled(kNumbers, Elem::F64).launch.per_block == 512);
  CHECK(scheduled(kPairs, Elem::F32).launch.per_block == 512);
  CHECK(scheduled(kPairs, Elem::F64).launch.per_block == 256);
}

TEST_CASE("a whole block loads and stores 16 bytes at a time, its last element too") {
  for (const char* text : {kNumbers, kPairs}) {
    const std::string ptx = ptx_of(scheduled(text, Elem::F32));
    CAPTURE(ptx);
    CHECK(occurrences(ptx, "ld.global.nc.v4") == 1);
    CHECK(occurrences(ptx, "st.global.v4") == 1);
  }
}
