% An array of one element is a number in conditions and where an element is stored, in loops as outside; what is computed from
% it remains an array.
A = [[1.0,4,2,7],[3,3,5,0],[2,8,1,6]]
near = 0
first = A[:,0]
if transpose(first)*first < 20
    print "near"
end
% expect: near
for i = 0..3
    v = A[:,i] - A[:,0]
    d = transpose(v)*v
    if d < 20
        near += 1
    end
    t = sum(v, 0)
    while t > 1
        t = t/2
    end
end
print near, d, t, type(t)
% expect: 2[61][0.875]mat
g = zeros(4,4)
y = zeros(4)
for i = 0..3
    for j = 0..3
        v = A[:,i] - A[:,j]
        g[i,j] = transpose(v)*v
    end
    y[i] = sum(A[:,i],0) > 12 && sum(A[:,i],0) < 14 ? 1 : -sum(A[:,i],0)
end
print g[1,3], g[2,0], " ", y
% expect: 226 [-6,-15,-8,1]
z = zeros(4)
function [] = __kernel__ k(A : mat, z : vec, pos : int)
    v = A[0..2,pos]
    d = transpose(v)*v
    if d > 50
        z[pos] = d
    else
        z[pos] = -d
    end
end
parallel_do(4, A, z, k)
print z
% expect: [-14,89,-30,85]
% Beside a matrix an array of one element is a factor; of a number a condition selects the one element.
one = sum(sum(A,0),1)/21
M = [[1.0,2],[3,4]]
print M*one, one*M, [1,2]*one, numel(one*2*[[5.0],[6]])
% expect: [2,4]
% expect: [6,8][2,4]
% expect: [6,8][2,4]2
n = 3
print n[n > 2], numel(n[n > 5])
% expect: [3]0
function r = rows_and_matrices()
    r = zeros(3,2)
    for i = 0..2
        w = [1.0,i]
        m = [[1.0,2],[3,4]]
        u = transpose([1.0,2])
        r[i,0..1] = w*m + w - w*((w*u)*0.5)
    end
end
function r = stepped()
    r = zeros(3,2)
    {!interpreted for}
    for i = 0..2
        w = [1.0,i]
        m = [[1.0,2],[3,4]]
        u = transpose([1.0,2])
        r[i,0..1] = w*m + w - w*((w*u)*0.5)
    end
end
print rows_and_matrices(), max(abs(rows_and_matrices() - stepped()))
% expect: [1.5,  2]
% expect: [3.5,5.5]
% expect: [5.5,  7]0
s = 0
for i = 0..3
    v = A[:,i]
    if v > 2
        s += 1
    end
end
% error Q0301 at 83:8
