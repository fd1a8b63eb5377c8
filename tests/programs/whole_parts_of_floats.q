% Whole parts of floats in vectors: of numbers that fit 32 bits, of those that do not, infinities and NaN among them;
% bounded ones, also by numbers beyond 0; and as places in a table, whose accesses cannot fail.
function x = numbers(n : int, most : scalar)
    x = zeros(n)
    for i=0..n-1
        v = (i - n/2)*0.3712
        match mod(i, 13) with
        | 3 -> v = v*most
        | 5 -> v = most > 1 ? inf : 0.99
        | 7 -> v = most > 1 ? -inf : -0.99
        | 8 -> v = most > 1 ? nan : 12.5
        | 10 -> v = most > 1 ? 2147483648 : -13.5
        | 11 -> v = most > 1 ? -2147483904 : 2147483520
        | 12 -> v = most > 1 ? 9223372036854775807 : 16777215
        | _ -> v = v + 0
        end
        x[i] = v
    end
end
function [] = compare(x : vec, range : scalar)
    n = numel(x)
    table = 3*(0..255) - 100
    [y, z, b, c, t, u] = [ivec(n), ivec(n), ivec(n), ivec(n), ivec(n), ivec(n)]
    [d, e, p, q, r, s] = [ivec(n), ivec(n), ivec(n), ivec(n), ivec(n), ivec(n)]
    w = cast(x, vec[double])
    for i=0..n-1
        y[i] = int(x[i])
        b[i] = clamp(int(x[i]), -20, 300)
        t[i] = clamp(int(x[i]*2), 7, 1023)
        d[i] = clamp(int(x[i]), -300, -5)
        p[i] = table[int(clamp(x[i], 0, 1)/range)]
        r[i] = int(w[i]*3)
    end
    {!interpreted for}
    for i=0..n-1
        z[i] = int(x[i])
        c[i] = clamp(int(x[i]), -20, 300)
        u[i] = clamp(int(x[i]*2), 7, 1023)
        e[i] = clamp(int(x[i]), -300, -5)
        q[i] = table[int(clamp(x[i], 0, 1)/range)]
        s[i] = int(w[i]*3)
    end
    print sum(y != z), sum(b != c), sum(t != u), sum(d != e), sum(p != q), sum(r != s)
    print sum(p), " ", sum(t), " ", max(d)
end
% expect: 000000
% expect: -83011 211426 -5
% expect: 000000
% expect: -85090 320098 -5
% A place outside is found where the range is not the table's.
% error Q0401 at 31:22
function [] = main()
    compare(numbers(1000, 1), 0.1)
    compare(numbers(1000, 1e10), 0.1)
    compare(numbers(1000, 1), 0.003)
end
