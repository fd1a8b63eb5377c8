% Loops over fields are judged as loops over variables, in the report as well.
type ball : mutable class
  pos : vec2
  mass : scalar
  grid : mat
end
function y = weigh(b : ball, x : vec)
  y = 0.0
  for i = 0..numel(x)-1
    y += x[i]*b.mass
  end
end
o = object()
o.n = 10
o.gain : scalar = 2
o.x = zeros(10)
for i = 0..o.n-1
  o.x[i] = o.gain*i
end
b = ball(pos := [1.0,2.0], mass := 2, grid := ones(3,3))
s = 0.0
for i = 0..2
  for j = 0..2
    s += b.grid[i,j]*b.mass*b.pos[0]
  end
end
print s, weigh(b, [1,2])
% expect: 186
q = o
for i = 0..q.n-1
  q.count = i
end
for i = 0..q.n-1
  q.x[i] += 1
end
print q.x
% expect: [1,3,5,7,9,11,13,15,17,19]
% loop 9: reduction + y
% loop 17: map
% loop 22: reduction + s
% loop 30: interpreted R904
% loop 33: map
