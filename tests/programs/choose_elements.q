% `condition ? yes : no` with a condition that has elements chooses element by element, small arrays, large ones, in loops and kernels.
x = [1,-2,3]
print x > 0 ? x : 0
print x > 0 ? 1.5 : x
print [true,false,true] ? [[1,2,3],[4,5,6]] : -1
print x > 0 ? complex(x, x) : 0
print type(x > 0 ? x > 2 : x < 0), " ", type(x > 0 ? cast(x, uint8) : cast(x, uint8)), " ", type(x > 0 ? 1 : 0.5)
relu = t -> t > 0 ? t : 0
im = reshape(0..9999, [100,100]) - 5000
y = relu(im)
print sum(y), " ", max(y), " ", type(y), " ", sum(im > 0 ? im : -im), " ", sum(im > 0 && im < 10 ? 1 : 0)
% many times: the shape is compiled as one loop
total = 0.0
for k = 0..59
    total += sum(relu(im - k) - (im > k ? im - k : 0)) + mean(im*0.5 > k ? sqrt(abs(im)) : 0)
end
print round(total)
row = im[0,:] < -4950 ? im[:,0] : 1      % extents of 1 are repeated
print size(row), sum(row)
[r, c] = [0, 0]
function v = huber(e)
    v = abs(e) < 1 ? e^2 : 2*abs(e) - 1
end
print huber([0.5, 2, -3]), huber(0.5), sum(huber(3*ones(80, 80)))
% of short arrays in loops and kernels, of slices
s = 0.0
for i = 0..99
    v = [im[i,0], im[i,1], 2]
    u = v > -100 ? v : [0, 1, 2]
    s += sum(u)
end
print s
q = zeros(100, 100)
for i = 0..99
    q[i,:] = im[i,:] > 0 ? im[i,:]*2 : -1
end
print sum(q)
parallel_do([100,100], im, q, __kernel__ (x : imat, y : mat, pos : ivec2) -> y[pos] = sum([x[pos], 1] > 0 ? [1, 2] : [0, 5]))
print sum(q)
try
    print x > 0 ? "a" : 0
catch e
    print e
end
try
    print x > 0 ? [1,2] : 0
catch e
    print e
end
% expect: [1,0,3]
% expect: [1.5,-2,1.5]
% expect: [ 1,-1, 3]
% expect: [ 4,-1, 6]
% expect: [1+1i,0+0i,3+3i]
% expect: vec[bool] vec[uint8] vec
% expect: 12497500 4999 mat[int] 25000000 9
% expect: 1412
% expect: [100,100]-245000
% expect: [0.25,3,5]0.2532000
% expect: 245200
% expect: 24990000
% expect: 24999
% expect: expected a number or an array, for a condition that has elements, not a string
% expect: extents do not fit: 3 and 2
