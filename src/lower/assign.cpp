// Assignments to IR: to names, to elements of arrays and of short arrays; which names share one.
#include "lower/interface/assign.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "analysis/dataflow/assignments.h"
#include "analysis/dataflow/last_use_moves.h"
#include "analysis/dataflow/name_facts.h"
#include "lower/interface/access.h"
#include "lower/interface/array_names.h"
#include "lower/interface/blocks.h"
#include "lower/interface/call.h"
#include "lower/interface/conversions.h"
#include "lower/interface/evaluation_order.h"
#include "lower/interface/expr.h"
#include "lower/interface/fixed_arrays.h"
#include "lower/interface/fixed_slices.h"
#include "lower/interface/inline.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/lazy_array.h"
#include "lower/interface/local_arrays.h"
#include "lower/interface/names.h"
#include "lower/interface/records.h"
#include "lower/interface/select_cell_item.h"
#include "lower/interface/slice_loop.h"
#include "lower/interface/steady_values.h"
#include "lower/state/lower_context.h"
#include "sema/builtins.h"
#include "sema/declared_numbers.h"
#include "sema/types_of_builtins.h"

namespace qc::lowering {

using ast::AssignOp;

namespace {

// Whether `e` reads one of `vars` other than the k-th.
bool reads_other(const ir::Expr& e, const std::vector<ir::VarId>& vars, std::size_t k) {
  bool found = false;
  ir::for_each_expr(e, [&](const ir::Expr& n) {
    auto* r = std::get_if<ir::VarRef>(&n.node);
    for (std::size_t j = 0; r && j < vars.size(); ++j) found |= j != k && r->var == vars[j];
  });
  return found;
}

// The iteration's local array whose elements, the first and those that follow it, these are.
std::optional<ir::ArrayId> memory_of(const ir::Function& f, const std::vector<ir::ExprP>& parts) {
  std::optional<ir::ArrayId> array;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    auto* load = std::get_if<ir::Load>(&parts[k]->node);
    if (!load || load->access.index.size() != 1 || ir::as_int(*load->access.index[0]) != std::int64_t(k)) return {};
    if (k == 0) array = load->access.array;
    if (*array != load->access.array) return {};
  }
  return array && f.arrays[*array].space == ir::Space::Local ? array : std::nullopt;
}

bool reads_array(const ir::Expr& e, ir::ArrayId array) {
  bool reads = false;
  ir::for_each_expr(e, [&](const ir::Expr& x) {
    auto* l = std::get_if<ir::Load>(&x.node);
    reads = reads || (l && l->access.array == array);
  });
  return reads;
}

// The number that all elements of a long row are: written out they would be most of the code, and LLVM's scheduler
// takes seconds for them.
ir::ExprP one_number(const std::vector<ir::ExprP>& parts) {
  constexpr std::size_t kMostOneByOne = 64;  // so many may still be kept in registers
  if (parts.size() <= kMostOneByOne) return nullptr;
  const auto same = [&](const ir::ExprP& e) {
    if (std::holds_alternative<ir::ConstInt>(e->node))
      return ir::as_int(*e) == ir::as_int(*parts[0]);  // all are of one type
    auto* x = std::get_if<ir::ConstFloat>(&e->node);
    auto* first = std::get_if<ir::ConstFloat>(&parts[0]->node);
    return x && first && std::bit_cast<std::uint64_t>(x->value) == std::bit_cast<std::uint64_t>(first->value);
  };
  return std::all_of(parts.begin(), parts.end(), same) ? parts[0] : nullptr;
}

std::optional<ir::AtomicOp> atomic_op(AssignOp op) {
  switch (op) {
    case AssignOp::Add:
      return ir::AtomicOp::Add;
    case AssignOp::Sub:
      return ir::AtomicOp::Sub;
    case AssignOp::Mul:
    case AssignOp::ElemMul:
      return ir::AtomicOp::Mul;
    case AssignOp::And:
      return ir::AtomicOp::And;
    case AssignOp::Or:
      return ir::AtomicOp::Or;
    case AssignOp::Xor:
      return ir::AtomicOp::Xor;
    case AssignOp::Max:
      return ir::AtomicOp::Max;
    case AssignOp::Min:
      return ir::AtomicOp::Min;
    default:
      return {};
  }
}

}  // namespace

// An element is written. In kernels, whose types are decided beforehand, it widens its array as other assignments widen
// a variable.
static void note_element(LowerContext& cx, const Binding& b, const Value& v, Span span) {
  if (b.declared && !v.type.complex) return;
  if (cx.in_kernel && !b.fixed_type) {
    Type wide = cx.types.by_key.at(b.key);
    const Type joined = join(cx, Type::number(wide.elem, wide.complex), v, span);
    wide.elem = joined.elem;
    wide.complex = joined.complex;
    cx.types.note(b.key, wide);
    return;
  }
  if (v.type.complex && !b.type.complex)
    error("Q0301", span, "a complex number does not fit into a real element", "use real(x) or abs(x)");
  if (!b.fixed_type) cx.elements.note_element(b, value_elem(v.type.elem), span);
}

static bool none_reads_earlier(LowerContext& cx, const ast::Assign& a, const ast::ArrayLit& literal);
static std::vector<Value> several_values(LowerContext& cx, const ast::Assign& a, Span span);
static void assign_one(LowerContext& cx, const ast::Target& target, const ast::Assign& a, Span span);
static void require_update_in_place(LowerContext& cx, const Binding& b, const std::string& name, const Value& v,
                                    Span span);
static bool keeps_as(const LowerContext& cx, const std::optional<ast::TypeExpr>& written, const Binding* b);
static bool share_fixed(LowerContext& cx, const std::string& name, Binding* b, Span span);
static void keep_phi_unwritten(LowerContext& cx, const std::string& name, const Value& v, Span span);
static bool is_mask_of(const Value& index, const Binding& b);
static void assign_masked(LowerContext& cx, const ast::Index& place, const Value& mask, const ast::Assign& a,
                          Span span);

void assign(LowerContext& cx, const ast::Assign& a, Span span) {
  if (a.targets.size() == 1) {
    assign_one(cx, a.targets[0], a, span);
    return;
  }
  const std::vector<Value> values = several_values(cx, a, span);
  for (std::size_t k = 0; k < a.targets.size(); ++k) {
    const ast::Expr& place = *a.targets[k].place;
    if (auto* n = std::get_if<ast::Name>(&place.node)) {
      keep_phi_unwritten(cx, n->name, values[k], span);
      if (a.targets[k].type || !share_fixed(cx, n->name, variable_of(values[k]), span))
        assign_name(cx, n->name, place.span, values[k], a.targets[k].type);
    } else if (auto* i = std::get_if<ast::Index>(&place.node)) {
      if (Binding* b = assigned_fixed(cx, *i->base, i->base->span)) {
        assign_component(cx, *b, index_values(cx, i->indices, fixed_extents(b->type)), AssignOp::Set,
                         Operand{values[k], {}}, place.span);
        continue;
      }
      const Value array = expr(cx, *i->base);
      if (!array.type.is_array())
        stop("R904", place.span, "an element of something other than an array is one of several targets");
      const std::vector<Value> indices = index_values(cx, i->indices, array_extents(cx, array));
      if (const auto selected = selection(cx, rank_of(array), indices, place.span)) {
        const std::vector<Value> parts = spread_value(cx, values[k], *selected, place.span);
        for (std::size_t n = 0; n < parts.size(); ++n)
          store(cx, array, access_values(cx, array, selected->at[n], place.span), parts[n], place.span);
        continue;
      }
      store(cx, array, access_values(cx, array, indices, place.span), values[k], place.span);
    } else if (auto* field = std::get_if<ast::Field>(&place.node))
      assign_field(cx, *field, values[k], place.span);
    else
      error("Q0203", place.span, "only a variable, an element or a field can be assigned to");
  }
}

