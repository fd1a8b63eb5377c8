% v[i] = [] leaves out elements, A[i,:] = [] rows, A[:,j] = [] columns: the name has another array then, other names keep theirs.
v = [10,20,30,40,50]
w = v
v[1] = []
print v, w
% expect: [10,30,40,50][10,20,30,40,50]
v[[0,2]] = []
print v
% expect: [30,50]
v[end] = []
print v, " ", numel(v)
% expect: [30] 1
w[w > 25] = []
print w
% expect: [10,20]
A = [[1,2,3],[4,5,6],[7,8,9]]
A[1,:] = []
print A[0,:], A[1,:], size(A)
% expect: [1,2,3][7,8,9][2,3]
A[:,[0,2]] = []
print transpose(A)
% expect: [2,8]
B = reshape(0..23, 2, 3, 4)
B[:,:,1..2] = []
print size(B), B[1,2,:]
% expect: [2,3,2][20,23]
s = sum(ones(3,4), 0)
s[0..1] = []
print s, size(s)
% expect: [3,3][1,2]
z = complex([1.0,2], [3.0,4])
z[0] = []
print z
% expect: [2+4i]
m = [1,2,3] > 1
m[0] = []
print m, type(m)
% expect: [1,1]vec[bool]
c = {1, 2, 3}
c[1] = []
print numel(c), numel(c[1])
% expect: 30
o = object()
o.v = [1,2,3]
o.v[0] = []
print o.v
% expect: [2,3]
% A sieve in a loop, which is stepped.
function v = primes_to(n)
    v = 2..n
    k = 0
    while k < numel(v)
        v[v > v[k] && mod(v, v[k]) == 0] = []
        k += 1
    end
end
print primes_to(30)
% expect: [2,3,5,7,11,13,17,19,23,29]
function [] = queue()
    for i=0..1
        q = [i,5,6]
        total = 0
        for k=0..2
            total += q[0]
            q[0] = []
        end
        print total, numel(q)
    end
end
queue()
% expect: 110
% expect: 120
e = [1,2,3]
e[:] = []
print numel(e)
% expect: 0
try
    e = [1,2,3]
    e[3] = []
catch err
    print err
end
% expect: index 3 is out of range: 'e' has 3 elements along dimension 0
try
    A = ones(2,2)
    A[0,0] = []
catch err
    print err
end
% expect: elements are left out along one dimension
