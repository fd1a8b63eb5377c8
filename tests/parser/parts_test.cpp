// The parts of what builds the syntax tree, each alone.
#include <doctest/doctest.h>

#include "parser/build_types.h"
#include "parser/literals.h"
#include "parser/loops_around.h"
#include "parser/pending_hint.h"
#include "parser/tree_reader.h"

using namespace qc;

namespace {

// A token of a text, from one code point to the last.
antlr4::CommonToken token(std::size_t kind, const std::string& text, std::size_t at = 0) {
  antlr4::CommonToken t(kind);
  t.setText(text);
  t.setStartIndex(at);
  t.setStopIndex(at + text.size() - 1);
  return t;
}

struct Reading {
  std::vector<Diagnostic> diagnostics;
  BytePlaces places{0, "0123456789012345678901234567890123456789"};
  TreeReader tree{places, diagnostics};
  std::int64_t integer(const std::string& text) { return tree.integer(token(Tk::INT, text)); }
  std::int64_t radix(const std::string& text) { return tree.radix(token(Tk::RADIX_INT, text)); }
};

}  // namespace

TEST_CASE("spans of tokens are joined") {
  Reading r;
  const Span a = r.tree.span(token(Tk::INT, "12", 3)), b = r.tree.span(token(Tk::INT, "345", 7));
  CHECK(a.begin == 3);
  CHECK(a.end == 5);
  CHECK(join(a, b).begin == 3);
  CHECK(join(a, b).end == 10);
}

TEST_CASE("integers in every base, and those that do not fit") {
  Reading r;
  CHECK(r.integer("42") == 42);
  CHECK(r.radix("0FFh") == 255);
  CHECK(r.radix("101b") == 5);
  CHECK(r.radix("17o") == 15);
  CHECK(r.radix("0ffffffffffffffffh") == -1);  // all 64 bits
  CHECK(r.diagnostics.empty());
  CHECK(r.integer("9223372036854775808") == 0);
  CHECK(r.radix("12b") == 0);
  REQUIRE(r.diagnostics.size() == 2);
  CHECK(r.diagnostics[0].message == "the integer does not fit into 64 bits");
  CHECK(r.diagnostics[1].message == "'12b' has digits that its base does not have");
}

TEST_CASE("an array has 1 to 16 dimensions") {
  Reading r;
  CHECK(r.tree.rank(token(Tk::INT, "16")) == 16);
  CHECK(r.diagnostics.empty());
  CHECK(r.tree.rank(token(Tk::INT, "17")) == 1);
  CHECK(r.tree.rank(token(Tk::INT, "0")) == 1);
  CHECK(r.diagnostics.size() == 2);
}

TEST_CASE("a hint waits for one loop") {
  PendingHint h;
  CHECK_FALSE(h.is_pending());
  h.put(ast::LoopHint::ForceSerial, {0, 2, 5});
  CHECK(h.is_pending());
  CHECK(h.take() == ast::LoopHint::ForceSerial);
  CHECK(h.span().begin == 2);
  CHECK_FALSE(h.is_pending());
  CHECK(h.take() == ast::LoopHint::None);
}

TEST_CASE("variables of the loops around a statement") {
  LoopsAround l;
  CHECK_FALSE(l.is_variable("m"));
  l.variables = {"m", "n"};
  CHECK(l.is_variable("m"));
  CHECK(l.is_variable("n"));
  CHECK_FALSE(l.is_variable("k"));
}

TEST_CASE("extents in the name of a type") {
  const auto extents = [](const std::string& name) {
    ast::TypeExpr t;
    t.name = name;
    named_extents(t);
    return t.name + "/" + std::to_string(t.extents.size());
  };
  CHECK(extents("mat2x2") == "mat/2");
  CHECK(extents("icube2x3x12") == "icube/3");
  CHECK(extents("mat2") == "mat2/0");
  CHECK(extents("mat2x") == "mat2x/0");
  CHECK(extents("mat2y2") == "mat2y2/0");
  CHECK(extents("vector3x3") == "vector3x3/0");
}

TEST_CASE("texts have escapes, paths have none") {
  CHECK(string_value("\"a\\tb\"") == "a\tb");
  CHECK(string_value("\"not closed") == "not closed");
  CHECK(string_value("\"") == "");
  CHECK(import_path("\"D:\\new\\tools.q\"") == "D:/new/tools.q");
  CHECK(import_path("\"open") == "open");
}
