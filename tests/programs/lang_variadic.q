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
