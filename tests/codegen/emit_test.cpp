// The parts that kernel IR becomes LLVM IR by, each alone: LLVM's builder folds operations on constants, so that their
// results can be compared without running code.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>

#include <cmath>
#include <limits>

#include "codegen/emit/alias_scopes.h"
#include "codegen/emit/arithmetic.h"
#include "codegen/emit/boundary_index.h"
#include "codegen/emit/failing_loops.h"
#include "codegen/emit/failure_record.h"
#include "codegen/emit/loop_stack.h"
#include "codegen/interior.h"
#include "codegen/ir_passes/narrow_variables.h"
#include "kernels.h"

using namespace kernels;
using namespace qc::codegen;

namespace {

// A function that code is made in.
struct Making {
  llvm::LLVMContext context;
  llvm::Module module{"test", context};
  InstructionBuilder b{module};
  explicit Making(const char* triple = "x86_64-pc-linux-gnu") {
    module.setTargetTriple(llvm::Triple(triple));
    b.function = llvm::Function::Create(llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy(), b.getInt64Ty()}, false),
                                        llvm::GlobalValue::ExternalLinkage, "f", module);
    b.SetInsertPoint(b.new_block("entry"));
  }
  Value* of(double v) { return llvm::ConstantFP::get(b.getDoubleTy(), v); }
  bool is_valid() {
    b.CreateRetVoid();
    return !llvm::verifyFunction(*b.function);
  }
};

std::int64_t number(Value* v) { return llvm::cast<llvm::ConstantInt>(v)->getSExtValue(); }

std::size_t opcodes(const llvm::Function& f, unsigned opcode) {
  std::size_t n = 0;
  for (const llvm::BasicBlock& block : f)
    for (const llvm::Instruction& i : block) n += i.getOpcode() == opcode;
  return n;
}

constexpr std::int64_t kLow = std::numeric_limits<std::int64_t>::min();

}  // namespace

TEST_CASE("memory keeps a half and a truth as a byte, values are float and i1") {
  Making m;
  CHECK(m.b.memory_type(Elem::F16)->isHalfTy());
  CHECK(m.b.value_type(Elem::F16)->isFloatTy());
  CHECK(m.b.memory_type(Elem::Bool)->isIntegerTy(8));
  CHECK(m.b.value_type(Elem::Bool)->isIntegerTy(1));
  CHECK(m.b.memory_type(Elem::U16)->isIntegerTy(16));
  CHECK(m.b.value_type(Elem::U16)->isIntegerTy(64));
  CHECK(number(m.b.widen(m.b.narrow(m.b.i64(-1), Elem::U8), Elem::U8)) == 255);
  CHECK(number(m.b.widen(m.b.narrow(m.b.i64(200), Elem::I8), Elem::I8)) == -56);
  CHECK(m.b.widen(m.b.getInt8(1), Elem::Bool) == m.b.getTrue());
}

TEST_CASE("branches and counted loops are valid code") {
  Making m;
  Value* n = m.b.function->getArg(1);
  int runs = 0;
  m.b.if_else(
      m.b.CreateICmpSLT(n, m.b.i64(3)), [&] { ++runs; }, [&] { ++runs; });
  m.b.count_loop(m.b.i64(0), n, [&](Value* i) {
    CHECK(i->getType()->isIntegerTy(64));
    ++runs;
  });
  Value* v = m.b.unless(m.b.CreateICmpSLT(n, m.b.i64(9)), n, [&] { return m.b.CreateURem(n, m.b.i64(9)); });
  CHECK(llvm::isa<llvm::PHINode>(v));
  CHECK(runs == 3);
  CHECK(m.is_valid());
}

TEST_CASE("division of ints never traps") {
  Making m;
  const auto of = [&](BinaryOp op, std::int64_t x, std::int64_t y) {
    return number(int_binary(m.b, op, false, m.b.i64(x), m.b.i64(y)));
  };
  CHECK(of(BinaryOp::DivTrunc, -7, 2) == -3);
  CHECK(of(BinaryOp::DivFloor, -7, 2) == -4);
  CHECK(of(BinaryOp::DivFloor, 7, -2) == -4);
  CHECK(of(BinaryOp::DivTrunc, kLow, -1) == kLow);
  CHECK(of(BinaryOp::DivTrunc, 5, 0) == 0);
  CHECK(of(BinaryOp::Mod, -7, 2) == -1);
  CHECK(of(BinaryOp::Mod, kLow, -1) == 0);
  CHECK(of(BinaryOp::Periodize, -1, 4) == 3);
  CHECK(of(BinaryOp::Periodize, -1, -4) == 3);
}

