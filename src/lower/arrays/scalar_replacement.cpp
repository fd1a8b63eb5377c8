#include "lower/arrays/scalar_replacement.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/build.h"
#include "sema/changing_fields.h"
#include "sema/declared_numbers.h"
#include "sema/record_layout.h"
#include "sema/short_names.h"
#include "sema/types_of_builtins.h"
#include "support/stop.h"

namespace qc {
namespace {

// Whether each mention of a name takes its value alone: an operand, an index, an element that is read, an argument of a
// built-in function, or the target of a whole assignment.
class ValueUses {
 public:
  ValueUses(const std::string& name, const Scope& scope, Elem scalar, int depth = 0)
      : name_(name), scope_(scope), scalar_(scalar), depth_(depth) {}
  bool block(const ast::Block& b) const {
    return std::all_of(b.begin(), b.end(), [&](const ast::Stmt& s) { return statement(s); });
  }
  bool statement(const ast::Stmt& s) const {
    return std::visit([&](const auto& n) { return one(n); }, s.node);
  }

 private:
  bool is_name(const ast::ExprP& e) const {
    auto* n = e ? std::get_if<ast::Name>(&e->node) : nullptr;
    return n && n->name == name_;
  }
  // The name itself may stand here, or an expression that may hold it.
  bool value(const ast::ExprP& e) const { return !e || is_name(e) || inside(*e); }
  // The name itself would get a second one here.
  bool other(const ast::ExprP& e) const { return !e || (!is_name(e) && inside(*e)); }
  bool inside(const ast::Expr& e) const {
    return std::visit([&](const auto& n) { return part(n); }, e.node);
  }

  template <class T>
  bool part(const T&) const {
    return true;
  }
  bool part(const ast::Unary& n) const { return value(n.operand); }
  bool part(const ast::Binary& n) const { return value(n.left) && value(n.right); }
  bool part(const ast::Conditional& n) const { return other(n.condition) && other(n.yes) && other(n.no); }
  bool part(const ast::Range& n) const { return value(n.lo) && value(n.step) && value(n.hi); }
  bool part(const ast::Call& n) const {
    auto* f = std::get_if<ast::Name>(&n.callee->node);
    const bool built_in = f && f->name != name_ && !scope_.type_of(f->name) && scope_.functions(f->name).empty();
    for (std::size_t k = 0; k < n.arguments.size(); ++k) {
      const bool as_value = built_in || (f && f->name != name_ && takes_value(f->name, n.arguments[k].name, k));
      if (as_value ? !value(n.arguments[k].value) : !other(n.arguments[k].value)) return false;
    }
    return other(n.callee);
  }
  // Whether all functions of the name declare this parameter with a fixed size, so that what they do to it stays with
  // them, or take its value alone.
  bool takes_value(const std::string& function, const std::string& named, std::size_t place) const {
    const std::vector<FunctionRef> functions = scope_.functions(function);
    return !functions.empty() && std::all_of(functions.begin(), functions.end(), [&](const FunctionRef& r) {
      if ((!r.def && !r.lambda) || (r.def && !r.def->generics.empty())) return false;
      const auto& parameters = r.def ? r.def->parameters : r.lambda->parameters;
      for (std::size_t k = 0; k < parameters.size(); ++k)
        if (named.empty() ? k == place : parameters[k].name == named)
          return (parameters[k].type && resolve_type(*parameters[k].type, scalar_).kind == Type::Kind::Fixed) ||
                 reads_value(r, parameters[k]);
      return false;
    });
  }
  // Whether a function does nothing with a parameter but what the loop may do with the name, and gives no alias
  // for it.
  bool reads_value(const FunctionRef& r, const ast::Parameter& p) const {
    constexpr int kDeepest = 4;
    if (depth_ == kDeepest || p.variadic || (p.type && !p.type->modifiers.empty())) return false;
    const ValueUses uses(p.name, scope_, scalar_, depth_ + 1);
    if (r.lambda) return r.lambda->body && uses.other(r.lambda->body);
    return std::none_of(r.def->outputs.begin(), r.def->outputs.end(),
                        [&](const ast::Parameter& o) { return o.name == p.name; }) &&
           uses.block(r.def->body);
  }
  bool part(const ast::Index& n) const {
    return value(n.base) &&
           std::all_of(n.indices.begin(), n.indices.end(), [&](const ast::ExprP& i) { return value(i); });
  }
  bool part(const ast::Field& n) const { return other(n.base); }
  bool part(const ast::ArrayLit& n) const {
    return std::all_of(n.elements.begin(), n.elements.end(), [&](const ast::ExprP& e) { return value(e); });
  }
  bool part(const ast::CellLit& n) const {
    return std::all_of(n.elements.begin(), n.elements.end(), [&](const ast::ExprP& e) { return other(e); });
  }
  bool part(const ast::TypeAssert& n) const { return other(n.value); }
  bool part(const ast::Lambda&) const { return false; }

