#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "codegen/device_sm.h"
#include "kernels.h"

using namespace kernels;

namespace {

std::string ptx_of(const Function& f, const std::string& sm = "sm_90") {
  CompileOptions o;
  o.sm = sm;
  auto r = compile_ptx(f, o);
  if (auto* e = std::get_if<CompileError>(&r)) FAIL(e->message);
  return std::get<PtxKernel>(r).ptx;
}
int occurrences(const std::string& text, const std::string& what) {
  int n = 0;
  for (auto p = text.find(what); p != std::string::npos; p = text.find(what, p + what.size())) ++n;
  return n;
}

// An extra check where a toolkit is installed.
void assemble(const std::string& ptx, const std::string& sm = "sm_90") {
  static const bool there = std::system("ptxas --version > /dev/null 2>&1") == 0;
  if (!there) {
    MESSAGE("skipped: no ptxas");
    return;
  }
  char name[] = "/tmp/qc_ptx_XXXXXX";
  const int fd = mkstemp(name);
  REQUIRE(fd >= 0);
  FILE* out = fdopen(fd, "w");
  std::fputs(ptx.c_str(), out);
  std::fclose(out);
  CHECK(std::system(("ptxas -arch=" + sm + " -o /dev/null " + name).c_str()) == 0);
  std::remove(name);
}

// Thread t of block b sums rows of 4 neighbouring lanes: x[i + 4t + j].
Function rows_of_four(bool multiple) {
  Maker m("rows", 512);
  m.f.min_blocks = 4;
  const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32),
                r = m.shared("r", Elem::F32, {4}, Space::Local);
  const VarId units = m.scalar("units", Elem::I64);
  const VarId i = m.f.add_var("i", Elem::I64), e = m.f.add_var("e", Elem::I64), j = m.f.add_var("j", Elem::I64);
  auto lane = [&] { return add(m[i], add(mul(tid(), num(4)), m[j])); };
  auto each = [&](Block b) { return Stmt{For{j, num(0), num(1), num(3), std::move(b), -1}, {}}; };
  m.f.body = {each({put(at(r, {m[j]}), float_const(-0.0, Elem::F32))}),
              set(i, mul(bid(), mul(m[units], num(multiple ? 8192 : 1)))), set(e, add(m[i], mul(m[units], num(8192)))),
              loop(lt(m[i], m[e]), {each({put(at(r, {m[j]}), add(m.get(at(r, {m[j]})), m.get(at(x, {lane()}))))}),
                                    set(i, add(m[i], num(2048)))}),
              each({put(at(y, {add(mul(tid(), num(4)), m[j])}), m.get(at(r, {m[j]})))})};
  return m.f;
}

}  // namespace

TEST_CASE("four neighbouring loads of an aligned array are one") {
  const std::string ptx = ptx_of(rows_of_four(true));
  CAPTURE(ptx);
  CHECK(occurrences(ptx, "ld.global.nc.v4.b32") + occurrences(ptx, "ld.global.nc.v4.f32") == 1);
  CHECK(occurrences(ptx, "ld.global") == 1);
  CHECK(occurrences(ptx, "st.global.v4") == 1);
  CHECK(occurrences(ptx, ".local") == 0);
  CHECK(occurrences(ptx, ".maxntid 512") == 1);
  CHECK(occurrences(ptx, ".minnctapersm 4") == 1);
  CHECK(occurrences(ptx, "fma") == 0);
  assemble(ptx);
  const std::string other = ptx_of(rows_of_four(false));  // nothing is known about the base's alignment
  CHECK(occurrences(other, "v4") == 1);
  CHECK(occurrences(other, "st.global.v4") == 1);
}

TEST_CASE("a kernel whose blocks have no size of their own is made for the largest that it is told of") {
  ir::Function any_size = rows_of_four(true);
  any_size.threads = any_size.min_blocks = 0;
  CompileOptions options;
  CHECK(occurrences(std::get<PtxKernel>(compile_ptx(any_size, options)).ptx, ".maxntid") == 0);
  options.block_threads = 1024;
  CHECK(occurrences(std::get<PtxKernel>(compile_ptx(any_size, options)).ptx, ".maxntid 1024") == 1);
  CHECK(occurrences(std::get<PtxKernel>(compile_ptx(rows_of_four(true), options)).ptx, ".maxntid 512") == 1);
}

