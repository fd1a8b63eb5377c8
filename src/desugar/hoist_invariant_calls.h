// Calls inside a loop that give the same in every iteration, `max(x)` where the loop does not write to x: they are
// taken once, when the loop is reached. So are beginnings and steps of loops that may be fractions, `for i=n/2..n`:
// what is known of a number, whether it is whole, is then known of them.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "analysis/dataflow/name_facts.h"
#include "ast/ast.h"

namespace qc {

struct InvariantCalls {
  struct Call {
    const ast::Expr* text;
    std::string name;            // the variable that stands for it: as it is written
    bool array;                  // only elements of it are read, so that it may be an array
    NameCounts names;            // that it mentions
    mutable bool unfit = false;  // it gave no number when it was taken, or failed: it is left in the loop
    bool bound = false;          // it is the beginning or the step of a loop
  };
  std::vector<Call> calls;
  std::vector<const ast::Expr*> written;  // the arrays whose elements the loop writes to: names and paths
  NameCounts names;                       // all that the loop mentions
};

// What the text alone allows. It holds where the functions mean what the library says, no other name of an array in a
// call is written to, and the functions that the loop calls write to nothing of others.
InvariantCalls invariant_calls(const ast::Stmt& loop);

struct FunctionWrites {
  bool to_others;    // it may write to an array that it did not make
  NameCounts names;  // that it mentions, those of the functions that it calls among them
};
// Looks at the text of the function alone. Elements of parameters are of others; launches and functions that records or
// cells hold may write to anything.
FunctionWrites function_writes(const ast::FunctionDef& function);
FunctionWrites function_writes(const ast::Lambda& function);

// The loop with variables for the calls of these names.
ast::Stmt hoist_invariant_calls(const ast::Stmt& loop, const std::set<std::string>& names);

}  // namespace qc
