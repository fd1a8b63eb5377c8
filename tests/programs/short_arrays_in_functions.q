% Short arrays that loops renew are values where functions and lambdas that are given them only read them.
f = u -> [u[1], -u[0]]
x = [1.0, 0.0]
for k = 1..2000
    x = x + 0.5*f(x)
    x = [mod(x[0], 2), mod(x[1], 2)]
end
print type(x)
% expect: vec
function y = slope(u)
    a = u[0] - u[1]
    y = [a, 2*u[1]]
end
function y = middle(u)
    y = 0.5*slope(u + 0.25*slope(u))
end
function z = steps(n : int)
    z = [1.0, 0.5]
    for k = 1..n
        k1 = slope(z)
        k2 = middle(z + 0.5*k1)
        z = z + 0.25*(k1 + k2)
        z = z - floor(z)
    end
end
print steps(7)
% expect: [0.71133024,0.32766724]
function y = kept(u)
    y = u
end
function [] = bump(u)
    u[0] += 1
end
p = [1.0, 2]
q = p
for k = 1..50
    p = kept(p)
    p[0] += 1
end
print p, q
% expect: [51,2][51,2]
w = [1.0, 2]
for k = 1..50
    bump(w)
    w = w + [0.0, 1]
end
print w
% expect: [51,52]
