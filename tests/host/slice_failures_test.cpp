// Which loops may miss a failure of a slice, and which fail otherwise once a part of them was run.
#include "host/facts/slice_failures.h"

#include <doctest/doctest.h>

#include "ir/build.h"

using namespace qc;
using namespace qc::ir;
using namespace qc::host;

namespace {

// x of 10 x 10 elements, k of 10 ints; for i=0..4: for e=lo..hi: ..
struct Nest {
  Function f;
  ArrayId x, k;
  VarId i, e, v;
  Nest() {
    const auto array = [&](const char* name, Elem elem, std::vector<std::int64_t> dims) {
      ir::Array a;
      a.name = name, a.elem = elem, a.rank = int(dims.size()), a.dims = std::move(dims), a.space = Space::Local;
      return f.add_array(a);
    };
    x = array("x", Elem::F64, {10, 10}), k = array("k", Elem::I64, {10});
    i = f.add_var("i", Elem::I64), e = f.add_var("e", Elem::I64), v = f.add_var("v", Elem::F64);
  }
  ExprP var(VarId w) const { return ir::var(f, w); }
  ExprP element_of_k(ExprP at) const {
    Access a;
    a.array = k, a.index = {std::move(at)}, a.boundary = Boundary::Checked;
    return load(f, a);
  }
  Stmt store(ExprP row, ExprP column, ExprP value = float_const(1, Elem::F64), bool of_slice = true) {
    Access a;
    a.array = x, a.index = {std::move(row), std::move(column)}, a.boundary = Boundary::Checked;
    a.site = f.add_site({Site::Kind::OutOfRange, {}, "x"});
    f.sites[a.site].of_slice = of_slice;
    return {Store{std::move(a), std::move(value)}, {}};
  }
  Stmt store_k(ExprP at) const {
    Access a;
    a.array = k, a.index = {std::move(at)}, a.boundary = Boundary::Checked;
    return {Store{std::move(a), int_const(1)}, {}};
  }
  void body(ExprP lo, ExprP hi, Block inner) {
    Block outer = {{For{e, std::move(lo), int_const(1), std::move(hi), std::move(inner)}, {}}};
    f.body = {{For{i, int_const(0), int_const(1), int_const(4), std::move(outer)}, {}}};
  }
  bool may_miss() const {
    NestValues values;
    values.resize(f.arrays.size(), f.vars.size());
    return may_miss_failures(f, NestRanges(f, values));
  }
  bool may_miss(std::int64_t lo, std::int64_t hi, Stmt s) {
    body(int_const(lo), int_const(hi), {std::move(s)});
    return may_miss();
  }
};

}  // namespace

TEST_CASE("an empty slice misses what is outside along another dimension") {
  Nest n;
  CHECK(n.may_miss(3, 2, n.store(int_const(10), n.var(n.e))));
  CHECK(n.may_miss(3, 2, n.store(int_const(-1), n.var(n.e))));
  CHECK(n.may_miss(3, 2, n.store(n.var(n.e), add(n.var(n.i), int_const(6)))));
  CHECK_FALSE(n.may_miss(3, 2, n.store(int_const(9), n.var(n.e))));
  CHECK_FALSE(n.may_miss(3, 2, n.store(n.var(n.i), n.var(n.e))));
  CHECK_FALSE(n.may_miss(2, 2, n.store(int_const(10), n.var(n.e))));
  CHECK_FALSE(n.may_miss(3, 2, n.store(int_const(10), n.var(n.e), float_const(1, Elem::F64), false)));
  CHECK_FALSE(n.may_miss(30, 20, n.store(n.var(n.e), n.var(n.e))));
}

TEST_CASE("a length is that of the first iteration, where the ends move") {
  Nest n;
  n.body(n.var(n.i), sub(n.var(n.i), int_const(1)), {n.store(int_const(10), n.var(n.e))});
  CHECK(n.may_miss());
  n.body(n.var(n.i), add(n.var(n.i), int_const(1)), {n.store(int_const(10), n.var(n.e))});
  CHECK_FALSE(n.may_miss());
}

TEST_CASE("elements that are stored decide by subscripts, ends, conditions and whole numbers in variables") {
  Nest n;
  const auto decides = [&](Block inner) {
    n.body(int_const(0), int_const(3), std::move(inner));
    return decides_by_what_it_stores(n.f);
  };
  const ExprP read = n.element_of_k(n.var(n.e));
  const Stmt plain = n.store(n.var(n.i), n.var(n.e)), stored = n.store_k(n.var(n.e));
  CHECK_FALSE(decides({plain}));
  CHECK_FALSE(decides({n.store(n.var(n.i), read)}));
  CHECK(decides({n.store(n.var(n.i), read), stored}));
  CHECK(decides({{If{lt(read, int_const(3)), {plain}, {}}, {}}, stored}));
  CHECK(decides({{For{n.v, int_const(0), int_const(1), read, {plain}}, {}}, stored}));
  CHECK(decides({{Assign{n.e, read}, {}}, stored}));
  CHECK_FALSE(decides({{Assign{n.v, cast(Elem::F64, read)}, {}}, stored}));
  CHECK_FALSE(decides({n.store(n.var(n.i), n.var(n.e), cast(Elem::F64, read)), stored}));
}
