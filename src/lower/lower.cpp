// The lowering's entry points, its names and its types.
#include "lower/lower.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/dataflow/index_only_scalars.h"
#include "analysis/loops/specialize_values.h"
#include "lower/lower_impl.h"
#include "sema/declared_numbers.h"
#include "sema/type_words.h"
#include "sema/types_of_builtins.h"
#include "support/foreign_names.h"

namespace qc {

namespace lowering {

namespace {

// A chain of variables each widened by the next may need one pass a variable; more than this is a defect of the
// program.
constexpr int kMaxPasses = 64;

}  // namespace

Lowerer::Lowerer(const Scope& scope, const LowerOptions& options, bool kernel)
    : scope_(scope), short_names_(dynamic_cast<const ShortNames*>(&scope)), options_(options), kernel_(kernel) {}

void Lowerer::error(Code code, Span span, std::string message, std::string help) {
  throw ProgramError(Diagnostic{code, Severity::Error, span, std::move(message), std::move(help), {}});
}

void Lowerer::stop(const char* code, Span span, std::string message, std::string variable) {
  throw Stop{NotLowered{code, std::move(message), span, std::move(variable), {}}};
}

void Lowerer::infer(const std::function<void()>& pass) {
  for (pass_ = 0; pass_ < kMaxPasses; ++pass_) {
    f = ir::Function{};
    for (const std::string& key : std::exchange(forgotten_, {})) types_.erase(key);
    frames_.clear();
    captured.clear();
    array_params_.clear();
    scalar_params_.clear();
    output_names_.clear();
    kernel_params_.clear();
    given_in_memory_.clear();
    local_functions_.clear();
    totals_.clear();
    slot_.reset();
    drawn_.reset();
    print_arrays_.reset();
    prints_.clear();
    dims_vars_.clear();
    own_names_.clear();
    kinds_known_.clear();
    assigned_inside_.clear();
    settled_.clear();
    positions_.clear();
    element_kinds_.clear();
    element_writes_.clear();
    specialised = {};
    made_for.clear();
    counters_.clear();
    named_again_.clear();
    clock_ = 0;
    blocks_around_.clear();
    views_.clear();
    cells_read_.clear();
    stored_.clear();
    renewed.clear();
    instances_ = conditional_ = loops_ = stores_ = block_ = blocks_ = arm_ = arms_ = 0;
    has_barrier_ = uses_position_ = changed_ = false;
    pass();
    compare_choices();
    if (!changed_) return require_one_kind_of_elements();
  }
  stop("R902", {}, "the types of the variables in the loop do not settle");
}

// ---- names ------------------------------------------------------------------------------------------------------

// True when the type known for `key` had to become wider: then this pass is not the last one.
bool Lowerer::note_type(const std::string& key, const Type& type) {
  auto [it, fresh] = types_.emplace(key, type);
  if (fresh || it->second == type) return false;
  it->second = type;
  changed_ = true;
  return true;
}

void Lowerer::make_vars(Binding& b, const std::string& name, bool params) {
  const bool number = b.type.is_number();
  std::size_t count = 1;
  for (auto d : b.type.dims) count *= std::size_t(number ? 1 : d);
  if (number) count = 1;
  if (b.type.complex) count *= 2;
  for (std::size_t k = 0; k < count; ++k) {
    const std::string part = number && !b.type.complex ? name : fmt::format("{}_{}", name, k);
    if (params && part != name && scope_.type_of(part))
      stop("R904", {}, fmt::format("'{}' is kept as '{}', which is a variable too", name, part), name);
    b.vars.push_back(f.add_var(part, value_elem(b.type.elem)));
    if (params) scalar_params_.push_back({ir::Param::Kind::Scalar, b.vars.back()});
  }
}

Binding& Lowerer::import_outer(const std::string& name, const Type& given, Span span) {
  Type type = given;
  if (kept_as_arrays_.count(name)) {
    type = Type::array(given.elem, int(given.dims.size()), given.complex);
    type.boundary = given.boundary;
  }
  Binding b;
  b.key = name;
  b.outer = true;
  b.assigned = true;
  b.type = type;
  switch (type.kind) {
    case Type::Kind::Number:
    case Type::Kind::Fixed: {
      Type wide = type;
      wide.elem = value_elem(type.elem);
      auto [it, fresh] = types_.emplace(name, wide);
      if (!fresh && it->second.kind != wide.kind)
        stop("R904", span, fmt::format("'{}' changes its kind in the loop", name), name);
      b.type = it->second;
      const bool sized = type.is_number() && is_int(type.elem) && type.elem != Elem::I64;
      const bool whole =
          type.is_number() && (type.elem == Elem::I64 || type.elem == Elem::F16) && is_declared(scope_, name);
      const bool kept = type.kind == Type::Kind::Fixed && !type.complex && is_declared(scope_, name);
      if (sized || whole || kept) fix_type(b, type);  // declared outside: what is assigned is converted
      b.by_value = type.kind == Type::Kind::Fixed && !(short_names_ && short_names_->is_short_array(name));
      kinds_known_.insert(name);
      make_vars(b, name, true);
      break;
    }
    case Type::Kind::Array: {
      if (type.rank == 0)
        stop("R902", span, fmt::format("the number of dimensions of '{}' is not known before the program runs", name),
             name);
      ir::Array a;
      a.name = name;
      a.elem = type.elem;
      a.rank = type.rank + (type.complex ? 1 : 0);  // complex elements are pairs: one more dimension of extent 2
      a.is_const = type.is_const;
      Value v;
      v.type = type;
      v.array = f.add_array(std::move(a));
      if (type.complex) complex_arrays.insert(v.array);
      array_params_.push_back({ir::Param::Kind::Array, v.array});
      b.alias = v;
      break;
    }
    case Type::Kind::Object:
    case Type::Kind::Cell: {  // its parts are taken one by one
      const bool of_records = columns() && columns()->item_fields(name);
      if (type.kind == Type::Kind::Cell && !kernel_ && !of_records)
        stop("R901", span, fmt::format("'{}' is a cell, which only host code can use", name), name);
      Value v;
      v.type = type;
      v.text = name;
      b.alias = v;
      break;
    }
    case Type::Kind::Function: {
      Value v;
      v.type = type;
      v.functions = value_functions(name);
      b.alias = v;
      break;
    }
    case Type::Kind::Unknown:
      stop("R902", span, fmt::format("the type of '{}' is not known before the program runs", name), name);
    case Type::Kind::String:
      b.alias = outer_text(name, span);
      break;
    default:
      stop("R901", span, fmt::format("'{}' is {}, which only host code can use", name, a_type(type)), name);
  }
  if (kernel_ && type.kind != Type::Kind::String && type.kind != Type::Kind::Function &&
      type.kind != Type::Kind::Object && type.kind != Type::Kind::Cell)
    captured.push_back(name);
  return frames_.front()->names.emplace(name, std::move(b)).first->second;
}

// A name that began anew in statements which may not have run, and is used behind them, is the one outside: the next
// pass knows.
void Lowerer::note_outlived(const std::string& name, const Binding& b) {
  if (!b.anew || b.block == block_ ||
      std::find(blocks_around_.begin(), blocks_around_.end(), b.block) != blocks_around_.end())
    return;
  if (!outlived_.insert(name).second) return;
  forgotten_.push_back(b.key);
  changed_ = true;
}

Binding* Lowerer::find(const std::string& name, Span span) {
  Binding* b = find_to_assign(name, span);
  if (b) note_read(name, *b, span);
  return b;
}

Binding* Lowerer::find_to_assign(const std::string& name, Span span) {
  auto it = frame().names.find(name);
  if (it != frame().names.end()) {
    note_outlived(name, it->second);
    return &it->second;
  }
  if (!frame().outer) return nullptr;
  const std::string path = frame().captured + name;
  if (frames_.size() > 1 && frame().captured.empty() &&
      frames_.front()->assigned.count(name))  // a lambda captured the value before the loop
    stop("R903", span, fmt::format("a function that is called uses '{}', which the loop changes", name), name);
  auto outer = frames_.front()->names.find(path);
  if (outer != frames_.front()->names.end()) {
    if (frames_.size() > 1 && frame().function == launched_ && !outer->second.outer)
      stop("R903", span,
           fmt::format("the kernel that is started uses a '{}' from around it, and the one that starts it has another",
                       name),
           name);
    note_outlived(path, outer->second);
    return &outer->second;
  }
  if (!frames_.front()->outer) return nullptr;
  if (auto t = scope_.type_of(path)) return &import_outer(path, *t, span);
  return nullptr;
}

// The functions that a name which is no variable of this frame stands for.
std::vector<FunctionRef> Lowerer::functions_named(const std::string& name) {
  if (const FileId file = frame().file; file != kNoFile) return scope_.functions(NameInFile::path(file, name));
  if (!frame().outer ||
      frame().captured.starts_with('@'))  // a function of the program or of a file: it sees no variables
    if (auto global = scope_.functions("::" + name); !global.empty()) return global;
  return scope_.functions(name);
}

void Lowerer::enter_file(Frame& inner, FileId file) const {
  if (file_ == kNoFile || file == kNoFile || file == file_) return;
  inner.file = file;
  inner.library = !scope_.functions(NameInFile::path(file, "")).empty();
}

// A type by its name; no class of the program inside the library.
std::optional<Type> Lowerer::named_type(const std::string& name) const {
  const auto type = TypeNames::find(name);
  return type && type->kind == Type::Kind::Object && frames_.back()->library ? std::nullopt : type;
}

// The variable whose function a call of the name means. One that holds none, in max = max(max, x), leaves the name to
// the functions, built-in ones and classes that have it.
Binding* Lowerer::called_variable(const std::string& name, Span span) {
  Binding* b = find(name, span);
  if (!b || (b->alias && b->alias->type.kind == Type::Kind::Function)) return b;
  if (!functions_named(name).empty() || is_builtin(name) || named_type(name)) return nullptr;
  if (b->alias && b->alias->type.is_array())
    error("Q0301", span, fmt::format("'{}' is an array", name), fmt::format("elements are written {}[...]", name));
  error("Q0301", span, fmt::format("'{}' is no function", name));
}

// Those of a variable that holds a function: the code is made for them.
std::vector<FunctionRef> Lowerer::value_functions(const std::string& path) {
  auto functions = scope_.functions(path);
  const bool known = std::any_of(specialised.callees.begin(), specialised.callees.end(),
                                 [&](const auto& c) { return c.name == path; });
  if (!known) specialised.callees.push_back({path, functions});
  return functions;
}

// Where a variable is kept: in registers, or, of many components and of those with computed indices, in memory.
void Lowerer::place(Binding& b, const std::string& name, Elem elem) {
  std::int64_t count = 1;
  if (b.type.kind == Type::Kind::Fixed)
    for (auto d : b.type.dims) count *= d;
  constexpr std::int64_t kMostComponents = 16;  // beyond that, registers do not hold them anyway
  if (b.type.kind == Type::Kind::Fixed && !b.type.complex && (count > kMostComponents || local_arrays_.count(b.key))) {
    ir::Array a;
    a.name = name;
    a.elem = is_int(elem) ? elem : b.type.elem;
    if (is_float(b.type.elem)) a.elem = elem == Elem::F16 && b.type.elem == Elem::F32 ? elem : b.type.elem;
    a.dims = b.type.dims;
    a.rank = int(b.type.dims.size());
    a.space = ir::Space::Local;
    b.local = f.add_array(std::move(a));
  } else {
    make_vars(b, name, false);
  }
}

std::string Lowerer::key_of(const std::string& name) const {
  const auto version = frames_.back()->versions.find(name);
  return version == frames_.back()->versions.end() ? frames_.back()->key + name
                                                   : fmt::format("{}{}~{}", frames_.back()->key, name, version->second);
}

std::string of_all_versions(const std::string& key) { return key.substr(0, key.find('~')); }

Binding& Lowerer::declare(const std::string& name, const Type& type, Span span) {
  Binding b;
  b.key = key_of(name);
  b.block = block_;
  Type wide = type;
  wide.elem = value_elem(type.elem);
  auto [it, fresh] = types_.emplace(b.key, wide);
  if (!fresh && it->second.kind != wide.kind)
    stop("R904", span, fmt::format("'{}' is {} in one place and {} in another", name, a_type(it->second), a_type(wide)),
         name);
  b.type = it->second;
  b.outer = frames_.size() == 1;
  place(b, name, type.elem);
  return frame().names.emplace(name, std::move(b)).first->second;
}

void Lowerer::undefined(const std::string& name, Span span) {
  if (!frame().outer && scope_.type_of(name))
    stop("R903", span, fmt::format("the function uses '{}', which is not one of its parameters", name), name);
  if (type_word(name, options_.scalar) || name == "string" || name == "cell" ||
      name == "object")  // type(x, string): such types are the host's
    stop("R901", span, fmt::format("the type '{}' is for host code", name), name);
  if (!kernel_ && frame().of_lambda)
    stop("R903", span, fmt::format("a lambda calls '{}', which is looked up when it runs", name), name);
  // A later turn, of this loop or one around it, may set it, and the branch not be reached before.
  const bool later = frame().assigned.count(name) > 0 || scope_.live_after(name);
  if (!kernel_ && conditional_ > 0 && frame().outer && later)
    stop("R901", span, fmt::format("'{}' has no value when the loop is reached", name), name);
  std::vector<std::string> candidates = scope_.names();
  if (!is_builtin(name) && std::find(candidates.begin(), candidates.end(), name) != candidates.end())
    error("Q0201", span, fmt::format("'{}' is not defined", name),
          "variables of the program are not visible inside functions: pass it as an argument");
  for (const auto& [n, b] : frame().names) candidates.push_back(n);
  for (const auto& n : builtin_names()) candidates.push_back(n);
  error("Q0201", span, fmt::format("'{}' is not defined", name), help_for_name(name, candidates));
}

void Lowerer::unsettle(ir::VarId id) {
  for (Settled& s : settled_) {
    if (s.var != id) continue;
    // A function that was given a short array, or another name of it, assigns what one statement seemed to.
    if (s.value && !s.block && assigned_again_.insert(s.key).second) changed_ = true;
    s.value = nullptr;
  }
}

void Lowerer::emit(ir::Stmt::Node node, Span span) {
  if (auto* a = std::get_if<ir::Assign>(&node))
    unsettle(a->var);
  else if (auto* t = std::get_if<ir::Atomic>(&node); t && t->old)
    unsettle(*t->old);
  out_->push_back({std::move(node), span});
}

// A component of the thread's place, or a number from outside that the code does not assign.
bool Lowerer::never_changes(ir::VarId id) const {
  if (positions_.count(id)) return true;
  const bool given =
      std::find(kernel_params_.begin(), kernel_params_.end(), id) != kernel_params_.end() ||
      std::any_of(scalar_params_.begin(), scalar_params_.end(), [&](const ir::Param& p) { return p.id == id; });
  return given && !frames_.front()->assigned.count(f.vars[id].name);
}

ir::ExprP Lowerer::settled(ir::VarId id) const {
  for (auto s = settled_.rbegin(); s != settled_.rend(); ++s)
    if (s->var == id && s->value && (!s->block || *s->block == block_)) return s->value;
  return nullptr;
}

// `e` with what variables hold in their place.
ir::ExprP Lowerer::in_settled_terms(const ir::ExprP& e) const {
  return ir::rewrite_expr(e, [&](const ir::ExprP& x) {
    auto* v = std::get_if<ir::VarRef>(&x->node);
    const ir::ExprP known = v ? settled(v->var) : nullptr;
    return known ? known : x;
  });
}

// `everywhere`: no other statement assigns the variable. What a loop counts with stays the same to the end of its body.
void Lowerer::settle(ir::VarId id, const ir::ExprP& value, bool everywhere, const std::string& key) {
  if (is_float(value->type)) return;
  const ir::ExprP e = in_settled_terms(value);
  bool known = true;
  ir::for_each_expr(*e, [&](const ir::Expr& x) {
    if (auto* v = std::get_if<ir::VarRef>(&x.node))
      known =
          known && (never_changes(v->var) || std::find(counters_.begin(), counters_.end(), v->var) != counters_.end());
  });
  if (known)
    settled_.push_back({id, e, everywhere && !assigned_again_.count(key) ? std::nullopt : std::optional(block_), key});
}

// Whether an int of a kernel is the same wherever the kernel computes it, and costs next to nothing: sums and products
// of a thread's place, extents and what the kernel was given.
bool Lowerer::is_steady(const ir::Expr& e) const {
  constexpr int kMostNodes = 16;
  int nodes = 0;
  bool steady = e.type == Elem::I64;
  ir::for_each_expr(e, [&](const ir::Expr& x) {
    ++nodes;
    if (auto* v = std::get_if<ir::VarRef>(&x.node)) {
      steady = steady && never_changes(v->var);
    } else if (auto* n = std::get_if<ir::Binary>(&x.node)) {
      steady = steady && (n->op == ir::BinaryOp::Add || n->op == ir::BinaryOp::Sub || n->op == ir::BinaryOp::Mul);
    } else {
      steady = steady && (std::holds_alternative<ir::ConstInt>(x.node) || std::holds_alternative<ir::Builtin>(x.node) ||
                          std::holds_alternative<ir::Extent>(x.node));
    }
  });
  return steady && nodes <= kMostNodes;
}

// What may be read in place of a variable from here on: its number, or in kernels the place that it is a name of. A
// variable that each lane of a vector holds for itself hides that lanes read side by side (`r = pos[0]` before loops
// over x[r+i,..]).
std::optional<ir::ExprP> Lowerer::settled_value(ir::VarId id) const {
  const ir::ExprP value = settled(id);
  return value && (ir::as_int(*value) || (kernel_ && is_steady(*value))) ? std::optional(value) : std::nullopt;
}

Value Lowerer::read(const Binding& b) {
  const bool reached = !b.alias || !b.alias->changing ||
                       std::find(blocks_around_.begin(), blocks_around_.end(), b.block) != blocks_around_.end();
  if (!reached) stop("R901", {}, "a slice whose length is computed is read where it may not have been assigned");
  if (b.alias && b.alias->own) return own_elements(*b.alias);
  if (b.alias) return *b.alias;
  Value v;
  v.type = b.type;
  v.by_value = copies(b);
  if (v.type.kind == Type::Kind::Fixed && b.declared && is_int(*b.declared)) v.narrow = b.declared;
  if (b.local) {
    const ir::Array& a = f.arrays[*b.local];
    std::int64_t count = 1;
    for (auto d : a.dims) count *= d;
    for (std::int64_t k = 0; k < count; ++k) {
      ir::Access at{*b.local, {ir::int_const(k)}, a.rank > 1, Boundary::Unchecked, ir::kNoSite};
      v.parts.push_back(ir::load(f, std::move(at)));
    }
    return v;
  }
  for (ir::VarId id : b.vars) v.parts.push_back(settled_value(id).value_or(ir::var(f, id)));
  return v;
}

// ---- types ------------------------------------------------------------------------------------------------------

// The type of a variable of type `a` after `v` has been assigned to it as well.
Type Lowerer::join(const Type& a, const Value& v, Span span) {
  if (a.kind != v.type.kind)
    stop("R904", span, fmt::format("a variable is {} and {} in one loop", a_type(a), a_type(v.type)));
  Type t = a;
  if (a.kind == Type::Kind::Fixed && a.dims != v.type.dims)
    stop("R904", span,
         fmt::format("a variable changes from {} to {} in the loop", type_name(a, options_.scalar),
                     type_name(v.type, options_.scalar)));
  t.complex = a.complex || v.type.complex;
  t.elem = join_elem(a.elem, v.type.elem);
  return t;
}

ir::ExprP Lowerer::with_span(ir::ExprP e, Span span) {
  if (e->span.valid()) return e;
  ir::Expr copy = *e;
  copy.span = span;
  return std::make_shared<const ir::Expr>(std::move(copy));
}

ir::ExprP Lowerer::part(const Value& v, std::size_t k, Elem to) {
  if (v.literal && k == 0 && is_float(to) && to != Elem::F16) return ir::float_const(v.number, to);
  if (to == Elem::I64 && v.parts[k]->type == Elem::Bool) return ir::cast(Elem::I64, v.parts[k]);
  return ir::cast(to, v.parts[k]);
}

ir::ExprP Lowerer::number(const Value& v, Elem to, Span span) {
  require_value(v, span, "a number");
  if (!v.type.is_number()) error("Q0301", span, fmt::format("a number is expected here, not {}", a_type(v.type)));
  if (v.type.complex)
    error("Q0301", span, "a real number is expected here, not a complex one", "use real(x) or abs(x)");
  return part(v, 0, to);
}

// Whether extents differ by nothing but ones: a row of n elements is a 1 x n matrix.
static bool same_but_ones(std::vector<std::int64_t> a, std::vector<std::int64_t> b) {
  std::erase(a, 1);
  std::erase(b, 1);
  return a == b;
}

Value Lowerer::convert(const Value& v, const Type& to, Span span) {
  if (v.changing) require_value(v, span, "a value");
  if (to.kind != v.type.kind || (to.kind == Type::Kind::Fixed && !same_but_ones(to.dims, v.type.dims))) {
    if (v.type.is_array()) stop("R901", span, "an array as a whole is used in the loop");
    error("Q0301", span, fmt::format("{} is expected here, not {}", a_type(to), a_type(v.type)));
  }
  if (v.type.complex && !to.complex)
    error("Q0301", span, "a complex number cannot become a real one", "use real(x) or abs(x)");
  Value out;
  out.type = to;
  const std::size_t n = components(v);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t at = v.type.complex ? 2 * k : k;
    out.parts.push_back(part(v, at, to.elem));
    if (to.complex)
      out.parts.push_back(v.type.complex ? part(v, at + 1, to.elem) : ir::float_const(0, value_elem(to.elem)));
  }
  out.type.elem = value_elem(to.elem);
  return out;
}

ir::ExprP Lowerer::index_value(const Value& v, Span span) {
  if (v.literal && v.number == std::floor(v.number) && std::fabs(v.number) < 9e15)
    return ir::int_const(std::int64_t(v.number));
  return with_span(number(v, Elem::I64, span), span);
}

// An array of one element, transpose(v)*v < 1, stands for it, as in host code.
ir::ExprP Lowerer::truth(const Value& v, Span span) {
  require_value(v, span, "a condition");
  if (v.type.kind == Type::Kind::Fixed && components(v) == 1) return truth(component(v, 0), span);
  if (v.type.is_number() && v.type.complex)
    return with_span(ir::binary(ir::BinaryOp::Or, ir::cast(Elem::Bool, v.parts[0]), ir::cast(Elem::Bool, v.parts[1])),
                     span);
  if (!v.type.is_number())
    error("Q0301", span, fmt::format("a condition must be a number, not {}", a_type(v.type)),
          v.type.kind == Type::Kind::Fixed ? "any(x) asks for one that is true, all(x) for all of them" : "");
  if (auto c = ir::as_int(*v.parts[0]); c && v.type.elem != Elem::Bool) return ir::bool_const(*c != 0);
  return with_span(ir::cast(Elem::Bool, v.parts[0]), span);
}

// What an expression is known to be before the loop runs, from constants and known variables that the nest leaves
// alone.
std::optional<double> Lowerer::known(const ast::Expr& e) {
  if (auto* n = std::get_if<ast::IntLit>(&e.node)) return double(n->value);
  if (auto* n = std::get_if<ast::FloatLit>(&e.node)) return n->value;
  if (auto* n = std::get_if<ast::Name>(&e.node)) {
    if (frames_.size() != 1 || frame().assigned.count(n->name)) return {};
    return scope_.constant_of(n->name);
  }
  if (auto* n = std::get_if<ast::Unary>(&e.node)) {
    auto v = known(*n->operand);
    if (!v || n->op == ast::UnaryOp::Not) return {};
    return n->op == ast::UnaryOp::Neg ? -*v : *v;
  }
  if (auto* n = std::get_if<ast::Binary>(&e.node)) {
    auto a = known(*n->left), b = known(*n->right);
    if (!a || !b) return {};
    switch (n->op) {
      case ast::BinaryOp::Add:
        return *a + *b;
      case ast::BinaryOp::Sub:
        return *a - *b;
      case ast::BinaryOp::Mul:
      case ast::BinaryOp::ElemMul:
        return *a * *b;
      case ast::BinaryOp::Div:
      case ast::BinaryOp::ElemDiv:
        return *a / *b;
      default:
        return {};
    }
  }
  return {};
}

// ---- loop nests -------------------------------------------------------------------------------------------------

void Lowerer::loop_nest(const ast::Stmt& statement) {
  const auto& loop = std::get<ast::For>(statement.node);
  jumps_ = has_jump(loop.body);
  infer([&] {
    auto frame = std::make_unique<Frame>();
    frame->outer = true;
    std::set<std::string> used_after;
    for (const std::string& name : assigned_names(ast::Block{statement}))
      if (scope_.live_after(name)) used_after.insert(name);
    frame->assignments = assignments_in(ast::Block{statement}, used_after);
    frame->assigned = names_in(frame->assignments);
    frame->assigned.insert(changed_fields_.begin(), changed_fields_.end());
    frames_.push_back(std::move(frame));
    file_ = statement.span.file;
    f.kind = ir::Function::Kind::LoopNest;
    f.body = collect([&] { for_statement(loop, statement.span); });
  });
  if (f.body.size() != 1 || !std::holds_alternative<ir::For>(f.body[0].node))
    stop("R904", statement.span, "the loop's bounds need statements of their own");
  require_single_names(statement.span);
  require_views_unwritten(statement.span);
  require_items_unwritten(statement.span);
  f.params = array_params_;
  f.params.insert(f.params.end(), scalar_params_.begin(), scalar_params_.end());
  frames_.front()->assigned.insert(assigned_inside_.begin(), assigned_inside_.end());
  std::set<std::string> left =
      names_in(frames_.front()->assignments, true);  // a vec3 of which the loop gives elements alone is left as well
  left.insert(frames_.front()->assigned.begin(), frames_.front()->assigned.end());
  for (const std::string& name : left) {
    auto it = frames_.front()->names.find(name);
    if (it == frames_.front()->names.end()) continue;
    const bool whole = frames_.front()->assigned.count(name) > 0,
               value = !it->second.vars.empty() && it->second.type.kind == Type::Kind::Fixed;
    if (!(whole || value) || !(scope_.live_after(name) || assigned_inside_.count(name))) continue;
    if (it->second.alias && it->second.alias->changing)
      stop("R901", statement.span,
           fmt::format("'{}' is a slice whose length is computed, and is used after the loop", name), name);
    if (it->second.local)
      stop("R904", statement.span, fmt::format("'{}' is indexed by computed values and used after the loop", name),
           name);
    for (ir::VarId v : it->second.vars) f.outputs.push_back(v);
  }
  std::sort(f.outputs.begin(), f.outputs.end());                                      // in order of first appearance
  f.outputs.erase(std::unique(f.outputs.begin(), f.outputs.end()), f.outputs.end());  // an array may have two names
}

std::vector<LoopNest::Whole> Lowerer::wholes() const {
  std::vector<LoopNest::Whole> out;
  for (const auto& [name, b] : frames_.front()->names)
    if (!b.vars.empty() && !(b.type.is_number() && !b.type.complex)) {
      out.push_back({name, b.type, b.vars, copies(b)});
      out.back().type.elem = b.declared.value_or(b.type.elem);
    }
  return out;
}

}  // namespace lowering

