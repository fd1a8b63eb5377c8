% Running values that other accumulators of their loop need: cut into loops that run one after another.
n = 3001
x = zeros(n)
{!interpreted for}
for i=0..n-1
    x[i] = mod(i*37, 101) - 50
end
function [s, t, c, best, at] = fed(x, n)
    [s, t, c, best, at] = [1.0, 2.0, 0, -1000, -1]
    for i=0..n-1
        s += x[i]
        t += s
        c = x[i] > -30 ? c + 1 : 0
        if c > best
            best = c
            at = i
        end
    end
end
% loop 10: scan + s, + c, + t, argmax best
function [s, t, c, best, at] = by_hand(x, n)
    [s, t, c, best, at] = [1.0, 2.0, 0, -1000, -1]
    {!interpreted for}
    for i=0..n-1
        s += x[i]
        t += s
        c = x[i] > -30 ? c + 1 : 0
        if c > best
            best = c
            at = i
        end
    end
end
function [] = check(x, n)
    [s, t, c, best, at] = fed(x, n)
    [s1, t1, c1, best1, at1] = by_hand(x, n)
    print n, " ", int(s == s1 && t == t1), int(c == c1 && best == best1 && at == at1)
end
check(x, n)
% expect: 3001 11
check(x, 1)
% expect: 1 11
check(x, 0)
% expect: 0 11
function v = ends(start, step)
    w = zeros(5)
    v = start
    for i=0..4
        v += 0.5
        w[i] = v*step
    end
    v += w[4]
end
print ends(0.0, 2.0), " ", ends(16777216.0, 0.0), " ", int(ends(1e-3, 1.0) == 2.501 + 2.501)
% expect: 7.5 16777216 1
