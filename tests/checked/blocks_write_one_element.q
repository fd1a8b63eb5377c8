% finds Q0802
function [] = __kernel__ k(x : vec, y : vec, pos : int, blkpos : int)
    if blkpos == 0
        y[0] = x[pos]
    end
end
x = linspace(0, 1, 512)
y = zeros(1)
parallel_do([512, 64], x, y, k)
print y[0] >= 0
