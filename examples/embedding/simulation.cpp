// A simulation that keeps its data in the engine between calls: a plate that is heated in its middle. The host decides
// when to go on; the temperatures stay where the loops run, on a GPU where there is one, until the host looks at them.
#include <cstdio>
#include <cstdlib>

#include "qc/qc.h"

namespace {

constexpr const char* kProgram = R"(
function u = start(n : int)
  u = zeros(n, n)
  for m = 0..n-1
    for k = 0..n-1
      if abs(m - n/2) < n/8 && abs(k - n/2) < n/8
        u[m,k] = 100
      end
    end
  end
end

function v = step(u : mat'clamped)
  v = zeros(size(u))
  for m = 0..size(u,0)-1
    for n = 0..size(u,1)-1
      v[m,n] = u[m,n] + 0.2*(u[m-1,n] + u[m+1,n] + u[m,n-1] + u[m,n+1] - 4*u[m,n])
    end
  end
end

function u = steps(u : mat, n : int)
  for k = 1..n
    u = step(u)
  end
end

function [heat, high] = measure(u : mat)
  heat = 0.0
  high = 0.0
  for m = 0..size(u,0)-1
    for n = 0..size(u,1)-1
      heat += u[m,n]
      high = max(high, u[m,n])
    end
  end
end
)";

[[noreturn]] void fail(const qc::Error& error) {
  std::fputs(error.to_string().c_str(), stderr);
  std::exit(error.exit_code);
}

template <class T>
T checked(qc::Result<T> result) {
  if (!result) fail(result.error());
  return std::move(result.value());
}

}  // namespace

int main() {
  qc::Engine engine;
  checked(engine.load(kProgram, "heat.q"));
  qc::Value plate =
      checked(engine.call("start", {128}));  // an array of the engine's; a copy of the value is a reference
  for (int round = 1; round <= 4; ++round) {
    plate = checked(engine.call("steps", {plate, 50}));
    const auto measured = checked(engine.call_all("measure", {plate}));
    std::printf("step %3d: heat %.0f, hottest %.2f\n", 50 * round, measured[0].number(), measured[1].number());
  }
  const auto* temperatures = static_cast<const float*>(plate.data());  // now they come to the host
  std::printf("middle %.2f, corner %.2f\n", temperatures[64 * 128 + 64], temperatures[0]);
}
