// The grammars of editors know every keyword of the language.
#include <doctest/doctest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "tests/sources.h"

using qc::test::kRoot;
using qc::test::text_of;

namespace {

// The words among the literals of the lexer, and those that arrange_tokens makes keywords of where a type is defined.
std::set<std::string> keywords() {
  std::set<std::string> all = {"type", "class", "mutable", "dynamic"};
  std::istringstream lexer(text_of(kRoot / "grammar/QcLexer.g4"));
  static const std::regex rule("^[A-Z]+ :.*"), literal("'(#?[a-z_]{2,})'");
  for (std::string line; std::getline(lexer, line);) {
    if (!std::regex_match(line, rule) && !line.starts_with("MATCH")) continue;
    for (auto m = std::sregex_iterator(line.begin(), line.end(), literal); m != std::sregex_iterator(); ++m)
      if ((*m)[1] != "__") all.insert((*m)[1]);
  }
  return all;
}

// Whether a grammar has a word, alone or in an alternation: __(?:device|host)__ has __device__.
bool has_word(const std::string& grammar, std::string word) {
  const std::string part = word.starts_with("__")  ? word.substr(2, word.size() - 4)
                           : word.starts_with("#") ? word.substr(1)
                                                   : word;
  return std::regex_search(grammar, std::regex("(^|[^A-Za-z])" + part + "([^A-Za-z]|$)"));
}

}  // namespace

TEST_CASE("the keywords of the grammar are found") {
  const auto all = keywords();
  for (const char* word :
       {"if", "elseif", "until", "endtype", "function", "print", "__kernel__", "#pragma", "region", "class"})
    CHECK_MESSAGE(all.contains(word), word);
  CHECK(all.size() >= 35);
}

TEST_CASE("every keyword of the grammar is in the grammars of editors") {
  for (const char* file : {"editors/vscode/syntaxes/qc.tmLanguage.json", "editors/vim/syntax/qc.vim"}) {
    const std::string grammar = text_of(kRoot / file);
    REQUIRE(!grammar.empty());
    for (const auto& word : keywords()) CHECK_MESSAGE(has_word(grammar, word), word << " is not in " << file);
    CHECK_FALSE(has_word(grammar, "elif"));
  }
}

TEST_CASE("they know the types and the modifiers too") {
  static const std::regex modifier("\\{\"([a-z]+)\", Boundary::"), type("\"([a-z]+[0-9]*)\""),
      shape("[ic](vec|mat|cube)"), sized("(u?int)([0-9]+)");
  const std::string source = text_of(kRoot / "src/sema/resolve_type.cpp");
  std::set<std::string> words;
  for (auto m = std::sregex_iterator(source.begin(), source.end(), modifier); m != std::sregex_iterator(); ++m)
    words.insert((*m)[1]);
  CHECK(words.size() == 6);
  const std::size_t from = source.find("type_words() {");
  REQUIRE(from != std::string::npos);
  const std::string list = source.substr(from, source.find("};", from) - from);
  for (auto m = std::sregex_iterator(list.begin(), list.end(), type); m != std::sregex_iterator(); ++m) {
    std::smatch part;
    const std::string word = (*m)[1];
    if (std::regex_match(word, part, shape))
      words.insert(part[1]);  // [ic]?vec
    else if (std::regex_match(word, part, sized))
      words.insert({part[1], part[2]});  // int(?:8|16)
    else
      words.insert(word);
  }
  CHECK(words.contains("cscalar"));
  for (const char* file : {"editors/vscode/syntaxes/qc.tmLanguage.json", "editors/vim/syntax/qc.vim"}) {
    const std::string grammar = text_of(kRoot / file);
    for (const std::string& word : words)
      CHECK_MESSAGE(grammar.find(word) != std::string::npos, word << " is not in " << file);
  }
}
