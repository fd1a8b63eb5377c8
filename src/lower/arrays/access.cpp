// Array elements and components of fixed-size values.
#include "lower/interface/access.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ast/array_name.h"
#include "ir/index_marks.h"
#include "ir/moved_index.h"
#include "ir/range_count.h"
#include "lower/interface/call.h"
#include "lower/interface/conversions.h"
#include "lower/interface/evaluation_order.h"
#include "lower/interface/expr.h"
#include "lower/interface/fixed_slices.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/lazy_array.h"
#include "lower/interface/local_arrays.h"
#include "lower/interface/names.h"
#include "lower/interface/range_lowering.h"
#include "lower/interface/records.h"
#include "lower/interface/select_cell_item.h"
#include "lower/interface/slice_loop.h"
#include "lower/interface/steady_values.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

namespace {

std::string indices_text(std::size_t n) { return n == 1 ? "1 index" : fmt::format("{} indices", n); }

// The condition that an index has no fraction; null where it is sure to have none.
ir::ExprP no_fraction(const Value& v) {
  if (!v.type.is_number() || v.type.complex) return nullptr;
  const ir::FloatGrid grid = ir::float_grid(*v.parts()[0], {});
  if (grid.whole() && !grid.may_be_nan()) return nullptr;
  return ir::binary(ir::BinaryOp::Eq, ir::unary(ir::UnaryOp::Floor, v.parts()[0]), v.parts()[0]);
}

// The failure of an index that is not whole.
ir::Stmt::Node not_whole(const ir::ExprP& whole, ir::SiteId site, std::size_t dim, Span span) {
  ir::Block fail;
  fail.push_back(
      {ir::Fail{site, {ir::int_const(ir::kFractionalIndex), ir::int_const(0), ir::int_const(std::int64_t(dim))}},
       span});
  return ir::If{ir::unary(ir::UnaryOp::Not, whole), std::move(fail), {}};
}

}  // namespace

std::vector<Value> index_values(LowerContext& cx, const std::vector<ast::ExprP>& indices, const ExtentOf& extent_of) {
  std::vector<Value> out;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    const ast::ExprP& i = indices[k];
    const auto index = [&] {
      if (std::holds_alternative<ast::Colon>(i->node)) return colon_value(cx, extent_of(k, indices.size()), i->span);
      auto* range = std::get_if<ast::Range>(&i->node);
      return range ? range_value(cx, *range, i->span, true) : expr(cx, *i);
    };
    next_of(cx, out, index, i->span);
  }
  return out;
}

// An index along a dimension of extent 1 that the array does not have: before the row of a vec, or behind its last one.
struct SurplusIndex {
  ir::ExprP index;
  int dimension;
  bool before;  // the row of a vec
};

// The last index of the access, out of range where a surplus one is not 0: the first such is told of, behind what comes
// before it.
static ir::ExprP index_beside(const ir::Access& a, const std::vector<SurplusIndex>& surplus) {
  const ir::ExprP last = a.index.back();
  const int dimension = int(a.index.size()) - 1;
  ir::ExprP index = last;
  for (auto s = surplus.rbegin(); s != surplus.rend(); ++s) {
    ir::ExprP mark = ir::SurplusMark::of(s->index, s->dimension);
    if (!s->before) {
      const ir::ExprP inside =
          ir::logical_and(ir::le(ir::int_const(0), last), ir::lt(last, ir::extent(a.array, dimension)));
      mark = ir::select(inside, mark, last);
    }
    index = ir::select(ir::binary(ir::BinaryOp::Eq, s->index, ir::int_const(0)), index, mark);
  }
  return index;
}

