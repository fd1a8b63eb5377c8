% Where a loop begins at a fraction or steps by one its values are lo + k*step, known before the program runs or not.
n = 7
a = 0.0
for j=0..n/2..n
  a += j
end
b = 0.0
for j=n..-n/2..0
  b += j
end
print a, " ", b, " ", sum(0..n/2..n)
% expect: 10.5 10.5 10.5
y = zeros(3)
for i=0..2
  step = 0.5
  for j=0..step..2
    y[i] += 1
  end
end
print y
% expect: [5,5,5]
s = [0.5, 2, 1.5]
c = 0.0
for j=0..s[0]..2
  c += j
end
print c
% expect: 5
% The same loop, whole the one time and not the other.
function t = total(x, lo, step, hi)
  t = 0.0
  for j=lo..step..hi
    t += x[int(j)]*j
  end
end
x = 1..10
print total(x, 0, 2, 8), " ", total(x, 0, 1.5, 8), " ", total(x, 0, 2, 8), " ", total(x, 0.5, 1, 3), " ", total(x, 3, -1.5, -1), " ", total(x, 0, 1.5, 8)
% expect: 140 139.5 140 11 15 139.5
% Steps and beginnings that change in the loop around.
z = zeros(3)
for k=0..2
  for j=0..s[k]..4
    z[k] += j
  end
end
print z
% expect: [18,6,4.5]
first = [0, 2, 5, 9]
v = zeros(10)
for k=0..2
  for j=first[k]..first[k+1]-1
    v[j] = k + 1
  end
end
print v
% expect: [1,1,2,2,2,3,3,3,3,0]
first = [0.5, 2, 4.25, 6]
w = zeros(3)
for k=0..2
  for j=first[k]..first[k+1]
    w[k] += j
  end
end
print w
% expect: [2,9,9.5]
for k=0..2
  w[k] = 0
end
first = [1, 2, 3, 4]
for k=0..2
  for j=first[k]..first[k+1]
    w[k] += j
  end
end
print w
% expect: [3,5,7]
% A clamped window with a radius of 1.5: 2 3 4 4 4 3 2 places.
r = (4-1)/2
m = zeros(7)
for i=0..6
  e = 0
  for j=max(0,i-r)..min(6,i+r)
    e += 1
  end
  m[i] = e
end
print m
% expect: [2,3,4,4,4,3,2]
r = (5-1)/2
for i=0..6
  e = 0
  for j=max(0,i-r)..min(6,i+r)
    e += x[j]
  end
  m[i] = e
end
print m
% expect: [6,10,15,20,25,22,18]
% Steps of 0 and NaN run nothing.
k = 0
for i=0..0.0..3
  k += 1
end
for i=0..nan..3
  k += 1
end
for i=0..2
  for j=0..k/2..5
    k += 1
  end
end
print k
% expect: 0
