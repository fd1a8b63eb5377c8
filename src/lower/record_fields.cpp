// Fields of records that stand outside the loop or kernel. Each is a variable of the loop, known by its path, also in
// functions that are given the record: there the parameter stands for what the caller named.
#include <fmt/format.h>

#include "lower/interface/access.h"
#include "lower/interface/assign.h"
#include "lower/interface/call.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/inline.h"
#include "lower/interface/kernel.h"
#include "lower/interface/names.h"
#include "lower/interface/records.h"
#include "lower/state/lower_context.h"
#include "sema/builtins.h"
#include "sema/changing_fields.h"

namespace qc::lowering {

namespace {

// "p.a.b" for a chain of fields that starts with a name.
std::optional<std::string> path_of(const ast::Expr& e, std::string& root) {
  if (auto* n = std::get_if<ast::Name>(&e.node)) {
    root = n->name;
    return n->name;
  }
  auto* f = std::get_if<ast::Field>(&e.node);
  const auto base = f ? path_of(*f->base, root) : std::nullopt;
  return base ? std::optional(*base + "." + f->name) : std::nullopt;
}

}  // namespace

[[noreturn]] static void no_field(LowerContext& cx, const std::string& path, Span span);

std::string outer_path(LowerContext& cx, const ast::Field& n, Span span) {
  std::string root;
  const auto base = path_of(*n.base, root);
  if (!base)
    stop("R904", span,
         "a field of a record that is computed: it is compiled of an item of a cell whose items are instances of one "
         "class");
  auto known = cx.names.frame().names.find(root);
  std::string path = *base + "." + n.name;
  if (known != cx.names.frame().names.end()) {
    if (!known->second.alias() || known->second.alias()->type.kind != Type::Kind::Object)
      stop("R904", span, fmt::format("'{}' is not a record", root));
    path = record_path(*known->second.alias()) + path.substr(root.size());
  } else if (cx.names.frame().outer) {
    path = cx.names.frame().captured + path;
  } else {
    undefined(cx, root, span);
  }
  // In a function the name is that of a parameter: the loop may have another variable of that name.
  const std::string outer_root = path.substr(0, path.find_first_of(".["));
  if (cx.names.outermost().assigned.count(outer_root))
    stop("R904", span, "records that the loop changes are not compiled yet");
  return path;
}

// The names around tell the fields of records by their paths.
static void no_field(LowerContext& cx, const std::string& path, Span span) {
  const auto point = path.rfind('.') + 1;
  std::vector<std::string> fields;
  for (const std::string& name : cx.scope.names())
    if (name.starts_with(path.substr(0, point))) fields.push_back(name.substr(point));
  const std::string near = nearest_name(path.substr(point), fields);
  error("Q0201", span, fmt::format("there is no field '{}' in '{}'", path.substr(point), path.substr(0, point - 1)),
        near.empty() ? "" : fmt::format("did you mean '{}'?", near));
}

Value read_field(LowerContext& cx, const ast::Field& n, Span span) {
  if (const auto record = record_value(cx, *n.base)) return record_member(cx, *record, n.name, span);
  const std::string path = outer_path(cx, n, span);
  // A function that writes to its parameter writes to the field.
  const auto value_of = [&](Binding& b) {
    Value v = read_binding(cx, b);
    if (cx.in_kernel && !b.alias() && b.type.kind == Type::Kind::Fixed) v.scalars().variable = &b;
    return v;
  };
  auto there = cx.names.outermost().names.find(path);
  if (there != cx.names.outermost().names.end()) return value_of(there->second);
  const auto type = cx.scope.type_of(path);
  if (!type) {
    const std::string root = path.substr(0, path.find('.'));
    if (cx.names.frame().outer && !cx.scope.type_of(root)) undefined(cx, root, span);
    if (cx.in_kernel) no_field(cx, path, span);
    stop("R904", span, fmt::format("there is no '{}'", path));
  }
  Frame* const front = cx.names.frames.front().get();
  const auto saved_outer = front->outer;
  front->outer = true;
  Value v = value_of(import_outer(cx, path, *type, span));
  front->outer = saved_outer;
  return v;
}

Value call_field(LowerContext& cx, const ast::Field& n, const ast::Call& c, Span span, bool may_write) {
  std::string root;
  const bool variable = path_of(*n.base, root) && (cx.names.frame().names.count(root) || cx.names.frame().outer);
  if (variable) {  // a field comes before a function of its name
    const std::string path = outer_path(cx, n, span);
    if (const auto t = cx.scope.type_of(path); t && t->kind == Type::Kind::Function) {
      const Value target(*t, Functions{cx.assumed.functions_of(path)});
      auto values = call_functions(cx, target, n.name, c, span, may_write);
      return values.empty() ? Value{} : values[0];
    }
  }
  const bool item = !variable || record_value(cx, *n.base);
  if (item && cx.names.functions_named(n.name).empty() && !is_builtin(n.name))
    stop(cx.in_kernel ? "R903" : "R904", span, fmt::format("'{}', a field of an item, is called", n.name), n.name);
  ast::Call plain = c;
  plain.callee = ast::ExprP(ast::Expr{ast::Name{n.name}, span});
  plain.arguments.insert(plain.arguments.begin(), ast::Argument{"", n.base, false});
  return call(cx, plain, span, may_write);
}

// The variable for a field that the loop changes, itself or in a function that it calls.
static Binding& lazy_field(LowerContext& cx, const ast::Field& place, Span span) {
  if (cx.in_kernel) stop("R904", span, "records are not changed in kernels");
  const std::string path = outer_path(cx, place, span);
  const auto type = cx.scope.type_of(path);
  const bool kept = type && (type->is_number() || type->kind == Type::Kind::Fixed);
  if (!kept) stop("R904", span, fmt::format("'{}', which is no number, is assigned", path));
  auto* fields = dynamic_cast<const ChangingFields*>(&cx.scope);
  if (!fields || !fields->can_change(path, cx.names.in_call()))
    stop("R904", span, fmt::format("it is not known whose field '{}' is", path));
  ++cx.effects.stores;
  if (cx.records.note_field(path)) cx.types.changed = true;
  Frame& front = cx.names.outermost();
  front.assigned.insert(path);
  const auto there = front.names.find(path);
  return there != front.names.end() ? there->second : import_outer(cx, path, *type, span);
}

void assigned_outside(LowerContext& cx, const std::string& name, const Binding& b, Span span) {
  if (cx.in_kernel || !cx.names.in_call() || cx.names.frame().names.count(name)) return;
  if (cx.names.frame().captured.empty()) cx.records.assigned_inside.insert(b.key);
  if (cx.names.frame().captured.empty() || cx.names.frame().captured[0] == '@') return;
  const std::string path = cx.names.frame().captured + name;
  auto* fields = dynamic_cast<const ChangingFields*>(&cx.scope);
  if (!fields || !fields->can_change(path, true))
    stop("R904", span, fmt::format("it is not known whose '{}' is", path));
  ++cx.effects.stores;
  if (cx.records.note_field(path)) cx.types.changed = true;
  cx.names.outermost().assigned.insert(path);
}

void assign_field(LowerContext& cx, const ast::Field& place, const Value& v, Span span) {
  if (const auto record = record_value(cx, *place.base); record && record->is<RecordRef>())
    return assign_member(cx, record->record(), place.name, v, span);
  Binding& b = lazy_field(cx, place, span);
  require_value(cx, v, span, "a value");
  if (v.type.kind != b.type.kind || v.type.dims != b.type.dims || v.type.complex != b.type.complex)
    stop("R904", span, fmt::format("the field '{}' changes its kind", place.name));
  assign_bound(cx, b, v, span);
}

void update_field(LowerContext& cx, const ast::Field& place, const ast::Assign& a, Span span) {
  if (const auto record = record_value(cx, *place.base); record && record->is<RecordRef>())
    return update_member(cx, record->record(), place.name, a, span);
  const Value old = read_binding(cx, lazy_field(cx, place, span));
  assign_field(cx, place, combine(cx, a.op, old, operand(cx, *a.value), span), span);
}

Binding* assigned_fixed(LowerContext& cx, const ast::Expr& base, Span span) {
  auto* place = std::get_if<ast::Field>(&base.node);
  const auto record = place ? record_value(cx, *place->base) : std::nullopt;
  if (record && record->is<RecordRef>()) {
    const RecordField* field = record->record().item.empty() ? record_field(record->record(), place->name) : nullptr;
    return field && field->type.kind == Type::Kind::Fixed
               ? &outside(cx, record->record().path + "." + place->name, span)
               : nullptr;
  }
  if (!place || cx.in_kernel) return fixed_binding(cx, base, span);
  const auto type = cx.scope.type_of(outer_path(cx, *place, span));
  return type && type->kind == Type::Kind::Fixed ? &lazy_field(cx, *place, span) : nullptr;
}

// Such a value is computed before the call: the function may change the field.
bool reads_changed_field(const LowerContext& cx, const Value& v) {
  bool reads = false;
  auto* scalars = v.get_if<Scalars>();
  if (!scalars) return false;
  for (const auto& p : scalars->parts)
    ir::for_each_expr(*p, [&](const ir::Expr& e) {
      if (auto* n = std::get_if<ir::VarRef>(&e.node)) reads |= cx.records.fields.count(cx.code.f.vars[n->var].name) > 0;
    });
  return reads;
}

// A field that changes is one variable only when no other name of the loop leads to it.
void require_single_names(LowerContext& cx, Span span) {
  for (const std::string& cell :
       cx.records.referenced_cells)  // whose items may be records that go by names of their own
    for (const auto& [name, b] : cx.names.outermost().names)
      if (name.find('.') != std::string::npos && name[0] != '$' && !name.starts_with(cell))
        stop("R904", span, fmt::format("items of '{}' change, and '{}' may be of one of them", cell, name));
  std::set<std::string> changed(cx.records.fields.begin(), cx.records.fields.end());
  for (const std::string& name : cx.names.outermost().assigned)
    if (name.find('.') != std::string::npos && name.find(kColumns) == std::string::npos) changed.insert(name);
  auto* fields = dynamic_cast<const ChangingFields*>(&cx.scope);
  for (const std::string& path : changed)
    for (const auto& [name, b] : cx.names.outermost().names) {
      const bool column = name.find(kColumns) != std::string::npos;
      if (name == path || !(column || (!b.vars().empty() && b.outer))) continue;
      if (fields && fields->one_field(path, name))
        stop("R904", span, fmt::format("'{}', which the loop changes, is '{}' as well", path, name));
      if (column) cx.assumed.specialised.fields_apart.emplace_back(path, name);
    }
}

}  // namespace qc::lowering
