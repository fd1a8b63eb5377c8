% Further arguments as a cell, references that may be empty, lambdas of several statements.
function y = total(first, ...rest)
  y = first
  for k = 0..numel(rest)-1
    y += rest[k]
  end
end
print total(1), " ", total(1, 2, 3), " ", total(...`4, 5')
% expect: 1 6 9
function [] = show(...args)
  total2 = numel(args)
  print total2, " ", args
end
show()
% expect: 0 `'
show("a", [1,2], 3)
% expect: 3 `"a", [1,2], 3'
function [] = pass(...args)
  show("head", ...args)
end
pass(1, 2)
% expect: 3 `"head", 1, 2'
type node : mutable class
  value : int
  next : ^node
end
n = node(value := 1, next := nullptr)
n.next = node(value := 2)
print n.next.value, " ", n.next.next == nullptr
% expect: 2 1
state = object()
state.a = 0
state.b = 0
set = () -> (state.a = 1; state.b = state.a + 1;)
set()
print state.a, state.b
% expect: 12
one = x -> (state.a = x)
one(5)
print state.a
% expect: 5
f = x -> (x + 1)
print f(1), " ", (x -> (x*2))(4)
% expect: 2 8
count = (...args) -> numel(args)
print count(1, 2, 3)
% expect: 3
% The elements of an array as arguments, in loops and kernels as well.
function y = weighed(r, g, b)
  y = r + 10*g + 100*b
end
c = [1, 2, 3]
print weighed(...c), " ", weighed(4, ...[5,6]), " ", zeros(...[1,2]), " ", total(0, ...(1..10)), " ", total(1, ...[])
% expect: 321 654 [0,0] 55 1
x = reshape((0..59)*1.0, [5,4,3])
y = zeros(5,4)
for m = 0..4
  for n = 0..3
    y[m,n] = weighed(...x[m,n,0..2])
  end
end
% loop 57: map
z = zeros(5,4)
for m = 0..4
  y[m,:] += weighed(...c)
end
parallel_do(size(z), __kernel__ (pos : ivec2) -> z[pos] = weighed(...x[pos[0],pos[1],0..2]) + 321)
{!interpreted for}
for m = 0..4
  for n = 0..3
    y[m,n] -= weighed(...x[m,n,0..2]) + max(...[321,5])
  end
end
print max(abs(y)), " ", z[4,3]
% expect: 0 6858
try
  print total(...5)
catch e
  print e
end
% expect: '...' gives the items of a cell or the elements of an array, this is an int
