% What a sized integer is given: an int wraps, a float saturates and NaN gives 0; elements, variables, parameters and outputs
% alike, and however the code runs.
function y : int8 = out_of(a)
    y = a + 100
end
function y : int8 = out_add(b)
    y = 100
    y += b
end
function y : int = par_of(a : uint8)
    y = a
end
function y : int = par_set(a : int8, b)
    a = b + 100
    y = a
end
function y = halved(a : int, b)
    a = b/2
    y = a
end
function [] = __kernel__ k(x : vec, n : vec[int], y : imat, pos : int)
    s : int8 = x[pos] + 100
    y[pos,0] = s
    s = x[pos] + 100
    y[pos,1] = s
    s = 100
    s += x[pos]
    y[pos,2] = s
    s = n[pos] + 100
    y[pos,3] = s
    t = shared[uint8](8)
    t[mod(pos,8)] = x[pos]
    y[pos,4] = t[mod(pos,8)]
    y[pos,5] = out_of(x[pos]) + out_add(n[pos])
    y[pos,6] = par_of(x[pos]) + par_set(1, x[pos])
    y[pos,7] = halved(1, n[pos])
end
function [] = __kernel__ limited(x : vec, low : int8, r : imat, pos : int)
    low = x[pos]
    r[pos,8] = low
end
function [] = main()
    x = [100.5, -400, nan, 7, -1e30]
    n = [100, -400, 200, 7, 3]
    e = vec[int8](1)
    native = imat(5, 9)
    for i=0..4
        s : int8 = x[i] + 100
        native[i,0] = s
        s = x[i] + 100
        native[i,1] = s
        s = 100
        s += x[i]
        native[i,2] = s
        s = n[i] + 100
        native[i,3] = s
        u : uint8 = 0
        u = x[i]
        native[i,4] = u
        native[i,5] = out_of(x[i]) + out_add(n[i])
        native[i,6] = par_of(x[i]) + par_set(1, x[i])
        native[i,7] = halved(1, n[i])
        e[0] = x[i]
        native[i,8] = e[0]
    end
    stepped = imat(5, 9)
    {!interpreted for}
    for i=0..4
        s : int8 = x[i] + 100
        stepped[i,0] = s
        s = x[i] + 100
        stepped[i,1] = s
        s = 100
        s += x[i]
        stepped[i,2] = s
        s = n[i] + 100
        stepped[i,3] = s
        u : uint8 = 0
        u = x[i]
        stepped[i,4] = u
        stepped[i,5] = out_of(x[i]) + out_add(n[i])
        stepped[i,6] = par_of(x[i]) + par_set(1, x[i])
        stepped[i,7] = halved(1, n[i])
        e[0] = x[i]
        stepped[i,8] = e[0]
    end
    launched = imat(5, 9)
    parallel_do(5, x, n, launched, k)
    parallel_do(5, x, 300, launched, limited)
    print native
    print stepped == native
    print launched == native
end
% expect: [ 127, 127, 127, -56, 100,  71, 227,  50, 100]
% expect: [-128,-128,-128, -44,   0,-172,-128,-200,-128]
% expect: [   0,   0,   0,  44,   0,  44,   0, 100,   0]
% expect: [ 107, 107, 107, 107,   7, 214, 114,   3,   7]
% expect: [-128,-128,-128, 103,   0, -25,-128,   1,-128]
% expect: [1,1,1,1,1,1,1,1,1]
% expect: [1,1,1,1,1,1,1,1,1]
% expect: [1,1,1,1,1,1,1,1,1]
% expect: [1,1,1,1,1,1,1,1,1]
% expect: [1,1,1,1,1,1,1,1,1]
% expect: [1,1,1,1,1,1,1,1,1]
% expect: [1,1,1,1,1,1,1,1,1]
% expect: [1,1,1,1,1,1,1,1,1]
% expect: [1,1,1,1,1,1,1,1,1]
% expect: [1,1,1,1,1,1,1,1,1]
