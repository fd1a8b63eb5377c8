// Calls of built-in functions that compiled code has; inline.cpp holds those of user functions.
#include "lower/interface/call.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/index_marks.h"
#include "ir/number_kind.h"
#include "lower/complex_math.h"
#include "lower/interface/access.h"
#include "lower/interface/builtin_calls.h"
#include "lower/interface/complex_values.h"
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
#include "lower/interface/range_lowering.h"
#include "lower/interface/records.h"
#include "lower/interface/select_cell_item.h"
#include "lower/interface/slice_loop.h"
#include "lower/interface/squares.h"
#include "lower/state/lower_context.h"
#include "sema/builtins.h"
#include "sema/type_words.h"
#include "sema/types_of_builtins.h"

namespace qc::lowering {

namespace {

void check_count(const std::string& name, const std::vector<Value>& args, std::size_t least, std::size_t most,
                 Span span) {
  if (args.size() >= least && args.size() <= most) return;
  const std::string want = least == most ? std::to_string(least) : fmt::format("{} to {}", least, most);
  throw ProgramError(
      Diagnostic{"Q0204",
                 Severity::Error,
                 span,
                 fmt::format("'{}' takes {} argument{}, not {}", name, want, most == 1 ? "" : "s", args.size()),
                 "",
                 {}});
}

bool is_empty_literal(const ast::Expr& e) {
  auto* literal = std::get_if<ast::ArrayLit>(&e.node);
  return literal && literal->elements.empty();
}

// A call as a value: its first result.
Value first_of(const std::vector<Value>& values) {
  if (!values.empty()) return values[0];
  return {Type::none(), {}};
}

}  // namespace

static std::optional<Value> generic_call(LowerContext& cx, const ast::Index& n, const ast::Call& c, Span span,
                                         bool may_write);
static std::optional<Value> builtin_of_values(LowerContext& cx, const std::string& name, const ast::Call& c,
                                              bool descending, Span span);
static std::optional<Value> cast_call(LowerContext& cx, const std::string& name, const ast::Call& c, Span span);
static Value of_elements(LowerContext& cx, const std::string& name, Type shape, std::vector<Value> args, Span span);
static std::optional<Value> limit_call(LowerContext& cx, const std::string& name, const ast::Call& c, Span span);
static Value fold_in_memory(LowerContext& cx, const std::vector<Value>& v,
                            const std::function<Value(const Value&, const Value&)>& join);
static std::optional<Value> warp_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                      Span span);
static std::optional<Value> atomic_call(LowerContext& cx, const std::string& name, const ast::Call& c, Span span);

Value call(LowerContext& cx, const ast::Call& c, Span span, bool may_write) {
  if (auto* callee = std::get_if<ast::Name>(&c.callee->node)) {
    const std::string& n = callee->name;
    if (Binding* b = called_variable(cx, n, c.callee->span))
      return first_of(call_functions(cx, *b->alias(), n, c, span, may_write));
    const auto functions = cx.names.functions_named(n);
    if (!functions.empty() && makes_instance(cx, n, functions, c, span)) return *make_record(cx, n, c, span);
    if (!functions.empty() && !(is_builtin(n) && none_takes(cx, functions, c)))
      return first_of(inline_call(cx, functions, n, c, span, may_write));
    const auto named = cx.names.named_type(n);
    const bool is_class = named && named->kind == Type::Kind::Object;  // which hides a built-in function of its name
    if (auto v = is_class ? std::nullopt : builtin(cx, n, c, span)) return *v;
    if (auto v = make_record(cx, n, c, span)) return *v;
    if (named) {
      if (!named->is_number() || c.arguments.size() != 1)
        stop("R904", span,
             fmt::format("'{}' makes an object: of plain classes whose fields are numbers alone instances are made in "
                         "compiled code",
                         n),
             n);
      return convert(cx, expr(cx, *c.arguments[0].value), *named, span);
    }
    if (n == "$without") stop("R901", span, "elements of an array are left out");
    if (is_builtin(n)) stop("R901", span, fmt::format("'{}' is for host code", n));
    undefined(cx, n, c.callee->span);
  }
  if (auto* t = std::get_if<ast::TypeValue>(&c.callee->node)) {
    if (t->type.name == "shared" || t->type.name == "shared_zeros")
      error("Q0106", span, "'shared' belongs directly behind '='");
    Type type = resolve_type(t->type, cx.options.scalar);
    std::vector<Value> args = values_of(cx, c.arguments);
    if (type.is_number() && args.size() == 1) return convert_elem(cx, args[0], type.elem, span);
    return make_filled(cx, type, args, 0, span);
  }
  if (auto* l = std::get_if<ast::Lambda>(&c.callee->node)) {
    return first_of(inline_lambda(cx, *l, {}, "the function", values_of(cx, c.arguments), span, may_write));
  }
  if (auto* n = std::get_if<ast::Field>(&c.callee->node)) return call_field(cx, *n, c, span, may_write);
  if (auto* n = std::get_if<ast::Index>(&c.callee->node)) {
    if (auto v = generic_call(cx, *n, c, span, may_write)) return *v;
    if (auto item = cell_item(cx, *n, span))
      return first_of(call_functions(cx, *item, "the function", c, span, may_write));
  }
  stop("R903", span, "the function that is called is computed");
}

// f[int](x), pair[scalar](1, 2): the generic parameters are given. Nothing: the name is a variable's.
static std::optional<Value> generic_call(LowerContext& cx, const ast::Index& n, const ast::Call& c, Span span,
                                         bool may_write) {
  auto* name = std::get_if<ast::Name>(&n.base->node);
  if (!name || find(cx, name->name, n.base->span)) return {};
  std::vector<Type> generics;
  for (const ast::ExprP& i : n.indices) {
    ast::TypeExpr written;
    if (auto* word = std::get_if<ast::Name>(&i->node))
      written.name = word->name;
    else if (auto* t = std::get_if<ast::TypeValue>(&i->node))
      written = t->type;
    const Type type = written.name.empty() ? Type::unknown() : resolve_type(written, cx.options.scalar);
    if (!type.is_number())
      stop("R903", span, fmt::format("'{}' is called for other types than those of numbers", name->name), name->name);
    generics.push_back(type);
  }
  if (const auto functions = cx.names.functions_named(name->name); !functions.empty()) {
    cx.inlining.given_generics = std::move(generics);
    return first_of(inline_call(cx, functions, name->name, c, span, may_write));
  }
  if (auto v = make_record(cx, name->name, c, span, generics)) return *v;
  stop("R904", span,
       fmt::format(
           "'{}' makes an object: of plain classes whose fields are numbers alone instances are made in compiled code",
           name->name),
       name->name);
}

