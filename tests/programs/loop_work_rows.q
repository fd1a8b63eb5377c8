% Work arrays whose extents are known when the loop is reached: each iteration writes what it reads of them. The same
% loops run in order beside them; the arrays must be the same afterwards, elements that no iteration writes too.
function y : mat = ramp(n : int, m : int)
    y = zeros(n, m)
    for i=0..n-1
        for j=0..m-1
            y[i,j] = mod(i*37 + j*11, 101)/64 - 0.75
        end
    end
end

% The inner loop fills a row, later ones read it.
function e = filled(x : mat, n : int, m : int)
    t = ones(m+1)
    u = ones(m+1)
    y = zeros(n, m)
    z = zeros(n, m)
    for i=0..n-1
        for j=0..m-1
            t[j] = x[i,j]*2
        end
        for j=0..m-1
            y[i,j] = t[m-1-j] + t[j]*t[m]
        end
    end
    {!interpreted for}
    for i=0..n-1
        for j=0..m-1
            u[j] = x[i,j]*2
        end
        for j=0..m-1
            z[i,j] = u[m-1-j] + u[j]*u[m]
        end
    end
    e = sum(abs(y-z)) + sum(abs(t-u))
end

% Differences are written and read in one loop, as in a solver's sweep; the element before the first is from outside.
function e = swept(x : mat, n : int, m : int)
    t = ones(m+1)
    u = ones(m+1)
    y = zeros(n, m)
    z = zeros(n, m)
    for i=0..n-1
        for j=1..m-1
            t[j] = x[i,j] - x[i,j-1]
            y[i,j] = t[j] + t[j-1]
        end
    end
    {!interpreted for}
    for i=0..n-1
        for j=1..m-1
            u[j] = x[i,j] - x[i,j-1]
            z[i,j] = u[j] + u[j-1]
        end
    end
    e = sum(abs(y-z)) + sum(abs(t-u))
end

% Nothing else is read: one element an iteration is enough.
function e = alone(x : mat, n : int, m : int)
    t = ones(m+1)
    u = ones(m+1)
    y = zeros(n, m)
    z = zeros(n, m)
    for i=0..n-1
        for j=1..m-1
            t[j] = x[i,j] - x[i,j-1]
            y[i,j] = t[j]*t[j] + x[i,j]
        end
    end
    {!interpreted for}
    for i=0..n-1
        for j=1..m-1
            u[j] = x[i,j] - x[i,j-1]
            z[i,j] = u[j]*u[j] + x[i,j]
        end
    end
    e = sum(abs(y-z)) + sum(abs(t-u))
end

% A running sum inside, and its last value.
function e = running(x : mat, n : int, m : int)
    t = ones(m+1)
    u = ones(m+1)
    y = zeros(n, m)
    z = zeros(n, m)
    for i=0..n-1
        t[0] = x[i,0]
        for j=1..m-1
            t[j] = t[j-1] + x[i,j]
        end
        for j=0..m-1
            y[i,j] = t[j] - t[m-1]
        end
    end
    {!interpreted for}
    for i=0..n-1
        u[0] = x[i,0]
        for j=1..m-1
            u[j] = u[j-1] + x[i,j]
        end
        for j=0..m-1
            z[i,j] = u[j] - u[m-1]
        end
    end
    e = sum(abs(y-z)) + sum(abs(t-u))
end

% Iterations that write more than those before.
function e = growing(x : mat, n : int, m : int)
    t = ones(n+1)
    u = ones(n+1)
    y = zeros(n)
    z = zeros(n)
    for i=0..n-1
        for j=0..i
            t[j] = x[i,mod(j,m)]
        end
        for j=0..i
            y[i] += t[i-j]*t[j]
        end
    end
    {!interpreted for}
    for i=0..n-1
        for j=0..i
            u[j] = x[i,mod(j,m)]
        end
        for j=0..i
            z[i] += u[i-j]*u[j]
        end
    end
    e = sum(abs(y-z)) > 0.001 ? 1 : sum(abs(t-u))
end

% And less: in order.
function e = shrinking(x : mat, n : int, m : int)
    t = ones(n+1)
    u = ones(n+1)
    y = zeros(n)
    z = zeros(n)
    for i=0..n-1
        for j=i..n-1
            t[j] = x[i,mod(j,m)]
        end
        y[i] = t[n-1]
    end
    {!interpreted for}
    for i=0..n-1
        for j=i..n-1
            u[j] = x[i,mod(j,m)]
        end
        z[i] = u[n-1]
    end
    e = sum(abs(y-z)) + sum(abs(t-u))
end

% Bins of each row, by what is in it.
function e = counted(x : mat, n : int, m : int)
    h = ones(8)
    g = ones(8)
    k = ivec(m)
    for j=0..m-1
        k[j] = mod(j*j, 8)
    end
    y = zeros(n, 8)
    z = zeros(n, 8)
    p = numel(h)
    for i=0..n-1
        for b=0..p-1
            h[b] = 0
        end
        for j=0..m-1
            h[k[j]] += x[i,j]
        end
        for b=0..p-1
            y[i,b] = h[b]
        end
    end
    {!interpreted for}
    for i=0..n-1
        for b=0..p-1
            g[b] = 0
        end
        for j=0..m-1
            g[k[j]] += x[i,j]
        end
        for b=0..p-1
            z[i,b] = g[b]
        end
    end
    e = sum(abs(y-z)) + sum(abs(h-g))
