% finds nothing
% All blocks finish a step before any begins the next one.
function [] = __kernel__ smooth(x : vec, y : vec, steps : int, n : int, pos : int)
    for k=1..steps
        if pos < n
            y[pos] = 0.25*x[max(pos-1,0)] + 0.5*x[pos] + 0.25*x[min(pos+1,n-1)]
        end
        syncthreads(grid)
        if pos < n
            x[pos] = y[pos]
        end
        syncthreads(grid)
    end
end
function [] = __kernel__ sum_of_sums(x : vec[int], parts : vec[int], total : vec[int], n : int, pos : int, blkpos : int, blkidx : int, blkcnt : int)
    s = shared[int](64)
    s[blkpos] = pos < n ? x[pos] : 0
    syncthreads
    if blkpos == 0
        t = 0
        for k=0..63
            t += s[k]
        end
        parts[blkidx] = t
    end
    syncthreads(grid)
    if pos == 0
        for k=0..blkcnt-1
            total[0] += parts[k]
        end
    end
end
n = 300
x = zeros(n)
z = zeros(n)
for i=0..n-1
    x[i] = mod(7*i, 16)
    z[i] = x[i]
end
y = zeros(n)
parallel_do([n, 64], x, y, 4, n, smooth)
{!interpreted for}
for k=1..4
    w = copy(z)
    for i=0..n-1
        w[i] = 0.25*z[max(i-1,0)] + 0.5*z[i] + 0.25*z[min(i+1,n-1)]
    end
    z = w
end
assert(all(x == z))
v = [0..999]
total = ivec(1)
parallel_do([1000, 64], v, ivec(16), total, 1000, sum_of_sums)
assert(total[0] == 499500)