// Parts of a value that the targets of one assignment are given, apart from what these overwrite.
static Value apart(LowerContext& cx, Value v, Span span) {
  auto* scalars = v.get_if<Scalars>();
  if (!scalars) return v;
  for (ir::ExprP& part : scalars->parts) {
    if (ir::as_int(*part) || (cx.in_kernel && is_steady(cx, *part))) continue;
    const ir::VarId kept = cx.code.temp("$part", part->type);
    cx.code.emit(ir::Assign{kept, part}, span);
    settle(cx, kept, part, true);
    part = ir::var(cx.code.f, kept);
  }
  return v;
}

// [a, b] = [x, y]: each its own value, of its own type and extents. A variable that is no target as well has another
// name afterwards.
static std::vector<Value> values_one_by_one(LowerContext& cx, const ast::Assign& a, const ast::ArrayLit& literal,
                                            Span span) {
  const auto moves = [&](const std::string& name) {
    const auto names_it = [&](const ast::ExprP& e) {
      auto* n = std::get_if<ast::Name>(&e->node);
      return n && n->name == name;
    };
    return std::count_if(literal.elements.begin(), literal.elements.end(), names_it) == 1 &&
           std::any_of(a.targets.begin(), a.targets.end(), [&](const ast::Target& t) { return names_it(t.place); });
  };
  std::vector<Value> values;
  for (const auto& e : literal.elements) {
    next_of(
        cx, values, [&] { return expr(cx, *e); }, e->span);
    require_value(cx, values.back(), e->span, "a value");
    auto* n = std::get_if<ast::Name>(&e->node);
    if (auto* scalars = values.back().get_if<Scalars>())
      scalars->variable = n && !moves(n->name) ? fixed_binding(cx, *e, e->span) : nullptr;
  }
  const bool in_turn = std::all_of(values.begin(), values.end(), [](const Value& v) { return v.type.is_number(); }) &&
                       none_reads_earlier(cx, a, literal);
  if (!in_turn)
    for (Value& v : values) v = apart(cx, std::move(v), span);
  return values;
}

// Whether [best, at] = [x[i], i] is best = x[i]; at = i: variables get what mentions none of those before them, and
// calls nothing but built-in functions. Only so the analyses see the value that is compared as the one that is kept.
static bool none_reads_earlier(LowerContext& cx, const ast::Assign& a, const ast::ArrayLit& literal) {
  std::set<std::string, std::less<>> before;
  for (std::size_t k = 0; k < literal.elements.size(); ++k) {
    auto* target = std::get_if<ast::Name>(&a.targets[k].place->node);
    if (!target || a.targets[k].type) return false;
    NameCounts counts;
    count_names(*literal.elements[k], counts);
    for (const auto& [name, times] : counts)
      if (before.count(name) || (!find(cx, name, a.value->span) && !is_builtin(name))) return false;
    const Binding* b = find(cx, target->name, a.value->span);
    if (!b || !before.insert(target->name).second) return false;
  }
  return true;
}

// The values for [a, b] = f(x) or [a, b] = [x, y], or the components of one fixed-size value: [m, n] = size(x), [u, v]
// = position; the rows of a matrix that has as many.
static std::vector<Value> several_values(LowerContext& cx, const ast::Assign& a, Span span) {
  const std::size_t n = a.targets.size();
  if (auto* l = std::get_if<ast::ArrayLit>(&a.value->node); l && l->elements.size() == n) {
    std::vector<Value> arrays = several_arrays(cx, *a.value, span);
    return arrays.empty() ? values_one_by_one(cx, a, *l, span) : std::move(arrays);
  }
  auto* c = std::get_if<ast::Call>(&a.value->node);
  auto* callee = c ? std::get_if<ast::Name>(&c->callee->node) : nullptr;
  std::vector<Value> values;
  Binding* bound = callee ? called_variable(cx, callee->name, a.value->span) : nullptr;
  const auto functions = callee && !bound ? cx.names.functions_named(callee->name) : std::vector<FunctionRef>{};
  cx.inlining.wanted = int(n);
  if (bound)
    values = call_functions(cx, *bound->alias(), callee->name, *c, a.value->span, true);
  else if (!functions.empty())
    values = inline_call(cx, functions, callee->name, *c, a.value->span, true);
  else
    values = order_values(cx, callee && !bound ? callee->name : "", c, a.value->span);
  cx.inlining.wanted = 1;
  if (values.empty()) values = several_arrays(cx, *a.value, span);
  if (values.empty() && callee && !bound && functions.empty() && builtin_is(callee->name, kGivesPlaces)) {
    const std::string* of = c->arguments.empty() ? nullptr : ast::name_of(*c->arguments[0].value);
    stop("R901", span, fmt::format("'{}' that gives several values is for host code", callee->name), of ? *of : "");
  }
  if (values.empty()) values.push_back(expr(cx, *a.value));
  if (values.size() >= n) return values;
  const Value whole = values.empty() ? Value{} : values[0];
  if (values.size() != 1 || whole.type.kind != Type::Kind::Fixed) {
    if (!callee || !cx.in_kernel) stop("R901", span, "several values are assigned from something other than a call");
    error("Q0204", span, fmt::format("'{}' gives {} values, not {}", callee->name, values.size(), n));
  }
  values.clear();
  const bool rows = whole.type.dims.size() == 2 && std::size_t(whole.type.dims[0]) == n && whole.type.dims[1] > 1;
  const std::size_t width = rows ? std::size_t(whole.type.dims[1]) : 1;
  for (std::size_t k = 0; (k + 1) * width <= components(whole) && k < n; ++k) {
    std::vector<Value> row;
    for (std::size_t m = 0; m < width; ++m) row.push_back(component(whole, k * width + m));
    values.push_back(apart(cx, rows ? make_fixed(cx, {std::int64_t(width)}, row, span) : std::move(row[0]), span));
  }
  while (values.size() < n && callee && callee->name == "size") values.push_back(one_number(ir::int_const(1)));
  if (values.size() < n && callee && !cx.in_kernel && is_builtin(callee->name))
    stop("R901", span, fmt::format("'{}' that gives several values is for host code", callee->name));
  if (values.size() < n) error("Q0204", span, fmt::format("{} names for {} components", n, values.size()));
  return values;
}