TEST_CASE("code for a divisor that is zero is made where it may be") {
  Making m;
  int made = 0;
  const auto divide = [&](Value* y) {
    made = 0;
    int_binary(m.b, BinaryOp::DivTrunc, false, m.b.i64(6), y, [&] { ++made; });
    return made;
  };
  CHECK(divide(m.b.i64(3)) == 0);
  CHECK(divide(m.b.i64(0)) == 1);
  CHECK(divide(m.b.function->getArg(1)) == 1);
  CHECK(m.is_valid());
}

TEST_CASE("shifts by 64 and more leave nothing, or the sign") {
  Making m;
  const auto of = [&](BinaryOp op, std::int64_t x, std::int64_t y) {
    return number(int_binary(m.b, op, false, m.b.i64(x), m.b.i64(y)));
  };
  CHECK(of(BinaryOp::Shl, 3, 2) == 12);
  CHECK(of(BinaryOp::Shl, 3, 64) == 0);
  CHECK(of(BinaryOp::Shl, 3, -1) == 0);
  CHECK(of(BinaryOp::Shr, -3, 64) == -1);
  CHECK(of(BinaryOp::Shr, 3, 99) == 0);
}

TEST_CASE("truth values add as or, multiply as and") {
  Making m;
  Value *yes = m.b.getTrue(), *no = m.b.getFalse();
  CHECK(int_binary(m.b, BinaryOp::Add, true, yes, yes) == yes);
  CHECK(int_binary(m.b, BinaryOp::Sub, true, yes, yes) == no);
  CHECK(int_binary(m.b, BinaryOp::Max, true, yes, no) == yes);
  CHECK(int_binary(m.b, BinaryOp::Mul, true, yes, no) == no);
  CHECK(compare(m.b, BinaryOp::Lt, no, yes, Elem::Bool) == yes);
}

TEST_CASE("a comparison with NaN holds for != only") {
  Making m;
  Value *nan = m.of(std::nan("")), *one = m.of(1);
  CHECK(compare(m.b, BinaryOp::Ne, nan, one, Elem::F64) == m.b.getTrue());
  for (BinaryOp op : {BinaryOp::Eq, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge})
    CHECK(compare(m.b, op, nan, one, Elem::F64) == m.b.getFalse());
}

TEST_CASE("floats become the nearest end of an int type, ints wrap") {
  Making m;
  const auto of = [&](Elem to, double v) { return number(convert(m.b, to, Elem::F64, m.of(v))); };
  CHECK(of(Elem::U8, 300.7) == 255);
  CHECK(of(Elem::U8, -3) == 0);
  CHECK(of(Elem::I8, -300) == -128);
  CHECK(of(Elem::I8, -7.9) == -7);
  CHECK(of(Elem::I16, std::nan("")) == 0);
  CHECK(of(Elem::I64, 1e30) == std::numeric_limits<std::int64_t>::max());
  CHECK(of(Elem::I64, -1e30) == kLow);
  CHECK(number(convert(m.b, Elem::U8, Elem::I64, m.b.i64(300))) == 44);
  CHECK(convert(m.b, Elem::Bool, Elem::F64, m.of(-0.0)) == m.b.getFalse());
  CHECK(convert(m.b, Elem::Bool, Elem::F64, m.of(std::nan(""))) == m.b.getTrue());
}

TEST_CASE("an operation that a type does not have is an error") {
  Making m;
  CHECK_THROWS_AS(float_binary(m.b, BinaryOp::BitAnd, m.of(1), m.of(2)), EmitError);
  CHECK_THROWS_AS(int_binary(m.b, BinaryOp::Div, false, m.b.i64(1), m.b.i64(2)), EmitError);
  CHECK_THROWS_AS(unary(m.b, UnaryOp::Sqrt, Elem::I64, Elem::I64, m.b.i64(1)), EmitError);
}

