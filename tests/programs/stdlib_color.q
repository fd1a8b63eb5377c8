% precision: double
% Colour spaces: inverses, and values from the definitions (white, primaries; Lab of sRGB red as published: 53.24 80.09 67.20).
import "colortransform.q"
x = zeros(4,8,3)
for i = 0..3
    for j = 0..7
        x[i,j,0] = i/3
        x[i,j,1] = j/7
        x[i,j,2] = mod(3*i + j, 5)/4
    end
end
print max(abs(ycbcr2rgb(rgb2ycbcr(x)) - x)) < 1e-6, max(abs(yuv2rgb(rgb2yuv(x)) - x)) < 1e-6, max(abs(opp2rgb(rgb2opp(x)) - x)) < 1e-12
print max(abs(lab2rgb(rgb2lab(x)) - x)) < 1e-5, max(abs(hsv2rgb(rgb2hsv(x)) - x)) < 1e-12, max(abs(xyz2rgb(rgb2xyz(x)) - x)) < 1e-5
p = zeros(1,3,3)
p[0,0,:] = [1,0,0]
p[0,1,:] = [0,1,0]
p[0,2,:] = [1,1,1]
print max(abs(rgb2gray(p) - [0.299, 0.587, 1])) < 1e-12
lab = rgb2lab(p)
print max(abs(lab[0,0,:] - [53.2408, 80.0925, 67.2032])) < 0.01, max(abs(lab[0,2,:] - [100,0,0])) < 0.01
print rgb2hsv(p)[0,0,:], abs(rgb2hsv(p)[0,1,0] - 1/3.0) < 1e-12, rgb2hsv(p)[0,2,:]
print abs(sRGB_decode(0.5) - 0.21404114048223255) < 1e-12, abs(sRGB_encode(sRGB_decode(0.3)) - 0.3) < 1e-12
print max(abs(sRGB_decode([0.02, 0.5]) - [0.02/12.92, 0.21404114048223255])) < 1e-12
print linear_colortransform(p, [[1,1,1]])[0,2,0]
% expect: 111
% expect: 111
% expect: 1
% expect: 11
% expect: [0,1,1]1[0,0,1]
% expect: 11
% expect: 1
% expect: 3
