% The programmer's word that iterations are independent does not lose updates: an element that several iterations change from what it
% holds is in order where it cannot be reduced, through variables, conditions and other spellings of its place too.
n = 100000
x = ones(n)
k = mod(0..n-1, 5)
h = vec[int](5)
#pragma force_parallel
for i=0..n-1
  h[mod(i,5)] += x[i]
end
print h
% expect: [20000,20000,20000,20000,20000]

% sized elements, under a condition
g = vec[int16](5)
#pragma force_parallel
for i=0..n-1
  if x[i] > 0.5
    g[k[i]] += 1.25*x[i]
  end
end
print g
% expect: [20000,20000,20000,20000,20000]

% through a variable
f = zeros(5)
#pragma force_parallel
for i=0..n-1
  t = f[k[i]]
  f[k[i]] = t + 0.5*t*(t < 1) + 1
end
print f
% expect: [20000,20000,20000,20000,20000]

% whether it is stored depends on it
c = vec[int](5)
#pragma force_parallel
for i=0..n-1
  if c[k[i]] < 700
    c[k[i]] = c[k[i]] + 1
  end
end
print c
% expect: [700,700,700,700,700]

% a best value with its place
b = vec[int](5)
at = vec[int](5)
y = mod((0..n-1)*37, 10007)
#pragma force_parallel
for i=0..n-1
  if y[i] > b[k[i]]
    b[k[i]] = y[i]
    at[k[i]] = i
  end
end
print sum(abs(y[at] - b)), " ", min(b) > 9000
% expect: 0 1

% two operators on places that are not known
m = vec[int](5)
p = vec[int](5) + 1
#pragma force_parallel
for i=0..n-1
  m[k[i]] += 1
  m[mod(3*k[i],5)] ^^= 3
end
print m
% expect: [20002,20002,20002,20003,20003]

% a flag that an inner variable carries
q = vec[int](5)
#pragma force_parallel
for i=0..n-1
  full = 0
  if q[k[i]] >= 900
    full = 1
  end
  if full == 0
    q[k[i]] = q[k[i]] + 2
  end
end
print q
% expect: [900,900,900,900,900]

% a best value and its place in two elements
e = [-1, 1e9]
#pragma force_parallel
for i=0..n-1
  if -i < e[1]
    e[0] = i
    e[1] = -i
  end
end
print e
% expect: [99999,-99999]

% several of them, each with the place of an inner loop
u = zeros(3)
v = zeros(3)
#pragma force_parallel
for i=0..n-1
  for j=0..2
    if i > u[j]
      u[j] = i
      v[j] = i + j
    end
  end
end
print u, " ", v
% expect: [99999,99999,99999] [99999,100000,100001]

% rows
w = zeros(5,3)
#pragma force_parallel
for i=0..n-1
  w[k[i],:] = w[k[i],:] + [1,2,3]
end
print w[4,:]
% expect: [20000,40000,60000]

% A place that a function gives is one place where it is called twice.
function y : int = place(a : int, b : int)
  if a > b
    y = a - b
  elseif a == b
    y = 7
  else
    y = b
  end
end
h = zeros(8)
#pragma force_parallel
for i=0..n-1
  h[mod(place(k[i], 3), 8)] = h[mod(place(k[i], 3), 8)] + 1
end
g = zeros(8)
{!interpreted for}
for i=0..n-1
  g[mod(place(k[i], 3), 8)] = g[mod(place(k[i], 3), 8)] + 1
end
print sum(h), " ", sum(abs(h - g))
% expect: 100000 0

% obeyed: iterations that do meet at no element
r = zeros(n)
d = (0..n-1)*1
#pragma force_parallel
for i=0..n-1
  r[d[i]] = x[i] + 1
end
print sum(r)
% expect: 200000

% A place that is divided several times is one place, whatever is known of it when it is met again.
m = vec[int](8)
#pragma force_parallel
for i=0..n-1
  m[periodize(periodize(periodize(i, 6), 6), 5)] += 2.0
end
print m
% expect: [66666,33334,33334,33334,33332,0,0,0]

% An extreme of sized elements, where iterations may meet at one that moves with their loops, is in order as well.
function q = greatest(q, c, n, m)
  #pragma force_parallel
  for i=0..n-1
    for j=0..2..min(2*i, m-1)
      for k=0..2
        q[j] = max(q[j], c[j,i+k])
      end
    end
  end
end
c = int(zeros(12, 40))
for i=0..11
  for j=0..39
    c[i,j] = mod(i*31+j*17, 301) - 20
  end
end
print greatest(vec[uint8](12), c, 30, 12), " ", greatest(vec[int16](12), c, 30, 12)
% expect: [206,0,12,0,29,0,91,0,153,0,215,0] [269,0,280,0,279,0,273,0,267,0,278,0]
