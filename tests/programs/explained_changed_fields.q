% The report on loops that change fields in functions that they call says what the run does.
type heap : mutable class
    n : int
    total : scalar
end
type pair : class
    a : int
end
function [] = push(h : heap, x : scalar)
    h.n += 1
    h.total = h.total + x
end
function [] = bump(o)
    o.count += 1
end
function [] = of_its_own(p : pair)
    p.a += 1
end

h = heap()
for i = 0..99
    push(h, i)
end
print h.n, " ", h.total
% loop 21: reduction + h.n, + h.total
% expect: 100 4950

o = object()
o.count = 0
for i = 0..99
    bump(o)
end
print o.count
% loop 30: reduction + o.count
% expect: 100

p = pair(a := 1)
for i = 0..99
    of_its_own(p)
end
print p.a
% loop 38: interpreted R904
% expect: 1

% A parameter may have the name of another variable of the loop.
function y = drawn(k : heap)
    k.n = mod(7*k.n + 3, 101)
    y = k.n
end
k = 0
last = 0
for i = 0..99
    k = drawn(h)
    last = mod(2*last - k, 1000)
end
print k, " ", h.n, " ", last
% loop 52: serial R005
% expect: 100 100 -520
