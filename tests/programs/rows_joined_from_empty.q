% horzcat leaves out what is empty: the first numbers that a row is given say of what kind it is. In [v, e] it is floats.
g = []
for i=0..2
    g = horzcat(g, 16777217+i)
end
% loop 3: map
print g, type(g)
% expect: [16777217,16777218,16777219]vec[int]
h = []
for i=0..2
    h = [h, 16777217+i]
end
print h, type(h)
% expect: [16777216,16777218,16777220]vec
b = []
for i=0..2
    b = horzcat(b, i > 1)
end
print b, type(b)
% expect: [0,0,1]vec[bool]
w : vec[uint8](3) = [1,2,3]
u = []
for i=0..2
    u = horzcat(u, w[i])
end
print u, type(u)
% expect: [1,2,3]vec[int]
x = [0.5,1.5,2.5]
f = zeros(0)
for i=0..2
    f = horzcat(f, x[i], i)
end
print f, type(f)
% expect: [0.5,0,1.5,1,2.5,2]vec
function g = anew(n)
    for j=0..n
        g = []
        for i=0..j
            g = horzcat(g, 16777217+i)
        end
    end
end
g = anew(1)
print g, type(g)
% expect: [16777217,16777218]vec[int]
m = []
for i=0..2
    m = horzcat(m, i > 0 ? 0.5 : 1)
end
print m, type(m)
% expect: [1,0.5,0.5]vec
