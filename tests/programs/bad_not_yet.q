function [] = __kernel__ shape(x : mat, y : vec, pos : int)
    y[pos] = size(x, mod(pos, 2))
end
y = zeros(4)
parallel_do(4, zeros(3,5), y, shape)
% error Q0108 at 2:14
