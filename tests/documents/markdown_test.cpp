#include "tests/documents/markdown.h"

#include <doctest/doctest.h>

using namespace qc::test;

TEST_CASE("fenced blocks have a word, a name, their text and their line") {
  const auto blocks = fenced_blocks("a\n```qc mean.q\nprint 1\n```\nb\n```\nno word\n```\n```output\n1\n```\n");
  REQUIRE(blocks.size() == 3);
  CHECK(blocks[0].word == "qc");
  CHECK(blocks[0].name == "mean.q");
  CHECK(blocks[0].text == "print 1\n");
  CHECK(blocks[0].line == 2);
  CHECK(blocks[1].word == "");
  CHECK(blocks[2].word == "output");
  CHECK(fenced_blocks("no fence\n    ```indented\n").empty());
}

TEST_CASE("a console has commands and what they print") {
  const auto all = commands({"console", "", "$ qc a.q\n1\n2\n$ qc b.q\n", 10});
  REQUIRE(all.size() == 2);
  CHECK(all[0].text == "qc a.q");
  CHECK(all[0].output == "1\n2\n");
  CHECK(all[0].line == 11);
  CHECK(all[1].output == "");
}

TEST_CASE("tables with the columns qc and gives are read, others are not") {
  const auto all = tables(
      "| NumPy | qc | gives |\n|---|---|---|\n| `a` | `b \\|\\| c`, not `d` | `1` |\n| x | `` `1, 2' `` | |\n\n| qc | "
      "other |\n|---|---|\n| a | b |\n");
  REQUIRE(all.size() == 1);
  REQUIRE(all[0].rows.size() == 2);
  CHECK(all[0].rows[0].code == "b || c");
  CHECK(all[0].rows[0].gives == "1");
  CHECK(all[0].rows[0].line == 3);
  CHECK(all[0].rows[1].code == "`1, 2'");
  CHECK(all[0].rows[1].gives == "");
}

TEST_CASE("paths are links and code spans that begin with a folder of the project") {
  const auto all = named_paths(
      "[a](language.md#types) [b](https://x.org) `src/ir/ir.h` `src` `a/b` `f[T](x)`\n```\n`src/no`\n```\n");
  REQUIRE(all.size() == 2);
  CHECK(all[0].path == "language.md");
  CHECK(all[0].link);
  CHECK(all[1].path == "src/ir/ir.h");
  CHECK_FALSE(all[1].link);
}

TEST_CASE("the last expression of a row is printed") {
  CHECK(printing("a + 1") == "\nprint(a + 1)\n");
  CHECK(printing("x = [1,2;3,4]; x[0,1]") == "x = [1,2;3,4];\nprint(x[0,1])\n");
  CHECK(printing("s = \"a;b\"; s") == "s = \"a;b\";\nprint(s)\n");
}

TEST_CASE("dots stand for any lines") {
  CHECK(alike("a\nb\n", "a\nb\n"));
  CHECK_FALSE(alike("a\nb\n", "a\n"));
  CHECK_FALSE(alike("a\n", "a\nb\n"));
  CHECK(alike("a\nb\nc\n", "...\nc\n"));
  CHECK(alike("a\nb\nc\n", "a\n...\n"));
  CHECK(alike("a\nc\n", "a\n...\nc\n"));
  CHECK_FALSE(alike("a\nb\nd\n", "a\n...\nc\n"));
}

TEST_CASE("an excerpt is whole lines in their order") {
  const std::string text = "a\nb\n  c\nd\n";
  CHECK(is_excerpt("a\nb\n", text));
  CHECK(is_excerpt("a\n...\nd\n", text));
  CHECK(is_excerpt("b\n  ...\n", text));
  CHECK_FALSE(is_excerpt("a\n  c\n", text));
  CHECK_FALSE(is_excerpt("d\n...\na\n", text));
}
