#include "analysis/recognize/judged_nest.h"

#include <numeric>

#include "analysis/loops/statement_order.h"
#include "ir/build.h"
#include "ir/print_ir.h"

namespace qc {

using namespace ir;

JudgedNest::JudgedNest(const Function& function, const std::vector<const For*>& loops, const Block& inside)
    : f(function),
      covered(loops),
      body(inside),
      model(model_nest(function, loops, inside)),
      late(read_after_store(function, inside, nullptr)) {}

void JudgedNest::problem(Problem::Kind kind, const char* code, std::string message, Span span, std::string variable,
                         Span other, std::string help) {
  out.problems.push_back({kind, Reason{code, std::move(message), span, other, std::move(variable), std::move(help)}});
}

void JudgedNest::lost_update(const char* code, std::string message, Span span, ArrayId a, Span other) {
  problem(Problem::Kind::Undecided, code, std::move(message), span, array_name(a), other);
  out.problems.back().loses_updates = true;
}

// The same comparison with its sides exchanged.
static ExprP swapped(const ExprP& c) {
  auto* n = std::get_if<Binary>(&c->node);
  if (!n || (n->op != BinaryOp::Lt && n->op != BinaryOp::Gt)) return c;
  return binary(n->op == BinaryOp::Lt ? BinaryOp::Gt : BinaryOp::Lt, n->b, n->a);
}

void JudgedNest::require(const ExprP& condition) {
  for (const ExprP& have : out.plan.conditions)
    if (equal(have, condition) || equal(have, swapped(condition))) return;
  out.plan.conditions.push_back(condition);
  out.plan.checks.push_back(print(f, *condition));
}

Span JudgedNest::first_assignment(VarId v) const {
  Span span;
  for_each_stmt(body, [&](const Stmt& s) {
    auto* a = std::get_if<Assign>(&s.node);
    auto* l = std::get_if<For>(&s.node);
    if (!span.valid() && ((a && a->var == v) || (l && l->var == v))) span = s.span;
  });
  return span;
}

std::vector<int> JudgedNest::all_levels() const {
  std::vector<int> levels(covered.size());
  std::iota(levels.begin(), levels.end(), 0);
  return levels;
}

void take_form(Accumulator& a, const UpdateForm& form, Span span) {
  a.op = form.op;
  a.compare_form = form.compare_form;
  a.strict = form.strict;
  a.divides = form.divides;
  a.companions = form.companions;
  a.imaginary = form.imaginary_var;
  a.span = span;
  if (!a.companions.empty()) a.op = form.op == ReduceOp::Min ? ReduceOp::ArgMin : ReduceOp::ArgMax;
}

}  // namespace qc
