% Loops that are reached again and again, with other extents, numbers, types and second names: what was decided before holds
% only for what it was decided for.
function y = shifted(x : vec, n, d)
    y = copy(x)
    for i = 0..n-1
        y[i] = x[i+d]
    end
end
function [] = move(y, x, n)
    for i = 1..n-1
        y[i] = x[i-1] + 1
    end
end
function t = total(x)
    t = 0
    for i = 0..numel(x)-1
        t += x[i]
    end
end

a = [1.,2,3,4,5,6,7,8]
for k = 0..3
    print shifted(a, 4, k), " ", shifted(a, 8-k, k)
end
% expect: [1,2,3,4,5,6,7,8] [1,2,3,4,5,6,7,8]
% expect: [2,3,4,5,5,6,7,8] [2,3,4,5,6,7,8,8]
% expect: [3,4,5,6,5,6,7,8] [3,4,5,6,7,8,7,8]
% expect: [4,5,6,7,5,6,7,8] [4,5,6,7,8,6,7,8]

failed = 0
{!interpreted for}
for k = 0..5
    try
        y = shifted(a, 6, k)
    catch e
        failed += 1
    end
end
print failed
% expect: 3

% One array under two names, and then two arrays.
for k = 0..2
    b = zeros(4)
    c = zeros(4)
    move(b, b, 4)
    move(c, b, 4)
    print b, " ", c
end
% expect: [0,1,2,3] [0,1,2,3]
% expect: [0,1,2,3] [0,1,2,3]
% expect: [0,1,2,3] [0,1,2,3]

print total([1,2,3]), " ", total([0.5,1]), " ", total([1,2,3,4]), " ", total(zeros(0)), " ", total([1,2,3])
% expect: 6 1.5 10 0 6

% More shapes than are remembered.
s = 0
{!interpreted for}
for n = 1..100
    s += total(ones(mod(n*37, 61) + 1))
end
print s
% expect: 3096
