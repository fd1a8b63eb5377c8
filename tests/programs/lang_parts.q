% One value for several names, in loops, kernels and functions that are inlined.
x = ones(3,4)
[m, n] = size(x)
for i = 0..m-1
  for j = 0..n-1
    x[i,j] = i*n + j
  end
end
print x
% expect: [ 0, 1, 2, 3]
% expect: [ 4, 5, 6, 7]
% expect: [ 8, 9,10,11]
total = 0
for k = 0..3
  [rows, columns, channels] = size(x)
  total += rows*100 + columns*10 + channels
end
print total
% expect: 1364
function y = corner(p : ivec2)
  [a, b] = p
  y = 10*a + b
end
s = 0
for k = 1..3
  s += corner([k, k+1])
end
print s
% expect: 69
y = zeros(2,3)
function [] = __kernel__ fill(y : mat'unchecked, pos : ivec2)
  [a, b] = pos
  [a, b] = [b, a]
  y[pos] = 10*a + b
end
parallel_do(size(y), y, fill)
print y
% expect: [ 0,10,20]
% expect: [ 1,11,21]
