% Reductions of whole-array expressions: those of few elements, of many, and of as many in a loop have the same bits.
function bad = check(n, start)
    seed(start)
    a = rand(n) - 0.5
    b = rand(n)
    k = int(a*1000)
    s = 0.0
    q = 0.0
    p = 1.0
    low = inf
    high = -inf
    d = 0
    hits = 0
    % one loop for each: the shape of the tree depends on what travels through it
    for i = 0..n-1
        t = a[i]*b[i]
        s += t
    end
    for i = 0..n-1
        u = (a[i] - b[i])^2
        q += u
    end
    for i = 0..n-1
        p *= 1 + a[i]/1000
    end
    for i = 0..n-1
        low = min(low, a[i] - b[i])
    end
    for i = 0..n-1
        high = max(high, abs(a[i]))
    end
    for i = 0..n-1
        d += k[i]
    end
    for i = 0..n-1
        hits += a[i] > 0.25
    end
    bad = 0
    bad += sum(a.*b) != s
    bad += dotprod(a, b) != s
    bad += sum((a - b).^2) != q
    bad += mean((a - b).^2) != q/n
    bad += prod(1 + a/1000) != p
    bad += min(a - b) != low
    bad += max(abs(a)) != high
    bad += sum(k) != d
    bad += sum(a > 0.25) != hits
    bad += any(a > 0.4999) != (max(a) > 0.4999)
    bad += all(b >= 0) != true
    bad += n > 10 && all(b > 0.5)
    bad += any(b < 0)
    m = mean(a)
    v = 0.0
    for i = 0..n-1
        t = (a[i] - m)^2
        v += t
    end
    % these are computed in doubles, the loop is not
    bad += abs(var(a) - v/(n - 1)) > 2e-6*var(a)
    bad += abs(std(a) - sqrt(v/(n - 1))) > 2e-6*std(a)
    f = 0.0
    for i = 0..n-1
        t = a[i]^2
        f += t
    end
    bad += norm(a) != sqrt(f)
end
function bad = sides(m, n, start)
    seed(start)
    a = rand(m, n) - 0.5
    b = rand(m, n)
    bad = 0
    rows = sum(a.*b, 1)
    cols = sum(a.*b, 0)
    means = mean(a, 0)
    tops = max(a - b, [], 1)
    bad += size(rows,0) != m || size(rows,1) != 1 || size(cols,0) != 1 || size(cols,1) != n
    r = zeros(m, 1)
    for i = 0..m-1
        for j = 0..n-1
            p = a[i,j]*b[i,j]
            r[i,0] += p
        end
    end
    bad += any(rows != r)
    r[:,:] = -inf
    for i = 0..m-1
        for j = 0..n-1
            r[i,0] = max(r[i,0], a[i,j] - b[i,j])
        end
    end
    bad += any(tops != r)
    r = zeros(1, n)
    for i = 0..m-1
        for j = 0..n-1
            p = a[i,j]*b[i,j]
            r[0,j] += p
        end
    end
    bad += any(cols != r)
    r = zeros(1, n)
    for i = 0..m-1
        for j = 0..n-1
            r[0,j] += a[i,j]
        end
    end
    bad += any(means != r/m)
    c = rand(n, 4, 3)
    for z = 0..2
        x = sum(c, z)
        y = sum(c + 0, z)
        w = prod(c, z)
        u = 0
        for i = 0..numel(x)-1
            u += x[i] != y[i]
        end
        bad += u
        s = 0.0
        last = size(c, z) - 1
        for i = 0..last
            s += z == 0 ? c[i,1,1] : z == 1 ? c[1,i,1] : c[1,1,i]
        end
        t = 1.0
        for i = 0..last
            t *= z == 0 ? c[i,1,1] : z == 1 ? c[1,i,1] : c[1,1,i]
        end
        e = z == 0 ? x[0,1,1] : z == 1 ? x[1,0,1] : x[1,1,0]
        f = z == 0 ? w[0,1,1] : z == 1 ? w[1,0,1] : w[1,1,0]
        bad += e != s || f != t
    end
end
sizes = [2, 33, 5000, 100003]
for z = 0..3
    n = sizes[z]
    bad = 0
    for k = 1..(n > 1000 ? 5 : 1)
        bad += check(n, k)
    end
    print n, " ", bad
end
print sides(3, 5, 1)
bad = 0
for k = 1..4
    bad += sides(211, 801, k)
end
print bad
% psnr of two images, the diffusion step and a soft threshold, as programs write them
seed(5)
x = rand(400, 300)
y = x + 0.01
psnr = 10*log10(1/mean((x - y).^2))
print round(psnr*1000)/1000
% expect: 2 0
% expect: 33 0
% expect: 5000 0
% expect: 100003 0
% expect: 0
% expect: 0
% expect: 40