TEST_CASE("the tree reduction uses no atomic on floats") {
  const std::string ptx = ptx_of(tree_sum());
  CHECK(occurrences(ptx, "atom") >= 1);
  for (const char* bad : {"atom.global.add.f32", "atom.add.f32", "atom.add.f64", " red.", ".ftz", "fma"})
    CHECK(occurrences(ptx, bad) == 0);
  CHECK(occurrences(ptx, "bar.sync") + occurrences(ptx, "barrier.sync") > 0);
  // 2048 threads are more than a block holds on a device, so it is not assembled
}

TEST_CASE("float arithmetic is IEEE: fma only where asked, rounded division and root, no flush") {
  Maker m("arith", 128);
  const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32, 2);
  const ExprP a = m.get(at(x, {tid()})), b = m.get(at(x, {add(tid(), num(128))}));
  m.f.body = {put(at(y, {num(0), tid()}), add(mul(a, b), a)), put(at(y, {num(1), tid()}), binary(BinaryOp::Div, a, b)),
              put(at(y, {num(2), tid()}), unary(UnaryOp::Sqrt, a)),
              put(at(y, {num(3), tid()}), binary(BinaryOp::Min, a, b))};
  const std::string ptx = ptx_of(m.f);
  CAPTURE(ptx);
  CHECK(occurrences(ptx, "fma") == 0);
  CHECK(occurrences(ptx, "div.rn.f32") == 1);
  CHECK(occurrences(ptx, "sqrt.rn.f32") == 1);
  CHECK(occurrences(ptx, "mul.rn.f32") == 1);
  CHECK(occurrences(ptx, "add.rn.f32") == 1);
  CHECK(occurrences(ptx, "min.f32") == 1);
  CHECK(occurrences(ptx, "ftz") == 0);
  assemble(ptx);
  m.f.body = {put(at(y, {num(0), tid()}), fma(a, b, a))};
  CHECK(occurrences(ptx_of(m.f), "fma.rn.f32") == 1);
}

TEST_CASE("atomics, failures, shuffles and dynamic shared memory assemble") {
  Maker m("mixed");
  const ArrayId x = m.global("x", Elem::F32), n = m.global("n", Elem::I64), u = m.global("u", Elem::U32),
                b = m.global("b", Elem::U8);
  const VarId old = m.f.add_var("old", Elem::I64), v = m.f.add_var("v", Elem::F64);
  Array s;
  s.name = "s";
  s.elem = Elem::F64;
  s.space = Space::Shared;
  s.dynamic_dims = {num(100)};
  const ArrayId dynamic = m.f.add_array(s);
  const SiteId site = m.f.add_site({Site::Kind::OutOfRange, {}, "x"});
  auto atomic = [&](AtomicOp op, ArrayId a, ExprP value) {
    return Stmt{Atomic{{}, op, at(a, {num(0)}), std::move(value), nullptr}, {}};
  };
  m.f.body = {put(at(x, {tid()}, Boundary::Checked, site), float_const(1, Elem::F32)),
              atomic(AtomicOp::Add, x, float_const(1, Elem::F32)),
              atomic(AtomicOp::Max, x, float_const(1, Elem::F32)),
              atomic(AtomicOp::Max, n, tid()),
              atomic(AtomicOp::Add, b, num(1)),
              {Atomic{old, AtomicOp::Inc, at(u, {num(0)}), num(9), nullptr}, {}},
              {Atomic{old, AtomicOp::Cas, at(n, {num(0)}), num(9), num(1)}, {}},
              set(v, cast(Elem::F64, tid())),
              set(v, add(m[v], shuffle(ShuffleKind::Down, m[v], num(16)))),
              put(at(dynamic, {tid()}), m[v]),
              meet(),
              {Barrier{SyncScope::Warp}, {}},
              {Fence{}, {}},
              {Fence{SyncScope::Block}, {}},
              put(at(n, {tid()}), add(m[old], cast(Elem::I64, m.get(at(dynamic, {sub(num(31), tid())})))))};
  for (const char* sm : {"sm_75", "sm_80", "sm_90"}) {
    CompileOptions o;
    o.sm = sm;
    auto r = compile_ptx(m.f, o);
    REQUIRE(std::holds_alternative<PtxKernel>(r));
    const PtxKernel k = std::get<PtxKernel>(r);
    CHECK(k.dynamic_shared == 800);
    CHECK(k.entry == "mixed");
    CHECK(occurrences(k.ptx, "qc_dynamic_shared") >= 1);
    assemble(k.ptx, sm);
  }
}

