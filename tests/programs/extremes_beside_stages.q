% Extremes that may not hold what is compared, beside running values, products and bins: as if run step by step, with
% values that all fit and with some that wrap, where the run does not count.
function [u, c, d, m, at] = beside(q : vec[int8], v : vec[int], y : vec[int], z : vec, x : vec)
    u : int8 = -100
    c = 0
    d = 1.5
    m = 0.25
    at = -1
    {!parallel for}
    for i=0..numel(v)-1
        q[1] = max(q[1], v[i])
        c += v[i]
        y[i] = c
        if u < v[i]
            u = v[i]
            at = i
        end
        m = m > x[i] ? m : x[i]
        d *= 1 + mod(v[i], 2)
    end
end
function [] = check(v, x)
    q = vec[int8](2)
    y = ivec(numel(v))
    [u, c, d, m, at] = beside(q, v, y, zeros(9), x)
    e = vec[int8](2)
    w : int8 = -100
    s = 0
    p = 1.5
    g = 0.25
    k = -1
    {!interpreted for}
    for i=0..numel(v)-1
        e[1] = max(e[1], v[i])
        s += v[i]
        assert(y[i] == s)
        if w < v[i]
            w = v[i]
            k = i
        end
        g = g > x[i] ? g : x[i]
        p *= 1 + mod(v[i], 2)
    end
    assert(u == w && c == s && d == p && at == k && q[1] == e[1])
    assert(m == g || (m != m && g != g))
    print u, " ", c, " ", at, " ", m, " ", q
end
v = ivec(4000)
x = zeros(4000)
for i=0..3999
    v[i] = mod(i*37, 101) - 50
    x[i] = mod(i*53, 997)
end
for i=40..3999
    v[i] = -2
end
check(v, x)
% expect: 50 -7926 30 996 [0,50]
v[39] = 300
x[3] = nan
check(v, x)
% expect: 44 -7605 39 996 [0,44]
check(v[0..-1], x)
% expect: -100 0 -1 0.25 [0,0]

% Under bins the extreme is kept with its place in order; the loop may be forced.
function [u, at] = bins(v : vec[int], z : vec[int])
    u : int8 = -100
    at = 0
    {!parallel for}
    for i=0..numel(v)-1
        if v[i] >= u
            u = v[i]
            at = i
        end
        z[mod(i, 3)] += 1
    end
end
% warning Q0502 at 71:5
z = ivec(3)
[u, at] = bins(v, z)
print u, " ", at, " ", z
% expect: 44 39 [1334,1333,1333]

% What sees an extreme before it is updated is a stage behind it.
function [m, last] = sees(x : vec)
    m = 0.0
    last = -1.0
    {!parallel for}
    for i=0..numel(x)-1
        if m < 990
            last = x[i]
        end
        m = m > x[i] ? m : x[i]
    end
end
[m, last] = sees(x)
print m, " ", last
% expect: 996 994
x[3] = 5
[m, last] = sees(x)
print m, " ", last
% expect: 996 994
