% finds Q0805
function [] = __kernel__ k(x : vec, y : vec, pos : int)
    v = x[pos]
    if v > 0
        y[pos] = broadcast(v, 3)
    end
end
x = ones(64)
x[3] = -1
y = zeros(64)
parallel_do(64, x, y, k)
print sum(y) > 0
