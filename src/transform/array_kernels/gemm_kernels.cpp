#include "transform/array_kernels/gemm_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "ir/product_shape.h"
#include "transform/array_kernels/kernel_units.h"

namespace qc {

using namespace ir;
using namespace units;

namespace {

constexpr int kManySums = 64;     // that a thread holds: with as few registers besides as two blocks leave
constexpr int kAccessBytes = 16;  // that a thread reads of shared memory at a time

// Items that a thread reads of shared memory at a time.
int items_together(Elem elem, int parts) { return std::max(1, kAccessBytes / int(byte_size(elem)) / parts); }
// Numbers from one step of a tile to the next.
int padded_lines(int lines, Elem elem, int parts) {
  return parts * (lines + (lines > 1 ? items_together(elem, parts) : 0));
}
std::int64_t sums_of_block(const ProductTile& tile, int parts) {
  return std::int64_t(tile.row_items) * tile.column_items * parts * kProductThreads;
}

// One operand: `lines` rows of a or columns of b, of which a tile holds `depth` elements each. In shared memory the
// elements of one step lie together, so that a thread reads its lines at once.
struct Operand {
  ArrayId from, shared;
  int lines, items;                  // items: lines of a thread
  int padded;                        // how far apart steps lie in shared memory
  std::vector<VarId> fetched;        // elements on their way to shared memory, by part
  ExprP line, step, slot;            // of a thread's first element: line and step in the tile, place in shared memory
  int line_step = 0, step_step = 0;  // from there to its next element
  ExprP place, place_step;  // where that one lies in memory at step 0, and from there to the next, in a whole tile
  ExprP whole;              // whether all lines of the tile exist, and the thread brings one
  ExprP end, line_stride, stride;  // lines; from one line and from one step to the next, in memory
  int which = 0;                   // the corner's element with the first line
  ExprP neutral;                   // behind the last step
};

struct ProductBuilder {
  Units u;
  const Elem elem;
  const ProductTile tile;
  const int parts;  // 2: complex
  const int group;  // lines that a thread reads at a time
  Operand a, b;
  ArrayId c = 0, corner = 0, totals = 0;
  ExprP m, k, n, across, tile_row, tile_column;
  ExprP first_step, end_step;  // of the inner dimension, that the block adds up
  ExprP result_row;            // of c, where row 0 of its product is
  std::vector<VarId> sums;

  ProductBuilder(Elem e, bool complex, const ProductTile& t)
      : u("product", int(byte_size(e)), int(e)),
        elem(e),
        tile(t),
        parts(complex ? 2 : 1),
        group(items_together(e, parts)) {
    u.f.name = product_name(e, complex, t);
    u.f.threads = kProductThreads;
    // One block waits for its reads of shared memory, two take turns.
    if (tile.row_items * tile.column_items * parts >= kManySums) u.f.min_blocks = 2;
  }

  ExprP zero() const { return float_const(0, elem); }
  static ExprP thread() { return builtin(BuiltinKind::ThreadIdx); }
  ExprP let(Block& block, const char* name, ExprP value) { return u.let(block, name, std::move(value)); }
  static Access at(ArrayId array, ExprP index) {
    Access x;
    x.array = array;
    x.index = {std::move(index)};
    return x;
  }
  int held(const Operand& o) const { return std::min(group, o.items); }  // lines side by side in a thread's read

  ArrayId shared(const std::string& name, Elem of, std::int64_t n) {
    Array s;
    s.name = name;
    s.elem = of;
    s.space = Space::Shared;
    s.dims = {n};
    return u.f.add_array(s);
  }

  Operand operand(const char* name, int lines, int items, double neutral) {
    Operand o;
    o.from = u.array(name, elem);
    o.lines = lines;
    o.items = items;
    o.padded = padded_lines(lines, elem, parts);
    o.shared = shared(fmt::format("{}_tiles", name), elem, 2 * std::int64_t(tile.depth) * o.padded);
    o.neutral = float_const(neutral, elem);
    return o;
  }

