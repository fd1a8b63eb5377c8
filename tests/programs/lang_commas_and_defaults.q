% Commas end headers and the last statement of a block; defaults are written = or :=, of fields as well; A \ b; what is caught has its text as
% e.message; true and false with extents; ... at the end of a line.
for i=0..1, print i, end
% expect: 0
% expect: 1
y = 0
if y == 0, y = 1, elseif y == 1, y = 2, else, y = 3, end
while y < 4, y += 1, end
print y
% expect: 4
for m=0..1, for n=0..1, if m != n, print m, n, end, end, end
% expect: 01
% expect: 10
try, error("bad ", 3), catch e, print e.message, end
% expect: bad 3
function [s, t] = f(x, n := 5, k : int := 2)
    s = x + n
    t = k
end
[s, t] = f(1)
print s, " ", t, " ", f(1, n := 2), " ", ((a, b := 3) -> a + b)(1)
% expect: 6 2 3 4
type part : class
    w : int := 7
    v : vec3 = [1,2,3]
    free = "any"
end
type whole : mutable class
    items : vec[int] = [1,2]
    inner : part
    none : ^whole
    rate : scalar = base()/4
end
function y = base()
    y = 2
end
a = whole()
a.items[0] = 9
b = whole(rate := 1)
print a.items, b.items, a.inner, a.rate, " ", b.rate
% expect: [9,2][1,2]part{w = 7, v = [1,2,3], free = "any"}0.5 1
type point : class
    x : scalar = 1.5
    y : scalar
end
function [] = in_loops()
    r = zeros(3)
    for i=0..2
        p = point(y := i)
        r[i] = p.x + p.y
    end
    print r
end
in_loops()
% expect: [1.5,2.5,3.5]
A = [[2.0,1],[1,3]]
print transpose(A \ [3.0,5]), transpose(A \ [[3.0],[5]]), 2 \ 6, 4 \ [2,4]
% expect: [0.8,1.4][0.8,1.4]3[0.5,1]
m = false(4)
m[1] = true
print m, true(1,2), type(false(2,2)), [5,6,7,8][m]
% expect: [0,1,0,0][1,1]mat[bool][6]
function [] = seen()
    n = 0
    for i=0..4
        seen = false(40)
        seen[i] = true
        n += sum(seen)
    end
    print n
end
seen()
% expect: 5
z = 1 + ... % of two lines
    2
print z
% expect: 3
