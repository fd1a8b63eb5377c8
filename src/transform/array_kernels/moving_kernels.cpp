#include "transform/array_kernels/moving_kernels.h"

#include <fmt/format.h>

#include <bit>
#include <vector>

#include "ir/random_numbers.h"
#include "transform/array_kernels/kernel_units.h"

namespace qc {

using namespace ir;
using namespace units;

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
    for (std::int64_t k = 0; k < u.words; ++k)
      block.push_back({Store{u.word(to, write, k), var(u.f, words[std::size_t(k)])}, {}});
  });
}

Function turned_copy_kernel(int unit) {
  constexpr std::int64_t kRows = kMovingThreads / kTurnedSide;  // of a square at a time
  Units u("turned_copy", unit, 3);
  const ArrayId from = u.array("from"), to = u.array("to");
  Array square;  // rows are one longer, so that columns lie in different banks
  square.name = "square", square.elem = u.elem(), square.space = Space::Shared;
  square.dims = {kTurnedSide * (kTurnedSide + 1)};
  const ArrayId tile = u.f.add_array(std::move(square));
  const ExprP a = u.number("a"), b = u.number("b");
  std::vector<ExprP> n, s, t;
  for (int d = 0; d < 3; ++d) {
    n.push_back(u.number(fmt::format("n{}", d)));
    s.push_back(u.number(fmt::format("s{}", d)));
    t.push_back(u.number(fmt::format("t{}", d)));
  }
  Block& body = u.f.body;
  const auto let = [&](const char* name, const ExprP& e) { return u.let(body, name, e); };
  const auto whole = [](const ExprP& x, const ExprP& y) { return binary(BinaryOp::DivTrunc, x, y); };
  const auto squares = [&](const ExprP& extent) {
    return let("squares", whole(add(extent, int_const(kTurnedSide - 1)), int_const(kTurnedSide)));
  };
  const ExprP across = squares(n[2]), down = squares(n[1]), thread = builtin(BuiltinKind::ThreadIdx),
              row = let("row", whole(builtin(BuiltinKind::BlockIdx), across)), outer = let("outer", whole(row, down));
  const ExprP j = let("j", mul(sub(builtin(BuiltinKind::BlockIdx), mul(row, across)), int_const(kTurnedSide))),
              i = let("i", mul(sub(row, mul(outer, down)), int_const(kTurnedSide)));
  const ExprP lane = let("lane", binary(BinaryOp::BitAnd, thread, int_const(kTurnedSide - 1))),
              first =
                  let("first", binary(BinaryOp::Shr, thread, int_const(std::countr_zero(std::uint64_t(kTurnedSide)))));
  const auto place = [&](const ExprP& base, const std::vector<ExprP>& strides, const ExprP& y, const ExprP& x) {
    return add(add(add(base, mul(outer, strides[0])), mul(y, strides[1])), mul(x, strides[2]));
  };
  const auto inside = [&](const ExprP& y, const ExprP& x, Stmt s) {
    body.push_back({If{logical_and(lt(y, n[1]), lt(x, n[2])), {std::move(s)}, {}}, {}});
  };
  const auto of_square = [&](const ExprP& y, const ExprP& x) {
    return u.word(tile, add(mul(y, int_const(kTurnedSide + 1)), x), 0);
  };
  for (std::int64_t k = 0; k < kTurnedSide; k += kRows) {
    const ExprP column = add(first, int_const(k)), y = let("y", add(i, lane)), x = let("x", add(j, column));
    inside(y, x, {Store{of_square(lane, column), load(u.f, u.word(from, place(a, s, y, x), 0))}, {}});
  }
  body.push_back({Barrier{SyncScope::Block}, {}});
  for (std::int64_t k = 0; k < kTurnedSide; k += kRows) {
    const ExprP line = add(first, int_const(k)), y = let("y", add(i, line)), x = let("x", add(j, lane));
    inside(y, x, {Store{u.word(to, place(b, t, y, x), 0), load(u.f, of_square(line, lane))}, {}});
  }
  return std::move(u.f);
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

Function range_kernel(Elem elem) {
  Units u("range", int(byte_size(elem)), int(elem));
  const ArrayId to = u.array("to", elem);
  const Elem as = elem == Elem::I64 ? Elem::I64 : Elem::F64;
  const ExprP n = u.number("n"), lo = u.number("lo", as), step = u.number("step", as);
  return u.each(n, [&](Block& block, const ExprP& i) {
    const ExprP value = add(lo, mul(cast(as, i), step));
    block.push_back({Store{u.word(to, i, 0), cast(elem, value)}, {}});
  });
}

Function spaced_kernel(Elem elem) {
  Units u("spaced", int(byte_size(elem)), int(elem));
  const ArrayId to = u.array("to", elem);
  const ExprP n = u.number("n"), lo = u.number("lo", Elem::F64), width = u.number("width", Elem::F64),
              hi = u.number("hi", Elem::F64), last = sub(n, int_const(1));
  return u.each(n, [&](Block& block, const ExprP& i) {
    const ExprP between = add(lo, binary(BinaryOp::Div, mul(width, cast(Elem::F64, i)), cast(Elem::F64, last)));
    block.push_back({Store{u.word(to, i, 0), cast(elem, select(binary(BinaryOp::Eq, i, last), hi, between))}, {}});
  });
}

namespace {

// A list that names places below an extent.
struct List {
  Units& u;
  Elem places;
  ArrayId list;
  ExprP place(Block& block, const ExprP& i) const {
    return u.let(block, "place", cast(Elem::I64, load(u.f, u.word(list, i, 0))));
  }
  ExprP fits(const ExprP& place, const ExprP& i, const ExprP& extent) const {
    const ExprP below = logical_and(le(int_const(0), place), lt(place, extent));
    return is_float(places)
               ? logical_and(below, binary(BinaryOp::Eq, cast(places, place), load(u.f, u.word(list, i, 0))))
               : below;
  }
};
Stmt mark(const Units& u, ArrayId outside) {
  return {Atomic{{}, AtomicOp::Max, u.word(outside, int_const(0), 0), int_const(1), {}}, {}};
}

}  // namespace

Function gather_kernel(int unit, Elem places) {
  Units u("gather", unit, int(places));
  const ArrayId from = u.array("from"), to = u.array("to"), list = u.array("list", places),
                outside = u.array("outside", Elem::I64);
  const ExprP n = u.number("n"), extent = u.number("extent");
  const List l{u, places, list};
  return u.each(n, [&](Block& block, const ExprP& i) {
    const ExprP place = l.place(block, i);
    Block inside{{Store{u.word(to, i, 0), load(u.f, u.word(from, place, 0))}, {}}};
    Block not_there{{Store{u.word(to, i, 0), int_const(0)}, {}}, mark(u, outside)};
    block.push_back({If{l.fits(place, i, extent), std::move(inside), std::move(not_there)}, {}});
  });
}

// Threads take the list from its end, and look before they write: where few places occur often, most find a later
// element there.
Function last_of_places_kernel(Elem places) {
  Units u("last_of_places", int(byte_size(places)), int(places));
  const ArrayId list = u.array("list", places), last = u.array("last", Elem::U32),
                outside = u.array("outside", Elem::I64);
  const ExprP n = u.number("n"), extent = u.number("extent");
  const List l{u, places, list};
  return u.each(n, [&](Block& block, const ExprP& k) {
    const ExprP i = u.let(block, "i", sub(sub(n, int_const(1)), k)), place = l.place(block, i);
    const VarId seen = u.f.add_var("seen", Elem::I64);
    Block later{{Atomic{{}, AtomicOp::Max, u.word(last, place, 0), add(i, int_const(1)), {}}, {}}};
    Block inside{{Atomic{seen, AtomicOp::Or, u.word(last, place, 0), int_const(0), {}}, {}},
                 {If{le(var(u.f, seen), i), std::move(later), {}}, {}}};
    block.push_back({If{l.fits(place, i, extent), std::move(inside), {mark(u, outside)}}, {}});
  });
}

Function scatter_last_kernel(int unit, Elem places) {
  Units u("scatter_last", unit, int(places));
  const ArrayId from = u.array("from"), to = u.array("to"), list = u.array("list", places),
                last = u.array("last", Elem::U32);
  const ExprP n = u.number("n");
  const List l{u, places, list};
  return u.each(n, [&](Block& block, const ExprP& i) {
    const ExprP place = l.place(block, i);
    Block set{{Store{u.word(to, place, 0), load(u.f, u.word(from, i, 0))}, {}}};
    block.push_back(
        {If{binary(BinaryOp::Eq, load(u.f, u.word(last, place, 0)), add(i, int_const(1))), std::move(set), {}}, {}});
  });
}

Function check_places_kernel(Elem places) {
  Units u("check_places", int(byte_size(places)), int(places));
  const ArrayId list = u.array("list", places), outside = u.array("outside", Elem::I64);
  const ExprP n = u.number("n"), extent = u.number("extent");
  const List l{u, places, list};
  return u.each(n, [&](Block& block, const ExprP& i) {
    block.push_back({If{l.fits(l.place(block, i), i, extent), {}, {mark(u, outside)}}, {}});
  });
}

Function fill_places_kernel(int unit, Elem places) {
  Units u("fill_places", unit, int(places));
  const ArrayId to = u.array("to"), list = u.array("list", places);
  const ExprP n = u.number("n"), value = u.number("value");
  const List l{u, places, list};
  return u.each(n, [&](Block& block, const ExprP& i) {
    block.push_back({Store{u.word(to, l.place(block, i), 0), value}, {}});
  });
}

Function gather_axes_kernel(int unit, int rank) {
  Units u("gather_axes", unit, rank);
  const ArrayId from = u.array("from"), to = u.array("to"), places = u.array("places", Elem::I64);
  std::vector<ExprP> n, s, o;
  for (int d = 0; d < rank; ++d) {
    n.push_back(u.number(fmt::format("n{}", d)));
    s.push_back(u.number(fmt::format("s{}", d)));
    o.push_back(u.number(fmt::format("o{}", d)));
  }
  ExprP all = n[0];
  for (int d = 1; d < rank; ++d) all = mul(all, n[std::size_t(d)]);
  all = u.let(u.f.body, "all", all);
  return u.each(all, [&](Block& block, const ExprP& i) {
    ExprP rest = i, read = int_const(0);
    for (std::size_t d = std::size_t(rank); d-- > 0;) {
      const ExprP outer = d > 0 ? u.let(block, "outer", binary(BinaryOp::DivTrunc, rest, n[d])) : int_const(0);
      Access place;
      place.array = places;
      place.index = {add(o[d], sub(rest, mul(outer, n[d])))};
      read = u.let(block, "read", add(read, mul(load(u.f, place), s[d])));
      rest = outer;
    }
    for (std::int64_t k = 0; k < u.words; ++k)
      block.push_back({Store{u.word(to, i, k), load(u.f, u.word(from, read, k))}, {}});
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

Function random_ints_kernel() {
  Units u("random_ints", 8, 1);
  const ArrayId to = u.array("to", Elem::I64);
  const ExprP n = u.number("n"), first = u.number("first"), key = u.number("key"), lowest = u.number("lowest"),
              count = u.number("count");
  return u.each(n, [&](Block& block, const ExprP& i) {
    const auto keep = [&](const char* name, const ExprP& e) { return u.let(block, name, e); };
    const RandomNumbers numbers{key, int_const(0), Elem::F32, {}, keep};
    block.push_back(
        {Store{u.word(to, i, 0), add(numbers.ranged(add(first, i), count), sub(lowest, int_const(1)))}, {}});
  });
}

}  // namespace qc
