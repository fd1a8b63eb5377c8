% finds Q0801 Q0802
function [] = __kernel__ k(x : vec'unchecked, y : vec'unchecked, n : int, pos : int, blkdim : int)
    i = pos
    while i < n
        y[i] = y[i] + x[i]
        i += blkdim
    end
end
x = ones(1003)
y = zeros(1003)
parallel_do([192, 96], x, y, 1003, k)
print sum(y) > 0
