% Extents of shared arrays that are computed in the kernel, from its arguments, sizes and the block.
function [] = __kernel__ window_sums(x : mat'circular, y : mat'unchecked, window : ivec2, blkpos : ivec2, blkdim : ivec2)
    d = window[0]*window[1]
    bins = shared_zeros(d, blkdim[0], blkdim[1])
    blocks = int((size(x) + blkdim - [1,1])./blkdim)
    for m = 0..blocks[0]-1
        for n = 0..blocks[1]-1
            p = blkpos + [m,n].*blkdim
            if p[0] < size(x,0) && p[1] < size(x,1)
                for k = 0..d-1
                    v = [int(k/window[1]), mod(k, window[1])]
                    bins[k,blkpos[0],blkpos[1]] += x[p]*x[p+v]
                end
            end
        end
    end
    syncthreads
    if sum(blkpos) == 0
        for k = 0..d-1
            total = 0.0
            for i = 0..blkdim[0]-1
                for j = 0..blkdim[1]-1
                    total += bins[k,i,j]
                end
            end
            y[int(k/window[1]), mod(k, window[1])] = total
        end
    end
end
x = zeros(21, 13)
for i = 0..20
    for j = 0..12
        x[i,j] = mod(3*i + 5*j, 7)
    end
end
expected = zeros(3, 2)
for a = 0..2
    for b = 0..1
        for i = 0..20
            for j = 0..12
                expected[a,b] += x[i,j]*x[mod(i+a,21),mod(j+b,13)]
            end
        end
    end
end
y = zeros(3, 2)
parallel_do(max_block_size(window_sums, [8,16]), x, y, [3,2], window_sums)
print max(abs(y - expected))
% expect: 0
parallel_do(max_block_size(window_sums, [4,4]), x, y, [2,2], window_sums)
print max(abs(y[0..1,:] - expected[0..1,:]))
% expect: 0
% a vector of extents, as blkdim is
function [] = __kernel__ block_total(x : mat, y : vec, blkpos : ivec2, blkdim : ivec2)
    bins = shared_zeros(blkdim)
    ends = shared[int]([2,3])
    if sum(blkpos) == 0
        ends[1,2] = 5
    endif
    bins[blkpos] = x[blkpos]
    syncthreads
    if sum(blkpos) == 0
        total = 0.0
        for i = 0..blkdim[0]-1
            for j = 0..blkdim[1]-1
                total += bins[i,j]
            end
        end
        y[0] = total + ends[1,2]
    endif
end
y = zeros(1)
parallel_do([4,8], x, y, block_total)
print y[0] == sum(x[0..3,0..7]) + 5
% expect: 1
function [] = __kernel__ uneven(y : vec, blkpos : int)
    n = 1 + blkpos
    s = shared(n)
    s[0] = 1
    syncthreads
    y[blkpos] = s[0]
end
y = zeros(4)
parallel_do(4, y, uneven)
% error Q0503
