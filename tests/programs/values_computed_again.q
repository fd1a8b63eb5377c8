% What a condition has computed and its branch computes again is one value: reductions of slices, functions with
% branches, loops.
% loop 42: reduction max s
% loop 53: argreduce argmax m
% loop 64: reduction max best
% loop 76: reduction + total
n = 1000
x = zeros(n)
z = zeros(n, 6)
{!interpreted for}
for i=0..n-1
  x[i] = mod(i*7919, 5003) - 800
  z[i,:] = x[i]*[1,-1,2,3,4,-4]
end

function y = steep(v)
  w = v*v
  if w > 90000
    y = w*2 - v
  else
    y = abs(v)
  end
end

function y = longest_run(z, i)
  y = 0
  run = 0
  for j=0..size(z,1)-1
    if z[i,j] > 400
      run += 1
    else
      run = 0
    end
    if run > y
      y = run
    end
  end
end

s = 0.0
{!parallel for}
for i=3..n-1
  if s < max(x[i-mod(i,4)..i])
    s = max(x[i-mod(i,4)..i])
  end
end
print s
% expect: 4202

m = -1.0
at = -1
{!parallel for}
for i=0..n-1
  if steep(x[i]) > m
    m = steep(x[i])
    at = i
  end
end
print m, " ", at
% expect: 35309408 863

best = 0
{!parallel for}
for i=0..n-1
  if longest_run(z, i) > best
    best = longest_run(z, i)
  end
end
print best
% expect: 3

% The same loop in two statements; each name has its value.
total = 0.0
r = zeros(n)
{!parallel for}
for i=0..n-1
  a = 0.0
  for j=0..mod(i,6)
    a += z[i,j]
  end
  b = 0.0
  for j=0..mod(i,6)
    b += z[i,j]
  end
  if a > 0
    c = 0.0
    for j=0..mod(i,6)
      c += z[i,j]
    end
    total += c
  end
  r[i] = a - b
end
print total, " ", sum(abs(r)), " ", a == b
% expect: 6410716 0 1

% What is written between makes it another value.
u = x*1
q = zeros(n)
for i=0..n-1
  a = max(u[i..min(i+3,n-1)])
  u[i] = -1000
  b = max(u[i..min(i+3,n-1)])
  q[i] = a - b
end
print sum(q), " ", sum(q > 0)
% expect: 211195 167

% So does another name of the array.
v = x*1
function [d] = change(v, w)
  d = zeros(4)
  for i=0..3
    a = sum(v[2*i..2*i+1])
    w[2*i] = 7
    b = sum(v[2*i..2*i+1])
    d[i] = a - b
  end
end
print change(v, v), " ", change(x*1, v)
% expect: [-807,22,851,1680] [0,0,0,0]

% An empty slice fails once, in its first iteration.
try
  s = 0.0
  for i=0..n-1
    if s < max(x[i+1..i+2-mod(i,3)])
      s = max(x[i+1..i+2-mod(i,3)])
    end
  end
catch e
  print e
end
% expect: 'max' of an empty array