ir::ExprP element_index(LowerContext& cx, const Value& v, Boundary boundary, Span span) {
  ir::ExprP index = index_value(cx, v, span);
  const bool truncates = cx.in_kernel || boundary == Boundary::Unchecked;
  const ir::ExprP whole = truncates ? nullptr : no_fraction(v);
  if (!whole) return index;
  if (boundary == Boundary::Checked) return ir::whole_index(whole, index);
  ir::Block fail;
  fail.push_back({ir::Fail{cx.refusal("Q0301", span, "an index is not whole"), {}}, span});
  cx.code.emit(ir::If{ir::unary(ir::UnaryOp::Not, whole), std::move(fail), {}}, span);
  return index;
}

// Takes out the indices of dimensions that the array does not have, and returns how many of them stand before its own:
// a vec is a row. Outside kernels, whose arrays read 0 there, v[i,0] is no element of a vec.
static int drop_surplus(LowerContext& cx, ir::Access& a, int rank, bool writes, Span span) {
  const bool device = cx.in_kernel || cx.names.frame().device;
  const auto zero = [&](std::size_t k) { return ir::as_int(*a.index[k]) == 0; };
  std::vector<SurplusIndex> surplus;
  int before = 0, behind = 0;
  while (a.index.size() > std::size_t(rank) && a.index.size() > 1) {
    const std::size_t last = a.index.size() - 1;
    const bool first = device ? rank == 1 && !(last == 1 && !zero(0) && zero(1)) && !(last > 1 && zero(last))
                              : rank == 1 && before == 0;
    const std::size_t k = first ? 0 : device ? last : std::size_t(rank);
    if (!zero(k)) surplus.push_back({a.index[k], first ? before : before + rank + behind, first});
    first ? ++before : ++behind;
    a.index.erase(a.index.begin() + std::ptrdiff_t(k));
  }
  if (surplus.empty()) return before;
  if (a.boundary == Boundary::Checked || a.boundary == Boundary::Safe)
    a.index.back() = index_beside(a, surplus);
  else if (writes && !device && ir::moves(a.boundary))  // what is read is moved to 0
    for (const SurplusIndex& s : surplus) {
      ir::Block fail;
      const ir::SiteId at = cx.site(ir::Site::Kind::OutOfRange, span, cx.code.f.arrays[a.array].name);
      cx.code.f.sites[at].before = before;
      fail.push_back({ir::Fail{at, {s.index, ir::int_const(1), ir::int_const(s.dimension - before)}}, span});
      const ir::ExprP outside = ir::binary(ir::BinaryOp::Ne, s.index, ir::int_const(0));
      cx.code.emit(ir::If{outside, std::move(fail), {}}, span);
    }
  return before;
}

ir::Access access_values(LowerContext& cx, const Value& array, std::vector<Value> indices, Span span, bool writes) {
  const std::string& array_name = cx.code.f.arrays[array.array().id].name;
  const int rank = rank_of(array);
  for (const Value& i : indices)
    if (i.type.is_array())
      stop("R901", span, fmt::format("'{}' is indexed by an array", array_name), cx.code.f.arrays[i.array().id].name);
  if (indices.empty()) error("Q0301", span, fmt::format("'{}' is indexed by nothing", array_name));
  if (indices.size() == 1 && indices[0].type.kind == Type::Kind::Fixed) {
    const Value position = indices[0];
    const std::size_t n = components(position);
    if (rank == 1 && n > 1) stop("R901", span, fmt::format("several elements of '{}' are gathered", array_name));
    indices.clear();
    for (std::size_t k = 0; k < n; ++k) indices.push_back(component(position, k));
  }
  ir::Access a;
  a.array = array.array().id;
  a.boundary = array.type.boundary;
  if (a.boundary == Boundary::Default)
    a.boundary = cx.in_kernel || cx.names.frame().device ? Boundary::Safe : Boundary::Checked;
  const bool fails = a.boundary != Boundary::Checked && a.boundary != Boundary::Unchecked &&
                     !cx.in_kernel;  // of itself, where the access does not
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (const ir::ExprP whole = fails ? no_fraction(indices[k]) : nullptr)
      cx.code.emit(not_whole(whole, cx.site(ir::Site::Kind::OutOfRange, span, array_name), k, span), span);
    a.index.push_back(fails ? index_value(cx, indices[k], span) : element_index(cx, indices[k], a.boundary, span));
  }
  const int before = drop_surplus(cx, a, rank, writes, span);
  a.linear = a.index.size() == 1 && rank > 1;
  const std::size_t given = a.index.size();
  while (
      !a.linear &&
      a.index.size() <
          std::size_t(rank)) {  // trailing dimensions of size 1, as far as it is known; kernels take their first place
    const int d = int(a.index.size());
    const bool looked_at = !cx.in_kernel && !cx.names.frame().device &&
                           cx.code.f.arrays[array.array().id].space == ir::Space::Global &&
                           cx.scope.extent_of(array_name, d);
    if (looked_at && launch_extent(cx, array.array().id, d, 1) != 1)
      stop("R901", span, fmt::format("'{}' has {} dimensions, and is given {} indices", array_name, rank, given));
    a.index.push_back(ir::int_const(0));
  }
  const bool pairs = a.linear && array.type.complex;
  a.site = cx.site(ir::Site::Kind::OutOfRange, span, pairs ? array_name + ir::kPairs : array_name);
  cx.code.f.sites[a.site].before = before;
  return a;
}