Value make_filled(LowerContext& cx, const Type& shape, const std::vector<Value>& extents, double fill, Span span) {
  constexpr std::int64_t kMost = kMostOfFixed;
  std::vector<std::int64_t> dims = shape.dims;
  // A loop can be stepped, which takes less time than code for many elements where it is short; a kernel cannot.
  const std::int64_t most = cx.in_kernel ? kMost : kMostOfLoops;
  if (dims.empty())
    for (const Value& e : extents) {
      const auto d = e.type.is_number() ? launch_constant(cx, *index_value(cx, e, span), most) : std::nullopt;
      if (!d)
        if (auto own = local_array(cx, shape, extents, fill, span)) return *own;
      if (!d)
        stop("R901", span,
             fmt::format("an array is made inside the loop, and its size is not known before the loop is reached; to "
                         "{} elements it is looked at then",
                         kMost));
      if (*d < 0) error("Q0301", span, fmt::format("an extent of {} is negative", *d));
      dims.push_back(*d);
    }
  std::int64_t count = 1;
  for (auto d : dims) count *= d;
  if (dims.empty() || count == 0) stop("R901", span, "an array is made inside the loop");
  if (shape.dims.empty() && count > kMostOfLoops && !cx.options.long_arrays_as_values)
    if (auto own = local_array(cx, shape, extents, fill, span)) {
      cx.assumed.long_local_arrays = true;
      return *own;
    }
  if (count > kMost)
    stop("R901", span,
         fmt::format("an array of {} elements is made in every iteration, which keeps at most {}: make one with a row "
                     "for each iteration before the loop",
                     count, kMost));
  Value v = of_scalars(shape);
  v.scalars().by_value = !shape.dims.empty();
  v.type.kind = Type::Kind::Fixed;
  v.type.dims = dims;
  v.type.rank = int(dims.size());
  v.type.elem = value_elem(shape.elem);
  if (is_int(shape.elem) || shape.elem == Elem::F16) v.scalars().narrow = shape.elem;
  const Elem e = v.type.elem;
  const ir::ExprP one = is_float(e)       ? ir::float_const(fill, e)
                        : e == Elem::Bool ? ir::bool_const(fill != 0)
                                          : ir::int_const(std::int64_t(fill));
  for (std::int64_t k = 0; k < count; ++k) {
    v.parts().push_back(one);
    if (shape.complex) v.parts().push_back(ir::float_const(0, e));
  }
  return v;
}

static bool is_random(const LowerContext& cx, const std::string& name) {
  return name[0] == '$' || ((cx.in_kernel || counts_draws(cx)) && builtin_is(name, kDraws));
}

std::optional<Value> builtin(LowerContext& cx, const std::string& written, const ast::Call& c, Span span) {
  const BuiltinInfo* row = builtin_info(written);
  const std::string name(row && !row->same_as.empty() ? row->same_as : std::string_view(written));
  if (name == "maxvalue" || name == "minvalue") return limit_call(cx, name, c, span);
  if (row && row->family == BuiltinFamily::Atomic) return atomic_call(cx, name, c, span);
  if (auto v = cast_call(cx, name, c, span)) return v;
  if (!is_builtin(name) && !is_random(cx, name)) return {};
  for (const auto& a : c.arguments)
    if (a.spread)
      stop("R901", a.value->span, fmt::format("'{}' is given the items of a cell or the elements of an array", name));
  if (auto v = text_call(cx, name, c)) return v;
  const auto worded = without_text(name, c);
  if (!worded) stop("R901", span, fmt::format("'{}' with a string is for host code", name));
  return builtin_of_values(cx, name, worded->call, worded->descending, span);
}

// Functions that only move elements, or choose among them, keep bytes and the like what they are.
static Value with_kind_of(const std::string& name, const std::vector<Value>& args, Value v) {
  const bool joins = builtin_is(name, kJoinsElements) && args.size() > 1;
  if (v.type.kind != Type::Kind::Fixed || args.empty() || !narrow_of(args[0]) ||
      (!joins && !builtin_is(name, kMovesElements)))
    return v;
  if (!joins ||
      std::all_of(args.begin(), args.end(), [&](const Value& a) { return narrow_of(a) == narrow_of(args[0]); }))
    v.scalars().narrow = narrow_of(args[0]);
  return v;
}

// What a function of each element gives of operands that may be of several kinds: its rule says it of truth values, and
// the widest operand decides beyond that.
static Value of_row(const LowerContext& cx, const std::string& name, const std::vector<Value>& args, Value v) {
  auto* scalars = v.get_if<Scalars>();
  const BuiltinInfo* row = builtin_info(name);
  if (!scalars || !row) return v;
  scalars->kind = nullptr;
  const std::vector<Type> truths(args.size(), Type::number(Elem::Bool));
  const std::vector<std::optional<double>> unknown(args.size());
  const auto least = row->types({truths, unknown, cx.options.scalar});
  if (least.size() != 1 || !least[0].is_number() || v.type.elem == Elem::Bool) return v;
  ir::ExprP kind = ir::int_const(ir::number_kind(least[0].elem, false));
  bool computed = false;
  for (const Value& a : args) {
    const ir::ExprP own = number_kind_of(a);
    computed = computed || !ir::as_int(*own);
    kind = ir::binary(ir::BinaryOp::BitOr, kind, own);
  }
  if (!v.type.complex) kind = ir::binary(ir::BinaryOp::BitAnd, kind, ir::int_const(ir::kComplex - 1));
  if (computed) scalars->kind = kind;
  return v;
}

