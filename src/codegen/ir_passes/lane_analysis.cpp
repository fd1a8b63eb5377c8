#include "codegen/ir_passes/lane_analysis.h"

#include <map>
#include <set>

#include "codegen/ir_passes/row_loops.h"
#include "ir/build.h"

namespace qc::codegen {

using namespace ir;

namespace {

constexpr std::uint64_t kShortLoop = 32;

bool touches_memory_or_fails(const Expr& e) {
  bool found = false;
  for_each_expr(e, [&](const Expr& x) {
    if (auto* n = std::get_if<Binary>(&x.node)) found |= n->site != kNoSite;
    found |= std::holds_alternative<Load>(x.node) || std::holds_alternative<Math>(x.node) ||
             std::holds_alternative<Shuffle>(x.node) || std::holds_alternative<Ballot>(x.node);
  });
  return found;
}

bool straight(const Block& body) {
  for (const Stmt& s : body) {
    if (auto* n = std::get_if<If>(&s.node)) {
      if (!straight(n->then) || !straight(n->otherwise)) return false;
    } else if (auto* l = std::get_if<For>(&s.node)) {
      if (!short_constant_loop(*l)) return false;
    } else if (!std::holds_alternative<Assign>(s.node) && !std::holds_alternative<Store>(s.node)) {
      return false;
    }
  }
  return true;
}

// Without calls, divisions and failures: as good as free in each thread.
bool cheap_everywhere(const Expr& e) {
  bool ok = true;
  for_each_expr(e, [&](const Expr& x) {
    if (auto* n = std::get_if<Binary>(&x.node))
      ok = ok && n->site == kNoSite && n->op != BinaryOp::Div && n->op != BinaryOp::DivTrunc &&
           n->op != BinaryOp::DivFloor && n->op != BinaryOp::Mod;
    if (auto* l = std::get_if<Load>(&x.node)) ok = ok && l->access.boundary == Boundary::Unchecked;
    ok = ok && !std::holds_alternative<Math>(x.node) && !std::holds_alternative<Shuffle>(x.node) &&
         !std::holds_alternative<Ballot>(x.node);
  });
  return ok;
}

std::uint64_t loop_count(const For& loop) {  // of a loop with constant bounds; 0: none, or unknown
  const auto lo = as_int(*loop.lo), step = as_int(*loop.step), hi = as_int(*loop.hi);
  if (!lo || !step || !hi || *step == 0 || (*step > 0 ? *hi < *lo : *hi > *lo)) return 0;
  const auto span = *step > 0 ? std::uint64_t(*hi) - std::uint64_t(*lo) : std::uint64_t(*lo) - std::uint64_t(*hi);
  return span / (*step > 0 ? std::uint64_t(*step) : 0 - std::uint64_t(*step)) + 1;
}

// Of the innermost loops, all loops around them up to this one together.
std::uint64_t nested_count(const For& loop) {
  std::uint64_t inner = 1;
  for_each_stmt(loop.body, [&](const Stmt& s) {
    if (auto* l = std::get_if<For>(&s.node)) inner = std::max(inner, nested_count(*l));
  });
  return loop_count(loop) * inner;
}

bool holds_exit(const Block& block) {
  bool found = false;
  for_each_stmt(block, [&](const Stmt& s) {
    found |= std::holds_alternative<Break>(s.node) || std::holds_alternative<Return>(s.node);
  });
  return found;
}

// What an atomic function returns inside the loop decides whether the loop goes on.
bool ended_by_atomic(const While& loop) {
  std::set<VarId> results;
  for_each_stmt(loop.body, [&](const Stmt& s) {
    if (auto* t = std::get_if<Atomic>(&s.node); t && t->old) results.insert(*t->old);
  });
  bool decides = false;
  const auto look = [&](const Expr& condition) {
    for_each_expr(condition, [&](const Expr& e) {
      if (auto* v = std::get_if<VarRef>(&e.node)) decides |= results.contains(v->var);
    });
  };
  // A value computed from a result is one too.
  for (std::size_t known = results.size() + 1; known != results.size();) {
    known = results.size();
    for_each_stmt(loop.body, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      if (!a) return;
      for_each_expr(*a->value, [&](const Expr& e) {
        if (auto* v = std::get_if<VarRef>(&e.node); v && results.contains(v->var)) results.insert(a->var);
      });
    });
  }
  look(*loop.condition);
  for_each_stmt(loop.body, [&](const Stmt& s) {
    auto* i = std::get_if<If>(&s.node);
    if (i && (holds_exit(i->then) || holds_exit(i->otherwise))) look(*i->condition);
  });
  return decides;
}

bool some_thread_waits(const Block& block) {
  bool found = false;
  for_each_stmt(block, [&](const Stmt& s) {
    if (auto* w = std::get_if<While>(&s.node)) found = found || ended_by_atomic(*w);
  });
  return found;
}

}  // namespace

