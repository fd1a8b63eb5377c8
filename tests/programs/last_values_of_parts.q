% Complex numbers and short arrays that a loop is the first to assign are there after it, whole and with the type that the loop
% step by step leaves.
function [] = compiled()
  for i=0..1
    z = i*1j+2
    b : vec3 = [1,2,i]
    c = [i*1j,2]
    w = [i]
    m = [[i,2],[1.5,i]]
    q = [i>0,i<0]
  end
  print z, " ", type(b), b, " ", type(c), c, " ", type(w), w, " ", type(q), q, " ", type(m)
  print m
end
function [] = stepped()
  {!interpreted for}
  for i=0..1
    z = i*1j+2
    b : vec3 = [1,2,i]
    c = [i*1j,2]
    w = [i]
    m = [[i,2],[1.5,i]]
    q = [i>0,i<0]
  end
  print z, " ", type(b), b, " ", type(c), c, " ", type(w), w, " ", type(q), q, " ", type(m)
  print m
end
compiled()
stepped()
% expect: 2+1i vec3[1,2,1] cvec[0+1i,2+0i] vec[int][1] vec[bool][1,0] mat
% expect: [  1,  2]
% expect: [1.5,  1]
% expect: 2+1i vec3[1,2,1] cvec[0+1i,2+0i] vec[int][1] vec[bool][1,0] mat
% expect: [  1,  2]
% expect: [1.5,  1]
% What another name kept of an earlier run of the loop stays.
kept = cell(3)
for k=0..2
  for i=0..1
    y = [i+k,i-k]
  end
  kept[k] = y
end
print kept
% expect: `[1,1], [2,0], [3,-1]'
% An array of other extents, or something else, gives way.
u = [1,2]
for i=0..1
  u = [i,i,i]
end
print u
% expect: [1,1,1]
% A variable whose name looks like that of a part.
x = 1.5
for i=0..3
  x_0 = i
end
v : vec3 = [1,2,3]
for i=0..3
  v_1 = i
end
print x, " ", x_0, " ", v, " ", v_1
% expect: 1.5 3 [1,2,3] 3
% What was something else before the loop.
a = 2
b = [1,2]
d = [3]
for i=0..0
  a = a*1j
  b = b*1j
  c = [i,2]
  d = [1j,i]
end
print a, b, d
% expect: 0+2i[0+1i,0+2i][0+1i,0+0i]
e = [1,2]
for i=0..0
  e = [1j,i]
end
print e
% expect: [0+1i,0+0i]
