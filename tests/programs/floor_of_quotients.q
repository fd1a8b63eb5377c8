% floor(a/b) of arrays: the float quotient rounded down, in every way that it may be computed, and as part of a longer expression.
% Expected numbers: NumPy, with np.float32(k)/np.float32(7).
function [] = main()
    n = 6000
    k = ivec(n)
    v = zeros(n)
    for i=0..n-1
        k[i] = i*i*37 + 16777000
        v[i] = mod(i*37, 1009)/8
    end
    wrong = 0
    % expect: 192619008 0
    for round=0..9   % compiled after the first ones
        y = floor(k/7)
        for i=0..n-1
            q = k[i]/7
            wrong += y[i] != floor(q + 0)
        end
    end
    print y[n-1], " ", wrong
    % expect: 15705.3125 66000
    print sum(floor((2*v + 1)/3))/16, " ", sum(floor(k/7)/floor(k/7)) + 10*sum(floor(v/1000) + 1)
end
