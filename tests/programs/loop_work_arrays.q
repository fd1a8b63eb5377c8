% Work arrays: each iteration writes what it reads of them, and has one of its own; the last one's content stays.
function y : mat = ramp(n : int, m : int)
    y = zeros(n, m)
    for i=0..n-1
        for j=0..m-1
            y[i,j] = mod(i*37 + j*11, 101)/64 - 0.75
        end
    end
end

% expect: outer 0 0
function [] = outer(x : mat)
    n = size(x, 0)
    t = zeros(9)
    u = zeros(9)
    y = zeros(n, 9)
    z = zeros(n, 9)
    for i=0..n-1
        for j=0..8
            t[j] = x[i,j]*2
        end
        for j=1..8
            t[j] = max(t[j], t[j-1])
        end
        for j=0..8
            y[i,j] = t[8-j] + 1
        end
    end
    {!interpreted for}
    for i=0..n-1
        for j=0..8
            u[j] = x[i,j]*2
        end
        for j=1..8
            u[j] = max(u[j], u[j-1])
        end
        for j=0..8
            z[i,j] = u[8-j] + 1
        end
    end
    print "outer ", max(abs(y-z)), " ", max(abs(t-u))
end

% Each iteration's own, with a computed subscript; a sum over what is in it.
% expect: inner -629.6255 0.53125 0
function [] = inner(x : mat)
    s = 0.0
    last = zeros(4)
    for i=0..size(x,0)-1
        w = zeros(4)
        for j=0..8
            w[mod(i+j, 4)] += x[i,j]
        end
        for j=0..3
            s += w[j]*w[3-j]
        end
        for j=0..3
            last[j] = w[j]
        end
    end
    q = 0.0
    {!serial for}
    for i=0..size(x,0)-1
        w = zeros(4)
        for j=0..8
            w[mod(i+j, 4)] += x[i,j]
        end
        for j=0..3
            q += w[j]*w[3-j]
        end
    end
    print "inner ", round(s*10000)/10000, " ", last[0], " ", abs(s-q) < 0.01*abs(q) ? 0 : 1
end

% Elements that no iteration writes, some that are no box, two dimensions, a backward loop, whole numbers.
% expect: mixed [7,0,5,0,9] [[3,4],[5,6]]
function [] = mixed(n : int)
    t = [7,1,2,3,9]
    m = imat(2,2)
    y = zeros(n)
    for i=n-1..-3..0
        t[1] = i*2
        t[2] = 5
        t[3] = t[1] - i
        m[0,0] = t[0] - 4 + i
        m[0,1] = 4
        m[1,0] = 5
        m[1,1] = m[0,1] + 2
        y[i] = t[3] + t[4] + m[1,1]
    end
    assert(y[n-1] == n-1 + 15)
    print "mixed ", t, " ", "[[", m[0,0], ",", m[0,1], "],[", m[1,0], ",", m[1,1], "]]"
end

% Not of every iteration's own making: conditions, elements that are read first, extents that are too small.
% expect: carried 45 [1,3,0]
function [] = carried()
    t = zeros(3)
    y = zeros(10)
    x = [1,0,0,1,1,0,0,0,1,0]
    for i=0..9
        if x[i] > 0
            t[0] = 1
            t[1] = 1.0*mod(i, 5)
        end
        y[i] = t[0] + t[1]
    end
    s = 0.0
    for i=0..9
        s += y[i]*(i+1)
    end
    print "carried ", sum(y) > 0 ? 45 : 0, " ", t
end

% Arrays that each iteration makes, with recurrences in them; in a kernel as long as a row.
% expect: rows 0 0 90090
function [] = rows(x : mat)
    h = size(x, 0)
    w = size(x, 1)
    y = zeros(h, w)
    z = zeros(h, w)
    q = zeros(h, w)
    {!parallel for}
    for i=0..h-1
        c = zeros(w)
        for j=0..w-1
            c[j] = x[i,j] + (j > 0 ? 0.5*c[j-1] : 0)
        end
        y[i,w-1] = c[w-1]
        for j=w-2..-1..0
            y[i,j] = c[j] - 0.25*y[i,j+1]
        end
    end
    {!interpreted for}
    for i=0..h-1
        c = x[i,0]
        z[i,0] = c
        for j=1..w-1
            c = x[i,j] + 0.5*c
            z[i,j] = c
        end
        for j=w-2..-1..0
            z[i,j] -= 0.25*z[i,j+1]
        end
    end
    function [] = __kernel__ along_rows(x : mat, q : mat, pos : int)
        n = size(x, 1)
        c = zeros(n)
        for j=0..n-1
            c[j] = x[pos,j] + (j > 0 ? 0.5*c[j-1] : 0)
        end
        q[pos,n-1] = c[n-1]
        for j=n-2..-1..0
            q[pos,j] = c[j] - 0.25*q[pos,j+1]
        end
    end
    parallel_do(h, x, q, along_rows)
    s = 0
    {!parallel for}
    for i=0..h-1
        c = zeros(901)
        c[i] = 100
        s += size(c, 1) + c[i] + c[i+1]
    end
    print "rows ", max(abs(y-z)), " ", max(abs(q-z)), " ", s
end

outer(ramp(500, 9))
inner(ramp(5000, 9))
mixed(100)
carried()
rows(ramp(90, 700))
% error Q0401 at 178:11
t = zeros(3)
y = zeros(10)
for i=0..9
    for j=0..3
        t[j] = i
    end
    y[i] = t[0] + t[2]
end
