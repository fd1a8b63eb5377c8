// Stencils on targets with warps: maps by rows that read neighbours along the row and in the rows around it.
//
//   a thread takes 4 neighbouring columns, at an address of 16 bytes, of several rows
//   own columns are loaded once for all rows and offsets that read them; a neighbour's come from the lane beside, by
//   shuffles the first and the last lane of a warp load what lies beyond boundary modes: the row is moved inside once
//   for all columns, columns by the lanes at the array's sides
//
// A thread for each column loads every element once for each offset along the row, misaligned: the second-level cache
// answers each of them while the first is under way, which bounds a 5-point stencil to 0.8 of a copy's rate on an H200;
// so it runs at 0.97.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "analysis/loops/nest_model.h"
#include "ir/moved_index.h"
#include "support/how_many.h"
#include "transform/parts/certain_loads.h"
#include "transform/parts/fold.h"
#include "transform/parts/kernel_builder.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kColumns = 4;  // of a thread
constexpr int kRows = 4;              // of a thread
constexpr std::int64_t kThreads = 256;
constexpr int kMostNodes = 96;  // of the body
constexpr int kMostLoads = 24;  // groups of columns that a thread of one row holds

// A load that is x[.., j + offset] in the columns' loop j, with constants in place of `..` but for the kept loops.
struct Shared {
  std::vector<std::int64_t>
      row;  // array, boundary mode, each subscript's coefficients and constant: which row of memory it reads
  std::int64_t per_row;  // what the next row of the thread adds to that constant...
  std::size_t moved;     // ...at this place of `row`
  std::int64_t offset;
};

struct Finder {
  const LoopNest& nest;
  const LoopPlan& plan;
  const LoopFacts& facts;
  LinearForms forms;
  std::set<ArrayId> stored;
  std::size_t along, tiled;  // the columns' loop, and the one around it

  Finder(const LoopNest& n, const LoopPlan& p, const LoopFacts& f)
      : nest(n),
        plan(p),
        facts(f),
        forms(n.function, p),
        stored(stored_arrays(n.function.body)),
        along(p.loops.size() - 1),
        tiled(p.loops.size() - 2) {}

  bool even(ArrayId array) const {
    const int last = nest.function.arrays[array].rank - 1;
    return std::any_of(facts.even.begin(), facts.even.end(),
                       [&](const EvenExtent& e) { return e.array == array && e.dim == last; });
  }
  std::optional<Shared> of(const Access& a) const {
    const std::size_t rank = a.index.size();
    const Boundary mode = a.boundary == Boundary::Checked ? Boundary::Unchecked : a.boundary;
    if (!facts.columns_inside || a.linear || rank < 2 || nest.function.arrays[a.array].space != Space::Global ||
        !even(a.array) || stored.count(a.array))
      return {};
    Shared s{{std::int64_t(a.array), std::int64_t(mode)}, 0, 0, 0};
    for (std::size_t d = 0; d < rank; ++d) {
      auto f = forms.of(*a.index[d]);
      const auto rest = f ? as_int(*f->rest) : std::nullopt;
      if (!rest) return {};
      const bool last = d + 1 == rank;
      if (last) {
        for (std::size_t k = 0; k < f->coefficients.size(); ++k)
          if (f->coefficients[k] != (k == along ? 1 : 0)) return {};
        s.offset = *rest;
      } else {
        if (f->coefficients[along] != 0) return {};
        s.row.insert(s.row.end(), f->coefficients.begin(), f->coefficients.end());
        s.row.push_back(*rest);
        if (f->coefficients[tiled] == 0) continue;
        if (s.per_row != 0) return {};
        s.per_row = f->coefficients[tiled];
        s.moved = s.row.size() - 1;
      }
    }
    if (std::abs(s.offset) > kColumns) return {};
    return s;
  }
};

struct StencilKernel {
  KernelBuilder b;
  const Finder find;
  const Block& statements;
  std::int64_t row_threads;
  ExprP block_of_columns;  // the thread's: its columns are 4 of it to 4 of it + 3
  ExprP lane;

