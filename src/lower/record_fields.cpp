// Fields of records that stand outside the loop or kernel. Each is a variable of the loop, known by its path, also in
// functions that are given the record: there the parameter stands for what the caller named.
#include <fmt/format.h>

#include "lower/lower_impl.h"
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

// The name under which the scope knows a field of a record that stands outside (sema/scope.h).
std::string Lowerer::outer_path(const ast::Field& n, Span span) {
  std::string root;
  const auto base = path_of(*n.base, root);
  if (!base)
    stop("R904", span,
         "a field of a record that is computed: it is compiled of an item of a cell whose items are instances of one "
         "class");
  auto known = frame().names.find(root);
  std::string path = *base + "." + n.name;
  if (known != frame().names.end()) {
    if (!known->second.alias || known->second.alias->type.kind != Type::Kind::Object)
      stop("R904", span, fmt::format("'{}' is not a record", root));
    path = known->second.alias->text + path.substr(root.size());
  } else if (frame().outer) {
    path = frame().captured + path;
  } else {
    undefined(root, span);
  }
  // In a function the name is that of a parameter: the loop may have another variable of that name.
  const std::string outer_root = path.substr(0, path.find_first_of(".["));
  if (frames_.front()->assigned.count(outer_root))
    stop("R904", span, "records that the loop changes are not compiled yet");
  return path;
}

// The names around tell the fields of records by their paths.
void Lowerer::no_field(const std::string& path, Span span) {
  const auto point = path.rfind('.') + 1;
  std::vector<std::string> fields;
  for (const std::string& name : scope_.names())
    if (name.starts_with(path.substr(0, point))) fields.push_back(name.substr(point));
  const std::string near = nearest_name(path.substr(point), fields);
  error("Q0201", span, fmt::format("there is no field '{}' in '{}'", path.substr(point), path.substr(0, point - 1)),
        near.empty() ? "" : fmt::format("did you mean '{}'?", near));
}

// Its value as it is at the launch.
Value Lowerer::field(const ast::Field& n, Span span) {
  if (const auto record = record_value(*n.base)) return record_member(*record, n.name, span);
  const std::string path = outer_path(n, span);
  // A function that writes to its parameter writes to the field.
  const auto value_of = [&](Binding& b) {
    Value v = read(b);
    if (kernel_ && !b.alias && b.type.kind == Type::Kind::Fixed) v.variable = &b;
    return v;
  };
  auto there = frames_.front()->names.find(path);
  if (there != frames_.front()->names.end()) return value_of(there->second);
  const auto type = scope_.type_of(path);
  if (!type) {
    const std::string root = path.substr(0, path.find('.'));
    if (frame().outer && !scope_.type_of(root)) undefined(root, span);
    if (kernel_) no_field(path, span);
    stop("R904", span, fmt::format("there is no '{}'", path));
  }
  Frame* const front = frames_.front().get();
  const auto saved_outer = front->outer;
  front->outer = true;
  Value v = value_of(import_outer(path, *type, span));
  front->outer = saved_outer;
  return v;
}

// p.f(x): a function that is kept in a field, or f(p, x).
Value Lowerer::call_field(const ast::Field& n, const ast::Call& c, Span span, bool may_write) {
  std::string root;
  const bool variable = path_of(*n.base, root) && (frame().names.count(root) || frame().outer);
  if (variable) {  // a field comes before a function of its name
    const std::string path = outer_path(n, span);
    if (const auto t = scope_.type_of(path); t && t->kind == Type::Kind::Function) {
      Value target;
      target.type = *t;
      target.functions = value_functions(path);
      auto values = call_functions(target, n.name, c, span, may_write);
      return values.empty() ? Value{} : values[0];
    }
  }
  const bool item = !variable || record_value(*n.base);
  if (item && functions_named(n.name).empty() && !is_builtin(n.name))
    stop(kernel_ ? "R903" : "R904", span, fmt::format("'{}', a field of an item, is called", n.name), n.name);
  ast::Call plain = c;
  plain.callee = ast::ExprP(ast::Expr{ast::Name{n.name}, span});
  plain.arguments.insert(plain.arguments.begin(), ast::Argument{"", n.base, false});
  return call(plain, span, may_write);
}

