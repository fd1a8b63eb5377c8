#include "parser/arrange_tokens.h"

#include <fmt/format.h>

#include <algorithm>

#include "parser/syntax_help.h"

namespace qc {
namespace {

using antlr4::CommonToken;
using TokenP = std::unique_ptr<antlr4::Token>;

// One open bracket, or the statement itself (the bottom of the stack).
struct Level {
  TokenKind opener = 0;
  std::size_t place = 0;   // of the opener in the output
  int operators = 0;       // since the last comma
  int most_operators = 0;  // in any part between commas
  int ternaries = 0;       // `?` without their `:`
  int arrows = 0;          // lambdas whose body is not finished
};

TokenKind closer_of(TokenKind opener) {
  switch (opener) {
    case Tk::LPAREN:
      return Tk::RPAREN;
    case Tk::LBRACK:
      return Tk::RBRACK;
    case Tk::LBRACE:
      return Tk::RBRACE;
    case Tk::BACKQUOTE:
      return Tk::APOS;
    default:
      return antlr4::Token::EOF;
  }
}

// A token after which the line goes on.
bool continues_line(TokenKind k) {
  return is_binary_operator(k) || is_assignment(k) || k == Tk::COMMA || k == Tk::ARROW || k == Tk::QUESTION ||
         k == Tk::NOT || k == Tk::COLON_ASSIGN;
}

// What can only be the first token of a statement when it follows an operand.
bool starts_line(TokenKind k) {
  const bool continues = k == Tk::LPAREN || k == Tk::LBRACK || k == Tk::PLUS || k == Tk::MINUS;
  return (starts_statement(k) && !continues) || closes_block(k) || divides_block(k);
}

class Arranger {
 public:
  Arranger(std::vector<TokenP> raw, std::size_t code_points, const BytePlaces& places)
      : raw_(std::move(raw)), code_points_(code_points), places_(places) {}

  ArrangedTokens run() {
    for (next_ = 0; next_ < raw_.size() && !out_.too_large; ++next_) take(std::move(raw_[next_]));
    out_.open_end = levels_.size() > 1 || continued_ || (!out_.tokens.empty() && continues_line(last()));
    if (levels_.size() > 1) out_.tokens.push_back(make(Tk::NEWLINE, "\n", code_points_, code_points_));
    out_.tokens.push_back(make(antlr4::Token::EOF, "", code_points_, code_points_));
    return std::move(out_);
  }

 private:
  static TokenP make(TokenKind kind, std::string text, std::size_t begin, std::size_t end) {
    auto token = std::make_unique<CommonToken>(kind, std::move(text));
    token->setStartIndex(begin);
    token->setStopIndex(end - 1);
    return token;
  }
  TokenKind last() const { return out_.tokens.empty() ? TokenKind(Tk::NEWLINE) : out_.tokens.back()->getType(); }
  TokenKind following(std::size_t ahead = 1) const {
    return next_ + ahead < raw_.size() ? raw_[next_ + ahead]->getType() : antlr4::Token::EOF;
  }
  static void retag(antlr4::Token& token, TokenKind kind) { static_cast<CommonToken&>(token).setType(kind); }

  void error(Code code, const antlr4::Token& token, std::string message, std::string help,
             Severity severity = Severity::Error) {
    out_.diagnostics.push_back({code, severity, token_span(token, places_), std::move(message), std::move(help), {}});
  }

