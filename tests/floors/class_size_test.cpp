// No class has more member functions than a reader keeps in view, and none spreads over many files. One that grows past
// that becomes small types with headers of their own and functions of a context (docs/decisions/070).
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/sources.h"

using qc::test::kRoot;

namespace {

namespace fs = std::filesystem;

constexpr int kMostFunctions = 60;
constexpr std::size_t kMostFiles = 3;  // .cpp files with definitions of member functions

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// A source without comments, literals and lines of the preprocessor.
std::string plain(const std::string& text) {
  std::string out;
  bool line_start = true;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k], next = k + 1 < text.size() ? text[k + 1] : '\0';
    if (line_start && c == '#') {
      while (k < text.size() && (text[k] != '\n' || text[k - 1] == '\\')) ++k;
    } else if (c == '/' && next == '/') {
      while (k < text.size() && text[k] != '\n') ++k;
    } else if (c == '/' && next == '*') {
      k = std::min(text.find("*/", k + 2), text.size() - 2) + 1;
      continue;
    } else if (c == 'R' && next == '"' && (k == 0 || !is_word(text[k - 1]))) {
      const std::size_t open = text.find('(', k);
      const std::string close = ")" + text.substr(k + 2, open - k - 2) + "\"";
      k = text.find(close, open) + close.size() - 1;
      out += "0";
      continue;
    } else if (c == '"' || (c == '\'' && (k == 0 || !is_word(text[k - 1])))) {  // 1'000 is a number
      for (++k; k < text.size() && text[k] != c; ++k) k += text[k] == '\\';
      out += "0";
      continue;
    }
    if (k >= text.size()) break;
    if (!std::isspace(static_cast<unsigned char>(text[k]))) line_start = false;
    if (text[k] == '\n') line_start = true;
    out += text[k];
  }
  return out;
}

// Words and signs, with what stands in <...> of templates taken out.
std::string without_template_arguments(std::string s) {
  for (std::size_t at; (at = s.find("->")) != std::string::npos;) s.replace(at, 2, "  ");
  for (std::size_t at = 0; (at = s.find("operator", at)) != std::string::npos; ++at)
    for (std::size_t k = at + 8; k < s.size() && s[k] != '('; ++k)
      if (!is_word(s[k])) s[k] = '_';
  for (bool again = true; again;) {
    again = false;
    const std::size_t close = s.find('>');
    const std::size_t open = close == std::string::npos ? close : s.rfind('<', close);
    if (open == std::string::npos) break;
    s.erase(open, close - open + 1);
    again = true;
  }
  return s;
}

std::vector<std::string> words(const std::string& s) {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < s.size();) {
    std::size_t end = k;
    while (end < s.size() && is_word(s[end])) ++end;
    if (end > k) out.push_back(s.substr(k, end - k));
    k = end + (end == k);
  }
  return out;
}

// The name, A::B::f, of the function that a statement declares or begins; empty: it is none.
std::string function_of(const std::string& statement) {
  const std::string s = without_template_arguments(statement);
  const std::size_t open = s.find('(');
  if (open == std::string::npos || s.find('=') < open || (open + 1 < s.size() && s[open + 1] == '*')) return "";
  const auto before = words(s.substr(0, open));
  static const std::set<std::string> others = {"using", "friend", "typedef", "static_assert", "enum", "namespace"};
  if (before.empty() || others.count(before[0])) return "";
  std::size_t end = open;
  while (end > 0 && s[end - 1] == ' ') --end;
  std::size_t begin = end;
  while (begin > 0 && (is_word(s[begin - 1]) || s[begin - 1] == ':' || s[begin - 1] == '~')) --begin;
  return s.substr(begin, end - begin);
}

// The name of the class whose body a statement begins; empty: it begins none.
std::string class_of(const std::string& statement) {
  const std::string s = without_template_arguments(statement);
  if (s.find('(') != std::string::npos || s.find('=') != std::string::npos) return "";
  const auto all = words(s.substr(0, s.find(" :")));
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k] == "enum") return "";
    if (all[k] != "class" && all[k] != "struct") continue;
    std::string name = k + 1 < all.size() ? all[k + 1] : "";
    return name.empty() ? "(unnamed)" : name;
  }
  return "";
}

struct ClassCounts {
  std::map<std::string, int> functions;  // of each class whose body stands in the source
  std::set<std::string> defined;         // classes of which it defines member functions outside their bodies
};