bool holds_split(const Block& block) {
  bool found = false;
  for_each_stmt(block, [&](const Stmt& s) { found |= std::holds_alternative<Barrier>(s.node); });
  for_each_expr(block, [&](const Expr& e) {
    found |= std::holds_alternative<Shuffle>(e.node) || std::holds_alternative<Ballot>(e.node) ||
             std::holds_alternative<ActiveMask>(e.node);
  });
  return found;
}
bool holds_split(const Stmt& s) { return holds_split(Block{s}); }

bool short_constant_loop(const For& loop) {
  const auto lo = as_int(*loop.lo), step = as_int(*loop.step), hi = as_int(*loop.hi);
  if (loop.unroll == 1 || !lo || !step || !hi || *step == 0) return false;
  const auto span = *step > 0 ? std::uint64_t(*hi) - std::uint64_t(*lo) : std::uint64_t(*lo) - std::uint64_t(*hi);
  const auto size = *step > 0 ? std::uint64_t(*step) : 0 - std::uint64_t(*step);
  if ((*step > 0 ? *hi >= *lo : *hi <= *lo) && span / size >= kShortLoop) return false;
  return straight(loop.body) && !holds_split(loop.body) && nested_count(loop) <= 2 * kShortLoop;
}

LaneAnalysis::LaneAnalysis(const Function& f)
    : f_(f),
      varying_(f.vars.size()),
      references_(f.vars.size()),
      assignments_(f.vars.size()),
      definition_(f.vars.size()),
      interleaved_(f.vars.size()),
      waits_(some_thread_waits(f.body)) {
  collect(f.body);
  // The second time with definitions known, so that more conditions are ranges of threads.
  for (int pass = 0; pass < 2; ++pass) {
    varying_.assign(f.vars.size(), false);
    do {
      changed_ = false;
      visit(f.body, {});
    } while (changed_);
    if (pass == 0) find_definitions();
  }
  find_interleaved(f.body);
  varying_.assign(f.vars.size(), false);
  do {
    changed_ = false;
    visit(f.body, {});
  } while (changed_);
}

// What is cheap and the same for all threads, but stands between statements of threads, would end their lane loop and
// send every value that they have at hand through memory. Each thread computes it instead: LLVM takes it out of the
// loop again.
void LaneAnalysis::find_interleaved(const Block& block) {
  auto lane_statement = [&](const Stmt& s) {
    if (auto* a = std::get_if<Assign>(&s.node)) return bool(varying_[a->var]);
    return std::holds_alternative<Store>(s.node);
  };
  bool plain = true;
  for (const Stmt& s : block) {
    if (auto* n = std::get_if<If>(&s.node)) {
      find_interleaved(n->then);
      find_interleaved(n->otherwise);
    } else if (auto* l = std::get_if<For>(&s.node)) {
      find_interleaved(l->body);
      plain = plain && short_constant_loop(*l);
    } else if (auto* w = std::get_if<While>(&s.node)) {
      find_interleaved(w->body);
      plain = false;
    } else if (!std::holds_alternative<Assign>(s.node) && !std::holds_alternative<Store>(s.node))
      plain = false;
  }
  if (!plain || holds_split(block)) return;
  std::map<VarId, int> here;  // references, but for those inside loops, around which the lane loop ends
  const auto count = [&](const Block& b, const auto& again) -> void {
    for (const Stmt& s : b) {
      if (auto* a = std::get_if<Assign>(&s.node)) ++here[a->var];
      for_each_root(s, [&](const ExprP& root) {
        for_each_expr(*root, [&](const Expr& e) {
          if (auto* v = std::get_if<VarRef>(&e.node)) ++here[v->var];
        });
      });
      if (auto* n = std::get_if<If>(&s.node)) again(n->then, again), again(n->otherwise, again);
      if (auto* l = std::get_if<For>(&s.node); l && short_constant_loop(*l)) ++here[l->var], again(l->body, again);
    }
  };
  count(block, count);
  std::set<VarId> cheap;
  bool open = false;
  for (const Stmt& s : block) {
    open = open || lane_statement(s);
    auto* a = std::get_if<Assign>(&s.node);
    if (open && a && !varying_[a->var] && here[a->var] == references_[a->var] && cheap_everywhere(*a->value))
      cheap.insert(a->var);
  }
  // What is computed of it and stays the same for all threads would be each thread's own as well.
  for (bool changed = true; changed;) {
    changed = false;
    for_each_stmt(block, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      if (!a || varying_[a->var] || cheap.count(a->var)) return;
      for_each_expr(*a->value, [&](const Expr& e) {
        if (auto* v = std::get_if<VarRef>(&e.node)) changed = cheap.erase(v->var) > 0 || changed;
      });
    });
  }
  for (VarId v : cheap) interleaved_[v] = true;
}

