// What a text does with the names in it.
#include "analysis/dataflow/name_facts.h"

#include <doctest/doctest.h>

#include <set>

#include "analysis/dataflow/assignments.h"
#include "analysis/dataflow/captured_writes.h"
#include "analysis/dataflow/index_only_scalars.h"
#include "analysis/dataflow/outer_names.h"
#include "lowering.h"

using namespace qc_test;
using namespace qc;

namespace {

// "mentions in_part given updated elements counts"
std::string line(const NameFact& f) {
  std::string out;
  for (const int n : {f.mentions, f.in_part, f.given, f.updated, f.elements, f.counts})
    out += (out.empty() ? "" : " ") + std::to_string(n);
  return out;
}
std::string fact(const std::string& text, const char* name = "x") {
  return line(name_facts(Text(text).program.statements).of(name));
}
std::string own(const std::string& text, const char* name = "x") {
  return line(own_name_facts(Text(text).program.statements).of(name));
}
std::string assigned(const std::string& text) {
  std::string out;
  for (const std::string& n : lowering::assigned_names(Text(text).program.statements))
    out += (out.empty() ? "" : " ") + n;
  return out;
}
std::string outside(const std::string& text) {
  std::string out;
  for (const std::string& n : names_outside_loops(Text(text).program.statements)) out += (out.empty() ? "" : " ") + n;
  return out;
}

// "x y[0]": the names that the text's first function changes for itself alone, where each does so first.
std::string changed(const std::string& text) {
  const Text t(text);
  std::string out;
  for (const PrivateChange& c : private_changes(*std::get<Box<ast::FunctionDef>>(t.program.statements[0].node)))
    out += (out.empty() ? "" : " ") + std::string(t.sources.slice(c.span)) + (c.elements ? " of " + c.name : "");
  return out;
}
std::string changed_in(const std::string& body) { return changed("function q = f(p)\n" + body + "\nend"); }

}  // namespace

TEST_CASE("each use of a name is of one kind") {
  CHECK(fact("y = x + x*x") == "3 0 0 0 0 0");
  CHECK(fact("y = x[i] + size(x,0) + numel(x)") == "3 3 0 0 0 0");
  CHECK(fact("x = 1\n[x, y] = f(2)") == "2 0 2 0 0 0");
  CHECK(fact("y = f(x)") == "1 0 0 0 0 0");
  CHECK(fact("x += 1") == "1 0 0 1 0 0");
  CHECK(name_facts(Text("x = 1\nx = 2").program.statements).of("x").first_given.begin == 0);
  CHECK(fact("x[0] = 1\nx[0][1] += 1") == "2 2 0 0 2 0");
  CHECK(fact("for x=0..1\nend\ntry\ncatch x\nend") == "2 0 0 0 0 2");
  CHECK(fact("p.x = 1\ny : x = 2\nz = p.x") == "0 0 0 0 0 0");
}

TEST_CASE("facts are found wherever a text has them") {
  for (const char* around :
       {"if a\n@\nend", "if a\nelse\n@\nend", "while a\n@\nend", "repeat\n@\nuntil a", "for i=0..1\n@\nend",
        "match a with\n| 1 ->\n@\nend", "try\n@\ncatch e\nend", "try\ncatch e\n@\nend"}) {
    std::string text = around;
    text.replace(text.find('@'), 1, "x = x[0]");
    CHECK_MESSAGE(fact(text) == "2 1 1 0 0 0", text);
    CHECK_MESSAGE(own(text) == "2 1 1 0 0 0", text);
  }
}

TEST_CASE("what functions and lambdas do is theirs") {
  CHECK(fact("function f(a = x)\n  x = 1\nend") == "2 0 1 0 0 0");
  CHECK(own("function f(a = x)\n  x = 1\nend") == "0 0 0 0 0 0");
  CHECK(fact("f = (a = x) -> x + a") == "2 0 0 0 0 0");
  CHECK(own("f = (a = x) -> x + a") == "0 0 0 0 0 0");
  CHECK(fact("f = () -> (x = 1; x)") == "2 0 1 0 0 0");
  CHECK(own("f = () -> (x = 1; x)") == "0 0 0 0 0 0");
}

TEST_CASE("names that a block assigns") {
  CHECK(assigned("try\n  x = 1\ncatch e\n  y = 2\nend\nfor i=0..1\n  z[0] = 1\nend") == "e i x y");
  CHECK(assigned("f = () -> (a = 1; a)\nfunction g()\n  b = 1\nend") == "f");
}

TEST_CASE("names outside the loops of a program") {
  CHECK(outside("for i=a..b\n  c = i\nend\nprint d") == "a b d");
  CHECK(outside("match a with\n| b -> print c\nend") == "a b c");
  CHECK(outside("function f(p = a)\n  b = 1\nend\nc = 1") == "c");
}

