#include "parser/syntax_help.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "support/diagnostic.h"

namespace qc {
namespace {

const antlr4::Token* at(antlr4::TokenStream& tokens, std::size_t place, int distance) {
  const std::ptrdiff_t k = std::ptrdiff_t(place) + distance;
  auto* buffered = dynamic_cast<antlr4::BufferedTokenStream*>(&tokens);
  if (buffered && k >= std::ptrdiff_t(tokens.size())) buffered->fill();  // the parser has not looked so far ahead
  return k < 0 || k >= std::ptrdiff_t(tokens.size()) ? nullptr : tokens.get(std::size_t(k));
}

bool is(const antlr4::Token* t, TokenKind kind) { return t && t->getType() == kind; }
bool is_word(const antlr4::Token* t, std::string_view text) { return is(t, Tk::NAME) && t->getText() == text; }

bool in_function_header(antlr4::TokenStream& tokens, std::size_t place) {
  for (int back = -1; at(tokens, place, back) && !ends_statement(at(tokens, place, back)->getType()); --back)
    if (is(at(tokens, place, back), Tk::FUNCTION)) return true;
  return false;
}

// Inside { } that are open in this line.
bool in_braces(antlr4::TokenStream& tokens, std::size_t place) {
  int open = 0;
  for (int back = -1; at(tokens, place, back) && !is(at(tokens, place, back), Tk::NEWLINE); --back) {
    if (is(at(tokens, place, back), Tk::RBRACE)) --open;
    if (is(at(tokens, place, back), Tk::LBRACE)) ++open;
  }
  return open > 0;
}

std::string help_for_kind(antlr4::TokenStream& tokens, std::size_t place) {
  const antlr4::Token *token = at(tokens, place, 0), *before = at(tokens, place, -1);
  switch (token->getType()) {
    case Tk::XOR_ASSIGN:
      return "'not equal' is written '!='";
    case Tk::ASSIGN:
      if (in_function_header(tokens, place))
        return "a function is written function y = f(x), its body on the lines below";
      return "a comparison is written '==', a named argument 'name := value'";
    case Tk::APOS:
      if (before && (ends_operand(before->getType()) || is(before, Tk::DOT)))
        return "the transpose of x is written transpose(x)";
      return "a string is written \"text\"";
    case Tk::COLON:
      if (is(before, Tk::LPAREN))
        return "an element of an array is written x[...]; all in one row: reshape(x, [numel(x)])";
      return in_braces(tokens, place) && is(before, Tk::STRING) ? "a record is written r = object(); r.name = value"
                                                                : "a range is written first..last";
    case Tk::LBRACE:
      return "a block has no braces: it goes from the end of the line to 'end'";
    case Tk::SEMI:
      return in_braces(tokens, place)
                 ? "the items of a cell stand in one row, {a, b}; a cell of rows and columns is made by cell(m, n)"
                 : "";
    case Tk::ELLIPSIS:
      return "a statement goes on in the next line after '_', and inside brackets";
    case Tk::SLASH:
      return is(before, Tk::SLASH) || is(at(tokens, place, 1), Tk::SLASH) || is(at(tokens, place, 1), Tk::STAR)
                 ? "a comment starts with '%'; a division that rounds down is floor(a/b)"
                 : "";
    case Tk::STAR:
      return is(before, Tk::STAR) ? "a power is written x^2" : "";
    case Tk::END:
      return is(before, Tk::LPAREN) ? "an element of an array is written x[...]; the last one is x[end]" : "";
    case Tk::ADD_ASSIGN:
    case Tk::SUB_ASSIGN:
    case Tk::MUL_ASSIGN:
    case Tk::DIV_ASSIGN:
    case Tk::POW_ASSIGN:
    case Tk::MAX_ASSIGN:
    case Tk::MIN_ASSIGN:
      return is(before, Tk::NAME)
                 ? fmt::format("an assignment is a statement of its own: first {0} {1} .., then what uses {0}",
                               before->getText(), token->getText())
                 : "an assignment is a statement of its own, before what uses the new value";
    case Tk::COLON_ASSIGN:
      return "a variable is written name = value";
    case Tk::IF:
      return "a choice between values is written condition ? yes : no";
    case Tk::EQ:
    case Tk::NE:
    case Tk::LE:
    case Tk::GE:
    case Tk::LT:
    case Tk::GT:
      return is(before, Tk::DOT)
                 ? fmt::format("arrays are compared element by element: write '{}' without the dot", token->getText())
                 : "";
    case Tk::FUNCTION:
      return "the functions of a class are written after it: function y = f(p : class_name)";
    default:
      return {};
  }
}

}  // namespace

// Two signs that touch, as in x++; the line that follows was taken for their operand.
const antlr4::Token* doubled_sign(antlr4::TokenStream& tokens, std::size_t place) {
  int back = -1;
  while (is(at(tokens, place, back), Tk::NEWLINE) || is(at(tokens, place, back), Tk::SEMI)) --back;
  const antlr4::Token *second = at(tokens, place, back), *first = at(tokens, place, back - 1),
                      *operand = at(tokens, place, back - 2);
  const bool sign = is(second, Tk::PLUS) || is(second, Tk::MINUS);
  const bool touch = sign && is(first, second->getType()) && first->getStopIndex() + 1 == second->getStartIndex();
  return touch && operand && ends_operand(operand->getType()) ? second : nullptr;
}

// __kernal__ for __kernel__
static std::string help_for_qualifier(const antlr4::Token* word) {
  if (!is(word, Tk::NAME) || !word->getText().starts_with("__")) return {};
  const std::string near = nearest_name(word->getText(), {"__kernel__", "__device__"});
  return near.empty() ? "" : fmt::format("did you mean '{}'?", near);
}

// Whether a -> stands further on in the line.
static bool before_arrow(antlr4::TokenStream& tokens, std::size_t place) {
  for (int ahead = 0; const antlr4::Token* t = at(tokens, place, ahead); ++ahead) {
    if (is(t, Tk::ARROW)) return true;
    if (t->getType() == antlr4::Token::EOF || ends_statement(t->getType())) return false;
  }
  return false;
}

// Of a word that is near one which begins a statement.
static std::string help_for_near_word(const std::string& word) {
  static const std::vector<std::string> begins = {"while", "repeat", "until", "function", "import",
                                                  "print", "return", "match", "elseif"};
  const std::string near = nearest_name(word, begins);
  return near.empty() ? "" : fmt::format("did you mean '{}'?", near);
}

// What stands in its statement up to the token: y[0] of y[0]++.
static std::string statement_to(antlr4::TokenStream& tokens, const antlr4::Token& last) {
  std::string text;
  for (std::size_t k = last.getTokenIndex() + 1; k-- > 0 && !ends_statement(tokens.get(k)->getType());)
    text = tokens.get(k)->getText() + text;
  return text;
}

std::string help_for(antlr4::TokenStream& tokens, std::size_t place, const antlr4::misc::IntervalSet& expected) {
  const antlr4::Token *token = at(tokens, place, 0), *before = at(tokens, place, -1);
  if (!token) return {};
  const TokenKind k = token->getType();
  const bool item = k == Tk::INT || k == Tk::FLOAT || k == Tk::NAME || k == Tk::STRING;
  const auto wanted = [&](TokenKind kind) { return expected.contains(ssize_t(kind)); };
  if (const auto* sign = doubled_sign(tokens, place)) {
    const antlr4::Token* operand = tokens.get(sign->getTokenIndex() - 2);
    const std::string target = statement_to(tokens, *operand);
    constexpr std::size_t kLongest = 40;
    const bool plain = target.size() <= kLongest && target.find('=') == std::string::npos;
    return fmt::format("one {} is written {} {}= 1", sign->getText() == "+" ? "more" : "less",
                       plain                   ? target
                       : is(operand, Tk::NAME) ? operand->getText()
                                               : "x",
                       sign->getText());
  }
  if (is(before, Tk::LBRACE) && wanted(Tk::INT) && wanted(Tk::COLON))
    return "an item of a cell, or an element of an array, is written c[i]";
  if (wanted(Tk::END) && is(at(tokens, place, -2), Tk::WITH) && before_arrow(tokens, place))
    return "an arm of a match begins with '|': | 1 -> ...";
  if (k == Tk::SEMI && wanted(Tk::RBRACK)) return "indices are separated by commas, x[i,j]";
  if (wanted(Tk::ASSIGN) && is(before, Tk::NAME) && is(at(tokens, place, -2), Tk::FOR))
    return fmt::format("a loop is written for {} = first..last", before->getText());
  if (is(token, Tk::LPAREN) && is(before, Tk::FOR))
    return "a loop is written for i = first..last, with its end on a line below";
  if (is_word(before, "__global__")) return "a kernel is written function [] = __kernel__ name(...)";
  if (const std::string help = help_for_qualifier(before); !help.empty()) return help;
  if (is(before, Tk::COLON) && (k == Tk::INT || k == Tk::FLOAT))
    return "a range is written first..last, with a step first..step..last";
  if (is(before, Tk::STRING) && item) return "items are separated by commas";
  if (is(before, Tk::IMPORT) && k == Tk::NAME) return "a file is written \"name.q\"";
  if (wanted(Tk::WITH) && k == Tk::NEWLINE)
    return "a match is written match x with, and its arms | 1 -> ... on the lines below";
  if (is_word(token, "when") && wanted(Tk::ARM_ARROW)) return "an arm has no condition: write an if";
  if (item && (wanted(Tk::RBRACK) || wanted(Tk::RPAREN))) return "items are separated by commas";
  return help_for_kind(tokens, place);
}

// A word that begins a statement of another language, and what stands behind it.
static std::string help_for_command(const antlr4::Token* before, const antlr4::Token* token) {
  static const std::map<std::string, std::string, std::less<>> words = {
      {"switch", "a choice is written match x with | 1 -> ... | _ -> ... end"},
      {"case", "a choice is written match x with | 1 -> ... | _ -> ... end"},
      {"parfor", "a loop is written for i = first..last; it is parallelised by itself"},
      {"foreach", "a loop over the elements of an array is written for x = v"},
      {"enum", "named numbers are variables: red = 0; green = 1"},
      {"global", "functions share what they are given: a record, r = object(), is a reference"},
      {"persistent", "what a function keeps is in a record that it is given, r = object()"},
      {"clear", "nothing is to be cleared"},
      {"clc", "nothing is to be cleared"},
      {"more", "nothing is to be set: what is shown of large values is their ends"},
      {"pkg", "the library is there without it"},
      {"echo", "'print a, b' writes its items and a new line"},
      {"close", "nothing is to be closed"},
      {"run", "a file is imported by import \"file.q\""},
      {"source", "a file is imported by import \"file.q\""},
      {"include", "a file is imported by import \"file.q\""},
      {"using", "the library is there without it; a file is imported by import \"file.q\""},
      {"from", "the library is there without it; a file is imported by import \"file.q\""},
      {"doc", "at the prompt ?NAME tells what a function does, docs/builtins.md and docs/library.md describe all"},
      {"which", "at the prompt :which NAME tells where a function is defined"},
      {"cd", "paths begin in the folder that the program was started in; at the prompt :cd goes to another"},
      {"ls", "at the prompt :ls lists the files of a folder"},
      {"format", "numbers are written by sprintf(\"%.15g\", x)"},
      {"help", "docs/builtins.md and docs/library.md describe the functions"}};
  static const std::set<std::string, std::less<>> commands = {"hold",   "grid",  "axis",   "box",  "colormap", "disp",
                                                              "figure", "title", "legend", "load", "save"};
  if (!is(before, Tk::NAME)) return {};
  const std::string word = before->getText();
  if (auto found = words.find(word); found != words.end()) return found->second;
  if (!commands.count(word)) return {};
  if (is(token, Tk::NAME) && word != "disp") return fmt::format("a call is written {}(\"{}\")", word, token->getText());
  return fmt::format("a call is written {}(...)", word);
}

std::string help_after_statement(antlr4::TokenStream& tokens, std::size_t place) {
  const antlr4::Token *token = at(tokens, place, 0), *before = at(tokens, place, -1);
  if (is_word(before, "and") || is_word(before, "or")) token = before;
  if (is_word(token, "and") || is_word(token, "or"))
    return fmt::format("of truth values '{}', of bits {}(a, b)", is_word(token, "and") ? "&&" : "||", token->getText());
  if (before && ends_operand(before->getType())) {
    if (is_word(token, "mod") || is_word(token, "rem")) return "the remainder of a division is mod(a, b)";
    if (is_word(token, "div")) return "a division of ints without a fraction is int(a/b), floor(a/b) rounds down";
    if (is_word(token, "xor")) return "of truth values a != b, of bits xor(a, b)";
  }
  if (const std::string help = help_for_command(before, token); !help.empty()) return help;
  if (is(before, Tk::INT) && is(token, Tk::NAME) && before->getStopIndex() + 1 == token->getStartIndex() &&
      before->getText() == "0" && token->getText()[0] == 'x')
    return fmt::format("hexadecimal numbers are written 0{}h", token->getText().substr(1));
  if (const std::string help = help_for_qualifier(before); !help.empty()) return help;
  if (is(token, Tk::ARROW) && is_word(before, "_")) return "an arm of a match begins with '|': | _ -> ...";
  if (is(before, Tk::RETURN)) return "a function gives what its outputs were assigned: assign, then return";
  if (!is(before, Tk::NAME)) return help_for_kind(tokens, place);
  const std::string word = before->getText(), name = token->getText();
  if (!is(token, Tk::NAME)) {
    const std::string help = help_for_kind(tokens, place);
    const antlr4::Token* first = at(tokens, place, -2);
    const bool begins = !first || is(first, Tk::NEWLINE) || is(first, Tk::SEMI);
    return help.empty() && begins ? help_for_near_word(word) : help;
  }
  static const std::set<std::string> types = {"int", "float", "double", "scalar", "bool",   "string",
                                              "vec", "mat",   "cube",   "cell",   "object", "auto"};
  if (types.count(word))
    return fmt::format("a declaration is written {} : {} = ...", name, word == "auto" ? "mat" : word);
  if (word == "let" || word == "var" || word == "const")
    return fmt::format("a variable is written {} = ...", types.count(name) ? "name" : name);
  if (word == "lambda") return "a function without a name is written x -> x + 1";
  if (word == "elif" || word == "elsif") return fmt::format("it is written elseif {}", name);
  if (word == "not") return fmt::format("of truth values !{}, of bits not({})", name, name);
  if (word == "def" || word == "func" || word == "fn")
    return fmt::format("a function is written function y = {}(x)", name);
  if (word == "new") return fmt::format("an instance is written {}(...)", name);
  return help_for_near_word(word);
}

std::string help_for_directive(std::string_view word) {
  if (word == "define" || word == "undef")
    return "a constant is a variable, N = 10, a macro a function, f = x -> 2*x; both cost nothing in loops and kernels";
  if (word == "include" || word == "import") return "a file is imported by import \"file.q\"";
  if (word.starts_with("if") || word.starts_with("el") || word == "endif")
    return "a choice is an if; where its condition is known when code is made, the other arm is left out";
  return {};
}

std::string help_for_character(std::string_view character) {
  if (character == "@") return "a function without a name is written x -> x + 1, a product of matrices A*B";
  if (character == "#") return "a comment starts with '%'";
  if (character == "&") return "'&&', or and(a, b) of bits";
  if (character == "~") return "'not' is written '!'";
  return {};
}

std::string help_for_stray_end(antlr4::TokenStream& tokens, std::size_t place) {
  for (int back = -1; at(tokens, place, back); --back) {
    const antlr4::Token* t = at(tokens, place, back);
    if (opens_block(t->getType()) || closes_block(t->getType())) return {};
    if (t->getType() != Tk::TYPE) continue;
    for (int next = back + 1; next < 0 && !ends_statement(at(tokens, place, next)->getType()); ++next)
      if (nearest_name(at(tokens, place, next)->getText(), {"class"}) == "class")
        return fmt::format("did you mean type {} : class?", at(tokens, place, back + 1)->getText());
    return {};
  }
  return {};
}

}  // namespace qc
