% finds Q0805
function [] = __kernel__ k(x : vec, y : vec, n : int, pos : int)
    if pos < n
        v = x[pos]
        y[pos] = v + shfl_xor(v, 1)
    end
end
x = ones(101)
y = zeros(101)
parallel_do(128, x, y, 101, k)
print sum(y) > 0