  void take(TokenP token) {
    continued_ = false;
    switch (token->getType()) {
      case Tk::BAD:
        if (token->getText() == "#" && at_statement_start()) return directive(*token);
        if (is_skipped_output(*token))
          return emit(make(Tk::NAME, "_", token->getStartIndex(), token->getStopIndex() + 1));
        return error("Q0101", *token, fmt::format("unexpected character '{}'", token->getText()),
                     help_for_character(token->getText()));
      case Tk::OPEN_STRING:
        error("Q0101", *token, "a string without its closing '\"'", "a string ends on the line where it starts");
        retag(*token, Tk::STRING);
        return emit(std::move(token));
      case Tk::INT_AND_OPERATOR:
        return split(*token);
      case Tk::ELLIPSIS:
        return ellipsis(std::move(token));
      case Tk::NEWLINE:
        return newline(std::move(token));
      case Tk::UNDERSCORE:
        return underscore(std::move(token));
      case Tk::ATTRIBUTE:
        return attribute(std::move(token));
      default:
        return word(std::move(token));
    }
  }

  // #define, #if and their kin: the line is left out, of #if .. #else .. #endif the first is said.
  void directive(const antlr4::Token& token) {
    const std::string word = next_ + 1 < raw_.size() ? raw_[next_ + 1]->getText() : "";
    const std::string help = help_for_directive(word);
    const bool goes_on = word.starts_with("el") || word == "endif";
    if (!goes_on || !conditional_)
      error("Q0101", token, "unexpected character '#'", help.empty() ? help_for_character("#") : help);
    conditional_ = conditional_ || word.starts_with("if");
    while (following() != Tk::NEWLINE && following() != antlr4::Token::EOF) ++next_;
  }

  // [h, w, ~] = size(x), as it is written in MATLAB
  bool is_skipped_output(const antlr4::Token& token) const {
    const bool begins = last() == Tk::LBRACK || (last() == Tk::COMMA && levels_.back().opener == Tk::LBRACK);
    return token.getText() == "~" && begins && (following() == Tk::COMMA || following() == Tk::RBRACK);
  }

  // Text behind `...`, which MATLAB leaves out: behind an operator anything, elsewhere two words that stand side by
  // side.
  bool is_remark(const antlr4::Token& dots) const {
    const bool given = last() == Tk::LPAREN || (last() == Tk::COMMA && levels_.size() > 1);
    if (!given && continues_line(last())) return true;
    if (next_ + 2 >= raw_.size() || (given && raw_[next_ + 1]->getStartIndex() == dots.getStopIndex() + 1))
      return false;
    const auto is_word = [&](std::size_t ahead) {
      return following(ahead) == Tk::NAME || is_keyword(following(ahead));
    };
    return is_word(1) && is_word(2);
  }

  // `...rest` and `f(...items)` in parentheses, the end of a line that goes on; anywhere else a range was meant.
  void ellipsis(TokenP token) {
    if (is_remark(*token))
      while (following() != Tk::NEWLINE && following() != antlr4::Token::EOF) ++next_;
    if (following() == Tk::NEWLINE) return underscore(std::move(token));  // the line goes on, as in MATLAB
    if (last() == Tk::LPAREN || (last() == Tk::COMMA && levels_.size() > 1)) return emit(std::move(token));
    error("Q0101", *token, "unexpected '...'", "a range is written a..b; a line goes on after '_'");
    retag(*token, Tk::DOTDOT);
    emit(std::move(token));
  }

  // `0..` and `2.*`
  void split(const antlr4::Token& token) {
    const std::string text = token.getText();
    const std::size_t digits = text.find('.'), begin = token.getStartIndex(), middle = begin + digits;
    const std::string op = text.substr(digits);
    const TokenKind kind = op == ".."   ? Tk::DOTDOT
                           : op == ".*" ? Tk::ELEM_MUL
                           : op == "./" ? Tk::ELEM_DIV
                           : op == ".^" ? Tk::ELEM_POW
                                        : Tk::ELLIPSIS;
    emit(make(Tk::INT, text.substr(0, digits), begin, middle));
    TokenP operation = make(kind, op, middle, begin + text.size());
    kind == Tk::ELLIPSIS ? ellipsis(std::move(operation)) : emit(std::move(operation));
  }

