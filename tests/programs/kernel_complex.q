% Complex numbers in kernels: the functions that host code has, with the same values.
function [] = __kernel__ rotate(x : cvec, y : cvec, pos : int)
    z = x[pos]
    w = exp(1j*pi*pos/4)
    y[pos] = z*w + conj(z)/2 - abs(z)^2
end
function [] = __kernel__ functions(x : cvec, y : cmat, pos : int)
    z = x[pos]
    y[0,pos] = sqrt(z)
    y[1,pos] = log(z+1)
    y[2,pos] = sin(z)
    y[3,pos] = cosh(z)
    y[4,pos] = z^3
    y[5,pos] = z^0.5
    y[6,pos] = z^(-2)
    y[7,pos] = sqrt(-z)
end
function [] = __kernel__ mandelbrot(y : mat, pos : ivec2)
    c = complex(pos[1]/20.0-2, pos[0]/20.0-1)
    z = complex(0.0, 0.0)
    n = 0
    while abs(z) < 2 && n < 50
        z = z*z + c
        n += 1
    end
    y[pos] = n
end
function [] = __kernel__ gather(x : cvec, s : cvec, pos : int)
    s[0] += x[pos]
    s[1] -= 2*x[pos]
end
x = cvec(4)
for i=0..3
    x[i] = i + 1 + 1j*(i-1)
end
y = cvec(4)
parallel_do(4, x, y, rotate)
print abs(y[0] - (-0.5-0.5j)) < 1e-5, abs(y[2] - (-9.5+2.5j)) < 1e-5
% expect: 11
u = cmat(8,4)
parallel_do(4, x, u, functions)
print max(abs(u[0,:] - sqrt(x))) < 1e-6, max(abs(u[1,:] - log(x+1))) < 1e-6, max(abs(u[2,:] - sin(x))) < 1e-5, max(abs(u[3,:] - cosh(x))) < 1e-5
print max(abs(u[4,:] - x.^3)) < 1e-4, max(abs(u[5,:].^2 - x)) < 1e-5, max(abs(u[6,:].*x.*x - 1)) < 1e-5, max(abs(u[7,:].^2 + x)) < 1e-5
% expect: 1111
% expect: 1111
m = zeros(40,60)
parallel_do(size(m), m, mandelbrot)
count = 0
for k=0..59
    z = complex(0.0, 0.0)
    c = complex(k/20.0-2, 20/20.0-1)
    n = 0
    while abs(z) < 2 && n < 50
        z = z*z + c
        n += 1
    end
    count += m[20,k] == n
end
print count
% expect: 60
s = cvec(2)
parallel_do(4, x, s, gather)
print s
% expect: [10+2i,-20-4i]
