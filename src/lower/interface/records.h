// Records and cells of them: fields of those outside, columns of those in cells, and records that the code makes
// (src/lower/records.cpp, record_fields.cpp).
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// The name under which the scope knows a field of a record that stands outside (sema/scope.h).
std::string outer_path(LowerContext& cx, const ast::Field& n, Span span);
// Its value as it is at the launch.
Value read_field(LowerContext& cx, const ast::Field& n, Span span);
// p.f(x): a function that is kept in a field, or f(p, x).
Value call_field(LowerContext& cx, const ast::Field& n, const ast::Call& c, Span span, bool may_write);
// A lambda assigns to a variable that was there when it was written: one of the loop's function, or of the function
// that made the lambda.
void assigned_outside(LowerContext& cx, const std::string& name, const Binding& b, Span span);
// r.x = v for a record.
void assign_field(LowerContext& cx, const ast::Field& place, const Value& v, Span span);
// r.x += e for a record.
void update_field(LowerContext& cx, const ast::Field& place, const ast::Assign& a, Span span);
// The fixed-size variable or field whose components are assigned; null: the base is something else.
Binding* assigned_fixed(LowerContext& cx, const ast::Expr& base, Span span);
// Whether the value reads a field that the code changes: it is computed before a call, which may change it.
bool reads_changed_field(const LowerContext& cx, const Value& v);
// After a pass: stops where another name leads to a field that changes, which is one variable in the code.
void require_single_names(LowerContext& cx, Span span);

// What the scope knows of records that lie in columns; null: nothing.
const RecordColumns* columns(const LowerContext& cx);
// The path of a cell outside that is named by its variable or as a field; nothing: the expression is something else.
std::optional<std::string> cell_path(LowerContext& cx, const ast::Expr& e);
// An item of a cell of records; nothing where the cell is none, or several items are selected.
std::optional<Value> record_item(LowerContext& cx, const std::string& cell, const ast::Index& n, Span span);
// An item of a cell of short arrays that the code only reads, as a value; nothing where the cell is none. The name that
// it gets is one of the item's array, so its elements are not written.
std::optional<Value> array_item(LowerContext& cx, const std::string& cell, const ast::Index& n, Span span);
// After a pass: what the nest writes to is no item of a cell whose items it reads.
void require_items_unwritten(LowerContext& cx, Span span);
// A name of the program around, or a path of one.
Binding& outside(LowerContext& cx, const std::string& path, Span span);
// The field of that name; null: there is none.
const RecordField* record_field(const RecordRef& record, const std::string& name);
// r.x of a record; of one around whose fields are not known, as it is at the launch.
Value record_member(LowerContext& cx, const Value& record, const std::string& name, Span span);
Value record_member(LowerContext& cx, const RecordRef& record, const std::string& name, Span span);
// numel(p), size(p) and their kin of a cell of records; nothing: it is none.
std::optional<Value> shape_of_records(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                      Span span);
// A record whose fields are known, or that of a cell at a known place; nothing: the expression is something else.
std::optional<Value> record_value(LowerContext& cx, const ast::Expr& e);
// r.x = v, r a record whose fields are known.
void assign_member(LowerContext& cx, const RecordRef& record, const std::string& name, const Value& v, Span span);
// p[i].x += e: in kernels a step of its own for each number, as of elements of arrays.
void update_member(LowerContext& cx, const RecordRef& record, const std::string& name, const ast::Assign& a, Span span);
// p[i] = q, and p[i].v[0] = e of a field of a fixed size. False: the place is something else.
bool assign_in_records(LowerContext& cx, const ast::Index& place, const ast::Assign& a, Span span);
// c ? p : q of instances: a copy of either; arms: what the two need before.
Value select_record(LowerContext& cx, const ir::ExprP& condition, std::array<ir::Block, 2> arms, const RecordRef& yes,
                    const RecordRef& no, Span span);
// Instances of a plain class are equal where all their fields are.
Value compare_records(LowerContext& cx, bool equal, const RecordRef& a, const RecordRef& b, Span span);
// q = p[i], q = particle(..): a copy under the name.
void assign_record(LowerContext& cx, const std::string& name, const RecordRef& v, Span span);
// A record as a parameter: the caller's, as it is at the call.
Value record_argument(LowerContext& cx, const std::string& name, RecordRef v, const ast::Block& body, Span span);
// Whether a class that has functions of its name as well is meant itself: every argument names a field, or no function
// takes as many.
bool makes_instance(LowerContext& cx, const std::string& name, const std::vector<FunctionRef>& functions,
                    const ast::Call& c, Span span);
// particle(1, 2), particle(x := 1): nothing where the name is no class of numbers.
std::optional<Value> make_record(LowerContext& cx, const std::string& name, const ast::Call& c, Span span,
                                 const std::vector<Type>& generics = {});
// An output that is declared as a class begins with zeros.
void declare_record_output(LowerContext& cx, const ast::Parameter& output, Span span);

}  // namespace qc::lowering