  // What a thread has of a row of memory: its own columns and, by distance from 1 on, those to the left and to the
  // right.
  struct Held {
    Access example;                    // of the nest, read in the row that is set
    std::size_t row;                   // of the thread's, in which the example reads this row of memory
    std::int64_t left = 0, right = 0;  // distances wanted
    std::vector<VarId> own, before, after;
    std::vector<ExprP> place;  // its subscripts but the last
    ExprP exists;              // Safe: whether there is such a row
    ExprP ends_right;          // whether the lane has to load what lies to the right
    bool moves() const { return example.boundary != Boundary::Unchecked && example.boundary != Boundary::Checked; }
  };
  std::map<std::vector<std::int64_t>, Held> held;

  StencilKernel(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy)
      : b(nest, plan, facts, policy), find(nest, plan, facts), statements(planned_body(plan, nest.function)) {
    row_threads = std::clamp<std::int64_t>(facts.row_threads / kColumns, kWarp, kThreads);
    lane = binary(BinaryOp::BitAnd, thread_index(), int_const(kWarp - 1));
  }

  ExprP columns() const { return mul(block_of_columns, int_const(kColumns)); }
  static std::vector<std::int64_t> key(const Shared& s, std::size_t row) {
    auto k = s.row;
    k[s.moved] += s.moved ? s.per_row * std::int64_t(row) : 0;
    return k;
  }

  void note(std::size_t rows) {
    held.clear();
    for (std::size_t r = 0; r < rows; ++r)
      each_certain_load(statements, [&](const Access& a) {
        const auto s = find.of(a);
        if (!s) return;
        Held& h = held.try_emplace(key(*s, r), Held{a, r, 0, 0, {}, {}, {}, {}, nullptr, nullptr}).first->second;
        h.left = std::max(h.left, -s->offset);
        h.right = std::max(h.right, s->offset);
      });
  }

  // The subscripts of the row that `h` reads, moved inside the array as its boundary mode says.
  void place(Block& block, Held& h) {
    const ArrayId array = b.array(h.example.array);
    for (std::size_t d = 0; d + 1 < h.example.index.size(); ++d) {
      ExprP i = b.copy(h.example.index[d]);
      if (h.moves()) {
        const VarId v = b.let(block, "$i", std::move(i));
        const ExprP n = extent(array, int(d)), inside = logical_and(le(int_const(0), b.ref(v)), lt(b.ref(v), n));
        i = b.ref(v);
        if (h.example.boundary == Boundary::Safe) {
          const ExprP here = b.ref(b.let(block, "$inside", inside));
          h.exists = h.exists ? logical_and(h.exists, here) : here;
        }
        Block move;
        move.push_back({Assign{v, moved_index(h.example.boundary, i, n)}, {}});
        block.push_back({If{unary(UnaryOp::Not, inside), std::move(move), {}}, {}});
      }
      h.place.push_back(i);
    }
  }
  // Column `column` of the row of memory that `h` reads.
  ExprP at(const Held& h, ExprP column, Boundary mode = Boundary::Unchecked) {
    Access a;
    a.array = b.array(h.example.array);
    a.boundary = mode;
    a.index = h.place;
    a.index.push_back(std::move(column));
    const ExprP value = load(b.kernel(), a);
    return h.exists ? select(h.exists, value, cast(value->type, int_const(0))) : value;
  }
  ExprP width(const Held& h) { return extent(b.array(h.example.array), int(h.example.index.size()) - 1); }
  // Threads beyond the row's end repeat its last columns, because all lanes have to be there.
  ExprP first_column(const Held& h) {
    return mul(
        binary(BinaryOp::Min, block_of_columns, sub(binary(BinaryOp::Shr, width(h), int_const(2)), int_const(1))),
        int_const(kColumns));
  }

