% A name that is declared with a boundary mode inside a loop, a function or a kernel has that mode, for short arrays and for names of
% whole arrays.
im = zeros(3,4)
for i=0..2
    for j=0..3
        im[i,j] = 10*i + j
    end
end
y = zeros(3,4)
for i=0..2
    for j=0..3
        m : mat'circular = [[1,2],[3,4]]
        v : vec'mirror = [1,2,3]
        w : vec'clamped = [5,6]
        y[i,j] = m[i,j] + 10*v[j-2] + 100*w[i-1] + 1000*v[-1] + 10000*w[7]
    end
end
print y
function [] = __kernel__ tiled(im : mat, y : mat, pos : ivec2)
    m : mat'circular = [[1,2],[3,4]]
    q : mat'mirror = im
    r : mat'circular = im
    p : mat = q
    y[pos] = m[pos] + 10*q[pos[0]-3,pos[1]] + 1000*r[-1,pos[1]+4] + 100000*p[pos[0]+3,0]
end
parallel_do(size(y), im, y, tiled)
print y
function s = around(k : vec'circular, i : int)
    s = k[i-1] + k[i] + k[i+1]
end
z = zeros(3)
for i=0..2
    z[i] = around([1,2,4], i) + around([1,2,4], 0)
end
print z
for i=0..0
    c : vec'circular = [1,2,3]
    try
        c[4] = 1
    catch e
        print e
    end
end
function [] = __kernel__ converted(im : mat, y : mat, pos : ivec2)
    q : imat = im
    y[pos] = q[pos]
end
try
    parallel_do(size(y), im, y, converted)
catch e
    print e
end
% expect: [62531,62522,62511,62522]
% expect: [62533,62524,62513,62524]
% expect: [62631,62622,62611,62622]
% expect: [20201,21212,22221,23232]
% expect: [20203,21214,22223,23234]
% expect: [20101,21112,22121,23132]
% expect: [14,14,14]
% expect: index 4 is out of range: 'c' has 3 elements along dimension 0
% expect: a mat[int] is made of a mat: a copy of the array