// The same of a call without texts; a descending one is sort's.
static std::optional<Value> builtin_of_values(LowerContext& cx, const std::string& name, const ast::Call& c,
                                              bool descending, Span span) {
  const bool random = is_random(cx, name);
  for (const auto& a : c.arguments)
    if (std::holds_alternative<ast::StringLit>(a.value->node))
      stop("R901", span, fmt::format("'{}' with a string is for host code", name));
  if (auto v = fold_slice(cx, name, c, span)) return v;
  if (c.arguments.size() == 3 && (name == "var" || name == "std") &&
      is_empty_literal(*c.arguments[1].value))  // the weight is 0
    if (const Value x = whole_value(cx, *c.arguments[0].value); x.type.kind == Type::Kind::Fixed)
      if (auto v = line_call(cx, name, {x, one_number(ir::int_const(0)), expr(cx, *c.arguments[2].value)}, false, span))
        return v;
  if (c.arguments.size() == 3 && (name == "min" || name == "max") &&
      is_empty_literal(*c.arguments[1].value)) {  // max(x, [], d)
    const Value x = whole_value(cx, *c.arguments[0].value);
    const bool fixed = x.type.kind == Type::Kind::Fixed;
    const Value d = is_lazy(x) || fixed ? expr(cx, *c.arguments[2].value) : Value{};
    if (auto v = is_lazy(x) ? along_lazy(cx, name, x, d, span)
                 : fixed    ? total_along(cx, name, x, d, span)
                            : std::nullopt)
      return v;
  }
  if (const auto cell =
          name == "numel" && c.arguments.size() == 1 ? cell_argument(cx, *c.arguments[0].value) : std::nullopt)
    if (auto v = shape_of_phi(cx, name, {*cell}, span)) return v;
  if (name == "numel" && c.arguments.size() == 1)
    if (auto* range = std::get_if<ast::Range>(&c.arguments[0].value->node))
      return one_number(RangeLowering(cx).count(*range, span));
  std::vector<Value> args = values_of(cx, c.arguments);
  if (builtin_is(name, BuiltinFamily::Shape))  // numel(x[a..b]) reads no element, but the slice is there
    for (Value& a : args) a = cx.code.evaluated(a, span);
  if (name[0] == '$')
    if (auto v = growable_array_call(cx, name, args, span)) return v;
  if (random) return random_call(cx, name, args, span);
  if (std::any_of(args.begin(), args.end(), [](const Value& a) { return a.type.is_array(); })) {
    if (auto v = shape_call(cx, name, args, span)) return v;
    for (std::size_t k = 0; args.size() == 2 && k < 2; ++k)
      read_beside(cx, args[k], args[1 - k], c.arguments[k].value->span);
    for (std::size_t k = 0; k < args.size(); ++k) read_whole(cx, args[k], c.arguments[k].value->span);
  }
  if (std::any_of(args.begin(), args.end(), [](const Value& a) { return is_lazy(a); })) {
    if (auto v = descending ? std::nullopt : lazy_call(cx, name, args, span)) {
      if (auto* lazy = v->get_if<LazyRef>(); lazy && lazy->local_array) {  // copy(d), reshape(d, ..): another array
        lazy->name.clear();
        lazy->local_array.reset();
      }
      return v;
    }
    stop("R901", span, fmt::format("'{}' of a slice whose length is computed", name));
  }
  if (auto v = shape_call(cx, name, args, span)) return with_kind_of(name, args, *v);
  if (auto v = fold_call(cx, name, args, span)) return with_kind_of(name, args, *v);
  if (auto v = descending ? std::nullopt : order_call(cx, name, args, span)) return with_kind_of(name, args, *v);
  if (auto v = line_call(cx, name, args, descending, span)) return with_kind_of(name, args, *v);
  if (auto v = arrange_call(cx, name, args, span)) return with_kind_of(name, args, *v);
  for (const Value& a : args)
    if (a.type.is_array())
      stop("R901", span, fmt::format("'{}' of a whole array is for host code", name),
           cx.code.f.arrays[a.array().id].name);
  if (auto v = complex_call(cx, name, args, span)) return of_row(cx, name, args, *v);
  if (auto v = math_call(cx, name, args, span)) return of_row(cx, name, args, with_kind_of(name, args, *v));
  if (auto v = integer_call(cx, name, args, span)) return of_row(cx, name, args, *v);
  if (auto v = warp_call(cx, name, args, span)) return v;
  return {};
}

// ---- conversions ------------------------------------------------------------------------------------------------

Value convert_elem(LowerContext& cx, const Value& v, Elem to, Span span) {
  Value out = map(cx, v, [&](const Value& x) {
    if (x.type.complex) error("Q0301", span, "a complex number cannot become a real one", "use real(x) or abs(x)");
    const auto literal = literal_of(x);
    if (literal && is_float(to) && to != Elem::F16) return one_number(ir::float_const(*literal, to));
    if (literal && to == Elem::I64 && std::fabs(*literal) < 9e15)
      return one_number(ir::int_const(std::int64_t(*literal)));
    if (to == Elem::Bool) return one_number(truth(cx, x, span));
    return one_number(with_span(ir::cast(to, x.parts()[0]), span));
  });
  if (out.type.kind == Type::Kind::Fixed && ((is_int(to) && to != Elem::I64) || to == Elem::F16))
    out.scalars().narrow = to;  // v = uint8([1,2]) keeps its kind
  return out;
}

// int(a/b) and floor(a/b) of two ints, exactly.
static Value exact_division(LowerContext& cx, const std::string& name, const Value& a, const Value& b, Span span) {
  const ir::SiteId s = cx.site(ir::Site::Kind::DivisionByZero, span, "division by zero");
  const auto op = name == "floor" ? ir::BinaryOp::DivFloor : ir::BinaryOp::DivTrunc;
  return one_number(with_span(ir::binary(op, part(a, 0, Elem::I64), part(b, 0, Elem::I64), s), span));
}

// int, uint8, scalar as an argument: the type of a real number.
static std::optional<Elem> number_type(const ast::Expr& a, Elem scalar) {
  auto* name = std::get_if<ast::Name>(&a.node);
  auto* text = std::get_if<ast::StringLit>(&a.node);
  if (name || text) {
    const auto w = type_word(name ? name->name : text->value, scalar);
    if (w && w->rank == 0 && !w->complex) return w->elem.value_or(scalar);
  } else if (auto* t = std::get_if<ast::TypeValue>(&a.node)) {
    const Type type = resolve_type(t->type, scalar);
    if (type.is_number() && !type.complex) return type.elem;
  }
  return {};
}

