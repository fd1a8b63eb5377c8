// `if x[i] < x[best] then best = i`: the value that is compared is the element at the place that is kept. It becomes a
// minimum with a companion (recognition rule 6), of a variable that holds the kept element:
//   if x[i] < $best1 then $best1 = x[i]; best = i end
// So does `if abs(x[i]) > abs(m) then m = x[i]`, of a variable that holds abs(m).
// Where the place is set right before the loop inside a nest, so is $best1. Otherwise it starts as x[best] with the
// best of before the nest, which the launch reads: then the nest stands for parallel launches only (kept_values).
#include <algorithm>

#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/nest_model.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

class BestPlaces {
 public:
  BestPlaces(Function& f, std::map<VarId, KeptValue>& kept) : f_(f), kept_(kept) {
    for_each_stmt(f.body, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) ++assigned_[a->var];
      if (auto* l = std::get_if<For>(&s.node)) ++assigned_[l->var];
    });
    for_each_expr(f.body, [&](const Expr& e) {
      if (auto* r = std::get_if<VarRef>(&e.node)) ++read_[r->var];
    });
  }

  bool run() {
    block(f_.body, nullptr, nullptr);
    return changed_;
  }

 private:
  // A loop with the block it stands in: where a kept value can be set before it.
  struct Around {
    const Block* before = nullptr;
    std::size_t at = 0;
    const For* loop = nullptr;
  };
  struct Inserted {
    std::size_t at;
    Stmt statement;
  };

  void block(Block& b, const Around* around, std::vector<Inserted>* outer) {
    std::vector<Inserted> here;
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (auto* l = std::get_if<For>(&b[k].node)) {
        const Around mine{&b, k, l};
        block(l->body, &mine, &here);
      } else if (auto* i = std::get_if<If>(&b[k].node)) {
        if (!rewrite(b, k, around, outer)) {
          block(i->then, around, nullptr);
          block(i->otherwise, around, nullptr);
        }
      }
    }
    for (auto it = here.rbegin(); it != here.rend(); ++it) b.insert(b.begin() + std::ptrdiff_t(it->at), it->statement);
  }

  // What a side of the comparison stands for: a variable that is set in this block, right here and nowhere else, for
  // its value.
  struct Side {
    ExprP value;
    VarId through = kNoVar;
  };
  Side side(const Block& b, std::size_t k, const ExprP& e) const {
    auto* r = std::get_if<VarRef>(&e->node);
    if (!r || assigned_.count(r->var) == 0 || assigned_.at(r->var) != 1) return {e};
    for (std::size_t q = 0; q < k; ++q)
      if (auto* a = std::get_if<Assign>(&b[q].node); a && a->var == r->var) return {a->value, r->var};
    return {e};
  }

  bool rewrite(Block& b, std::size_t k, const Around* around, std::vector<Inserted>* outer) {
    If& i = std::get<If>(b[k].node);
    auto* c = std::get_if<Binary>(&i.condition->node);
    if (!c || c->op < BinaryOp::Lt || c->op > BinaryOp::Ge || !i.otherwise.empty()) return false;
    std::map<VarId, ExprP> places;
    for (const Stmt& s : i.then) {
      auto* a = std::get_if<Assign>(&s.node);
      if (!a) return false;
      places.emplace(a->var, a->value);  // of two assignments the start would not be known
    }
    const Side left = side(b, k, c->a), right = side(b, k, c->b);
    const bool kept_right = is_kept(right.value, left.value, places);
    if (!kept_right && !is_kept(left.value, right.value, places)) return false;
    const Side& kept = kept_right ? right : left;
    const ExprP now = kept_right ? c->a : c->b;
    if (kept.through != kNoVar && (read_[kept.through] != 1 || is_output(kept.through))) return false;
    const std::set<VarId> used = used_places(*kept.value, places);
    const std::optional<Stmt> start = start_before(used, *kept.value, kept.value, around, outer);
    if (!start && !starts_outside(used, *kept.value)) return false;

    const VarId v = f_.add_var("$best" + std::to_string(++count_), kept.value->type);
    kept_[v] = {kept.value, !start};
    if (start) {
      Stmt s = *start;
      std::get<Assign>(s.node).var = v;
      outer->push_back({around->at, std::move(s)});
    } else {
      f_.params.push_back({Param::Kind::Scalar, v});
    }
    const ExprP place = var(f_, v);
    i.condition = kept_right ? binary(c->op, c->a, place) : binary(c->op, place, c->b);
    i.then.insert(i.then.begin(), Stmt{Assign{v, now}, b[k].span});
    if (kept.through != kNoVar)
      std::get<Assign>(std::find_if(b.begin(), b.end(),
                                    [&](const Stmt& s) {
                                      auto* a = std::get_if<Assign>(&s.node);
                                      return a && a->var == kept.through;
                                    })
                           ->node)
          .value = now;
    changed_ = true;
    return true;
  }

  // `kept` is what `now` is, at the places that the branch keeps.
  static bool is_kept(const ExprP& kept, const ExprP& now, const std::map<VarId, ExprP>& places) {
    if (std::holds_alternative<VarRef>(kept->node)) return false;  // a plain minimum
    if (used_places(*kept, places).empty() || !used_places(*now, places).empty()) return false;
    const ExprP moved = rewrite_expr(kept, [&](ExprP e) {
      auto* r = std::get_if<VarRef>(&e->node);
      const auto it = r ? places.find(r->var) : places.end();
      return it == places.end() ? e : it->second;
    });
    return equal(moved, now);
  }

  static std::set<VarId> used_places(const Expr& e, const std::map<VarId, ExprP>& places) {
    std::set<VarId> out;
    for_each_expr(e, [&](const Expr& x) {
      if (auto* r = std::get_if<VarRef>(&x.node); r && places.count(r->var)) out.insert(r->var);
    });
    return out;
  }

  bool is_output(VarId v) const { return std::find(f_.outputs.begin(), f_.outputs.end(), v) != f_.outputs.end(); }
  bool is_param(VarId v) const {
    return std::any_of(f_.params.begin(), f_.params.end(),
                       [&](const Param& p) { return p.kind == Param::Kind::Scalar && p.id == v; });
  }

  // Beside the places, nothing that the block changes.
  static bool fixed(const Expr& e, const std::set<VarId>& places, const Block& b) {
    const auto assigned = assigned_variables(b);
    const auto stored = stored_arrays(b);
    bool ok = true;
    for_each_expr(e, [&](const Expr& x) {
      if (auto* r = std::get_if<VarRef>(&x.node)) ok &= places.count(r->var) || !assigned.count(r->var);
      if (auto* l = std::get_if<Load>(&x.node)) ok &= !stored.count(l->access.array);
    });
    return ok;
  }

  // Set in the branch and nowhere else in the nest.
  bool starts_outside(const std::set<VarId>& places, const Expr& kept) const {
    return fixed(kept, places, f_.body) &&
           std::all_of(places.begin(), places.end(), [&](VarId v) { return assigned_.at(v) == 1 && is_param(v); });
  }

  // Set once more, in the block of the loop and before it. Its element is read only where the loop runs.
  std::optional<Stmt> start_before(const std::set<VarId>& places, const Expr& kept, const ExprP& value,
                                   const Around* around, std::vector<Inserted>* outer) const {
    if (!around || !outer || !fixed(kept, places, around->loop->body)) return {};
    for (VarId v : places) {
      if (assigned_.at(v) != 2) return {};
      const auto end = around->before->begin() + std::ptrdiff_t(around->at);
      if (std::none_of(around->before->begin(), end, [&](const Stmt& s) {
            auto* a = std::get_if<Assign>(&s.node);
            return a && a->var == v;
          }))
        return {};
    }
    const For& l = *around->loop;
    const auto step = as_int(*l.step);
    if (!step || *step == 0) return {};
    const ExprP runs = binary(*step > 0 ? BinaryOp::Le : BinaryOp::Ge, l.lo, l.hi);
    const ExprP nothing = is_float(value->type)       ? float_const(0, value->type)
                          : value->type == Elem::Bool ? bool_const(false)
                                                      : int_const(0);
    return Stmt{Assign{kNoVar, select(runs, value, nothing)}, around->before->at(around->at).span};
  }

  Function& f_;
  std::map<VarId, KeptValue>& kept_;
  std::map<VarId, int> assigned_, read_;
  int count_ = 0;
  bool changed_ = false;
};

}  // namespace

bool keep_argmin_values(Function& nest, std::map<VarId, KeptValue>& kept) { return BestPlaces(nest, kept).run(); }

}  // namespace qc
