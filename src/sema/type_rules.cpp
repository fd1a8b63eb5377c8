#include "sema/type_rules.h"

#include <algorithm>

#include "sema/kept_elem.h"
#include "sema/type_words.h"

namespace qc::type_rules {

static Type with_elem(Type t, Elem e, bool complex = false) {
  if (!t.known()) return t;
  t.elem = e;
  t.complex = complex;
  t.boundary = Boundary::Default;
  t.is_const = false;
  return t;
}

static bool shaped(const Type& t) { return t.is_array() || t.kind == Type::Kind::Fixed; }
static Type real_number(const TypeArguments& a) { return Type::number(a.scalar); }
static Elem wide_float(const Type& t, Elem scalar) { return float_elem(t.elem, scalar); }

// The rank that extents as arguments give: zeros(m, n), zeros(size(x)).
static int rank_from(const TypeArguments& a, std::size_t first) {
  const std::size_t n = a.count() > first ? a.count() - first : 0;
  if (n == 1 && shaped(a[first]))
    return a[first].kind == Type::Kind::Fixed ? int(a[first].dims.empty() ? 0 : a[first].dims[0]) : 0;
  if (n == 1 && !a[first].known()) return 0;
  return int(n);
}

Results filled(const TypeArguments& a) { return {Type::array(a.scalar, rank_from(a, 0))}; }
Results complex_filled(const TypeArguments& a) { return {Type::array(a.scalar, rank_from(a, 0), true)}; }
Results random(const TypeArguments& a) {
  return {a.count() == 0 ? real_number(a) : Type::array(a.scalar, rank_from(a, 0))};
}
Results square(const TypeArguments& a) { return {Type::array(a.scalar, 2)}; }
Results row(const TypeArguments& a) { return {Type::array(a.scalar, 1)}; }
Results image(const TypeArguments& a) { return {Type::array(a.scalar, 3)}; }
Results same(const TypeArguments& a) { return {with_elem(a[0], a[0].elem, a[0].complex)}; }
Results computed(const TypeArguments& a) {
  return {with_elem(a[0], arithmetic_elem(a[0].elem, a[0].elem), a[0].complex)};
}
Results ordered(const TypeArguments& a) {
  return {same(a)[0], with_elem(a[0], Elem::I64)};
}  // values and where they stood
Results to_real(const TypeArguments& a) {
  return {with_elem(a[0], value_elem(a[0].elem) == Elem::Bool ? Elem::I64 : value_elem(a[0].elem))};
}
Results to_float(const TypeArguments& a) { return {with_elem(a[0], wide_float(a[0], a.scalar), a[0].complex)}; }
Results to_bool(const TypeArguments& a) { return {with_elem(a[0], Elem::Bool)}; }
Results to_complex(const TypeArguments& a) { return {with_elem(a[0], wide_float(a[0], a.scalar), true)}; }
Results spectrum(const TypeArguments& a) { return a.count() > 1 ? Results{Type::unknown()} : to_complex(a); }
Results real_value(const TypeArguments& a) { return {real_number(a)}; }
Results integer(const TypeArguments&) { return {Type::integer()}; }
Results boolean(const TypeArguments&) { return {Type::boolean()}; }
Results text(const TypeArguments&) { return {Type::string()}; }
Results nothing(const TypeArguments&) { return {}; }
Results anything(const TypeArguments&) { return {Type::unknown()}; }
Results sizes(const TypeArguments& a) {
  if (a.count() > 1) return {shaped(a[1]) ? Type::array(Elem::I64, 1) : Type::integer()};
  Type t;
  if (!a[0].known() || (a[0].is_array() && a[0].rank == 0)) return {Type::array(Elem::I64, 1)};
  t.kind = Type::Kind::Fixed;
  t.elem = Elem::I64;
  t.rank = 1;
  t.dims = {std::max(2, a[0].kind == Type::Kind::Fixed ? int(a[0].dims.size()) : a[0].rank)};
  return {t};
}

// Two arguments, element by element.
static Type combined(const TypeArguments& a, std::size_t i, std::size_t j, Elem elem) {
  if (!a[i].known() || !a[j].known()) return Type::unknown();
  const Type& shape = shaped(a[i]) && (!shaped(a[j]) || a[i].rank >= a[j].rank) ? a[i] : shaped(a[j]) ? a[j] : a[i];
  return with_elem(shape, elem, a[i].complex || a[j].complex);
}
// Functions of bits take whole floats as ints.
static Type bits_of(Type t) {
  if (is_float(t.elem)) t.elem = Elem::I64;
  return t;
}
Results shifted(const TypeArguments& a) {
  return {combined(a, 0, 1, arithmetic_elem(bits_of(a[0]).elem, bits_of(a[1]).elem))};
}
Results pair(const TypeArguments& a) { return {combined(a, 0, 1, arithmetic_elem(a[0].elem, a[1].elem))}; }
// As arithmetic, but for arrays whose sized kind the function keeps.
static Results keeping_pair(const TypeArguments& a, std::string_view function) {
  const bool bits = function != "max";
  const Type x = bits ? bits_of(a[0]) : a[0], y = bits ? bits_of(a[1]) : a[1];
  return {combined(a, 0, 1, kept_elem(function, x, y).value_or(arithmetic_elem(x.elem, y.elem)))};
}
Results masked(const TypeArguments& a) { return keeping_pair(a, "and"); }
Results bits_pair(const TypeArguments& a) { return keeping_pair(a, "or"); }
Results float_pair(const TypeArguments& a) {
  return {combined(a, 0, 1, float_elem(join_elem(a[0].elem, a[1].elem), a.scalar))};
}
Results interpolation(const TypeArguments& a) {
  const Results ends = pair(a);
  return {a.count() < 3 || !ends[0].known() ? ends[0]
                                            : with_elem(ends[0], join_elem(ends[0].elem, a[2].elem), ends[0].complex)};
}

// A fold over a whole array, or along one dimension.
static Type folded(const TypeArguments& a, Elem elem, bool complex) {
  if (!a[0].known()) return Type::unknown();
  if (a.count() < 2 || a[a.count() - 1].kind == Type::Kind::String)
    return Type::number(elem, complex);  // sum(x, "all")
  return Type::array(elem, std::max(2, a[0].rank), complex);
}
Results total(const TypeArguments& a) {
  return {folded(a, value_elem(a[0].elem) == Elem::Bool ? Elem::I64 : value_elem(a[0].elem), a[0].complex)};
}
Results average(const TypeArguments& a) { return {folded(a, wide_float(a[0], a.scalar), a[0].complex)}; }
Results some(const TypeArguments& a) { return {folded(a, Elem::Bool, false)}; }
Results place(const TypeArguments& a) { return {folded(a, Elem::I64, false)}; }
Results extreme(const TypeArguments& a) {
  if (a.count() < 2) return {total(a)[0], Type::integer()};
  return a.count() == 2
             ? keeping_pair(a, "max")
             : Results{folded(a, value_elem(a[0].elem), false), folded(a, Elem::I64, false)};  // max(x, [], dim)
}
Results norm_rule(const TypeArguments& a) { return {Type::number(wide_float(a[0], a.scalar))}; }
Results dot(const TypeArguments& a) {
  return {Type::number(arithmetic_elem(a[0].elem, a[1].elem), a[0].complex || a[1].complex)};
}
Results rows_of_indices(const TypeArguments&) { return {Type::array(Elem::I64, 2)}; }
Results bins(const TypeArguments&) { return {Type::array(Elem::I64, 1)}; }
Results counts(const TypeArguments& a) {
  return {Type::array(Elem::I64, 1), Type::array(a.scalar, 1)};
}  // and the edges
Results flat(const TypeArguments& a) {
  return {a[0].known() ? Type::array(a[0].elem, 1, a[0].complex) : Type::unknown()};
}
Results random_ints(const TypeArguments& a) {
  return {a.count() < 2 ? Type::integer() : Type::array(Elem::I64, rank_from(a, 1))};
}
Results whole_row(const TypeArguments&) { return {Type::array(Elem::I64, 1)}; }
Results permuted(const TypeArguments& a) {  // trailing extents of 1 may go
  const Type& x = a[0];
  return {x.is_array() && a[1].kind == Type::Kind::Fixed && a[1].dims == std::vector<std::int64_t>{x.rank}
              ? with_elem(x, x.elem, x.complex)
              : Type::unknown()};
}
// Arrays side by side along a dimension.
static Type joined(const TypeArguments& a, std::size_t first, int dim) {
  if (a.count() <= first) return Type::unknown();
  Type t = Type::array(a[first].elem, dim == 1 ? 1 : dim + 1);
  for (std::size_t k = first; k < a.count(); ++k) {
    if (!a[k].is_array() || a[k].rank == 0) return Type::unknown();
    t.elem = join_elem(t.elem, a[k].elem);
    t.rank = std::max(t.rank, a[k].rank);
    t.complex = t.complex || a[k].complex;
  }
  return t;
}
Results joined_along(const TypeArguments& a) {
  const bool known = !a.constants.empty() && a.constants[0] && *a.constants[0] >= 0 && *a.constants[0] < 16;
  return {known ? joined(a, 1, int(*a.constants[0])) : Type::unknown()};
}
Results rows_joined(const TypeArguments& a) { return {joined(a, 0, 0)}; }
Results columns_joined(const TypeArguments& a) { return {joined(a, 0, 1)}; }
Results transposed(const TypeArguments& a) {
  return {a[0].known() ? Type::array(a[0].elem, 2, a[0].complex) : Type::unknown()};
}
Results repeated(const TypeArguments& a) {
  return {a[0].known() ? Type::array(a[0].elem, std::max(rank_from(a, 1), a[0].rank), a[0].complex) : Type::unknown()};
}
Results reshaped(const TypeArguments& a) {
  return {a[0].known() ? Type::array(a[0].elem, rank_from(a, 1), a[0].complex) : Type::unknown()};
}
Results squeezed(const TypeArguments& a) {
  return {a[0].known() ? Type::array(a[0].elem, a[0].rank <= 2 ? a[0].rank : 0, a[0].complex) : Type::unknown()};
}
Results converted(const TypeArguments& a) {
  return {a[1].kind == Type::Kind::TypeValue ? with_elem(a[0], a[1].elem, a[1].complex) : Type::unknown()};
}
Results limit(const TypeArguments& a) {
  return {a[0].kind == Type::Kind::TypeValue ? Type::number(a[0].elem) : Type::unknown()};
}
Results timing(const TypeArguments& a) { return {real_number(a)}; }
Results vote(const TypeArguments&) { return {Type::integer()}; }
Results block_sizes(const TypeArguments&) { return {Type::array(Elem::I64, 1)}; }

// int(x), vec(4), ivec(n): a type used as a function.
Results type_as_function(const TypeWord& word, const TypeArguments& a) {
  const Elem elem = word.elem.value_or(a.scalar);
  if (word.rank == 0)
    return {a.count() == 1 && shaped(a[0]) ? with_elem(a[0], elem, word.complex) : Type::number(elem, word.complex)};
  Type t = Type::array(elem, word.rank, word.complex);
  if (word.rank == 3 && a.count() > 3) t.rank = int(a.count());
  if (word.fixed) {
    t.kind = Type::Kind::Fixed;
    t.dims = {word.fixed};
  }
  return {t};
}

}  // namespace qc::type_rules
