% Running values of other operators, and updates inside an inner loop of the iteration.
n = 5000
A = zeros(n, 7)
for i=0..n-1
    for j=0..6
        A[i,j] = mod(i*7+j, 5) - 2
    end
end
y = zeros(n)
s = 0.0
for i=0..n-1
    for j=0..6
        s += A[i,j]
    end
    y[i] = s
end
z = zeros(n)
t = 0.0
for i=0..n-1
    for j=0..mod(i,7)
        t += A[i,j]
    end
    z[i] = t
end
ok = true
f = zeros(n)
for i=0..n-1
    ok = ok && A[i,0] > -5
    f[i] = ok ? 1 : 0
end
p = 1.0
g = zeros(n)
for i=0..n-1
    p *= mod(i,2) == 0 ? -1 : 1
    g[i] = p
end
any = false
h = zeros(n)
for i=n-1..-1..0
    any = any || i == 77
    h[i] = any ? 1 : 0
end
[ss, tt, w] = [0.0, 0.0, 0]
#pragma force_serial
for i=0..n-1
    for j=0..6
        ss += A[i,j]
    end
    for j=0..mod(i,7)
        tt += A[i,j]
    end
    w += int(y[i] != ss) + int(z[i] != tt) + int(f[i] != 1) + int(g[i] != (mod(i,4) < 2 ? -1 : 1)) + int(h[i] != (i <= 77 ? 1 : 0))
end
print w, ok, any, p, s == ss, t == tt
% expect: 011111
