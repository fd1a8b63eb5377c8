% Sizes as generic parameters: f[N : int] is made for the extents of its arguments.
function y : scalar = __device__ inner_product[N : int](a : vec(N), b : vec(N))
    y = 0.0
    for k = 0..N-1
        y += a[k]*b[k]
    end
end
function y : vec(M) = apply[M : int, N : int](A : mat(M,N), x : vec(N))
    y = zeros(M)
    for m = 0..M-1
        for n = 0..N-1
            y[m] += A[m,n]*x[n]
        end
    end
end
print inner_product([1,2,3], [4,5,6]), " ", apply([[1,2],[3,4],[5,6]], [10,1])
% expect: 32 [12,34,56]
try
    print apply([[1,2],[3,4]], [1,2,3])
catch e
    print e
end
% expect: 'x' has other extents than its type says

% in kernels the sizes are those of fixed-size values
function y = __device__ smoothed[N : int](v : vec(N))
    t : vec(N)
    for k = 0..N-1
        t[k] = (v[max(k-1,0)] + v[k] + v[min(k+1,N-1)])/3
    end
    y = t[N-1] - t[0]
end
function [] = __kernel__ slopes(x : mat, y : mat, pos : int)
    y[pos,0] = smoothed(x[pos,0..2])
    y[pos,1] = smoothed(x[pos,0..4])
    y[pos,2] = inner_product(x[pos,0..1], x[pos,1..2])
end
x = reshape(0..14, [3,5])*1.0
y = zeros(3,3)
parallel_do(3, x, y, slopes)
print floor(y)
% expect: [  1,  3,  2]
% expect: [  1,  3, 72]
% expect: [  1,  3,242]

% beside a generic type; extents that are computed from sizes
function y = doubled[T, N : int](v : vec[T](N), w : vec[T](2*N))
    y : vec[T](2*N)
    for k = 0..N-1
        y[k] = v[k] + w[k]
        y[N+k] = v[k] + w[N+k]
    end
end
z = doubled([1,2], [10,20,30,40])
print z, " ", type(z)
% expect: [11,22,31,42] vec[int]
