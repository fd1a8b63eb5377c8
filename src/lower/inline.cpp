// Calls of user functions: the body is lowered in place of the call, specialised for its arguments.
#include "lower/interface/inline.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/dataflow/argument_effects.h"
#include "analysis/dataflow/assignments.h"
#include "analysis/dataflow/name_facts.h"
#include "ast/lambda_value.h"
#include "ast/print_ast.h"
#include "ast/query.h"
#include "ast/type_class.h"
#include "desugar/dense_cells.h"
#include "lower/interface/access.h"
#include "lower/interface/array_names.h"
#include "lower/interface/assign.h"
#include "lower/interface/call.h"
#include "lower/interface/conversions.h"
#include "lower/interface/evaluation_order.h"
#include "lower/interface/expr.h"
#include "lower/interface/fixed_slices.h"
#include "lower/interface/kernel.h"
#include "lower/interface/lazy_array.h"
#include "lower/interface/names.h"
#include "lower/interface/records.h"
#include "lower/interface/select_cell_item.h"
#include "lower/interface/steady_values.h"
#include "lower/interface/stmt.h"
#include "lower/state/lower_context.h"
#include "sema/builtins.h"
#include "sema/generic_elem.h"
#include "sema/type_words.h"
#include "sema/types_of_builtins.h"

namespace qc::lowering {

namespace {

constexpr int kNoFit = -1;

bool mentions(const ast::TypeExpr& t, const std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), t.name) != names.end()) return true;
  return std::any_of(t.elements.begin(), t.elements.end(), [&](const ast::TypeExpr& e) { return mentions(e, names); });
}

// Whether an argument may stand wherever its parameter does: it costs little, cannot fail and reads no array.
bool is_simple(const Value& v) {
  int nodes = 0;
  bool simple = true;
  for (const auto& p : v.parts())
    ir::for_each_expr(*p, [&](const ir::Expr& e) {
      ++nodes;
      if (auto* b = std::get_if<ir::Binary>(&e.node)) simple &= b->site == ir::kNoSite && b->op != ir::BinaryOp::Div;
      simple &= !std::holds_alternative<ir::Load>(e.node) && !std::holds_alternative<ir::Math>(e.node);
    });
  constexpr int kMostNodes = 12;
  return simple && nodes <= kMostNodes * int(std::max<std::size_t>(1, v.parts().size()));
}

// Whether a function's statements assign `name` at their own level, so that it needs no start value: before a loop may
// leave the function.
bool always_assigns(const ast::Block& body, const std::string& name) {
  for (const ast::Stmt& s : body) {
    const bool loop = std::holds_alternative<ast::For>(s.node) || std::holds_alternative<ast::While>(s.node) ||
                      std::holds_alternative<ast::Repeat>(s.node);
    if (loop && has_return_anywhere({s})) return false;
    if (auto* a = std::get_if<ast::Assign>(&s.node); a && a->op == ast::AssignOp::Set && a->value)
      for (const auto& t : a->targets)
        if (auto* n = std::get_if<ast::Name>(&t.place->node); n && n->name == name) return true;
  }
  return false;
}

}  // namespace

const std::vector<ast::Parameter>& parameters_of(const FunctionRef& r) {
  return r.def ? r.def->parameters : r.lambda->parameters;
}

// Missing extents are 1, and so must be those that are too many; a vec is a row, and what runs along one dimension a
// vec.
std::optional<Type> fixed_for(const Type& declared, const Type& given) {
  if (!declared.is_array() || given.kind != Type::Kind::Fixed) return {};
  Type t = given;
  t.elem = declared.elem;
  t.complex = declared.complex;
  t.boundary = declared.boundary;
  if (declared.rank == 0) return t;
  const auto rank = std::size_t(declared.rank);
  if (t.dims.size() == 1 && rank > 1) t.dims.insert(t.dims.begin(), 1);
  while (t.dims.size() > rank && t.dims.back() == 1) t.dims.pop_back();
  while (t.dims.size() > rank && t.dims.front() == 1) t.dims.erase(t.dims.begin());
  if (t.dims.size() > rank) return {};
  t.dims.resize(rank, 1);
  t.rank = declared.rank;
  return t;
}

std::map<std::string, Type> generic_types(const std::vector<std::string>& generics,
                                          const std::vector<ast::Parameter>& parameters,
                                          const std::vector<std::optional<Type>>& arguments) {
  std::map<std::string, Type> known;
  const auto bind = [&](const std::string& generic, const Type& said, Elem (*join)(Elem, Elem)) {
    const auto [it, fresh] = known.emplace(generic, said);
    Type& both = it->second;
    if (fresh || !both.is_number() || !said.is_number()) return;
    both.elem = join(both.elem, said.elem);
    both.complex = both.complex || said.complex;
  };
  const auto each = [&](const auto& see) {
    for (std::size_t k = 0; k < parameters.size() && k < arguments.size(); ++k)
      if (parameters[k].type && arguments[k])
        for (const std::string& g : generics) see(g, *parameters[k].type, *arguments[k]);
  };
  each([&](const std::string& g, const ast::TypeExpr& written, const Type& given) {
    if (written.elements.size() == 1 && written.elements[0].name == g &&
        (given.is_array() || given.kind == Type::Kind::Fixed))
      bind(g, Type::number(given.elem, given.complex), of_either);
  });
  const auto of_elements = known;
  each([&](const std::string& g, const ast::TypeExpr& written, const Type& given) {
    if (written.name == g) bind(g, given, of_elements.count(g) ? with_number : of_either);
  });
  return known;
}

static std::vector<Value> inline_function(LowerContext& cx, const ast::FunctionDef& d, const std::string& captured,
                                          std::vector<std::optional<Value>> args, int wanted, Span span);
static bool sees_names_around(const LowerContext& cx, const ast::FunctionDef& kernel);
static std::shared_ptr<const ir::Inlined> called(LowerContext& cx, Span span, const std::string& what,
                                                 const void* function);

// Of a variable that code keeps: an array of declared extents is a fixed-size value there, unless no memory holds it.
Type own_type(const LowerContext& cx, const ast::TypeExpr& written) {
  Type t = resolve_type(written, cx.options.scalar);
  constexpr std::int64_t kMostElements = std::int64_t(1) << 32;
  std::int64_t n = 1;
  for (const std::int64_t d : t.dims) {
    if (d > 0 && n > kMostElements / d)
      stop("R901", written.span,
           fmt::format("an array of {} elements is too large for a loop", fmt::join(t.dims, " x ")));
    n *= d;
  }
  if (t.is_array() && !t.dims.empty()) t.kind = Type::Kind::Fixed;
  return t;
}

