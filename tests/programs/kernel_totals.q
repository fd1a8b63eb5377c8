% Numbers that all threads of a kernel update: outputs and captured variables. Floats are folded by the tree of reductions,
% so that the result has the bits of the loop over the same positions.
function y : scalar = __kernel__ ksum(x : mat, pos : ivec2)
    y += x[pos]
end
function [s : scalar, c : int, m : scalar] = __kernel__ statistics(x : mat, pos : ivec2)
    if x[pos] < 0
        return
    end
    s += x[pos]
    c += 1
    m ^^= x[pos]
end
function y : scalar = __kernel__ block_sum(x : vec, pos : int, blkpos : int, blkdim : int)
    s = shared(blkdim)
    s[blkpos] = x[pos]
    syncthreads
    if blkpos == 0
        acc = 0.0
        for i=0..blkdim-1
            acc += s[i]
        end
        y += acc
    end
end
function c : cscalar = __kernel__ complex_sum(x : vec, pos : int)
    c += x[pos] * 2j + 1
end
x = zeros(100,30)
for m=0..99
    for n=0..29
        x[m,n] = mod(m*7+n,13)/3-1
    end
end
a = parallel_do(size(x), x, ksum)
t = 0.0
for m=0..99
    for n=0..29
        t += x[m,n]
    end
end
print a==t
% expect: 1
[s,c,m] = parallel_do(size(x), round(x*3), statistics)
print s, " ", c, " ", m
% expect: 10382 2309 9
print parallel_do(1000, ones(1000), block_sum)
% expect: 1000
print parallel_do(3, [1,2,3], complex_sum)
% expect: 3+12i
total = 10
parallel_do(4, __kernel__ (pos : int) -> total += pos)
print total
% expect: 16
% the same written out: every assignment of the output is an update
function [s : scalar, m : scalar, low : scalar, p : scalar] = __kernel__ written_out(x : mat, pos : ivec2)
    s = s + 2*x[pos]
    m = max(m, x[pos])
    if x[pos] < low
        low = x[pos]
    end
    p = x[pos] + p
    p = p - 1
end
[s, m, low, p] = parallel_do(size(x), round(x*3), written_out)
print s, " ", m, " ", low, " ", p
% expect: 18002 9 -3 6001
% near: an output with a start of its own belongs to the one thread that runs
function s : scalar = __kernel__ alone(x : mat, pos : int)
    s = 1.0
    for k=0..9
        s = s + x[0,k]
    end
end
print parallel_do(1, ones(1,10), alone)
% expect: 11
function [] = main()
    z = ones(4,4)
    s = 0.0
    largest = -inf
    bits = 0
    function [] = __kernel__ k(pos : ivec2)
        s += z[pos]*3
        largest ^^= pos[0]*10+pos[1]
        bits |= shl(1, pos[0])
    end
    parallel_do(size(z), k)
    parallel_do(size(z), k)
    print s, " ", largest, " ", bits
    t = 5.0
    function [] = __kernel__ own(pos : ivec2)
        t = 0.0              % a name of its own, whatever stands outside
        for k=0..pos[0]
            t += k
        end
        z[pos] = t
    end
    parallel_do(size(z), own)
    print t, " ", z[3,0]
end
% expect: 96 33 15
% expect: 5 6
