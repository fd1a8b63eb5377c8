% Closures, references and values, defaults, blocks.
fs = cell(3)
for i = 0..2
  fs[i] = x -> x*i
end
print fs[0](1), fs[1](1), fs[2](1)
% expect: 012
function y = counter()
  state = object()
  state.n = 0
  function y = next()
    state.n += 1
    y = state.n
  end
  y = next
end
c = counter()
d = counter()
print c(), c(), d(), c()
% expect: 1213
function [a, b] = swap(a, b)
  [a, b] = [b, a]
end
[p, q] = swap(1, 2)
print p, q
% expect: 21
function y = deflt(x, opts = object())
  y = isfield(opts, "k") ? opts.k : x
end
o = object()
o.k = 9
print deflt(1), deflt(1, o)
% expect: 19
function [] = modify(v : vec)
  v[0] = 100
end
w = [1.0, 2.0]
modify(w)
print w
% expect: [100,2]
t : vec3 = [1,2,3]
function [] = modify3(v : vec3)
  v[0] = 100
end
modify3(t)
print t
% expect: [1,2,3]
m = zeros(2,2)
r = m[0,:]
r[0] = 5
print m[0,0]
% expect: 0
a = [1,2,3]
b = a
b += 1
print a
% expect: [2,3,4]
b = b + 1
print a, b
% expect: [2,3,4][3,4,5]
x = 5
function y = uses(x = 10)
  y = x
end
print uses()
% expect: 10
if x == 5
  function y = inside(a)
    y = a + 1
  end
end
print inside(1)
% expect: 2
z = 0
while true
  z += 1
  if z > 3
    break
  end
  if z == 2
    continue
  end
end
print z
% expect: 4
v = 10..-3..1
print v, v[2..0], numel(v[2..0])
% expect: [10,7,4,1][]0
k = 3
k -= 1; k *= 4; k /= 2
print k
% expect: 4
e = `'
print numel(e)
% expect: 0
print "pi ", pi > 3.14, " ", inf > 0, " ", isnan(nan)
% expect: pi 1 1 1