static void assign_one(LowerContext& cx, const ast::Target& target, const ast::Assign& a, Span span) {
  const ast::Expr& place = *target.place;
  if (auto* i = std::get_if<ast::Index>(&place.node)) {
    assign_element(cx, *i, a, span);
    return;
  }
  if (auto* field = std::get_if<ast::Field>(&place.node); field && a.value) {
    auto* c = std::get_if<ast::Call>(&a.value->node);
    if (a.op == AssignOp::Set)
      assign_field(cx, *field, c ? call(cx, *c, a.value->span, true) : expr(cx, *a.value), place.span);
    else
      update_field(cx, *field, a, place.span);
    return;
  }
  auto* n = std::get_if<ast::Name>(&place.node);
  if (!n) error("Q0203", place.span, "only a variable, an element or a field can be assigned to");
  if (!a.value) {  // a declaration
    const Type t = own_type(cx, *target.type);
    if (!t.is_number() && t.kind != Type::Kind::Fixed)
      stop("R904", span, fmt::format("'{}' is declared as {} in the loop", n->name, cx.a_type(t)), n->name);
    Value zero = t.is_number() ? convert(cx, one_number(ir::int_const(0)), t, span) : make_filled(cx, t, {}, 0, span);
    assign_name(cx, n->name, place.span, zero, target.type);
    return;
  }
  if (a.op == AssignOp::Set) {
    if (cx.in_kernel && shared_declaration(cx, n->name, *a.value, span)) return;
    Binding* named = fixed_binding(cx, *a.value, a.value->span);
    if (keeps_as(cx, target.type, named) && share_fixed(cx, n->name, named, span)) return;
    if (!target.type && renew_whole(cx, *n, a, span)) return;
    auto* c = std::get_if<ast::Call>(&a.value->node);
    Value v = c ? call(cx, *c, a.value->span, true) : expr(cx, *a.value);
    if (keeps_as(cx, target.type, variable_of(v)) && share_fixed(cx, n->name, variable_of(v), span)) return;
    if (!target.type || resolve_type(*target.type, cx.options.scalar).is_array())
      keep_phi_unwritten(cx, n->name, v, span);
    assign_name(cx, n->name, place.span, std::move(v), target.type);
    return;
  }
  if (is_total(cx, n->name, place.span)) return update_total(cx, n->name, a.op, operand(cx, *a.value), span);
  Binding* b = find(cx, n->name, place.span);
  if (b && b->loop_variable)
    error("Q0203", place.span, fmt::format("the loop variable '{}' may not be assigned", n->name));
  if (b && b->outer && b->alias() && b->alias()->type.is_array())
    return update_whole(cx, *n, *b->alias(), a, place.span);
  const Value old = read_name(cx, n->name, place.span);
  if (local_array_of(old)) return update_own(cx, old, a, span);
  require_value(cx, old, place.span, "a number");
  // What a call alone writes, the old value does not see, unless it is that of a field.
  auto* c = cx.records.fields.count(n->name) ? nullptr : std::get_if<ast::Call>(&a.value->node);
  const Operand by = c ? Operand{call(cx, *c, a.value->span, true), {}} : operand(cx, *a.value);
  Value now = combine(cx, a.op, old, by, span);
  if (auto* scalars = now.get_if<Scalars>()) scalars->by_value = is_by_value(old);
  if (const Binding* array = fixed_binding(cx, place, place.span))
    require_update_in_place(cx, *array, n->name, now, place.span);
  assign_name(cx, n->name, place.span, now, target.type);
}

// `v += e` writes into the short array that v is. Where e makes it another one, of other elements or extents, v alone
// would be that.
static void require_update_in_place(LowerContext& cx, const Binding& b, const std::string& name, const Value& v,
                                    Span span) {
  require_own(cx, b, name, span);
  if (b.shared && (v.type.dims != b.type.dims || !same_elements(b.type, v.type)))
    stop("R904", span, fmt::format("'{}' is one array with another name, and becomes another one here", name), name);
  if (b.declared && !b.fixed_type && is_float(v.type.elem))
    stop("R904", span, fmt::format("'{}' holds {} elements, and others from here on", name, elem_name(*b.declared)),
         name);
}

// Not where the name is a copy and the language's array is one with others: an argument until the function gives its
// name another value, and what share_fixed copied.
void require_own(LowerContext& cx, const Binding& b, const std::string& name, Span span) {
  if (b.copied_argument)
    stop("R904", span,
         fmt::format(
             "'{}' is the caller's array where it is written to, and another one elsewhere; use another name for that",
             name),
         name);
  if (cx.aliases.copied.count(of_all_versions(b.key)))
    stop("R904", span, fmt::format("'{}' is one array with another name where it is written to", name), name);
}

Value combine(LowerContext& cx, AssignOp op, const Value& old, const Operand& o, Span span) {
  switch (op) {
    case AssignOp::Add:
    case AssignOp::Sub:
      return sum(cx, op == AssignOp::Sub, Operand{old, {}}, o, span);
    case AssignOp::Mul:
      return arithmetic(cx, ast::BinaryOp::Mul, old, o.value, span);
    case AssignOp::ElemMul:
      return arithmetic(cx, ast::BinaryOp::ElemMul, old, o.value, span);
    case AssignOp::Div:
    case AssignOp::ElemDiv:
      return arithmetic(cx, ast::BinaryOp::Div, old, o.value, span);
    case AssignOp::Pow:
    case AssignOp::ElemPow:
      return arithmetic(cx, ast::BinaryOp::Pow, old, o.value, span);
    case AssignOp::Max:
      return min_max(cx, true, old, o.value, span);
    case AssignOp::Min:
      return min_max(cx, false, old, o.value, span);
    case AssignOp::And:
      return *integer_call(cx, "and", {old, o.value}, span);
    case AssignOp::Or:
      return *integer_call(cx, "or", {old, o.value}, span);
    case AssignOp::Xor:
      return *integer_call(cx, "xor", {old, o.value}, span);
    case AssignOp::Set:
      break;
  }
  return o.value;
}

void fix_type(Binding& b, const Type& type) {
  b.fixed_type = true;
  if ((is_int(type.elem) && type.elem != Elem::I64) || type.elem == Elem::F16) b.declared = type.elem;
}

// Ints wrap to a sized integer.
Value sized(Value v, Elem elem) {
  if (!is_int(elem) || elem == Elem::I64) return v;
  for (auto& e : v.parts())
    if (auto* cast = std::get_if<ir::Cast>(&e->node); !cast || cast->to != elem) e = ir::cast(elem, e);
  return v;
}

// The type that `v` is converted to for a variable: an int wraps to a sized integer later, a float saturates to it at
// once.
static Type type_kept(const Binding& b, const Value& v, Type type) {
  if (b.declared && is_float(v.type.elem)) type.elem = *b.declared;
  return type;
}

// A loop: as statements of their own, long copies would be most of the code.
static void copy_memory(LowerContext& cx, ir::ArrayId to, ir::ArrayId from, std::size_t count, Span span) {
  const auto element = [&](ir::ArrayId array, const ir::ExprP& at) {
    return ir::Access{array, {at}, cx.code.f.arrays[array].rank > 1, Boundary::Unchecked, ir::kNoSite};
  };
  counted(cx, ir::int_const(0), 1, ir::int_const(std::int64_t(count) - 1), span, [&](const ir::ExprP& at) {
    cx.code.emit(
        ir::Store{element(to, at), ir::cast(cx.code.f.arrays[to].elem, ir::load(cx.code.f, element(from, at)))}, span);
  });
}

static void fill_memory(LowerContext& cx, ir::ArrayId to, const ir::ExprP& value, std::size_t count, Span span) {
  counted(cx, ir::int_const(0), 1, ir::int_const(std::int64_t(count) - 1), span, [&](const ir::ExprP& at) {
    cx.code.emit(ir::Store{{to, {at}, cx.code.f.arrays[to].rank > 1, Boundary::Unchecked, ir::kNoSite},
                           ir::cast(cx.code.f.arrays[to].elem, value)},
                 span);
  });
}

