// How often each name occurs in a piece of syntax, and which names it assigns.
#pragma once
#include <map>
#include <set>
#include <string>

#include "ast/ast.h"

namespace qc {

using NameCounts = std::map<std::string, int, std::less<>>;

// Count each occurrence of a name into `counts`, as a loop variable or a place that is assigned too; names of fields
// and types are none.
void count_names(const ast::Expr& e, NameCounts& counts);
void count_names(const ast::Stmt& s, NameCounts& counts);  // nested functions included
void count_names(const ast::Block& b, NameCounts& counts);
// Those of fields as well, which may be functions that are called, x.blur(3).
void count_names_and_fields(const ast::Stmt& s, NameCounts& counts);

// What a name is used for: an occurrence in part is the array of an index, x[i], or the argument of size, numel, ndims.
struct NameUses {
  struct Given {
    int times = 0;
    Span first;
  };
  NameCounts all, in_part;
  std::map<std::string, Given, std::less<>> given;  // variables that get a value, n = e
  std::set<std::string, std::less<>> written;       // assigned, or their elements
};
NameUses name_uses(const ast::Block& b);
NameUses name_uses(const ast::Stmt& s);

// The variable at the start of a place, `p` of p.image[i]; null: it begins with something else.
const std::string* root_of(const ast::Expr& place);
// The name of the function that an expression calls; null: it is no call, or one of what a place holds.
const std::string* callee_of(const ast::Expr& e);

// Whether an output of a declared size, y : vec3, begins with zeros: on some way through the function its elements are
// written before it has a value.
bool begins_with_zeros(const ast::FunctionDef& def, const ast::Parameter& output);

}  // namespace qc
