// Array elements and components of fixed-size values.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ir/index_marks.h"
#include "ir/moved_index.h"
#include "ir/range_count.h"
#include "lower/lower_impl.h"
#include "lower/range_lowering.h"

namespace qc::lowering {

namespace {

std::string indices_text(std::size_t n) { return n == 1 ? "1 index" : fmt::format("{} indices", n); }

// The condition that an index has no fraction; null where it is sure to have none.
ir::ExprP no_fraction(const Value& v) {
  if (!v.type.is_number() || v.type.complex || ir::float_grid(*v.parts[0], {}).whole()) return nullptr;
  return ir::binary(ir::BinaryOp::Eq, ir::unary(ir::UnaryOp::Floor, v.parts[0]), v.parts[0]);
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

int Lowerer::rank_of(const Value& array) const { return array.type.rank; }

std::vector<Value> Lowerer::index_values(const std::vector<ast::ExprP>& indices, const ExtentOf& extent_of) {
  std::vector<Value> out;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    const ast::ExprP& i = indices[k];
    const auto index = [&] {
      if (std::holds_alternative<ast::Colon>(i->node)) return colon_value(extent_of(k, indices.size()), i->span);
      auto* range = std::get_if<ast::Range>(&i->node);
      return range ? range_value(*range, i->span, true) : expr(*i);
    };
    next_of(out, index, i->span);
  }
  return out;
}

// An index along a dimension of extent 1 that the array does not have: the row of a vec, or one past the last
// dimension.
void Lowerer::drop_surplus_index(ir::Access& a, bool first) {
  const auto at = first ? a.index.begin() : a.index.end() - 1;
  const ir::ExprP surplus = *at;
  a.index.erase(at);
  if (a.boundary != Boundary::Checked && a.boundary != Boundary::Safe) return;  // it is 0, or moved there
  const ir::ExprP inside = ir::binary(ir::BinaryOp::Eq, surplus, ir::int_const(0));
  a.index.back() = ir::select(inside, a.index.back(), ir::int_const(ir::kSurplusIndex));
}

// An index of an element. Host code, and the loops that do what it does, accept whole numbers only; kernels truncate.
ir::ExprP Lowerer::element_index(const Value& v, Boundary boundary, Span span) {
  ir::ExprP index = index_value(v, span);
  const bool truncates = kernel_ || frame().device || boundary == Boundary::Unchecked;
  const ir::ExprP whole = truncates ? nullptr : no_fraction(v);
  if (!whole) return index;
  if (boundary == Boundary::Checked) return ir::select(whole, index, ir::int_const(ir::kFractionalIndex));
  ir::Block fail;
  fail.push_back({ir::Fail{site(ir::Site::Kind::Error, span, "an index is not whole"), {}}, span});
  emit(ir::If{ir::unary(ir::UnaryOp::Not, whole), std::move(fail), {}}, span);
  return index;
}

// The Access for index values: one for each dimension, a position vector, or one linear index.
ir::Access Lowerer::access_values(const Value& array, std::vector<Value> indices, Span span) {
  const std::string& array_name = f.arrays[array.array].name;
  const int rank = rank_of(array);
  for (const Value& i : indices)
    if (i.type.is_array())
      stop("R901", span, fmt::format("'{}' is indexed by an array", array_name), f.arrays[i.array].name);
  if (indices.empty()) error("Q0301", span, fmt::format("'{}' is indexed by nothing", array_name));
  if (indices.size() == 1 && indices[0].type.kind == Type::Kind::Fixed) {
    const Value position = indices[0];
    const std::size_t n = components(position);
    if (rank == 1 && n > 1) stop("R901", span, fmt::format("several elements of '{}' are gathered", array_name));
    indices.clear();
    for (std::size_t k = 0; k < n; ++k) indices.push_back(component(position, k));
  }
  ir::Access a;
  a.array = array.array;
  a.boundary = array.type.boundary;
  if (a.boundary == Boundary::Default) a.boundary = kernel_ || frame().device ? Boundary::Safe : Boundary::Checked;
  const bool fails = a.boundary != Boundary::Checked && a.boundary != Boundary::Unchecked && !kernel_ &&
                     !frame().device;  // of itself, where the access does not
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (const ir::ExprP whole = fails ? no_fraction(indices[k]) : nullptr)
      emit(not_whole(whole, site(ir::Site::Kind::OutOfRange, span, array_name), k, span), span);
    a.index.push_back(fails ? index_value(indices[k], span) : element_index(indices[k], a.boundary, span));
  }
  const auto zero = [&](std::size_t k) { return ir::as_int(*a.index[k]) == 0; };
  while (a.index.size() > std::size_t(rank) && a.index.size() > 1) {
    if (rank == 1 && a.index.size() == 2 && zero(0))
      a.index.erase(a.index.begin());  // a vec is a row
    else if (zero(a.index.size() - 1))
      a.index.pop_back();
    else
      drop_surplus_index(a, rank == 1);
  }
  a.linear = a.index.size() == 1 && rank > 1;
  const std::size_t given = a.index.size();
  while (
      !a.linear &&
      a.index.size() <
          std::size_t(rank)) {  // trailing dimensions of size 1, as far as it is known; kernels take their first place
    const int d = int(a.index.size());
    const bool looked_at = !kernel_ && !frame().device && f.arrays[array.array].space == ir::Space::Global &&
                           scope_.extent_of(array_name, d);
    if (looked_at && launch_extent(array.array, d, 1) != 1)
      stop("R901", span, fmt::format("'{}' has {} dimensions, and is given {} indices", array_name, rank, given));
    a.index.push_back(ir::int_const(0));
  }
  const bool pairs = a.linear && array.type.complex;
  a.site = site(ir::Site::Kind::OutOfRange, span, pairs ? array_name + ir::kPairs : array_name);
  return a;
}

ir::Access Lowerer::access(const Value& array, const std::vector<ast::ExprP>& indices, Span span) {
  return access_values(array, index_values(indices, array_extents(array)), span);
}

// Complex arrays hold pairs: the parameter has one more dimension of extent 2. A linear index is doubled; one that may
// be anything ends where no array does first, so that it does not wrap to a place.
ir::Access Lowerer::complex_part(ir::Access a, bool imaginary) const {
  if (!a.linear) {
    a.index.push_back(ir::int_const(imaginary));
    return a;
  }
  const auto may_be_any = [&](const ir::Expr& e) {
    if (auto* v = std::get_if<ir::VarRef>(&e.node))
      return !never_changes(v->var) && std::find(counters_.begin(), counters_.end(), v->var) == counters_.end();
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

Value Lowerer::load(const Value& array, const ir::Access& a, Span span) {
  Value v;
  v.type = Type::number(value_elem(array.type.elem), array.type.complex);
  if (array.type.complex) {
    for (bool imaginary : {false, true}) v.parts.push_back(with_span(ir::load(f, complex_part(a, imaginary)), span));
  } else {
    v.parts.push_back(with_span(ir::load(f, a), span));
  }
  return array.read_as ? convert_elem(v, *array.read_as, span) : v;
}

// The component that constant indices select; nothing when one is computed, or moved by the boundary mode.
std::optional<std::int64_t> Lowerer::fixed_index(const Type& type, const std::vector<Value>& given, Span span) {
  std::vector<Value> indices = given;
  if (indices.size() == 1 && indices[0].type.kind == Type::Kind::Fixed) {
    const Value position = indices[0];
    indices.clear();
    for (std::size_t k = 0; k < components(position); ++k) indices.push_back(component(position, k));
  }
  while (indices.size() > std::max<std::size_t>(type.dims.size(), 2) &&
         ir::as_int(*index_value(indices.back(), span)) == 0)
    indices.pop_back();  // a dimension of 1
  if (type.dims.size() == 1 && indices.size() == 2) {
    const auto first = ir::as_int(*index_value(indices[0], span)), second = ir::as_int(*index_value(indices[1], span));
    if (first != 0 && second != 0) return {};  // which fails, or is 0, or moved
    indices.erase(first == 0 ? indices.begin() : indices.end() - 1);
  }
  if (indices.size() != 1 && indices.size() != type.dims.size())
    error("Q0301", span, fmt::format("{} is used with {}", a_type(type), indices_text(indices.size())));
  std::int64_t at = 0, count = 1;
  for (auto d : type.dims) count *= d;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    const auto c = ir::as_int(*index_value(indices[k], span));
    if (!c) return {};
    if (indices[k].literal && indices[k].number != std::floor(indices[k].number)) {
      if (kernel_) error("Q0301", span, fmt::format("expected an int, not {}", indices[k].number));
      return {};  // a failure where the loop comes to it
    }
    const std::int64_t extent = indices.size() == 1 ? count : type.dims[k];
    if ((ir::moves(type.boundary) || type.boundary == Boundary::Safe) && (*c < 0 || *c >= extent)) return {};
    if (*c < 0 || *c >= extent)
      error("Q0301", span, fmt::format("index {} is outside 0..{} of {}", *c, extent - 1, a_type(type)));
    at = at * extent + *c;
  }
  return at;
}

// The fixed-size variable that an index is applied to, if it is one.
Binding* Lowerer::fixed_binding(const ast::Expr& base, Span span) {
  auto* n = std::get_if<ast::Name>(&base.node);
  if (!n || (!kernel_ && cell_path(base))) return nullptr;
  Binding* b = find(n->name, span);
  return b && !b->alias && b->type.kind == Type::Kind::Fixed ? b : nullptr;
}

ir::Access Lowerer::local_access(const Binding& b, const std::string& name, const std::vector<Value>& indices,
                                 Span span) {
  Value array;
  array.type = b.type;
  array.type.kind = Type::Kind::Array;
  array.type.rank = int(b.type.dims.size());
  array.array = *b.local;
  (void)name;
  return access_values(array, indices, span);
}

// A fixed-size variable with a computed index: the next pass keeps it in memory.
void Lowerer::keep_in_memory(const Binding& b, Span span) {
  const bool outside = b.outer && scope_.type_of(b.key) && frames_.front()->names.count(b.key);
  if (outside && b.by_value && !kernel_) {  // no other name is its array
    changed_ |= kept_as_arrays_.insert(b.key).second;
    return;
  }
  if (outside) stop("R904", span, "a fixed-size value from outside the loop is indexed by a computed value", b.key);
  local_arrays_.insert(b.key);
  changed_ = true;
}

// The value of a variable several of whose components are read; it goes to memory when one of the indices is computed.
Value Lowerer::in_memory(const Binding& b, std::vector<std::vector<Value>>& at, Span span) {
  for (auto& indices : at)
    if (!fixed_index(b.type, indices, span)) {
      keep_in_memory(b, span);
      for (Value& i : indices) i = of(ir::int_const(0));
    }
  return read(b);
}

// The row-major place of a component at computed indices, -1 outside; in loops that is an error.
ir::VarId Lowerer::component_place(const Type& type, std::vector<Value> at, Span span) {
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
    const ir::VarId k = temp("k", Elem::I64);
    emit(ir::Assign{k, index_value(at[d], span)}, span);
    if (ir::moves(type.boundary))
      emit(ir::Assign{k, ir::moved_index(type.boundary, ir::var(f, k), ir::int_const(extent))}, span);
    ir::ExprP here =
        ir::logical_and(ir::le(ir::int_const(0), ir::var(f, k)), ir::lt(ir::var(f, k), ir::int_const(extent)));
    if (const ir::ExprP whole = kernel_ || frame().device ? nullptr : no_fraction(at[d]))
      here = ir::logical_and(whole, here);
    inside = inside ? ir::logical_and(inside, here) : here;
    place = place ? ir::add(ir::mul(place, ir::int_const(extent)), ir::var(f, k)) : ir::var(f, k);
  }
  const ir::VarId i = temp("i", Elem::I64);
  emit(ir::Assign{i, ir::select(inside, place, ir::int_const(-1))}, span);
  if (!kernel_ && !frame().device && type.boundary != Boundary::Safe) {
    ir::Block fail;
    fail.push_back({ir::Fail{site(ir::Site::Kind::Error, span,
                                  fmt::format("an index is outside the {} elements of {}", n, a_type(type))),
                             {}},
                    span});
    emit(ir::If{ir::lt(ir::var(f, i), ir::int_const(0)), std::move(fail), {}}, span);
  }
  return i;
}

// The component of a value that is not kept in memory at a computed place. Outside it is 0 in kernels and of 'safe
// values; loops fail as they do for an array.
Value Lowerer::chosen_component(const Value& v, std::vector<Value> at, Span span) {
  const std::string name = v.text.empty() ? "the array" : v.text;
  const bool fails = !kernel_ && !frame().device,
             stays = !ir::moves(v.type.boundary) && v.type.boundary != Boundary::Safe;
  const bool linear = at.size() == 1;
  for (std::size_t d = 0; fails && d < at.size() && (linear || at.size() == v.type.dims.size()); ++d) {
    if (!at[d].type.is_number()) break;  // a position
    if (const ir::ExprP whole = no_fraction(at[d]))
      emit(not_whole(whole, site(ir::Site::Kind::OutOfRange, span, name), d, span), span);
    if (!stays) continue;
    const ir::ExprP k = keep("$index", index_value(at[d], span), span),
                    extent = ir::int_const(linear ? std::int64_t(components(v)) : v.type.dims[d]);
    const ir::ExprP inside = ir::logical_and(ir::le(ir::int_const(0), k), ir::lt(k, extent));
    ir::Block fail;
    fail.push_back(
        {ir::Fail{site(ir::Site::Kind::OutOfRange, span, name), {k, extent, ir::int_const(std::int64_t(d))}}, span});
    emit(ir::If{ir::unary(ir::UnaryOp::Not, inside), std::move(fail), {}}, span);
  }
  const ir::VarId i = component_place(v.type, std::move(at), span);
  const std::size_t n = components(v);
  Value out = component(v, n - 1);
  for (std::size_t part = 0; part < out.parts.size(); ++part) {
    const Elem type = out.parts[part]->type;
    ir::ExprP e = type == Elem::Bool ? ir::bool_const(false)
                  : is_float(type)   ? ir::float_const(0, type)
                                     : ir::int_const(0);
    for (std::size_t k = n; k-- > 0;)
      e = ir::select(ir::binary(ir::BinaryOp::Eq, ir::var(f, i), ir::int_const(std::int64_t(k))),
                     component(v, k).parts[part], e);
    out.parts[part] = e;
  }
  out.literal = false;
  return out;
}

// An item of a cell that a kernel was given, at indices known at the launch: a variable of the launch, `filters[0]`.
std::optional<Value> Lowerer::cell_item(const ast::Index& n, Span span) {
  if (const auto path = cell_path(*n.base)) {
    if (auto item = record_item(*path, n, span)) return item;
    const bool own = frames_.size() == 1 && !kernel_;  // functions may write to the items under other names
    if (auto item = own ? array_item(*path, n, span) : std::nullopt) return item;
    if (!kernel_) {  // those at known places are variables of the loop
      auto item = chosen_item(*path, n, span);
      return item || own ? item : array_item(*path, n, span);
    }
  }
  std::optional<Value> cell;
  if (auto* root = std::get_if<ast::Name>(&n.base->node)) {
    const auto known = frame().names.find(root->name);
    if (known != frame().names.end()) cell = known->second.alias;
  } else if (auto* outer = std::get_if<ast::Index>(&n.base->node)) {
    cell = cell_item(*outer, span);
  }
  if (!cell || cell->type.kind != Type::Kind::Cell || !cell->choices.empty()) return {};
  std::string path = cell->text + "[";
  for (const auto& i : n.indices) {
    const auto at = launch_constant(*index_value(expr(*i), i->span));
    if (!at) {
      if (auto item = chosen_item(cell->text, n, span)) return item;
      error("Q0503", i->span, fmt::format("which item of the cell '{}' is meant is computed in the kernel", cell->text),
            "items at computed places are arrays of one kind, at most 32, or instances of one class");
    }
    path += fmt::format("{}{}", path.back() == '[' ? "" : ",", *at);
  }
  path += "]";
  Frame& front = *frames_.front();
  if (auto there = front.names.find(path); there != front.names.end()) return read(there->second);
  const auto type = scope_.type_of(path);
  if (!type) error("Q0401", span, fmt::format("there is no '{}'", path));
  return read(import_outer(path, *type, span));
}

Value Lowerer::index(const ast::Index& n, Span span) {
  if (auto chosen = masked_read(n, span)) return *chosen;
  Binding* fixed = fixed_binding(*n.base, n.base->span);
  if (fixed) {
    const std::vector<Value> at = index_values(n.indices, fixed_extents(fixed->type));
    if (auto s = selection(fixed->type.rank, at, span)) {
      if (fixed->local) return read_selection(fixed, {}, *s, span);
      return read_selection(nullptr, in_memory(*fixed, s->at, span), *s, span);
    }
    if (fixed->local) return of(ir::load(f, local_access(*fixed, "", at, span)));
    if (auto k = fixed_index(fixed->type, at, span)) return component(read(*fixed), std::size_t(*k));
    // Complex values are not kept in memory, nor are those around a loop or a kernel.
    const bool captured = fixed->outer && frames_.front()->names.count(fixed->key) && scope_.type_of(fixed->key);
    if (fixed->type.complex || captured) {
      Value v = read(*fixed);
      v.text = std::get<ast::Name>(n.base->node).name;
      return chosen_component(v, at, span);
    }
    keep_in_memory(*fixed, span);
    return component(read(*fixed), 0);
  }
  if (auto item = cell_item(n, span)) return *item;
  Value base = expr(*n.base);
  if (!base.choices.empty()) return element_of_chosen(base, n.indices, span);
  if (base.type.is_number()) {  // it has one element, which a condition selects or not
    const bool all = std::holds_alternative<ast::Colon>(n.indices.at(0)->node);
    if (n.indices.size() == 1 && !all && expr(*n.indices[0]).type.elem == Elem::Bool)
      stop("R901", span, "a condition selects the number, or nothing");
    base = make_fixed({1}, {base}, span);
  }
  if (base.changing && n.indices.size() == 1 && std::holds_alternative<ast::Colon>(n.indices[0]->node)) {
    Value row = row_of_changing(base, span);
    row.own.reset();
    return row;
  }
  if (base.changing)
    if (auto slice = slice_of_changing(base, n.indices, span)) {
      if (base.type.boundary == Boundary::Clamped)
        stop("R901", span, "a slice of a long slice that is 'clamped is used in the loop");
      return *slice;
    }
  if (base.changing)
    return element_of_changing(base, index_values(n.indices, [](std::size_t, std::size_t) { return std::nullopt; }),
                               span);
  switch (base.type.kind) {
    case Type::Kind::Array: {
      if (auto slice = SliceLoop(*this).changing(n, base, span, SliceLoop::Length::Long)) return *slice;
      const std::vector<Value> at = index_values(n.indices, array_extents(base));
      if (auto s = selection(rank_of(base), at, span)) return read_selection(base, *s, span);
      return texel(base, at, span);
    }
    case Type::Kind::Fixed: {
      const std::vector<Value> at = index_values(n.indices, fixed_extents(base.type));
      if (auto s = selection(base.type.rank, at, span)) return read_selection(nullptr, base, *s, span);
      if (auto k = fixed_index(base.type, at, span)) return component(base, std::size_t(*k));
      return chosen_component(base, at, span);
    }
    case Type::Kind::Function:
      error("Q0301", span, "a function is indexed", "call it with ( )");
    default:
      require_value(base, span, "an array");
      stop("R901", span, "something other than an array is indexed");
  }
}

// ---- extents ----------------------------------------------------------------------------------------------------

// size(x, d). A vec is a row: its extent 0 is 1.
ir::ExprP Lowerer::extent(const Value& array, const ir::ExprP& dim, Span span) {
  const auto d = ir::as_int(*dim);
  if (!d) stop("R904", span, "size with a computed dimension is not compiled: choose between size(x,0) and its kin");
  const int rank = rank_of(array);
  if (*d < 0) error("Q0301", span, fmt::format("there is no dimension {}", *d));
  if (rank == 1) return *d == 1 ? ir::extent(array.array, 0) : ir::int_const(1);
  return *d < rank ? ir::extent(array.array, int(*d)) : ir::int_const(1);
}

ir::ExprP Lowerer::element_count(const Value& array) const {
  if (!array.type.complex) return ir::extent(array.array, -1);
  return ir::binary(ir::BinaryOp::DivTrunc, ir::extent(array.array, -1), ir::int_const(2));
}

}  // namespace qc::lowering