TEST_CASE("every elementary function assembles, for float and double") {
  Maker m("math", 128);
  const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F64);
  for (int k = 0; k <= int(MathFn::Tgamma); ++k) {
    auto call = [&](ArrayId a, Elem e) {
      std::vector<ExprP> args(MathFn(k) == MathFn::Pow || MathFn(k) == MathFn::Atan2 ? 2 : 1, m.get(at(a, {tid()})));
      return std::make_shared<const Expr>(Expr{Math{MathFn(k), args}, e, {}});
    };
    m.f.body.push_back(put(at(x, {tid()}), call(x, Elem::F32)));
    m.f.body.push_back(put(at(y, {tid()}), call(y, Elem::F64)));
  }
  const std::string ptx = ptx_of(m.f);
  for (const char* bad : {".ftz", "approx", ".full", ".extern"}) {
    CAPTURE(bad);
    CHECK(occurrences(ptx, bad) == 0);
  }
  assemble(ptx);
}

TEST_CASE("a wrong sm is an error and not the end of the process") {
  CompileOptions o;
  o.sm = "sm_1";
  const auto r = compile_ptx(rows_of_four(true), o);
  CHECK(std::holds_alternative<CompileError>(r));
  CHECK(std::holds_alternative<PtxKernel>(compile_ptx(rows_of_four(true))));
}

TEST_CASE("for a device that is newer than LLVM there is code of the newest sm that it knows") {
  const std::vector<int> known{70, 75, 90, 100, 120};
  CHECK(codegen::newest_sm("sm_90", known) == "sm_90");
  CHECK(codegen::newest_sm("sm_89", known) == "sm_75");
  CHECK(codegen::newest_sm("sm_103", known) == "sm_100");
  CHECK(codegen::newest_sm("sm_130", known) == "sm_120");
  CHECK(codegen::newest_sm("sm_1000", known) == "sm_120");
  CHECK(codegen::newest_sm("sm_60", known) == "sm_60");    // older than all: an error, as ever
  CHECK(codegen::newest_sm("sm_90a", known) == "sm_90a");  // runs on nothing else
  CHECK(codegen::newest_sm("", known) == "");
  CHECK(codegen::newest_sm("sm_90", {}) == "sm_90");
  CompileOptions o;
  for (const char* device : {"sm_75", "sm_80", "sm_86", "sm_87", "sm_88", "sm_89", "sm_90", "sm_100", "sm_101",
                             "sm_103", "sm_110", "sm_120", "sm_121", "sm_130", "sm_999"}) {
    CAPTURE(device);
    o.sm = codegen::sm_for_device(device);
    CHECK(std::holds_alternative<PtxKernel>(compile_ptx(rows_of_four(true), o)));
  }
  CHECK(codegen::sm_for_device("sm_90") == "sm_90");
}

TEST_CASE("texts for --emit") {
  for (auto [stage, word] : {std::pair{EmitStage::LlvmHost, "define void @rows"},
                             {EmitStage::LlvmPtx, "ptx_kernel void @rows"},
                             {EmitStage::Asm, "rows:"},
                             {EmitStage::Ptx, ".entry rows"}}) {
    const auto r = emit_text(rows_of_four(true), stage);
    REQUIRE(std::holds_alternative<std::string>(r));
    CHECK(std::get<std::string>(r).find(word) != std::string::npos);
  }
}
