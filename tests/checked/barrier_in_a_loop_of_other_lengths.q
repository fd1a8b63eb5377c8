% finds Q0804
function [] = __kernel__ k(x : vec, y : vec, pos : int, blkpos : int)
    s = shared(64)
    s[blkpos] = x[pos]
    for i=0..mod(blkpos, 40)
        syncthreads
        y[pos] = s[63-blkpos]
    end
end
x = ones(64)
y = zeros(64)
parallel_do([64, 64], x, y, k)
print sum(y)