// A variable of a loop that was declared with a type narrower than the arithmetic is of that type: what is assigned is
// brought into its range.
static void hold_narrow(ir::Function& f, const Binding& b, std::size_t part) {
  Elem& type = f.vars[b.vars()[part]].type;
  if (f.kind == ir::Function::Kind::LoopNest && b.declared && value_elem(*b.declared) == type) type = *b.declared;
}

void write_binding(LowerContext& cx, Binding& b, const Value& v, Span span) {
  b.assigned = true;
  if (b.declared) require_one_way_to_store(cx, v, *b.declared, span);
  if (!b.fixed_type && !b.declared) require_exact(cx, v, b.type.elem, nullptr, span);
  cx.elements.note_whole(b, v, cx.control.arm);
  if (b.local_array()) {
    Value c = convert(cx, v, b.type, span);
    const bool linear = cx.code.f.arrays[*b.local_array()].rank > 1;
    if (const auto from = memory_of(cx.code.f, c.parts()); from && *from != *b.local_array())
      return copy_memory(cx, *b.local_array(), *from, c.parts().size(), span);
    if (const ir::ExprP fill = one_number(c.parts()))
      return fill_memory(cx, *b.local_array(), fill, c.parts().size(), span);
    for (std::size_t k = 1; k < c.parts().size(); ++k) {  // the first is stored when none has changed
      if (!reads_array(*c.parts()[k], *b.local_array())) continue;
      const ir::VarId t = cx.code.temp("$t", c.parts()[k]->type);
      cx.code.emit(ir::Assign{t, c.parts()[k]}, span);
      c.parts()[k] = ir::var(cx.code.f, t);
    }
    for (std::size_t k = 0; k < c.parts().size(); ++k)
      cx.code.emit(
          ir::Store{{*b.local_array(), {ir::int_const(std::int64_t(k))}, linear, Boundary::Unchecked, ir::kNoSite},
                    ir::cast(cx.code.f.arrays[*b.local_array()].elem, c.parts()[k])},
          span);
    return;
  }
  Value c = convert(cx, v, type_kept(b, v, b.type), span);
  // Components may be read by other ones (p = [p[1], p[0]]): those are computed before any is changed.
  for (std::size_t k = 0; c.parts().size() > 1 && k < c.parts().size(); ++k) {
    if (!reads_other(*c.parts()[k], b.vars(), k)) continue;
    const ir::VarId t = cx.code.temp("$t", c.parts()[k]->type);
    cx.code.emit(ir::Assign{t, c.parts()[k]}, span);
    c.parts()[k] = ir::var(cx.code.f, t);
  }
  for (std::size_t k = 0; k < c.parts().size(); ++k) {
    ir::ExprP p = c.parts()[k];
    auto* cast = std::get_if<ir::Cast>(&p->node);
    if (b.declared && !(cast && cast->to == *b.declared)) p = ir::cast(*b.declared, p);
    hold_narrow(cx.code.f, b, k);
    cx.code.emit(ir::Assign{b.vars()[k], with_span(p, span)}, span);
  }
  const ir::ExprP kind = number_kind_of(v);
  cx.kinds.note(b.key, ir::as_int(*kind).value_or(NumberKinds::kComputed));
  if (const ir::VarId mark = kind_mark(cx, b); mark != ir::kNoVar) cx.code.emit(ir::Assign{mark, kind}, span);
}

// A function inside a kernel or a loop, which sees the names around it, gives a name a value of its own: the one around
// it stays. Lambdas give those around them values.
static bool makes_own(const LowerContext& cx, const std::string& name) {
  const Frame& frame = cx.names.frame();
  return frame.outer && !frame.of_lambda && frame.function != cx.inlining.launched && !frame.names.count(name);
}

// A name that a kernel assigns before it reads it is its own, whatever stands outside. Where the assignment may not
// happen, it starts with the captured number.
static bool own_name(LowerContext& cx, const std::string& name, Span span) {
  if (makes_own(cx, name)) {
    if (cx.code.block != cx.names.frame().body)
      stop("R903", span, fmt::format("a function may give a '{}' of its own a value, or read the one around it", name),
           name);
    return true;
  }
  if (!cx.in_kernel || cx.names.in_call() || cx.names.frame().names.count(name) || cx.kernel.own_names.count(name))
    return false;
  cx.kernel.own_names.insert(name);
  const auto outside = cx.scope.type_of(name);
  const bool start =
      outside && (outside->is_number() || outside->kind == Type::Kind::Fixed) && cx.control.passed_by_or_repeated();
  if (!start) return true;
  (void)find(cx, name, span);
  return false;
}

// Whether numbers compute differently: a name that is an int here and a float there, or wider there.
static bool other_number(const Binding& b, const Value& v) {
  return v.type.is_number() && !b.declared && (b.type.elem != v.type.elem || b.type.complex != v.type.complex);
}

// A number or short array of another shape, or of other elements, under a name of these statements: from here on the
// name is another variable. Not where the statements may be passed by, or were left with the value before: what stands
// behind them would read either.
static bool takes_new_shape(const LowerContext& cx, const Binding& b, const std::string& name, const Value& v) {
  if (b.block != cx.code.block || b.jumps_before != cx.control.jumps_met || b.fixed_type) return false;
  if (b.alias())
    return is_lazy(*b.alias()) || b.alias()->type.is_number() || b.alias()->type.kind == Type::Kind::Fixed ||
           b.alias()->type.is_array();
  if (b.type.kind != v.type.kind) return true;
  if (b.type.is_number())  // lambdas that are made in the loop know the variable that was there
    return other_number(b, v) && cx.names.local_functions.empty() && !cx.kernel.outputs.count(name) &&
           !cx.records.fields.count(name);
  return v.type.kind == Type::Kind::Fixed && (b.type.dims != v.type.dims || !same_elements(b.type, v.type));
}

// As begins_as_array, of one that is a short array or a value of a fixed size outside: of other elements or extents, or
// the one where the other is outside.
static bool begins_as_value(const LowerContext& cx, const std::string& name, const Value& v) {
  if (cx.in_kernel || cx.names.in_call() || cx.names.frame().names.count(name) || cx.control.arm != 0 ||
      cx.types.outlived.count(name) || is_declared(cx.scope, name))
    return false;
  const auto outside = cx.scope.type_of(name);
  if (!outside || outside->kind != Type::Kind::Fixed || outside->boundary != Boundary::Default || outside->is_const)
    return false;
  const bool by_value = !(cx.short_names && cx.short_names->is_short_array(name));
  const bool same = outside->dims == v.type.dims && outside->complex == v.type.complex &&
                    join_elem(value_elem(outside->elem), v.type.elem) == v.type.elem && by_value == is_by_value(v);
  return !same && (!cx.scope.live_after(name) || cx.control.once_an_iteration());
}

// As begins_as_array, of numbers: one outside the loop that would make the name of a wider type, a float or an int
// under whose name every iteration begins with an int or a truth value, a complex number under whose name it begins
// with a real one: another variable, which only gives its last value to the name. Where an iteration may pass the
// assignment by and the name is read after the loop, it is the one outside.
static bool begins_anew(const LowerContext& cx, const std::string& name, const Value& v) {
  if (v.type.kind == Type::Kind::Fixed) return begins_as_array(cx, name, &v) || begins_as_value(cx, name, v);
  if (cx.in_kernel || cx.names.in_call() || cx.names.frame().names.count(name) || cx.control.arm != 0 ||
      !v.type.is_number())
    return false;
  if (cx.types.outlived.count(name)) return false;
  const auto outside = cx.scope.type_of(name);
  if (!outside || !outside->is_number() || is_declared(cx.scope, name)) return false;
  if (join_elem(value_elem(outside->elem), v.type.elem) == v.type.elem && (v.type.complex || !outside->complex))
    return false;
  return !cx.scope.live_after(name) || (cx.control.loops == 1 && !cx.control.jumps);
}

