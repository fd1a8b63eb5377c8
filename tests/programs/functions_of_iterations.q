% A function that an iteration defines for itself is compiled with the loop: it keeps numbers as they are where it is written,
% and arrays are references.
function e = differences(x : mat, M : mat(3,3))
    [h, w] = size(x)
    y = zeros(h, w)
    z = zeros(h, w)
    for m = 0..h-1
        for n = 0..w-1
            scale = 0.5
            at = (i, j) -> scale*x[clamp(m+i, 0, h-1), clamp(n+j, 0, w-1)]
            scale = 100
            blend = t -> at(0, 0)*(1-t) + at(0, 1)*t
            s = 0.0
            for c = 0..2
                s += M[c,mod(m+n,3)]*blend(0.25*c)
            end
            y[m,n] = s
        end
    end
    {!interpreted for}
    for m = 0..h-1
        {!interpreted for}
        for n = 0..w-1
            s = 0.0
            {!interpreted for}
            for c = 0..2
                t = 0.25*c
                s += M[c,mod(m+n,3)]*(0.5*x[m,n]*(1-t) + 0.5*x[m,min(n+1,w-1)]*t)
            end
            z[m,n] = s
        end
    end
    e = max(abs(y-z))
end
seed(5)
print differences(rand(20,30), [[1.0,2,3],[4,5,6],[7,8,10]]) < 1e-5
% expect: 1
% What outlasts an iteration is a value: the loop runs step by step.
function y = kept(n)
    y = zeros(n)
    for i = 0..n-1
        if mod(i,2) == 0
            g = x -> x + 10*i
        end
        y[i] = g(1)
    end
end
print kept(5)
% expect: [1,1,21,21,41]
function y = last(n)
    for i = 0..n-1
        g = x -> x*i
    end
    y = g(2)
end
print last(4)
% expect: 6
function y = before(n)
    y = zeros(n)
    for i = 0..n-1
        if i > 0
            y[i] = g(i)
        end
        g = x -> x + 100*i
    end
end
print before(4)
% expect: [0,1,102,203]
function v = references(n)
    v = zeros(n)
    w = ones(n)
    for i = 0..n-1
        g = k -> w[k] + 1
        w[i] = i
        v[i] = g(i)
    end
end
print references(4)
% expect: [1,2,3,4]
% A short array is a reference as well, a value of declared size is kept as it is.
function r = first_written(a)
    p = [a, 2.0]
    f = k -> p[k]
    p[0] = 7
    r = f(0)
end
function y = short_arrays(x, n)
    y = zeros(n, 4)
    for i = 0..n-1
        y[i,0] = first_written(x[i])
        p = x[i..i+2]
        f = k -> p[k]
        p = p*2
        y[i,1] = f(mod(i,2)) + 100*p[mod(i,3)]
        q : vec3 = [x[i],1,2]
        g = k -> q[k]
        q[1] = 7
        y[i,2] = g(1)
        y[i,3] = g(mod(i,2)) + q[mod(i,3)]
    end
end
print short_arrays([1.0,2,3,4,5,6,7], 4)
% expect: [   7, 201,   1,   2]
% expect: [   7, 603,   1,   8]
% expect: [   7,1003,   1,   5]
% expect: [   7, 805,   1,   5]
% A fixed-size value from outside is read at a computed place; outside it fails with the lowest iteration.
function s = chosen(p : vec3, q : ivec)
    s = 0.0
    for i = 0..numel(q)-1
        s += p[q[i]]
    end
end
print chosen([1,20,300], [0,1,2,2,1])
% expect: 641
try
    print chosen([1,20,300], [0,1,2,3,1])
catch e
    print e
end
% expect: index 3 is out of range: 'p' has 3 elements along dimension 0
