// Every operator, conversion, index form and built-in that loops compute as well as the evaluator does, on both roads,
// with the edges of its types. QC_OPERATORS=TEXT: only types whose names hold the text, and all lines are printed.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <set>
#include <vector>

#include "codegen/effort.h"
#include "tests/operators/roads.h"

using namespace qc;

namespace {

// Differences that are known: a part of their lines, and why they are there. Those that are gone are printed.
struct Open {
  const char *text, *why;
};
const std::vector<Open> kOpen = {};

void compare_all(Elem scalar) {
  codegen::use_effort(codegen::Effort::Little);
  const char* only = std::getenv("QC_OPERATORS");
  test::Tally tally;
  for (const test::Batch& b : test::batches(scalar))
    if (!only || b.name().find(only) != std::string::npos) {
      const auto start = std::chrono::steady_clock::now();
      test::compare(b, scalar, tally);
      if (only)
        fmt::print("{}: {} rows, {:.1f} s\n", b.name(), b.rows.size(),
                   std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
  codegen::use_effort({});
  fmt::print("operators: {} rows, {} values, {} failures, {} rows are stepped\n", tally.rows, tally.values,
             tally.failures, tally.stepped.size());
  std::set<const Open*> met;
  int differences = 0;
  for (const std::string& d : tally.differences) {
    const Open* known = nullptr;
    for (const Open& o : kOpen)
      if (d.find(o.text) != std::string::npos) known = &o;
    met.insert(known);
    differences += !known;
    if (!known || only) fmt::print("{}{}\n", known ? "known: " : "", d);
  }
  for (const Open& o : kOpen)
    if (!only && !met.count(&o)) fmt::print("gone: '{}': {}\n", o.text, o.why);
  if (only)
    for (const std::string& s : tally.stepped) fmt::print("stepped: {}\n", s);
  CHECK(differences == 0);
}

}  // namespace

TEST_CASE("operators on both roads") { compare_all(Elem::F32); }