ir::Access slice_element(LowerContext& cx, const Value& array, std::vector<Value> indices, Span span, bool writes) {
  const ir::Access a = access_values(cx, array, std::move(indices), span, writes);
  cx.code.f.sites[a.site].of_slice = true;
  return a;
}

ir::Access access(LowerContext& cx, const Value& array, const std::vector<ast::ExprP>& indices, Span span) {
  return access_values(cx, array, index_values(cx, indices, array_extents(cx, array)), span);
}

// Complex arrays hold pairs: the parameter has one more dimension of extent 2. A linear index is doubled; one that may
// be anything ends where no array does first, so that it does not wrap to a place.
ir::Access complex_part(const LowerContext& cx, ir::Access a, bool imaginary) {
  if (!a.linear) {
    a.index.push_back(ir::int_const(imaginary));
    return a;
  }
  const auto may_be_any = [&](const ir::Expr& e) {
    if (auto* v = std::get_if<ir::VarRef>(&e.node))
      return !never_changes(cx, v->var) &&
             std::find(cx.control.counters.begin(), cx.control.counters.end(), v->var) == cx.control.counters.end();
    auto* c = std::get_if<ir::Cast>(&e.node);
    return std::holds_alternative<ir::Load>(e.node) || (c && is_float(c->a->type));
  };
  const auto doubled = [&](ir::ExprP e) {
    bool any = false;
    ir::for_each_expr(*e, [&](const ir::Expr& x) { any = any || may_be_any(x); });
    const ir::ExprP most = ir::int_const(kFarPlace), least = ir::int_const(-kFarPlace);
    if (any) e = ir::binary(ir::BinaryOp::Min, ir::binary(ir::BinaryOp::Max, e, least), most);
    return ir::add(ir::mul(e, ir::int_const(2)), ir::int_const(imaginary));
  };
  auto* marked = std::get_if<ir::Select>(&a.index[0]->node);
  const auto mark = marked ? ir::as_int(*marked->no) : std::nullopt;
  a.index[0] = mark && ir::is_mark(*mark) ? ir::select(marked->condition, doubled(marked->yes), marked->no)
                                          : doubled(a.index[0]);
  return a;
}

Value load(LowerContext& cx, const Value& array, const ir::Access& a, Span span) {
  Value v = of_scalars(Type::number(value_elem(array.type.elem), array.type.complex));
  if (array.type.complex) {
    for (bool imaginary : {false, true})
      v.parts().push_back(with_span(ir::load(cx.code.f, complex_part(cx, a, imaginary)), span));
  } else {
    v.parts().push_back(with_span(ir::load(cx.code.f, a), span));
  }
  return array.array().read_as ? convert_elem(cx, v, *array.array().read_as, span) : v;
}

