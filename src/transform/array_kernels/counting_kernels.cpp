#include "transform/array_kernels/counting_kernels.h"

#include <limits>

#include "transform/array_kernels/kernel_units.h"

namespace qc {

using namespace ir;
using namespace units;

namespace {

// A kernel that counts in shared memory what its threads look at, and adds that to `counts` at the end.
struct Counter {
  Units u;
  std::int64_t places;
  ArrayId from, counts, here;

  Counter(const char* name, Elem elem, std::int64_t n) : u(name, int(byte_size(elem)), int(elem)), places(n) {
    from = u.array("from", elem);
    counts = u.array("counts", Elem::I64);
    Array own;
    own.name = "own", own.elem = Elem::U32, own.space = Space::Shared, own.dims = {places};
    here = u.f.add_array(own);
  }
  Stmt count(ArrayId array, const ExprP& place, const ExprP& more) const {
    return {Atomic{{}, AtomicOp::Add, u.word(array, place, 0), more, {}}, {}};
  }
  Stmt count(const ExprP& place) const { return count(here, place, int_const(1)); }
  // body(k) for k = first, first + step, ... below n.
  template <class F>
  void each(const ExprP& first, const ExprP& step, const ExprP& n, const F& body) {
    const VarId k = u.f.add_var("k", Elem::I64);
    u.f.body.push_back({Assign{k, first}, {}});
    Block one;
    body(one, var(u.f, k));
    one.push_back({Assign{k, add(var(u.f, k), step)}, {}});
    u.f.body.push_back({While{lt(var(u.f, k), n), std::move(one)}, {}});
  }
  // look(block, x) for each element.
  template <class F>
  Function build(const ExprP& n, const ExprP& threads, const F& look) {
    const ExprP t = builtin(BuiltinKind::ThreadIdx), step = int_const(kMovingThreads);
    each(t, step, int_const(places), [&](Block& block, const ExprP& k) {
      block.push_back({Store{u.word(here, k, 0), int_const(0)}, {}});
    });
    u.f.body.push_back({Barrier{}, {}});
    each(add(mul(builtin(BuiltinKind::BlockIdx), step), t), threads, n,
         [&](Block& block, const ExprP& i) { look(block, u.let(block, "x", load(u.f, u.word(from, i, 0)))); });
    u.f.body.push_back({Barrier{}, {}});
    each(t, step, int_const(places), [&](Block& block, const ExprP& k) {
      const ExprP mine = u.let(block, "mine", load(u.f, u.word(here, k, 0)));
      block.push_back({If{lt(int_const(0), mine), {count(counts, k, mine)}, {}}, {}});
    });
    return std::move(u.f);
  }
};

}  // namespace

Function count_digits_kernel(int bytes) {
  Counter c("count_digits", elem_of(bytes), kDigits + 1);
  Units& u = c.u;
  const ExprP n = u.number("n"), mask = u.number("mask"), prefix = u.number("prefix"), shift = u.number("shift"),
              threads = u.number("threads");
  const std::int64_t bits = 8 * bytes,
                     sign = bytes == 8 ? std::numeric_limits<std::int64_t>::min() : std::int64_t(1) << (bits - 1);
  const std::int64_t all = bytes == 8 ? -1 : (std::int64_t(1) << bits) - 1,
                     infinity = bytes == 8 ? 0x7ff0000000000000 : 0x7f800000;
  return c.build(n, threads, [&](Block& block, const ExprP& x) {
    const ExprP negative = binary(BinaryOp::Ne, binary(BinaryOp::BitAnd, x, int_const(sign)), int_const(0));
    const ExprP key = u.let(
        block, "key",
        select(negative, binary(BinaryOp::BitXor, x, int_const(all)), binary(BinaryOp::BitOr, x, int_const(sign))));
    const ExprP place =
        u.let(block, "place", binary(BinaryOp::BitAnd, binary(BinaryOp::Shr, key, shift), int_const(kDigits - 1)));
    block.push_back({If{binary(BinaryOp::Eq, binary(BinaryOp::BitAnd, key, mask), prefix), {c.count(place)}, {}}, {}});
    block.push_back({If{lt(int_const(infinity), binary(BinaryOp::BitAnd, x, int_const(all ^ sign))),
                        {c.count(int_const(kDigits))},
                        {}},
                     {}});
  });
}

// As count_equal_bins of host/arrays/histogram_counts.h: a guess by multiplication is right or next to it.
Function count_bins_kernel(Elem elem) {
  Counter c("count_bins", elem, kMostBins);
  Units& u = c.u;
  const ArrayId edges = u.array("edges", Elem::F64);
  const ExprP n = u.number("n"), last = u.number("last"), threads = u.number("threads");
  const ExprP lo = u.number("lo", Elem::F64), hi = u.number("hi", Elem::F64), scale = u.number("scale", Elem::F64);
  return c.build(n, threads, [&](Block& block, const ExprP& x) {
    const ExprP v = u.let(block, "v", cast(Elem::F64, x));
    const auto edge = [&](const ExprP& k) { return load(u.f, u.word(edges, k, 0)); };
    const auto one_if = [](const ExprP& condition) { return select(condition, int_const(1), int_const(0)); };
    Block inside;
    ExprP k = u.let(inside, "k", binary(BinaryOp::Min, cast(Elem::I64, mul(sub(v, lo), scale)), last));
    k = u.let(inside, "k", sub(k, one_if(lt(v, edge(k)))));
    k = u.let(inside, "k", add(k, one_if(logical_and(lt(k, last), le(edge(add(k, int_const(1))), v)))));
    inside.push_back(c.count(k));
    block.push_back({If{logical_and(le(lo, v), le(v, hi)), std::move(inside), {}}, {}});
  });
}

}  // namespace qc
