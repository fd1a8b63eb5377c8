% Small forms that compiled loops, functions that they call and steps have to agree on.
function y = out_of_bounds(i)
    x : vec'safe = [1.0,2,3]
    x[5] = 9
    x[i+1] = 7
    y = [x[-5], x[1], x[2], x[9], x[i+8]]
end
function y = kinds(i)
    u = uint8([1,2])
    u[0] = 300 + i
    w = cast([1,2], uint8)
    w[1] = 257
    h = vec[half](2)
    h[0] = 0.1
    h[1] = 2049
    g = cast([1,2], half)
    g[0] = 4097
    y = [u[0], u[1], w[0], w[1], h[0], h[1], g[0], g[1]]
end
function y = chosen(i)
    x = [10,20,30,40]
    k = [[0,1],[2,3]]
    m = x[k]
    one = x[[i]]
    y = [m[1,:], size(m), numel(one), one]
end
function y = powers(i)
    p = 2.^[1,2]
    y = p/(2 + i)
end
function y = called_before(x)
    y = inner(x) + 1
    function z = inner(t)
        z = 2*t*x
    end
end
function y = sees_later(x)
    k = 3
    y = inner(x)
    function z = inner(t)
        z = k*t
    end
    k = 5
    y += inner(x)
end
function y = all_of(i)
    y = [called_before(i), sees_later(i)]
end
function [] = run(f, n)
    r = zeros(n)
    {!interpreted for}
    for i=0..1
        r = f(i)
    end
    print r
    for i=0..1
        r = f(i)
    end
    print r
end
run(out_of_bounds, 5)
% expect: [0,2,7,0,0]
% expect: [0,2,7,0,0]
run(kinds, 8)
% expect: [45,2,1,1,0.099975586,2048,4096,2]
% expect: [45,2,1,1,0.099975586,2048,4096,2]
run(chosen, 6)
% expect: [30,40,2,2,1,20]
% expect: [30,40,2,2,1,20]
run(powers, 2)
% expect: [0.6666667,1.3333334]
% expect: [0.6666667,1.3333334]
run(all_of, 2)
% expect: [3,6]
% expect: [3,6]
for i=0..2
    q = [10,20,30][[i]]
end
print q, " ", type(q)
% expect: [30] vec[int]
% Lambdas and nested functions that change what is around them.
function y = counted(i)
    s = 0
    f = k -> s += k
    f(3)
    f(i)
    v = [0,0,0]
    g = k -> v[k] = 5
    g(i)
    function [] = put(k)
        v[k] += 1
    end
    put(2)
    A = [[1,2],[3,4]]
    y = [s, v[0], v[1], v[2], A[1,0,0], A[i,1,0]]
end
run(counted, 6)
% expect: [4,0,5,1,3,4]
% expect: [4,0,5,1,3,4]
