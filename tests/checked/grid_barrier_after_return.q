% finds Q0804
function [] = __kernel__ k(x : vec, y : vec, blkidx : int, pos : int)
    if blkidx < 2
        x[pos] = pos
        syncthreads(grid)
        y[pos] = x[255-pos]
    end
end
y = zeros(256)
parallel_do([256, 64], zeros(256), y, k)
print y[3]
