// v = [v, e], p = vertcat(p, row) and v = v[0..k] in place: a row of numbers that grows by a few elements, or loses its
// last ones, and a matrix that grows by rows.
#pragma once
#include <vector>

#include "ast/ast.h"
#include "value/value.h"

namespace qc::host {

// Puts the numbers behind the elements that the row has, where [v, ..] would be a row of the same kind; otherwise
// false, and nothing is done.
bool append_numbers(Array& row, const std::vector<Value>& numbers);
// The call in p = vertcat(p, row, ..); null: the assignment is another.
const ast::Call* appended_rows(const ast::Assign& a);
// Puts rows below those that a matrix has, where vertcat would give one of the same kind; otherwise false, and nothing
// is done.
bool append_rows(Array& matrix, const std::vector<Value>& rows);
// Keeps the first `count` elements; false where there are not so many, or none would be left, and nothing is done.
bool shorten(Array& row, std::int64_t count);

}  // namespace qc::host
