// Expressions of the host program.
#include "host/eval/interface/expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "analysis/dataflow/name_facts.h"
#include "ast/array_name.h"
#include "ast/brackets.h"
#include "host/access/cells.h"
#include "host/access/element_access.h"
#include "host/access/indexing.h"
#include "host/access/strided_copy.h"
#include "host/arrays/arith.h"
#include "host/device/device_arrays.h"
#include "host/eval/interface/call.h"
#include "host/eval/interface/deferred_arrays.h"
#include "host/eval/interface/functions.h"
#include "host/eval/interface/names.h"
#include "host/eval/interface/types.h"
#include "host/eval/state/eval_context.h"
#include "host/library/library.h"
#include "host/loops/access_path.h"
#include "sema/builtins.h"
#include "sema/fma_contraction.h"
#include "support/foreign_names.h"
#include "value/cell_row.h"
#include "value/counted_range.h"
#include "value/field_help.h"
#include "value/range_help.h"

namespace qc::host {

namespace {

bool is_float_value(const Value& v) {
  const Type t = type_of(v);
  return (t.is_number() || t.is_array() || t.kind == Type::Kind::Fixed) && is_float(t.elem) && !t.complex;
}
bool is_numeric(const Value& v) {
  const Type t = type_of(v);
  return t.is_number() || t.is_array() || t.kind == Type::Kind::Fixed;
}
bool is_matrix(const Value& v) { return holds_array(v) && dims_of(v).size() == 2; }

// Whether a*b is an elementwise product of floats, which a sum around it fuses.
bool fusable(ast::BinaryOp op, const Value& a, const Value& b) {
  if (op != ast::BinaryOp::Mul && op != ast::BinaryOp::ElemMul) return false;
  if (!is_numeric(a) || !is_numeric(b) || type_of(a).complex || type_of(b).complex) return false;
  const bool arrays = holds_array(a) && holds_array(b);
  if (op == ast::BinaryOp::Mul && arrays && (is_matrix(a) || is_matrix(b))) return false;
  return is_float_value(a) || is_float_value(b);
}

ArrayP to_one_element(const Number& n) {
  ArrayP a = make_array(n.type, {1}, false, n.complex);
  set_element(*a, a->buffer->host_overwrite(), 0, n);
  return a;
}

// s[i], s[a..b]: bytes of a string.
Value read_characters(const std::string& text, const std::vector<Value>& indices, const std::string& name, Span span) {
  if (indices.size() != 1) fail("Q0204", span, "a string has one dimension");
  if (std::holds_alternative<Nothing>(indices[0].v)) return Value(text);
  std::string out;
  auto add = [&](std::int64_t i) {
    if (i < 0 || i >= std::int64_t(text.size()))
      fail("Q0401", span, fmt::format("index {} is out of range: '{}' has {} characters", i, name, text.size()));
    out += text[std::size_t(i)];
  };
  if (auto* a = std::get_if<ArrayP>(&indices[0].v)) {
    const void* data = (*a)->buffer->host_read();
    for (std::int64_t i = 0; i < (*a)->count(); ++i) add(to_index_of(name, Value(get_element(**a, data, i)), span));
  } else
    add(to_index_of(name, indices[0], span));
  return Value(out);
}

bool short_circuits(ast::BinaryOp op) { return op == ast::BinaryOp::And || op == ast::BinaryOp::Or; }

}  // namespace

static Value eval_lambda(EvalContext& cx, const ast::Lambda& l, const EnvironmentP& env);
static Value eval_array(EvalContext& cx, const ast::ArrayLit& a, Span span, const EnvironmentP& env);
static Value eval_index(EvalContext& cx, const ast::Index& i, Span span, const EnvironmentP& env);

Value eval(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env) {
  Value v = eval_deferred(cx, e, env);
  if (std::holds_alternative<ArrayExprP>(v.v)) return cx.arrays.compute(v);
  return v;  // not copied: it may be a long text
}

// Where a variable, or a field behind one, stands; null for other expressions and where there is none.
static const Value* find_place(const ast::Expr& e, const EnvironmentP& env) {
  if (auto* n = std::get_if<ast::Name>(&e.node)) return env->find(n->name);
  auto* f = std::get_if<ast::Field>(&e.node);
  const Value* base = f ? find_place(*f->base, env) : nullptr;
  auto* r = base ? std::get_if<std::shared_ptr<Record>>(&base->v) : nullptr;
  return r ? static_cast<const Record&>(**r).find(f->name) : nullptr;
}

// The text that a literal or a place holds, which may be long, where it is.
static const std::string* find_text(const ast::Expr& e, const EnvironmentP& env) {
  if (auto* literal = std::get_if<ast::StringLit>(&e.node)) return &literal->value;
  const Value* v = find_place(e, env);
  return v ? std::get_if<std::string>(&v->v) : nullptr;
}

// s == "abc" and the like.
static std::optional<bool> equal_texts(const ast::Expr& e, const EnvironmentP& env) {
  const auto& n = std::get<ast::Binary>(e.node);
  if (n.op != ast::BinaryOp::Eq && n.op != ast::BinaryOp::Ne) return {};
  const std::string* x = find_text(*n.left, env);
  const std::string* y = x ? find_text(*n.right, env) : nullptr;
  return y ? std::optional((*x == *y) == (n.op == ast::BinaryOp::Eq)) : std::nullopt;
}

Value finish(EvalContext& cx, Partial p, Span span) {
  if (p.transposed) return cx.arrays.compute(p.value);
  return p.is_product ? defer(cx, ast::BinaryOp::ElemMul, std::move(p.a), std::move(p.b), span) : std::move(p.value);
}

namespace {

Partial whole(Value v) { return {std::move(v), false, {}, {}}; }

// An operator on two numbers.
Partial combine_numbers(ast::BinaryOp op, const Number& a, const Number& b, Elem scalar, Span span) {
  const bool product = op == ast::BinaryOp::Mul || op == ast::BinaryOp::ElemMul;
  if (product && !a.complex && !b.complex && (is_float(a.type) || is_float(b.type)))
    return {Value{}, true, Value(a), Value(b)};
  return whole(Value(binary_number(op, a, b, scalar, span)));
}

}  // namespace

Partial combine(EvalContext& cx, ast::BinaryOp op, Partial left, Partial right, Span span) {
  if (!left.is_product && !right.is_product)
    if (auto* x = std::get_if<Number>(&left.value.v), *y = std::get_if<Number>(&right.value.v); x && y)
      return combine_numbers(op, *x, *y, cx.scalar(), span);
  if (op == ast::BinaryOp::Add || op == ast::BinaryOp::Sub) {
    const bool minus = op == ast::BinaryOp::Sub;
    const Fused side = fused_side(left.is_product, right.is_product);
    if (side == Fused::Right) {
      Value addend = finish(cx, std::move(left), span);
      if (is_numeric(addend))
        return whole(defer_sum(cx, std::move(right.a), std::move(right.b), std::move(addend), minus, false, span));
      left = whole(std::move(addend));
    } else if (side == Fused::Left) {
      Value addend = finish(cx, std::move(right), span);
      if (is_numeric(addend))
        return whole(defer_sum(cx, std::move(left.a), std::move(left.b), std::move(addend), false, minus, span));
      right = whole(std::move(addend));
    }
  }
  if (op == ast::BinaryOp::Mul && (left.transposed || right.transposed)) {
    if (!left.transposed) left = whole(finish(cx, std::move(left), span));
    if (!right.transposed) right = whole(finish(cx, std::move(right), span));
    if (is_product_of_matrices(left.value, right.value)) return whole(cx.arrays.product(left.value, right.value, span));
  }
  Value a = finish(cx, std::move(left), span), b = finish(cx, std::move(right), span);
  if (fusable(op, a, b)) return {Value{}, true, std::move(a), std::move(b)};
  return whole(defer(cx, op, std::move(a), std::move(b), span));
}

Partial eval_spine(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env) {
  if (const auto equal = equal_texts(e, env)) return whole(Value(Number::boolean(*equal)));
  constexpr std::size_t kUsual = 8;
  const ast::Expr* few[kUsual];
  std::vector<const ast::Expr*> more;
  std::size_t n = 0;
  const ast::Expr* at = &e;
  for (;; ++n) {
    auto* b = std::get_if<ast::Binary>(&at->node);
    if (!b || short_circuits(b->op)) break;
    if (n < kUsual)
      few[n] = at;
    else
      more.push_back(at);
    at = b->left.get();
  }
  const auto nth = [&](std::size_t k) -> const ast::Expr& { return k < kUsual ? *few[k] : *more[k - kUsual]; };
  const auto operand = [&](ast::BinaryOp op, const ast::Expr& of) {
    return op == ast::BinaryOp::Mul ? eval_factor(cx, of, env) : eval_partial(cx, of, env);
  };
  Partial value = n == 0 ? eval_partial(cx, *at, env) : operand(std::get<ast::Binary>(nth(n - 1).node).op, *at);
  while (n-- > 0) {
    const ast::Expr& node = nth(n);
    const auto& b = std::get<ast::Binary>(node.node);
    auto* exponent = std::get_if<ast::IntLit>(&b.right->node);
    if (exponent && exponent->value >= 0 && (b.op == ast::BinaryOp::Pow || b.op == ast::BinaryOp::ElemPow)) {
      value = whole(defer_literal_power(cx, finish(cx, std::move(value), node.span), exponent->value, node.span));
      continue;
    }
    Partial right = operand(b.op, *b.right);
    value = combine(cx, b.op, std::move(value), std::move(right), node.span);
  }
  return value;
}

Partial eval_partial(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env) {
  auto* n = std::get_if<ast::Binary>(&e.node);
  return n && !short_circuits(n->op) ? eval_spine(cx, e, env) : whole(eval_whole(cx, e, env));
}

Value eval_whole(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env) {
  if (auto* n = std::get_if<ast::IntLit>(&e.node)) return Value(Number::integer(n->value));
  if (auto* n = std::get_if<ast::FloatLit>(&e.node)) return Value(Number::real(n->value, cx.scalar()));
  if (auto* n = std::get_if<ast::ImaginaryLit>(&e.node)) {
    Number i = Number::real(0, cx.scalar());
    i.complex = true;
    i.im = Number::real(n->value, cx.scalar()).re;
    return Value(i);
  }
  if (auto* n = std::get_if<ast::StringLit>(&e.node)) return Value(n->value);
  if (auto* n = std::get_if<ast::Name>(&e.node)) return eval_name(cx, n->name, e.span, env);
  if (auto* n = std::get_if<ast::Binary>(&e.node)) {
    const Value left = eval_deferred(cx, *n->left, env);
    if (holds_array(left)) return defer(cx, n->op, left, eval_deferred(cx, *n->right, env), e.span);
    const bool l = to_bool(left, n->left->span);
    if (l != (n->op == ast::BinaryOp::And)) return Value(Number::boolean(l));
    return Value(Number::boolean(to_bool(eval(cx, *n->right, env), n->right->span)));
  }
  if (auto* n = std::get_if<ast::Unary>(&e.node)) {
    return defer(cx, n->op, eval_deferred(cx, *n->operand, env), e.span);
  }
  if (auto* n = std::get_if<ast::Conditional>(&e.node)) return eval_conditional(cx, *n, e.span, env);
  if (auto* n = std::get_if<ast::Range>(&e.node)) return range_array(cx, range_value(cx, *n, env), e.span);
  if (auto* n = std::get_if<ast::Call>(&e.node)) {
    auto results = eval_call(cx, *n, e.span, env, 1);
    if (results.empty()) gives_no_value(e.span);
    return std::move(results[0]);
  }
  if (auto* n = std::get_if<ast::Index>(&e.node)) return eval_index(cx, *n, e.span, env);
  if (auto* n = std::get_if<ast::Field>(&e.node)) {
    if (const Value* field = find_place(e, env)) return *field;
    return read_field(cx, *n, eval(cx, *n->base, env), e.span);
  }
  if (auto* n = std::get_if<ast::ArrayLit>(&e.node)) return eval_array(cx, *n, e.span, env);
  if (auto* n = std::get_if<ast::TypeAssert>(&e.node))
    return convert(cx, eval(cx, *n->value, env), resolve(cx, n->type, env), e.span, {"the value"});
  if (auto* n = std::get_if<ast::CellLit>(&e.node)) {
    auto cell = make_cell({std::int64_t(n->elements.size())}, Value{});
    for (std::size_t k = 0; k < n->elements.size(); ++k) cell->items[k] = own_copy(eval(cx, *n->elements[k], env));
    return Value(cell);
  }
  if (auto* n = std::get_if<ast::Lambda>(&e.node)) return eval_lambda(cx, *n, env);
  if (auto* n = std::get_if<ast::TypeValue>(&e.node)) return type_value(cx, resolve(cx, n->type, env));
  if (std::holds_alternative<ast::Colon>(e.node))
    fail("Q0106", e.span, "':' stands for a whole dimension and only in an index");
  internal_error("evaluator", "an expression of an unknown kind");
}

void gives_no_value(Span span) { fail("Q0301", span, "the call gives no value"); }

// Whether a statement of a lambda gives no value to a variable that is there already.
static bool leaves_variables(const ast::Stmt& s, const EnvironmentP& env) {
  auto* a = std::get_if<ast::Assign>(&s.node);
  return !a || std::none_of(a->targets.begin(), a->targets.end(), [&](const auto& t) {
    if (auto* name = std::get_if<ast::Name>(&t.place->node)) return env->find(name->name) != nullptr;
    auto* element = std::get_if<ast::Index>(&t.place->node);
    auto* base = element ? std::get_if<ast::Name>(&element->base->node) : nullptr;
    const Value* v = base ? env->find(base->name) : nullptr;
    auto* array = v ? std::get_if<ArrayP>(&v->v) : nullptr;
    return array && (*array)->fixed;  // of a vec3, which is a value as numbers are
  });
}

// The same of a whole lambda, and of the one that it gives: a -> (k -> s += a*k).
static bool leaves_variables(const ast::Lambda& l, const EnvironmentP& env) {
  if (auto* given = l.body ? std::get_if<ast::Lambda>(&l.body->node) : nullptr) return leaves_variables(*given, env);
  const ast::Block does = l.assignment ? ast::Block{*l.assignment} : l.statements;
  return std::all_of(does.begin(), does.end(), [&](const ast::Stmt& s) { return leaves_variables(s, env); });
}

// A lambda keeps the variables as they are now; a kernel sees them when it is launched, and so does one that assigns to
// variables.
static Value eval_lambda(EvalContext& cx, const ast::Lambda& l, const EnvironmentP& env) {
  auto c = std::make_shared<Closure>();
  c->name = "lambda";
  c->lambda = &l;
  c->captured = env;
  c->keeps = cx.defined.current;
  c->assigns_outside = l.qualifier != ast::Qualifier::Kernel && !leaves_variables(l, env);
  if (l.qualifier == ast::Qualifier::Kernel || c->assigns_outside) {
    env->seen_whole = true;
    return Value(c);
  }
  auto [names, fresh] = cx.free_names.try_emplace(&l);
  if (fresh) {
    NameCounts counts;
    if (l.body)
      count_names(*l.body, counts);
    else
      count_names(l.assignment ? ast::Block{*l.assignment} : l.statements, counts);
    for (const auto& [name, n] : counts) names->second.insert(name);
    for (const auto& p : l.parameters) names->second.erase(p.name);
  }
  c->captured = snapshot(cx, &l, env);
  return Value(c);
}

FunctionRef function_ref(const Overload& o) {
  return {o.def, nullptr, {}, o.constants < 0 ? std::string() : fmt::format("@{}.", o.constants)};
}

Value* library_constant(EvalContext& cx, const std::string& name) {
  if (!Library::has_constant(name)) return nullptr;
  const auto& all = overloads(cx, name);
  if (all.size() != 1 || !all[0].def->parameters.empty() || !cx.defined.library->holds(all[0].program.get()))
    return nullptr;
  auto [it, fresh] = cx.defined.library_constants.try_emplace(name);
  if (fresh) it->second = call_function(cx, all[0], nullptr, {}, {}, 1)[0];
  return &it->second;
}

std::optional<Number> named_constant(std::string_view name, Elem scalar) {
  using Double = std::numeric_limits<double>;
  if (name == "pi") return Number::real(3.14159265358979323846, scalar);
  if (name == "inf") return Number::real(Double::infinity(), scalar);
  if (name == "nan") return Number::real(Double::quiet_NaN(), scalar);
  if (name == "eps")
    return Number::real(scalar == Elem::F64 ? Double::epsilon() : double(std::numeric_limits<float>::epsilon()),
                        scalar);
  if (name == "true" || name == "false") return Number::boolean(name == "true");
  return {};
}

Value eval_name(EvalContext& cx, const std::string& name, Span span, const EnvironmentP& env) {
  if (Value* v = env->find(name)) return *v;
  if (const auto constant = named_constant(name, cx.scalar())) return Value(*constant);
  if (name == "nullptr" || name == "null") return Value{};
  if (cx.defined.types.count(name)) return type_value(cx, *type_named(cx, name, env));
  auto c = std::make_shared<Closure>();
  c->name = name;
  const auto& all = overloads(cx, name);
  if (Value* constant = library_constant(cx, name)) return *constant;
  if (!all.empty()) {
    c->def = all[0].def;
    c->keeps = all[0].program;
    c->captured = all.size() == 1 && all[0].constants >= 0 ? cx.defined.constants_of(all[0]) : cx.globals;
    return Value(c);
  }
  if (auto type = type_named(cx, name, env)) return type_value(cx, *type);
  if (is_builtin(name) || meaning(cx, name).builtin) return Value(c);
  std::string help = help_for_name(name, known_names(cx, env));
  if (env != cx.globals && cx.globals->variables.count(name))
    help = "variables of the program are not visible inside functions: pass it as an argument";
  fail("Q0201", span, fmt::format("'{}' is not defined", name), help);
}

static std::int64_t count_of(const Value& v) {
  auto* a = std::get_if<ArrayP>(&v.v);
  return a ? (*a)->count() : 1;
}

// Whether a literal makes one row of its items: [v, 3] and [[], v], numbers beside rows and empty rows. sum(x, 0) is a
// row as well.
static bool joins(const std::vector<Value>& items) {
  bool numbers = false, rows = false, empty = false;
  for (const Value& v : items) {
    auto* a = std::get_if<ArrayP>(&v.v);
    if (a && (*a)->dims.size() != 1 && !((*a)->dims.size() == 2 && (*a)->dims[0] == 1)) return false;
    numbers = numbers || !a;
    rows = rows || (a && (*a)->count() > 0);
    empty = empty || (a && (*a)->count() == 0);
  }
  return (numbers && (rows || empty)) || (rows && empty);
}

// ["a", "b"] and [f, g] are cells, and so is what continues a cell or [] by such items: [c, "a"], [c, 5], [[], "a"].
static bool makes_cell(const std::vector<Value>& items) {
  const auto is_cell = [](const Value& v) { return std::holds_alternative<std::shared_ptr<Cell>>(v.v); };
  if (std::any_of(items.begin(), items.end(), is_cell)) return true;
  const auto is_number = [](const Value& v) { return is_numeric(v) && !is_empty_array(v); };
  return std::none_of(items.begin(), items.end(), is_number) &&
         !std::all_of(items.begin(), items.end(), is_empty_array);
}

static Value cell_row(std::vector<Value> items) {
  auto cell = make_cell({0}, Value{});
  append_items(*cell, std::move(items));
  return Value(cell);
}

// [1, 2.5, x]
static Value row_of_numbers(const std::vector<Value>& items, Elem scalar) {
  Elem elem = Elem::Bool;
  bool complex = false, floats = false;
  for (const Value& v : items) {
    const Number& n = std::get<Number>(v.v);
    if (is_float(n.type))
      elem = floats && elem == Elem::F64 ? Elem::F64 : n.type, floats = true;
    else if (!floats && n.type != Elem::Bool)
      elem = Elem::I64;
    complex = complex || n.complex;
  }
  if (complex && !is_float(elem)) elem = scalar;
  ArrayP out = make_array(elem, {std::int64_t(items.size())}, false, complex);
  void* data = out->buffer->host_overwrite();
  for (std::size_t k = 0; k < items.size(); ++k) set_element(*out, data, std::int64_t(k), std::get<Number>(items[k].v));
  return Value(std::move(out));
}

// [1,2,3] a row, [[1,0],[0,1]] a matrix; numbers meet in the widest type.
static Value eval_array(EvalContext& cx, const ast::ArrayLit& a, Span span, const EnvironmentP& env) {
  std::vector<Value> items;
  items.reserve(a.elements.size());
  for (const auto& x : a.elements) items.push_back(eval(cx, *x, env));
  return array_of(cx, std::move(items), span, ast::holds_brackets_only(a));
}

// Large rows one after another, on the GPU that has one of them. False: nothing that counts was done.
static bool join_rows_there(const std::vector<Value>& items, Array& out) {
  runtime::Device* device = nullptr;
  for (const Value& v : items) {
    auto* row = std::get_if<ArrayP>(&v.v);
    if (!row || (*row)->elem != out.elem || (*row)->complex != out.complex) return false;
    if (!device) device = moved_on(**row, out.count());
  }
  std::int64_t at = 0;
  for (const Value& v : items) {
    const Array& row = *std::get<ArrayP>(v.v);
    if (!device || !copy_on(*device, row, {0, {1}}, out, {at, {1}}, {row.count()})) return false;
    at += row.count();
  }
  return true;
}

// Whether matrices of as many rows stand side by side: where one of them is a column, [p, ones(n,1)], [x, y] of
// columns, where their widths differ, so that they could not be stacked, and beside [], which vanishes.
static bool stand_side_by_side(const std::vector<Value>& items) {
  const std::vector<std::int64_t>* first = nullptr;
  bool column = false, differ = false, matrix = false, empty = false;
  for (const Value& v : items) {
    auto* a = std::get_if<ArrayP>(&v.v);
    if (!a) return false;
    const auto& dims = (*a)->dims;
    empty = empty || (dims.size() == 1 && dims[0] == 0);
    if (dims.size() == 1 && dims[0] == 0) continue;
    const auto rows = [](const auto& d) { return d.size() == 1 ? 1 : d[0]; };
    if (!first) first = &dims;
    if (dims.size() > 2 || rows(dims) != rows(*first)) return false;
    differ = differ || dims != *first;
    matrix = matrix || dims.size() == 2;
    column = column || (dims.size() == 2 && dims[1] == 1);
  }
  const bool tall = first && first->size() == 2 && (*first)[0] != 1;
  return column || (matrix && differ && (tall || !empty)) || (tall && empty);
}

Value array_of(EvalContext& cx, std::vector<Value> items, Span span, bool stacks) {
  if (items.empty()) return Value(make_array(cx.scalar(), {0}));
  const auto is_one = [](const Value& v) { return std::holds_alternative<Number>(v.v); };
  if (std::all_of(items.begin(), items.end(), is_one)) return row_of_numbers(items, cx.scalar());
  if (makes_cell(items)) return cell_row(std::move(items));
  if (!stacks && stand_side_by_side(items)) {
    CallContext context{cx.session(), span, 1};
    return find_builtin("horzcat")(context, items).at(0);
  }
  Elem elem = Elem::Bool;
  bool complex = false, floats = false;
  std::vector<std::int64_t> inner;
  const bool joined = joins(items);
  bool arrays = std::holds_alternative<ArrayP>(items[0].v);
  for (const Value& v : items) {
    const Type t = type_of(v);
    if (std::holds_alternative<Nothing>(v.v))
      fail("Q0301", span, "nullptr is an element of an array literal",
           "an item or field that was never set is nullptr");
    if ((std::holds_alternative<ArrayP>(v.v) != arrays && !joined) || !is_numeric(v))
      fail("Q0301", span, "the elements of an array literal must all be numbers or all be rows");
    if (is_float(t.elem))
      elem = floats && elem == Elem::F64 ? Elem::F64 : t.elem, floats = true;
    else if (!floats && t.elem != Elem::Bool)
      elem = Elem::I64;
    complex = complex || t.complex;
    if (arrays && !joined) {
      const auto& dims = std::get<ArrayP>(v.v)->dims;
      if (!inner.empty() && inner != dims)
        fail("Q0302", span, "the rows of an array literal must have the same length",
             "rows are joined into one by horzcat(a, b)");
      inner = dims;
    }
  }
  if (!floats && elem != Elem::Bool) elem = Elem::I64;
  if (complex && !is_float(elem)) elem = cx.scalar();
  std::vector<std::int64_t> dims{std::int64_t(items.size())};
  dims.insert(dims.end(), inner.begin(), inner.end());
  if (joined) {
    dims = {0};
    for (const Value& v : items) dims[0] += count_of(v);
  }
  ArrayP out = make_array(elem, dims, false, complex);
  if (join_rows_there(items, *out)) return Value(out);
  void* data = out->buffer->host_overwrite();
  std::int64_t k = 0;
  for (const Value& v : items) {
    if (!std::holds_alternative<ArrayP>(v.v)) {
      set_element(*out, data, k++, to_number(v, span));
      continue;
    }
    const ArrayP row = std::get<ArrayP>(v.v);
    const void* from = row->buffer->host_read();
    if (row->elem == elem && row->complex == complex) {  // as bytes
      const std::size_t bytes = std::size_t(byte_size(elem)) * (complex ? 2 : 1), count = std::size_t(row->count());
      if (count > 0) std::memcpy(static_cast<std::byte*>(data) + std::size_t(k) * bytes, from, count * bytes);
      k += std::int64_t(count);
      continue;
    }
    for (std::int64_t i = 0; i < row->count(); ++i) set_element(*out, data, k++, get_element(*row, from, i));
  }
  return Value(out);
}

std::vector<Value> eval_indices(EvalContext& cx, const std::vector<ast::ExprP>& indices, const EnvironmentP& env) {
  std::vector<Value> out;
  out.reserve(indices.size());
  for (const auto& i : indices)
    out.push_back(std::holds_alternative<ast::Colon>(i->node) ? Value{} : eval(cx, *i, env));
  return out;
}

static Value eval_index(EvalContext& cx, const ast::Index& i, Span span, const EnvironmentP& env) {
  if (find_text(*i.base, env)) {  // read where it is, after the indices
    const std::vector<Value> indices = eval_indices(cx, i.indices, env);
    auto* n = std::get_if<ast::Name>(&i.base->node);
    if (const std::string* text = find_text(*i.base, env))
      return read_characters(*text, indices, n ? n->name : "the string", span);
    return read_index(cx, i, eval(cx, *i.base, env), indices, span);
  }
  const Value base = eval(cx, *i.base, env);
  if (auto* c = std::get_if<std::shared_ptr<Closure>>(&base.v)) {  // f[int] as a value: the generic function itself
    if ((*c)->def && !(*c)->def->generics.empty()) return base;
  }
  auto* type_name = std::get_if<ast::Name>(&i.base->node);
  if (std::holds_alternative<HostTypeP>(base.v) && type_name) {  // mat[int] as a value
    ast::TypeExpr written{type_name->name, {}, {}, {}, {}, span};
    EnvironmentP names = std::make_shared<Environment>();
    names->outer = env;
    for (std::size_t k = 0; k < i.indices.size(); ++k) {
      const Value element = eval(cx, *i.indices[k], env);
      if (!std::holds_alternative<HostTypeP>(element.v))
        fail("Q0301", i.indices[k]->span, fmt::format("'{}' takes types in [ ]", type_name->name));
      const std::string stand_in = fmt::format("$type{}", k);
      names->variables[stand_in] = element;
      written.elements.push_back({stand_in, {}, {}, {}, {}, i.indices[k]->span});
    }
    return type_value(cx, resolve(cx, written, names));
  }
  const auto many = [](const ast::ExprP& x) {
    return std::holds_alternative<ast::Colon>(x->node) || std::holds_alternative<ast::Range>(x->node);
  };
  if (auto* a = std::get_if<ArrayP>(&base.v);
      a && (is_large(base) || std::any_of(i.indices.begin(), i.indices.end(), many))) {
    const std::vector<Value> indices = eval_slice(cx, i.indices, env);
    auto slice = slice_of(**a, indices);
    if (slice && slice->count() >= kLeastDeferred)
      return cx.deferred.keep(defer_view(*a, std::move(slice->view), std::move(slice->dims), span));
    if (slice && !slice->dims.empty()) return Value(copy_view(**a, slice->view, slice->dims));
    return read_index(cx, i, base, with_arrays(cx, up_to_first_outside(indices, base), span), span);
  }
  return read_index(cx, i, base, eval_indices(cx, i.indices, env), span);
}

Value read_index(EvalContext& cx, const ast::Index& i, const Value& base, const std::vector<Value>& indices,
                 Span span) {
  auto* a = std::get_if<ArrayP>(&base.v);
  if (a)
    if (const auto at = one_element((*a)->dims, indices)) return Value(get_element(**a, *at));
  std::vector<Span> spans;
  for (const auto& x : i.indices) spans.push_back(x->span);
  auto* n = std::get_if<ast::Name>(&i.base->node);
  if (a) return read_indexed(**a, indices, ast::array_name(*i.base), span, spans);
  if (auto* cell = std::get_if<std::shared_ptr<Cell>>(&base.v))
    return read_cell(**cell, indices, n ? n->name : "the cell", span);
  if (auto* text = std::get_if<std::string>(&base.v))
    return read_characters(*text, indices, n ? n->name : "the string", span);
  if (auto* key = key_of(base, indices)) return read_field(cx, ast::Field{i.base, *key}, base, span);
  if (type_of(base).is_number()) {  // a number is an array of one element
    ArrayP one = to_one_element(to_number(base, span));
    auto* condition = indices.size() == 1 ? std::get_if<Number>(&indices[0].v) : nullptr;
    if (condition && condition->type == Elem::Bool)
      return read_indexed(*one, {Value(to_one_element(*condition))}, n ? n->name : "the number", span, spans);
    return read_indexed(*one, indices, n ? n->name : "the number", span, spans);
  }
  const bool call = n && std::holds_alternative<std::shared_ptr<Closure>>(base.v);
  if (call && indices.size() == 1 && std::holds_alternative<HostTypeP>(indices[0].v) &&
      (n->name == "zeros" || n->name == "ones"))
    fail("Q0301", span, fmt::format("'{}' makes scalars and takes no type", n->name),
         "zeros of another type: vec[int](n), mat[int](m,n), cube[int](m,n,k)");
  fail("Q0301", span,
       fmt::format("'{}' is {} and cannot be indexed", n ? n->name : "the value",
                   a_type(host_type_name(host_type_of(base), cx.scalar()))),
       call ? fmt::format("it is called: {}(...)", n->name) : "");
}

Value read_field(EvalContext& cx, const ast::Field& f, const Value& base, Span span) {
  auto* r = std::get_if<std::shared_ptr<Record>>(&base.v);
  if (std::holds_alternative<std::string>(base.v) && f.name == "message")
    return base;  // catch e: the error is its text
  if (!r)
    fail("Q0301", span, fmt::format("{} has no fields", a_type(host_type_name(host_type_of(base), cx.scalar()))),
         std::holds_alternative<Nothing>(base.v)  ? "an item or field that was never set is nullptr"
         : std::holds_alternative<ArrayP>(base.v) ? help_for_field_of_array(f.name)
                                                  : "");
  if (const Value* field = (*r)->find(f.name)) return *field;
  if (!(*r)->type_name.empty() && !(*r)->type && f.name.size() > 2 &&
      f.name.starts_with("on")) {  // an event of a figure or form: none ever happens
    auto event = std::make_shared<Record>();
    event->type_name = "event";
    return Value(event);
  }
  std::vector<std::string> names;
  for (const auto& [name, value] : (*r)->fields) names.push_back(name);
  const std::string whose = (*r)->type_name.empty() ? "there is" : fmt::format("'{}' has", (*r)->type_name);
  fail("Q0201", span, fmt::format("{} no field '{}'", whose, f.name), which_field(f.name, names));
}

}  // namespace qc::host
