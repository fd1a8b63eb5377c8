#include "transform/array_kernels/sort_kernels.h"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <vector>

#include "transform/array_kernels/kernel_units.h"

namespace qc {

using namespace ir;
using namespace units;

namespace {

constexpr std::int64_t kLanes = 32, kWarps = kOrderThreads / kLanes;

ExprP whole_warp(ShuffleKind kind, const ExprP& value, std::int64_t by) {
  return std::make_shared<const Expr>(Expr{Shuffle{kind, value, int_const(by), true}, value->type, {}});
}
ExprP ballot(const ExprP& predicate) { return std::make_shared<const Expr>(Expr{Ballot{predicate}, Elem::I64, {}}); }
ExprP bits_and(const ExprP& a, const ExprP& b) { return binary(BinaryOp::BitAnd, a, b); }
ExprP right(const ExprP& a, std::int64_t by) { return binary(BinaryOp::Shr, a, int_const(by)); }
ExprP one_if(const ExprP& condition) { return select(condition, int_const(1), int_const(0)); }

// What these kernels share: a block's threads in warps, its tile, sums over the warp and the block.
struct Tiles {
  Units u;
  ExprP thread, lane, warp;

  Tiles(const char* name, int bytes, int variant) : u(name, bytes, variant) {
    u.f.threads = int(kOrderThreads);
    thread = u.let(u.f.body, "thread", builtin(BuiltinKind::ThreadIdx));
    lane = u.let(u.f.body, "lane", bits_and(thread, int_const(kLanes - 1)));
    warp = u.let(u.f.body, "warp", binary(BinaryOp::Shr, thread, int_const(5)));
  }
  Block& body() { return u.f.body; }
  ExprP let(Block& block, const char* name, const ExprP& e) { return u.let(block, name, e); }
  ExprP at(ArrayId array, const ExprP& place) { return load(u.f, u.word(array, place, 0)); }
  void put(Block& block, ArrayId array, const ExprP& place, const ExprP& value) {
    block.push_back({Store{u.word(array, place, 0), value}, {}});
  }
  void meet(Block& block, SyncScope scope = SyncScope::Block) { block.push_back({Barrier{scope}, {}}); }
  ArrayId shared(const char* name, std::int64_t n, Elem elem = Elem::U32) {
    Array a;
    a.name = name, a.elem = elem, a.space = Space::Shared, a.dims = {n};
    return u.f.add_array(a);
  }

  // The j-th of the thread's elements: a warp's lie together, kLanes side by side at a time.
  ExprP place(Block& block, std::int64_t j) {
    const ExprP first = add(mul(builtin(BuiltinKind::BlockIdx), int_const(kOrderTile)),
                            add(mul(warp, int_const(kLanes * kOrderItems)), lane));
    return let(block, "i", add(first, int_const(j * kLanes)));
  }

  // How many of the lower 32 bits are 1.
  ExprP count_bits(Block& block, const ExprP& mask) {
    ExprP x = let(block, "bits", sub(mask, bits_and(right(mask, 1), int_const(0x55555555))));
    x = let(block, "bits", add(bits_and(x, int_const(0x33333333)), bits_and(right(x, 2), int_const(0x33333333))));
    x = let(block, "bits", bits_and(add(x, right(x, 4)), int_const(0x0f0f0f0f)));
    return let(block, "bits", bits_and(right(mul(x, int_const(0x01010101)), 24), int_const(0xff)));
  }

