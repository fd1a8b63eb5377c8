% Long while loops are compiled after some thousand steps, and give what stepping gives.
i = 0
s = 0.0
odd = 0
while i < 250000
  i += 1
  if mod(i, 3) == 0
    s += sqrt(i)
  end
  if mod(i, 2) == 1
    odd += 1
    continue
  end
end
t = 0.0
{!serial for}
for k = 1..250000
  if mod(k, 3) == 0
    t += sqrt(k)
  end
end
print i, " ", s == t, " ", odd
% expect: 250000 1 125000
% left in the middle
n = 0
x = zeros(10)
while true
  n += 1
  x[mod(n, 10)] = n
  if n == 123457
    break
  end
end
print n, " ", x
% expect: 123457 [123450,123451,123452,123453,123454,123455,123456,123457,123448,123449]
% fields, and a return
type counter : mutable class
  n : int
  total : scalar
end
function y = run(c : counter, most : int)
  y = -1
  while true
    c.n += 1
    c.total += 0.5
    if c.n >= most
      y = c.n
      return
    end
  end
end
c = counter()
print run(c, 20000), " ", c.total
% expect: 20000 10000
d = counter()
while d.n < 20000
  d.n += 1
  d.total += 0.5
end
print d.n, " ", d.total
% expect: 20000 10000
% what a failing loop did before is there
k = 0
v = zeros(5000)
try
  while true
    v[k] = 1
    k += 1
  end
catch e
  print k, " ", e
end
% expect: 5000 index 5000 is out of range: 'v' has 5000 elements along dimension 0
m = 0
while m < 100000
  m += 1
  if m == 50000
    error("halfway")
  end
end
% error Q0403 at 78:5
