// Equality of the nodes that hold others; places in the text take no part.
#include "ast/ast.h"

#include <cmath>

namespace qc::ast {

bool operator==(const TypeExpr& a, const TypeExpr& b) {
  return a.name == b.name && a.elements == b.elements && a.extents == b.extents && a.rank == b.rank &&
         a.modifiers == b.modifiers && a.reference == b.reference;
}
bool operator==(const FloatLit& a, const FloatLit& b) {
  if (std::isnan(a.value) || std::isnan(b.value)) return std::isnan(a.value) && std::isnan(b.value);
  return a.value == b.value && std::signbit(a.value) == std::signbit(b.value);
}
bool operator==(const Lambda& a, const Lambda& b) {
  return a.qualifier == b.qualifier && a.parameters == b.parameters && a.body == b.body &&
         a.assignment == b.assignment && a.statements == b.statements;
}
bool operator==(const IfArm& a, const IfArm& b) { return a.condition == b.condition && a.body == b.body; }
bool operator==(const If& a, const If& b) { return a.arms == b.arms && a.otherwise == b.otherwise; }
bool operator==(const While& a, const While& b) { return a.condition == b.condition && a.body == b.body; }
bool operator==(const Repeat& a, const Repeat& b) { return a.body == b.body && a.until == b.until; }
bool operator==(const For& a, const For& b) {
  return a.hint == b.hint && a.variable == b.variable && a.lo == b.lo && a.step == b.step && a.hi == b.hi &&
         a.body == b.body;
}
bool operator==(const MatchArm& a, const MatchArm& b) { return a.pattern == b.pattern && a.body == b.body; }
bool operator==(const Match& a, const Match& b) { return a.value == b.value && a.arms == b.arms; }
bool operator==(const Try& a, const Try& b) {
  return a.body == b.body && a.variable == b.variable && a.handler == b.handler;
}
bool operator==(const FunctionDef& a, const FunctionDef& b) {
  return a.name == b.name && a.qualifier == b.qualifier && a.generics == b.generics && a.outputs == b.outputs &&
         a.parameters == b.parameters && a.body == b.body;
}

}  // namespace qc::ast
