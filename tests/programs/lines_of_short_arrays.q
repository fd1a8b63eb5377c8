% Functions of the lines of short arrays in compiled loops and kernels: the values of the functions outside.

function y : int = wrong(a : mat[double], b : mat[double])
    y = sum(a != b && !(isnan(a) && isnan(b)))
end
function y = row(x)
    y = reshape(x, 1, numel(x))
end
X = 5*rand(6, 8) - 1
X[2,3] = nan
X[4,0..1] = [0, 0]
N = cast(floor(X*3), int)

% along a dimension of a matrix
all_of = (m : mat) -> horzcat(row(cumsum(m,0)), row(cumprod(m,1)), row(cummax(m)), row(cummin(m,0)), row(sort(m)), row(sort(m,1,"descend")), row(sort(m,"descend")), row(diff(m)), row(diff(m,1)), row(flip(m,0)), row(flip(m)), row(median(m,0)), row(var(m,1)), row(std(m,0)), row(var(m,1,0)), row(std(m,[],1)), row(permute(m,[1,0])), row(cat(0,m,m)), row(fftshift(m)), row(ifftshift(m)), row(rot90(m)), row(rot90(m,2)), length(m), ndims(m), sum(m,"all"), max(m,[],"all"), norm(m,1), norm(m,inf), row(argmax(m,0)), row(argmin(m,1)), trace(m))
n = numel(all_of(X[0..1,0..3]))
A = mat[double](5, n)
B = mat[double](5, n)
C = mat[double](5, n)
D = mat[double](5, n)
function [] = of_matrices(X, A)
    for k = 0..4
        m = X[k..k+1,0..3]
        A[k,:] = horzcat(row(cumsum(m,0)), row(cumprod(m,1)), row(cummax(m)), row(cummin(m,0)), row(sort(m)), row(sort(m,1,"descend")), row(sort(m,"descend")), row(diff(m)), row(diff(m,1)), row(flip(m,0)), row(flip(m)), row(median(m,0)), row(var(m,1)), row(std(m,0)), row(var(m,1,0)), row(std(m,[],1)), row(permute(m,[1,0])), row(cat(0,m,m)), row(fftshift(m)), row(ifftshift(m)), row(rot90(m)), row(rot90(m,2)), length(m), ndims(m), sum(m,"all"), max(m,[],"all"), norm(m,1), norm(m,inf), row(argmax(m,0)), row(argmin(m,1)), trace(m))
    end
end
of_matrices(X, A)
{!interpreted for}
for k = 0..4
    B[k,:] = all_of(X[k..k+1,0..3])
end
parallel_do(5, X, C, __kernel__ (X : mat, C : mat[double], pos : int) -> C[pos,:] = all_of(X[pos..pos+1,0..3]))
print wrong(A, B), wrong(C, B)
% expect: 00

% of rows, ints, with places
E = zeros(6, 40)
F = zeros(6, 40)
for k = 0..5
    r = N[k,:]
    [s, at] = sort(r, "descend")
    [t, to] = sort(r, 1, "ascend")
    [u, where] = max(r, [], 1)
    E[k,:] = horzcat(s, at, t, to, u, where, std(r), var(r,1,1), cumsum(r,1)[3], diff(r)[2], cummax(r)[5], length(r))
end
{!interpreted for}
for k = 0..5
    r = N[k,:]
    [s, at] = sort(r, "descend")
    [t, to] = sort(r, 1, "ascend")
    [u, where] = max(r, [], 1)
    F[k,:] = horzcat(s, at, t, to, u, where, std(r), var(r,1,1), cumsum(r,1)[3], diff(r)[2], cummax(r)[5], length(r))
end
print wrong(E, F), " ", sum(E) != 0
% expect: 0 1

% complex numbers: parts rounded, z/|z|, tests; other names of functions; dimensions of rows and numbers
Z = complex(X, transpose(rand(8,6)) - 0.5)
Z[0,0] = complex(0.0, 0.0)
Z[1,1] = complex(1.0, inf)
G = mat[double](6, 8)
H = mat[double](6, 8)
for k = 0..5
    for j = 0..7
        z = Z[k,j]
        G[k,j] = real(sign(z)) + imag(trunc(z*3)) + isnan(z) + 2*isinf(z) + 4*isfinite(z) + fix(imag(z)*4) + gamma(1 + abs(j)) + power(j, 2) + ndims(z) + ndims(Z[k,:]) + length(Z) + imag(floor(z/2))
    end
end
{!interpreted for}
for k = 0..5
    for j = 0..7
        z = Z[k,j]
        H[k,j] = real(sign(z)) + imag(trunc(z*3)) + isnan(z) + 2*isinf(z) + 4*isfinite(z) + fix(imag(z)*4) + gamma(1 + abs(j)) + power(j, 2) + ndims(z) + ndims(Z[k,:]) + length(Z) + imag(floor(z/2))
    end
end
print wrong(G, H), " ", ndims(3), ndims([1,2]), ndims(Z)
% expect: 0 222
try
    print int([1+2j, 3])
catch e
    print e
end
% expect: complex numbers cannot become real ones
% a matrix of one row is continued by a number, in loops and kernels too
M = [[1.0,2,3],[4,5,6]]
R = zeros(2,4)
for k = 0..1
    a = sum(M,0)*k
    R[k,:] = [a,7]
end
print R
% expect: [0,0,0,7]
% expect: [5,7,9,7]
parallel_do(2, M, R, __kernel__ (M : mat, R : mat, pos : int) -> R[pos,:] = [sum(M,0)*(pos+1), 3])
print R
% expect: [ 5, 7, 9, 3]
% expect: [10,14,18, 3]
