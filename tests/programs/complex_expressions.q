% Expressions of large complex arrays are one loop each; their elements have the bits of single steps.
n = 9000
a = randn(n, 1)
z = complex(randn(n), randn(n))
w = complex(randn(n), randn(n))
M = reshape(z[0..8099], 90, 90)
% Evaluated until the loop is compiled; arrays of few elements take step after step.
function r = differ(f, z, w, x)
    for k=1..25
        u = f(z, w, x)
    end
    r = sum(u[0..3999] != f(z[0..3999], w[0..3999], x[0..3999])) + sum(u[5000..8999] != f(z[5000..8999], w[5000..8999], x[5000..8999]))
end
x = transpose(a)
print differ((z,w,x) -> -z.*w + (z.^2 + w.^3)./x - conj(z).*w./(abs(w).^2 + 0.5) + (z.*(x > 0) - x.*w).*(1j*x + 2*x.*abs(z)), z, w, x)
% expect: 0
print differ((z,w,x) -> real(z.*w) + 1j*imag(z - w) + sqrt(z)./w + (3-2j)./z - x.*x.*z + z.*max(abs(z) - 0.3, 0)./(abs(z) + 1e-9) + (x > 0.5 ? z : w), z, w, x)
% expect: 0
print differ((z,w,x) -> abs(z.*conj(w) - x).^2 + real(z)./x, z, w, x)
% expect: 0
% sums of them, whole and along dimensions
print sum(z.*conj(z)) == complex(sum(real(z).*real(z) + imag(z).*imag(z)), sum(imag(z.*conj(z)))), " ", imag(sum(z.*conj(z)))
% expect: 1 0
for d=0..1
    print sum(real(sum(M, d)) != sum(real(M), d)), sum(imag(sum(2*M, d)) != 2*sum(imag(M), d))
end
% expect: 00
% expect: 00
print sum(sum(reshape(M,30,3,90),1)) == sum(sum(reshape(M,30,3,90),1)*1)
% expect: 1
% rows and columns that meet a matrix, parts of arrays, stores into parts
P = M.*a[0..89] - transpose(x[0..89]).*M
print sum(P != M.*(a[0..89] - 0) - transpose(x[0..89]).*M)
% expect: 0
Q = copy(M)
Q[10..79,:] += 2*M[0..69,:]
Q[:,3..5] = conj(M[:,3..5])*1j
print Q[10,0] == M[10,0] + 2*M[0,0], " ", Q[40,4] == 1j*conj(M[40,4]), " ", Q[5,5] == 1j*conj(M[5,5])
% expect: 1 1 1
Q = a[0..89].*ones(90,90)
P = copy(M)
P += M
print sum(P != 2*M), " ", isreal(Q), " ", isreal(P)
% expect: 0 1 0
% a condition chooses between complex elements; reals become complex beside them
Y = abs(M) > 1 ? M : -0.5*real(M)
print isreal(Y), " ", sum(abs(M) > 1 ? Y != M : Y != -0.5*real(M))
% expect: 0 0
