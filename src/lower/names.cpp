// What names stand for: variables of the body at hand, of the nest, and of the program around it.
#include "lower/interface/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/number_kind.h"
#include "lower/interface/access.h"
#include "lower/interface/array_names.h"
#include "lower/interface/assign.h"
#include "lower/interface/builtin_calls.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/local_arrays.h"
#include "lower/interface/records.h"
#include "lower/interface/steady_values.h"
#include "lower/state/lower_context.h"
#include "sema/builtins.h"
#include "sema/constant_value.h"
#include "sema/declared_numbers.h"
#include "sema/type_words.h"
#include "support/foreign_names.h"

namespace qc::lowering {

static void note_outlived(LowerContext& cx, const std::string& name, const Binding& b) {
  if (b.anew && b.block != cx.code.block && !cx.code.inside(b.block)) cx.types.note_outlived(name, b);
}

void make_vars(LowerContext& cx, Binding& b, const std::string& name, bool params) {
  const bool number = b.type.is_number();
  std::size_t count = 1;
  for (auto d : b.type.dims) count *= std::size_t(number ? 1 : d);
  if (number) count = 1;
  if (b.type.complex) count *= 2;
  Variables held;
  for (std::size_t k = 0; k < count; ++k) {
    const std::string part = number && !b.type.complex ? name : fmt::format("{}_{}", name, k);
    if (params && part != name && cx.scope.type_of(part))
      stop("R904", {}, fmt::format("'{}' is kept as '{}', which is a variable too", name, part), name);
    held.ids.push_back(cx.code.f.add_var(part, value_elem(b.type.elem)));
    if (params) cx.code.scalar_params.push_back({ir::Param::Kind::Scalar, held.ids.back()});
  }
  b.storage = std::move(held);
}

Binding& import_outer(LowerContext& cx, const std::string& name, const Type& given, Span span) {
  Type type = given;
  if (cx.types.kept_as_arrays.count(name)) {
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
      auto [it, fresh] = cx.types.by_key.emplace(name, wide);
      if (!fresh && it->second.kind != wide.kind)
        stop("R904", span, fmt::format("'{}' changes its kind in the loop", name), name);
      b.type = it->second;
      const bool sized = type.is_number() && is_int(type.elem) && type.elem != Elem::I64;
      const bool declared = !type.complex && is_declared(cx.scope, name);
      if (sized || declared) fix_type(b, type);  // outside: what is assigned is converted
      if (type.is_number() && type.elem == Elem::Bool) cx.types.note_kept(b, Elem::Bool, {});
      if (!b.fixed_type)
        cx.kinds.note_before(name, ir::number_kind(type_before(cx.scope, name).value_or(type).elem, type.complex));
      b.by_value = type.kind == Type::Kind::Fixed && !(cx.short_names && cx.short_names->is_short_array(name));
      cx.types.kinds_known.insert(name);
      make_vars(cx, b, name, true);
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
      const Value v = of_array(type, cx.code.f.add_array(std::move(a)));
      if (type.complex) cx.code.complex_arrays.insert(v.array().id);
      cx.code.array_params.push_back({ir::Param::Kind::Array, v.array().id});
      b.storage = Alias{v};
      break;
    }
    case Type::Kind::Object:
    case Type::Kind::Cell: {
      const bool of_records = columns(cx) && columns(cx)->item_fields(name);
      if (type.kind == Type::Kind::Cell && !cx.in_kernel && !of_records)
        stop("R901", span, fmt::format("'{}' is a cell, which only host code can use", name), name);
      b.storage = Alias{Value(type, OuterPath{name})};
      break;
    }
    case Type::Kind::Function:
      b.storage = Alias{Value(type, Functions{cx.assumed.functions_of(name)})};
      break;
    case Type::Kind::Unknown:
      stop("R902", span, fmt::format("the type of '{}' is not known before the program runs", name), name);
    case Type::Kind::String:
      b.storage = Alias{outer_text(cx, name, span)};
      break;
    default:
      stop("R901", span, fmt::format("'{}' is {}, which only host code can use", name, cx.a_type(type)), name);
  }
  if (cx.in_kernel && type.kind != Type::Kind::String && type.kind != Type::Kind::Function &&
      type.kind != Type::Kind::Object && type.kind != Type::Kind::Cell)
    cx.kernel.captured.push_back(name);
  return cx.names.outermost().names.emplace(name, std::move(b)).first->second;
}