// Whether the variable converts what it is given to this type already.
static bool holds_as_declared(const Binding& b, const Type& declared) {
  const bool same = b.fixed_type && b.type.kind == declared.kind && b.type.dims == declared.dims &&
                    b.type.complex == declared.complex && b.type.elem == value_elem(declared.elem);
  Binding made;
  fix_type(made, declared);
  return same && b.declared == made.declared;
}

// Whether these statements are not inside those in which the variable was first assigned: that may not have happened.
static bool left_behind(const LowerContext& cx, const Binding& b) {
  return b.block >= 0 && b.block != cx.code.block && !cx.code.inside(b.block);
}

// As begins_anew, of a declaration: a name that has a value before the loop is another variable from there on. So is
// one that such a declaration in other statements made one of theirs.
static bool begins_declared(const LowerContext& cx, const std::string& name, const Type& declared) {
  if (cx.in_kernel || cx.names.in_call() || cx.types.outlived.count(name)) return false;
  const auto& names = cx.names.frame().names;
  if (const auto known = names.find(name); known != names.end())
    return known->second.anew && left_behind(cx, known->second);
  const auto outside = cx.scope.type_of(name);
  if (!outside || outside->kind != declared.kind || outside->dims != declared.dims ||
      outside->complex != declared.complex)
    return false;
  if (is_declared(cx.scope, name) && outside->elem == declared.elem) return false;
  return !cx.scope.live_after(name) || cx.control.once_an_iteration();
}

// Whether all that reads the name from here on reads what is declared here: of a name that the iteration, or the call,
// began with another declaration. What has none is converted by that of the iteration before.
static bool declared_again(const LowerContext& cx, const Binding& b, const std::string& name) {
  if (!cx.names.local_functions.empty() || cx.kernel.outputs.count(name) || cx.records.fields.count(name)) return false;
  if (b.jumps_before != cx.control.jumps_met) return false;
  if (cx.names.in_call() && cx.code.block == cx.names.frame().body) return true;
  if (cx.in_kernel && !cx.names.in_call() && !cx.control.passed_by_or_repeated()) return true;
  return b.block == cx.code.block && b.fixed_type;
}

// The type that a declaration gives the name for good; none: the value's.
static std::optional<Type> type_declared(LowerContext& cx, const std::optional<ast::TypeExpr>& type) {
  if (!type) return {};
  const Type t = own_type(cx, *type);
  return t.is_number() || t.kind == Type::Kind::Fixed ? std::optional(t) : std::nullopt;
}

// What has no declaration of its own, where a declaration elsewhere in the loop may have been met or not: the value is
// the same either way.
static void require_as_declared(const LowerContext& cx, const Binding& b, const std::string& name, const Value& v,
                                Span span) {
  if (cx.in_kernel || b.alias() || !b.fixed_type || !left_behind(cx, b)) return;
  const bool again = !cx.names.in_call() && cx.scope.live_after(name);
  const auto held = [&](const ir::ExprP& part) {
    if (!b.declared || !is_int(*b.declared)) return part->type == b.declared.value_or(b.type.elem);
    const auto range = ir::int_range(cx.code.f, *part);
    const ir::IntRange fits = ir::range_of(*b.declared);
    return range && range->lo >= fits.lo && range->hi <= fits.hi;
  };
  auto* scalars = v.get_if<Scalars>();
  if (!again && scalars && v.type.complex == b.type.complex &&
      std::all_of(scalars->parts.begin(), scalars->parts.end(), held))
    return;
  stop("R904", span, fmt::format("whether '{}' is declared here depends on what ran before", name), name);
}

// An array under a name that is declared, `m : mat'mirror = x`: the name has a boundary mode of its own.
static Value under_declared(LowerContext& cx, Value v, const Type& declared, Span span) {
  if (!declared.is_array()) stop("R901", span, fmt::format("{} is made of {}", cx.a_type(declared), cx.a_type(v.type)));
  if (declared.elem != v.type.elem || declared.complex != v.type.complex ||
      (declared.rank != 0 && declared.rank != v.type.rank))
    stop("R901", span, fmt::format("{} is made of {}: a copy of the array", cx.a_type(declared), cx.a_type(v.type)));
  v.type.boundary = declared.boundary;
  v.type.is_const = v.type.is_const || declared.is_const;
  return v;
}