  // The sum of the values of the lanes before, and of this one.
  ExprP warp_sum_to(Block& block, const ExprP& value) {
    ExprP sum = value;
    for (std::int64_t by = 1; by < kLanes; by *= 2) {
      const ExprP other = let(block, "other", whole_warp(ShuffleKind::Up, sum, by));
      sum = let(block, "sum", add(sum, select(le(int_const(by), lane), other, int_const(0))));
    }
    return sum;
  }
  // What the warps before this one have, and all of them; `totals` has an element for each warp, which the block has
  // written.
  struct OfWarps {
    ExprP before, all;
  };
  OfWarps sum_warps(Block& block, ArrayId totals) {
    ExprP before = int_const(0), all = int_const(0);
    for (std::int64_t w = 0; w < kWarps; ++w) {
      const ExprP one = let(block, "of_warp", at(totals, int_const(w)));
      before = let(block, "before", add(before, select(lt(int_const(w), warp), one, int_const(0))));
      all = let(block, "all", add(all, one));
    }
    return {before, all};
  }
  // The sums of the values of the block's threads before this one, and of all.
  OfWarps block_sums(Block& block, ArrayId totals, const ExprP& value) {
    const ExprP to = warp_sum_to(block, value);
    Block last;
    put(last, totals, warp, to);
    block.push_back({If{binary(BinaryOp::Eq, lane, int_const(kLanes - 1)), std::move(last), {}}, {}});
    meet(block);
    const OfWarps of = sum_warps(block, totals);
    meet(block);  // before totals are written again
    return {let(block, "before", add(of.before, sub(to, value))), of.all};
  }
};

// ---- sorting ------------------------------------------------------------------------------------------------------

struct Keys {
  Tiles t;
  KeyKind kind;
  int bytes;
  ArrayId from;
  ExprP n, tiles, shift, flip;

  Keys(const char* name, KeyKind k, int b, bool places)
      : t(fmt::format("{}_{}{}", name, int(k), places ? "_places" : "").c_str(), b, 1), kind(k), bytes(b) {
    from = t.u.array("from");
  }
  void numbers() {
    n = t.u.number("n"), tiles = t.u.number("tiles"), shift = t.u.number("shift"), flip = t.u.number("flip");
  }

