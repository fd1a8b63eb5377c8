% Loops that draw under conditions, in inner loops and while conditions count what they draw, and get the numbers that they get step by step.
function [n, k, c, i] = drawn()
  n = 0
  for i=0..999
    if mod(i,2)==0
      x = rand(1)
      if x < 0.5
        n += 1
      elseif randn() > 0.3
        n += 10
      elseif randi(6) == 3 || i > 900
        n += 100
      end
    end
  end
  k = 0
  c = 0
  for i=0..300
    while rand() < 0.7
      c += 1
      if randi([2,5]) == 4
        continue
      end
      k += randi([i,i+3])
    end
    if c > 500
      break
    end
  end
end
function [n, k, c, i] = drawn_in_steps()
  n = 0
  {!interpreted for}
  for i=0..999
    if mod(i,2)==0
      x = rand(1)
      if x < 0.5
        n += 1
      elseif randn() > 0.3
        n += 10
      elseif randi(6) == 3 || i > 900
        n += 100
      end
    end
  end
  k = 0
  c = 0
  {!interpreted for}
  for i=0..300
    while rand() < 0.7
      c += 1
      if randi([2,5]) == 4
        continue
      end
      k += randi([i,i+3])
    end
    if c > 500
      break
    end
  end
end
seed(1)
[n, k, c, i] = drawn()
next = rand()
% loop 4: serial R001
% loop 18: serial R013
seed(1)
[n2, k2, c2, i2] = drawn_in_steps()
print [n, k, c, i] == [n2, k2, c2, i2], next == rand(), " ", n > 1000, " ", c > 500
% expect: [1,1,1,1]1 1 1
% Fisher and Yates, with greatest numbers that change.
seed(2)
p = 0..49
for i = 49..-1..1
  j = randi(i+1)-1
  t = p[i]
  p[i] = p[j]
  p[j] = t
end
next = rand()
seed(2)
q = 0..49
{!interpreted for}
for i = 49..-1..1
  j = randi(i+1)-1
  t = q[i]
  q[i] = q[j]
  q[j] = t
end
print sum(abs(p-q)), " ", next == rand(), " ", sum(p), " ", sum(p.*(0..49)) != sum((0..49).^2)
% expect: 0 1 1225 1
% Numbers beyond 32 bits.
seed(3)
big = zeros(20)
for i=0..19
  big[i] = mod(randi(1234567890123*(i+1)), 1000)
end
seed(3)
for i=0..19
  big[i] -= mod(randi(1234567890123*(i+1)), 1000)
  {!interpreted for}
  for k=0..-1
  end
end
print sum(abs(big))
% expect: 0
% A long while loop, compiled in pieces, goes on with the numbers where its steps were.
function [x, e, it] = anneal()
  x = 10.0
  e = x^2
  T = 10.0
  it = 0
  while T > 0.001
    y = x + randn()*0.5
    f = y^2 + sin(5*y)
    if f < e || rand() < exp((e-f)/T)
      x = y
      e = f
    end
    T *= 0.9995
    it += 1
  end
end
seed(4)
[x, e, it] = anneal()
print it, " ", abs(x) < 2
% expect: 18416 1
% No number from 1 on.
seed(5)
try
  s = 0
  for i=3..-1..-3
    if s >= 0
      s += randi(i)
    end
  end
catch err
  print err
end
% expect: 'randi' wants the greatest number, or [lowest, greatest]
% Whether a number is drawn may hang on the iteration within a condition, but not on what earlier numbers left.
seed(6)
c = 0
for i=0..99
  if i > 50 && rand() < 0.5
    c += 1
  end
end
print c > 10 && c < 40
% loop 144: scan + $random, + c
% expect: 1
seed(6)
d = 0
for i=0..99
  if d < 12 && rand() < 0.5
    d += 1
  end
end
print d
% loop 154: serial R001
% expect: 12
seed(6)
steps = 0
{!interpreted for}
for i=0..99
  if i > 50 && rand() < 0.5
    steps += 1
  end
end
print c == steps
% expect: 1