void assign_name(LowerContext& cx, const std::string& name, Span span, Value v,
                 const std::optional<ast::TypeExpr>& type) {
  if (is_lazy(v)) return assign_lazy(cx, name, v, type, span);
  if (auto* record = v.get_if<RecordRef>()) return assign_record(cx, name, *record, span);
  const std::optional<Type> sure = type_declared(cx, type);  // of all that is assigned from here on
  const bool own = own_name(cx, name, span),
             anew = !own && (sure ? begins_declared(cx, name, *sure) : !type && begins_anew(cx, name, v));
  Binding* b = own || anew ? nullptr : find_to_assign(cx, name, span);
  if (b && b->outer) assigned_outside(cx, name, *b, span);
  if (b && b->loop_variable) error("Q0203", span, fmt::format("the loop variable '{}' may not be assigned", name));
  if (v.type.kind == Type::Kind::Void)
    error("Q0301", span, fmt::format("'{}' is assigned from a call that gives no value", name));
  if (v.type.kind == Type::Kind::Function) {
    // A function of each iteration is known by its name alone; one that outlasts it is a value.
    const bool outlasts = cx.control.conditional > 0 || cx.scope.type_of(name) || cx.scope.live_after(name);
    if (!cx.names.in_call() && !cx.in_kernel && outlasts)
      stop("R901", span, fmt::format("'{}' becomes a function in the loop", name), name);
    if (b && cx.control.conditional > 0)
      stop("R903", span, fmt::format("which function '{}' is depends on a condition", name), name);
    return name_again(cx, name, std::move(v), span);
  }
  if (v.type.is_array()) {
    if ((!cx.names.in_call() && !cx.in_kernel) || (b && !b->alias()))
      stop("R901", span, fmt::format("the array '{}' is assigned to '{}'", cx.code.f.arrays[v.array().id].name, name),
           name);
    if (type)
      v = under_declared(cx, v, resolve_type(*type, cx.options.scalar), span);
    else if (const auto mode = cx.names.frame().modes.find(name); mode != cx.names.frame().modes.end())
      v.type.boundary = mode->second;
    return name_again(cx, name, std::move(v), span);
  }
  if (auto* several = type ? v.get_if<ArraySelect>() : nullptr)
    for (Value& array : several->arrays)
      array = under_declared(cx, array, resolve_type(*type, cx.options.scalar), span);
  if ((cx.in_kernel || cx.names.in_call()) && (v.is<OuterPath>() || v.is<ArraySelect>()) && (!b || b->alias()))
    return name_again(cx, name, std::move(v), span);
  require_value(cx, v, span, "a value");
  // A boundary mode belongs to the name, and stays: x = 2*x of a parameter x : vec'mirror.
  if (!type && v.type.kind == Type::Kind::Fixed) {
    const auto known = cx.names.frame().names.find(name);
    const auto mode = cx.names.frame().modes.find(name);
    if (known != cx.names.frame().names.end())
      v.type.boundary = (known->second.alias() ? known->second.alias()->type : known->second.type).boundary;
    else if (mode != cx.names.frame().modes.end())
      v.type.boundary = mode->second;
  }
  std::optional<Type> declared;
  if (type) {
    declared = own_type(cx, *type);
    const auto fixed = fixed_for(*declared, v.type);  // of an array that has no size of its own, the value's
    if (!declared->known())
      declared.reset();
    else
      v = convert(cx, v, fixed.value_or(*declared), span);
    const bool narrow = fixed && (fixed->elem == Elem::F16 || (is_int(fixed->elem) && fixed->elem != Elem::I64));
    if (narrow)
      declared = fixed;
    else if (fixed)
      declared.reset();
  }
  const bool declares = b && sure && !b->alias() && !holds_as_declared(*b, *sure);
  if (declares && !declared_again(cx, *b, name))
    stop("R904", span, fmt::format("'{}' is declared as {} here, and has another value before", name, cx.a_type(*sure)),
         name);
  if (b && !type) require_as_declared(cx, *b, name, v, span);
  if (b && sure && !declares && left_behind(cx, *b)) b->block = cx.code.block;  // the same in another arm
  const bool was_anew = b && b->anew;
  if (declares || (b && takes_new_shape(cx, *b, name, v)) || (anew && cx.names.frame().names.count(name))) {
    ++cx.names.frame().versions[name];
    cx.names.frame().names.erase(name);
    b = nullptr;
  }
  if (!b) {
    Type t = declared.value_or(v.type);
    if (literal_of(v) && !declared) t.elem = cx.options.scalar;
    const bool keeps_kind = !declared && narrow_of(v) && cx.names.frame().assignments.keeps_elements(name);
    if (keeps_kind) t.elem = *narrow_of(v);
    b = &declare(cx, name, t, span);
    b->anew = anew || was_anew;
    if (keeps_kind) b->declared = narrow_of(v);
    if (declared) {
      fix_type(*b, *declared);
    }
  }
  if (b->alias()) {
    if (b->outer && b->alias()->type.is_array())
      stop("R901", span,
           fmt::format("'{0}' is an array outside the loop and is assigned as a whole in it; declared with a fixed "
                       "size ({0} : vec3 = ...) it is a variable of the loop",
                       name),
           name);
    if (b->outer)
      stop("R901", span,
           fmt::format("'{}' is {} outside the loop and is assigned a value in it; use another name", name,
                       cx.a_type(b->alias()->type)),
           name);
    stop("R904", span, fmt::format("the parameter '{}' changes its kind", name), name);
  }
  if (!cx.kernel.own_names.count(name) && !cx.names.in_call() &&
      std::find(cx.kernel.captured.begin(), cx.kernel.captured.end(), name) != cx.kernel.captured.end())
    error("Q0503", span, fmt::format("the kernel assigns to '{}', which it captured by value", name),
          "update it, as in 's += e', or make it an output of the kernel");
  if (cx.code.block == cx.names.frame().body) b->copied_argument = false;
  assign_bound(cx, *b, v, span);
  if (b->vars().size() == v.parts().size() && !is_float(b->type.elem))
    for (std::size_t k = 0; k < v.parts().size(); ++k)
      settle(cx, b->vars()[k], ir::cast(b->declared.value_or(b->type.elem), v.parts()[k]),
             cx.names.frame().assignments.once(name), b->key);
}

void assign_bound(LowerContext& cx, Binding& b, const Value& v, Span span) {
  if (!b.fixed_type) {
    cx.types.note_kind(b, v, cx.control.once_an_iteration());
    const auto ints = v.type.is_number() ? kept_ints(cx, v, b.type.elem) : std::nullopt;
    if (v.type.is_number()) cx.types.note_kept(b, ints ? Elem::I64 : v.type.elem, ints.value_or(ir::IntRange{}));
    cx.types.note(b.key, join(cx, cx.types.by_key.at(b.key), v, span));
    if (v.type.complex && !b.type.complex) return;  // the next pass knows
  }
  write_binding(cx, b, v, span);
}

// Whether a name that is declared so, b : vec = a, is another name of the short array and no converted copy.
static bool keeps_as(const LowerContext& cx, const std::optional<ast::TypeExpr>& written, const Binding* b) {
  if (!written || !b) return !written;
  const Type declared = resolve_type(*written, cx.options.scalar);
  if (!declared.is_array()) return false;
  const auto kept = fixed_for(declared, b->type);
  const Elem elem = b->declared && is_int(*b->declared) ? *b->declared : b->type.elem;
  return kept && kept->dims == b->type.dims && declared.elem == elem && declared.complex == b->type.complex;
}

// `b = a` of a short array makes b another name of it, as it does outside loops. That is a copy as far as anybody can
// tell where no element of either is assigned. What is declared with a fixed size is copied, and so is everything in
// kernels.
static bool share_fixed(LowerContext& cx, const std::string& name, Binding* b, Span span) {
  if (cx.in_kernel || !b) return false;
  const bool both_kinds = cx.types.of_both_kinds.count(b->key) > 0;
  if (copies(*b) && !both_kinds) return false;
  const auto& names = cx.names.frame().names;
  const auto source = std::find_if(names.begin(), names.end(), [&](const auto& n) { return &n.second == b; });
  if (source == names.end() || source->first == name) return false;
  const std::string& first = source->first;
  const Assignments& found = cx.names.frame().assignments;
  if (both_kinds && (found.writes_into(name) || found.writes_into(first)))
    stop("R904", span,
         fmt::format("'{}' is a value of a fixed size in one place and an array in another; copy({}) is another array",
                     first, first),
         name);
  if (both_kinds) return false;
  const auto assigned = [&](const std::string& n) { return found.whole.count(n) ? found.whole.at(n) : 0; };
  if (!find(cx, name, span) && assigned(name) == 1 && assigned(first) <= 1) {
    if (!cx.names.in_call() && cx.control.conditional > 0 && cx.scope.live_after(name))
      stop("R904", span, fmt::format("'{}' may be '{}' after the loop", name, first), name);
    b->shared = true;
    cx.names.frame().names.emplace(name, *b);
    return true;
  }
  const std::string key = of_all_versions(b->key);
  // Nobody else has a name for it: functions that are made in the loop use names where no statement shows it.
  const bool own = !b->shared && !b->copied_argument && key == cx.names.frame().key + first &&
                   !cx.aliases.copied.count(key) && cx.names.local_functions.empty();
  if (own && found.moves.count(place_of(span))) return false;
  if (found.writes_into(name) || found.writes_into(first))
    stop("R904", span,
         fmt::format("'{}' and '{}' are one array from here on, and elements are assigned; copy({}) makes another one",
                     name, first, first),
         name);
  for (const std::string& either : {cx.names.frame().key + name, key})
    cx.types.changed |= cx.aliases.copied.insert(either).second;  // calls before may write to them too
  return false;
}

