#include "host/loops/access_path.h"

#include <algorithm>
#include <cmath>

namespace qc::host {

namespace {

// What stands behind the item that `rest` ("[0,1]", "[2].sigma") begins with.
Value* find_in_cell(Cell& cell, std::string_view rest) {
  const auto close = rest.find(']');
  if (close == std::string_view::npos) return nullptr;
  std::vector<std::int64_t> at{0};
  for (const char c : rest.substr(1, close - 1)) {
    if (c == ',')
      at.push_back(0);
    else if (c >= '0' && c <= '9')
      at.back() = at.back() * 10 + (c - '0');
    else
      return nullptr;
  }
  const std::int64_t columns = cell.dims.empty() ? 1 : cell.dims.back();
  if (at.size() == 1)
    at.insert(at.begin(), 0);  // one number counts in rows
  else if (at[1] >= columns)
    return nullptr;
  const std::int64_t place = at[0] * columns + at[1];
  if (at.size() > 2 || place < 0 || place >= std::int64_t(cell.items.size())) return nullptr;
  Value& item = cell.items[std::size_t(place)];
  rest.remove_prefix(close + 1);
  return rest.empty() ? &item : find_inside(item, rest.substr(rest[0] == '.'));
}

}  // namespace

Value* find_inside(Value& root, std::string_view rest) {
  if (auto* c = std::get_if<std::shared_ptr<Cell>>(&root.v))
    return *c && !rest.empty() && rest[0] == '[' ? find_in_cell(**c, rest) : nullptr;
  if (auto* c = std::get_if<std::shared_ptr<Closure>>(&root.v))
    return *c && (*c)->captured ? find_path(*(*c)->captured, rest) : nullptr;
  auto* r = std::get_if<std::shared_ptr<Record>>(&root.v);
  if (!r || !*r) return nullptr;
  const auto part = rest.find_first_of(".[");
  Value* field = (*r)->find(rest.substr(0, part));
  return !field || part == std::string_view::npos ? field
                                                  : find_inside(*field, rest.substr(part + (rest[part] == '.')));
}

Value* find_path(Environment& env, std::string_view name) {
  if (Value* v = env.find(name)) return v;
  const auto part = name.find_first_of(".[");
  if (part == std::string_view::npos) return nullptr;
  Value* root = env.find(name.substr(0, part));
  return root ? find_inside(*root, name.substr(part + (name[part] == '.'))) : nullptr;
}

CapturedPlace captured_place(Environment& env, std::string_view path) {
  CapturedPlace found{nullptr, path};
  for (auto point = path.find('.'); point != std::string_view::npos; point = path.find('.', point + 1)) {
    Value* v = find_path(env, path.substr(0, point));
    auto* c = v ? std::get_if<std::shared_ptr<Closure>>(&v->v) : nullptr;
    if (c && *c && (*c)->captured) found = {c->get(), path.substr(point + 1)};
  }
  return found;
}

ast::ExprP path_expression(std::string_view path) {
  const auto point = path.rfind('.');
  if (point == std::string_view::npos) return ast::ExprP(ast::Expr{ast::Name{std::string(path)}, {}});
  return ast::ExprP(
      ast::Expr{ast::Field{path_expression(path.substr(0, point)), std::string(path.substr(point + 1))}, {}});
}

std::optional<FieldPlace> field_place(Environment& env, std::string_view path) {
  bool by_reference = false;
  const Record* record = nullptr;
  for (auto point = path.find('.'); point != std::string_view::npos; point = path.find('.', point + 1)) {
    Value* v = find_path(env, path.substr(0, point));
    auto* r = v ? std::get_if<std::shared_ptr<Record>>(&v->v) : nullptr;
    record = r ? r->get() : nullptr;
    if (!record && v && std::holds_alternative<std::shared_ptr<Closure>>(v->v)) continue;  // its variables
    if (!record) return {};
    by_reference |= !record->is_value;
  }
  const std::string_view field = path.substr(path.rfind('.') + 1);
  if (!record || !record->find(field)) return {};
  const ast::TypeDef* made_by = record->type ? record->type->definition : nullptr;
  FieldPlace place{record, field, by_reference, nullptr};
  if (!made_by) return place;
  for (const ast::ClassField& f : made_by->fields)
    if (f.name == field && f.type) place.type = &*f.type;
  return place;
}

std::optional<std::int64_t> extent_of_value(const Value* v, int dim) {
  auto* a = v ? std::get_if<ArrayP>(&v->v) : nullptr;
  if (!a) return {};
  return dim < int((*a)->dims.size()) ? (*a)->dims[std::size_t(dim)] : 1;
}

std::optional<std::int64_t> whole_number(const Value* v) {
  auto* n = v ? std::get_if<Number>(&v->v) : nullptr;
  if (!n || n->complex) return {};
  if (!is_float(n->type)) return n->i;
  if (n->re != std::floor(n->re) || std::fabs(n->re) > 9e15) return {};
  return std::int64_t(n->re);
}

std::optional<std::string> text_value(const Value* v) {
  auto* text = v ? std::get_if<std::string>(&v->v) : nullptr;
  return text ? std::optional(*text) : std::nullopt;
}

std::optional<bool> is_whole_number(const Value* v) {
  auto* n = v ? std::get_if<Number>(&v->v) : nullptr;
  if (!n || n->complex) return {};
  return !is_float(n->type) || (n->re == std::floor(n->re) && std::fabs(n->re) < 9e15);
}

}  // namespace qc::host
