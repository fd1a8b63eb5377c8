% Loops that come to an element which all their iterations use are split there, in order and in parallel: the values are
% those of steps. The element is the first, the last, in the middle, outside of the loop; loops go backwards.
function d = paths(d)
    n = size(d,0)
    for k = 0..n-1
        for i = 0..n-1
            for j = 0..n-1
                d[i,j] = min(d[i,j], d[i,k] + d[k,j])
            end
        end
    end
end
function d = paths_in_steps(d)
    n = size(d,0)
    {!interpreted for}
    for k = 0..n-1
        {!interpreted for}
        for i = 0..n-1
            {!interpreted for}
            for j = 0..n-1
                d[i,j] = min(d[i,j], d[i,k] + d[k,j])
            end
        end
    end
end
function d = through(d, k, lo, hi)
    for i = lo..hi
        for j = hi..-1..lo
            d[i,j] = d[i,j] + d[i,k]*d[k,j]
        end
    end
end
function d = through_in_steps(d, k, lo, hi)
    {!interpreted for}
    for i = lo..hi
        {!interpreted for}
        for j = hi..-1..lo
            d[i,j] = d[i,j] + d[i,k]*d[k,j]
        end
    end
end
function [x, last] = scaled(x, l, k, lo, hi)
    last = -1
    for i = lo..hi
        x[i] = x[i]/x[k] + l[i]
        last = i
    end
end
function [x, last] = scaled_in_steps(x, l, k, lo, hi)
    last = -1
    {!interpreted for}
    for i = lo..hi
        x[i] = x[i]/x[k] + l[i]
        last = i
    end
end
function [x, last] = backwards(x, l, k, lo, hi)
    last = -1
    for i = hi..-1..lo
        x[i] -= x[k]*l[i]
        last = i
    end
end
function [x, last] = backwards_in_steps(x, l, k, lo, hi)
    last = -1
    {!interpreted for}
    for i = hi..-1..lo
        x[i] -= x[k]*l[i]
        last = i
    end
end
function d = table(n)
    d = zeros(n,n)
    for i = 0..n-1
        for j = 0..n-1
            d[i,j] = mod(i*37+j*11, 101)/64 - 0.125
        end
    end
end
function y = line(n)
    y = zeros(n)
    for i = 0..n-1
        y[i] = mod(i*53, 97)/64 + 0.25
    end
end

ok = true
sizes = {1, 2, 31, 33, 40}
for q = 0..4
    a = paths(table(sizes[q]))
    b = paths_in_steps(table(sizes[q]))
    ok = ok && sum(abs(a-b)) == 0
end
% outside of the loop, its first and last value, in its middle
places = {0, 1, 3, 16, 36, 38, 39}
for q = 0..6
    for lo = 0..3..3
        for hi = 36..3..39
            a = through(table(40), places[q], lo, hi)
            b = through_in_steps(table(40), places[q], lo, hi)
            ok = ok && sum(abs(a-b)) == 0
        end
    end
end
places = {0, 5, 6, 499, 500, 998, 999}
for q = 0..6
    for lo = 0..250..500
        for hi = 499..250..999
            k = places[q]
            [a, last] = scaled(line(1000), line(1000), k, lo, hi)
            [b, last_in_steps] = scaled_in_steps(line(1000), line(1000), k, lo, hi)
            ok = ok && sum(abs(a-b)) == 0 && last == last_in_steps
            [a, last] = backwards(line(1000), line(1000), k, lo, hi)
            [b, last_in_steps] = backwards_in_steps(line(1000), line(1000), k, lo, hi)
            ok = ok && sum(abs(a-b)) == 0 && last == last_in_steps
        end
    end
end
print ok
% expect: 1