// An array that a parameter of declared extents is given has those.
static void require_extents(LowerContext& cx, const Value& array, const ast::Parameter& p, const Type& declared,
                            Span span) {
  if (declared.dims.empty()) return;
  ir::ExprP other;
  for (std::size_t d = 0; d < declared.dims.size(); ++d) {
    const ir::ExprP differs =
        ir::binary(ir::BinaryOp::Ne, ir::extent(array.array().id, int(d)), ir::int_const(declared.dims[d]));
    other = other ? ir::binary(ir::BinaryOp::Or, other, differs) : differs;
  }
  ir::Block fail;
  fail.push_back(
      {ir::Fail{cx.refusal("Q0301", span, fmt::format("'{}' must be {}", p.name, cx.a_type(declared))), {}}, span});
  cx.code.emit(ir::If{other, std::move(fail), {}}, span);
}

// The declared type of a parameter; nothing when it is generic.
static std::optional<Type> parameter_type(LowerContext& cx, const ast::Parameter& p,
                                          const std::vector<std::string>& generics) {
  if (!p.type || mentions(*p.type, generics)) return {};
  Type t = resolve_type(*p.type, cx.options.scalar);
  if (!t.known()) return {};
  return t;
}

// What the modifiers of a type mean, whatever the type: x : 'mirror.
static Type modifiers_of(const ast::TypeExpr& written) {
  ast::TypeExpr any;
  any.name = "??";
  any.modifiers = written.modifiers;
  return resolve_type(any, Elem::F32);
}

// The same where it is known what the generic parameters stand for, numbers.
static std::optional<Type> bound_type(LowerContext& cx, const ast::Parameter& p,
                                      const std::vector<std::string>& generics) {
  if (!p.type || !mentions(*p.type, generics)) return parameter_type(cx, p, generics);
  for (const std::string& g : generics)
    if (mentions(*p.type, {g}))
      if (const auto t = TypeNames::find(g); !t || !t->is_number()) return {};
  const Type t = resolve_type(*p.type, cx.options.scalar);
  return t.known() ? std::optional(t) : std::nullopt;
}

// The same of one argument and the type of its parameter.
static int fit_type(const Type& t, const Value& arg) {
  const Type& a = arg.is<ArraySelect>() ? arg.select().arrays[0].type : arg.type;
  if (is_lazy(arg))
    return t.is_array() && !t.complex && t.rank == int(arg.lazy().dims.size())
               ? 1
               : kNoFit;  // bind_parameter looks at the elements
  if (const auto fixed = fixed_for(t, a)) {
    if (a.complex && !t.complex) return kNoFit;
    return 1 + (value_elem(fixed->elem) != value_elem(a.elem) ? 4 : 0) + (t.complex != a.complex ? 3 : 0) +
           std::abs(int(a.dims.size()) - t.rank);
  }
  if (t.kind != a.kind) return kNoFit;
  if (t.is_array() && t.rank != 0 && a.rank > t.rank) return kNoFit;
  if (t.kind == Type::Kind::Fixed && t.dims != a.dims) return kNoFit;
  if (a.complex && !t.complex) return kNoFit;
  int cost = 0;
  if (t.is_array()) cost += (t.elem != a.elem ? 4 : 0) + (t.complex != a.complex ? 3 : 0);
  if (t.is_number() && value_elem(t.elem) != value_elem(a.elem) && !(literal_of(arg) && is_float(t.elem))) cost += 1;
  if (t.is_number() && t.complex != a.complex) cost += 1;
  return cost;
}

// The nearest of the types that a parameter takes, [scalar|mat], and how badly it fits.
static std::pair<std::optional<Type>, int> nearest_type(const ast::TypeExpr& any, const Value& arg, Elem scalar) {
  std::pair<std::optional<Type>, int> best{std::nullopt, kNoFit};
  for (const ast::TypeExpr& one : any.elements) {
    const Type t = resolve_type(one, scalar);
    if (const int c = fit_type(t, arg); c != kNoFit && (!best.first || c < best.second)) best = {t, c};
  }
  return best;
}

// How badly a function fits the arguments: 0 exactly, kNoFit not at all.
static int fit(LowerContext& cx, const FunctionRef& r, const std::vector<Value>& args,
               const std::vector<std::string>& names) {
  const auto& params = parameters_of(r);
  if (args.size() > params.size()) return kNoFit;
  std::vector<bool> given(params.size());
  int cost = 0;
  static const std::vector<std::string> none;
  for (std::size_t k = 0; k < args.size(); ++k) {
    std::size_t at = k;
    if (!names[k].empty()) {
      for (at = 0; at < params.size() && params[at].name != names[k];) ++at;
      if (at == params.size()) return kNoFit;
    }
    if (given[at]) return kNoFit;
    given[at] = true;
    const auto t = parameter_type(cx, params[at], r.def ? r.def->generics : none);
    const bool one_of = params[at].type && ast::is_type_class(*params[at].type);
    const int c = t        ? fit_type(*t, args[k])
                  : one_of ? nearest_type(*params[at].type, args[k], cx.options.scalar).second
                           : 2;
    if (c == kNoFit) return kNoFit;
    cost += 2 * c + (one_of ? 1 : 0);  // one of several types comes after that one alone
  }
  for (std::size_t k = 0; k < params.size(); ++k)
    if (!given[k] && !params[k].default_value) return kNoFit;
  return cost;
}

bool none_takes(LowerContext& cx, const std::vector<FunctionRef>& functions, const ast::Call& c) {
  std::vector<Type> types;
  if (std::any_of(c.arguments.begin(), c.arguments.end(),
                  [](const ast::Argument& a) { return a.spread || !a.name.empty(); }))
    return false;
  cx.code.collect([&] {
    for (const ast::Argument& a : c.arguments) types.push_back(expr(cx, *a.value).type);
  });
  const auto takes = [&](const FunctionRef& r) {
    const auto& params = parameters_of(r);
    if (!params.empty() && params.back().variadic) return true;
    if (types.size() > params.size()) return false;
    for (std::size_t k = 0; k < params.size(); ++k) {
      if (k >= types.size() && !params[k].default_value) return false;
      const auto t = k < types.size()
                         ? parameter_type(cx, params[k], r.def ? r.def->generics : std::vector<std::string>{})
                         : std::nullopt;
      if (t && (t->is_number() != types[k].is_number() ||
                (t->kind == Type::Kind::Object) != (types[k].kind == Type::Kind::Object)))
        return false;
    }
    return true;
  };
  return std::none_of(functions.begin(), functions.end(), takes);
}

// ---- functions written in compiled code --------------------------------------------------------------------------

// Whether variables or memory of the loop do for what a function that is made in it keeps. A short array is a
// reference, a value declared with a fixed size is kept as it is: variables, which are copied, do for the first where
// nothing is written into it, memory, which is not, for either where it stays as it is.
static bool can_be_kept(const std::string& name, const Binding& b, const Assignments& found) {
  if (b.type.kind != Type::Kind::Fixed || b.alias()) return true;
  const bool again = found.whole.count(name) && found.whole.at(name) > 1;
  return b.local_array() ? !again && !found.writes_into(name) : b.fixed_type || b.by_value || !found.writes_into(name);
}

