% Running values that other accumulators, conditions and bins of their loop need: cut into loops that run one after another.
n = 3001
[x, k, h, g, y, z] = [zeros(n), ivec(n), ivec(40), ivec(40), ivec(n), ivec(n)]
{!interpreted for}
for i=0..n-1
    x[i] = mod(i*37, 101) - 50
    k[i] = mod(i*31, 9) - 4
end
function [] = same(what : string, ok)
    print what, " ", int(ok)
end
[s, t, c, r, at] = [0.0, 0.0, 0, 0, -1]
for i=0..n-1
    s += x[i]
    t += s
end
% loop 13: scan + s, + t
[best, far] = [-1000, -1]
for i=0..n-1
    c = x[i] > -30 ? c + 1 : 0
    if c > best
        best = c
        far = i
    end
end
% loop 19: scan + c, argmax best with far
m = -1e9
for i=0..n-1
    r += k[i]
    if mod(r, 3) == 0
        y[i] = r
    end
    h[mod(abs(r), 40)] += 1
    m = max(m, r*0.5)
end
% loop 28: scan + r, + h[mod(abs(r),40)], max m
[s1, t1, c1, r1, best1, far1, m1] = [0.0, 0.0, 0, 0, -1000, -1, -1e9]
{!interpreted for}
for i=0..n-1
    s1 += x[i]
    t1 += s1
    c1 = x[i] > -30 ? c1 + 1 : 0
    if c1 > best1
        best1 = c1
        far1 = i
    end
    r1 += k[i]
    if mod(r1, 3) == 0
        z[i] = r1
    end
    g[mod(abs(r1), 40)] += 1
    m1 = max(m1, r1*0.5)
end
same("sums of sums", s == s1 && t == t1)
% expect: sums of sums 1
same("longest run", c == c1 && best == best1 && far == far1)
% expect: longest run 1
same("decisions", r == r1 && m == m1 && sum(y != z) == 0)
% expect: decisions 1
same("bins", sum(h != g) == 0)
% expect: bins 1
% An empty loop and one iteration leave what they should.
[a, b] = [1.5, 2.5]
for i=0..-1
    a += x[i]
    b += a
end
print a, " ", b
% expect: 1.5 2.5
for i=0..0
    a += x[i]
    b += a
end
print a, " ", b
% expect: -48.5 -46
% Exact floating counters are a map; others are running values.
[q, w] = [0.25, zeros(n)]
for i=0..n-1
    q += 0.5
    w[i] = q
end
print q, " ", w[0], " ", w[n-1]
% expect: 1500.75 0.75 1500.75
function v = ends(start, step)
    w = zeros(5)
    v = start
    for i=0..4
        v += 0.5
        w[i] = v*step
    end
    v += w[4]
end
print ends(0.0, 2.0), " ", ends(16777216.0, 0.0), " ", ends(1e-3, 1.0) == 2.501 + 2.501
% expect: 7.5 16777216 1
