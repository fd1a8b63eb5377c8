% Types of declared extents with more than 1024 elements are arrays of those extents: they begin with zeros, go by reference, and are
% asked for. Smaller ones are kept by each iteration. Expected numbers: by hand.
function y = doubled(x : mat(64,64))
    y = zeros(64,64)
    for m=0..63
        for n=0..63
            y[m,n] = 2*x[m,n]
        end
    end
end
function y = first(x : mat(64,64), i : int)
    y = x[i,0]
end
function [] = __kernel__ add_one(x : mat(64,64), y : mat(64,64), pos : ivec2)
    y[pos] = x[pos] + 1
end
function y : mat(3,3) = one_element(v)
    y[1,0] = v
end
function y : vec3 = multiples(v)
    for i=0..2
        y[i] = v*i
    end
end
function y : mat(64,64) = crossed(v)
    for i=0..63
        y[i,63-i] = v
    end
end

A : mat(64,64)
print sum(A), " ", size(A)
% expect: 0 [64,64]
for m=0..63
    for n=0..63
        A[m,n] = m+n
    end
end
% loop 34: map
print A[63,63], " ", doubled(A)[3,4]
% expect: 126 14
B = A
B[0,0] = 77
print A[0,0]
% expect: 77
C = mat(64,64)
parallel_do(size(C), A, C, add_one)
print C[63,63], " ", C[0,0]
% expect: 127 78
c : cube[uint8](64,64,3)
c[1,1,1] = 300
print c[1,1,1], " ", size(c)
% expect: 44 [64,64,3]
w : cvec(2000)
w[5] = 1i
print w[5], " ", numel(w)
% expect: 0+1i 2000
type state : class
    image : mat(64,64)
end
s = state()
for m=0..63
    for n=0..63
        s.image[m,n] += m*n
    end
end
print s.image[63,63]
% expect: 3969
r = zeros(4)
for i=0..3
    r[i] = first(A, i)
end
print r
% expect: [77,1,2,3]

% other extents
try
    doubled(ones(3,3))
catch e
    print e
    % expect: 'x' must be a mat(64,64), not a mat
end
D = ones(3,3)
try
    for i=0..3
        r[i] = first(D, i)
    end
catch e
    print e
    % expect: 'x' must be a mat(64,64)
end
try
    parallel_do([3,3], D, D, add_one)
catch e
    print e
    % expect: the kernel's parameter 'x' is a mat(64,64), a mat was given
end

% outputs of a declared size begin with zeros
print one_element(3)[1,:], multiples(2), sum(crossed(2))
% expect: [3,0,0][0,2,4]128
for i=0..3
    r[i] = sum(multiples(i)) + sum(one_element(i))
end
print r
% expect: [0,4,8,12]