  ExprP digit(Block& block, const ExprP& x) {
    const std::int64_t all = bytes == 8 ? -1 : (std::int64_t(1) << 8 * bytes) - 1,
                       sign =
                           bytes == 8 ? std::numeric_limits<std::int64_t>::min() : std::int64_t(1) << (8 * bytes - 1);
    const auto flipped = [&](const ExprP& e) { return binary(BinaryOp::BitXor, e, flip); };
    ExprP key;
    switch (kind) {
      case KeyKind::Unsigned:
        key = flipped(x);
        break;
      case KeyKind::Signed:
        key = flipped(binary(BinaryOp::BitXor, x, int_const(sign)));
        break;
      case KeyKind::Float: {
        const std::int64_t infinity = bytes == 8 ? 0x7ff0000000000000 : 0x7f800000;
        const ExprP negative = binary(BinaryOp::Ne, bits_and(x, int_const(sign)), int_const(0));
        const ExprP ordered =
            select(negative, binary(BinaryOp::BitXor, x, int_const(all)), binary(BinaryOp::BitOr, x, int_const(sign)));
        const ExprP number =
            let(block, "number", flipped(select(binary(BinaryOp::Eq, x, int_const(sign)), int_const(sign), ordered)));
        key = select(lt(int_const(infinity), bits_and(x, int_const(all ^ sign))), int_const(all), number);
        break;
      }
    }
    key = let(block, "key", key);
    return let(block, "digit", bits_and(binary(BinaryOp::Shr, key, shift), int_const(kSortDigits - 1)));
  }
  ExprP let(Block& block, const char* name, const ExprP& e) { return t.let(block, name, e); }
};

}  // namespace

Function count_keys_kernel(KeyKind kind, int bytes) {
  Keys k("count_keys", kind, bytes, false);
  Tiles& t = k.t;
  const ArrayId counts = t.u.array("counts", Elem::U32), own = t.shared("own", kSortDigits);
  k.numbers();
  Block& body = t.body();
  t.put(body, own, t.thread, int_const(0));
  t.meet(body);
  for (std::int64_t j = 0; j < kOrderItems; ++j) {
    const ExprP i = t.place(body, j);
    Block inside;
    const ExprP digit = k.digit(inside, t.let(inside, "x", t.at(k.from, i)));
    inside.push_back({Atomic{{}, AtomicOp::Add, t.u.word(own, digit, 0), int_const(1), {}}, {}});
    body.push_back({If{lt(i, k.n), std::move(inside), {}}, {}});
  }
  t.meet(body);
  t.put(body, counts, add(mul(t.thread, k.tiles), builtin(BuiltinKind::BlockIdx)), t.at(own, t.thread));
  return std::move(t.u.f);
}

// Lanes of a warp find those that have the same digit by a mask of the warp for each digit, in which each sets its bit;
// the last of them counts them in the warp's counters. A block puts its tile in order in shared memory first: what goes
// to neighbouring places is then written by neighbouring threads.
Function move_keys_kernel(KeyKind kind, int bytes, bool with_places) {
  Keys k("move_keys", kind, bytes, with_places);
  Tiles& t = k.t;
  const ArrayId to = t.u.array("to"), counts = t.u.array("counts", Elem::U32), totals = t.u.array("totals", Elem::I64);
  const ArrayId places = with_places ? t.u.array("places", Elem::I64) : 0,
                moved = with_places ? t.u.array("moved", Elem::I64) : 0;
  const ArrayId own = t.shared("own", kWarps * kSortDigits), of_warps = t.shared("of_warps", kWarps),
                further = t.shared("further", kSortDigits),
                ordered = t.shared("ordered", kOrderTile, elem_of(std::max(bytes, 4)));  // before that, the masks
  k.numbers();
  const ExprP first_pass = with_places ? t.u.number("first") : nullptr;
  Block& body = t.body();
  for (std::int64_t w = 0; w < kWarps; ++w)
    for (const ArrayId counters : {own, ordered})
      t.put(body, counters, add(t.thread, int_const(w * kSortDigits)), int_const(0));
  t.meet(body);
  struct Item {
    ExprP i, x, digit, rank;
  };
  std::vector<Item> items;
  const ExprP mine = t.let(body, "mine", binary(BinaryOp::Shl, int_const(1), t.lane)), last = sub(k.n, int_const(1));
  for (std::int64_t j = 0; j < kOrderItems; ++j) {
    const ExprP i = t.place(body, j);
    items.push_back({i, t.let(body, "x", t.at(k.from, binary(BinaryOp::Min, i, last))), {}, {}});
  }
  const auto counter = [&](const ExprP& digit) { return add(mul(t.warp, int_const(kSortDigits)), digit); };
  for (Item& item : items) {
    const ExprP there = t.let(body, "there", lt(item.i, k.n));
    item.digit = k.digit(body, item.x);
    const ExprP mask = counter(item.digit);
    Block join, lead;
    join.push_back({Atomic{{}, AtomicOp::Or, t.u.word(ordered, mask, 0), mine, {}}, {}});
    body.push_back({If{there, std::move(join), {}}, {}});
    t.meet(body, SyncScope::Warp);
    const ExprP peers = t.let(body, "peers", t.at(ordered, mask)), old = t.let(body, "old", t.at(own, mask)),
                before = t.count_bits(body, bits_and(peers, sub(mine, int_const(1))));
    item.rank = t.let(body, "rank", add(old, before));
    t.meet(body, SyncScope::Warp);
    t.put(lead, own, mask, add(item.rank, int_const(1)));
    t.put(lead, ordered, mask, int_const(0));
    body.push_back({If{logical_and(there, lt(peers, mul(mine, int_const(2)))), std::move(lead), {}}, {}});
    t.meet(body, SyncScope::Warp);
  }
  t.meet(body);
  // Thread d: where the elements with digit d begin among all, and in the tile those of each warp.
  const ExprP before_digit = t.block_sums(body, of_warps, t.let(body, "total", t.at(totals, t.thread))).before;
  const ExprP among_all = t.let(
      body, "among_all", add(before_digit, t.at(counts, add(mul(t.thread, k.tiles), builtin(BuiltinKind::BlockIdx)))));
  std::vector<ExprP> of_warp;
  ExprP in_tile = int_const(0);
  for (std::int64_t w = 0; w < kWarps; ++w) {
    of_warp.push_back(t.let(body, "count", t.at(own, add(t.thread, int_const(w * kSortDigits)))));
    in_tile = t.let(body, "in_tile", add(in_tile, of_warp.back()));
  }
  ExprP begin = t.block_sums(body, of_warps, in_tile).before;
  t.put(body, further, t.thread, sub(among_all, begin));  // wraps as the sum with it does
  for (std::int64_t w = 0; w < kWarps; ++w) {
    t.put(body, own, add(t.thread, int_const(w * kSortDigits)), begin);
    begin = t.let(body, "begin", add(begin, of_warp[std::size_t(w)]));
  }
  const ExprP tile = t.let(body, "tile", mul(builtin(BuiltinKind::BlockIdx), int_const(kOrderTile)));
  // Each element of the tile, put where it stands in the tile's order, and what then stands at this thread's places.
  const auto order = [&](const auto& value, const auto& take) {
    t.meet(body);
    for (const Item& item : items) {
      Block inside;
      t.put(inside, ordered, add(t.at(own, counter(item.digit)), item.rank), value(item));
      body.push_back({If{lt(item.i, k.n), std::move(inside), {}}, {}});
    }
    t.meet(body);
    for (std::int64_t j = 0; j < kOrderItems; ++j) {
      const ExprP place = t.let(body, "place", add(t.thread, int_const(j * kOrderThreads)));
      Block inside;
      take(inside, std::size_t(j), place, t.let(inside, "x", t.at(ordered, place)));
      body.push_back({If{lt(add(tile, place), k.n), std::move(inside), {}}, {}});
    }
  };
  std::vector<ExprP> goes_to;
  order([](const Item& item) { return item.x; },
        [&](Block& block, std::size_t, const ExprP& place, const ExprP& x) {
          const ExprP sum = add(place, t.at(further, k.digit(block, x)));
          goes_to.push_back(t.let(block, "at", bits_and(sum, int_const(0xffffffff))));
          t.put(block, to, goes_to.back(), x);
        });
  if (with_places)
    order(
        [&](const Item& item) {
          return select(binary(BinaryOp::Ne, first_pass, int_const(0)), item.i, t.at(places, item.i));
        },
        [&](Block& block, std::size_t j, const ExprP&, const ExprP& x) { t.put(block, moved, goes_to[j], x); });
  t.u.f.min_blocks = bytes == 8 ? 3 : 4;  // what waits for memory hides behind other blocks
  return std::move(t.u.f);
}

Function sum_counts_kernel() {
  constexpr std::int64_t kEach = 4;
  Tiles t("sum_counts", 4, 1);
  const ArrayId counts = t.u.array("counts", Elem::U32), totals = t.u.array("totals", Elem::I64),
                of_warps = t.shared("of_warps", kWarps);
  const ExprP n = t.u.number("n"), row = builtin(BuiltinKind::BlockIdx);
  Block& body = t.body();
  const VarId carry = t.u.f.add_var("carry", Elem::I64), start = t.u.f.add_var("start", Elem::I64);
  body.push_back({Assign{carry, int_const(0)}, {}});
  body.push_back({Assign{start, int_const(0)}, {}});
  Block step;
  const ExprP first = t.let(step, "first", add(var(t.u.f, start), mul(t.thread, int_const(kEach)))),
              base = t.let(step, "base", mul(row, n));
  std::vector<ExprP> values;
  ExprP mine = int_const(0);
  for (std::int64_t q = 0; q < kEach; ++q) {
    const ExprP i = add(first, int_const(q));
    values.push_back(t.let(step, "value", select(lt(i, n), t.at(counts, add(base, i)), int_const(0))));
    mine = t.let(step, "mine", add(mine, values.back()));
  }
  const Tiles::OfWarps sums = t.block_sums(step, of_warps, mine);
  ExprP before = t.let(step, "before", add(var(t.u.f, carry), sums.before));
  for (std::int64_t q = 0; q < kEach; ++q) {
    const ExprP i = add(first, int_const(q));
    Block inside;
    t.put(inside, counts, add(base, i), before);
    step.push_back({If{lt(i, n), std::move(inside), {}}, {}});
    before = t.let(step, "before", add(before, values[std::size_t(q)]));
  }
  step.push_back({Assign{carry, add(var(t.u.f, carry), sums.all)}, {}});
  step.push_back({Assign{start, add(var(t.u.f, start), int_const(kEach * kOrderThreads))}, {}});
  body.push_back({While{lt(var(t.u.f, start), n), std::move(step)}, {}});
  Block one;
  t.put(one, totals, row, var(t.u.f, carry));
  body.push_back({If{binary(BinaryOp::Eq, t.thread, int_const(0)), std::move(one), {}}, {}});
  return std::move(t.u.f);
}

// ---- lists of places ----------------------------------------------------------------------------------------------

namespace {

struct Listing {
  Tiles t;
  ArrayId from, counts;
  std::vector<ExprP> places, wanted;

