% One name as the variable of a loop over ints and of one over fractions: where it is read in its loops alone, each loop
% has a variable of its own, in loops, functions and kernels as step by step.
function [n, s] = __device__ both(k : int)
    n = 0
    s = 0.0
    for i=k..k+2
        n += and(i, 7) + i*i
    end
    for i=0..0.5..1
        s += i
    end
    for i=k..-1..k-1
        n += xor(i, 1)
    end
end
function [] = __kernel__ in_kernel(y : vec[int], z : vec, big : int, pos : int)
    for i=0..0.25..1
        z[pos] += i
    end
    for i=big..big+2
        y[pos] += mod(i, 10) + pos
    end
end
function [n, s] = in_loop(big : int)
    n = 0
    s = 0.0
    for k=0..3
        for i=big..big+2
            n += mod(i, 10)
        end
        for i=0..0.5..k
            s += i
        end
    end
end
function [n, s] = forced(y : vec[int], big : int)
    n = 0
    s = 0.0
    {!parallel for}
    for k=0..3
        for i=0..1.5..4
            s += i
        end
        for i=big..big+1
            y[k] += mod(i, 10)
        end
    end
    n = sum(y)
end
% Read behind its loops it is one variable.
function last = behind(k : int)
    last = 0.0
    for i=0..k
        last += i
    end
    for i=0..0.5..k
        last += 1
    end
    last += i
end
[n, s] = both(1)
print n, " ", s
% expect: 21 1.5
y = ivec(4)
z = zeros(4)
parallel_do(4, y, z, 9007199254740993, in_kernel)
print y, " ", z
% expect: [12,15,18,21] [2.5,2.5,2.5,2.5]
m = 0
t = 0.0
for k=0..9
    [n, s] = both(k)
    m += n
    t += s
end
print m, " ", t
% expect: 1348 15
[n, s] = in_loop(9007199254740993)
print n, " ", s
% expect: 48 17
[n, s] = forced(ivec(4), 9007199254740993)
print n, " ", s
% expect: 28 18
print behind(2), " ", behind(3)
% expect: 10 16
