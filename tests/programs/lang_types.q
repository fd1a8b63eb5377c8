% Types as values, conversions, declared variables.
print type(3), " ", type(1.5), " ", type([1,2]), " ", type([1.5,2]), " ", type("s"), " ", type(ones(2,2)), " ", type(zeros(2,2,2))
% expect: int scalar vec[int] vec string mat cube
print type(3) == int, type(ones(2,2)) == mat, type(ones(2,2), "mat"), type(ones(2,2), mat), type(3, "scalar")
% expect: 11110
print type(x -> x), " ", type(`1'), " ", type(object()), " ", type(1j), " ", type(true)
% expect: function cell object cscalar bool
print cast(3.7, int), " ", cast([1.5,2.5], int), " ", type(cast([1,2], scalar))
% expect: 3 [1,2] vec
print int(2.7), " ", int(-2.7), " ", uint8(300), " ", int8(200), " ", vec[uint8](3)
% expect: 2 -2 44 -56 [0,0,0]
t = mat[int]
print t(2,2)
% expect: [0,0]
% expect: [0,0]
x : scalar
s : string
y : ivec3
print x, " ", numel(s), " ", y
% expect: 0 0 [0,0,0]
n : int = 3.0
print n, " ", type(n)
% expect: 3 int
a : cube = [1,2,3]
print size(a)
% expect: [1,3,1]
print maxvalue(uint8), " ", minvalue(int16), " ", maxvalue(int)
% expect: 255 -32768 9223372036854775807
v : vec3 = [1,2,3]
w = v
w[0] = 9
print v, " ", w, " ", v*2, " ", v+w
% expect: [1,2,3] [9,2,3] [2,4,6] [10,4,6]
M : mat(2,2) = [[1,2],[3,4]]
print M*M
% expect: [ 7,10]
% expect: [15,22]
print M.*M
% expect: [ 1, 4]
% expect: [ 9,16]
function y = kind(T)
  y = T(2.9)
end
print kind(int), " ", kind(scalar)
% expect: 2 2.9
b : mat'circular = reshape(0..3, [2,2])
print b[-1,0], " ", b[5,-3]
% expect: 2 3
b = ones(2,2)
print b[7,7]
% expect: 1
c = zeros(2,2)
c = b
try
  print c[7,7]
catch e
  print e
end
% expect: index 7 is out of range: 'c' has 2 elements along dimension 0
u = mat[uint8](2,2)
u[0,0] = 300
u[0,1] = 255
u += 1
print u
% expect: [45, 0]
% expect: [ 1, 1]
print type(u), " ", type(u + u)
% expect: mat[uint8] mat[int]
