% Overloads by number and type, defaults, names, generics, nested functions, functions as values.
function y = f(x : mat)
  y = "mat"
end
function y = f(x : cube)
  y = "cube"
end
function y = f(x : vec)
  y = "vec"
end
function y = f(x : int)
  y = "int"
end
function y = f(x : scalar)
  y = "scalar"
end
function y = f(x : string)
  y = "string"
end
function y = f(x)
  y = "other"
end
function y = f(x, n)
  y = "two"
end
print f(1), " ", f(1.5), " ", f([1,2]), " ", f(ones(2,2)), " ", f(ones(2,2,2)), " ", f("a"), " ", f(`1'), " ", f(x -> x), " ", f(1, 2)
% expect: int scalar vec mat cube string other other two
function y = g(a, b : int = 5, c = a + 1)
  y = [a, b, c]
end
print g(1), g(1, 2), g(1, c:=9), g(b:=3, a:=7)
% expect: [1,5,2][1,2,2][1,5,9][7,3,8]
function y = first[T](x : mat[T])
  z : T = x[0,0]
  y = vec[T](2)
  y[0] = z
end
print type(first([[1,2],[3,4]])), " ", type(first(ones(2,2))), " ", first[int]([[1,2],[3,4]])
% expect: vec[int] vec [1,0]
function y = wider[T](a : T, b : T)
  y = type(a)
end
print wider(1, 2), " ", wider(1, 2.5)
% expect: int scalar
function y = outer(n)
  print early(n)
  function y = early(k)
    y = k + 1
  end
  function y = fact(k)
    if k <= 1
      y = 1
    else
      y = k*fact(k-1)
    end
  end
  function y = even(k)
    y = k == 0 ? true : odd(k-1)
  end
  function y = odd(k)
    y = k == 0 ? false : even(k-1)
  end
  function y = over(a)
    y = 1
  end
  function y = over(a, b)
    y = 2
  end
  print even(10), odd(7), " ", over(0), over(0, 0)
  y = fact(n)
end
print outer(5)
% expect: 6
% expect: 11 12
% expect: 120
function [a, b, c] = three()
  a = 1
  b = 2
  c = 3
end
x = three()
[x, y] = three()
print x, y
% expect: 12
three()
k = 3
lam = x -> x + k
k = 100
print lam(1)
% expect: 4
arr = zeros(2)
fa = () -> arr[0]
arr[0] = 5
print fa()
% expect: 5
fib = n -> n < 2 ? n : fib(n-1) + fib(n-2)
print fib(10)
% expect: 55
function y = apply(fn, x)
  y = fn(x)
end
print apply(sin, 0.0), " ", apply(abs, -3), " ", apply(f, 3), " ", apply(x -> x*2, 4), " ", apply(int, 2.5)
% expect: 0 3 int 8 2
function y = twice(fn : [scalar -> scalar], x : scalar)
  y = fn(fn(x))
end
print twice(x -> x*3, 2)
% expect: 18
h = sqrt
print h(16.0), " ", h([4.0, 9.0])
% expect: 4 [2,3]
function fn = adder(n)
  fn = x -> x + n
end
add3 = adder(3)
add4 = adder(4)
print add3(1), " ", add4(1), " ", adder(10)(5)
% expect: 4 5 15
function [S, T] = both(a)
  function y = s(x)
    y = x + a
  end
  S = s
  T = x -> x - a
end
[S, T] = both(10)
print S(1), " ", T(1), " ", S([1,2])
% expect: 11 -9 [11,12]
function y = __device__ sq(x : scalar)
  y = x^2
end
print sq(3)
% expect: 9
function y = __device__ edge(x : vec, i : int)
  y = x[i]
end
print edge([1,2,3], 7), " ", edge([1,2,3], 2)
% expect: 0 3
max = max([1,5,2])
print max, " ", max(3,4)
% expect: 5 4
function [] = show(a, b = "d")
  print a, b
end
show(1)
% expect: 1d
show(b := 2, a := 3)
% expect: 32
[rows, columns, channels] = size(zeros(4,5))
print rows, columns, channels
% expect: 451
[a, b] = [3, 4]
[a, b] = [b, a]
print a, b
% expect: 43
sz = [7, 8, 9]
[a, b] = sz
print a, b
% expect: 78
function y = sumsq(v)
  y = 0
  for i = 0..numel(v)-1
    y += v[i]^2
  end
end
print sumsq([1,2,3]), " ", sumsq(0..0.5..1)
% expect: 14 1.25