Binding* find(LowerContext& cx, const std::string& name, Span span) {
  Binding* b = find_to_assign(cx, name, span);
  if (b) note_read(cx, name, *b, span);
  return b;
}

Binding* find_to_assign(LowerContext& cx, const std::string& name, Span span) {
  auto it = cx.names.frame().names.find(name);
  if (it != cx.names.frame().names.end()) {
    note_outlived(cx, name, it->second);
    return &it->second;
  }
  if (!cx.names.frame().outer) return nullptr;
  const std::string path = cx.names.frame().captured + name;
  if (cx.names.in_call() && cx.names.frame().captured.empty() &&
      cx.names.outermost().assigned.count(name))  // a lambda captured the value before the loop
    stop("R903", span, fmt::format("a function that is called uses '{}', which the loop changes", name), name);
  auto outer = cx.names.outermost().names.find(path);
  if (outer != cx.names.outermost().names.end()) {
    if (cx.names.in_call() && cx.names.frame().function == cx.inlining.launched && !outer->second.outer)
      stop("R903", span,
           fmt::format("the kernel that is started uses a '{}' from around it, and the one that starts it has another",
                       name),
           name);
    note_outlived(cx, path, outer->second);
    return &outer->second;
  }
  if (!cx.names.outermost().outer) return nullptr;
  if (auto t = cx.scope.type_of(path)) return &import_outer(cx, path, *t, span);
  return nullptr;
}

Binding* called_variable(LowerContext& cx, const std::string& name, Span span) {
  Binding* b = find(cx, name, span);
  if (!b || (b->alias() && b->alias()->type.kind == Type::Kind::Function)) return b;
  if (!cx.names.functions_named(name).empty() || is_builtin(name) || cx.names.named_type(name)) return nullptr;
  if (b->alias() && b->alias()->type.is_array())
    error("Q0301", span, fmt::format("'{}' is an array", name), fmt::format("elements are written {}[...]", name));
  error("Q0301", span, fmt::format("'{}' is no function", name));
}

void place_variable(LowerContext& cx, Binding& b, const std::string& name, Elem elem) {
  std::int64_t count = 1;
  if (b.type.kind == Type::Kind::Fixed)
    for (auto d : b.type.dims) count *= d;
  constexpr std::int64_t kMostComponents = 16;  // beyond that, registers do not hold them anyway
  if (b.type.kind == Type::Kind::Fixed && !b.type.complex &&
      (count > kMostComponents || cx.types.local_arrays.count(b.key))) {
    ir::Array a;
    a.name = name;
    a.elem = is_int(elem) ? elem : b.type.elem;
    if (is_float(b.type.elem)) a.elem = elem == Elem::F16 && b.type.elem == Elem::F32 ? elem : b.type.elem;
    a.dims = b.type.dims;
    a.rank = int(b.type.dims.size());
    a.space = ir::Space::Local;
    b.storage = LocalArray{cx.code.f.add_array(std::move(a))};
  } else {
    make_vars(cx, b, name, false);
  }
}

Binding& declare(LowerContext& cx, const std::string& name, const Type& type, Span span) {
  Binding b;
  b.key = cx.names.key_of(name);
  b.block = cx.code.block;
  b.jumps_before = cx.control.jumps_met;
  Type wide = type;
  wide.elem = value_elem(type.elem);
  auto [it, fresh] = cx.types.by_key.emplace(b.key, wide);
  if (!fresh && it->second.kind != wide.kind)
    stop("R904", span,
         fmt::format("'{}' is {} in one place and {} in another", name, cx.a_type(it->second), cx.a_type(wide)), name);
  b.type = it->second;
  b.outer = !cx.names.in_call();
  place_variable(cx, b, name, type.elem);
  if (!cx.names.in_call() && !cx.in_kernel && !cx.scope.type_of(cx.names.frame().captured + name))
    cx.code.own.push_back({name, b.vars(), b.local_array()});
  return cx.names.frame().names.emplace(name, std::move(b)).first->second;
}

