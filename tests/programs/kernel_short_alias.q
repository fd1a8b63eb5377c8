% A short argument of a kernel that is written under another name is no value: as with a parameter of type vec.
function [] = __kernel__ untyped(x, z, y, pos : int)
    z[0] = 30
    y[pos] = sum(x)
end
function [] = __kernel__ typed(x : vec, z : vec, y : vec, pos : int)
    z[0] = 30
    y[pos] = sum(x)
end
y = zeros(1)
x = [1.0,2,3]
parallel_do(1, x, copy(x), y, untyped)
print y
% expect: [6]
z = x
parallel_do(1, x, z, y, untyped)
print y
% expect: [35]
x[0] = 1
parallel_do(1, x, z, y, typed)
print y
% expect: [35]
