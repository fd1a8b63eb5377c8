// FunctionBuilder writes the IR of one pass: the function, the block that statements are emitted into, and variables
// and memory that the code needs for itself.
#pragma once
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "ir/build.h"
#include "ir/ir.h"
#include "lower/state/known_integers.h"
#include "lower/state/own_variable.h"
#include "lower/state/value.h"

namespace qc::lowering {

// See above. Statements that stand together have a number, `block`, so that it can be said whether one is reached
// wherever another is.
struct FunctionBuilder {
  ir::Function f;
  ir::Block* out = nullptr;
  std::vector<ir::Param> array_params, scalar_params;
  std::set<ir::ArrayId> complex_arrays;  // of their parts
  std::vector<OwnVariable> own;          // nothing outside sets them
  int block = 0, blocks = 0;             // the statements that are being lowered, and how many such have been
  std::vector<int> blocks_around;        // the blocks that `block` stands in, and itself
  KnownIntegers known;

  // Appends a statement.
  void emit(ir::Stmt::Node node, Span span);
  // The statements that `body` emits. What they say about variables is forgotten behind them.
  template <class F>
  ir::Block collect(const F& body);
  // A variable of the code's own.
  ir::VarId temp(const char* name, Elem type) { return f.add_var(name, type); }
  // `e`, computed once: the variable that holds it from here on.
  ir::ExprP keep(const char* name, const ir::ExprP& e, Span span);
  // The value in variables, where its parts are used more than once.
  Value kept(const Value& v, Span span);
  // The value; what of it may fail is evaluated here, whoever reads it.
  Value evaluated(const Value& v, Span span);
  // Memory of the iteration for so many elements; an element of it; and a store into it.
  ir::ArrayId scratch(const char* name, Elem elem, std::int64_t count);
  Value from_scratch(ir::ArrayId array, const ir::ExprP& at) const;
  void to_scratch(ir::ArrayId array, const ir::ExprP& at, const ir::ExprP& value, Span span);
  // What a variable is known to hold here; null: nothing.
  ir::ExprP known_value(ir::VarId id) const { return known.value(id, block); }
  // `e` with what variables are known to hold in their place.
  ir::ExprP in_known_terms(const ir::ExprP& e) const { return known.in_terms(e, block); }
  // Whether the statements at hand stand among those of this block, at any depth.
  bool inside(int of_block) const;
  // A pass begins, with an empty function.
  void begin_pass();
};

// The block around is the one at hand again, however the body ends.
template <class F>
ir::Block FunctionBuilder::collect(const F& body) {
  ir::Block collected;
  ir::Block* before = out;
  const std::size_t mark = known.mark();
  const int around = std::exchange(block, ++blocks);
  blocks_around.push_back(block);
  out = &collected;
  const auto leave = [&] {
    out = before;
    block = around;
    blocks_around.pop_back();
  };
  try {
    body();
  } catch (...) {
    leave();
    throw;
  }
  leave();
  known.back_to(mark);
  return collected;
}

}  // namespace qc::lowering