void LaneAnalysis::collect(const Block& block) {
  auto count = [&](const Block& b, auto&& at) {
    for_each_stmt(b, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) at(a->var, true);
      if (auto* l = std::get_if<For>(&s.node)) at(l->var, true);
      if (auto* t = std::get_if<Atomic>(&s.node)) {
        if (t->old) at(*t->old, true);
      }
    });
    for_each_expr(b, [&](const Expr& e) {
      if (auto* v = std::get_if<VarRef>(&e.node)) at(v->var, false);
    });
  };
  count(block, [&](VarId v, bool assigned) {
    ++references_[v];
    assignments_[v] += assigned;
  });
  for (const Param& p : f_.params)
    if (p.kind == Param::Kind::Scalar) ++assignments_[p.id], ++references_[p.id];
  for_each_stmt(block, [&](const Stmt& s) {
    if (auto* n = std::get_if<If>(&s.node)) {
      auto& in = inside_[n];
      count(n->then, [&](VarId v, bool) { ++in[v]; });
    }
  });
}

bool LaneAnalysis::varying(const Expr& e) const {
  if (auto* v = std::get_if<VarRef>(&e.node)) return varying_[v->var];
  if (auto* b = std::get_if<Builtin>(&e.node)) return b->kind == BuiltinKind::ThreadIdx;
  if (std::holds_alternative<Shuffle>(e.node) || std::holds_alternative<Ballot>(e.node) ||
      std::holds_alternative<ActiveMask>(e.node))
    return true;
  if (auto* l = std::get_if<Load>(&e.node))
    if (f_.arrays[l->access.array].space == Space::Local) return true;
  // A failure of a uniform expression belongs to the thread with the lowest order.
  if (f_.order != kNoVar && varying_[f_.order]) {
    if (auto* n = std::get_if<Binary>(&e.node); n && n->site != kNoSite) return true;
    if (auto* l = std::get_if<Load>(&e.node); l && l->access.site != kNoSite) return true;
  }
  bool found = false;
  for_each_operand(e, [&](const ExprP& a) { found = found || varying(*a); });
  return found;
}

void LaneAnalysis::assign(VarId v, bool value_varies, const Control& control) {
  bool now = value_varies || control.hard;
  for (const If* n : control.narrow) now = now || inside_[n][v] != references_[v];
  if (now && !varying_[v]) varying_[v] = changed_ = true;
}

// A break, continue or return that only some threads reach makes the loop around it differ between threads.
bool LaneAnalysis::divergent_exit(const Block& body, bool divergent) const {
  for (const Stmt& s : body) {
    if (std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node)) {
      if (divergent) return true;
    } else if (auto* n = std::get_if<If>(&s.node)) {
      const bool d = divergent || varying(*n->condition);
      if (divergent_exit(n->then, d) || divergent_exit(n->otherwise, d)) return true;
    }
  }
  return false;
}

bool LaneAnalysis::uniform_loop(const Stmt& s) const {
  if (auto* l = std::get_if<For>(&s.node))
    return !short_constant_loop(*l) && !varying(*l->lo) && !varying(*l->step) && !varying(*l->hi) &&
           !varying_[l->var] && !divergent_exit(l->body, false) &&
           !walks_rows(f_, *l, [&](const Expr& e) { return varying(e); });
  auto& w = std::get<While>(s.node);
  return !varying(*w.condition) && !divergent_exit(w.body, false);
}

// Whether the loop alone assigns and reads its counter.
bool LaneAnalysis::private_counter(const For& loop) const {
  int inside = 1;
  for_each_stmt(loop.body, [&](const Stmt& s) {
    if (auto* a = std::get_if<Assign>(&s.node)) inside += a->var == loop.var;
  });
  for_each_expr(loop.body, [&](const Expr& e) {
    if (auto* v = std::get_if<VarRef>(&e.node)) inside += v->var == loop.var;
  });
  return assignments_[loop.var] == 1 && inside == references_[loop.var];
}

