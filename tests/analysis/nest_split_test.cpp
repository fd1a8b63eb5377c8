// When a nest is split at the iteration that sets what all others use.
#include "analysis/recognize/nest_split.h"

#include <doctest/doctest.h>

#include "analysis/recognize/plan_loop.h"
#include "tests/analysis/lowering.h"

using namespace qc;

TEST_CASE("a nest of one or several loops is split into maps before, at and behind an iteration") {
  const auto nest_of = [](const std::string& loop) {
    return qc_test::lower_one("d = zeros(50,50)\nz = zeros(50)\nt = 0.0\nk = 3\n" + loop + "print t, k, z, d\n");
  };
  const auto parts = [](const LoopNest& nest) {
    const PlanResult planned = plan_loop(nest);
    const auto split = split_nest(planned.nest_of(nest), planned);
    if (!split) return std::string("whole");
    std::string out;
    for (const DistributedNest::Part& p : split->parts)
      out += (out.empty() ? "" : " | ") + qc_test::described(p.usual.planned.plan);
    return out;
  };
  CHECK(parts(nest_of("for i=0..49\n z[i] -= z[k]*2\nend\n")) == "map i | map i | map i");
  CHECK(parts(nest_of("for i=0..49\n for j=0..49\n  d[i,j] = min(d[i,j], d[i,k] + d[k,j])\n end\nend\n")) ==
        "map i,j | map i,j | map i,j | map i,j | map i,j | map i,j | map i,j | map i,j | map i,j");
  CHECK(parts(nest_of("for i=0..49\n z[i] = z[i]*2\nend\n")) == "whole");
  LoopNest in_place = nest_of("for i=0..49\n z[i] -= z[k]*2\nend\n");
  in_place.updated_in_place.push_back({"z", true});
  CHECK(parts(in_place) == "whole");
}
