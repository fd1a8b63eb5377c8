% A type behind an element or a field that is assigned is that of the value, which is converted before it is stored, on every road.
e = zeros(4)
{!interpreted for}
for i=0..3
    e[i] : int8 = i*1.6 - 2.5
end
f = zeros(4)
for i=0..3
    f[i] : int8 = i*1.6 - 2.5
end
g = zeros(4)
{!parallel for}
for i=0..3
    g[i] : int8 = i*1.6 - 2.5
end
h = zeros(2,2)
for i=0..1
    for j=0..1
        h[i,j] : uint8 = 300 + i - 10*j
    end
end
k = zeros(2,2)
for i=0..1
    for j=0..1
        k[i,j] : uint8 = 300 + i - 10*j
        print "stepped ", k[i,j]
    end
end
p = object()
p.x : int = 2.75
p.v = [1.0,2,3]
p.v[1] : int8 = 300
print e, f, g, h - k, p.x, " ", p.v
% expect: stepped 44
% expect: stepped 34
% expect: stepped 45
% expect: stepped 35
% expect: [-2,0,0,2][-2,0,0,2][-2,0,0,2][0,0]
% expect: [0,0]2 [1,44,3]