std::vector<bool> LaneAnalysis::thread_by_thread(const Block& block) const {
  std::vector<bool> alone(block.size());
  if (!waits_) return alone;
  bool waited = false;
  for (std::size_t i = 0; i < block.size(); ++i) {
    waited = !holds_split(block[i]) && (waited || some_thread_waits({block[i]}));
    alone[i] = waited;
  }
  return alone;
}

void LaneAnalysis::visit(const Block& block, const Control& around) {
  const std::vector<bool> alone = thread_by_thread(block);
  for (std::size_t i = 0; i < block.size(); ++i) {
    const Stmt& s = block[i];
    Control control = around;
    control.hard |= bool(alone[i]);
    if (auto* a = std::get_if<Assign>(&s.node)) {
      assign(a->var, interleaved_[a->var] || varying(*a->value), control);
    } else if (auto* t = std::get_if<Atomic>(&s.node)) {
      if (t->old) assign(*t->old, true, control);
    } else if (auto* n = std::get_if<If>(&s.node)) {
      Control inner = control;
      if (varying(*n->condition)) {
        if (auto g = n->otherwise.empty() ? guard(*n->condition) : std::nullopt; g && !g->rest)
          inner.narrow.push_back(n);
        else
          inner.hard = true;
      }
      visit(n->then, inner);
      visit(n->otherwise, inner);
    } else if (auto* l = std::get_if<For>(&s.node)) {
      Control inner = control;
      inner.hard |= !uniform_loop(s);
      // A loop around shuffles runs once for all threads, also where only some take part: its counter is their own.
      const bool counts_alone =
          !varying(*l->lo) && !varying(*l->step) && !varying(*l->hi) && private_counter(*l) && holds_split(l->body);
      if (!counts_alone) assign(l->var, inner.hard, control);
      visit(l->body, inner);
    } else if (auto* w = std::get_if<While>(&s.node)) {
      Control inner = control;
      inner.hard |= !uniform_loop(s);
      visit(w->body, inner);
    }
  }
}

// e == t + the sum of `shift`, looking through definitions.
bool LaneAnalysis::offset(const Expr& e, std::vector<std::pair<ExprP, bool>>& shift) const {
  if (auto* b = std::get_if<Builtin>(&e.node)) return b->kind == BuiltinKind::ThreadIdx && b->axis == 0;
  if (auto* v = std::get_if<VarRef>(&e.node)) return definition_[v->var] && offset(*definition_[v->var], shift);
  auto* n = std::get_if<Binary>(&e.node);
  if (!n) return false;
  auto uniform = [&](const ExprP& x) { return !varying(*x) && !touches_memory_or_fails(*x); };
  if (n->op == BinaryOp::Add && uniform(n->b)) {
    shift.emplace_back(n->b, false);
    return offset(*n->a, shift);
  }
  if (n->op == BinaryOp::Add && uniform(n->a)) {
    shift.emplace_back(n->a, false);
    return offset(*n->b, shift);
  }
  if (n->op == BinaryOp::Sub && uniform(n->b)) {
    shift.emplace_back(n->b, true);
    return offset(*n->a, shift);
  }
  if (n->op == BinaryOp::Mul && as_int(*n->b) == 1) return offset(*n->a, shift);
  return false;
}

std::optional<LaneGuard> LaneAnalysis::guard(const Expr& condition) const {
  LaneGuard g;
  auto take = [&](const auto& self, const Expr& e) -> void {
    if (auto* n = std::get_if<Binary>(&e.node)) {
      if (n->op == BinaryOp::And) {
        self(self, *n->a);
        self(self, *n->b);
        return;
      }
      const bool ordered = n->op == BinaryOp::Lt || n->op == BinaryOp::Le || n->op == BinaryOp::Gt ||
                           n->op == BinaryOp::Ge || n->op == BinaryOp::Eq;
      if (ordered && n->a->type == Elem::I64) {
        LaneBound bound{n->b, {}, n->op};
        if (!varying(*n->b) && !touches_memory_or_fails(*n->b) && offset(*n->a, bound.shift)) {
          g.bounds.push_back(bound);
          g.single |= n->op == BinaryOp::Eq;
          return;
        }
        bound = {n->a, {}, n->op};
        if (n->op == BinaryOp::Lt)
          bound.op = BinaryOp::Gt;
        else if (n->op == BinaryOp::Le)
          bound.op = BinaryOp::Ge;
        else if (n->op == BinaryOp::Gt)
          bound.op = BinaryOp::Lt;
        else if (n->op == BinaryOp::Ge)
          bound.op = BinaryOp::Le;
        if (!varying(*n->a) && !touches_memory_or_fails(*n->a) && offset(*n->b, bound.shift)) {
          g.bounds.push_back(bound);
          g.single |= n->op == BinaryOp::Eq;
          return;
        }
      }
    }
    ExprP copy = std::make_shared<const Expr>(e);
    g.rest = g.rest ? logical_and(g.rest, copy) : copy;
  };
  take(take, condition);
  if (g.bounds.empty()) return {};
  return g;
}