static std::optional<Value> cast_call(LowerContext& cx, const std::string& name, const ast::Call& c, Span span) {
  if (name == "cast" && c.arguments.size() == 2) {  // cast(x, int)
    const auto elem = number_type(*c.arguments[1].value, cx.options.scalar);
    if (!elem) return {};
    const Value v = whole_value(cx, *c.arguments[0].value);
    if (is_lazy(v))
      return each_lazy(cx, {v}, span, [&cx, to = *elem, span](const std::vector<Value>& e) {
        return convert_elem(cx, e[0], to, span);
      });
    require_value(cx, v, span, "a number");
    return v.type.complex ? std::nullopt : std::optional(convert_elem(cx, v, *elem, span));
  }
  const auto word = type_word(name, cx.options.scalar);
  if (!word && name != "floor") return {};
  if (name == "int" || name == "floor") {
    auto* d = c.arguments.size() == 1 ? std::get_if<ast::Binary>(&c.arguments[0].value->node) : nullptr;
    if (d && (d->op == ast::BinaryOp::Div || d->op == ast::BinaryOp::ElemDiv)) {
      auto [a, b] = both(cx, *d->left, *d->right);
      read_whole(cx, a, d->left->span);
      read_whole(cx, b, d->right->span);
      const auto quotient = [&cx, name, span, op = d->op, of = c.arguments[0].value->span](const Value& a,
                                                                                           const Value& b) {
        require_value(cx, a, span, "a number");
        require_value(cx, b, span, "a number");
        const bool ints = a.type.is_number() && b.type.is_number() && !is_float(a.type.elem) &&
                          !is_float(b.type.elem) && !a.type.complex && !b.type.complex;
        if (ints) return exact_division(cx, name, a, b, span);
        const Value q = arithmetic(cx, op, a, b, of);
        if (name == "int") return convert_elem(cx, q, Elem::I64, span);
        return q.type.complex ? *complex_math(cx, "floor", q, span) : *math_call(cx, "floor", {q}, span);
      };
      if (!is_lazy(a) && !is_lazy(b)) return quotient(a, b);
      return each_lazy(cx, {a, b}, span, [quotient](const std::vector<Value>& e) { return quotient(e[0], e[1]); });
    }
    if (name == "floor") return {};
  }
  std::vector<Value> args = values_of(cx, c.arguments);
  const Elem elem = word->elem.value_or(cx.options.scalar);
  if (word->rank == 0) {
    check_count(name, args, 1, 1, span);
    read_whole(cx, args[0], span);
    if (is_lazy(args[0]) && !word->complex)
      return each_lazy(cx, args, span,
                       [&cx, elem, span](const std::vector<Value>& v) { return convert_elem(cx, v[0], elem, span); });
    require_value(cx, args[0], span, "a number");
    if (word->complex) return convert(cx, args[0], Type::number(float_elem(elem, cx.options.scalar), true), span);
    return convert_elem(cx, args[0], elem, span);
  }
  Type shape = Type::array(elem, word->rank, word->complex);
  if (!word->fixed) return make_filled(cx, shape, args, 0, span);
  shape.dims = {word->fixed};
  return args.empty() ? make_filled(cx, shape, args, 0, span) : of_elements(cx, name, shape, std::move(args), span);
}

// vec3(x, y, z) and vec3([x, y, z])
static Value of_elements(LowerContext& cx, const std::string& name, Type shape, std::vector<Value> args, Span span) {
  shape.kind = Type::Kind::Fixed;
  const bool numbers = std::all_of(args.begin(), args.end(), [](const Value& a) { return a.type.is_number(); });
  if ((args.size() > 1 || numbers) && (!numbers || std::int64_t(args.size()) != shape.dims[0]))
    error("Q0301", span, fmt::format("'{}' does not make a value of these arguments", name),
          fmt::format("it takes {} numbers, or a row of them", shape.dims[0]));
  if (args.size() == 1 && !args[0].type.is_number()) {
    read_whole(cx, args[0], span);
    Value row = convert(cx, args[0], shape, span);
    row.scalars().by_value = true;
    return row;
  }
  Value row = of_scalars(shape);
  row.scalars().by_value = true;
  for (const Value& a : args) {
    const Value number = convert(cx, a, Type::number(shape.elem, shape.complex), span);
    row.parts().insert(row.parts().end(), number.parts().begin(), number.parts().end());
  }
  return row;
}

static std::optional<Value> limit_call(LowerContext& cx, const std::string& name, const ast::Call& c, Span span) {
  if (c.arguments.size() != 1) error("Q0204", span, fmt::format("'{}' takes a type", name));
  const ast::Expr& a = *c.arguments[0].value;
  const std::optional<Elem> elem =
      std::holds_alternative<ast::StringLit>(a.node) ? std::nullopt : number_type(a, cx.options.scalar);
  if (!elem) error("Q0301", a.span, fmt::format("'{}' takes a number type such as int or scalar", name));
  const bool max = name == "maxvalue";
  if (*elem == Elem::F64)
    return one_number(
        ir::float_const(max ? std::numeric_limits<double>::max() : std::numeric_limits<double>::lowest(), Elem::F64));
  if (*elem == Elem::F32)
    return one_number(
        ir::float_const(max ? std::numeric_limits<float>::max() : std::numeric_limits<float>::lowest(), Elem::F32));
  if (*elem == Elem::F16) return one_number(ir::float_const(max ? 65504.0 : -65504.0, Elem::F32));
  if (*elem == Elem::Bool) return one_number(ir::bool_const(max));
  const int bits = 8 * byte_size(*elem);
  if (is_unsigned(*elem)) return one_number(ir::int_const(!max ? 0 : bits == 64 ? -1 : (std::int64_t(1) << bits) - 1));
  const std::int64_t high = bits == 64 ? std::numeric_limits<std::int64_t>::max() : (std::int64_t(1) << (bits - 1)) - 1;
  return one_number(ir::int_const(max ? high : -high - 1));
}

// ---- elementwise functions --------------------------------------------------------------------------------------

Value min_max(LowerContext& cx, bool max, const Value& a, const Value& b, Span span) {
  require_value(cx, a, span, "a number");
  require_value(cx, b, span, "a number");
  return zip(cx, a, b, span, [&](const Value& x, const Value& y) {
    if (x.type.complex || y.type.complex) error("Q0301", span, "complex numbers have no order");
    const Elem t = arithmetic_elem(x.type.elem, y.type.elem);
    const auto op = max ? ir::BinaryOp::Max : ir::BinaryOp::Min;
    return of_ints_too(cx, one_number(with_span(ir::binary(op, part(x, 0, t), part(y, 0, t)), span)), x, y);
  });
}

