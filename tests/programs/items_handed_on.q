% Cells of fixed-size values handed on to functions, in loops and kernels.
function a : vec3 = __device__ pull(p : vec[vec3], i : int)
  a = [0.0,0,0]
  for j=0..numel(p)-1
    if j != i
      a += p[j] - p[i]
    end
  end
end
function [] = __device__ shift(p : vec[vec3], i : int, d : vec3)
  p[i] += d
end
function [] = __device__ shift_twice(p : vec[vec3], i : int, d : vec3)
  shift(p, i, d)
  shift(p, i, 2*d)
  p[i][1] += 1
end
m = 20
x = vec[vec3](m)
v = vec[vec3](m)
for i=0..m-1
  x[i] = [i, mod(i,7), mod(3*i,5)]
end
for i=0..m-1
  v[i] = 0.25*pull(x, i)
end
for i=0..m-1
  shift_twice(x, i, v[i])
end
print x[7], v[7]
% expect: [44.5,43.75,16][12.5,14.25,5]
function [] = __kernel__ k(x : vec[vec3], v : vec[vec3], pos : int)
  v[pos] += pull(x, pos)
end
function [] = __kernel__ k2(x : vec[vec3], v : vec[vec3], pos : int)
  shift_twice(x, pos, v[pos])
end
parallel_do(m, x, v, k)
parallel_do(m, x, v, k2)
print x[7], v[7]
% expect: [-2018,-2306.5,-809][-687.5,-783.75,-275]
function y = avg(img : mat[vec3], i, j)
  y = 0.25*(img[i-1,j] + img[i+1,j] + img[i,j-1] + img[i,j+1])
end
img = mat[vec3](8,8)
out = mat[vec3](8,8)
for [i,j] = 0..7
  img[i,j] = [i,j,i*j]
end
for i=1..6
  for j=1..6
    out[i,j] = avg(img,i,j) + img[i,j]
  end
end
print out[3,4], out[0,0]
% expect: [6,8,24][0,0,0]
s = 0.0
for i=1..6
  s += sum(avg(img, i, i))
end
print s
% expect: 133
