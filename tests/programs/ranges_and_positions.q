% One index of a matrix: a vector with one number for each dimension is a position, a range or a list of another length names
% elements by their row-major index; in loops as outside.
x = reshape(0..11, [3,4])
z = x*1j
p = [1,2]
print x[1..2], x[p], x[[1,2]], x[[11,6,10]], x[2..-1..1]
% expect: [1,2]66[11,6,10][2,1]
r = zeros(3)
t = zeros(3)
for i=0..2
  y = x[[11,6,10]]
  r[i] = y[i] + x[p]
  w = z[[i,6,10]]
  t[i] = imag(w[0])
end
print r, t
% expect: [17,12,16][0,1,2]
x[1..2] = 50
x[p] = 60
print x[0,:], x[1,:]
% expect: [0,50,50,3][4,5,60,7]
for i=0..0
  picked = x[[true,false,false,false,false,true,true,false,false,false,false,false]]
  x[[true,false,true],0] = -1
end
print picked, " ", x[0..2,0]
% expect: [0,5,60] [-1]
% expect: [ 4]
% expect: [-1]
% A number has one element, in loops and kernels too.
function s = total(x)
  s = 0
  for i=0..numel(x)-1
    s += x[i]
  end
end
print total(5), " ", total([1,2]), " ", total(2j)
% expect: 5 3 0+2i
function [] = __kernel__ k(n : scalar, y : vec, pos : int)
  y[pos] = n[0] + n[pos]
end
y = zeros(2)
parallel_do(2, 5.5, y, k)
print y
% expect: [11,5.5]
n = 3
try
  for i=0..1
    y[i] = n[i]
  end
catch e
  print "outside"
end
% expect: outside
