// Warps and records of random programs.
#include "tests/laws/helpers.h"

namespace qc::laws {

// `how` chooses the exchange; blocks are whole warps of 32. The barrier makes threads past the end run too.
std::string warp_helpers() {
  return R"(function [] = __kernel__ warp_mix(from : vec[int], to : vec[int], n : int, how : int, pos : int)
 v = pos < n ? from[pos] : 0
 syncthreads
 w = 0
 if how == 0
  w = shfl_down(v, 1)
 elseif how == 1
  w = shfl_xor(v, 5)
 elseif how == 2
  w = warp_sum(v)
 elseif how == 3
  w = warp_scan(v)
 elseif how == 4
  w = and(ballot(v > 0), 4294967295)
 elseif how == 5
  w = broadcast(v, 3)
 elseif how == 6
  w = shfl_up(v, 3)
 elseif how == 7
  w = warp_max(v)
 elseif how == 8
  if v > 0
   w = warp_sum(v)
  end
 else
  w = shfl(v, and(v, 31))
 end
 if pos < n
  to[pos] = w
 end
end
function y : int = warp_one(from : vec[int], n : int, at : int, how : int)
 first = at - mod(at, 32)
 lane = mod(at, 32)
 v = from[at]
 other = lane
 if how == 0
  other = lane < 31 ? lane + 1 : lane
 elseif how == 1
  other = xor(lane, 5)
 elseif how == 5
  other = 3
 elseif how == 6
  other = lane >= 3 ? lane - 3 : lane
 elseif how == 9
  other = and(v, 31)
 end
 y = first + other < n ? from[first + other] : 0
 if how == 7
  y = v
 elseif how == 2 || how == 3 || how == 4 || how == 8
  y = 0
 end
 for t=0..31
  o = first + t < n ? from[first + t] : 0
  if how == 2 || (how == 3 && t <= lane) || (how == 8 && o > 0 && v > 0)
   y += o
  elseif how == 4 && o > 0
   y += shl(1, t)
  elseif how == 7
   y = max(y, o)
  end
 end
end
function [] = __kernel__ local_window(from : vec[int], to : vec[int], n : int, pos : int)
 w = zeros(3)
 for t=0..2
  w[t] = pos + t < n ? from[pos + t] : 0
 end
 s8 : int8 = w[0] + 100
 to[pos] = max(w[0], w[1]) - w[2] + s8
end
function y : int = window_one(from : vec[int], n : int, at : int)
 v0 = from[at]
 v1 = at + 1 < n ? from[at + 1] : 0
 v2 = at + 2 < n ? from[at + 2] : 0
 y = max(v0, v1) - v2 + max(-128, min(127, v0 + 100))
end
)";
}

std::string record_type(bool is_mutable) {
  return std::string("type tally : ") + (is_mutable ? "mutable class" : "class") + R"(
 fs : scalar
 fn : int
 gain : scalar
 base : int
 v : vec[int]
end
)";
}

std::string record_start(bool of_class) {
  if (of_class) return " acc = tally(fs := 0.5, fn := 3, gain := 2.0, base := 7, v := v)\n";
  return " acc = object()\n acc.fs = 0.5\n acc.fn = 3\n acc.gain = 2.0\n acc.base = 7\n acc.v = v\n";
}

}  // namespace qc::laws
