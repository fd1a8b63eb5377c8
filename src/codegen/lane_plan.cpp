#include "codegen/lane_plan.h"

#include <algorithm>
#include <map>

#include "codegen/emit/instruction_builder.h"
#include "codegen/ir_passes/masked_jumps.h"
#include "ir/build.h"

namespace qc::codegen {

using namespace ir;

namespace {

// It would wait for threads that have left the loop.
std::optional<Span> block_barrier(const Stmt& loop) {
  std::optional<Span> found;
  for_each_stmt(Block{loop}, [&](const Stmt& s) {
    if (auto* b = std::get_if<Barrier>(&s.node); b && b->scope == SyncScope::Block && !found) found = s.span;
  });
  return found;
}

struct Planner {
  const Function& f;
  const LaneAnalysis& analysis;
  LanePlan plan;
  bool masked = false;
  int loop_mask = -1;  // of the masked loop whose body is built, unless in a loop inside it

  using Nodes = std::vector<LaneNode>;

  bool uniform(const Access& a) const {
    for (const auto& i : a.index)
      if (analysis.varying(*i)) return false;
    return f.arrays[a.array].space != Space::Local;
  }
  bool order_is_uniform() const { return f.order == kNoVar || !analysis.varying(f.order); }

  // Statements that all threads would execute alike, so that one execution is enough.
  bool scalar(const Stmt& s, bool divergent) const {
    if (auto* a = std::get_if<Assign>(&s.node)) return !analysis.varying(a->var);
    // All threads that run a loop of the plan leave it together (LaneAnalysis::uniform_loop), and only when each of
    // them has done what stands before.
    if (std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node)) return true;
    if (divergent || masked) return false;
    if (auto* n = std::get_if<Store>(&s.node))
      return uniform(n->access) && !analysis.varying(*n->value) && (n->access.site == kNoSite || order_is_uniform());
    if (auto* n = std::get_if<Fail>(&s.node))
      return order_is_uniform() &&
             std::none_of(n->values.begin(), n->values.end(), [&](const ExprP& v) { return analysis.varying(*v); });
    return std::holds_alternative<Return>(s.node);
  }

  // Whether the value can be computed anywhere in between: it reads no memory and cannot fail.
  static bool pure(const Expr& value) {
    bool ok = true;
    for_each_expr(value, [&](const Expr& e) {
      auto* b = std::get_if<Binary>(&e.node);
      ok &= b ? b->site == kNoSite
              : !std::holds_alternative<Load>(e.node) && !std::holds_alternative<Shuffle>(e.node) &&
                    !std::holds_alternative<Ballot>(e.node) && !std::holds_alternative<ActiveMask>(e.node);
    });
    return ok;
  }
  // Whether a scalar statement may as well be executed before the lanes of the open node, which then takes what follows
  // it too.
  static bool goes_before(const Stmt& s, const LaneNode& lanes) {
    auto* a = std::get_if<Assign>(&s.node);
    if (!a || !pure(*a->value)) return false;
    bool read = false;
    for (const Stmt* lane : lanes.lanes)
      for_each_expr(Block{*lane}, [&](const Expr& e) {
        auto* v = std::get_if<VarRef>(&e.node);
        read |= v && v->var == a->var;
      });
    return !read;
  }

  static void add_lane(Nodes& out, const Stmt& s, bool& open) {
    if (!open) out.push_back({LaneNode::Kind::Lanes, nullptr, {}, {}, {}, {}, {}, -1});
    out.back().lanes.push_back(&s);
    open = true;
  }

