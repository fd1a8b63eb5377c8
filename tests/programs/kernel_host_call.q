% A kernel may not read files.
y = zeros(4)
function [] = __kernel__ k(y : vec, pos : int)
    y[pos] = numel(imread("a.png"))
end
parallel_do(4, y, k)
% error Q0503
