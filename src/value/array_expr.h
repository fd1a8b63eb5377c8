// Holds a whole-array expression that is computed later: a tree of operators over arrays, with the type and extents of
// its result.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ast/ast.h"
#include "support/source.h"
#include "value/value.h"

namespace qc::host {

// Arrays of fewer elements are computed at once, operator by operator.
constexpr std::int64_t kLeastDeferred = 4096;

// Part of an array: one entry for each of its dimensions.
struct ViewAxis {
  int dim = -1;             // the dimension of the view that runs along it; -1: one position
  std::int64_t offset = 0;  // the first position
  std::int64_t step = 1;
};

struct ArrayExpr {
  enum class Kind { Array, Scalar, Binary, Fused, Negate, Not, Power, Call };
  Kind kind = Kind::Scalar;
  Elem elem = Elem::F32;           // of the elements of the result; arrays that are read may be of any type
  bool complex = false;            // its elements are complex numbers
  std::vector<std::int64_t> dims;  // of the result; empty: a number
  Span span;
  std::vector<ArrayExprP> operands;
  // Array
  ArrayP array;
  std::vector<ViewAxis> view;  // one for each dimension of the array
  bool whole = false;          // the view is the array
  // Scalar
  Number number;
  // Binary; Fused is c + a*b of its operands a, b, c
  ast::BinaryOp op = ast::BinaryOp::Add;
  bool negate_product = false, negate_addend = false;
  std::int64_t exponent = 0;  // Power: a literal
  std::string name;           // Call: an elementwise built-in

  bool inner = false;          // it is an operand of another
  std::int64_t operators = 0;  // in the tree
  std::int64_t count() const;
  void become(const ArrayP& computed);  // it has been computed: an array from now on
};

// `condition ? yes : no`, element by element, is a call of this name.
constexpr std::string_view kChoose = "$choose";

// It is a call of this name, which ends in that of the type.
constexpr std::string_view kCast = "$cast ";

// The positions that indices name in an array, if they are single positions, ranges and `:` inside it (a RangeP stands
// for a range, Nothing for `:`). dims: the extents of what is read, empty for one element.
struct Slice {
  std::vector<ViewAxis> view;
  std::vector<std::int64_t> dims;
  std::int64_t count() const;
};

}  // namespace qc::host
