% Complex numbers: made, taken apart, elementary functions, reductions.
z = complex(3, 4)
print z, " ", abs(z), " ", real(z), " ", imag(z), " ", conj(z), " ", type(z)
% expect: 3+4i 5 3 4 3-4i cscalar
w = complex([1.0, 0, -2], [0.0, 1, 0])
print w, " ", abs(w), " ", type(w), " ", real(w), " ", imag(w)
% expect: [1+0i,0+1i,-2+0i] [1,1,2] cvec [1,0,-2] [0,1,0]
print czeros(2,2), " ", type(czeros(2,2)), " ", size(czeros([2,3]))
% expect: [0+0i,0+0i]
% expect: [0+0i,0+0i] cmat [2,3]
print angle(1j) == 2*atan(1.0), " ", angle(-1.0) == angle(complex(-1.0, 0.0)), " ", sqrt(complex(-4.0, 0.0)), " ", sqrt(complex(3.0, -4.0))
% expect: 1 1 0+2i 2-1i
% identities, each within a few roundings
function [] = near(what, a, b)
    if !(max(abs(a - b)) <= 2e-6*max(abs(b)))
        print what, " is off: ", a, " instead of ", b
    end
end
v = complex([0.3, -1.2, 2.5], [0.7, 0.1, -1.5])
near("exp log", exp(log(v)), v)
near("sqrt", sqrt(v).*sqrt(v), v)
near("sin cos", sin(v).*sin(v) + cos(v).*cos(v), complex(ones(3), zeros(3)))
near("cosh sinh", cosh(v).*cosh(v), sinh(v).*sinh(v) + 1)
near("tan", tan(v), sin(v)./cos(v))
near("asin", sin(asin(v)), v)
near("log2", log2(v)*log(2.0), log(v))
near("exp2", exp2(v), exp(v*log(2.0)))
near("pow", pow(v, complex(0.5, 0.0)), sqrt(v))
near("rsqrt", rsqrt(v).*sqrt(v), complex(ones(3), zeros(3)))
near("euler", exp(1j*pi), complex(-1.0, 0.0))
near("polar", abs(v).*exp(1j*angle(v)), v)
% known values: exp(0.3+0.7i), log(0.3+0.7i)
near("exp", exp(complex(0.3, 0.7)), complex(1.0324289, 0.8696029))
near("log", log(complex(0.3, 0.7)), complex(-0.2723636, 1.1659045))
print sum(w), " ", prod([1j, 2j, 3.0+0j]), " ", mean(w), " ", sum(complex([[1,2],[3,4]], [[0,1],[2,3]]), 0)
% expect: -1+1i -6+0i -0.33333334+0.33333334i [4+2i,6+4i]
print sum([[1j,2],[3,4j]], 1), " ", dotprod([1j,2], [1j,3]), " ", norm([3, 4j]), " ", var([1j, -1j])
% expect: [2+1i]
% expect: [3+4i] 5+0i 5 2
print isreal(z), isreal(1.5), iscomplex(w), " ", round(complex(1.5, -2.5)), " ", isnan(complex(0.0, nan)), isfinite(complex(0.0, inf))
% expect: 011 2-3i 10
try
    x = max(w)
catch e
    print e
end
% expect: 'max' of complex numbers: they have no order
try
    x = complex(1,2) > 3
catch e
    print e
end
% expect: complex numbers have no order
try
    x = [complex(1,2), 5] <= 3
catch e
    print e
end
% expect: complex numbers have no order
print complex(1,0) == 1, complex(1,2) != 1
% expect: 11
try
    x = erf(w)
catch e
    print e
end
% expect: 'erf' is not defined for complex numbers
% loops have the same functions, with the same bits
function y = in_loop(x)
    n = numel(x)
    y = czeros(7, n)
    for k = 0..n-1
        y[0,k] = exp(x[k])
        y[1,k] = log(x[k])
        y[2,k] = sqrt(x[k])
        y[3,k] = sin(x[k])
        y[4,k] = cos(x[k])
        y[5,k] = sinh(x[k])
        y[6,k] = complex(abs(x[k]), angle(x[k])) + cosh(x[k])
    end
end
function same = equal_parts(a, b)
    same = all(real(a) == real(b)) && all(imag(a) == imag(b))
end
t = complex(randn(500)*2, randn(500)*2)
y = in_loop(t)
print equal_parts(y[0,:], exp(t)), equal_parts(y[1,:], log(t)), equal_parts(y[2,:], sqrt(t)), equal_parts(y[3,:], sin(t)), equal_parts(y[4,:], cos(t)), equal_parts(y[5,:], sinh(t)), equal_parts(y[6,:], complex(abs(t), angle(t)) + cosh(t))
% expect: 1111111
% whole-array arithmetic has the bits of single numbers
u = complex(randn(6, 5), randn(6, 5))
v = complex(randn(6, 5), randn(6, 5))
r = randn(6, 5)
wrong = 0
for i = 0..5
    for j = 0..4
        {!interpreted for}
        for k = 0..0
            wrong += (u+v)[i,j] != u[i,j]+v[i,j] || (u-v)[i,j] != u[i,j]-v[i,j] || (u.*v)[i,j] != u[i,j]*v[i,j] || (u./v)[i,j] != u[i,j]/v[i,j] ? 1 : 0
            wrong += (u+r)[i,j] != u[i,j]+r[i,j] || (r./v)[i,j] != r[i,j]/v[i,j] || (3*u)[i,j] != 3*u[i,j] || (u/2.5)[i,j] != u[i,j]/2.5 ? 1 : 0
        end
    end
end
print wrong, " ", size(u + v[0,:]), " ", type(u*2)
% expect: 0 [6,5] cmat
