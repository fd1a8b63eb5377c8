% Kernels that update the element at their own position alone add a product in one rounding, as loops do.
function [] = __kernel__ add(y : mat, a : vec, b : vec, pos : ivec2)
    y[pos] += a[pos[0]]*b[pos[1]]
end
function [] = __kernel__ take(y : mat'unchecked, a : vec'unchecked, b : vec'unchecked, pos : ivec2)
    y[pos] -= a[pos[0]]*b[pos[1]]
end
function [] = __kernel__ scatter(y : mat, a : vec, b : vec, pos : ivec2)
    y[pos[0],size(y,1)-1-pos[1]] += a[pos[0]]*b[pos[1]]
end
n = 300
a = zeros(n)
b = zeros(n)
for i=0..n-1
    a[i] = 1/(i+3.0)
    b[i] = 1/(i+7.0)
end
X = ones(n,n)/3
Y = copy(X)
Z = copy(X)
W = copy(X)
for i=0..n-1
    for j=0..n-1
        X[i,j] += a[i]*b[j]
        W[i,j] -= a[i]*b[j]
    end
end
parallel_do(size(Y), Y, a, b, add)
print sum(sum(X != Y))
% expect: 0
parallel_do(size(Z), Z, a, b, take)
print sum(sum(W != Z))
% expect: 0

% A product that is rounded first differs in some elements, which atomic updates of elements that other threads may have do.
p = transpose(a)*b
R = ones(n,n)/3
for i=0..n-1
    for j=0..n-1
        t = a[i]*b[j]
        R[i,j] = R[i,j] + t
    end
end
S = ones(n,n)/3
parallel_do(size(S), S, a, b, scatter)
T = S[:,n-1..-1..0]
print sum(sum(R != T)), " ", sum(sum(R != X)) > 0
% expect: 0 1
