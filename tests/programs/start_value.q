% The start value takes part exactly once; an empty loop leaves everything as it was.
s = 100
for i=1..10
    s += 1
end
print s
% expect: 110
m = 50.0
for i=1..10
    m = max(m, i)
end
print m
% expect: 50
t = 7
for i=1..0
    t += 1
end
print t
% expect: 7
d = 5
for i=10..-2..1
    d -= i
end
print d
% expect: -25
