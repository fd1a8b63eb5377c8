% Ranges and loops of ints are counted in 64 bits: as values, stepped and compiled, the first time and every time.
n = 9007199254740993
print n..n+2
% expect: [9007199254740993,9007199254740994,9007199254740995]
print numel(n..n+2), " ", numel(n+2..-1..n), " ", numel(n..2..n+3), " ", numel(n..n-1)
% expect: 3 3 2 0
for i=n..n+2
  print i
end
% expect: 9007199254740993
% expect: 9007199254740994
% expect: 9007199254740995
function c = count(from, n)
  c = 0
  for t=from..from+n-1
    c += 1
  end
end
for k=1..3
  print count(1152921504606846977, 9), " ", count(-9223372036854775807, 3), " ", count(9223372036854775805, 3)
end
% expect: 9 3 3
% expect: 9 3 3
% expect: 9 3 3
function s = stepped(lo, step, hi)
  s = 0
  {!interpreted for}
  for t=lo..step..hi
    s += 1
  end
end
function s = compiled(lo, step, hi)
  s = 0
  for t=lo..step..hi
    s += 1
  end
end
m = 9223372036854775807
print stepped(m-2, 1, m), " ", compiled(m-2, 1, m), " ", stepped(-m-1, m, m), " ", compiled(-m-1, m, m), " ", stepped(m, -m, -m), " ", compiled(m, -m, -m)
% expect: 3 3 3 3 3 3
% The last value is one that the program sees.
for t=m-2..m
  last = t
end
print last, " ", t
% expect: 9223372036854775807 9223372036854775807
d = 0
for k=0..3
  for t=n+k..2..n+6
    d += t - n
  end
end
print d
% expect: 41
