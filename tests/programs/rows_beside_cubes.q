% A vec is one row beside a cube as it is beside a matrix: whole arrays, large ones, loops and kernels.
c = zeros(2,3,2)
v = [1,2,3]
print (c+v)[1,2,:], " ", max(v, c)[0,1,1], " ", (c+v > 1 ? v : c)[0,2,0]
% expect: [3,3] 2 3
big = zeros(50,40,3)
row = 0..39
d = 2*big + row
print d[7,9,2], " ", sum(d.*row) == 150*sum(row.^2)
% expect: 9 1
function [] = __kernel__ k(c : cube, v : vec, y : vec, pos : int)
  s = c[0..1,0..2,0..1] + v[0..2]
  y[pos] = s[1,pos,0]
end
y = zeros(3)
parallel_do(3, c, v, y, k)
print y
% expect: [1,2,3]
c[:,:,:] = v
print c[1,:,0], c[0,2,:]
% expect: [1,2,3][3,3]
% What is stored into a slice is repeated along extents of 1, in loops as outside.
A = zeros(2,3)
B = zeros(2,3)
column = reshape([1,2],[2,1])
one = [5]
A[:,0..1] = column
A[:,2] = one[0..0]
for i=0..0
  B[:,0..1] = column
  B[:,2] = one[0..0]
end
print A, B
% expect: [1,1,5]
% expect: [2,2,5][1,1,5]
% expect: [2,2,5]
C = zeros(2,2,2)
C[:,:,0] = reshape([1,2],[2,1,1])
print C[:,:,0]
% expect: [1,1]
% expect: [2,2]
