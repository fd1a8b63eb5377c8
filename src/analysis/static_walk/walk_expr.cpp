// The static walk over expressions: types as the evaluator's values will have them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/static_walk/walker.h"
#include "ast/brackets.h"
#include "ast/lambda_value.h"
#include "ast/print_ast.h"
#include "ir/range_count.h"
#include "sema/builtins.h"
#include "sema/type_words.h"
#include "support/foreign_names.h"

namespace qc::walking {

using ast::BinaryOp;

namespace {

Known of(Type t) { return Known{std::move(t), {}, {}}; }
bool shaped(const Type& t) { return t.is_array() || t.kind == Type::Kind::Fixed; }

std::optional<double> fold(BinaryOp op, const std::optional<double>& a, const std::optional<double>& b) {
  if (!a || !b) return {};
  switch (op) {
    case BinaryOp::Add:
      return *a + *b;
    case BinaryOp::Sub:
      return *a - *b;
    case BinaryOp::Mul:
    case BinaryOp::ElemMul:
      return *a * *b;
    case BinaryOp::Div:
    case BinaryOp::ElemDiv:
      return *b != 0 ? std::optional(*a / *b) : std::nullopt;
    case BinaryOp::Lt:
      return *a < *b;
    case BinaryOp::Le:
      return *a <= *b;
    case BinaryOp::Gt:
      return *a > *b;
    case BinaryOp::Ge:
      return *a >= *b;
    case BinaryOp::Eq:
      return *a == *b;
    case BinaryOp::Ne:
      return *a != *b;
    default:
      return {};
  }
}

// The shape of an elementwise operation: the operand with more dimensions.
Type broadcast(const Type& a, const Type& b) {
  Type t = shaped(a) ? a : b;
  if (shaped(a) && shaped(b)) {
    if (a.kind == Type::Kind::Fixed && b.is_array())
      t = b;
    else if (a.is_array() && b.is_array())
      t.rank = a.rank == 0 || b.rank == 0 ? 0 : std::max(a.rank, b.rank);
  }
  t.boundary = Boundary::Default;
  t.is_const = false;
  return t;
}

}  // namespace

Known Walker::expr(const ast::Expr& e) { return expr_node(e); }

const std::vector<FunctionRef>* Walker::find_functions(std::string_view name) const {
  for (auto b = bodies_.rbegin(); b != bodies_.rend(); ++b)
    if (auto it = (*b)->functions.find(name); it != (*b)->functions.end()) return &it->second;
  auto it = functions_.find(name);
  return it == functions_.end() ? nullptr : &it->second;
}

const std::vector<FunctionRef>* Walker::find_in_library(std::string_view name) const {
  if (!options_.library) return nullptr;
  auto [it, fresh] = library_.try_emplace(std::string(name));
  if (fresh)
    for (const auto* def : options_.library(name)) it->second.push_back({def, nullptr});
  return it->second.empty() ? nullptr : &it->second;
}

Known Walker::name(const std::string& n, Span span) {
  auto& environment = body().environment;
  if (auto it = environment.find(n); it != environment.end()) return it->second;
  if (n == "true" || n == "false") return Known{Type::boolean(), n == "true", {}};
  if (n == "pi" || n == "inf" || n == "nan" || n == "eps") {
    Known v = of(Type::number(options_.scalar));
    if (n == "pi") v.constant = 3.14159265358979323846;
    return v;
  }
  Known v;
  if (const auto* functions = find_functions(n)) {
    v.type.kind = Type::Kind::Function;
    v.functions = *functions;
    return v;
  }
  if (is_builtin(n)) {
    v.type.kind = Type::Kind::Function;
    return v;
  }
  if (auto word = type_word(n, options_.scalar)) {
    v.type.kind = Type::Kind::TypeValue;
    v.type.elem = word->elem.value_or(options_.scalar);
    v.type.rank = word->rank;
    v.type.complex = word->complex;
    return v;
  }
  if (n == "nullptr" || n == "null") return v;
  if (n == "$outputs") {  // inside functions with several outputs
    v = of(Type::integer());
    if (body().outputs > 0) v.constant = body().outputs;
    return v;
  }
  if (const auto* functions = find_in_library(n)) {
    if (functions->size() == 1 && functions->front().def->parameters.empty()) return Known{};  // a constant
    v.type.kind = Type::Kind::Function;
    v.functions = *functions;
    return v;
  }
  if (types_.count(n) || n == "string" || n == "cell" || n == "object" || body().generics.contains(n)) {
    v.type.kind = Type::Kind::TypeValue;
    return v;
  }
  // A nested function sees the variables of those around it, a lambda those of the place where it was written; the walk
  // only knows that they are there.
  for (const auto& b : bodies_)
    if (b.get() != &body() && (b.get() != bodies_.front().get() || body().lambdas > 0) && b->environment.count(n))
      return Known{};
  std::vector<std::string> candidates = builtin_names();
  for (const auto& [known, value] : environment) candidates.push_back(known);
  for (const auto& [known, value] : functions_) candidates.push_back(known);
  diagnose("Q0201", span, fmt::format("'{}' is not defined", n), help_for_name(n, candidates));
  return v;
}

Known Walker::expr_node(const ast::Expr& e) {
  if (auto* n = std::get_if<ast::IntLit>(&e.node)) return Known{Type::integer(), double(n->value), {}};
  if (auto* n = std::get_if<ast::FloatLit>(&e.node)) return Known{Type::number(options_.scalar), n->value, {}};
  if (std::holds_alternative<ast::ImaginaryLit>(e.node)) return of(Type::number(options_.scalar, true));
  if (std::holds_alternative<ast::StringLit>(e.node)) return of(Type::string());
  if (auto* n = std::get_if<ast::Name>(&e.node)) {
    Known v = name(n->name, e.span);
    seen(e.span, n->name, v);
    return v;
  }
  if (auto* n = std::get_if<ast::Unary>(&e.node)) {
    Known v = expr(*n->operand);
    v.type.boundary = Boundary::Default;
    if (n->op == ast::UnaryOp::Not) {
      v.type.elem = Elem::Bool;
      v.constant.reset();
      return v;
    }
    if (n->op == ast::UnaryOp::Plus) return v;
    if (v.constant) v.constant = -*v.constant;
    if ((v.type.is_number() || shaped(v.type)) && v.type.elem == Elem::Bool) v.type.elem = Elem::I64;
    return v;
  }
  if (auto* n = std::get_if<ast::Binary>(&e.node)) {
    const Known a = expr(*n->left), b = expr(*n->right);
    return binary(n->op, a, b);
  }
  if (auto* n = std::get_if<ast::Conditional>(&e.node)) {
    const Known c = expr(*n->condition), a = expr(*n->yes), b = expr(*n->no);
    if (!shaped(c.type)) return of(join(a.type, b.type));
    Known chosen = binary(BinaryOp::ElemMul, c, binary(BinaryOp::Add, a, b));  // of their shapes and types
    chosen.constant.reset();
    if (a.type.elem == b.type.elem) chosen.type.elem = a.type.elem;
    return chosen;
  }
  if (auto* n = std::get_if<ast::Range>(&e.node)) return range(*n);
  if (auto* n = std::get_if<ast::Call>(&e.node)) {
    std::vector<std::int64_t> extents;
    const auto types = call(*n, e.span, &extents);
    Known made = of(types.empty() ? Type::none() : types[0]);
    if (made.type.is_array() && extents.size() == std::size_t(made.type.rank)) made.extents = std::move(extents);
    made.constant = told_by_type(*n);
    return made;
  }
  if (auto* n = std::get_if<ast::Index>(&e.node)) return index(*n);
  if (auto* n = std::get_if<ast::Field>(&e.node)) {
    (void)expr(*n->base);
    auto it = body().environment.find(ast::print(e));
    return it == body().environment.end() ? Known{} : it->second;
  }
  if (auto* n = std::get_if<ast::ArrayLit>(&e.node)) return literal(*n);
  if (auto* n = std::get_if<ast::CellLit>(&e.node)) {
    for (const auto& x : n->elements) (void)expr(*x);
    Type t;
    t.kind = Type::Kind::Cell;
    return of(t);
  }
  if (auto* n = std::get_if<ast::TypeAssert>(&e.node)) {
    Known v = expr(*n->value);
    const Type t = written(n->type);
    if (t.known()) v.type = t;
    return v;
  }
  if (auto* n = std::get_if<ast::TypeValue>(&e.node)) {
    Type t = written(n->type);
    t.kind = Type::Kind::TypeValue;
    return of(t);
  }
  Known v;
  if (auto* l = std::get_if<ast::Lambda>(&e.node)) {
    v.type.kind = Type::Kind::Function;
    v.functions.push_back({nullptr, l});
  }
  return v;
}

Known Walker::literal(const ast::ArrayLit& n) {
  if (n.elements.empty()) return {};
  Elem elem = Elem::Bool;
  bool complex = false;
  int rank = 0;
  bool numbers = false;
  std::vector<std::int64_t> inner;
  std::vector<std::vector<std::int64_t>> all;
  for (const auto& x : n.elements) {
    const Known v = expr(*x);
    inner = v.extents;
    all.push_back(v.type.is_array() ? v.extents : v.type.dims);
    numbers = numbers || v.type.is_number();
    if (!v.type.is_number() && !shaped(v.type)) return {};
    const Elem own = v.type.elem;
    elem = &x == &n.elements.front() ? own : join_elem(elem, own);
    complex = complex || v.type.complex;
    rank = std::max(rank, v.type.is_array() ? v.type.rank : int(v.type.dims.size()));
  }
  if (rank == 2 && !numbers &&
      !ast::holds_brackets_only(n)) {  // [p, q] with a column, or of other widths, is side by side
    const auto is_column = [](const std::vector<std::int64_t>& e) { return e.size() == 2 && e[1] == 1; };
    if (std::any_of(all.begin(), all.end(), is_column)) return of(Type::array(elem, 2, complex));
    if (std::any_of(all.begin(), all.end(), [](const auto& e) { return e.empty(); })) return {};
    if (std::any_of(all.begin(), all.end(), [&](const auto& e) { return e != all[0]; }))
      return of(Type::array(elem, 2, complex));
  }
  if (numbers && rank == 1) {  // [v, 3] is one row
    rank = 0;
    inner = {0};
  }
  Known k = of(Type::array(elem, rank + 1, complex));
  if (inner.size() == std::size_t(rank)) {  // the rows are as long as the last one, or it is an error
    k.extents = {std::int64_t(n.elements.size())};
    k.extents.insert(k.extents.end(), inner.begin(), inner.end());
  }
  return k;
}

Known Walker::binary(BinaryOp op, const Known& a, const Known& b) {
  if (a.type.kind == Type::Kind::String || b.type.kind == Type::Kind::String) {
    if (op == BinaryOp::Add) return of(Type::string());
    return of(Type::boolean());
  }
  if (op == BinaryOp::And || op == BinaryOp::Or) return of(Type::boolean());
  if (!a.type.known() || !b.type.known()) return {};
  const auto usable = [](const Type& t) { return t.is_number() || shaped(t); };
  if (!usable(a.type) || !usable(b.type))
    return op >= BinaryOp::Eq && op <= BinaryOp::Ge ? of(Type::boolean()) : Known{};
  Type t = broadcast(a.type, b.type);
  t.complex = a.type.complex || b.type.complex;
  if (op >= BinaryOp::Eq && op <= BinaryOp::Ge) {
    t.elem = Elem::Bool;
    t.complex = false;
    Known v = of(t);
    if (t.is_number()) v.constant = fold(op, a.constant, b.constant);
    return v;
  }
  t.elem = arithmetic_elem(a.type.elem, b.type.elem);
  if (op == BinaryOp::Div || op == BinaryOp::ElemDiv) t.elem = float_elem(t.elem, options_.scalar);
  if (op == BinaryOp::Pow || op == BinaryOp::ElemPow) {
    const bool whole = b.constant && *b.constant >= 0 && b.type.is_number() && b.type.elem == Elem::I64;
    if (!whole) t.elem = float_elem(t.elem, options_.scalar);
  }
  if (t.complex) t.elem = float_elem(t.elem, options_.scalar);
  Known v = of(t);
  if (t.is_number() && !t.complex) v.constant = fold(op, a.constant, b.constant);
  if (!t.is_array()) return v;
  if (a.type.is_number() || b.type.is_number())
    v.extents = a.type.is_number() ? b.extents : a.extents;
  else if (a.extents == b.extents && op != BinaryOp::Mul)
    v.extents = a.extents;
  return v;
}

// A row; of numbers that are known it is known how many there are.
Known Walker::range(const ast::Range& n) {
  Elem elem = Elem::I64;
  bool constant = true;
  const auto part = [&](const ast::ExprP& e) {
    const Known v = e ? expr(*e) : Known{Type::integer(), 1.0, {}};
    if (v.type.is_number()) elem = join_elem(elem, v.type.elem);
    constant = constant && v.constant && std::fabs(*v.constant) < 0x1p53;
    if (!constant) return ir::RangeNumber{};
    return is_float(v.type.elem) ? ir::RangeNumber::real(*v.constant, v.type.elem)
                                 : ir::RangeNumber::integer(std::int64_t(*v.constant));
  };
  const ir::RangeNumber lo = part(n.lo), step = part(n.step), hi = part(n.hi);
  Known row = of(Type::array(elem, 1));
  if (const auto counted = constant ? ir::count_range(lo, step, hi) : std::nullopt) row.extents = {counted->count};
  return row;
}

Known Walker::index(const ast::Index& n) {
  const Known base = expr(*n.base);
  std::vector<std::int64_t> picked;  // by each index; as long as there are indices where all are known
  int last = -1, slices = 0;
  bool known = true, gathers = false;
  for (std::size_t k = 0; k < n.indices.size(); ++k) {
    const ast::Expr& e = *n.indices[k];
    const bool slice = std::holds_alternative<ast::Colon>(e.node) || std::holds_alternative<ast::Range>(e.node);
    const bool whole = std::holds_alternative<ast::Colon>(e.node);
    const Known v = whole ? Known{} : expr(e);
    const bool many = slice || shaped(v.type);
    if (whole && base.extents.size() == n.indices.size())
      picked.push_back(base.extents[k]);
    else if (slice && v.extents.size() == 1)
      picked.push_back(v.extents[0]);
    else if (!many)
      picked.push_back(1);
    known = known && (slice || v.type.known());
    gathers = gathers || (many && !slice);
    if (!many) continue;
    ++slices;
    last = int(k);
  }
  if (!shaped(base.type)) {
    return {};
  }
  const Type element = Type::number(base.type.elem, base.type.complex);
  const int rank = base.type.is_array() ? base.type.rank : int(base.type.dims.size());
  if (!known) return {};
  if (slices == 0) return of(element);
  if (n.indices.size() == 1 && gathers) {
    if (rank > 1) return of(element);  // a position
    return of(Type::array(base.type.elem, 1, base.type.complex));
  }
  if (rank == 0) return {};
  const bool row = n.indices.size() == 1 || (slices == 1 && last >= 1);  // x[a..b], x[i,:], x[i,j,:]
  Known part = of(Type::array(base.type.elem, row ? 1 : std::max(2, last + 1), base.type.complex));
  if (picked.size() != n.indices.size()) return part;
  if (row)
    part.extents = {picked[std::size_t(last)]};
  else if (picked.size() == std::size_t(part.type.rank))
    part.extents = std::move(picked);
  return part;
}

// ---- calls ------------------------------------------------------------------------------------------------------

Type Walker::call_lambda(const ast::Lambda& l, const std::string& captured, const std::vector<Known>& args) {
  const ast::Expr* value = ast::given_value(l);
  if (!value || !in_lambda_.insert(&l).second) return Type::unknown();
  const Environment before = body().environment;
  if (!captured.empty())  // its own variables, whatever has their names here
    for (auto it = before.lower_bound(captured); it != before.end() && it->first.starts_with(captured); ++it)
      body().environment[it->first.substr(captured.size())] = it->second;
  for (std::size_t k = 0; k < l.parameters.size(); ++k) {
    Known v;
    if (k < args.size()) v = args[k];
    if (l.parameters[k].type)
      if (const Type t = written(*l.parameters[k].type); t.known()) v.type = t;
    v.constant.reset();
    body().environment[l.parameters[k].name] = std::move(v);
  }
  ++body().lambdas;
  for (std::size_t k = 0; k + 1 < l.statements.size(); ++k) statement(l.statements[k]);
  const Type t = expr(*value).type;
  --body().lambdas;
  body().environment = before;
  in_lambda_.erase(&l);
  return t;
}

std::vector<Type> Walker::call_functions(const std::vector<FunctionRef>& candidates, const std::string& name,
                                         const std::vector<Known>& args, const ast::Call& c, Span span) {
  const FunctionRef* best = nullptr;
  int best_cost = -1;
  for (const FunctionRef& r : candidates) {
    const auto& params = r.def ? r.def->parameters : r.lambda->parameters;
    const bool variadic = !params.empty() && params.back().variadic;
    if (args.size() > params.size() && !variadic) continue;
    int cost = 0;
    for (std::size_t k = 0; k < params.size() && cost >= 0; ++k) {
      if (k >= args.size()) {
        if (!params[k].default_value && !params[k].variadic) cost = -1;
        continue;
      }
      if (!params[k].type || params[k].variadic || (r.def && !r.def->generics.empty())) {
        ++cost;
        continue;
      }
      const Type t = written(*params[k].type);
      const Type& a = args[k].type;
      if (!t.known() || !a.known())
        ++cost;
      else if (t.kind != a.kind && !(shaped(t) && shaped(a)))
        cost = -1;
      else if (t.is_array() && a.is_array() && t.rank != 0 && a.rank > t.rank)
        cost = -1;
      else if (t.elem != a.elem || t.rank != a.rank)
        ++cost;
    }
    if (cost < 0 || (best && cost >= best_cost)) continue;
    best = &r;
    best_cost = cost;
  }
  if (!best) {
    if (candidates.size() == 1) {
      const std::size_t want =
          (candidates[0].def ? candidates[0].def->parameters : candidates[0].lambda->parameters).size();
      const auto& params = candidates[0].def ? candidates[0].def->parameters : candidates[0].lambda->parameters;
      if (args.size() > want && !(want > 0 && params.back().variadic))
        diagnose("Q0204", span,
                 fmt::format("'{}' takes {} argument{}, not {}", name, want, want == 1 ? "" : "s", args.size()));
    }
    return {Type::unknown()};
  }
  if (best->lambda) return {call_lambda(*best->lambda, best->captured, args)};
  std::vector<Known> ordered = args;
  bool named = false;
  for (const auto& a : c.arguments) named = named || !a.name.empty();
  if (named) {
    ordered.assign(best->def->parameters.size(), Known{});
    for (std::size_t k = 0; k < c.arguments.size(); ++k)
      for (std::size_t p = 0; p < ordered.size(); ++p)
        if (c.arguments[k].name.empty() ? p == k : best->def->parameters[p].name == c.arguments[k].name)
          ordered[p] = args[k];
  }
  return call_function(*best->def, ordered, false);
}

// zeros([m,n]), reshape(x, [m,n]): a row that is written out says how many extents there are.
static void count_extents(const std::string& function, const ast::Call& c, std::vector<Type>& types) {
  const BuiltinInfo* shaping = builtin_info(function);
  if (!shaping || !shaping->is(kExtents)) return;
  for (std::size_t k = shaping->family == BuiltinFamily::Move ? 1 : 0; k < types.size(); ++k) {
    auto* row = std::get_if<ast::ArrayLit>(&c.arguments[k].value->node);
    if (!row || !types[k].is_array() || types[k].rank != 1) continue;
    const bool ranges = std::any_of(row->elements.begin(), row->elements.end(),
                                    [](const auto& e) { return std::holds_alternative<ast::Range>(e->node); });
    if (ranges) continue;
    types[k].kind = Type::Kind::Fixed;
    types[k].dims = {std::int64_t(row->elements.size())};
  }
}

// iscomplex(x), isreal(x) of a variable: functions of the library take one of two ways by it.
std::optional<double> Walker::told_by_type(const ast::Call& c) {
  auto* callee = std::get_if<ast::Name>(&c.callee->node);
  if (!callee || (callee->name != "iscomplex" && callee->name != "isreal") || c.arguments.size() != 1 ||
      find_functions(callee->name))
    return {};
  auto* x = std::get_if<ast::Name>(&c.arguments[0].value->node);
  const auto it = x ? body().environment.find(x->name) : body().environment.end();
  if (it == body().environment.end()) return {};
  const Type& t = it->second.type;
  if (!t.is_number() && !t.is_array() && t.kind != Type::Kind::Fixed) return {};
  return t.complex == (callee->name == "iscomplex");
}

// The extents of what a built-in makes: those of zeros(3), ones(2,2), eye(3) where the numbers are known; of abs(x) and
// complex(x, y) those of their arrays.
static std::vector<std::int64_t> extents_of_made(const std::string& function, const std::vector<Known>& args) {
  std::vector<std::int64_t> out;
  if (function == "eye" || builtin_is(function, kFills)) {
    for (const Known& k : args) {
      if (!k.type.is_number() || !k.constant) return {};
      out.push_back(std::int64_t(*k.constant));
    }
    if (function == "eye" && out.size() == 1) out.push_back(out[0]);
  } else if (function == "copy" || builtin_is(function, BuiltinFamily::Elementwise)) {
    for (const Known& k : args) {
      if (k.type.is_number()) continue;
      if (!k.type.is_array() || k.extents.empty() || (!out.empty() && out != k.extents)) return {};
      out = k.extents;
    }
  }
  return out;
}

std::vector<Type> Walker::call(const ast::Call& c, Span span, std::vector<std::int64_t>* made) {
  const int targets = std::exchange(targets_, 1);  // those of the arguments take one value
  std::vector<Known> args;
  auto* callee = std::get_if<ast::Name>(&c.callee->node);
  const bool scope_word = callee && (callee->name == "syncthreads" || callee->name == "memfence");
  for (const auto& a : c.arguments) args.push_back(scope_word ? Known{} : expr(*a.value));
  targets_ = targets;
  std::vector<Type> types;
  std::vector<std::optional<double>> constants;
  for (const Known& k : args) {
    types.push_back(k.type);
    constants.push_back(k.constant);
  }
  if (!callee) {
    const Known target = expr(*c.callee);
    if (auto* t = std::get_if<ast::TypeValue>(&c.callee->node)) {
      Type made = written(t->type);
      if (made.is_array() && made.rank == 3 && types.size() > 3) made.rank = int(types.size());
      return {made};
    }
    if (!target.functions.empty()) return call_functions(target.functions, "the function", args, c, span);
    return {Type::unknown()};
  }
  const std::string& n = callee->name;
  if (auto it = body().environment.find(n); it != body().environment.end()) {
    const auto functions = it->second.functions;
    if (!functions.empty()) return call_functions(functions, n, args, c, span);
    return {Type::unknown()};
  }
  const auto* functions = find_functions(n);
  if (auto it = types_.find(n);
      it != types_.end() && !it->second) {  // a class: its constructor, or a function of its name
    if (functions) {
      const auto copy = *functions;
      for (const FunctionRef& f : copy)
        if (f.def && f.def->parameters.size() == args.size() && (c.arguments.empty() || c.arguments[0].name.empty()))
          (void)call_function(*f.def, args, false);
    }
    Type object;
    object.kind = Type::Kind::Object;
    return {object};
  }
  if (functions) {
    const auto copy = *functions;
    return call_functions(copy, n, args, c, span);
  }
  if (n == "parallel_do" || n == "serial_do") return launch(c, args, span);
  if (auto it = types_.find(n); it != types_.end()) return {written(*it->second)};
  if (n == "object" && args.empty()) {
    Type object;
    object.kind = Type::Kind::Object;
    return {object};
  }
  if (made) *made = extents_of_made(n, args);
  count_extents(n, c, types);
  if (auto r = builtin_result(n, types, constants, options_.scalar)) return *r;
  if (const auto* found = find_in_library(n)) {  // its loops are not reported, only what it gives
    const auto copy = *found;
    ++dry_;
    auto types_of_results = call_functions(copy, n, args, c, span);
    --dry_;
    return types_of_results;
  }
  (void)name(n, c.callee->span);
  return {Type::unknown()};
}

}  // namespace qc::walking
