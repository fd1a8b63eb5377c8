% Rows of matrices and short lists in loops that are stepped: stacks, queues and heaps of them.
s = imat(4, 2)
f = zeros(3, 2)
m = mat[uint8](2, 3)
text = "x"
{!interpreted for}
for k = 0..2
  s[k,:] = [k, 2*k + 1]
  f[k,:] = [k, 0.5]
  p = s[k,:]
  p[0] = p[0] + 100
  q = f[k,:]
  text = text + p[1]
end
print s[0..2,:], p, " ", q, " ", type(p), " ", type(q), " ", text
% expect: [0,1]
% expect: [1,3]
% expect: [2,5][102,5] [2,0.5] vec[int] vec x135

% Swaps, ints in floats and back, values that wrap.
{!interpreted for}
for k = 0..0
  t = s[0,:]
  s[0,:] = s[2,:]
  s[2,:] = t
  s[3,:] = s[2,:]
  f[0,:] = s[0,:]
  f[1,:] = [16777217, 3]
  s[1,:] = [2.75, -2.75]
  m[0,:] = [1, 300, -5]
  m[1,:] = m[0,:]
  one = [k, 7]
  mixed = [true, 2, 0.5]
end
print s, f, m, one, " ", mixed
% expect: [ 2, 5]
% expect: [ 2,-2]
% expect: [ 0, 1]
% expect: [ 0, 1][       2,       5]
% expect: [16777216,       3]
% expect: [       2,     0.5][  1, 44,251]
% expect: [  1, 44,251][0,7] [1,2,0.5]

% Rows that are not there, and rows of another length.
function y = outside(s, k)
  y = 0
  while y < 1
    p = s[k,:]
    y = 1
  end
end
try
  print outside(s, 4)
catch message
  print message
end
function [] = too_long(s)
  while true
    s[0,:] = [1, 2, 3]
  end
end
try
  too_long(s)
catch message
  print message
end
% expect: index 4 is out of range: 's' has 4 elements along dimension 0
% expect: 3 elements cannot be stored into 2

% Functions of two numbers, beyond what is quick as well.
r = ivec(9)
{!interpreted for}
for k = 0..0
  r[0] = shl(3, 2)
  r[1] = shl(1, 64)
  r[2] = shr(-9, 1)
  r[3] = shr(-9, 70)
  r[4] = and(12, 10) + or(12, 10) * 100 + xor(12, 10) * 10000
  r[5] = mod(-7, 3)
  r[6] = mod(7, -1)
  r[7] = max(3, 9) - min(3, 9)
  r[8] = shl(1, 62) > 0
  z = max(nan, 2.5) + min(-0.0, 0.0) + max(0.5, 2)
end
print r, " ", z
% expect: [12,0,-5,-1,61408,-1,0,6,1] 4.5

% The same loop with other things in its variables: each time what they are counts.
function y = total(a)
  y = 0
  for k = 0..2
    y = y + a[k]
  end
end
function y = totals(c)
  y = 0
  for k = 0..numel(c)-1
    y = y + total(c[k])
  end
end
c = `[1, 2, 3], [0.5, 0.25, 1]'
d = `[1, 2, 3], `1, 2, 3', [4, 5, 6]'
print totals(c), " ", totals(d), " ", totals(c), " ", totals(d), " ", totals([c, c])
% expect: 7.75 27 7.75 27 15.5