  void newline(TokenP token) {
    after_newline_ = true;
    if (begins_row()) return emit(make(Tk::SEMI, ";", token->getStartIndex(), token->getStopIndex() + 1));
    if (levels_.size() > 1 || continues_line(last())) return;
    emit(std::move(token));
  }

  // [1, 2⏎ 3, 4]: a line of an array literal that ends with an item, before one that begins with an item. What begins
  // with a sign goes on with the line before, which is said where the sign belongs to a number, [1, 0⏎ -1, 2].
  bool begins_row() {
    const Level& level = levels_.back();
    if (!in_array_literal()) return false;
    if (level.ternaries + level.arrows > 0 || !ends_operand(last())) return false;
    std::size_t at = next_ + 1;
    while (at < raw_.size() && raw_[at]->getType() == Tk::NEWLINE) ++at;
    if (at >= raw_.size()) return false;
    const TokenKind kind = raw_[at]->getType();
    if (is_sign_of_item(*raw_[at], at + 1))
      error("Q0101", *raw_[at],
            fmt::format("this line goes on with the one before: '{}' is between two numbers", raw_[at]->getText()),
            "a new row begins after ';', a new item after ','", Severity::Warning);
    return starts_item(kind) && !(at + 1 < raw_.size() &&
                                  is_assignment(raw_[at + 1]->getType()));  // [1, 2⏎ y = 3: the bracket was forgotten
  }
  // Whether the token is a sign that touches what follows, the raw token `next`.
  bool is_sign_of_item(const antlr4::Token& token, std::size_t next) const {
    const TokenKind kind = token.getType();
    return (kind == Tk::MINUS || kind == Tk::PLUS) && next < raw_.size() && starts_item(raw_[next]->getType()) &&
           raw_[next]->getStartIndex() == token.getStopIndex() + 1;
  }
  // [1 -2], two items in MATLAB
  void warn_of_sign(const antlr4::Token& token) {
    if (after_newline_ || !in_array_literal() || !ends_operand(last()) || !is_sign_of_item(token, next_ + 1)) return;
    if (out_.tokens.back()->getStopIndex() + 1 == token.getStartIndex()) return;
    error("Q0101", token, fmt::format("one item: '{}' is between two numbers", token.getText()),
          fmt::format("two items are [a, {0}b], one is [a {0} b]", token.getText()), Severity::Warning);
  }
  bool in_array_literal() const {
    const Level& level = levels_.back();
    return level.opener == Tk::LBRACK && (level.place == 0 || !ends_operand(out_.tokens[level.place - 1]->getType()));
  }
  static bool starts_item(TokenKind k) {
    return k == Tk::INT || k == Tk::FLOAT || k == Tk::IMAGINARY || k == Tk::STRING || k == Tk::NAME ||
           k == Tk::INT_AND_OPERATOR;
  }

  // A statement may follow on the same line: {!parallel for} for i=a..b
  void attribute(TokenP token) {
    const std::size_t end = token->getStopIndex() + 1;
    const bool alone = levels_.size() == 1;
    emit(std::move(token));
    if (alone && following() != Tk::NEWLINE) emit(make(Tk::NEWLINE, "\n", end, end));
  }

  // The last token of a line continues it; after `|` it is the pattern that always fits; else a name.
  void underscore(TokenP token) {
    if (following() == Tk::NEWLINE || following() == antlr4::Token::EOF) {
      ++next_;
      continued_ = true;
      return;
    }
    if (last() != Tk::BAR) retag(*token, Tk::NAME);
    emit(std::move(token));
  }

