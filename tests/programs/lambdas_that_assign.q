% A lambda that assigns to elements keeps the variables as they are where it is written, as one that gives a value does.
k = 1
v = zeros(3)
add = i -> v[i] += k
k = 100
add(0)
add(0)
print v
% expect: [2,0,0]

w = v
v = [7,8,9]
get = i -> v[i]
add(1)
print v, w, get(1)
% expect: [7,8,9][2,1,0]8

function y = filled(n)
    y = zeros(n)
    s = 2
    put = (i, x) -> y[i] = s*x
    s = 50
    for i=0..n-1
        put(i, i)
    end
end
print filled(4)
% expect: [0,2,4,6]

o = object()
o.count = 0
bump = n -> o.count += n
bump(3); bump(4)
print o.count
% expect: 7

m = 3
many = i -> (part = i*m; w[i] = part)
m = 50
many(2)
print w
% expect: [2,1,6]

% Near misses: a kernel sees them as they are when it is launched, and one that is given to parallel_do may be a plain lambda.
x = zeros(3)
c = 1
fill = __kernel__ (pos : int) -> x[pos] = c
c = 5
parallel_do(3, fill)
print x
% expect: [5,5,5]

plain = (pos) -> x[pos] = pos*c
parallel_do(3, plain)
print x
% expect: [0,5,10]

t = 0
parallel_do(3, (pos) -> t += x[pos])
print t
% expect: 15

parallel_do(3, (pos) -> x[pos] += c)
print x
% expect: [5,10,15]

% A function that it names may be given later.
twice = i -> x[i] = dbl(x[i])
dbl = e -> 2*e
twice(0)
print x
% expect: [10,10,15]
