#include "host/loops/soa_columns.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "host/access/cells.h"
#include "host/arrays/arith.h"
#include "host/arrays/typed_elements.h"
#include "host/device/launch.h"
#include "host/facts/launch_cost.h"
#include "sema/type_words.h"
#include "value/environment.h"

namespace qc::host {

namespace {

const Record* record_in(const Value& v) {
  auto* r = std::get_if<std::shared_ptr<Record>>(&v.v);
  return r ? r->get() : nullptr;
}

// A field by its path inside the record; null: there is none.
const Value* field_in(const Record& record, std::string_view path) {
  const auto point = path.find('.');
  const Value* v = record.find(path.substr(0, point));
  if (!v || point == std::string_view::npos) return v;
  const Record* inside = record_in(*v);
  return inside ? field_in(*inside, path.substr(point + 1)) : nullptr;
}

// The type of what a column can hold: numbers, and arrays of a fixed size.
std::optional<Type> type_in_column(const Value& v) {
  if (auto* n = std::get_if<Number>(&v.v)) return Type::number(n->type, n->complex);
  if (auto* p = std::get_if<Pending>(&v.v)) return Type::number(p->type);
  auto* a = std::get_if<ArrayP>(&v.v);
  if (!a || !(*a)->fixed || (*a)->count() == 0) return {};
  Type t = (*a)->type();
  t.kind = Type::Kind::Fixed;
  t.dims = (*a)->dims;
  t.rank = int(t.dims.size());
  return t;
}

constexpr std::int64_t kMostInItem = 16;

// The same of an item that is a short array itself.
std::optional<Type> type_of_item(const Value& v) {
  auto* a = std::get_if<ArrayP>(&v.v);
  if (!a || !*a || (*a)->complex || (*a)->boundary != Boundary::Default || (*a)->count() == 0 ||
      (*a)->count() > kMostInItem)
    return {};
  if ((*a)->elem != value_elem((*a)->elem)) return {};
  Type t = Type::array((*a)->elem, int((*a)->dims.size()));
  t.kind = Type::Kind::Fixed;
  t.dims = (*a)->dims;
  return t;
}

// Whether a column that begins with `first` holds `v` as well.
bool alike(const Value& first, const Value& v) {
  auto *a = std::get_if<Number>(&first.v), *b = std::get_if<Number>(&v.v);
  if (a && b) return a->type == b->type && a->complex == b->complex;
  auto *x = std::get_if<ArrayP>(&first.v), *y = std::get_if<ArrayP>(&v.v);
  if (x && y)
    return (*y)->fixed && (*x)->elem == (*y)->elem && (*x)->complex == (*y)->complex && (*x)->dims == (*y)->dims;
  return type_in_column(first) == type_in_column(v);
}

bool declares(const Record& record, const std::string& field) {
  const ast::TypeDef* made_by = record.type ? record.type->definition : nullptr;
  return made_by && std::any_of(made_by->fields.begin(), made_by->fields.end(),
                                [&](const ast::ClassField& f) { return f.name == field && f.type; });
}

// An int of a declared width is held as an int by the record: the column has the width, so that what is stored wraps.
Type as_declared(const Record& record, const std::string& field, Type type) {
  const ast::TypeDef* made_by = record.type ? record.type->definition : nullptr;
  if (!made_by || !type.is_number() || !is_int(type.elem)) return type;
  for (const ast::ClassField& f : made_by->fields) {
    const auto word = f.name == field && f.type ? type_word(f.type->name, Elem::F32) : std::nullopt;
    if (word && word->rank == 0 && word->elem && is_int(*word->elem) && !word->complex) type.elem = *word->elem;
  }
  return type;
}

// The same of a field by its path inside the record.
Type column_type(const Record& record, std::string_view path, const Type& type) {
  const auto point = path.find('.');
  if (point == std::string_view::npos) return as_declared(record, std::string(path), type);
  const Value* inside = record.find(path.substr(0, point));
  return column_type(*record_in(*inside), path.substr(point + 1), type);
}

// False: a field holds something else than numbers.
bool add_fields(const Record& record, const std::string& before, bool declared, std::vector<RecordField>& out) {
  bool all = true;
  for (const auto& [name, v] : record.fields) {
    const bool own = declared && declares(record, name);
    if (const Record* inside = record_in(v))
      all = add_fields(*inside, before + name + ".", own && inside->is_value, out) && all;
    else if (const auto type = type_in_column(v))
      out.push_back({before + name, as_declared(record, name, *type), own, !record.is_value});
    else
      all = false;
  }
  return all;
}

bool same_class(const Record& a, const Record& b) {
  return a.is_value == b.is_value && a.type_name == b.type_name &&
         (!a.type || !b.type || a.type->definition == b.type->definition);
}

Number number_of(const Value& v) {
  if (auto* p = std::get_if<Pending>(&v.v)) return resolve(*p);
  return std::get<Number>(v.v);
}

// Whether two items are one record, so that a change of the one is seen in the other.
bool holds_one_twice(const Cell& cell) {
  std::unordered_set<const Record*> seen;
  for (const Value& v : cell.items)
    if (const Record* r = record_in(v); r && !r->is_value && !seen.insert(r).second) return true;
  return false;
}

// The record's own field, in records of its own where others have them too.
Value* own_field(Value& item, std::string_view path) {
  auto& record = std::get<std::shared_ptr<Record>>(item.v);
  if (record->is_value && record.use_count() > 1) item = own_copy(item);
  const auto point = path.find('.');
  Value* v = std::get<std::shared_ptr<Record>>(item.v)->find(path.substr(0, point));
  return point == std::string_view::npos ? v : own_field(*v, path.substr(point + 1));
}

}  // namespace

std::optional<std::vector<RecordField>> item_fields(const Value& value) {
  auto* cell = std::get_if<std::shared_ptr<Cell>>(&value.v);
  if (!cell || !*cell || (*cell)->items.empty()) return {};
  const Record* first = record_in((*cell)->items[0]);
  if (!first) return {};
  for (const Value& v : (*cell)->items)
    if (const Record* r = record_in(v); !r || !same_class(*first, *r)) return {};
  std::vector<RecordField> out;
  add_fields(*first, "", true, out);
  return out;
}

std::optional<Type> item_array(const Value& value) {
  auto* cell = std::get_if<std::shared_ptr<Cell>>(&value.v);
  if (!cell || !*cell || (*cell)->items.empty()) return {};
  const auto first = type_of_item((*cell)->items[0]);
  for (const Value& v : (*cell)->items)
    if (!first || type_of_item(v) != first) return {};
  return first;
}

std::optional<std::vector<RecordField>> instance_fields(const Value& instance) {
  const Record* r = record_in(instance);
  std::vector<RecordField> out;
  if (!r || !r->is_value || !add_fields(*r, "", true, out) || out.empty()) return {};
  return out;
}

Value* ItemColumns::find(std::string_view path, const Lookup& lookup) {
  const auto at = path.find(kColumns);
  if (at == std::string_view::npos || path.size() <= at + kColumns.size() + 1) return nullptr;
  const Value* v = lookup(path.substr(0, at));
  auto* cell = v ? std::get_if<std::shared_ptr<Cell>>(&v->v) : nullptr;
  Column* column = cell && *cell ? gather(*cell, path.substr(at + kColumns.size() + 1)) : nullptr;
  return column ? &column->array : nullptr;
}

ItemColumns::Column* ItemColumns::gather(const std::shared_ptr<Cell>& cell, std::string_view field) {
  const auto key = std::pair(static_cast<const Cell*>(cell.get()), std::string(field));
  if (const auto known = columns_.find(key); known != columns_.end()) return &known->second;
  if (holds_one_twice(*cell)) return nullptr;
  const bool items = field == kItems;
  std::optional<Type> type;
  std::vector<const Value*> values;
  values.reserve(cell->items.size());
  for (const Value& item : cell->items) {
    const Record* r = record_in(item);
    const Value* v = items ? &item : r ? field_in(*r, field) : nullptr;
    if (v && values.empty()) type = items ? type_of_item(*v) : type_in_column(*v);
    const bool fits = v && type && (values.empty() || (items ? type_of_item(*v) == type : alike(*values[0], *v)));
    if (!fits) return nullptr;
    values.push_back(v);
  }
  if (!type) return nullptr;
  if (!items) type = column_type(*record_in(cell->items[0]), field, *type);
  Column c{cell, std::string(field), {}, {}};
  std::vector<std::int64_t> dims = cell->dims;
  if (dims.size() == 2 && (dims[0] == 1 || dims[1] == 1)) dims = {std::int64_t(cell->items.size())};
  dims.insert(dims.end(), type->dims.begin(), type->dims.end());
  const ArrayP array = make_array(type->elem, dims, false, type->complex);
  void* to = array->buffer->host_overwrite();
  std::int64_t k = 0;
  const std::size_t size = array->buffer->bytes() / values.size();
  for (const Value* v : values) {
    if (auto* a = std::get_if<ArrayP>(&v->v))
      std::memcpy(static_cast<unsigned char*>(to) + std::size_t(k) * size, (*a)->buffer->host_read(), size);
    else
      set_element(*array, to, k, number_of(*v));
    ++k;
  }
  auto* bytes = static_cast<const unsigned char*>(to);
  c.before.assign(bytes, bytes + array->buffer->bytes());
  c.array = Value(array);
  return &columns_.emplace(key, std::move(c)).first->second;
}

void ItemColumns::give_back() {
  for (auto& [key, c] : columns_) {
    const ArrayP& array = std::get<ArrayP>(c.array.v);
    auto* now = static_cast<const unsigned char*>(array->buffer->host_read());
    const std::size_t size = array->buffer->bytes() / std::max<std::size_t>(1, c.cell->items.size());
    for (std::size_t k = 0; k < c.cell->items.size(); ++k) {
      if (std::memcmp(now + k * size, c.before.data() + k * size, size) == 0) continue;
      Value& field = *own_field(c.cell->items[k], c.field);
      auto* a = std::get_if<ArrayP>(&field.v);
      if (a && a->use_count() == 1 && (*a)->buffer.use_count() == 1) {
        std::memcpy((*a)->buffer->host_overwrite(), now + k * size, size);
      } else if (a) {
        const ArrayP own = make_array((*a)->elem, (*a)->dims, false, (*a)->complex);
        own->fixed = true;
        own->boundary = (*a)->boundary;
        std::memcpy(own->buffer->host_overwrite(), now + k * size, size);
        field = Value(own);
      } else {
        field = Value(convert_number(get_element(*array, now, std::int64_t(k)), number_of(field).type));
      }
    }
    c.before.assign(now, now + array->buffer->bytes());
  }
}

}  // namespace qc::host