// `a = c ? v : w` makes a another name of the one that is chosen, which a copy is where no element of the three is
// assigned.
static void keep_phi_unwritten(LowerContext& cx, const std::string& name, const Value& v, Span span) {
  if (cx.in_kernel || one_of(v).empty()) return;
  const Assignments& found = cx.names.frame().assignments;
  cx.types.changed |= cx.aliases.copied.insert(cx.names.frame().key + name).second;
  for (const std::string& from : one_of(v)) {
    if (holds_items(cx.scope.type_of(from)) && !cx.names.in_call() && cx.scope.live_after(name))
      stop("R904", span, fmt::format("'{}' may be an item of '{}' after the loop", name, from), name);
    if (found.writes_into(name) || found.writes_into(from))
      stop("R904", span,
           fmt::format("'{}' may be '{}' from here on, and elements are assigned; copy({}) makes another array", name,
                       from, from),
           name);
    if (holds_items(cx.scope.type_of(from))) continue;
    if (const Binding* b = find(cx, from, span))
      cx.types.changed |= cx.aliases.copied.insert(of_all_versions(b->key)).second;
  }
}

// Of a value of a fixed size, which whoever is not the variable's own function has a copy of, as of a number.
static void assigns_element_of(LowerContext& cx, const Binding& b, const std::string& name, Span span) {
  const bool captured_by_kernel = !cx.names.in_call() && std::find(cx.kernel.captured.begin(), cx.kernel.captured.end(),
                                                                   name) != cx.kernel.captured.end();
  if (captured_by_kernel)
    error("Q0503", span, fmt::format("the kernel assigns to an element of '{}', which it captured by value", name),
          fmt::format("an array is captured by reference, {} = [..]; or make it an output of the kernel", name));
  if (b.outer && !cx.names.frame().of_lambda && !cx.names.frame().names.count(name))
    stop("R904", span, fmt::format("an element of '{}' is assigned in a function that has a copy of it", name), name);
  if (b.outer) assigned_outside(cx, name, b, span);
}

void assign_element(LowerContext& cx, const ast::Index& place, const ast::Assign& a, Span span) {
  const Span at = place.base->span;
  if (Binding* b = assigned_fixed(cx, *place.base, at)) {
    if (auto* n = std::get_if<ast::Name>(&place.base->node); n && b->by_value) assigns_element_of(cx, *b, n->name, at);
    const std::vector<Value> indices = index_values(cx, place.indices, fixed_extents(b->type));
    if (indices.size() == 1 && is_mask_of(indices[0], *b)) return assign_masked(cx, place, indices[0], a, span);
    if (auto s = selection(cx, b->type.rank, indices, span)) return assign_selection(cx, place, *b, *s, a, span);
    const Operand o = a.op == AssignOp::Set ? Operand{expr(cx, *a.value), {}} : operand(cx, *a.value);
    Binding* now = assigned_fixed(cx, *place.base, at);  // what the value needed may have moved it
    return assign_component(cx, now ? *now : *b, indices, a.op, o, span);
  }
  if (assign_in_records(cx, place, a, span)) return;
  const Value array = expr(cx, *place.base);
  if (auto* arrays = array.get_if<ArraySelect>()) return assign_in_phi(cx, *arrays, place, a, span);
  if (local_array_of(array) && assign_own(cx, place, array, a, span)) return;
  if (array.type.is_number())
    error("Q0301", span, "a number is indexed", "only arrays and fixed-size values have elements");
  if (!array.type.is_array()) {
    require_value(cx, array, span, "an array");
    if (!one_of(array).empty()) stop("R904", span, "an element of an item of a cell is assigned");
    if (!cx.in_kernel) stop("R904", span, "an element of what a function has captured is assigned");
    error("Q0203", span, "only elements of a variable can be assigned to");
  }
  Span whole = at;
  whole.end = std::max(whole.end, place.indices.back()->span.end + 1);
  if (SliceLoop(cx).assign(place, array, a, span)) return;
  const std::vector<Value> indices = index_values(cx, place.indices, array_extents(cx, array));
  if (auto s = selection(cx, rank_of(array), indices, whole)) return assign_selection(cx, array, *s, a, span);
  const ir::Access access = access_values(cx, array, indices, whole, true);
  if (a.op == AssignOp::Set) {
    auto* c = std::get_if<ast::Call>(&a.value->node);
    store(cx, array, access, c ? call(cx, *c, a.value->span, true) : expr(cx, *a.value), span);
    return;
  }
  update_element(cx, array, access, a.op, operand(cx, *a.value), span);
}

static bool is_mask_of(const Value& index, const Binding& b) {
  const Type& t = index.type;
  return t.kind == Type::Kind::Fixed && t.elem == Elem::Bool && count_of(t.dims) == count_of(b.type.dims);
}

// v[v < 0] = e of a fixed-size variable: each component under its condition.
static void assign_masked(LowerContext& cx, const ast::Index& place, const Value& mask, const ast::Assign& a,
                          Span span) {
  const Value chosen = cx.code.kept(mask, span);
  Value v = expr(cx, *a.value);
  if (!v.type.is_number()) stop("R901", span, "an array is indexed by a mask, and assigned several elements");
  for (ir::ExprP& p : v.parts()) p = cx.code.keep("$value", p, span);  // which may be a component
  for (std::size_t k = 0; k < components(chosen); ++k) {
    Binding* b = assigned_fixed(cx, *place.base, place.base->span);
    ir::Block then = collect_arm(cx, [&] {
      assign_component(cx, *b, {one_number(ir::int_const(std::int64_t(k)))}, a.op, Operand{v, {}}, span);
    });
    cx.code.emit(ir::If{chosen.parts()[k], std::move(then), {}}, span);
  }
}

void assign_component(LowerContext& cx, Binding& b, const std::vector<Value>& indices, AssignOp op, const Operand& o,
                      Span span) {
  require_own(cx, b, of_all_versions(b.key).substr(b.key.rfind('/') + 1), span);
  const auto k = b.local_array() ? std::nullopt : fixed_index(cx, b.type, indices, span);
  const bool chosen = !k && b.type.complex;  // complex values are not kept in memory
  if (!k && !b.local_array() && !chosen) return keep_in_memory(cx, b, span);
  const std::size_t at_component = std::size_t(k.value_or(0));
  std::optional<ir::Access> local;
  if (b.local_array()) local = local_access(cx, b, "", indices, span);
  const Value v = op == AssignOp::Set ? o.value
                                      : combine(cx, op,
                                                local    ? one_number(ir::load(cx.code.f, *local))
                                                : chosen ? select_component(cx, read_binding(cx, b), indices, span)
                                                         : component(read_binding(cx, b), at_component),
                                                o, span);
  require_value(cx, v, span, "a number");
  if (!v.type.is_number()) error("Q0301", span, fmt::format("a component cannot hold {}", cx.a_type(v.type)));
  note_element(cx, b, v, span);
  if (local) {
    if (v.type.complex) stop("R904", span, "complex values with computed indices are not compiled yet");
    const Elem held = cx.code.f.arrays[*b.local_array()].elem;  // of sized integers: what a float saturates to at once
    cx.code.emit(ir::Store{*local, ir::cast(held, part(v, 0, is_float(v.type.elem) ? held : value_elem(b.type.elem)))},
                 span);
    return;
  }
  const Type element = type_kept(b, v, Type::number(b.type.elem, b.type.complex));
  if (v.type.complex && !element.complex) return;  // the next pass knows
  const std::size_t width = b.type.complex ? 2 : 1;
  Value c = convert(cx, v, element, span);
  if (width == 2 && reads_other(*c.parts()[1], b.vars(),
                                b.vars().size())) {  // both parts are computed before one is written: v[k] *= w
    const ir::VarId imaginary = cx.code.temp("$t", c.parts()[1]->type);
    cx.code.emit(ir::Assign{imaginary, c.parts()[1]}, span);
    c.parts()[1] = ir::var(cx.code.f, imaginary);
  }
  for (std::size_t k = 0; k < b.vars().size(); ++k) hold_narrow(cx.code.f, b, k);
  const ir::VarId place = chosen ? component_place(cx, b.type, indices, span) : ir::kNoVar;
  for (std::size_t p = 0; p < width; ++p) {
    const ir::ExprP e = b.declared ? ir::cast(*b.declared, c.parts()[p]) : c.parts()[p];
    if (!chosen) {
      cx.code.emit(ir::Assign{b.vars()[at_component * width + p], e}, span);
      continue;
    }
    const ir::VarId value = cx.code.temp("value", cx.code.f.vars[b.vars()[0]].type);
    cx.code.emit(ir::Assign{value, e}, span);
    for (std::size_t at = 0; at * width < b.vars().size(); ++at) {
      const ir::VarId v = b.vars()[at * width + p];
      const ir::ExprP here = ir::binary(ir::BinaryOp::Eq, ir::var(cx.code.f, place), ir::int_const(std::int64_t(at)));
      cx.code.emit(ir::Assign{v, ir::select(here, ir::var(cx.code.f, value), ir::var(cx.code.f, v))}, span);
    }
  }
}

