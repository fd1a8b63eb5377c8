% A program's classes win against functions of the library and built-in ones; the library keeps its own.
type beta : class
    a : scalar
    b : scalar
end
type abs : class
    a : scalar
end
type max : class
    a : scalar
    b : scalar
end
type rank : class
    n : int
end
type filter : class
    a : vec
    b : vec
end
x = beta(1, 2)
q = abs(-3)
m = max(3, 4)
r = rank(4)
f = filter([1, 2], [3, 4])
print x.b, " ", q.a, " ", m.a, " ", r.n, " ", f.b
% expect: 2 -3 3 4 [3,4]
s = zeros(4)
for i = 0..3
    x = beta(i, 2)
    q = abs(-i)
    m = max(i, 4)
    r = rank(4)
    s[i] = x.a + q.a + m.b + r.n
end
print s
% expect: [8,8,8,8]
t = 0.0
for i = 0..3
    v = [1.0, i, 3]
    t += median(v) + norm(v)
end
print floor(1000*t)
% expect: 21579
print median([3.0, 1, 2]), " ", norm([3.0, 4]), " ", medfilt1([1.0, 5, 2, 3], 3)
% expect: 2 5 [1,2,3,2]
