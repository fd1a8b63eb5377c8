% The boundary mode belongs to the variable.
x : vec'circular = [10.0, 20.0, 30.0]
y : vec'mirror = [10.0, 20.0, 30.0]
z : vec'clamped = [10.0, 20.0, 30.0]
s : vec'safe = [10.0, 20.0, 30.0]
print x[-1], " ", x[4], " ", y[-1], " ", y[3], " ", z[-5], " ", z[9], " ", s[3]
% expect: 30 20 20 30 10 30 0
t = 0.0
for i=-3..5
    t += x[i]
end
print t
% expect: 180

% A variable that is made from another one has its mode; a declared one, a copy and what a function gives have their own.
w = x
print w[-1], " ", w[-1..1]
% expect: 30 [30,10,20]
u : vec'clamped = x
print u[-1]
% expect: 10
r = 0.0
for i=-2..4
    r += w[i]
end
print r
% expect: 140
function q = wrapped_twice(p : vec'circular)
    copied = p
    q = copied
    q[0] = q[3] + copied[-3]
end
v = wrapped_twice(copy(x))
print v
% expect: [20,20,30]
function [] = __kernel__ shifted(p : vec'circular, q : vec, pos : int)
    of_p = p
    q[pos] = of_p[pos+1]
end
parallel_do(3, x, v, shifted)
print v
% expect: [20,30,10]
try
    print v[3]
catch e
    print e
end
% expect: index 3 is out of range: 'v' has 3 elements along dimension 0