  // divergent: inside a range of threads, where a return concerns only these.
  Nodes build(const Block& block, bool divergent) {
    Nodes out;
    bool open = false;  // the last node takes more lane statements
    auto node = [&](LaneNode::Kind kind, const Stmt& s) -> LaneNode& {
      open = false;
      out.push_back({kind, &s, {}, {}, {}, {}, {}, -1});
      return out.back();
    };
    const std::vector<bool> alone = analysis.thread_by_thread(block);
    for (std::size_t k = 0; k < block.size(); ++k) {
      const Stmt& s = block[k];
      if (alone[k]) {
        note_returns(s);
        add_lane(out, s, open);
      } else if (auto* n = std::get_if<Barrier>(&s.node)) {
        if (n->scope == SyncScope::Grid) throw EmitError("a barrier of the whole grid needs a launch of its own");
        open = false;
      } else if (std::holds_alternative<Fence>(s.node)) {
        node(LaneNode::Kind::Scalar, s);
      } else if (auto* i = std::get_if<If>(&s.node); i && loop_mask >= 0 && only_breaks(s)) {
        node(LaneNode::Kind::Leave, s).mask = loop_mask;
      } else if (i) {
        build_if(s, *i, divergent, node, out, open);
      } else if (std::holds_alternative<For>(s.node) || std::holds_alternative<While>(s.node)) {
        build_loop(s, divergent, node, out, open);
      } else if (scalar(s, divergent)) {
        if (open && goes_before(s, out.back()))
          out.insert(out.end() - 1, {LaneNode::Kind::Scalar, &s, {}, {}, {}, {}, {}, -1});
        else
          node(LaneNode::Kind::Scalar, s);
      } else {
        plan.returns |= std::holds_alternative<Return>(s.node);
        add_lane(out, s, open);
      }
    }
    return out;
  }

  template <class NodeF>
  void build_if(const Stmt& s, const If& i, bool divergent, const NodeF& node, Nodes& out, bool& open) {
    if (!analysis.varying(*i.condition)) {
      Nodes then = build(i.then, divergent), otherwise = build(i.otherwise, divergent);
      LaneNode& n = node(LaneNode::Kind::If, s);
      n.then = std::move(then);
      n.otherwise = std::move(otherwise);
      return;
    }
    auto guard = i.otherwise.empty() ? analysis.guard(*i.condition) : std::nullopt;
    if (guard && !guard->rest) {
      Nodes then = build(i.then, true);
      LaneNode& n = node(LaneNode::Kind::Range, s);
      n.guard = std::move(*guard);
      n.then = std::move(then);
      return;
    }
    if (holds_split(s)) {
      const bool outer = std::exchange(masked, true);
      Nodes then = build(i.then, true), otherwise = build(i.otherwise, true);
      masked = outer;
      LaneNode& n = node(LaneNode::Kind::Masked, s);
      n.then = std::move(then);
      n.otherwise = std::move(otherwise);
      n.mask = plan.masks;
      plan.masks += 2;
      return;
    }
    note_returns(s);
    add_lane(out, s, open);
  }

  template <class NodeF>
  void build_loop(const Stmt& s, bool divergent, const NodeF& node, Nodes& out, bool& open) {
    if (analysis.uniform_loop(s)) {
      auto* l = std::get_if<For>(&s.node);
      const int outer_loop = std::exchange(loop_mask, -1);
      Nodes then = build(l ? l->body : std::get<While>(s.node).body, divergent);
      loop_mask = outer_loop;
      node(LaneNode::Kind::Loop, s).then = std::move(then);
      return;
    }
    if (block_barrier(s))
      throw EmitError("a barrier of the block in a loop whose number of iterations differs between threads");
    if (auto* w = std::get_if<While>(&s.node); w && holds_split(s)) {
      const int mask = plan.masks++;
      const bool outer = std::exchange(masked, true);
      const int outer_loop = std::exchange(loop_mask, mask);
      Nodes then = build(w->body, true);
      masked = outer;
      loop_mask = outer_loop;
      LaneNode& n = node(LaneNode::Kind::MaskedLoop, s);
      n.then = std::move(then);
      n.mask = mask;
      return;
    }
    note_returns(s);
    add_lane(out, s, open);
  }

  void note_returns(const Stmt& s) {
    for_each_stmt(Block{s}, [&](const Stmt& x) { plan.returns |= std::holds_alternative<Return>(x.node); });
  }

