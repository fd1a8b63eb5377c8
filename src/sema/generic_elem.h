// What a generic parameter stands for that several arguments name.
#pragma once
#include "sema/type_words.h"

namespace qc {

// The elements of T in f[T](x : mat[T], v : T): those of the arrays, or the wider number, but an int takes the kind
// that int elements have.
constexpr Elem with_number(Elem elements, Elem number) {
  return is_int(elements) && is_int(number) ? elements : join_elem(elements, number);
}
// The elements of T in f[T](x : mat[T], y : mat[T]), and in f[T](a : T, b : T). One kind keeps it, whatever it is
// computed in.
constexpr Elem of_either(Elem a, Elem b) { return a == b ? a : join_elem(a, b); }

}  // namespace qc
