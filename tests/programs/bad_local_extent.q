% A thread's array has an extent that all threads have.
function [] = __kernel__ k(y : vec, pos : int)
    n = 3
    if pos > 1
        n = 4
    end
    t = zeros(n)
    y[pos] = numel(t)
end
parallel_do(3, zeros(3), k)
% error Q0503 at 7:9
