// `:` and lists of indices in compiled code (ranges: ranges.cpp). How many elements they select is known when the code
// is made, so that x[i,j,0..2] is a fixed-size value; extents of arrays are asked for as they are at the launch
// (sema/assumptions.h).
#include <fmt/format.h>

#include <algorithm>

#include "analysis/loops/affine.h"
#include "lower/arrays/scalar_replacement.h"
#include "lower/lower_impl.h"
#include "sema/broadcast_extents.h"

namespace qc::lowering {

Polynomial polynomial(AtomTable& atoms, const ir::ExprP& e) {
  if (auto c = ir::as_int(*e)) return Polynomial(*c);
  if (auto* b = std::get_if<ir::Binary>(&e->node); b && e->type == Elem::I64) {
    if (b->op == ir::BinaryOp::Add) return polynomial(atoms, b->a) + polynomial(atoms, b->b);
    if (b->op == ir::BinaryOp::Sub) return polynomial(atoms, b->a) - polynomial(atoms, b->b);
    if (b->op == ir::BinaryOp::Mul) return polynomial(atoms, b->a) * polynomial(atoms, b->b);
  }
  if (auto* u = std::get_if<ir::Unary>(&e->node); u && u->op == ir::UnaryOp::Neg)
    return Polynomial(0) - polynomial(atoms, u->a);
  return Polynomial::atom(atoms.symbol(e));
}

// b - a where it is the same number however the variables in them stand.
std::optional<std::int64_t> distance(const ir::ExprP& a, const ir::ExprP& b) {
  AtomTable atoms;
  const Polynomial d = polynomial(atoms, b) - polynomial(atoms, a);
  return d.valid() ? d.constant() : std::nullopt;
}

Value Lowerer::colon_value(std::optional<std::int64_t> extent, Span span) {
  if (!extent || *extent < 1 || *extent > kMostSelected)
    stop("R901", span,
         kernel_ ? fmt::format("':' selects more than {} elements", kMostChannels)
                 : "a slice of an array is used in the loop");
  std::vector<Value> elements;
  for (std::int64_t k = 0; k < *extent; ++k) elements.push_back(of(ir::int_const(k)));
  Value v = make_fixed({*extent}, elements, span);
  v.list = true;
  return v;
}

// One index for each dimension, in one value. The position of a kernel may have more or fewer than the array, of which
// those that are missing are 0; elsewhere such a list names elements by their row-major index, as a list of one,
// x[[k]], does of a vec.
bool Lowerer::is_position(const Value& index, int rank) const {
  if (index.type.kind != Type::Kind::Fixed || index.list) return false;
  const bool of_kernel = (kernel_ || frames_.back()->device) && rank > 1;
  return of_kernel || (components(index) == std::size_t(rank) && (rank > 1 || kernel_ || frames_.back()->device));
}

// Whether a list of indices may name one twice.
static bool may_repeat(const Value& list) {
  if (list.type.kind != Type::Kind::Fixed || list.list) return false;
  std::set<std::int64_t> met;
  for (const ir::ExprP& p : list.parts)
    if (const auto k = ir::as_int(*p); !k || !met.insert(*k).second) return list.parts.size() > 1;
  return false;
}

// What an index selects when it is more than one element; nothing for numbers and for one position.
std::optional<Selection> Lowerer::selection(int rank, const std::vector<Value>& indices, Span span) const {
  for (const Value& i : indices)
    if (i.type.kind == Type::Kind::Fixed && i.type.elem == Elem::Bool)
      stop("R901", span, "an array is indexed by a mask");
  const bool position = indices.size() == 1 && is_position(indices[0], rank);
  bool several = false;
  for (const Value& i : indices) several = several || i.type.kind == Type::Kind::Fixed;
  if (position || !several) return {};
  if (indices.size() > std::size_t(std::max(rank, 2)))
    stop("R901", span, "a slice has more indices than the array has dimensions");
  Selection s;
  std::int64_t count = 1;
  for (const Value& i : indices) {
    s.dims.push_back(std::int64_t(components(i, span)));
    count *= s.dims.back();
    s.may_repeat = s.may_repeat || may_repeat(i);
  }
  if (count > kMostSelected) stop("R901", span, "a long slice of an array is used in the loop");
  for (std::int64_t n = 0; n < count; ++n) {
    std::vector<Value> at(indices.size());
    std::int64_t rest = n;
    for (std::size_t k = indices.size(); k-- > 0; rest /= s.dims[k])
      at[k] = component(indices[k], std::size_t(rest % s.dims[k]));
    s.at.push_back(std::move(at));
  }
  // Single positions keep an extent of 1, but not at the end; what runs along one dimension with nothing before it is a
  // row.
  const bool one_index = indices.size() == 1;
  if (one_index && indices[0].type.dims.size() > 1) {  // a matrix of indices gives a matrix
    s.dims = indices[0].type.dims;
    return s;
  }
  while (s.dims.size() > 1 && indices[s.dims.size() - 1].type.is_number()) s.dims.pop_back();
  std::size_t leading = 0;
  while (leading + 1 < s.dims.size() && indices[leading].type.is_number()) ++leading;
  if (leading + 1 == s.dims.size() && leading > 0)
    s.dims = {s.dims.back()};
  else if (s.dims.size() == 1 && !one_index)
    s.dims.push_back(1);
  return s;
}

Value Lowerer::read_selection(const Value& array, const Selection& s, Span span) {
  std::vector<Value> elements;
  for (const auto& at : s.at) elements.push_back(texel(array, at, span));
  Value v = make_fixed(s.dims, elements, span);
  if (array.type.elem != value_elem(array.type.elem)) v.narrow = array.type.elem;
  return v;
}

// A short array that meets a fixed-size value is read as one: the weights of a window. Those of few elements are left
// to become variables of the loop (scalar_replacement.h).
void Lowerer::read_beside(Value& array, const Value& other, Span span) {
  if (!array.type.is_array() || other.type.kind != Type::Kind::Fixed ||
      f.arrays[array.array].space != ir::Space::Global)
    return;
  std::vector<std::int64_t> dims;
  std::vector<Value> all;
  for (int d = 0; d < rank_of(array); ++d) {
    const auto n = launch_extent(array.array, d, kMostSelected);
    if (!n || *n < 1) return;
    dims.push_back(*n);
    if (count_of(dims) > kMostSelected) return;
    all.push_back(colon_value(*n, span));
  }
  if (count_of(dims) <= kLongestShort && !kernel_) return;
  array = read_selection(array, *selection(rank_of(array), all, span), span);
}

// A[:,:] for an array A.
ast::Index Lowerer::all_of(const Value& array, Span span) const {
  ast::Index all;
  all.base = ast::ExprP(ast::Expr{ast::Name{f.arrays[array.array].name}, span});
  for (int d = 0; d < rank_of(array); ++d) all.indices.push_back(ast::ExprP(ast::Expr{ast::Colon{}, span}));
  return all;
}

// An array whose elements are computed with as a whole is the slice of all of them. In a loop's own text those of few
// elements are left to become variables (scalar_replacement.h).
void Lowerer::read_whole(Value& v, Span span) {
  if (!v.type.is_array() || v.changing || v.texture != Texture::None || f.arrays[v.array].space != ir::Space::Global)
    return;
  std::int64_t count = 1;
  for (int d = 0; d < rank_of(v) && count <= kLongestShort; ++d)
    count *= launch_extent(v.array, d, kLongestShort).value_or(kLongestShort + 1);
  if (count <= kLongestShort && !kernel_ && frames_.size() == 1 && !options_.short_slices) return;
  const ast::Index all = all_of(v, span);
  if (auto slice = SliceLoop(*this).changing(all, v, span, SliceLoop::Length::Long)) {
    v = *slice;
    return;
  }
  count = 1;
  for (int d = 0; d < rank_of(v) && count <= kMostSelected; ++d) {
    const auto n = launch_extent(v.array, d, kMostSelected);
    count = n && *n > 0 ? count * *n : kMostSelected + 1;
  }
  if (count <= kMostSelected)
    v = read_selection(v, *selection(rank_of(v), index_values(all.indices, array_extents(v)), span), span);
}

Value Lowerer::whole_value(const ast::Expr& e) {
  Value v = expr(e);
  read_whole(v, e.span);
  return v;
}

// The same of a fixed-size value; `local`: it is kept in memory because of computed indices.
Value Lowerer::read_selection(const Binding* local, const Value& fixed, const Selection& s, Span span) {
  std::vector<Value> elements;
  for (const auto& at : s.at) {
    if (local) {
      elements.push_back(of(ir::load(f, local_access(*local, "", at, span))));
      continue;
    }
    const auto k = fixed_index(fixed.type, at, span);
    elements.push_back(k ? component(fixed, std::size_t(*k)) : chosen_component(fixed, at, span));
  }
  Value out = make_fixed(s.dims, elements, span);
  out.by_value = local ? copies(*local) : fixed.by_value;
  return out;
}

namespace {

// Which component of a value each selected element is given: as many in their order, one for all, or extents of 1 that
// are repeated.
std::optional<std::vector<std::size_t>> components_met(const Dims& own, std::size_t given, const Dims& selected,
                                                       std::size_t wanted) {
  std::vector<std::size_t> met(wanted, 0);
  if (given == 1) return met;
  const bool in_order = given == wanted;
  const auto joint = in_order ? std::optional(selected) : joint_dims(selected, own);
  if (!joint || std::size_t(count_of(*joint)) != wanted) return {};
  for (std::size_t k = 0; k < wanted; ++k) met[k] = in_order ? k : met_by(std::int64_t(k), *joint, own);
  return met;
}

}  // namespace

// A value for each selected element. They are computed before any is stored.
std::vector<Value> Lowerer::spread_value(Value v, const Selection& s, Span span) {
  require_value(v, span, "a value");
  bool reads = false;
  for (const auto& p : v.parts)
    ir::for_each_expr(*p, [&](const ir::Expr& e) {
      reads = reads || std::holds_alternative<ir::Load>(e.node) || std::holds_alternative<ir::VarRef>(e.node);
    });
  if (reads)
    for (auto& p : v.parts) {
      const ir::VarId t = temp("t", p->type);
      emit(ir::Assign{t, p}, span);
      p = ir::var(f, t);
    }
  const std::size_t given = v.type.is_number() ? 1 : components(v);
  const auto met = components_met(v.type.dims, given, s.dims, s.at.size());
  if (!met) error("Q0302", span, fmt::format("{} elements cannot be stored into {}", given, s.at.size()));
  std::vector<Value> out;
  for (const std::size_t k : *met) out.push_back(component(v, k));
  return out;
}

void Lowerer::assign_selection(const Value& array, const Selection& s, const ast::Assign& a, Span span) {
  auto* c = std::get_if<ast::Call>(&a.value->node);
  if (!kernel_ &&
      (a.op == ast::AssignOp::Add || a.op == ast::AssignOp::Sub)) {  // a product is fused with what it is added to
    const Operand by = c ? Operand{call(*c, a.value->span, true), {}} : operand(*a.value);
    if (!by.factors && !s.may_repeat) return assign_values(array, s, a.op, by.value, span);
    return assign_values(array, s, ast::AssignOp::Set, combine(a.op, read_selection(array, s, span), by, span), span);
  }
  const Value v = c ? call(*c, a.value->span, true) : expr(*a.value);
  if (a.op == ast::AssignOp::Set || kernel_ || !s.may_repeat) return assign_values(array, s, a.op, v, span);
  assign_values(array, s, ast::AssignOp::Set, combine(a.op, read_selection(array, s, span), Operand{v, {}}, span),
                span);
}

// Places that are read from what the assignment may change, p[p[i,0], 0..1] = e, are found before it.
Selection Lowerer::found_before(const Selection& given, const std::set<ir::VarId>& changed, Span span) {
  Selection s = given;
  if (s.at.size() < 2) return s;
  std::map<const ir::Expr*, ir::ExprP> kept;
  for (auto& at : s.at)
    for (Value& index : at)
      for (ir::ExprP& e : index.parts) {
        bool reads = false;
        ir::for_each_expr(*e, [&](const ir::Expr& x) {
          auto* v = std::get_if<ir::VarRef>(&x.node);
          reads = reads || std::holds_alternative<ir::Load>(x.node) || (v && changed.count(v->var) > 0);
        });
        if (!reads) continue;
        ir::ExprP& there = kept[&*e];
        if (!there) there = keep("$index", e, span);
        e = there;
      }
  return s;
}

void Lowerer::assign_values(const Value& array, const Selection& given, ast::AssignOp op, const Value& v, Span span) {
  const std::vector<Value> values = spread_value(v, given, span);
  const Selection s = found_before(given, {}, span);
  for (std::size_t k = 0; k < s.at.size(); ++k) {
    const ir::Access at = access_values(array, s.at[k], span);
    if (op == ast::AssignOp::Set)
      store(array, at, values[k], span);
    else
      update_element(array, at, op, Operand{values[k], {}}, span);
  }
}

void Lowerer::assign_selection(const ast::Index& place, Binding& b, const Selection& given, const ast::Assign& a,
                               Span span) {
  Value v = expr(*a.value);
  const Selection s = found_before(given, {b.vars.begin(), b.vars.end()}, span);
  const bool at_once = a.op != ast::AssignOp::Set && s.may_repeat;
  if (at_once) {
    Binding* now = assigned_fixed(*place.base, place.base->span);
    const Binding& from = now ? *now : b;
    v = combine(a.op, read_selection(from.local ? &from : nullptr, from.local ? Value{} : read(from), s, span),
                Operand{v, {}}, span);
  }
  const std::vector<Value> values = spread_value(v, s, span);
  for (std::size_t k = 0; k < s.at.size(); ++k) {
    Binding* now = assigned_fixed(*place.base, place.base->span);
    assign_component(now ? *now : b, s.at[k], at_once ? ast::AssignOp::Set : a.op, Operand{values[k], {}}, span);
  }
}

// ---- extents and numbers as they are at the launch --------------------------------------------------------------

Lowerer::ExtentOf Lowerer::array_extents(const Value& array) {
  return [this, id = array.array, rank = rank_of(array)](std::size_t index,
                                                         std::size_t count) -> std::optional<std::int64_t> {
    if (count == 1 && rank > 1) return {};  // x[:] is every element
    if (rank == 1) return count == 2 && index == 0 ? 1 : launch_extent(id, 0, kMostChannels);
    return int(index) < rank ? launch_extent(id, int(index), kMostChannels) : 1;
  };
}

Lowerer::ExtentOf Lowerer::fixed_extents(const Type& type) {
  return [dims = type.dims](std::size_t index, std::size_t count) -> std::optional<std::int64_t> {
    if (count == 1) {
      std::int64_t n = 1;
      for (auto d : dims) n *= d;
      return n;
    }
    if (dims.size() == 1) return index == 0 ? 1 : dims[0];
    return index < dims.size() ? dims[index] : 1;
  };
}

std::optional<std::int64_t> Lowerer::launch_extent(ir::ArrayId array, int dim, std::int64_t most) {
  const ir::Array& a = f.arrays[array];
  if (std::size_t(dim) < a.dims.size()) return a.dims[std::size_t(dim)];
  if (a.space != ir::Space::Global) return {};
  const auto n = scope_.extent_of(a.name, dim);
  if (!n) return {};
  if (*n > most) {
    specialised.longer.push_back({a.name, dim, most});
    return {};
  }
  for (const auto& e : specialised.extents)
    if (e.array == a.name && e.dim == dim) return n;
  specialised.extents.push_back({a.name, dim, *n});
  return n;
}

// A power of two that the extent does not exceed, and half of which it does: the code that memory is kept for hangs on
// it. Nothing where it is not known, or more than `most`.
std::optional<std::int64_t> Lowerer::launch_bound(ir::ArrayId array, int dim, std::int64_t most) {
  constexpr std::int64_t kLeast = 32;
  const ir::Array& a = f.arrays[array];
  if (std::size_t(dim) < a.dims.size()) return a.dims[std::size_t(dim)];
  const auto n = a.space == ir::Space::Global ? scope_.extent_of(a.name, dim) : std::nullopt;
  if (!n) return {};
  std::int64_t bound = kLeast;
  while (bound < *n && bound < most) bound *= 2;
  if (*n > kLeast) specialised.longer.push_back({a.name, dim, *n > bound ? bound : bound / 2});
  if (*n > bound) return {};
  specialised.at_most.push_back({a.name, dim, bound});
  return bound;
}

// Whether two lengths that are extents or constants are one number now; the code hangs on that.
bool Lowerer::launch_alike(const ir::ExprP& length, const ir::ExprP& other) {
  auto *x = std::get_if<ir::Extent>(&length->node), *y = std::get_if<ir::Extent>(&other->node);
  const auto constant = x ? ir::as_int(*other) : ir::as_int(*length);
  if (constant && (x || y)) {
    const ir::Extent& e = x ? *x : *y;
    return launch_extent(e.array, e.dim, kMostSelected) == constant;
  }
  if (!x || !y || f.arrays[x->array].space != ir::Space::Global || f.arrays[y->array].space != ir::Space::Global)
    return false;
  const std::string &a = f.arrays[x->array].name, &b = f.arrays[y->array].name;
  const auto n = scope_.extent_of(a, x->dim);
  if (!n || n != scope_.extent_of(b, y->dim)) return false;
  specialised.alike.push_back({a, x->dim, b, y->dim});
  return true;
}

// b - a where what moves in them is the same on both sides: 2*n of r-n and r+n, for the n that is there now.
std::optional<std::int64_t> Lowerer::launch_distance(const ir::ExprP& a, const ir::ExprP& b, std::int64_t most) {
  AtomTable atoms;
  Polynomial d = polynomial(atoms, in_settled_terms(b)) - polynomial(atoms, in_settled_terms(a));
  if (!d.valid()) return {};
  for (const Atom x : d.atoms()) {
    const auto n = launch_constant(*atoms[x].expr, most);
    if (!n) return {};
    d = d.substitute(x, Polynomial(*n));
  }
  return d.valid() ? d.constant() : std::nullopt;
}

// Whether every iteration finds the same number there, though it is not known now.
bool Lowerer::steady_distance(const ir::ExprP& a, const ir::ExprP& b) const {
  AtomTable atoms;
  const Polynomial d = polynomial(atoms, in_settled_terms(b)) - polynomial(atoms, in_settled_terms(a));
  const std::vector<Atom> in = d.atoms();
  return d.valid() && std::all_of(in.begin(), in.end(), [&](Atom x) { return is_steady(*atoms[x].expr); });
}

// The value of an expression of constants, extents, whole numbers from outside and variables that hold such; nothing
// when it varies or is not known.
std::optional<std::int64_t> Lowerer::launch_constant(const ir::Expr& e, std::int64_t most) {
  if (auto c = ir::as_int(e)) return c;
  if (auto* x = std::get_if<ir::Extent>(&e.node))
    return x->dim >= 0 ? launch_extent(x->array, x->dim, most) : std::nullopt;
  if (auto* v = std::get_if<ir::VarRef>(&e.node)) {
    if (const ir::ExprP value = settled(v->var)) return launch_constant(*value, most);
    const std::string& name = f.vars[v->var].name;
    if (!never_changes(v->var) || positions_.count(v->var)) return {};
    const auto n = scope_.value_of(name);
    if (!n) {  // before the program runs
      const auto c = scope_.constant_of(name);
      if (!c || *c != double(std::int64_t(*c))) return {};
      return made_for[name] = std::int64_t(*c);
    }
    made_for[name] = *n;
    if (std::none_of(specialised.numbers.begin(), specialised.numbers.end(),
                     [&](const auto& k) { return k.name == name; }))
      specialised.numbers.push_back({name, *n});
    return n;
  }
  if (auto* c = std::get_if<ir::Cast>(&e.node)) return c->to == Elem::I64 ? launch_constant(*c->a, most) : std::nullopt;
  if (auto* u = std::get_if<ir::Unary>(&e.node); u && u->op == ir::UnaryOp::Neg) {
    const auto a = launch_constant(*u->a, most);
    return a ? std::optional(-*a) : std::nullopt;
  }
  auto* b = std::get_if<ir::Binary>(&e.node);
  if (!b || e.type != Elem::I64) return {};
  const auto x = launch_constant(*b->a, most), y = x ? launch_constant(*b->b, most) : std::nullopt;
  if (!x || !y) return {};
  switch (b->op) {
    case ir::BinaryOp::Add:
      return *x + *y;
    case ir::BinaryOp::Sub:
      return *x - *y;
    case ir::BinaryOp::Mul:
      return *x * *y;
    case ir::BinaryOp::Min:
      return std::min(*x, *y);
    case ir::BinaryOp::Max:
      return std::max(*x, *y);
    case ir::BinaryOp::DivTrunc:
      return *y ? std::optional(*x / *y) : std::nullopt;
    default:
      return {};
  }
}

}  // namespace qc::lowering
