% finds Q0801 Q0802
function [] = __kernel__ smooth(x : vec, pos : int)
    x[pos] = 0.5*x[pos] + 0.5*x[pos+1]
end
x = ones(2000)
x[7] = 3
parallel_do(2000, x, smooth)
print sum(x) > 0