std::optional<Value> math_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span) {
  const BuiltinInfo* row = builtin_info(name);
  if (!row || row->family != BuiltinFamily::Elementwise || row->is(kOfBits)) return {};
  auto real = [&](const Value& x) {
    require_value(cx, x, span, "a number");
    if (x.type.complex) stop("R904", span, fmt::format("'{}' of a complex number is not compiled in loops yet", name));
  };
  auto node = [&](ir::Expr::Node n, Elem t) {
    return one_number(std::make_shared<const ir::Expr>(ir::Expr{std::move(n), t, span}));
  };
  if (const ir::MathFn* function = row->as<ir::MathFn>()) {
    check_count(name, args, row->least, row->most, span);
    for (const Value& a : args) real(a);
    auto apply = [&](const Value& x, const Value* y) {
      const Elem t = float_elem(y ? join_elem(x.type.elem, y->type.elem) : x.type.elem, cx.options.scalar);
      std::vector<ir::ExprP> parts{part(x, 0, t)};
      if (y) parts.push_back(part(*y, 0, t));
      return node(ir::Math{*function, std::move(parts)}, t);
    };
    if (row->most == 1) return map(cx, args[0], [&](const Value& x) { return apply(x, nullptr); });
    return zip(cx, args[0], args[1], span, [&](const Value& x, const Value& y) { return apply(x, &y); });
  }
  if (const ir::UnaryOp* op = row->as<ir::UnaryOp>()) {
    check_count(name, args, 1, 1, span);
    real(args[0]);
    return map(cx, args[0], [&](const Value& x) {
      const bool integer = !is_float(x.type.elem);
      if (name == "sqrt") return one_number(ir::unary(*op, part(x, 0, float_elem(x.type.elem, cx.options.scalar))));
      if (integer && name != "abs" && name != "sign") return one_number(part(x, 0, Elem::I64));  // whole already
      return one_number(ir::unary(*op, integer ? part(x, 0, Elem::I64) : x.parts()[0]));
    });
  }
  if (row->formula) {
    check_count(name, args, 1, 1, span);
    real(args[0]);
    return map(cx, args[0], [&](const Value& x) {
      const bool integer = !is_float(x.type.elem);
      if (row->types == type_rules::to_bool && integer) return one_number(ir::bool_const(name == "isfinite"));  // tests
      return one_number(row->formula(part(x, 0, float_elem(x.type.elem, cx.options.scalar))));
    });
  }
  if (name == "min" || name == "max") {
    if (args.size() < 2) return {};
    Value v = args[0];
    for (std::size_t k = 1; k < args.size(); ++k) v = min_max(cx, name == "max", v, args[k], span);
    return v;
  }
  if (name == "clamp") {
    check_count(name, args, 2, 3, span);  // clamp(x, highest): from 0
    const Value low = args.size() == 3 ? args[1] : one_number(ir::int_const(0));
    return min_max(cx, false, min_max(cx, true, args[0], low, span), args.back(), span);
  }
  if (name == "lerp") {  // a + t*(b - a)
    check_count(name, args, 3, 3, span);
    for (const Value& a : args) real(a);
    const Value d = arithmetic(cx, ast::BinaryOp::Sub, args[1], args[0], span);
    if (is_float(d.type.elem) || is_float(args[2].type.elem) || literal_of(args[2]))
      return fuse(cx, false, args[2], d, false, args[0], span);
    return arithmetic(cx, ast::BinaryOp::Add, args[0], arithmetic(cx, ast::BinaryOp::Mul, args[2], d, span), span);
  }
  return {};
}

// A variable that several statements assign may hold an int here and a float elsewhere: in the loop it is a float.
static void step_if_mixed(LowerContext& cx, const Value& v, Span span) {
  auto* ref = std::get_if<ir::VarRef>(&v.parts()[0]->node);
  if (cx.in_kernel || !ref) return;
  for (const auto& [key, b] : cx.names.frame().names) {
    const auto assigned = cx.names.frame().assignments.whole.find(key);
    if (b.vars().empty() || b.vars()[0] != ref->var || b.fixed_type ||
        assigned == cx.names.frame().assignments.whole.end() || assigned->second < 2)
      continue;
    stop("R904", span, fmt::format("'{}' is not an int in all of its assignments", key), key);
  }
}

// What is given to a function of bits, as ints: floats are whole, or the iteration fails.
static Value whole_bits(LowerContext& cx, const std::string& name, const Value& given, Span span) {
  if (!is_float(given.type.elem)) return given;
  constexpr double kBeyond = 9223372036854775808.0;  // the largest that an int takes the place of
  return map(cx, given, [&](const Value& v) {
    if (const auto literal = literal_of(v);
        literal && std::fabs(*literal) <= kBeyond && *literal == std::floor(*literal))
      return one_number(index_value(cx, v, span));
    step_if_mixed(cx, v, span);
    const ir::ExprP number = cx.code.keep("$number", v.parts()[0], span),
                    whole = cx.code.keep("$whole", ir::cast(Elem::I64, number), span);
    ir::Site at{ir::Site::Kind::OutOfRange, span, name, {Elem::I64, number->type}, cx.names.frame().call};
    ir::Block fail;
    fail.push_back({ir::Fail{cx.code.f.add_site(std::move(at)), {ir::int_const(ir::kFractionalBits), number}}, span});
    cx.code.emit(ir::If{ir::binary(ir::BinaryOp::Ne, ir::cast(number->type, whole), number), std::move(fail), {}},
                 span);
    return one_number(whole);
  });
}

