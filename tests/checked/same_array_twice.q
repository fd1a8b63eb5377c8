% finds Q0801 Q0802
function [] = __kernel__ b(x : vec, y : vec, n : int, pos : int)
    y[pos] = x[n-1-pos]
end
x = linspace(0, 1, 100)
parallel_do(100, x, x, 100, b)
print sum(x) >= 0
