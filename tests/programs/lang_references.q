% Classes that hold themselves and each other; references start as nullptr.
type tree : class
  value : int
  left : tree
  right : ^tree
end
t = tree(value := 1)
print t
% expect: tree{value = 1, left = nullptr, right = nullptr}
t.right = tree(value := 2)
print t.right.value, " ", t.right.left == nullptr
% expect: 2 1
x = 3
try
  x.f = 1
catch e
  print e
end
% expect: an int has no fields
type leaf : class
  v : int
end
type holder : class
  a : leaf
  b : ^leaf
end
h = holder()
print h, " ", h.b == nullptr
% expect: holder{a = leaf{v = 0}, b = nullptr} 1
r : ^leaf
print r == nullptr
% expect: 1