std::optional<Value> integer_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                  Span span) {
  auto check = [&](const Value& x) {
    require_value(cx, x, span, "a number");
    if (x.type.complex) error("Q0301", span, fmt::format("'{}' of a complex number", name));
  };
  if (name == "not") {
    check_count(name, args, 1, 1, span);
    check(args[0]);
    return map(cx, args[0], [&](const Value& x) {
      if (is_float(x.type.elem)) error("Q0301", span, "'not' works on integers", "for conditions write !x");
      auto* scalars = x.get_if<Scalars>();
      if (scalars && scalars->truth_or_int && !cx.in_kernel)
        stop("R902", span, "what 'not' gives depends on whether it is given a truth value or an int");
      return one_number(ir::unary(x.type.elem == Elem::Bool ? ir::UnaryOp::Not : ir::UnaryOp::BitNot, x.parts()[0]));
    });
  }
  const BuiltinInfo* row = builtin_info(name);
  const auto* op = row && row->family == BuiltinFamily::Elementwise ? row->as<ir::BinaryOp>() : nullptr;
  if (!op || is_extreme(row->fold)) return {};
  check_count(name, args, 2, 2, span);
  check(args[0]);
  check(args[1]);
  const bool division = !row->is(kOfBits);
  if (!division && (is_float(args[0].type.elem) || is_float(args[1].type.elem)))
    return integer_call(cx, name, {whole_bits(cx, name, args[0], span), whole_bits(cx, name, args[1], span)}, span);
  return zip(cx, args[0], args[1], span, [&](const Value& x, const Value& y) {
    const bool floats = is_float(x.type.elem) || is_float(y.type.elem);
    const bool logic =
        x.type.elem == Elem::Bool && y.type.elem == Elem::Bool && *op <= ir::BinaryOp::BitXor && !division;
    const Elem t = logic ? Elem::Bool : arithmetic_elem(x.type.elem, y.type.elem);
    const ir::SiteId s = division && !floats ? cx.site(ir::Site::Kind::DivisionByZero, span, name) : ir::kNoSite;
    return one_number(with_span(ir::binary(*op, part(x, 0, t), part(y, 0, t), s), span));
  });
}

// ---- shapes and small folds -------------------------------------------------------------------------------------

// The same elements of a fixed-size value under other extents.
static std::optional<Value> reshaped(LowerContext& cx, const std::string& name, const std::vector<Value>& args) {
  if (args.empty() || args[0].type.kind != Type::Kind::Fixed) return {};
  Value v = args[0];
  std::vector<std::int64_t> dims;
  if (name == "squeeze") {
    if (args.size() != 1) return {};
    dims = v.type.dims;
    if (dims.size() > 1) std::erase(dims, 1);
    if (dims.empty()) dims = {1};
  } else {
    std::vector<Value> extents(args.begin() + 1, args.end());
    if (extents.size() == 1 && extents[0].type.kind == Type::Kind::Fixed) {
      const Value list = extents[0];
      extents.clear();
      for (std::size_t k = 0; k < components(list); ++k) extents.push_back(component(list, k));
    }
    std::int64_t count = 1;
    for (const Value& e : extents) {
      const auto d =
          e.type.is_number() && !e.type.complex ? launch_constant(cx, *index_value(cx, e, {})) : std::nullopt;
      if (!d) return {};
      dims.push_back(*d);
      count *= *d;
    }
    if (dims.empty() || count != std::int64_t(components(v))) return {};
  }
  v.type.dims = dims;
  v.type.rank = int(dims.size());
  return v;
}

// Ones on the diagonal of zeros that are memory of the iteration; what has one row or column has one of them.
static void fill_diagonal(LowerContext& cx, const Value& own, Span span) {
  const LazyArray& c = own.lazy();
  const ir::ExprP one = ir::cast(cx.code.f.arrays[own.local_array()].elem, ir::int_const(1)), zero = ir::int_const(0);
  if (c.axes.size() < 2) return cx.code.to_scratch(own.local_array(), zero, one, span);
  const ir::ExprP rows = c.axes[0].length, columns = c.axes[1].length,
                  count = ir::binary(ir::BinaryOp::Min, rows, columns);
  counted(cx, zero, 1, ir::sub(count, ir::int_const(1)), span, [&](const ir::ExprP& k) {
    cx.code.to_scratch(own.local_array(), ir::add(ir::mul(k, columns), k), one, span);
  });
}

// eye(n), eye(m,n)
static std::optional<Value> identity(LowerContext& cx, const std::vector<Value>& args, Span span) {
  if (args.empty() || args.size() > 2) return {};
  Value v = make_filled(cx, Type::array(cx.options.scalar, 2), {args[0], args.back()}, 0, span);
  if (local_array_of(v)) return fill_diagonal(cx, v, span), v;
  for (std::int64_t k = 0; k < std::min(v.type.dims[0], v.type.dims[1]); ++k)
    v.parts()[std::size_t(k * v.type.dims[1] + k)] = ir::float_const(1, v.type.elem);
  return v;
}

// A row becomes a column and back; a number stays.
static std::optional<Value> transposed(const std::vector<Value>& args) {
  if (args.size() != 1 || args[0].type.is_number()) return args.size() == 1 ? std::optional(args[0]) : std::nullopt;
  const Value& x = args[0];
  if (x.type.kind != Type::Kind::Fixed || x.type.rank > 2) return {};
  const std::size_t rows = x.type.rank == 1 ? 1 : std::size_t(x.type.dims[0]),
                    columns = std::size_t(x.type.dims.back()), parts = x.type.complex ? 2 : 1;
  Value v = x;
  v.type.dims = {std::int64_t(columns), std::int64_t(rows)};
  if (columns == 1) v.type.dims.erase(v.type.dims.begin());
  v.type.rank = int(v.type.dims.size());
  v.parts().clear();
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t p = 0; p < parts; ++p) v.parts().push_back(x.parts()[(i * columns + j) * parts + p]);
  return v;
}

// length(x): the largest extent, 0 of what is empty.
static Value longest(LowerContext& cx, const std::vector<Value>& extents, Span span) {
  Value most = extents[0];
  ir::ExprP empty;
  for (const Value& e : extents) {
    most = min_max(cx, true, most, e, span);
    const ir::ExprP none = ir::binary(ir::BinaryOp::Eq, e.parts()[0], ir::int_const(0));
    empty = empty ? ir::binary(ir::BinaryOp::Or, empty, none) : none;
  }
  return one_number(ir::select(empty, ir::int_const(0), most.parts()[0]));
}

