% The product of a vec and a matrix is a vec, in host code as in loops: a list of two indices chooses two of its elements.
A = [[1.0,2,3],[4,5,6]]
v = [1.0,10]
p = v*A
print p, p[[2,0]], type(p)
% expect: [41,52,63][63,41]vec

q = complex(v)*A
print type(q), real(q[[2,1]])
% expect: cvec[63,52]

k = [1,2]*[[1,2],[3,4]]
print type(k), k[[1,0]]
% expect: vec[int][10,7]

x = zeros(2,3)
for i=0..1
    r = v*A
    x[i,:] = r[[2,1,0]]
    e = r[[2,0]]
    x[i,0] += e[1]
end
print x[1,:]
% expect: [104,52,41]

w = ones(300)
B = ones(300,400)
s = w*B
print type(s), size(s), s[[399,0]], numel(s)
% expect: vec[1,400][300,300]400

{!interpreted for}
for i=0..0
    t = v*A*transpose(A)
    print type(t), t
end
% expect: vec[334,802]

% Near misses: a matrix of one row gives a matrix, whose two indices are a place; a column a column.
one = reshape(v, [1,2])
m = one*A
place = [0,2]
print type(m), m[place]
% expect: mat63
c = transpose(v)*p
print size(c), c[[1,2]]
% expect: [2,3]630