// Statements in order: a definition may use parameters, earlier single assignments, positions.
void LaneAnalysis::find_definitions() {
  std::set<VarId> fixed, exchanged;
  for (const Param& p : f_.params)
    if (p.kind == Param::Kind::Scalar && assignments_[p.id] == 1) fixed.insert(p.id);
  for_each_expr(f_.body, [&](const Expr& e) {
    const Expr* value = nullptr;
    if (auto* n = std::get_if<Shuffle>(&e.node)) value = n->value.get();
    if (auto* n = std::get_if<Ballot>(&e.node)) value = n->predicate.get();
    if (auto* v = value ? std::get_if<VarRef>(&value->node) : nullptr) exchanged.insert(v->var);
  });
  find_definitions(f_.body, true, exchanged, fixed);
}

namespace {

// Assignments and reads of each variable.
std::map<VarId, int> references_in(const Block& block) {
  std::map<VarId, int> n;
  for_each_stmt(block, [&](const Stmt& s) {
    if (auto* a = std::get_if<Assign>(&s.node)) ++n[a->var];
    if (auto* l = std::get_if<For>(&s.node)) ++n[l->var];
    if (auto* t = std::get_if<Atomic>(&s.node)) {
      if (t->old) ++n[*t->old];
    }
  });
  for_each_expr(block, [&](const Expr& e) {
    if (auto* v = std::get_if<VarRef>(&e.node)) ++n[v->var];
  });
  return n;
}

}  // namespace

// exchanged: other lanes read their storage. Below the top, in conditions and loops, a variable is read after the
// assignment and nowhere else.
void LaneAnalysis::find_definitions(const Block& block, bool top, const std::set<VarId>& exchanged,
                                    std::set<VarId> fixed) {
  std::set<VarId> before;  // read so far in a block below the top
  std::map<VarId, int> here;
  if (!top) here = references_in(block);
  for (const Stmt& s : block) {
    if (auto* n = std::get_if<If>(&s.node); n && !holds_split(s)) find_definitions(n->then, false, exchanged, fixed);
    if (auto* w = std::get_if<While>(&s.node); w && uniform_loop(s) && !holds_split(s))
      find_definitions(w->body, false, exchanged, fixed);
    auto* a = std::get_if<Assign>(&s.node);
    const bool read = a && before.contains(a->var);
    if (!top)
      for (const auto& [v, n] : references_in(Block{s})) before.insert(v);
    if (!a || exchanged.contains(a->var) || assignments_[a->var] != 1) continue;
    if (!top && (read || a->var == f_.order || here[a->var] != references_[a->var])) continue;
    bool cheap = a->value->type == Elem::I64 && !touches_memory_or_fails(*a->value);
    for_each_expr(*a->value, [&](const Expr& e) {
      if (auto* v = std::get_if<VarRef>(&e.node)) cheap = cheap && fixed.contains(v->var);
      if (auto* n = std::get_if<Binary>(&e.node))
        cheap = cheap && (n->op == BinaryOp::Add || n->op == BinaryOp::Sub || n->op == BinaryOp::Mul);
      cheap = cheap && !std::holds_alternative<Select>(e.node) && !std::holds_alternative<Cast>(e.node);
    });
    const bool output = std::find(f_.outputs.begin(), f_.outputs.end(), a->var) != f_.outputs.end();
    const bool is_varying = varying(*a->value);
    if (!is_varying || (cheap && !output)) fixed.insert(a->var);
    if (is_varying && cheap && !output) definition_[a->var] = a->value.get();
  }
}

const Expr* LaneAnalysis::definition(VarId v) const { return definition_[v]; }

}  // namespace qc::codegen
