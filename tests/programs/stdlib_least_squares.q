% Least squares and QR of tall matrices, by reflections of all columns together.
function ok = near(a, b)
    ok = max(max(abs(a - b))) < 1e-4
end
A = randn(500,6)
x = transpose([1,-2,3,-4,5,-6.])
[q, r] = qr(A)
[q0, r0] = qr(A, 0)
print size(q), size(r), size(q0), size(r0), " ", near(q*r, A), near(q0*r0, A), near(transpose(q)*q, eye(500)), near(transpose(q0)*q0, eye(6)), near(r0, r[0..5,:])
% expect: [500,500][500,6][500,6][6,6] 11111
print near(solve(A, A*x), x), " ", sum(abs(transpose(A)*(A*solve(A, transpose(0..499)) - transpose(0..499)))) < 1
% expect: 1 1
Z = complex(randn(40,3), randn(40,3))
[u, t] = qr(Z, 0)
print size(u), size(t), " ", near(u*t, Z), near(conj(transpose(u))*u, eye(3)), near(solve(Z, Z*transpose([1+2j,3,4j])), transpose([1+2j,3,4j])), " ", t[2,0] == 0
% expect: [40,3][3,3] 111 1
W = randn(3,7)
[u, t] = qr(W)
print size(u), size(t), " ", near(u*t, W), " ", size(qr(W, 0))
% expect: [3,3][3,7] 1 [3,3]
[u, t] = qr([[0.,0],[0,0],[0,2]])
print near(u*t, [[0.,0],[0,0],[0,2]]), near(transpose(u)*u, eye(3))
% expect: 11
H = randn(60,60)
H = H*transpose(H) + 60*eye(60)
L = chol(H)
print near(L*transpose(L)/60, H/60), " ", sum(sum(triu(L, 1))), " ", chol([[4.,2],[2,5]])
% expect: 1 0 [2,0]
% expect: [1,2]
print max(abs(polyfit([0,1,2,3], [1,3,7,13], 2) - 1)) < 1e-5
% expect: 1