TEST_CASE("an index is moved inside in place, or by one function of the module") {
  Making m;
  Value *i = m.b.function->getArg(1), *n = m.b.i64(5);
  boundary_index(m.b, Boundary::Mirror, i, n, true);
  boundary_index(m.b, Boundary::Mirror, i, n, true);
  boundary_index(m.b, Boundary::Circular, i, n, true);
  CHECK(m.module.getFunction("mirror_index"));
  CHECK(m.module.getFunction("circular_index"));
  CHECK(opcodes(*m.b.function, llvm::Instruction::Call) == 3);
  CHECK(opcodes(*m.b.function, llvm::Instruction::Br) == 0);
  boundary_index(m.b, Boundary::Circular, i, n, false);
  CHECK(opcodes(*m.b.function, llvm::Instruction::Br) > 0);
  CHECK(m.is_valid());
}

TEST_CASE("break and continue go to the innermost loop, a failure leaves those of one iteration") {
  Making m;
  LoopStack loops;
  CHECK(loops.left_by_failure() == nullptr);
  auto *next = m.b.new_block("a"), *outer = m.b.new_block("b"), *middle = m.b.new_block("c"),
       *inner = m.b.new_block("d");
  loops.begin(next, outer, false);
  CHECK(loops.left_by_failure() == nullptr);  // a loop over iterations goes on
  loops.begin(next, middle, true);
  loops.begin(next, inner, true);
  CHECK(loops.exit() == inner);
  CHECK(loops.next() == next);
  CHECK(loops.left_by_failure() == middle);
  {
    const LoopStack::OneLane lane(loops);
    CHECK(loops.left_by_failure() == nullptr);  // other lanes are in them
    loops.begin(next, inner, true);
    CHECK(loops.left_by_failure() == inner);
    loops.end();
  }
  CHECK(loops.left_by_failure() == middle);
  loops.end();
  loops.end();
  CHECK(loops.exit() == outer);
}

TEST_CASE("what is known of an array stands on its accesses") {
  Maker k("marks");
  const ArrayId x = k.global("x", Elem::F32), y = k.global("y", Elem::F32),
                local = k.shared("l", Elem::F32, {4}, Space::Local);
  k.f.body = {put(at(y, {num(0)}), k.get(at(x, {num(0)})))};
  Making m;
  const AliasScopes scopes(k.f, m.context);
  const auto load = [&](ArrayId a) {
    auto* l = m.b.CreateLoad(m.b.getFloatTy(), m.b.function->getArg(0));
    scopes.mark(l, a);
    return l;
  };
  using C = llvm::LLVMContext;
  CHECK(load(x)->hasMetadata(C::MD_invariant_load));
  CHECK_FALSE(load(y)->hasMetadata(C::MD_invariant_load));  // it is written
  CHECK(load(y)->hasMetadata(C::MD_alias_scope));
  CHECK(load(y)->hasMetadata(C::MD_noalias));
  CHECK(load(x)->getMetadata(C::MD_alias_scope) != load(y)->getMetadata(C::MD_alias_scope));
  CHECK_FALSE(load(local)->hasMetadata());
  auto* variable = m.b.CreateLoad(m.b.getFloatTy(), m.b.function->getArg(0));
  scopes.mark_variable(variable);
  REQUIRE(variable->hasMetadata(C::MD_alias_scope));
  const auto in = llvm::cast<llvm::MDNode>(variable->getMetadata(C::MD_alias_scope))->getOperand(0).get();
  const auto* outside = load(x)->getMetadata(C::MD_noalias);
  CHECK(std::any_of(outside->op_begin(), outside->op_end(), [&](const auto& scope) { return scope.get() == in; }));
  k.f.arrays[x].noalias = false;
  const AliasScopes shared(k.f, m.context);
  auto* l = m.b.CreateLoad(m.b.getFloatTy(), m.b.function->getArg(0));
  shared.mark(l, x);
  CHECK_FALSE(l->hasMetadata(C::MD_invariant_load));
  CHECK_FALSE(l->hasMetadata(C::MD_alias_scope));
}

