#include "transform/moving_kernels.h"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <vector>

#include "ir/build.h"
#include "ir/random_numbers.h"

namespace qc {

using namespace ir;

namespace {

Elem elem_of(int bytes) {
  switch (bytes) {
    case 1: return Elem::U8;
    case 2: return Elem::U16;
    case 4: return Elem::U32;
    default: return Elem::I64;
  }
}

// 16 bytes are four words, which become one access.
struct Units {
  Function f;
  int unit;
  std::int64_t words;

  Units(const char* name, int bytes, int rank) : unit(bytes), words(bytes == 16 ? 4 : 1) {
    f.name = fmt::format("{}_{}_{}", name, bytes, rank);
    f.threads = int(kMovingThreads);
  }
  Elem elem() const { return elem_of(words > 1 ? 4 : unit); }
  ArrayId array(const char* name, std::optional<Elem> of = {}) {
    Array a;
    a.name = name;
    a.elem = of.value_or(elem());
    a.aligned = a.noalias = true;
    const ArrayId id = f.add_array(a);
    f.params.push_back({Param::Kind::Array, id});
    return id;
  }
  ExprP number(std::string name, Elem type = Elem::I64) {
    const VarId v = f.add_var(std::move(name), type);
    f.params.push_back({Param::Kind::Scalar, v});
    return var(f, v);
  }
  ExprP let(Block& block, const char* name, ExprP value) {
    const VarId v = f.add_var(name, value->type);
    block.push_back({Assign{v, std::move(value)}, {}});
    return var(f, v);
  }
  Access word(ArrayId array, const ExprP& place, std::int64_t k) const {
    Access a;
    a.array = array;
    a.index = {add(mul(place, int_const(words)), int_const(k))};
    return a;
  }
  // move(block, i) for each of the thread's units i < n.
  template <class F> Function each(const ExprP& n, const F& move) {
    const std::int64_t mine = moved_by_thread(unit);
    const ExprP first = let(f.body, "first", add(mul(builtin(BuiltinKind::BlockIdx), int_const(mine * kMovingThreads)), builtin(BuiltinKind::ThreadIdx)));
    for (std::int64_t k = 0; k < mine; ++k) {
      Block one;
      const ExprP i = let(one, "i", add(first, int_const(k * kMovingThreads)));
      Block inside;
      move(inside, i);
      one.push_back({If{lt(i, n), std::move(inside), {}}, {}});
      for (Stmt& s : one) f.body.push_back(std::move(s));
    }
    return std::move(f);
  }
};

}  // namespace

Function strided_copy_kernel(int unit, int rank) {
  Units u("strided_copy", unit, rank);
  const ArrayId from = u.array("from"), to = u.array("to");
  const ExprP a = u.number("a"), b = u.number("b");
  std::vector<ExprP> n, s, t;
  for (int d = 0; d < rank; ++d) {
    n.push_back(u.number(fmt::format("n{}", d)));
    s.push_back(u.number(fmt::format("s{}", d)));
    t.push_back(u.number(fmt::format("t{}", d)));
  }
  ExprP all = n[0];
  for (int d = 1; d < rank; ++d) all = mul(all, n[std::size_t(d)]);
  all = u.let(u.f.body, "all", all);
  return u.each(all, [&](Block& block, const ExprP& i) {
    ExprP rest = i, read = a, write = b;
    for (std::size_t d = std::size_t(rank); d-- > 0;) {
      ExprP at = rest;
      if (d > 0) {
        const ExprP outer = u.let(block, "outer", binary(BinaryOp::DivTrunc, rest, n[d]));
        at = u.let(block, "at", sub(rest, mul(outer, n[d])));
        rest = outer;
      }
      read = add(read, mul(at, s[d]));
      write = add(write, mul(at, t[d]));
    }
    read = u.let(block, "read", read);
    write = u.let(block, "write", write);
    std::vector<VarId> words;
    for (std::int64_t k = 0; k < u.words; ++k) {
      words.push_back(u.f.add_var("word", Elem::I64));
      block.push_back({Assign{words.back(), load(u.f, u.word(from, read, k))}, {}});
    }
    for (std::int64_t k = 0; k < u.words; ++k) block.push_back({Store{u.word(to, write, k), var(u.f, words[std::size_t(k)])}, {}});
  });
}

Function fill_kernel(int unit) {
  Units u("fill", unit, 1);
  const ArrayId to = u.array("to");
  const ExprP n = u.number("n"), value = u.number("value");
  return u.each(n, [&](Block& block, const ExprP& i) {
    for (std::int64_t k = 0; k < u.words; ++k) {
      // Of 16 bytes the even words are the lower half of the value, the odd ones its upper half.
      const ExprP word = k % 2 ? binary(BinaryOp::Shr, value, int_const(32)) : value;
      block.push_back({Store{u.word(to, i, k), word}, {}});
    }
  });
}

Function gather_kernel(int unit, Elem places) {
  Units u("gather", unit, int(places));
  const ArrayId from = u.array("from"), to = u.array("to"), list = u.array("list", places), outside = u.array("outside", Elem::I64);
  const ExprP n = u.number("n"), extent = u.number("extent");
  return u.each(n, [&](Block& block, const ExprP& i) {
    const ExprP given = load(u.f, u.word(list, i, 0)), place = u.let(block, "place", cast(Elem::I64, given));
    ExprP fits = logical_and(le(int_const(0), place), lt(place, extent));
    if (is_float(places)) fits = logical_and(fits, binary(BinaryOp::Eq, cast(places, place), given));
    Block inside{{Store{u.word(to, i, 0), load(u.f, u.word(from, place, 0))}, {}}};
    Block not_there{{Store{u.word(to, i, 0), int_const(0)}, {}}, {Atomic{{}, AtomicOp::Max, u.word(outside, int_const(0), 0), int_const(1), {}}, {}}};
    block.push_back({If{fits, std::move(inside), std::move(not_there)}, {}});
  });
}

Function masked_fill_kernel(int unit) {
  Units u("masked_fill", unit, 1);
  const ArrayId to = u.array("to"), mask = u.array("mask", Elem::U8);
  const ExprP n = u.number("n"), value = u.number("value");
  return u.each(n, [&](Block& block, const ExprP& i) {
    Block set{{Store{u.word(to, i, 0), value}, {}}};
    block.push_back({If{binary(BinaryOp::Ne, load(u.f, u.word(mask, i, 0)), int_const(0)), std::move(set), {}}, {}});
  });
}

Function random_kernel(Elem elem, bool normal) {
  Units u(normal ? "normal" : "uniform", int(byte_size(elem)), 1);
  const ArrayId to = u.array("to", elem);
  const ExprP n = u.number("n"), first = u.number("first"), key = u.number("key");
  return u.each(n, [&](Block& block, const ExprP& i) {
    const auto keep = [&](const char* name, const ExprP& e) { return u.let(block, name, e); };
    const RandomNumbers numbers{key, int_const(0), elem, {}, keep};
    const ExprP number = normal ? numbers.normal(add(first, mul(i, int_const(2)))) : numbers.uniform(add(first, i));
    block.push_back({Store{u.word(to, i, 0), number}, {}});
  });
}

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
  Stmt count(ArrayId array, const ExprP& place, const ExprP& more) const { return {Atomic{{}, AtomicOp::Add, u.word(array, place, 0), more, {}}, {}}; }
  Stmt count(const ExprP& place) const { return count(here, place, int_const(1)); }
  // body(k) for k = first, first + step, ... below n.
  template <class F> void each(const ExprP& first, const ExprP& step, const ExprP& n, const F& body) {
    const VarId k = u.f.add_var("k", Elem::I64);
    u.f.body.push_back({Assign{k, first}, {}});
    Block one;
    body(one, var(u.f, k));
    one.push_back({Assign{k, add(var(u.f, k), step)}, {}});
    u.f.body.push_back({While{lt(var(u.f, k), n), std::move(one)}, {}});
  }
  // look(block, x) for each element.
  template <class F> Function build(const ExprP& n, const ExprP& threads, const F& look) {
    const ExprP t = builtin(BuiltinKind::ThreadIdx), step = int_const(kMovingThreads);
    each(t, step, int_const(places), [&](Block& block, const ExprP& k) { block.push_back({Store{u.word(here, k, 0), int_const(0)}, {}}); });
    u.f.body.push_back({Barrier{}, {}});
    each(add(mul(builtin(BuiltinKind::BlockIdx), step), t), threads, n, [&](Block& block, const ExprP& i) { look(block, u.let(block, "x", load(u.f, u.word(from, i, 0)))); });
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
  const ExprP n = u.number("n"), mask = u.number("mask"), prefix = u.number("prefix"), shift = u.number("shift"), threads = u.number("threads");
  const std::int64_t bits = 8 * bytes, sign = bytes == 8 ? std::numeric_limits<std::int64_t>::min() : std::int64_t(1) << (bits - 1);
  const std::int64_t all = bytes == 8 ? -1 : (std::int64_t(1) << bits) - 1, infinity = bytes == 8 ? 0x7ff0000000000000 : 0x7f800000;
  return c.build(n, threads, [&](Block& block, const ExprP& x) {
    const ExprP negative = binary(BinaryOp::Ne, binary(BinaryOp::BitAnd, x, int_const(sign)), int_const(0));
    const ExprP key = u.let(block, "key", select(negative, binary(BinaryOp::BitXor, x, int_const(all)), binary(BinaryOp::BitOr, x, int_const(sign))));
    const ExprP place = u.let(block, "place", binary(BinaryOp::BitAnd, binary(BinaryOp::Shr, key, shift), int_const(kDigits - 1)));
    block.push_back({If{binary(BinaryOp::Eq, binary(BinaryOp::BitAnd, key, mask), prefix), {c.count(place)}, {}}, {}});
    block.push_back({If{lt(int_const(infinity), binary(BinaryOp::BitAnd, x, int_const(all ^ sign))), {c.count(int_const(kDigits))}, {}}, {}});
  });
}

// As count_equal_bins of host/histogram_counts.h: a guess by multiplication is right or next to it.
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
