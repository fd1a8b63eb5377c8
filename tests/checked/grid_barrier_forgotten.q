% finds Q0801 Q0802
function [] = __kernel__ smooth(x : vec, y : vec, n : int, pos : int)
    y[pos] = 0.5*x[pos] + 0.5*x[min(pos+1,n-1)]
    syncthreads
    x[pos] = y[pos]
    syncthreads(grid)
end
x = linspace(0, 1, 256)
parallel_do([256, 64], x, zeros(256), 256, smooth)
print x[3]
