% What a condition has computed and its branch computes again is one value: reductions of slices, functions with
% branches, loops, sums of many elements, arrays that an iteration makes.
% loop 46: reduction max s
% loop 57: argreduce argmax m
% loop 68: reduction max best
% loop 80: reduction + total
% loop 147: reduction min s0
% loop 153: reduction max s1
% loop 159: argreduce argmax s2
% loop 192: argreduce argmin s
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

% Sums of more elements than are written out have lanes, which belong to the iteration.
function [s0, s1, s2, k2] = extremes(a, x, q)
  s0 = 1e9
  s1 = -1.0
  s2 = -1.0
  k2 = -1
  {!parallel for}
  for j=0..size(a,1)-1
    if s0 > sum(a[:,j])
      s0 = sum(a[:,j])
    end
  end
  {!parallel for}
  for i=0..numel(x)-40
    if norm(x[i..i+q/2]) >= s1
      s1 = norm(x[i..i+q/2])
    end
  end
  {!parallel for}
  for i=0..numel(x)-40
    if std(x[i..i+mod(i,q)+1]) > s2
      s2 = std(x[i..i+mod(i,q)+1])
      k2 = i
    end
  end
end
b = zeros(40, 300)
c = zeros(600)
for i=0..39
  for j=0..299
    b[i,j] = mod(i*7+j*13, 17) - mod(j, 29)
  end
end
for i=0..599
  c[i] = mod(i*31, 23)/8 - mod(i, 5)
end
[s0, s1, s2, k2] = extremes(b, c, 40)
print s0, " ", s1, " ", s2, " ", k2
% expect: -811 9.030331 2.4332228 2

% An array that an iteration makes twice. Where one of them becomes another one, each keeps its elements.
function y = made(x, n, i)
  w = zeros(n)
  for k=0..n-1
    w[k] = x[i+k]*k
  end
  y = w[n-1] - w[1]
end
function [s, at] = least(x, n)
  s = 1e9
  at = -1
  {!parallel for}
  for i=0..numel(x)-40
    if made(x, n[i], i) < s
      s = made(x, n[i], i)
      at = i
    end
  end
end
function [s, t, u] = two_arrays(x, n)
  s = 0.0
  t = 0.0
  u = 0.0
  for i=0..numel(n)-1
    v = zeros(n[i])
    for k=0..n[i]-1
      v[k] = x[i+k]
    end
    w = zeros(n[i])
    for k=0..n[i]-1
      w[k] = x[i+k]
    end
    s += v[0]*w[1]
    if x[i] > 0
      w[1] = 3
    end
    t += v[1]*w[1]
    for k=0..1
      u += v[0]*w[0]
      v[0] = k
    end
  end
end
lengths = ivec(561)
for i=0..560
  lengths[i] = 2 + mod(i*11, 31)
end
[s, at] = least(c, lengths)
[d0, d1, d2] = two_arrays(c, lengths)
print s, " ", at, " ", d0, " ", d1, " ", d2
% expect: -112.25 135 76.15625 1126.2656 1735.6094

% A call as an arm of a choice, of ints and of floats.
function [s, t, at] = of_choices(x, n)
  s = -1e9
  t = 0
  at = -1
  {!parallel for}
  for i=0..numel(n)-1
    if s < 1 + (n[i] > 9 ? steep(x[i]) : x[i+1])
      s = 1 + (n[i] > 9 ? steep(x[i]) : x[i+1])
      at = i
    end
  end
  {!parallel for}
  for i=0..numel(n)-1
    if (x[i] > 0 ? steep(n[i]) : 2) > t
      t = x[i] > 0 ? steep(n[i]) : 2
    end
  end
end
[s, t, at] = of_choices(c, lengths)
print s, " ", t, " ", at
% expect: 5 32 69

% Elements that are put in order in variables which are set again and again.
function [s, t, at] = of_sorted(x, n)
  s = 1e9
  t = -1e9
  at = -1
  {!parallel for}
  for i=0..n-5
    if s > sort(x[i..i+3])[1]
      s = sort(x[i..i+3])[1]
      at = i
    end
  end
  {!parallel for}
  for i=0..n-6
    if sort(x[i..i+4])[3] - sort(x[i..i+4])[1] > t
      t = sort(x[i..i+4])[3] - sort(x[i..i+4])[1]
    end
  end
end
function [s, t, at] = of_sorted_in_steps(x, n)
  s = 1e9
  t = -1e9
  at = -1
  {!interpreted for}
  for i=0..n-5
    v = sort(x[i..i+3])[1]
    if s > v
      s = v
      at = i
    end
  end
  {!interpreted for}
  for i=0..n-6
    v = sort(x[i..i+4])
    t = max(t, v[3] - v[1])
  end
end
[s, t, at] = of_sorted(c, numel(c))
print s, " ", t, " ", at
[s, t, at] = of_sorted_in_steps(c, numel(c))
print s, " ", t, " ", at
% expect: -3 2.875 21
% expect: -3 2.875 21
% loop 261: argreduce argmin s
% loop 268: reduction max t
