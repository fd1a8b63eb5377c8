// Items of cells of arrays at places that a kernel or a loop computes, `pyramid[level][m,n]`: one of the arrays of the
// cell, each of which is a parameter of the code. What is done to the item is done under a condition to the one that it
// is. Loops write to an item where their innermost loop decides which; others are stepped as far as loops that know
// which item they write to.
#include "lower/interface/select_cell_item.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/dataflow/assignments.h"
#include "analysis/dataflow/name_facts.h"
#include "lower/interface/access.h"
#include "lower/interface/assign.h"
#include "lower/interface/blocks.h"
#include "lower/interface/call.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/kernel.h"
#include "lower/interface/names.h"
#include "lower/interface/records.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

namespace {
constexpr std::int64_t kMostChoices = 32;    // arrays that are parameters of one kernel
constexpr std::int64_t kMostCounted = 4096;  // items that are counted
constexpr std::int64_t kForEachItem =
    4;  // iterations that a loop has for each item at least: code is made for the number of items
}  // namespace

static std::optional<std::size_t> place_of_item(LowerContext& cx, const std::vector<Value>& places,
                                                const std::vector<std::int64_t>& extents, Span span);
static void fail_beyond(LowerContext& cx, const std::string& cell, Value& place, std::int64_t extent, std::size_t d,
                        Span span);

// How many items a cell outside has; the code is made for that number. Nothing: more than are counted.
static std::optional<std::int64_t> items_of_cell(LowerContext& cx, const std::string& cell) {
  std::int64_t n = 0;
  while (n <= kMostCounted && cx.scope.type_of(fmt::format("{}[{}]", cell, n))) ++n;
  if (n > kMostCounted) return {};
  for (const std::int64_t k : {n - 1, n})
    if (k >= 0) cx.assumed.count_item(fmt::format("{}[{}]", cell, k));
  return n;
}

// The extents of a grid of items; the code is made for them. Nothing: more than are counted.
static std::optional<std::vector<std::int64_t>> grid_of_cell(LowerContext& cx, const std::string& cell) {
  std::vector<std::int64_t> extents;
  for (const bool rows : {true, false}) {
    const auto item = [&](std::int64_t k) {
      return rows ? fmt::format("{}[{},0]", cell, k) : fmt::format("{}[0,{}]", cell, k);
    };
    std::int64_t n = 0;
    while (n <= kMostChoices && cx.scope.type_of(item(n))) ++n;
    if (n == 0 || n > kMostChoices) return {};
    for (const std::int64_t k : {n - 1, n}) cx.assumed.count_item(item(k));
    extents.push_back(n);
  }
  return extents;
}

// The paths of the items that an index may mean; nothing: they are not known, or too many.
static std::vector<std::string> paths_of_items(LowerContext& cx, const std::string& cell, std::size_t indices,
                                               std::vector<std::int64_t>& extents) {
  std::vector<std::string> paths;
  if (indices == 1) {
    const auto count = items_of_cell(cx, cell);
    extents = {count.value_or(0)};
    for (std::int64_t k = 0; extents[0] <= kMostChoices && k < extents[0]; ++k)
      paths.push_back(fmt::format("{}[{}]", cell, k));
  } else if (const auto grid = grid_of_cell(cx, cell)) {
    extents = *grid;
    for (std::int64_t k = 0; extents[0] * extents[1] <= kMostChoices && k < extents[0] * extents[1]; ++k)
      paths.push_back(fmt::format("{}[{},{}]", cell, k / extents[1], k % extents[1]));
  }
  return paths;
}

