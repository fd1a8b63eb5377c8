% Fields and items of cells in loops and kernels: compiled, with the values that they have when the loop is reached.
o = object()
o.n = 1000
o.x = zeros(1000)
o.gain = 2.5
o.c = `zeros(3), ones(1000)'
for i = 0..o.n-1
  o.x[i] = i*o.gain + o.c[1][i]
end
print o.x[10]
% expect: 26
total = 0.0
for i = 0..o.n-1
  total += o.x[i]
end
print total
% expect: 1249750
for k = 0..1
  for i = 0..numel(o.c[k])-1
    o.c[k][i] += k + i
  end
end
print o.c[0], o.c[1][5]
% expect: [0,1,2]7
for i = 0..3
  o.count = i
end
print o.count
% expect: 3
try
  for i = 0..2000
    o.x[i] = 1
  end
catch e
  print e
end
% expect: index 1000 is out of range: 'o.x' has 1000 elements along dimension 0
function [] = main()
  par = object()
  par.gain = 3.0
  par.lut = [1.0,2.0,4.0]
  par.out = zeros(2,3)
  x = ones(2,3)
  y = zeros(2,3)
  function [] = __kernel__ k(x : mat, pos : ivec2)
    par.out[pos] = x[pos]*par.gain + par.lut[pos[1]]
  end
  parallel_do(size(x), x, k)
  print par.out
  par.gain = 10.0
  parallel_do(size(x), x, k)
  print par.out
  parallel_do(size(y), (pos) -> y[pos] = par.gain - x[pos])
  print y
end

% expect: [4,5,7]
% expect: [4,5,7]
% expect: [11,12,14]
% expect: [11,12,14]
% expect: [9,9,9]
% expect: [9,9,9]
