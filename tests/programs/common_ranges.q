% Elementary functions take a short way for common arguments where many are computed together. Rare arguments among them, at every
% place of a vector, have the same bits as in short arrays, which are computed one element after the other.
function [] = check(name, together, alone)
    bad = 0
    for i = 0..numel(alone)-1
        if !(together[i] == alone[i] && 1/together[i] == 1/alone[i]) && !(isnan(together[i]) && isnan(alone[i]))
            bad += 1
        end
    end
    print name, " ", bad
end
function [] = main()
    n = 4900
    rare = [0.0, -1/inf, inf, -inf, inf-inf, 1.0, -1.0, 2.0^-126, 2.0^-127, -(2.0^-130), 2.0^22.9, 2.0^23, -(2.0^23), 2.0^30.5, 2.0^47.5, 2.0^31, 3.3*2.0^100, -(2.0^60.25), 0.5, 16777219.0]
    x = zeros(n)
    for i = 0..n-1
        x[i] = mod(i, 7) == 0 ? rare[mod(floor(i/7), 20)] : (i - 2450)*0.0137
    end
    e = zeros(n)
    for i = 0..n-1
        e[i] = mod(i, 11) - 5.5
    end
    y = zeros(n)
    alone = zeros(n)
    for i = 0..n-1
        y[i] = sin(x[i])
    end
    k = 0
    while k < 49
        alone[100*k..100*k+99] = sin(x[100*k..100*k+99])
        k += 1
    end
    check("sin", y, alone)
    % expect: sin 0
    for i = 0..n-1
        y[i] = cos(x[i])
    end
    k = 0
    while k < 49
        alone[100*k..100*k+99] = cos(x[100*k..100*k+99])
        k += 1
    end
    check("cos", y, alone)
    % expect: cos 0
    for i = 0..n-1
        y[i] = tan(x[i])
    end
    k = 0
    while k < 49
        alone[100*k..100*k+99] = tan(x[100*k..100*k+99])
        k += 1
    end
    check("tan", y, alone)
    % expect: tan 0
    for i = 0..n-1
        y[i] = log(x[i])
    end
    k = 0
    while k < 49
        alone[100*k..100*k+99] = log(x[100*k..100*k+99])
        k += 1
    end
    check("log", y, alone)
    % expect: log 0
    for i = 0..n-1
        y[i] = log2(x[i])
    end
    k = 0
    while k < 49
        alone[100*k..100*k+99] = log2(x[100*k..100*k+99])
        k += 1
    end
    check("log2", y, alone)
    % expect: log2 0
    for i = 0..n-1
        y[i] = log10(x[i])
    end
    k = 0
    while k < 49
        alone[100*k..100*k+99] = log10(x[100*k..100*k+99])
        k += 1
    end
    check("log10", y, alone)
    % expect: log10 0
    for i = 0..n-1
        y[i] = pow(x[i], e[i])
    end
    k = 0
    while k < 49
        alone[100*k..100*k+99] = pow(x[100*k..100*k+99], e[100*k..100*k+99])
        k += 1
    end
    check("power", y, alone)
    % expect: power 0
    for i = 0..n-1
        y[i] = x[i] > 1 ? sin(x[i]) + e[i] : cos(e[i])
    end
    #pragma force_serial
    for i = 0..n-1
        alone[i] = x[i] > 1 ? sin(x[i]) + e[i] : cos(e[i])
    end
    check("conditional", y, alone)
    % expect: conditional 0
end