  void word(TokenP token) {
    TokenKind kind = token->getType();
    if (kind == Tk::NAME && at_rewriting_rule(*token)) return rewriting_rule(*token, "#pragma reduction");
    if (kind == Tk::NAME && at_symbols_of_rules(*token)) return rewriting_rule(*token, "#pragma symbolic");
    if (kind == Tk::NAME && at_macro(*token)) {
      error("Q0101", *token, "macros are not part of the language",
            "write a function; attributes such as {!parallel for} stand where they apply");
      retag(*token, kind = Tk::FUNCTION);  // its body is still parsed
    }
    if (kind == Tk::NAME && ends_condition(*token))
      return error("Q0101", *token, fmt::format("unexpected {}", describe(*token)), "a condition ends with its line");
    if (is_keyword(kind) && last() == Tk::DOT)
      retag(*token, Tk::NAME);
    else if (is_last_index(*token))
      retag(*token, kind = Tk::NAME);
    else if (is_keyword(kind) && after_newline_ && levels_.size() > 1 && kind < Tk::DEVICE)
      abandon_brackets(*token);
    if (kind == Tk::NAME) name(*token);
    if (kind == Tk::LBRACE && opens_block_in_braces()) {
      ++braces_;
      return error("Q0101", *token, "unexpected '{'",
                   "a block has no braces: it goes from the end of the line to 'end'");
    }
    if (kind == Tk::RBRACE && braces_ > 0 && levels_.size() == 1 &&
        at_statement_start()) {  // what follows is still parsed
      --braces_;
      if (following() == Tk::ELSE || following() == Tk::ELSEIF || following() == Tk::CATCH || following() == Tk::UNTIL)
        return;
      retag(*token, kind = Tk::END);
    }
    if (kind == Tk::XOR_ASSIGN && is_compared()) {
      retag(*token, kind = Tk::NE);
      error("Q0101", *token, "'~=' is read as '!='",
            "numbers that differ are written a != b; x ~= b as a statement is an exclusive or", Severity::Warning);
    }
    if (kind == Tk::COMMA && ends_with_comma()) retag(*token, kind = Tk::NEWLINE);
    warn_of_sign(*token);
    if (kind == Tk::BAR && levels_.size() == 1) in_arm_ = true;
    if (kind == Tk::ARROW && in_arm_ && levels_.size() == 1) {
      retag(*token, Tk::ARM_ARROW);
      in_arm_ = false;
    }
    emit(std::move(token));
  }

  // x[end], x[end-1]: an operand within an index.
  bool is_last_index(const antlr4::Token& token) const {
    const bool bracket =
        std::any_of(levels_.begin(), levels_.end(), [](const Level& l) { return l.opener == Tk::LBRACK; });
    return bracket && token.getText() == "end" && !after_newline_ && !ends_operand(last());
  }

  // if a ~= b, y = (a ~= b), as in MATLAB: where nothing can be assigned.
  bool is_compared() const {
    const bool lambda = std::any_of(levels_.begin(), levels_.end(), [](const Level& l) { return l.arrows > 0; });
    return !lambda && (in_header_ || levels_.size() > 1);
  }

  // `reduction (x : scalar) -> abs(x) = x where x >= 0`: a rule for another compiler. The grammar sees a pragma.
  bool at_rewriting_rule(const antlr4::Token& token) const {
    if (token.getText() != "reduction" || !at_statement_start() ||
        (following() != Tk::LPAREN && following() != Tk::NAME))
      return false;
    for (std::size_t k = next_ + 1; k < raw_.size() && raw_[k]->getType() != Tk::NEWLINE; ++k)
      if (raw_[k]->getType() == Tk::ARROW) return true;
    return false;
  }
  // `symbolic x, y`: the names in such rules
  bool at_symbols_of_rules(const antlr4::Token& token) const {
    return token.getText() == "symbolic" && at_statement_start() && following() == Tk::NAME;
  }
  // `macro [] = f(x)`
  bool at_macro(const antlr4::Token& token) const {
    return token.getText() == "macro" && at_statement_start() &&
           (following() == Tk::NAME || (following() == Tk::LBRACK && following(2) == Tk::RBRACK));
  }
  void rewriting_rule(const antlr4::Token& token, const std::string& pragma) {
    std::size_t end = token.getStopIndex() + 1;
    int open = 0;
    for (TokenKind before = Tk::NAME; next_ + 1 < raw_.size(); ++next_) {
      const TokenKind k = following();
      if (k == antlr4::Token::EOF ||
          (k == Tk::NEWLINE && open <= 0 && !continues_line(before) && before != Tk::UNDERSCORE))
        break;
      open += closer_of(k) != antlr4::Token::EOF                                       ? 1
              : k == Tk::RPAREN || k == Tk::RBRACK || k == Tk::RBRACE || k == Tk::APOS ? -1
                                                                                       : 0;
      if (k != Tk::NEWLINE) before = k, end = raw_[next_ + 1]->getStopIndex() + 1;
    }
    emit(make(Tk::PRAGMA, pragma, token.getStartIndex(), end));
  }

