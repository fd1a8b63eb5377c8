% Arrays of extents that each iteration finds out, d = zeros(n): loops with them are compiled, with elements in memory of the iteration.
% names, second names, copies, slices, rows
x = reshape(mod((0..40*40-1)*7919, 1000), [40,40])*0.01
y = zeros(40,40)
z = zeros(40,40)
for r=0..39
    for c=0..39
        n = mod(r*7+c*3, 13) + 1
        d = zeros(n)
        for k=0..n-1
            d[k] = x[r,mod(c+k,40)]
        end
        b = d
        b[0] = 100
        e = copy(d)
        e[n-1] += 3
        m = d.*2
        d[0] -= 1
        s = sort(d)
        h = s[0..max(0,n-3)]
        h[0] = h[0] + 7
        t = d[max(0,n-4)..n-1]
        y[r,c] = sum(m) + mean(h) + max(t) + b[0]*3 + e[n-1] + numel(h)
        z[r,c] = sum(e) + sum(s) + median(d) + t[0]
    end
end
print sum(y), " ", sum(z), " ", y[3,4], " ", z[20,7]
% matrices: rows, columns, elements by one index
x = reshape(mod((0..40*40-1)*7919, 1000), [40,40])*0.01
y = zeros(40,40)
for r=0..37
    for c=0..37
        n = min(6, min(37-r, 37-c)+1)
        G = zeros(n, 9)
        for k=0..n-1
            G[k,:] = reshape(x[r+k..r+k+2,c..c+2],[1,9])
        end
        for k=0..n-1
            G[k,0..1] = [1.5, k]
            G[k,4] += G[k,5]*2
        end
        G[:,8] = 4
        w = G[n-1,:]
        v = G[:,3]
        q = transpose(G)*G
        y[r,c] = sum(w) + sum(v.*2) + G[n*9-2] + q[2,3] + size(G,0)*10 + numel(G) + sum(G)
    end
end
print sum(y), " ", y[3,4], " ", y[36,30]
% more than an iteration keeps: from some iteration on
y = zeros(60)
for r=0..59
    n = r*30 + 1
    d = zeros(n)
    for k=0..n-1
        d[k] = mod(k*k, 17)
    end
    y[r] = sum(d) + y[max(r-1,0)]
end
print sum(y), " ", y[59]
% ints, counts, histograms of own length
x = mod((0..999)*7919, 1000)
y = zeros(100)
for r=0..99
    n = int(x[r]/50) + 2
    h = vec[int](n)
    for k=0..99
        h[mod(x[r*10+mod(k,10)]+k, n)] += 1.5
    end
    o = ones(n)
    for k=1..n-1
        o[k] = o[k-1]*1.01
    end
    y[r] = max(h) + sum(h.*h) + o[n-1]
end
print sum(y), " ", y[57]
% functions, returned arrays, declared types
function d = weights(n, s)
    d = zeros(n)
    for k=0..n-1
        d[k] = exp(-k*k/s)
    end
    t = sum(d)
    for k=0..n-1
        d[k] /= t
    end
end
function [] = bump(d, k)
    d[k] += 1
end
y = zeros(50)
for r=0..49
    n = mod(r*3, 11) + 1
    w = weights(n, 3.0+r)
    u : vec = zeros(n)
    u[n-1] = 2
    bump(u, 0)
    y[r] = w[0] + sum(w.*u) + numel(w)
end
print sum(y), " ", y[31]
% conditions, inner scopes, empty arrays
y = zeros(50)
for r=0..49
    n = mod(r*3, 7)
    d = zeros(n)
    for k=0..n-1
        d[k] = k+1
    end
    s = 0.0
    if n > 3
        g = zeros(n-3)
        for k=0..n-4
            g[k] = d[k+3]
        end
        s = sum(g)
    end
    for j=0..3
        q = zeros(j+n)
        q[max(0,j+n-1)..j+n-1] = 2
        s += sum(q)
    end
    y[r] = s + sum(d)
end
print sum(y), " ", y[31]
% d = d*2, d += , masks
y = zeros(50)
for r=0..49
    n = mod(r*3, 7) + 2
    d = zeros(n)
    for k=0..n-1
        d[k] = k+r
    end
    d += 1
    d = d*2
    a = d[d > 20]
    d[0] = 9
    y[r] = sum(d) + sum(a) + numel(a)
end
print sum(y), " ", y[31]
% a map that bails out, scalars and arrays as they were; lengths that differ; slices outside
y = ones(80)
t = 5
z = zeros(80)
for r=0..79
    n = r*20 + 1
    d = zeros(n)
    d[n-1] = r
    y[r] += sum(d)
    t += n
    z[r] = y[r]*2
end
print sum(y), " ", t, " ", sum(z)
x = 0..99
for call=1..6
    w = 2^(call+3)
    for r=0..40
        a = max(0, r-w)
        b = min(99, r+w)
        d = zeros(b-a+1)
        for k=a..b
            d[k-a] = x[k]
        end
        y[r] = max(d) - min(d)
    end
    print sum(y)
end
try
for r=0..20
    d = zeros(mod(r,4)+1)
    e = zeros(mod(r,3)+1)
    y[r] = sum(d+e)
end
catch e
print e
end
try
for r=0..20
    d = zeros(mod(r,4)+3)
    y[r] = sum(d[2..int(r/3)])
end
catch e
print e
end
print y[3]
% expect: 1003778.4 499648.12 611.77167 250.01498
% expect: 888178.1 713.5324 253.04199
% expect: 8645354 425038
% expect: 330655 1125.0829
% expect: 350.49988 6.6253314
% expect: 972 11
% expect: 25076 485
% expect: 3240 63285 6480
% expect: 3555
% expect: 4475
% expect: 5808
% expect: 6438
% expect: 6438
% expect: 6438
% expect: extents do not fit: 2 and 3
% expect: index 3 is out of range: 'd' has 3 elements along dimension 0
% expect: 0