std::optional<std::int64_t> fixed_index(LowerContext& cx, const Type& type, const std::vector<Value>& given,
                                        Span span) {
  std::vector<Value> indices = given;
  if (indices.size() == 1 && indices[0].type.kind == Type::Kind::Fixed) {
    const Value position = indices[0];
    indices.clear();
    for (std::size_t k = 0; k < components(position); ++k) indices.push_back(component(position, k));
  }
  while (indices.size() > std::max<std::size_t>(type.dims.size(), 2) &&
         ir::as_int(*index_value(cx, indices.back(), span)) == 0)
    indices.pop_back();  // a dimension of 1
  if (type.dims.size() == 1 && indices.size() == 2) {
    const auto first = ir::as_int(*index_value(cx, indices[0], span)),
               second = ir::as_int(*index_value(cx, indices[1], span));
    if (first != 0 && second != 0) return {};  // which fails, or is 0, or moved
    indices.erase(first == 0 ? indices.begin() : indices.end() - 1);
  }
  if (indices.size() != 1 && indices.size() != type.dims.size())
    error("Q0301", span, fmt::format("{} is used with {}", cx.a_type(type), indices_text(indices.size())));
  std::int64_t at = 0, count = 1;
  for (auto d : type.dims) count *= d;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    const auto c = ir::as_int(*index_value(cx, indices[k], span));
    if (!c) return {};
    if (const auto literal = literal_of(indices[k]); literal && *literal != std::floor(*literal)) {
      if (cx.in_kernel) error("Q0301", span, fmt::format("expected an int, not {}", *literal));
      return {};  // a failure where the loop comes to it
    }
    const std::int64_t extent = indices.size() == 1 ? count : type.dims[k];
    if ((ir::moves(type.boundary) || type.boundary == Boundary::Safe) && (*c < 0 || *c >= extent)) return {};
    if (*c < 0 || *c >= extent)
      error("Q0301", span, fmt::format("index {} is outside 0..{} of {}", *c, extent - 1, cx.a_type(type)));
    at = at * extent + *c;
  }
  return at;
}

Binding* fixed_binding(LowerContext& cx, const ast::Expr& base, Span span) {
  auto* n = std::get_if<ast::Name>(&base.node);
  if (!n || (!cx.in_kernel && cell_path(cx, base))) return nullptr;
  Binding* b = find(cx, n->name, span);
  return b && !b->alias() && b->type.kind == Type::Kind::Fixed ? b : nullptr;
}

ir::Access local_access(LowerContext& cx, const Binding& b, const std::string& name, const std::vector<Value>& indices,
                        Span span) {
  Value array = of_array(b.type, *b.local_array());
  array.type.kind = Type::Kind::Array;
  array.type.rank = int(b.type.dims.size());
  (void)name;
  return access_values(cx, array, indices, span);
}

void keep_in_memory(LowerContext& cx, const Binding& b, Span span) {
  const bool outside = b.outer && cx.scope.type_of(b.key) && cx.names.outermost().names.count(b.key);
  if (outside && b.by_value && !cx.in_kernel) {  // no other name is its array
    cx.types.changed |= cx.types.kept_as_arrays.insert(b.key).second;
    return;
  }
  if (outside) stop("R904", span, "a fixed-size value from outside the loop is indexed by a computed value", b.key);
  cx.types.local_arrays.insert(b.key);
  cx.types.changed = true;
}

// The value of a variable several of whose components are read; it goes to memory when one of the indices is computed.
static Value in_memory(LowerContext& cx, const Binding& b, std::vector<std::vector<Value>>& at, Span span) {
  for (auto& indices : at)
    if (!fixed_index(cx, b.type, indices, span)) {
      keep_in_memory(cx, b, span);
      for (Value& i : indices) i = one_number(ir::int_const(0));
    }
  return read_binding(cx, b);
}

