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
% Numbers of values up to 2^63 - 1, which stands for more of them too: the same stepped and compiled.
function [] = put_counts(c, k, lo, hi)
  c[k,0] = numel(lo..hi)
  c[k,1] = numel(lo..2..hi)
  c[k,2] = numel(lo..3..hi)
  c[k,3] = numel(lo..2^60..hi)
  c[k,4] = numel(hi..-1..lo)
  c[k,5] = numel(hi..-2..lo)
  c[k,6] = numel(hi..-7..lo)
  c[k,7] = numel(-5..hi)
  c[k,8] = numel(lo..5)
  c[k,9] = numel(5..-1..lo)
end
function c = counts(lo, hi)
  c = mat[int](2, 10)
  for k=0..1
    put_counts(c, k, lo, hi)
  end
end
function c = stepped_counts(lo, hi)
  c = mat[int](2, 10)
  {!interpreted for}
  for k=0..1
    put_counts(c, k, lo, hi)
  end
end
for lo = [-m-1, -m, -m+1, -2^62, -1, 0, 1, m-1, m]
  for hi = [-m-1, -m, -2, -1, 0, 3, 2^62, m-1, m]
    assert(all(counts(lo, hi) == stepped_counts(lo, hi)), "from %d to %d", lo, hi)
  end
end
print numel(-m-1..-1), " ", numel(-m-1..2..m), " ", numel(-m-1..-m+1)
% expect: 9223372036854775807 9223372036854775807 3
