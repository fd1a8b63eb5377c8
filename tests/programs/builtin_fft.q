% Fourier transforms against their definition, written as loops.
function [re, im] = dft(x : vec)
    n = numel(x)
    re = zeros(n)
    im = zeros(n)
    for k=0..n-1
        for j=0..n-1
            angle = 2*pi*mod(j*k, n)/n
            re[k] += x[j] * cos(angle)
            im[k] -= x[j] * sin(angle)
        end
    end
end
X = fft1([1.0, 2.0, 3.0, 4.0])
print X[0], " ", X[1], " ", X[2], " ", X[3]
% expect: 10+0i -2+2i -2+0i -2-2i
x = zeros(60)
for i=0..59
    x[i] = sin(0.3*i) + mod(i*i, 7)
end
[re, im] = dft(x)
Y = fft1(x)
print max(abs(real(Y) - re)) < 1e-3, " ", max(abs(imag(Y) - im)) < 1e-3
% expect: 1 1
print max(abs(real(ifft1(Y)) - x)) < 1e-5, " ", max(abs(imag(ifft1(Y)))) < 1e-5
% expect: 1 1
% Rows of a matrix under fft1; a constant image has one frequency; channels are transformed apart.
A = reshape(x, [6, 10])
R = fft1(A)
print abs(real(R[1,0]) - sum(x[10..19])) < 1e-3
% expect: 1
F = fft2(ones(4, 8))
print real(F[0,0]), " ", max(abs(real(F[1..3,:]))), " ", size(F)
% expect: 32 0 [4,8]
c = zeros(4, 8, 2)
c[1,0,1] = 1
C = fft2(c)
print max(abs(real(C[:,:,0]))), " ", C[1,0,1], " ", C[2,3,1]
% expect: 0 0-1i -1+0i
V = reshape(x, [3, 4, 5])
print max(max(abs(real(ifft3(fft3(V))) - V))) < 1e-5
% expect: 1
print numel(fft1(zeros(0)))
% expect: 0
% Real arrays are transformed by half: the other half is its conjugate.
function e = distance(a)
    e = max(abs(fft2(a) - fft2(complex(a))))/max(abs(fft2(complex(a))))
    e = max(e, max(abs(fft1(a) - fft1(complex(a))))/max(abs(fft1(complex(a)))))
    e = max(e, max(abs(real(ifft2(fft2(a))) - a)))
end
far = 0
for n = 1..9
    far = max(far, distance(rand(n, 11 - n)))
end
far = max(far, distance(rand(513, 1025)))
far = max(far, distance(rand(1024, 700)))
far = max(far, distance(rand(12, 10, 3)))
v = rand(6, 5, 4)
print far < 1e-5, max(abs(fft3(v) - fft3(complex(v)))) < 1e-4
% expect: 11
