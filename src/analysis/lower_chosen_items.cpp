// Items of cells of arrays at places that a kernel computes, `pyramid[level][m,n]`: one of the arrays of the cell, each of which is a
// parameter of the kernel. What is done to the item is done under a condition to the one that it is.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/lower_impl.h"

namespace qc::lowering {

namespace {
constexpr std::int64_t kMostChoices = 32;    // arrays that are parameters of one kernel
constexpr std::int64_t kMostCounted = 4096;  // items that are counted
}  // namespace

// How many items a cell has that the kernel was given; the code is made for that number. Nothing: more than are counted.
std::optional<std::int64_t> Lowerer::items_of_cell(const std::string& cell) {
  std::int64_t n = 0;
  while (n <= kMostCounted && scope_.type_of(fmt::format("{}[{}]", cell, n))) ++n;
  if (n > kMostCounted) return {};
  for (const std::int64_t k : {n - 1, n}) {
    const std::string edge = fmt::format("{}[{}]", cell, k);
    if (k >= 0 && std::find(counted_items_.begin(), counted_items_.end(), edge) == counted_items_.end()) counted_items_.push_back(edge);
  }
  return n;
}

// The extents of a grid of items; the code is made for them. Nothing: more than are counted.
std::optional<std::vector<std::int64_t>> Lowerer::grid_of_cell(const std::string& cell) {
  std::vector<std::int64_t> extents;
  for (const bool rows : {true, false}) {
    const auto item = [&](std::int64_t k) { return rows ? fmt::format("{}[{},0]", cell, k) : fmt::format("{}[0,{}]", cell, k); };
    std::int64_t n = 0;
    while (n <= kMostChoices && scope_.type_of(item(n))) ++n;
    if (n == 0 || n > kMostChoices) return {};
    for (const std::int64_t k : {n - 1, n})
      if (std::find(counted_items_.begin(), counted_items_.end(), item(k)) == counted_items_.end()) counted_items_.push_back(item(k));
    extents.push_back(n);
  }
  return extents;
}

// The paths of the items that an index may mean; nothing: they are not known, or too many.
std::vector<std::string> Lowerer::paths_of_items(const std::string& cell, std::size_t indices, std::vector<std::int64_t>& extents) {
  std::vector<std::string> paths;
  if (indices == 1) {
    const auto count = items_of_cell(cell);
    extents = {count.value_or(0)};
    for (std::int64_t k = 0; extents[0] <= kMostChoices && k < extents[0]; ++k) paths.push_back(fmt::format("{}[{}]", cell, k));
  } else if (const auto grid = grid_of_cell(cell)) {
    extents = *grid;
    for (std::int64_t k = 0; extents[0] * extents[1] <= kMostChoices && k < extents[0] * extents[1]; ++k) paths.push_back(fmt::format("{}[{},{}]", cell, k / extents[1], k % extents[1]));
  }
  return paths;
}

// Nothing: the items are not all arrays of one kind, or too many.
std::optional<Value> Lowerer::chosen_item(const std::string& cell, const ast::Index& n, Span span) {
  if (!kernel_ || n.indices.empty() || n.indices.size() > 2) return {};
  std::vector<std::int64_t> extents;
  const std::vector<std::string> paths = paths_of_items(cell, n.indices.size(), extents);
  if (paths.empty()) return {};
  std::vector<Value> choices;
  for (const std::string& path : paths) {
    const auto type = scope_.type_of(path);
    if (!type || !type->is_array() || type->complex || (!choices.empty() && (type->elem != choices[0].type.elem || type->rank != choices[0].type.rank))) return {};
    choices.push_back(read(outside(path, span)));
  }
  std::vector<Value> places;
  for (const ast::ExprP& i : n.indices) places.push_back(expr(*i));
  if (!std::all_of(places.begin(), places.end(), [](const Value& p) { return p.type.is_number(); })) return {};
  Value v;
  v.type.kind = Type::Kind::Cell;
  v.text = cell;
  v.choices = std::move(choices);
  ir::ExprP which = index_value(places[0], span);
  if (places.size() == 2) {  // a row that is not there has no items, also where the column would make up for it
    const ir::ExprP column = keep("$column", index_value(places[1], span), span);
    const ir::ExprP inside = ir::binary(ir::BinaryOp::And, ir::le(ir::int_const(0), column), ir::le(column, ir::int_const(extents[1] - 1)));
    which = ir::select(inside, ir::add(ir::mul(which, ir::int_const(extents[1])), column), ir::int_const(-1));
  }
  v.which = keep("$which", which, span);
  return v;
}

// The body for each array, under the condition that it is the one.
void Lowerer::for_chosen(const Value& chosen, const std::function<void(const Value& array)>& body, Span span) {
  ir::Block otherwise;
  for (std::size_t k = chosen.choices.size(); k-- > 0;) {
    ir::Block then = collect_arm([&] { body(chosen.choices[k]); });
    ir::Block both;
    both.push_back({ir::If{ir::binary(ir::BinaryOp::Eq, chosen.which, ir::int_const(std::int64_t(k))), std::move(then), std::move(otherwise)}, span});
    otherwise = std::move(both);
  }
  for (ir::Stmt& s : otherwise) emit(std::move(s.node), s.span);
}

Value Lowerer::element_of_chosen(const Value& chosen, const std::vector<ast::ExprP>& indices, Span span) {
  std::vector<Value> at = index_values(indices, [](std::size_t, std::size_t) { return std::nullopt; });
  for (Value& i : at) {
    const bool place = i.type.is_number() || (i.type.kind == Type::Kind::Fixed && at.size() == 1);
    if (!place || i.list) stop("R904", span, "several elements of an item of a cell at a computed place are used");
    i = kept(i, span);
  }
  const Elem elem = value_elem(chosen.choices[0].type.elem);
  const ir::VarId element = temp("$element", elem);
  emit(ir::Assign{element, is_float(elem) ? ir::float_const(0, elem) : elem == Elem::Bool ? ir::bool_const(false) : ir::int_const(0)}, span);
  for_chosen(chosen, [&](const Value& array) { emit(ir::Assign{element, load(array, access_values(array, at, span), span).parts[0]}, span); }, span);
  return of(ir::var(f, element));
}

void Lowerer::assign_in_chosen(const Value& chosen, const ast::Index& place, const ast::Assign& a, Span span) {
  std::vector<Value> at = index_values(place.indices, [](std::size_t, std::size_t) { return std::nullopt; });
  for (Value& i : at) {
    const bool one = i.type.is_number() || (i.type.kind == Type::Kind::Fixed && at.size() == 1);
    if (!one || i.list) stop("R904", span, "several elements of an item of a cell at a computed place are assigned");
    i = kept(i, span);
  }
  const Value v = kept(expr(*a.value), span);
  for_chosen(chosen, [&](const Value& array) {
    const ir::Access access = access_values(array, at, span);
    if (a.op == ast::AssignOp::Set) store(array, access, v, span);
    else update_element(array, access, a.op, Operand{v, {}}, span);
  }, span);
}

// numel(c), size(c, d) and their kin of the item, and of a cell itself; nothing: the value is something else.
std::optional<Value> Lowerer::shape_of_chosen(const std::string& name, const std::vector<Value>& args, Span span) {
  const Value& x = args[0];
  if (x.choices.empty()) {
    const auto count = kernel_ && name == "numel" && x.type.kind == Type::Kind::Cell && !x.text.empty() ? items_of_cell(x.text) : std::nullopt;
    return count ? std::optional(of(ir::int_const(*count))) : std::nullopt;
  }
  std::vector<Value> of_one = args;
  of_one[0] = x.choices.back();
  std::optional<Value> out = shape_call(name, of_one, span);
  for (std::size_t k = x.choices.size() - 1; out && k-- > 0;) {
    of_one[0] = x.choices[k];
    const auto shape = shape_call(name, of_one, span);
    for (std::size_t part = 0; part < out->parts.size(); ++part)
      out->parts[part] = ir::select(ir::binary(ir::BinaryOp::Eq, x.which, ir::int_const(std::int64_t(k))), shape->parts[part], out->parts[part]);
  }
  return out;
}

}  // namespace qc::lowering
