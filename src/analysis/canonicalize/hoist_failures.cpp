// `if c then B else error(..) end` becomes `if !c then error(..) end; B`: what B assigns is then assigned in every
// iteration that does not fail, and what an iteration that fails writes does not matter.
//
// `if e < v then if beyond then bail out end; v = e end` becomes `if beyond then bail out end; if e < v then v = e
// end`, an update: a loop that bails out is stepped, which is right whenever it happens. Elsewhere bail-outs stay where
// their condition may spare the loop one.
#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/rewrite_stmts.h"

namespace qc {

using namespace ir;

namespace {

bool only_fails(const Block& b) {
  return !b.empty() && std::holds_alternative<Fail>(b.back().node) &&
         std::all_of(b.begin(), b.end() - 1, [](const Stmt& s) { return std::holds_alternative<Assign>(s.node); });
}

// Assignments of variables whose reads are looked at wherever they stand: loops might not end, and an array whose reads
// are promised to be inside may be read because of the condition.
bool may_run_anyway(const Block& b) {
  bool may = true;
  for_each_stmt(b, [&](const Stmt& s) {
    may &= std::holds_alternative<Assign>(s.node) || std::holds_alternative<If>(s.node) ||
           std::holds_alternative<Fail>(s.node);
  });
  for_each_expr(b, [&](const Expr& e) {
    auto* l = std::get_if<Load>(&e.node);
    may &= !(l && l->access.boundary == Boundary::Unchecked);
  });
  return may && !b.empty();
}

// Failures of an iteration count in the order of their sites, which is that of the text. Of two arms one runs: the
// sites of the one that comes first now come first, too.
class SiteOrder {
 public:
  explicit SiteOrder(std::size_t sites) : places_(sites) { std::iota(places_.begin(), places_.end(), SiteId(0)); }
  void put_first(const Block& first, const Block& second) {
    const std::vector<SiteId> before = sites_in(first);
    std::vector<SiteId> order = before, places;
    for (const SiteId s : sites_in(second))
      if (std::find(before.begin(), before.end(), s) == before.end()) order.push_back(s);
    for (const SiteId s : order) places.push_back(places_[s]);
    std::sort(places.begin(), places.end());
    for (std::size_t k = 0; k < order.size(); ++k) places_[order[k]] = places[k];
  }
  void apply(Function& f) const {
    std::vector<Site> sites = f.sites;
    for (SiteId s = 0; s < places_.size(); ++s) f.sites[places_[s]] = std::move(sites[s]);
    const auto move = [&](SiteId& s) {
      if (s != kNoSite) s = places_[s];
    };
    f.body = rewrite_exprs(f.body, [&](const ExprP& e) {
      Expr moved = *e;
      if (auto* l = std::get_if<Load>(&moved.node)) move(l->access.site);
      if (auto* b = std::get_if<Binary>(&moved.node)) move(b->site);
      return ExprP(std::make_shared<const Expr>(std::move(moved)));
    });
    f.body = rewrite_stmts(f.body, [&](Stmt s, const Stmt&, Block& out) {
      if (auto* w = std::get_if<Store>(&s.node)) move(w->access.site);
      if (auto* n = std::get_if<Fail>(&s.node)) move(n->site);
      out.push_back(std::move(s));
    });
  }