// Numbers that are mentioned are kept as they are now; arrays and functions are references.
static std::string keep_names(LowerContext& cx, const NameCounts& mentioned, Span span) {
  LocalFunction kept{cx.names.frame().names, cx.names.frame().outer, cx.names.frame().captured};
  for (auto& [name, b] : kept.names) {
    if (!mentioned.count(name)) continue;
    if (auto& now = cx.names.frame().names.at(name); now.alias() && now.alias()->type.is_array())
      note_read(cx, name, now, span);
    if (b.which()) b.storage = Alias{phi_now(cx, *b.alias(), span)};
    if (!cx.in_kernel && !can_be_kept(name, b, cx.names.frame().assignments))
      stop("R904", span, fmt::format("'{}' is kept by a function that is made in the loop, and written to", name),
           name);
    if (b.vars().empty() || b.loop_variable) continue;
    Value v = of_scalars(b.type);
    for (ir::VarId var : b.vars()) {
      const ir::VarId t = cx.code.temp("kept", cx.code.f.vars[var].type);
      cx.code.emit(ir::Assign{t, ir::var(cx.code.f, var)}, span);
      v.parts().push_back(ir::var(cx.code.f, t));
    }
    b.storage = Alias{std::move(v)};
  }
  cx.names.local_functions.push_back(std::move(kept));
  return fmt::format("#{}", cx.names.local_functions.size() - 1);
}

Value local_lambda(LowerContext& cx, const ast::Lambda& l, Span span) {
  if (l.qualifier == ast::Qualifier::Kernel) stop("R901", span, "a kernel is made inside the loop");
  NameCounts mentioned;
  count_names(ast::Stmt{ast::ExprStmt{ast::ExprP(ast::Expr{l, span})}, span, false}, mentioned);
  Value v;
  v.type.kind = Type::Kind::Function;
  v.node = Functions{{{nullptr, &l, {}, keep_names(cx, mentioned, span)}}};
  return v;
}

void local_function(LowerContext& cx, const ast::FunctionDef& d, Span span) {
  if (d.qualifier == ast::Qualifier::Kernel) stop("R901", span, "a kernel is defined inside the loop");
  NameCounts mentioned;
  count_names(d.body, mentioned);
  Binding b;
  b.key = cx.names.frame().key + d.name;
  Functions functions;
  if (auto it = cx.names.frame().names.find(d.name); it != cx.names.frame().names.end() && it->second.alias())
    if (auto* known = it->second.alias()->get_if<Functions>()) functions = *known;
  std::erase_if(functions.candidates,
                [&](const FunctionRef& r) { return r.def == &d; });  // it was called before it is reached here
  functions.candidates.push_back({&d, nullptr, {}, keep_names(cx, mentioned, span)});
  b.type.kind = Type::Kind::Function;
  b.storage = Alias{Value(b.type, std::move(functions))};
  cx.names.frame().names[d.name] = std::move(b);
}

std::vector<Value> call_functions(LowerContext& cx, const Value& target, const std::string& name, const ast::Call& c,
                                  Span span, bool may_write) {
  const auto& [candidates, builtin_name] = target.functions();
  if (candidates.size() == 1 && !candidates[0].name.empty()) {
    if (auto v = builtin(cx, candidates[0].name, c, span)) return {*v};
  } else if (!candidates.empty()) {
    return inline_call(cx, candidates, name, c, span, may_write);
  } else if (auto v = builtin(cx, builtin_name, c, span)) {
    return {*v};
  }
  stop("R903", span, fmt::format("it is not known which function '{}' is", name), name);
}

// A call that fits none of the functions, or several alike, with all of them.
[[noreturn]] static void refuse(Code code, Span span, std::string message, const std::vector<FunctionRef>& candidates) {
  Diagnostic d{code, Severity::Error, span, std::move(message), {}, {}};
  for (const FunctionRef& r : candidates)
    if (r.def) d.notes.push_back({r.def->name_span, "candidate: " + ast::signature(*r.def)});
  throw ProgramError(std::move(d));
}

// What stands for a cell of values, `p : vec[vec3]`, as an argument (host/desugar/dense_cell_arrays.h).
static std::optional<DenseCell> dense_cell(const LowerContext& cx, const Value& v) {
  if (!v.type.is_array() || is_lazy(v) || cx.code.f.arrays.size() <= v.array().id) return {};
  const auto shape = cx.scope.type_of(items_name(cx.code.f.arrays[v.array().id].name));
  if (!shape || shape->kind != Type::Kind::Fixed || shape->dims.size() < 2 ||
      std::int64_t(rank_of(v)) != shape->dims[0] + std::int64_t(shape->dims.size()) - 1)
    return {};
  DenseCell form{int(shape->dims[0]), {shape->dims.begin() + 1, shape->dims.end()}, v.type.elem == Elem::I64, {}};
  form.type = item_type(form.item, v.type.elem, cx.options.scalar);
  return form;
}

// The functions for arrays in place of the cells among their arguments; nothing: there are none.
static std::vector<FunctionRef> over_items(LowerContext& cx, const std::vector<FunctionRef>& candidates,
                                           const std::vector<Value>& args, const std::vector<std::string>& names,
                                           Span span) {
  std::vector<FunctionRef> out;
  const bool any = std::any_of(args.begin(), args.end(), [&](const Value& a) { return dense_cell(cx, a).has_value(); });
  for (const FunctionRef& r : any ? candidates : std::vector<FunctionRef>{}) {
    if (!r.def || args.size() > r.def->parameters.size()) continue;
    DenseCells cells;
    for (std::size_t k = 0; k < args.size(); ++k)
      if (const auto form = dense_cell(cx, args[k]))
        cells.emplace(names[k].empty() ? r.def->parameters[k].name : names[k], *form);
    auto [at, fresh] = cx.inlining.over_items.try_emplace({r.def, cells});
    if (fresh) {
      ast::Stmt text;
      text.node = Box<ast::FunctionDef>(*r.def);
      at->second =
          with_dense_cells(text, cells, [&](const std::string& n) { return !cx.names.functions_named(n).empty(); });
    }
    if (!at->second) continue;
    FunctionRef made = r;
    made.def = std::get<Box<ast::FunctionDef>>(at->second->node).get();
    out.push_back(std::move(made));
  }
  if (any && out.empty()) stop("R903", span, "a cell is used as a value in what is called");
  return out;
}

