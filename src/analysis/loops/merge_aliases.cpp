#include "analysis/loops/merge_aliases.h"

#include <algorithm>
#include <map>

#include "analysis/loops/nest_model.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

using Names = std::map<ArrayId, ArrayId>;

void rename(Access& a, const Names& one) {
  if (const auto it = one.find(a.array); it != one.end()) a.array = it->second;
}

void rename(Block& b, const Names& one) {
  for (Stmt& s : b) {
    if (auto* w = std::get_if<Store>(&s.node))
      rename(w->access, one);
    else if (auto* w = std::get_if<Atomic>(&s.node))
      rename(w->access, one);
    else if (auto* i = std::get_if<If>(&s.node)) {
      rename(i->then, one);
      rename(i->otherwise, one);
    } else if (auto* l = std::get_if<For>(&s.node))
      rename(l->body, one);
    else if (auto* l = std::get_if<While>(&s.node))
      rename(l->body, one);
  }
}

ExprP renamed(const ExprP& e, const Names& one) {
  Expr other = *e;
  if (auto* l = std::get_if<Load>(&other.node))
    rename(l->access, one);
  else if (auto* x = std::get_if<Extent>(&other.node); x && one.count(x->array))
    x->array = one.at(x->array);
  else
    return e;
  return std::make_shared<const Expr>(std::move(other));
}

}  // namespace

std::optional<LoopNest> with_one_name(const LoopNest& nest, const SameArray& same) {
  const Function& f = nest.function;
  const auto stored = stored_arrays(f.body);
  Names one;
  std::vector<ArrayId> arrays;
  for (const Param& p : f.params)
    if (p.kind == Param::Kind::Array) arrays.push_back(p.id);
  for (std::size_t i = 0; i < arrays.size(); ++i)
    for (std::size_t k = i + 1; k < arrays.size(); ++k) {
      const ArrayId a = arrays[i], b = arrays[k];
      if (one.count(a) || one.count(b) || (!stored.count(a) && !stored.count(b)) || !same(a, b)) continue;
      if (f.arrays[a].elem != f.arrays[b].elem || f.arrays[a].rank != f.arrays[b].rank) continue;
      one[b] = a;
    }
  if (one.empty()) return {};
  LoopNest out = nest;
  rename(out.function.body, one);
  out.function.body = rewrite_exprs(out.function.body, [&](const ExprP& e) { return renamed(e, one); });
  for (const auto& [gone, kept] : one) out.function.arrays[kept].is_const = false;
  std::erase_if(out.function.params, [&](const Param& p) { return p.kind == Param::Kind::Array && one.count(p.id); });
  return out;
}

}  // namespace qc
