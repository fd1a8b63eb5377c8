% finds Q0807
function [] = __kernel__ k(x : vec'unchecked, y : vec'unchecked, n : int, pos : int, blkdim : int, blkcnt : int)
    i = pos
    while i <= n
        y[i] = 2*x[i]
        i += blkdim*blkcnt
    end
end
x = ones(1003)
y = zeros(1003)
parallel_do([192, 96], x, y, 1003, k)
print sum(y)