  int elements(const Operand& o) const { return o.lines * tile.depth; }  // of a tile
  // Of a tile with fewer elements than threads only some bring one; what the others fetch is what edges have.
  ExprP brings(const Operand& o) const { return lt(thread(), int_const(elements(o))); }

  // Where the elements lie that a thread brings. line_stride: from one line to the next. along: neighbouring threads
  // bring neighbouring steps; otherwise lines.
  void place(Operand& o, const ExprP& first_line, const ExprP& end, const ExprP& line_stride, const ExprP& stride,
             bool along) {
    Block& block = u.f.body;
    const int inner = along ? tile.depth : o.lines, each = std::max(1, elements(o) / kProductThreads);
    const ExprP outer = let(block, "outer", binary(BinaryOp::DivTrunc, thread(), int_const(inner))),
                within = let(block, "within", binary(BinaryOp::Mod, thread(), int_const(inner)));
    o.line = along ? outer : within;
    o.step = along ? within : outer;
    (along ? o.line_step : o.step_step) = kProductThreads / inner;
    o.slot = let(block, "slot", add(mul(o.step, int_const(o.padded)), mul(o.line, int_const(parts))));
    o.end = end, o.line_stride = line_stride, o.stride = stride;
    const ExprP all_lines = le(add(first_line, int_const(o.lines)), end);
    o.whole = let(block, "whole", elements(o) < kProductThreads ? logical_and(brings(o), all_lines) : all_lines);
    o.place = let(block, "place", add(mul(add(first_line, o.line), line_stride), mul(o.step, stride)));
    o.place_step =
        let(block, "place_step", add(mul(line_stride, int_const(o.line_step)), mul(stride, int_const(o.step_step))));
    for (int j = 0; j < each; ++j)
      for (int p = 0; p < parts; ++p) o.fetched.push_back(u.f.add_var(fmt::format("fetched{}", j), elem));
  }

  // Elements of the tile at step `first` come from memory. Of a tile whose lines and steps all exist one place is
  // computed: what others need is a quarter of all instructions, and registers for each element.
  void fetch(Block& block, const Operand& o, const ExprP& first) {
    Block inner, edge;
    fetch_whole(inner, o, first);
    fetch_edge(edge, o, first);
    const ExprP steps = le(add(first, int_const(tile.depth)), end_step);
    block.push_back({If{logical_and(o.whole, steps), std::move(inner), std::move(edge)}, {}});
  }

  VarId fetched(const Operand& o, int j, int p) const { return o.fetched[std::size_t(j * parts + p)]; }
  int count(const Operand& o) const { return int(o.fetched.size()) / parts; }

  void bring(Block& block, const Operand& o, int j, const ExprP& place) {
    for (int p = 0; p < parts; ++p)
      block.push_back(
          {Assign{fetched(o, j, p), load(u.f, at(o.from, add(mul(place, int_const(parts)), int_const(p))))}, {}});
  }

  void fetch_whole(Block& block, const Operand& o, const ExprP& first) {
    ExprP place = let(block, "from", add(o.place, mul(first, o.stride)));
    for (int j = 0; j < count(o); ++j) {
      if (j > 0) place = let(block, "from", add(place, o.place_step));
      bring(block, o, j, place);
    }
  }

  // Lines beyond the last are the last one, again: what comes of them is not stored. The tile's first line is read from
  // shared memory, so that places are computed here and not before the loop around, in as many registers.
  void fetch_edge(Block& block, const Operand& o, const ExprP& first) {
    const ExprP first_line = let(block, "first_line", load(u.f, at(corner, int_const(o.which))));
    for (int j = 0; j < count(o); ++j) {
      const ExprP line = add(o.line, int_const(std::int64_t(j) * o.line_step)),
                  step = let(block, "step", add(first, add(o.step, int_const(std::int64_t(j) * o.step_step)))),
                  row = binary(BinaryOp::Min, add(first_line, line), sub(o.end, int_const(1))),
                  known = binary(BinaryOp::Min, step, sub(end_step, int_const(1)));
      bring(block, o, j, let(block, "from", add(mul(row, o.line_stride), mul(known, o.stride))));
      // A step that does not exist adds 0 * -0, which changes no bit of any sum.
      for (int p = 0; p < parts; ++p)
        block.push_back(
            {Assign{fetched(o, j, p), select(lt(step, end_step), var(u.f, fetched(o, j, p)), o.neutral)}, {}});
    }
  }

