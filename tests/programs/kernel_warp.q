% Collectives of a warp over a full warp, a leading part of one, and lanes under a condition.
function [] = __kernel__ k(x : vec[int], y : imat, pos : int)
    y[0,pos] = warp_sum(x[pos])
    y[1,pos] = warp_max(x[pos])
    y[2,pos] = warp_scan(x[pos])
    y[3,pos] = warp_min(x[pos])
    y[4,pos] = warp_xor(x[pos])
    if mod(pos,3) == 0
        y[5,pos] = warp_sum(x[pos])
        y[6,pos] = warp_scan(x[pos])
        y[7,pos] = warp_or(x[pos])
    end
end
n = 75
x = vec[int](n)
for i=0..n-1
    x[i] = mod(i*7,11)+1
end
y = imat(8,n)
parallel_do([n,75], x, y, k)
bad = 0
{!interpreted for}
for i=0..n-1
    first = int(i/32)*32
    last = min(first+31, n-1)
    s = 0
    scan = 0
    hi = -1
    lo = 1000
    bits = 0
    third = 0
    third_scan = 0
    third_or = 0
    {!interpreted for}
    for j=first..last
        s += x[j]
        scan += j <= i ? x[j] : 0
        hi = max(hi, x[j])
        lo = min(lo, x[j])
        bits = xor(bits, x[j])
        if mod(j,3) == 0
            third += x[j]
            third_scan += j <= i ? x[j] : 0
            third_or = or(third_or, x[j])
        end
    end
    bad += y[0,i] != s
    bad += y[1,i] != hi
    bad += y[2,i] != scan
    bad += y[3,i] != lo
    bad += y[4,i] != bits
    if mod(i,3) == 0
        bad += y[5,i] != third
        bad += y[6,i] != third_scan
        bad += y[7,i] != third_or
    end
end
print bad
% expect: 0