ir::VarId component_place(LowerContext& cx, const Type& type, std::vector<Value> at, Span span) {
  constexpr std::int64_t kMost = 64;
  std::int64_t n = 1;
  for (auto d : type.dims) n *= d;
  if (n > kMost) stop("R904", span, "a large fixed-size value that is no variable is indexed by a computed value");
  if (at.size() == 1 && at[0].type.kind == Type::Kind::Fixed) {
    const Value position = at[0];
    at.clear();
    for (std::size_t k = 0; k < components(position); ++k) at.push_back(component(position, k));
  }
  if (at.size() != 1 && at.size() != type.dims.size())
    stop("R904", span, "a fixed-size value is indexed by too many or too few values");
  ir::ExprP place, inside;
  for (std::size_t d = 0; d < at.size(); ++d) {
    const std::int64_t extent = at.size() == 1 ? n : type.dims[d];
    const ir::VarId k = cx.code.temp("k", Elem::I64);
    cx.code.emit(ir::Assign{k, index_value(cx, at[d], span)}, span);
    if (ir::moves(type.boundary))
      cx.code.emit(ir::Assign{k, ir::moved_index(type.boundary, ir::var(cx.code.f, k), ir::int_const(extent))}, span);
    ir::ExprP here = ir::logical_and(ir::le(ir::int_const(0), ir::var(cx.code.f, k)),
                                     ir::lt(ir::var(cx.code.f, k), ir::int_const(extent)));
    if (const ir::ExprP whole = cx.in_kernel ? nullptr : no_fraction(at[d])) here = ir::logical_and(whole, here);
    inside = inside ? ir::logical_and(inside, here) : here;
    place = place ? ir::add(ir::mul(place, ir::int_const(extent)), ir::var(cx.code.f, k)) : ir::var(cx.code.f, k);
  }
  const ir::VarId i = cx.code.temp("i", Elem::I64);
  cx.code.emit(ir::Assign{i, ir::select(inside, place, ir::int_const(-1))}, span);
  if (!cx.in_kernel && !cx.names.frame().device && type.boundary != Boundary::Safe) {
    ir::Block fail;
    fail.push_back({ir::Fail{cx.refusal("Q0401", span,
                                        fmt::format("an index is outside the {} elements of {}", n, cx.a_type(type))),
                             {}},
                    span});
    cx.code.emit(ir::If{ir::lt(ir::var(cx.code.f, i), ir::int_const(0)), std::move(fail), {}}, span);
  }
  return i;
}

Value select_component(LowerContext& cx, const Value& v, std::vector<Value> at, Span span, const std::string& name) {
  const bool fails = !cx.in_kernel,
             stays = !cx.names.frame().device && !ir::moves(v.type.boundary) && v.type.boundary != Boundary::Safe;
  const bool linear = at.size() == 1;
  for (std::size_t d = 0; fails && d < at.size() && (linear || at.size() == v.type.dims.size()); ++d) {
    if (!at[d].type.is_number()) break;  // a position
    if (const ir::ExprP whole = no_fraction(at[d]))
      cx.code.emit(not_whole(whole, cx.site(ir::Site::Kind::OutOfRange, span, name), d, span), span);
    if (!stays) continue;
    const ir::ExprP k = cx.code.keep("$index", index_value(cx, at[d], span), span),
                    extent = ir::int_const(linear ? std::int64_t(components(v)) : v.type.dims[d]);
    const ir::ExprP inside = ir::logical_and(ir::le(ir::int_const(0), k), ir::lt(k, extent));
    ir::Block fail;
    fail.push_back(
        {ir::Fail{cx.site(ir::Site::Kind::OutOfRange, span, name), {k, extent, ir::int_const(std::int64_t(d))}}, span});
    cx.code.emit(ir::If{ir::unary(ir::UnaryOp::Not, inside), std::move(fail), {}}, span);
  }
  const ir::VarId i = component_place(cx, v.type, std::move(at), span);
  const std::size_t n = components(v);
  Value out = component(v, n - 1);
  for (std::size_t part = 0; part < out.parts().size(); ++part) {
    const Elem type = out.parts()[part]->type;
    ir::ExprP e = type == Elem::Bool ? ir::bool_const(false)
                  : is_float(type)   ? ir::float_const(0, type)
                                     : ir::int_const(0);
    for (std::size_t k = n; k-- > 0;)
      e = ir::select(ir::binary(ir::BinaryOp::Eq, ir::var(cx.code.f, i), ir::int_const(std::int64_t(k))),
                     component(v, k).parts()[part], e);
    out.parts()[part] = e;
  }
  out.scalars().literal.reset();
  return out;
}

