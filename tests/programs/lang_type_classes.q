% Parameters that take one of several types, under a name or without one: overloads differ by them, other values are refused,
% numbers are converted to the nearest of them; the same in kernels, loops and steps.
type AllInt : [int|int8|int16|int32|uint8|uint16|uint32|uint64]
type Number : [scalar|AllInt]
type Image : [mat|cube|cube[AllInt]]
function y = kind(x : AllInt)
    y = "int"
end
function y = kind(x : scalar)
    y = "scalar"
end
function y = kind(x : [mat|cube])
    y = "array"
end
function y = kind(x : cube[AllInt])
    y = "ints"
end
function y = kind(x : string)
    y = "text"
end
b : uint8 = 7
print kind(3), " ", kind(2.5), " ", kind(b), " ", kind(zeros(2,2)), " ", kind(cube[uint8](2,2,2)), " ", kind("a")
% expect: int scalar int array ints text
function y = twice(x : Image, k : Number = 2)
    y = k*x
end
print twice(ones(1,2)), twice(ones(2,1,2), 3)[1,0,1], sum(twice(cube[uint8](2,2,2), 0.5))
% expect: [2,2]30
try
    print twice("a")
catch e
    print e
end
% expect: 'x' must be a [mat|cube|cube[int]|cube[int8]|cube[int16]|cube[int32]|cube[uint8]|cube[uint16]|cube[uint32]|cube[uint64]], not a string
% A type of its own is nearer than a class that has it.
function y = chosen(x : [scalar|int])
    y = "class"
end
function y = chosen(x : int)
    y = "type"
end
print chosen(1), " ", chosen(1.5)
% expect: type class
function y : T = sum_of[T : AllInt](x : T, z : T)
    y = x + z
end
print sum_of(3, 4)
% expect: 7
function y = __device__ half_of(x : AllInt)
    y = int(x/2)
end
function y = __device__ half_of(x : scalar)
    y = x/2
end
function [] = __kernel__ halve(x : [vec|vec[int]], y : vec, pos : int)
    y[pos] = half_of(x[pos])
end
y = zeros(4)
parallel_do(4, [1,2,3,4], y, halve)
print y
parallel_do(4, [1.0,2,3,4], y, halve)
print y
% expect: [0,1,1,2]
% expect: [0.5,1,1.5,2]
z = zeros(1,5000)
v = 0..4999
w = v*1.0
for i=0..4999
    z[i] = half_of(v[i]) - half_of(w[i])
end
print sum(z)
% loop 68: map
% expect: -1250
% An int that is given where a scalar is wanted is one, however the call is made.
function y = square(x : [scalar|mat])
    y = x*x
end
n = 100003
a = zeros(1,5000)
for i=0..4999
    a[i] = square(n+i)
end
{!interpreted for}
for i=0..9
    a[i] -= square(n+i)
end
print square(n), " ", sum(a[0..9])
% expect: 10000600064 0
