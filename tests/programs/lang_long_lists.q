% A list of any length is let go without deep recursion.
type node : mutable class
  value : int
  next : ^node
end
head = nullptr
i = 0
while i < 50000
  head = node(value := i, next := head)
  i += 1
end
n = 0
p = head
while p != nullptr
  n += 1
  p = p.next
end
print n
% expect: 50000
head = nullptr
p = nullptr
c = cell(1)
i = 0
while i < 50000
  d = cell(1)
  d[0] = c
  c = d
  i += 1
end
c = 0
d = 0
print "done"
% expect: done
