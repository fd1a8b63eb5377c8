// The abstract syntax of the language. Immutable values; equality ignores places in the text.
// Names are not resolved here: constants such as `pi` and built-in functions are plain Name nodes.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "support/box.h"
#include "support/source.h"

namespace qc::ast {

struct Expr;
struct Stmt;
using ExprP = Box<Expr>;
using Block = std::vector<Stmt>;

// ---- types as written -------------------------------------------------------------------------------------------
struct TypeExpr;
// One argument of a type: `cube{:}`, `vec[int]`, `vec(3)`, `cube{4}`.
struct TypeExpr {
  std::string name;                // "scalar", "mat", "cell", "??", a class, a generic parameter, "->" for functions
  std::vector<TypeExpr> elements;  // [T] arguments; of "->": parameter types, then the result types
  std::vector<ExprP> extents;      // (2,2): the fixed-size kind
  std::optional<int> rank;         // {4}; -1 for {:}
  std::vector<std::string> modifiers;  // 'circular 'const ..., without the apostrophe, in order
  Span span;
  bool reference = false;  // ^T: a T or nullptr
  friend bool operator==(const TypeExpr&, const TypeExpr&);
};

// ---- expressions ------------------------------------------------------------------------------------------------
enum class UnaryOp { Neg, Plus, Not };
enum class BinaryOp {
  Add,
  Sub,
  Mul,
  Div,
  Pow,  // * is the matrix product for two matrices
  ElemMul,
  ElemDiv,
  ElemPow,  // .* ./ .^
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  And,
  Or  // && ||
};
enum class AssignOp { Set, Add, Sub, Mul, Div, Pow, ElemMul, ElemDiv, ElemPow, And, Or, Xor, Max, Min };
enum class Qualifier { None, Device, Kernel };

struct IntLit {
  std::int64_t value;
  friend bool operator==(const IntLit&, const IntLit&) = default;
};
struct FloatLit {
  double value;
  friend bool operator==(const FloatLit&, const FloatLit&);
};  // NaN equals NaN
struct ImaginaryLit {
  double value;
  friend bool operator==(const ImaginaryLit&, const ImaginaryLit&) = default;
};
struct StringLit {
  std::string value;
  friend bool operator==(const StringLit&, const StringLit&) = default;
};
struct Name {
  std::string name;
  friend bool operator==(const Name&, const Name&) = default;
};
struct Colon {
  friend bool operator==(const Colon&, const Colon&) = default;
};  // a whole dimension, in an index
struct Unary {
  UnaryOp op;
  ExprP operand;
  friend bool operator==(const Unary&, const Unary&) = default;
};
struct Binary {
  BinaryOp op;
  ExprP left, right;
  Span op_span;
  friend bool operator==(const Binary& a, const Binary& b) {
    return a.op == b.op && a.left == b.left && a.right == b.right;
  }
};
struct Conditional {
  ExprP condition, yes, no;
  friend bool operator==(const Conditional&, const Conditional&) = default;
};
// lo..hi and lo..step..hi; step may be empty
struct Range {
  ExprP lo, step, hi;
  friend bool operator==(const Range&, const Range&) = default;
};
// name empty: positional; spread: `...cell` gives its items as arguments of their own
struct Argument {
  std::string name;
  ExprP value;
  bool spread = false;
  friend bool operator==(const Argument&, const Argument&) = default;
};
struct Call {
  ExprP callee;
  std::vector<Argument> arguments;
  friend bool operator==(const Call&, const Call&) = default;
};
struct Index {
  ExprP base;
  std::vector<ExprP> indices;
  friend bool operator==(const Index&, const Index&) = default;
};
struct Field {
  ExprP base;
  std::string name;
  friend bool operator==(const Field&, const Field&) = default;
};
struct ArrayLit {
  std::vector<ExprP> elements;
  friend bool operator==(const ArrayLit&, const ArrayLit&) = default;
};
struct CellLit {
  std::vector<ExprP> elements;
  friend bool operator==(const CellLit&, const CellLit&) = default;
};
struct TypeAssert {
  ExprP value;
  TypeExpr type;
  friend bool operator==(const TypeAssert&, const TypeAssert&) = default;
};
// A type used as a function or value where the syntax alone shows it: vec[int](n), mat[uint8](m,n), vec[int]
struct TypeValue {
  TypeExpr type;
  friend bool operator==(const TypeValue&, const TypeValue&) = default;
};
struct Parameter {
  std::string name;
  std::optional<TypeExpr> type;
  ExprP default_value;  // may be empty
  Span span;
  bool variadic = false;  // `...rest`, the last one: a cell of all further arguments
  friend bool operator==(const Parameter& a, const Parameter& b) {
    return a.name == b.name && a.type == b.type && a.default_value == b.default_value && a.variadic == b.variadic;
  }
};
// (x, y) -> e, and (pos) -> y[pos] = e: then `assignment` holds one Assign statement and `body` is empty; () -> (a = 1;
// f(a)): then `statements` holds them and the others are empty
struct Lambda {
  Qualifier qualifier = Qualifier::None;
  std::vector<Parameter> parameters;
  ExprP body;
  Box<Stmt> assignment;
  Block statements;
  friend bool operator==(const Lambda&, const Lambda&);
};

struct Expr {
  using Node = std::variant<IntLit, FloatLit, ImaginaryLit, StringLit, Name, Colon, Unary, Binary, Conditional, Range,
                            Call, Index, Field, ArrayLit, CellLit, TypeAssert, TypeValue, Lambda>;
  Node node;
  Span span;
  friend bool operator==(const Expr& a, const Expr& b) { return a.node == b.node; }
};

// ---- statements -------------------------------------------------------------------------------------------------
struct ExprStmt {
  ExprP value;
  friend bool operator==(const ExprStmt&, const ExprStmt&) = default;
};
// One target of an assignment. `x : cube` alone is an Assign with Set, the type, and no value.
struct Target {
  ExprP place;  // Name, Index or Field
  std::optional<TypeExpr> type;
  friend bool operator==(const Target&, const Target&) = default;
};
// x = e, x += e, [a, b] = f(x), x : T = e; several targets only with Set.
struct Assign {
  std::vector<Target> targets;
  AssignOp op = AssignOp::Set;
  ExprP value;
  Span op_span;
  friend bool operator==(const Assign& a, const Assign& b) {
    return a.targets == b.targets && a.op == b.op && a.value == b.value;
  }
};
struct IfArm {
  ExprP condition;
  Block body;
  friend bool operator==(const IfArm&, const IfArm&);
};
struct If {
  std::vector<IfArm> arms;
  Block otherwise;
  friend bool operator==(const If&, const If&);
};
struct While {
  ExprP condition;
  Block body;
  friend bool operator==(const While&, const While&);
};
struct Repeat {
  Block body;
  ExprP until;
  friend bool operator==(const Repeat&, const Repeat&);
};
// What a pragma or attribute directly before the loop says of it: #pragma force_parallel, {!parallel for}, ...
enum class LoopHint { None, ForceParallel, ForceSerial, Interpreted };
struct For {
  LoopHint hint = LoopHint::None;
  std::string variable;
  Span variable_span;
  ExprP lo, step, hi;
  Block body;  // step may be empty (1)
  friend bool operator==(const For&, const For&);
};
struct MatchArm {
  ExprP pattern;
  Block body;
  friend bool operator==(const MatchArm&, const MatchArm&);
};  // empty pattern: `_`
struct Match {
  ExprP value;
  std::vector<MatchArm> arms;
  friend bool operator==(const Match&, const Match&);
};
struct Try {
  Block body;
  std::string variable;
  Block handler;
  friend bool operator==(const Try&, const Try&);
};
struct Break {
  friend bool operator==(const Break&, const Break&) = default;
};
struct Continue {
  friend bool operator==(const Continue&, const Continue&) = default;
};
struct Return {
  friend bool operator==(const Return&, const Return&) = default;
};
struct Import {
  std::string path;
  friend bool operator==(const Import&, const Import&) = default;
};
struct Print {
  std::vector<ExprP> items;
  friend bool operator==(const Print&, const Print&) = default;
};
// A pragma or attribute that is not attached to a loop. text: everything between the marks, trimmed.
struct Pragma {
  std::string text;
  bool attribute = false;
  friend bool operator==(const Pragma&, const Pragma&) = default;
};
// syncthreads, syncthreads(block|warp|grid), memfence(block|grid) are calls; nothing special here.
struct FunctionDef {
  std::string name;
  Qualifier qualifier = Qualifier::None;
  std::vector<std::string> generics;
  std::vector<Parameter> outputs;  // no default values
  std::vector<Parameter> parameters;
  Block body;
  Span name_span;
  friend bool operator==(const FunctionDef&, const FunctionDef&);
};
struct ClassField {
  std::string name;
  std::optional<TypeExpr> type;
  friend bool operator==(const ClassField&, const ClassField&) = default;
};
// type NAME : class ... end, mutable class, and type NAME : T aliases (then `alias` is set)
struct TypeDef {
  std::string name;
  bool is_mutable = false, is_dynamic = false;
  std::vector<std::string> generics;
  std::vector<ClassField> fields;
  std::optional<TypeExpr> alias;
  friend bool operator==(const TypeDef&, const TypeDef&) = default;
};

struct Stmt {
  using Node = std::variant<ExprStmt, Assign, If, While, Repeat, For, Match, Try, Break, Continue, Return, Import,
                            Print, Pragma, Box<FunctionDef>, TypeDef>;
  Node node;
  Span span;  // of a compound statement: its first line (for a For: the `for` keyword to the end of the header)
  bool quiet = false;  // made by the parser: the REPL echoes nothing of it; no part of equality
  friend bool operator==(const Stmt& a, const Stmt& b) { return a.node == b.node; }
};

struct Program {
  FileId file = kNoFile;
  Block statements;
  friend bool operator==(const Program& a, const Program& b) { return a.statements == b.statements; }
};

}  // namespace qc::ast
