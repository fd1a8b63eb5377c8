% Complex arrays of other elements are converted for kernels that only read them.
function [] = __kernel__ sizes(x : cmat, y : mat, pos : ivec2)
    y[pos] = abs(x[pos])
end
function [] = __kernel__ doubled(x : cmat, y : cmat, pos : ivec2)
    y[pos] = x[pos]*2
end
y = zeros(2,2)
c = complex(3*double(ones(2,2)), 4*double(ones(2,2)))
parallel_do(size(y), c, y, sizes)
print y[0,:]
% expect: [5,5]
z = czeros(2,2)
parallel_do(size(y), c, z, doubled)
print z[1,:], " ", c[0,0]
% expect: [6+8i,6+8i] 3+4i
try
    parallel_do(size(y), z, c, doubled)
catch e
    print e
    % expect: 'y' holds double elements; the kernel that writes it wants float
end
