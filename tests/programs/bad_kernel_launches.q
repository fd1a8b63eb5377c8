% What a launch that does not fit its kernel is told
function [] = __kernel__ scaled(x : vec, y : vec, n : int, pos : int)
    y[pos] = x[pos]*n
end
y = zeros(16)
parallel_do(16, y, y, scaled)
% error Q0204 at 6:1
