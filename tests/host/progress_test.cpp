// What those who watch a run see of it.
#include "support/progress.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "host/session/session.h"

using namespace qc;

TEST_CASE("of work inside work the outermost that has parts is shown") {
  using progress::Parts;
  using progress::Work;
  {
    const Parts once(Work::Loop, 1);
    const Parts outer(Work::Read, 10);
    outer.done(3);
    {
      const Parts inner(Work::Loop, 5);
      inner.done(4);
    }
    CHECK(progress::work == Work::Read);
    CHECK(progress::at == 3);
    CHECK(progress::of == 10);
  }
  CHECK(progress::of == 0);
}

TEST_CASE("loops of a program are counted as they are reached, a nest as a whole, each once") {
  std::vector<std::pair<int, int>> seen;
  host::Sinks sinks;
  sinks.out = [&](std::string_view) { seen.emplace_back(progress::loops_met, progress::loops); };
  host::Options options;
  options.device = host::DeviceChoice::Cpu;
  {
    host::Session session(options, sinks);
    const std::string text =
        "x = zeros(9,9)\nprint 1\nfor i=0..8\n for j=0..8\n  x[i,j] = i+j\n end\nend\nprint 1\n"
        "function y = f(n)\n y = 0\n for i=0..n-1\n  y += i\n end\nend\nprint f(9)\nprint f(9.5)\n";
    session.run(session.sources().add("counted.q", text), true);
  }
  CHECK(seen == std::vector<std::pair<int, int>>{{0, 3}, {2, 3}, {3, 3}, {3, 3}});
  CHECK(progress::loops == 0);
  CHECK(progress::loops_met == 0);
}
