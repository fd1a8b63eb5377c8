% Whole-array expressions against the loops they stand for, bit for bit: of few elements they are computed at once, of many
% operator by operator the first times and as one compiled loop from then on.
function bad = different(a, b)
    bad = numel(a) == numel(b) ? 0 : 1
    x = reshape(a, numel(a))
    y = reshape(b, numel(b))
    for i = 0..numel(x)-1
        same = x[i] == y[i] || (isnan(x[i]) && isnan(y[i]))
        bad += same ? 0 : 1
    end
end
function bad = arithmetic(n, start)
    seed(start)
    a = rand(n) - 0.5
    b = rand(n) - 0.25
    c = rand(n)
    k = 0.3
    r = zeros(n)
    bad = 0
    for i = 0..n-1
        r[i] = a[i]*b[i] + c[i]
    end
    bad += different(a.*b + c, r)
    for i = 0..n-1
        r[i] = c[i] - k*a[i]
    end
    bad += different(c - k*a, r)
    for i = 0..n-1
        r[i] = a[i]*b[i] - c[i]*k
    end
    bad += different(a.*b - c*k, r)
    for i = 0..n-1
        r[i] = (a[i]+b[i])/(c[i]+1) - (-b[i])
    end
    bad += different((a+b)./(c+1) - (-b), r)
    for i = 0..n-1
        r[i] = a[i]^2 + b[i]^3 - c[i]^4
    end
    bad += different(a.^2 + b.^3 - c.^4, r)
    for i = 0..n-1
        r[i] = c[i]^0.7 - c[i]^k
    end
    bad += different(c.^0.7 - c.^k, r)
    for i = 0..n-1
        r[i] = (a[i]*b[i])*(b[i]*c[i]) + 2*(a[i]*b[i] + b[i]*c[i])
    end
    bad += different((a.*b).*(b.*c) + 2*(a.*b + b.*c), r)
end
function bad = functions(n, start)
    seed(start)
    a = rand(n)*4 - 2
    b = rand(n) + 0.5
    r = zeros(n)
    bad = 0
    for i = 0..n-1
        r[i] = max(abs(a[i]) - 0.25, 0)*sign(a[i])
    end
    bad += different(max(abs(a) - 0.25, 0).*sign(a), r)
    for i = 0..n-1
        r[i] = exp(-a[i]^2) + log(b[i])*sin(a[i]) - cos(b[i])
    end
    bad += different(exp(-a.^2) + log(b).*sin(a) - cos(b), r)
    for i = 0..n-1
        r[i] = sqrt(b[i]) + atan2(a[i], b[i]) + floor(a[i]) + round(a[i]*3) + ceil(b[i])
    end
    bad += different(sqrt(b) + atan2(a, b) + floor(a) + round(a*3) + ceil(b), r)
    for i = 0..n-1
        r[i] = clamp(a[i], -1, 1) + saturate(a[i]) + mod(a[i], 0.3) + periodize(a[i], 0.7) + pow(b[i], 1.5)
    end
    bad += different(clamp(a, -1, 1) + saturate(a) + mod(a, 0.3) + periodize(a, 0.7) + pow(b, 1.5), r)
    for i = 0..n-1
        r[i] = tanh(a[i]) + log2(b[i]) + log10(b[i]) + rsqrt(b[i]) + frac(b[i]) + erf(a[i]) + lerp(a[i], b[i], 0.3)
    end
    bad += different(tanh(a) + log2(b) + log10(b) + rsqrt(b) + frac(b) + erf(a) + lerp(a, b, 0.3), r)
    soft = (x, t) -> max(abs(x) - t, 0).*sign(x)
    for i = 0..n-1
        r[i] = max(abs(a[i]) - 0.5, 0)*sign(a[i]) + b[i]
    end
    bad += different(soft(a, 0.5) + b, r)
end
function bad = masks(n, start)
    seed(start)
    a = rand(n)
    b = rand(n)
    k = int(a*100)
    j = int(b*100) - 50
    r = vec[bool](n)
    s = vec[int](n)
    t = zeros(n)
    bad = 0
    for i = 0..n-1
        r[i] = a[i] < b[i] && !(k[i] == 7) || j[i] >= 20
    end
    bad += different(a < b && !(k == 7) || j >= 20, r)
    for i = 0..n-1
        s[i] = k[i]*j[i] - 3*k[i] + (a[i] > 0.5)
    end
    bad += different(k.*j - 3*k + (a > 0.5), s)
    for i = 0..n-1
        s[i] = and(k[i], 12) + xor(j[i], 5) + abs(j[i]) + min(k[i], j[i]) - k[i]^2
    end
    bad += different(and(k, 12) + xor(j, 5) + abs(j) + min(k, j) - k.^2, s)
    for i = 0..n-1
        t[i] = (a[i] > 0.5)*a[i] + k[i]/(j[i] + 100) + k[i]*b[i]
    end
    bad += different((a > 0.5).*a + k./(j + 100) + k.*b, t)
end
function bad = special(n)
    a = zeros(n)
    b = ones(n)
    for i = 0..n-1
        a[i] = mod(i, 4) == 0 ? nan : mod(i, 4) == 1 ? -0.0 : mod(i, 4) == 2 ? inf : -2.5
        b[i] = mod(i, 3) == 0 ? 0.0 : mod(i, 3) == 1 ? nan : -inf
    end
    r = zeros(n)
    for i = 0..n-1
        r[i] = 1/max(a[i], b[i]) + 1/min(a[i], 0)
    end
    bad = different(1./max(a, b) + 1./min(a, 0), r)
    for i = 0..n-1
        r[i] = (a[i] == b[i]) + 2*(a[i] != a[i]) + 4*isnan(b[i]) + 8*isinf(a[i]) + 16*!a[i]
    end
    bad += different((a == b) + 2*(a != a) + 4*isnan(b) + 8*isinf(a) + 16*!a, r)
end
sizes = [1, 100, 5000]
for s = 0..2
    n = sizes[s]
    print n, ": ", arithmetic(n, 1), " ", functions(n, 2), " ", masks(n, 3), " ", special(n)
end
total = 0
for k = 1..12
    total += arithmetic(200000, k) + functions(200000, k) + masks(200000, k) + special(200000)
end
print total
% expect: 1: 0 0 0 0
% expect: 100: 0 0 0 0
% expect: 5000: 0 0 0 0
% expect: 0
