% Quotients and remainders of arrays of ints by a number that the statement or loop does not know: small ones as doubles, any others
% one by one. Expected: the same of each element alone.
function bad : int = wrong(x, d : int)
    r = mod(x, d)
    p = periodize(x, d)
    y = vec[int](numel(x))
    z = vec[int](numel(x))
    for i = 0..numel(x)-1
        y[i] = int(x[i]/d)
        z[i] = mod(x[i], d)
    end
    bad = 0
    #pragma force_serial
    for i = 0..numel(x)-1
        t = int(x[i]/d)
        m = x[i] - d*t
        bad += r[i] != m || y[i] != t || z[i] != m || p[i] != (m < 0 ? m + abs(d) : m)
    end
end
function [] = main()
    n = 5003
    k = (0..n-1) - 2500
    large = k*858993
    huge = k*3689348814741910
    edges = copy(k)
    for i = 0..n-1
        edges[i] = (mod(i, 3) - 1)*2147483647 + mod(i, 5) - 2
    end
    least = shl(1, 63)
    edges[77] = least
    bad = 0
    for d = [1, 2, 3, 7, 10, 97, 1000, 65536, 46341, 2147483646, 2147483647, 2147483648, 4294967297, -1, -2, -7, -2147483648, -3000000000]
        bad += wrong(k, d) + wrong(large, d) + wrong(huge, d) + wrong(edges, d)
    end
    % expect: 0
    print bad
    zero = 0
    try
        print sum(mod(k, zero))
    catch e
        % expect: integer division by zero
        print e
    end
    try
        y = vec[int](n)
        for i = 0..n-1
            y[i] = int(k[i]/zero)
        end
    catch e
        % expect: integer division by zero
        print e
    end
end
