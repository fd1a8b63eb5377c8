% What the language has and this version does not execute is said by name.
x = zeros(4)
function [] = __kernel__ k(x : vec, pos : int)
  i = 0
  repeat
    i += 1
    if i == 2
      continue
    end
    x[pos] += i
  until i > 3
end
parallel_do(4, x, k)
% error Q0108 at 5:3
