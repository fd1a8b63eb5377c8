% Reductions inside nests that run in order: 32 lanes take whole rows, what is left follows in order. The same bits as
% lanes that are written out, in steps. Near misses, which are summed up in the order of the text: marked loops and nests,
% a branch, a step that is not known, two names of one array, few iterations.
function s = lanes_of(x : vec, y : vec, s : scalar)  % s + x*y in lanes
    n = numel(x)
    rows = int(n/32)
    lanes = zeros(32)
    {!interpreted for}
    for l = 0..31
        lanes[l] = -0.0
    end
    {!interpreted for}
    for i = 0..32*rows-1
        lanes[mod(i,32)] += x[i]*y[i]
    end
    half = 16
    while half >= 1
        {!interpreted for}
        for l = 0..half-1
            lanes[l] += lanes[l+half]
        end
        half = int(half/2)
    end
    if rows > 0
        s += lanes[0]
    end
    {!interpreted for}
    for i = 32*rows..n-1
        s += x[i]*y[i]
    end
end
function s = in_order_of(x : vec, y : vec, s : scalar)
    {!interpreted for}
    for i = 0..numel(x)-1
        s += x[i]*y[i]
    end
end
function [] = variable(x : mat, y : vec, z : vec)
    t = 0.25
    for i = 0..numel(z)-1
        s = t
        for j = 0..numel(y)-1
            s += x[i,j]*y[j]
        end
        z[i] = s
        t = 0.5*s
    end
end
function [] = variable_lanes(x : mat, y : vec, z : vec)
    t = 0.25
    {!interpreted for}
    for i = 0..numel(z)-1
        z[i] = lanes_of(x[i,:], y, t)
        t = 0.5*z[i]
    end
end
function [] = element(x : mat, z : vec)  % forward substitution
    for i = 0..numel(z)-1
        for j = 0..i-1
            z[i] += x[i,j]*z[j]
        end
        z[i] = 0.5*z[i]
    end
end
function [] = element_lanes(x : mat, z : vec)
    z[0] = 0.5*z[0]
    {!interpreted for}
    for i = 1..numel(z)-1
        z[i] = 0.5*lanes_of(x[i,0..i-1], z[0..i-1], z[i])
    end
end
function [] = backwards(x : mat, z : vec)  % from the last element on, every second one
    for i = 1..numel(z)-1
        s = 0.0
        for j = i-1..-2..0
            s += x[i,j]*z[j]
        end
        z[i] += s
    end
end
function [] = backwards_lanes(x : mat, z : vec)
    {!interpreted for}
    for i = 1..numel(z)-1
        z[i] += lanes_of(x[i,i-1..-2..0], z[i-1..-2..0], 0.0)
    end
end
function [] = marked(x : mat, y : vec, z : vec)
    t = 0.25
    for i = 0..numel(z)-1
        s = t
        {!serial for}
        for j = 0..numel(y)-1
            s += x[i,j]*y[j]
        end
        z[i] = s
        t = 0.5*s
    end
end
function [] = marked_nest(x : mat, y : vec, z : vec)
    t = 0.25
    #pragma force_serial
    for i = 0..numel(z)-1
        s = t
        for j = 0..numel(y)-1
            s += x[i,j]*y[j]
        end
        z[i] = s
        t = 0.5*s
    end
end
function [] = marked_around(x : mat, y : vec, z : vec)
    t = 0.25
    for i = 0..numel(z)-1
        s = t
        {!serial for}
        for k = 0..0
            for j = 0..numel(y)-1
                s += x[i,j]*y[j]
            end
        end
        z[i] = s
        t = 0.5*s
    end
end
function [] = branch(x : mat, y : vec, z : vec)
    t = 0.25
    for i = 0..numel(z)-1
        s = t
        for j = 0..numel(y)-1
            if y[j] > -5
                s += x[i,j]*y[j]
            end
        end
        z[i] = s
        t = 0.5*s
    end
end
function [] = text_order(x : mat, y : vec, z : vec)
    t = 0.25
    {!interpreted for}
    for i = 0..numel(z)-1
        z[i] = in_order_of(x[i,:], y, t)
        t = 0.5*z[i]
    end
end
function [s, p, lo, hi, n, last] = several(x : vec, m : int)
    s = -0.0
    p = 1.0
    lo = nan
    hi = -inf
    n = 0
    last = -1.0
    t = 0.0
    for k = 0..m-1
        t = 0.5*t + x[k]
        for i = 0..numel(x)-1
            last = x[i]*2
            s += last
            p *= x[i]
            lo = min(lo, last)
            hi = max(hi, x[i])
            n += i
        end
        x[k] = t*0.0 + x[k]
    end
end
seed(5)
for n = [2, 31, 32, 33, 100, 257]
    x = (rand(n, n) - 0.5)/n
    y = rand(n)
    bad = 0
    a = zeros(n)
    b = zeros(n)
    variable(x, y, a)
    variable_lanes(x, y, b)
    bad += sum(a != b)
    a = copy(y)
    b = copy(y)
    element(x, a)
    element_lanes(x, b)
    bad += sum(a != b)
    a = copy(y)
    b = copy(y)
    backwards(x, a)
    backwards_lanes(x, b)
    bad += sum(a != b)
    a = zeros(n)
    b = zeros(n)
    c = zeros(n)
    d = zeros(n)
    marked(x, y, a)
    marked_nest(x, y, b)
    branch(x, y, c)
    text_order(x, y, d)
    bad += sum(a != d) + sum(b != d) + sum(c != d)
    marked_around(x, y, a)
    bad += sum(a != d)
    print n, " ", bad
end
x = ones(70)
x[3] = 2
x[69] = 0.5
x[40] = -1
[s, p, lo, hi, n, last] = several(x, 3)
print s, " ", p, " ", lo, " ", hi, " ", n, " ", last
% expect: 2 0
% expect: 31 0
% expect: 32 0
% expect: 33 0
% expect: 100 0
% expect: 257 0
% expect: 411 -1 -2 2 7245 1
