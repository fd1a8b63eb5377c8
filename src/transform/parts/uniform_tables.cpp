#include "transform/parts/uniform_tables.h"

#include <algorithm>
#include <string>

#include "analysis/loops/nest_model.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kMostBytes = 24 << 10;  // of a block: more would leave fewer blocks on a multiprocessor

void add_to(ExprP& sum, const ExprP& e) {
  if (e) sum = sum ? add(sum, e) : e;
}

// Row-major: how many elements lie between neighbours along dimension d.
ExprP stride(const Function& f, ArrayId array, int d) {
  ExprP all = int_const(1);
  for (int k = d + 1; k < f.arrays[array].rank; ++k) all = mul(all, extent(array, k));
  return all;
}

}  // namespace

UniformTables::UniformTables(KernelBuilder& b, std::int64_t lanes, ExprP count)
    : b_(b), lanes_(lanes), count_(std::move(count)) {
  for (std::size_t k = 0; k < b.run().size(); ++k) {
    const VarId v = b.kernel().add_var("$at", Elem::I64);
    index_vars_.insert(v);
    indices_.push_back(b.ref(v));
  }
  for_each_stmt(b.nest().body, [&](const Stmt& s) {
    if (auto* w = std::get_if<Store>(&s.node)) stored_.insert(b.array(w->access.array));
    if (auto* a = std::get_if<Atomic>(&s.node)) stored_.insert(b.array(a->access.array));
  });
}

// Variables that are given one value, which is uniform, are that value: the loops' own among them.
Block UniformTables::with_known_values(const Block& iteration, const std::vector<VarId>& results) const {
  std::map<VarId, int> times = assignment_counts(iteration);
  for (const VarId v : results) times[v] += 2;
  std::map<VarId, ExprP> known;
  Block out;
  for (const Stmt& s : iteration) {
    Stmt with = std::move(rewrite_exprs(Block{s}, [&](const ExprP& e) {
                            auto* v = std::get_if<VarRef>(&e->node);
                            const auto it = v ? known.find(v->var) : known.end();
                            return it == known.end() ? e : it->second;
                          }).front());
    auto* a = std::get_if<Assign>(&with.node);
    if (a && times[a->var] == 1 && uniform(*a->value))
      known[a->var] = a->value;
    else
      out.push_back(std::move(with));
  }
  return out;
}

bool UniformTables::uniform(const Expr& e) const {
  if (auto* v = std::get_if<VarRef>(&e.node)) {
    const auto& params = b_.function().params;
    return index_vars_.count(v->var) ||
           (!assigned_.count(v->var) && std::any_of(params.begin(), params.end(), [&](const Param& p) {
             return p.kind == Param::Kind::Scalar && p.id == v->var;
           }));
  }
  if (auto* l = std::get_if<Load>(&e.node)) {
    const Array& a = b_.function().arrays[l->access.array];
    if (a.space != Space::Global || !a.noalias || stored_.count(l->access.array) || l->access.site != kNoSite)
      return false;
  } else if (auto* n = std::get_if<Binary>(&e.node); n && n->site != kNoSite) {
    return false;
  } else if (std::holds_alternative<Builtin>(e.node) || std::holds_alternative<Shuffle>(e.node) ||
             std::holds_alternative<Ballot>(e.node) || std::holds_alternative<ActiveMask>(e.node)) {
    return false;
  }
  bool all = true;
  for_each_operand(e, [&](const ExprP& o) { all = all && uniform(*o); });
  return all;
}

bool UniformTables::of_iteration(const Expr& e) const {
  bool yes = false;
  for_each_expr(e, [&](const Expr& x) {
    auto* v = std::get_if<VarRef>(&x.node);
    yes |= v && index_vars_.count(v->var);
  });
  return yes;
}

// A subscript as a sum of what the thread and what the iteration decides.
std::optional<UniformTables::Place> UniformTables::place(const ExprP& e) const {
  if (uniform(*e)) return of_iteration(*e) ? Place{nullptr, e} : Place{e, nullptr};
  if (!of_iteration(*e)) return Place{e, nullptr};
  auto* n = std::get_if<Binary>(&e->node);
  if (!n || (n->op != BinaryOp::Add && n->op != BinaryOp::Sub)) return {};
  auto left = place(n->a), right = place(n->b);
  if (!left || !right) return {};
  const bool minus = n->op == BinaryOp::Sub;
  add_to(left->of_thread, right->of_thread && minus ? sub(int_const(0), right->of_thread) : right->of_thread);
  add_to(left->of_iteration,
         right->of_iteration && minus ? sub(int_const(0), right->of_iteration) : right->of_iteration);
  return left;
}