  void load_rows(Block& block, const std::function<void(Block&, std::size_t)>& set_row, std::size_t rows) {
    note(rows);
    Block left, right, right_moved;
    for (std::size_t r = 0; r < rows; ++r) {
      set_row(block, r);
      set_row(left, r);
      set_row(right, r);
      for (auto& [k, h] : held) {
        if (h.row != r) continue;
        place(block, h);
        const ExprP x = b.ref(b.let(block, "$x", first_column(h)));
        h.ends_right = is_lane(kWarp - 1);
        if (h.moves())
          h.ends_right = b.ref(
              b.let(block, "$side", binary(BinaryOp::BitOr, h.ends_right, le(width(h), add(x, int_const(kColumns))))));
        for (std::int64_t e = 0; e < kColumns; ++e) h.own.push_back(b.let(block, "$own", at(h, add(x, int_const(e)))));
        Block before, after;
        for (std::int64_t m = 1; m <= h.left; ++m) h.before.push_back(beyond(block, before, h, sub(x, int_const(m))));
        for (std::int64_t m = 1; m <= h.right; ++m)
          h.after.push_back(beyond(block, after, h, add(x, int_const(kColumns - 1 + m))));
        for (Stmt& st : before) left.push_back(std::move(st));
        if (h.moves() && !after.empty())
          right_moved.push_back({If{h.ends_right, std::move(after), {}}, {}});
        else
          for (Stmt& st : after) right.push_back(std::move(st));
      }
    }
    // Before the shuffles, which wait for the loads above.
    block.push_back({If{is_lane(0), std::move(left), {}}, {}});
    block.push_back({If{is_lane(kWarp - 1), std::move(right), {}}, {}});
    for (Stmt& st : right_moved) block.push_back(std::move(st));
    for (auto& [k, h] : held) {
      for (std::int64_t m = 1; m <= h.left; ++m)
        take_from(block, ShuffleKind::Up, h.own[std::size_t(kColumns - m)], is_lane(0), h.before[std::size_t(m - 1)]);
      for (std::int64_t m = 1; m <= h.right; ++m)
        take_from(block, ShuffleKind::Down, h.own[std::size_t(m - 1)], h.ends_right, h.after[std::size_t(m - 1)]);
    }
  }
  ExprP is_lane(std::int64_t l) const { return binary(BinaryOp::Eq, lane, int_const(l)); }
  // A variable that `edge` loads a column into.
  VarId beyond(Block& block, Block& edge, const Held& h, const ExprP& column) {
    const ExprP inside =
        binary(BinaryOp::Max, binary(BinaryOp::Min, column, sub(width(h), int_const(1))), int_const(0));
    ExprP value = h.moves() ? at(h, column, h.example.boundary) : at(h, inside);
    const VarId v = b.let(block, "$beside", cast(value->type, int_const(0)));
    edge.push_back({Assign{v, std::move(value)}, {}});
    return v;
  }
  // `into` from the lane beside, but in lanes at an `edge`, which have it.
  void take_from(Block& block, ShuffleKind kind, VarId value, const ExprP& edge, VarId into) {
    const VarId other = b.let(block, "$other", full_shuffle(kind, b.ref(value), int_const(1)));
    block.push_back({Assign{into, select(edge, b.ref(into), b.ref(other))}, {}});
  }

  // Iteration of the thread's column e in its row r, with what it holds in place of loads.
  void iteration(Block& block, std::size_t r, std::int64_t e) {
    b.set_load_handler([&](const Access& a) -> ExprP {
      const auto s = find.of(a);
      const auto h = s ? held.find(key(*s, r)) : held.end();
      if (h == held.end()) return nullptr;
      const std::int64_t at = e + s->offset;
      const Held& have = h->second;
      if (at < 0) return -at <= have.left ? b.ref(have.before[std::size_t(-at - 1)]) : nullptr;
      if (at >= kColumns) return at - kColumns < have.right ? b.ref(have.after[std::size_t(at - kColumns)]) : nullptr;
      return b.ref(have.own[std::size_t(at)]);
    });
    b.iteration_at(block, add(columns(), int_const(e)));
    b.set_load_handler({});
  }

  void take_rows(Block& block, const std::function<void(Block&, std::size_t)>& set_row, std::size_t rows) {
    load_rows(block, set_row, rows);
    const int loop = int(find.along);
    const ExprP end = add(b.low(loop), b.count(loop));
    Block all, some;
    for (std::size_t r = 0; r < rows; ++r) {
      set_row(all, r);
      set_row(some, r);
      for (std::int64_t e = 0; e < kColumns; ++e) {
        Block one;
        iteration(all, r, e);
        iteration(one, r, e);
        const ExprP j = add(columns(), int_const(e));
        some.push_back({If{logical_and(le(b.low(loop), j), lt(j, end)), std::move(one), {}}, {}});
      }
    }
    const ExprP whole = logical_and(le(b.low(loop), columns()), le(add(columns(), int_const(kColumns)), end));
    block.push_back({If{whole, std::move(all), std::move(some)}, {}});
  }

