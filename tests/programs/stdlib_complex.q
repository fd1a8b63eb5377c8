% The library on complex matrices and images: linear algebra as of real ones, filters part by part.
function y = near(a, b)
    y = max(abs(a - b)) < 1e-4
end
seed(5)
a = complex(rand(4,4), rand(4,4)) + 3*eye(4)
b = complex(rand(4,2), rand(4,2))
h = conj(transpose(a))
print near(a*solve(a, b), b), near(solve(a, real(b)), inv(a)*real(b)), near(a*inv(a), eye(4)), near(linsolve(a, b), mldivide(a, b))
% expect: 1111
[l, u, p] = lu(a)
print near(l*u, p*a), near(tril(l), l), near(triu(u), u), near(diag(l), ones(4))
% expect: 1111
print near(det(a)/prod(diag(u)), trace(p) == 4 ? 1 : det(p)), near(logdet(a), log(abs(det(a))))
% expect: 11
c = chol(h*a)
print near(c*conj(transpose(c)), h*a), near(tril(c), c)
% expect: 11
[q, r] = qr(a[:,0..2])
print near(q*r, a[:,0..2]), near(conj(transpose(q))*q, eye(4)), near(triu(r), r)
% expect: 111

% Least squares: what is left is orthogonal to the columns.
m = a[:,0..1]
print near(conj(transpose(m))*(m*solve(m, b[:,0]) - b[:,0]), zeros(2,1))
% expect: 1

d = [1+2j, 3-1j]
print diagm(d), trace(diagm(d))
print kron(d, [1,2])
print diag(diagm(d)), " ", diag(d)[1,1], " ", toeplitz(d)[1,0]
% expect: [1+2i,0+0i]
% expect: [0+0i,3-1i]4+1i
% expect: [1+2i,2+4i,3-1i,6-2i]
% expect: [1+2i,3-1i] 3-1i 3+1i

% Filters, borders, sizes and turns.
x = complex(rand(9,12), rand(9,12))
g = [[1,2,1],[0,1,3],[2,0,1]]
f = complex(g, 2*transpose(g))
parts = (run : [?? -> ??]) -> near(run(x), run(real(x)) + 1j*run(imag(x)))
print parts(z -> imfilter(z, g)), parts(z -> imfilter(z, f, [1,1], "mirror")), parts(z -> gaussian_filter(z, 1.0)), parts(z -> padarray(z, 2)), _
  parts(z -> extend_boundary(z, [1,2], "circular")), parts(z -> imresize(z, 2)), parts(z -> rot90(z)), parts(z -> crop_boundary(z, 1))
% expect: 11111111

% In loops and kernels, where a real matrix takes the function for real ones.
y = czeros(3)
t = zeros(3)
z = czeros(3)
for k = 0..2
    y[k] = det([[1+1j, k],[2, 3]])
    w = [[k+1, 1j],[-1j, 4]]
    z[k] = inv(w)[0,1] + trace(w)
end
parallel_do(3, __kernel__ (pos : int) -> t[pos] = trace([[1.0, 2],[3, pos]]))
print y
print near(z[1], inv([[2, 1j],[-1j, 4]])[0,1] + 6), " ", t
% expect: [3+3i,1+3i,-1+3i]
% expect: 1 [1,2,3]

% Complex numbers of real parts alone.
v = czeros(3)
for k = 0..2
    v[k] = complex(k) + complex(0.5*k) + complex(2j*k) + sum(complex([1.0,k]))
end
w = czeros(3)
parallel_do(3, __kernel__ (pos : int) -> w[pos] = complex(pos) + complex(0.5*pos) + complex(2j*pos) + sum(complex([1.0,pos])))
print v, " ", w
% expect: [1+0i,3.5+2i,6+4i] [1+0i,3.5+2i,6+4i]
