// A kernel in the making, without a body: what it is given, and what it is given once.
#include "transform/parts/kernel_parameters.h"

#include <doctest/doctest.h>

#include "ir/build.h"

using namespace qc;
using namespace qc::ir;

namespace {

// A nest over m and n with one array, one variable and one place where it may fail.
struct Making {
  LoopNest nest;
  LoopPlan plan;
  LoopFacts facts;
  SchedulePolicy policy;
  VarId x = 0;
  ArrayId a = 0;
  Making() {
    Function& f = nest.function;
    x = f.add_var("x", Elem::F32);
    Array image;
    image.name = "im";
    image.elem = Elem::F32;
    image.rank = 2;
    a = f.add_array(image);
    f.add_site({});
    for (const char* name : {"m", "n"}) plan.loops.push_back({f.add_var(name, Elem::I64), name, false, {}});
  }
  KernelParameters kernel() const { return {nest, plan, facts, policy}; }
};

}  // namespace

TEST_CASE("a parameter is made when it is first asked for, once") {
  Making m;
  KernelParameters k = m.kernel();
  CHECK(k.kernel().params.empty());
  CHECK(equal(k.total(), k.total()));
  CHECK(equal(k.low(0), k.low(0)));
  CHECK_FALSE(equal(k.low(0), k.low(1)));
  CHECK(k.array(m.a) == k.array(m.a));
  k.scalar(m.x);
  k.scalar(m.x);
  const Scheduled done = k.finish({}, {}, "");
  CHECK(done.kernel.params.size() == 5);
  CHECK(done.bindings.size() == 5);
  CHECK(done.kernel.kind == Function::Kind::Kernel);
}

TEST_CASE("what the facts know is no parameter") {
  Making m;
  m.facts.zero_low = m.facts.unit_steps = true;
  m.facts.counts.push_back({1, 7});
  m.facts.extents.push_back({m.a, 1, 3});
  KernelParameters k = m.kernel();
  CHECK(as_int(*k.low(0)) == 0);
  CHECK(as_int(*k.step(0)) == 1);
  CHECK(as_int(*k.count(1)) == 7);
  CHECK(as_int(*k.extent(m.a, 1)) == 3);
  CHECK(as_int(*k.stride(m.a, 0)) == 3);
  CHECK(as_int(*k.stride(m.a, 1)) == 1);
  CHECK(k.kernel().params.empty());
}

TEST_CASE("shared memory is used again under its name and type, and grows") {
  Making m;
  KernelParameters k = m.kernel();
  const ArrayId parts = k.shared_array("parts", Elem::F32, 32);
  CHECK(k.shared_array("parts", Elem::F32, 64) == parts);
  CHECK(k.kernel().arrays[parts].dims[0] == 64);
  const ArrayId others = k.shared_array("parts", Elem::I64, 8);
  CHECK(others != parts);
  CHECK(k.kernel().arrays[others].name == "parts_");
}

TEST_CASE("an output and a place of failure of the nest have one of the kernel") {
  Making m;
  KernelParameters k = m.kernel();
  CHECK_FALSE(k.has_outputs());
  CHECK(k.output(m.x) == k.output(m.x));
  CHECK(k.has_outputs());
  CHECK(k.kernel().vars[k.output(m.x)].name == "$out_x");
  CHECK(k.site(kNoSite) == kNoSite);
  CHECK(k.site(0) == k.site(0));
  CHECK(k.kernel().sites.size() == 1);
}

TEST_CASE("a variable is assigned in the block, a ticket is drawn between fences") {
  Making m;
  KernelParameters k = m.kernel();
  Block block;
  const VarId v = k.let(block, "$k", int_const(3));
  CHECK(k.let(block, "$k", int_const(4)) != v);
  CHECK(block.size() == 2);
  Block draw;
  draw_ticket(k, draw, k.scratch({Binding::Kind::Ticket}, "ticket"), int_const(0), int_const(9),
              k.shared_array("last", Elem::I64, 1));
  REQUIRE(draw.size() == 4);
  CHECK(std::holds_alternative<Fence>(draw[0].node));
  CHECK(std::holds_alternative<Atomic>(draw[1].node));
  CHECK(std::holds_alternative<Fence>(draw[2].node));
}
