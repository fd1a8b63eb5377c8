% Rows of any length, x[i,:], and arrays that they meet are compiled in loops: the values are those of the loop that is stepped.
function d = differ(A : mat, w, h : int)
    d = 0
    r = zeros(h, 10)
    ref = A[h-1,:]
    for i=0..h-1
        r[i,0] = sum(A[i,:])
        r[i,1] = sum((A[i,:] - w).^2)
        r[i,2] = sum((A[i,:] - ref).^2)
        r[i,3] = norm(A[i,:] - A[0,:])
        r[i,4] = mean(abs(A[i,:]))
        r[i,5] = std(A[i,:])
        r[i,6] = max(A[i,:] .* w)
        r[i,7] = median(A[i,:])
        v = A[i,:] ./ norm(A[i,:])
        r[i,8] = sum(v .* w)
        r[i,9] = dotprod(A[i,:], w) + sum(A[:,0]) + sum(A[i,:] > 0.5)
    end
    {!interpreted for}
    for i=0..h-1
        d += r[i,0] != sum(A[i,:])
        d += r[i,1] != sum((A[i,:] - w).^2)
        d += r[i,2] != sum((A[i,:] - ref).^2)
        d += r[i,3] != norm(A[i,:] - A[0,:])
        d += r[i,4] != mean(abs(A[i,:]))
        d += r[i,5] != std(A[i,:])
        d += r[i,6] != max(A[i,:] .* w)
        d += r[i,7] != median(A[i,:])
        v = A[i,:] ./ norm(A[i,:])
        d += r[i,8] != sum(v .* w)
        d += r[i,9] != dotprod(A[i,:], w) + sum(A[:,0]) + sum(A[i,:] > 0.5)
    end
end
lengths = [17, 25, 31, 32, 33, 64, 100, 300, 1500]
for k=0..numel(lengths)-1
    n = lengths[k]
    A = sin(reshape(float(0..20*n-1) .* 1.7, [20, n]))
    d = differ(A, cos(float(0..n-1)), 20)
    if d > 0
        print n, ": ", d
    end
end
% Named rows go into rows.
function d = rows_of(A : mat)
    d = 0
    y = zeros(size(A))
    z = zeros(size(A))
    for i=0..size(A,0)-1
        v = A[i,:]
        m = mean(v)
        s = std(v)
        y[i,:] = (v - m) / s + v .* A[0,:]
    end
    {!interpreted for}
    for i=0..size(A,0)-1
        v = A[i,:]
        z[i,:] = (v - mean(v)) / std(v) + v .* A[0,:]
    end
    d = sum(y != z)
end
print rows_of(sin(reshape(float(0..799), [20,40]))), rows_of(sin(reshape(float(0..2999), [2,1500])))
% Another length through the same code, and one that does not fit.
function s = of_rows(A : mat, w)
    s = 0.0
    for i=0..size(A,0)-1
        s = max(s, sum((A[i,:] - w).^2))
    end
end
print of_rows(ones(5,20), zeros(1,20)), " ", of_rows(ones(5,30), zeros(1,30)), " ", of_rows(ones(5,40), 0.5), " ", of_rows(ones(5,40), [0.5])
try
    print of_rows(ones(5,20), zeros(1,21))
catch e
    print e
end
% expect: 00
% expect: 20 30 10 10
% expect: extents do not fit: 20 and 1 x 21