 private:
  // In the order in which they count.
  std::vector<SiteId> sites_in(const Block& b) const {
    std::set<SiteId> found;
    for_each_expr(b, [&](const Expr& e) {
      if (auto* l = std::get_if<Load>(&e.node)) found.insert(l->access.site);
      if (auto* n = std::get_if<Binary>(&e.node)) found.insert(n->site);
    });
    for_each_stmt(b, [&](const Stmt& s) {
      if (auto* n = std::get_if<Fail>(&s.node)) found.insert(n->site);
    });
    found.erase(kNoSite);
    std::vector<SiteId> out(found.begin(), found.end());
    std::sort(out.begin(), out.end(), [&](SiteId a, SiteId b) { return places_[a] < places_[b]; });
    return out;
  }
  std::vector<SiteId> places_;
};

bool bails_out(const Function& f, const Stmt& s) {
  auto* i = std::get_if<If>(&s.node);
  auto* fail = i && i->then.size() == 1 && i->otherwise.empty() ? std::get_if<Fail>(&i->then[0].node) : nullptr;
  return fail && is_bail_out(f.sites[fail->site]);
}

// The elements that are read wherever the expression is evaluated.
void elements_read(const ExprP& e, std::vector<Access>& out) {
  if (auto* l = std::get_if<Load>(&e->node)) out.push_back(l->access);
  auto* b = std::get_if<Binary>(&e->node);
  if (std::holds_alternative<Select>(e->node)) return;
  if (b && (b->op == BinaryOp::And || b->op == BinaryOp::Or)) return elements_read(b->a, out);
  for_each_operand(*e, [&](const ExprP& a) { elements_read(a, out); });
}

// Takes the bail-outs out of an arm of assignments that may as well stand before its `if`: those that read what is
// there already. Where the arm may not run, an element that the condition does not read may lie outside its array, and
// is 0 then.
Block taken_from(Block& arm, const Function& f, const std::vector<Access>& read) {
  Block out, rest;
  std::set<VarId> assigned;
  const auto is_read = [&](const Access& a) {
    return std::any_of(read.begin(), read.end(), [&](const Access& r) { return same_access(r, a); });
  };
  const auto may_stand_before = [&](const Expr& condition) {
    bool may = true;
    for_each_expr(condition, [&](const Expr& x) {
      if (auto* v = std::get_if<VarRef>(&x.node)) may &= !assigned.count(v->var);
      if (auto* l = std::get_if<Load>(&x.node)) may &= l->access.boundary != Boundary::Unchecked || is_read(l->access);
      if (auto* b = std::get_if<Binary>(&x.node)) may &= b->site == kNoSite;
    });
    return may;
  };
  const auto without_failures = [&](const ExprP& e) -> ExprP {
    auto* l = std::get_if<Load>(&e->node);
    if (!l || l->access.boundary != Boundary::Checked || is_read(l->access)) return e;
    Load load = *l;
    load.access.boundary = Boundary::Safe;
    load.access.site = kNoSite;
    return std::make_shared<const Expr>(Expr{std::move(load), e->type, e->span});
  };
  for (Stmt& s : arm) {
    if (auto* a = std::get_if<Assign>(&s.node)) assigned.insert(a->var);
    const bool before = bails_out(f, s) && may_stand_before(*std::get<If>(s.node).condition);
    if (before) {
      If& check = std::get<If>(s.node);
      check.condition = rewrite_expr(check.condition, without_failures);
    }
    (before ? out : rest).push_back(std::move(s));
  }
  arm = std::move(rest);
  return out;
}

// An `if` that is an update but for bail-outs in its arm: those, and the update.
std::optional<std::pair<Block, If>> without_bail_outs(const If& n, const Function& f) {
  std::vector<Access> read;
  elements_read(n.condition, read);
  If rest = n;
  Block before = taken_from(rest.then, f, read);
  bool updates = false;
  for (const Stmt& s : rest.then) {
    auto* a = std::get_if<Assign>(&s.node);
    const auto match = a ? match_compare_if(rest, Place::variable(f, a->var)) : std::nullopt;
    updates |= match && std::holds_alternative<UpdateForm>(*match);
  }
  if (before.empty() || !updates) return {};
  return std::pair(std::move(before), std::move(rest));
}

}  // namespace

bool hoist_failures(Function& nest) {
  bool changed = false;
  SiteOrder order(nest.sites.size());
  Block body = rewrite_stmts(nest.body, [&](Stmt copy, const Stmt&, Block& out) {
    auto* i = std::get_if<If>(&copy.node);
    if (auto bare = i ? without_bail_outs(*i, nest) : std::nullopt) {
      for (Stmt& s : bare->first) out.push_back(std::move(s));
      *i = std::move(bare->second);
      changed = true;
    }
    const bool then = i && only_fails(i->then) && may_run_anyway(i->otherwise);
    if (!then && !(i && only_fails(i->otherwise) && may_run_anyway(i->then))) return out.push_back(std::move(copy));
    changed = true;
    Block fails = std::move(then ? i->then : i->otherwise), rest = std::move(then ? i->otherwise : i->then);
    order.put_first(fails, rest);
    out.push_back({If{then ? i->condition : unary(UnaryOp::Not, i->condition), std::move(fails), {}}, copy.span});
    for (Stmt& s : rest) out.push_back(std::move(s));
  });
  if (!changed) return false;
  nest.body = std::move(body);
  order.apply(nest);
  return true;
}

}  // namespace qc
