% Rearranged arrays of so many elements that a GPU which has them moves them itself: against loops over the elements.

function bad = differences(x, y)
    bad = abs(size(x,0) - size(y,0)) + abs(size(x,1) - size(y,1))
    for i=0..min(size(x,0), size(y,0))-1
        for j=0..min(size(x,1), size(y,1))-1
            if x[i,j] != y[i,j]
                bad += 1
            end
        end
    end
end

function y = numbered(rows : int, columns : int)
    y = zeros(rows, columns)
    for i=0..rows-1
        for j=0..columns-1
            y[i,j] = mod(i*977 + j*31, 10007)
        end
    end
end

function [] = main()
    m = 260
    n = 300
    x = numbered(m, n)
    z = x + 1                      % computed where loops run
    w = z - 1

    y = zeros(m, n)
    for i=0..m-1
        for j=0..n-1
            y[i,j] = w[i,n-1-j]
        end
    end
    % expect: fliplr 0
    print "fliplr ", differences(fliplr(w), y)
    for i=0..m-1
        for j=0..n-1
            y[i,j] = w[m-1-i,j]
        end
    end
    % expect: flipud 0
    print "flipud ", differences(flipud(w), y)
    for i=0..m-1
        for j=0..n-1
            y[i,j] = w[mod(i-7+m,m),mod(j+11,n)]
        end
    end
    % expect: circshift 0
    print "circshift ", differences(circshift(w, [7,-11]), y)
    t = zeros(n, m)
    for i=0..m-1
        for j=0..n-1
            t[j,i] = w[i,j]
        end
    end
    % expect: permute 0
    print "permute ", differences(permute(w, [1,0]), t)
    r = zeros(2*m, 3*n)
    for i=0..2*m-1
        for j=0..3*n-1
            r[i,j] = w[mod(i,m),mod(j,n)]
        end
    end
    % expect: repmat 0
    print "repmat ", differences(repmat(w, 2, 3), r)
    u = zeros(m, 2*n)
    for i=0..m-1
        for j=0..n-1
            u[i,j] = w[i,j]
            u[i,n+j] = z[i,j]
        end
    end
    % expect: horzcat 0
    print "horzcat ", differences(horzcat(w, z), u)
    d = zeros(2*m, n)
    for i=0..m-1
        for j=0..n-1
            d[i,j] = w[i,j]
            d[m+i,j] = z[i,j]
        end
    end
    % expect: vertcat 0
    print "vertcat ", differences(vertcat(w, z), d)
    c = cat(2, w, z)
    bad = 0
    for i=0..m-1
        for j=0..n-1
            if c[i,j,0] != w[i,j] || c[i,j,1] != z[i,j]
                bad += 1
            end
        end
    end
    % expect: channels 0 [260,300,2]
    print "channels ", bad, " ", size(c)
    part = w[1..m-1, 2..2..n-1]
    p = zeros(m-1, n/2-1)
    for i=0..m-2
        for j=0..n/2-2
            p[i,j] = w[i+1,2+2*j]
        end
    end
    % expect: part 0
    print "part ", differences(part, p)
    big = zeros(2*m, 2*n)
    big[m/2..m/2+m-1, 10..10+n-1] = w
    bad = 0
    for i=0..2*m-1
        for j=0..2*n-1
            inside = i >= m/2 && i < m/2+m && j >= 10 && j < 10+n
            want = inside ? w[clamp(i-m/2,m-1),clamp(j-10,n-1)] : 0
            if big[i,j] != want
                bad += 1
            end
        end
    end
    % expect: stored 0
    print "stored ", bad
    o = ones(m, n)
    % expect: ones 78000 312000
    print "ones ", sum(o), " ", sum((o + 1).^2)
    b = cast(w/50, uint8)
    k = cast(b, int)
    s = cast(b, scalar)
    bad = 0
    for i=0..m-1
        for j=0..n-1
            if k[i,j] != floor(w[i,j]/50) || s[i,j] != k[i,j]
                bad += 1
            end
        end
    end
    % expect: casts 0 1
    print "casts ", bad, " ", sum(k) == sum(s)
    mask = w > 9990
    any_of = any(mask, 1)
    all_of = all(w >= 0, 0)
    bad = 0
    for i=0..m-1
        found = 0
        for j=0..n-1
            if w[i,j] > 9990
                found = 1
            end
        end
        if (any_of[i,0] ? 1 : 0) != found
            bad += 1
        end
    end
    % expect: any 0 all 1 [260,1] [1,300]
    print "any ", bad, " all ", all(all_of), " ", size(any_of), " ", size(all_of)
    v = complex(w, z)
    f = fliplr(v)
    bad = 0
    for i=0..m-1
        for j=0..n-1
            if real(f[i,j]) != w[i,n-1-j] || imag(f[i,j]) != z[i,n-1-j]
                bad += 1
            end
        end
    end
    % expect: complex 0
    print "complex ", bad
    u0 = sin(w).*w
    rows = std(w, 1)
    columns = var(w, 0)
    long = [reshape(w, [m*n]), reshape(z, [m*n])]
    bad = 0
    for i=0..m-1
        if rows[i] != std(copy(w[i,:]))
            bad += 1
        end
    end
    for j=0..n-1
        if columns[j] != var(copy(w[:,j]))
            bad += 1
        end
    end
    for i=0..m-1
        for j=0..n-1
            if long[i*n+j] != w[i,j] || long[m*n+i*n+j] != z[i,j]
                bad += 1
            end
        end
    end
    % expect: spread 0 [260,1] [1,300] 156000
    print "spread ", bad, " ", size(rows), " ", size(columns), " ", numel(long)
    sorted = sort(reshape(u0, [m*n]))
    % expect: median 1 1
    print "median ", median(u0) == (sorted[m*n/2-1] + (sorted[m*n/2] - sorted[m*n/2-1])/2), " ", median(u0[:,0..n-2]) == median(copy(u0[:,0..n-2]))
    counts = histogram(b, 256)
    ranged = histogram(w, 100, [0, 10000])
    own = histogram(u0, 64)
    bad = 0
    by_hand = zeros(100)
    for i=0..m-1
        for j=0..n-1
            if w[i,j] <= 10000
                by_hand[min(int(w[i,j]/100), 99)] += 1
            end
        end
    end
    % expect: histogram 78000 1 78000
    print "histogram ", sum(counts), " ", sum(abs(ranged - by_hand)) == 0, " ", sum(own)
    % picked by lists, set by masks
    lut = rand(256)
    picked = lut[b]
    places = mod(k*31, 256)
    other = lut[places]
    bad = 0
    for i=0..m-1
        for j=0..n-1
            if picked[i,j] != lut[b[i,j]] || other[i,j] != lut[mod(k[i,j]*31, 256)]
                bad += 1
            end
        end
    end
    % expect: picked 0 [260,300]
    print "picked ", bad, " ", size(picked)
    try
        q = lut[places + 1]
        print q[0]
    catch err
        % expect: outside
        print "outside"
    end
    set = w + 0
    set[mask] = -1
    bad = 0
    for i=0..m-1
        for j=0..n-1
            if set[i,j] != (w[i,j] > 9990 ? -1 : w[i,j])
                bad += 1
            end
        end
    end
    % expect: set 0
    print "set ", bad
    tiles = repmat(lut, 300, 1)
    bad = 0
    for i=0..299
        for j=0..255
            if tiles[i,j] != lut[j]
                bad += 1
            end
        end
    end
    % expect: tiles 0 [300,256]
    print "tiles ", bad, " ", size(tiles)
    % drawn one by one as all at once
    seed(5)
    u = rand(m, n)
    g = randn(m, n)
    seed(5)
    bad = 0
    for i=0..m-1
        for j=0..n-1
            if u[i,j] != rand()
                bad += 1
            end
        end
    end
    for i=0..m-1
        for j=0..n-1
            if g[i,j] != randn()
                bad += 1
            end
        end
    end
    % expect: drawn 0
    print "drawn ", bad
    % transforms: there and back, and the sum of the squares
    F = fft2(u)
    back = real(ifft2(F))
    G = fft1(v)
    % expect: transformed 1 1 1 1
    print "transformed ", max(abs(back - u)) < 0.000002, " ", abs(sum(abs(F).^2)/numel(u)/sum(u.^2) - 1) < 0.000002, " ", abs(F[0,0] - sum(u)) < 0.01, " ", max(abs(ifft1(G) - v)) < 0.01
end