std::optional<Value> cell_item(LowerContext& cx, const ast::Index& n, Span span) {
  if (const auto path = cell_path(cx, *n.base)) {
    if (auto item = record_item(cx, *path, n, span)) return item;
    const bool own = !cx.names.in_call() && !cx.in_kernel;  // functions may write to the items under other names
    if (auto item = own ? array_item(cx, *path, n, span) : std::nullopt) return item;
    if (!cx.in_kernel) {  // those at known places are variables of the loop
      auto item = select_cell_item(cx, *path, n, span);
      return item || own ? item : array_item(cx, *path, n, span);
    }
  }
  std::optional<Value> cell;
  if (auto* root = std::get_if<ast::Name>(&n.base->node)) {
    const auto known = cx.names.frame().names.find(root->name);
    if (known != cx.names.frame().names.end() && known->second.alias()) cell = *known->second.alias();
  } else if (auto* outer = std::get_if<ast::Index>(&n.base->node)) {
    cell = cell_item(cx, *outer, span);
  }
  auto* outer = cell && cell->type.kind == Type::Kind::Cell ? cell->get_if<OuterPath>() : nullptr;
  if (!outer) return {};
  std::string path = outer->path + "[";
  for (const auto& i : n.indices) {
    const auto at = launch_constant(cx, *index_value(cx, expr(cx, *i), i->span));
    if (!at) {
      if (auto item = select_cell_item(cx, outer->path, n, span)) return item;
      error("Q0503", i->span,
            fmt::format("which item of the cell '{}' is meant is computed in the kernel", outer->path),
            "items at computed places are arrays of one kind, at most 32, or instances of one class");
    }
    path += fmt::format("{}{}", path.back() == '[' ? "" : ",", *at);
  }
  path += "]";
  Frame& front = cx.names.outermost();
  if (auto there = front.names.find(path); there != front.names.end()) return read_binding(cx, there->second);
  const auto type = cx.scope.type_of(path);
  if (!type) error("Q0401", span, fmt::format("there is no '{}'", path));
  return read_binding(cx, import_outer(cx, path, *type, span));
}

