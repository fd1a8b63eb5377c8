% radon.q against the same sums and filtered back projections written with NumPy in double precision.
function [] = refuses(f)
    try
        f()
    catch e
        print e
    end
end
function y = near(a, b)
    y = numel(a) == numel(b) && max(abs(reshape(a, numel(a)) - reshape(b, numel(b)))) < 1e-4
end
x = zeros(5, 6)
for i = 0..4
    for j = 0..5
        x[i,j] = mod(i*37 + j*91 + i*j*13, 17)
    end
end
[r, places] = radon(x, [0, 30, 90, 135])
print places, near(r[:,0], [0,0,3.75,25,24.25,39.75,36.125,43.125,53.875,8.125,0])
print near(r[:,1], [0,0.220671,10.892101,18.609338,28.809741,41.949963,40.093848,50.197441,33.257042,9.969854,0])
print near(r[:,2], [0,0,7.25,49.625,49,42.125,45.875,35.25,4.875,0,0]), near(r[:,3], [0,7.826348,25.610096,47.009961,58.148079,45.957923,31.124738,16.708446,1.614407,0,0])
q = phantom(64)
angles = 0..2..178
r = radon(q, angles)
y = iradon(r, angles, "linear", "Ram-Lak", 1, 64)
print abs(sum(q) - 500.4) < 1e-3, near([sqrt(mean((y-q).^2)), y[32,32], y[20,40], y[50,30]], [0.09049,0.204093,0.202032,0.230236])
y = iradon(r, angles, "nearest", "Hann", 0.8, 64)
print near([sqrt(mean((y-q).^2)), y[32,32], y[20,40], y[50,30]], [0.132567,0.186674,0.201488,0.229817]), size(iradon(r, angles))
refuses(() -> iradon(r, 0..9))
refuses(() -> iradon(r, angles, "linear", "gauss"))
refuses(() -> iradon(r, angles, "spline"))
% expect: [-5,-4,-3,-2,-1,0,1,2,3,4,5]1
% expect: 1
% expect: 11
% expect: 11
% expect: 1[66,66]
% expect: iradon: 10 angles for 90 projections; the columns of r are the projections
% expect: iradon: the filter 'gauss' is not one of ram-lak, shepp-logan, cosine, hamming, hann, none
% expect: iradon: the interpolation 'spline' is not one of linear, nearest
