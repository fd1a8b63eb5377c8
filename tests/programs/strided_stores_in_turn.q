% What an iteration stores to elements that lie strides apart, once more under a condition, and reads afterwards, is in the
% order of the text. The extents are such that loops get all the effort there is.
% loop 7: map
% loop 23: map
% loop 35: scan + u
function [] = twice(x, y, k)
    for i=0..size(y,0)-1
        y[i,0] = 1
        if x[i] > 0.5
            y[i,0] = 2
        end
        y[i,1] = 3
        y[i,2] = 4
        if x[i] > 0.7
            y[i,1] = 5
            y[i,2] = y[i,0] + k
        end
        y[i,3] = y[i,2]
    end
end
function z = read(x, y)
    z = zeros(size(y,0))
    for i=0..size(y,0)-1
        z[i] = y[i,0]
        if x[i] > 0.5
            y[i,1] = 7
        end
        z[i] += y[i,1] + y[i,2]
    end
end
% Packing and unpacking: an element is set before what is kept goes there.
function back = unpacked(x, kept)
    back = zeros(numel(x))
    u = 0
    for i=0..numel(x)-1
        back[i] = -9
        if x[i] > 0.5
            back[i] = kept[u]
            u += 1
        end
    end
end
function [a, b, c] = in_steps(x, kept, k)
    n = numel(x)
    a = zeros(n,4)
    b = zeros(n)
    c = zeros(n)
    u = 0
    {!interpreted for}
    for i=0..n-1
        large = x[i] > 0.7
        a[i,0] = x[i] > 0.5 ? 2 : 1
        a[i,1] = large ? 5 : 3
        a[i,2] = large ? a[i,0] + k : 4
        a[i,3] = a[i,2]
        b[i] = a[i,0] + (x[i] > 0.5 ? 7 : a[i,1]) + a[i,2]
        c[i] = -9
        if x[i] > 0.5
            c[i] = kept[u]
            u += 1
        end
    end
end
n = 20011
x = zeros(n)
for i=0..n-1
    x[i] = mod(i*37, 11)/10
end
kept = zeros(n)
for i=0..n-1
    kept[i] = mod(i, 13)
end
[a, b, c] = in_steps(x, kept, 20)
wrong = 0
{!interpreted for}
for r=0..149
    y = zeros(n,4)
    twice(x, y, 20)
    if any(y[:] != a[:])
        wrong += 1
    end
    z = read(x, y)
    if any(z != b)
        wrong += 1
    end
    if any(unpacked(x, kept) != c)
        wrong += 1
    end
end
print wrong, " ", sum(a[:]), " ", sum(b), " ", sum(c)
% expect: 0 456593 303789 -43694