std::vector<Value> inline_call(LowerContext& cx, const std::vector<FunctionRef>& candidates_given,
                               const std::string& name, const ast::Call& c, Span span, bool may_write) {
  const int wanted = std::exchange(cx.inlining.wanted, 1);
  std::vector<Type> given_generics = std::exchange(cx.inlining.given_generics, {});
  std::vector<Value> args;
  std::vector<std::string> names;
  for (const auto& a : c.arguments) {
    if (a.spread) {
      const Value row = cell_argument(cx, *a.value) ? Value{} : whole_value(cx, *a.value);
      if (row.type.is_array() || is_lazy(row)) require_value(cx, row, a.value->span, "an argument");
      if (row.type.kind != Type::Kind::Fixed)
        stop("R903", a.value->span, fmt::format("'{}' is given the items of a cell", name));
      for (std::size_t k = 0; k < components(row); ++k) {
        next_of(
            cx, args, [&] { return component(row, k); }, a.value->span);
        names.emplace_back();
      }
      continue;
    }
    const auto cell = cell_argument(cx, *a.value);
    next_of(
        cx, args, [&] { return cell ? *cell : expr(cx, *a.value); }, a.value->span);
    if (Binding* b = cell ? nullptr : fixed_binding(cx, *a.value, a.value->span)) args.back().scalars().variable = b;
    names.push_back(a.name);
  }
  const std::vector<FunctionRef> of_items = over_items(cx, candidates_given, args, names, span);
  const std::vector<FunctionRef>& candidates = of_items.empty() ? candidates_given : of_items;
  const FunctionRef* best = nullptr;
  int best_cost = kNoFit;
  bool ambiguous = false, arity = false;
  for (const FunctionRef& r : candidates) {
    arity = arity || args.size() <= parameters_of(r).size();
    const int cost = fit(cx, r, args, names);
    if (cost == kNoFit) continue;
    ambiguous = best && cost == best_cost;
    if (best && cost >= best_cost) continue;
    best = &r;
    best_cost = cost;
  }
  // An array may have the rank or extents that are wanted when it is there; a number is never an array.
  auto may_fit = [&](const FunctionRef& r) {
    const auto& params = parameters_of(r);
    if (args.size() > params.size()) return !params.empty() && params.back().variadic;
    for (std::size_t k = 0; k < args.size(); ++k) {
      if (!names[k].empty()) continue;
      const auto t = parameter_type(cx, params[k], r.def ? r.def->generics : std::vector<std::string>{});
      if (t && t->is_number() != args[k].type.is_number()) return false;
    }
    return true;
  };
  if (!best && !cx.in_kernel && std::any_of(candidates.begin(), candidates.end(), may_fit)) {
    const auto array = std::find_if(args.begin(), args.end(), [](const Value& a) { return a.type.is_array(); });
    stop("R903", span, fmt::format("the arguments of '{}' are converted, or do not fit", name),
         array == args.end() ? name : cx.code.f.arrays[array->array().id].name);
  }
  if (!best) {
    if (candidates.size() == 1) {
      const std::size_t want = parameters_of(candidates[0]).size();
      if (args.size() != want)
        refuse("Q0204", span,
               fmt::format("'{}' takes {} argument{}, not {}", name, want, want == 1 ? "" : "s", args.size()),
               candidates);
    }
    std::string types;
    for (const Value& a : args) types += (types.empty() ? "" : ", ") + type_name(a.type, cx.options.scalar);
    refuse("Q0205", span, fmt::format("no function '{}' takes ({})", name, types), candidates);
  }
  if (ambiguous && !cx.in_kernel)
    stop("R903", span, fmt::format("which '{}' is meant depends on the arguments' values", name), name);
  if (ambiguous) refuse("Q0205", span, fmt::format("more than one function '{}' fits this call", name), candidates);
  std::vector<std::optional<Value>> bound(parameters_of(*best).size());
  for (std::size_t k = 0; k < args.size(); ++k) {
    std::size_t at = k;
    if (!names[k].empty())
      for (at = 0; parameters_of(*best)[at].name != names[k];) ++at;
    bound[at] = args[k];
  }
  cx.inlining.given_generics = std::move(given_generics);
  if (best->def) return inline_function(cx, *best->def, best->captured, std::move(bound), wanted, span);
  std::vector<Value> all;
  for (auto& v : bound) all.push_back(v ? std::move(*v) : Value{});
  for (std::size_t k = args.size(); k < all.size(); ++k)
    if (!bound[k]) stop("R903", span, fmt::format("'{}' is called without an argument that has a default", name));
  return inline_lambda(cx, *best->lambda, best->captured, name, std::move(all), span, may_write);
}

// Writes to an array that the call has made of other elements would be lost: a step refuses them.
static void require_unwritten_copy(const LowerContext& cx, const Frame& inner, const ast::Parameter& p, Span span,
                                   const std::string& function) {
  if (inner.assignments.writes_into(p.name) || (!cx.in_kernel && inner.handed_on.count(p.name)))
    stop("R903", span,
         fmt::format("'{}' writes to its parameter '{}', and is given a converted copy", function, p.name), p.name);
}

// A fixed-size variable as the argument for an untyped parameter, or one declared as vec, mat, cube: the function works
// on the variable itself, as it does on any array. Not so where either is declared with a fixed size; where the
// function gives the name another value, it is a copy, which must not be written to before; where the call converts it,
// it must not be written to at all.
static bool share_argument(LowerContext& cx, Frame& inner, const ast::Parameter& p, const std::optional<Type>& declared,
                           Value& v, Span span, const std::string& function) {
  auto* scalars = v.get_if<Scalars>();
  const Binding* b = scalars ? std::exchange(scalars->variable, nullptr) : nullptr;
  if (!b || copies(*b) || inner.assignments.whole.count(p.name) || (declared && declared->kind == Type::Kind::Fixed))
    return false;
  const auto kept = declared ? fixed_for(*declared, b->type) : b->type;
  if (!kept) return false;
  const bool same = kept->dims == b->type.dims && value_elem(kept->elem) == value_elem(b->type.elem) &&
                    kept->complex == b->type.complex;
  const bool written = inner.assignments.writes_into(p.name);
  if (written && same) require_own(cx, *b, p.name, span);
  if (same) {
    Binding& own = inner.names[p.name] = *b;
    own.shared = true;
    if (p.type)
      own.type.boundary = (declared ? *declared : modifiers_of(*p.type))
                              .boundary;  // without a type it has the mode of what it is given
  } else {
    require_unwritten_copy(cx, inner, p, span, function);
  }
  return same;
}

// Whether it reads no variable that may be assigned.
static bool stays(const LowerContext& cx, const Value& v) {
  bool stays = true;
  for (const auto& p : v.parts())
    ir::for_each_expr(*p, [&](const ir::Expr& e) {
      if (auto* x = std::get_if<ir::VarRef>(&e.node)) stays = stays && never_changes(cx, x->var);
    });
  return stays;
}

