% A name that held an int, and that every iteration gives a truth value, is one behind the loop as well. A declared int
% stays one.
x = [0.5,1,300,2]
t = 0
for i=0..3
    t = x[i] > 1
end
print not(t), " ", type(t)
% expect: 0 bool
m = 7
y = zeros(4)
for i=0..3
    m = isnan(x[i]) || x[i] > 200
    y[i] = not(m)
end
print y, " ", type(m), " ", m
% expect: [1,1,0,1] bool 0
% Some iterations alone: it may be either.
k = 0
for i=0..3
    if x[i] > 200
        k = true
    end
end
print k
% expect: 1
d = double(0.1)
for i=0..3
    d = x[i]
end
print type(d)
% expect: scalar
% A declared int is given truth values.
n : int = 0
for i=0..3
    n = true
    y[i] = not(n)
end
print y, not(n), " ", type(n)
% expect: [-2,-2,-2,-2]-2 int
n = 2.5
print n
% expect: 2
