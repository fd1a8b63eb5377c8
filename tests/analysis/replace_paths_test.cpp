// Paths that change are variables of the loop only where nothing else leads to what they stand for.
#include "desugar/replace_paths.h"

#include <doctest/doctest.h>

#include "ast/print_ast.h"
#include "lowering.h"

using namespace qc_test;
using namespace qc;

namespace {

// Records, complex arrays and numbers by the first letter of their names: r and q, p and w, other ones. `one`: the
// names of two that are one.
struct NamedPaths : PathSource {
  explicit NamedPaths(std::string two) : one(std::move(two)) {}
  std::string one;
  std::string changed;
  static Type record() {
    Type t;
    t.kind = Type::Kind::Object;
    return t;
  }
  static bool is_array(const std::string& name) { return name[0] == 'p' || name[0] == 'w'; }

  std::optional<Type> type_of(const ast::Expr& path) override {
    const std::string name = ast::print(path);
    if (name.find('.') != std::string::npos) return Type::number(Elem::F32);
    if (is_array(name)) return name.ends_with(']') ? Type::number(Elem::F32, true) : Type::array(Elem::F32, 1, true);
    return name[0] == 'r' || name[0] == 'q' ? record() : Type::integer();
  }
  void use(const std::string&, const ast::Expr&) override {}
  bool change(const std::string& name, const ast::Expr&) override {
    changed += (changed.empty() ? "" : " ") + name;
    return true;
  }
  bool both(const std::string& a, const std::string& b) const {
    return one.find(a) != std::string::npos && one.find(b) != std::string::npos;
  }
  bool one_field(const std::string& a, const std::string& b) override {
    return both(a.substr(0, a.find('.')), b.substr(0, b.find('.')));
  }
  bool may_hold(const std::string& array, const std::string& other) override {
    return other[0] == 'r' || other[0] == 'q' || both(array, other);
  }
  void restart() override { changed = ""; }
};

// What changes as a variable.
std::string changes(const std::string& body, const std::string& one = "") {
  const Text text("for i=0..9\n" + body + "\nend\n");
  NamedPaths source(one);
  replace_paths(text.program.statements.at(0), source);
  return source.changed;
}

}  // namespace

TEST_CASE("a field that changes goes by one name") {
  CHECK(changes("r.a += 1\n q.a += 1") == "r.a q.a");
  CHECK(changes("r.a += 1\n q.a += 1", "r q") == "");
  CHECK(changes("r.a += 1\n n = q.a", "r q") == "");
  CHECK(changes("r.a += 1\n n = q.a") == "r.a");
  CHECK(changes("r.a += 1\n n = r.a", "r q") == "r.a");
  CHECK(changes("r.a += 1\n n = q.b", "r q") == "r.a");
  CHECK(changes("n = r.a + q.a", "r q") == "");
}

TEST_CASE("an element that changes is of an array that goes by one name, and by no other text") {
  CHECK(changes("p[0] *= w[i]") == "p[0]");
  CHECK(changes("p[0] *= w[i]", "p w") == "");
  CHECK(changes("p[0] *= w[i]\n n += r.a") == "");
  CHECK(changes("p[0] *= w[i]\n p[1] *= w[i]") == "p[0] p[1]");
  CHECK(changes("p[0] *= w[i]\n p[k] *= w[i]") == "");
  CHECK(changes("p[0] *= p[i]") == "");
}