TEST_CASE("what a thread keeps between barriers is stored once, however often it changes") {
  const auto stores = [](int rows) {
    Maker k("rows");  // of any number of threads, whose variables are not on the stack
    const ArrayId x = k.global("x", Elem::F32), y = k.global("y", Elem::F32);
    k.f.arrays[x].noalias = false;  // it may overlap other arrays, but no variable
    const VarId v = k.f.add_var("v", Elem::F32);
    k.f.body = {set(v, float_const(0, Elem::F32)), meet()};
    for (int r = 0; r < rows; ++r) k.f.body.push_back(set(v, add(k[v], k.get(at(x, {add(tid(), num(256 * r))})))));
    k.f.body.push_back(meet());
    k.f.body.push_back(put(at(y, {tid()}), k[v]));
    const auto text = emit_text(k.f, EmitStage::LlvmHost);
    REQUIRE(std::holds_alternative<std::string>(text));
    const std::string& llvm = std::get<std::string>(text);
    int n = 0;
    for (std::size_t p = llvm.find(" store "); p != std::string::npos; p = llvm.find(" store ", p + 1)) ++n;
    return n;
  };
  CHECK(stores(1) > 0);
  CHECK(stores(4) == stores(1));
}

TEST_CASE("an output has a value in every thread only where something reads it") {
  const auto fills = [](bool is_read) {
    Maker k("out");
    const ArrayId y = k.global("y", Elem::F32);
    const VarId o = k.f.add_var("o", Elem::F32);
    k.f.outputs = {o};
    const ExprP one = float_const(1, Elem::F32);
    k.f.body = {when(binary(BinaryOp::Eq, tid(), num(0)), {set(o, one)}), meet(),
                put(at(y, {tid()}), is_read ? k[o] : one)};
    const auto text = emit_text(k.f, EmitStage::LlvmHost);
    REQUIRE(std::holds_alternative<std::string>(text));
    return std::get<std::string>(text).find("memset") != std::string::npos;
  };
  CHECK(fills(true));
  CHECK_FALSE(fills(false));
}

TEST_CASE("a place that is looked at from both sides is compared once, since extents are none below 0") {
  const auto signed_compares = [](bool with_extent) {
    Maker k("inside", 1);
    const ArrayId y = k.global("y", Elem::F32);
    const VarId p = k.scalar("p", Elem::I64), n = k.scalar("n", Elem::I64);
    const ExprP inside = logical_and(le(num(0), k[p]), lt(k[p], with_extent ? extent(y, 0) : k[n]));
    k.f.body = {when(inside, {put(at(y, {k[p]}), float_const(1, Elem::F32))})};
    const auto text = emit_text(k.f, EmitStage::LlvmHost);
    REQUIRE(std::holds_alternative<std::string>(text));
    return std::get<std::string>(text).find("icmp s") != std::string::npos;
  };
  CHECK(signed_compares(false));
  CHECK_FALSE(signed_compares(true));
}

TEST_CASE("the number of an iteration as a float is counted in 32 bits where it is known to fit") {
  Maker k("numbered", 4096);
  const ArrayId y = k.global("y", Elem::F32);
  const ExprP i = add(mul(bid(), num(4096)), tid());
  k.f.body = {put(at(y, {i}), cast(Elem::F32, cast(Elem::I32, i)))};
  const auto text = emit_text(k.f, EmitStage::LlvmHost);
  REQUIRE(std::holds_alternative<std::string>(text));
  CAPTURE(std::get<std::string>(text));
  CHECK(std::get<std::string>(text).find("x i32>") != std::string::npos);
  CHECK(std::get<std::string>(text).find("x i64>") == std::string::npos);
}

