% Calls of small functions by code that is stepped: each call has variables of its own, whoever had their places in memory before.
function y = fib(n)
  if n < 2
    y = n
  else
    y = fib(n-1) + fib(n-2)
  end
end
function r = ackermann(m : int, n : int)
  if m == 0
    r = n + 1
  elseif n == 0
    r = ackermann(m - 1, 1)
  else
    r = ackermann(m - 1, ackermann(m, n - 1))
  end
end
print fib(15), " ", ackermann(2, 3)
% expect: 610 9

% Variables of an earlier call are not there in the next one.
function y = sometimes(k)
  if k == 1
    hidden = 5
  end
  y = hidden
end
print sometimes(1)
try
  print sometimes(0)
catch message
  print message
end
% expect: 5
% expect: 'hidden' is not defined

% An output that a call does not assign.
function y = unset(k)
  if k > 0
    y = k
  end
end
print unset(3)
try
  z = unset(-3)
catch message
  print message
end
% expect: 3
% expect: 'unset' did not assign its output 'y'

% Lambdas keep the variables of the call that made them.
function f = adder(n)
  m = n * 10
  f = x -> x + m
end
a = adder(1)
b = adder(2)
c = adder(3)
print a(1), " ", b(1), " ", c(1)
% expect: 11 21 31

% Types of parameters and outputs convert, in each call, what is not of the type.
function y : scalar = halves(n : int, x : scalar)
  n = n + 1.75
  y = n + x
  x : int = 7
  x = x + 0.5
  y = y * x
end
print halves(3, 2), " ", halves(3.9, 2.5), " ", type(halves(1, 1))
% expect: 42 45.5 scalar
function n : int = whole(x)
  n = x
end
print whole(2.75), " ", whole(-2.75), " ", type(whole(1.5))
% expect: 2 -2 int
function y = with_default(x, by = 3)
  y = x * by
end
print with_default(2), " ", with_default(2, 5), " ", with_default(by:=4, x:=2)
% expect: 6 10 8
function y = only(v : mat)
  y = size(v, 0)
end
print only([1, 2, 3])
try
  print only("text")
catch message
  print message
end
% expect: 1
% expect: 'v' must be a mat, not a string

% Arrays are references, numbers are not; several outputs; outputs that nobody takes.
function [n, s] = mark(v, k)
  v[k] = v[k] + 1
  k = k + 1
  n = k
  s = "#" + k
end
v = [0, 0, 0]
k = 1
for turn = 0..2
  [n, s] = mark(v, k)
  mark(v, 0)
  only_n = mark(v, 2)
end
print v, " ", k, " ", n, " ", s, " ", only_n
% expect: [3,3,3] 1 2 #2 3

% A function of kernels reads 0 outside.
function y = __device__ at(x, k)
  y = x[k] + x[k + 1]
end
s = 0
{!interpreted for}
for k = 0..3
  s = s + at([1, 2, 3, 4], k)
end
print s
% expect: 19

% Functions that call each other, and one that is defined anew inside another.
function y = even(n)
  y = n == 0 ? true : odd(n - 1)
end
function y = odd(n)
  y = n == 0 ? false : even(n - 1)
end
function y = around(n)
  function z = fib(k)
    z = k * n
  end
  y = fib(7)
end
print even(20), " ", odd(20), " ", around(3), " ", around(4), " ", fib(7)
% expect: 1 0 21 28 13

% The same name in a record and a text grow apart from call to call.
function node = chain(n)
  node = object()
  node.n = n
  node.next = n > 0 ? chain(n - 1) : nullptr
end
p = chain(4)
text = ""
while p != nullptr
  text = text + p.n
  p = p.next
end
print text
% expect: 43210