// The variable for a field that the loop changes, itself or in a function that it calls.
Binding& Lowerer::changing_field(const ast::Field& place, Span span) {
  if (kernel_) stop("R904", span, "records are not changed in kernels");
  const std::string path = outer_path(place, span);
  const auto type = scope_.type_of(path);
  const bool kept = type && (type->is_number() || type->kind == Type::Kind::Fixed);
  if (!kept) stop("R904", span, fmt::format("'{}', which is no number, is assigned", path));
  auto* fields = dynamic_cast<const ChangingFields*>(&scope_);
  if (!fields || !fields->can_change(path, frames_.size() > 1))
    stop("R904", span, fmt::format("it is not known whose field '{}' is", path));
  ++stores_;
  if (changed_fields_.insert(path).second) changed_ = true;
  Frame& front = *frames_.front();
  front.assigned.insert(path);
  const auto there = front.names.find(path);
  return there != front.names.end() ? there->second : import_outer(path, *type, span);
}

// A lambda assigns to a variable that was there when it was written: one of the loop's function, or of the function
// that made the lambda.
void Lowerer::assigned_outside(const std::string& name, const Binding& b, Span span) {
  if (kernel_ || frames_.size() < 2 || frame().names.count(name)) return;
  if (frame().captured.empty()) assigned_inside_.insert(b.key);
  if (frame().captured.empty() || frame().captured[0] == '@') return;
  const std::string path = frame().captured + name;
  auto* fields = dynamic_cast<const ChangingFields*>(&scope_);
  if (!fields || !fields->can_change(path, true))
    stop("R904", span, fmt::format("it is not known whose '{}' is", path));
  ++stores_;
  if (changed_fields_.insert(path).second) changed_ = true;
  frames_.front()->assigned.insert(path);
}

void Lowerer::assign_field(const ast::Field& place, const Value& v, Span span) {
  if (const auto record = record_value(*place.base); record && record->fields)
    return assign_member(*record, place.name, v, span);
  Binding& b = changing_field(place, span);
  require_value(v, span, "a value");
  if (v.type.kind != b.type.kind || v.type.dims != b.type.dims || v.type.complex != b.type.complex)
    stop("R904", span, fmt::format("the field '{}' changes its kind", place.name));
  assign_bound(b, v, span);
}

void Lowerer::update_field(const ast::Field& place, const ast::Assign& a, Span span) {
  if (const auto record = record_value(*place.base); record && record->fields)
    return update_member(*record, place.name, a, span);
  const Value old = read(changing_field(place, span));
  assign_field(place, combine(a.op, old, operand(*a.value), span), span);
}

// The fixed-size variable or field whose components are assigned; null: the base is something else.
Binding* Lowerer::assigned_fixed(const ast::Expr& base, Span span) {
  auto* place = std::get_if<ast::Field>(&base.node);
  const auto record = place ? record_value(*place->base) : std::nullopt;
  if (record && record->fields) {
    const RecordField* field = record->item.empty() ? record_field(*record, place->name) : nullptr;
    return field && field->type.kind == Type::Kind::Fixed ? &outside(record->text + "." + place->name, span) : nullptr;
  }
  if (!place || kernel_) return fixed_binding(base, span);
  const auto type = scope_.type_of(outer_path(*place, span));
  return type && type->kind == Type::Kind::Fixed ? &changing_field(*place, span) : nullptr;
}

// Such a value is computed before the call: the function may change the field.
bool Lowerer::reads_changed_field(const Value& v) const {
  bool reads = false;
  for (const auto& p : v.parts)
    ir::for_each_expr(*p, [&](const ir::Expr& e) {
      if (auto* n = std::get_if<ir::VarRef>(&e.node)) reads |= changed_fields_.count(f.vars[n->var].name) > 0;
    });
  return reads;
}

// A field that changes is one variable only when no other name of the loop leads to it.
void Lowerer::require_single_names(Span span) const {
  for (const std::string& cell : referenced_cells_)  // whose items may be records that go by names of their own
    for (const auto& [name, b] : frames_.front()->names)
      if (name.find('.') != std::string::npos && name[0] != '$' && !name.starts_with(cell))
        stop("R904", span, fmt::format("items of '{}' change, and '{}' may be of one of them", cell, name));
  auto* fields = dynamic_cast<const ChangingFields*>(&scope_);
  for (const std::string& path : changed_fields_)
    for (const auto& [name, b] : frames_.front()->names)
      if (name != path && !b.vars.empty() && b.outer && fields->one_field(path, name))
        stop("R904", span, fmt::format("'{}', which the loop changes, is '{}' as well", path, name));
}

}  // namespace qc::lowering