TEST_CASE("what narrow elements meet is computed in 32 bits: short numbers from outside, and sums cut off to as many") {
  const auto wide_lanes = [](int bits, const auto& value) {
    Maker k("weighted", 4096);
    const ArrayId x = k.global("x", Elem::I16), y = k.global("y", Elem::I16);
    const VarId w = k.scalar("w", Elem::I64);
    k.f.vars[w].bits = bits;
    const ExprP i = add(mul(bid(), num(4096)), tid());
    k.f.body = {put(at(y, {i}), value(k.get(at(x, {i})), k[w]))};
    const auto text = emit_text(k.f, EmitStage::LlvmHost);
    REQUIRE(std::holds_alternative<std::string>(text));
    return std::get<std::string>(text).find("x i64>") != std::string::npos;
  };
  const auto shifted = [](ExprP e) {
    return binary(BinaryOp::Max, binary(BinaryOp::Shr, std::move(e), num(5)), num(-7));
  };
  const auto weighted = [&](const ExprP& x, const ExprP& w) { return shifted(mul(x, w)); };
  CHECK_FALSE(wide_lanes(16, weighted));
  CHECK(wide_lanes(64, weighted));
  // Whatever the number is, the lower half of a sum of products is that of their lower halves.
  const auto cut = [&](const ExprP& x, const ExprP& w) {
    return shifted(cast(Elem::I64, cast(Elem::I32, add(mul(x, w), mul(w, num(3))))));
  };
  CHECK_FALSE(wide_lanes(64, cut));
}

#ifdef __x86_64__
TEST_CASE("a loop that reads rows of bytes takes a vector of them, whatever it stores") {
  const auto vector_of_extremes = [](int taps, const auto& subscript, const auto& result) {
    Maker k("window", 512);
    const ArrayId x = k.global("x", Elem::U8), y = k.global("y", Elem::F32);
    ExprP low = int_const(255);
    for (int r = 0; r < taps; ++r) {
      const VarId v = k.f.add_var("low", Elem::I64);
      const ExprP place = add(mul(bid(), num(1024)), subscript(add(tid(), num(r))));
      k.f.body.push_back(set(v, binary(BinaryOp::Min, low, k.get(at(x, {place})))));
      low = k[v];
    }
    k.f.body.push_back(put(at(y, {add(mul(bid(), num(512)), tid())}), result(k, cast(Elem::F32, low))));
    const auto text = emit_text(k.f, EmitStage::LlvmHost);
    REQUIRE(std::holds_alternative<std::string>(text));
    const auto has = [&](const char* lanes) {
      return std::get<std::string>(text).find(std::string(lanes) + " @llvm.umin") != std::string::npos;
    };
    // Some processors with AVX-512 take whole vectors of it.
    return __builtin_cpu_supports("avx2") ? has("<32 x i8>") || has("<64 x i8>") : has("<16 x i8>");
  };
  const auto row = [](const ExprP& i) { return i; };
  const auto as_it_is = [](Maker&, const ExprP& v) { return v; };
  CHECK(vector_of_extremes(3, row, as_it_is));
  CHECK(vector_of_extremes(15, row, as_it_is));
  // Lanes that are read one by one, and more numbers than there are registers for.
  CHECK_FALSE(vector_of_extremes(
      3, [](const ExprP& i) { return mul(i, i); }, as_it_is));
  const auto polynomial = [](Maker& k, const ExprP& v) {
    ExprP sum = v;
    for (int d = 0; d < 20; ++d) sum = add(mul(sum, v), k[k.scalar("c", Elem::F32)]);
    return sum;
  };
  CHECK_FALSE(vector_of_extremes(3, row, polynomial));
}
#endif

TEST_CASE("the sides of an interior are looked at where some thread is in them") {
  const auto split = [](const auto& rest) {
    Maker k("window", 512);
    const ArrayId x = k.global("x", Elem::F32), y = k.global("y", Elem::F32);
    const VarId n = k.scalar("n", Elem::I64);
    const ExprP place = add(mul(bid(), num(512)), tid());
    const Stmt store = put(at(y, {place}), k.get(at(x, {add(place, num(1))}, Boundary::Clamped)));
    k.f.body = rest(lt(place, k[n]), store);
    return split_interior(k.f);
  };
  const auto threads_of = [](const Function& f) {
    const auto busy = std::find_if(f.body.begin(), f.body.end(), [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      return a && f.vars[a->var].name == "$busy";
    });
    REQUIRE(busy != f.body.end());
    return std::get<Assign>(busy->node).value;
  };
  const auto some = split([](const ExprP& c, const Stmt& s) { return Block{when(c, {s})}; });
  REQUIRE(some);
  auto* sides = std::get_if<If>(&some->body.back().node);
  REQUIRE(sides);
  CHECK(std::holds_alternative<While>(sides->then.back().node));
  CHECK_FALSE(as_int(*threads_of(*some)));
  // All threads do something.
  const auto all = split([](const ExprP& c, const Stmt& s) { return Block{when(c, {s}), s}; });
  REQUIRE(all);
  CHECK(as_int(*threads_of(*all)) == 512);
}

