% Best values with their places: ties that the place decides, elements of arrays that keep them, signs that are turned,
% rows that are reversed in place, permutations by remainders. The same loops run in order beside them.
function x : vec = values(n : int, k : int)
    x = zeros(n)
    for i=0..n-1
        x[i] = mod(i*37, k) - 3
    end
end

function [m, at] = lowest(x : vec, m0 : scalar, at0 : int)
    m = m0
    at = at0
    for i=0..numel(x)-1
        if x[i] < m || (x[i] == m && i < at)
            m = x[i]
            at = i
        end
    end
end
function [m, at] = lowest_stepped(x : vec, m0 : scalar, at0 : int)
    m = m0
    at = at0
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] < m || (x[i] == m && i < at)
            m = x[i]
            at = i
        end
    end
end
function [m, at] = last_of(x : vec, m0 : scalar, at0 : int)
    m = m0
    at = at0
    for i=0..numel(x)-1
        if (at < i && x[i] == m) || m < x[i]
            m = x[i]
            at = i
        end
    end
end
function [m, at] = last_stepped(x : vec, m0 : scalar, at0 : int)
    m = m0
    at = at0
    {!interpreted for}
    for i=0..numel(x)-1
        if (at < i && x[i] == m) || m < x[i]
            m = x[i]
            at = i
        end
    end
end

% Starts on either side of the loop's places, and between them.
function e = ties(n : int, k : int)
    x = values(n, k)
    e = 0
    for m0=[inf, -3.0, 0.0, -inf]
        for at0=[-1, 0, 1, 7, 100000]
            [m, at] = lowest(x, m0, at0)
            [p, q] = lowest_stepped(x, m0, at0)
            e += (m != p) + (at != q)
            [m, at] = last_of(x, -m0, at0)
            [p, q] = last_stepped(x, -m0, at0)
            e += (m != p) + (at != q)
        end
    end
end
% expect: 0 0 0 0 0
print ties(0,9), " ", ties(1,9), " ", ties(2,9), " ", ties(40,9), " ", ties(3000,301)

% The sign of a zero that ties: the first and the last of equals.
% expect: 0 -inf 0
% expect: 2 inf 2
function [] = zeros_of_both_signs()
    x = [-0.0, 0.0, 0.0, -0.0, 1.0]
    [m, at] = lowest(x, inf, 0)
    print at, " ", 1/m, " ", lowest_place(x)
    x = [-1.0, -0.0, 0.0, -5.0]
    [m, at] = last_of(x, -inf, 0)
    [p, q] = last_stepped(x, -inf, 0)
    print at, " ", 1/m, " ", q
end
function at = lowest_place(x : vec)
    [m, at] = lowest_stepped(x, inf, 0)
end
zeros_of_both_signs()

% Elements that keep the best value and its place.
function e = in_elements(n : int, k : int)
    x = values(n, k)
    b = [7.0, inf, 5.0]
    c = [7.0, inf, 5.0]
    d = [-1, 1000]
    g = [-1, 1000]
    m = inf
    p = inf
    w = zeros(2)
    v = zeros(2)
    for i=0..n-1
        if x[i] < b[1]
            b[0] = i
            b[1] = x[i]
        end
    end
    for i=0..n-1
        if int(x[i]) <= d[1]
            d[0] = i
            d[1] = int(x[i])
        end
    end
    for i=0..n-1
        if x[i] < m
            m = x[i]
            w[1] = i
        end
    end
    {!interpreted for}
    for i=0..n-1
        if x[i] < c[1]
            c[0] = i
            c[1] = x[i]
        end
        if int(x[i]) <= g[1]
            g[0] = i
            g[1] = int(x[i])
        end
        if x[i] < p
            p = x[i]
            v[1] = i
        end
    end
    e = sum(b != c) + sum(d != g) + (m != p) + sum(w != v)
end
% expect: 0 0 0 0 0
print in_elements(0,9), " ", in_elements(1,9), " ", in_elements(2,9), " ", in_elements(40,9), " ", in_elements(3000,301)

% The array that is searched keeps the best value: not what another name would find.
% expect: [1,-3,0,-3]
function [] = by_two_names(x : vec, b : vec)
    for i=0..numel(x)-1
        if x[i] < b[1]
            b[0] = i
            b[1] = x[i]
        end
    end
end
shared = [4.0, 2.0, 0.0, -3.0]
by_two_names(shared, shared)
print [1,shared[1],shared[2],shared[3]]

% An element outside: the loop in order says so, where it gets there.
% expect: index 5 is out of range: 'b' has 2 elements along dimension 0
% expect: [0,0]
function [] = outside(x : vec)
    b = zeros(2)
    try
        for i=0..numel(x)-1
            if x[i] < b[5]
                b[0] = i
                b[5] = x[i]
            end
        end
    catch e
        print e
    end
    b = zeros(2)
    for i=0..-1
        if x[i] < b[5]
            b[0] = i
            b[5] = x[i]
        end
    end
    print b
end
outside(values(40,9))

% Signs.
function [] = signs(n : int)
    x = values(n, 7)
    s = 1
    t = 2.5
    f = true
    for i=0..n-1
        if x[i] < 0
            s = -s
            f = !f
        else
            t = -t
        end
    end
    print s, " ", t, " ", f
end
% expect: 1 2.5 1
% expect: -1 2.5 0
% expect: 1 2.5 1
% expect: -1 2.5 0
signs(0)
signs(1)
signs(200)
signs(2003)

% Rows that are reversed in place, element by element and two at a time; and past the middle, in order.
function e = reversed(n : int, more : int)
    x = values(n, 1009)
    y = copy(x)
    for i=0..floor(n/2)-1+more
        t = x[i]
        x[i] = x[n-1-i]
        x[n-1-i] = t
    end
    {!interpreted for}
    for i=0..floor(n/2)-1+more
        t = y[i]
        y[i] = y[n-1-i]
        y[n-1-i] = t
    end
    e = sum(x != y)
    for i=0..2..floor(n/2)-2
        t = x[i]
        x[i] = x[n-1-i]
        x[n-1-i] = t
        u = x[i+1]
        x[i+1] = x[n-2-i]
        x[n-2-i] = u
    end
    {!interpreted for}
    for i=0..2..floor(n/2)-2
        t = y[i]
        y[i] = y[n-1-i]
        y[n-1-i] = t
        u = y[i+1]
        y[i+1] = y[n-2-i]
        y[n-2-i] = u
    end
    e += sum(x != y)
end
% expect: 0 0 0 0 0 0 0 0
print reversed(0,0), " ", reversed(1,0), " ", reversed(2,0), " ", reversed(7,0), " ", reversed(100,0), " ", reversed(3001,0), " ", reversed(100,20), " ", reversed(101,1)

% A permutation where n and 7 have no common divisor; elsewhere the last one stays.
function e = permuted(n : int)
    x = values(n, 1009)
    y = zeros(n)
    z = zeros(n)
    for i=0..n-1
        y[mod(i*7,n)] = x[i]
    end
    {!interpreted for}
    for i=0..n-1
        z[mod(i*7,n)] = x[i]
    end
    e = sum(y != z)
end
% expect: 0 0 0 0 0 0
print permuted(1), " ", permuted(2), " ", permuted(100), " ", permuted(700), " ", permuted(3000), " ", permuted(49)
