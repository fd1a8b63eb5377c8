// What kernels that are built by hand have in common: parameters, names for values, the units of elements that a thread
// moves.
#pragma once
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "ir/build.h"
#include "transform/array_kernels/moving_kernels.h"

namespace qc::units {

using namespace ir;

// The type of an element of so many bytes that is moved as it is: 1, 2, 4, otherwise 8.
inline Elem elem_of(int bytes) {
  switch (bytes) {
    case 1:
      return Elem::U8;
    case 2:
      return Elem::U16;
    case 4:
      return Elem::U32;
    default:
      return Elem::I64;
  }
}

// 16 bytes are four words, which become one access.
struct Units {
  Function f;
  int unit;
  std::int64_t words;

  Units(const char* name, int bytes, int rank) : unit(bytes), words(bytes == 16 ? 4 : 1) {
    f.name = fmt::format("{}_{}_{}", name, bytes, rank);
    f.threads = int(kMovingThreads);
  }
  Elem elem() const { return elem_of(words > 1 ? 4 : unit); }
  ArrayId array(const char* name, std::optional<Elem> of = {}) {
    Array a;
    a.name = name;
    a.elem = of.value_or(elem());
    a.aligned = a.noalias = true;
    const ArrayId id = f.add_array(a);
    f.params.push_back({Param::Kind::Array, id});
    return id;
  }
  ExprP number(std::string name, Elem type = Elem::I64) {
    const VarId v = f.add_var(std::move(name), type);
    f.params.push_back({Param::Kind::Scalar, v});
    return var(f, v);
  }
  ExprP let(Block& block, const char* name, ExprP value) {
    const VarId v = f.add_var(name, value->type);
    block.push_back({Assign{v, std::move(value)}, {}});
    return var(f, v);
  }
  Access word(ArrayId array, const ExprP& place, std::int64_t k) const {
    Access a;
    a.array = array;
    a.index = {add(mul(place, int_const(words)), int_const(k))};
    return a;
  }
  // move(block, i) for each of the thread's units i < n.
  template <class F>
  Function each(const ExprP& n, const F& move) {
    const std::int64_t mine = moved_by_thread(unit);
    const ExprP first = let(
        f.body, "first",
        add(mul(builtin(BuiltinKind::BlockIdx), int_const(mine * kMovingThreads)), builtin(BuiltinKind::ThreadIdx)));
    for (std::int64_t k = 0; k < mine; ++k) {
      Block one;
      const ExprP i = let(one, "i", add(first, int_const(k * kMovingThreads)));
      Block inside;
      move(inside, i);
      one.push_back({If{lt(i, n), std::move(inside), {}}, {}});
      for (Stmt& s : one) f.body.push_back(std::move(s));
    }
    return std::move(f);
  }
};

}  // namespace qc::units
