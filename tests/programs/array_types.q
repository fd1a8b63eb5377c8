% Whole-array expressions of other element types, stores that convert, updates of slices, complex slices; against loops.
function bad = different(a, b)
    bad = numel(a) == numel(b) ? 0 : 1
    x = reshape(a, numel(a))
    y = reshape(b, numel(b))
    for i = 0..numel(x)-1
        same = x[i] == y[i] || (isnan(x[i]) && isnan(y[i]))
        bad += same ? 0 : 1
    end
end
function bad = narrow(n, start)
    seed(start)
    x = rand(n)*600 - 300
    u = vec[uint8](n)
    s = vec[int8](n)
    w = vec[int32](n)
    d = vec[double](n)
    u[:] = x
    s[:] = x/2
    w[:] = x*100
    d[:] = x
    u2 = vec[uint8](n)
    s2 = vec[int8](n)
    w2 = vec[int32](n)
    d2 = vec[double](n)
    for i = 0..n-1
        u2[i] = x[i]
        s2[i] = x[i]/2
        w2[i] = x[i]*100
        d2[i] = x[i]
    end
    bad = different(u, u2) + different(s, s2) + different(w, w2) + different(d, d2)
    r = zeros(n)
    k = vec[int](n)
    m = vec[bool](n)
    e = vec[double](n)
    for i = 0..n-1
        r[i] = u[i]*0.5 + x[i]*s[i]
        k[i] = u[i]*s[i] - w[i]
        m[i] = u[i] > s[i] && !(w[i] < 0)
        e[i] = d[i]*x[i] + u[i]
    end
    bad += different(u*0.5 + x.*s, r)
    bad += different(u.*s - w, k)
    bad += different(u > s && !(w < 0), m)
    bad += different(d.*x + u, e)
    u[:] = u*2 + s
    w += u
    for i = 0..n-1
        u2[i] = u2[i]*2 + s2[i]
        w2[i] += u2[i]
    end
    bad += different(u, u2) + different(w, w2)
end
function bad = updates(m, n, start)
    seed(start)
    a = rand(m, n)
    b = rand(m, n)
    p = copy(a)
    q = copy(a)
    p[1..m-2,:] += 2*b[1..m-2,:]
    p[:,1..2..n-1] *= 3
    p[0..m-2,:] -= p[1..m-1,:]
    p[:,0] = 4
    p[m-1,:] = 0.5
    p[2..3,1..n-1] = -1
    for i = 1..m-2
        for j = 0..n-1
            q[i,j] += 2*b[i,j]
        end
    end
    for i = 0..m-1
        for j = 1..2..n-1
            q[i,j] *= 3
        end
    end
    t = copy(q)
    for i = 0..m-2
        for j = 0..n-1
            q[i,j] = t[i,j] - t[i+1,j]
        end
    end
    for i = 0..m-1
        q[i,0] = 4
    end
    for j = 0..n-1
        q[m-1,j] = 0.5
    end
    for i = 2..3
        for j = 1..n-1
            q[i,j] = -1
        end
    end
    bad = different(p, q)
    p ^^= b
    p[:,:] __= 0.75
    for i = 0..m-1
        for j = 0..n-1
            q[i,j] = min(max(q[i,j], b[i,j]), 0.75)
        end
    end
    bad += different(p, q)
    z = a + 2j*b
    y = z[1..m-1,0..n-2]
    bad += different(real(y), a[1..m-1,0..n-2]) + different(imag(y), 2*b[1..m-1,0..n-2])
    z[0..m-2,1..n-1] = y
    z[0..m-2,0] = 1j
    bad += different(real(z[0..m-2,1..n-1]), a[1..m-1,0..n-2])
    bad += sum(imag(z[0..m-2,0])) != m - 1
end
print narrow(9, 1), updates(5, 6, 1)
total = 0
for k = 1..25
    total += narrow(100000, k) + updates(150, 400, k)
end
print total
% expect: 00
% expect: 0