  void keep(Block& block, const Operand& o, const ExprP& buffer) {
    Block stores;
    const ExprP first = let(stores, "slot", add(mul(buffer, int_const(std::int64_t(tile.depth) * o.padded)), o.slot));
    for (int j = 0; j < count(o); ++j)
      for (int p = 0; p < parts; ++p) {
        const std::int64_t to = std::int64_t(j) * (o.step_step * o.padded + o.line_step * parts) + p;
        stores.push_back({Store{at(o.shared, add(first, int_const(to))), var(u.f, fetched(o, j, p))}, {}});
      }
    if (elements(o) < kProductThreads)
      block.push_back({If{brings(o), std::move(stores), {}}, {}});
    else
      for (Stmt& s : stores) block.push_back(std::move(s));
  }

  // Which line of the tile is a thread's i-th: reads of `held` lines, those of neighbouring threads side by side.
  ExprP line_of(const Operand& o, const ExprP& place, int i) const {
    const int h = held(o), groups = o.items / h;
    return add(mul(place, int_const(h)), int_const(std::int64_t(i / h) * (o.lines / groups) + i % h));
  }

  std::vector<ExprP> read(Block& block, const Operand& o, const ExprP& from, const ExprP& place) {
    std::vector<ExprP> items;
    for (int i = 0; i < o.items; ++i)
      for (int p = 0; p < parts; ++p)
        items.push_back(
            let(block, "item",
                load(u.f, at(o.shared, add(from, add(mul(line_of(o, place, i), int_const(parts)), int_const(p)))))));
    return items;
  }

  void step(Block& block, const std::vector<ExprP>& x, const std::vector<ExprP>& y) {
    const auto chain = [&](VarId sum, const ExprP& p, const ExprP& q) {
      block.push_back({Assign{sum, fma(p, q, var(u.f, sum))}, {}});
    };
    const auto columns = std::size_t(tile.column_items), two = std::size_t(parts);
    for (std::size_t i = 0; i < std::size_t(tile.row_items); ++i)
      for (std::size_t j = 0; j < columns; ++j) {
        const std::size_t sum = (i * columns + j) * two;
        chain(sums[sum], x[i * two], y[j * two]);
        if (parts == 1) continue;
        chain(sums[sum], unary(UnaryOp::Neg, x[i * two + 1]), y[j * two + 1]);
        chain(sums[sum + 1], x[i * two], y[j * two + 1]);
        chain(sums[sum + 1], x[i * two + 1], y[j * two]);
      }
  }

  void compute(Block& block, const ExprP& buffer) {
    const VarId s = u.f.add_var("s", Elem::I64);
    Block one;
    const ExprP at_step = add(mul(buffer, int_const(tile.depth)), var(u.f, s));
    const auto x = read(one, a, mul(at_step, int_const(a.padded)), tile_row),
               y = read(one, b, mul(at_step, int_const(b.padded)), tile_column);
    step(one, x, y);
    block.push_back({For{s, int_const(0), int_const(1), int_const(tile.depth - 1), std::move(one), -1}, {}});
  }

