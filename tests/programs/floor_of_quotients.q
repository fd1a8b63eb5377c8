% floor(a/b) and int(a/b) of ints are exact element by element, in every way that they may be computed, and as part of a longer
% expression; quotients of floats are rounded down as they are.
% Expected numbers: exact ones by Python's ints, those of v by NumPy.
function [] = main()
    n = 6000
    k = ivec(n)
    v = zeros(n)
    for i=0..n-1
        k[i] = (i - 3000)*9007199254741
        v[i] = mod(i*37, 1009)/8
    end
    wrong = 0
    % expect: 3858941509281179 -384416 0 1
    for round=0..9   % compiled after the first ones
        a = floor(k/7)
        b = int(k/7)
        c = floor(k/(-3))
        d = floor(100000000000007/(k + 1))
        for i=0..n-1
            q = k[i] + 1
            wrong += a[i] != floor(k[i]/7)
            wrong += b[i] != int(k[i]/7)
            wrong += c[i] != floor(k[i]/(-3))
            wrong += d[i] != floor(100000000000007/q)
        end
    end
    print a[n-1], " ", sum(mod(a, 1000003)), " ", wrong, " ", type(a, ivec)
    % expect: 15705.3125 66000
    print sum(floor((2*v + 1)/3))/16, " ", sum(floor((k + 1)/7) == floor((k + 1)/7)) + 10*sum(floor(v/1000) + 1)
    small = [7, -8, 9]
    bytes = cast([200, 100, 7], uint8)
    % expect: [3,-4,4] [3,-4,4] [-4,4,-5] [66,33,2]
    print floor(small/2), " ", int(small/2), " ", floor(small/(-2)), " ", floor(bytes/3)
    try
        print floor(k/k)
    catch e
        print e
    end
    % expect: integer division by zero
end
