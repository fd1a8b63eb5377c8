// Calls of functions and lambdas, whose bodies become part of the code (src/lower/inline.cpp).
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// The type of a variable that is declared so: an array of declared extents is a fixed-size value, however large.
Type own_type(const LowerContext& cx, const ast::TypeExpr& written);
// What a function or lambda takes.
const std::vector<ast::Parameter>& parameters_of(const FunctionRef& r);
// Whether no function takes arguments of these kinds, so that a call by the name of a built-in function means that one.
// What the arguments need is lowered for their kinds alone.
bool none_takes(LowerContext& cx, const std::vector<FunctionRef>& functions, const ast::Call& c);
// A lambda that is written in the code.
Value local_lambda(LowerContext& cx, const ast::Lambda& l, Span span);
// A function that is defined in the code.
void local_function(LowerContext& cx, const ast::FunctionDef& d, Span span);
// A call of a function value: user functions, or a built-in known by its name.
std::vector<Value> call_functions(LowerContext& cx, const Value& target, const std::string& name, const ast::Call& c,
                                  Span span, bool may_write);
// The results of a call of one of these functions: the one that fits the arguments.
std::vector<Value> inline_call(LowerContext& cx, const std::vector<FunctionRef>& candidates, const std::string& name,
                               const ast::Call& c, Span span, bool may_write);
// Notes of the calls that led to what could not be lowered.
void add_calls(LowerContext& cx, Diagnostic& d);
// The body of a kernel for one position.
void inline_kernel(LowerContext& cx, const FunctionRef& kernel, std::vector<std::optional<Value>> args, Span span);
// What a call of a lambda gives; nothing where it only does something.
std::vector<Value> inline_lambda(LowerContext& cx, const ast::Lambda& l, const std::string& captured,
                                 const std::string& name, std::vector<Value> args, Span span, bool may_write);

// The type in which a name declared as vec, mat, cube takes a fixed-size value; nothing where that has too many
// dimensions.
std::optional<Type> fixed_for(const Type& declared, const Type& given);
// What generic parameters stand for, from the types of the arguments.
std::map<std::string, Type> generic_types(const std::vector<std::string>& generics,
                                          const std::vector<ast::Parameter>& parameters,
                                          const std::vector<std::optional<Type>>& arguments);
// Whether a variable outside is a cell, or a record that may hold some.
bool holds_items(const std::optional<Type>& outside);

}  // namespace qc::lowering