static void bind_parameter(LowerContext& cx, Frame& inner, const ast::Parameter& p,
                           const std::vector<std::string>& generics, Value v, Span span, const std::string& function) {
  auto declared = p.type && ast::is_type_class(*p.type) ? nearest_type(*p.type, v, cx.options.scalar).first
                                                        : bound_type(cx, p, generics);
  const bool has_name = ((variable_of(v) && !copies(*variable_of(v))) || !one_of(v).empty()) &&
                        !(declared && declared->kind == Type::Kind::Fixed);
  if (share_argument(cx, inner, p, declared, v, span, function)) return;
  bool any_extents = false;  // an array of any extents: a reference, also where it is one that the call makes
  if (declared)
    if (const auto fixed = fixed_for(*declared, v.type)) {
      any_extents = declared->is_array();
      declared = fixed;
      v.type.dims = fixed->dims;
      v.type.rank = fixed->rank;
    }
  Binding b;
  b.key = inner.key + p.name;
  b.block = cx.code.block;
  b.assigned = true;
  if (v.type.is_array()) {
    if (declared) {
      // A copy with wider elements, which the function only reads, is not made: its elements are converted one by one.
      const bool wider = declared->elem != v.type.elem && !v.array().read_as &&
                         (declared->elem == Elem::F32 || declared->elem == Elem::F64) && !declared->complex &&
                         !v.type.complex;
      if (wider) v.array().read_as = declared->elem;
      const Elem elem = v.array().read_as.value_or(v.type.elem);
      if (declared->elem != elem || declared->complex != v.type.complex ||
          (declared->rank != 0 && declared->rank != v.type.rank))
        stop("R903", span,
             fmt::format("'{}' takes {}, and the array is {}: the call makes a copy", function, cx.a_type(*declared),
                         cx.a_type(v.type)));
      require_extents(cx, v, p, *declared, span);
      v.type.boundary = declared->boundary;
      v.type.is_const = v.type.is_const || declared->is_const;
      v.array().texture = texture_of(p);
    } else if (p.type) {
      const Type mode = modifiers_of(*p.type);
      v.type.boundary = mode.boundary;
      v.type.is_const = v.type.is_const || mode.is_const;
    }
    b.storage = Alias{std::move(v)};
    inner.names[p.name] = std::move(b);
    return;
  }
  if (is_lazy(v)) {
    if (local_array_of(v) ? inner.assignments.whole.count(p.name) || inner.assignments.updated.count(p.name)
                          : inner.assigned.count(p.name))
      stop("R901", span,
           fmt::format("'{}' assigns to its parameter '{}', a slice whose length is computed", function, p.name),
           p.name);
    if (declared) {  // it reads what an array of that type would
      const Type of = type_of_lazy(cx, v);
      const bool zeros = declared->boundary == Boundary::Safe && !(cx.in_kernel || inner.device);
      if (of.complex || of.elem != declared->elem || zeros ||
          (declared->boundary != Boundary::Default && declared->boundary != Boundary::Safe &&
           declared->boundary != Boundary::Clamped))
        stop("R903", span,
             fmt::format("'{}' takes {}, and is given a long slice: take it outside the loop", function,
                         cx.a_type(*declared)));
    }
    b.storage = Alias{named_lazy(cx, v, p.name, span)};
    if (declared) b.alias()->type.boundary = declared->boundary;
    inner.names[p.name] = std::move(b);
    return;
  }
  auto* items = v.get_if<ArraySelect>();  // of a cell, at a computed place
  for (std::size_t k = 0; items && k < items->arrays.size(); ++k) {
    Value& item = items->arrays[k];
    if (declared && (declared->elem != item.type.elem || declared->complex))
      stop("R903", span,
           fmt::format("'{}' takes {}, and the items are {}", function, cx.a_type(*declared), cx.a_type(item.type)));
    if (p.type) item.type.boundary = declared ? declared->boundary : Boundary::Default;
    item.type.is_const = item.type.is_const || (declared && declared->is_const);
  }
  if (v.type.kind == Type::Kind::String && inner.assigned.count(p.name))
    stop("R901", span, fmt::format("'{}' assigns to its parameter '{}', a string", function, p.name), p.name);
  if (v.type.kind == Type::Kind::Function || v.type.kind == Type::Kind::Object || v.type.kind == Type::Kind::Cell ||
      v.type.kind == Type::Kind::String) {
    b.type = v.type;
    b.storage = Alias{std::move(v)};
    inner.names[p.name] = std::move(b);
    return;
  }
  require_value(cx, v, span, "a value");
  const bool by_value = is_by_value(v) && !declared;
  if (any_extents && !cx.in_kernel && declared->elem != narrow_of(v).value_or(v.type.elem))
    require_unwritten_copy(cx, inner, p, span, function);
  if (declared) {
    v = sized(convert(cx, v, *declared, span), declared->elem);
    if (any_extents && is_int(declared->elem) && declared->elem != Elem::I64) v.scalars().narrow = declared->elem;
  } else if (p.type)
    v.type.boundary = modifiers_of(*p.type).boundary;
  if (!inner.assigned.count(p.name) && !inner.handed_on.count(p.name) && is_simple(v) && !reads_changed_field(cx, v) &&
      (!inner.shares || stays(cx, v))) {
    b.type = v.type;
    b.storage = Alias{std::move(v)};
    inner.names[p.name] = std::move(b);
    return;
  }
  // The argument is computed once, before the body.
  Type wide = v.type;
  wide.elem = literal_of(v) && !declared ? cx.options.scalar : value_elem(v.type.elem);
  if (declared && !any_extents) fix_type(b, *declared);
  cx.types.by_key.emplace(b.key, wide);
  b.type = cx.types.by_key.at(b.key);
  b.by_value = by_value;
  if (narrow_of(v) && v.type.kind == Type::Kind::Fixed && !b.fixed_type && !inner.assignments.whole.count(p.name))
    b.declared = narrow_of(v);
  b.copied_argument = has_name;
  if (inner.assigned.count(p.name) || cx.types.local_arrays.count(b.key))
    place_variable(cx, b, p.name, wide.elem);
  else
    make_vars(cx, b, p.name, false);
  Binding& placed = inner.names[p.name] = std::move(b);
  if (!placed.fixed_type) cx.types.note(placed.key, join(cx, cx.types.by_key.at(placed.key), v, span));
  if (v.type.complex && !placed.type.complex) return;  // the next pass knows
  write_binding(cx, placed, v, span);
}

// Returns in loops leave a loop that runs once.
static void function_body(LowerContext& cx, const ast::Block& body, Span span) {
  cx.names.frame().body = cx.code.block;
  if (!has_inner_return(body)) return block(cx, body);
  cx.names.frame().returned = cx.code.temp("returned", Elem::Bool);
  cx.code.emit(ir::Assign{*cx.names.frame().returned, ir::bool_const(false)}, span);
  ir::Block once = cx.code.collect([&] {
    cx.names.frame().body = cx.code.block;
    block(cx, body);
  });
  once.push_back({ir::Break{}, span});
  cx.code.emit(ir::While{ir::bool_const(true), std::move(once)}, span);
}

