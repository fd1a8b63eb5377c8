% Loops around shuffles whose number of iterations is not the same for all threads of the block.

% The sum in two stages of shuffles: the warps, then the first warp alone, with the same name for both distances.
function [] = __kernel__ two_stages(x : vec'unchecked, out : vec'unchecked, n : int, blkpos : int, blkdim : int, blkidx : int, blkcnt : int, warpsize : int)
    sdata = shared(32)
    lane = mod(blkpos, warpsize)
    warp = int(blkpos / warpsize)
    val = 0.0
    idx = blkpos + blkdim * blkidx
    while idx < n
        val += x[idx]
        idx += blkcnt * blkdim
    end
    offset = int(warpsize/2)
    while offset > 0
        val += shfl_down(val, offset)
        offset = int(offset/2)
    end
    if lane == 0
        sdata[warp] = val
    end
    syncthreads
    if warp == 0
        val = blkpos < blkdim / warpsize ? sdata[lane] : 0.0
        offset = int(warpsize/2)
        while offset > 0
            val += shfl_down(val, offset)
            offset = int(offset/2)
        end
        if blkpos == 0
            atomic_add(out[0], val)
        end
    end
end
n = 3000
x = zeros(n)
for i=0..n-1
    x[i] = mod(i*37, 101) - 50
end
total = zeros(1)
parallel_do([2*256, 256], x, total, n, two_stages)
print total[0] == sum(x)
% expect: 1

% Each lane has a number of iterations of its own; the collectives speak of those that are still going.
function [] = __kernel__ own_trips(y : imat, pos : int, blkpos : int)
    k = 0
    while k < mod(blkpos * 5, 7)
        y[0,pos] += warp_sum(1)
        y[1,pos] = warp_max(pos)
        k += 1
    end
    if mod(pos, 2) == 1
        k = 0
        while k < mod(pos, 3)
            y[2,pos] += warp_sum(k + 1)
            k += 1
        end
    end
end
m = 96
y = imat(3, m)
parallel_do([m, 48], y, own_trips)
bad = 0
{!interpreted for}
for i=0..m-1
    b = mod(i, 48)
    first = i - b + int(b/32)*32
    last = min(first + 31, i - b + 47)
    count = 0
    hi = 0
    third = 0
    {!interpreted for}
    for j=first..last
        others = mod(mod(j, 48)*5, 7)
        mine = mod(b*5, 7)
        count += min(mine, others)
        hi = others >= mine && mine > 0 ? j : hi
        if mod(i, 2) == 1 && mod(j, 2) == 1
            t = min(mod(i, 3), mod(j, 3))
            third += int(t*(t+1)/2)
        end
    end
    bad += y[0,i] != count
    bad += y[1,i] != hi
    bad += y[2,i] != third
end
print bad
% expect: 0

% A vote in the condition, and a way out in the middle.
function [] = __kernel__ search(a : vec'unchecked, key : vec'unchecked, at : ivec, steps : ivec, n : int, pos : int)
    lo = 0
    hi = n
    while warp_or(lo < hi ? 1 : 0) != 0
        mid = int((lo + hi)/2)
        if lo < hi
            if a[mid] < key[pos]
                lo = mid + 1
            else
                hi = mid
            end
        end
        if mod(pos, 4) == 3 && a[mid] == key[pos]
            break
        end
        steps[pos] += warp_max(1)
    end
    at[pos] = lo
end
n = 128
a = sort(x[0..n-1])
at = ivec(n)
steps = ivec(n)
parallel_do([n,64], a, x, at, steps, n, search)
bad = 0
for i=0..n-1
    bad += mod(i,4) == 3 ? steps[i] > 7 : a[at[i]] != x[i] || steps[i] < 7
end
print bad
% expect: 0
