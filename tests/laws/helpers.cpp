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
)" + std::string(
             "function [] = __kernel__ block_sums(from : vec[int], to : vec[int], n : int, pos : int, blkpos : int, "
             "blkdim : int, blkidx : int)\n"
             R"( s = shared[int](256)
 s[blkpos] = pos < n ? from[pos] : 0
 syncthreads
 half_of = shr(blkdim, 1)
 while half_of > 0
  if blkpos < half_of
   s[blkpos] = s[blkpos] + s[blkpos + half_of]
  end
  syncthreads
  half_of = shr(half_of, 1)
 end
 if blkpos == 0
  to[blkidx] = s[0]
 end
end
function [] = __kernel__ block_scan(from : vec[int], to : vec[int], n : int, pos : int, blkpos : int, blkdim : int)
 s = shared[int](256)
 s[blkpos] = pos < n ? from[pos] : 0
 syncthreads
 d = 1
 while d < blkdim
  t = blkpos >= d ? s[blkpos - d] : 0
  syncthreads
  s[blkpos] = s[blkpos] + t
  syncthreads
  d = d * 2
 end
 if pos < n
  to[pos] = s[blkpos]
 end
end
function [] = __kernel__ block_turn(from : vec[int], to : vec[int], n : int, pos : int, blkpos : int, blkdim : int)
 s = shared[int](256)
 s[blkpos] = pos < n ? from[pos] : -1
 syncthreads
 if pos < n
  to[pos] = s[blkdim - 1 - blkpos]
 end
end
function total : int = __kernel__ count_above(from : vec[int], n : int, pos : int)
 if from[pos] > n
  total += 1
 end
end
function total : scalar = __kernel__ total_of(from : vec, pos : int)
 total += 2*from[pos]
end
)");
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
