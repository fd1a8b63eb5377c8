#include "tests/laws/helpers.h"

namespace qc::laws {

std::string helper_functions() {
  return R"(function y : int = pick_of(a : int, b : int)
 if a > b
  y = a - b
 elseif a == b
  y = 7
 else
  y = b
 end
end
function y : int = early(a : int, b : int)
 y = b
 if a < 0
  return
 end
 y = mod(a, 5) + b
end
function y : int = steps(a : int)
 y = 0
 for t=0..3
  y += and(shr(a, t), 1)
 end
end
function [p1, p2] = both(a : int, b : int)
 p1 = a - b
 p2 = max(a, b)
end
function y : scalar = rough_of(a : scalar, b : scalar = 0.5)
 y = a*b + sin(a) - b*a
end
function y : int = at_of(from : vec[int], k : int)
 y = from[periodize(k, numel(from))]
end
function y = generic(a, b)
 y = a > b ? a : b - a
end
function y : int8 = narrow(a : int8, b : int)
 y = a + b
end
function y : scalar = __device__ device(a : scalar)
 t = abs(a)
 while t > 1 && t < 1000000
  t = t / 2
 end
 y = t
end
)";
}

std::string local_helpers() {
  return R"( lam = (a, b) -> a*3 - b
 captured = 2*N + 1
 function y : int = inner(a : int)
  y = xor(a, captured)
 end
)";
}

}  // namespace qc::laws