// x[i] /= e and the like: computed from what was seen, and again where another thread was faster.
static void update_alone(LowerContext& cx, const Value& array, const ir::Access& access, AssignOp op, const Operand& o,
                         Span span) {
  const Elem type = value_elem(array.type.elem);
  const ir::VarId seen = cx.code.temp("seen", type), found = cx.code.temp("found", type);
  const Value operand = cx.code.kept(o.value, span);
  cx.code.emit(ir::Atomic{seen, ir::AtomicOp::Add, access, neutral(AssignOp::Add, type, span), nullptr, false},
               span);  // reads it
  ir::Block body = cx.code.collect([&] {
    const Value next = convert(cx, combine(cx, op, one_number(ir::var(cx.code.f, seen)), Operand{operand, {}}, span),
                               Type::number(array.type.elem), span);
    cx.code.emit(ir::Atomic{found, ir::AtomicOp::Cas, access, next.parts()[0], ir::var(cx.code.f, seen), false}, span);
    const ir::ExprP same = ir::binary(ir::BinaryOp::Eq, ir::var(cx.code.f, seen), ir::var(cx.code.f, found));
    const ir::ExprP nan = ir::binary(ir::BinaryOp::Ne, ir::var(cx.code.f, seen),
                                     ir::var(cx.code.f, seen));  // is never equal to what it is compared with
    ir::Block leave;
    leave.push_back({ir::Break{}, span});
    cx.code.emit(ir::If{ir::binary(ir::BinaryOp::Or, same, nan), std::move(leave), {}}, span);
    cx.code.emit(ir::Assign{seen, ir::var(cx.code.f, found)}, span);
  });
  cx.code.emit(ir::While{ir::bool_const(true), std::move(body)}, span);
}

void update_element(LowerContext& cx, const Value& array, const ir::Access& access, AssignOp op, const Operand& o,
                    Span span) {
  if (!cx.in_kernel || cx.code.f.arrays[array.array().id].space == ir::Space::Local) {
    store(cx, array, access, combine(cx, op, load(cx, array, access, span), o, span), span);
    return;
  }
  refuse_converted(cx, array, span);
  if (array.type.is_const) error("Q0203", span, fmt::format("'{}' is 'const", cx.code.f.arrays[array.array().id].name));
  if (o.value.type.complex && !array.type.complex)
    error("Q0301", span, "a complex number does not fit into a real element", "use real(x) or abs(x)");
  const auto atomic = atomic_op(op);
  const bool sum = op == AssignOp::Add || op == AssignOp::Sub;
  ++cx.effects.stores;
  if (array.type.complex && sum) {  // each part is a step of its own
    const Value v = cx.code.kept(convert(cx, o.value, Type::number(value_elem(array.type.elem), true), span), span);
    for (int k = 0; k < 2; ++k)
      cx.code.emit(ir::Atomic{{}, *atomic, complex_part(cx, access, k == 1), v.parts()[std::size_t(k)], nullptr, false},
                   span);
    return;
  }
  if (array.type.complex)
    return store(cx, array, access, combine(cx, op, load(cx, array, access, span), o, span), span);
  // One step does what is computed in the element's own type. Else the result is converted, not what it is computed
  // from.
  const Elem own = value_elem(array.type.elem);
  const bool bits_of_float = is_float(own) && op >= AssignOp::And && op <= AssignOp::Xor;
  if (!atomic || bits_of_float || join_elem(own, o.value.type.elem) != own)
    return update_alone(cx, array, access, op, o, span);
  const bool product = sum && o.factors && o.value.type.elem == own;
  cx.code.emit(ir::Atomic{{}, *atomic, access, number(cx, o.value, own, span), nullptr, false, product}, span);
}

void store(LowerContext& cx, const Value& array, const ir::Access& access, const Value& v, Span span) {
  const std::string& name = cx.code.f.arrays[array.array().id].name;
  refuse_converted(cx, array, span);
  if (array.type.is_const) error("Q0203", span, fmt::format("'{}' is 'const and cannot be written", name));
  require_value(cx, v, span, "a number");
  if (v.type.kind == Type::Kind::Fixed && components(v) == 1) return store(cx, array, access, component(v, 0), span);
  if (!v.type.is_number()) stop("R901", span, fmt::format("several elements of '{}' are assigned at once", name), name);
  if (v.type.complex && !array.type.complex)
    error("Q0301", span, fmt::format("a complex number does not fit into an element of '{}'", name),
          "use real(x) or abs(x)");
  ++cx.effects.stores;
  cx.effects.stored.insert(array.array().id);
  const Elem elem = array.type.elem;
  require_one_way_to_store(cx, v, elem, span);
  if (!array.type.complex) {
    const Elem value_type = value_elem(elem);
    const auto literal = literal_of(v);
    ir::ExprP e = literal && is_float(value_type) ? ir::float_const(*literal, value_type) : v.parts()[0];
    cx.code.emit(ir::Store{access, with_span(ir::cast(elem, e), span)}, span);
    return;
  }
  const Value c = convert(cx, v, Type::number(elem, true), span);
  // Both parts are computed before the first is written: z[i] = z[i]*w reads both.
  ir::ExprP parts[2] = {c.parts()[0], c.parts()[1]};
  bool reads = false;
  ir::for_each_expr(*parts[1], [&](const ir::Expr& e) {
    auto* l = std::get_if<ir::Load>(&e.node);
    reads |= l && l->access.array == access.array &&
             !ir::equal(*std::make_shared<const ir::Expr>(e), *ir::load(cx.code.f, complex_part(cx, access, true)));
  });
  if (reads) {
    const ir::VarId t = cx.code.temp("$t", parts[1]->type);
    cx.code.emit(ir::Assign{t, parts[1]}, span);
    parts[1] = ir::var(cx.code.f, t);
  }
  for (int k = 0; k < 2; ++k) cx.code.emit(ir::Store{complex_part(cx, access, k == 1), ir::cast(elem, parts[k])}, span);
}

}  // namespace qc::lowering
