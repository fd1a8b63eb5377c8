// Assignments: to names, elements and components (src/lower/assign.cpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// `targets = value`, and its compound forms.
void assign(LowerContext& cx, const ast::Assign& a, Span span);
// Stops where the name is a copy and the language's array is one with others.
void require_own(LowerContext& cx, const Binding& b, const std::string& name, Span span);
// The value of `old op operand`; a product that is added is fused with the old value.
Value combine(LowerContext& cx, ast::AssignOp op, const Value& old, const Operand& operand, Span span);
// A declared number keeps its type: what is assigned is converted.
void fix_type(Binding& b, const Type& type);
// The value as a sized integer keeps it: ints wrap.
Value sized(Value v, Elem elem);
// The variables of a binding are assigned.
void write_binding(LowerContext& cx, Binding& b, const Value& v, Span span);
// name = v, with the type that may be declared there.
void assign_name(LowerContext& cx, const std::string& name, Span span, Value v,
                 const std::optional<ast::TypeExpr>& type);
// The variable's type becomes one that holds `v` as well.
void assign_bound(LowerContext& cx, Binding& b, const Value& v, Span span);
// x[i,..] = e, and its compound forms.
void assign_element(LowerContext& cx, const ast::Index& place, const ast::Assign& a, Span span);
// One component of a fixed-size variable, by constant or computed indices.
void assign_component(LowerContext& cx, Binding& b, const std::vector<Value>& indices, ast::AssignOp op,
                      const Operand& o, Span span);
// x[i] op= e: one atomic step in kernels, where other threads may update the element too.
void update_element(LowerContext& cx, const Value& array, const ir::Access& access, ast::AssignOp op, const Operand& o,
                    Span span);
// An element of an array is written.
void store(LowerContext& cx, const Value& array, const ir::Access& a, const Value& v, Span span);

}  // namespace qc::lowering
