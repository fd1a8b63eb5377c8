// Forward substitution of updates that take a detour through another variable:
//
//   q = s + x[i]; s = q                          becomes  s = s + x[i]      (and q = s behind it, where q is used
//                                                                           otherwise)
//   o = s; s = o + x[i]                          becomes  s = s + x[i]      (other reads of o before s changes become
//                                                                           reads of s)
//   if c then q = a else q = b end; s = q        becomes  if c then s = a else s = b end
//   q = s + x[i]; if c then s = q end            becomes  $e = x[i]; if c then s = s + $e end
//   if e < s then s = e; q = x[i]; k = f(q) end  becomes  if e < s then s = e; k = f(x[i]) end
//
// None of them changes what is computed, or when.
#include <algorithm>

#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/nest_model.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

class ForwardSubstitution {
 public:
  explicit ForwardSubstitution(Function& f) : f_(f) { count(); }

  bool run() {
    while (block(f_.body)) {
      changed_ = true;
      count();
    }
    return changed_;
  }

 private:
  void count() {
    reads_.clear();
    writes_.clear();
    for_each_expr(f_.body, [&](const Expr& e) {
      if (auto* r = std::get_if<VarRef>(&e.node)) ++reads_[r->var];
    });
    for_each_stmt(f_.body, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) ++writes_[a->var];
      if (auto* l = std::get_if<For>(&s.node)) writes_[l->var] += 2;
    });
  }
  bool is_output(VarId v) const { return std::find(f_.outputs.begin(), f_.outputs.end(), v) != f_.outputs.end(); }
  bool unused(VarId v, int own_reads) { return reads_[v] == own_reads && !is_output(v); }
  static bool reads(const Expr& e, VarId v) { return mentions(e, Place{v, nullptr, Elem::I64}); }
  static const VarRef* variable(const Stmt& s, VarId& target) {
    auto* a = std::get_if<Assign>(&s.node);
    if (!a) return nullptr;
    target = a->var;
    return std::get_if<VarRef>(&a->value->node);
  }

  // Neither read nor assigned, and nothing leaves.
  static bool untouched(const Block& b, std::size_t from, std::size_t to, VarId v) {
    bool ok = true;
    const Block part(b.begin() + std::ptrdiff_t(from), b.begin() + std::ptrdiff_t(to));
    for_each_expr(part, [&](const Expr& e) {
      auto* r = std::get_if<VarRef>(&e.node);
      ok &= !(r && r->var == v);
    });
    return ok && kept(b, from, to, v);
  }
  static bool kept(const Block& b, std::size_t from, std::size_t to, VarId v) {
    bool ok = true;
    const Block part(b.begin() + std::ptrdiff_t(from), b.begin() + std::ptrdiff_t(to));
    for_each_stmt(part, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      auto* l = std::get_if<For>(&s.node);
      ok &= !(a && a->var == v) && !(l && l->var == v);
      ok &= !std::holds_alternative<Break>(s.node) && !std::holds_alternative<Continue>(s.node) &&
            !std::holds_alternative<Return>(s.node);
    });
    return ok;
  }

  bool block(Block& b) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (there(b, k) || back(b, k) || joined(b, k) || branch(b, k)) return true;
      if (auto* i = std::get_if<If>(&b[k].node)) {
        if (beside(*i)) return true;
        if (!as_int(*i->condition) && (block(i->then) || block(i->otherwise)))
          return true;  // not a group of statements
      } else if (auto* l = std::get_if<For>(&b[k].node)) {
        if (block(l->body)) return true;
      } else if (auto* w = std::get_if<While>(&b[k].node)) {
        if (block(w->body)) return true;
      }
    }
    return false;
  }

  // q = E(v) at k; v = q further on. Not where E reads q as well: as v = E; q = v it would be the same case again.
  bool there(Block& b, std::size_t k) {
    auto* def = std::get_if<Assign>(&b[k].node);
    if (!def || std::holds_alternative<VarRef>(def->value->node)) return false;
    const VarId q = def->var;
    if (reads(*def->value, q)) return false;
    for (std::size_t n = k + 1; n < b.size(); ++n) {
      VarId v = kNoVar;
      auto* from = variable(b[n], v);
      if (!from || from->var != q || !reads(*def->value, v) || f_.vars[v].type != f_.vars[q].type) continue;
      if (!untouched(b, k + 1, n, v) || !kept(b, k + 1, n, q)) return false;
      const Span span = b[n].span;
      b[k].span = span;
      std::get<Assign>(b[k].node).var = v;
      b.erase(b.begin() + std::ptrdiff_t(n));
      if (!unused(q, 1)) b.insert(b.begin() + std::ptrdiff_t(k) + 1, Stmt{Assign{q, var(f_, v)}, span});
      return true;
    }
    return false;
  }

  static bool may_fail(const Expr& e) {
    bool found = false;
    for_each_expr(e, [&](const Expr& x) {
      auto* b = std::get_if<Binary>(&x.node);
      found = found || std::holds_alternative<Load>(x.node) || (b && b->site != kNoSite);
    });
    return found;
  }

  // Whether what may fail in e is evaluated behind a read of q.
  static bool fails_behind(const Expr& e, VarId q, bool& met) {
    if (auto* r = std::get_if<VarRef>(&e.node)) met = met || r->var == q;
    bool ok = true;
    for_each_operand(e, [&](const ExprP& a) { ok = ok && fails_behind(*a, q, met); });
    auto* b = std::get_if<Binary>(&e.node);
    return ok && (met || !(std::holds_alternative<Load>(e.node) || (b && b->site != kNoSite)));
  }

  // What an arm computes for the values alone that it keeps beside the one which its condition compares: q is set once,
  // and read in that arm only, before what else may fail there.
  bool beside(If& i) {
    const bool all =
        std::all_of(i.then.begin(), i.then.end(), [](const Stmt& s) { return std::holds_alternative<Assign>(s.node); });
    const auto compares = [&](VarId v) {
      bool found = false;
      for_each_expr(*i.condition, [&](const Expr& e) {
        auto* c = std::get_if<Binary>(&e.node);
        const bool order = c && is_comparison(c->op) && c->op != BinaryOp::Eq && c->op != BinaryOp::Ne;
        for (const ExprP& side : {order ? c->a : nullptr, order ? c->b : nullptr}) {
          auto* r = side ? std::get_if<VarRef>(&side->node) : nullptr;
          found = found || (r && r->var == v);
        }
      });
      return found;
    };
    const bool keeps = all && std::any_of(i.then.begin(), i.then.end(),
                                          [&](const Stmt& s) { return compares(std::get<Assign>(s.node).var); });
    for (std::size_t k = 0; keeps && k < i.then.size(); ++k)
      if (into_readers(i.then, k)) return true;
    return false;
  }
  bool into_readers(Block& arm, std::size_t k) {
    constexpr int kMostNodes = 64;  // of all copies
    const Assign def = std::get<Assign>(arm[k].node);
    if (writes_[def.var] != 1 || is_output(def.var) || reads_[def.var] == 0) return false;
    int found = 0, nodes = 0;
    for_each_expr(*def.value, [&](const Expr&) { ++nodes; });
    std::size_t last = k;
    for (std::size_t n = k + 1; n < arm.size(); ++n) {
      const int before = found;
      for_each_expr(*std::get<Assign>(arm[n].node).value, [&](const Expr& e) {
        auto* r = std::get_if<VarRef>(&e.node);
        found += r && r->var == def.var;
      });
      if (found > before) last = n;
    }
    if (found != reads_[def.var] || found * nodes > kMostNodes) return false;
    bool met = !may_fail(*def.value);
    for (std::size_t n = k + 1; n <= last; ++n) {
      const Assign& a = std::get<Assign>(arm[n].node);
      if (!fails_behind(*a.value, def.var, met) || (n < last && reads(*def.value, a.var))) return false;
    }
    for (std::size_t n = k + 1; n <= last; ++n) {
      Assign& a = std::get<Assign>(arm[n].node);
      a.value = rewrite_expr(a.value, [&](const ExprP& e) {
        auto* r = std::get_if<VarRef>(&e->node);
        return r && r->var == def.var ? def.value : e;
      });
    }
    arm.erase(arm.begin() + std::ptrdiff_t(k));
    return true;
  }

  // o = v at k: what reads o before v changes reads v
  bool back(Block& b, std::size_t k) {
    VarId o = kNoVar;
    auto* from = variable(b[k], o);
    if (!from || from->var == o || writes_[o] != 1 || writes_[from->var] == 0 ||
        f_.vars[o].type != f_.vars[from->var].type || is_loop_variable(from->var))
      return false;
    const VarId v = from->var;
    int replaced = 0;
    auto instead = [&](ExprP e) {
      auto* r = std::get_if<VarRef>(&e->node);
      if (!r || r->var != o) return e;
      ++replaced;
      Expr other = *var(f_, v);
      other.span = e->span;
      return ExprP(std::make_shared<const Expr>(std::move(other)));
    };
    for (std::size_t n = k + 1; n < b.size(); ++n) {
      auto* a = std::get_if<Assign>(&b[n].node);
      if (a && a->var == v) {
        a->value = rewrite_expr(a->value, instead);
        break;
      }
      auto* i = std::get_if<If>(&b[n].node);
      if (kept(b, n, n + 1, v))
        b[n] = rewrite_exprs(Block{b[n]}, instead)[0];
      else if (i) {
        i->condition = rewrite_expr(i->condition, instead);
        break;
      } else
        break;
    }
    if (replaced == 0) return false;
    if (unused(o, replaced)) b.erase(b.begin() + std::ptrdiff_t(k));
    return true;
  }

  bool is_loop_variable(VarId v) const {
    bool found = false;
    for_each_stmt(f_.body, [&](const Stmt& s) {
      auto* l = std::get_if<For>(&s.node);
      found |= l && l->var == v;
    });
    return found;
  }

  static bool is_constant(const Expr& e) {
    return std::holds_alternative<ConstFloat>(e.node) || std::holds_alternative<ConstInt>(e.node);
  }

  // How many assignments of q end the paths of a block; 0: not all of them end so, or v is assigned on the way.
  int count_ends(const Block& b, VarId q, VarId v) const {
    if (b.empty() || !kept(b, 0, b.size() - 1, v)) return 0;
    if (auto* a = std::get_if<Assign>(&b.back().node)) return a->var == q;
    auto* i = std::get_if<If>(&b.back().node);
    if (!i) return 0;
    const int then = count_ends(i->then, q, v), otherwise = count_ends(i->otherwise, q, v);
    return then && otherwise ? then + otherwise : 0;
  }
  static void retarget(Block& b, VarId v) {
    if (auto* a = std::get_if<Assign>(&b.back().node)) {
      a->var = v;
      return;
    }
    auto& i = std::get<If>(b.back().node);
    retarget(i.then, v);
    retarget(i.otherwise, v);
  }

  // if c then q = A else q = B end at k; v = q behind it, and q nowhere else. A missing arm has what q was set to
  // before.
  bool joined(Block& b, std::size_t k) {
    auto* i = std::get_if<If>(&b[k].node);
    VarId v = kNoVar;
    auto* from = i && k + 1 < b.size() ? variable(b[k + 1], v) : nullptr;
    if (!from) return false;
    const VarId q = from->var;
    if (!unused(q, 1) || f_.vars[v].type != f_.vars[q].type) return false;
    auto sets = [&](const Block& arm) { return count_ends(arm, q, v) > 0; };
    const int ends =
        sets(i->then) && sets(i->otherwise) ? count_ends(i->then, q, v) + count_ends(i->otherwise, q, v) : 0;
    if (ends > 0) {
      // What a function's result starts as, when every path sets it.
      auto* start = k > 0 ? std::get_if<Assign>(&b[k - 1].node) : nullptr;
      const bool started = start && start->var == q && is_constant(*start->value);
      if (writes_[q] != ends + started) return false;
      retarget(i->then, v);
      retarget(i->otherwise, v);
      b.erase(b.begin() + std::ptrdiff_t(k) + 1);
      if (started) b.erase(b.begin() + std::ptrdiff_t(k) - 1);
      return true;
    }
    const int arms = sets(i->then) + sets(i->otherwise);
    if (arms != 1 || k == 0 || writes_[q] != 1 + count_ends(i->then, q, v) + count_ends(i->otherwise, q, v))
      return false;
    auto* before = std::get_if<Assign>(&b[k - 1].node);
    if (!before || before->var != q || !(sets(i->then) ? i->otherwise : i->then).empty()) return false;
    if (!std::holds_alternative<VarRef>(before->value->node) && !is_constant(*before->value)) return false;
    Block& set = sets(i->then) ? i->then : i->otherwise;
    Block& other = sets(i->then) ? i->otherwise : i->then;
    if (auto* r = std::get_if<VarRef>(&before->value->node); r && !kept(set, 0, set.size(), r->var)) return false;
    retarget(set, v);
    other.push_back({Assign{v, before->value}, b[k + 1].span});
    b.erase(b.begin() + std::ptrdiff_t(k) + 1);
    b.erase(b.begin() + std::ptrdiff_t(k) - 1);
    return true;
  }

  // q = E(v) at k; v = q in branches further on, and q nowhere else
  bool branch(Block& b, std::size_t k) {
    auto* def = std::get_if<Assign>(&b[k].node);
    if (!def || is_output(def->var) || writes_[def->var] != 1) return false;
    const VarId q = def->var;
    VarId v = kNoVar;
    int uses = 0;
    for (std::size_t n = k + 1; n < b.size(); ++n) {
      auto* i = std::get_if<If>(&b[n].node);
      if (!i) continue;
      for (const Block* arm : {&i->then, &i->otherwise})
        for (const Stmt& s : *arm) {
          VarId to = kNoVar;
          auto* from = variable(s, to);
          if (!from || from->var != q || (v != kNoVar && v != to)) continue;
          v = to;
          ++uses;
        }
      if (uses == 0) continue;
      if (reads_[q] != uses || !reads(*def->value, v) || !untouched(b, k + 1, n, v)) return false;
      return into_branches(b, k, n, v);
    }
    return false;
  }

  bool into_branches(Block& b, std::size_t k, std::size_t n, VarId v) {
    const VarId q = std::get<Assign>(b[k].node).var;
    Block before;
    const ExprP value = hoisted(std::get<Assign>(b[k].node).value, v, before, b[k].span);
    if (!value) return false;
    If& i = std::get<If>(b[n].node);
    if (reads(*i.condition, v)) return false;
    for (Block* arm : {&i.then, &i.otherwise})
      for (std::size_t m = 0; m < arm->size(); ++m) {
        VarId to = kNoVar;
        auto* from = variable((*arm)[m], to);
        if (!from || from->var != q) continue;
        if (!untouched(*arm, 0, m, v)) return false;
        std::get<Assign>((*arm)[m].node).value = value;
      }
    b.erase(b.begin() + std::ptrdiff_t(k));
    b.insert(b.begin() + std::ptrdiff_t(k), before.begin(), before.end());
    return true;
  }

  // e with everything beside v in variables that are set before; null where v is read in another way than by
  // arithmetic.
  ExprP hoisted(const ExprP& e, VarId v, Block& before, Span span) {
    if (auto* r = std::get_if<VarRef>(&e->node); r && r->var == v) return e;
    if (!reads(*e, v)) {
      if (std::holds_alternative<ConstInt>(e->node) || std::holds_alternative<ConstFloat>(e->node)) return e;
      const VarId t = f_.add_var("$e", e->type);
      before.push_back({Assign{t, e}, span});
      return var(f_, t);
    }
    Expr out = *e;
    auto put = [&](ExprP& slot) { return (slot = hoisted(slot, v, before, span)) != nullptr; };
    if (auto* n = std::get_if<Unary>(&out.node)) {
      if (!put(n->a)) return nullptr;
    } else if (auto* n = std::get_if<Binary>(&out.node)) {
      if (n->op == BinaryOp::And || n->op == BinaryOp::Or || n->site != kNoSite || !put(n->a) || !put(n->b))
        return nullptr;
    } else if (auto* n = std::get_if<Fma>(&out.node)) {
      if (!put(n->a) || !put(n->b) || !put(n->c)) return nullptr;
    } else
      return nullptr;
    return std::make_shared<const Expr>(std::move(out));
  }

  Function& f_;
  std::map<VarId, int> reads_, writes_;
  bool changed_ = false;
};

}  // namespace

bool forward_substitute(Function& nest) { return ForwardSubstitution(nest).run(); }

}  // namespace qc
