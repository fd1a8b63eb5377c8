% Slices, broadcasting and aliasing in whole-array expressions, against loops.
function bad = different(a, b)
    bad = numel(a) == numel(b) ? 0 : 1
    x = reshape(a, numel(a))
    y = reshape(b, numel(b))
    for i = 0..numel(x)-1
        same = x[i] == y[i] || (isnan(x[i]) && isnan(y[i]))
        bad += same ? 0 : 1
    end
end
function bad = planes(m, n, start)
    seed(start)
    a = rand(m, n)
    b = rand(m, n)
    row = rand(1, n)
    col = rand(m, 1)
    v = rand(n)
    r = zeros(m, n)
    bad = 0
    for i = 0..m-1
        for j = 0..n-1
            r[i,j] = a[i,j]*row[0,j] + col[i,0] - v[j]
        end
    end
    bad += different(a.*row + col - v, r)
    for i = 0..m-1
        for j = 0..n-1
            r[i,j] = col[i,0]*row[0,j]
        end
    end
    bad += different(col.*row, r)
    inner = zeros(m-2, n-2)
    for i = 1..m-2
        for j = 1..n-2
            inner[i-1,j-1] = a[i-1,j] + a[i+1,j] + a[i,j-1] + a[i,j+1] - 4*a[i,j]
        end
    end
    bad += different(a[0..m-3,1..n-2] + a[2..m-1,1..n-2] + a[1..m-2,0..n-3] + a[1..m-2,2..n-1] - 4*a[1..m-2,1..n-2], inner)
    h = zeros(int(m/2), n)
    for i = 0..int(m/2)-1
        for j = 0..n-1
            h[i,j] = (a[2*i,n-1-j] + b[2*i+1,j])/2
        end
    end
    bad += different((a[0..2..2*int(m/2)-1,n-1..-1..0] + b[1..2..m-1,:])/2, h)
    % in place: each element from itself, from its neighbours, from a row of itself
    p = copy(a)
    p[1..m-2,1..n-2] = 2*p[1..m-2,1..n-2] + b[1..m-2,1..n-2]
    q = copy(a)
    for i = 1..m-2
        for j = 1..n-2
            q[i,j] = 2*a[i,j] + b[i,j]
        end
    end
    bad += different(p, q)
    p[1..m-1,:] = p[0..m-2,:] - b[1..m-1,:]
    for i = 1..m-1
        for j = 0..n-1
            r[i,j] = q[i-1,j] - b[i,j]
        end
    end
    r[0,:] = q[0,:]
    bad += different(p, r)
    p[:,:] = p - p[3,:]
    for i = 0..m-1
        for j = 0..n-1
            q[i,j] = r[i,j] - r[3,j]
        end
    end
    bad += different(p, q)
    other = p
    p += a.*b
    for i = 0..m-1
        for j = 0..n-1
            q[i,j] += a[i,j]*b[i,j]
        end
    end
    bad += different(p, q) + different(other, q)
    p = copy(a)
    p += transpose(reshape(p, n, m))
    for i = 0..m-1
        for j = 0..n-1
            q[i,j] = a[i,j]
        end
    end
    t = transpose(reshape(a, n, m))
    for i = 0..m-1
        for j = 0..n-1
            q[i,j] += t[i,j]
        end
    end
    bad += different(p, q)
end
function bad = cubes(m, n, start)
    seed(start)
    im = rand(m, n, 3)
    g = rand(m, n)
    w = rand(1, 1, 3)
    r = zeros(m, n, 3)
    bad = 0
    for i = 0..m-1
        for j = 0..n-1
            for c = 0..2
                r[i,j,c] = im[i,j,c]*g[i,j] + w[0,0,c]
            end
        end
    end
    bad += different(im.*g + w, r)
    grey = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            grey[i,j] = 0.3*im[i,j,0] + 0.6*im[i,j,1] + 0.1*im[i,j,2]
        end
    end
    bad += different(0.3*im[:,:,0] + 0.6*im[:,:,1] + 0.1*im[:,:,2], grey)
    for i = 0..m-1
        for j = 0..n-1
            r[i,j,1] = im[i,j,2] - grey[i,j]
        end
    end
    s = im.*g + w
    s[:,:,1] = im[:,:,2] - grey
    bad += different(s, r)
    line = im[2,:,:]*2 + im[3,:,:]
    l = zeros(1, n, 3)
    for j = 0..n-1
        for c = 0..2
            l[0,j,c] = im[2,j,c]*2 + im[3,j,c]
        end
    end
    bad += different(line, l) + (ndims(line) == 3 ? 0 : 1)
end
function bad = vectors(n, start)
    seed(start)
    x = rand(n)
    y = copy(x)
    y[1..n-1] = y[0..n-2]
    r = copy(x)
    for i = 1..n-1
        r[i] = x[i-1]
    end
    bad = different(y, r)
    old = copy(x)
    y = x
    y[n-1..-1..0] = 2*x
    z = zeros(n)
    for i = 0..n-1
        z[n-1-i] = 2*old[i]
    end
    bad += different(x, z)
    b = vec[uint8](n)
    b[:] = floor(r*300) - 20
    c = vec[uint8](n)
    for i = 0..n-1
        c[i] = floor(r[i]*300) - 20
    end
    bad += different(b, c)
    empty = zeros(0)
    bad += numel(empty + 1) + numel(max(empty, 2).*empty)
    % what a call changes is seen by what comes after it only
    before = x + 0
    both = (x.*x + 1) + changed(x)
    for i = 0..n-1
        r[i] = (before[i]*before[i] + 1) + 2
    end
    bad += different(both, r)
end
function y = changed(x)
    x[:] = 7
    y = 2
end
total = 0
for k = 1..3
    print planes(7, 9, k), " ", cubes(5, 6, k), " ", vectors(10, k)
end
for k = 1..2
    total += planes(300, 700, k) + cubes(200, 350, k) + vectors(200000, k)
end
print total
% expect: 0 0 0
% expect: 0 0 0
% expect: 0 0 0
% expect: 0
