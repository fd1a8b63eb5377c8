// Assignments of the host program: to names, elements and fields, one or several at once.
#include "host/eval/interface/assign.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "ast/array_name.h"
#include "host/access/append_rows.h"
#include "host/access/cells.h"
#include "host/access/element_access.h"
#include "host/access/indexing.h"
#include "host/arrays/arith.h"
#include "host/builtins/builtins.h"
#include "host/eval/interface/call.h"
#include "host/eval/interface/deferred_arrays.h"
#include "host/eval/interface/expr.h"
#include "host/eval/interface/names.h"
#include "host/eval/interface/stmt.h"
#include "host/eval/interface/types.h"
#include "host/eval/state/eval_context.h"
#include "sema/types_of_builtins.h"
#include "value/cell_row.h"
#include "value/counted_range.h"
#include "value/field_help.h"

namespace qc::host {

namespace {

ast::BinaryOp binary_of(ast::AssignOp op) {
  switch (op) {
    case ast::AssignOp::Add:
      return ast::BinaryOp::Add;
    case ast::AssignOp::Sub:
      return ast::BinaryOp::Sub;
    case ast::AssignOp::Mul:
      return ast::BinaryOp::Mul;
    case ast::AssignOp::Div:
      return ast::BinaryOp::Div;
    case ast::AssignOp::Pow:
      return ast::BinaryOp::Pow;
    case ast::AssignOp::ElemMul:
      return ast::BinaryOp::ElemMul;
    case ast::AssignOp::ElemDiv:
      return ast::BinaryOp::ElemDiv;
    default:
      return ast::BinaryOp::ElemPow;
  }
}

const char* function_of(ast::AssignOp op) {
  switch (op) {
    case ast::AssignOp::And:
      return "and";
    case ast::AssignOp::Or:
      return "or";
    case ast::AssignOp::Xor:
      return "xor";
    case ast::AssignOp::Max:
      return "max";
    case ast::AssignOp::Min:
      return "min";
    default:
      return nullptr;
  }
}

}  // namespace

// ---- one place --------------------------------------------------------------------------------------------------

static void store_field(EvalContext& cx, const ast::Field& f, const Value& base, Value v, Span span,
                        const EnvironmentP& env);

// A number that is assigned to a variable of a declared number type is converted, and so are the elements of an array
// that is assigned to one of a declared size; anything else ends the declaration.
static Value as_declared(EvalContext& cx, const std::string& name, Value v, const EnvironmentP& env) {
  const HostType* const declared = env->declared.find(name);
  if (!declared) return v;
  const Type& type = declared->type;
  if (auto* p = std::get_if<Pending>(&v.v)) {
    if (p->type == type.elem && !type.complex) return v;  // not waited for
    v = Value(host::resolve(*p));
  }
  auto* n = std::get_if<Number>(&v.v);
  auto* a = std::get_if<ArrayP>(&v.v);
  if (n && type.is_number() && (!n->complex || type.complex)) return convert(cx, v, *declared, {}, {"", name});
  if (a && type.kind == Type::Kind::Fixed && (*a)->dims == type.dims && (!(*a)->complex || type.complex))
    return convert(cx, v, *declared, {}, {"", name});
  env->declared.erase(name);
  return v;
}

// Whether variables of the type convert what they are given later.
static bool stays_declared(const Type& t) { return t.is_number() || t.kind == Type::Kind::Fixed; }

void declare_name(const std::string& name, const HostType& type, Environment& env) {
  if (stays_declared(type.type))
    env.declared.set(name, std::make_shared<const HostType>(type));
  else
    env.declared.erase(name);
}

// The output of that name which is declared with a boundary mode or `'const`; null: none.
static const ast::TypeExpr* output_with_mode(const std::string& name, const Environment& env) {
  if (!env.outputs) return nullptr;
  for (const ast::Parameter& o : *env.outputs)
    if (o.name == name && o.type && !o.type->modifiers.empty()) return &*o.type;
  return nullptr;
}

// A boundary mode belongs to the variable: a new value without a type takes the mode of the name, unless `own_mode` is
// kept. Whose variable a lambda assigns to that has none of the name itself; null: it makes one.
static EnvironmentP around_lambda(const std::string& name, const EnvironmentP& env) {
  if (!env->assigns_outside || env->variables.count(name)) return nullptr;
  EnvironmentP e = env->outer;
  while (e && !e->variables.count(name)) e = e->outer;
  return e;
}

void assign_name(EvalContext& cx, const std::string& name, Value v, const EnvironmentP& env, bool own_mode) {
  if (name == "_") return;
  if (const EnvironmentP around = own_mode ? nullptr : around_lambda(name, env))
    return assign_name(cx, name, std::move(v), around, false);
  if (!own_mode && !env->declared.empty()) v = as_declared(cx, name, std::move(v), env);
  v = own_copy(std::move(v));
  Value& place = env->variables[name];
  if (auto* a = std::get_if<ArrayP>(&v.v); a && !own_mode) {
    auto* old = std::get_if<ArrayP>(&place.v);
    const ast::TypeExpr* output = old ? nullptr : output_with_mode(name, *env);
    const Boundary mode = old ? (*old)->boundary : output ? resolve(cx, *output, env).type.boundary : Boundary::Default;
    if ((*a)->boundary != mode) {
      auto view = std::make_shared<Array>(**a);
      view->boundary = mode;
      v = Value(view);
    }
  }
  place = std::move(v);
}

void assign_target(EvalContext& cx, const ast::Target& t, Value v, const EnvironmentP& env) {
  auto* n = std::get_if<ast::Name>(&t.place->node);
  if (t.type) {
    const HostType type = resolve(cx, *t.type, env);
    v = convert(cx, v, type, t.place->span, {"the value"});
    if (n) declare_name(n->name, type, *env);
  }
  if (n) return assign_name(cx, n->name, std::move(v), env, t.type.has_value());
  assign_place(cx, *t.place, std::move(v), env);
}

void assign_place(EvalContext& cx, const ast::Expr& place, Value v, const EnvironmentP& env) {
  if (auto* n = std::get_if<ast::Name>(&place.node)) return assign_name(cx, n->name, std::move(v), env, false);
  if (auto* i = std::get_if<ast::Index>(&place.node)) {
    const Value base = eval(cx, *i->base, env);
    return store_index(cx, *i, base, eval_indices(cx, i->indices, env), v, place.span, env);
  }
  if (auto* f = std::get_if<ast::Field>(&place.node)) {
    auto* record = std::get_if<ast::Name>(&f->base->node);
    if (record && !env->find(record->name) && !cx.is_function(record->name) && record->name != "this")
      fail("Q0201", f->base->span, fmt::format("'{}' is not defined", record->name),
           fmt::format("{} = object() makes a record, to which fields may be added", record->name));
    return store_field(cx, *f, eval(cx, *f->base, env), std::move(v), place.span, env);
  }
  fail("Q0203", place.span, "this cannot be assigned to");
}

// A number into one element. False: it is not that, or more has to be looked at.
static bool store_element(Array& a, const std::vector<Value>& indices, const Value& v, bool of_variable) {
  auto* n = std::get_if<Number>(&v.v);
  if (!n || a.is_const || (n->complex && !a.complex) || (a.fixed && !of_variable)) return false;
  const auto at = one_element(a.dims, indices);
  if (at) set_element(a, a.buffer->host_write(), *at, *n);
  return at.has_value();
}

void store_index(EvalContext& cx, const ast::Index& i, const Value& base, const std::vector<Value>& indices,
                 const Value& v, Span span, const EnvironmentP& env) {
  auto* n = std::get_if<ast::Name>(&i.base->node);
  if (auto* cell = std::get_if<std::shared_ptr<Cell>>(&base.v)) {
    const std::string name = n ? n->name : "the cell";
    const bool converts = (*cell)->holds && !std::holds_alternative<std::shared_ptr<Cell>>(v.v);
    return write_cell(**cell, indices, converts ? convert(cx, v, *(*cell)->holds, span, {"an item of ", name}) : v,
                      name, span);
  }
  if (auto* key = key_of(base, indices)) return store_field(cx, ast::Field{i.base, *key}, base, v, span, env);
  if (std::holds_alternative<std::string>(base.v))
    fail("Q0301", span, "the characters of a string cannot be assigned",
         "put a new one together: s[0..2] + \"x\" + s[4..9]");
  auto* a = std::get_if<ArrayP>(&base.v);
  if (!a)
    fail("Q0301", span, fmt::format("{} cannot be indexed", a_type(host_type_name(host_type_of(base), cx.scalar()))));
  if (store_element(**a, indices, v, n != nullptr)) return;
  std::vector<Span> spans;
  for (const auto& x : i.indices) spans.push_back(x->span);
  if (!(*a)->fixed || n) return write_indexed(**a, indices, v, ast::array_name(*i.base), span, spans);
  const Value whole = own_copy(base);  // p.x[0] = 1 of a fixed-size field: a value that is put back
  write_indexed(*std::get<ArrayP>(whole.v), indices, v, ast::array_name(*i.base), span, spans);
  assign_place(cx, *i.base, whole, env);
}

static bool field_declared(const ast::TypeDef& t, const std::string& name) {
  return std::any_of(t.fields.begin(), t.fields.end(), [&](const ast::ClassField& f) { return f.name == name; });
}

static void store_field(EvalContext& cx, const ast::Field& f, const Value& base, Value v, Span span,
                        const EnvironmentP& env) {
  auto* r = std::get_if<std::shared_ptr<Record>>(&base.v);
  if (!r) fail("Q0301", span, fmt::format("{} has no fields", a_type(host_type_name(host_type_of(base), cx.scalar()))));
  std::shared_ptr<Record> record = *r;
  if (record->is_value) record = std::make_shared<Record>(*record);
  Value* field = record->find(f.name);
  const ast::TypeDef* made_by = record->type ? record->type->definition : nullptr;
  if (made_by && (field_declared(*made_by, f.name) || !made_by->is_dynamic)) {
    std::vector<std::string> names;
    for (const auto& [name, unused] : record->fields) names.push_back(name);
    if (!field)
      fail("Q0201", span, fmt::format("'{}' has no field '{}'", record->type_name, f.name), which_field(f.name, names));
    v = convert(cx, v, field_type(cx, *record->type, f.name), span, {"the field ", f.name});
  }
  v = own_copy(std::move(v));
  if (field)
    *field = std::move(v);
  else
    record->fields.emplace_back(f.name, std::move(v));
  if (record->is_value) assign_place(cx, *f.base, Value(record), env);
}

// ---- compound assignments ---------------------------------------------------------------------------------------

// The exponent of p ^= 2: of ints such a power is an int.
static std::optional<std::int64_t> literal_exponent(const ast::Assign& a) {
  auto* exponent =
      a.op == ast::AssignOp::Pow || a.op == ast::AssignOp::ElemPow ? std::get_if<ast::IntLit>(&a.value->node) : nullptr;
  return exponent && exponent->value >= 0 ? std::optional(exponent->value) : std::nullopt;
}

static Value compound_value(EvalContext& cx, const ast::Assign& a, const Value& old, Span span,
                            const EnvironmentP& env) {
  if (const auto exponent = literal_exponent(a)) return defer_literal_power(cx, old, *exponent, span);
  return compound_value(cx, a.op, old, eval_partial(cx, *a.value, env), span, env);
}

Value compound_value(EvalContext& cx, ast::AssignOp op, const Value& old, Partial right, Span span,
                     const EnvironmentP& env) {
  if (const char* name = function_of(op)) {
    Arguments arguments{{cx.arrays.compute(old), cx.arrays.compute(finish(cx, std::move(right), span))}, {}};
    return call_builtin(cx, name, meaning(cx, name), arguments, span, env, 1)->at(0);
  }
  return finish(cx, combine(cx, binary_of(op), Partial{old, false, {}, {}}, std::move(right), span), span);
}

Value compound_part(EvalContext& cx, const ast::Assign& a, const Value& old, Span span, const EnvironmentP& env) {
  if (const auto exponent = literal_exponent(a)) return defer_literal_power(cx, old, *exponent, span);
  Partial right = eval_partial(cx, *a.value, env);
  const Value& shaped = right.is_product && !holds_array(right.a) ? right.b : right.is_product ? right.a : right.value;
  const bool of_matrices = a.op == ast::AssignOp::Mul || a.op == ast::AssignOp::Div || a.op == ast::AssignOp::Pow;
  const Value as_right =
      !of_matrices && holds_array(old) && holds_array(shaped) ? laid_out_as(old, dims_of(shaped)) : old;
  return compound_value(cx, a.op, as_right, std::move(right), span, env);
}

static void assign_compound(EvalContext& cx, const ast::Assign& a, Span span, const EnvironmentP& env) {
  const ast::Expr& place = *a.targets[0].place;
  if (auto* i = std::get_if<ast::Index>(&place.node)) {
    const Value base = eval(cx, *i->base, env);
    const std::vector<Value> written = eval_slice(cx, i->indices, env);
    if (update_slice(cx, a, *i, base, written, span, env)) return;
    const std::vector<Value> indices = with_arrays(cx, up_to_first_outside(written, base), place.span);
    return store_index(
        cx, *i, base, indices,
        cx.arrays.compute(compound_part(cx, a, read_index(cx, *i, base, indices, place.span), span, env)), place.span,
        env);
  }
  if (auto* f = std::get_if<ast::Field>(&place.node)) {
    const Value base = eval(cx, *f->base, env);
    return store_field(cx, *f, base,
                       cx.arrays.compute(compound_value(cx, a, read_field(cx, *f, base, place.span), span, env)),
                       place.span, env);
  }
  auto* n = std::get_if<ast::Name>(&place.node);
  if (!n) fail("Q0203", place.span, "this cannot be assigned to");
  if (!env->find(n->name)) eval_name(cx, n->name, place.span, env);  // throws
  const Value old = eval(cx, place, env);
  Value value = compound_value(cx, a, old, span, env);
  // p += q on a whole array writes into it: another name for it sees the change
  auto* was = std::get_if<ArrayP>(&old.v);
  if (auto* e = std::get_if<ArrayExprP>(&value.v); e && was && add_in_place(cx, *e, *was)) return;
  value = cx.arrays.compute(value);
  auto* now = std::get_if<ArrayP>(&value.v);
  const bool fits = was && now && ((*was)->elem == (*now)->elem || (is_int((*was)->elem) && is_int((*now)->elem))) &&
                    (*was)->complex == (*now)->complex;
  if (fits && (*was)->dims == (*now)->dims && !(*was)->fixed && !(*was)->is_const) {
    runtime::Buffer& from = *(*now)->buffer;
    runtime::Buffer& to = *(*was)->buffer;
    if ((*was)->elem == (*now)->elem && &to != &from && to.bytes() == from.bytes()) {
      std::memcpy(to.host_overwrite(), from.host_read(), to.bytes());
      return;
    }
    return write_indexed(**was, std::vector<Value>((*was)->dims.size()), value, n->name, span, {});
  }
  if (was && now && (*was)->fixed && !(*now)->fixed &&
      (*was)->dims == (*now)->dims) {  // p += [1,0,0] of a vec3, which stays one
    auto kept = std::make_shared<Array>(**now);
    kept->fixed = true;
    value = Value(kept);
  }
  assign_name(cx, n->name, value, env, false);
}

// ---- several targets --------------------------------------------------------------------------------------------

namespace {

// The parts of one value for several names: items of a cell, elements of a vec, rows of a mat with as many rows.
std::vector<Value> taken_apart(const Value& v, std::size_t n, Span span) {
  std::vector<Value> out;
  if (auto* c = std::get_if<std::shared_ptr<Cell>>(&v.v)) {
    for (std::size_t k = 0; k < n && k < (*c)->items.size(); ++k) out.push_back((*c)->items[k]);
    return out;
  }
  auto* a = std::get_if<ArrayP>(&v.v);
  if (!a) return out;
  const bool rows = (*a)->dims.size() > 1 && (*a)->dims[0] == std::int64_t(n),
             line = (*a)->dims.size() == 1 || (*a)->count() == (*a)->dims[0] || (*a)->count() == (*a)->dims.back();
  if (!rows && !line)
    fail("Q0204", span,
         fmt::format("{} cannot be given to {} names",
                     a_type(fmt::format("{} x {} array", (*a)->dims[0],
                                        (*a)->count() / std::max<std::int64_t>((*a)->dims[0], 1))),
                     n),
         "an array of as many rows gives its rows, a row or column its elements");
  const void* data = (*a)->buffer->host_read();
  for (std::size_t k = 0; k < n && (rows || std::int64_t(k) < (*a)->count()); ++k) {
    if (!rows) {
      out.push_back(Value(get_element(**a, data, std::int64_t(k))));
      continue;
    }
    std::vector<Value> indices((*a)->dims.size());
    indices[0] = Value(Number::integer(std::int64_t(k)));
    out.push_back(read_indexed(**a, indices, "the array", span, {}));
  }
  return out;
}

}  // namespace

static std::vector<Value> values_for(EvalContext& cx, const ast::Assign& a, Span span, const EnvironmentP& env) {
  const std::size_t n = a.targets.size();
  if (auto* l = std::get_if<ast::ArrayLit>(&a.value->node); l && l->elements.size() == n) {  // [a, b] = [b, a]
    std::vector<Value> values;
    for (const auto& x : l->elements) values.push_back(eval(cx, *x, env));
    return values;
  }
  auto* call = std::get_if<ast::Call>(&a.value->node);
  std::vector<Value> values =
      call ? eval_call(cx, *call, a.value->span, env, int(n)) : std::vector<Value>{eval(cx, *a.value, env)};
  return as_many(cx, std::move(values), *a.value, n, span);
}

std::vector<Value> as_many(EvalContext& cx, std::vector<Value> values, const ast::Expr& from, std::size_t n,
                           Span span) {
  for (Value& v : values) v = cx.arrays.compute(v);
  if (values.size() >= n) return values;
  auto* call = std::get_if<ast::Call>(&from.node);
  if (values.size() == 1) {
    std::vector<Value> parts = taken_apart(values[0], n, span);
    auto* name = call ? std::get_if<ast::Name>(&call->callee->node) : nullptr;
    if (name && name->name == "size")
      while (parts.size() < n) parts.push_back(Value(Number::integer(1)));  // [rows, columns, channels] of a mat
    if (parts.size() >= n) return parts;
    if (!call && parts.empty()) fail("Q0204", span, fmt::format("one value cannot be given to {} names", n));
    if (!call || parts.size() > 1)
      fail("Q0204", span,
           fmt::format("a value of {} part{} cannot be given to {} names", parts.size(), parts.size() == 1 ? "" : "s",
                       n));
  }
  fail("Q0204", span,
       fmt::format("the call gives {} value{}, not {}", values.size(), values.size() == 1 ? "" : "s", n));
}

// x : T without a value
static void declare(EvalContext& cx, const ast::Target& t, const EnvironmentP& env) {
  const HostType type = resolve(cx, *t.type, env);
  auto* n = std::get_if<ast::Name>(&t.place->node);
  if (!n) fail("Q0203", t.place->span, "only a name can be declared");
  env->variables[n->name] = t.type->reference ? Value{} : default_value(cx, type, t.place->span);
  if (stays_declared(type.type)) declare_name(n->name, type, *env);
}

// The variable of c = [c, x, ..].
static Value* growing(const ast::Assign& a, Environment& env) {
  auto* row = a.targets.size() == 1 && !a.targets[0].type ? std::get_if<ast::ArrayLit>(&a.value->node) : nullptr;
  auto* n = row && row->elements.size() > 1 ? std::get_if<ast::Name>(&a.targets[0].place->node) : nullptr;
  auto* first = n ? std::get_if<ast::Name>(&row->elements[0]->node) : nullptr;
  if (!first || first->name != n->name) return nullptr;
  const auto it = env.variables.find(n->name);
  return it == env.variables.end() ? nullptr : &it->second;
}

// Its cell where nothing but the variable holds it, so that it may grow in place.
static Cell* growing_cell(const ast::Assign& a, Environment& env) {
  const Value* v = growing(a, env);
  auto* c = v ? std::get_if<std::shared_ptr<Cell>>(&v->v) : nullptr;
  return c && c->use_count() == 1 ? c->get() : nullptr;
}

// The variable of p = vertcat(p, row, ..).
static Value* growing_matrix(const ast::Assign& a, Environment& env) {
  const auto it = env.variables.find(std::get<ast::Name>(a.targets[0].place->node).name);
  return it == env.variables.end() ? nullptr : &it->second;
}

// p = vertcat(p, row, ..) in the same way.
static bool extend_matrix(EvalContext& cx, const ast::Assign& a, const ast::Call& call, Span span,
                          const EnvironmentP& env) {
  if (meaning(cx, "vertcat").users || env->find("vertcat")) return false;
  const Value* v = growing_matrix(a, *env);
  auto* found = v ? std::get_if<ArrayP>(&v->v) : nullptr;
  if (!found || found->use_count() != 1) return false;
  const ArrayP matrix = *found;
  std::vector<Value> rows;
  for (std::size_t k = 1; k < call.arguments.size(); ++k) rows.push_back(eval(cx, *call.arguments[k].value, env));
  const Value* now = growing_matrix(a, *env);
  auto* still = now ? std::get_if<ArrayP>(&now->v) : nullptr;
  const bool alone = still && *still == matrix && matrix.use_count() == 2 && matrix->buffer.use_count() == 1;
  if (alone && append_rows(*matrix, rows)) return true;
  rows.insert(rows.begin(), Value(matrix));
  CallContext context{cx.session(), span, 1};
  assign_target(cx, a.targets[0], find_builtin("vertcat")(context, rows).at(0), env);
  return true;
}

// v = [v, e, ..] of a row that nothing else holds: it grows in place, so that a row of n elements costs n steps. False:
// nothing has been done.
static bool extend_row(EvalContext& cx, const ast::Assign& a, Span span, const EnvironmentP& env) {
  if (const ast::Call* call = appended_rows(a)) return extend_matrix(cx, a, *call, span, env);
  const Value* v = growing(a, *env);
  auto* found = v ? std::get_if<ArrayP>(&v->v) : nullptr;
  if (!found || found->use_count() != 1) return false;
  const ArrayP row = *found;  // as it is before the elements are computed
  const auto& elements = std::get<ast::ArrayLit>(a.value->node).elements;
  std::vector<Value> items;
  items.reserve(elements.size());
  for (std::size_t k = 1; k < elements.size(); ++k) items.push_back(eval(cx, *elements[k], env));
  const Value* now = growing(a, *env);
  auto* still = now ? std::get_if<ArrayP>(&now->v) : nullptr;
  const bool alone = still && *still == row && row.use_count() == 2 && row->buffer.use_count() == 1;
  if (alone && append_numbers(*row, items)) return true;
  items.insert(items.begin(), Value(row));
  assign_target(cx, a.targets[0], array_of(cx, std::move(items), span), env);
  return true;
}

// v = v[0..k], or c ? v[0..k] : [], of a row that nothing else holds loses its last elements in place: a stack is
// popped at no cost. False: nothing has been done.
static bool shorten_row(EvalContext& cx, const ast::Assign& a, const ast::Expr& value, const EnvironmentP& env) {
  if (auto* choice = std::get_if<ast::Conditional>(&value.node)) {
    const std::optional<Number> which = fast_scalar(cx, *choice->condition, env);  // which has no effects
    return which && shorten_row(cx, a, which->as_double() != 0 ? *choice->yes : *choice->no, env);
  }
  auto* part = a.targets.size() == 1 && !a.targets[0].type ? std::get_if<ast::Index>(&value.node) : nullptr;
  auto* n = part && part->indices.size() == 1 ? std::get_if<ast::Name>(&a.targets[0].place->node) : nullptr;
  auto* base = n ? std::get_if<ast::Name>(&part->base->node) : nullptr;
  auto* range = base && base->name == n->name ? std::get_if<ast::Range>(&part->indices[0]->node) : nullptr;
  auto* first = range && !range->step ? std::get_if<ast::IntLit>(&range->lo->node) : nullptr;
  if (!first || first->value != 0) return false;
  const auto it = env->variables.find(n->name);
  auto* row = it == env->variables.end() ? nullptr : std::get_if<ArrayP>(&it->second.v);
  if (!row || row->use_count() != 1 || (*row)->buffer.use_count() != 1) return false;
  const std::optional<Number> last = fast_scalar(cx, *range->hi, env);
  return last && !last->complex && !is_float(last->type) && shorten(**row, last->i + 1);
}

// What is joined to the text of a variable in s = s + x + .., s += x; empty: the assignment is another.
static std::vector<const ast::Expr*> joined_to(const ast::Assign& a, const std::string& name) {
  std::vector<const ast::Expr*> parts;
  const ast::Expr* at = a.value.get();
  if (a.op == ast::AssignOp::Add) return {at};
  for (auto* b = std::get_if<ast::Binary>(&at->node); b && b->op == ast::BinaryOp::Add;
       b = std::get_if<ast::Binary>(&at->node)) {
    parts.push_back(b->right.get());
    at = b->left.get();
  }
  auto* first = std::get_if<ast::Name>(&at->node);
  if (!first || first->name != name) return {};
  std::reverse(parts.begin(), parts.end());
  return parts;
}

// s = s + x for a text s: it grows in place, so that a text of n parts costs n steps. False: nothing has been done.
static bool extend_text(EvalContext& cx, const ast::Assign& a, const EnvironmentP& env) {
  const bool set = a.op == ast::AssignOp::Set;
  if ((!set && a.op != ast::AssignOp::Add) || a.targets.size() != 1 || a.targets[0].type ||
      (set && !std::holds_alternative<ast::Binary>(a.value->node)))
    return false;
  auto* n = std::get_if<ast::Name>(&a.targets[0].place->node);
  const auto text = [&]() -> std::string* {
    const auto it = n ? env->variables.find(n->name) : env->variables.end();
    return it == env->variables.end() ? nullptr : std::get_if<std::string>(&it->second.v);
  };
  if (!text()) return false;
  const auto parts = joined_to(a, n->name);
  if (parts.empty()) return false;
  std::string more;
  for (const ast::Expr* part : parts) {
    const Value v = eval(cx, *part, env);
    auto* s = std::get_if<std::string>(&v.v);
    more += s ? *s : format_value(v);
  }
  std::string* s = text();
  if (!s) internal_error("evaluator", "a text that went while others were joined to it");
  s->append(more);
  return true;
}

// The name that B = A gives to an array for the first time: it takes the boundary mode of A as well.
static const std::string* new_name_of_variable(const ast::Assign& a, const Environment& env) {
  if (a.targets.size() != 1 || a.targets[0].type || !std::holds_alternative<ast::Name>(a.value->node)) return nullptr;
  auto* n = std::get_if<ast::Name>(&a.targets[0].place->node);
  return n && !env.variables.count(n->name) && !env.declared.contains(n->name) && !env.assigns_outside ? &n->name
                                                                                                       : nullptr;
}

// x[0] = e under a name that nothing has yet: `eval` fails, with the way out where it knows none.
template <class F>
static void explain_new_array(const std::string& name, const F& eval) {
  try {
    eval();
  } catch (ProgramError& e) {
    std::string& help = e.diagnostics.front().help;
    if (help.empty())
      help = fmt::format(
          "{0} = zeros(n) makes an array of n elements; {0} = [] an empty one, which {0} = [{0}, e] makes longer",
          name);
    throw;
  }
}

static void assign(EvalContext& cx, const ast::Assign& a, Span span, const EnvironmentP& env) {
  if (fast_assign(cx, a, env) || (a.value && extend_text(cx, a, env))) return;
  if (a.op != ast::AssignOp::Set)
    assign_compound(cx, a, span, env);
  else if (!a.value)
    declare(cx, a.targets[0], env);
  else if (auto* i = std::get_if<ast::Index>(&a.targets[0].place->node);
           i && a.targets.size() == 1 && !a.targets[0].type) {
    auto* n = std::get_if<ast::Name>(&i->base->node);
    if (n && !env->find(n->name)) explain_new_array(n->name, [&] { eval(cx, *i->base, env); });
    store_deferred(cx, *i, eval_deferred(cx, *a.value, env), a.targets[0].place->span, env);
  } else if (growing_cell(a, *env)) {
    const auto& elements = std::get<ast::ArrayLit>(a.value->node).elements;
    std::vector<Value> more;
    for (std::size_t k = 1; k < elements.size(); ++k) more.push_back(eval(cx, *elements[k], env));
    if (Cell* cell = growing_cell(a, *env))
      append_items(*cell, std::move(more));
    else {  // the items hold it themselves
      const Value old = eval(cx, *elements[0], env);
      auto row = make_cell({0}, Value{});
      more.insert(more.begin(), old);
      append_items(*row, std::move(more));
      assign_target(cx, a.targets[0], Value(row), env);
    }
  } else if (extend_row(cx, a, a.value->span, env) || shorten_row(cx, a, *a.value, env))
    return;
  else if (const std::string* name = new_name_of_variable(a, *env))
    assign_name(cx, *name, eval(cx, *a.value, env), env, !output_with_mode(*name, *env));
  else if (a.targets.size() == 1)
    assign_target(cx, a.targets[0], eval(cx, *a.value, env), env);
  else {
    const std::vector<Value> values = values_for(cx, a, span, env);
    for (std::size_t k = 0; k < a.targets.size(); ++k) assign_target(cx, a.targets[k], values[k], env);
  }
}

void run_assign(EvalContext& cx, const ast::Assign& a, Span span, const EnvironmentP& env, bool quiet) {
  assign(cx, a, span, env);
  if (quiet || cx.progress.depth != 1 || !cx.session().options().echo)
    return;  // only what was typed, not what runs inside it
  for (const auto& t : a.targets) {
    const ast::Expr* root = t.place.get();
    while (auto* i = std::get_if<ast::Index>(&root->node)) root = i->base.get();
    if (auto* n = std::get_if<ast::Name>(&root->node); n && (root == t.place.get() || !a.value) && env->find(n->name))
      echo(cx, n->name, *env->find(n->name));
  }
}

}  // namespace qc::host
