% finds Q0801
function [] = __kernel__ k(x : vec, y : vec, pos : int)
    y[shr(pos, 1)] = x[pos]
end
x = linspace(0, 1, 512)
y = zeros(256)
parallel_do(512, x, y, k)
print sum(y) > 0
