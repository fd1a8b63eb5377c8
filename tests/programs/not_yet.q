% What the language has and this version does not execute is said by name.
x = zeros(4)
function [] = __kernel__ k(x : vec, pos : int)
  x[pos] = pos
  syncthreads(grid)
  x[pos] += x[3-pos]
end
parallel_do(4, x, k)
% error Q0108 at 5:3
