% finds Q0803
function [] = __kernel__ count(x : vec[int], h : vec[int], n : int, pos : int, blkpos : int)
    s = shared[int](16)
    if blkpos < 16
        s[blkpos] = 0
    end
    syncthreads
    if pos < n
        s[x[pos]] += 1
    end
    if blkpos < 16
        h[blkpos] += s[blkpos]
    end
end
x = ivec(1000)
for i=0..999
    x[i] = mod(i*7, 16)
end
h = ivec(16)
parallel_do([1000, 64], x, h, 1000, count)
print sum(h)
