% Library functions of system.q against values computed by hand.
import "system.q"
import "Quasar/System.Library/system.q"
print isempty([]), isempty([1]), isscalar(3), isvector([1,2,3]), isvector(ones(2,2)), isreal([1.0,2]), iscomplex(2j)
print nextpow2(5), " ", nextpow2(64), " ", nextpow2([3,9,16])
try
    print nextpow2(1e30)
catch e
    print e
end
print vertcat([1,2],[3,4])
print horzcat([1,2],[3,4])
print size(cat(2, ones(2,2), zeros(2,2))), sum(cat(2, ones(2,2), zeros(2,2)))
print fliplr([1,2,3])
print flipud([[1,2],[3,4]])
print rot90([[1,2],[3,4]])
print circshift([1,2,3,4], 1), circshift([[1,2],[3,4]], [1,1])
print diag([[1,2],[3,4]])
print diagm([1,2])
print trace([[1,2],[3,4]])
print kron([[1,2],[3,4]], [[0,1]])
print tril([[1,2],[3,4]])
print cross([1,0,0],[0,1,0])
[gx, gy] = meshgrid(0..2, 0..1)
print gx
print gy
c = cell(2)
c[0] = [1,2]
d = cell(2)
d[0] = 3
d[1] = [4,5]
c[1] = d
l = lincell(c)
print numel(l), l[2]
l[0][1] = 7
print c[0]
% A program's own definition comes first, and the library does not call it.
function y = numel_twice(x)
    y = 2*numel(x)
end
function y = cat(a)
    y = a + 1
end
print cat(1), cat(1, [1], [2])
print vertcat([1],[2])
% expect: 1011011
% expect: 8 64 [4,16,16]
% expect: nextpow2: beyond 2^62
% expect: [1,2]
% expect: [3,4]
% expect: [1,2,3,4]
% expect: [2,2,2]4
% expect: [3,2,1]
% expect: [3,4]
% expect: [1,2]
% expect: [2,4]
% expect: [1,3]
% expect: [4,1,2,3][4,3]
% expect: [2,1]
% expect: [1,4]
% expect: [1,0]
% expect: [0,2]
% expect: 5
% expect: [0,1,0,2]
% expect: [0,3,0,4]
% expect: [1,0]
% expect: [3,4]
% expect: [0,0,1]
% expect: [0,1,2]
% expect: [0,1,2]
% expect: [0,0,0]
% expect: [1,1,1]
% expect: 3[4,5]
% expect: [1,7]
% expect: 2[1,2]
% expect: [1]
% expect: [2]
% An assertion that is taken back.
a = 3
assert(a == 3)
unassert(a)
y = zeros(1,5000)
for i = 0..4999
    y[i] = i + a
    unassert(a)
end
print sum(y)
% expect: 12512500

% vector products: rows, columns, of matrices row by row or column by column, complex ones, in loops
p = [[1.,2,3],[4,5,6]]
q = [[1.,0,1],[0,1,0]]
print cross(p, q), " ", size(cross([[1],[2],[3]], [[0],[1],[5]])), cross(transpose(p), transpose(q), 0) == transpose(cross(p, q, 1))
% expect: [ 2, 2,-2]
% expect: [-6, 0, 4] [3,1][1,1]
% expect: [1,1]
% expect: [1,1]
print cross([1,2,3]*1j, [0,1,5])[0], type(cross([1.0,2,3], [0,1,5]))
% expect: 0+7ivec
n = zeros(2)
for k = 0..1
    n[k] = sum(cross(p[k,:], q[k,:]))
end
print n
% expect: [2,-2]
try
    cross(ones(4,2), ones(4,2))
catch e
    print e
end
% expect: cross: matrices of 4 x 2 and 4 x 2; vectors of 3 elements lie along the dimension
