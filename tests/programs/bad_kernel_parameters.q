% Two parameters of one name.
y = zeros(4)
function [] = __kernel__ k(y : vec, y : vec, pos : int)
    y[pos] = 1
end
parallel_do(4, y, y, k)
% error Q0202