  Listing(const char* name, Wanted w, Elem elem)
      : t(fmt::format("{}_{}", name, int(w)).c_str(), int(byte_size(elem)), int(elem)) {
    from = t.u.array("from", elem == Elem::Bool ? Elem::U8 : elem);
    counts = t.u.array("counts", Elem::U32);
  }
  // Which of the thread's elements are wanted.
  void look(Wanted w, const ExprP& n) {
    Block& body = t.body();
    const ExprP last = sub(n, int_const(1));
    for (std::int64_t j = 0; j < kOrderItems; ++j) {
      places.push_back(t.place(body, j));
      const ExprP i = t.let(body, "inside", binary(BinaryOp::Min, places.back(), last)),
                  x = t.let(body, "x", t.at(from, i));
      ExprP is;
      if (w == Wanted::NotZero) {
        is = binary(BinaryOp::Ne, x, cast(x->type, int_const(0)));
      } else {
        const ExprP previous =
            t.let(body, "previous", t.at(from, binary(BinaryOp::Max, sub(i, int_const(1)), int_const(0))));
        is = binary(BinaryOp::Or, binary(BinaryOp::Ne, x, previous), binary(BinaryOp::Eq, i, int_const(0)));
      }
      wanted.push_back(t.let(body, "wanted", logical_and(lt(places.back(), n), is)));
    }
  }
};

}  // namespace

Function count_wanted_kernel(Wanted w, Elem elem) {
  Listing l("count_wanted", w, elem);
  Tiles& t = l.t;
  const ArrayId of_warps = t.shared("of_warps", kWarps);
  l.look(w, t.u.number("n"));
  Block& body = t.body();
  ExprP mine = int_const(0);
  for (const ExprP& is : l.wanted) mine = t.let(body, "mine", add(mine, one_if(is)));
  const ExprP all = t.block_sums(body, of_warps, mine).all;
  Block one;
  t.put(one, l.counts, builtin(BuiltinKind::BlockIdx), all);
  body.push_back({If{binary(BinaryOp::Eq, t.thread, int_const(0)), std::move(one), {}}, {}});
  return std::move(t.u.f);
}

Function list_wanted_kernel(Wanted w, Elem elem) {
  Listing l("list_wanted", w, elem);
  Tiles& t = l.t;
  const ArrayId places = t.u.array("places", Elem::I64), of_warps = t.shared("of_warps", kWarps);
  l.look(w, t.u.number("n"));
  Block& body = t.body();
  const ExprP lower = t.let(body, "lower", sub(binary(BinaryOp::Shl, int_const(1), t.lane), int_const(1)));
  std::vector<ExprP> before;  // of the warp's wanted elements, those before this one
  ExprP of_warp = int_const(0);
  for (const ExprP& is : l.wanted) {
    const ExprP lanes = t.let(body, "lanes", ballot(is));
    before.push_back(t.let(body, "before", add(of_warp, t.count_bits(body, bits_and(lanes, lower)))));
    of_warp = t.let(body, "of_warp", add(of_warp, t.count_bits(body, lanes)));
  }
  Block first;
  t.put(first, of_warps, t.warp, of_warp);
  body.push_back({If{binary(BinaryOp::Eq, t.lane, int_const(0)), std::move(first), {}}, {}});
  t.meet(body);
  const ExprP begin =
      t.let(body, "begin", add(t.at(l.counts, builtin(BuiltinKind::BlockIdx)), t.sum_warps(body, of_warps).before));
  for (std::size_t j = 0; j < before.size(); ++j) {
    Block inside;
    t.put(inside, places, add(begin, before[j]), l.places[j]);
    body.push_back({If{l.wanted[j], std::move(inside), {}}, {}});
  }
  return std::move(t.u.f);
}

Function scatter_kernel(int unit) {
  Units u("scatter", unit, 1);
  const ArrayId from = u.array("from"), to = u.array("to"), places = u.array("places", Elem::I64);
  const ExprP n = u.number("n");
  return u.each(n, [&](Block& block, const ExprP& i) {
    block.push_back({Store{u.word(to, load(u.f, u.word(places, i, 0)), 0), load(u.f, u.word(from, i, 0))}, {}});
  });
}

Function first_equal_kernel(Elem elem) {
  Units u("first_equal", int(byte_size(elem)), int(elem));
  const ArrayId from = u.array("from", elem), best = u.array("best", value_elem(elem)),
                where = u.array("where", Elem::I64);
  const ExprP n = u.number("n"), length = u.number("length"), inner = u.number("inner");
  return u.each(n, [&](Block& block, const ExprP& i) {
    const ExprP row = u.let(block, "row", binary(BinaryOp::DivTrunc, i, inner)),
                outer = u.let(block, "outer", binary(BinaryOp::DivTrunc, row, length));
    const ExprP line = u.let(block, "line", add(mul(outer, inner), sub(i, mul(row, inner))));
    Block found{{Atomic{{}, AtomicOp::Min, u.word(where, line, 0), sub(row, mul(outer, length)), {}}, {}}};
    block.push_back({If{binary(BinaryOp::Eq, load(u.f, u.word(from, i, 0)), load(u.f, u.word(best, line, 0))),
                        std::move(found),
                        {}},
                     {}});
  });
}

Function split_lines_kernel(Elem elem) {
  Units u("split_lines", 8, int(elem));
  const ArrayId places = u.array("places", Elem::I64), lines = u.array("lines", elem),
                along = u.array("along", Elem::I64);
  const ExprP n = u.number("n"), length = u.number("length"), inner = u.number("inner");
  return u.each(n, [&](Block& block, const ExprP& i) {
    const ExprP place = u.let(block, "place", load(u.f, u.word(places, i, 0)));
    const ExprP row = u.let(block, "row", binary(BinaryOp::DivTrunc, place, inner)),
                outer = u.let(block, "outer", binary(BinaryOp::DivTrunc, row, length));
    block.push_back({Store{u.word(lines, i, 0), add(mul(outer, inner), sub(place, mul(row, inner)))}, {}});
    block.push_back({Store{u.word(along, i, 0), sub(row, mul(outer, length))}, {}});
  });
}

// As median_of of host/builtins/sort_and_search.cpp.
Function middles_kernel(Elem elem) {
  Units u("middles", int(byte_size(elem)), int(elem));
  const ArrayId from = u.array("from", elem), to = u.array("to", elem);
  const ExprP n = u.number("n"), length = u.number("length");
  return u.each(n, [&](Block& block, const ExprP& i) {
    const ExprP first = u.let(block, "first", mul(i, length)),
                half = u.let(block, "half", binary(BinaryOp::DivTrunc, length, int_const(2)));
    const auto at = [&](const char* name, const ExprP& k) {
      return u.let(block, name, load(u.f, u.word(from, add(first, k), 0)));
    };
    const ExprP middle = at("middle", half),
                below = at("below", binary(BinaryOp::Max, sub(half, int_const(1)), int_const(0))),
                last = at("last", sub(length, int_const(1)));
    const ExprP odd = binary(BinaryOp::Ne, bits_and(length, int_const(1)), int_const(0));
    const ExprP mean = add(below, binary(BinaryOp::Div, sub(middle, below), float_const(2, elem)));
    const ExprP number = select(odd, add(middle, float_const(0, elem)), mean);
    block.push_back({Store{u.word(to, i, 0), select(binary(BinaryOp::Ne, last, last), last, number)}, {}});
  });
}

Function split_places_kernel(int rank) {
  Units u("split_places", 8, rank);
  const ArrayId places = u.array("places", Elem::I64), out = u.array("out", Elem::I64);
  const ExprP n = u.number("n");
  std::vector<ExprP> extents;
  for (int d = 0; d < rank; ++d) extents.push_back(u.number(fmt::format("n{}", d)));
  return u.each(n, [&](Block& block, const ExprP& i) {
    ExprP rest = u.let(block, "rest", load(u.f, u.word(places, i, 0)));
    for (int d = rank; d-- > 0;) {
      const ExprP outer =
          u.let(block, "outer", d == 0 ? int_const(0) : binary(BinaryOp::DivTrunc, rest, extents[std::size_t(d)]));
      block.push_back({Store{u.word(out, add(mul(i, int_const(rank)), int_const(d)), 0),
                             sub(rest, mul(outer, extents[std::size_t(d)]))},
                       {}});
      rest = outer;
    }
  });
}

}  // namespace qc
