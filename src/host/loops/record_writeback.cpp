#include "host/loops/record_writeback.h"

#include <map>
#include <utility>

#include "sema/record_layout.h"

namespace qc::host {

namespace {

// A field of a record that is a reference: the innermost such record on the way to it, and the path from there.
using Place = std::pair<const Record*, std::string>;
using Lookup = std::function<Value*(std::string_view name)>;

const Record* record_in(const Value* v) {
  auto* r = v ? std::get_if<std::shared_ptr<Record>>(&v->v) : nullptr;
  return r ? r->get() : nullptr;
}

std::optional<Place> place_in(const Record* record, std::string_view path) {
  std::optional<Place> out;
  while (record) {
    if (!record->is_value) out = Place(record, path);
    const auto point = path.find('.');
    if (point == std::string_view::npos) break;
    record = record_in(record->find(path.substr(0, point)));
    path.remove_prefix(point + 1);
  }
  return out;
}

// Of "first.x", and of "first.x_1", a number of a fixed-size field.
std::optional<Place> place_of(std::string_view name, const Lookup& find) {
  for (auto point = name.find('.'); point != std::string_view::npos; point = name.find('.', point + 1))
    if (const Record* record = record_in(find(name.substr(0, point)))) {
      std::string_view path = name.substr(point + 1);
      if (!find(name)) path = path.substr(0, path.rfind('_'));
      return place_in(record, path);
    }
  return {};
}

const Cell* cell_of(std::string_view column, const Lookup& find) {
  const Value* v = find(column.substr(0, column.find(kColumns)));
  auto* cell = v ? std::get_if<std::shared_ptr<Cell>>(&v->v) : nullptr;
  return cell ? cell->get() : nullptr;
}

// What a column holds of each item.
template <class Visit>
void for_each_place(const Cell& cell, std::string_view column, const Visit& visit) {
  const std::string_view field = column.substr(column.find(kColumns) + kColumns.size() + 1);
  for (const Value& item : cell.items)
    if (const auto place = place_in(record_in(&item), field)) visit(*place);
}

bool is_column(std::string_view name) { return name.find(kColumns) != std::string_view::npos; }

}  // namespace

std::optional<ChangedTwice> changed_under_two_names(const ir::Function& kernel, const std::vector<bool>& writes,
                                                    const Lookup& find) {
  std::map<Place, const ir::Array*> changed;  // and the column that changes it
  for (const ir::Param& p : kernel.params) {
    const bool changes = p.kind != ir::Param::Kind::Scalar && writes[p.id] && is_column(kernel.arrays[p.id].name);
    const ir::Array* column = changes ? &kernel.arrays[p.id] : nullptr;
    if (const Cell* cell = column ? cell_of(column->name, find) : nullptr)
      for_each_place(*cell, column->name, [&](const Place& at) { changed.emplace(at, column); });
  }
  if (changed.empty()) return {};
  const auto cell_name = [](const ir::Array& column) { return column.name.substr(0, column.name.find(kColumns)); };
  for (const ir::Param& p : kernel.params) {
    const std::string& name = p.kind == ir::Param::Kind::Scalar ? kernel.vars[p.id].name : kernel.arrays[p.id].name;
    std::optional<ChangedTwice> found;
    const auto ask = [&](const Place& at, const Cell* cell) {
      const auto same = changed.find(at);
      if (same != changed.end() && (!cell || cell != cell_of(same->second->name, find)))
        found = {cell_name(*same->second), name};
    };
    if (!is_column(name)) {
      if (const auto at = place_of(name, find)) ask(*at, nullptr);
    } else if (const Cell* cell = cell_of(name, find)) {
      for_each_place(*cell, name, [&](const Place& at) { ask(at, cell); });
    }
    if (found) return found;
  }
  return {};
}

}  // namespace qc::host
