// Items of cells of arrays at places that a kernel or a loop computes, `pyramid[level][m,n]`: one of the arrays of the
// cell, each of which is a parameter of the code. What is done to the item is done under a condition to the one that it
// is. Loops write to an item where their innermost loop decides which; others are stepped as far as loops that know
// which item they write to.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/dataflow/name_facts.h"
#include "lower/lower_impl.h"

namespace qc::lowering {

namespace {
constexpr std::int64_t kMostChoices = 32;    // arrays that are parameters of one kernel
constexpr std::int64_t kMostCounted = 4096;  // items that are counted
constexpr std::int64_t kForEachItem =
    4;  // iterations that a loop has for each item at least: code is made for the number of items
}  // namespace

// The code is made for a cell that has an item, or has none.
void Lowerer::count_item(const std::string& path) {
  if (std::find(counted_items_.begin(), counted_items_.end(), path) == counted_items_.end())
    counted_items_.push_back(path);
  specialised.add_there(path, scope_.type_of(path).has_value());
}

// Whether the loop has more iterations than n; the code is made for those that have, or have not.
bool Lowerer::is_longer_than(std::int64_t n) {
  const bool is = scope_.iterations() > n;
  if (std::find(specialised.longer_than.begin(), specialised.longer_than.end(), std::pair(n, is)) ==
      specialised.longer_than.end())
    specialised.longer_than.emplace_back(n, is);
  return is;
}

// How many items a cell outside has; the code is made for that number. Nothing: more than are counted.
std::optional<std::int64_t> Lowerer::items_of_cell(const std::string& cell) {
  std::int64_t n = 0;
  while (n <= kMostCounted && scope_.type_of(fmt::format("{}[{}]", cell, n))) ++n;
  if (n > kMostCounted) return {};
  for (const std::int64_t k : {n - 1, n})
    if (k >= 0) count_item(fmt::format("{}[{}]", cell, k));
  return n;
}

// The extents of a grid of items; the code is made for them. Nothing: more than are counted.
std::optional<std::vector<std::int64_t>> Lowerer::grid_of_cell(const std::string& cell) {
  std::vector<std::int64_t> extents;
  for (const bool rows : {true, false}) {
    const auto item = [&](std::int64_t k) {
      return rows ? fmt::format("{}[{},0]", cell, k) : fmt::format("{}[0,{}]", cell, k);
    };
    std::int64_t n = 0;
    while (n <= kMostChoices && scope_.type_of(item(n))) ++n;
    if (n == 0 || n > kMostChoices) return {};
    for (const std::int64_t k : {n - 1, n}) count_item(item(k));
    extents.push_back(n);
  }
  return extents;
}

// The paths of the items that an index may mean; nothing: they are not known, or too many.
std::vector<std::string> Lowerer::paths_of_items(const std::string& cell, std::size_t indices,
                                                 std::vector<std::int64_t>& extents) {
  std::vector<std::string> paths;
  if (indices == 1) {
    const auto count = items_of_cell(cell);
    extents = {count.value_or(0)};
    for (std::int64_t k = 0; extents[0] <= kMostChoices && k < extents[0]; ++k)
      paths.push_back(fmt::format("{}[{}]", cell, k));
  } else if (const auto grid = grid_of_cell(cell)) {
    extents = *grid;
    for (std::int64_t k = 0; extents[0] * extents[1] <= kMostChoices && k < extents[0] * extents[1]; ++k)
      paths.push_back(fmt::format("{}[{},{}]", cell, k / extents[1], k % extents[1]));
  }
  return paths;
}

// Nothing: the items are not all arrays of one kind, or too many.
std::optional<Value> Lowerer::chosen_item(const std::string& cell, const ast::Index& n, Span span) {
  if (n.indices.empty() || n.indices.size() > 2) return {};
  std::vector<std::int64_t> extents;
  const std::vector<std::string> paths = paths_of_items(cell, n.indices.size(), extents);
  if (paths.empty() || !(kernel_ || is_longer_than(kForEachItem * std::int64_t(paths.size())))) return {};
  std::vector<Value> choices;
  for (const std::string& path : paths) {
    const auto type = scope_.type_of(path);
    if (!type || !type->is_array() || type->complex ||
        (!choices.empty() && (type->elem != choices[0].type.elem || type->rank != choices[0].type.rank)))
      return {};
    choices.push_back(read(outside(path, span)));
  }
  std::vector<Value> places;
  for (const ast::ExprP& i : n.indices) places.push_back(expr(*i));
  if (!std::all_of(places.begin(), places.end(), [](const Value& p) { return p.type.is_number(); })) return {};
  Value v;
  v.type.kind = Type::Kind::Cell;
  v.text = cell;
  v.choices = std::move(choices);
  Span item = n.base->span;  // without what stands behind it
  item.end = std::max(item.end, n.indices.back()->span.end + 1);
  if (const auto known = kernel_ ? std::nullopt : place_of_item(places, extents, span)) return v.choices[*known];
  if (!kernel_ && !frame().device)
    for (std::size_t d = 0; d < places.size(); ++d) fail_beyond(cell, places[d], extents[d], d, item);
  ir::ExprP which = index_value(places[0], span);
  if (places.size() == 2) {  // a row that is not there has no items, also where the column would make up for it
    const ir::ExprP column = keep("$column", index_value(places[1], span), span);
    const ir::ExprP inside =
        ir::binary(ir::BinaryOp::And, ir::le(ir::int_const(0), column), ir::le(column, ir::int_const(extents[1] - 1)));
    which = ir::select(inside, ir::add(ir::mul(which, ir::int_const(extents[1])), column), ir::int_const(-1));
  }
  v.which = keep("$which", which, span);
  return v;
}

// Which item indices that are known when the code is made mean; nothing: they are not known, or beyond the items.
std::optional<std::size_t> Lowerer::place_of_item(const std::vector<Value>& places,
                                                  const std::vector<std::int64_t>& extents, Span span) {
  std::int64_t place = 0;
  for (std::size_t d = 0; d < places.size(); ++d) {
    const auto at = ir::as_int(*index_value(places[d], span));
    if (!at || *at < 0 || *at >= extents[d]) return {};
    place = place * extents[d] + *at;
  }
  return std::size_t(place);
}

// A cell of arrays outside a loop that a function is given; nothing: the expression is something else.
std::optional<Value> Lowerer::cell_argument(const ast::Expr& e) {
  const auto path = kernel_ ? std::nullopt : cell_path(e);
  if (!path || (columns() && columns()->item_fields(*path))) return {};
  const auto first = scope_.type_of(*path + "[0]"), corner = scope_.type_of(*path + "[0,0]");
  if (!(first && first->is_array()) && !(corner && corner->is_array())) return {};
  Value v;
  v.type.kind = Type::Kind::Cell;
  v.text = *path;
  return v;
}

// In loops a place beyond the items is a failure.
void Lowerer::fail_beyond(const std::string& cell, Value& place, std::int64_t extent, std::size_t d, Span span) {
  const ir::ExprP k = keep("$place", element_index(place, Boundary::Checked, span), span), n = ir::int_const(extent);
  ir::Block fail;
  fail.push_back({ir::Fail{site(ir::Site::Kind::OutOfRange, span, cell + std::string(kColumns)),
                           {k, n, ir::int_const(std::int64_t(d))}},
                  span});
  emit(
      ir::If{
          ir::unary(ir::UnaryOp::Not, ir::logical_and(ir::le(ir::int_const(0), k), ir::lt(k, n))), std::move(fail), {}},
      span);
  place = of(k);
}

// The body for each array, under the condition that it is the one. In loops it is one of them.
void Lowerer::for_chosen(const Value& chosen, const std::function<void(const Value& array)>& body, Span span) {
  ir::Block otherwise;
  std::size_t k = chosen.choices.size();
  if (!kernel_ && !frame().device) otherwise = collect_arm([&] { body(chosen.choices[--k]); });
  while (k-- > 0) {
    ir::Block then = collect_arm([&] { body(chosen.choices[k]); });
    ir::Block both;
    both.push_back({ir::If{ir::binary(ir::BinaryOp::Eq, chosen.which, ir::int_const(std::int64_t(k))), std::move(then),
                           std::move(otherwise)},
                    span});
    otherwise = std::move(both);
  }
  for (ir::Stmt& s : otherwise) emit(std::move(s.node), s.span);
}

Value Lowerer::element_of_chosen(const Value& chosen, const std::vector<ast::ExprP>& indices, Span span) {
  std::vector<Value> at = index_values(indices, [](std::size_t, std::size_t) { return std::nullopt; });
  for (Value& i : at) {
    const bool place = i.type.is_number() || (i.type.kind == Type::Kind::Fixed && at.size() == 1);
    if (!place || i.list)
      stop("R904", span, "several elements are used of an array that is only known while the kernel runs");
    i = kept(i, span);
  }
  const Elem elem = value_elem(chosen.choices[0].type.elem);
  const ir::VarId element = temp("$element", elem);
  emit(ir::Assign{element, is_float(elem)       ? ir::float_const(0, elem)
                           : elem == Elem::Bool ? ir::bool_const(false)
                                                : ir::int_const(0)},
       span);
  for_chosen(
      chosen,
      [&](const Value& array) {
        emit(ir::Assign{element, load(array, access_values(array, at, span), span).parts[0]}, span);
      },
      span);
  return of(ir::var(f, element));
}

// Whether it is decided in the innermost loop which item is meant. Where a loop around that one decides it, steps of
// the outer ones lead to a loop that knows its item, and is judged as one over a variable.
bool Lowerer::is_of_innermost_loop(const ast::Index& place) {
  if (frame().loops.empty()) return true;
  const auto& [variable, body] = frame().loops.back();
  NameCounts names;
  count_names(ast::Stmt{ast::ExprStmt{place.base}, place.base->span}, names);
  if (names.count(variable)) return true;
  const std::set<std::string> assigned = assigned_names(*body);
  return std::any_of(names.begin(), names.end(), [&](const auto& n) { return assigned.count(n.first) > 0; });
}

void Lowerer::assign_in_chosen(const Value& chosen, const ast::Index& place, const ast::Assign& a, Span span) {
  if (!kernel_ && !is_of_innermost_loop(place))
    stop("R904", span, fmt::format("an item of '{}' at a computed place is written to", chosen.text));
  std::vector<Value> at = index_values(place.indices, [](std::size_t, std::size_t) { return std::nullopt; });
  for (Value& i : at) {
    const bool one = i.type.is_number() || (i.type.kind == Type::Kind::Fixed && at.size() == 1);
    if (!one || i.list)
      stop("R904", span, "several elements are assigned of an array that is only known while the kernel runs");
    i = kept(i, span);
  }
  Operand o = a.op == ast::AssignOp::Set || kernel_ ? Operand{expr(*a.value), {}} : operand(*a.value);
  const auto held = [&](const Value& v) { return v.literal ? v : kept(v, span); };
  if (o.factors) {  // the product is fused with the element of whichever array it is
    o.factors = {{held(o.factors->first), held(o.factors->second)}};
    o.value = arithmetic(ast::BinaryOp::Mul, o.factors->first, o.factors->second, span);
  } else {
    o.value = held(o.value);
  }
  for_chosen(
      chosen,
      [&](const Value& array) {
        const ir::Access access = access_values(array, at, span);
        if (a.op == ast::AssignOp::Set)
          store(array, access, o.value, span);
        else
          update_element(array, access, a.op, o, span);
      },
      span);
}

// numel(c), size(c, d) and their kin of the item, and of a cell itself; nothing: the value is something else.
std::optional<Value> Lowerer::shape_of_chosen(const std::string& name, const std::vector<Value>& args, Span span) {
  const Value& x = args[0];
  if (x.choices.empty()) {
    if (auto shape = x.text.empty() ? std::nullopt : shape_of_records(name, args, span)) return shape;
    const auto count =
        name == "numel" && x.type.kind == Type::Kind::Cell && !x.text.empty() ? items_of_cell(x.text) : std::nullopt;
    return count ? std::optional(of(ir::int_const(*count))) : std::nullopt;
  }
  std::vector<Value> of_one = args;
  of_one[0] = x.choices.back();
  std::optional<Value> out = shape_call(name, of_one, span);
  for (std::size_t k = x.choices.size() - 1; out && k-- > 0;) {
    of_one[0] = x.choices[k];
    const auto shape = shape_call(name, of_one, span);
    for (std::size_t part = 0; part < out->parts.size(); ++part)
      out->parts[part] = ir::select(ir::binary(ir::BinaryOp::Eq, x.which, ir::int_const(std::int64_t(k))),
                                    shape->parts[part], out->parts[part]);
  }
  return out;
}

}  // namespace qc::lowering