  // The chains of a part are done with tile t: they are added to the totals, and begin anew. Totals in registers would
  // take those of a thread's next reads (4096 x 4096: 6.1 ms on an H100, one chain 4.3). In shared memory they take 3.4
  // ms on an H200, as elements of c, which each thread reads and writes, 4.3.
  void end_part(Block& block, const ExprP& t) {
    const std::int64_t tiles = product_part(parts == 2) / tile.depth;
    const ExprP first = binary(BinaryOp::Lt, t, int_const(tiles));
    Block add_up;
    if (tile.shared_totals)
      add_to_totals(add_up, first);
    else
      add_to_result(add_up, first);
    for (const VarId sum : sums) add_up.push_back({Assign{sum, zero()}, {}});
    const ExprP last = binary(BinaryOp::Eq, binary(BinaryOp::BitAnd, t, int_const(tiles - 1)), int_const(tiles - 1));
    block.push_back({If{last, std::move(add_up), {}}, {}});
  }
  // The part that the last tile left unfinished.
  void end_last_part(Block& block) {
    const ExprP tiles = binary(BinaryOp::DivTrunc, add(k, int_const(tile.depth - 1)), int_const(tile.depth));
    const ExprP rest = binary(BinaryOp::BitAnd, tiles, int_const(product_part(parts == 2) / tile.depth - 1));
    Block add_up, alone;
    if (tile.shared_totals)
      for (std::size_t i = 0; i < sums.size(); ++i) {
        add_up.push_back({Assign{sums[i], add(load(u.f, total(i)), var(u.f, sums[i]))}, {}});
        alone.push_back({Assign{sums[i], load(u.f, total(i))}, {}});
      }
    else
      add_to_result(add_up, nullptr);
    block.push_back({If{binary(BinaryOp::Ne, rest, int_const(0)), std::move(add_up), std::move(alone)}, {}});
  }

  // Of a thread's i-th sum; neighbouring threads have neighbouring words.
  Access total(std::size_t i) const { return at(totals, add(thread(), int_const(std::int64_t(i) * kProductThreads))); }
  void add_to_totals(Block& block, const ExprP& first) {
    Block alone, more;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      alone.push_back({Store{total(i), var(u.f, sums[i])}, {}});
      more.push_back({Store{total(i), add(load(u.f, total(i)), var(u.f, sums[i]))}, {}});
    }
    block.push_back({If{first, std::move(alone), std::move(more)}, {}});
  }

  // first: whether c holds nothing yet; null: it holds something. Where the tile lies is read from shared memory, so
  // that the places of its elements are computed here and not before the loop around, in as many registers. A tile that
  // lies inside reads several elements before it writes them: one after another waits for memory as often.
  void add_to_result(Block& block, const ExprP& first) {
    const ExprP first_row = let(block, "first_row", load(u.f, at(corner, int_const(0)))),
                first_column = let(block, "first_column", load(u.f, at(corner, int_const(1))));
    Block alone, whole, edge;
    each_result(edge, first_row, first_column, [&](Block& inside, const ExprP& place, std::size_t i) {
      inside.push_back({Store{at(c, place), add(load(u.f, at(c, place)), var(u.f, sums[i]))}, {}});
    });
    add_to_whole(whole, first_row, first_column);
    const ExprP inside =
        logical_and(le(add(first_row, int_const(tile.rows)), m), le(add(first_column, int_const(tile.columns)), n));
    Block more;
    more.push_back({If{inside, std::move(whole), std::move(edge)}, {}});
    if (!first) {
      block.push_back(std::move(more.front()));
      return;
    }
    store(alone, first_row, first_column);
    block.push_back({If{first, std::move(alone), std::move(more)}, {}});
  }

  void add_to_whole(Block& block, const ExprP& first_row, const ExprP& first_column) {
    constexpr std::size_t kAtOnce = 8;  // 4096 x 4096 on an H100, one at a time 4.61 ms, 4 4.34, 8 4.32, 32 4.48
    std::vector<ExprP> places;
    for (int i = 0; i < tile.row_items; ++i) {
      const ExprP row = let(block, "row", mul(add(first_row, line_of(a, tile_row, i)), n));
      for (int j = 0; j < tile.column_items; ++j)
        for (int p = 0; p < parts; ++p)
          places.push_back(
              add(mul(add(row, add(first_column, line_of(b, tile_column, j))), int_const(parts)), int_const(p)));
    }
    for (std::size_t from = 0; from < places.size(); from += kAtOnce) {
      const std::size_t end = std::min(places.size(), from + kAtOnce);
      std::vector<ExprP> results;
      for (std::size_t i = from; i < end; ++i)
        results.push_back(let(block, "result", add(load(u.f, at(c, places[i])), var(u.f, sums[i]))));
      for (std::size_t i = from; i < end; ++i) block.push_back({Store{at(c, places[i]), results[i - from]}, {}});
    }
  }

