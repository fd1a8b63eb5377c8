% p = vertcat(p, row) lets the matrix grow in place where nothing else holds it.
function p = grown(n : int, keep)
    p = zeros(0,2)
    q = p
    for i=0..n-1
        v = [i, mod(i*7919,1000)]
        if keep && i == 5
            q = p
        end
        p = vertcat(p, v)
    end
    if keep
        print size(q), q[4,:], sum(p[0..4,:] - q)
    end
end
p = grown(100000, false)
print size(p), type(p), sum(p)
% expect: [100000,2]mat[int]5049900000
p = grown(10, true)
% expect: [5,2][4,676]0
print p[9,:]
% expect: [9,271]

% Rows of ints below floats, several rows at once, and what is no row of the matrix.
a = ones(1,3)*0.5
for i=1..3
    a = vertcat(a, [i,i,i], ones(2,3))
end
print size(a), type(a), sum(a)
% expect: [10,3]mat37.5
b = imat(1,2)
b = vertcat(b, [0.5,1])
print type(b), b[1,:]
% expect: mat[0.5,1]
try
    a = vertcat(a, [1,2])
catch e
    print e
end
% expect: 'vertcat' of 10 x 3 and 1 x 2: they differ along dimension 1
a = vertcat(a, a)
print size(a), sum(a)
% expect: [20,3]75
a = vertcat(a, zeros(0,3))
print size(a)
% expect: [20,3]
c = a
a = vertcat(a, [1,1,1])
print size(a), size(c)
% expect: [21,3][20,3]
d = a[0..1,:]
function r = row(m)
    m[0,0] = 7
    r = [1,2,3]
end
d = vertcat(d, row(d))
print d[0,0], d[2,:], size(d)
% expect: 7[1,2,3][3,3]