  Scheduled make() {
    b.kernel().threads = int(kThreads);
    const int loop = int(find.along), tiled = int(find.tiled);
    const std::int64_t teams = kThreads / row_threads;
    Block body, work;
    const ExprP tiles = b.param({Binding::Kind::RowTiles}, "$tiles", Elem::I64);
    const ExprP row = b.ref(b.let(body, "$row", binary(BinaryOp::DivTrunc, builtin(BuiltinKind::BlockIdx), tiles)));
    const ExprP tile = sub(builtin(BuiltinKind::BlockIdx), mul(row, tiles));
    const ExprP team = binary(BinaryOp::Shr, thread_index(), int_const(std::countr_zero(std::uint64_t(row_threads))));
    const ExprP group = b.ref(b.let(body, "$group", add(mul(row, int_const(teams)), team)));
    const ExprP along = binary(BinaryOp::BitAnd, thread_index(), int_const(row_threads - 1));
    const ExprP first_block = add(binary(BinaryOp::Shr, b.low(loop), int_const(2)), mul(tile, int_const(row_threads)));
    block_of_columns = b.ref(b.let(body, "$columns", add(first_block, along)));
    rows_of_group(work, group, tiled);
    // Whole warps alone: all lanes have to reach the shuffles.
    const ExprP warp_begins = mul(sub(block_of_columns, lane), int_const(kColumns));
    const ExprP exists = lt(group, b.param({Binding::Kind::KeptGroups}, "$groups", Elem::I64));
    body.push_back(
        {If{logical_and(exists, lt(warp_begins, add(b.low(loop), b.count(loop)))), std::move(work), {}}, {}});
    LaunchRule rule{LaunchRule::Kind::Map, int(kThreads), row_threads * kColumns, 0};
    rule.run_before = kColumns - 1;
    rule.kept_per_block = teams;
    rule.rows_of_thread = kRows;
    rule.grouped = tiled;
    return b.finish(std::move(body), rule,
                    fmt::format("stencil, {} of {} iterations a block of {} threads, neighbours by shuffles, 1 launch",
                                how_many(teams * kRows, "row"), row_threads * kColumns, kThreads));
  }

  void rows_of_group(Block& work, const ExprP& group, int tiled) {
    const ExprP n = b.count(tiled);
    const KernelBuilder::KeptGroup mine = b.kept_group(work, group, kRows, tiled);
    const ExprP &outer = mine.outer, &first = mine.first;
    Block full, rest, one;
    take_rows(
        full, [&](Block& to, std::size_t r) { b.set_kept(to, outer, tiled, add(first, int_const(std::int64_t(r)))); },
        kRows);
    const VarId r = b.kernel().add_var("$r", Elem::I64);
    take_rows(
        one, [&](Block& to, std::size_t) { b.set_kept(to, outer, tiled, add(first, b.ref(r))); }, 1);
    rest.push_back({For{r, int_const(0), int_const(1), sub(sub(n, first), int_const(1)), std::move(one)}, {}});
    work.push_back({If{le(add(first, int_const(kRows)), n), std::move(full), std::move(rest)}, {}});
  }
};

}  // namespace

bool stencil_fits(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  if (!policy.warps || !facts.rows_share || facts.row_loops != 1 || !facts.unit_steps || facts.checked ||
      !plan.live_out.empty())
    return false;
  if (facts.row_threads < kWarp * kColumns) return false;
  const Block& body = planned_body(plan, nest.function);
  const BodyWeight w = body_weight(body, nest.function);
  if (w.loops || w.nodes > kMostNodes) return false;
  const Finder find(nest, plan, facts);
  std::map<std::vector<std::int64_t>, bool> rows;
  bool beside = false;
  each_certain_load(body, [&](const Access& a) {
    if (const auto s = find.of(a)) {
      rows[StencilKernel::key(*s, 0)] = true;
      beside |= s->offset != 0;
    }
  });
  return beside && rows.size() > 1 && int(rows.size()) <= kMostLoads;
}

Scheduled schedule_stencil(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                           const SchedulePolicy& policy) {
  return StencilKernel(nest, plan, facts, policy).make();
}

}  // namespace qc
