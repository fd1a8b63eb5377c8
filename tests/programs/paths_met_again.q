% A loop that is reached again and again with records and cells: what stands behind its paths may be something else each time.
type pair : mutable class
    a : ??
    b : ??
end
type point : class
    x : scalar
    y : int
end

function s = total(p, n : int)
    s = 0
    for i=0..n-1
        s += p.a*i + p.b
    end
end

% expect: total 12 13.5 9 12 [3,6,9] 12 13.5
function [] = totals()
    p = pair(a:=2, b:=2)
    q = pair(a:=2, b:=2.5)
    print "total ", total(p, 3), " ", total(q, 3), " ", total(pair(a:=1, b:=2), 3), " ", total(p, 3), " ", total(pair(a:=0, b:=[1,2,3]), 3), " ", total(p, 3), " ", total(q, 3)
end

% The same record under two names, of which one changes it, and two records.
function [] = pour(from, to, n)
    for i=1..n
        from.a -= 1
        to.b += from.a
    end
end

function [] = swap(p, q, n)
    for i=1..n
        p.a += q.a
        q.a += 1
    end
end

% expect: pour 7 24 3 10 | 4 15 | 7 24
% expect: swap 9 5 | 7 | 9 5
function [] = aliased()
    p = pair(a:=10, b:=0)
    q = pair(a:=5, b:=0)
    pour(p, q, 3)
    b = q.b
    a = p.a
    pour(q, p, 2)
    printf("pour %d %d %d %d", a, b, q.a, p.b + 3)
    p = pair(a:=7, b:=0)
    pour(p, p, 3)
    printf(" | %d %d", p.a, p.b)
    p = pair(a:=10, b:=0)
    q = pair(a:=5, b:=0)
    pour(p, q, 3)
    printf(" | %d %d\n", p.a, q.b)
    p = pair(a:=0, b:=0)
    q = pair(a:=2, b:=0)
    swap(p, q, 3)
    printf("swap %d %d", p.a, q.a)
    p.a = 0.5
    swap(p, p, 3)
    q.a = p.a
    printf(" | %d", int(q.a-4))
    p = pair(a:=0, b:=0)
    q = pair(a:=2, b:=0)
    swap(p, q, 3)
    printf(" | %d %d\n", p.a, q.a)
end

% Items at places that change, of other kinds, and some that are not there.
% expect: items 6 7.5 60 6 7.5 error 6
function s = of_items(c, k)
    s = 0
    for i=0..2
        s += i < numel(c) ? c[k]*(i+1) : 0
    end
end
function [] = items()
    c = `1, 1.25, 10'
    printf("items %g %g %g %g %g", of_items(c, 0), of_items(c, 1), of_items(c, 2), of_items(c, 0), of_items(c, 1))
    try
        of_items(c, 3)
    catch e
        printf(" error")
    end
    printf(" %g\n", of_items(c, 0))
end

% Kernels with records around them.
% expect: kernels 45 50 90 55.5 45
function s = launched(p)
    y = zeros(10)
    function [] = __kernel__ fill(y : vec, pos : int)
        y[pos] = pos*p.x + p.y
    end
    parallel_do(10, y, fill)
    s = sum(y)
end
function s = by_lambda(p)
    y = zeros(10)
    parallel_do(10, __kernel__ (pos) -> y[pos] = pos*p.a + p.b)
    s = sum(y)
end
function [] = kernels()
    p = point(x:=1, y:=0)
    q = pair(a:=1, b:=0.5)
    print "kernels ", launched(p), " ", launched(point(x:=0, y:=5)), " ", by_lambda(pair(a:=2, b:=0)), " ", by_lambda(q) + 5.5, " ", launched(p)
end

totals()
aliased()
items()
kernels()
