% A kernel reads whole rows, whatever their length.
function [] = __kernel__ distances(F : mat, ref : mat, d : vec, pos : int)
    d[pos] = sum((F[pos,:] - ref[0,:]).^2)
end
function [] = __kernel__ normalise(F : mat, m : vec, s : vec, pos : int)
    m[pos] = mean(F[pos,:])
    s[pos] = std(F[pos,:])
end
widths = [5, 25, 100, 1300]
for k=0..numel(widths)-1
    n = widths[k]
    F = sin(reshape(float(0..12*n-1) .* 0.7, [12, n]))
    d = zeros(12)
    m = zeros(12)
    s = zeros(12)
    ref = F[3,:]
    parallel_do(12, F, ref, d, distances)
    parallel_do(12, F, m, s, normalise)
    wrong = 0
    {!interpreted for}
    for i=0..11
        wrong += d[i] != sum((F[i,:] - ref).^2)
        wrong += m[i] != mean(F[i,:])
        wrong += s[i] != std(F[i,:])
    end
    print wrong
end
% expect: 0
% expect: 0
% expect: 0
% expect: 0
% A vec is the row of a matrix that a kernel declares, as it is in a function.
function [] = __kernel__ extents(A : mat, B : cube, d : vec, pos : int)
    d[0] = 100*size(A,0) + size(A,1)
    d[1] = 10000*size(B,0) + 100*size(B,1) + size(B,2)
    d[2] = A[0,4] + sum(A[0,:])
end
function [] = __kernel__ of_any[T](A : mat[T], d : vec, pos : int)
    d[0] = 100*size(A,0) + size(A,1)
end
v = [1.0,2,3,4,5]
d = zeros(3)
parallel_do(1, v, v, d, extents)
print d
parallel_do(1, [1,2,3], d, of_any)
print d[0]
% expect: [105,10501,20]
% expect: 103