// Nothing: the items are not all arrays of one kind, or too many.
std::optional<Value> select_cell_item(LowerContext& cx, const std::string& cell, const ast::Index& n, Span span) {
  if (n.indices.empty() || n.indices.size() > 2) return {};
  std::vector<std::int64_t> extents;
  const std::vector<std::string> paths = paths_of_items(cx, cell, n.indices.size(), extents);
  if (paths.empty() || !(cx.in_kernel || cx.assumed.is_longer_than(kForEachItem * std::int64_t(paths.size()))))
    return {};
  std::vector<Value> choices;
  for (const std::string& path : paths) {
    const auto type = cx.scope.type_of(path);
    if (!type || !type->is_array() || type->complex ||
        (!choices.empty() && (type->elem != choices[0].type.elem || type->rank != choices[0].type.rank)))
      return {};
    choices.push_back(read_binding(cx, outside(cx, path, span)));
  }
  std::vector<Value> places;
  for (const ast::ExprP& i : n.indices) places.push_back(expr(cx, *i));
  if (!std::all_of(places.begin(), places.end(), [](const Value& p) { return p.type.is_number(); })) return {};
  Span item = n.base->span;  // without what stands behind it
  item.end = std::max(item.end, n.indices.back()->span.end + 1);
  if (const auto known = cx.in_kernel ? std::nullopt : place_of_item(cx, places, extents, span)) return choices[*known];
  if (!cx.in_kernel && !cx.names.frame().device)
    for (std::size_t d = 0; d < places.size(); ++d) fail_beyond(cx, cell, places[d], extents[d], d, item);
  ir::ExprP which = index_value(cx, places[0], span);
  if (places.size() == 2) {  // a row that is not there has no items, also where the column would make up for it
    const ir::ExprP column = cx.code.keep("$column", index_value(cx, places[1], span), span);
    const ir::ExprP inside =
        ir::binary(ir::BinaryOp::And, ir::le(ir::int_const(0), column), ir::le(column, ir::int_const(extents[1] - 1)));
    which = ir::select(inside, ir::add(ir::mul(which, ir::int_const(extents[1])), column), ir::int_const(-1));
  }
  Value v;
  v.type.kind = Type::Kind::Cell;
  v.node = ArraySelect{cell, std::move(choices), cx.code.keep("$which", which, span)};
  return v;
}

// Which item indices that are known when the code is made mean; nothing: they are not known, or beyond the items.
static std::optional<std::size_t> place_of_item(LowerContext& cx, const std::vector<Value>& places,
                                                const std::vector<std::int64_t>& extents, Span span) {
  std::int64_t place = 0;
  for (std::size_t d = 0; d < places.size(); ++d) {
    const auto at = ir::as_int(*index_value(cx, places[d], span));
    if (!at || *at < 0 || *at >= extents[d]) return {};
    place = place * extents[d] + *at;
  }
  return std::size_t(place);
}

std::optional<Value> cell_argument(LowerContext& cx, const ast::Expr& e) {
  const auto path = cx.in_kernel ? std::nullopt : cell_path(cx, e);
  if (!path || (columns(cx) && columns(cx)->item_fields(*path))) return {};
  const auto first = cx.scope.type_of(*path + "[0]"), corner = cx.scope.type_of(*path + "[0,0]");
  if (!(first && first->is_array()) && !(corner && corner->is_array())) return {};
  Value v;
  v.type.kind = Type::Kind::Cell;
  v.node = OuterPath{*path};
  return v;
}

// In loops a place beyond the items is a failure.
static void fail_beyond(LowerContext& cx, const std::string& cell, Value& place, std::int64_t extent, std::size_t d,
                        Span span) {
  const ir::ExprP k = cx.code.keep("$place", element_index(cx, place, Boundary::Checked, span), span),
                  n = ir::int_const(extent);
  ir::Block fail;
  fail.push_back({ir::Fail{cx.site(ir::Site::Kind::OutOfRange, span, cell + std::string(kColumns)),
                           {k, n, ir::int_const(std::int64_t(d))}},
                  span});
  cx.code.emit(
      ir::If{
          ir::unary(ir::UnaryOp::Not, ir::logical_and(ir::le(ir::int_const(0), k), ir::lt(k, n))), std::move(fail), {}},
      span);
  place = one_number(k);
}

// The body for each array, under the condition that it is the one. In loops it is one of them.
static void for_arrays_of(LowerContext& cx, const ArraySelect& phi, const std::function<void(const Value& array)>& body,
                          Span span) {
  ir::Block otherwise;
  std::size_t k = phi.arrays.size();
  if (!cx.in_kernel && !cx.names.frame().device) otherwise = collect_arm(cx, [&] { body(phi.arrays[--k]); });
  while (k-- > 0) {
    ir::Block then = collect_arm(cx, [&] { body(phi.arrays[k]); });
    ir::Block both;
    both.push_back({ir::If{ir::binary(ir::BinaryOp::Eq, phi.which, ir::int_const(std::int64_t(k))), std::move(then),
                           std::move(otherwise)},
                    span});
    otherwise = std::move(both);
  }
  for (ir::Stmt& s : otherwise) cx.code.emit(std::move(s.node), s.span);
}

