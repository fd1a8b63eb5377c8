% What some iterations set and later ones read: the loops are scans that leave the bits of the steps.
function [t, j, f, b] = fill(x, k : vec[int], y, z : vec[int], on : vec[int], w : vec[int])
    t = -0.0
    j = -1
    f = false
    b : int8 = 3
    {!parallel for}
    for i=0..numel(x)-1
        y[i] = t
        if x[i] > 0.5
            t = x[i] > 15 ? nan : -x[i]
        elseif x[i] < -31
            t = -0.0
        end
    end
    {!parallel for}
    for i=0..numel(x)-1
        if k[i] < 3
            z[i] = j + 1
            j = i
        end
    end
    {!parallel for}
    for i=0..numel(x)-1
        if mod(k[i], 7) == 0
            f = k[i] > 20
        end
        on[i] = f ? 1 : 0
    end
    {!parallel for}
    for i=0..numel(x)-1
        if k[i] > 1
            b = 5*k[i]
        end
        w[i] = b
    end
end
% A place that is kept and read through, sums of what is found there.
function [s, m] = through(x, k : vec[int])
    p = 0
    s = 0.0
    m = -inf
    {!parallel for}
    for i=0..numel(x)-1
        if k[i] < 4
            p = i
        end
        s += x[p]
        m = max(m, x[p] + i)
    end
end
function [] = check(n : int)
    x = zeros(n)
    k = ivec(n)
    for i=0..n-1
        x[i] = mod(i*37, 64) - 32
        k[i] = mod(i*7919, 53)
    end
    y = zeros(n)
    z = ivec(n)
    on = ivec(n)
    w = ivec(n)
    [t, j, f, b] = fill(x, k, y, z, on, w)
    [s, m] = through(x, k)
    t1 = -0.0
    j1 = -1
    f1 = false
    b1 : int8 = 3
    p = 0
    s1 = 0.0
    m1 = -inf
    wrong = 0
    {!interpreted for}
    for i=0..n-1
        wrong += !((y[i] == t1 && 1/y[i] == 1/t1) || (y[i] != y[i] && t1 != t1))
        if x[i] > 0.5
            t1 = x[i] > 15 ? nan : -x[i]
        elseif x[i] < -31
            t1 = -0.0
        end
        if k[i] < 3
            wrong += z[i] != j1 + 1
            j1 = i
        end
        if mod(k[i], 7) == 0
            f1 = k[i] > 20
        end
        wrong += on[i] != (f1 ? 1 : 0)
        if k[i] > 1
            b1 = 5*k[i]
        end
        wrong += w[i] != b1
        if k[i] < 4
            p = i
        end
        s1 += x[p]
        m1 = max(m1, x[p] + i)
    end
    wrong += j != j1 || f != f1 || b != b1 || s != s1 || m != m1 || !(t == t1 || (t != t && t1 != t1))
    print n, ":", wrong
end
for n=[0, 1, 2, 33, 255, 1025, 2049, 16411]
    check(n)
end
% expect: 0:0
% expect: 1:0
% expect: 2:0
% expect: 33:0
% expect: 255:0
% expect: 1025:0
% expect: 2049:0
% expect: 16411:0