  template <typename F>
  void each_result(Block& block, const ExprP& first_row, const ExprP& first_column, const F& f) {
    for (int i = 0; i < tile.row_items; ++i)
      for (int j = 0; j < tile.column_items; ++j) {
        Block inside;
        const ExprP row = let(block, "row", add(first_row, line_of(a, tile_row, i))),
                    column = let(block, "column", add(first_column, line_of(b, tile_column, j)));
        for (int p = 0; p < parts; ++p)
          f(inside, add(mul(add(mul(add(row, result_row), n), column), int_const(parts)), int_const(p)),
            std::size_t((i * tile.column_items + j) * parts + p));
        block.push_back({If{logical_and(lt(row, m), lt(column, n)), std::move(inside), {}}, {}});
      }
  }

  void store(Block& block, const ExprP& first_row, const ExprP& first_column) {
    each_result(block, first_row, first_column, [&](Block& inside, const ExprP& place, std::size_t i) {
      inside.push_back({Store{at(c, place), var(u.f, sums[i])}, {}});
    });
  }

  // Steps of one tile are computed while those of the next come; two buffers, so that the block meets once a tile.
  void walk(Block& block, bool some_only_load) {
    const VarId now = u.f.add_var("tile", Elem::I64);
    const ExprP tiles = let(
        block, "tiles",
        binary(BinaryOp::DivTrunc, add(sub(end_step, first_step), int_const(tile.depth - 1)), int_const(tile.depth)));
    const auto both = [&](Block& to, const auto& f) { f(to, a), f(to, b); };
    both(block, [&](Block& to, const Operand& o) { fetch(to, o, first_step); });
    both(block, [&](Block& to, const Operand& o) { keep(to, o, int_const(0)); });
    block.push_back({Barrier{}, {}});
    block.push_back({Assign{now, int_const(0)}, {}});
    Block one, ask, bring, steps;
    const ExprP t = var(u.f, now), more = lt(add(t, int_const(1)), tiles),
                buffer = let(one, "buffer", binary(BinaryOp::BitAnd, t, int_const(1)));
    both(ask, [&](Block& to, const Operand& o) {
      fetch(to, o, add(first_step, mul(add(t, int_const(1)), int_const(tile.depth))));
    });
    one.push_back({If{more, std::move(ask), {}}, {}});
    compute(steps, buffer);
    if (tile.parts == ProductTile::Parts::Several) end_part(steps, t);
    if (some_only_load)
      one.push_back({If{computes(), std::move(steps), {}}, {}});
    else
      for (Stmt& s : steps) one.push_back(std::move(s));
    both(bring, [&](Block& to, const Operand& o) { keep(to, o, sub(int_const(1), buffer)); });
    one.push_back({If{more, std::move(bring), {}}, {}});
    one.push_back({Barrier{}, {}});
    one.push_back({Assign{now, add(t, int_const(1))}, {}});
    block.push_back({While{lt(t, tiles), std::move(one)}, {}});
  }

  void keep_corner(Block& block, const ExprP& first_row, const ExprP& first_column) {
    corner = shared("corner", Elem::I64, 2);
    Block stores;
    stores.push_back({Store{at(corner, int_const(0)), first_row}, {}});
    stores.push_back({Store{at(corner, int_const(1)), first_column}, {}});
    block.push_back({If{binary(BinaryOp::Eq, thread(), int_const(0)), std::move(stores), {}}, {}});
    block.push_back({Barrier{}, {}});
  }

  // Which steps the block adds up, and where c has the result. The number of its tile.
  ExprP take_part(ExprP block_number) {
    Block& block = u.f.body;
    first_step = result_row = int_const(0);
    end_step = k;
    if (tile.parts != ProductTile::Parts::Apart) return block_number;
    const ExprP first_part = u.number("first_part");
    const auto over = [&](const ExprP& x, int y) {
      return binary(BinaryOp::DivTrunc, add(x, int_const(y - 1)), int_const(y));
    };
    const ExprP tiles = let(block, "tiles", mul(across, over(m, tile.rows))),
                part = let(block, "part", binary(BinaryOp::DivTrunc, block_number, tiles)),
                length = int_const(product_part(parts == 2));
    first_step = let(block, "first_step", mul(add(first_part, part), length));
    end_step = let(block, "end_step", binary(BinaryOp::Min, k, add(first_step, length)));
    result_row = let(block, "result_row", mul(part, m));
    return let(block, "number", sub(block_number, mul(part, tiles)));
  }

