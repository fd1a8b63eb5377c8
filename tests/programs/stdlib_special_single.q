% Special functions are computed in double in single precision too, where literals are 32-bit numbers: besselj was NaN there.
function y = near(a, b)
    y = max(abs(a - b)./max(abs(b), 1e-3)) < 1e-6
end
t = [1e-7, 1e-3, 0.5, 2.5, 10, 24, 200, 1000]
print near(besselj(0, t), [1, 0.99999975, 0.93846981, -0.048383776, -0.24593576, -0.056230274, -0.015437440, 0.024786687])
print near(besselj(1, t), [5e-8, 0.00049999994, 0.24226846, 0.49709410, 0.043472746, -0.15403807, -0.054304538, 0.0047283119])
print near(besseli(1, [0.5, 2.5]), [0.25789431, 2.5167162]), near(besselk(0, [0.5, 2.5]), [0.92441907, 0.062347553])
y = zeros(8)
for i = 0..7
    y[i] = besselj(0, t[i])
end
print near(y, besselj(0, t))
print near(psi([-3.2, 0.5, 25]), [5.6353702, -1.9635100, 3.1987425]), psi(-1.0), psi(0.0)
% expect: 1
% expect: 1
% expect: 11
% expect: 1
% expect: 1nan-inf
