// Arithmetic, comparisons and conversions of values, with the guards that ir.h asks for. Every function gives the value
// of its result; x and y are values of the operands' type (instruction_builder.h).
#pragma once
#include "codegen/emit/instruction_builder.h"

namespace qc::codegen {

// An operation on one value of type `operand`, with a result of this type.
Value* unary(InstructionBuilder& b, ir::UnaryOp op, Elem operand, Elem type, Value* x);
// A comparison; NaN is equal to nothing and not ordered.
Value* compare(InstructionBuilder& b, ir::BinaryOp op, Value* x, Value* y, Elem operands);
// An operation on two floats. min and max ignore NaN and have -0 before +0.
Value* float_binary(InstructionBuilder& b, ir::BinaryOp op, Value* x, Value* y);
// An operation on two ints, or on two truth values. Nothing traps: a quotient by zero is 0, and `on_zero`, if any, runs
// where that happens.
Value* int_binary(InstructionBuilder& b, ir::BinaryOp op, bool truth, Value* x, Value* y,
                  const InstructionBuilder::Body& on_zero = {});
// A conversion between element types. What an int type cannot hold of a float becomes its nearest end, NaN 0; of an int
// it is wrapped.
Value* convert(InstructionBuilder& b, Elem to, Elem from, Value* v);

}  // namespace qc::codegen
