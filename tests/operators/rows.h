// The table of what both roads of a statement compute, stepped and compiled: operators, conversions, index forms and
// built-ins, with the types of their operands and the edges of these types.
#pragma once
#include <string>
#include <vector>

#include "value/value.h"

namespace qc::test {

struct Operand {
  Elem elem = Elem::I64;
  bool complex = false;
};

// Statements that give `r` a value, of the operands `a` and `b`. `t` and `q` are names of the row's own; `i` is the
// number of the pair of operands; Z_TYPE is an array of that type, and X, M, Xm, Xc, Xl, Xs are the arrays of
// array_arguments().
struct Row {
  std::string text;
  bool elementwise = false;  // means the same of arrays, element by element
};

// Rows whose operands have these types.
struct Batch {
  Operand a, b;
  std::vector<host::Number> as, bs;  // pairs of operands
  std::vector<Row> rows;
  std::string name() const;
};
std::vector<Batch> batches(Elem scalar);

struct ArrayArgument {
  std::string name, type;  // as a parameter
  host::ArrayP value;      // nothing: zeros, as many as there are pairs
};
// What rows read and write beside their operands. Made anew, because rows write.
std::vector<ArrayArgument> array_arguments(std::int64_t pairs, Elem scalar);

std::string type_name(Elem e);
// A number as one writes it in a program; empty when there is no such text.
std::string literal(const host::Number& n);

}  // namespace qc::test
