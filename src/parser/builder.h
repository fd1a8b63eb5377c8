// Builds the syntax tree from the parse tree: one class, whose parts stand in build_statements.cpp, build_types.cpp and
// build_expressions.cpp.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "parser/fold_operators.h"
#include "parser/literals.h"
#include "parser/text_check.h"
#include "parser/token_words.h"

namespace qc {

class Builder {
 public:
  Builder(const BytePlaces& places, std::vector<Diagnostic>& diagnostics)
      : places_(places), diagnostics_(diagnostics) {}

  ast::Block block(Tk::BlockContext* c);
  ast::Block program(Tk::BlockContext* c);
  bool hint_at_end() const { return hint_at_end_; }  // of the block built last

 private:
  using ParserRuleContext = antlr4::ParserRuleContext;
  using TerminalNode = antlr4::tree::TerminalNode;

  Span span(const ParserRuleContext& c) const {
    const auto* stop = c.stop ? c.stop : c.start;
    const Span a = token_span(*c.start, places_), b = token_span(*stop, places_);
    return {a.file, a.begin, std::max(a.end, b.end)};
  }
  Span span(TerminalNode* t) const { return token_span(*t->getSymbol(), places_); }
  static Span join(Span a, Span b) { return {a.file, a.begin, std::max(a.end, b.end)}; }
  void report(Code code, Span at, std::string message, std::string help = "", Severity severity = Severity::Error) {
    diagnostics_.push_back({code, severity, at, std::move(message), std::move(help), {}});
  }

  // ---- statements ----
  void statement(ast::Block& out, Tk::StatementContext& c);
  Span header(const ParserRuleContext& whole, const ParserRuleContext& last) const {
    return join(token_span(*whole.start, places_), span(last));
  }
  void check_end(const ParserRuleContext& c);
  void for_statement(ast::Block& out, Tk::ForStatementContext& c);
  void for_items(ast::Block& out, ast::For& f, const ast::ExprP& items, ast::Block body);
  void for_places(ast::Block& out, Tk::ForStatementContext& c);
  ast::Block loop_body(Tk::BlockContext* c);
  ast::If if_statement(Tk::IfStatementContext& c);
  std::vector<ast::ExprP> patterns(Tk::MatchArmContext& arm);
  ast::Match match(Tk::MatchStatementContext& c);
  ast::Stmt::Node jump(Tk::JumpContext& c);

  // ---- pragmas ----
  static std::string trimmed(std::string s);
  void pragma(ast::Block& out, Tk::PragmaContext& c);
  void unknown_pragma(const std::string& text, const std::string& name, bool attribute, Span span,
                      std::vector<std::string> known);
  void drop_pending_hint();

  // ---- functions and types ----
  static ast::Qualifier qualifier(const std::vector<Tk::QualifierContext*>& all);
  std::vector<ast::Parameter> parameters(Tk::ParametersContext* c);
  Box<ast::FunctionDef> function(Tk::FunctionDefinitionContext& c);
  std::vector<std::string> generics(Tk::GenericsContext* c, std::vector<std::string>& types);
  ast::TypeDef type_definition(Tk::TypeDefinitionContext& c);
  void field_defaults(ast::Block& out, Tk::TypeDefinitionContext& c);
  ast::TypeExpr type(Tk::TypeContext& c);
  static void named_extents(ast::TypeExpr& t);
  void suffix(ast::TypeExpr& t, Tk::TypeSuffixContext& s);
  // [(T, U) -> V]: name "->", the inputs, then the outputs; their counts are kept as the rank (inputs).
  ast::TypeExpr function_type(Tk::FunctionTypeContext& c);
  ast::TypeExpr type_class(Tk::TypeClassContext& c);
  void name_type_classes(Tk::BlockContext& c);
  void note_uint64(const ast::TypeExpr& t);
  void note_uint64(const ast::Call& n);

  // ---- assignments ----
  static ast::AssignOp assign_op(Tk::AssignOperatorContext& c);
  void check_target(const ast::Expr& e);
  ast::Assign assignment(ast::ExprP left, Tk::AssignOperatorContext& op, ast::ExprP value);
  ast::Stmt::Node simple(Tk::SimpleStatementContext& c);
  bool chained(ast::Block& out, Tk::SimpleStatementContext& c);

  // ---- expressions ----
  std::vector<ast::ExprP> list(const std::vector<Tk::ExpressionContext*>& all);
  ast::ExprP expr(Tk::ExpressionContext* c);
  ast::ExprP lambda(Tk::LambdaContext& c);
  void lambda_block(ast::Lambda& l, Tk::LambdaBlockContext& c);
  ast::ExprP chain(Tk::ChainContext& c);
  ChainOperand operand(Tk::OperandContext& c);
  void apply_suffix(ast::Expr& e, Tk::SuffixContext& s);
  // cube{4} and cube[int]{4}
  void ranked_type(ast::Expr& e, Tk::SuffixContext& s, Span all);
  // `end` within the index of x: numel(x)-1, or size(x,d)-1 of one of several indices.
  ast::Expr last_index(Span s);
  int rank(const antlr4::Token& t);
  // What looks like an index of a type's name, as in vec[int](n), read as a type.
  ast::ExprP reference(Tk::IndexItemContext& c);
  static std::optional<ast::TypeExpr> indexed_type(const ast::Expr& e);
  void call(ast::Expr& e, Tk::SuffixContext& s, Span all);
  ast::ExprP typed(Tk::TypedExpressionContext& c);
  ast::Expr primary(Tk::PrimaryContext& c);
  ast::ArrayLit row(const std::vector<Tk::TypedExpressionContext*>& items);
  ast::Expr blocks(Tk::PrimaryContext& c);

  // ---- literals ----
  std::int64_t integer(const antlr4::Token& t);
  std::int64_t radix(const antlr4::Token& t);
  std::int64_t parse_int(const antlr4::Token& t, const std::string& digits, int base);
  static double real(const std::string& s) { return parse_double(s); }
  // A string whose closing quote is missing was reported before.
  static std::string string_value(const antlr4::Token& t);
  // A path has no escapes, so that import "D:\new\tools.q" means what it says; a backslash separates folders.
  static std::string import_path(const antlr4::Token& t);

  const BytePlaces& places_;
  std::vector<Diagnostic>& diagnostics_;
  std::map<std::string, ast::TypeExpr> type_classes_;  // by name: type AllInt : [int|int8]
  std::vector<std::string> loop_variables_;
  std::vector<std::string> sizes_;  // of the function that is being built: N of f[N : int]
  // The indices that are being built, innermost last: of what, and along which dimension; none: the only one.
  struct Indexed {
    const ast::Expr* base;
    std::optional<std::size_t> dimension;
  };
  std::vector<Indexed> indexed_;
  int loops_ = 0;
  ast::LoopHint hint_ = ast::LoopHint::None;
  Span hint_span_;
  bool hint_at_end_ = false;
  bool among_types_ = false;  // within [A|B], which only names types
  bool uint64_said_ = false;
  std::set<std::string> unknown_pragmas_;
};

}  // namespace qc