  int computing() const { return tile.rows / tile.row_items * (tile.columns / tile.column_items); }
  ExprP computes() const { return lt(thread(), int_const(computing())); }

  // A warp's elements are as near to a square as threads can stand: 4 x 8 of them read the fewest words of shared
  // memory.
  void place_threads() {
    constexpr int kDown = 4, kAcross = 8;
    Block& block = u.f.body;
    const int rows = tile.rows / tile.row_items, columns = tile.columns / tile.column_items;
    const auto quotient = [](const ExprP& x, int y) { return binary(BinaryOp::DivTrunc, x, int_const(y)); };
    const auto rest = [](const ExprP& x, int y) { return binary(BinaryOp::Mod, x, int_const(y)); };
    if (rows % kDown || columns % kAcross) {
      tile_row = let(block, "tile_row", quotient(thread(), columns));
      tile_column = let(block, "tile_column", rest(thread(), columns));
      return;
    }
    const ExprP warp = quotient(thread(), kDown * kAcross), lane = rest(thread(), kDown * kAcross);
    const int warps = columns / kAcross;
    tile_row = let(block, "tile_row", add(mul(quotient(warp, warps), int_const(kDown)), quotient(lane, kAcross)));
    tile_column = let(block, "tile_column", add(mul(rest(warp, warps), int_const(kAcross)), rest(lane, kAcross)));
  }

  Function build() {
    Block& block = u.f.body;
    if (tile.shared_totals) totals = shared("totals", elem, sums_of_block(tile, parts));
    a = operand("a", tile.rows, tile.row_items, 0.0);
    b = operand("b", tile.columns, tile.column_items, -0.0);
    c = u.array("c", elem);
    m = u.number("m"), k = u.number("k"), n = u.number("n"), across = u.number("across");
    const ExprP number = take_part(builtin(BuiltinKind::BlockIdx)),
                down = let(block, "down", binary(BinaryOp::DivTrunc, number, across));
    const ExprP first_row = let(block, "first_row", mul(down, int_const(tile.rows)));
    const ExprP first_column = let(block, "first_column", mul(sub(number, mul(down, across)), int_const(tile.columns)));
    place_threads();
    keep_corner(block, first_row, first_column);
    b.which = 1;
    place(a, first_row, m, tile.a_transposed ? int_const(1) : k, tile.a_transposed ? m : int_const(1),
          !tile.a_transposed);
    place(b, first_column, n, tile.b_transposed ? k : int_const(1), tile.b_transposed ? int_const(1) : n,
          tile.b_transposed);
    for (int i = 0; i < tile.row_items * tile.column_items * parts; ++i) {
      sums.push_back(u.f.add_var(fmt::format("sum{}", i), elem));
      block.push_back({Assign{sums.back(), zero()}, {}});
    }
    const bool some_only_load = computing() < kProductThreads;
    walk(block, some_only_load);
    Block stores;
    if (tile.parts == ProductTile::Parts::Several) end_last_part(stores);
    if (tile.parts != ProductTile::Parts::Several || tile.shared_totals) store(stores, first_row, first_column);
    if (some_only_load)
      block.push_back({If{computes(), std::move(stores), {}}, {}});
    else
      for (Stmt& s : stores) block.push_back(std::move(s));
    return std::move(u.f);
  }
};

}  // namespace

std::string product_name(Elem elem, bool complex, const ProductTile& t) {
  return fmt::format("product_{}{}{}{}{}_{}_{}_{}_{}_{}", complex ? "complex_" : "", t.a_transposed ? "at_" : "",
                     t.b_transposed ? "bt_" : "",
                     t.parts == ProductTile::Parts::Apart     ? "apart_"
                     : t.shared_totals                        ? "parts_shared_"
                     : t.parts == ProductTile::Parts::Several ? "parts_"
                                                              : "",
                     byte_size(elem), t.rows, t.columns, t.depth, t.row_items, t.column_items);
}

