// The functions of host code against the table of built-ins.
#include "host/builtins/builtins.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <set>

using namespace qc;

namespace {

// Why a row has no function of host code.
const char* reason(const BuiltinInfo& row) {
  switch (row.family) {
    case BuiltinFamily::Kernel:
      return "there are threads in kernels alone";
    case BuiltinFamily::Atomic:
      return "the evaluator assigns to the place that is named";
    case BuiltinFamily::Launch:
      return "the evaluator launches";
    default:
      break;
  }
  if (row.is(kOwnForm)) return "the evaluator looks at types";
  if (row.name == "maxvalue" || row.name == "minvalue") return "its argument is a type";
  if (row.name == "print") return "a statement";
  return nullptr;
}

}  // namespace

TEST_CASE("every function of host code has a row, and every row a function or a reason") {
  std::set<std::string_view> functions;
  for (const std::string_view name : host::host_builtins()) {
    functions.insert(name);
    if (name[0] != '$') CHECK_MESSAGE(builtin_info(name), name);
  }
  for (const BuiltinInfo* row : all_builtins())
    if (!functions.count(row->name)) CHECK_MESSAGE(reason(*row), row->name);
}

TEST_CASE("formulas of the table have the values of the functions beside them") {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const auto value = [](const char* name, double x) { return host::formula_value(builtin_info(name)->formula, x); };
  for (const double x : {-2.5, -0.0, 0.0, 0.25, 1.0, 7.75, 1e300}) {
    CHECK(value("frac", x) == x - std::floor(x));
    CHECK(value("rsqrt", std::fabs(x)) == 1 / std::sqrt(std::fabs(x)));
    CHECK(value("saturate", x) == (x < 0 ? 0 : x > 1 ? 1 : x));
    CHECK(value("isnan", x) == 0);
    CHECK(value("isfinite", x) == 1);
  }
  CHECK(host::formula_value(builtin_info("frac")->formula, 0.1f) == 0.1f);
  CHECK(value("isnan", nan) == 1);
  CHECK(value("isinf", -inf) == 1);
  CHECK(value("isfinite", inf) == 0);
  CHECK(value("saturate", nan) == 0);
}
