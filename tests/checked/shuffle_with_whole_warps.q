% finds nothing
function [] = __kernel__ k(x : vec, y : vec, n : int, pos : int)
    v = pos < n ? x[pos] : 0.0
    w = shfl_xor(v, 1)
    if pos < n
        y[pos] = v + w
    end
end
x = ones(101)
y = zeros(101)
parallel_do(128, x, y, 101, k)
print sum(y)