Function product_kernel(Elem elem, bool complex, const ProductTile& tile) {
  return ProductBuilder(elem, complex, tile).build();
}

Function part_sums_kernel(Elem elem) {
  constexpr int kAtOnce = 32;  // parts that a thread asks for before it adds the first
  Units u("part_sums", int(byte_size(elem)), int(elem));
  u.f.name = fmt::format("part_sums_{}", byte_size(elem));
  u.f.threads = kPartSumThreads;
  Block& block = u.f.body;
  const ArrayId parts = u.array("parts", elem), c = u.array("c", elem);
  const ExprP n = u.number("n"), count = u.number("count"), fresh = u.number("fresh");
  const ExprP i =
      u.let(block, "i",
            add(mul(builtin(BuiltinKind::BlockIdx), int_const(kPartSumThreads)), builtin(BuiltinKind::ThreadIdx)));
  const auto at = [&](ArrayId array, ExprP index) {
    Access x;
    x.array = array;
    x.index = {std::move(index)};
    return x;
  };
  const auto part = [&](const ExprP& p) { return load(u.f, at(parts, add(mul(p, n), i))); };
  const VarId sum = u.f.add_var("sum", elem), now = u.f.add_var("now", Elem::I64);
  const ExprP p = var(u.f, now);
  Block inside, first, later, several, one;
  first.push_back({Assign{sum, part(int_const(0))}, {}});
  first.push_back({Assign{now, int_const(1)}, {}});
  later.push_back({Assign{sum, load(u.f, at(c, i))}, {}});
  later.push_back({Assign{now, int_const(0)}, {}});
  inside.push_back({If{binary(BinaryOp::Ne, fresh, int_const(0)), std::move(first), std::move(later)}, {}});
  std::vector<ExprP> asked;
  for (int k = 0; k < kAtOnce; ++k) asked.push_back(u.let(several, "asked", part(add(p, int_const(k)))));
  for (const ExprP& x : asked) several.push_back({Assign{sum, add(var(u.f, sum), x)}, {}});
  several.push_back({Assign{now, add(p, int_const(kAtOnce))}, {}});
  inside.push_back({While{le(add(p, int_const(kAtOnce)), count), std::move(several)}, {}});
  one.push_back({Assign{sum, add(var(u.f, sum), part(p))}, {}});
  one.push_back({Assign{now, add(p, int_const(1))}, {}});
  inside.push_back({While{lt(p, count), std::move(one)}, {}});
  inside.push_back({Store{at(c, i), var(u.f, sum)}, {}});
  block.push_back({If{lt(i, n), std::move(inside), {}}, {}});
  return std::move(u.f);
}

