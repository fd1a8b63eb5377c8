% Statements that are stepped where calls of functions stand beside numbers, arrays, texts and records: each is computed once, in order.
log = ivec(40)
function y = note(log, k, x)
  log[39] = log[39] + 1
  log[log[39]] = k
  y = x
end
third = 1.0/3
v = [1.5, 2.5]
A = [[1, 2], [3, 4]]
r = object()
r.n = 2
text = "ab"

% A product is fused with what is added to it, whether a call gave it or not; of arrays too.
{!interpreted for}
for i = 0..0
  p = note(log, 1, third)*3 - note(log, 2, 1)
  q = 1 - note(log, 3, third)*3
  w = note(log, 4, v)*third - v*third
  u = note(log, 5, v) + note(log, 6, 2)*third
  m = note(log, 7, A) * transpose(A)
  s = note(log, 8, text) + note(log, 9, 5)
end
print p > 0, " ", q == -p, " ", all(w == 0), " ", u, " ", s, m
% expect: 1 1 0 [2.1666667,3.1666667] ab5[ 5,11]
% expect: [11,25]
order = ""
for i = 1..log[39]
  order = order + log[i]
end
print order
% expect: 123456789

% What is not needed is not called.
log[39] = 0
{!interpreted for}
for i = 0..2
  a = i > 0 && note(log, 1, true)
  b = i > 0 || note(log, 2, false)
  c = i == 1 ? note(log, 3, "one") : i
  d = !note(log, 4, i == 2)
  e = -note(log, 5, i + 0.5)
  f = max(note(log, 6, i), 1) + abs(note(log, 7, -i))
end
order = ""
for i = 1..log[39]
  order = order + log[i]
end
print order, " ", a, " ", b, " ", c, " ", d, " ", e, " ", f, " ", type(c), " ", type(d)
% expect: 2456713456714567 1 1 2 0 -2.5 4 int bool

% Compound assignments, elements, fields, and texts that grow.
x = 1
y = [1, 2, 3]
{!interpreted for}
for i = 0..2
  x += note(log, 1, i) * 2
  x = x - note(log, 1, 1)
  y[i] = note(log, 1, y[i] * 10)
  y[i] += note(log, 1, 1)
  r.n = r.n + i
  r.m = note(log, 1, i)
  text = text + note(log, 1, i)
  text += note(log, 1, "-")
  v[0..1] = v + note(log, 1, 1)
end
print x, " ", y, " ", r.n, " ", r.m, " ", text, " ", v, " ", type(x)
% expect: 4 [11,21,31] 5 2 ab0-1-2- [4.5,5.5] int

% A variable hides the function of its name, and true and false may be variables.
function y = double_of(x)
  y = 2*x
end
function y = hides(x)
  y = 0
  for i = 0..2
    y = y + double_of(x)
    if i == 1
      double_of = z -> 100*z
    end
  end
end
function y = renamed(x)
  true = x
  y = 0
  while y < 3
    y = y + (true ? 1 : 2)
  end
end
print hides(1), " ", renamed(1), " ", renamed(0)
% expect: 104 3 4

% Parts that are no numbers halfway: the statement means what it means elsewhere.
c = `1, "two", [3, 4]'
{!interpreted for}
for i = 0..2
  item = c[i]
  same = c[i] == "two"
  n = numel(c[i])
  c[i] = item
end
print item, " ", same, " ", n, " ", numel(c)
% expect: [3,4] 0 2 3

% Loops that leave, inside functions that are stepped.
function [at, turns] = look(v, x)
  at = -1
  turns = 0
  repeat
    turns = turns + 1
    for k = 0..numel(v)-1
      if v[k] == note(v, k, x)
        at = k
        return
      end
    end
    x = x + 1
  until turns > 4
end
log2 = ivec(40)
log2[7] = 3
[at, turns] = look(log2, 1)
print at, " ", turns
% expect: 2 1
function n = odd_turns(m)
  n = 0
  for k = 0..m
    if mod(k, 2) == 0
      continue
    elseif k > 7
      break
    end
    n = n + note(ivec(40), 0, k)
  end
end
print odd_turns(20), " ", odd_turns(4)
% expect: 16 4

% Errors name what the text names.
function y = fails(v, k)
  y = 1 + note(ivec(40), 0, 1) * v[k]
end
try
  print fails([1, 2], 2)
catch message
  print message
end
function y = gives_nothing(k)
  y = 1 + none_of(k)
end
function [] = none_of(k)
  k = k + 1
end
try
  print gives_nothing(2)
catch message
  print message
end
% expect: index 2 is out of range: 'v' has 2 elements along dimension 0
% expect: the call gives no value
