% Stores at listed places, remainders by arrays of ints, counts of ints and tests of complex numbers, of so many that a GPU which has them does it itself: against loops.

function bad = differences(x, y)
    bad = abs(numel(x) - numel(y))
    for k=0..min(numel(x), numel(y))-1
        if x[k] != y[k]
            bad += 1
        end
    end
end

function [] = main()
    n = 70000
    a = zeros(n)
    d = ivec(n)
    ix = ivec(n)
    for k=0..n-1
        a[k] = mod(k*977, 10007) - 5000
        d[k] = mod(k*31, 97) - 48
        ix[k] = mod(k*k, n)
    end
    d = d + (d == 0)

    y = a + 1
    y[ix] = a
    z = a + 1
    for k=0..n-1
        z[ix[k]] = a[k]
    end
    % expect: 0
    print differences(y, z)
    y[ix] = 3
    for k=0..n-1
        z[ix[k]] = 3
    end
    % expect: 0
    print differences(y, z)
    few = mod(ix, 100)
    y = zeros(100)
    y[few] += a                       % each place once, for the last that names it
    z = zeros(100)
    for k=0..n-1
        z[few[k]] = a[k]
    end
    % expect: 0
    print differences(y, z)
    try
        y[ix] = a                     % nothing is stored
    catch e
        % expect: index 100 is out of range: 'y' has 100 elements along dimension 0
        print e
    end
    % expect: 0
    print differences(y, z)

    r = mod(ix, d)
    p = periodize(ix, d)
    q = int(ix/d)
    bad = 0
    for k=0..n-1
        bad += r[k] != mod(ix[k], d[k]) || p[k] != periodize(ix[k], d[k]) || q[k] != int(ix[k]/d[k])
    end
    % expect: 0
    print bad
    try
        print sum(mod(ix, d - d[0]))
    catch e
        % expect: integer division by zero
        print e
    end

    few = mod(ix, 257) - 100
    [h, edges] = histogram(few, 256)  % edges are whole numbers; the last bin holds its upper one too
    counted = ivec(256)
    for k=0..n-1
        counted[min(few[k] + 100, 255)] += 1
    end
    % expect: 0 -100 156
    print differences(h, counted), " ", edges[0], " ", edges[256]
    h = histogram(cast(few + 100 - (few == 156), uint8), 255)
    counted = ivec(255)
    for k=0..n-1
        counted[min(few[k] + 100, 254)] += 1
    end
    % expect: 0
    print differences(h, counted)

    c = complex(a, 1.0*d)
    c[5] = complex(0.0/0.0, 1)
    c[7] = complex(1, 1.0/0.0)
    % expect: 1 1 69998
    print sum(isnan(c)), " ", sum(isinf(c)), " ", sum(isfinite(c))
    e = eye(300, 270)
    % expect: 270 270
    print sum(e), " ", sum(sum(e[0..269,:]*transpose(e[0..269,:])))
end
