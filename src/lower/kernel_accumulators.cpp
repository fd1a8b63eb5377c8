// Captured numbers and outputs that all threads of a kernel update: `total += x[pos]`.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "ast/query.h"
#include "ast/visit.h"
#include "lower/interface/assign.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/kernel.h"
#include "lower/interface/names.h"
#include "lower/state/lower_context.h"
#include "sema/type_words.h"

namespace qc::lowering {

using ast::AssignOp;

namespace {

bool is_name(const ast::Expr& e, const std::string& name) {
  auto* n = std::get_if<ast::Name>(&e.node);
  return n && n->name == name;
}

// The variable that an assignment gives a value without more ado.
const ast::Name* plain_target(const ast::Assign& a) {
  if (a.op != AssignOp::Set || a.targets.size() != 1 || a.targets[0].type || !a.value) return nullptr;
  return std::get_if<ast::Name>(&a.targets[0].place->node);
}

// The side beside `name`, which must not read it; the right one only where `either` says that the sides may change
// places.
const ast::Expr* beside(const std::string& name, const ast::Expr& left, const ast::Expr& right, bool either) {
  if (is_name(left, name) && !mentions(right, name)) return &right;
  return either && is_name(right, name) && !mentions(left, name) ? &left : nullptr;
}

void collect(const ast::Block& block, AssignedNames& names) {
  ast::walk_own_statements(block, [&](const ast::Stmt& s) {
    if (const auto update = update_of(s)) {  // it may be an `if`, with the assignment inside
      names.set.insert(update->name);
      return ast::Go::Past;
    }
    if (const std::string* variable = ast::variable_of(s)) {
      names.set.insert(*variable);
      names.given.insert(*variable);
    }
    auto* a = std::get_if<ast::Assign>(&s.node);
    for (const ast::Target& t : a ? a->targets : std::vector<ast::Target>{})
      if (const std::string* n = ast::name_of(*t.place)) {
        (a->op == AssignOp::Set ? names.set : names.updated).insert(*n);
        if (a->op == AssignOp::Set) names.given.insert(*n);
      }
    return ast::Go::In;
  });
}

// The operation that takes partial values together; nothing for those that are not associative.
std::optional<AssignOp> folding(AssignOp op) {
  switch (op) {
    case AssignOp::Add:
    case AssignOp::Sub:
      return AssignOp::Add;
    case AssignOp::Mul:
    case AssignOp::ElemMul:
      return AssignOp::Mul;
    case AssignOp::Div:
    case AssignOp::ElemDiv:
      return AssignOp::Div;
    case AssignOp::Min:
    case AssignOp::Max:
    case AssignOp::And:
    case AssignOp::Or:
    case AssignOp::Xor:
      return op;
    default:
      return {};
  }
}

}  // namespace

// `s = s + e`, `s = e*s`, `m = max(m, e)`, `if e > m  m = e  end` as an update of the variable.
std::optional<NamedUpdate> update_of(const ast::Stmt& s) {
  if (auto* i = std::get_if<ast::If>(&s.node)) {
    if (i->arms.size() != 1 || !i->otherwise.empty() || i->arms[0].body.size() != 1) return {};
    auto* a = std::get_if<ast::Assign>(&i->arms[0].body[0].node);
    auto* c = std::get_if<ast::Binary>(&i->arms[0].condition->node);
    const ast::Name* target = a && c ? plain_target(*a) : nullptr;
    if (!target || c->op < ast::BinaryOp::Lt || c->op > ast::BinaryOp::Ge) return {};
    const ast::Expr* e = beside(target->name, *c->left, *c->right, true);
    if (!e || !(*e == *a->value)) return {};
    const bool less = c->op == ast::BinaryOp::Lt || c->op == ast::BinaryOp::Le;
    return NamedUpdate{target->name, less == (e == c->left.get()) ? AssignOp::Min : AssignOp::Max, e};
  }
  auto* a = std::get_if<ast::Assign>(&s.node);
  const ast::Name* target = a ? plain_target(*a) : nullptr;
  if (!target) return {};
  if (auto* b = std::get_if<ast::Binary>(&a->value->node)) {
    std::optional<AssignOp> op;
    bool either = true;
    switch (b->op) {
      case ast::BinaryOp::Add:
        op = AssignOp::Add;
        break;
      case ast::BinaryOp::Mul:
      case ast::BinaryOp::ElemMul:
        op = AssignOp::Mul;
        break;
      case ast::BinaryOp::Sub:
        op = AssignOp::Sub, either = false;
        break;
      case ast::BinaryOp::Div:
      case ast::BinaryOp::ElemDiv:
        op = AssignOp::Div, either = false;
        break;
      default:
        return {};
    }
    const ast::Expr* e = beside(target->name, *b->left, *b->right, either);
    return e ? std::optional(NamedUpdate{target->name, *op, e}) : std::nullopt;
  }
  auto* c = std::get_if<ast::Call>(&a->value->node);
  auto* callee = c ? std::get_if<ast::Name>(&c->callee->node) : nullptr;
  if (!callee || (callee->name != "min" && callee->name != "max") || c->arguments.size() != 2) return {};
  const ast::Expr* e = beside(target->name, *c->arguments[0].value, *c->arguments[1].value, true);
  return e ? std::optional(NamedUpdate{target->name, callee->name == "min" ? AssignOp::Min : AssignOp::Max, e})
           : std::nullopt;
}

AssignedNames names_by_assignment(const ast::Block& block) {
  AssignedNames names;
  collect(block, names);
  return names;
}

static bool is_in_place_total(const LowerContext& cx, const std::string& name);

bool is_total(LowerContext& cx, const std::string& name, Span span) {
  if (!cx.in_kernel || cx.names.in_call()) return false;
  if (cx.kernel.outputs.count(name)) return cx.kernel.assigned.updated.count(name) > 0 || is_in_place_total(cx, name);
  if (cx.kernel.assigned.set.count(name) || cx.kernel.own_names.count(name)) return false;
  Binding* b = find(cx, name, span);
  return b && std::find(cx.kernel.captured.begin(), cx.kernel.captured.end(), name) != cx.kernel.captured.end() &&
         !b->alias();
}

// An output of which every assignment in the kernel is an update, `m = max(m, e)`, is a total of all threads like one
// with `^^=`.
static bool is_in_place_total(const LowerContext& cx, const std::string& name) {
  return cx.in_kernel && !cx.names.in_call() && cx.kernel.outputs.count(name) && cx.kernel.assigned.set.count(name) &&
         !cx.kernel.assigned.given.count(name);
}

bool renew_total(LowerContext& cx, const ast::Stmt& s) {
  const auto update = cx.in_kernel ? update_of(s) : std::nullopt;
  if (!update || !is_in_place_total(cx, update->name)) return false;
  update_total(cx, update->name, update->op, operand(cx, *update->operand), s.span);
  return true;
}

// What changes nothing, bit for bit.
ir::ExprP neutral(AssignOp op, Elem type, Span span) {
  using Limits = std::numeric_limits<std::int64_t>;
  const auto one_of = [&](double of_floats, bool of_truths, std::int64_t of_ints) {
    if (is_float(type)) return ir::float_const(of_floats, type);
    return type == Elem::Bool ? ir::bool_const(of_truths) : ir::int_const(of_ints);
  };
  switch (op) {
    case AssignOp::Add:
      return one_of(-0.0, false, 0);
    case AssignOp::Mul:
    case AssignOp::Div:
      return one_of(1, true, 1);
    case AssignOp::Min:
      return one_of(std::numeric_limits<double>::quiet_NaN(), true, Limits::max());
    case AssignOp::Max:
      return one_of(std::numeric_limits<double>::quiet_NaN(), false, Limits::min());
    default:
      break;
  }
  if (is_float(type)) error("Q0301", span, "the bits of a float are combined", "convert with int(x)");
  return one_of(0, op == AssignOp::And, op == AssignOp::And ? -1 : 0);
}

void update_total(LowerContext& cx, const std::string& name, AssignOp op, const Operand& o, Span span) {
  const auto fold = folding(op);
  if (!fold)
    error("Q0503", span, fmt::format("all threads update '{}', and the order would matter", name),
          "use +=, *=, min, max or the bit operations");
  require_value(cx, o.value, span, "a number");
  const std::string key = "total of " + name;
  auto it = std::find_if(cx.kernel.totals.begin(), cx.kernel.totals.end(),
                         [&](const KernelTotal& t) { return t.what.name == name; });
  if (it == cx.kernel.totals.end()) {  // the next pass declares it
    const Binding* outer = find(cx, name, span);
    cx.types.by_key[key] = outer && outer->type.known() && !cx.kernel.outputs.count(name) ? outer->type : o.value.type;
    if (outer && outer->fixed_type) cx.types.by_key[key] = outer->type;
    cx.kernel.total_ops[name] = *fold;
    cx.types.changed = true;
    return;
  }
  KernelTotal& total = *it;
  if (total.what.op != *fold)
    error("Q0503", span, fmt::format("all threads update '{}' by two different operations", name));
  Type wide = join(cx, cx.types.by_key.at(key), o.value, span);
  const bool bits = *fold >= AssignOp::And && *fold <= AssignOp::Xor;
  if (wide.elem == Elem::Bool && !bits) wide.elem = Elem::I64;
  cx.types.note(key, wide);
  if (wide.complex && *fold != AssignOp::Add)
    error("Q0503", span, fmt::format("all threads update the complex '{}' by something other than a sum", name));
  if (!(wide == total.what.type)) return;  // the next pass knows
  if (op == AssignOp::Div || op == AssignOp::ElemDiv) {
    if (!is_float(wide.elem))
      error("Q0503", span, fmt::format("all threads divide '{}', and the order would matter", name));
    op = AssignOp::Mul;
  }
  Value old = of_scalars(wide);
  for (ir::VarId v : total.vars) old.parts().push_back(ir::var(cx.code.f, v));
  const Value now = convert(cx, combine(cx, op, old, o, span), wide, span);
  for (std::size_t k = 0; k < now.parts().size(); ++k) cx.code.emit(ir::Assign{total.vars[k], now.parts()[k]}, span);
}

void declare_totals(LowerContext& cx) {
  for (const auto& [name, op] : cx.kernel.total_ops) {
    KernelTotal total;
    total.what = {name, op, cx.types.by_key.at("total of " + name), {}, cx.kernel.outputs.count(name) > 0, {}};
    const Type& type = total.what.type;
    std::size_t parts = type.complex ? 2 : 1;
    if (type.kind == Type::Kind::Fixed)
      for (auto d : type.dims) parts *= std::size_t(d);
    for (std::size_t k = 0; k < parts; ++k) {
      ir::Array a;
      a.name = fmt::format("{}_partial{}", name, k);
      a.elem = value_elem(type.elem);
      total.what.partials.push_back(cx.code.f.add_array(std::move(a)));
      total.vars.push_back(cx.code.f.add_var(fmt::format("{}_sum{}", name, k), value_elem(type.elem)));
    }
    cx.kernel.totals.push_back(std::move(total));
  }
  if (!cx.kernel.totals.empty()) cx.kernel.slot = cx.code.f.add_var("slot", Elem::I64);
}

// Where a thread ends.
void store_totals(LowerContext& cx, Span span) {
  for (const KernelTotal& t : cx.kernel.totals)
    for (std::size_t k = 0; k < t.vars.size(); ++k)
      cx.code.emit(
          ir::Store{
              {t.what.partials[k], {ir::var(cx.code.f, *cx.kernel.slot)}, false, Boundary::Unchecked, ir::kNoSite},
              ir::var(cx.code.f, t.vars[k])},
          span);
}

ir::Block prepare_totals(LowerContext& cx, bool guarded) {
  return cx.code.collect([&] {
    if (!cx.kernel.slot) return;
    ir::ExprP place;
    for (int axis = cx.code.f.rank - 1; axis >= 0; --axis) {
      const ir::ExprP threads = ir::builtin(ir::BuiltinKind::BlockDim, axis);
      const ir::ExprP at = ir::add(ir::mul(ir::builtin(ir::BuiltinKind::BlockIdx, axis), threads),
                                   ir::builtin(ir::BuiltinKind::ThreadIdx, axis));
      const bool by_dims = guarded && cx.kernel.dims_vars.size() == std::size_t(cx.code.f.rank);
      const ir::ExprP extent = by_dims
                                   ? ir::var(cx.code.f, cx.kernel.dims_vars.at(std::size_t(cx.code.f.rank - 1 - axis)))
                                   : ir::mul(ir::builtin(ir::BuiltinKind::GridDim, axis), threads);
      place = place ? ir::add(ir::mul(place, extent), at) : at;
    }
    cx.code.emit(ir::Assign{*cx.kernel.slot, place}, {});
    if (cx.kernel.drawn) cx.code.emit(ir::Assign{*cx.kernel.drawn, ir::int_const(0)}, {});
    for (const KernelTotal& t : cx.kernel.totals)
      for (ir::VarId v : t.vars) cx.code.emit(ir::Assign{v, neutral(t.what.op, cx.code.f.vars[v].type, {})}, {});
  });
}

}  // namespace qc::lowering