Value read_index(LowerContext& cx, const ast::Index& n, Span span) {
  if (auto chosen = masked_read(cx, n, span)) return *chosen;
  Binding* fixed = fixed_binding(cx, *n.base, n.base->span);
  if (fixed) {
    const std::vector<Value> at = index_values(cx, n.indices, fixed_extents(fixed->type));
    if (auto s = selection(cx, fixed->type.rank, at, span)) {
      if (fixed->local_array()) return read_selection(cx, fixed, {}, *s, span);
      return read_selection(cx, nullptr, in_memory(cx, *fixed, s->at, span), *s, span);
    }
    if (fixed->local_array()) return one_number(ir::load(cx.code.f, local_access(cx, *fixed, "", at, span)));
    if (auto k = fixed_index(cx, fixed->type, at, span)) return component(read_binding(cx, *fixed), std::size_t(*k));
    // Complex values are not kept in memory, nor are those around a loop or a kernel.
    const bool captured = fixed->outer && cx.names.outermost().names.count(fixed->key) && cx.scope.type_of(fixed->key);
    if (fixed->type.complex || captured) {
      return select_component(cx, read_binding(cx, *fixed), at, span, std::get<ast::Name>(n.base->node).name);
    }
    keep_in_memory(cx, *fixed, span);
    return component(read_binding(cx, *fixed), 0);
  }
  if (auto item = cell_item(cx, n, span)) return *item;
  Value base = expr(cx, *n.base);
  if (auto* arrays = base.get_if<ArraySelect>()) return element_of_phi(cx, *arrays, n.indices, span);
  if (base.type.is_number()) {  // it has one element, which a condition selects or not
    const bool all = std::holds_alternative<ast::Colon>(n.indices.at(0)->node);
    if (n.indices.size() == 1 && !all && expr(cx, *n.indices[0]).type.elem == Elem::Bool)
      stop("R901", span, "a condition selects the number, or nothing");
    base = make_fixed(cx, {1}, {base}, span);
  }
  if (is_lazy(base) && n.indices.size() == 1 && std::holds_alternative<ast::Colon>(n.indices[0]->node)) {
    Value row = row_of_lazy(cx, base, span);
    row.as<LazyRef>().local_array.reset();
    return row;
  }
  if (is_lazy(base))
    if (auto slice = slice_of_lazy(cx, base, n.indices, span)) {
      if (base.type.boundary == Boundary::Clamped)
        stop("R901", span, "a slice of a long slice that is 'clamped is used in the loop");
      return *slice;
    }
  if (is_lazy(base))
    return element_of_lazy(cx, base, index_values(cx, n.indices, [](std::size_t, std::size_t) { return std::nullopt; }),
                           span);
  switch (base.type.kind) {
    case Type::Kind::Array: {
      if (auto slice = SliceLoop(cx).lazy(n, base, span, SliceLoop::Length::Long)) return *slice;
      const std::vector<Value> at = index_values(cx, n.indices, array_extents(cx, base));
      if (auto s = selection(cx, rank_of(base), at, span)) return read_selection(cx, base, *s, span);
      return texel(cx, base, at, span);
    }
    case Type::Kind::Fixed: {
      base = cx.code.evaluated(base, span);  // x[a..b][k]: of no other element is it read whether it is there
      const std::vector<Value> at = index_values(cx, n.indices, fixed_extents(base.type));
      if (auto s = selection(cx, base.type.rank, at, span)) return read_selection(cx, nullptr, base, *s, span);
      if (auto k = fixed_index(cx, base.type, at, span)) return component(base, std::size_t(*k));
      return select_component(cx, base, at, span, ast::array_name(*n.base));
    }
    case Type::Kind::Function:
      error("Q0301", span, "a function is indexed", "call it with ( )");
    default:
      require_value(cx, base, span, "an array");
      stop("R901", span, "something other than an array is indexed");
  }
}

// ---- extents ----------------------------------------------------------------------------------------------------

ir::ExprP extent(const Value& array, const ir::ExprP& dim, Span span) {
  const auto d = ir::as_int(*dim);
  if (!d) stop("R904", span, "size with a computed dimension is not compiled: choose between size(x,0) and its kin");
  const int rank = rank_of(array);
  if (*d < 0) error("Q0301", span, fmt::format("there is no dimension {}", *d));
  if (rank == 1) return *d == 1 ? ir::extent(array.array().id, 0) : ir::int_const(1);
  return *d < rank ? ir::extent(array.array().id, int(*d)) : ir::int_const(1);
}

ir::ExprP element_count(const Value& array) {
  if (!array.type.complex) return ir::extent(array.array().id, -1);
  return ir::binary(ir::BinaryOp::DivTrunc, ir::extent(array.array().id, -1), ir::int_const(2));
}

}  // namespace qc::lowering