// Zeros for a variable that not every way through the function assigns as a whole.
static ir::Block zeros_of(LowerContext& cx, const Binding& b, Span span) {
  const auto zero = [](Elem t) {
    return is_float(t) ? ir::float_const(0, t) : t == Elem::Bool ? ir::bool_const(false) : ir::int_const(0);
  };
  ir::Block zeros;
  for (ir::VarId v : b.vars()) zeros.push_back({ir::Assign{v, zero(cx.code.f.vars[v].type)}, span});
  if (!b.local_array()) return zeros;
  const ir::Array& memory = cx.code.f.arrays[*b.local_array()];
  const auto store = [&](ir::ExprP place) {
    return ir::Stmt{ir::Store{{*b.local_array(), {std::move(place)}, memory.rank > 1, Boundary::Unchecked, ir::kNoSite},
                              ir::cast(memory.elem, zero(value_elem(memory.elem)))},
                    span};
  };
  const std::int64_t count = count_of(memory.dims);
  constexpr std::int64_t kMostOneByOne = 16;
  if (count > kMostOneByOne) {
    const ir::VarId k = cx.code.temp("k", Elem::I64);
    zeros.push_back(
        {ir::For{k, ir::int_const(0), ir::int_const(1), ir::int_const(count - 1), {store(ir::var(cx.code.f, k))}, 0},
         span});
  } else
    for (std::int64_t k = 0; k < count; ++k) zeros.push_back(store(ir::int_const(k)));
  return zeros;
}

// Puts the beginnings of the variables that the call has made, and that some way through it may leave unset, before its
// statements. An output of a declared size begins with zeros, as any does in a kernel.
static void begin_variables(LowerContext& cx, const ast::FunctionDef& d, std::size_t start, Span span) {
  ir::Block begin;
  for (auto& [name, b] : cx.names.frame().names) {
    const bool own = b.key.starts_with(cx.names.frame().key);  // no other name of the caller's variable
    const bool given = std::any_of(d.parameters.begin(), d.parameters.end(),
                                   [&, n = &name](const ast::Parameter& p) { return p.name == *n; });
    if (!own || given || (b.vars().empty() && !b.local_array())) continue;
    const bool output = std::any_of(d.outputs.begin(), d.outputs.end(),
                                    [&, n = &name](const ast::Parameter& o) { return o.name == *n; });
    const bool assigned = always_assigns(d.body, name);
    const bool sized_output = output && b.fixed_type && b.type.kind == Type::Kind::Fixed;
    if (cx.in_kernel || cx.inlining.launched || sized_output) {
      const ir::Block zeros = output && !assigned ? zeros_of(cx, b, span) : ir::Block{};
      begin.insert(begin.end(), zeros.begin(), zeros.end());
      continue;
    }
    if (assigned && !has_return_anywhere(d.body)) continue;
    ir::Block zeros = zeros_of(cx, b, span);
    b.mark = cx.code.temp(("$set_" + name).c_str(), Elem::I64);
    cx.code.own.push_back(
        {name, b.vars(), b.local_array(), b.mark, output && !assigned, std::move(zeros), cx.names.frame().call});
    begin.push_back({ir::Assign{b.mark, ir::int_const(0)}, span});
  }
  cx.code.out->insert(cx.code.out->begin() + std::ptrdiff_t(start), begin.begin(), begin.end());
}

// Fails, as a call does, where the output was not set.
static void require_set(LowerContext& cx, const ast::FunctionDef& d, const ast::Parameter& output, const Binding& b) {
  if (b.mark == ir::kNoVar) return;
  const ir::SiteId at =
      cx.refusal("Q0404", output.span, fmt::format("'{}' did not assign its output '{}'", d.name, output.name));
  ir::Block fail;
  fail.push_back({ir::Fail{at, {}}, output.span});
  const ir::ExprP unset = ir::binary(ir::BinaryOp::Eq, ir::var(cx.code.f, b.mark), ir::int_const(0));
  cx.code.emit(ir::If{unset, std::move(fail), {}}, output.span);
}

bool holds_items(const std::optional<Type>& outside) {
  return outside && (outside->kind == Type::Kind::Cell || outside->kind == Type::Kind::Object);
}

// The cells outside whose items, short arrays, a function may give back: those that it is given, and those of items
// that it is given.
static std::vector<std::string> cells_given(const std::vector<std::optional<Value>>& args, const Scope& scope) {
  std::vector<std::string> cells;
  for (const auto& a : args) {
    if (!a) continue;
    std::copy_if(one_of(*a).begin(), one_of(*a).end(), std::back_inserter(cells),
                 [&](const std::string& name) { return holds_items(scope.type_of(name)); });
    auto* cell = a->type.kind == Type::Kind::Cell ? a->get_if<OuterPath>() : nullptr;
    auto* item = a->get_if<ArraySelect>();
    if (const std::string* path = cell ? &cell->path : item ? &item->name : nullptr)
      cells.push_back(path->substr(0, path->find_first_of(".[")));
  }
  return cells;
}

static void note_cells(std::vector<Value>& results, const std::vector<std::string>& cells) {
  for (Value& v : results)
    if (v.type.kind == Type::Kind::Fixed)
      v.scalars().one_of.insert(v.scalars().one_of.end(), cells.begin(), cells.end());
}

// The functions in a body that statements before their definitions name.
static std::vector<const ast::FunctionDef*> named_before(const ast::Block& body) {
  std::vector<const ast::FunctionDef*> out;
  NameCounts before;
  for (const ast::Stmt& s : body) {
    auto* nested = std::get_if<Box<ast::FunctionDef>>(&s.node);
    if (nested && before.count((*nested)->name)) out.push_back(nested->get());
    if (!nested) count_names(s, before);
  }
  return out;
}

// What such a function names besides its own, which the body gives values: it sees them as they are when it is called.
static bool sees_changes(const ast::FunctionDef& f, const std::set<std::string>& assigned) {
  NameCounts names;
  count_names(f.body, names);
  for (const auto* list : {&f.parameters, &f.outputs})
    for (const ast::Parameter& p : *list) names.erase(p.name);
  return std::any_of(names.begin(), names.end(), [&](const auto& n) { return assigned.count(n.first) > 0; });
}