  // if (c) {⏎ .. }, as in C: at the end of a line behind a header.
  bool opens_block_in_braces() const {
    return levels_.size() == 1 && following() == Tk::NEWLINE &&
           (in_header_ || last() == Tk::RPAREN || last() == Tk::ELSE || last() == Tk::TRY || last() == Tk::REPEAT);
  }
  bool at_statement_start() const { return last() == Tk::NEWLINE || last() == Tk::SEMI; }
  // if x then, while x do
  bool ends_condition(const antlr4::Token& token) const {
    if (!in_header_ || levels_.size() != 1 || !ends_operand(last()) ||
        (token.getText() != "then" && token.getText() != "do"))
      return false;
    return following() == Tk::NEWLINE || starts_line(following());
  }
  // if c, y = 1, else, y = 2, end: a comma that ends a header, or the last statement of a block.
  bool ends_with_comma() const {
    const bool begins = last() == Tk::ELSE || last() == Tk::TRY || last() == Tk::REPEAT || last() == Tk::CATCH;
    return levels_.size() == 1 && (in_header_ || begins || closes_block(following()) ||
                                   (divides_block(following()) && following() != Tk::BAR));
  }
  bool is_arm_pattern() const { return in_arm_ && levels_.size() == 1; }

  void name(antlr4::Token& token) {
    const std::string text = token.getText();
    if (text == "type" && at_statement_start() && following() == Tk::NAME) {
      retag(token, Tk::TYPE);
      in_type_ = true;
    } else if (in_type_ && (text == "class" || text == "mutable" || text == "dynamic") &&
               (last() == Tk::COLON || last() == Tk::MUTABLE)) {
      retag(token, text == "class" ? Tk::CLASS : Tk::MUTABLE);
    } else if (following() == Tk::ARROW && !is_arm_pattern()) {
      retag(token, Tk::LAMBDA_NAME);
    }
  }

  // A keyword at the start of a line inside a bracket: the bracket was forgotten; what follows is still parsed.
  void abandon_brackets(const antlr4::Token& token) {
    levels_.resize(1);
    end_statement();
    out_.tokens.push_back(make(Tk::NEWLINE, "\n", token.getStartIndex(), token.getStartIndex()));
  }

  void end_statement() {
    levels_[0] = Level{};
    running_ = pending_ = 0;
    in_arm_ = in_type_ = in_header_ = false;
  }

  // `if (x) y = 1 end`: a statement that follows the header's expression on its line starts a line of its own.
  void end_header(TokenKind next, std::size_t at) {
    if (next == Tk::IF || next == Tk::ELSEIF || next == Tk::WHILE || next == Tk::FOR)
      in_header_ = levels_.size() == 1;
    else if (in_header_ && levels_.size() == 1 && ends_operand(last()) && starts_line(next))
      emit(make(Tk::NEWLINE, "\n", at, at));
  }

