% Ends of loops that are elements of arrays: they are looked up before the loop, as in steps, also where it writes to
% them by this or another name.
% loop 6: map
function y = filled(n, k, ends)
    y = ivec(n)
    for i=ends[k]..ends[k+1]-1
        y[i] = i + 1
    end
end
% loop 14: partial + y[j]
function y = columns(x, from, to)
    y = zeros(size(x,1))
    {!parallel for}
    for i=from[0,1]..to[1]
        for j=0..to[0]
            y[j] += x[i,j]
        end
    end
end
function [] = shortened(a, b)
    for i=0..a[0]
        b[i] = i
    end
end
function [s, w] = running(x, n, N)
    s = 0
    w = ivec(8)
    {!parallel for}
    for i=0..min(n-1, x[3])
        w[0] = i
        for t=1..and(N, 7)
            w[t] = w[t-1] - 1
        end
        s += w[and(N, 7)]
    end
end
ends = ivec(5)
for k=0..4
    ends[k] = 3*k
end
for k=0..3
    print filled(15, k, ends)
end
x = ones(6,5)
from = imat(2,2)
from[0,1] = 2
to = ivec(9)
to[0] = 3
to[1] = 5
print columns(x, from, to)
a = ivec(12)
a[0] = 7
b = ivec(12)
shortened(a, b)
print a, " ", b
a[0] = 9
shortened(a, a)
print a
x = ivec(9)
for last=[5,50,-1,0]
    x[3] = last
    [s, w] = running(x, 20, 13)
    print s, " ", w
end
% expect: [1,2,3,0,0,0,0,0,0,0,0,0,0,0,0]
% expect: [0,0,0,4,5,6,0,0,0,0,0,0,0,0,0]
% expect: [0,0,0,0,0,0,7,8,9,0,0,0,0,0,0]
% expect: [0,0,0,0,0,0,0,0,0,10,11,12,0,0,0]
% expect: [4,4,4,4,0]
% expect: [7,0,0,0,0,0,0,0,0,0,0,0] [0,1,2,3,4,5,6,7,0,0,0,0]
% expect: [0,1,2,3,4,5,6,7,8,9,0,0]
% expect: -15 [5,4,3,2,1,0,0,0]
% expect: 90 [19,18,17,16,15,14,0,0]
% expect: 0 [0,0,0,0,0,0,0,0]
% expect: -5 [0,-1,-2,-3,-4,-5,0,0]
