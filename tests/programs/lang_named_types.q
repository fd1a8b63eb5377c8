% Names that the program gives to types mean the same in loops and kernels: aliases, generic parameters, classes.
type image : cube
type index : int
type point : class
  x : scalar
  y : scalar
end
function y = __device__ twice(v : index)
  y : index = 2*v
end
function y = brighten(x : image, n : index)
  y : image = zeros(size(x))
  for i = 0..size(x,0)-1
    for j = 0..size(x,1)-1
      for c = 0..size(x,2)-1
        k : index = n + c
        y[i,j,c] = x[i,j,c] + twice(k)
      end
    end
  end
end
print sum(brighten(ones(2,2,3), 1))
% expect: 60
function y = total[T](x : vec[T])
  s : T = cast(0, T)
  for i = 0..numel(x)-1
    t : T = x[i]
    s += t
  end
  y = s
end
print total([1,2,3]), " ", total([0.5,0.25]), " ", type(total([1,2])), " ", type(total([1.5]))
% expect: 6 0.75 int scalar
function y = fill[T](n : int, v : T)
  y = vec[T](n)
  for i = 0..n-1
    z : T = v*i
    y[i] = z
  end
end
print fill(3, 2), " ", fill(3, 0.5), " ", type(fill(2, 1)), " ", type(fill(2, 1.5))
% expect: [0,2,4] [0,0.5,1] vec[int] vec
function y = scaled[T](x : mat[T], f : T)
  function [] = __kernel__ k(x : mat[T], y : mat[T]'unchecked, pos : ivec2)
    t : T = x[pos]
    y[pos] = t*f
  end
  y = mat[T](size(x))
  parallel_do(size(x), x, y, k)
end
print scaled([[1,2],[3,4]], 3)
% expect: [ 3, 6]
% expect: [ 9,12]
print scaled([[1.5,2.0],[3.0,4.0]], 0.5)
% expect: [0.75,   1]
% expect: [ 1.5,   2]
function y = length(p : point)
  y = sqrt(p.x^2 + p.y^2)
end
sum_of = 0.0
for i = 1..3
  sum_of += length(point(3*i, 4*i))
end
print sum_of
% expect: 30
% a matrix of one row where a vec is declared, a position where a vec is
function y = head(v : vec)
  y = v[0]
end
a = [[5.0,6.0]]
r = 0.0
for i = 0..1
  r += head(a) + head([i, i])
end
print r
% expect: 11
