% A loop whose end is a fraction ends before it, whatever the end is computed from and wherever the loop stands.
function s = count(n)
  s = 0
  for i=0..n/2-1
    s += 1
  end
end
print count(0), " ", count(1), " ", count(2), " ", count(3), " ", count(5), " ", count(1), " ", count(1)
% expect: 0 0 1 1 2 0 0
function y = halves(x)
  y = 0.0
  for i=0..numel(x)/2-1
    y += x[i]
  end
end
print halves([7]), " ", halves([7,8]), " ", halves([7,8,9]), " ", halves([7])
% expect: 0 7 7 0
n = 7
a = 0
b = 0
c = 0
for i=-5..-1.5
  a += i
end
for i=n/2..-1..n/3
  b += 1
end
for i=6..-2..0.5
  c += 10*i
end
print a, " ", b, " ", c, " ", i
% expect: -14 2 120 2
% Inner loops, with ends of the loop around, of elements, of calls and of bytes.
t = 0
for k=1..50
  for i=0..(k-3)/2-1
    t += 10
  end
end
print t
% expect: 5520
e = [1.5, -0.5, 2.75, 3]
w = zeros(4)
for k=0..3
  for i=0..e[k]
    w[k] += 1
  end
end
print w
% expect: [2,0,3,4]
function m = __device__ middle(v)
  m = v/4
end
q = zeros(6)
for k=0..5
  for i=0..middle(k)-0.5
    if i > 5
      break
    end
    q[k] += i + 1
  end
end
print q
% expect: [0,0,1,1,1,1]
u = cast([1,2,3,4,5], vec[uint8])
p = 0
for k=0..4
  for j=0..u[k]/2-1
    p += j + 1
  end
end
print p
% expect: 8
d : double = 2.5
r = 0
for k=1..4
  for j=0..d*k
    r += 1
  end
end
print r
% expect: 28
% A while loop inside, and one in a function that is called for each iteration.
g = 0
for k=0..2
  for i=0..k/2
    z = i
    while z >= 0
      g += 1
      z -= 1
    end
  end
end
print g
% expect: 5
f = h -> sum(0..h/2)
print f(5), " ", f(-1), " ", f(1)
% expect: 3 0 0
% Rows of a matrix, and the loop's variable as an index of what is written.
A = zeros(4,5)
for i=0..4/2-0.5
  for j=0..numel(A[0,:])/2
    A[i,j] = 10*i + j + 1
  end
end
print sum(A), " ", A[1,2], " ", A[1,3], " ", A[2,0]
% expect: 42 13 0 0
% loop 22: reduction + a
% loop 25: reduction + b
% loop 28: reduction + c