Value element_of_phi(LowerContext& cx, const ArraySelect& phi, const std::vector<ast::ExprP>& indices, Span span) {
  std::vector<Value> at = index_values(cx, indices, [](std::size_t, std::size_t) { return std::nullopt; });
  for (Value& i : at) {
    const bool place = i.type.is_number() || (i.type.kind == Type::Kind::Fixed && at.size() == 1);
    if (!place || is_list(i))
      stop("R904", span, "several elements are used of an array that is only known while the kernel runs");
    i = cx.code.kept(i, span);
  }
  const Elem elem = value_elem(phi.arrays[0].type.elem);
  const ir::VarId element = cx.code.temp("$element", elem);
  cx.code.emit(ir::Assign{element, is_float(elem)       ? ir::float_const(0, elem)
                                   : elem == Elem::Bool ? ir::bool_const(false)
                                                        : ir::int_const(0)},
               span);
  for_arrays_of(
      cx, phi,
      [&](const Value& array) {
        cx.code.emit(ir::Assign{element, load(cx, array, access_values(cx, array, at, span), span).parts()[0]}, span);
      },
      span);
  return one_number(ir::var(cx.code.f, element));
}

// Whether it is decided in the innermost loop which item is meant. Where a loop around that one decides it, steps of
// the outer ones lead to a loop that knows its item, and is judged as one over a variable.
static bool is_of_innermost_loop(LowerContext& cx, const ast::Index& place) {
  if (cx.names.frame().loops.empty()) return true;
  const auto& [variable, body] = cx.names.frame().loops.back();
  NameCounts names;
  count_names(ast::Stmt{ast::ExprStmt{place.base}, place.base->span}, names);
  if (names.count(variable)) return true;
  const std::set<std::string> assigned = assigned_names(*body);
  return std::any_of(names.begin(), names.end(), [&](const auto& n) { return assigned.count(n.first) > 0; });
}

void assign_in_phi(LowerContext& cx, const ArraySelect& phi, const ast::Index& place, const ast::Assign& a, Span span) {
  if (!cx.in_kernel && !is_of_innermost_loop(cx, place))
    stop("R904", span, fmt::format("an item of '{}' at a computed place is written to", phi.name));
  std::vector<Value> at = index_values(cx, place.indices, [](std::size_t, std::size_t) { return std::nullopt; });
  for (Value& i : at) {
    const bool one = i.type.is_number() || (i.type.kind == Type::Kind::Fixed && at.size() == 1);
    if (!one || is_list(i))
      stop("R904", span, "several elements are assigned of an array that is only known while the kernel runs");
    i = cx.code.kept(i, span);
  }
  Operand o = a.op == ast::AssignOp::Set || cx.in_kernel ? Operand{expr(cx, *a.value), {}} : operand(cx, *a.value);
  const auto held = [&](const Value& v) { return literal_of(v) ? v : cx.code.kept(v, span); };
  if (o.factors) {  // the product is fused with the element of whichever array it is
    o.factors = {{held(o.factors->first), held(o.factors->second)}};
    o.value = arithmetic(cx, ast::BinaryOp::Mul, o.factors->first, o.factors->second, span);
  } else {
    o.value = held(o.value);
  }
  for_arrays_of(
      cx, phi,
      [&](const Value& array) {
        const ir::Access access = access_values(cx, array, at, span);
        if (a.op == ast::AssignOp::Set)
          store(cx, array, access, o.value, span);
        else
          update_element(cx, array, access, a.op, o, span);
      },
      span);
}

std::optional<Value> shape_of_phi(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                  Span span) {
  auto* x = args[0].get_if<ArraySelect>();
  if (!x) {
    if (auto shape = shape_of_records(cx, name, args, span)) return shape;
    auto* cell = name == "numel" && args[0].type.kind == Type::Kind::Cell ? args[0].get_if<OuterPath>() : nullptr;
    const auto count = cell ? items_of_cell(cx, cell->path) : std::nullopt;
    return count ? std::optional(one_number(ir::int_const(*count))) : std::nullopt;
  }
  std::vector<Value> of_one = args;
  of_one[0] = x->arrays.back();
  std::optional<Value> out = shape_call(cx, name, of_one, span);
  for (std::size_t k = x->arrays.size() - 1; out && k-- > 0;) {
    of_one[0] = x->arrays[k];
    const auto shape = shape_call(cx, name, of_one, span);
    for (std::size_t part = 0; part < out->parts().size(); ++part)
      out->parts()[part] = ir::select(ir::binary(ir::BinaryOp::Eq, x->which, ir::int_const(std::int64_t(k))),
                                      shape->parts()[part], out->parts()[part]);
  }
  return out;
}

}  // namespace qc::lowering