TEST_CASE("variables that are given small ints alone have their width") {
  Maker k("narrow", 64);
  const ArrayId x = k.global("x", Elem::U8), y = k.global("y", Elem::I64);
  const auto made = [&] { return k.f.add_var("v", Elem::I64); };
  const ExprP byte = k.get(at(x, {tid()}));
  const VarId count = made(), same = made(), read = made(), wide = made(), beyond = made(), of_wide = made(),
              shared = made(), two = made(), given = k.scalar("given", Elem::I64), loop = made();
  const auto wrapped = [&](VarId v, Elem e) { return cast(e, add(k[v], num(1))); };
  const ExprP either = binary(BinaryOp::Lt, k[read], k[count]);
  k.f.body = {set(count, num(0)),
              set(count, wrapped(count, Elem::U8)),
              set(same, select(either, k[count], num(255))),
              set(read, byte),
              set(wide, wrapped(wide, Elem::U8)),
              set(wide, add(k[wide], num(1))),
              set(beyond, wrapped(beyond, Elem::I8)),
              set(beyond, num(128)),
              set(of_wide, byte),
              set(of_wide, k[wide]),
              set(shared, byte),
              put(at(y, {tid()}), shuffle(ShuffleKind::Down, k[shared], num(1))),
              set(two, byte),
              set(two, wrapped(two, Elem::I8)),
              set(given, byte),
              {For{loop, num(0), num(1), num(3), Block{set(loop, byte)}}, {}}};
  const Function f = narrow_variables(k.f);
  for (const VarId v : {count, same, read}) CHECK(f.vars[v].type == Elem::U8);
  for (const VarId v : {wide, beyond, of_wide, shared, two, given, loop}) CHECK(f.vars[v].type == Elem::I64);
}

TEST_CASE("a module has one function that records failures") {
  Making m;
  llvm::Function* made = fail_function(m.module, m.b.getPtrTy(), "");
  CHECK(fail_function(m.module, m.b.getPtrTy(), "") == made);
  CHECK_FALSE(llvm::verifyFunction(*made));
  CHECK(opcodes(*made, llvm::Instruction::AtomicCmpXchg) == 1);
}

TEST_CASE("a failure may end a loop inside one iteration, and one over iterations that come in order") {
  Maker k("loops");
  const ArrayId x = k.global("x", Elem::I64);
  const SiteId site = k.f.add_site({});
  const VarId i = k.f.add_var("i", Elem::I64), order = k.f.add_var("order", Elem::I64);
  k.f.order = order;
  const Stmt fails = put(at(x, {var(k.f, i)}, Boundary::Checked, site), num(1));
  CHECK(is_of_one_iteration(k.f, {fails}));
  CHECK_FALSE(is_of_one_iteration(k.f, {put(at(x, {num(0)}), num(1))}));  // cannot fail
  CHECK_FALSE(is_of_one_iteration(k.f, {set(order, num(3)), fails}));     // other iterations
  CHECK_FALSE(is_of_one_iteration(k.f, {fails, meet()}));                 // threads wait for it
  CHECK(comes_in_order(k.f, {set(order, var(k.f, i)), set(i, add(var(k.f, i), num(2)))}));
  CHECK_FALSE(comes_in_order(k.f, {set(order, var(k.f, i)), set(i, sub(var(k.f, i), num(2)))}));
  CHECK_FALSE(comes_in_order(k.f, {set(order, num(1)), set(i, add(var(k.f, i), num(2)))}));
  CHECK_FALSE(comes_in_order(k.f, {set(i, add(var(k.f, i), num(2)))}));
  k.f.body = {fails};
  CHECK(watches_failures(k.f));
  k.f.body = {fails, meet()};
  CHECK_FALSE(watches_failures(k.f));
}