TEST_CASE("what a loop uses for places alone") {
  // Of the text's loop, with `v` used behind it or not.
  const auto places = [](const std::string& body, bool live) {
    const Text text("for i=0..9\n" + body + "\nend");
    std::string out;
    for (const std::string& n :
         place_names(text.program.statements[0], [&](const std::string& name) { return live && name == "v"; }))
      if (n == "v" || n == "r") out += (out.empty() ? "" : " ") + n;
    return out;
  };
  CHECK(places("for j=i-r..i+r\n s += x[j+v]\nend", false) == "r v");
  CHECK(places("s += x[v] + r", false) == "v");
  CHECK(places("k = r + 1\ns += x[k]", false) == "r");
  CHECK(places("v = r + 1\ns += x[v]", true).empty());
  // A counter, and what is set to a number: its type behind the loop is that of the floats that it was.
  CHECK(places("x[v] = i\nv += 1", false) == "v");
  CHECK(places("x[v] = i\nv += 1", true).empty());
  CHECK(places("v -= 3", true).empty());
  CHECK(places("if x[i] > 0\n v = 3\nend", true).empty());
  CHECK(places("v = v + r", true).empty());
  // What is computed of them for a place, and what is compared.
  for (const char* both : {"s += x[v+r]", "s += x[v*r]", "s += x[max(v, r)]", "s += x[-v] + x[r]",
                           "if v < r\n s += x[v+r]\nend", "if v == r\n s += 1\nend", "if v >= r\n s += 1\nend"})
    CHECK_MESSAGE(places(both, false) == "r v", both);
  for (const char* other :
       {"y[i] = v + r", "y[i] = v - r", "s += x[v/r]", "s += x[sqrt(v+r)]", "s += x[!v] + x[!r]", "s += x[-(v/r)]",
        "s += x[max(v/r, 1)]", "s += f(v) + f(r)", "if x[i] < v\n y[i] = r\nend", "if v < x[i]\n y[i] = r\nend",
        "if v && r\n s += 1\nend", "v *= r\ns += x[v]", "v : int = r + 1\ns += x[v]", "[v, w] = r\ns += x[v]"})
    CHECK_MESSAGE(places(other, false).empty(), other);
  CHECK(places("v = r + 1\ns += x[v]", false) == "r");
  CHECK(places("v -= r\ns += x[v]", false) == "r");
  CHECK(places("s += y[:, v]", false) == "v");
}

TEST_CASE("what a function changes for itself alone") {
  CHECK(changed_in("x = 1") == "x");
  CHECK(changed_in("x += 1\nx += 2") == "x");
  CHECK(changed_in("x = x + 1") == "x");
  CHECK(changed_in("x = x + 1\nq = x") == "x");
  CHECK(changed_in("x += 1\nq = x") == "x");
  CHECK(changed_in("y = p\nx = x + 1\nq = x + y") == "x");
  CHECK(changed_in("if p\n x = 1\nend\nx = 2") == "x");
  CHECK(changed_in("x[0] = 1") == "x[0] of x");
  CHECK(changed_in("x[0] = 1\nx[1] = 2") == "x[0] of x");
  // What is read otherwise, or first, is what the function works with.
  CHECK(changed_in("x = 1\nq = x").empty());
  CHECK(changed_in("x = 1\nx = x + 1\nq = x").empty());
  CHECK(changed_in("q = x\nx = x + 1").empty());
  CHECK(changed_in("y = x\nq = y\nx = x + 1").empty());
  CHECK(changed_in("x = 1\nx[0] = 1\nq = x").empty());
  // Its own, and what is no variable.
  CHECK(changed_in("p = 1\nq = 2").empty());
  CHECK(changed_in("p[0] = 1\nq[0] = 2").empty());
  CHECK(changed_in("try\ncatch i\n i = 3\nend").empty());
  CHECK(changed_in("for i=0..1\n i[0] = 3\nend").empty());
  CHECK(changed_in("_ = 1").empty());
  CHECK(changed_in("[x, y] = g(2)").empty());
  CHECK(changed_in("x : int").empty());
  CHECK(changed_in("x : int = 3").empty());
}

TEST_CASE("outputs of a declared size that begin with zeros") {
  const auto begins = [](const std::string& type, const std::string& body, const std::string& parameter = "p") {
    const Text t("function q" + type + " = f(" + parameter + ")\n" + body + "\nend");
    const auto& def = *std::get<Box<ast::FunctionDef>>(t.program.statements[0].node);
    return begins_with_zeros(def, def.outputs[0]);
  };
  for (const char* type : {" : vec3", " : vec(3)", " : vec0", " : vec9"}) CHECK_MESSAGE(begins(type, "q[0] = 1"), type);
  for (const char* type : {"", " : vec", " : scalar"}) CHECK_FALSE_MESSAGE(begins(type, "q[0] = 1"), type);
  CHECK_FALSE(begins(" : vec3", "q[0] = 1", "q : vec3"));
  // Elements are written first, on some way through.
  for (const char* body : {"y = p\nq[0] = 1", "if p\n q[0] = 1\nelse\n q = p\nend", "if p\n q = p\nend\nq[0] = 1",
                           "q[0] += 1\nq = p", "while p\n q[0] = 1\nend", "while p\n q = p\nend\nq[0] = 1",
                           "for i=0..p\n q[i] = 1\nend", "try\n q = p\ncatch e\n q[0] = 1\nend"})
    CHECK_MESSAGE(begins(" : vec3", body), body);
  for (const char* body :
       {"q = p\nq[0] = 1", "if p\n q = p\nelse\n q = p\nend\nq[0] = 1", "y = q", "while p\n y = p\nend",
        "repeat\n q = p\nuntil p\nq[0] = 1", "match p with\n| 1 ->\n q = p\n| _ ->\n q = p\nend\nq[0] = 1"})
    CHECK_FALSE_MESSAGE(begins(" : vec3", body), body);
}
