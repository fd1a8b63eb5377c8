#include "analysis/loops/own_statements.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/loops/nest_model.h"
#include "analysis/loops/privatization.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

// How often each variable and each array occurs.
struct Occurrences {
  std::map<VarId, int> variables;
  std::map<ArrayId, int> arrays;
};

Occurrences occurrences(const Block& b) {
  Occurrences out;
  for_each_expr(b, [&](const Expr& e) {
    if (auto* r = std::get_if<VarRef>(&e.node)) ++out.variables[r->var];
    if (auto* l = std::get_if<Load>(&e.node)) ++out.arrays[l->access.array];
  });
  for_each_stmt(b, [&](const Stmt& s) {
    if (auto* a = std::get_if<Assign>(&s.node)) ++out.variables[a->var];
    if (auto* l = std::get_if<For>(&s.node)) ++out.variables[l->var];
    if (auto* w = std::get_if<Store>(&s.node)) ++out.arrays[w->access.array];
  });
  return out;
}

bool is_output(const Function& f, VarId v) { return std::count(f.outputs.begin(), f.outputs.end(), v) > 0; }

bool is_plain(const Stmt& s) {
  return std::holds_alternative<Assign>(s.node) || std::holds_alternative<If>(s.node) ||
         std::holds_alternative<For>(s.node) || std::holds_alternative<While>(s.node) ||
         std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node) ||
         std::holds_alternative<Fail>(s.node);
}

}  // namespace

bool are_own(const Function& f, const Block& statements, const Block& with) {
  bool plain = !jumps_out(statements);
  std::set<ArrayId> stored;
  for_each_stmt(statements, [&](const Stmt& s) {
    auto* w = std::get_if<Store>(&s.node);
    plain &= is_plain(s) || (w && f.arrays[w->access.array].space == Space::Local);
    if (w) stored.insert(w->access.array);
  });
  if (!plain) return false;
  const Occurrences all = occurrences(f.body), here = occurrences(with);
  const std::set<VarId> assigned = assigned_variables(statements);
  const ScalarFlow flow = scalar_flow(with, [](const For&) { return false; });
  return std::all_of(assigned.begin(), assigned.end(),
                     [&](VarId v) {
                       return !is_output(f, v) && here.variables.at(v) == all.variables.at(v) &&
                              !flow.read_first.count(v);
                     }) &&
         std::all_of(stored.begin(), stored.end(), [&](ArrayId a) { return here.arrays.at(a) == all.arrays.at(a); });
}

UpdateArm update_arm(const Function& f, const Block& arm) {
  std::set<VarId> read;
  for_each_expr(arm, [&](const Expr& e) {
    if (auto* r = std::get_if<VarRef>(&e.node)) read.insert(r->var);
  });
  const auto sets = [&](const Stmt& s) {
    auto* a = std::get_if<Assign>(&s.node);
    auto* w = std::get_if<Store>(&s.node);
    return (a && !read.count(a->var)) || (w && f.arrays[w->access.array].space != Space::Local);
  };
  if (std::all_of(arm.begin(), arm.end(), sets)) return {arm, {}};
  const Occurrences all = occurrences(f.body);
  const auto is_dead = [&](const Stmt& s) {
    auto* a = std::get_if<Assign>(&s.node);
    return a && !is_output(f, a->var) && all.variables.at(a->var) == 1;
  };
  UpdateArm out;
  for (const Stmt& s : arm) (sets(s) && !is_dead(s) ? out.sets : out.computing).push_back(s);
  return are_own(f, out.computing, arm) ? out : UpdateArm{arm, {}};
}

}  // namespace qc
