#include "transform/schedule/rows_side_by_side.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/loops/nest_model.h"
#include "analysis/loops/privatization.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "ir/rewrite_stmts.h"
#include "transform/parts/body_weight.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kSideBySide = 8, kSideBySideOfLarge = 4;
constexpr int kLarge = 100, kTooLarge = 400;  // nodes of a body
constexpr std::int64_t kFurthestBehind = 8;   // elements that a row may be behind the one before it
constexpr std::int64_t kNear = 3;             // elements that are so far apart in a row make a chain
constexpr std::int64_t kWorthIt = 32;         // rounds in which all rows take part

// From the iteration of one access to the one in which another access meets it.
struct Distance {
  std::int64_t rows = 0, elements = 0;
};
struct Meeting {
  bool never = false;
  std::optional<Distance> distance;  // none: at others as well, or not known
};

// A subscript, as multiples of the two counters and the rest.
struct Subscript {
  std::int64_t row, element;
  Polynomial rest;
};
std::optional<Subscript> subscript(const NestModel& m, const Polynomial& p) {
  if (!p.valid() || has_quotient(m.atoms, p)) return {};
  const auto by_row = p.split(m.counters[0]);
  const auto by_element = by_row ? by_row->rest.split(m.counters[1]) : std::nullopt;
  if (!by_element) return {};
  const auto row = by_row->factor.constant(), element = by_element->factor.constant();
  if (!row || !element) return {};
  return Subscript{*row, *element, by_element->rest};
}

Meeting meeting(const NestModel& m, const ArrayAccess& x, const ArrayAccess& y) {
  std::optional<std::int64_t> rows, elements;
  if (x.subscripts.size() != y.subscripts.size()) return {};
  for (std::size_t d = 0; d < x.subscripts.size(); ++d) {
    const auto a = subscript(m, x.subscripts[d]), b = subscript(m, y.subscripts[d]);
    if (!a || !b || a->row != b->row || a->element != b->element || (a->row && a->element)) return {};
    const auto apart = (a->rest - b->rest).constant();
    const std::int64_t times = a->row + a->element;
    if (times == 0 && (!apart || *apart == 0)) continue;
    if (!apart) return {};
    if (times == 0 || *apart % times != 0) return {true, {}};
    std::optional<std::int64_t>& of = a->row ? rows : elements;
    if (of && *of != *apart / times) return {true, {}};
    of = *apart / times;
  }
  if (!rows || !elements) return {};
  return {false, Distance{*rows, *elements}};
}

class RowsSideBySide {
 public:
  // outer: its body is the inner loop alone.
  RowsSideBySide(Function& f, const LoopFacts& facts, const For& outer)
      : f_(f), facts_(facts), outer_(outer), inner_(std::get<For>(outer.body[0].node)) {}

  bool fit() {
    if (outer_.unroll != 0 || inner_.unroll != 0 || inner_.independent || outer_.var == inner_.var) return false;
    if (as_int(*outer_.step) != 1 || as_int(*inner_.step) != 1) return false;
    const auto& body = inner_.body;
    if (!std::all_of(body.begin(), body.end(), [&](const Stmt& s) { return is_plain(s); }) || carries_variables())
      return false;
    const int nodes = body_weight(body, f_).nodes;
    if (nodes > kTooLarge) return false;
    rows_ = nodes > kLarge ? kSideBySideOfLarge : kSideBySide;
    const NestModel m = model_nest(f_, {&outer_, &inner_}, body);
    return m.invariant(*inner_.lo) && m.invariant(*inner_.hi) && find_distance(m);
  }

  void replace(Block& out, const Span& span) const {
    const VarId first = let(out, "$first", outer_.lo), last = let(out, "$last", outer_.hi);
    const VarId lo = let(out, "$lo", inner_.lo), hi = let(out, "$hi", inner_.hi);
    const std::int64_t all_in = behind_ * (rows_ - 1);  // until the last row of a group begins
    const auto at_least = [&](VarId from, VarId to, std::int64_t more) {
      return logical_and(le(ref(from), ref(to)), le(int_const(more), sub(ref(to), ref(from))));
    };
    Block groups;
    const VarId g = f_.add_var("$group", Elem::I64);
    For each{g, ref(first), int_const(rows_), sub(ref(last), int_const(rows_ - 1)), {}};
    const VarId r = f_.add_var("$row", Elem::I64);
    if (behind_ > 0) {
      const ExprP ahead = mul(sub(int_const(rows_ - 1), ref(r)), int_const(behind_));
      each.body.push_back(part_of_rows(g, r, 0, rows_ - 2, ref(lo), sub(add(ref(lo), ahead), int_const(1)), span));
    }
    const VarId t = f_.add_var("$t", Elem::I64);
    For rounds{t, add(ref(lo), int_const(all_in)), int_const(1), ref(hi), {}};
    for (std::int64_t k = 0; k < rows_; ++k) {
      rounds.body.push_back({Assign{outer_.var, add(ref(g), int_const(k))}, span});
      rounds.body.push_back({Assign{inner_.var, sub(ref(t), int_const(k * behind_))}, span});
      rounds.body.insert(rounds.body.end(), inner_.body.begin(), inner_.body.end());
    }
    each.body.push_back({std::move(rounds), span});
    if (behind_ > 0) {
      const ExprP left = mul(ref(r), int_const(behind_));
      each.body.push_back(part_of_rows(g, r, 1, rows_ - 1, add(sub(ref(hi), left), int_const(1)), ref(hi), span));
    }
    groups.push_back({std::move(each), span});
    const ExprP count = add(sub(ref(last), ref(first)), int_const(1));
    groups.push_back(
        {Assign{first, add(ref(first), sub(count, binary(BinaryOp::Mod, count, int_const(rows_))))}, span});
    const ExprP worth = logical_and(at_least(first, last, rows_ - 1), at_least(lo, hi, all_in + kWorthIt));
    out.push_back({If{worth, std::move(groups), {}}, span});
    For rest = outer_;
    rest.lo = ref(first);
    rest.hi = ref(last);
    out.push_back({std::move(rest), span});
  }

