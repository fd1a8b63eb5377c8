% finds nothing
function [] = __kernel__ k(x : vec, y : vec, pos : int)
    if and(pos, 1) == 0
        y[shr(pos, 1)] = x[pos]
    end
end
x = linspace(0, 1, 512)
y = zeros(256)
parallel_do(512, x, y, k)
print sum(y) > 0