  // ---- homes of variables and Local arrays -------------------------------------------------------------------------
  struct Use {
    int node = -1;
    bool several = false;
    bool loop = false;
    bool elsewhere = false;
    std::vector<LaneNode*> lanes;
  };  // elsewhere: not only by lanes
  std::vector<Use> uses, array_uses;
  int next_node = 0;

  static void use(Use& u, int node, bool loop, LaneNode* lanes) {
    if (u.node >= 0 && u.node != node) u.several = true;
    u.node = node;
    u.loop |= loop;
    u.elsewhere |= !lanes;
    if (lanes && (u.lanes.empty() || u.lanes.back() != lanes)) u.lanes.push_back(lanes);
  }
  void use_vars(const Block& b, int node, bool loop, LaneNode* lanes) {
    for_each_stmt(b, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) use(uses[a->var], node, loop, lanes);
      if (auto* l = std::get_if<For>(&s.node)) use(uses[l->var], node, loop, lanes);
      if (auto* t = std::get_if<Atomic>(&s.node)) {
        if (t->old) use(uses[*t->old], node, loop, lanes);
        use(array_uses[t->access.array], node, loop, lanes);
      }
      if (auto* t = std::get_if<Store>(&s.node)) use(array_uses[t->access.array], node, loop, lanes);
    });
    for_each_expr(b, [&](const Expr& e) { use_expr(e, node, loop, lanes); });
  }
  void use_expr(const Expr& e, int node, bool loop, LaneNode* lanes) {
    if (auto* v = std::get_if<VarRef>(&e.node)) use(uses[v->var], node, loop, lanes);
    if (auto* l = std::get_if<Load>(&e.node)) use(array_uses[l->access.array], node, loop, lanes);
    if (std::holds_alternative<Load>(e.node) || (std::holds_alternative<Binary>(e.node) && f.order != kNoVar)) {
      if (f.order != kNoVar) use(uses[f.order], node, loop, lanes);  // a failure reads it
    }
  }
  void find_uses(Nodes& nodes, bool loop) {
    for (LaneNode& n : nodes) {
      const int id = next_node++;
      if (n.kind == LaneNode::Kind::Lanes) {
        for (const Stmt* s : n.lanes) use_vars({*s}, id, loop, &n);
      } else if (n.kind == LaneNode::Kind::Scalar) {
        use_vars({*n.stmt}, id, loop, nullptr);
      } else {
        for_each_root(*n.stmt, [&](const ExprP& e) {
          for_each_expr(*e, [&](const Expr& x) { use_expr(x, id, loop, nullptr); });
        });
        find_uses(n.then, loop || n.kind == LaneNode::Kind::Loop || n.kind == LaneNode::Kind::MaskedLoop);
        find_uses(n.otherwise, loop);
      }
    }
  }

  using Bits = std::vector<bool>;  // by VarId
  void reads(const Expr& e, const Bits& assigned, Bits& read_first) const {
    for_each_expr(e, [&](const Expr& x) {
      if (auto* r = std::get_if<VarRef>(&x.node); r && !assigned[r->var]) read_first[r->var] = true;
      const bool may_fail = std::holds_alternative<Load>(x.node) || std::holds_alternative<Binary>(x.node);
      if (may_fail && f.order != kNoVar && !assigned[f.order]) read_first[f.order] = true;
    });
  }
  void scan(const Block& block, Bits& assigned, Bits& read_first) const {
    for (const Stmt& s : block) {
      for_each_root(s, [&](const ExprP& e) { reads(*e, assigned, read_first); });
      const bool may_fail = !std::holds_alternative<Assign>(s.node) && !std::holds_alternative<If>(s.node);
      if (may_fail && f.order != kNoVar && !assigned[f.order]) read_first[f.order] = true;
      if (auto* a = std::get_if<Assign>(&s.node))
        assigned[a->var] = true;
      else if (auto* n = std::get_if<If>(&s.node)) {
        Bits yes = assigned, no = assigned;
        scan(n->then, yes, read_first);
        scan(n->otherwise, no, read_first);
        for (std::size_t v = 0; v < assigned.size(); ++v) assigned[v] = yes[v] && no[v];
      } else if (auto* l = std::get_if<For>(&s.node)) {
        Bits in = assigned;
        in[l->var] = true;
        scan(l->body, in, read_first);
      } else if (auto* w = std::get_if<While>(&s.node)) {
        Bits in = assigned;
        scan(w->body, in, read_first);
      }
    }
  }
  std::map<const LaneNode*, Bits> read_first;  // of nodes that have been asked about
  bool reads_before_writing(const LaneNode& n, VarId v) {
    auto [known, fresh] = read_first.try_emplace(&n, f.vars.size());
    if (fresh) {
      Bits assigned(f.vars.size());
      for (const Stmt* s : n.lanes) scan({*s}, assigned, known->second);
    }
    return known->second[v];
  }

  // Whether every index of a Local array is known after unrolling, so that registers hold it.
  bool constant_indices(ArrayId a) const {
    std::vector<bool> unrolled(f.vars.size());
    for_each_stmt(f.body, [&](const Stmt& s) {
      if (auto* l = std::get_if<For>(&s.node)) unrolled[l->var] = short_constant_loop(*l);
    });
    bool ok = true;
    auto check = [&](const Access& x) {
      if (x.array != a) return;
      for (const auto& i : x.index)
        for_each_expr(*i, [&](const Expr& e) {
          if (auto* v = std::get_if<VarRef>(&e.node))
            ok = ok && unrolled[v->var];
          else
            ok = ok && (std::holds_alternative<ConstInt>(e.node) || std::holds_alternative<Binary>(e.node));
        });
    };
    for_each_stmt(f.body, [&](const Stmt& s) {
      if (auto* n = std::get_if<Store>(&s.node)) check(n->access);
      if (auto* n = std::get_if<Atomic>(&s.node)) check(n->access);
    });
    for_each_expr(f.body, [&](const Expr& e) {
      if (auto* n = std::get_if<Load>(&e.node)) check(n->access);
    });
    return ok;
  }

  void find_reads() {
    plan.read.resize(f.vars.size());
    for_each_expr(f.body, [&](const Expr& e) {
      if (auto* r = std::get_if<VarRef>(&e.node)) plan.read[r->var] = true;
    });
  }

  void find_homes() {
    uses.resize(f.vars.size());
    array_uses.resize(f.arrays.size());
    find_uses(plan.body, false);
    plan.vars.assign(f.vars.size(), Home::Uniform);
    std::vector<bool> outside(f.vars.size());  // has a value before the kernel starts
    for (const Param& p : f.params)
      if (p.kind == Param::Kind::Scalar) outside[p.id] = true;
    for (VarId o : f.outputs) outside[o] = plan.read[o];
    for (VarId v = 0; v < f.vars.size(); ++v) {
      if (!analysis.varying(v) || analysis.definition(v)) continue;
      const Use& u = uses[v];
      // Of copies of a body, for whole rows of lanes and for the rest, each has its own.
      const bool carried = (u.several || u.loop) && std::any_of(u.lanes.begin(), u.lanes.end(), [&](const LaneNode* n) {
                             return reads_before_writing(*n, v);
                           });
      const bool lane = !outside[v] && !u.elsewhere && !u.lanes.empty() && !carried;
      plan.vars[v] = lane ? Home::Lane : Home::Thread;
      for (LaneNode* n : lane ? u.lanes : std::vector<LaneNode*>{}) n->locals.push_back(v);
    }
    plan.local_array_in_lane.resize(f.arrays.size());
    for (ArrayId a = 0; a < f.arrays.size(); ++a) {
      const Use& u = array_uses[a];
      plan.local_array_in_lane[a] = f.arrays[a].space == Space::Local && !u.several && !u.loop && constant_indices(a);
    }
  }
};

}  // namespace

