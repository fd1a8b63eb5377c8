% finds nothing
function [] = __kernel__ smooth(x : vec, y : vec, pos : int)
    y[pos] = 0.5*x[pos] + 0.5*x[pos+1]
end
x = ones(2000)
y = zeros(2000)
parallel_do(2000, x, y, smooth)
print sum(y)