 private:
  ExprP ref(VarId v) const { return ir::var(f_, v); }
  VarId let(Block& out, const char* name, ExprP value) const {
    const VarId v = f_.add_var(name, Elem::I64);
    out.push_back({Assign{v, std::move(value)}, {}});
    return v;
  }
  // Elements lo..hi of rows g+from..g+to, row after row.
  Stmt part_of_rows(VarId g, VarId r, std::int64_t from, std::int64_t to, ExprP lo, ExprP hi, const Span& span) const {
    For elements = inner_;
    elements.lo = std::move(lo);
    elements.hi = std::move(hi);
    Block row{{Assign{outer_.var, add(ref(g), ref(r))}, span}};
    row.push_back({std::move(elements), span});
    return {For{r, int_const(from), int_const(1), int_const(to), std::move(row)}, span};
  }

  bool is_sure(const Access& a) const {
    if (a.boundary == Boundary::Unchecked) return true;
    return a.boundary == Boundary::Checked && a.site < facts_.sure.size() && facts_.sure[a.site];
  }
  // An assignment or a store that cannot fail.
  bool is_plain(const Stmt& s) const {
    auto* assign = std::get_if<Assign>(&s.node);
    auto* store = std::get_if<Store>(&s.node);
    if ((!assign && !store) || (store && !is_sure(store->access))) return false;
    bool plain = true;
    for_each_expr(Block{s}, [&](const Expr& e) {
      if (auto* l = std::get_if<Load>(&e.node)) plain = plain && is_sure(l->access);
      if (auto* b = std::get_if<Binary>(&e.node)) plain = plain && b->site == kNoSite;
    });
    return plain;
  }
  // Whether an iteration reads a variable that the one before it set, or sets a counter.
  bool carries_variables() const {
    const std::set<VarId> assigned = assigned_variables(inner_.body);
    const auto flow = scalar_flow(inner_.body, [](const For&) { return true; });
    const auto is_carried = [&](VarId v) { return v == outer_.var || v == inner_.var || flow.read_first.count(v) > 0; };
    return std::any_of(assigned.begin(), assigned.end(), is_carried);
  }

  // By how many elements a row has to be behind the one before it, so that no iteration waits for another one of its
  // round. False: that is not known, or rows are no chains.
  bool find_distance(const NestModel& m) {
    bool is_chain = false;
    for (const ArrayAccess& x : m.accesses)
      for (const ArrayAccess& y : m.accesses) {
        if (!x.write || x.array != y.array) continue;
        const Meeting at = meeting(m, x, y);
        if (at.never) continue;
        if (!at.distance) return false;
        auto [rows, elements] = *at.distance;
        is_chain = is_chain || (!y.write && rows == 0 && elements > 0 && elements <= kNear);
        if (rows < 0) rows = -rows, elements = -elements;
        if (rows == 0 || elements >= 1) continue;
        behind_ = std::max(behind_, (1 - elements + rows - 1) / rows);
        if (behind_ > kFurthestBehind) return false;
      }
    return is_chain;
  }

  Function& f_;
  const LoopFacts& facts_;
  const For& outer_;
  const For& inner_;
  std::int64_t rows_ = kSideBySide, behind_ = 0;
};

}  // namespace

LoopNest with_rows_side_by_side(LoopNest nest, const LoopFacts& facts) {
  if (facts.may_be_empty) return nest;  // the outermost loop is looked at
  Function& f = nest.function;
  f.body = rewrite_stmts(f.body, [&](Stmt s, const Stmt&, Block& out) {
    auto* loop = std::get_if<For>(&s.node);
    if (loop && loop->body.size() == 1 && std::holds_alternative<For>(loop->body[0].node))
      if (RowsSideBySide rows(f, facts, *loop); rows.fit()) return rows.replace(out, s.span);
    out.push_back(std::move(s));
  });
  return nest;
}

}  // namespace qc
