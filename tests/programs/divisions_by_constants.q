% Quotients and remainders by constants of numbers that fit 32 bits, of numbers that do not, and of both side by side.
% Expected numbers: Python's ints, wrapped to 64 bits.
function x = numbers(n : int)
    x = ivec(n)
    for i=0..n-1
        v = i*i*i*2654435761 + i*40503 - 12345
        if mod(i,5) == 0
            v = int(v/4294967296)
        elseif mod(i,5) == 1
            v = i - 1000
        elseif mod(i,5) == 2
            v = -2147483648 + mod(i,7) - 3
        elseif mod(i,5) == 3
            v = 2147483647 + mod(i,7) - 3
        end
        x[i] = v
    end
end
function s : int = weighed(y : ivec)
    s = 0
    for i=0..numel(y)-1
        s += y[i]*(mod(i,97) + 1)
    end
end
% expect: -5373342775404189422 -5373342775404164515 21906
% expect: -2302861189458965280 -2302861189458933967 66130
% expect: 232671574749671642 232671574749704885 31127
% expect: 6881440795097616760 6881440795097653275 2898372
% expect: 15866479019652902 15866479019689590 11062400967
% expect: 2302861189458880578 2302861189458933967 66130
% expect: 3977846098
function [] = main()
    x = numbers(2000)
    n = numel(x)
    f = ivec(n)
    t = ivec(n)
    m = ivec(n)
    for i=0..n-1
        f[i] = floor(x[i]/(3))
        t[i] = int(x[i]/(3))
        m[i] = mod(x[i], 3)
    end
    print weighed(f), " ", weighed(t), " ", weighed(m)
    for i=0..n-1
        f[i] = floor(x[i]/(7))
        t[i] = int(x[i]/(7))
        m[i] = mod(x[i], 7)
    end
    print weighed(f), " ", weighed(t), " ", weighed(m)
    for i=0..n-1
        f[i] = floor(x[i]/(10))
        t[i] = int(x[i]/(10))
        m[i] = mod(x[i], 10)
    end
    print weighed(f), " ", weighed(t), " ", weighed(m)
    for i=0..n-1
        f[i] = floor(x[i]/(255))
        t[i] = int(x[i]/(255))
        m[i] = mod(x[i], 255)
    end
    print weighed(f), " ", weighed(t), " ", weighed(m)
    for i=0..n-1
        f[i] = floor(x[i]/(1000003))
        t[i] = int(x[i]/(1000003))
        m[i] = mod(x[i], 1000003)
    end
    print weighed(f), " ", weighed(t), " ", weighed(m)
    for i=0..n-1
        f[i] = floor(x[i]/(-7))
        t[i] = int(x[i]/(-7))
        m[i] = mod(x[i], -7)
    end
    print weighed(f), " ", weighed(t), " ", weighed(m)
    k = periodize(x, 251)
    for i=0..n-1
        f[i] = int(k[i]/3)*1000 + mod(k[i], 7)
    end
    print weighed(f)
end