namespace {

// One row or one column: as many steps at a time as the chains are long, so that enough memory is asked for.
ProductTile line_tile(std::int64_t m, std::int64_t k, std::int64_t n, int bytes) {
  constexpr std::int64_t kShort = 64, kMany = 2048;
  const int deep = 256 * 4 / bytes;
  if (n == 1)
    return k <= kShort  ? ProductTile{128, 1, 32, 1, 1}
           : m >= kMany ? ProductTile{32, 1, deep, 1, 1}
                        : ProductTile{4, 1, deep, 1, 1};
  return k <= kShort ? ProductTile{1, 64, 64, 1, 1} : ProductTile{1, 16, deep, 1, 1};
}

// From the largest to the smallest. Measured on an H200 (bench/results/linear_algebra.csv).
constexpr ProductTile kNarrow[] = {{128, 128, 8, 8, 8}, {128, 64, 16, 8, 4}, {64, 64, 32, 4, 4},
                                   {32, 32, 64, 2, 2},  {16, 16, 64, 1, 1},  {8, 8, 256, 1, 1}};
constexpr ProductTile kWide[] = {{64, 64, 8, 8, 4},  {64, 64, 16, 4, 4}, {64, 32, 16, 4, 2},
                                 {32, 32, 32, 2, 2}, {16, 16, 64, 1, 1}, {8, 8, 64, 1, 1}};
constexpr std::size_t kTiles = std::size(kNarrow);
static_assert(std::size(kWide) == kTiles);

std::int64_t blocks_of(const ProductTile& tile, std::int64_t m, std::int64_t n) {
  return (m + tile.rows - 1) / tile.rows * ((n + tile.columns - 1) / tile.columns);
}
bool keep_busy(std::int64_t blocks, int multiprocessors) { return 4 * blocks >= 3 * multiprocessors; }

// What part of the time so many blocks keep all multiprocessors busy, which hold two at a time.
double busy_part(std::int64_t blocks, int multiprocessors) {
  const std::int64_t places = 2 * std::int64_t(multiprocessors);
  return double(blocks) / double((blocks + places - 1) / places * places);
}

// Whether the largest tile takes less time than the next one: it does a sixth more in a time, where its blocks do not
// leave the last turn to few.
bool takes_largest(std::int64_t m, std::int64_t n, int multiprocessors) {
  constexpr double kFaster = 1.15;
  const std::int64_t blocks = blocks_of(kNarrow[0], m, n);
  return keep_busy(blocks, 2 * multiprocessors) &&
         kFaster * busy_part(blocks, multiprocessors) >= busy_part(blocks_of(kNarrow[1], m, n), multiprocessors);
}

// One block computes all parts of its elements.
ProductTile tile_of_extents(std::int64_t m, std::int64_t k, std::int64_t n, int bytes, bool complex,
                            int multiprocessors) {
  if (m == 1 || n == 1) return line_tile(m, k, n, bytes);
  const auto& tiles = bytes > 4 ? kWide : kNarrow;
  // Complex numbers have twice as many sums, and those of doubles four times as many registers of them.
  const bool all = bytes == 4 ? takes_largest(m, n, multiprocessors) : !complex;
  for (std::size_t t = bytes > 8 ? 2 : all ? 0 : 1; t + 1 < kTiles; ++t)
    if (keep_busy(blocks_of(tiles[t], m, n), multiprocessors)) return tiles[t];
  return tiles[kTiles - 1];
}

// Of shared arrays, that a block has.
std::size_t shared_bytes_of(const ProductTile& tile, Elem elem, int parts) {
  const std::int64_t numbers =
      2 * std::int64_t(tile.depth) * (padded_lines(tile.rows, elem, parts) + padded_lines(tile.columns, elem, parts)) +
      sums_of_block(tile, parts);
  return std::size_t(numbers) * byte_size(elem) + 2 * byte_size(Elem::I64);
}

// A block computes one part of its elements: what each part reads counts, so that the tile is large, but not far beyond
// the result.
ProductTile tile_of_part(std::int64_t m, std::int64_t n, int bytes) {
  if (n == 1) return {64, 1, 64, 1, 1};
  if (m == 1) return {1, 64, 64, 1, 1};
  const auto& tiles = bytes > 4 ? kWide : kNarrow;
  for (std::size_t t = 2; t + 1 < kTiles; ++t)
    if (tiles[t].rows < 2 * m && tiles[t].columns < 2 * n) return tiles[t];
  return tiles[kTiles - 1];
}

}  // namespace

ProductTile product_tile(std::int64_t m, std::int64_t k, std::int64_t n, Elem elem, bool complex, int multiprocessors,
                         std::size_t shared_bytes) {
  constexpr std::int64_t kManyParts = 4;  // two are as fast in one block (512 x 512 x 512)
  const int bytes = int(byte_size(elem)) * (complex ? 2 : 1);
  const std::int64_t parts = (k + product_part(complex) - 1) / product_part(complex);
  ProductTile tile = tile_of_part(m, n, bytes);
  if (parts >= kManyParts && !keep_busy(blocks_of(tile, m, n), multiprocessors)) {
    tile.parts = ProductTile::Parts::Apart;
    return tile;
  }
  tile = tile_of_extents(m, k, n, bytes, complex, multiprocessors);
  if (parts > 1) tile.parts = ProductTile::Parts::Several;
  tile.shared_totals = parts > 1 && shared_bytes_of(tile, elem, complex ? 2 : 1) <= shared_bytes;
  return tile;
}

}  // namespace qc
