% What is computed from a name that holds several kinds of numbers has, after a loop, the kind that steps give it
% (decision 078): powers, remainders, absolute values, opposites, rounding, parts, and what reads elements.
function [] = same(name, a, b)
    for k=0..numel(a)-1
        if a[k] != b[k]
            print name, ", item ", k, ": ", a[k], " stepped ", b[k]
        end
    end
end
function c = fact(t)
    c = sprintf("%s %g", sprintf("%s", type(t)), real(t))
end

function c = reals(t, x, k, limit)
    [a, b, d, e, f, g, h, m, n, p, q, r] = {0,0,0,0,0,0,0,0,0,0,0,0}
    for i=0..numel(x)-1
        if x[i] > limit
            t = x[i]
        end
        a = t^2
        b = mod(t, 3)
        d = abs(t)
        e = -t
        f = t^k[i]
        g = periodize(t, 4)
        h = floor(-t)
        m = mod(-t, 2)
        n = max(abs(t), 1)
        p = frac(t)
        q = sum([t, 1])
        r = [2, t][1]
    end
    c = {fact(a), fact(b), fact(d), fact(e), fact(f), fact(g), fact(h), fact(m), fact(n), fact(p), fact(q), fact(r)}
end
function c = reals_stepped(t, x, k, limit)
    [a, b, d, e, f, g, h, m, n, p, q, r] = {0,0,0,0,0,0,0,0,0,0,0,0}
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            t = x[i]
        end
        a = t^2
        b = mod(t, 3)
        d = abs(t)
        e = -t
        f = t^k[i]
        g = periodize(t, 4)
        h = floor(-t)
        m = mod(-t, 2)
        n = max(abs(t), 1)
        p = frac(t)
        q = sum([t, 1])
        r = [2, t][1]
    end
    c = {fact(a), fact(b), fact(d), fact(e), fact(f), fact(g), fact(h), fact(m), fact(n), fact(p), fact(q), fact(r)}
end

% Parts of what may be complex are real.
function c = parts(t, x, limit)
    [a, b, d, e] = {0,0,0,0}
    for i=0..numel(x)-1
        if x[i] > limit
            t = complex(x[i], 1)
        end
        a = real(t)
        b = imag(t)
        d = abs(t)
        e = t^3
    end
    c = {fact(a), fact(b), fact(d), fact(e)}
end
function c = parts_stepped(t, x, limit)
    [a, b, d, e] = {0,0,0,0}
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            t = complex(x[i], 1)
        end
        a = real(t)
        b = imag(t)
        d = abs(t)
        e = t^3
    end
    c = {fact(a), fact(b), fact(d), fact(e)}
end

x = zeros(300); k = int(zeros(300))
for i=0..299
    x[i] = mod(7*i, 5)-1.5
    k[i] = mod(3*i, 5)
end
for t = {true, 3, 1.5, int8(5)}
    for part = {x, x[0..0], zeros(0)}
        for limit = {-5, 0, 2, 9}
            same("reals", reals(t, part, k, limit), reals_stepped(t, part, k, limit))
            same("parts", parts(t, part, limit), parts_stepped(t, part, limit))
        end
    end
end
print reals(3, x, k, 9)
print reals(3, x, k, 2)
% expect: `"int 9", "int 0", "int 3", "int -3", "scalar 9", "int 3", "int -3", "int -1", "int 3", "scalar 0", "int 4", "int 3"'
% expect: `"scalar 6.25", "scalar 2.5", "scalar 2.5", "scalar -2.5", "scalar 6.25", "scalar 2.5", "scalar -3", "scalar -0.5", "scalar 2.5", "scalar 0.5", "scalar 3.5", "scalar 2.5"'
