% Cells in kernels and loops: items at places known at the launch, functions and arrays, as arguments and captured.
fs = [x -> x+1, x -> x*2]
function [] = __kernel__ apply(y : vec, fs : cell, pos : int)
  y[pos] = fs[0](y[pos]) + fs[1](y[pos])
end
y = [1.,2,3]
parallel_do(3, y, fs, apply)
print y
% expect: [4,7,10]
z = zeros(3)
parallel_do(3, __kernel__ (pos : int) -> z[pos] = fs[1](y[pos]))
print z
% expect: [8,14,20]
g = 10
hs = cell(2)
hs[0] = x -> x + g
hs[1] = eye(2)
for i=0..2
  z[i] = hs[0](y[i])
end
print z
% expect: [14,17,20]
function [] = __kernel__ mixed(q : mat, c : cell, pos : ivec2)
  q[pos] = c[1][pos] * 2 + c[0](pos[0])
end
q = zeros(2,2)
parallel_do([2,2], q, hs, mixed)
print q
% expect: [12,10]
% expect: [11,13]
filters = vec[[scalar -> scalar]](2)
filters[0] = sin
filters[1] = x -> -x
print filters[1](2.0), " ", filters[0](0.0)
% expect: -2 0

% A lambda of several statements reads items and fields as one of a single statement does.
levels = cell(2)
levels[0] = ones(2,3)
levels[1] = 2*ones(2,3)
gains = object()
gains.low = 3
for j = 0..1
  q = zeros(2,3)
  parallel_do([2,3], __kernel__ (pos : ivec2) -> (v = levels[j][pos]*gains.low; q[pos] = v + levels[1-j][pos]; q[pos] += 1))
  print sum(q)
end
% expect: 36
% expect: 48

% Device functions are given cells, and cells of cells; which item is meant is known at the launch there too.
function v = __device__ at_level(c : cell, j : int, pos : ivec2)
  v = c[j][pos]
end
function v = __device__ of_two(c, i, j, pos)
  v = at_level(c[i], j, pos) + c[i][0][pos]
end
pyramids = cell(2)
pyramids[0] = levels
pyramids[1] = cell(2)
for j = 0..1
  pyramids[1][j] = 10*(j+1)*ones(2,3)
end
for j = 0..1
  q = zeros(2,3)
  parallel_do([2,3], __kernel__ (pos : ivec2) -> q[pos] = at_level(levels, j, pos) + of_two(pyramids, 1, j, pos))
  print q[1,2]
  parallel_do([2,3], pyramids, q, __kernel__ (p : cell, q : mat, pos : ivec2) -> q[pos] = of_two(p, j, 1, pos))
  print q[1,2]
end
% expect: 21
% expect: 3
% expect: 32
% expect: 30
