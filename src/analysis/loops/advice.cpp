#include "analysis/loops/advice.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

// Touches the same elements in every iteration of the covered loops.
bool stays(const NestModel& m, const ArrayAccess& x) {
  return std::all_of(x.subscripts.begin(), x.subscripts.end(), [&](const Polynomial& p) {
    return p.valid() && !has_quotient(m.atoms, p) &&
           std::none_of(m.counters.begin(), m.counters.end(), [&](Atom c) { return p.mentions(c); });
  });
}

bool is_zero(const Expr& e) {
  auto* c = std::get_if<ConstFloat>(&e.node);
  return c ? c->value == 0 : as_int(e) == 0;
}

}  // namespace

std::string best_sum_advice(const Function& f, VarId v, const Stmt& assignment) {
  auto* a = std::get_if<Assign>(&assignment.node);
  auto* m = a ? std::get_if<Binary>(&a->value->node) : nullptr;
  if (!m || (m->op != BinaryOp::Max && m->op != BinaryOp::Min)) return "";
  const Place place = Place::variable(f, v);
  const bool most = m->op == BinaryOp::Max;
  for (const bool left : {true, false}) {
    auto* sum = std::get_if<Binary>(&(left ? m->a : m->b)->node);
    if (!sum || sum->op != BinaryOp::Add || (!is_place(*sum->a, place) && !is_place(*sum->b, place))) continue;
    const ExprP &other = left ? m->b : m->a, &element = is_place(*sum->a, place) ? sum->b : sum->a;
    const bool floor = is_zero(*other);  // the sum of no elements
    if (!floor && !equal(other, element)) return "";
    const std::string bound = fmt::format("bound = {}(bound, sum)", most ? "min" : "max"), next = "sum += e";
    return fmt::format(
        "with the sum of all elements so far and its {} value so far, which are two running values: {}; {}; here '{}' "
        "is sum - bound",
        most ? "least" : "greatest", floor ? next : bound, floor ? bound : next, f.vars[v].name);
  }
  return "";
}

std::string first_value_advice(const Function& f, const Block& body, VarId v) {
  bool found = false;
  for_each_stmt(body, [&](const Stmt& s) {
    auto* i = std::get_if<If>(&s.node);
    auto* c = i ? std::get_if<Binary>(&i->condition->node) : nullptr;
    const bool sets = i && assigned_variables(i->then).count(v) > 0;
    found |= sets && c && c->op == BinaryOp::Or && count_reads(*i->condition, Place::variable(f, v)) > 0;
  });
  if (!found) return "";
  return fmt::format(
      "give '{}', and what is kept beside it, the value of the first iteration before the loop, and compare alone in "
      "the others",
      f.vars[v].name);
}

std::string work_array_advice(const NestModel& m, ArrayId a) {
  bool reads = false, fixed = true;
  for (const ArrayAccess& x : m.accesses) {
    if (x.array != a) continue;
    reads |= !x.write && x.update < 0;
    fixed &= stays(m, x);
  }
  if (!reads || !fixed) return "";
  return fmt::format(
      "if each iteration sets '{0}' before it reads it, make it inside the loop, or write the same elements of it "
      "in every iteration, under no condition on data: each iteration then has its own '{0}'",
      m.function->arrays[a].name);
}

std::string split_advice(const NestModel& m, const ArrayAccess& write, const ArrayAccess& read) {
  if (read.write || !write.write || m.loops.size() != 1 || !read.inner.empty() || !stays(m, read) || stays(m, write))
    return "";
  return "end the loop at the iteration that sets this element, and let another loop go on behind it: each of them is "
         "parallel";
}

}  // namespace qc
