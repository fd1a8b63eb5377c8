// Types as the program writes them (types.cpp), and values as what a type wants (conversions.cpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "host/eval/state/eval_context.h"
#include "sema/record_layout.h"

namespace qc::host {

// A generic parameter, a class, an alias or a word of the language; nothing for a name that is none of them.
std::optional<HostType> type_named(EvalContext& cx, const std::string& name, const EnvironmentP& env);
// The fields of a plain class that hold numbers only, for code that makes instances of it.
std::optional<std::vector<RecordField>> class_fields(EvalContext& cx, const std::string& name,
                                                     const std::vector<Type>& generics, const EnvironmentP& env);
// What the analysis is told of a name that the program gave to a type.
std::optional<Type> program_type(EvalContext& cx, const std::string& name, const EnvironmentP& env);
// A class with its generic parameters.
HostType class_type(EvalContext& cx, const TypeEntry& entry, std::vector<HostType> arguments, const EnvironmentP& env);
// A type as it is written.
HostType resolve(EvalContext& cx, const ast::TypeExpr& written, const EnvironmentP& env);
// The same without what it says in [ ].
HostType resolve_shape(EvalContext& cx, const ast::TypeExpr& written, const EnvironmentP& env);
// A type as a value.
Value type_value(const EvalContext& cx, HostType type);
// What a variable or field declared without a value holds.
Value default_value(EvalContext& cx, const HostType& type, Span span);
// The type that a field of a class is declared with.
HostType field_type(EvalContext& cx, const HostType& of, const std::string& field);
// Whether all arguments are named, by fields of that class.
bool names_fields_only(const EvalContext& cx, const std::string& type, const Arguments& arguments);
// P(a := 1, b := 2) or P(1, 2); fields that are not given have the empty value of their type.
Value construct_class(EvalContext& cx, const HostType& type, const Arguments& arguments, Span span);
// vec(n), imat(m,n), vec[int](n), cube(h,w,3), cell[mat](n), a class, int(x).
std::optional<Value> construct(EvalContext& cx, const HostType& type, const Arguments& arguments, Span span);
// type(x), type(x, T), cast(x, T), cell(n), object(), and size, numel, copy of what is not an array.
std::optional<Value> type_form(EvalContext& cx, const std::string& name, std::vector<Value>& arguments, Span span,
                               const EnvironmentP& env);

// The value as one of that type; an error where it is none.
Value convert_to(EvalContext& cx, const Value& v, const Type& type, Span span, const Purpose& what);
// The same of a type with what it says of elements and classes.
Value convert(EvalContext& cx, const Value& v, const HostType& type, Span span, const Purpose& what);

}  // namespace qc::host