std::optional<std::vector<UniformTables::Place>> UniformTables::places(const Access& a) const {
  if (a.boundary != Boundary::Unchecked || b_.function().arrays[a.array].space != Space::Global) return {};
  std::vector<Place> out;
  bool moves = false;
  for (const ExprP& i : a.index) {
    const auto p = place(i);
    if (!p) return {};
    moves |= p->of_iteration != nullptr;
    out.push_back(*p);
  }
  if (!moves) return {};
  return out;
}

// The largest parts that are uniform and differ from iteration to iteration.
void UniformTables::find(const ExprP& e, Found& found) const {
  if (uniform(*e)) {
    if (of_iteration(*e)) found.whole.insert(e.get());
    return;
  }
  if (auto* l = std::get_if<Load>(&e->node); l && places(l->access)) {
    found.places.insert(e.get());
    return;
  }
  for_each_operand(*e, [&](const ExprP& o) { find(o, found); });
}

ExprP UniformTables::read_table(const ExprP& value, const ExprP& it) {
  const bool truth = value->type == Elem::Bool;
  auto found = std::find_if(tables_.begin(), tables_.end(), [&](const Table& t) { return equal(t.value, value); });
  if (found == tables_.end()) {
    const Elem elem = truth ? Elem::U8 : value->type;
    bytes_ += lanes_ * std::int64_t(byte_size(elem));
    const ArrayId array = b_.shared_array("$table" + std::to_string(tables_.size()), elem, lanes_);
    found = tables_.insert(tables_.end(), Table{value, array});
  }
  const ExprP entry = load(b_.function(), element(found->array, it));
  return truth ? binary(BinaryOp::Ne, entry, int_const(0)) : entry;
}

// The element as one of memory in a row: the thread's part of the place stays the same through the window.
ExprP UniformTables::element_at(const Load& l, const ExprP& it, Elem type) {
  ExprP of_thread, of_iteration;
  const auto all = *places(l.access);
  for (std::size_t d = 0; d < all.size(); ++d) {
    const ExprP s = l.access.linear ? int_const(1) : stride(b_.function(), l.access.array, int(d));
    if (all[d].of_thread) add_to(of_thread, mul(all[d].of_thread, s));
    if (all[d].of_iteration) add_to(of_iteration, mul(all[d].of_iteration, s));
  }
  Access in_a_row = l.access;
  const ExprP moved = read_table(of_iteration, it);
  in_a_row.index = {of_thread ? add(of_thread, moved) : moved};
  in_a_row.linear = b_.function().arrays[l.access.array].rank > 1;
  return std::make_shared<const Expr>(Expr{Load{std::move(in_a_row)}, type, {}});
}

std::optional<Block> UniformTables::read(const Block& iteration, const ExprP& it, const std::vector<VarId>& results) {
  assigned_.clear();
  for_each_stmt(iteration, [&](const Stmt& s) {
    if (auto* a = std::get_if<Assign>(&s.node)) assigned_.insert(a->var);
    if (auto* l = std::get_if<For>(&s.node)) assigned_.insert(l->var);
  });
  const Block known = with_known_values(iteration, results);
  const std::size_t arrays_before = b_.function().arrays.size();
  Found found;
  for_each_stmt(known, [&](const Stmt& s) { for_each_root(s, [&](const ExprP& e) { find(e, found); }); });
  Block out = rewrite_exprs(known, [&](const ExprP& e) {
    if (found.whole.count(e.get())) return read_table(e, it);
    return found.places.count(e.get()) ? element_at(std::get<Load>(e->node), it, e->type) : e;
  });
  if (bytes_ <= kMostBytes) return out;
  b_.kernel().arrays.resize(arrays_before);
  tables_.clear();
  return {};
}

Block UniformTables::fill(std::int64_t threads) const {
  const VarId at = b_.kernel().add_var("$entry", Elem::I64);
  Block entry;
  ExprP rest = b_.ref(at);
  for (std::size_t q = indices_.size(); q-- > 0;) {
    const ExprP n = b_.count(b_.run()[q]);
    const VarId index = std::get<VarRef>(indices_[q]->node).var;
    entry.push_back({Assign{index, q == 0 ? rest : binary(BinaryOp::Mod, rest, n)}, {}});
    if (q > 0) rest = b_.ref(b_.let(entry, "$rest", binary(BinaryOp::DivTrunc, rest, n)));
  }
  for (const Table& t : tables_)
    entry.push_back({Store{element(t.array, b_.ref(at)),
                           t.value->type == Elem::Bool ? select(t.value, int_const(1), int_const(0)) : t.value},
                     {}});
  return {{For{at, thread_index(), int_const(threads), sub(count_, int_const(1)), std::move(entry)}, {}},
          {Barrier{}, {}}};
}

}  // namespace qc
