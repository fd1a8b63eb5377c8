% Loops of few turns that are reached again and again: stepped once they are known to give the same bits so, and compiled where they are not.
function ok = fits(g, r, c, v)
  ok = true
  for k = 0..4
    if g[r,k] == v || g[k,c] == v
      ok = false
      return
    end
  end
  for i = 0..2
    for j = 0..i
      if g[i,j] == 2*v
        ok = false
      end
    end
  end
end
g = imat(5, 5)
count = 0
for turn = 0..39
  r = mod(turn*3, 5)
  c = mod(turn*7, 5)
  v = mod(turn, 6) + 1
  if fits(g, r, c, v)
    g[r,c] = v
    count = count + turn
  end
end
print count, " ", sum(sum(g))
% expect: 685 17

% Sums of floats meet in a tree each time, whatever the loop's length; ints, extremes and what runs in order may be stepped.
function [s, n, m, w] = folded(x)
  s = 0.0
  n = 0
  m = -inf
  w = 1.0
  for k = 0..numel(x)-1
    s = s + x[k]
  end
  for k = 0..numel(x)-1
    n = n + int(x[k])
    m = max(m, x[k])
  end
  for k = 0..numel(x)-1
    w = 0.5*w + x[k]
  end
end
x = [1e8, 1.5, -1e8, 0.25, 3.75, -7.125, 1e-3]
[s0, n0, m0, w0] = folded(x)
same = true
for k = 0..19
  [s, n, m, w] = folded(x)
  same = same && s == s0 && n == n0 && m == m0 && w == w0
  y = [x, x]
  [s, n, m, w] = folded(y[0..numel(y)-1-mod(k, 3)])
end
print same, " ", n0, " ", m0, " ", w0
% expect: 1 -3 100000000 -4687502.5

% The types are those of steps each time: of a variable that is given ints and floats, that of the last value.
function [y, kind, last] = typed(n)
  for i = 0..n
    if mod(i, 2) == 0
      y = i
    else
      y = i*0.5
    end
    last = i
  end
  kind = type(y)
end
kinds = ""
for k = 0..9
  [y, kind, last] = typed(2)
  kinds = kinds + (isinstance(y, scalar) ? "s" : "i") + last
end
print kinds
% expect: i2i2i2i2i2i2i2i2i2i2

% Two names of one array, numbers on which the plan hangs, and a loop variable's last value.
function last = shifted(a, b, k)
  last = -1
  for i = 0..numel(a)-1-k
    a[i] = b[i+k] + 1
    last = i
  end
  for i = 5..-2..1
    last = last + i
  end
  last = last*10 + i
end
a = [1, 2, 3, 4]
b = [10, 20, 30, 40]
out = ""
for k = 0..7
  out = out + shifted(a, mod(k, 3) == 0 ? a : b, mod(k, 2)) + " "
end
print out, a
% expect: 121 111 121 111 121 111 121 111 [21,31,41,42]

% What fails fails with the line and the element, the first time and later.
function y = picked(x, at)
  y = 0
  for k = 0..numel(at)-1
    y = y + x[at[k]]
  end
end
x = [4, 5, 6]
total = 0
for k = 0..9
  total = total + picked(x, [mod(k, 3), 1])
end
print total
% expect: 99
for k = 0..1
  try
    total = total + picked(x, [k, 7])
  catch e
    print e
  end
end
% expect: index 7 is out of range: 'x' has 3 elements along dimension 0
% expect: index 7 is out of range: 'x' has 3 elements along dimension 0

% Cells of records that grow: extremes may be stepped, sums of floats keep their tree; so does a sum that is one for some values only.
function [at, s] = looked(c)
  at = 0
  for k = 1..numel(c)-1
    if c[k].f < c[at].f
      at = k
    end
  end
  s = 0.0
  for k = 0..numel(c)-1
    s = s + c[k].w
  end
end
function s = summed(v)
  s = 0.0
  for k = 0..numel(v)-1
    s = s + v[k]
  end
end
function [] = spread(a, b, step)
  for i = 0..numel(b)-1
    a[i*step] = a[i*step] + b[i]
  end
end
c = []
weights = []
places = ""
same = true
for k = 0..24
  e = object()
  e.f = mod(k*13 + 20, 29)
  e.w = mod(k, 2) == 0 ? 1e7/(k + 1) : -0.3*k
  c = [c, e]
  weights = [weights, e.w]
  [at, s] = looked(c)
  places = places + at + " "
  same = same && s == summed(weights)
end
one = zeros(1)
for k = 0..9
  a = zeros(25)
  spread(a, weights, 1)
  same = same && all(a == weights)
end
spread(one, weights, 0)
print places, same, one[0] == summed(weights)
% expect: 0 1 1 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 23 23 11

% A choice between an int and a scalar, and between a truth and an int, is of the kind that was chosen last.
function [t, v] = chosen(n)
  t = 0.0
  for i = 0..n
    t = i > 1 ? 2 : t
  end
  for i = 0..n
    if i == n
      v = i > 0
    else
      v = 3
    end
  end
end
kinds = ""
for k = 0..9
  [t, v] = chosen(3)
  kinds = kinds + (isinstance(t, scalar) ? "s" : "i") + (isinstance(v, int) ? "i" : "b")
end
print kinds
% expect: ibibibibibibibibibib
