% Cells: grids of anything, nested, with functions and types inside.
c = cell(2,3)
c[0,1] = [1,2]
c[1,2] = "s"
print size(c), " ", numel(c), " ", size(c, 1)
% expect: [2,3] 6 3
c[0,1][1] = 7
print c
% expect: `nullptr, [1,7], nullptr, nullptr, nullptr, "s"'
print c[1], " ", c[[0,1]]
% expect: [1,7] [1,7]
d = `1, `2, 3', "x"'
print d[1][0], " ", d, " ", size(d)
% expect: 2 `1, `2, 3', "x"' [1,3]
v = vec[mat](3)
v[1] = ones(2,2)
print v[1], " ", size(v[0])
% expect: [1,1]
% expect: [1,1] [0,0]
w = cell(2)
for j = 0..1
  w[j] = cell(2,2)
  for r = 0..1
    for k = 0..1
      w[j][r,k] = `j, r, k'
      w[j][r,k][0] = 100*j + 10*r + k
    end
  end
end
print w[1][0,1][0], " ", w[0][1,1]
% expect: 101 `11, 1, 1'
w[1][0,1][0] += 1
print w[1][0,1]
% expect: `102, 0, 1'
e = w
e[0] = 1
print w[0]
% expect: 1
f = copy(w[1])
f[0,0][0] = -1
print w[1][0,0][0]
% expect: 100
fs = [x -> x + 1, x -> x * 10, sin]
print fs[1](3), " ", fs[0](3), " ", fs[2](0.0)
% expect: 30 4 0
names = ["one", "two"]
print names[1], " ", numel(names)
% expect: two 2
part = d[1..2]
print part, " ", numel(part)
% expect: ``2, 3', "x"' 2
d[0..1] = `8, 9'
print d
% expect: `8, 9, "x"'
for i = 0..numel(names)-1
  print names[i]
end
% expect: one
% expect: two
types = [int, mat]
print types[1], " ", types[0] == int
% expect: mat 1
empty = cell(2)
print empty, " ", empty[0] == nullptr
% expect: `nullptr, nullptr' 1
[a, b] = `5, "six"'
print a, " ", b
% expect: 5 six
n = cell[cell](2)
n[0] = `1'
print numel(n), " ", n[0][0]
% expect: 2 1
