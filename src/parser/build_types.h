// Functions, types, and where types are written.
#pragma once
#include "parser/build_context.h"

namespace qc {

// A definition of a function, and what stands in one and in a lambda.
Box<ast::FunctionDef> build_function(BuildContext& b, Tk::FunctionDefinitionContext& c);
std::vector<ast::Parameter> build_parameters(BuildContext& b, Tk::ParametersContext* c);
ast::Qualifier build_qualifier(const std::vector<Tk::QualifierContext*>& all);

// A definition of a type.
ast::TypeDef build_type_definition(BuildContext& b, Tk::TypeDefinitionContext& c);
// What a field holds where nothing is given is what a function of its own gives: function $value = $default_point_x()
void build_field_defaults(BuildContext& b, ast::Block& out, Tk::TypeDefinitionContext& c);
// The names that the program gives to classes of types, wherever they are used.
void name_type_classes(BuildContext& b, Tk::BlockContext& c);

// A type.
ast::TypeExpr build_type(BuildContext& b, Tk::TypeContext& c);
// mat2x2 is mat(2,2), cube2x3x2 is cube(2,3,2); also of ints and complex numbers.
void named_extents(ast::TypeExpr& t);
// Says what numbers of uint64 are where a call makes some: uint64(x), vec[uint64](n), cast(x, uint64).
void note_uint64(BuildContext& b, const ast::Call& n);

}  // namespace qc
