% Built-in functions on arrays that are long enough for their fast ways, beside loops that say the same.
function [] = same(name, x, y)
    bad = 0
    for i = 0..numel(x)-1
        if !(x[i] == y[i] || (isnan(x[i]) && isnan(y[i])))
            bad += 1
        end
    end
    print name, " ", numel(x) == numel(y), " ", bad
end
function [] = extremes(x)
    [high, i] = max(x)
    [low, j] = min(x)
    print high, " ", i, " ", low, " ", j, " ", 1/high, " ", 1/low
end
function [] = main()
    n = 20011
    seed(3)
    x = randn(n)
    s = sort(x)
    print sum(s[1..n-1] < s[0..n-2]), " ", sum(sort(x, 1, "descend") != s[n-1..-1..0])
    % expect: 0 0
    extremes(x*0)
    % expect: 0 0 -0 0 inf -inf
    x[17000] = inf
    x[19000] = inf
    x[3000] = -100
    x[40] = 0/0
    extremes(x)
    % expect: inf 17000 -100 3000 0 -0.01
    s = sort(x)
    print s[0], " ", s[n-2], " ", s[n-1], " ", sum(s[1..n-2] < s[0..n-3])
    % expect: -100 inf nan 0
    [h, edges] = histogram(x, 37, [-2, 2])
    counted = zeros(37)
    for i = 0..n-1
        for k = 0..36
            if x[i] >= edges[k] && (x[i] < edges[k+1] || (k == 36 && x[i] == edges[37]))
                counted[k] += 1
            end
        end
    end
    same("histogram", h, counted)
    % expect: histogram 1 0
    [h, edges] = histogram(x, 5)
    print sum(h), " ", edges[0], " ", edges[5] == max(x[0..16999])
    % expect: 20008 -100 1
    z = complex(x, sqrt(abs(x)))
    z[5] = complex(0.5, 0)
    e = exp(z)
    g = log(z)
    a = angle(z)
    worst = 0.0
    for k = 0..19
        p = 1000*k..1000*k+999
        worst += sum(!(exp(z[p]) == e[p]) && !isnan(e[p])) + sum(!(log(z[p]) == g[p]) && !isnan(g[p])) + sum(angle(z[p]) != a[p] && !isnan(a[p]))
    end
    print worst
    % expect: 0
    t = zeros(n)
    edge = [-1.0, 254.9, 255.5, 1/0, -1/0, 0/0, -128.9, 127.5, 32767.9, -32769, 65535.5, 2.0^31, -(2.0^31), 2.0^32, 1e20, -1e20]
    for i = 0..n-1
        t[i] = edge[mod(i, 16)]
    end
    for i = 0..15
        q = t[i..16..n-1]
        bad = sum(cast(t, uint8)[i..16..n-1] != cast(edge[i..i], uint8)[0]) + sum(cast(t, int8)[i..16..n-1] != cast(edge[i..i], int8)[0])
        bad += sum(cast(t, uint16)[i..16..n-1] != cast(edge[i..i], uint16)[0]) + sum(cast(t, int16)[i..16..n-1] != cast(edge[i..i], int16)[0])
        bad += sum(cast(t, uint32)[i..16..n-1] != cast(edge[i..i], uint32)[0]) + sum(cast(t, int32)[i..16..n-1] != cast(edge[i..i], int32)[0])
        bad += sum(cast(t, int)[i..16..n-1] != cast(edge[i..i], int)[0])
        if bad > 0
            print "cast ", edge[i], " ", bad
        end
    end
    u = cast(zeros(n), uint8)
    w = cast(zeros(n), int32)
    for i = 0..n-1
        u[i] = t[i]
        w[i] = t[i]
    end
    print u[0..15], " ", w[0..15]
    % expect: [0,254,255,255,0,0,0,127,255,0,255,255,0,255,255,0] [-1,254,255,2147483647,-2147483648,0,-128,127,32767,-32769,65535,2147483647,-2147483648,2147483647,2147483647,-2147483648]
    c = reshape(x[0..20009], 15, 46, 29)
    c[0,0,0] = 5
    p = permute(c, [2,0,1])
    bad = 0
    for i = 0..14
        for j = 0..45
            for k = 0..28
                if p[k,i,j] != c[i,j,k] && !isnan(c[i,j,k])
                    bad += 1
                end
            end
        end
    end
    print size(p), " ", bad
    % expect: [29,15,46] 0
    print fliplr([1,2,3,4,5]), repmat([1,2,3],1,2), circshift([1,2,3,4,5],2), " ", [fliplr([1,2]), x[3000..3000], 7]
    % expect: [5,4,3,2,1][1,2,3,1,2,3][4,5,1,2,3] [2,1,-100,7]
end
