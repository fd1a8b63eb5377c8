% Arrays of the iteration, of slices' sums and of its own: they are filled again by what is computed ahead of a scan's
% body, beside bins, or for what is kept with an extreme.
function [s, best, at, third] = f(x : vec, k : vec[int], y : vec, z : vec[int])
    s = 0.0
    best = 1.0e9
    at = -1
    third = 0.0
    {!parallel for}
    for i=0..numel(k)-1
        a = zeros(3)
        for t=0..2
            a[t] = x[k[i]+t]
        end
        s += a[mod(i, 3)]
        y[i] = s
    end
    {!parallel for}
    for i=0..numel(k)-1
        b = zeros(3)
        for t=0..2
            b[t] = x[k[i]+t] + i/4096
        end
        if b[1] < best
            best = b[1]
            third = b[2]
            at = i
        end
    end
    {!parallel for}
    for i=0..numel(k)-1
        s += 64*var(x[0..k[i]])
        z[mod(k[i], 5)] += 1
    end
end
x = zeros(103)
k = ivec(3000)
for i=0..102
    x[i] = mod(i*37, 64) - 30
end
for i=0..2999
    k[i] = mod(i*53, 100)
end
y = zeros(3000)
z = ivec(5)
[s, best, at, third] = f(x, k, y, z)
e = 0.0
m = 1.0e9
place = -1
after = 0.0
wrong = 0
v = 0.0
{!interpreted for}
for i=0..2999
    e += x[k[i]+mod(i, 3)]
    wrong += y[i] != e
    v += 64*var(x[0..k[i]])
    if x[k[i]+1] + i/4096 < m
        m = x[k[i]+1] + i/4096
        after = x[k[i]+2] + i/4096
        place = i
    end
end
print wrong, " ", best == m && at == place && third == after, " ", abs(s - e - v) < 1e-4*v, " ", z
% expect: 0 1 1 [600,600,600,600,600]
