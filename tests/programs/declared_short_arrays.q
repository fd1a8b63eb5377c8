% Short arrays of declared kinds: what they are given later is converted, in loops as outside, and `b : vec = a` is another name of
% an array of floats. Expected numbers: by hand, and the same loops stepped.
p : vec3 = [0,0,0]
p = [1,2,3]
p[0] = 0.5
print p, type(p)
% expect: [0.5,2,3]vec3
q : vec[uint8](3)
q[1] = 250
q += 10
print q, type(q)
% expect: [10,4,10]vec[uint8](3)
c : ivec2 = [3,5]
c = c*0.5
print c
% expect: [1,2]
c = zeros(4)
print c
% expect: [0,0,0,0]
function z = compiled(h : mat[half])
    z = zeros(2,12)
    for r=0..1
        p : vec3 = [0,0,0]
        p = [1,2,3]
        p[0] = 0.5
        q : vec[uint8](3)
        q[r] = 250
        q += 10
        c : ivec2 = [3,5]
        c = c*0.5
        s = vec[uint8](3)
        s += 300
        k : vec[half] = h[r,0..2]
        k[0] = 1/3
        k[1+r] += 1/7
        v : half = 1/3
        v += 1/3
        z[r,0..1] = [p[0], q[r]]
        z[r,2..3] = c
        z[r,4..6] = s
        z[r,7..9] = k
        z[r,10] = v
    end
end
function z = stepped(h : mat[half])
    z = zeros(2,12)
    {!interpreted for}
    for r=0..1
        p : vec3 = [0,0,0]
        p = [1,2,3]
        p[0] = 0.5
        q : vec[uint8](3)
        q[r] = 250
        q += 10
        c : ivec2 = [3,5]
        c = c*0.5
        s = vec[uint8](3)
        s += 300
        k : vec[half] = h[r,0..2]
        k[0] = 1/3
        k[1+r] += 1/7
        v : half = 1/3
        v += 1/3
        z[r,0..1] = [p[0], q[r]]
        z[r,2..3] = c
        z[r,4..6] = s
        z[r,7..9] = k
        z[r,10] = v
    end
end
h = mat[half](2,3)
z = compiled(h)
print z[0,:]
% expect: [0.5,4,1,2,44,44,44,0.33325195,0.14282227,0,0.6665039,0]
print sum(z != stepped(h))
% expect: 0
% Numbers that are declared without a value keep their type as well.
m : int
m = 2.7
w = zeros(2)
for i=0..1
    n : uint8
    n = 250
    n += 10
    w[i] = n
end
print m, " ", w
% expect: 2 [4,4]
{!interpreted for}
for i=0..1
    n : uint8
    n = 250
    n += 10
    w[i] = n
end
print w
% expect: [4,4]
