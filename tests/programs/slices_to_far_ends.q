% A slice to an end beyond the array is an error that names the index, however far the end is; one to a fraction ends before it.
x = 0..7
function [] = try_it(f)
  try
    print f()
  catch e
    print e
  end
end
try_it(() -> x[3..8])
% expect: index 8 is out of range: 'x' has 8 elements along dimension 0
try_it(() -> x[3..int(inf)])
% expect: index 8 is out of range: 'x' has 8 elements along dimension 0
try_it(() -> x[3..2^62])
% expect: index 8 is out of range: 'x' has 8 elements along dimension 0
try_it(() -> x[0..10^9])
% expect: index 8 is out of range: 'x' has 8 elements along dimension 0
try_it(() -> x[9..10^12])
% expect: index 9 is out of range: 'x' has 8 elements along dimension 0
try_it(() -> x[7..-2..-10^12])
% expect: index -1 is out of range: 'x' has 8 elements along dimension 0
try_it(() -> x[1..inf])
% expect: index 8 is out of range: 'x' has 8 elements along dimension 0
A = zeros(4,8)
try_it(() -> A[0..10^10,2])
% expect: index 4 is out of range: 'A' has 4 elements along dimension 0
try_it(() -> A[2,0..10^10])
% expect: index 8 is out of range: 'A' has 8 elements along dimension 1
try_it(() -> A[0..10^10])
% expect: index 32 is out of range: 'A' has 32 elements along dimension 0
function [] = put(x, n)
  x[2..n] = 0
end
try_it(() -> put(copy(x), 10^10))
% expect: index 8 is out of range: 'x' has 8 elements along dimension 0
print x[2..4.5], " ", x[6..-2..2.5], " ", numel(x[3..nan]), " ", numel(x[1..-0.5]), " ", x[2.0..4]
% expect: [2,3,4] [6,4] 0 0 [2,3,4]
% In compiled loops.
function y = tops(a, n)
  y = zeros(4)
  for i=0..3
    y[i] = max(a[i,i..n])
  end
end
function y = sums(a, n)
  y = zeros(4)
  for i=0..3
    y[i] = sum(a[i,i..n])
  end
end
for r=0..3
  A[r,:] = 10*r + (0..7)
end
for n=[6.5, 7, 3.25]
  print tops(A, n), " ", sums(A, n)
end
% expect: [6,16,26,36] [21,81,120,138]
% expect: [7,17,27,37] [28,98,147,175]
% expect: [3,13,23,33] [6,36,45,33]
try_it(() -> tops(A, 9223372036854775807))
% expect: index 8 is out of range: 'a' has 8 elements along dimension 1
try_it(() -> sums(A, 9223372036854775807))
% expect: index 8 is out of range: 'a' has 8 elements along dimension 1
try_it(() -> sums(A, inf))
% expect: index 8 is out of range: 'a' has 8 elements along dimension 1
try_it(() -> sums(A, 100))
% expect: index 8 is out of range: 'a' has 8 elements along dimension 1
