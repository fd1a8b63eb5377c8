% precision: double
% Linear algebra of the library: inverse relations and values known in closed form.
import "linalg.q"
function y = near(a, b)
    y = max(abs(a - b)) < 1e-10
end
a = [[4.0,1,2],[1,3,0],[2,0,5]]
print near(a*inv(a), eye(3)), near(inv(a)*a, eye(3))
% 4*15 - 1*5 + 2*(0-6)
print abs(det(a) - 43) < 1e-12, abs(logdet(a) - log(43.0)) < 1e-12, det([[1,2],[2,4]]) == 0, det([[0,1],[1,0]])
[l, u, p] = lu([[0.0,2,1],[1,1,0],[3,0,1]])
print near(p*[[0.0,2,1],[1,1,0],[3,0,1]], l*u), near(tril(l), l), near(triu(u), u)
c = chol(a)
print near(c*transpose(c), a), near(tril(c), c)
b = [[1.0,2],[3,4],[5,7]]
[q, r] = qr(b)
print near(q*r, b), near(transpose(q)*q, eye(3)), near(triu(r), r)
% least squares: the residual is orthogonal to the columns
x = solve(b, transpose([1,2,4]))
print near(transpose(b)*(b*x - transpose([1.0,2,4])), zeros(2,1))
print near(solve(a, transpose([7.0,4,7])), ones(3,1))
[v, d] = symeig(a)
print near(a*v, v*diagm(d)), near(transpose(v)*v, eye(3)), d[0] < d[1] && d[1] < d[2]
% eigenvalues of [[2,-1,0],[-1,2,-1],[0,-1,2]] are 2 - 2 cos(k pi/4)
[v, d] = symeig([[2.0,-1,0],[-1,2,-1],[0,-1,2]])
print near(d, [2-sqrt(2.0), 2.0, 2+sqrt(2.0)])
[uu, s, vv] = svd(b)
print near(uu*s*transpose(vv), b), near(transpose(uu)*uu, eye(2)), near(transpose(vv)*vv, eye(2)), s[0,0] >= s[1,1]
[uu, s, vv] = svd(transpose(b))
print near(uu*s*transpose(vv), transpose(b))
% det(transpose(b)*b) is the product of the squared singular values
print abs(s[0,0]*s[1,1] - sqrt(det(transpose(b)*b))) < 1e-10
[uu, s, vv] = svd([[1.0,2],[2,4]])
print near(uu*s*transpose(vv), [[1.0,2],[2,4]]), near(transpose(uu)*uu, eye(2))
m = [[1.0,2],[2,4]]
g = pinv(m)
print near(m*g*m, m), near(g*m*g, g), rank(m), rank(a), near(m*null(m), zeros(2,1))
print near(expm([[0.0,1],[-1,0]]), [[cos(1.0),sin(1.0)],[-sin(1.0),cos(1.0)]]), near(expm(diagm([1.0,3])), diagm([exp(1.0),exp(3.0)]))
try
    y = inv(m)
catch e
    print "singular"
end
% expect: 11
% expect: 111-1
% expect: 111
% expect: 11
% expect: 111
% expect: 1
% expect: 1
% expect: 111
% expect: 1
% expect: 1111
% expect: 1
% expect: 1
% expect: 11
% expect: 11131
% expect: 11
% expect: singular
% Symmetric matrices beyond a few rows go through a tridiagonal one.
function [] = check_symeig(n)
    x = zeros(n+3,n)
    for i = 0..n+2
        for j = 0..n-1
            x[i,j] = mod(i*7 + j*j*5 + i*j*3, 17)/17.0
        end
    end
    a = transpose(x)*x
    [v, d] = symeig(a)
    rising = sum(d[1..n-1] < d[0..n-2]) == 0
    print n, " ", max(abs(a*v - v*diagm(d))) < 4e-6*max(abs(d)), " ", max(abs(transpose(v)*v - eye(n))) < 1e-5, " ", rising
end
for n = [9,12,31,40]
    check_symeig(n)
end
% expect: 9 1 1 1
% expect: 12 1 1 1
% expect: 31 1 1 1
% expect: 40 1 1 1
second = zeros(20,20)
for i = 0..19
    for j = 0..19
        second[i,j] = abs(i-j) == 1 ? -1 : i == j ? 2 : 0
    end
end
print max(abs(symeig(second) - (2 - 2*cos(pi*(1..20)/21)))) < 5e-6
% expect: 1
[v, d] = symeig(zeros(12,12))
print max(abs(d)), " ", max(abs(v - eye(12)))
% expect: 0 0
print symeig(diagm([5,3,9,1,7,2,8,4,6,10]))
% expect: [1,2,3,4,5,6,7,8,9,10]
