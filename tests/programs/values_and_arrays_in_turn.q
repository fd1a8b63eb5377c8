% A short array that every iteration begins with is what the loop gives the name, whatever it was before: an array, a
% value of a fixed size, of other elements or extents.
y = zeros(4)
t = vec3(1,2,3)
for i=0..2
    t = [i,2.5,3]
    y[i] = t[0]
end
% loop 5: map
q = t
q[0] = 9
print t, q, type(t)
% expect: [9,2.5,3][9,2.5,3]vec
u = zeros(3)
for i=0..2
    u = vec3(i,2,3)
    y[i] = u[0]
end
% loop 15: map
q = u
q[0] = 9
print u, q, type(u)
% expect: [2,2,3][9,2,3]vec3
w = [1,2]
for i=0..2
    w = [i,2.5,3]
    y[i] = w[2]
end
% loop 25: map
print w, y, type(w)
% expect: [2,2.5,3][3,3,3,0]vec
x = [7,8]
m = [0.5,2]
for i=0..2
    m = [i > 0, i < 2]
end
print x[m], type(m)
% expect: [7]vec[bool]
% Only under a condition, which does not hold: it is what it was.
v = vec3(1,2,3)
for i=0..2
    if i > 5
        v = [1,2.5,3]
    end
    y[i] = v[2]
end
print v, type(v)
% expect: [1,2,3]vec3
% What the last assignment of every iteration gives is what the loop leaves, whatever it read before.
v = vec3(1,2,3)
for i=0..2
    v = v + [i,2.5,3]
end
q = v
q[0] = 9
print v, q, type(v)
% expect: [9,9.5,12][9,9.5,12]vec
v = vec3(1,2,3)
for i=0..2
    v = v + [i,2.5,3]
    v += vec3(1,1,1)
end
q = v
q[0] = 9
print v, q, type(v)
% expect: [9,12.5,15][9,12.5,15]vec
v = [1,2,3]
for i=0..2
    y[i] = v[0]
    v = vec3(i,1,1)
end
q = v
q[0] = 9
print v, q, type(v), y
% expect: [2,1,1][9,1,1]vec3[1,0,1,0]
m = [0.5,2]
for i=0..2
    y[i] = m[0]
    m = [i > 0, i < 2]
end
print x[m], type(m), y
% expect: [7]vec[bool][0.5,0,1,0]
v = [0.5,2]
for i=0..2
    y[i] = v[0]
    v = [i,1]
end
print v, type(v), y
% expect: [2,1]vec[int][0.5,0,1,0]
% Where that hangs on what ran, steps find out.
v = vec3(1,2,3)
for i=0..2
    if i == 1
        v = [i,2.5,3]
    end
    v = v + vec3(1,1,1)
end
q = v
q[0] = 9
print v, q, type(v)
% expect: [9,4.5,5][9,4.5,5]vec
v = vec3(1,2,3)
for i=0..2
    if i == 7
        v = [i,2.5,3]
    end
    v = v + vec3(1,1,1)
end
q = v
q[0] = 9
print v, q, type(v)
% expect: [4,5,6][9,5,6]vec3
