% Updates of one element of a block's memory by many threads: of every operation and type, at known and computed places.
function [] = __kernel__ updates(x : vec[int], y : mat, blkpos : int, blkidx : int, blkdim : int)
    sums = shared_zeros[int32](8)
    bytes = shared_zeros[uint8](4)
    floats = shared_zeros(4)
    bits = shared_zeros[int](4)
    flags = shared_zeros[bool](2)
    syncthreads
    v = x[blkidx*blkdim + blkpos]
    sums[mod(v, 8)] += v
    bytes[mod(v, 4)] += 100
    old = atomic_add(floats[0], 0.5)
    floats[1] ^^= v + 0.25
    floats[2] __= -v
    floats[3] -= 2
    bits[0] |= shl(1, mod(v, 11))
    bits[1] ~= v
    atomic_max(bits[2], v)
    atomic_inc(bits[3], 6)
    if v > 90
        flags[0] = true
    end
    flags[1] |= v < 0
    syncthreads
    if blkpos < 8
        y[blkidx,blkpos] = sums[blkpos]
    end
    if blkpos < 4
        y[blkidx,8+blkpos] = bytes[blkpos]
        y[blkidx,12+blkpos] = floats[blkpos]
        y[blkidx,16+blkpos] = bits[blkpos]
    end
    if blkpos == 0
        y[blkidx,20] = flags[0] + 2*flags[1]
    end
    atomic_max(y[blkidx,21], old)
end
n = 256
x = mod((0..n-1)*37 + 5, 101)
y = zeros(2,22)
parallel_do([n,128], x, y, updates)
g = zeros(2,22)
{!interpreted for}
for k=0..n-1
    b = int(k/128)
    v = x[k]
    g[b,mod(v,8)] += v
    g[b,8+mod(v,4)] = mod(g[b,8+mod(v,4)] + 100, 256)
    g[b,12] += 0.5
    g[b,13] = max(g[b,13], v + 0.25)
    g[b,14] = min(g[b,14], -v)
    g[b,15] -= 2
    g[b,16] = or(int(g[b,16]), shl(1, mod(v, 11)))
    g[b,17] = xor(int(g[b,17]), v)
    g[b,18] = max(g[b,18], v)
    g[b,19] = g[b,19] >= 6 ? 0 : g[b,19] + 1
    g[b,20] = max(g[b,20], v > 90)
    g[b,21] = 63.5
end
print sum(y != g), " ", y[0,0..3], " ", y[1,12..20]
% expect: 0 [752,817,850,883] [64,100.25,-100,-256,2047,83,100,2,1]
