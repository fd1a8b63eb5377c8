// Statements as resolved code that is stepped without looking names up: each name is a place of the function's
// variables, each call knows which function it means. What the form has no words for stands in it as the syntax that it
// comes from, for the evaluator.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "ast/ast.h"
#include "host/eval/state/register_number.h"
#include "host/eval/state/scalar_builtins.h"
#include "host/loops/rejected_loops.h"
#include "value/value.h"

namespace qc::host {

struct Meaning;
struct WhileLoop;
class EvalContext;

struct ResolvedExpr;
struct ResolvedRun;
using NumberOf = Small (*)(ResolvedRun& run, const ResolvedExpr& e);

struct ResolvedExpr {
  enum class Kind : std::uint8_t {
    Other,  // for the evaluator
    Literal,
    Variable,
    Text,
    Field,    // parts[0].name
    Element,  // parts[0][parts[1], ..]
    Row,      // parts[0][parts[1],:]
    List,     // [parts[0], ..]
    Negate,
    Plus,
    Not,  // op parts[0]
    Square,
    Binary,
    And,
    Or,
    Choose,
    Count,     // numel(place)
    Extent,    // size(place, d)
    Extents,   // [a, b] = size(place, d..d+1), with parts[1] = d: of a statement alone
    Whole,     // int(x), floor(x)
    Each,      // an elementwise built-in function of numbers
    Object,    // object()
    Cells,     // cell(n)
    HasField,  // isfield(place, text)
    Built,     // another call by name, which takes its arguments as values: of a built-in function, of one of several
    Call       // of a function of the program or the library
  };
  Kind kind = Kind::Other;
  ast::BinaryOp op = ast::BinaryOp::Add;  // Binary
  bool calls = false;                     // a Call or Built in it: what has been computed once is not computed again
  bool nothing = false;                   // Variable: nullptr, where there is no such variable
  bool named = false;                     // Variable: `literal` is what the name means where there is no such variable
  std::optional<ir::BinaryOp> pair;       // Each
  std::uint32_t slot = 0;                 // Variable; of calls, that of a variable that would hide the function
  bool fuses = false;                     // Binary: a sum or difference of which a part may be a product that is fused
  Small literal;
  NumberOf number = nullptr;       // computes it where it is a number and calls nothing; found for the finished tree
  mutable std::uint32_t hint = 0;  // Field: where it was found last
  const ast::Expr* source = nullptr;
  const std::string* name = nullptr;  // of a field or function
  const Meaning* meaning = nullptr;   // of a function
  std::vector<ResolvedExpr> parts;
};

struct ResolvedStmt {
  enum class Kind : std::uint8_t {
    Other,
    Assign,
    Several,
    Store,
    StoreRow,
    SetField,
    Call,
    If,
    Match,
    While,
    Repeat,
    For,
    Leave
  };
  Kind kind = Kind::Other;
  ast::AssignOp op = ast::AssignOp::Set;
  bool joins = false;        // Assign: x = x + ..: a text may grow in place
  bool joins_parts = false;  // all of whose operators are +
  bool grows = false;        // Assign, SetField, Store: x = [x, ..]: so may a row or a cell
  bool shrinks = false;      // the same with x = x[0..e], of which e is conditions[0]
  bool never =
      false;  // For: it calls a function of its own text, or makes records of object(), with which no loop is compiled
  std::vector<std::uint32_t>
      grown;                      // For: variables that it assigns [x, ..]; no loop is compiled that lets a cell grow
  mutable bool declined = false;  // For: that has been said
  mutable bool asked = false;     // For: the compiler has been, and has said what is in its way
  mutable std::uint32_t weight =
      0;  // For: parts of an iteration, each of which is a step of its own; 0: it has others as well
  std::shared_ptr<LoopHistory> history;  // For
  WhileLoop* known = nullptr;            // While, Repeat
  std::uint8_t leaves = 0;               // Leave: a Flow
  std::uint32_t slot = 0;                // Assign, For
  std::vector<std::uint32_t> slots;      // Several: of [a, b] = f(..), of [a, b] = [x, y]
  const ast::Stmt* source = nullptr;
  ResolvedExpr place, value;  // value: what is assigned or matched; the condition of While and Repeat; the call
  std::vector<ResolvedExpr> conditions;  // of If; of Match: patterns, `_` without a source; of For: from, to, step
  std::vector<std::vector<ResolvedStmt>>
      blocks;  // of If and Match: one for each condition, then that of `else`; of loops their body
};
using ResolvedBlock = std::vector<ResolvedStmt>;

struct ResolvedCode {
  std::vector<std::string> names;  // by slot
  ResolvedBlock body;
};

// The function for an expression whose parts have theirs (resolved_numbers.cpp).
NumberOf number_of(const ResolvedExpr& e);

// The body of a function, whose parameters and then outputs have the first slots.
ResolvedCode resolve_code(const ast::FunctionDef& function, EvalContext& cx);
ResolvedCode resolve_code(const ast::Stmt& loop, EvalContext& cx);

}  // namespace qc::host
