% Classes, records and types as values: a plain class is a value, a mutable class and object() are references.
type point : class
  x : int
  y : int
end
type node : mutable class
  p : point
  next : node
  w : vec3
  data : mat
end
p = point(x:=1, y:=2)
q = p
q.x = 5
print p.x, " ", q.x, " ", q
% expect: 1 5 point{x = 5, y = 2}
print p == point(1, 2), " ", p == q, " ", p != q
% expect: 1 0 1
n = node(p:=p, data:=zeros(2,2))
m = n
m.p.y = 9
print n.p.y, " ", p.y
% expect: 9 2
n.data[0,1] = 3
n.data[0,1] += 4
n.w[1] = 2.5
print m.data[0,1], " ", m.w
% expect: 7 [0,2.5,0]
print n.next == nullptr
% expect: 1
n.next = node(p:=q)
n.next.p.x *= 2
print n.next.p.x, " ", q.x, " ", n.next.next == nullptr
% expect: 10 5 1
function y = norm1(self : point)
  y = abs(self.x) + abs(self.y)
end
print norm1(q), " ", q.norm1()
% expect: 7 7
% a function with the name of the class makes instances from other arguments
function y = point(both : int)
  y = point(x := both, y := both)
end
print point(4)
% expect: point{x = 4, y = 4}
% fields keep their types
q.x = 2.0
print type(q.x), " ", type(q)
% expect: int point
o = object()
o.a = 1
o.b = "hi"
o.c = object()
o.c.z = [1,2,3]
o.c.z[1] += 10
o.d : scalar = 3
print o
% expect: {a = 1, b = "hi", c = {z = [1,12,3]}, d = 3}
o.f = x -> x*2
print o.f(4), " ", isfield(o, "b"), " ", isfield(o, "bb")
% expect: 8 1 0
function [] = grow(t : object)
  t.a += 1
end
grow(o)
print o.a
% expect: 2
[o.u, o.v] = [7, 8]
print o.u, " ", o.v
% expect: 7 8
list = cell(2)
list[0] = object()
list[0].name = "first"
list[1] = p
list[1].x = 77
print list[0].name, " ", list[1].x, " ", p.x
% expect: first 77 1
type pair[T] : class
  a : T
  b : T
end
z = pair[int](1, 2.0)
print z, " ", type(z.b)
% expect: pair[int]{a = 1, b = 2} int
type image : cube
g : image = zeros(2,2,3)
print size(g)
% expect: [2,2,3]
type colour : class
  value : vec3
end
c = colour(value := [1,2,3])
d = c
d.value[0] = 9
print c.value, " ", d.value
% expect: [1,2,3] [9,2,3]
match type(p) with
| scalar -> print "scalar"
| point -> print "point"
end
% expect: point