static std::vector<Value> inline_function(LowerContext& cx, const ast::FunctionDef& d, const std::string& captured,
                                          std::vector<std::optional<Value>> args, int wanted, Span span) {
  const std::vector<std::string> cells = cells_given(args, cx.scope);
  if (d.qualifier == ast::Qualifier::Kernel && cx.inlining.launched != &d)
    error("Q0301", span, fmt::format("'{}' is a kernel and cannot be called directly", d.name), "use parallel_do");
  for (const auto& fr : cx.names.frames)
    if (fr->function == &d) stop("R903", span, fmt::format("'{}' is recursive", d.name), d.name);
  constexpr std::size_t kDeepest = 32;
  if (cx.names.frames.size() > kDeepest)
    stop("R903", span, fmt::format("calls are nested more than {} deep at '{}'", kDeepest, d.name), d.name);
  std::vector<std::optional<Type>> given;
  for (const auto& a : args) {
    given.push_back(a ? std::optional(a->type) : std::nullopt);
    if (a && narrow_of(*a) && a->type.kind == Type::Kind::Fixed) given.back()->elem = *narrow_of(*a);
  }
  auto generics = generic_types(d.generics, d.parameters, given);
  const std::vector<Type> said = std::exchange(cx.inlining.given_generics, {});
  for (std::size_t k = 0; k < said.size() && k < d.generics.size(); ++k)
    generics.insert_or_assign(d.generics[k], said[k]);
  const TypeNames names([&](const std::string& n) {
    auto it = generics.find(n);
    return it == generics.end() ? std::nullopt : std::optional(it->second);
  });
  auto inner = std::make_unique<Frame>();
  inner->key = fmt::format("{}{}#{}/", cx.names.frame().key, d.name, cx.inlining.instances++);
  inner->device = d.qualifier == ast::Qualifier::Device;
  inner->function = &d;
  cx.names.enter_file(*inner, d.name_span.file);
  inner->call = called(cx, span, fmt::format("in '{}'", d.name), &d);
  cx.names.enter_captured(*inner, captured);
  if (cx.inlining.launched == &d && captured.empty()) inner->outer = sees_names_around(cx, d);
  std::set<std::string> outputs;
  for (const ast::Parameter& output : d.outputs) outputs.insert(output.name);
  inner->assignments = assignments_in(d.body, outputs);
  inner->assigned = names_in(inner->assignments, true);
  inner->shares = std::any_of(args.begin(), args.end(), [](const auto& a) { return a && variable_of(*a); });
  for (std::size_t k = 0; k < args.size(); ++k)
    if (args[k] && args[k]->type.kind == Type::Kind::Fixed && writes_to(d.body, d.parameters[k].name, cx.scope))
      inner->handed_on.insert(d.parameters[k].name);
  for (std::size_t k = 0; k < args.size(); ++k)
    if (args[k]) {
      if (auto* record = args[k]->get_if<RecordRef>())
        args[k] = record_argument(cx, d.parameters[k].name, *record, d.body, span);
      bind_parameter(cx, *inner, d.parameters[k], d.generics, *args[k], span, d.name);
    }
  if (d.outputs.size() > 1) {  // how many values the caller takes
    Binding& count = inner->names["$outputs"];
    count.type = Type::integer();
    count.storage = Alias{one_number(ir::int_const(wanted))};
  }
  const int stores_before = cx.effects.stores;
  const int loops_before = cx.control.loops;
  cx.names.frames.push_back(std::move(inner));
  cx.control.loops = 0;
  for (std::size_t k = 0; k < args.size(); ++k)
    if (!args[k])
      bind_parameter(cx, cx.names.frame(), d.parameters[k], d.generics, expr(cx, *d.parameters[k].default_value), span,
                     d.name);

  for (const ast::FunctionDef* nested : named_before(d.body)) {
    if (sees_changes(*nested, cx.names.frame().assigned))
      stop("R903", nested->name_span, fmt::format("'{}' is called before its definition is reached", nested->name),
           nested->name);
    local_function(cx, *nested, span);
  }

  std::vector<Value> results;
  std::vector<std::string> keys;  // of the variables that the results are, where they are such
  const auto key_of_array = [&](const Binding* b) {
    return b && !b->alias() && b->type.kind == Type::Kind::Fixed && !copies(*b) ? b->key : std::string();
  };
  // `y = e` as the whole body: the call is the expression.
  auto* only = d.body.size() == 1 && d.outputs.size() == 1 ? std::get_if<ast::Assign>(&d.body[0].node) : nullptr;
  auto* target =
      only && only->targets.size() == 1 && only->op == ast::AssignOp::Set && only->value && !only->targets[0].type
          ? std::get_if<ast::Name>(&only->targets[0].place->node)
          : nullptr;
  if (target && target->name == d.outputs[0].name && !cx.names.frame().names.count(target->name)) {
    Value v = expr(cx, *only->value);
    keys.push_back(key_of_array(fixed_binding(cx, *only->value, span)));
    if (auto t = bound_type(cx, d.outputs[0], d.generics); t && !v.type.is_array() && !v.is<RecordRef>())
      v = sized(convert(cx, v, fixed_for(*t, v.type).value_or(*t), span), t->elem);
    results.push_back(std::move(v));
  } else {
    for (const auto& o : d.outputs) {
      if (o.type && !o.type->modifiers.empty()) cx.names.frame().modes[o.name] = modifiers_of(*o.type).boundary;
      auto t = bound_type(cx, o, d.generics);
      if (t) t = own_type(cx, *o.type);
      if (t && (t->is_number() || t->kind == Type::Kind::Fixed) && !cx.names.frame().names.count(o.name))
        fix_type(declare(cx, o.name, *t, span), *t);
      declare_record_output(cx, o, span);
    }
    const std::size_t start = cx.code.out->size();
    function_body(cx, d.body, span);
    begin_variables(cx, d, start, span);
    for (const auto& o : d.outputs) {
      auto it = cx.names.frame().names.find(o.name);
      if (it == cx.names.frame().names.end() && int(results.size()) >= wanted) break;  // nobody asked for it
      if (it == cx.names.frame().names.end())
        error("Q0404", o.span, fmt::format("'{}' did not assign its output '{}'", d.name, o.name),
              "on every way through the function it must be given a value");
      if (int(results.size()) < wanted) require_set(cx, d, o, it->second);
      note_read(cx, o.name, it->second, o.span);
      Value v = read_binding(cx, it->second);
      const bool again = o.type && cx.names.frame().versions.count(o.name);  // declared by the body, as something else
      if (const auto t = again ? own_type(cx, *o.type) : Type::unknown(); t.is_number() && v.type.is_number())
        v = sized(convert(cx, v, t, span), t.elem);
      results.push_back(std::move(v));
      keys.push_back(key_of_array(&it->second));
    }
  }
  const auto& bound = cx.names.frame().names;
  const bool copies = std::any_of(bound.begin(), bound.end(), [](const std::pair<const std::string, Binding>& n) {
    auto* array = n.second.alias() ? n.second.alias()->get_if<ArrayRef>() : nullptr;
    return array && array->read_as;
  });
  cx.names.frames.pop_back();
  cx.control.loops = loops_before;
  for (auto& [name, b] : cx.names.frame().names)
    for (std::size_t k = 0; k < results.size(); ++k)
      if (!keys[k].empty() && key_of_array(&b) == keys[k]) results[k].scalars().variable = &b;
  if (cx.effects.stores > stores_before && copies)
    stop("R903", span, fmt::format("'{}' writes to arrays, and is given a converted copy of one", d.name), d.name);
  note_cells(results, cells);
  return results;
}

// A nested kernel sees the variables around it as they are at the launch, those around the kernel that starts it.
static bool sees_names_around(const LowerContext& cx, const ast::FunctionDef& kernel) {
  const std::vector<FunctionRef> global = cx.scope.functions("::" + kernel.name);
  return std::none_of(global.begin(), global.end(), [&](const FunctionRef& r) { return r.def == &kernel; });
}

