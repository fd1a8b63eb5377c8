#include "support/shared_library.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace qc;

TEST_CASE("functions of a library that is there; what is missing is said, the first of it") {
  SharedLibrary library("libm.so.6");
  CHECK(library.open());
  double (*root)(double) = nullptr;
  library.find("sqrt", root);
  REQUIRE(bool(root));
  CHECK(root(9) == 3);
  CHECK(library.problem().empty());
  void (*none)() = nullptr;
  library.find("no_such_function", none);
  library.find("nor_this_one", none);
  CHECK_FALSE(bool(none));
  CHECK(library.problem() == "libm.so.6 has no function no_such_function");
}

TEST_CASE("a library that is missing") {
  SharedLibrary library("libdoes-not-exist.so.1");
  CHECK_FALSE(library.open());
  CHECK(library.problem().starts_with("libdoes-not-exist.so.1 could not be opened ("));
  int (*none)() = nullptr;
  library.find("anything", none);
  CHECK_FALSE(bool(none));
}
