% finds nothing
function [] = __kernel__ collatz(y : vec[int], pos : int)
    n = pos + 1
    k = 0
    while k < 100000
        n = and(n, 1) == 0 ? shr(n, 1) : 3*n + 1
        k += 1
    end
    y[pos] = n
end
y = ivec(8)
parallel_do(8, y, collatz)
print sum(y)