static std::shared_ptr<const ir::Inlined> called(LowerContext& cx, Span span, const std::string& what,
                                                 const void* function) {
  if (!span.valid()) return cx.names.frame().call;
  return std::make_shared<const ir::Inlined>(ir::Inlined{
      span, what + (function == cx.inlining.launched ? ", launched here" : ", called here"), cx.names.frame().call});
}

// The innermost frame is the one in which it was met.
void add_calls(LowerContext& cx, Diagnostic& d) {
  if (cx.names.frames.empty()) return;  // of the parameters
  for (const ir::Inlined* c = cx.names.frame().call.get(); c; c = c->around.get())
    d.notes.push_back({c->span, c->message});
}

void inline_kernel(LowerContext& cx, const FunctionRef& kernel, std::vector<std::optional<Value>> args, Span span) {
  const void* around =
      std::exchange(cx.inlining.launched, kernel.def ? static_cast<const void*>(kernel.def) : kernel.lambda);
  if (kernel.def) {
    (void)inline_function(cx, *kernel.def, kernel.captured, std::move(args), 1, span);
  } else {
    std::vector<Value> all;
    for (auto& v : args) all.push_back(std::move(*v));
    (void)inline_lambda(cx, *kernel.lambda, kernel.captured, "kernel", std::move(all), span, true);
  }
  cx.inlining.launched = around;
}

// What a lambda does before its value is computed, v -> (a = 2*v; a + 1), changes nothing outside.
static void require_own_variable(LowerContext& cx, const ast::Stmt& s, const std::string& lambda) {
  auto* a = std::get_if<ast::Assign>(&s.node);
  for (std::size_t k = 0; a && k < a->targets.size(); ++k) {
    auto* name = std::get_if<ast::Name>(&a->targets[k].place->node);
    if (!name || (!cx.names.frame().names.count(name->name) && find_to_assign(cx, name->name, s.span)))
      stop("R903", s.span, fmt::format("'{}' gives a value and assigns to what is outside of it", lambda), lambda);
  }
  if (!a) stop("R903", s.span, fmt::format("'{}' gives a value and does something else", lambda), lambda);
}

// The last of several statements where it is an expression: one that only does something, error("no"), gives nothing.
static std::vector<Value> last_value(LowerContext& cx, const ast::Expr& e, Span span) {
  auto* c = std::get_if<ast::Call>(&e.node);
  auto* callee = c ? std::get_if<ast::Name>(&c->callee->node) : nullptr;
  const bool built_in =
      callee && !called_variable(cx, callee->name, span) && cx.names.functions_named(callee->name).empty();
  if (built_in && builtin_is(callee->name, kOnlyActs)) {
    call_statement(cx, e, span);
    return {};
  }
  if (!c && kernel_statement(cx, e, span)) return {};
  const Value v = c ? call(cx, *c, e.span, true) : expr(cx, e);
  return v.type.kind == Type::Kind::Void ? std::vector<Value>{} : std::vector<Value>{v};
}

// The variable around a lambda of compiled code that it gives a value, k -> s += k: what the lambda has of it is a
// copy.
static const std::string* assigns_around(const ast::Lambda& l, const std::map<std::string, Binding>& around) {
  const ast::Block statements = l.assignment ? ast::Block{*l.assignment} : l.statements;
  for (const ast::Stmt& s : statements) {
    auto* a = std::get_if<ast::Assign>(&s.node);
    for (std::size_t k = 0; a && k < a->targets.size(); ++k) {
      auto* name = std::get_if<ast::Name>(&a->targets[k].place->node);
      const auto found = name ? around.find(name->name) : around.end();
      if (found != around.end() && std::none_of(l.parameters.begin(), l.parameters.end(),
                                                [&](const ast::Parameter& p) { return p.name == name->name; }))
        return &found->first;
    }
  }
  return nullptr;
}

// A lambda is an expression over its parameters and what it captured, behind assignments or without, or does something
// and gives no value.
std::vector<Value> inline_lambda(LowerContext& cx, const ast::Lambda& l, const std::string& captured,
                                 const std::string& name, std::vector<Value> args, Span span, bool may_write) {
  if (l.qualifier == ast::Qualifier::Kernel && cx.inlining.launched != &l)
    error("Q0301", span, fmt::format("'{}' is a kernel and cannot be called directly", name), "use parallel_do");
  const ast::Expr* value = cx.inlining.launched == &l ? nullptr : ast::given_value(l);
  if (!value && !may_write) stop("R903", span, fmt::format("'{}' assigns to an array", name), name);
  if (args.size() != l.parameters.size())
    error("Q0204", span,
          fmt::format("'{}' takes {} argument{}, not {}", name, l.parameters.size(),
                      l.parameters.size() == 1 ? "" : "s", args.size()));
  for (const auto& fr : cx.names.frames)
    if (fr->function == &l) stop("R903", span, fmt::format("'{}' is recursive", name), name);
  const std::vector<std::string> cells = cells_given({args.begin(), args.end()}, cx.scope);
  auto inner = std::make_unique<Frame>();
  inner->key = fmt::format("{}{}#{}/", cx.names.frame().key, name, cx.inlining.instances++);
  inner->outer = true;
  inner->device = l.qualifier == ast::Qualifier::Device;
  inner->function = &l;
  cx.names.enter_file(*inner, l.body         ? l.body->span.file
                              : l.assignment ? l.assignment->span.file
                                             : l.statements.front().span.file);
  inner->of_lambda = true;
  inner->call = called(cx, span, cx.inlining.launched == &l ? "in a kernel" : "in a lambda", &l);
  cx.names.enter_captured(*inner, captured);
  if (const std::string* changed = captured.starts_with("#") ? assigns_around(l, inner->names) : nullptr)
    stop("R903", span, fmt::format("'{}' gives '{}' around it a value", name, *changed), *changed);
  const ast::Block does = l.assignment ? ast::Block{*l.assignment} : l.statements;
  inner->assignments = assignments_in(does);
  if (!l.statements.empty()) inner->assigned = names_in(inner->assignments, true);
  inner->shares = std::any_of(args.begin(), args.end(), [](const Value& a) { return variable_of(a); });
  for (std::size_t k = 0; k < args.size(); ++k) {
    if (auto* record = args[k].get_if<RecordRef>())
      args[k] = record_argument(cx, l.parameters[k].name, std::move(*record), does, span);
    bind_parameter(cx, *inner, l.parameters[k], {}, std::move(args[k]), span, name);
  }
  cx.names.frames.push_back(std::move(inner));
  std::vector<Value> out;
  if (l.assignment) statement(cx, *l.assignment);
  for (std::size_t k = 0; k + (value ? 1 : 0) < l.statements.size(); ++k) {
    if (!may_write) require_own_variable(cx, l.statements[k], name);
    statement(cx, l.statements[k]);
  }
  if (l.body)
    out.push_back(expr(cx, *l.body));
  else if (value)
    out = last_value(cx, *value, span);
  cx.names.frames.pop_back();
  note_cells(out, cells);
  return out;
}

}  // namespace qc::lowering