// What was decided in a way that another try may decide differently.
struct Choices {
  bool walked_windows = false;
  bool long_own_arrays = false;
};

static std::variant<LoopNest, NotLowered> lower_loop(const ast::Stmt& for_statement, const Scope& around,
                                                     const LowerOptions& options, Choices& made) {
  const PlaceScope scope(around, for_statement);
  lowering::Lowerer lowerer(scope, options, false);
  const auto* loop = std::get_if<ast::For>(&for_statement.node);
  if (!loop) internal_error("lowering", "lower_loop was given a statement that is not a loop");
  try {
    lowerer.loop_nest(for_statement);
  } catch (ProgramError& e) {
    made.long_own_arrays = lowerer.long_own_arrays;
    Diagnostic& d = e.diagnostics.front();
    const bool of_values =
        d.code.text().starts_with("Q03");  // steps find out whether that is reached, and say so in their own words
    if (of_values || lowerer.in_arm_of_call()) {
      scope.note(lowerer.specialised);
      return NotLowered{"R901",
                        fmt::format("a step of it cannot be carried out: {}", d.message),
                        d.span,
                        {},
                        std::move(lowerer.specialised)};
    }
    lowerer.add_calls(d);
    throw;
  } catch (lowering::Stop& s) {
    if (!s.why.span.valid()) s.why.span = for_statement.span;
    scope.note(lowerer.specialised);
    s.why.specialised = std::move(lowerer.specialised);
    made = {lowerer.walked_windows, lowerer.long_own_arrays};
    return std::move(s.why);
  }
  auto wholes = lowerer.wholes();
  scope.note(lowerer.specialised);
  LoopNest nest{std::move(lowerer.f),           loop->hint,        for_statement.span,
                std::move(lowerer.specialised), std::move(wholes), std::move(lowerer.complex_arrays),
                std::move(lowerer.renewed)};
  // What the extents of short arrays were made of is that number in steps and subscripts too: tiles of B x B do not
  // overlap.
  auto bound = with_known_values(nest, [&](const std::string& name) {
    const auto known = lowerer.made_for.find(name);
    return known == lowerer.made_for.end() ? std::nullopt : std::optional(known->second);
  });
  return bound ? std::move(*bound) : std::move(nest);
}

static std::variant<LoopNest, NotLowered> lower_with_windows(const ast::Stmt& for_statement, const Scope& around,
                                                             LowerOptions options, Choices& made) {
  auto lowered = lower_loop(for_statement, around, options, made);
  if (!made.walked_windows) return lowered;
  made = {};
  options.windows_written_out = true;
  return lower_loop(for_statement, around, options, made);
}

std::variant<LoopNest, NotLowered> lower_loop(const ast::Stmt& for_statement, const Scope& around,
                                              const LowerOptions& options) {
  Choices made;
  try {
    auto lowered = lower_with_windows(for_statement, around, options, made);
    if (!made.long_own_arrays) return lowered;
  } catch (const ProgramError&) {
    if (!made.long_own_arrays) throw;
  }
  LowerOptions as_values = options;
  as_values.long_arrays_as_values = true;
  Choices again;
  return lower_with_windows(for_statement, around, as_values, again);
}

}  // namespace qc