ClassCounts read_classes(const std::string& source) {
  struct Scope {
    enum Kind { Namespace, Class, Code } kind;
    std::string name;
  };
  const std::string text = plain(source);
  ClassCounts out;
  std::vector<Scope> scopes = {{Scope::Namespace, ""}};
  std::string statement;
  int parentheses = 0;
  const auto skip_braces = [&](std::size_t& k) {
    for (int depth = 0; k < text.size(); ++k) {
      depth += (text[k] == '{') - (text[k] == '}');
      if (depth == 0) return;
    }
  };
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    const Scope::Kind here = scopes.back().kind;
    parentheses += (c == '(') - (c == ')');
    if (parentheses > 0 && c == '{' && here != Scope::Code) {
      skip_braces(k);
      continue;
    }
    if (c == '{') {
      const std::string function = here == Scope::Code ? "" : function_of(statement), type = class_of(statement);
      if (!type.empty()) {
        scopes.push_back({Scope::Class, type});
        out.functions.try_emplace(type, 0);
      } else if (!function.empty()) {
        const std::size_t colon = statement.rfind(" :"), last = statement.find_last_not_of(" \n");
        if (colon != std::string::npos && statement.find(')') < colon && is_word(statement[last])) {
          skip_braces(k);  // a member that is initialised: a_{1}
          continue;
        }
        if (here == Scope::Class) ++out.functions[scopes.back().name];
        const auto parts = words(function);
        if (here == Scope::Namespace && parts.size() > 1) out.defined.insert(parts[parts.size() - 2]);
        scopes.push_back({Scope::Code, ""});
      } else if (here == Scope::Class) {
        skip_braces(k);  // a value of a data member, or an enum
        continue;
      } else {
        const auto w = words(statement);
        const bool names = here == Scope::Namespace &&
                           (statement.find("namespace") != std::string::npos || (!w.empty() && w[0] == "extern"));
        scopes.push_back({names ? Scope::Namespace : Scope::Code, ""});
      }
      statement.clear();
      parentheses = 0;
    } else if (c == '}') {
      if (scopes.size() > 1) scopes.pop_back();
      statement.clear();
      parentheses = 0;
    } else if (c == ';' && parentheses == 0) {
      if (here == Scope::Class && !function_of(statement).empty()) ++out.functions[scopes.back().name];
      statement.clear();
    } else if (c == ':' && here == Scope::Class && words(statement).size() == 1 &&
               std::set<std::string>{"public", "private", "protected"}.count(words(statement)[0])) {
      statement.clear();
    } else {
      statement += c == '\n' ? ' ' : c;
    }
  }
  return out;
}

int functions(const std::string& source, const std::string& name) {
  const auto all = read_classes(source).functions;
  const auto at = all.find(name);
  return at == all.end() ? -1 : at->second;
}

}  // namespace

TEST_CASE("no class has more than 60 member functions or spreads over more than three files") {
  std::map<std::string, std::set<std::string>> classes;                       // the sources with their bodies, by name
  std::map<std::string, std::map<std::string, std::set<std::string>>> files;  // that define functions, by name, folder
  for (const char* folder : {"src", "runtime", "include", "tools"})
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      const auto extension = entry.path().extension();
      if (extension != ".h" && extension != ".cpp") continue;
      std::ifstream in(entry.path());
      const ClassCounts found = read_classes({std::istreambuf_iterator<char>(in), {}});
      const std::string shown = fs::relative(entry.path(), kRoot).string();
      for (const auto& [name, count] : found.functions) {
        classes[name].insert(shown);
        CHECK_MESSAGE(count <= kMostFunctions, shown << ": " << name << " has " << count << " member functions");
      }
      if (extension == ".cpp")
        for (const std::string& name : found.defined) files[name][entry.path().parent_path()].insert(shown);
    }
  REQUIRE(classes.size() > 300);
  for (const auto& [name, folders] : files) {
    if (!classes.count(name)) continue;
    std::size_t all = 0, most = 0;
    for (const auto& [folder, where] : folders) {
      all += where.size();
      most = std::max(most, where.size());
    }
    const std::size_t spread =
        classes.at(name).size() > 1 ? most : all;  // classes of one name are told by their folder
    CHECK_MESSAGE(spread <= kMostFiles, name << " spreads over " << spread << " files of " << folders.begin()->first);
  }
}

TEST_CASE("the count of member functions itself: near misses") {
  const std::string some = R"(
namespace qc {
class A : public B {
 public:
  A() : x_{1}, y_(2) { call(1); }
  ~A();
  int f() const { return g(x); }
  template <class T>
  void h(const std::function<void(T)>& then = {}, int n = 3);
  bool operator<(const A& other) const;
  friend bool operator==(const A& a, const A& b) { return a.x_ == b.x_; }
  using Body = std::function<void()>;
  static constexpr int kMost = int(3);

 private:
  struct Inner {
    void in();
  };
  std::function<int(int)> value_ = [](int k) { return k; };
  float (*pointer_)(float x) = nullptr;
  enum class Kind { One, Two } kind_ = Kind::One;
  int x_{1}, y_ = 2;  // f(x)
};
void A::h() {}
int free_function(A a) {
  struct Local {
    int operator()(int n) { return n; }
  };
  return Local{}(1);
}
}
)";
  CHECK(functions(some, "A") == 5);
  CHECK(functions(some, "Inner") == 1);
  CHECK(functions(some, "Local") == 1);
  CHECK(read_classes(some).defined == std::set<std::string>{"A"});
  CHECK(functions("class A;\nstruct B { int x; };", "A") == -1);
  CHECK(functions("class A;\nstruct B { int x; };", "B") == 0);
  CHECK(read_classes("template <class T>\nint A<T>::f() { return B::g(); }").defined == std::set<std::string>{"A"});
  CHECK(read_classes("int f() { return B::g(); }").defined.empty());
}

TEST_CASE("a class that has grown is seen") {
  std::string grown = "class A {\n";
  for (int k = 0; k <= kMostFunctions; ++k) grown += "  void f" + std::to_string(k) + "();\n";
  CHECK(functions(grown + "};\n", "A") > kMostFunctions);
}