end

% Two dimensions, complex elements, both branches, two loops around, backwards and in steps.
function e = others(x : mat, n : int, m : int)
    w = ones(2, m+1)
    v = ones(2, m+1)
    c = czeros(m+1)
    d = czeros(m+1)
    y = zeros(n, m)
    z = zeros(n, m)
    for i=n-1..-1..0
        for p=0..1
            for j=0..m-1
                w[p,j] = x[i,j]*(p+1)
            end
        end
        for j=0..m-1
            if x[i,j] > 0
                c[j] = complex(w[0,j], 1)
            else
                c[j] = complex(1, w[1,m-1-j])
            end
        end
        for j=0..m-1
            y[i,j] = imag(c[j]*c[m-1-j])
        end
    end
    {!interpreted for}
    for i=n-1..-1..0
        for p=0..1
            for j=0..m-1
                v[p,j] = x[i,j]*(p+1)
            end
        end
        for j=0..m-1
            if x[i,j] > 0
                d[j] = complex(v[0,j], 1)
            else
                d[j] = complex(1, v[1,m-1-j])
            end
        end
        for j=0..m-1
            z[i,j] = imag(d[j]*d[m-1-j])
        end
    end
    t = ones(m+1)
    u = ones(m+1)
    for q=0..1
        for i=q..2..n-1
            for j=m-1..-1..0
                t[j] = x[i,j] + q
            end
            for j=0..m-1
                y[i,j] += t[j]*t[m-1-j]
            end
        end
    end
    {!interpreted for}
    for q=0..1
        for i=q..2..n-1
            for j=m-1..-1..0
                u[j] = x[i,j] + q
            end
            for j=0..m-1
                z[i,j] += u[j]*u[m-1-j]
            end
        end
    end
    f = sum(abs(y-z)) > 0.001 ? 1 : 0
    e = f + sum(abs(w-v)) + sum(abs(c-d)) + sum(abs(t-u))
end

% A sum over what is in the rows.
function e = total(x : mat, n : int, m : int)
    t = ones(m+1)
    u = ones(m+1)
    s = 0.0
    r = 0.0
    for i=0..n-1
        for j=0..m-1
            t[j] = round(x[i,j]*64)
        end
        for j=0..m-1
            s += t[j]*t[m-1-j]
        end
    end
    {!interpreted for}
    for i=0..n-1
        for j=0..m-1
            u[j] = round(x[i,j]*64)
        end
        for j=0..m-1
            r += u[j]*u[m-1-j]
        end
    end
    e = abs(s-r) + sum(abs(t-u))
end

% expect: 0 0 0 0 0 0 0
% expect: 0 0 0 0 0 0 0
% expect: 0 0 0 0 0 0 0
% expect: 0 0 0 0 0 0 0
% expect: 0 0 0 0 0 0 0
% expect: 0 0 0 0 0 0 0
% expect: 0 0 0 0
% expect: 0 0 0 0
% expect: 0 0 0 0
for n=[0,1,2,5,40,600]
    x = ramp(max(n,1), 7)
    print filled(x,n,7), " ", swept(x,n,7), " ", alone(x,n,7), " ", counted(x,n,7), " ", others(x,n,7), " ", total(x,n,7), " ", filled(x,n,0)
end
for n=[1,2,70]
    x = ramp(n, 5)
    print running(x,n,5), " ", growing(x,n,5), " ", shrinking(x,n,5), " ", running(x,n,1)
end
% Longer than what a thread keeps for itself.
% expect: 0 0 0
x = ramp(50, 300)
print filled(x,50,300), " ", swept(x,50,300), " ", running(x,50,300)

% More than one iteration fails: the first one says where.
% expect: index 9 is out of range: 't' has 9 elements along dimension 0
function [] = fails(x : mat, m : int)
    t = zeros(m)
    s = 0.0
    try
        for i=0..size(x,0)-1
            for j=0..m+i-1
                t[j] = x[i,0]
            end
            s += t[0]
        end
    catch e
        print e
    end
end
fails(ramp(4, 2), 9)

% By force: nothing is unproved.
% expect: 0
function e = forced(x : mat, n : int, m : int)
    t = zeros(m)
    u = zeros(m)
    y = zeros(n)
    z = zeros(n)
    #pragma force_parallel
    for i=0..n-1
        for j=0..m-1
            t[j] = x[i,j]
        end
        y[i] = t[0] - t[m-1]
    end
    {!interpreted for}
    for i=0..n-1
        for j=0..m-1
            u[j] = x[i,j]
        end
        z[i] = u[0] - u[m-1]
    end
    e = sum(abs(y-z)) + sum(abs(t-u))
end
print forced(ramp(100, 7), 100, 7)