  template <class T>
  bool one(const T&) const {
    return true;
  }
  bool one(const ast::ExprStmt& n) const { return other(n.value); }
  bool one(const ast::Assign& n) const {
    for (const ast::Target& t : n.targets) {
      if (is_name(t.place)) {
        if (n.op != ast::AssignOp::Set || t.type || !n.value) return false;
        continue;
      }
      auto* i = std::get_if<ast::Index>(&t.place->node);
      if (i && is_name(i->base)) return false;
      if (i ? !part(*i) : !other(t.place)) return false;
    }
    // y[i,:] = at copies; p = at would share it.
    const bool copies = n.targets.size() == 1 &&
                        (std::holds_alternative<ast::Index>(n.targets[0].place->node) || n.op != ast::AssignOp::Set);
    return copies ? value(n.value) : other(n.value);
  }
  bool one(const ast::If& n) const {
    return block(n.otherwise) && std::all_of(n.arms.begin(), n.arms.end(),
                                             [&](const ast::IfArm& a) { return other(a.condition) && block(a.body); });
  }
  bool one(const ast::While& n) const { return other(n.condition) && block(n.body); }
  bool one(const ast::Repeat& n) const { return other(n.until) && block(n.body); }
  bool one(const ast::For& n) const {
    return n.variable != name_ && value(n.lo) && value(n.step) && value(n.hi) && block(n.body);
  }
  bool one(const ast::Match& n) const {
    return other(n.value) && std::all_of(n.arms.begin(), n.arms.end(),
                                         [&](const ast::MatchArm& a) { return other(a.pattern) && block(a.body); });
  }
  bool one(const ast::Try&) const { return false; }
  bool one(const ast::Print&) const { return false; }
  bool one(const Box<ast::FunctionDef>&) const { return false; }

  const std::string& name_;
  const Scope& scope_;
  Elem scalar_;
  int depth_;  // of the function that is looked at, in those that call it
};

// A scope with some short arrays as fixed-size variables.
class ShortTypes : public Scope, public DeclaredNumbers, public FieldsAround, public ColumnsAround, public ShortNames {
 public:
  ShortTypes(const Scope& scope, const std::vector<ShortArray>& arrays)
      : FieldsAround(scope), ColumnsAround(scope), scope_(scope) {
    for (const ShortArray& a : arrays) types_.emplace(a.name, a.type);
  }
  std::optional<Type> type_of(std::string_view name) const override {
    const auto it = types_.find(name);
    return it == types_.end() ? scope_.type_of(name) : it->second;
  }
  bool declared(std::string_view name) const override { return is_declared(scope_, name); }
  bool is_short_array(std::string_view name) const override { return types_.contains(name); }
  std::optional<Elem> elem_before(std::string_view name) const override {
    const auto type = scope_.type_of(name);
    return type ? std::optional(type->elem) : std::nullopt;
  }
  std::optional<double> constant_of(std::string_view name) const override { return scope_.constant_of(name); }
  std::vector<FunctionRef> functions(std::string_view name) const override { return scope_.functions(name); }
  std::optional<std::int64_t> extent_of(std::string_view name, int dim) const override {
    return scope_.extent_of(name, dim);
  }
  std::optional<std::int64_t> value_of(std::string_view name) const override { return scope_.value_of(name); }
  std::optional<bool> is_whole(std::string_view name) const override { return scope_.is_whole(name); }
  std::optional<std::string> text_of(std::string_view name) const override { return scope_.text_of(name); }
  std::int64_t iterations() const override { return scope_.iterations(); }
  bool shares(std::string_view a, std::string_view b) const override {
    return (is_cell(a) || is_cell(b) || (!types_.contains(a) && !types_.contains(b))) && scope_.shares(a, b);
  }
  bool live_after(std::string_view name) const override { return scope_.live_after(name); }
  bool is_set_somewhere(std::string_view name) const override { return scope_.is_set_somewhere(name); }
  std::vector<std::string> names() const override { return scope_.names(); }