// What is reached, and what has been set before, is seen where the loop is stepped. A name that nothing sets is an
// error before a branch is taken.
bool may_be_set(const LowerContext& cx, const std::string& name) {
  const bool later = cx.names.frame().assigned.count(name) > 0 || cx.scope.live_after(name);
  return (cx.control.may_be_passed_by() && later) || cx.scope.is_set_somewhere(name);
}

void undefined(LowerContext& cx, const std::string& name, Span span) {
  if (!cx.names.frame().outer && cx.scope.type_of(name))
    stop("R903", span, fmt::format("the function uses '{}', which is not one of its parameters", name), name);
  if (type_word(name, cx.options.scalar) || name == "string" || name == "cell" ||
      name == "object")  // type(x, string): such types are the host's
    stop("R901", span, fmt::format("the type '{}' is for host code", name), name);
  if (!cx.in_kernel && cx.names.frame().of_lambda)
    stop("R903", span, fmt::format("a lambda calls '{}', which is looked up when it runs", name), name);
  if (!cx.in_kernel && cx.names.frame().outer && may_be_set(cx, name))
    stop("R901", span, fmt::format("'{}' has no value when the loop is reached", name), name);
  std::vector<std::string> candidates = cx.scope.names();
  if (!is_builtin(name) && std::find(candidates.begin(), candidates.end(), name) != candidates.end())
    error("Q0201", span, fmt::format("'{}' is not defined", name),
          "variables of the program are not visible inside functions: pass it as an argument");
  for (const auto& [n, b] : cx.names.frame().names) candidates.push_back(n);
  for (const auto& n : builtin_names()) candidates.push_back(n);
  error("Q0201", span, fmt::format("'{}' is not defined", name), help_for_name(name, candidates));
}

ir::VarId kind_mark(LowerContext& cx, const Binding& b) {
  if (cx.in_kernel || b.vars().empty() || b.fixed_type || b.declared) return ir::kNoVar;
  return cx.kinds.mark_of(cx.code.f, b.key, of_all_versions(b.key), b.vars()[0],
                          ir::number_kind(b.type.elem, b.type.complex));
}

constexpr std::int64_t kMostHandedOn = std::int64_t(1) << 20;  // elements of an array that code is made for one by one

Value read_binding(LowerContext& cx, const Binding& b) {
  if (const Value* alias = b.alias()) {
    if (is_lazy(*alias) && !cx.code.inside(b.block))
      stop("R901", {}, "a slice whose length is computed is read where it may not have been assigned");
    return local_array_of(*alias) ? own_elements(cx, *alias) : *alias;
  }
  Value v = of_scalars(b.type);
  v.scalars().by_value = copies(b);
  v.scalars().truth_or_int = cx.types.truths_and_ints.count(b.key) > 0;
  if (const auto ints = cx.types.ints_in_floats.find(b.key); ints != cx.types.ints_in_floats.end())
    v.scalars().ints = ints->second;
  if (const ir::VarId mark = kind_mark(cx, b); mark != ir::kNoVar) v.scalars().kind = ir::var(cx.code.f, mark);
  if (v.type.kind == Type::Kind::Fixed && b.declared && is_int(*b.declared)) v.scalars().narrow = b.declared;
  if (const auto local = b.local_array()) {
    const ir::Array& a = cx.code.f.arrays[*local];
    std::int64_t count = 1;
    for (auto d : a.dims) count *= d;
    if (count > kMostHandedOn) stop("R901", {}, fmt::format("an array of {} elements is handed on as a value", count));
    for (std::int64_t k = 0; k < count; ++k) {
      ir::Access at{*local, {ir::int_const(k)}, a.rank > 1, Boundary::Unchecked, ir::kNoSite};
      v.parts().push_back(ir::load(cx.code.f, std::move(at)));
    }
    return v;
  }
  for (ir::VarId id : b.vars()) v.parts().push_back(known_value(cx, id).value_or(ir::var(cx.code.f, id)));
  return v;
}

std::optional<double> known_number(LowerContext& cx, const ast::Expr& e) {
  return constant_value(e, [&](const std::string& name) -> std::optional<double> {
    if (cx.names.in_call() || cx.names.frame().assigned.count(name)) return {};
    return cx.scope.constant_of(name);
  });
}

}  // namespace qc::lowering
