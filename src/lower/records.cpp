// Records that compiled code reads, changes and makes one by one: items of cells at computed places, whose fields are
// elements of columns (sema/record_layout.h), and instances of plain classes, whose fields are variables.
#include "lower/interface/records.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/dataflow/assignments.h"
#include "ast/query.h"
#include "lower/interface/access.h"
#include "lower/interface/assign.h"
#include "lower/interface/blocks.h"
#include "lower/interface/call.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/fixed_slices.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/names.h"
#include "lower/interface/steady_values.h"
#include "lower/state/lower_context.h"
#include "sema/types_of_builtins.h"

namespace qc::lowering {

using ast::AssignOp;

namespace {

constexpr char kOwn = '$';  // what the text of a record that the code makes begins with

bool is_field_or_whole(const ast::Expr& place, const std::string& name) {
  const ast::Expr* e = &place;
  bool field = false;
  for (;;) {
    if (auto* i = std::get_if<ast::Index>(&e->node))
      e = i->base.get();
    else if (auto* f = std::get_if<ast::Field>(&e->node)) {
      e = f->base.get();
      field = true;
    } else
      break;
  }
  auto* n = std::get_if<ast::Name>(&e->node);
  return (field || e == &place) && n && n->name == name;
}

// Whether statements assign the name's fields, p.x = e, p.v[0] += e, or give it another record.
bool changes_record(const ast::Block& block, const std::string& name) {
  return ast::any_own_statement(block, [&](const ast::Stmt& s) {
    auto* a = std::get_if<ast::Assign>(&s.node);
    return a && std::any_of(a->targets.begin(), a->targets.end(),
                            [&](const auto& t) { return is_field_or_whole(*t.place, name); });
  });
}

RecordRef record_of(std::string path, std::vector<RecordField> fields) {
  return {std::move(path), std::make_shared<const std::vector<RecordField>>(std::move(fields))};
}

bool is_reference(const RecordRef& record) { return !record.item.empty() && (*record.fields)[0].shared; }

// What stands before the first point.
std::string first_of_path(const std::string& path) { return path.substr(0, path.find('.')); }

}  // namespace

static Value column(LowerContext& cx, const RecordRef& record, const RecordField& field, Span span);
static std::vector<std::vector<Value>> places_in_column(const RecordRef& record, const RecordField& field,
                                                        const Value& array, Span span);
static bool assign_parts(LowerContext& cx, const RecordRef& record, const Value& array, const Selection& s,
                         const ast::Assign& a, Span span);
static void copy_record(LowerContext& cx, const RecordRef& to, const RecordRef& from, Span span);
static RecordRef own_record(LowerContext& cx, const std::string& name, const std::vector<RecordField>& fields);

const RecordColumns* columns(const LowerContext& cx) { return dynamic_cast<const RecordColumns*>(&cx.scope); }

// ---- items of cells ---------------------------------------------------------------------------------------------

std::optional<std::string> cell_path(LowerContext& cx, const ast::Expr& e) {
  const ast::Expr* root = &e;
  while (auto* f = std::get_if<ast::Field>(&root->node)) root = f->base.get();
  auto* n = std::get_if<ast::Name>(&root->node);
  if (!n) return {};
  const auto known = cx.names.frame().names.find(n->name);
  const Value* bound = known != cx.names.frame().names.end() ? known->second.alias() : nullptr;
  if (known != cx.names.frame().names.end() && (!bound || !bound->is<OuterPath>())) return {};
  std::string path;
  if (auto* f = std::get_if<ast::Field>(&e.node)) {
    if (!bound && !(cx.names.frame().outer && cx.scope.type_of(cx.names.frame().captured + n->name))) return {};
    path = outer_path(cx, *f, e.span);
  } else if (bound) {
    if (bound->type.kind != Type::Kind::Cell) return {};
    path = bound->as<OuterPath>().path;
  } else {
    if (!cx.names.frame().outer || cx.names.outermost().assignments.whole.count(n->name)) return {};
    path = cx.names.frame().captured + n->name;
  }
  const auto type = cx.scope.type_of(path);
  return type && type->kind == Type::Kind::Cell ? std::optional(path) : std::nullopt;
}

std::optional<Value> record_item(LowerContext& cx, const std::string& cell, const ast::Index& n, Span span) {
  auto fields = columns(cx) ? columns(cx)->item_fields(cell) : std::nullopt;
  if (!fields || fields->empty()) return {};
  std::vector<Value> at = index_values(cx, n.indices, [](std::size_t, std::size_t) { return std::nullopt; });
  if (at.size() == 1 && at[0].type.kind == Type::Kind::Fixed) {
    const Value position = at[0];
    at.clear();
    for (std::size_t k = 0; k < components(position); ++k) at.push_back(component(position, k));
  }
  if (!std::all_of(at.begin(), at.end(), [](const Value& v) { return v.type.is_number() && !is_list(v); })) return {};
  RecordRef record = record_of(cell + std::string(kColumns), std::move(*fields));
  record.item = std::move(at);
  record.item_span = span;
  return of_record(std::move(record));
}

std::optional<Value> array_item(LowerContext& cx, const std::string& cell, const ast::Index& n, Span span) {
  const std::string root = cell.substr(0, cell.find_first_of(".["));
  const auto& outer = cx.names.outermost().assignments;
  const auto type = columns(cx) && !outer.writes_into(root) && !outer.whole.count(root) ? columns(cx)->item_array(cell)
                                                                                        : std::nullopt;
  if (!type) return {};
  std::vector<Value> at = index_values(cx, n.indices, [](std::size_t, std::size_t) { return std::nullopt; });
  if (!std::all_of(at.begin(), at.end(), [](const Value& v) { return v.type.is_number() && !is_list(v); })) return {};
  const RecordField items{std::string(kItems), *type};
  RecordRef record = record_of(cell + std::string(kColumns), {items});
  record.item = std::move(at);
  record.item_span = span;
  const Value array = column(cx, record, items, span);
  if (std::size_t(rank_of(array)) != record.item.size() + type->dims.size()) return {};
  std::vector<Value> parts;
  for (auto& place : places_in_column(record, items, array, span))
    parts.push_back(load(cx, array, access_values(cx, array, place, span), span));
  Value v = make_fixed(cx, type->dims, parts, span);
  v.scalars().one_of = {root};
  if (std::find(cx.effects.cells_read.begin(), cx.effects.cells_read.end(), cell) == cx.effects.cells_read.end())
    cx.effects.cells_read.push_back(cell);
  return v;
}

void require_items_unwritten(LowerContext& cx, Span span) {
  if (cx.effects.cells_read.empty()) return;
  std::set<std::string> written = names_in(cx.names.outermost().assignments, true);
  written.insert(cx.names.outermost().assigned.begin(), cx.names.outermost().assigned.end());
  ir::for_each_stmt(cx.code.f.body, [&](const ir::Stmt& s) {
    auto* store = std::get_if<ir::Store>(&s.node);
    if (store && cx.code.f.arrays[store->access.array].space == ir::Space::Global)
      written.insert(cx.code.f.arrays[store->access.array].name);
  });
  for (const std::string& cell : cx.effects.cells_read)
    for (const std::string& name : written) {
      if (cx.scope.shares(cell, name))
        stop("R901", span, fmt::format("'{}' is an item of '{}', and is written in the loop", name, cell), name);
      cx.assumed.specialised.apart.emplace_back(cell, name);
    }
}

// The path of an item whose place is known at the launch and which nothing here changes: "p[0]".
static std::optional<std::string> fixed_item(LowerContext& cx, const RecordRef& record) {
  const auto end = record.path.find(kColumns);
  const std::string cell = record.path.substr(0, end);
  if (!cx.in_kernel || cx.records.cells.count(cell)) return {};
  std::string path = cell + "[";
  for (const Value& i : record.item) {
    const auto at = launch_constant(cx, *index_value(cx, i, record.item_span));
    if (!at) return {};
    path += fmt::format("{}{}", path.back() == '[' ? "" : ",", *at);
  }
  return path + "]" + record.path.substr(end + kColumns.size());
}

Binding& outside(LowerContext& cx, const std::string& path, Span span) {
  Frame& front = cx.names.outermost();
  if (const auto there = front.names.find(path); there != front.names.end()) return there->second;
  const auto type = cx.scope.type_of(path);
  if (!type) stop("R904", span, fmt::format("there is no '{}'", path));
  const bool saved = std::exchange(front.outer, true);
  Binding& b = import_outer(cx, path, *type, span);
  front.outer = saved;
  return b;
}

static Value column(LowerContext& cx, const RecordRef& record, const RecordField& field, Span span) {
  const std::string path = record.path + "." + field.name;
  if (!cx.names.outermost().names.count(path) && !cx.scope.type_of(path))
    stop("R904", span,
         fmt::format("the items of '{}' differ in what '{}' is, or some were not set, or are one record",
                     record.path.substr(0, record.path.find(kColumns)), field.name));
  return read_binding(cx, outside(cx, path, span));
}

// The elements of a column that are one value of the field.
static std::vector<std::vector<Value>> places_in_column(const RecordRef& record, const RecordField& field,
                                                        const Value& array, Span span) {
  if (field.type.is_number()) return {record.item};
  const std::size_t rank = std::size_t(rank_of(array)) - field.type.dims.size();
  if (record.item.size() != rank) stop("R904", span, "an item of a grid of records is named by one index");
  std::vector<std::vector<Value>> out;
  const std::int64_t count = count_of(field.type.dims);
  for (std::int64_t k = 0; k < count; ++k) {
    std::vector<Value> at = record.item;
    std::int64_t below = count;
    for (auto d : field.type.dims) {
      below /= d;
      at.push_back(one_number(ir::int_const(k / below % d)));
    }
    out.push_back(std::move(at));
  }
  return out;
}

const RecordField* record_field(const RecordRef& record, const std::string& name) {
  const auto f =
      std::find_if(record.fields->begin(), record.fields->end(), [&](const RecordField& x) { return x.name == name; });
  return f == record.fields->end() ? nullptr : &*f;
}

// A record that is a field of a record; nothing: there is none of that name.
static std::optional<RecordRef> record_inside(const RecordRef& record, const std::string& name) {
  std::vector<RecordField> inside;
  for (const RecordField& f : *record.fields)
    if (f.name.starts_with(name + ".")) inside.push_back({f.name.substr(name.size() + 1), f.type, f.declared});
  if (inside.empty()) return {};
  RecordRef out = record_of(record.path + "." + name, std::move(inside));
  out.item = record.item;
  out.item_span = record.item_span;
  return out;
}

Value record_member(LowerContext& cx, const Value& record, const std::string& name, Span span) {
  if (auto* known = record.get_if<RecordRef>()) return record_member(cx, *known, name, span);
  return read_binding(cx, outside(cx, record_path(record) + "." + name, span));
}

Value record_member(LowerContext& cx, const RecordRef& record, const std::string& name, Span span) {
  if (!record.item.empty())
    if (const auto path = fixed_item(cx, record); path && cx.scope.type_of(*path + "." + name))
      return read_binding(cx, outside(cx, *path + "." + name, span));
  const RecordField* field = record_field(record, name);
  if (!field) {
    if (auto inside = record_inside(record, name)) return of_record(std::move(*inside));
    stop("R904", span, fmt::format("the records have no field '{}' of numbers", name));
  }
  if (record.item.empty()) return read_binding(cx, outside(cx, record.path + "." + name, span));
  const Value array = column(cx, record, *field, span);
  std::vector<Value> parts;
  for (auto& at : places_in_column(record, *field, array, span))
    parts.push_back(load(cx, array, access_values(cx, array, at, record.item_span), span));
  return field->type.is_number() ? parts[0] : make_fixed(cx, field->type.dims, parts, span);
}

std::optional<Value> shape_of_records(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                      Span span) {
  auto* cell = columns(cx) && args[0].type.kind == Type::Kind::Cell ? args[0].get_if<OuterPath>() : nullptr;
  auto fields = cell ? columns(cx)->item_fields(cell->path) : std::nullopt;
  if (const auto type = cell && !cx.in_kernel && !fields ? columns(cx)->item_array(cell->path) : std::nullopt)
    fields = {{std::string(kItems), *type}};
  if (!fields || fields->empty()) return {};
  const RecordField& first = (*fields)[0];
  Value array = column(cx, record_of(cell->path + std::string(kColumns), *fields), first, span);
  const int rank = rank_of(array) - int(first.type.is_number() ? 0 : first.type.dims.size());
  array.type.rank = rank;
  array.type.complex = false;
  if (name == "numel") {
    ir::ExprP n = ir::extent(array.array().id, 0);
    for (int d = 1; d < rank; ++d) n = ir::mul(n, ir::extent(array.array().id, d));
    return one_number(n);
  }
  std::vector<Value> all = args;
  all[0] = array;
  return shape_call(cx, name, all, span);
}

// ---- what an expression names -----------------------------------------------------------------------------------

std::optional<Value> record_value(LowerContext& cx, const ast::Expr& e) {
  if (auto* n = std::get_if<ast::Name>(&e.node)) {
    auto known = cx.names.frame().names.find(n->name);
    if (known == cx.names.frame().names.end() && cx.names.frame().outer) {
      auto& front = cx.names.outermost().names;
      known = front.find(cx.names.frame().captured + n->name);
      if (known == front.end()) return {};
    } else if (known == cx.names.frame().names.end())
      return {};
    const Value* alias = known->second.alias();
    return alias && alias->is<RecordRef>() ? std::optional(*alias) : std::nullopt;
  }
  if (auto* i = std::get_if<ast::Index>(&e.node)) {
    auto item = cell_item(cx, *i, e.span);
    return item && item->type.kind == Type::Kind::Object ? item : std::nullopt;
  }
  if (std::holds_alternative<ast::Call>(e.node)) {
    Value given = expr(cx, e);
    return given.is<RecordRef>() ? std::optional(std::move(given)) : std::nullopt;
  }
  auto* f = std::get_if<ast::Field>(&e.node);
  const auto base = f ? record_value(cx, *f->base) : std::nullopt;
  if (!base) return {};
  Value v = record_member(cx, *base, f->name, e.span);
  return v.type.kind == Type::Kind::Object ? std::optional(std::move(v)) : std::nullopt;
}

// ---- changes ----------------------------------------------------------------------------------------------------

// A cell whose items change: its fields are read from the columns everywhere.
static void note_changed_cell(LowerContext& cx, const RecordRef& record, const RecordField& field, Span span) {
  const std::string cell = record.path.substr(0, record.path.find(kColumns));
  if (!field.declared) stop("R904", span, fmt::format("'{}' is not declared as a number by a class", field.name));
  if (cx.records.cells.insert(cell).second) cx.types.changed = true;
  if (field.shared) cx.records.referenced_cells.insert(cell);
  for (const auto& [name, b] : cx.names.outermost().names)
    if (name.starts_with(cell + "[") && !name.starts_with(cell + std::string(kColumns)))
      stop("R904", span, fmt::format("'{}', which is changed, is '{}' as well", cell, name));
}

void assign_member(LowerContext& cx, const RecordRef& record, const std::string& name, const Value& v, Span span) {
  const RecordField* field = record_field(record, name);
  if (!field) {
    const auto inside = record_inside(record, name);
    if (!inside || !v.is<RecordRef>())
      stop("R904", span, fmt::format("the records have no field '{}' of numbers", name));
    return copy_record(cx, *inside, v.record(), span);
  }
  require_value(cx, v, span, "a value");
  if (record.item.empty()) {
    ++cx.effects.stores;
    return assign_bound(cx, outside(cx, record.path + "." + name, span), convert(cx, v, field->type, span), span);
  }
  note_changed_cell(cx, record, *field, span);
  const Value array = column(cx, record, *field, span);
  const Value whole = field->type.is_number() ? v : cx.code.kept(convert(cx, v, field->type, span), span);
  std::size_t k = 0;
  for (auto& at : places_in_column(record, *field, array, span))
    store(cx, array, access_values(cx, array, at, record.item_span),
          field->type.is_number() ? whole : component(whole, k++), span);
}

void update_member(LowerContext& cx, const RecordRef& record, const std::string& name, const ast::Assign& a,
                   Span span) {
  const RecordField* field = record_field(record, name);
  const bool alone =
      field && !record.item.empty() && (field->type.is_number() || a.op == AssignOp::Add || a.op == AssignOp::Sub);
  if (!alone || (!cx.in_kernel && !field->type.is_number())) {
    const Value old = record_member(cx, record, name, span);
    return assign_member(cx, record, name, combine(cx, a.op, old, operand(cx, *a.value), span), span);
  }
  note_changed_cell(cx, record, *field, span);
  const Value array = column(cx, record, *field, span);
  const Operand by = operand(cx, *a.value);
  if (field->type.is_number())
    return update_element(cx, array, access_values(cx, array, record.item, record.item_span), a.op, by, span);
  const Value all = cx.code.kept(by.value, span);
  std::size_t k = 0;
  for (auto& at : places_in_column(record, *field, array, span)) {
    const Value part = all.type.is_number() ? all : component(all, k++);
    update_element(cx, array, access_values(cx, array, at, record.item_span), a.op, Operand{part, {}}, span);
  }
}

bool assign_in_records(LowerContext& cx, const ast::Index& place, const ast::Assign& a, Span span) {
  if (cell_path(cx, *place.base)) {
    const auto item = cell_item(cx, place, place.base->span);
    if (!item || !item->is<RecordRef>()) return false;
    const Value v = a.op == AssignOp::Set ? expr(cx, *a.value) : Value{};
    if (is_reference(item->record())) stop("R904", span, "an item of a cell becomes another record");
    if (!v.is<RecordRef>()) stop("R904", span, "an item of a cell of records is assigned something else");
    copy_record(cx, item->record(), v.record(), span);
    return true;
  }
  auto* f = std::get_if<ast::Field>(&place.base->node);
  const auto known = f ? record_value(cx, *f->base) : std::nullopt;
  auto* record = known ? known->get_if<RecordRef>() : nullptr;
  const RecordField* field = record && !record->item.empty() ? record_field(*record, f->name) : nullptr;
  if (!field || field->type.is_number()) return false;
  note_changed_cell(cx, *record, *field, span);
  const Value array = column(cx, *record, *field, span);
  std::vector<Value> inside = index_values(cx, place.indices, fixed_extents(field->type));
  if (const auto s = selection(cx, int(field->type.dims.size()), inside, span))
    return assign_parts(cx, *record, array, *s, a, span);
  std::vector<Value> at = record->item;
  for (Value& i : inside) at.push_back(std::move(i));
  const bool numbers =
      std::all_of(at.begin(), at.end(), [](const Value& v) { return v.type.is_number() && !is_list(v); });
  if (!numbers || int(at.size()) != rank_of(array))
    stop("R904", span, "several elements of a field are assigned at once");
  const ir::Access access = access_values(cx, array, at, place.base->span);
  if (a.op == AssignOp::Set)
    store(cx, array, access, expr(cx, *a.value), span);
  else
    update_element(cx, array, access, a.op, operand(cx, *a.value), span);
  return true;
}

// p[i].v[1..2] = e: the value is computed before one element is written.
static bool assign_parts(LowerContext& cx, const RecordRef& record, const Value& array, const Selection& s,
                         const ast::Assign& a, Span span) {
  const Value v = cx.code.kept(a.op == AssignOp::Set ? expr(cx, *a.value) : operand(cx, *a.value).value, span);
  const bool number = v.type.is_number();
  if (!number && (v.type.kind != Type::Kind::Fixed || components(v) != s.at.size()))
    stop("R904", span, "several elements of a field are assigned another number of values");
  for (std::size_t k = 0; k < s.at.size(); ++k) {
    std::vector<Value> at = record.item;
    at.insert(at.end(), s.at[k].begin(), s.at[k].end());
    if (int(at.size()) != rank_of(array)) stop("R904", span, "several elements of a field are assigned at once");
    const ir::Access access = access_values(cx, array, at, record.item_span);
    const Value part = number ? v : component(v, k);
    if (a.op == AssignOp::Set)
      store(cx, array, access, part, span);
    else
      update_element(cx, array, access, a.op, Operand{part, {}}, span);
  }
  return true;
}

// p[i] = q: all fields are read before one is written.
static void copy_record(LowerContext& cx, const RecordRef& to, const RecordRef& from, Span span) {
  if (from.fields->size() != to.fields->size()) stop("R904", span, "a record of another class is assigned");
  std::vector<Value> values;
  for (const RecordField& f : *to.fields) {
    if (!record_field(from, f.name)) stop("R904", span, "a record of another class is assigned");
    values.push_back(cx.code.kept(record_member(cx, from, f.name, span), span));
  }
  for (std::size_t k = 0; k < values.size(); ++k) assign_member(cx, to, (*to.fields)[k].name, values[k], span);
}

Value select_record(LowerContext& cx, const ir::ExprP& condition, std::array<ir::Block, 2> arms, const RecordRef& yes,
                    const RecordRef& no, Span span) {
  if (is_reference(yes) || is_reference(no)) stop("R904", span, "which record is meant depends on a condition");
  const RecordRef chosen = own_record(cx, fmt::format("$chosen#{}", cx.inlining.instances++), *yes.fields);
  for (const bool first : {true, false}) {
    ir::Block& arm = arms[first ? 0 : 1];
    for (ir::Stmt& s : collect_arm(cx, [&] { copy_record(cx, chosen, first ? yes : no, span); }))
      arm.push_back(std::move(s));
  }
  cx.code.emit(ir::If{condition, std::move(arms[0]), std::move(arms[1])}, span);
  return of_record(chosen);
}

Value compare_records(LowerContext& cx, bool equal, const RecordRef& a, const RecordRef& b, Span span) {
  if (is_reference(a) || is_reference(b)) stop("R904", span, "it is asked whether two references are one record");
  const bool alike =
      a.fields->size() == b.fields->size() &&
      std::all_of(a.fields->begin(), a.fields->end(), [&](const RecordField& f) { return record_field(b, f.name); });
  if (!alike) stop("R904", span, "records of two classes are compared");
  ir::ExprP all = ir::bool_const(true);
  for (const RecordField& field : *a.fields)
    for (const ir::ExprP& same : compare(cx, ast::BinaryOp::Eq, record_member(cx, a, field.name, span),
                                         record_member(cx, b, field.name, span), span)
                                     .parts())
      all = ir::binary(ir::BinaryOp::And, all, same);
  return one_number(equal ? all : ir::unary(ir::UnaryOp::Not, all));
}

// ---- records of the code's own ----------------------------------------------------------------------------------

// The variables of one, which hold nothing yet.
static RecordRef own_record(LowerContext& cx, const std::string& name, const std::vector<RecordField>& fields) {
  RecordRef record = record_of(kOwn + cx.names.frame().key + name, fields);
  auto& front = cx.names.outermost().names;
  for (const RecordField& f : fields) {
    const std::string path = record.path + "." + f.name;
    if (front.count(path)) continue;
    Binding b;
    b.key = path;
    b.block = cx.code.block;
    b.assigned = true;
    b.type = f.type;
    b.type.elem = value_elem(f.type.elem);
    cx.types.by_key.emplace(path, b.type);
    if (f.declared) fix_type(b, f.type);
    place_variable(cx, b, path, f.type.elem);
    front.emplace(path, std::move(b));
  }
  return record;
}

static void zero_record(LowerContext& cx, const RecordRef& record, Span span) {
  for (const RecordField& f : *record.fields)
    assign_member(cx, record, f.name,
                  f.type.is_number() ? one_number(ir::int_const(0)) : make_filled(cx, f.type, {}, 0, span), span);
}

// q = p[i] of records that are references: q is the item, whose place is a variable.
static void refer_to_item(LowerContext& cx, const std::string& name, const RecordRef& v, Span span) {
  const auto known = cx.names.frame().names.find(name);
  if (known == cx.names.frame().names.end()) {
    RecordRef reference = v;
    for (Value& i : reference.item) i = one_number(ir::var(cx.code.f, cx.code.temp("$item", Elem::I64)));
    Binding b;
    b.key = cx.names.frame().key + name;
    b.storage = Alias{of_record(std::move(reference))};
    b.type = b.alias()->type;
    b.block = cx.code.block;
    b.assigned = true;
    cx.names.frame().names[name] = std::move(b);
  }
  const RecordRef& reference = cx.names.frame().names.at(name).alias()->record();
  if (reference.path != v.path || reference.item.size() != v.item.size())
    stop("R904", span, fmt::format("'{}' is an item of more than one cell", name), name);
  std::vector<ir::ExprP> places;
  for (const Value& i : v.item) places.push_back(cx.code.keep("$place", index_value(cx, i, v.item_span), span));
  for (std::size_t k = 0; k < places.size(); ++k)
    cx.code.emit(ir::Assign{std::get<ir::VarRef>(reference.item[k].parts()[0]->node).var, places[k]}, span);
}

void assign_record(LowerContext& cx, const std::string& name, const RecordRef& v, Span span) {
  const auto known = cx.names.frame().names.find(name);
  const bool here = known != cx.names.frame().names.end();
  auto* record_here = here && known->second.alias() ? known->second.alias()->get_if<RecordRef>() : nullptr;
  const bool refers = record_here && is_reference(*record_here);
  if (!cx.names.in_call() && !here && (cx.control.conditional > 0 || cx.control.loops > 1) && cx.scope.type_of(name))
    stop("R904", span, fmt::format("'{}' may be the record outside", name), name);
  if (!cx.names.in_call() && !cx.in_kernel && cx.scope.live_after(name))
    stop("R904", span, fmt::format("'{}' is a record that is used after the loop", name), name);
  if (is_reference(v) && (!here || refers)) return refer_to_item(cx, name, v, span);
  const bool own = record_here && record_here->item.empty();
  if (here && !own) stop("R904", span, fmt::format("'{}' is something else before it is a record", name), name);
  const RecordRef record = own ? *record_here : own_record(cx, name, *v.fields);
  if (!own) {
    Binding b;
    b.key = cx.names.frame().key + name;
    b.storage = Alias{of_record(record)};
    b.type = b.alias()->type;
    b.block = cx.code.block;
    b.assigned = true;
    cx.names.frame().names[name] = std::move(b);
  }
  if (record.path != v.path || !v.item.empty()) copy_record(cx, record, v, span);
}

Value record_argument(LowerContext& cx, const std::string& name, RecordRef v, const ast::Block& body, Span span) {
  const std::string cell = v.path.substr(0, v.path.find(kColumns));
  if (!is_reference(v) && (changes_record(body, name) || (!v.item.empty() && cx.records.cells.count(cell)))) {
    RecordRef own = own_record(cx, fmt::format("{}#{}", name, cx.inlining.instances), *v.fields);
    copy_record(cx, own, v, span);
    return of_record(std::move(own));
  }
  for (Value& i : v.item)
    if (!ir::as_int(*i.parts()[0]) && !is_steady(cx, *i.parts()[0]))
      i.parts()[0] = cx.code.keep("$item", i.parts()[0], span);
  return of_record(std::move(v));
}

bool makes_instance(LowerContext& cx, const std::string& name, const std::vector<FunctionRef>& functions,
                    const ast::Call& c, Span span) {
  const auto type = cx.names.named_type(name);
  if (!type || type->kind != Type::Kind::Object) return false;
  const auto fields = columns(cx) ? columns(cx)->class_fields(name) : std::nullopt;
  const auto is_field = [&](const ast::Argument& a) {
    return !a.name.empty() && (!fields || std::any_of(fields->begin(), fields->end(), [&](const RecordField& f) {
      return first_of_path(f.name) == a.name;
    }));
  };
  const auto takes = [&](const FunctionRef& r) {
    const auto& params = r.def ? r.def->parameters : r.lambda->parameters;
    return c.arguments.size() <= params.size() || (!params.empty() && params.back().variadic);
  };
  const bool named = !c.arguments.empty() && std::all_of(c.arguments.begin(), c.arguments.end(), is_field);
  if (!named && std::any_of(functions.begin(), functions.end(), takes)) return false;
  if (!fields)
    stop(
        "R904", span,
        fmt::format(
            "'{}' makes an object: of plain classes whose fields are numbers alone instances are made in compiled code",
            name),
        name);
  return true;
}

std::optional<Value> make_record(LowerContext& cx, const std::string& name, const ast::Call& c, Span span,
                                 const std::vector<Type>& generics) {
  const auto fields = columns(cx) ? columns(cx)->class_fields(name, generics) : std::nullopt;
  if (!fields) return {};
  std::vector<std::string> places;  // the fields in the order of the class
  for (const RecordField& f : *fields)
    if (places.empty() || places.back() != first_of_path(f.name)) places.push_back(first_of_path(f.name));
  std::vector<std::pair<std::string, Value>> given;
  for (std::size_t k = 0; k < c.arguments.size(); ++k) {
    const auto& a = c.arguments[k];
    if (a.spread || (a.name.empty() && k >= places.size()))
      error("Q0204", span, fmt::format("'{}' has {} fields, not {}", name, places.size(), c.arguments.size()));
    if (!a.name.empty() && std::find(places.begin(), places.end(), a.name) == places.end())
      error("Q0201", span, fmt::format("'{}' has no field '{}'", name, a.name));
    Value v = expr(cx, *a.value);
    given.emplace_back(a.name.empty() ? places[k] : a.name,
                       v.is<RecordRef>() ? std::move(v) : cx.code.kept(v, a.value->span));
  }
  const RecordRef record = own_record(cx, fmt::format("{}#{}", name, cx.inlining.instances++), *fields);
  for (const RecordField& f : *fields)
    if (std::none_of(given.begin(), given.end(), [&](const auto& g) { return g.first == first_of_path(f.name); }))
      assign_member(cx, record, f.name,
                    f.type.is_number() ? one_number(ir::int_const(0)) : make_filled(cx, f.type, {}, 0, span), span);
  for (const auto& [field, v] : given) assign_member(cx, record, field, v, span);
  return of_record(record);
}

void declare_record_output(LowerContext& cx, const ast::Parameter& output, Span span) {
  if (!output.type || cx.names.frame().names.count(output.name)) return;
  const auto fields = columns(cx) ? columns(cx)->class_fields(output.type->name) : std::nullopt;
  if (!fields || !output.type->elements.empty()) return;
  Binding b;
  b.key = cx.names.frame().key + output.name;
  b.block = cx.code.block;
  b.assigned = true;
  b.storage = Alias{of_record(own_record(cx, output.name, *fields))};
  b.type = b.alias()->type;
  zero_record(cx, b.alias()->record(), span);
  cx.names.frame().names[output.name] = std::move(b);
}

}  // namespace qc::lowering