  void emit(TokenP token) {
    const TokenKind kind = token->getType();
    if (in_header_ && (kind == Tk::IF || kind == Tk::WHILE || kind == Tk::FOR))
      end_header(Tk::BREAK, token->getStartIndex());
    end_header(kind, token->getStartIndex());
    count(kind);
    const int depth = blocks_ + int(levels_.size()) - 1 + pending_;
    if (depth > kMaxNesting || running_ > kMaxOperators) too_large(*token, depth > kMaxNesting);
    if (kind != Tk::NEWLINE) after_newline_ = false;
    out_.tokens.push_back(std::move(token));
  }

  void too_large(const antlr4::Token& token, bool nesting) {
    out_.too_large = true;
    if (nesting)
      return error("Q0103", token, fmt::format("nested more than {} levels deep", kMaxNesting),
                   "move the inner part to a variable or a function of its own");
    error("Q0104", token, fmt::format("an expression with more than {} operators", kMaxOperators),
          "split it into several statements");
  }

  void count(TokenKind kind) {
    Level& level = levels_.back();
    if (opens_block(kind))
      ++blocks_;
    else if (closes_block(kind))
      blocks_ = std::max(0, blocks_ - 1);
    if (levels_.size() == 1 && (kind == Tk::NEWLINE || kind == Tk::SEMI)) return end_statement();
    if (closer_of(kind) != antlr4::Token::EOF) return open(kind);
    if (kind == closer_of(level.opener)) return close();
    if (kind == Tk::RPAREN || kind == Tk::RBRACK || kind == Tk::RBRACE) return give_up_brackets();
    if (kind == Tk::COMMA || kind == Tk::SEMI) return comma();
    if (kind == Tk::QUESTION) ++level.ternaries, ++pending_;
    if (kind == Tk::COLON && level.ternaries > 0) --level.ternaries, --pending_;
    if (kind == Tk::ARROW) ++level.arrows, ++pending_;
    if (is_binary_operator(kind) || kind == Tk::NOT || kind == Tk::DOT || kind == Tk::QUESTION)
      ++level.operators, ++running_;
  }

  void open(TokenKind kind) {
    ++levels_.back().operators, ++running_;
    levels_.push_back({kind, out_.tokens.size()});
  }

  // The wrong closing bracket: the statement ends with its line, which the parser reports.
  void give_up_brackets() {
    levels_.resize(1);
    levels_[0].ternaries = levels_[0].arrows = pending_ = 0;
  }

  void comma() {
    Level& level = levels_.back();
    level.most_operators = std::max(level.most_operators, level.operators);
    running_ -= level.operators;
    pending_ -= level.ternaries + level.arrows;
    level.operators = level.ternaries = level.arrows = 0;
  }

  void close() {
    comma();
    const Level closed = levels_.back();
    levels_.pop_back();
    levels_.back().operators += closed.most_operators;
    running_ += closed.most_operators;
    if (closed.opener == Tk::LPAREN && following() == Tk::ARROW && !is_arm_pattern())
      retag(*out_.tokens[closed.place], Tk::LAMBDA_LPAREN);
  }

  std::vector<TokenP> raw_;
  std::size_t code_points_;
  const BytePlaces& places_;
  ArrangedTokens out_;
  std::size_t next_ = 0;
  std::vector<Level> levels_{Level{}};
  int blocks_ = 0;   // open blocks
  int pending_ = 0;  // ternaries and lambdas open at all levels
  int running_ = 0;  // operators at all open levels: an upper bound of the tree's depth
  int braces_ = 0;   // blocks in braces that are open
  bool after_newline_ = true;
  bool continued_ = false;
  bool in_arm_ = false;       // between `|` and `->`
  bool conditional_ = false;  // an #if was met
  bool in_type_ = false;      // in the header of a `type`
  bool in_header_ = false;    // between `if`, `elseif`, `while` or `for` and the end of its line
};

}  // namespace

ArrangedTokens arrange_tokens(std::vector<TokenP> raw, std::size_t code_points, const BytePlaces& places) {
  return Arranger(std::move(raw), code_points, places).run();
}

}  // namespace qc
