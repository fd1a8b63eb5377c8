% finds nothing
function [] = __kernel__ k(lock : vec[int], y : vec, pos : int)
    got = 1
    while got != 0
        got = atomic_exch(lock[0], 1)
    end
    memfence(grid)
    y[0] = y[0] + 1
    memfence(grid)
    atomic_exch(lock[0], 0)
end
y = zeros(1)
parallel_do([4, 1], ivec(1), y, k)
print y[0]
