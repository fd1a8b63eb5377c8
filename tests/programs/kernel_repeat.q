% `continue` in a repeat loop goes on with its condition: in kernels, in loops that are compiled, and in steps.
function y = __device__ odd_sum(limit : int)
    i = 0
    y = 0
    repeat
        i += 1
        if mod(i, 2) == 0
            continue
        end
        if y > 40
            break
        end
        match mod(i, 5) with
        | 0 -> continue
        | _ -> y += i
        end
    until i >= limit
end
function [] = __kernel__ sums(y : vec, pos : int)
    y[pos] = odd_sum(pos)
end
function y = in_steps(n)
    y = zeros(n)
    {!interpreted for}
    for k = 0..n-1
        y[k] = odd_sum(k)
    end
end
a = zeros(24)
parallel_do(24, a, sums)
b = zeros(24)
for k = 0..23
    b[k] = odd_sum(k)
end
% expect: [1,1,1,4,4,4,4,11,11,20,20,31,31,44,44,44,44,44,44,44,44,44,44,44]
print a
% expect: 0 0
print max(abs(a-b)), " ", max(abs(a-in_steps(24)))
% A barrier in a round that is left by continue for all threads at once.
function [] = __kernel__ halves(x : vec'unchecked, pos : int, blkpos : int, blkdim : int)
    s = shared(blkdim)
    s[blkpos] = x[pos]
    n = blkdim
    repeat
        n = int(n/2)
        syncthreads
        if n == 2
            continue
        end
        if blkpos < n
            s[blkpos] += s[blkpos + n]
        end
        syncthreads
    until n <= 1
    x[pos] = s[0]
end
x = 0..15
x = x*1.0
parallel_do([16, 16], x, halves)
% expect: 52 52
print x[0], " ", x[15]