LanePlan plan_lanes(const Function& f, const LaneAnalysis& analysis) {
  Planner p{f, analysis, {}, false, -1, {}, {}, 0, {}};
  p.plan.body = p.build(f.body, false);
  p.find_reads();
  p.find_homes();
  return std::move(p.plan);
}

std::optional<Span> barrier_of_some(const Function& f, const LaneAnalysis& analysis) {
  std::optional<Span> found;
  for_each_stmt(f.body, [&](const Stmt& s) {
    const bool loop = std::holds_alternative<For>(s.node) || std::holds_alternative<While>(s.node);
    if (loop && !found && !analysis.uniform_loop(s)) found = block_barrier(s);
  });
  return found;
}

Function split_shuffles(const Function& f) {
  Function out = f;
  bool returns = false;
  for_each_stmt(f.body, [&](const Stmt& s) { returns = returns || std::holds_alternative<Return>(s.node); });
  auto block = [&](const auto& self, const Block& in) -> Block {
    Block result;
    for (const Stmt& s : in) {
      Stmt copy = s;
      Block before;
      // For all threads before one of them goes on.
      auto kept = [&](const char* name, const ExprP& value) {
        const VarId v = out.add_var(name, value->type);
        before.push_back({Assign{v, value}, s.span});
        before.push_back({Barrier{SyncScope::Warp}, s.span});
        return var(out, v);
      };
      auto hoist = [&](const ExprP& e) -> ExprP {
        Expr n = *e;
        if (auto* shuffle = std::get_if<Shuffle>(&n.node)) {
          shuffle->value = kept("exchanged", shuffle->value);
          return std::make_shared<const Expr>(std::move(n));
        }
        auto* ballot = std::get_if<Ballot>(&n.node);
        if (!ballot && !std::holds_alternative<ActiveMask>(n.node)) return e;
        if (ballot)
          ballot->predicate = kept("exchanged", ballot->predicate);
        else
          before.push_back({Barrier{SyncScope::Warp}, s.span});
        const ExprP lanes = std::make_shared<const Expr>(std::move(n));
        return returns ? kept("present", lanes) : lanes;  // who returns next is still among them
      };
      auto fix = [&](ExprP& e) {
        if (e) e = rewrite_expr(e, hoist);
      };
      // A condition is read before each iteration: what it exchanges is written there.
      auto fix_while = [&](While& w) {
        const ExprP condition = w.condition ? rewrite_expr(w.condition, hoist) : w.condition;
        w.body = self(self, w.body);
        if (before.empty()) return;
        before.push_back({If{unary(UnaryOp::Not, condition), {{Break{}, s.span}}, {}}, s.span});
        w.body.insert(w.body.begin(), before.begin(), before.end());
        w.condition = bool_const(true);
        before.clear();
      };
      if (auto* n = std::get_if<Assign>(&copy.node))
        fix(n->value);
      else if (auto* n = std::get_if<Store>(&copy.node)) {
        for (auto& i : n->access.index) fix(i);
        fix(n->value);
      } else if (auto* n = std::get_if<Atomic>(&copy.node)) {
        for (auto& i : n->access.index) fix(i);
        fix(n->value);
        fix(n->compare);
      } else if (auto* n = std::get_if<Fail>(&copy.node)) {
        for (auto& v : n->values) fix(v);
      } else if (auto* n = std::get_if<If>(&copy.node)) {
        fix(n->condition);
        n->then = self(self, n->then);
        n->otherwise = self(self, n->otherwise);
      } else if (auto* n = std::get_if<For>(&copy.node)) {
        fix(n->lo);
        fix(n->step);
        fix(n->hi);
        n->body = self(self, n->body);
      } else if (auto* n = std::get_if<While>(&copy.node))
        fix_while(*n);
      for (Stmt& b : before) result.push_back(std::move(b));
      result.push_back(std::move(copy));
    }
    return result;
  };
  out.body = block(block, f.body);
  return out;
}

}  // namespace qc::codegen
