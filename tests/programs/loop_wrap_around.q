% Variables that carry a value from one iteration to the next without depending on more than it, and values that decide
% what a loop is when it is reached.
function y : vec = ramp(n : int)
    y = zeros(n)
    for i=0..n-1
        y[i] = mod(i*37, 101)/64 - 0.75
    end
end

% expect: one 0 last -0.328125
function [] = one(x : vec)
    n = numel(x)
    y = zeros(n)
    z = zeros(n)
    t = 0.25
    for i=0..n-1
        y[i] = x[i] - t
        t = x[i]
    end
    u = 0.25
    {!interpreted for}
    for i=0..n-1
        z[i] = x[i] - u
        u = x[i]
    end
    print "one ", max(abs(y-z)), " last ", t
    assert(t == u)
end

% expect: two 0
function [] = two(x : vec)
    n = numel(x)
    y = zeros(n)
    z = zeros(n)
    a = 3.0
    b = 5.0
    for i=n-1..-2..1
        y[i] = (x[i] + a + b)*0.333
        b = a
        a = x[i]*x[i]
    end
    c = 3.0
    d = 5.0
    {!interpreted for}
    for i=n-1..-2..1
        z[i] = (x[i] + c + d)*0.333
        d = c
        c = x[i]*x[i]
    end
    print "two ", max(abs(y-z))
    assert(a == c && b == d)
end

% expect: variation [20.984375,21.40625,21.40625]
function [] = variation(x : mat)
    v = zeros(size(x,0))
    for i=0..size(x,0)-1
        s = 0.0
        before = x[i,0]
        for j=1..size(x,1)-1
            s += abs(x[i,j] - before)
            before = x[i,j]
        end
        v[i] = s
    end
    print "variation ", v
end

% A loop that does not run leaves the variable as it was.
% expect: none 7
function [] = none(n : int)
    y = zeros(4)
    t = 7.0
    for i=0..n-1
        y[i] = t
        t = 1.0*i
    end
    print "none ", t
end

% expect: stride [91,1,2] [1,91,2] [1,1,92]
function y = strided(inc : int, from : int)
    y = [1.0, 1.0, 2.0]
    for i=0..89
        y[from + i*inc] += 1
    end
end

% A condition beside the comparison that would fail where the loop in order does not look.
% expect: guard 3
function [] = guarded(x : vec, k : ivec)
    m = 2.5
    for i=0..numel(x)-1
        if x[i] > m && x[k[i]] > 0
            m = x[i]
        end
    end
    print "guard ", m
end

one(ramp(100))
two(ramp(100))
variation(reshape(ramp(90), [3,30]))
none(0)
print "stride ", strided(0,0), " ", strided(0,1), " ", strided(0,2)
guarded([1.0,2,3,1], [9,9,0,9])
