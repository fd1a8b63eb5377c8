% Of two failures in an iteration the one is reported that the text meets first, also where a function is called between
% them, or one of them stands under a condition.
function y = twice(a)
    y = a*2
end
function y = summed(a)
    y = 0.0
    for k=0..3
        y += a*k
    end
end
function w = map(x, z, w)
    for i=-1..0
        w[i+1] = min(x[i], twice(z[i]))
    end
end
function w = of_ints(k, n, w)
    for i=0..1
        w[i] = mod(7, k[i]) + twice(n[i+9])
    end
end
function w = update(x, w, at)
    for i=0..1
        for j=0..2
            w[i+at] = max(w[i+at], twice(x[j+5]))
        end
    end
end
function s = total(x, z)
    s = 0.0
    for i=3..5
        s += x[i]*summed(z[i+1])
    end
end
function w = guarded(x, z, w)
    for i=2..5
        w[0] = i < 3 && x[i+4] > 0 ? x[i] : summed(z[i]) + x[i]
    end
end
function z = of_one_arm(c, e, u, z, by)
    for i=0..0
        for j=-1..by
            z[i] = z[i] + ((c ? e[j] : 1) + twice(u[j]))
        end
    end
end
function t = truths(c, e, u)
    t = false
    for i=3..5
        t = t || ((c || e[i] > 1) && twice(u[i]) > 5)
    end
end
x = ones(4)
z = ones(4)
w = zeros(2)
try
    map(x, z, w)
catch e
    print e
end
try
    of_ints([3,0], [1,2,3], w)
catch e
    print e
end
try
    of_ints([0,0], [1,2,3], w)
catch e
    print e
end
try
    update(x, w, 7)
catch e
    print e
end
try
    update(x, w, 0)
catch e
    print e
end
try
    print total(x, z)
catch e
    print e
end
try
    guarded(ones(3), z, w)
catch e
    print e
end
try
    guarded(ones(9), z, w)
catch e
    print e
end
for c=[true,false]
    for by=[-1,-0.5]
        try
            of_one_arm(c, x, ones(3), w, by)
        catch e
            print e
        end
    end
    try
        print truths(c, ones(4), ones(3))
    catch e
        print e
    end
    try
        print truths(c, ones(3), ones(4))
    catch e
        print e
    end
end
% expect: index -1 is out of range: 'x' has 4 elements along dimension 0
% expect: index 9 is out of range: 'n' has 3 elements along dimension 0
% expect: integer division by zero
% expect: index 7 is out of range: 'w' has 2 elements along dimension 0
% expect: index 5 is out of range: 'x' has 4 elements along dimension 0
% expect: index 4 is out of range: 'z' has 4 elements along dimension 0
% expect: index 6 is out of range: 'x' has 3 elements along dimension 0
% expect: index 4 is out of range: 'z' has 4 elements along dimension 0
% expect: index -1 is out of range: 'e' has 4 elements along dimension 0
% expect: index -1 is out of range: 'e' has 4 elements along dimension 0
% expect: index 3 is out of range: 'u' has 3 elements along dimension 0
% expect: index 4 is out of range: 'u' has 4 elements along dimension 0
% expect: index -1 is out of range: 'u' has 3 elements along dimension 0
% expect: index -1 is out of range: 'u' has 3 elements along dimension 0
% expect: index 4 is out of range: 'e' has 4 elements along dimension 0
% expect: index 3 is out of range: 'e' has 3 elements along dimension 0
