% optimize.q against SciPy (optimize, integrate) and closed forms.
% precision: double
function y = near(a, b, tol = 1e-10)
    y = numel(a) == numel(b) && max(abs(reshape(a, numel(a)) - reshape(b, numel(b)))) < tol
end
print near(fzero(x -> x^2 - 2, [0,2]), sqrt(2)), near(fzero(cos, 1), pi/2), near(fzero(x -> x^3 - 8, 1.0), 2), near(fzero(x -> tan(x) - x, [4, 4.6]), 4.4934094579090642), fzero(x -> x, [0,1])
[x, v, f, e] = fzero(x -> exp(x) - 5, 1)
print near(x, log(5)), abs(v) < 1e-13, f, " ", e < 20
[x, v] = fminbnd(x -> (x-2)^2 + 1, 0, 5)
print near(x, 2, 1e-4), near(v, 1), near(fminbnd(cos, 3, 4, 1e-10), pi, 1e-7), near(fminbnd(x -> x, 2, 3), 2, 1e-3)
[x, v, f] = fminsearch(p -> 100*(p[1]-p[0]^2)^2 + (1-p[0])^2, [-1.2, 1], 1e-8, 1000)
print near(x, [1,1], 1e-6), v < 1e-12, f, size(fminsearch(p -> sum((p - 3).^2), zeros(2,1)))
[x, v, f, e] = fminsearch(p -> sum(p.^2), [5,5], 1e-4, 20)
print f, " ", e >= 20
[x, r, f] = lsqnonlin(p -> [10*(p[1]-p[0]^2), 1-p[0]], [-1.2, 1])
print near(x, [1,1]), near(r, [0,0]), f
[x, r, f] = fsolve(x -> [x[0]^2 + x[1]^2 - 4, x[0] - x[1]], [1, 0.5])
print near(x, [sqrt(2),sqrt(2)]), f
[x, r, f] = fsolve(x -> x.^2 + 1, [0.3])
print f
t = linspace(0,4,20)
print near(lsqcurvefit((p,t) -> p[0]*exp(-p[1]*t), [1,1], t, 3*exp(-0.7*t) + 0.1*cos(5*t)), [3.0313631556643341, 0.707411675865661], 1e-6)
[x, r] = lsqnonneg([[1, 2, -1], [3, 4, 2], [5, 6.5, 1], [1, -1, 0.5]], [-1,2,4,3])
print near(x, [0.56427015250544643, 0, 0.73202614379085007]), near(r, 6.5141612200435732), near(lsqnonneg(eye(2), [-1,-2]), [0,0])
print near(integral(x -> exp(-x.^2), -inf, inf), sqrt(pi)), near(integral(x -> exp(-x), 0, inf), 1), near(integral(x -> 1/sqrt(x), 0, 1), 2, 1e-6), integral(x -> 1, 2, 5), near(integral(x -> x > 0.3 ? 1.0 : 0.0, 0, 1), 0.7, 1e-6), near(quad(sin, 0, pi), 2), near(integral(exp, 0, -inf), -1), near(quadgk(x -> cos(50*x), 0, 1), -0.0052474970740785769), near(integral(sqrt, 4, 1), -4.666666666666667)
print near(integral2((x,y) -> x.*y, 0, 1, 0, x -> x), 0.125), near(integral2((x,y) -> exp(x + y), 0, 2, -1, 3), 125.97721979210134, 1e-6)
[t, y] = ode45((t,y) -> [y[1], -y[0]], [0, 10], [1,0], 1e-9, 1e-11)
print near(y[numel(t)-1,:], [cos(10.0), -sin(10.0)], 1e-7), t[numel(t)-1], " ", near(y[:,0], cos(t), 1e-7)
[t, y] = ode45((t,y) -> -2*y + t, [0, 0.5, 1, 2], 1, 1e-9, 1e-11)
print t, near(y, 1.25*exp(-2*t) + t/2 - 0.25, 1e-8), size(y)
[t, y] = ode45((t,y) -> -2*y, [1, 0], 1)
print t[numel(t)-1], near(y[numel(t)-1], exp(2), 2e-2)
for bad = `() -> fzero(x -> x^2 + 1, [0,1]), () -> fzero(x -> x^2 + 1, 0), () -> fminbnd(cos, 2, 1), () -> lsqnonneg(eye(2), [1,2,3]), () -> integral(x -> [1,2], 0, 1), () -> ode45((t,y) -> y, [0], 1), () -> ode45((t,y) -> [1,2], [0,1], 1), () -> ode45((t,y) -> y.^2, [0,2], 1)'
    try
        bad()
    catch e
        print e
    end
end
% expect: 11110
% expect: 111 1
% expect: 1111
% expect: 111[2,1]
% expect: 0 1
% expect: 111
% expect: 11
% expect: 0
% expect: 1
% expect: 111
% expect: 111311111
% expect: 11
% expect: 110 1
% expect: [0,0.5,1,2]1[4,1]
% expect: 01
% expect: fzero: f(0) = 1 and f(1) = 2 have no opposite signs
% expect: fzero: no change of sign was found around 0; give two numbers where f has opposite signs
% expect: fminbnd: from 2 to 1; the ends are ascending
% expect: lsqnonneg: 3 elements for 2 rows
% expect: integral: the function gives 2 values at 150 places; it takes arrays: write .* ./ .^
% expect: ode45: times has the begin and the end, at least
% expect: ode45: f gives 2 slopes for 1 values
% expect: ode45: steps below 8.09177e-16 at t = 0.999993; the solution grows beyond bounds, or the equations are stiff
