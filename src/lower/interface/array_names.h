// Names of arrays, functions and records: what they stand for behind statements that may be passed by
// (src/lower/arrays/array_names.cpp), in kernels names that are one array and then another (array_phi.cpp), and
// arrays outside that are updated in place where the text makes new ones (in_place_update.cpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// The name becomes another array, function or record.
void name_again(LowerContext& cx, const std::string& name, Value v, Span span);
// The names as they were before statements that may be passed by.
void restore_names(LowerContext& cx, std::size_t mark);
// Behind statements that are repeated: names that they gave to something else, `from` to `to`, are in doubt.
void doubt_names(LowerContext& cx, std::size_t from, std::size_t to);
// The body of a loop that began at `start`: a name that it reads as it was before the loop is not given to something
// else there.
void require_names_kept(LowerContext& cx, std::size_t mark, int start, Span span);
// The name is read: what it stands for may not be another one there in a later iteration.
void note_read(LowerContext& cx, const std::string& name, Binding& b, Span span);

// That the name is one of several arrays: the next pass takes it so. False: it cannot.
bool make_array_phi(LowerContext& cx, const std::string& key, const Value& v);
// The name becomes v, an array or one of several.
void add_to_phi(LowerContext& cx, const std::string& name, const Value& v, Span span);
// Before statements that may be passed by or run again: names that become other arrays there have their variables.
void prepare_phis(LowerContext& cx);
// One of several arrays as it is now, whatever the name that it comes from becomes later.
Value phi_now(LowerContext& cx, Value v, Span span);
// The arrays that a list of names is made of, [a, b] = [b, a]; nothing: it is something else.
std::vector<Value> several_arrays(LowerContext& cx, const ast::Expr& e, Span span);

// Whether the name of an array outside is a variable of the loop: each iteration begins with another value under it. v:
// that value, null: an array.
bool begins_as_array(const LowerContext& cx, const std::string& name, const Value* v);
// The elements as a value in memory of the iteration, which may be written to; nothing where their number is not known
// at the launch.
std::optional<Value> fixed_from_lazy(LowerContext& cx, const Value& x, Span span);
// name = e, written into the array outside that it is. False, and nothing emitted: the value is no array of the same
// kind, or the statement means something else.
bool renew_whole(LowerContext& cx, const ast::Name& name, const ast::Assign& a, Span span);

}  // namespace qc::lowering
