% b = a of a vec3 is a copy in loops too, and in functions that they call; of [i,1,2] it is another name of the array.
% loop 16: map
% loop 43: map
% loop 83: map
% loop 104: scan + pos, max far, + n
% loop 118: map
% loop 137: interpreted R904
% loop 218: interpreted R903
% expect: values [3,4,5] [2,2,2] [1,2,3] [4,4,4]
function [] = values()
    y = zeros(3)
    z = zeros(3)
    w = zeros(3)
    v = zeros(3)
    outside = vec3(1,1,2)
    for i=0..2
        a = vec3(i,1,2)
        b = a
        b += 1
        y[i] = sum(a)
        b = a
        c = a
        c[1] = 50
        z[i] = max(a)
        d = ivec2(i,1)
        e = d
        e += 1
        w[i] = dotprod(d,[1,1])
        f = outside
        f += 1
        v[i] = sum(outside)
    end
    print "values ", y, " ", z, " ", w, " ", v
end

% What is computed from such values alone is one; what an array takes part in is an array, but an update leaves the kind.
% expect: computed [3,4,5] [6,7,8] [6,7,8] [3,4,5]
function [] = computed()
    y = zeros(3)
    z = zeros(3)
    w = zeros(3)
    v = zeros(3)
    for i=0..2
        a = vec3(i,1,2) + 0
        b = a
        b += 1
        y[i] = sum(a)
        c = vec3(i,1,2) + [0,0,0]
        d = c
        d += 1
        z[i] = sum(c)
        e = vec3(i,1,2)
        e += [1,1,1]
        g = e
        g += 1
        w[i] = sum(e)
        h = i > 5 ? vec3(0,0,0) : vec3(i,1,2)
        k = h
        k *= 2
        v[i] = sum(h)
    end
    print "computed ", y, " ", z, " ", w, " ", v
end

function r = raised(p)
    r = p
    r += 1
end
function s = first_left(p)
    q = p
    q[0] = 100
    s = p[0]
end
function q = unit(i)
    q = vec3(i,1,2)
end
% expect: called [6,7,8] [3,4,5] [0,1,2] [3,4,5]
function [] = called()
    y = zeros(3)
    z = zeros(3)
    w = zeros(3)
    v = zeros(3)
    for i=0..2
        a = vec3(i,1,2)
        b = raised(a)
        y[i] = sum(b)
        z[i] = sum(a)
        w[i] = first_left(a)
        p = unit(i)
        q = p
        q[0] = 9
        v[i] = sum(p)
    end
    print "called ", y, " ", z, " ", w, " ", v
end

% A ray that remembers where it was.
% expect: path 3 3.741657 [3,6,9]
function [] = path()
    pos = vec3(0,0,0)
    step = vec3(1,2,3)
    n = 0
    far = 0.0
    for k=0..2
        old = pos
        pos += step
        far = max(far, norm(pos - old))
        n += 1
    end
    print "path ", n, " ", sprintf("%.6f", far), " ", pos
end

% Arrays of three numbers keep their two names.
% expect: arrays [6,7,8] [50,50,50]
function [] = arrays()
    y = zeros(3)
    z = zeros(3)
    for i=0..2
        a = [i,1,2]
        b = a
        b += 1
        y[i] = sum(a)
        c = [i,1,2]
        d = c
        d[1] = 50
        z[i] = max(c)
    end
    print "arrays ", y, " ", z
end

% A name that is a value here and an array there.
% expect: both 7 10 4
function [] = both()
    s = 0.0
    t = 0.0
    u = 0.0
    for i=0..0
        a = vec3(1,1,2)
        if i == 0
            a = a + [1,1,1]
        end
        b = a
        s += sum(b)
        b += 1
        t += sum(a)
        c = vec3(1,1,2)
        d = c
        d += 1
        u += sum(c)
    end
    print "both ", s, " ", t, " ", u
end

% What a loop does to elements is there after it, whichever way the elements are named; so is what it counts in them.
% expect: left [5,1,2] [5,6,2] [7,1,7] [3,2] [12,1,2] 33 [9,9] [10,10] 10+0i
function [] = left()
    a = vec3(9,1,2)
    b = a
    c = a
    d = ivec2(3,4)
    e = a
    s = 0.0
    for j=0..2
        a[0] = 5
        b[0..1] = [5,6]
        c[c > 1.5] = 7
        d[1] = j
    end
    for j=0..2
        e[0] = e[0] + 1
        s += e[0]
    end
    f = vec2(0,0)
    z = 0 + 0i
    for i=0..9
        t = f
        f = t + 1
        w = z
        z = w + 1
    end
    print "left ", a, " ", b, " ", c, " ", d, " ", e, " ", s, " ", t, " ", f, " ", z
end

% Names that change hands: Fibonacci's numbers, and Verlet's steps.
% expect: hands [55,55] [89,89] 11
function [] = hands()
    a = vec2(0,0)
    b = vec2(1,1)
    for i=0..9
        t = a
        a = b
        b = t + b
    end
    x = vec2(1,1)
    p = vec2(2,2)
    for i=0..8
        prev = p
        p = 2*p - x
        x = prev
    end
    print "hands ", a, " ", b, " ", p[0]
end

% A lambda changes the value around it, as it does a number's; a nested function has its own.
% warning Q0203
% expect: kept [16,2,3] [1,2,3]
function [] = kept()
    d : vec3 = [1,2,3]
    f = i -> d[0] += i
    f(5)
    for i=0..9
        f(1)
    end
    e : vec3 = [1,2,3]
    function [] = g(i)
        e[0] += i
    end
    for i=0..9
        g(1)
    end
    print "kept ", d, " ", e
end

values()
computed()
called()
path()
arrays()
both()
left()
hands()
kept()
