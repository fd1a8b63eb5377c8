% Beyond 200 columns elimination goes by panels of columns, with matrix products for the rest: factors, solutions, inverses and determinants of
% matrices whose size is and is not a whole number of panels, real and complex, with right sides, with an exchange of rows in every step, singular.
import "linalg.q"
function e = distance(a, b)
    e = max(abs(a - b))
end
seed(7)
for n = [201, 240, 305]
    a = rand(n, n) - 0.5
    b = rand(n, 3)
    [l, u, p] = lu(a)
    print distance(p*a, l*u) < 2e-5, sum(sum(abs(p), 0) == 1) == n, max(abs(l)) <= 1
    x = solve(a, b)
    print distance(a*x, b) < 2e-3
    print distance(a*inv(a), eye(n)) < 5e-3
    z = a + 1j*(rand(n, n) - 0.5)
    print distance(z*solve(z, b), b) < 2e-3, distance(z*inv(z), eye(n)) < 5e-3
end
% expect: 111
% expect: 1
% expect: 1
% expect: 11
% expect: 111
% expect: 1
% expect: 1
% expect: 11
% expect: 111
% expect: 1
% expect: 1
% expect: 11
c = zeros(210, 210)  % a cycle of an even number of rows is an odd permutation
for i = 0..209
    c[i, mod(i+1, 210)] = 1
end
print det(c), " ", det(c[0..208,0..208] + eye(209)), " ", distance(inv(c), transpose(c))
% expect: -1 1 0
s = eye(220)
s[219,:] = s[3,:] + s[150,:]
print det(s)
% expect: 0
try
    x = solve(s, ones(220,1))
catch e
    print e
end
% expect: the matrix is singular
