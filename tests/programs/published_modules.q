% An imported file with a class, makers of its instances (overloads that are imported as well) and morphology with a centre.
import "modules/published_points.q"

p = point()
q = point(3, 4)
print p.x, " ", q.y
% expect: -1 4
l = point_list()
print isEmpty(l)
% expect: 1
l = l.add(q)
l.add(p)
print isEmpty(l), " ", l.length
% expect: 0 2

x = zeros(5,5)
x[2,2] = 1
mask = [[0,1,0],[0,1,1],[0,0,0]]
print sum(imdilate(x, mask, [1,1])), " ", imdilate(x, mask, [1,1])[1,2]
% expect: 3 1
print imdilate(x, mask, [0,0])[3,4], " ", imerode(imdilate(x, mask, [0,0]), mask, [0,0])[2,2]
% expect: 1 1
print sum(abs(imdilate(x, mask) - imdilate(x, mask, [1,1])))
% expect: 0
