% Built-ins that order and list elements, of so many that a GPU which has them does it itself: against loops over the elements.

function bad = unordered(x, y, places)
    bad = 0
    for k=0..numel(y)-1
        if y[k] != x[places[k]]
            bad += 1
        end
        if k > 0 && (y[k] < y[k-1] || (y[k] == y[k-1] && places[k] <= places[k-1]))
            bad += 1
        end
    end
end

function bad = differences(x, y)
    bad = abs(numel(x) - numel(y))
    for k=0..min(numel(x), numel(y))-1
        if x[k] != y[k]
            bad += 1
        end
    end
end

function y = numbered(n : int)
    y = zeros(n)
    for k=0..n-1
        y[k] = mod(k*977, 10007) - 5000
    end
end

function [] = main()
    n = 70000
    x = numbered(n) + 0.5          % computed where loops run
    [y, places] = sort(x)
    % expect: sort 0 0
    print "sort ", unordered(x, y, places), " ", differences(sort(x), y)
    [z, back] = sort(x, 1, "descend")
    bad = 0
    for k=0..n-1
        if z[k] != y[n-1-k]
            bad += 1
        end
    end
    % expect: descending 0 -4999.5 5006.5
    print "descending ", bad, " ", z[n-1], " ", x[back[0]]
    i = cast(x - 0.5, int)
    % expect: ints 0 5006
    print "ints ", unordered(i, sort(i), places), " ", max(sort(i))

    u = unique(x)
    % expect: unique 10007 0
    print "unique ", numel(u), " ", sum(u[1..numel(u)-1] <= u[0..numel(u)-2])

    m = x > 4000
    kept = zeros(n)
    count = 0
    for k=0..n-1
        if x[k] > 4000
            kept[count] = x[k]
            count += 1
        end
    end
    v = x[m]
    % expect: masked 0
    print "masked ", differences(v, kept[0..count-1])
    w = copy(x)
    w[m] = 2*v
    w[m] += 1
    r = zeros(n)
    for k=0..n-1
        r[k] = x[k] > 4000 ? 2*x[k] + 1 : x[k]
    end
    % expect: stored 0
    print "stored ", differences(w, r)
    % expect: none 0
    print "none ", numel(x[x > 10000])

    a = reshape(x, 250, 280)
    f = find(a > 4900)
    bad = 0
    at = 0
    for p=0..249
        for q=0..279
            if a[p,q] > 4900
                if f[at,0] != p || f[at,1] != q
                    bad += 1
                end
                at += 1
            end
        end
    end
    % expect: find 0 0
    print "find ", bad, " ", size(f,0) - at

    [best, where] = max(x)
    [least, there] = min(x)
    first = 0
    for k=0..n-1
        if x[k] > x[first]
            first = k
        end
    end
    % expect: extremes 5006.5 0 -4999.5 0
    print "extremes ", best, " ", where - first, " ", least, " ", there
    % expect: argmax 0
    print "argmax ", argmax(x) - first
    bad = 0
    [c, rows] = max(a, [], 0)
    [d, columns] = min(a, [], 1)
    for q=0..279
        k = 0
        for p=0..249
            if a[p,q] > a[k,q]
                k = p
            end
        end
        if rows[0,q] != k || c[0,q] != a[k,q]
            bad += 1
        end
    end
    for p=0..249
        k = 0
        for q=0..279
            if a[p,q] < a[p,k]
                k = q
            end
        end
        if columns[p,0] != k || d[p,0] != a[p,k]
            bad += 1
        end
    end
    % expect: along 0 [1,280] [250,1] [1,280]
    print "along ", bad, " ", size(rows), " ", size(columns), " ", size(argmax(a, 0))

    [s1, i1] = sort(a, 1)
    [s0, i0] = sort(a, 0, "descend")
    bad = 0
    for p=0..249
        for q=0..279
            if s1[p,q] != a[p,i1[p,q]] || (q > 0 && s1[p,q] < s1[p,q-1])
                bad += 1
            end
            if s0[p,q] != a[i0[p,q],q] || (p > 0 && s0[p,q] > s0[p-1,q])
                bad += 1
            end
        end
    end
    % expect: lines 0 9765000 8715000
    print "lines ", bad, " ", sum(i1), " ", sum(i0)  % each place once: 250*(0+..+279), 280*(0+..+249)
    middle0 = median(a, 0)
    middle1 = median(a[:,0..278], 1)
    bad = 0
    for p=0..249
        if middle1[p,0] != median(a[p,0..278])
            bad += 1
        end
    end
    for q=0..279
        s = sort(a[:,q])
        if middle0[0,q] != s[124] + (s[125] - s[124])/2
            bad += 1
        end
    end
    % expect: medians 0 [1,280] [250,1]
    print "medians ", bad, " ", size(middle0), " ", size(middle1)
    counts = cumsum(a > 0, 0)
    bad = 0
    for q=0..279
        k = 0
        for p=0..249
            k += a[p,q] > 0 ? 1 : 0
            if counts[p,q] != k
                bad += 1
            end
        end
    end
    % expect: counts 0
    print "counts ", bad
    bad = 0
    across = cumsum(a, 1)
    down = cumsum(a, 0)
    highest = cummax(a, 0)
    for p=0..249
        s = a[p,0]
        for q=1..279
            s = s + a[p,q]
            if across[p,q] != s
                bad += 1
            end
        end
    end
    for q=0..279
        s = a[0,q]
        h = s
        for p=1..249
            s = s + a[p,q]
            h = max(h, a[p,q])
            if down[p,q] != s || highest[p,q] != h
                bad += 1
            end
        end
    end
    % expect: running 0
    print "running ", bad

    e = diff(x)
    g = diff(a, 1)
    bad = 0
    for k=0..n-2
        if e[k] != x[k+1] - x[k]
            bad += 1
        end
    end
    for p=0..249
        for q=0..278
            if g[p,q] != a[p,q+1] - a[p,q]
                bad += 1
            end
        end
    end
    % expect: diff 0 69999 [250,279]
    print "diff ", bad, " ", numel(e), " ", size(g)

    % Rows, columns and channels by lists; a matrix of places; complex numbers of two parts.
    ir = [5, 0, 249, 17, 17]
    ic = mod(3*(0..2799), 280)
    g = a[:,ic]
    h = reshape(x[0..67499], 150, 150, 3)
    u = h[:,:,[2,1,0]]
    bad = 0
    for p=0..249
        for q=0..2799
            if g[p,q] != a[p,mod(3*q,280)]
                bad += 1
            end
        end
    end
    for p=0..149
        for q=0..149
            if u[p,q,0] != h[p,q,2] || u[p,q,1] != h[p,q,1] || u[p,q,2] != h[p,q,0]
                bad += 1
            end
        end
    end
    g = a[ir,:]
    for q=0..279
        if g[2,q] != a[249,q] || g[4,q] != a[17,q]
            bad += 1
        end
    end
    % expect: lists 0 [5,280] [250,2800]
    print "lists ", bad, " ", size(g), " ", size(a[:,ic])
    at = reshape(mod(7*(0..n-1), n), 250, 280)
    g = a[at]
    z = complex(a, g)
    bad = 0
    for p=0..249
        for q=0..279
            k = mod(7*(280*p + q), n)
            if g[p,q] != x[k] || real(z[p,q]) != a[p,q] || imag(z[p,q]) != x[k]
                bad += 1
            end
        end
    end
    % expect: places 0 [250,280]
    print "places ", bad, " ", size(z)
    p = 0..n-1
    q = 1..0.5..n
    l = linspace(-1, 1, n)
    bad = 0
    for k=0..n-1
        if p[k] != k || q[k] != 1 + k/2
            bad += 1
        end
    end
    % expect: ranges 0 -1 1 139999
    print "ranges ", bad, " ", l[0], " ", l[n-1], " ", numel(q)
end
