% A float minimum or maximum of ints: lanes that nothing was folded into hold NaN, which the ints' floats must replace.
for n=1..9
    x = 2*(0..n-1)+1
    lo = inf
    hi = -inf
    top = 0.0
    for k=0..n-1
        lo = min(lo, x[k])
        hi = max(hi, x[k])
        top = max(1.0*x[k], top)
    end
    assert(lo == 1 && hi == 2*n-1 && top == hi, "of ", n)
end
y = zeros(3)
z = zeros(3)
a = [nan, 2., -3.]
for k=0..2
    y[k] = max(a[k], float(k))
    z[k] = min(a[k], 0.0)
end
print y, z, max(a[0], -1.0)
% expect: [0,2,2][0,0,-3]-1
% signs of zeros, either way round
s = [-1., 1.]
u = zeros(2,2)
v = zeros(2,2)
for i=0..1
    for j=0..1
        u[i,j] = 1/max(0*s[i], 0*s[j])
        v[i,j] = 1/min(0*s[i], 0*s[j])
    end
end
print u
% expect: [-inf, inf]
% expect: [ inf, inf]
print v
% expect: [-inf,-inf]
% expect: [-inf, inf]
w = zeros(2,2)
for i=0..1
    w[i,0] = 1/max(0*s[i], 0.0)
    w[i,1] = 1/min(0.0, 0*s[i])
end
print w
% expect: [ inf,-inf]
% expect: [ inf, inf]
