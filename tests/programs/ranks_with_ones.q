% A plane of a cube, whose first extent is 1, is taken where a matrix is declared: by functions, variables, kernels, in loops.
c = zeros(3,4,5)
for k=0..2
    for i=0..3
        for j=0..4
            c[k,i,j] = 100*k + 10*i + j
        end
    end
end
function s = corner(x : mat)
    s = x[3,4]
end
function t = kind(x : vec)
    t = "vec"
end
function t = kind(x : mat)
    t = "mat"
end
function t = kind(x : cube)
    t = "cube"
end
function [] = __kernel__ copy_plane(x : mat, y : mat, pos : ivec2)
    y[pos] = x[pos]
end
print corner(c[2,:,:]), " ", kind(c[1,:,:]), " ", kind(c[:,:,1]), " ", kind(c[1,2,:])
y = zeros(4,5)
parallel_do(size(y), c[1,:,:], y, copy_plane)
print y[3,:]
total = 0
for k=0..2
    p : mat = c[k,:,:]
    total += corner(p) + corner(c[k,:,:])
end
print total, " ", size(p)
try
    print corner(c[0..1,:,:])
catch e
    print e
end
try
    parallel_do(size(y), c[0..1,:,:], y, copy_plane)
catch e
    print e
end
% expect: 234 cube mat vec
% expect: [130,131,132,133,134]
% expect: 804 [4,5]
% expect: 'x' must be a mat, not a cube
% expect: 'x' has 2 dimensions in the kernel, 3 were given