 private:
  bool is_cell(std::string_view name) const {
    const auto type = scope_.type_of(name);
    return type && type->kind == Type::Kind::Cell;
  }
  const Scope& scope_;
  std::map<std::string, Type, std::less<>> types_;
};

}  // namespace

std::optional<Type> short_value_type(const std::string& name, const std::vector<std::int64_t>& extents,
                                     const Scope& scope, Elem scalar) {
  if (name.empty() || extents.empty() || extents.size() > 2) return {};
  const auto type = scope.type_of(name);
  if (!type || !type->is_array() || type->boundary != Boundary::Default || type->is_const || type->complex) return {};
  if (type->elem != Elem::I64 && type->elem != scalar) return {};
  std::int64_t count = 1;
  for (auto n : extents) count *= n;
  if (count < 1 || count > kLongestShort) return {};
  Type t = Type::array(type->elem, int(extents.size()));
  t.kind = Type::Kind::Fixed;
  t.dims = extents;
  return t;
}

std::optional<Type> short_array_type(const ast::Stmt& loop, const std::string& name,
                                     const std::vector<std::int64_t>& extents, const Scope& scope, Elem scalar) {
  if (name.find_first_of(".$") != std::string::npos) return {};
  const auto type = short_value_type(name, extents, scope, scalar);
  return type && ValueUses(name, scope, scalar).statement(loop) ? type : std::nullopt;
}

static std::optional<Elem> widened(const ir::Function& nest, const ShortArray& array) {
  for (const ir::Var& v : nest.vars)
    if (v.name == array.name + "_0" && value_elem(v.type) != array.type.elem) return value_elem(v.type);
  return {};
}

Widening widen(const ir::Function& nest, std::vector<ShortArray>& arrays, Elem scalar) {
  Widening out = Widening::None;
  for (ShortArray& a : arrays) {
    const auto elem = widened(nest, a);
    if (!elem) continue;
    if (a.type.elem != Elem::I64 || *elem != scalar) return Widening::Impossible;
    a.type.elem = *elem;
    out = Widening::Done;
  }
  return out;
}

// The arrays of outside whose elements the nest writes.
static std::vector<std::string> written_arrays(const ir::Function& nest) {
  std::set<std::string> names;
  ir::for_each_stmt(nest.body, [&](const ir::Stmt& s) {
    auto* store = std::get_if<ir::Store>(&s.node);
    auto* atomic = std::get_if<ir::Atomic>(&s.node);
    if (!store && !atomic) return;
    const ir::Array& to = nest.arrays[store ? store->access.array : atomic->access.array];
    if (to.space == ir::Space::Global) names.insert(to.name);
  });
  return {names.begin(), names.end()};
}

// Whether none of the arrays is one that the nest writes under another name; what it writes is noted in them.
static bool are_values(const ir::Function& nest, std::vector<ShortArray>& arrays, const Scope& scope) {
  const std::vector<std::string> written = written_arrays(nest);
  for (ShortArray& a : arrays) {
    if (std::any_of(written.begin(), written.end(), [&](const auto& w) { return scope.shares(a.name, w); }))
      return false;
    a.written = written;
  }
  return true;
}

std::optional<WithShortValues> lower_short(const ast::Stmt& loop, const Scope& scope, const LowerOptions& options,
                                           std::string name) {
  std::vector<ShortArray> arrays;
  const auto known = [&](const ShortArray& a) { return a.name == name; };
  while (arrays.size() < kMostShort && std::none_of(arrays.begin(), arrays.end(), known)) {
    const auto type = short_array_type(loop, name, scope.extents_of(name), scope, options.scalar);
    if (!type) return {};
    arrays.push_back({name, *type, {}});
    for (int pass = 0; pass < 2; ++pass) {  // the second with the types that the first found
      try {
        auto lowered = lower_loop(loop, ShortTypes(scope, arrays), options);
        if (auto* why = std::get_if<NotLowered>(&lowered)) {
          name = why->variable;
          break;
        }
        auto& nest = std::get<LoopNest>(lowered);
        const Widening w = widen(nest.function, arrays, options.scalar);
        if (w == Widening::None)
          return are_values(nest.function, arrays, scope)
                     ? std::optional(WithShortValues{std::move(nest), std::move(arrays)})
                     : std::nullopt;
        if (w == Widening::Impossible) return {};
      } catch (const ProgramError& e) {  // of values: stepped, the arrays may be what the program means
        if (is_stop(e)) throw;
        return {};
      }
    }
  }
  return {};
}

}  // namespace qc
