% A short array that a loop computes with as a whole, under two names: what is written by one of them is read by the other, and
% an array that nothing gives a new value stays the one that both have.
function y = largest(x, z, y)
    for i=0..numel(y)-1
        z[i] = 500 + i
        y[i] = max(x) + sum(x*1)
    end
end
x = [0.0,3,1,2]
print largest(x, copy(x), zeros(4)), largest(x, x, zeros(4)), largest(copy(x), x, zeros(4))
x = [0.0,3,1,2]
p = object()
p.x = x
c = {x, x}
z : vec'circular = x
y = zeros(4)
for i=0..3
    p.x[i] = i
    y[i] = norm(x*1)
end
print round(y*1000)
for i=0..3
    c[0][i] = 2*i
    y[i] = mean(x)
end
print y
for i=0..3
    z[i] = 5
    y[i] = std(x) + prod(x)
end
print round(y*1000)
x = zeros(3)
z = x
for i=0..2
    x[0] = 5
    z = z + 1
end
print x, z
% Behind a loop that gives it no new value, by a condition or by having no iteration.
function [] = doubled(t, from, limit)
    for i=from..2
        if i > limit
            t = t*2
        end
    end
    t[0] = 9
end
for limit=[0, 5]
    for from=[0, 3]
        x = [1.0,2,3]
        doubled(x, from, limit)
        print x
    end
end
t = [16777217,2,3]
k = [1,2,3]
s = 0.0
for i=1..0
    t = k/2
    s += t[0]
end
print t, type(t)
for i=0..2
    if i > 5
        t = k/2
        s += t[0]
    end
end
print t, type(t), s
% Places are asked of what orders, also into names that were numbers.
x = [5.0,6,1,7]
v = 0
at = 0
for i=0..3
    [v, at] = sort(x)
    y[i] = sum(at)
end
print y, v, at
for i=0..3
    [v, at] = max(x)
    y[i] = at + v
end
print y, v, " ", at
% expect: [9,9,9,9][1006,1505,2007,2509][2509,2509,2509,2509]
% expect: [3742,2449,3000,3742]
% expect: [1.5,1.75,2.25,3]
% expect: [241708,600816,750500,625000]
% expect: [5,0,0][8,3,3]
% expect: [1,2,3]
% expect: [9,2,3]
% expect: [9,2,3]
% expect: [9,2,3]
% expect: [16777217,2,3]vec[int]
% expect: [16777217,2,3]vec[int]0
% expect: [6,6,6,6][1,5,6,7][2,0,1,3]
% expect: [10,10,10,10]7 3
