% A name that has a value before the loop, in which it is a slice of changing length and then something else.
x = [1.5,2,3]
y = zeros(3)
t = zeros(3)
for i=0..2
    t = x[0..i]
    t = sum(t)
    y[i] = t
end
% loop 5: map
print y, t
% expect: [1.5,3.5,6.5]6.5
t = zeros(20)
for i=0..2
    t = x[0..i]
    t = i*2
end
print t
% expect: 4
t = vec3(1,2,3)
for i=0..2
    t = x[0..i]
    t = sum(t)
end
% loop 21: map
print t
% expect: 6.5
t = zeros(2,2)
for i=1..0
    t = x[0..i]
    t = i*2
end
print t
% expect: [0,0]
% expect: [0,0]
% Only where a condition holds: it is what it was where it does not.
t = 7
for i=0..2
    if i > 5
        t = x[0..i]
        t = sum(t)
    end
end
print t
% expect: 7
t = 7
for i=0..2
    if i > 0
        t = x[0..i]
        t = sum(t)
    end
    y[i] = t
end
print y, t
% expect: [7,3.5,6.5]6.5
t = zeros(3)
for i=0..2
    if i == 2
        continue
    end
    t = x[0..i]
    t = sum(t)
    y[i] = t
end
print y, t
% expect: [1.5,3.5,6.5]3.5
% A complex number under whose name every iteration begins with a real one.
t = 1j
s = 0
for i=0..2
    t = x[i]
    s += t
end
% loop 70: reduction + s
print s, " ", t, type(t)
% expect: 6.5 3scalar
t = 1j
s = 0
for i=0..2
    t = i > 1
    s += t
end
print s, " ", t, type(t)
% expect: 1 1bool
t = 1j
for i=0..2
    if i > 5
        t = x[i]
    end
end
print t, " ", type(t)
% expect: 0+1i cscalar
t = 1j
s = 0
for i=0..2
    t = i
    s += t
    t = t*1j
end
print s, " ", t
% expect: 3 0+2i
