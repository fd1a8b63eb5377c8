// Names with points, by which compiled code knows what stands behind a variable: the field `sigma` of the record `p` is
// "p.sigma", the variable `a` that the function value `g` captured is "g.a" (sema/scope.h).
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "value/environment.h"

namespace qc::host {

// What `rest` ("sigma", "inner.k", "[0,1].k" of a cell) names inside `root`; null when there is no such thing.
Value* find_inside(Value& root, std::string_view rest);
// A variable of the environment, or what stands behind one.
Value* find_path(Environment& env, std::string_view name);
// Whether a name is a path and no variable's own name.
inline bool is_path(std::string_view name) { return name.find('.') != std::string_view::npos; }
// What is left of a path behind the last function value that it leads through.
struct CapturedPlace {
  const Closure* function;  // null: it leads through none
  std::string_view rest;
};
CapturedPlace captured_place(Environment& env, std::string_view path);
// A path of fields as an expression.
ast::ExprP path_expression(std::string_view path);
// The field that a path of records leads to.
struct FieldPlace {
  const Record* record;
  std::string_view field;
  bool by_reference;          // whoever has what the path begins with sees the field change
  const ast::TypeExpr* type;  // that the class says; null: it says none
};
std::optional<FieldPlace> field_place(Environment& env, std::string_view path);
// For code made for one launch only as far as these hold (sema/assumptions.h).
std::optional<std::int64_t> extent_of_value(const Value* v, int dim);
std::optional<std::int64_t> whole_number(const Value* v);
std::optional<std::string> text_value(const Value* v);  // nothing: no string
std::optional<bool> is_whole_number(const Value* v);    // nothing: not one real number

}  // namespace qc::host