std::optional<Value> shape_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span) {
  if (builtin_is(name, kFills)) {
    std::vector<Value> extents = args;
    if (args.size() == 1 && args[0].type.kind == Type::Kind::Fixed) {  // zeros([2,3]), uninit(size(x))
      extents.clear();
      for (std::size_t k = 0; k < components(args[0]); ++k) extents.push_back(component(args[0], k));
      if (extents.size() == 2 && extents[0].type.is_number() && ir::as_int(*index_value(cx, extents[0], span)) == 1)
        extents.erase(extents.begin());  // a vec is a row
    }
    Type t = Type::array(cx.options.scalar, int(extents.size()), name == "czeros");
    return make_filled(cx, t, extents, name == "ones" ? 1 : 0, span);
  }
  if (name == "squeeze" || name == "reshape") return reshaped(cx, name, args);
  if (name == "copy" && args.size() == 1 && !args[0].type.is_array()) {
    Value own = args[0];
    if (auto* scalars = own.get_if<Scalars>()) scalars->one_of.clear();
    return own;
  }
  if (name == "transpose") return transposed(args);
  if (name == "eye") return identity(cx, args, span);
  if (!builtin_is(name, BuiltinFamily::Shape)) return {};
  check_count(name, args, 1, name == "size" ? 2 : 1, span);
  const Value& x = args[0];
  if (x.type.is_number()) {
    const bool several = args.size() == 2 && args[1].type.kind == Type::Kind::Fixed;
    if (name != "size" || (args.size() == 2 && !several)) return one_number(ir::int_const(name == "ndims" ? 2 : 1));
    if (several)
      return make_fixed(cx, {std::int64_t(components(args[1]))},
                        std::vector<Value>(components(args[1]), one_number(ir::int_const(1))), span);
    return make_fixed(cx, {2}, {one_number(ir::int_const(1)), one_number(ir::int_const(1))}, span);
  }
  const bool fixed = x.type.kind == Type::Kind::Fixed;
  if (auto v = shape_of_records(cx, name, args, span)) return *v;
  if (auto v = shape_of_phi(cx, name, args, span)) return *v;
  if (!fixed && !x.type.is_array())
    stop("R901", span, fmt::format("'{}' of {} is for host code", name, cx.a_type(x.type)));
  const int rank = fixed ? int(x.type.dims.size()) : rank_of(x);
  if (name == "ndims") return one_number(ir::int_const(std::max(rank, 2)));
  if (name == "numel") return one_number(fixed ? ir::int_const(std::int64_t(components(x))) : element_count(x));
  auto dim = [&](const ir::ExprP& d) -> Value {
    if (!fixed) return one_number(extent(x, d, span));
    const auto k = ir::as_int(*d);
    if (!k) stop("R904", span, "size with a computed dimension is not compiled in loops yet");
    if (rank == 1) return one_number(ir::int_const(*k == 1 ? x.type.dims[0] : 1));
    return one_number(ir::int_const(*k >= 0 && *k < rank ? x.type.dims[std::size_t(*k)] : 1));
  };
  if (args.size() == 2 && args[1].type.kind == Type::Kind::Fixed) {  // size(x, 0..1)
    std::vector<Value> some;
    for (std::size_t k = 0; k < components(args[1]); ++k)
      some.push_back(dim(index_value(cx, component(args[1], k), span)));
    return make_fixed(cx, {std::int64_t(some.size())}, some, span);
  }
  if (args.size() == 2) return dim(index_value(cx, args[1], span));
  std::vector<Value> all;
  for (int d = 0; d < std::max(rank, 2); ++d) all.push_back(dim(ir::int_const(d)));
  if (name == "length") return longest(cx, all, span);
  return make_fixed(cx, {std::int64_t(all.size())}, all, span);
}

Value fold_components(LowerContext& cx, std::vector<Value> v,
                      const std::function<Value(const Value&, const Value&)>& join) {
  constexpr std::size_t kMostWritten = 64;
  if (v.size() > kMostWritten && v[0].parts().size() == 1) return fold_in_memory(cx, v, join);
  std::size_t present = v.size(), half = 1;
  while (half < present) half *= 2;
  for (half /= 2; half >= 1; half /= 2) {
    for (std::size_t l = 0; l + half < present; ++l) v[l] = join(v[l], v[l + half]);
    present = std::min(present, half);
  }
  return v[0];
}

// Many components meet in loops over memory of the iteration: LLVM takes minutes for a few hundred in one expression.
static Value fold_in_memory(LowerContext& cx, const std::vector<Value>& v,
                            const std::function<Value(const Value&, const Value&)>& join) {
  const Span span = v[0].parts()[0]->span;
  Value joined;
  (void)cx.code.collect([&] { joined = join(v[0], v[0]); });  // its type
  const Elem elem = joined.type.elem;
  const ir::ArrayId memory = cx.code.scratch("$folded", elem, std::int64_t(v.size()));
  for (std::size_t k = 0; k < v.size(); ++k)
    cx.code.to_scratch(memory, ir::int_const(std::int64_t(k)), part(v[k], 0, elem), span);
  std::int64_t present = std::int64_t(v.size()), half = 1;
  while (half < present) half *= 2;
  for (half /= 2; half >= 1; half /= 2) {
    counted(cx, ir::int_const(0), 1, ir::int_const(std::min(half, present - half) - 1), span, [&](const ir::ExprP& l) {
      cx.code.to_scratch(
          memory, l,
          part(join(cx.code.from_scratch(memory, l), cx.code.from_scratch(memory, ir::add(l, ir::int_const(half)))), 0,
               elem),
          span);
    });
    present = std::min(present, half);
  }
  return one_number(cx.code.keep("$fold", cx.code.from_scratch(memory, ir::int_const(0)).parts()[0], span));
}

