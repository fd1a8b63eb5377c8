// What a piece of syntax does with each name in it.
#pragma once
#include <map>
#include <string>

#include "ast/query.h"

namespace qc {

struct NameFact {
  int mentions = 0;       // occurrences, as the variable of a loop or handler and as a place that is assigned too
  int in_part = 0;        // those as the array of an index, x[i], or the argument of size, numel, ndims
  int given = 0;          // targets that give it a value, n = e
  int updated = 0;        // n += e, which writes into an array that other names may be too
  int elements = 0;       // x[i] = e, x[i][j] = e
  int counts = 0;         // loops and handlers whose variable it is
  Span first_given = {};  // the place of the first n = e
  bool assigned() const { return given > 0 || updated > 0; }
  bool written() const { return assigned() || elements > 0; }
};

struct NameFacts {
  std::map<std::string, NameFact, std::less<>> names;  // those that occur; names of fields and types are none
  // Of any name.
  const NameFact& of(std::string_view name) const;
};

// Of all that walk() visits: nested functions and lambdas included.
NameFacts name_facts(const ast::Block& b);
NameFacts name_facts(const ast::Stmt& s);
// Of what a block itself does: that of nested functions and lambdas left out.
NameFacts own_name_facts(const ast::Block& b);

using NameCounts = std::map<std::string, int, std::less<>>;

// Adds how often each name occurs to `counts`.
void count_names(const ast::Expr& e, NameCounts& counts);
void count_names(const ast::Stmt& s, NameCounts& counts);
void count_names(const ast::Block& b, NameCounts& counts);
// Those of fields as well, which may be functions that are called, x.blur(3).
void count_names_and_fields(const ast::Stmt& s, NameCounts& counts);

// Whether an output of a declared size, y : vec3, begins with zeros: on some way through the function its elements are
// written before it has a value.
bool begins_with_zeros(const ast::FunctionDef& def, const ast::Parameter& output);

}  // namespace qc