std::optional<Value> fold_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span) {
  const BuiltinFold kind = builtin_fold(name);
  const auto total = [&](std::vector<Value> v) {  // 0 + tree
    const Value folded = fold_components(cx, std::move(v), [&](const Value& a, const Value& b) {
      return arithmetic(cx, ast::BinaryOp::Add, a, b, span);
    });
    if (!is_float(folded.type.elem)) return folded;
    Value sum = folded;
    for (ir::ExprP& part : sum.parts()) part = ir::add(ir::float_const(0, folded.type.elem), part);
    return sum;
  };
  if (name == "dotprod" && args.size() == 2 && args[0].type.kind == Type::Kind::Fixed &&
      args[1].type.kind == Type::Kind::Fixed) {
    if (components(args[0]) != components(args[1])) error("Q0301", span, "'dotprod' of values of different sizes");
    std::vector<Value> products;
    for (std::size_t k = 0; k < components(args[0]); ++k)
      products.push_back(arithmetic(cx, ast::BinaryOp::Mul, component(args[0], k), component(args[1], k), span));
    return total(std::move(products));
  }
  if ((!folds_by_operator(kind) && kind != BuiltinFold::Norm) || args.size() != 1 ||
      (args[0].type.kind != Type::Kind::Fixed && !args[0].type.is_number()))
    return {};
  std::vector<Value> v;
  for (std::size_t k = 0; k < components(args[0]); ++k) v.push_back(component(args[0], k));
  if (name == "norm") {
    const SquareSteps steps = square_steps(cx, span);
    const auto squares = [&](const Value& scale) {
      std::vector<Value> sizes;
      for (const Value& x : v) {
        Value scaled = is_float(x.type.elem) && !literal_of(x) ? x : convert_elem(cx, x, cx.options.scalar, span);
        for (ir::ExprP& part : scaled.parts()) part = ir::mul(part, scale.parts()[0]);
        sizes.push_back(squared_size(cx, cx.code.kept(scaled, span), span));
      }
      return total(std::move(sizes));
    };
    return norm_of_totals(steps, float_elem(args[0].type.elem, cx.options.scalar), squares);
  }
  if (name == "any" || name == "all") {
    for (Value& x : v) x = one_number(truth(cx, x, span));
    const auto op = name == "any" ? ir::BinaryOp::Or : ir::BinaryOp::And;
    return fold_components(cx, std::move(v), [&](const Value& a, const Value& b) {
      return one_number(ir::binary(op, a.parts()[0], b.parts()[0]));
    });
  }
  const auto counted = [&](const Value& x) {
    return x.type.elem == Elem::Bool ? convert_elem(cx, x, Elem::I64, span) : x;
  };
  if (name == "min" || name == "max")
    return counted(fold_components(
        cx, std::move(v), [&](const Value& a, const Value& b) { return min_max(cx, name == "max", a, b, span); }));
  const std::int64_t n = std::int64_t(v.size());
  Value out = name == "prod" ? fold_components(cx, std::move(v),
                                               [&](const Value& a, const Value& b) {
                                                 return arithmetic(cx, ast::BinaryOp::Mul, a, b, span);
                                               })
                             : total(std::move(v));
  if (name == "mean") return arithmetic(cx, ast::BinaryOp::Div, out, one_number(ir::int_const(n)), span);
  return counted(out);
}

Value squared_size(LowerContext& cx, const Value& x, Span span) {
  if (!x.type.complex) return arithmetic(cx, ast::BinaryOp::Mul, x, x, span);
  const Value re = one_number(x.parts()[0]), im = one_number(x.parts()[1]);
  return arithmetic(cx, ast::BinaryOp::Add, arithmetic(cx, ast::BinaryOp::Mul, re, re, span),
                    arithmetic(cx, ast::BinaryOp::Mul, im, im, span), span);
}

// ---- kernels ----------------------------------------------------------------------------------------------------

static std::optional<Value> warp_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                      Span span) {
  const BuiltinInfo* row = builtin_info(name);
  const auto* shuffle = row ? row->as<ir::ShuffleKind>() : nullptr;
  if (!shuffle && name != "ballot" && name != "activemask") return warp_collective(cx, name, args, span);
  if (!cx.in_kernel) error("Q0503", span, fmt::format("'{}' belongs into a kernel", name));
  if (name == "activemask")
    return one_number(std::make_shared<const ir::Expr>(ir::Expr{ir::ActiveMask{}, Elem::I64, span}));
  if (name == "ballot") {
    check_count(name, args, 1, 1, span);
    return one_number(
        std::make_shared<const ir::Expr>(ir::Expr{ir::Ballot{truth(cx, args[0], span)}, Elem::I64, span}));
  }
  check_count(name, args, 2, 2, span);
  const ir::ExprP lane = index_value(cx, args[1], span);
  Value v = args[0];
  require_value(cx, v, span, "a number");
  for (std::size_t k = 0; k < v.parts().size(); ++k)
    v.parts()[k] = with_span(ir::shuffle(*shuffle, part(args[0], k, v.type.elem), lane), span);
  v.scalars().literal.reset();
  return v;
}

// old = atomic_add(x[i], v), atomic_cas(x[i], expected, new)
static std::optional<Value> atomic_call(LowerContext& cx, const std::string& name, const ast::Call& c, Span span) {
  const BuiltinInfo* row = builtin_info(name);
  const auto* atomic = row ? row->as<ir::AtomicOp>() : nullptr;
  if (!atomic) return {};
  if (!cx.in_kernel) stop("R904", span, fmt::format("'{}' in a loop is not compiled yet", name));
  const bool counts = *atomic == ir::AtomicOp::Inc || *atomic == ir::AtomicOp::Dec;
  const bool by_one = counts && c.arguments.size() == 1;  // without a limit
  const ir::AtomicOp op = !by_one ? *atomic : *atomic == ir::AtomicOp::Inc ? ir::AtomicOp::Add : ir::AtomicOp::Sub;
  const std::size_t want = *atomic == ir::AtomicOp::Cas ? 3 : 2;
  if (c.arguments.size() != want && !by_one)
    error("Q0204", span, fmt::format("'{}' takes {} arguments, not {}", name, want, c.arguments.size()));
  auto* place = std::get_if<ast::Index>(&c.arguments[0].value->node);
  const Value array = place ? expr(cx, *place->base) : Value{};
  if (!place || !array.type.is_array() || array.type.complex)
    error("Q0301", c.arguments[0].value->span, fmt::format("'{}' needs an array element such as x[i]", name));
  refuse_converted(cx, array, span);
  if (array.type.is_const)
    error("Q0203", span, fmt::format("'{}' is 'const and cannot be written", cx.code.f.arrays[array.array().id].name));
  const ir::Access a = access(cx, array, place->indices, c.arguments[0].value->span);
  const Elem type = value_elem(array.type.elem);
  const ir::ExprP first =
      number(cx, by_one ? one_number(ir::int_const(1)) : expr(cx, *c.arguments[1].value), type, span);
  ir::ExprP compare, value = first;
  if (want == 3) {
    compare = first;
    value = number(cx, expr(cx, *c.arguments[2].value), type, span);
  }
  const ir::VarId old = cx.code.temp("old", type);
  ++cx.effects.stores;
  cx.code.emit(ir::Atomic{old, op, a, value, compare, false}, span);
  return one_number(ir::var(cx.code.f, old));
}

}  // namespace qc::lowering
